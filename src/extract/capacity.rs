//! What somebody did with a system of which a size is told, when, and whether it is their own system at all.

use std::ops::Range;

use super::lists;
use super::terms::{Reading, is_break, year_of};
use super::words::{Words, one_of, words};
use crate::domain::Capacity;

/// What was done with the system that tokens `first..=last` speak of: by the nearest verb, first before, then after.
pub(super) fn capacity(reading: &Reading, first: usize, last: usize) -> Option<Capacity> {
    let segment = near(reading.segment(first), first, last);
    let sentence = near(reading.sentence(first), first, last);
    let before = |range: Range<usize>| range.rev().find_map(|at| deed(reading, at, first));
    let found = before(segment.start..first)
        .or_else(|| (last + 1..segment.end.max(last + 1)).find_map(|at| deed(reading, at, segment.end)))
        .or_else(|| before(sentence.start..segment.start))
        .or_else(|| (segment.end..sentence.end.max(segment.end)).find_map(|at| deed(reading, at, sentence.end)))?;
    // Whoever leads a team leads it, whatever the team does.
    let leads = segment.start..first;
    let led = leads.clone().any(|at| {
        reading.is(at, words!(lists::CAPACITY_CAPACITY))
            && (at + 1..(at + 7).min(first)).any(|i| is_people(reading.word(i)))
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

fn is_people(word: &str) -> bool {
    one_of!(word, lists::CAPACITY_PEOPLE)
}

/// What the word at `at` says was done; what lies between it and `until` tells doing from using.
fn deed(reading: &Reading, at: usize, until: usize) -> Option<Capacity> {
    let word = reading.word(at);
    let previous = reading.before(at, 1);
    // `a plasma code which ran on 4,000 GPUs`
    let of_which = || matches!(previous, "which" | "that") && is_program(reading.before(at, 2));
    let article = || one_of!(previous, lists::CAPACITY_ARTICLE);
    Some(match word {
        _ if reading.is(at, words!(lists::CAPACITY_DESIGNED)) => Capacity::Designed,
        _ if reading.is(at, words!(lists::CAPACITY_BUILT)) => Capacity::Built,
        _ if reading.is(at, words!(lists::CAPACITY_BROUGHT_UP))
            && (reading.word(at + 1) == "up" || reading.word(at + 2) == "up") =>
        {
            Capacity::Built
        }
        "rolled" if reading.word(at + 1) == "out" => Capacity::Built,
        _ if reading.is(at, words!(lists::CAPACITY_LED)) => Capacity::Led,
        "run" | "runs" if article() || (word == "runs" && reading.is(at + 1, words!(lists::CAPACITY_RUN_WHERE))) => {
            Capacity::Used
        }
        // What runs on machines is no machine: `our kernels run on 4,000 GPUs`.
        _ if reading.is(at, words!(lists::CAPACITY_RUN))
            && (matches!(reading.word(at + 1), "on" | "across" | "at") && (is_program(previous) || of_which())) =>
        {
            Capacity::Used
        }
        _ if reading.is(at, words!(lists::CAPACITY_RUN)) => {
            let end = until.min(at + 6);
            let used = (at + 1..end).any(|i| match reading.word(i) {
                _ if reading.is(i, words!(lists::CAPACITY_RUNS_OF_PROGRAMS)) => true,
                "training" | "inference" => !reading.is(i + 1, words!(lists::CAPACITY_TRAINING_SYSTEMS)),
                _ => false,
            });
            if used { Capacity::Used } else { Capacity::Operated }
        }
        _ if reading.is(at, words!(lists::CAPACITY_OPERATED)) => {
            // "my own" and "of its own" are no verbs.
            if word == "own" && one_of!(previous, lists::CAPACITY_POSSESSIVES) {
                return None;
            }
            Capacity::Operated
        }
        _ if reading.is(at, words!(lists::CAPACITY_LOOK)) && (reading.word(at + 1) == "after") => Capacity::Operated,
        "charge" | "care" if matches!(previous, "in" | "my") => Capacity::Operated,
        "call" if previous == "on" && matches!(reading.word(at + 1), "for" | "on" | "of") => Capacity::Operated,
        "help" if reading.word(at + 1) == "desk" => return None,
        _ if reading.is(at, words!(lists::CAPACITY_SUPPORTED)) => Capacity::Supported,
        _ if reading.is(at, words!(lists::CAPACITY_USED)) => Capacity::Used,
        "tuned" if previous == "fine" => Capacity::Used,
        "train" | "trains" | "training" if (at + 1..until.min(at + 6)).any(|i| reading.word(i) == "on") => {
            Capacity::Used
        }
        _ if reading.is(at, words!(lists::CAPACITY_SCALED)) => {
            let code = |i: usize| reading.is(i, words!(lists::CAPACITY_CODE));
            // A scaling test, or strong scaling, is of a program.
            let study = words!(lists::CAPACITY_STUDY);
            let measured = reading.is(at + 1, study) || matches!(previous, "strong" | "weak");
            let used = (word == "scaling" && measured)
                || word == "scaled" && (reading.word(at + 1) == "to" || (at + 1..until.min(at + 7)).any(code));
            if used { Capacity::Used } else { Capacity::Built }
        }
        "jobs" if matches!(reading.word(at + 1), "on" | "of" | "across") => Capacity::Used,
        _ => return None,
    })
}

/// What people write and others' machines run.
fn is_program(word: &str) -> bool {
    one_of!(word, lists::CAPACITY_PROGRAM)
}

/// Verbs by which somebody else has a fleet.
fn is_having(word: &str) -> bool {
    one_of!(word, lists::CAPACITY_HAVING)
}

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
            possessive |= OTHER_PARTIES.has(owner) || OTHER_PARTIES.has(owner.trim_end_matches('s'));
            continue;
        }
        if reading.is(at, OTHER_PARTIES) {
            let near = (at + 1..first).take(12).any(|i| is_having(reading.word(i)));
            let for_them =
                matches!(reading.before(at, 1), "for" | "at") || matches!(reading.before(at, 2), "for" | "at");
            let done_before = for_them && (segment.start..at).any(|i| is_own_deed(reading, i));
            let parties = one_of!(word, lists::CAPACITY_PARTIES);
            let own_deed_for_them = done_before && (for_them || !parties);
            if near && !own_deed_for_them {
                return false;
            }
            if near && done_before && reading.word(at + 1) == "with" {
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
