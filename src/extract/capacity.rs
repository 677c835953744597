//! What somebody did with a system of which a size is told, when, and whether it is their own system at all.

use std::ops::Range;
use std::sync::LazyLock;

use super::lists;
use super::rules::Rules;
use super::terms::{Reading, is_break, year_of};
use super::words::{Words, one_of, words};
use crate::domain::Capacity;

/// What was done with the system that tokens `first..=last` speak of: by the nearest verb, first before, then after.
pub(super) fn capacity(reading: &Reading, first: usize, last: usize) -> Option<Capacity> {
    let segment = near(reading.segment(first), first, last);
    let sentence = near(reading.sentence(first), first, last);
    let deed = |at: usize| RULES.at(reading, at).map(|hit| *hit.emit);
    let found = (segment.start..first).rev().find_map(deed);
    let found = found.or_else(|| (last + 1..segment.end.max(last + 1)).find_map(deed));
    let found = found.or_else(|| (sentence.start..segment.start).rev().find_map(deed));
    let found = found.or_else(|| (segment.end..sentence.end.max(segment.end)).find_map(deed))?;
    // Whoever leads a team leads it, whatever the team does.
    let led = (segment.start..first).any(|at| {
        reading.is(at, words!(lists::CAPACITY_CAPACITY))
            && (at + 1..(at + 7).min(first)).any(|i| one_of!(reading.word(i), lists::CAPACITY_PEOPLE))
    });
    // "Ran a 16,384-GPU job" used the machine.
    let job = (last + 1..last + 3).any(|at| reading.is(at, words!(lists::CAPACITY_JOB)));
    Some(match found {
        _ if led => Capacity::Led,
        Capacity::Operated if job => Capacity::Used,
        found => found,
    })
}

/// Verbs farther away than this speak of something else; it bounds the work on endless sentences too.
const NEAR: usize = 60;

fn near(range: Range<usize>, first: usize, last: usize) -> Range<usize> {
    range.start.max(first.saturating_sub(NEAR))..range.end.min(last + NEAR)
}

/// What a word says was done. The words are data (`data/rules/capacities.toml`).
pub(in crate::extract) static RULES: LazyLock<Rules<Capacity>> =
    LazyLock::new(|| Rules::built_in("capacities.toml", include_str!("data/rules/capacities.toml")));

/// Who else may have a fleet.
const OTHER_PARTIES: Words = words!(lists::CAPACITY_OTHER_PARTIES);

/// Words after a figure by which it is somebody else's.
const DISOWNED: &[&str] = lists::CAPACITY_DISOWNED;

/// Whether the system is the speaker's own work, not the fleet of the whole employer, of a customer or of another team.
pub(super) fn is_own(reading: &Reading, first: usize, last: usize) -> bool {
    let segment = near(reading.segment(first), first, last);
    let rest = last + 1..reading.sentence(first).end.min(last + 24);
    if reading.find(rest, DISOWNED).is_some() {
        return false;
    }
    let mut possessive = false;
    for at in (segment.start..first).rev() {
        let word = reading.word(at);
        if let Some(owner) = word.strip_suffix("'s").or_else(|| word.strip_suffix('\'')) {
            possessive |= OTHER_PARTIES.has(owner);
            continue;
        }
        if reading.is(at, OTHER_PARTIES) {
            if (at + 1..first).take(12).any(|i| one_of!(reading.word(i), lists::CAPACITY_HAVING)) {
                return false;
            }
            continue;
        }
        let owner_follows =
            |i: usize| (i + 1..i + 4).any(|j| OTHER_PARTIES.has(reading.word(j).trim_end_matches("'s")));
        if one_of!(word, lists::CAPACITY_SPEAKERS)
            || (one_of!(word, lists::CAPACITY_SPEAKERS_OWN) && !owner_follows(at))
            || is_own_deed(reading, at)
        {
            return true;
        }
    }
    !possessive
}

/// A verb of doing without another's name before it: `Operated the company's cluster`.
fn is_own_deed(reading: &Reading, at: usize) -> bool {
    let verb = reading.is(at, words!(lists::CAPACITY_OWN_DEED));
    // With a party before it in the same clause it is that party's deed.
    let mut before = (1..=6).map_while(|back| at.checked_sub(back)).take_while(|i| !is_break(reading.word(*i)));
    verb && !before.any(|i| reading.is(i, OTHER_PARTIES))
}

/// The latest year told in the sentence, and whether the matter goes on.
pub(super) fn time(reading: &Reading, at: usize) -> (Option<i16>, bool) {
    let sentence = near(reading.sentence(at), at, at);
    let year = sentence
        .clone()
        .filter(|&i| {
            year_of(reading.word(i)).is_some()
                && !reading.is(i + 1, words!(lists::CAPACITY_TIME))
                && reading.before(i, 1) != "$"
        })
        .filter_map(|i| year_of(reading.word(i)))
        .max();
    let ongoing = sentence.clone().any(|i| reading.is(i, words!(lists::CAPACITY_ONGOING)));
    (year, ongoing)
}
