//! What is known of a word by itself: one look-up a word, whose answer tells every reader whether the word concerns it.
//!
//! Only which words; what follows from them is for the readers beside this file, whose lists these are.

use std::collections::BTreeMap;
use std::ops::BitOr;
use std::sync::LazyLock;

use super::candidate::telling;
use super::posting::not_asked;
use super::terms::Reading;
use super::words::{Words, words};
use super::{
    asking, availability, cue, doers, level, moves, number, permit, section_headings, section_words, timeline,
    work_mode, workload, years,
};
use crate::taxonomy::{WordTable, left_out_words, word_hash};

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
    /// May begin what says which part of a posting a sentence belongs to.
    pub(super) const SIGN: Self = Self(1 << 26);
    /// May begin a wish of a posting.
    pub(super) const PREFERENCE: Self = Self(1 << 27);
    /// May begin what says of a level in a title.
    pub(super) const TITLE: Self = Self(1 << 28);
    /// Is no word of the field, whatever it is without its ending.
    pub(super) const NO_FIELD: Self = Self(1 << 29);
    /// A unit of time in which experience is counted.
    pub(super) const YEARS: Self = Self(1 << 30);
    /// Stands where a posting names what it asks of nobody.
    pub(super) const OF_OTHERS: Self = Self(1 << 31);

    /// Kinds of tokens at which readers begin: see [`Reading::with`].
    pub(super) const BEGINNING: Self = Self(
        Self::FIGURE.0
            | Self::NUMBER.0
            | Self::YEARS.0
            | Self::TIME.0
            | Self::RUNG.0
            | Self::TITLE.0
            | Self::WORK_MODE.0
            | Self::MOVE.0
            | Self::WORKLOAD.0
            | Self::START.0
            | Self::PERMIT.0,
    );

    /// Whether all of these are among `others`.
    pub(super) const fn are_among(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }

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
    words: WordTable<Kinds>,
    /// Of signs of ASCII by themselves.
    signs: [Kinds; 128],
}

/// The lexicon of all readers.
pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut known: BTreeMap<&'static str, Kinds> = BTreeMap::new();
    let mut add = |word: &'static str, kinds: Kinds| {
        let all = known.entry(word).or_default();
        *all = *all | kinds;
    };
    for (kinds, lists) in [
        (Kinds::CONNECTOR, vec![cue::CONNECTORS]),
        (Kinds::SKILL_LEAD, vec![cue::SKILL_LEADS]),
        (Kinds::WORK, vec![cue::WORK_VERBS]),
        (Kinds::OTHERS, vec![doers::OTHER_PEOPLE, doers::OFFICERS, doers::OTHER_TRADES, doers::GROUPS, words!("by")]),
        (Kinds::TRADE, vec![doers::TRADES, doers::TRADING, doers::HIRING, doers::ARRANGING, doers::ALIGNING]),
        (Kinds::AMOUNT, vec![cue::LITTLE_LEVELS, cue::COURSEWORK, cue::SCHOOL]),
        (Kinds::NOW, vec![cue::NOW]),
        (Kinds::ASKING, asking::sign_words().collect()),
        (Kinds::ME, vec![telling::ME]),
        (Kinds::YOU, vec![telling::YOU]),
        (Kinds::LINK, vec![telling::LINKS]),
        (Kinds::ASSERTION, vec![telling::ASSERTIONS]),
        (Kinds::HEAD, vec![telling::HEADS]),
        (Kinds::TIME, words_of(years::WITHOUT_NUMBER).collect()),
        (Kinds::YEARS, vec![years::COUNTED]),
        (Kinds::OF_OTHERS, not_asked::words_of_others().to_vec()),
    ] {
        for list in lists {
            list.iter().for_each(|word| add(word, kinds));
        }
    }
    cue::first_words().for_each(|word| add(word, Kinds::CUE));
    timeline::first_words().for_each(|word| add(word, Kinds::DATE));
    number::first_words().for_each(|word| add(word, Kinds::NUMBER));
    section_headings::heading_words().for_each(|word| add(word, Kinds::HEADING));
    left_out_words().for_each(|word| add(word, Kinds::NO_FIELD));
    workload::first_words().for_each(|word| add(word, Kinds::WORKLOAD));
    availability::first_words().for_each(|word| add(word, Kinds::START));
    moves::first_words().for_each(|word| add(word, Kinds::MOVE));
    permit::first_words().for_each(|word| add(word, Kinds::PERMIT));
    work_mode::mode_words().for_each(|word| add(word, Kinds::WORK_MODE));
    level::words_elsewhere().for_each(|word| add(word, Kinds::RUNG));
    level::text_words().for_each(|word| add(word, Kinds::RUNG));
    level::title_words().for_each(|word| add(word, Kinds::TITLE));
    section_words::sign_words().for_each(|word| add(word, Kinds::SIGN));
    section_words::preference_words().for_each(|word| add(word, Kinds::PREFERENCE));
    let words = WordTable::new(known.into_iter().map(|(word, kinds)| (word.as_bytes(), kinds)));
    let of_sign = |sign: u8| words.get(&[sign], word_hash(&[sign])).copied().unwrap_or_default();
    let signs = std::array::from_fn(|sign| u8::try_from(sign).map(of_sign).unwrap_or_default());
    Lexicon { words, signs }
});

impl Lexicon {
    /// The kinds of `word`, which has this hash.
    pub(super) fn kinds(&self, word: &[u8], hash: u32) -> Kinds {
        self.kinds_of(word, hash, word.iter().all(u8::is_ascii_lowercase))
    }

    /// The same, where it is known whether it is of plain letters alone.
    #[inline]
    pub(super) fn kinds_of(&self, word: &[u8], hash: u32, letters: bool) -> Kinds {
        let form = match word {
            [] => Kinds::default(),
            _ if letters => Kinds::LETTERS,
            [b'0'..=b'9', ..] | [.., b'0'..=b'9'] => Kinds::FIGURE,
            [.., b'n', b'\'', b't'] => Kinds::CUE,
            _ => Kinds::default(),
        };
        form | self.words.get(word, hash).copied().unwrap_or_default()
    }

    /// The kinds of a sign of ASCII that stands by itself.
    pub(super) fn kinds_of_sign(&self, sign: u8) -> Kinds {
        self.signs.get(usize::from(sign)).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_the_kinds_of_all_its_lists() {
        let kinds = |word: &str| LEXICON.kinds(word.as_bytes(), word_hash(word.as_bytes()));
        assert!(kinds("ran").has(Kinds::WORK) && kinds("ran").has(Kinds::ASKING));
        assert!(kinds("don't").has(Kinds::CUE) && kinds("no").has(Kinds::CUE));
        assert!(kinds("2021").has(Kinds::FIGURE) && kinds("7").has(Kinds::FIGURE));
        assert_eq!(kinds("lustre"), Kinds::LETTERS);
        assert_eq!(kinds("c++"), Kinds::default());
        assert_eq!(kinds(""), Kinds::default());
        for sign in (b'!'..=b'~').filter(u8::is_ascii_punctuation) {
            assert_eq!(kinds(char::from(sign).encode_utf8(&mut [0])), LEXICON.kinds_of_sign(sign));
        }
    }
}
