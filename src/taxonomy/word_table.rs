//! Tables by words, asked by the word and its hash: whoever asks for a word that is not there learns so from the hash alone.

use super::word_hash::word_hash;

/// What is known by word.
#[derive(Clone, Debug)]
pub(crate) struct WordTable<T> {
    /// Open addressing: the hash, and the index of the entry plus one; 0 for none.
    slots: Vec<(u32, u32)>,
    entries: Vec<Entry<T>>,
}

/// A word, and what is known of it.
type Entry<T> = (Box<[u8]>, T);

/// At least so many slots for each word: most words that are asked for are not there, and their first slot shall be empty.
const SLOTS: usize = 3;

impl<T> WordTable<T> {
    /// A table of words, no two of them the same.
    pub(crate) fn new<'w>(entries: impl Iterator<Item = (&'w [u8], T)>) -> Self {
        let entries: Vec<Entry<T>> = entries.map(|(word, known)| (word.into(), known)).collect();
        let mut slots = vec![(0, 0); (entries.len() * SLOTS + 1).next_power_of_two()];
        for ((word, _), number) in entries.iter().zip(1..) {
            let hash = word_hash(word);
            let mut at = slot(hash) & (slots.len() - 1);
            while slots[at].1 != 0 {
                at = (at + 1) & (slots.len() - 1);
            }
            slots[at] = (hash, number);
        }
        Self { slots, entries }
    }

    /// What is known of `word`, which has this hash.
    pub(crate) fn get(&self, word: &[u8], hash: u32) -> Option<&T> {
        let mut from = slot(hash);
        loop {
            let (at, entry) = self.find(from, hash)?;
            if *entry.0 == *word {
                return Some(&entry.1);
            }
            from = at + 1;
        }
    }

    /// Whether any word has this hash.
    pub(crate) fn has_hash(&self, hash: u32) -> bool {
        self.find(slot(hash), hash).is_some()
    }

    /// The next entry of this hash, from a slot on, with its slot.
    fn find(&self, from: usize, hash: u32) -> Option<(usize, &Entry<T>)> {
        let mut at = from;
        loop {
            let (other, number) = self.slots[at & (self.slots.len() - 1)];
            if number == 0 {
                return None;
            }
            if other == hash {
                return Some((at, &self.entries[number as usize - 1]));
            }
            at += 1;
        }
    }
}

fn slot(hash: u32) -> usize {
    (hash ^ (hash >> 15)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_knows_its_words_and_no_others() {
        let table = WordTable::new(["gpu", "node", "x"].into_iter().map(str::as_bytes).zip(1..));
        let get = |word: &str| table.get(word.as_bytes(), word_hash(word.as_bytes())).copied();
        assert_eq!(["gpu", "node", "x", "gp", "nodes", ""].map(get), [Some(1), Some(2), Some(3), None, None, None]);
        // Another word of the same hash is none of them.
        assert_eq!(table.get(b"gpus", word_hash(b"gpu")), None);
        assert!(table.has_hash(word_hash(b"gpu")) && !table.has_hash(word_hash(b"gpus")));
    }
}
