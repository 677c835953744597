//! The wording of a text: which words of the field it uses, and how much. What they say is not understood here; by them texts can be
//! likened where no reader finds what they tell.

use std::ops::Range;

use super::lexicon::Kinds;
use super::text::Text;
use crate::taxonomy::{Vocabulary, WordId};
use borsh::{BorshDeserialize, BorshSerialize};

/// So many of a posting's heaviest words count.
const MAX_WORDS: usize = 64;
/// What counts by how often it stands there, in hundredths: the logarithm of one more than that.
const TIMES: [u32; 8] = [100, 158, 200, 232, 258, 281, 300, 317];

/// What a word or a name counts that stands there so often, in hundredths.
pub(crate) fn counts(times: usize) -> u32 {
    TIMES[times.clamp(1, TIMES.len()) - 1]
}

/// Words by weight, as a vector.
#[derive(Clone, Debug, Default, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(crate) struct Wording {
    /// Ascending by word.
    pub words: Box<[(WordId, u16)]>,
    /// The vector's length.
    pub length: u32,
}

impl Wording {
    /// The wording of all these words.
    pub(super) fn of(words: Vec<WordId>, vocabulary: &Vocabulary) -> Self {
        Self::of_the_first(usize::MAX, words, vocabulary)
    }

    /// That of a posting: its heaviest words.
    pub(super) fn of_a_posting(words: Vec<WordId>, vocabulary: &Vocabulary) -> Self {
        Self::of_the_first(MAX_WORDS, words, vocabulary)
    }

    fn of_the_first(most: usize, mut words: Vec<WordId>, vocabulary: &Vocabulary) -> Self {
        words.sort_unstable();
        let weigh = |same: &[WordId]| {
            let weight = u32::from(vocabulary.weight(same[0])) * counts(same.len()) / 100;
            (same[0], u16::try_from(weight).unwrap_or(u16::MAX))
        };
        let mut weighed: Vec<(WordId, u16)> = Vec::with_capacity(words.len());
        weighed.extend(words.chunk_by(|a, b| a == b).map(weigh));
        let mut words = weighed;
        if words.len() > most {
            words.sort_unstable_by_key(|(word, weight)| (std::cmp::Reverse(*weight), *word));
            words.truncate(most);
            words.sort_unstable();
        }
        let squares: u64 = words.iter().map(|(_, weight)| u64::from(*weight) * u64::from(*weight)).sum();
        Self { words: words.into(), length: u32::try_from(squares.isqrt()).unwrap_or(u32::MAX) }
    }
}

/// A sentence with so many different words of the field's labels tells of it, whatever it names. Sentences about a boat or a choir have
/// two on average, and none of hundreds has six; sentences about work have five.
const WORDS_OF_THE_FIELD: usize = 6;

/// Whether these words of a text, which name nothing, are about the field all the same.
pub(super) fn tells_in_words_of_the_field(text: &Text, words: &Range<usize>, vocabulary: &Vocabulary) -> bool {
    if words.len() < WORDS_OF_THE_FIELD {
        return false;
    }
    let mut found = Vec::new();
    words.clone().for_each(|at| add_word(text, at, vocabulary, &mut found));
    found.retain(|word| vocabulary.shown(*word).is_some());
    found.sort_unstable();
    found.dedup();
    found.len() >= WORDS_OF_THE_FIELD
}

/// Adds what of the field a word of a text is, or holds.
pub(super) fn add_word(text: &Text, at: usize, vocabulary: &Vocabulary, found: &mut Vec<WordId>) {
    let kinds = text.kinds(at);
    if kinds.has(Kinds::NO_FIELD) {
        return;
    }
    if kinds.has(Kinds::LETTERS) {
        found.extend(vocabulary.get(text.word(at), text.word_hash(at)));
    } else {
        found.extend(vocabulary.find(text.word(at)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::Taxonomy;

    #[test]
    fn a_word_weighs_more_where_it_stands_twice() {
        let taxonomy = Taxonomy::builtin();
        let vocabulary = taxonomy.vocabulary();
        let of = |text: &str| Wording::of(vocabulary.find(text).collect(), vocabulary);
        let (once, twice) = (of("checkpoints"), of("checkpoint and checkpoints"));
        assert_eq!((once.words.len(), twice.words.len()), (1, 1));
        assert_eq!(u32::from(twice.words[0].1), u32::from(once.words[0].1) * 158 / 100);
        assert_eq!(once.length, u32::from(once.words[0].1));
    }

    #[test]
    fn of_a_posting_the_heaviest_words_count() {
        let taxonomy = Taxonomy::builtin();
        let vocabulary = taxonomy.vocabulary();
        let all: Vec<WordId> = vocabulary.find("checkpoints of training on a cluster").collect();
        let whole = Wording::of(all.clone(), vocabulary);
        let heaviest = Wording::of_the_first(1, all, vocabulary);
        assert_eq!(heaviest.words[0].1, whole.words.iter().map(|(_, weight)| *weight).max().unwrap());
    }
}
