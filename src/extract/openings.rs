//! Where in a text a name may begin at all, told by the first word there; and how far into the tree of names that word leads.

use std::collections::HashSet;

use crate::taxonomy::{NameTree, Place, START, then, without_last, word_hash};

/// The first words of names.
#[derive(Clone, Debug)]
pub(super) struct Openings {
    /// Open addressing: the hash, and the index of the word plus one; 0 for none.
    slots: Vec<(u32, u32)>,
    /// Each with the place in the tree to which it leads.
    words: Vec<(Box<[u8]>, Place)>,
    /// By byte: whether a name begins with this sign, or a letter of another script.
    signs: [bool; 256],
    /// Letters of the longest word.
    longest: usize,
}

impl Openings {
    /// Of the names of a tree.
    pub(super) fn new<'n>(names: impl Iterator<Item = &'n str>, tree: &NameTree) -> Self {
        let mut signs = [false; 256];
        let mut firsts: HashSet<&[u8]> = HashSet::new();
        for name in names {
            let first = name.as_bytes().split(|byte| !byte.is_ascii_alphanumeric()).next().unwrap_or_default();
            if let ([], [sign, ..]) = (first, name.as_bytes()) {
                signs[usize::from(*sign)] = true;
            } else {
                firsts.insert(first);
            }
        }
        let mut firsts: Vec<&[u8]> = firsts.into_iter().collect();
        firsts.sort_unstable();
        let mut slots = vec![(0, 0); (firsts.len() * 2 + 1).next_power_of_two()];
        for (word, number) in firsts.iter().zip(1..) {
            let hash = word_hash(word);
            let mut slot = slot(hash) & (slots.len() - 1);
            while slots[slot].1 != 0 {
                slot = (slot + 1) & (slots.len() - 1);
            }
            slots[slot] = (hash, number);
        }
        let place = |word: &[u8]| tree.place(word).expect("the tree is of these names");
        let longest = firsts.iter().map(|word| word.len()).max().unwrap_or(0);
        let words = firsts.into_iter().map(|word| (word.into(), place(word))).collect();
        Self { slots, words, signs, longest }
    }

    /// Whether a name may begin where `text` does: a glance that never says no where one does. A name ends with a word, or
    /// before a plural s, the digits of a version or the `x` of a count.
    pub(super) fn may_begin(&self, text: &[u8]) -> bool {
        let mut hash = START;
        for (length, letter) in text.iter().copied().enumerate() {
            if !letter.is_ascii_alphanumeric() {
                return if length == 0 { self.signs[usize::from(letter)] } else { self.has(hash) };
            }
            if length > self.longest {
                return false;
            }
            let may_follow = matches!(letter, b's' | b'x' | b'0'..=b'9');
            if length > 0 && may_follow && self.has(hash) {
                return true;
            }
            hash = then(hash, letter);
        }
        self.has(hash)
    }

    /// The place to which a word of plain letters leads, which has this hash, where names begin with it.
    pub(super) fn place(&self, word: &[u8], hash: u32) -> Option<Place> {
        let found = self.of_hash(hash).find(|(known, _)| **known == *word);
        found.map(|(_, place)| *place)
    }

    /// The same for the word of which this one is the plural.
    pub(super) fn place_of_one(&self, word: &[u8], hash: u32) -> Option<Place> {
        let one = word.strip_suffix(b"s")?;
        self.place(one, without_last(hash, b's'))
    }

    fn has(&self, hash: u32) -> bool {
        self.of_hash(hash).next().is_some()
    }

    fn of_hash(&self, hash: u32) -> impl Iterator<Item = &(Box<[u8]>, Place)> {
        let from = slot(hash);
        let slots = (from..).map(|slot| self.slots[slot & (self.slots.len() - 1)]);
        let taken = slots.take_while(|(_, number)| *number != 0);
        taken.filter(move |(other, _)| *other == hash).map(|(_, number)| &self.words[number as usize - 1])
    }
}

fn slot(hash: u32) -> usize {
    (hash ^ (hash >> 15)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let place = |word: &str| openings.place(word.as_bytes(), word_hash(word.as_bytes()));
        assert_eq!(place("gpu"), tree.place(b"gpu"));
        assert_eq!(openings.place_of_one(b"slurms", word_hash(b"slurms")), tree.place(b"slurm"));
        for other in ["slumber", "administration", "+", "cluster", "batch", "of", "the"] {
            assert!(!openings.may_begin(other.as_bytes()) && place(other).is_none(), "{other}");
        }
    }
}
