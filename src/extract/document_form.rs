//! How a document is made: what texts it consists of, and what its sentences do with the names in them.

use borsh::{BorshDeserialize, BorshSerialize};

use crate::domain::Month;

/// How the document is made: for flags, and for telling what in it is the person's own word.
#[derive(Clone, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct DocumentForm {
    /// Characters of free text, by its words; names of people left out.
    pub text_characters: u32,
    /// Skills that are only listed.
    pub listed_only: u32,
    /// Skills that are told of.
    pub described: u32,
    pub hidden_characters: u32,
    pub look_alike_characters: u32,
    /// The last month of which any dated work is told.
    pub last_active: Option<LastUsedMonth>,
    /// One a word of the passages: the run of words of the text that begins there, hashed; 0 where too few follow. No part of the
    /// encoded form: whoever keeps it keeps these apart, where they can be read alone.
    #[borsh(skip)]
    pub runs: Vec<u32>,
    /// What the texts are made of, in order; a sentence that repeats an earlier one is not there again.
    pub passages: Vec<Passage>,
    /// Words of sentences that say for the third time or more what others said.
    pub repeated_words: u32,
    /// Weighty words of all passages, sentences that tell of work, and weighty words of those that say nothing of the person.
    pub all_words: u32,
    pub telling_sentences: u32,
    pub empty_words: u32,
    /// Jobs that say what they were.
    pub jobs: u32,
    /// How many times the commonest technical concept is named.
    pub most_repeated: u32,
    /// Skills with more years than anybody works.
    pub endless_years: u32,
}

/// A sentence of a text, or a title or list of a job (which has no words of its own here).
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct Passage {
    /// Where its words begin in [`DocumentForm::runs`].
    pub start: u32,
    pub words: u16,
    /// Those of them without a capital: names, and so whose they are, weigh nothing. None of a sentence that yields no fact.
    pub plain_words: u16,
    /// Those and the first one, and names of the field.
    pub weighty_words: u16,
    /// It quotes: what stands in the posting too is not passed off as one's own.
    pub quotes: bool,
    /// The part of the document that it belongs to: headline, summary, one job; see [`Block`].
    pub block: Block,
    pub standing: Standing,
}

/// A part of a document, numbered in order of reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub(crate) struct Block(pub u8);

impl Block {
    pub(crate) const HEADLINE: Self = Self(0);
    pub(crate) const SUMMARY: Self = Self(1);

    /// That of a job; jobs beyond the numbers of a byte share the last.
    pub(crate) fn job(index: usize) -> Self {
        Self(u8::try_from(index.saturating_add(2)).unwrap_or(u8::MAX))
    }

    pub(crate) fn is_job(self) -> bool {
        self > Self::SUMMARY
    }
}

/// What a sentence does with the names in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, BorshSerialize, BorshDeserialize)]
pub(crate) enum Standing {
    /// It says nothing of the person: it asks, or says again what was said.
    Empty,
    /// It names many things.
    Lists,
    /// It states a skill or a position and tells nothing of it.
    Asserts,
    /// It states for how long something was done, or that it is somebody's to do, and tells no more of it.
    States,
    /// It tells of something.
    Tells,
}

/// A month, or now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) enum LastUsedMonth {
    Now,
    At(Month),
}
