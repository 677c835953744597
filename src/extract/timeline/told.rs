//! Jobs whose beginning and end a sentence tells apart: `I joined North Cloud in 2017 as an engineer and left in 2022`.

use super::heads::Heads;
use super::{Dated, going_on};
use crate::domain::Month;
use crate::extract::calendar::{Date, date};
use crate::extract::lists;
use crate::extract::terms::{Reading, is_break};
use crate::extract::words::{Words, one_of, words};

/// What people do who begin a job, and what they do at its end.
const BEGAN: Words = words!(lists::TIMELINE_TOLD_BEGAN);
const ENDED: Words = words!(lists::TIMELINE_TOLD_ENDED);
/// A verb stands so many words before the date of its beginning, and so many behind one that opens the sentence.
const VERB_BEFORE: usize = 12;
const VERB_BEHIND: usize = 4;
/// The date of an end stands so many words behind its verb.
const DATE_BEHIND: usize = 7;

/// The job that begins with the date at a token.
pub(super) fn told(reading: &Reading, at: usize) -> Option<Dated> {
    if reading.before(at, 1) != "in" && !(reading.before(at, 1) == "the" && reading.before(at, 2) == "in") {
        return None;
    }
    let from = date(reading, at)?;
    let sentence = reading.sentence(at);
    let begins = |verb: &usize| reading.is(*verb, BEGAN) && is_of_a_person(reading, *verb, sentence.start);
    let before = at.saturating_sub(VERB_BEFORE).max(sentence.start)..at;
    let mut before = before.rev().take_while(|i| reading.word(*i) != ";");
    let behind = from.end..sentence.end.min(from.end + VERB_BEHIND);
    let opens = at <= sentence.start + 2;
    if !(before.any(|verb| begins(&verb)) || (opens && behind.into_iter().any(|verb| begins(&verb)))) {
        return None;
    }
    let (end, last) = ending(reading, &from, sentence.end)?;
    let fits = end.is_none_or(|end| end >= from.first && end.since(from.first) < 60 * 12);
    fits.then_some(Dated { start: from.first, end, first: at, last, heads: Heads::Sentence })
}

/// `I joined`, `Sam moved`, `..., then joined`; not `the project started`.
fn is_of_a_person(reading: &Reading, verb: usize, sentence: usize) -> bool {
    let before = reading.before(verb, 1);
    verb == sentence
        || is_break(before)
        || reading.tokens[verb - 1].capital
        || one_of!(before, lists::TIMELINE_TOLD_OF_A_PERSON)
}

/// When it ended, if it did, and the last token that says so. What began after it in the same sentence ended it, too.
fn ending(reading: &Reading, from: &Date, end: usize) -> Option<(Option<Month>, usize)> {
    for at in from.end..end {
        let after = |to: &Date| (Some(to.last), to.end - 1);
        if one_of!(reading.word(at), lists::TIMELINE_TOLD_ENDING) {
            let first = at + 1 + usize::from(reading.word(at + 1) == "the");
            let open = going_on(reading, first).map(|end| (None, end - 1));
            if let Some(found) = date(reading, first).map(|to| after(&to)).or(open) {
                return Some(found);
            }
        }
        if reading.is(at, ENDED) {
            let near = at + 1..end.min(at + 1 + DATE_BEHIND);
            let to =
                near.into_iter().filter(|i| one_of!(reading.word(*i), "in the")).find_map(|i| date(reading, i + 1));
            if let Some(to) = to {
                return Some(after(&to));
            }
        }
        if reading.is(at, BEGAN) {
            let near = at + 1..end.min(at + 1 + DATE_BEHIND);
            let to = near.into_iter().filter(|i| reading.word(*i) == "in").find_map(|i| date(reading, i + 1));
            if let Some(to) = to {
                return Some((Some(to.first), from.end - 1));
            }
        }
    }
    let goes_on = (from.end..end).any(|i| one_of!(reading.word(i), lists::TIMELINE_TOLD_GOES_ON));
    goes_on.then_some((None, from.end - 1))
}
