//! Where in a text a name may begin at all: told by the first word there, before the tree of names is asked.
//!
//! A glance that never says no where a name stands; it may say yes where none does.

use crate::taxonomy::{START, then, without_last, word_hash};

/// The first words of names.
#[derive(Clone, Debug)]
pub(super) struct Openings {
    /// A bit for each hash of a first word.
    words: Vec<u64>,
    /// By byte: whether a name begins with this sign, or a letter of another script.
    signs: [bool; 256],
}

/// So many bits for each name: most words that begin none are told by one look.
const BITS: usize = 8;

impl Openings {
    pub(super) fn new<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Self {
        let mut openings = Self {
            words: vec![0; (names.clone().count() * BITS).next_power_of_two().div_ceil(64)],
            signs: [false; 256],
        };
        for name in names {
            let first: &[u8] = name.as_bytes().split(|byte| !byte.is_ascii_alphanumeric()).next().unwrap_or_default();
            if let ([], [sign, ..]) = (first, name.as_bytes()) {
                openings.signs[usize::from(*sign)] = true;
            } else {
                let (place, bit) = openings.bit(word_hash(first));
                openings.words[place] |= bit;
            }
        }
        openings
    }

    /// Whether a name may begin where `text` does. A name ends with a word, or before a plural s, the digits of a version or
    /// the `x` of a count.
    pub(super) fn may_begin(&self, text: &[u8]) -> bool {
        let mut hash = START;
        for (length, letter) in text.iter().copied().enumerate() {
            if !letter.is_ascii_alphanumeric() {
                return if length == 0 { self.signs[usize::from(letter)] } else { self.has(hash) };
            }
            let may_follow = matches!(letter, b's' | b'x' | b'0'..=b'9');
            if length > 0 && may_follow && self.has(hash) {
                return true;
            }
            hash = then(hash, letter);
        }
        self.has(hash)
    }

    /// The same for a text that begins with a word of plain letters, which has this hash.
    pub(super) fn may_begin_with(&self, word: &[u8], hash: u32) -> bool {
        let plural = || word.last() == Some(&b's') && self.has(without_last(hash, b's'));
        self.has(hash) || plural()
    }

    fn has(&self, hash: u32) -> bool {
        let (place, bit) = self.bit(hash);
        self.words[place] & bit != 0
    }

    fn bit(&self, hash: u32) -> (usize, u64) {
        let mixed = (hash ^ (hash >> 15)) as usize;
        ((mixed >> 6) & (self.words.len() - 1), 1 << (mixed & 63))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_never_missed() {
        let openings = Openings::new(["slurm", "c++", ".net", "h100", "gpu cluster", "集群"].into_iter());
        for text in
            ["slurm", "slurms", "slurm2.1", "slurm集", "c++", ".net core", "h100x8", "gpu clusters", "集群", "slurm."]
        {
            assert!(openings.may_begin(text.as_bytes()), "{text}");
        }
        for word in ["slurm", "slurms"] {
            assert!(openings.may_begin_with(word.as_bytes(), word_hash(word.as_bytes())), "{word}");
        }
        let others = ["slumber", "administration", "+", "cluster", "batch", "of", "the"];
        assert!(others.iter().filter(|text| openings.may_begin(text.as_bytes())).count() <= 1);
    }
}
