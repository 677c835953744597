//! The words that tell pay, what comes beside it, and all other money apart.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::taxonomy::{WordTable, word_hash};

const FILE: &str = include_str!("words.toml");

/// What a word says of a sum near it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Sense {
    /// It is pay beyond doubt: `salary`.
    Pay,
    /// It may be pay: `range`, `total`.
    Maybe,
    /// It comes beside the pay: `bonus`.
    Extra,
    /// It is other money: `revenue`.
    Other,
    /// Behind a sum it tells what the money is for; before one it is as likely part of a title: `learning`.
    After,
}

/// The sense of a folded word.
pub(super) fn sense(word: &str) -> Option<Sense> {
    let known = KNOWN.senses.get(word.as_bytes(), word_hash(word.as_bytes())).copied();
    // Jahresbruttogehalt
    known
        .or_else(|| super::east_asian::sense(word))
        .or_else(|| ["gehalt", "entgelt", "lohn"].iter().any(|end| word.ends_with(end)).then_some(Sense::Pay))
}

/// A list of the file that answers one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::extract) enum List {
    /// Behind a sum: what follows says no more what the sum is for.
    GoesOn,
    /// From one figure to another.
    To,
    /// Between the two figures of `between`.
    And,
    /// Before the first figure of `between`.
    Between,
    /// What may stand before the second figure.
    Leads,
    /// Marks of markup that say nothing.
    Marks,
    /// What is insured by a multiple of the pay, and what says that it is a multiple.
    Insures,
    Times,
    /// What joins base pay and what comes beside it.
    Joins,
    /// What comes beside base pay in money, and is part of a total.
    Variable,
    /// Between the name of a total and its figure.
    Announces,
    /// Before the name of a place that a sum holds for.
    Where,
    /// Of which no name of a place is made.
    NoPlace,
}

/// Whether a folded word is on a list.
pub(in crate::extract) fn is(list: List, word: &str) -> bool {
    KNOWN.lists.get(&list).is_some_and(|words| words.get(word.as_bytes(), word_hash(word.as_bytes())).is_some())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    senses: BTreeMap<Sense, Vec<Box<str>>>,
    lists: BTreeMap<List, Vec<Box<str>>>,
}

struct Known {
    senses: WordTable<Sense>,
    lists: BTreeMap<List, WordTable<()>>,
}

static KNOWN: LazyLock<Known> = LazyLock::new(|| {
    let file: File = toml::from_str(FILE).expect("the file is read in tests");
    let senses = file.senses.iter().flat_map(|(sense, words)| words.iter().map(|word| (word.as_bytes(), *sense)));
    let table = |words: &[Box<str>]| WordTable::new(words.iter().map(|word| (word.as_bytes(), ())));
    Known {
        senses: WordTable::new(senses),
        lists: file.lists.iter().map(|(list, words)| (*list, table(words))).collect(),
    }
});

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::fold;

    #[test]
    fn the_file_is_sorted_folded_and_tells_each_word_once() {
        let file: File = toml::from_str(FILE).unwrap();
        for words in file.senses.values().chain(file.lists.values()) {
            assert!(words.is_sorted_by(|a, b| a < b), "{words:?}");
            assert!(words.iter().all(|word| !word.is_ascii() || word.len() == 1 || fold(word) == **word), "{words:?}");
        }
        let mut all: Vec<_> = file.senses.values().flatten().collect();
        all.sort_unstable();
        assert!(all.is_sorted_by(|a, b| a < b));
    }
}
