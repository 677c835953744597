//! Passages: what is told over several sentences, by cues of which enough stand near each other. Phrases of one sentence, and how
//! an alternative is seen among the words, are in `pattern`.

use std::ops::Range;

use borsh::{BorshDeserialize, BorshSerialize};

use super::column::{Column, read_list};
use super::pattern::Sighting;

/// How far apart, in words, the first and the last cue of a passage may stand.
const PASSAGE_WINDOW: usize = 60;
/// No passage has more groups: they are noted as bits.
pub(super) const MOST_CUES: usize = 32;

/// Passages with their owners, ready to be found in one pass over the sightings of a line.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(crate) struct PassageSet {
    passages: Vec<Passage>,
    /// By alternative, where its cues begin in `cues`; and one more for their end.
    starts: Column<u32>,
    #[borsh(deserialize_with = "read_list")]
    cues: Vec<Cue>,
}

#[derive(Clone, Copy, Debug, BorshSerialize, BorshDeserialize)]
pub(super) struct Passage {
    pub owner: u16,
    /// So many groups must be seen.
    pub least: u32,
    /// The groups that must be among them, as bits.
    pub needed: u32,
    /// The groups of which none may be seen in the line, as bits.
    pub refuting: u32,
}

/// What an alternative is a sign of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub(super) struct Cue {
    pub passage: u16,
    pub group: u8,
}

/// A passage that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    /// Whatever the owner was registered as.
    pub owner: u16,
    /// The words of its cues, by place.
    pub cues: Vec<Range<usize>>,
}

/// Which groups of each passage a line has: working memory, to be used again and again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heard {
    /// By passage, as bits; none between lines.
    groups: Vec<u32>,
    /// The passages that have any.
    passages: Vec<u16>,
}

impl PassageSet {
    /// `cues` are those of each alternative, by its number.
    pub(super) fn new(passages: Vec<Passage>, cues: Vec<Vec<Cue>>) -> Self {
        let (mut starts, mut all) = (Vec::new(), Vec::new());
        for mut of_one in cues {
            starts.push(end_of(&all));
            of_one.sort_unstable();
            of_one.dedup();
            all.extend(of_one);
        }
        starts.push(end_of(&all));
        Self { passages, starts: starts.into(), cues: all }
    }

    /// The passages of `wanted` owners that the sightings of a line, which stand in the order of their places, tell of.
    pub(crate) fn found(&self, sightings: &[Sighting], heard: &mut Heard, wanted: impl Fn(u16) -> bool) -> Vec<Told> {
        let Heard { groups, passages } = heard;
        groups.resize(self.passages.len(), 0);
        for sighting in sightings {
            for cue in self.cues_of(sighting) {
                let groups = &mut groups[usize::from(cue.passage)];
                if *groups == 0 {
                    passages.push(cue.passage);
                }
                *groups |= 1 << cue.group;
            }
        }
        // Most have too few groups there; only the others are put in order.
        passages.retain(|number| {
            let (passage, groups) =
                (&self.passages[usize::from(*number)], std::mem::take(&mut groups[usize::from(*number)]));
            groups.count_ones() >= passage.least
                && groups & (passage.needed | passage.refuting) == passage.needed
                && wanted(passage.owner)
        });
        passages.sort_unstable();
        let of_passages = passages.drain(..);
        let mut told: Vec<Told> =
            of_passages.filter_map(|number| self.told(number, self.passages[usize::from(number)], sightings)).collect();
        told.dedup_by_key(|told| told.owner);
        told
    }

    fn cues_of(&self, sighting: &Sighting) -> &[Cue] {
        let at = sighting.alternative();
        &self.cues[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The place where the most groups of a passage stand near each other, when they are enough.
    fn told(&self, number: u16, passage: Passage, sightings: &[Sighting]) -> Option<Told> {
        let mut last: [Option<(usize, usize)>; MOST_CUES] = [None; MOST_CUES];
        let mut best: Vec<Range<usize>> = Vec::new();
        for sighting in sightings {
            let mut is_cue = false;
            for cue in self.cues_of(sighting).iter().filter(|cue| cue.passage == number) {
                last[usize::from(cue.group)] = Some((sighting.first, sighting.last + 1));
                is_cue = true;
            }
            // Without one more there are no more than before.
            if !is_cue {
                continue;
            }
            let near = |place: &&(usize, usize)| place.0 + PASSAGE_WINDOW > sighting.last;
            let here = |group: usize| last[group].is_some_and(|place| near(&&place));
            if (0..MOST_CUES).any(|group| passage.needed & 1 << group != 0 && !here(group)) {
                continue;
            }
            let mut places: Vec<(usize, usize)> = last.iter().flatten().filter(near).copied().collect();
            places.sort_unstable_by_key(|(first, end)| (*end, *first));
            // No word is two cues.
            let mut free_from = 0;
            places.retain(|(first, end)| {
                let free = *first >= free_from;
                free_from = if free { *end } else { free_from };
                free
            });
            if places.len() > best.len() {
                best = places.into_iter().map(|(first, end)| first..end).collect();
            }
        }
        (best.len() >= passage.least as usize).then_some(Told { owner: passage.owner, cues: best })
    }
}

fn end_of(cues: &[Cue]) -> u32 {
    u32::try_from(cues.len()).expect("all passages have far fewer cues than 2^32")
}

#[cfg(test)]
mod tests {
    use super::super::pattern::PatternList;
    use super::*;

    /// The words of the cues that are found, of each passage.
    fn found(patterns: &[&str], text: &str) -> Vec<(u16, Vec<String>)> {
        let mut list = PatternList::default();
        for (owner, pattern) in (0..).zip(patterns) {
            list.add(owner, pattern).unwrap();
        }
        let set = list.ready();
        let words: Vec<&str> = text.split(' ').collect();
        let hashed = |at: usize| (words[at].as_bytes(), crate::taxonomy::word_hash(words[at].as_bytes()));
        let sightings = set.sightings(words.len(), hashed);
        let told = set.passages().found(&sightings, &mut Heard::default(), |_| true);
        told.into_iter().map(|t| (t.owner, t.cues.into_iter().map(|cue| words[cue].join(" ")).collect())).collect()
    }

    #[test]
    fn enough_cues_in_any_order_tell() {
        let pattern = ["3 of: card|graphics card + tile* + register* + faster"];
        assert_eq!(
            found(&pattern, "my tiles fit and the graphics card is faster"),
            [(0, vec!["tiles".into(), "card".into(), "faster".into()])]
        );
        assert_eq!(found(&pattern, "my tiles fit and tiles are faster"), []);
    }

    #[test]
    fn what_is_marked_must_be_there_and_all_must_be_near() {
        let pattern = ["2 of: !card + tile* + faster"];
        assert_eq!(found(&pattern, "tiles are faster"), []);
        assert_eq!(found(&pattern, "a card is faster").len(), 1);
        let far = format!("card {} faster", ["and"; PASSAGE_WINDOW].join(" "));
        assert_eq!(found(&pattern, &far), []);
    }

    #[test]
    fn what_must_not_be_there_refutes() {
        let pattern = ["2 of: card + faster + -credit"];
        assert_eq!(found(&pattern, "a card is faster").len(), 1);
        assert_eq!(found(&pattern, "a credit card is faster"), []);
    }

    #[test]
    fn no_word_is_two_cues() {
        assert_eq!(found(&["2 of: memory leak + memory + speed"], "a memory leak"), []);
    }

    #[test]
    fn malformed_passages_are_refused() {
        for bad in ["3 of: a + b", "0 of: a", "x of: a", "2 of: a + ", "2 of: ! + b"] {
            assert!(PatternList::default().add(0, bad).is_err(), "{bad}");
        }
    }
}
