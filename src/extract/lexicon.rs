//! What is known of a word by itself: one look-up a word, whose answer tells every reader whether the word concerns it.
//!
//! Only which words; what follows from them is for the readers beside this file, whose lists these are.

use std::ops::BitOr;
use std::sync::LazyLock;

use super::candidate::telling;
use super::terms::Reading;
use super::words::{Words, words};
use super::{
    asking, availability, cue, doers, level, number, permit, section_words, timeline, work_mode, workload, years,
};
use crate::taxonomy::word_hash;

/// Kinds of words, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Kinds(u32);

impl Kinds {
    /// A cue may begin with it.
    pub(super) const CUE: Self = Self(1);
    /// Between the items of a list.
    pub(super) const CONNECTOR: Self = Self(1 << 1);
    /// Opens a list of skills.
    pub(super) const SKILL_LEAD: Self = Self(1 << 2);
    /// Tells of something done.
    pub(super) const WORK: Self = Self(1 << 3);
    /// People who may be others than the writer, and `by`.
    pub(super) const OTHERS: Self = Self(1 << 4);
    /// Selling, hiring, arranging.
    pub(super) const TRADE: Self = Self(1 << 5);
    /// A low level, or a wish before a colon.
    pub(super) const AMOUNT: Self = Self(1 << 6);
    /// What is now.
    pub(super) const NOW: Self = Self(1 << 7);
    /// Begins or ends in a digit.
    pub(super) const FIGURE: Self = Self(1 << 8);
    /// Speaks for a posting or a profile.
    pub(super) const ASKING: Self = Self(1 << 9);
    /// May begin a number in words.
    pub(super) const NUMBER: Self = Self(1 << 10);
    /// Names a rung, or stands beside one.
    pub(super) const RUNG: Self = Self(1 << 11);
    /// May begin what says where work is done.
    pub(super) const WORK_MODE: Self = Self(1 << 12);
    /// Is in every sign of training or inference.
    pub(super) const WORKLOAD: Self = Self(1 << 13);
    /// May tell of years without a number.
    pub(super) const TIME: Self = Self(1 << 14);

    /// Letters of ASCII alone.
    pub(super) const LETTERS: Self = Self(1 << 15);
    /// Stands in headings of postings.
    pub(super) const HEADING: Self = Self(1 << 16);
    /// May say whether somebody would move.
    pub(super) const MOVE: Self = Self(1 << 17);
    /// May begin what says when somebody could start.
    pub(super) const START: Self = Self(1 << 18);
    /// May begin what says of a right to work.
    pub(super) const PERMIT: Self = Self(1 << 19);
    /// The writer, and the reader.
    pub(super) const ME: Self = Self(1 << 20);
    pub(super) const YOU: Self = Self(1 << 21);
    /// Only holds other words together.
    pub(super) const LINK: Self = Self(1 << 22);
    /// Asserts a skill and tells nothing of it.
    pub(super) const ASSERTION: Self = Self(1 << 23);
    /// Belongs to a name as often as not.
    pub(super) const HEAD: Self = Self(1 << 24);
    /// May begin a date in words.
    pub(super) const DATE: Self = Self(1 << 25);

    /// Whether any of these are among them.
    pub(super) const fn has(self, any: Self) -> bool {
        self.0 & any.0 != 0
    }
}

impl BitOr for Kinds {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Lists of words, each with the reader of what begins with one of them, where anything does. Nobody else is asked: the lexicon is
/// made of the same lists, so that no word can be read and not be known.
pub(super) type Openings<T> = &'static [(Words, fn(&Reading, usize) -> Option<T>)];

/// The words of some openings.
fn words_of<T>(openings: Openings<T>) -> impl Iterator<Item = Words> {
    openings.iter().map(|(words, _)| *words)
}

/// What is known of words.
#[derive(Debug)]
pub(super) struct Lexicon {
    /// Open addressing: the hash, and the index of the entry plus one; 0 for none.
    slots: Vec<(u32, u32)>,
    entries: Vec<(&'static str, Kinds)>,
}

/// The lexicon of all readers.
pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut lexicon = Lexicon { slots: vec![(0, 0); SLOTS], entries: Vec::new() };
    for (kinds, lists) in [
        (Kinds::CONNECTOR, vec![cue::CONNECTORS]),
        (Kinds::SKILL_LEAD, vec![cue::SKILL_LEADS]),
        (Kinds::WORK, vec![cue::WORK_VERBS]),
        (Kinds::OTHERS, vec![doers::OTHER_PEOPLE, doers::OTHER_TRADES, doers::GROUPS, words!("by")]),
        (Kinds::TRADE, vec![doers::TRADING, doers::HIRING, doers::ARRANGING]),
        (Kinds::AMOUNT, vec![cue::LITTLE_LEVELS, cue::WISH_LEADS, cue::COURSEWORK, cue::SCHOOL]),
        (Kinds::NOW, vec![cue::NOW]),
        (Kinds::ASKING, asking::sign_words().collect()),
        (Kinds::ME, vec![telling::ME]),
        (Kinds::YOU, vec![telling::YOU]),
        (Kinds::LINK, vec![telling::LINKS]),
        (Kinds::ASSERTION, vec![telling::ASSERTIONS]),
        (Kinds::HEAD, vec![telling::HEADS]),
        (Kinds::RUNG, words_of(level::RUNGS).collect()),
        (Kinds::WORK_MODE, words_of(work_mode::OPENINGS).collect()),
        (Kinds::MOVE, words_of(work_mode::MOVES).chain(words_of(work_mode::REFUSALS)).collect()),
        (Kinds::WORKLOAD, words_of(workload::SIGNS).collect()),
        (Kinds::TIME, words_of(years::WITHOUT_NUMBER).collect()),
        (Kinds::START, words_of(availability::OPENINGS).collect()),
        (Kinds::PERMIT, words_of(permit::OPENINGS).collect()),
    ] {
        for list in lists {
            list.iter().for_each(|word| lexicon.add(word, kinds));
        }
    }
    cue::first_words().for_each(|word| lexicon.add(word, Kinds::CUE));
    timeline::first_words().for_each(|word| lexicon.add(word, Kinds::DATE));
    number::first_words().for_each(|word| lexicon.add(word, Kinds::NUMBER));
    section_words::heading_words().for_each(|word| lexicon.add(word, Kinds::HEADING));
    assert!(lexicon.entries.len() * 2 <= SLOTS, "the lexicon has room: see SLOTS");
    lexicon
});

/// A power of two, at least twice as many as there are words.
const SLOTS: usize = 8192;

impl Lexicon {
    /// The kinds of `word`, which has this hash.
    pub(super) fn kinds(&self, word: &str, hash: u32) -> Kinds {
        let mut kinds = Kinds::default();
        if let (Some(first), Some(last)) = (word.as_bytes().first(), word.as_bytes().last()) {
            if first.is_ascii_digit() || last.is_ascii_digit() {
                kinds = Kinds::FIGURE;
            } else if *last == b't' && word.ends_with("n't") {
                kinds = Kinds::CUE;
            } else if word.bytes().all(|byte| byte.is_ascii_lowercase()) {
                kinds = Kinds::LETTERS;
            }
        }
        match self.find(word, hash) {
            Ok(entry) => self.entries[entry].1 | kinds,
            Err(_) => kinds,
        }
    }

    /// The entry of a word, or the slot for it.
    fn find(&self, word: &str, hash: u32) -> Result<usize, usize> {
        let mut slot = (hash ^ (hash >> 15)) as usize % SLOTS;
        loop {
            let (other, entry) = self.slots[slot];
            let Some(entry) = (entry as usize).checked_sub(1) else { return Err(slot) };
            if other == hash && self.entries[entry].0 == word {
                return Ok(entry);
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    fn add(&mut self, word: &'static str, kinds: Kinds) {
        let hash = word_hash(word.as_bytes());
        match self.find(word, hash) {
            Ok(entry) => self.entries[entry].1 = self.entries[entry].1 | kinds,
            Err(slot) => {
                self.entries.push((word, kinds));
                let number = u32::try_from(self.entries.len()).expect("fewer words than slots");
                self.slots[slot] = (hash, number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_the_kinds_of_all_its_lists() {
        let kinds = |word: &str| LEXICON.kinds(word, word_hash(word.as_bytes()));
        assert!(kinds("ran").has(Kinds::WORK) && kinds("ran").has(Kinds::ASKING));
        assert!(kinds("don't").has(Kinds::CUE) && kinds("no").has(Kinds::CUE));
        assert!(kinds("2021").has(Kinds::FIGURE) && kinds("7").has(Kinds::FIGURE));
        assert_eq!(kinds("lustre"), Kinds::LETTERS);
        assert_eq!(kinds("c++"), Kinds::default());
        assert_eq!(kinds(""), Kinds::default());
    }
}
