//! Typing errors: which label a misspelled name was meant to be, when that is beyond doubt. Short names are hardly guessed at all,
//! everyday words never. What an error costs is in `crate::suggest`.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use borsh::{BorshDeserialize, BorshSerialize};

use crate::suggest::{Forms, glue, typing_errors};
use crate::taxonomy::ConceptId;
use crate::taxonomy::labels::Labels;
use crate::taxonomy::texts::Buckets;
use crate::taxonomy::word_hash::word_hash;

/// Shorter names are never guessed: `RoCE` and `ROCm`, `MPI` and `MPS` are one letter apart.
const SHORTEST_GUESS: usize = 4;
/// Glued names are shorter only by chance alike.
const SHORTEST_GLUED: usize = 5;
/// Names of so many letters are not guessed.
const MAX_GUESS_LEN: usize = 256;
/// Words and names that are a typing error from a label and mean themselves, in order, a line each (`data/README.md` tells how they are
/// found).
const EVERYDAY: &str = include_str!("../data/everyday_words.txt");

fn is_everyday(word: &str) -> bool {
    static WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| EVERYDAY.lines().collect());
    WORDS.binary_search(&word).is_ok()
}

/// Labels by their letters without spaces: one of each concept's that have the same; and the forms of all labels, which are taken
/// when the first name is guessed.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(super) struct Typing {
    glued: Buckets,
    #[borsh(skip)]
    forms: OnceLock<Forms>,
}

impl Typing {
    pub(super) fn new(labels: &Labels) -> Self {
        let mut index: BTreeMap<Box<str>, Option<(ConceptId, u32)>> = BTreeMap::new();
        for ((text, label), number) in labels.iter().zip(0..) {
            let glued = glue(text);
            if glued.len() < SHORTEST_GLUED {
                continue;
            }
            let known = index.entry(glued).or_insert(Some((label.concept, number)));
            // Two concepts of the same letters are neither.
            if known.is_some_and(|(concept, _)| concept != label.concept) {
                *known = None;
            }
        }
        let sure = index.iter().filter_map(|(glued, known)| Some((word_hash(glued.as_bytes()), known.as_ref()?.1)));
        Self { glued: Buckets::new(&sure.collect::<Vec<_>>()), forms: OnceLock::new() }
    }

    /// The concept whose label has the same letters, spaces and points aside: `sungridengine`, `Cycle Cloud`, `node js`.
    pub(super) fn glued(&self, name: &str, labels: &Labels) -> Option<ConceptId> {
        let glued = glue(name);
        if glued.len() < SHORTEST_GLUED {
            return None;
        }
        let is_it = |number: u32| glue(labels.texts().get(number as usize)) == glued;
        let number = self.glued.find(word_hash(glued.as_bytes()), is_it)?;
        Some(labels.concept(number as usize))
    }

    /// The one concept whose label is nearest, when it is near enough and no other concept is as near.
    pub(super) fn find(&self, name: &str, labels: &Labels) -> Option<ConceptId> {
        if is_everyday(name) || name.chars().count() < SHORTEST_GUESS {
            return None;
        }
        let of_name: Forms = std::iter::once(name).collect();
        let form = of_name.get(0);
        let texts = labels.texts();
        let forms = self.forms.get_or_init(|| texts.iter().collect());
        let mut initials = name.chars();
        let (first, second) = (initials.next()?, initials.next()?);
        let mut best: Option<(u8, ConceptId)> = None;
        let mut tied = false;
        let swapped = (second != first).then_some(second);
        for initial in std::iter::once(first).chain(swapped) {
            // Labels stand in the order of the alphabet, those of one initial beside each other.
            let from = texts.partition_point(|text| text.chars().next() < Some(initial));
            let end = texts.partition_point(|text| text.chars().next() <= Some(initial));
            for number in from..end {
                let meant = forms.get(number);
                if !(SHORTEST_GUESS..MAX_GUESS_LEN).contains(&meant.length()) || !form.may_be(&meant) {
                    continue;
                }
                let label = labels.concept(number);
                let Some(cost) = typing_errors((name, &form), (texts.get(number), &meant)) else { continue };
                match best {
                    Some((least, _)) if cost > least => {}
                    Some((least, known)) if cost == least => tied |= known != label,
                    _ => {
                        best = Some((cost, label));
                        tied = false;
                    }
                }
            }
        }
        best.filter(|_| !tied).map(|(_, concept)| concept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyday_words_are_sorted_for_search() {
        assert!(EVERYDAY.lines().is_sorted());
    }
}
