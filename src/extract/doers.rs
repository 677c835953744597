//! Who does a thing, by the words for people and deeds: the writer, or others; by hand, or by way of trade.
//!
//! Only the vocabulary; what follows from it for the names in a sentence is in `context`.

use super::cue::WORK_VERBS;
use super::lists;
use super::text::Text;
use super::words::{Words, one_of, words};

/// People who are not the writer, whatever stands before them.
pub(super) const OTHER_PEOPLE: Words = words!(lists::DOERS_OTHER_PEOPLE);
/// People who are others where something is said of what they do: `people who write`.
pub(super) const OTHER_TRADES: Words = words!(lists::DOERS_OTHER_TRADES);
/// People who are others where they are somebody's: `our CTO wrote`.
pub(super) const OFFICERS: Words = words!(lists::DOERS_OFFICERS);
pub(super) const WHOSE: Words = words!(lists::DOERS_WHOSE);
/// Groups, which may be one's own.
pub(super) const GROUPS: Words = words!(lists::DOERS_GROUPS);
/// Words before a group that is not one's own.
pub(super) const NOT_OWN: Words = words!(lists::DOERS_NOT_OWN);
/// Whoever does this for or with others has a hand in what they do.
pub(super) const SHARED_WORK: Words = words!(lists::DOERS_SHARED_WORK);

/// Somebody else than the writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Other {
    Person,
    /// Only with `who`.
    Trade,
    /// Only where it is another one.
    Group,
}

/// Whether a word is of somebody else.
pub(super) fn other(text: &Text, at: usize) -> Option<Other> {
    if text.is(at, OTHER_PEOPLE) {
        Some(Other::Person)
    } else if text.is(at, OFFICERS) {
        // `our CTO`, `my co-founder`
        let title = at - usize::from(at > 1 && text.word(at - 1) == "co");
        (title > 0 && text.is(title - 1, WHOSE)).then_some(Other::Person)
    } else if text.is(at, OTHER_TRADES) {
        Some(Other::Trade)
    } else {
        text.is(at, GROUPS).then_some(Other::Group)
    }
}

/// Whether a word is of people of a trade, several of them: no title of the writer's.
pub(super) fn is_several_people(word: &str) -> bool {
    OTHER_TRADES.has(word) || one_of!(word, lists::DOERS_SEVERAL_PEOPLE)
}

/// What others are said to do.
pub(super) fn is_deed_of_others(word: &str) -> bool {
    (WORK_VERBS.has(word) && !word.ends_with("ing")) || one_of!(word, lists::DOERS_DEED_OF_OTHERS)
}

/// Verbs with which trades speak of tools, whatever follows.
pub(super) const TRADING: Words = words!(lists::DOERS_TRADING);

/// Trades that speak of tools, and the word before those that have two: `Equity analyst covering NVIDIA`, `as a journalist`.
pub(super) const TRADES: Words = words!(lists::DOERS_TRADES);

/// Whether the word is of such a trade, and how many words its title has.
pub(super) fn trade_title(text: &Text, at: usize) -> Option<usize> {
    let before = if at > 0 { text.word(at - 1) } else { "" };
    match text.word(at) {
        "agent" => (before == "purchasing").then_some(2),
        "analyst" => one_of!(before, lists::DOERS_TRADE_TITLE).then_some(2),
        "counsel" => one_of!(before, "legal general").then_some(2),
        "executive" => (before == "account").then_some(2),
        "partner" => (before == "talent").then_some(2),
        word => TRADES.has(word).then_some(1),
    }
}

/// What such a title is of that is no person: `Recruiter notes: strong on Slurm`.
pub(super) const NOTES: Words = words!(lists::DOERS_NOTES);

/// What a name before it only names: `a Kubernetes podcast`, `the PyTorch Foundation`.
pub(super) const NAMED_AFTER: Words = words!(lists::DOERS_NAMED_AFTER);

/// Verbs of moving people's minds, where those who lead, or a change of habits, is what is moved.
pub(super) const ALIGNING: Words = words!(lists::DOERS_ALIGNING);

/// Verbs of finding people, where people are what is found.
pub(super) const HIRING: Words = words!(lists::DOERS_HIRING);

/// Verbs of arranging, where courses or events are what is arranged.
pub(super) const ARRANGING: Words = words!(lists::DOERS_ARRANGING);

/// Events, and those who come to see.
pub(super) fn is_event_or_audience(word: &str) -> bool {
    one_of!(word, lists::DOERS_EVENT_OR_AUDIENCE)
}

/// Those who decide or follow, and the habits and meetings that they are brought to: no systems.
pub(super) fn is_of_an_organisation(word: &str) -> bool {
    one_of!(word, lists::DOERS_OF_AN_ORGANISATION)
}

/// Whether a word tells of work with one's own hands: more than to have, to use, to lead or to speak of.
pub(super) fn is_hands_on(text: &Text, at: usize) -> bool {
    let next = |after: usize| if at + after < text.words().len() { text.word(at + after) } else { "" };
    if text.is(at, words!(lists::DOERS_RUNNING)) {
        // `run courses`
        return !(1..=3).any(|n| is_event_or_audience(next(n)));
    }
    if text.is(at, words!(lists::DOERS_WRITING)) {
        return (1..=2).any(|n| one_of!(next(n), lists::DOERS_HANDS_ON_CODE));
    }
    text.is(at, words!(lists::DOERS_HANDS_ON,))
}
