//! Where in a text a name may begin at all: told by the first word there, before the tree of names is asked.
//!
//! A glance that never says no where a name stands; it may say yes where none does.

use crate::taxonomy::{START, then};

/// The first words of names.
#[derive(Clone, Debug)]
pub(super) struct Openings {
    /// A bit for each hash of a first word.
    words: Vec<u64>,
    /// By byte: whether a name begins with this sign.
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
            let first: &[u8] = name.as_bytes().split(|byte| !is_letter(*byte)).next().unwrap_or_default();
            match (first, name.as_bytes()) {
                ([], [sign, ..]) => openings.signs[usize::from(*sign)] = true,
                _ => {
                    let (place, bit) = openings.bit(first.iter().fold(START, |hash, letter| then(hash, *letter)));
                    openings.words[place] |= bit;
                }
            }
        }
        openings
    }

    /// Whether a name may begin where `text` does. A name ends with a word, or before a plural s, the digits of a version, the
    /// `x` of a count or letters of scripts that need no spaces.
    pub(super) fn may_begin(&self, text: &[u8]) -> bool {
        let mut hash = START;
        for (length, letter) in text.iter().copied().enumerate() {
            if !is_letter(letter) {
                return if length == 0 { self.signs[usize::from(letter)] } else { self.has(hash) };
            }
            let may_follow = matches!(letter, b's' | b'x' | b'0'..=b'9' | 0x80..);
            if length > 0 && may_follow && self.has(hash) {
                return true;
            }
            hash = then(hash, letter);
        }
        self.has(hash)
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

/// Letters and digits; of other scripts any byte.
fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80
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
        let others = ["slumber", "administration", "+", "cluster", "batch", "of", "the"];
        assert!(others.iter().filter(|text| openings.may_begin(text.as_bytes())).count() <= 1);
    }
}
