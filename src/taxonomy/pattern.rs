//! Word patterns: how titles and phrases of doing are recognised.
//!
//! A pattern is groups joined by ` + `, a group is alternatives joined by `|`, an alternative is one or more folded words, of
//! which the last may end in `*` (a prefix). A pattern matches words when every group has an alternative within a window.

use super::name_tree::NameTree;

/// Patterns with their owners, being gathered.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatternList {
    /// Each pattern's owner and number of groups.
    patterns: Vec<(u16, u8)>,
    /// First words, and whether they are prefixes, with what they begin.
    alternatives: Vec<(Box<str>, bool, Alternative)>,
}

/// Patterns with their owners, ready to be matched together in one pass over the words.
#[derive(Clone, Debug)]
pub(crate) struct PatternSet {
    /// Each pattern's owner and number of groups.
    patterns: Vec<(u16, u8)>,
    /// Those of one first word beside each other: prefixes first, then whole words.
    alternatives: Vec<Alternative>,
    /// All first words.
    first_words: NameTree,
    /// For each of them, where its alternatives begin, and where those of whole words do; and one more for their end.
    starts: Vec<(u32, u32)>,
}

#[derive(Clone, Debug)]
struct Alternative {
    pattern: u32,
    group: u8,
    /// The words after the first; the last may be a prefix.
    rest: Vec<Box<str>>,
    rest_ends_in_prefix: bool,
}

/// An alternative seen in words `first..=last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sighting {
    pattern: u32,
    pub first: usize,
    pub last: usize,
    group: u8,
}

/// A pattern found in words `first..=last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PatternMatch {
    /// Whatever the owner was registered as.
    pub owner: u16,
    /// How many words its groups took: more words are more specific.
    pub words: u8,
    /// The first word of the match.
    pub first: usize,
    /// The last word of the match.
    pub last: usize,
}

impl PatternList {
    /// Adds a pattern.
    ///
    /// # Errors
    /// When the pattern has no group, an empty alternative, more than 8 groups, or a prefix of fewer than two letters.
    pub(crate) fn add(&mut self, owner: u16, pattern: &str) -> Result<(), String> {
        let groups: Vec<&str> = pattern.split(" + ").map(str::trim).collect();
        if groups.is_empty() || groups.len() > 8 {
            return Err(format!("pattern {pattern:?} has {} groups, 1 to 8 are possible", groups.len()));
        }
        let index = u32::try_from(self.patterns.len()).map_err(|_| "too many patterns".to_owned())?;
        let mut alternatives = Vec::new();
        for (group, text) in groups.iter().enumerate() {
            for alternative in text.split('|').map(str::trim) {
                let words: Vec<&str> = alternative.split_whitespace().collect();
                let Some((first, rest)) = words.split_first() else {
                    return Err(format!("pattern {pattern:?} has an empty alternative"));
                };
                let starred = words.iter().position(|w| w.contains('*'));
                if starred.is_some_and(|at| at + 1 != words.len() || words[at].find('*') != Some(words[at].len() - 1)) {
                    return Err(format!("pattern {pattern:?}: `*` may only end the last word of an alternative"));
                }
                let last_is_prefix = starred.is_some();
                if last_is_prefix && words[words.len() - 1].len() < 3 {
                    return Err(format!("pattern {pattern:?}: a prefix needs at least two letters"));
                }
                alternatives.push((
                    (*first).trim_end_matches('*').into(),
                    rest.is_empty() && last_is_prefix,
                    Alternative {
                        pattern: index,
                        group: u8::try_from(group).expect("at most 8 groups"),
                        rest: rest.iter().map(|w| w.trim_end_matches('*').into()).collect(),
                        rest_ends_in_prefix: !rest.is_empty() && last_is_prefix,
                    },
                ));
            }
        }
        self.patterns.push((owner, u8::try_from(groups.len()).expect("at most 8 groups")));
        self.alternatives.append(&mut alternatives);
        Ok(())
    }

    /// The patterns, ready to be matched.
    pub(crate) fn ready(mut self) -> PatternSet {
        self.alternatives.sort_by(|a, b| (&a.0, !a.1).cmp(&(&b.0, !b.1)));
        let number = |count: usize| u32::try_from(count).expect("all patterns have far fewer words than 2^32");
        let mut words: Vec<&str> = Vec::new();
        let mut starts: Vec<(u32, u32)> = Vec::new();
        let mut at = 0;
        for beginning in self.alternatives.chunk_by(|one, next| one.0 == next.0) {
            words.push(&beginning[0].0);
            let prefixes = beginning.iter().take_while(|(_, is_prefix, _)| *is_prefix).count();
            starts.push((number(at), number(at + prefixes)));
            at += beginning.len();
        }
        starts.push((number(at), number(at)));
        let first_words = NameTree::new(words.into_iter());
        let alternatives = self.alternatives.into_iter().map(|(_, _, alternative)| alternative).collect();
        PatternSet { patterns: self.patterns, alternatives, first_words, starts }
    }
}

impl PatternSet {
    /// All patterns whose groups all occur in `words` (folded), no further apart than `window` words. Each pattern is
    /// reported once, at its tightest place; the answer is sorted by owner, then place.
    pub(crate) fn matches<W: AsRef<str>>(&self, words: &[W], window: usize) -> Vec<PatternMatch> {
        let sightings = self.sightings(words.len(), |at| words[at].as_ref());
        self.matches_among(self.complete(&sightings, &mut Vec::new()), window)
    }

    /// Every alternative that occurs in `count` words, by place.
    pub(crate) fn sightings<'w>(&self, count: usize, word: impl Fn(usize) -> &'w str) -> Vec<Sighting> {
        let mut seen = Vec::new();
        for first in 0..count {
            let here = word(first);
            self.first_words.beginning(here.as_bytes(), |length, begun| {
                let (start, whole) = self.starts[begun as usize];
                let end = if length == here.len() { self.starts[begun as usize + 1].0 } else { whole };
                for alternative in &self.alternatives[start as usize..end as usize] {
                    let last = if alternative.rest.is_empty() {
                        Some(first)
                    } else {
                        alternative.last_word(first, count, &word)
                    };
                    let Alternative { pattern, group, .. } = *alternative;
                    seen.extend(last.map(|last| Sighting { pattern, first, last, group }));
                }
            });
        }
        seen
    }

    /// Those of `sightings` whose patterns have all their groups among them. `groups_seen` is working memory: empty at first,
    /// then to be handed in again.
    pub(crate) fn complete(&self, sightings: &[Sighting], groups_seen: &mut Vec<u8>) -> Vec<Sighting> {
        groups_seen.resize(self.patterns.len(), 0);
        for sighting in sightings {
            groups_seen[sighting.pattern as usize] |= 1 << sighting.group;
        }
        let is_complete = |sighting: &Sighting| {
            let groups = self.patterns[sighting.pattern as usize].1;
            u32::from(groups_seen[sighting.pattern as usize]) == (1 << groups) - 1
        };
        let complete = sightings.iter().filter(|s| is_complete(s)).copied().collect();
        for sighting in sightings {
            groups_seen[sighting.pattern as usize] = 0;
        }
        complete
    }

    /// [`PatternSet::matches`] where the sightings are known; they may come in any order.
    pub(crate) fn matches_among(&self, mut sightings: Vec<Sighting>, window: usize) -> Vec<PatternMatch> {
        sightings.sort_unstable();
        let of_patterns = sightings.chunk_by(|one, next| one.pattern == next.pattern);
        let mut found: Vec<PatternMatch> = of_patterns.filter_map(|seen| self.best_match(seen, window)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The best match of one pattern, whose sightings these are, by place: the longest, then the tightest, then the first.
    fn best_match(&self, seen: &[Sighting], window: usize) -> Option<PatternMatch> {
        let (owner, groups) = self.patterns[seen.first()?.pattern as usize];
        let mut places: [Option<(usize, usize)>; 8] = [None; 8];
        let mut best: Option<PatternMatch> = None;
        for sighting in seen {
            places[usize::from(sighting.group)] = Some((sighting.first, sighting.last));
            let Some(found) = whole_match(owner, &places[..usize::from(groups)]) else { continue };
            let rank = |m: &PatternMatch| (m.words, std::cmp::Reverse(m.last - m.first));
            if found.last - found.first < window && best.is_none_or(|best| rank(&found) > rank(&best)) {
                best = Some(found);
            }
        }
        best
    }
}

impl Alternative {
    /// The last of its words when they follow the word `first`.
    fn last_word<'w>(&self, first: usize, count: usize, word: &impl Fn(usize) -> &'w str) -> Option<usize> {
        let last = first + self.rest.len();
        let follows = last < count
            && self.rest.iter().enumerate().all(|(i, expected)| {
                let actual = word(first + 1 + i);
                if self.rest_ends_in_prefix && i + 1 == self.rest.len() {
                    actual.starts_with(&**expected)
                } else {
                    actual == &**expected
                }
            });
        follows.then_some(last)
    }
}

/// The match that the last places of all groups make together.
fn whole_match(owner: u16, groups: &[Option<(usize, usize)>]) -> Option<PatternMatch> {
    let (mut first, mut last, mut words) = (usize::MAX, 0, 0);
    for place in groups {
        let (start, stop) = (*place)?;
        first = first.min(start);
        last = last.max(stop);
        words += stop - start + 1;
    }
    Some(PatternMatch { owner, words: u8::try_from(words).unwrap_or(u8::MAX), first, last })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owners(set: &PatternList, text: &str) -> Vec<u16> {
        set.clone().ready().matches(&text.split(' ').collect::<Vec<_>>(), 10).into_iter().map(|m| m.owner).collect()
    }

    #[test]
    fn every_group_must_occur_in_any_order() {
        let mut set = PatternList::default();
        set.add(1, "tun*|optimi* + kernel*|gemm*").unwrap();
        set.add(2, "parallel file system* + ran|runs").unwrap();
        assert_eq!(owners(&set, "kernels were tuned by me"), [1]);
        assert_eq!(owners(&set, "tuned the car"), Vec::<u16>::new());
        assert_eq!(owners(&set, "ran parallel file systems"), [2]);
        assert_eq!(owners(&set, "ran parallel systems"), Vec::<u16>::new());
    }

    #[test]
    fn groups_too_far_apart_do_not_match() {
        let mut set = PatternList::default();
        set.add(1, "tuned + kernel").unwrap();
        assert!(set.ready().matches(&"tuned a b c d e f g h i kernel".split(' ').collect::<Vec<_>>(), 10).is_empty());
    }

    #[test]
    fn malformed_patterns_are_refused() {
        for bad in ["", "a|", "a* b", "*", "x* + "] {
            assert!(PatternList::default().add(0, bad).is_err(), "{bad}");
        }
    }
}
