//! Tables by words, asked by the word and its hash: whoever asks for a word that is not there learns so from the hash alone.

use hashbrown::HashTable;

use super::word_hash::word_hash;

/// What is known by word. The words' own hash serves the table too, so that no word is hashed twice.
#[derive(Clone, Debug)]
pub(crate) struct WordTable<T>(HashTable<Entry<T>>);

#[derive(Clone, Debug)]
struct Entry<T> {
    hash: u32,
    word: Box<[u8]>,
    known: T,
}

impl<T> WordTable<T> {
    /// A table of words, no two of them the same.
    pub(crate) fn new<'w>(entries: impl Iterator<Item = (&'w [u8], T)>) -> Self {
        let mut table = HashTable::new();
        for (word, known) in entries {
            let entry = Entry { hash: word_hash(word), word: word.into(), known };
            table.insert_unique(spread(entry.hash), entry, |entry| spread(entry.hash));
        }
        Self(table)
    }

    /// What is known of `word`, which has this hash.
    pub(crate) fn get(&self, word: &[u8], hash: u32) -> Option<&T> {
        self.0.find(spread(hash), |entry| *entry.word == *word).map(|entry| &entry.known)
    }

    /// Whether any word has this hash.
    pub(crate) fn has_hash(&self, hash: u32) -> bool {
        self.0.find(spread(hash), |entry| entry.hash == hash).is_some()
    }
}

/// The table looks at the highest bits too, and those of a word's hash end at the thirty-second.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
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
