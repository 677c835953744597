//! What names stand for: every label with its concept, in the order of the alphabet.

use std::collections::BTreeMap;

use borsh::{BorshDeserialize, BorshSerialize};

use super::column::Column;
use super::texts::{Buckets, Texts};
use super::word_hash::word_hash;
use super::{ConceptId, MatchedBy};

/// What a folded label stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    pub concept: ConceptId,
    pub matched_by: MatchedBy,
    /// Whether a mention in running text needs support.
    pub ambiguous: bool,
}

/// All folded labels. Their numbers follow the alphabet.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(crate) struct Labels {
    texts: Texts,
    concepts: Column<u16>,
    /// How each is one of its concept: an index of [`SORTS`], and [`AMBIGUOUS`].
    marks: Column<u8>,
    by_hash: Buckets,
}

const SORTS: [MatchedBy; 3] = [MatchedBy::Preferred, MatchedBy::Alias, MatchedBy::Hidden];
const AMBIGUOUS: u8 = 4;

impl Labels {
    pub(super) fn new(all: &BTreeMap<Box<str>, Label>) -> Self {
        let mark = |label: &Label| {
            let sort = SORTS.iter().zip(0_u8..).find(|(sort, _)| **sort == label.matched_by);
            let (_, sort) = sort.expect("a label is a preferred one, an alias or a hidden one");
            sort | if label.ambiguous { AMBIGUOUS } else { 0 }
        };
        let hashed: Vec<(u32, u32)> = all.keys().map(|text| word_hash(text.as_bytes())).zip(0..).collect();
        Self {
            texts: all.keys().map(|text| &**text).collect(),
            concepts: all.values().map(|label| label.concept.0).collect(),
            marks: all.values().map(mark).collect(),
            by_hash: Buckets::new(&hashed),
        }
    }

    /// What a folded text stands for.
    pub(crate) fn get(&self, folded: &str) -> Option<Label> {
        self.number(folded).map(|number| self.label(number))
    }

    pub(super) fn contains(&self, folded: &str) -> bool {
        self.number(folded).is_some()
    }

    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    /// The texts by number.
    pub(super) fn texts(&self) -> &Texts {
        &self.texts
    }

    pub(super) fn concept(&self, number: usize) -> ConceptId {
        ConceptId(self.concepts[number])
    }

    /// All of them, in the order of the alphabet.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (&str, Label)> {
        self.texts.iter().enumerate().map(|(number, text)| (text, self.label(number)))
    }

    fn number(&self, folded: &str) -> Option<usize> {
        let number = self.by_hash.find(word_hash(folded.as_bytes()), |at| self.texts.get(at as usize) == folded)?;
        Some(number as usize)
    }

    fn label(&self, number: usize) -> Label {
        let mark = self.marks[number];
        Label {
            concept: self.concept(number),
            matched_by: SORTS[usize::from(mark & !AMBIGUOUS) % SORTS.len()],
            ambiguous: mark & AMBIGUOUS != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_found_and_stand_in_the_order_of_the_alphabet() {
        let label = |concept, matched_by, ambiguous| Label { concept: ConceptId(concept), matched_by, ambiguous };
        let all = BTreeMap::from([
            ("slurm".into(), label(3, MatchedBy::Preferred, false)),
            ("go".into(), label(1, MatchedBy::Preferred, true)),
            ("golang".into(), label(1, MatchedBy::Alias, false)),
            ("slrm".into(), label(3, MatchedBy::Hidden, false)),
        ]);
        let labels = Labels::new(&all);
        assert_eq!(labels.iter().map(|(text, _)| text).collect::<Vec<_>>(), ["go", "golang", "slrm", "slurm"]);
        for (text, label) in &all {
            assert_eq!(labels.get(text), Some(*label), "{text}");
        }
        assert!(labels.get("gol").is_none() && !labels.contains(""));
    }
}
