//! Sets of words, and the one way of asking whether a word is in a set: by its hash, which a text knows of each of its words.
//!
//! Only single words; phrases of several are in `phrases`.

use crate::taxonomy::word_hash;

/// A set of words, written as one text with single spaces between them, and looked up by a table made at compile time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    /// The words.
    pub list: &'static str,
    /// The upper half of a word's hash, and where in the list it begins, plus one; zeros for none. What does not fit in its
    /// slot follows in the next ones.
    pub slots: &'static [(u16, u16)],
}

impl Words {
    /// Whether `word` is one of them.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.has_hashed(word.as_bytes(), word_hash(word.as_bytes()))
    }

    /// The same, where the word's hash is known: hardly any word that is none of them is compared with one.
    #[inline]
    pub(crate) fn has_hashed(&self, word: &[u8], hash: u32) -> bool {
        self.has_of_hash(hash, || word)
    }

    /// The same, where even the word is looked up only if one has its hash.
    #[inline]
    pub(crate) fn has_of_hash<'w>(&self, hash: u32, word: impl Fn() -> &'w [u8]) -> bool {
        self.place(hash, word).is_some()
    }

    /// Where in the list a word of this hash begins.
    #[inline]
    fn place<'w>(&self, hash: u32, word: impl Fn() -> &'w [u8]) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut at = slot(hash, mask);
        loop {
            let (tag, start) = self.slots[at & mask];
            let start = usize::from(start).checked_sub(1)?;
            if tag == upper(hash) && self.begins_with(start, word()) {
                return Some(start);
            }
            at += 1;
        }
    }

    /// The words, one by one.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &'static str> {
        self.list.split(' ')
    }

    fn begins_with(&self, start: usize, word: &[u8]) -> bool {
        let end = start + word.len();
        let list = self.list.as_bytes();
        list.get(end).is_none_or(|after| *after == b' ') && list.get(start..end) == Some(word)
    }
}

/// Words with what each stands for; those of one meaning stand beside each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Values {
    pub words: Words,
    /// Where in the list the words of each meaning end, ascending.
    pub values: &'static [(usize, &'static str)],
}

impl Values {
    /// What a word stands for, if it is one of them.
    pub(crate) fn of(&self, word: &str) -> Option<&'static str> {
        let place = self.words.place(word_hash(word.as_bytes()), || word.as_bytes())?;
        let value = self.values.partition_point(|(end, _)| *end <= place);
        Some(self.values[value].1)
    }

    /// Each word with what it stands for.
    pub(crate) fn iter(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let starts = std::iter::once(0).chain(self.values.iter().map(|(end, _)| *end));
        starts.zip(self.values).flat_map(move |(start, (end, value))| {
            let words = &self.words.list[start..(*end).min(self.words.list.len())];
            words.split_ascii_whitespace().map(move |word| (word, *value))
        })
    }
}

const fn upper(hash: u32) -> u16 {
    (hash >> 16) as u16
}

const fn slot(hash: u32, mask: usize) -> usize {
    (hash ^ (hash >> 15)) as usize & mask
}

/// How many slots a list of words gets: at least twice as many as words, a power of two.
pub(crate) const fn slot_count(list: &str) -> usize {
    let bytes = list.as_bytes();
    let (mut words, mut at) = (1, 0);
    while at < bytes.len() {
        words += (bytes[at] == b' ') as usize;
        at += 1;
    }
    (2 * words).next_power_of_two()
}

/// The table of a list of words with single spaces between them.
pub(crate) const fn slots<const N: usize>(list: &str) -> [(u16, u16); N] {
    let bytes = list.as_bytes();
    assert!(bytes.len() < u16::MAX as usize, "a list of words is at most 65,534 bytes long");
    let mut slots = [(0, 0); N];
    let mut rest = bytes;
    while !rest.is_empty() {
        let mut length = 0;
        while length < rest.len() && rest[length] != b' ' {
            length += 1;
        }
        let (word, others) = rest.split_at(length);
        if length > 0 {
            let hash = word_hash(word);
            let mut at = slot(hash, N - 1);
            while slots[at].1 != 0 {
                at = (at + 1) & (N - 1);
            }
            #[expect(clippy::cast_possible_truncation, reason = "asserted above")]
            let start = (bytes.len() - rest.len()) as u16 + 1;
            slots[at] = (upper(hash), start);
        }
        rest = match others {
            [_space, behind @ ..] => behind,
            [] => others,
        };
    }
    slots
}

/// The words of a constant list, which are parted by single spaces.
macro_rules! words {
    ($list:expr $(,)?) => {{
        static SLOTS: [(u16, u16); $crate::extract::words::slot_count($list)] = $crate::extract::words::slots($list);
        $crate::extract::words::Words { list: $list, slots: &SLOTS }
    }};
}
pub(crate) use words;

/// Whether a word is one of those of a constant list, which are parted by single spaces.
macro_rules! one_of {
    ($word:expr, $list:expr $(,)?) => {
        $crate::extract::words::words!($list).has($word)
    };
}
pub(crate) use one_of;

#[cfg(test)]
mod tests {
    use super::Values;

    #[test]
    fn a_word_stands_for_the_meaning_of_its_list() {
        let shades = Values { words: words!("red crimson blue"), values: &[(12, "warm"), (17, "cold")] };
        let of = ["red", "crimson", "blue", "green"].map(|word| shades.of(word));
        assert_eq!(of, [Some("warm"), Some("warm"), Some("cold"), None]);
    }

    #[test]
    fn a_set_has_its_words_and_no_others() {
        let colours = words!("red green blue red-ish");
        for word in colours.iter() {
            assert!(colours.has(word), "{word}");
        }
        for word in ["", "re", "redgreen", "red green", "black", "een", "ish"] {
            assert!(!colours.has(word), "{word}");
        }
    }
}
