//! Phrases to be found among the words of a text: told by a glance at a word whether one may begin there.
//!
//! What the phrases mean is for their readers; names of the taxonomy are found by the scanner.

use std::collections::BTreeMap;

use super::lexicon::Kinds;
use super::text::Text;
use crate::taxonomy::{NameTree, word_hash};

/// Phrases with their meanings.
pub(super) struct Phrases<T> {
    /// Where the phrases of each cell begin in `phrases`, and one more for their end.
    starts: Box<[u16; CELLS + 1]>,
    phrases: Vec<Phrase<T>>,
}

/// A phrase of one or more words.
pub(super) struct Phrase<T> {
    first: &'static str,
    hash: u32,
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

    /// Whether its other words follow the word `at`, all of them before the word `end`.
    pub(super) fn goes_on(&self, text: &Text, at: usize, end: usize) -> bool {
        at + self.rest.len() < end
            && (self.rest.is_empty() || text.word_hash(at + 1) == self.second)
            && self.rest.iter().zip(at + 1..).all(|(word, other)| *word == text.word(other))
    }
}

/// Words are told apart by so many cells before they are compared.
const CELLS: usize = 2048;

impl<T: Copy> Phrases<T> {
    /// Phrases of folded words with single spaces between them, by their meaning.
    pub(super) fn new(rows: &[(T, &[&'static str])]) -> Self {
        let mut phrases: Vec<Phrase<T>> = Vec::new();
        for (meaning, texts) in rows {
            for text in *texts {
                let mut words = text.split(' ');
                let first = words.next().unwrap_or_default();
                let hash = word_hash(first.as_bytes());
                let rest: Box<[&str]> = words.collect();
                let second = rest.first().map_or(0, |second| word_hash(second.as_bytes()));
                phrases.push(Phrase { first, hash, rest, second, meaning: *meaning });
            }
        }
        let known: BTreeMap<u32, &str> = phrases.iter().map(|phrase| (phrase.hash, phrase.first)).collect();
        assert!(phrases.iter().all(|phrase| known[&phrase.hash] == phrase.first), "a hash tells the first words apart");
        // Those of one cell stay in their order.
        phrases.sort_by_key(|phrase| cell(phrase.hash));
        let mut starts = Box::new([0; CELLS + 1]);
        for (at, start) in starts.iter_mut().enumerate() {
            let before = phrases.partition_point(|phrase| cell(phrase.hash) < at);
            *start = u16::try_from(before).expect("far fewer phrases than 65,536 are written in this crate");
        }
        Self { starts, phrases }
    }

    /// The phrases that begin with `word`, which has this hash. No two first words of one table have the same.
    pub(super) fn opened_by(&self, word: &str, hash: u32) -> impl Iterator<Item = &Phrase<T>> {
        let cell = cell(hash);
        let of_cell = &self.phrases[usize::from(self.starts[cell])..usize::from(self.starts[cell + 1])];
        let known = of_cell.iter().find(|phrase| phrase.hash == hash).is_some_and(|phrase| phrase.first == word);
        of_cell.iter().filter(move |phrase| known && phrase.hash == hash)
    }

    /// Every phrase among a range of the words of `text`: its meaning, and its first word and the one behind it. All words that
    /// phrases begin with are of these kinds.
    pub(super) fn within(
        &self,
        text: &Text,
        words: std::ops::Range<usize>,
        kinds: Kinds,
        mut found: impl FnMut(T, usize, usize),
    ) {
        for at in words.clone().filter(|at| text.kinds(*at).has(kinds)) {
            for phrase in self.opened_by(text.word(at), text.word_hash(at)) {
                if phrase.goes_on(text, at, words.end) {
                    found(phrase.meaning, at, at + phrase.len());
                }
            }
        }
    }

    /// The same among words that are parted by single spaces: the meanings alone.
    pub(super) fn meanings_in<'w>(&'w self, words: &'w str) -> impl Iterator<Item = T> + 'w {
        let starts = std::iter::once(0).chain(words.match_indices(' ').map(|(at, _)| at + 1));
        starts.flat_map(move |start| {
            let mut following = words[start..].split(' ');
            let first = following.next().unwrap_or_default();
            let opened = self.opened_by(first, word_hash(first.as_bytes()));
            let all_follow = move |rest: &[&str]| {
                let mut following = following.clone();
                rest.iter().all(|word| following.next() == Some(*word))
            };
            opened.filter(move |phrase| all_follow(&phrase.rest)).map(|phrase| phrase.meaning)
        })
    }
}

fn cell(hash: u32) -> usize {
    (hash ^ (hash >> 15)) as usize % CELLS
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
        assert_eq!(phrases.meanings_in("you must have").collect::<Vec<_>>(), [1, 1, 2]);
    }

    #[test]
    fn stems_begin_words() {
        let stems = Stems::new(&["recruit", "b.sc"]);
        let found = |text: &str| stems.begin_in(text, |_, _| true);
        assert!(found("technical recruiter") && found("(b.sc.) physics") && !found("unrecruited") && !found(""));
        assert!(!stems.begin_in("recruiter", |stem, rest| stem == "recruit" && rest.is_empty()));
    }
}
