//! Words and beginnings of words: which of them a word of a text is, or begins with, told in one pass over its letters.
//!
//! Names of several words are for the tree of names beside this.

/// Words and beginnings, numbered in the order in which they were given.
#[derive(Clone, Debug)]
pub(crate) struct Beginnings {
    /// A bit for each hash, so that few places need a look into the slots.
    filter: Vec<u64>,
    /// Open addressing: the hash, and the number plus one; 0 for none.
    slots: Vec<(u32, u32)>,
    words: Vec<Box<str>>,
}

/// So many bits of the filter for each word.
const BITS: usize = 16;

impl Beginnings {
    /// Of `words`, none of them empty and no two of them the same.
    pub(crate) fn new<'w>(words: impl Iterator<Item = &'w str>) -> Self {
        let words: Vec<Box<str>> = words.map(Into::into).collect();
        let mut filter = vec![0; (words.len() * BITS).next_power_of_two().div_ceil(64)];
        let mut slots = vec![(0, 0); (words.len() * 2 + 1).next_power_of_two()];
        for (word, number) in words.iter().zip(1..) {
            let hash = word_hash(word.as_bytes());
            let (place, bit) = bit(hash, filter.len());
            filter[place] |= bit;
            let mut slot = mixed(hash) & (slots.len() - 1);
            while slots[slot].1 != 0 {
                slot = (slot + 1) & (slots.len() - 1);
            }
            slots[slot] = (hash, number);
        }
        Self { filter, slots, words }
    }

    /// Everything that `word` is or begins with, shorter ones first: how long it is, and its number.
    pub(crate) fn of(&self, word: &str, mut found: impl FnMut(usize, u32)) {
        let mut hash = START;
        for (length, letter) in (1..).zip(word.bytes()) {
            hash = then(hash, letter);
            let (place, bit) = bit(hash, self.filter.len());
            if self.filter[place] & bit != 0
                && let Some(number) = self.number(hash, &word.as_bytes()[..length])
            {
                found(length, number);
            }
        }
    }

    fn number(&self, hash: u32, letters: &[u8]) -> Option<u32> {
        let mut slot = mixed(hash) & (self.slots.len() - 1);
        loop {
            let (other, number) = self.slots[slot];
            let index = number.checked_sub(1)?;
            if other == hash && self.words[index as usize].as_bytes() == letters {
                return Some(index);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }
}

/// The hash of nothing.
pub(crate) const START: u32 = 0x811c_9dc5;

/// The hash of what has the hash `before` and one letter more (FNV-1a).
pub(crate) const fn then(before: u32, letter: u8) -> u32 {
    (before ^ letter as u32).wrapping_mul(0x0100_0193)
}

/// The hash before its last letter: `then` undone.
pub(crate) const fn without_last(hash: u32, letter: u8) -> u32 {
    // The inverse of the factor of `then`.
    hash.wrapping_mul(0x359c_449b) ^ letter as u32
}

/// The hash of a word, by which tables of words are looked up.
pub(crate) const fn word_hash(word: &[u8]) -> u32 {
    let mut hash = START;
    let mut at = 0;
    while at < word.len() {
        hash = then(hash, word[at]);
        at += 1;
    }
    hash
}

/// A hash as the place in a table: its upper bits have seen most.
const fn mixed(hash: u32) -> usize {
    (hash ^ (hash >> 15)) as usize
}

fn bit(hash: u32, places: usize) -> (usize, u64) {
    let mixed = mixed(hash);
    ((mixed >> 6) & (places - 1), 1 << (mixed & 63))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_can_be_taken_back() {
        assert_eq!(without_last(word_hash(b"jobs"), b's'), word_hash(b"job"));
    }

    #[test]
    fn all_beginnings_of_a_word_are_found() {
        let words = ["tun", "tuned", "gpu", "t", "operat"];
        let table = Beginnings::new(words.into_iter());
        let found = |word: &str| {
            let mut all = Vec::new();
            table.of(word, |length, number| all.push((length, words[number as usize])));
            all
        };
        assert_eq!(found("tuned"), [(1, "t"), (3, "tun"), (5, "tuned")]);
        assert_eq!(found("gpus"), [(3, "gpu")]);
        assert_eq!(found("opera"), []);
        assert_eq!(found(""), []);
        Beginnings::new(std::iter::empty()).of("tuned", |_, _| panic!("nothing begins with nothing"));
    }
}
