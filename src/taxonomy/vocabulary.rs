//! The field's vocabulary: the words that labels and practice rules are made of, and how much each tells apart.
//!
//! By it texts can be likened that name no thing in common. What a word means is not asked here.

use std::collections::{BTreeMap, BTreeSet};

use borsh::{BorshDeserialize, BorshSerialize};

use super::column::Column;
use super::texts::Texts;
use super::word_hash::{without_last, word_hash};
use super::word_table::WordTable;

/// Areas whose words are no sign of the field's work.
const OTHER_AREAS: &[&str] = &["soft", "business", "credentials"];
/// Words of every text and of every profile, of counting, and of who tells rather than of what is told.
const EVERYWHERE: &[&str] = &[
    "a", "about", "across", "after", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be", "because",
    "been", "before", "between", "both", "but", "by", "can", "could", "day", "days", "did", "do", "does", "dozen",
    "during", "each", "eight", "etc", "every", "experience", "experienced", "experiences", "expert", "expertise",
    "first", "five", "for", "four", "from", "had", "has", "have", "he", "her", "hers", "herself", "him", "himself",
    "his", "how", "hundred", "hundreds", "i", "if", "in", "into", "is", "it", "its", "itself", "knowledge",
    "knowledgeable", "me", "million", "mine", "month", "months", "more", "most", "mr", "mrs", "ms", "my", "nine", "no",
    "not", "of", "on", "one", "or", "other", "our", "ours", "out", "over", "own", "per", "proficiency", "proficient",
    "second", "seven", "she", "six", "skill", "skilled", "skills", "so", "some", "ten", "than", "that", "the", "their",
    "theirs", "them", "then", "there", "these", "they", "third", "this", "those", "thousand", "thousands", "three",
    "through", "to", "two", "under", "up", "us", "via", "was", "we", "week", "weeks", "well", "were", "what", "when",
    "where", "which", "while", "who", "will", "with", "within", "work", "worked", "working", "works", "would", "year",
    "years", "you", "your", "yours",
];
/// Words of who somebody is, which make no fit.
const PERSONAL: &[&str] = &[
    "african", "age", "aged", "american", "asian", "birth", "birthday", "black", "boy", "brother", "catholic", "child",
    "children", "christian", "citizen", "citizenship", "dad", "daughter", "daughters", "disabled", "divorced",
    "ethnic", "ethnicity", "family", "father", "female", "fiance", "fiancee", "gay", "gender", "girl", "girlfriend",
    "grandchildren", "hindu", "husband", "immigrant", "jewish", "kid", "kids", "lady", "latina", "latino", "male",
    "man", "marital", "marriage", "married", "men", "mom", "mother", "mum", "muslim", "name", "national",
    "nationality", "native", "old", "parent", "parents", "partner", "pregnant", "race", "religion", "religious",
    "retired", "sex", "single", "sister", "son", "sons", "spouse", "veteran", "white", "widow", "widowed", "wife",
    "woman", "women", "young",
];
/// Endings that leave the word what it is, by their last letter, the longest first.
fn endings(last: u8) -> &'static [&'static str] {
    match last {
        b's' => &["ings", "ions", "ies", "ers", "es", "s"],
        b'g' => &["ing"],
        b'n' => &["ion"],
        b'r' => &["er"],
        b'd' => &["ed"],
        b'e' => &["e"],
        b'y' => &["y"],
        _ => &[],
    }
}
/// What is left of a word without its ending has so many letters at the least.
const STEM: usize = 4;
/// Units of a word's weight to each halving of the concepts that it stands in.
const HALVING: u32 = 1024;

/// A word of the vocabulary, whatever its ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub(crate) struct WordId(u16);

impl WordId {
    pub(crate) fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn at(index: usize) -> Option<Self> {
        u16::try_from(index).ok().map(Self)
    }
}

/// See the module.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct Vocabulary {
    by_stem: WordTable<WordId>,
    /// See [`left_out_words`].
    left_out: WordTable<()>,
    /// By word, as some label has it; nothing for one that only practice rules have.
    shown: Texts,
    /// By word.
    weights: Column<u16>,
}

/// Collects a vocabulary, concept by concept.
#[derive(Default)]
pub(super) struct VocabularyList<'a> {
    n_concepts: u32,
    /// By stem: in how many concepts it stands, and its shortest form in a label.
    stems: BTreeMap<&'a str, (u32, Option<&'a str>)>,
}

impl<'a> VocabularyList<'a> {
    /// Adds a concept's folded labels and the phrases of its practice rules.
    pub(super) fn add(&mut self, area: &str, labels: &'a [String], phrases: &'a [String]) {
        if OTHER_AREAS.contains(&area) {
            return;
        }
        self.n_concepts += 1;
        let mut of_concept: BTreeSet<&str> = BTreeSet::new();
        for (texts, is_label) in [(labels, true), (phrases, false)] {
            for word in texts.iter().flat_map(|text| words(text)).filter(|word| !is_left_out(word)) {
                let stem = stem(word);
                let (count, shown) = self.stems.entry(stem).or_default();
                *count += u32::from(of_concept.insert(stem));
                if is_label && shown.is_none_or(|shown| (word.len(), word) < (shown.len(), shown)) {
                    *shown = Some(word);
                }
            }
        }
    }

    pub(super) fn ready(self) -> Vocabulary {
        let all: Vec<(&str, (u32, Option<&str>))> = self.stems.into_iter().take(usize::from(u16::MAX) + 1).collect();
        let stems = all.iter().map(|(stem, _)| stem.as_bytes());
        let left_out = left_out_words().map(|word| (word.as_bytes(), ()));
        Vocabulary {
            by_stem: WordTable::new(stems.zip((0..=u16::MAX).map(WordId))),
            left_out: WordTable::new(left_out),
            shown: all.iter().map(|(_, (_, shown))| shown.unwrap_or_default()).collect(),
            weights: all.iter().map(|(_, (count, _))| weight(self.n_concepts, *count)).collect(),
        }
    }
}

impl Vocabulary {
    /// The words of the field in a folded text, in order.
    pub(crate) fn find<'t>(&'t self, folded: &'t str) -> impl Iterator<Item = WordId> + 't {
        let words = words(folded).map(|word| (word, word_hash(word.as_bytes())));
        let of_a_field = words.filter(|(word, hash)| self.left_out.get(word.as_bytes(), *hash).is_none());
        of_a_field.filter_map(|(word, hash)| self.get(word, hash))
    }

    /// The same of one word of letters alone, which has this hash and is none of [`left_out_words`].
    pub(crate) fn get(&self, word: &str, hash: u32) -> Option<WordId> {
        let stem = stem(word);
        let ending = &word.as_bytes()[stem.len()..];
        let hash_of_stem = ending.iter().rev().fold(hash, |hash, letter| without_last(hash, *letter));
        self.by_stem.get(stem.as_bytes(), hash_of_stem).copied()
    }

    /// How many words there are.
    pub(crate) fn len(&self) -> usize {
        self.weights.len()
    }

    /// How much a word tells apart: [`HALVING`] for each halving of the concepts that it stands in.
    pub(crate) fn weight(&self, word: WordId) -> u16 {
        self.weights[word.index()]
    }

    /// A word as people write it.
    pub(crate) fn shown(&self, word: WordId) -> Option<&str> {
        Some(self.shown.get(word.index())).filter(|shown| !shown.is_empty())
    }
}

/// The words of a folded text that may be of a field, and no figures.
fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '+' | '#')))
        .map(|word| word.trim_start_matches(['+', '#']))
        .filter(|word| word.len() > 1 && word.contains(char::is_alphabetic))
}

/// Words that are of no field, whatever they are without their endings.
pub(crate) fn left_out_words() -> impl Iterator<Item = &'static str> {
    EVERYWHERE.iter().chain(PERSONAL).copied()
}

fn is_left_out(word: &str) -> bool {
    EVERYWHERE.binary_search(&word).is_ok() || PERSONAL.binary_search(&word).is_ok()
}

/// A word without its ending.
fn stem(word: &str) -> &str {
    let Some(&last) = word.as_bytes().last() else { return word };
    let without = |ending: &&str| word.strip_suffix(*ending).filter(|stem| stem.len() >= STEM);
    endings(last).iter().find_map(without).unwrap_or(word)
}

/// log2((all + count) / count), between whole numbers by a straight line.
fn weight(all: u32, count: u32) -> u16 {
    let count = u64::from(count.max(1));
    let ratio = (u64::from(all) + count) * u64::from(HALVING) / count;
    let whole = ratio.max(1).ilog2();
    let part = ((ratio << HALVING.ilog2()) >> whole) - u64::from(HALVING);
    let log = u64::from(whole.saturating_sub(HALVING.ilog2())) * u64::from(HALVING) + part;
    u16::try_from(log).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::Taxonomy;

    fn found(text: &str) -> Vec<WordId> {
        Taxonomy::builtin().vocabulary().find(text).collect()
    }

    #[test]
    fn words_that_are_left_out_are_in_order() {
        assert!(EVERYWHERE.is_sorted() && PERSONAL.is_sorted());
    }

    #[test]
    fn endings_make_no_other_word() {
        for (one, other) in [("schedulers", "scheduling"), ("query", "queries"), ("managed", "manages")] {
            assert_eq!(stem(one), stem(other));
        }
        assert_eq!(stem("gpus"), "gpus", "too short to be cut");
    }

    #[test]
    fn neither_figures_nor_pronouns_nor_names_are_words_of_the_field() {
        assert!(found("she was 42 in 1987, and Oluwaseun is hers").is_empty());
        assert_eq!(found("tuned checkpoints"), [found("tuned"), found("checkpoint")].concat());
        assert_eq!(found("checkpoint").len(), 1);
    }

    #[test]
    fn a_rarer_word_weighs_more() {
        assert!(weight(1000, 1) > weight(1000, 2));
        assert_eq!(weight(1023, 1), 10 * 1024);
    }
}
