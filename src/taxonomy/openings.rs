//! Where in a text a name may begin at all, told by the first word there; and how far into the tree of names that word leads.

use std::collections::BTreeMap;

use borsh::{BorshDeserialize, BorshSerialize};

use super::name_tree::{NameTree, Place};
use super::word_hash::{START, then, without_last};
use super::word_table::WordTable;

/// The first words of names.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct Openings {
    words: WordTable<Opening>,
    /// By byte: whether a name begins with this sign, or a letter of another script.
    signs: [bool; 256],
    /// Letters of the longest word.
    longest: u32,
}

/// What a word opens.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub(crate) struct Opening {
    /// Where in the tree of names it leads.
    place: Place,
    /// The name that is this word alone.
    name: Option<u32>,
    /// How further words begin, as bits: see [`beginning`].
    seconds: u64,
    /// Whether a sign follows in a name.
    sign_follows: bool,
}

impl Opening {
    fn at(place: Place) -> Self {
        Self { place, name: None, seconds: 0, sign_follows: false }
    }

    /// Takes in a name, of which this follows the word.
    fn take(&mut self, number: u32, rest: &[u8]) {
        match rest {
            [] => self.name = Some(number),
            [b' ', first, second, ..] => self.seconds |= beginning(*first, *second),
            [b' ', ..] => self.seconds = u64::MAX,
            _ => self.sign_follows = true,
        }
    }

    /// The name that is the word alone.
    pub(crate) fn name(&self) -> Option<u32> {
        self.name
    }

    /// The place from which a longer name may go on in `text`, which follows the word.
    pub(crate) fn longer(&self, text: &[u8]) -> Option<Place> {
        let goes_on = match text {
            [b' ', first, second, ..] => self.seconds & beginning(*first, *second) != 0,
            [b' ', ..] => self.seconds == u64::MAX,
            _ => self.sign_follows,
        };
        goes_on.then_some(self.place)
    }
}

/// The first two letters of a word as one bit of 64.
fn beginning(first: u8, second: u8) -> u64 {
    1 << ((first.wrapping_mul(7) ^ second) & 63)
}

impl Openings {
    /// Of the names of a tree, by number.
    pub(crate) fn new<'n>(names: impl Iterator<Item = &'n str>, tree: &NameTree) -> Self {
        let mut signs = [false; 256];
        let mut firsts: BTreeMap<&[u8], Opening> = BTreeMap::new();
        for (number, name) in (0..).zip(names) {
            let name = name.as_bytes();
            let first = name.split(|byte| !byte.is_ascii_alphanumeric()).next().unwrap_or_default();
            if let ([], [sign, ..]) = (first, name) {
                signs[usize::from(*sign)] = true;
            } else {
                let place = || Opening::at(tree.place(first).expect("the tree is of these names"));
                firsts.entry(first).or_insert_with(place).take(number, &name[first.len()..]);
            }
        }
        let longest = firsts.keys().map(|word| word.len()).max().unwrap_or(0);
        let longest = u32::try_from(longest).expect("no word has as many letters");
        Self { words: WordTable::new(firsts.into_iter()), signs, longest }
    }

    /// Whether a name may begin where `text` does: a glance that never says no where one does. A name ends with a word, or
    /// before a plural s, the digits of a version or the `x` of a count.
    pub(crate) fn may_begin(&self, text: &[u8]) -> bool {
        let mut hash = START;
        for (length, letter) in text.iter().copied().enumerate() {
            if !letter.is_ascii_alphanumeric() {
                return if length == 0 { self.signs[usize::from(letter)] } else { self.words.has_hash(hash) };
            }
            if length > self.longest as usize {
                return false;
            }
            let may_follow = matches!(letter, b's' | b'x' | b'0'..=b'9');
            if length > 0 && may_follow && self.words.has_hash(hash) {
                return true;
            }
            hash = then(hash, letter);
        }
        self.words.has_hash(hash)
    }

    /// What a word of plain letters opens, which has this hash.
    #[inline]
    pub(crate) fn of(&self, word: &[u8], hash: u32) -> Option<&Opening> {
        self.words.get(word, hash)
    }

    /// The name that is the word of which this one is the plural.
    #[inline]
    pub(crate) fn name_of_one(&self, word: &[u8], hash: u32) -> Option<u32> {
        let one = word.strip_suffix(b"s")?;
        self.of(one, without_last(hash, b's'))?.name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::word_hash;

    #[test]
    fn a_name_is_never_missed() {
        let names = ["slurm", "c++", ".net", "h100", "gpu cluster", "集群"];
        let tree = NameTree::new(names.into_iter());
        let openings = Openings::new(names.into_iter(), &tree);
        for text in
            ["slurm", "slurms", "slurm2.1", "slurm集", "c++", ".net core", "h100x8", "gpu clusters", "集群", "slurm."]
        {
            assert!(openings.may_begin(text.as_bytes()), "{text}");
        }
        let opening = |word: &str| openings.of(word.as_bytes(), word_hash(word.as_bytes()));
        let longer = |word: &str, rest: &str| opening(word).and_then(|opening| opening.longer(rest.as_bytes()));
        assert_eq!(longer("gpu", " cluster"), tree.place(b"gpu"));
        assert_eq!(
            [longer("gpu", " nodes"), longer("gpu", "."), longer("gpu", " c"), longer("slurm", " x")],
            [None; 4]
        );
        assert_eq!(longer("c", "++"), tree.place(b"c"));
        assert_eq!(opening("slurm").and_then(Opening::name), Some(0));
        assert_eq!(openings.name_of_one(b"slurms", word_hash(b"slurms")), Some(0));
        for other in ["slumber", "administration", "+", "cluster", "batch", "of", "the"] {
            assert!(!openings.may_begin(other.as_bytes()) && opening(other).is_none(), "{other}");
        }
    }
}
