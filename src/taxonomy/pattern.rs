//! Word patterns: how titles are recognised.
//!
//! A pattern is groups joined by ` + `, a group is alternatives joined by `|`, an alternative is one or more folded words, of
//! which the last may end in `*` (a prefix). A pattern matches words when every group has an alternative within a window.
//! How they are gathered is in `files/patterns.rs`.

use std::cell::RefCell;
use std::ops::Range;

use borsh::{BorshDeserialize, BorshSerialize};

use super::column::{Column, read_list};
use super::name_tree::NameTree;
use super::word_table::WordTable;
pub(super) use alternatives::Alternatives;

mod alternatives;

/// Patterns with their owners, ready to be matched together in one pass over the words.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct PatternSet {
    #[borsh(deserialize_with = "read_list")]
    pub(super) patterns: Vec<Pattern>,
    /// Each group's alternatives, in `members`; the groups of a pattern stand beside each other.
    #[borsh(deserialize_with = "read_list")]
    pub(super) groups: Vec<Range<u32>>,
    /// Numbers of alternatives, ascending within a group.
    pub(super) members: Column<u32>,
    /// In the order in which `list` sorts them.
    pub(super) alternatives: Alternatives,
    /// First words that are whole, and the words of every text, with the alternatives that begin so, where any do.
    pub(super) first_words: WordTable<Option<Opened>>,
    /// Beginnings of first words, with theirs by the tree's number.
    pub(super) prefixes: NameTree,
    pub(super) of_prefixes: Vec<Range<u32>>,
    /// The alternatives in those, of one word that is known after the other.
    pub(super) begun: Column<u32>,
    /// By group, its alternatives as bits of 64: what is seen of none of them is no part of it.
    pub(super) glances: Column<u64>,
    /// The patterns that the alternatives decide, those of each beside each other.
    #[borsh(deserialize_with = "read_list")]
    pub(super) decided: Vec<Decided>,
    /// By pattern, its groups but the rarest, the rarer before the more common.
    pub(super) others: Column<u32>,
}

#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(super) struct Pattern {
    pub(super) owner: u16,
    pub(super) groups: Range<u32>,
    /// In `others`.
    pub(super) others: Range<u32>,
}

/// The alternatives that a word opens.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(super) struct Opened {
    /// That word alone, and those that go on.
    pub(super) alone: Range<u32>,
    pub(super) longer: Range<u32>,
    /// How the second words of the latter begin, as bits; see [`beginning`].
    pub(super) seconds: u64,
    /// In `begun`: the alternatives that are a prefix of that word.
    pub(super) begun: Range<u32>,
}

/// The first two letters of a word as one bit of 64.
pub(super) fn beginning(word: &[u8]) -> u64 {
    match word {
        [first, second, ..] => 1 << ((first.wrapping_mul(7) ^ second) & 63),
        _ => 1,
    }
}

/// A pattern that an alternative decides.
#[derive(Clone, Copy, Debug, BorshSerialize, BorshDeserialize)]
pub(super) struct Decided {
    pub(super) pattern: u32,
    /// The alternatives of the rarest of its other groups, as bits of 64; all bits where it has no other.
    pub(super) glance: u64,
}

/// An alternative seen in words `first..=last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sighting {
    pub first: usize,
    pub last: usize,
    alternative: u32,
}

/// A group of a pattern seen in words `first..=last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Occurrence {
    pattern: u32,
    first: usize,
    last: usize,
    group: usize,
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

/// Which alternatives some sightings are of: working memory, to be used again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// By alternative; none between sentences.
    there: Vec<bool>,
    /// All of them as bits of 64.
    glance: u64,
    /// The patterns that have every group there.
    complete: Vec<u32>,
    occurrences: Vec<Occurrence>,
}

thread_local! {
    /// Of those who match one title after another.
    static SEEN: RefCell<Seen> = RefCell::default();
}

/// Alternatives as bits of 64.
pub(super) fn glance(alternatives: &[u32]) -> u64 {
    alternatives.iter().fold(0, |all, alternative| all | 1 << (alternative % 64))
}

impl Seen {
    fn has(&self, alternative: u32) -> bool {
        self.there[alternative as usize]
    }
}

/// No pattern has more groups.
pub(super) const MAX_GROUPS: usize = 8;

impl PatternSet {
    /// All patterns whose groups all occur in `words` (folded, with their hashes), no further apart than `window` words. Each pattern is
    /// reported once, at its tightest place; the answer is sorted by owner, then place.
    pub(crate) fn matches(&self, words: &[(&str, u32)], window: usize) -> Vec<PatternMatch> {
        let sightings = self.sightings(words.len(), |at| (words[at].0.as_bytes(), words[at].1));
        // Taken out meanwhile: what a reading that unwinds leaves in it is not for the next.
        let mut seen = SEEN.take();
        let found = self.matches_within(self.occurrences(&sightings, &mut seen), &(0..words.len()), window);
        SEEN.set(seen);
        found
    }

    /// Every alternative that occurs in `count` words, which are given with their hashes, by first word.
    pub(crate) fn sightings<'w>(&self, count: usize, word: impl Fn(usize) -> (&'w [u8], u32)) -> Vec<Sighting> {
        let mut seen = Vec::with_capacity(count * 2);
        for first in 0..count {
            let (here, hash) = word(first);
            let of_one = |number: u32| Sighting { first, last: first, alternative: number };
            let Some(opened) = self.first_words.get(here, hash) else {
                // A prefix stands alone.
                self.prefixes
                    .beginning(here, |_, begun| seen.extend(self.of_prefixes[begun as usize].clone().map(of_one)));
                continue;
            };
            let Some(opened) = opened else { continue };
            seen.extend(opened.alone.clone().map(of_one));
            if opened.seconds != 0 && first + 1 < count {
                let (next, next_hash) = word(first + 1);
                let longer = if opened.seconds & beginning(next) == 0 { 0..0 } else { opened.longer.clone() };
                for number in longer {
                    let rest = self.alternatives.rest(number);
                    let last = first + rest.len();
                    if last < count && rest.may_go_on(next_hash) && rest.follows(first, &word) {
                        seen.push(Sighting { first, last, alternative: number });
                    }
                }
            }
            let begun = &self.begun[opened.begun.start as usize..opened.begun.end as usize];
            seen.extend(begun.iter().copied().map(of_one));
        }
        seen
    }

    /// The groups among `sightings` of all patterns that have every group there, by pattern and place.
    pub(crate) fn occurrences<'m>(&self, sightings: &[Sighting], seen: &'m mut Seen) -> &'m [Occurrence] {
        seen.occurrences.clear();
        if sightings.is_empty() {
            return &seen.occurrences;
        }
        seen.there.resize(self.alternatives.len(), false);
        seen.glance = 0;
        for sighting in sightings {
            seen.there[sighting.alternative as usize] = true;
            seen.glance |= glance(&[sighting.alternative]);
        }
        let mut complete = std::mem::take(&mut seen.complete);
        complete.clear();
        for sighting in sightings {
            for decided in &self.decided[self.alternatives.decides(sighting.alternative)] {
                if decided.glance & seen.glance != 0 && self.has_others(decided.pattern, seen) {
                    complete.push(decided.pattern);
                }
            }
        }
        complete.sort_unstable();
        complete.dedup();
        let mut occurrences = std::mem::take(&mut seen.occurrences);
        for pattern in complete.iter().copied() {
            let groups = self.patterns[pattern as usize].groups.clone();
            for (group, number) in groups.enumerate() {
                for member in self.members_of(number).iter().filter(|member| seen.has(**member)) {
                    let of_member = sightings.iter().filter(|s| s.alternative == *member);
                    occurrences.extend(of_member.map(|s| Occurrence { pattern, first: s.first, last: s.last, group }));
                }
            }
        }
        for sighting in sightings {
            seen.there[sighting.alternative as usize] = false;
        }
        occurrences.sort_unstable();
        (seen.complete, seen.occurrences) = (complete, occurrences);
        &seen.occurrences
    }

    /// Whether every group of a pattern has been seen but for the rarest.
    fn has_others(&self, pattern: u32, seen: &Seen) -> bool {
        let others = &self.patterns[pattern as usize].others;
        self.others[others.start as usize..others.end as usize].iter().all(|group| {
            self.glances[*group as usize] & seen.glance != 0
                && self.members_of(*group).iter().any(|member| seen.has(*member))
        })
    }

    fn members_of(&self, group: u32) -> &[u32] {
        let members = &self.groups[group as usize];
        &self.members[members.start as usize..members.end as usize]
    }

    /// The patterns that match within a range of words.
    pub(crate) fn matches_within(
        &self,
        occurrences: &[Occurrence],
        words: &Range<usize>,
        window: usize,
    ) -> Vec<PatternMatch> {
        let of_patterns = occurrences.chunk_by(|one, next| one.pattern == next.pattern);
        let mut found: Vec<PatternMatch> =
            of_patterns.filter_map(|seen| self.best_match(seen, words, window)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The best match of one pattern, whose occurrences these are: the longest, then the tightest, then the first.
    fn best_match(&self, seen: &[Occurrence], words: &Range<usize>, window: usize) -> Option<PatternMatch> {
        let pattern = &self.patterns[seen.first()?.pattern as usize];
        let mut places: [Option<(usize, usize)>; MAX_GROUPS] = [None; MAX_GROUPS];
        let mut best: Option<PatternMatch> = None;
        for occurrence in seen.iter().filter(|o| o.first >= words.start && o.last < words.end) {
            places[occurrence.group] = Some((occurrence.first, occurrence.last));
            let Some(found) = whole_match(pattern.owner, &places[..pattern.groups.len()]) else { continue };
            let rank = |m: &PatternMatch| (m.words, std::cmp::Reverse(m.last - m.first));
            if found.last - found.first < window && best.is_none_or(|best| rank(&found) > rank(&best)) {
                best = Some(found);
            }
        }
        best
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
#[path = "pattern_tests.rs"]
mod tests;
