//! Names of places that name something else: chips, schools, firms, and words of every day.

use std::ops::Range;

use super::super::terms::{Gap, Kind, Reading};
use super::super::words::{Words, one_of, words};
use crate::extract::lists;

/// What is called after cities, and the words that tell of it in a sentence: AMD's server processors after those of Italy (`EPYC Milan
/// and Genoa nodes`), a framework of Elixir.
const NAMESAKES: [(Words, Words); 2] = [
    (words!(lists::LOOK_ALIKES_CHIPS), words!(lists::LOOK_ALIKES_OF_CHIPS)),
    (words!(lists::LOOK_ALIKES_FRAMEWORKS), words!(lists::LOOK_ALIKES_OF_FRAMEWORKS)),
];

pub(super) fn names_a_product(reading: &Reading, at: usize) -> bool {
    let told = |signs: Words| reading.sentence(at).any(|word| reading.is(word, signs));
    NAMESAKES.iter().any(|(names, signs)| reading.is(at, *names) && told(*signs))
}

/// Whether a city's name is part of another one: `Frankfurt School`, `Paris Hilton`.
pub(super) fn names_something_else(reading: &Reading, end: usize) -> bool {
    let next = reading.tokens.get(end).filter(|token| token.kind == Kind::Word && token.gap == Gap::Space);
    next.is_some_and(|token| token.capital) && !one_of!(reading.word(end), lists::LOOK_ALIKES_PLACE)
}

/// `US citizens`, `a UK university`, `US Department of Defense`: a country's short name before what it describes is no place.
pub(super) fn is_adjective(reading: &Reading, tokens: &Range<usize>) -> bool {
    let short = tokens.len() == 1 && reading.is(tokens.start, words!(lists::LOOK_ALIKES_SHORT_COUNTRIES));
    let next = reading.tokens.get(tokens.end).filter(|token| token.kind == Kind::Word && token.gap == Gap::Space);
    let described = next.is_some_and(|next| !next.capital || reading.word(tokens.start).len() <= 3);
    short && described && !reading.is(tokens.end, words!(lists::LOOK_ALIKES_ADJECTIVE))
}
