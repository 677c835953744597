//! The words of a name in whatever order and number: `administration of Linux`, `computing, high performance`.

use std::collections::BTreeMap;

use borsh::{BorshDeserialize, BorshSerialize};

use crate::taxonomy::ConceptId;
use crate::taxonomy::labels::Labels;
use crate::taxonomy::texts::Buckets;
use crate::taxonomy::word_hash::word_hash;

/// Names of so many words are told by their words alone; longer ones are sentences.
const WORDS: std::ops::RangeInclusive<usize> = 2..=5;

/// Labels by their words, in the order of the alphabet and in the singular: one of each concept's that have the same.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(super) struct WordOrder(Buckets);

impl WordOrder {
    pub(super) fn new(labels: &Labels) -> Self {
        let mut index: BTreeMap<Box<str>, Option<(ConceptId, u32)>> = BTreeMap::new();
        for ((text, label), number) in labels.iter().zip(0..) {
            let Some(words) = words_of(text) else { continue };
            let known = index.entry(words).or_insert(Some((label.concept, number)));
            // The same words in another order are another thing: neither is guessed.
            if known.is_some_and(|(concept, _)| concept != label.concept) {
                *known = None;
            }
        }
        let sure = index.iter().filter_map(|(words, known)| Some((word_hash(words.as_bytes()), known.as_ref()?.1)));
        Self(Buckets::new(&sure.collect::<Vec<_>>()))
    }

    pub(super) fn find(&self, name: &str, labels: &Labels) -> Option<ConceptId> {
        let words = words_of(name)?;
        let is_it = |number: u32| words_of(labels.texts().get(number as usize)).as_ref() == Some(&words);
        let number = self.0.find(word_hash(words.as_bytes()), is_it)?;
        Some(labels.concept(number as usize))
    }
}

/// The words that count, sorted; none where signs or small words say more than the words do.
fn words_of(name: &str) -> Option<Box<str>> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | ',' | '+' | '#' | '.');
    if !name.chars().all(plain) {
        return None;
    }
    let mut words: Vec<&str> = name
        .split([' ', ','])
        .filter(|word| !matches!(*word, "" | "of" | "the"))
        .map(|word| match word.strip_suffix('s') {
            Some(one) if one.len() >= 4 && !one.ends_with('s') => one,
            _ => word,
        })
        .collect();
    words.sort_unstable();
    WORDS.contains(&words.len()).then(|| words.join(" ").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_number_of_words_do_not_matter() {
        assert_eq!(words_of("computing, high performance"), words_of("high performance computing"));
        assert_eq!(words_of("administration of linux systems"), words_of("linux system administration"));
        assert_ne!(words_of("linux for arm"), words_of("arm linux"), "small words that say something count");
    }

    #[test]
    fn single_words_and_sentences_are_not_turned() {
        assert_eq!(words_of("kernels"), None);
        assert_eq!(words_of("one two three four five six"), None);
        assert_eq!(words_of("fsx (lustre)"), None);
    }
}
