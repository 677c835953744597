//! Word patterns: how titles and phrases of doing are recognised.
//!
//! A pattern is groups joined by ` + `, a group is alternatives joined by `|`, an alternative is one or more folded words, of
//! which the last may end in `*` (a prefix). A pattern matches words when every group has an alternative within a window.

use std::collections::HashMap;

/// Patterns with their owners, ready to be matched together in one pass over the words.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatternSet {
    /// Each pattern's owner and number of groups.
    patterns: Vec<(u16, u8)>,
    /// Alternatives by their whole first word.
    exact: HashMap<Box<str>, Vec<Alternative>>,
    /// One-word alternatives that are prefixes.
    prefix: HashMap<Box<str>, Vec<Alternative>>,
    shortest_prefix: usize,
    longest_prefix: usize,
}

#[derive(Clone, Debug)]
struct Alternative {
    pattern: u32,
    group: u8,
    /// The words after the first; the last may be a prefix.
    rest: Vec<Box<str>>,
    rest_ends_in_prefix: bool,
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

impl PatternSet {
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
        for (first, is_prefix, alternative) in alternatives {
            let first: Box<str> = first;
            if is_prefix {
                let length = first.len();
                self.shortest_prefix = if self.prefix.is_empty() { length } else { self.shortest_prefix.min(length) };
                self.longest_prefix = self.longest_prefix.max(length);
                self.prefix.entry(first).or_default().push(alternative);
            } else {
                self.exact.entry(first).or_default().push(alternative);
            }
        }
        Ok(())
    }

    /// All patterns whose groups all occur in `words` (folded), no further apart than `window` words. Each pattern is
    /// reported once, at its tightest place; the answer is sorted by owner, then place.
    pub(crate) fn matches<W: AsRef<str>>(&self, words: &[W], window: usize) -> Vec<PatternMatch> {
        let mut last_seen: HashMap<u32, [Option<(usize, usize)>; 8]> = HashMap::new();
        let mut best: HashMap<u32, (usize, usize, usize)> = HashMap::new();
        for at in 0..words.len() {
            self.alternatives_at(words, at, &mut |alternative, end| {
                let groups = usize::from(self.patterns[alternative.pattern as usize].1);
                let seen = last_seen.entry(alternative.pattern).or_default();
                seen[usize::from(alternative.group)] = Some((at, end));
                let (mut first, mut last, mut taken) = (at, end, 0);
                for place in &seen[..groups] {
                    let Some((start, stop)) = place else { return };
                    first = first.min(*start);
                    last = last.max(*stop);
                    taken += stop - start + 1;
                }
                if last - first < window {
                    // The longest reading, then the tightest.
                    let better = |kept: &(usize, usize, usize)| {
                        (taken, std::cmp::Reverse(last - first)) > (kept.2, std::cmp::Reverse(kept.1 - kept.0))
                    };
                    let kept = best.entry(alternative.pattern).or_insert((first, last, taken));
                    if better(kept) {
                        *kept = (first, last, taken);
                    }
                }
            });
        }
        let mut found: Vec<PatternMatch> = best
            .into_iter()
            .map(|(pattern, (first, last, taken))| PatternMatch {
                owner: self.patterns[pattern as usize].0,
                words: u8::try_from(taken).unwrap_or(u8::MAX),
                first,
                last,
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    fn alternatives_at<W: AsRef<str>>(&self, words: &[W], at: usize, found: &mut impl FnMut(&Alternative, usize)) {
        let word = words[at].as_ref();
        for alternative in self.exact.get(word).into_iter().flatten() {
            let end = at + alternative.rest.len();
            let fits = end < words.len()
                && alternative.rest.iter().enumerate().all(|(i, expected)| {
                    let actual = words[at + 1 + i].as_ref();
                    if alternative.rest_ends_in_prefix && i + 1 == alternative.rest.len() {
                        actual.starts_with(&**expected)
                    } else {
                        actual == &**expected
                    }
                });
            if fits {
                found(alternative, end);
            }
        }
        if self.prefix.is_empty() {
            return;
        }
        for length in self.shortest_prefix..=self.longest_prefix.min(word.len()) {
            if let Some(alternatives) = word.get(..length).and_then(|start| self.prefix.get(start)) {
                for alternative in alternatives {
                    found(alternative, at);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owners(set: &PatternSet, text: &str) -> Vec<u16> {
        set.matches(&text.split(' ').collect::<Vec<_>>(), 10).into_iter().map(|m| m.owner).collect()
    }

    #[test]
    fn every_group_must_occur_in_any_order() {
        let mut set = PatternSet::default();
        set.add(1, "tun*|optimi* + kernel*|gemm*").unwrap();
        set.add(2, "parallel file system* + ran|runs").unwrap();
        assert_eq!(owners(&set, "kernels were tuned by me"), [1]);
        assert_eq!(owners(&set, "tuned the car"), Vec::<u16>::new());
        assert_eq!(owners(&set, "ran parallel file systems"), [2]);
        assert_eq!(owners(&set, "ran parallel systems"), Vec::<u16>::new());
    }

    #[test]
    fn groups_too_far_apart_do_not_match() {
        let mut set = PatternSet::default();
        set.add(1, "tuned + kernel").unwrap();
        assert!(set.matches(&"tuned a b c d e f g h i kernel".split(' ').collect::<Vec<_>>(), 10).is_empty());
    }

    #[test]
    fn malformed_patterns_are_refused() {
        for bad in ["", "a|", "a* b", "*", "x* + "] {
            assert!(PatternSet::default().add(0, bad).is_err(), "{bad}");
        }
    }
}
