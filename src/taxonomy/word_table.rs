//! Tables by words, asked by the word and its hash: whoever asks for a word that is not there learns so from the hash alone.

use super::word_hash::word_hash;

/// What is known by word. The words' own hash serves the table too, so that no word is hashed twice.
#[derive(Clone, Debug)]
pub(crate) struct WordTable<T> {
    /// A word's hash and its number in `entries`, plus one; zeros for none. What does not fit in its slot follows in the next ones.
    slots: Box<[(u32, u32)]>,
    entries: Vec<Entry<T>>,
}

#[derive(Clone, Debug)]
struct Entry<T> {
    word: Box<[u8]>,
    known: T,
}

impl<T> WordTable<T> {
    /// A table of words, no two of them the same.
    pub(crate) fn new<'w>(entries: impl Iterator<Item = (&'w [u8], T)>) -> Self {
        let entries: Vec<Entry<T>> = entries.map(|(word, known)| Entry { word: word.into(), known }).collect();
        // One in four is taken at most, so that a word that is not there mostly meets an empty slot at once.
        let mut slots = vec![(0, 0); (entries.len() * 4).next_power_of_two()].into_boxed_slice();
        for (entry, number) in entries.iter().zip(1..) {
            let hash = word_hash(&entry.word);
            let mut at = slot(hash, &slots);
            while slots[at].1 != 0 {
                at = (at + 1) % slots.len();
            }
            slots[at] = (hash, number);
        }
        Self { slots, entries }
    }

    /// What is known of `word`, which has this hash.
    pub(crate) fn get(&self, word: &[u8], hash: u32) -> Option<&T> {
        let mut of_hash = self.of_hash(hash).map(|number| &self.entries[number]);
        of_hash.find(|entry| *entry.word == *word).map(|entry| &entry.known)
    }

    /// Whether any word has this hash.
    pub(crate) fn has_hash(&self, hash: u32) -> bool {
        self.of_hash(hash).next().is_some()
    }

    /// The numbers of the words that have this hash: one or none, but by chance.
    fn of_hash(&self, hash: u32) -> impl Iterator<Item = usize> {
        let mask = self.slots.len() - 1;
        let mut at = slot(hash, &self.slots);
        std::iter::from_fn(move || {
            loop {
                let (of_word, number) = self.slots[at & mask];
                if number == 0 {
                    return None;
                }
                at += 1;
                if of_word == hash {
                    return Some(number as usize - 1);
                }
            }
        })
    }
}

/// Where a hash begins to look: its upper bits depend on all letters, the lowest on little.
fn slot(hash: u32, slots: &[(u32, u32)]) -> usize {
    (hash ^ (hash >> 15)) as usize & (slots.len() - 1)
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
