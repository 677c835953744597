//! The alternatives of all patterns: what follows the first word of each, and what it decides.

use std::io::{self, Read, Write};
use std::ops::Range;

use borsh::{BorshDeserialize, BorshSerialize};

use crate::taxonomy::column::Column;
use crate::taxonomy::texts::Texts;
use crate::taxonomy::word_hash::word_hash;

/// By number.
#[derive(Clone, Debug, Default)]
pub(in crate::taxonomy) struct Alternatives {
    /// The distinct words behind first ones, and the hash of each.
    words: Texts,
    hashes: Vec<u32>,
    /// The words behind the first one of each alternative: twice the number of a word, and one more for a prefix.
    rests: Column<u32>,
    /// Where those of each alternative begin; and one more for their end.
    rest_starts: Column<u32>,
    /// Where the patterns begin, in the set's `decided`, whose rarest group it is part of; and one more for their end.
    decides: Column<u32>,
}

/// The words that follow the first one of an alternative.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rest<'a> {
    of: &'a Alternatives,
    words: &'a [u32],
}

impl Alternatives {
    /// Of distinct words in their order, and of those columns.
    pub(in crate::taxonomy) fn of_columns(
        words: Texts,
        rests: Column<u32>,
        rest_starts: Column<u32>,
        decides: Column<u32>,
    ) -> Self {
        let hashes = words.iter().map(|word| word_hash(word.as_bytes())).collect();
        Self { words, hashes, rests, rest_starts, decides }
    }

    pub(super) fn len(&self) -> usize {
        self.rest_starts.len().saturating_sub(1)
    }

    #[inline]
    pub(super) fn rest(&self, number: u32) -> Rest<'_> {
        let number = number as usize;
        let words = &self.rests[self.rest_starts[number] as usize..self.rest_starts[number + 1] as usize];
        Rest { of: self, words }
    }

    #[inline]
    pub(super) fn decides(&self, number: u32) -> Range<usize> {
        let number = number as usize;
        self.decides[number] as usize..self.decides[number + 1] as usize
    }
}

impl Rest<'_> {
    pub(super) fn len(self) -> usize {
        self.words.len()
    }

    /// Whether it may begin with a word of this hash.
    #[inline]
    pub(super) fn may_go_on(self, hash: u32) -> bool {
        self.words.first().is_none_or(|word| word % 2 == 1 || self.of.hashes[*word as usize / 2] == hash)
    }

    /// Whether these words follow the word `first`.
    pub(super) fn follows<'w>(self, first: usize, word: &impl Fn(usize) -> (&'w [u8], u32)) -> bool {
        self.words.iter().enumerate().all(|(i, expected)| {
            let (actual, is_prefix) = (word(first + 1 + i).0, expected % 2 == 1);
            let expected = self.of.words.get(*expected as usize / 2).as_bytes();
            if is_prefix { actual.starts_with(expected) } else { actual == expected }
        })
    }
}

/// The columns; hashes follow from the words.
impl BorshSerialize for Alternatives {
    fn serialize<W: Write>(&self, writer: &mut W) -> io::Result<()> {
        self.words.serialize(writer)?;
        self.rests.serialize(writer)?;
        self.rest_starts.serialize(writer)?;
        self.decides.serialize(writer)
    }
}

impl BorshDeserialize for Alternatives {
    fn deserialize_reader<R: Read>(reader: &mut R) -> io::Result<Self> {
        let words = Texts::deserialize_reader(reader)?;
        let [rests, rest_starts, decides] = [(); 3].map(|()| Column::deserialize_reader(reader));
        Ok(Self::of_columns(words, rests?, rest_starts?, decides?))
    }
}
