//! Phrases to be found among the words of a text: told by a glance at a word whether one may begin there.
//!
//! What the phrases mean is for their readers; names of the taxonomy are found by the scanner.

use std::collections::BTreeMap;
use std::ops::Range;

use super::lexicon::Kinds;
use super::text::Text;
use crate::taxonomy::{NameTree, WordTable, word_hash};

/// Phrases with their meanings.
pub(super) struct Phrases<T> {
    opened: WordTable<Opened>,
    phrases: Vec<Phrase<T>>,
}

/// By first word, where its phrases stand in `phrases`.
struct Opened {
    all: Range<usize>,
    /// Those of one word once more, by themselves.
    alone: Range<usize>,
    /// Which second words there are; see [`glance`].
    seconds: u64,
}

/// A word as one bit of 64, by its hash.
fn glance(hash: u32) -> u64 {
    1 << (hash >> 26)
}

/// A phrase of one or more words, of which the first is known.
#[derive(Clone)]
pub(super) struct Phrase<T> {
    rest: Box<[&'static str]>,
    /// The hash of the second word; 0 where there is none.
    second: u32,
    pub meaning: T,
}

impl<T> Phrase<T> {
    /// How many words it has.
    pub(super) fn len(&self) -> usize {
        self.rest.len() + 1
    }

    /// Whether its other words are those that `word` tells of the places behind the first, which is at 0.
    pub(super) fn continues<'t>(&self, word: impl Fn(usize) -> &'t str) -> bool {
        self.rest.iter().enumerate().all(|(at, rest)| **rest == *word(at + 1))
    }

    /// Whether its other words follow the word `at`, all of them before the word `end`.
    #[inline]
    pub(super) fn goes_on(&self, text: &Text, at: usize, end: usize) -> bool {
        at + self.rest.len() < end
            && (self.rest.is_empty() || text.word_hash(at + 1) == self.second)
            && self.rest.iter().zip(at + 1..).all(|(word, other)| *word == text.word(other))
    }
}

impl<T: Copy> Phrases<T> {
    /// Phrases of folded words with single spaces between them, by their meaning.
    pub(super) fn new(rows: &[(T, &[&'static str])]) -> Self {
        let mut by_first: BTreeMap<&str, Vec<Phrase<T>>> = BTreeMap::new();
        for (meaning, texts) in rows {
            for text in *texts {
                let mut words = text.split(' ');
                let first = words.next().unwrap_or_default();
                let rest: Box<[&str]> = words.collect();
                let second = rest.first().map_or(0, |second| word_hash(second.as_bytes()));
                by_first.entry(first).or_default().push(Phrase { rest, second, meaning: *meaning });
            }
        }
        let (mut opened, mut phrases) = (Vec::new(), Vec::new());
        for (first, begun) in by_first {
            let from = phrases.len();
            phrases.extend(begun.iter().cloned());
            let all = from..phrases.len();
            let (alone, longer): (Vec<_>, Vec<_>) = begun.into_iter().partition(|phrase| phrase.rest.is_empty());
            let seconds = longer.iter().fold(0, |seconds, phrase| seconds | glance(phrase.second));
            phrases.extend(alone);
            let alone = all.end..phrases.len();
            opened.push((first.as_bytes(), Opened { all, alone, seconds }));
        }
        Self { opened: WordTable::new(opened.into_iter()), phrases }
    }

    /// The phrases that begin with `word`, which has this hash, in the order in which they are written.
    pub(super) fn opened_by(&self, word: &[u8], hash: u32) -> &[Phrase<T>] {
        self.opened.get(word, hash).map_or(&[], |opened| &self.phrases[opened.all.clone()])
    }

    /// Those of them that the next word of the text, before the word `end`, may go on with: of the many phrases with `you` most of
    /// the time but those of one word.
    #[inline]
    pub(super) fn begun(&self, text: &Text, at: usize, end: usize) -> &[Phrase<T>] {
        let (word, hash) = text.hashed_word(at);
        let Some(opened) = self.opened.get(word, hash) else { return &[] };
        let next = if at + 1 < end { text.word_hash(at + 1) } else { 0 };
        let phrases = if opened.seconds & glance(next) == 0 { &opened.alone } else { &opened.all };
        &self.phrases[phrases.clone()]
    }

    /// Every phrase among a range of the words of `text`: its meaning, and its first word and the one behind it. All words that
    /// phrases begin with are of these kinds.
    pub(super) fn within(
        &self,
        text: &Text,
        words: Range<usize>,
        kinds: Kinds,
        mut found: impl FnMut(T, usize, usize),
    ) {
        for at in text.of_kinds(words.clone(), kinds) {
            for phrase in self.begun(text, at, words.end) {
                if phrase.goes_on(text, at, words.end) {
                    found(phrase.meaning, at, at + phrase.len());
                }
            }
        }
    }

    /// The same among words that are parted by single spaces: the meanings alone.
    pub(super) fn meanings_in(&self, words: &str) -> Vec<T> {
        let words: Vec<&[u8]> = words.as_bytes().split(|byte| *byte == b' ').collect();
        let mut meanings = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let following = &words[at + 1..];
            let follows = |phrase: &&Phrase<T>| {
                phrase.rest.len() <= following.len()
                    && phrase.rest.iter().zip(following).all(|(word, other)| word.as_bytes() == *other)
            };
            let opened = self.opened_by(word, word_hash(word)).iter().filter(follows);
            meanings.extend(opened.map(|phrase| phrase.meaning));
        }
        meanings
    }
}

/// Beginnings of words and phrases, to be found where words of a text begin.
pub(super) struct Stems(NameTree);

impl Stems {
    pub(super) fn new(stems: &[&str]) -> Self {
        Self(NameTree::new(stems.iter().copied()))
    }

    /// Whether one of them begins a word of `text`, and `fits` with what stands behind it.
    pub(super) fn begin_in(&self, text: &str, fits: impl Fn(&str, &str) -> bool) -> bool {
        let mut within = false;
        text.char_indices().any(|(at, c)| {
            let here = &text[at..];
            let mut found = false;
            if !within {
                self.0.beginning(here.as_bytes(), |length, _| found |= fits(&here[..length], &here[length..]));
            }
            within = c.is_alphanumeric();
            found
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_whole_and_within_bounds() {
        let phrases = Phrases::new(&[(1, &["must", "must have"]), (2, &["have"])]);
        let kinds = Kinds::SIGN | Kinds::LETTERS;
        let text = Text::new("You must have Slurm, you must.");
        let found = |words| {
            let mut all = Vec::new();
            phrases.within(&text, words, kinds, |meaning, at, end| all.push((meaning, at, end)));
            all
        };
        assert_eq!(found(0..6), [(1, 1, 2), (1, 1, 3), (2, 2, 3), (1, 5, 6)]);
        assert_eq!(found(0..2), [(1, 1, 2)]);
        assert_eq!(phrases.meanings_in("you must have"), [1, 1, 2]);
    }

    #[test]
    fn stems_begin_words() {
        let stems = Stems::new(&["recruit", "b.sc"]);
        let found = |text: &str| stems.begin_in(text, |_, _| true);
        assert!(found("technical recruiter") && found("(b.sc.) physics") && !found("unrecruited") && !found(""));
        assert!(!stems.begin_in("recruiter", |stem, rest| stem == "recruit" && rest.is_empty()));
    }
}
