//! Tables by words, asked by the word and its hash: whoever asks for a word that is not there learns so from the hash alone.

use std::io::{self, Read, Write};

use borsh::{BorshDeserialize, BorshSerialize};

use super::word_hash::word_hash;

/// What is known by word. The words' own hash serves the table too, so that no word is hashed twice.
#[derive(Clone, Debug)]
pub(crate) struct WordTable<T> {
    /// A word's hash and its number in `entries`, plus one; zeros for none. What does not fit in its slot follows in the next ones.
    slots: Box<[(u32, u32)]>,
    entries: Vec<Entry<T>>,
    /// All words, one behind the other.
    letters: Vec<u8>,
}

#[derive(Clone, Debug)]
struct Entry<T> {
    /// Where its word stands in the table's letters.
    start: u32,
    length: u32,
    /// See [`ends`].
    ends: (u64, u64),
    known: T,
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
        let letter = |at: usize| word.get(at).map_or(0, |letter| u64::from(*letter));
        (letter(0) | letter(1) << 8 | letter(2) << 16, 0)
    }
}

impl<T> WordTable<T> {
    /// A table of words, no two of them the same.
    pub(crate) fn new<'w>(entries: impl Iterator<Item = (&'w [u8], T)>) -> Self {
        let mut letters = Vec::new();
        let number = |count: usize| u32::try_from(count).expect("all words have far fewer letters than 2^32");
        let entries = entries.map(|(word, known)| {
            let start = number(letters.len());
            letters.extend_from_slice(word);
            Entry { start, length: number(word.len()), ends: ends(word), known }
        });
        let entries = entries.collect();
        Self::of_entries(entries, letters)
    }

    fn of_entries(entries: Vec<Entry<T>>, letters: Vec<u8>) -> Self {
        // One in four is taken at most, so that a word that is not there mostly meets an empty slot at once.
        let mut slots = vec![(0, 0); (entries.len() * 4).next_power_of_two()].into_boxed_slice();
        for (entry, number) in entries.iter().zip(1..) {
            let hash = word_hash(entry.word(&letters));
            let mut at = slot(hash, &slots);
            while slots[at].1 != 0 {
                at = (at + 1) % slots.len();
            }
            slots[at] = (hash, number);
        }
        Self { slots, entries, letters }
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
                if self.is(entry, word) {
                    return Some(&entry.known);
                }
            }
            at += 1;
        }
    }

    /// Whether an entry is of `word`; to tell of a word of up to 16 letters takes no call.
    #[inline]
    fn is(&self, entry: &Entry<T>, word: &[u8]) -> bool {
        entry.length as usize == word.len()
            && entry.ends == ends(word)
            && (word.len() <= 16 || entry.word(&self.letters) == word)
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

impl<T> Entry<T> {
    fn word<'l>(&self, letters: &'l [u8]) -> &'l [u8] {
        &letters[self.start as usize..][..self.length as usize]
    }
}

/// The words, each with what is known of it: slots follow from them.
impl<T: BorshSerialize> BorshSerialize for WordTable<T> {
    fn serialize<W: Write>(&self, writer: &mut W) -> io::Result<()> {
        let lengths = self.entries.iter().map(|entry| u8::try_from(entry.length).map_err(io::Error::other));
        lengths.collect::<io::Result<Vec<u8>>>()?.serialize(writer)?;
        self.letters.serialize(writer)?;
        self.entries.iter().try_for_each(|entry| entry.known.serialize(writer))
    }
}

impl<T: BorshDeserialize> BorshDeserialize for WordTable<T> {
    fn deserialize_reader<R: Read>(reader: &mut R) -> io::Result<Self> {
        let lengths = Vec::<u8>::deserialize_reader(reader)?;
        let letters = Vec::<u8>::deserialize_reader(reader)?;
        let mut entries = Vec::with_capacity(lengths.len());
        let mut start = 0;
        for length in lengths {
            let word = letters.get(start as usize..).and_then(|rest| rest.get(..usize::from(length)));
            let ends = ends(word.ok_or_else(|| io::Error::other("a table of words has fewer letters than its words"))?);
            entries.push(Entry { start, length: u32::from(length), ends, known: T::deserialize_reader(reader)? });
            start += u32::from(length);
        }
        Ok(Self::of_entries(entries, letters))
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
    fn a_table_that_was_written_knows_the_same_words() {
        let words = ["gpu", "node", "x", "interconnect"];
        let table = WordTable::new(words.into_iter().map(str::as_bytes).zip(1_u16..));
        let read: WordTable<u16> = borsh::from_slice(&borsh::to_vec(&table).unwrap()).unwrap();
        for word in words.into_iter().chain(["gp", "nodes", ""]) {
            let get = |table: &WordTable<u16>| table.get(word.as_bytes(), word_hash(word.as_bytes())).copied();
            assert_eq!(get(&read), get(&table), "{word}");
        }
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
