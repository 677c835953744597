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
    /// See [`ends`].
    ends: (u64, u64),
    known: T,
}

impl<T> Entry<T> {
    /// Whether it is of `word`; to tell of a word of up to 16 letters takes no call.
    #[inline]
    fn is(&self, word: &[u8]) -> bool {
        self.word.len() == word.len() && self.ends == ends(word) && (word.len() <= 16 || *self.word == *word)
    }
}

/// The first eight letters of a word and its last eight, of a short one the first four and the last four: up to 16 letters they tell
/// it from all others of its length.
#[inline]
fn ends(word: &[u8]) -> (u64, u64) {
    if let (Some(first), Some(last)) = (word.first_chunk::<8>(), word.last_chunk()) {
        (u64::from_le_bytes(*first), u64::from_le_bytes(*last))
    } else if let (Some(first), Some(last)) = (word.first_chunk::<4>(), word.last_chunk()) {
        (u64::from(u32::from_le_bytes(*first)), u64::from(u32::from_le_bytes(*last)))
    } else {
        (word.iter().fold(0, |all, letter| all << 8 | u64::from(*letter)), 0)
    }
}

impl<T> WordTable<T> {
    /// A table of words, no two of them the same.
    pub(crate) fn new<'w>(entries: impl Iterator<Item = (&'w [u8], T)>) -> Self {
        let entries: Vec<Entry<T>> =
            entries.map(|(word, known)| Entry { word: word.into(), ends: ends(word), known }).collect();
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
    #[inline]
    pub(crate) fn get(&self, word: &[u8], hash: u32) -> Option<&T> {
        let mut at = slot(hash, &self.slots);
        loop {
            let (of_word, number) = self.slots[at & (self.slots.len() - 1)];
            if number == 0 {
                return None;
            }
            if of_word == hash {
                let entry = &self.entries[number as usize - 1];
                if entry.is(word) {
                    return Some(&entry.known);
                }
            }
            at += 1;
        }
    }

    /// Whether any word has this hash.
    #[inline]
    pub(crate) fn has_hash(&self, hash: u32) -> bool {
        let mut at = slot(hash, &self.slots);
        loop {
            let (of_word, number) = self.slots[at & (self.slots.len() - 1)];
            if number == 0 || of_word == hash {
                return number != 0;
            }
            at += 1;
        }
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

    #[test]
    fn words_of_every_length_are_told_from_others_of_their_hash() {
        for word in ["ab", "abc", "abcd", "abcdefg", "abcdefgh", "abcdefghijklmnop", "abcdefghijklmnopqrstuvwxyz"] {
            let table = WordTable::new(std::iter::once((word.as_bytes(), ())));
            assert!(table.get(word.as_bytes(), word_hash(word.as_bytes())).is_some());
            for at in 0..word.len() {
                let mut other = word.as_bytes().to_vec();
                other[at] = b'-';
                assert!(table.get(&other, word_hash(word.as_bytes())).is_none(), "{word} {at}");
                other.remove(at);
                assert!(table.get(&other, word_hash(word.as_bytes())).is_none(), "{word} {at}");
            }
        }
    }
}
