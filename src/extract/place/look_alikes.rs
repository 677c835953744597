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

/// Whether the words after a city's name make it part of another name: `Frankfurt School`, `Paris Hilton`, `Chicago-style`.
pub(super) fn names_something_else(reading: &Reading, end: usize) -> bool {
    let word = reading.word(end);
    let Some(token) = reading.tokens.get(end).filter(|token| token.kind == Kind::Word && token.gap != Gap::Line) else {
        return false;
    };
    let place = one_of!(word, lists::LOOK_ALIKES_PLACE);
    // `Leeds LS1 4AB` is an address.
    let code = word.bytes().any(|byte| byte.is_ascii_digit());
    let name = token.capital && token.gap == Gap::Space && !place && !code;
    name || one_of!(word, lists::LOOK_ALIKES_SOMETHING_ELSE)
}

/// `US citizens`, `a UK university`, `US Department of Defense`: a country's short name before what it describes is no place.
pub(super) fn is_adjective(reading: &Reading, tokens: &Range<usize>) -> bool {
    let short = tokens.len() == 1 && reading.is(tokens.start, words!(lists::LOOK_ALIKES_SHORT_COUNTRIES));
    let dotted = matches!(reading.word(tokens.start), "u.s" | "u.k");
    let stop = dotted && reading.word(tokens.end) == "." && reading.gap(tokens.end) == Gap::Glued;
    let next = tokens.end + usize::from(stop);
    let Some(token) = reading.tokens.get(next).filter(|token| token.kind == Kind::Word && token.gap == Gap::Space)
    else {
        return false;
    };
    let verb_or_small = reading.is(next, words!(lists::LOOK_ALIKES_ADJECTIVE));
    short && !verb_or_small && !(stop && token.capital) && (!token.capital || reading.word(tokens.start).len() <= 3)
}
