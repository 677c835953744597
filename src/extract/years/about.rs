//! What years were spent with: the words behind them, before them, or in the cell beside them.

use super::YearsAbout;
use super::elliptical::{MAX_SUBJECT_LEN, begins_another};
use crate::extract::languages as known;
use crate::extract::lists;
use crate::extract::terms::{Gap, Kind, Reading, is_break};
use crate::extract::text::Span;
use crate::extract::words::{one_of, words};

/// What the years are about, and the last token of the statement.
pub(super) fn about(reading: &Reading, first: usize, unit: usize, with_months: bool) -> (YearsAbout, usize) {
    let sentence = reading.sentence(first);
    if let Some(name) = name_in_row(reading, first, unit) {
        return (YearsAbout::Subject(name), unit);
    }
    let mut at = unit + 1;
    // "3 years' post-PhD experience"
    if reading.word(at) == "post" && reading.gap(at + 1) == Gap::Dash {
        at += 2;
    }
    // "experience (5+ years) in GPU programming"
    if reading.word(at) == ")"
        && one_of!(reading.word(at + 1), lists::YEARS_ABOUT_AFTER_EXP)
        && (first.saturating_sub(BRACKETED)..first)
            .any(|i| reading.word(i) == "(" && reading.before(i, 1) == "experience")
    {
        at += 1;
    }
    let mut last = unit;
    let skip = |w: &str| one_of!(w, lists::YEARS_ABOUT_SKIPPED);
    let links = |at: usize| reading.is(at, words!(known::YEARS_LINKS));
    let mut silent = false;
    // "C++ for six years and Python for four years": what follows has years of its own.
    let turns = reading.word(at) == "and"
        && reading.before(first, 1) == "for"
        && (at + 2..at + 2 + MAX_SUBJECT_LEN).any(|i| reading.word(i) == "for");
    // "Rust - 18 months - working knowledge"
    let set_off = reading.gap(at) == Gap::Dash;
    let leads = !set_off
        && ((!turns && reading.is(at, words!(lists::YEARS_ABOUT_LEADS)))
            || reading.word(at).ends_with("ing")
            || links(at));
    if leads {
        while at < sentence.end && (skip(reading.word(at)) || links(at)) {
            at += 1;
        }
        // "You should know Kubernetes well, with 4 years of using it."
        if reading.word(at) == "it" && !reading.tokens[at].capital && first > sentence.start {
            return (YearsAbout::Subject(reading.span(sentence.start, first - 1)), at);
        }
        let end = subject_end(reading, at..sentence.end);
        // What only repeats "experience" says nothing.
        if end > at && !reading.is(at, words!(lists::YEARS_ABOUT_NO_SUBJECT)) {
            return (YearsAbout::Subject(reading.span(at, end - 1)), end - 1);
        }
        last = at.saturating_sub(1).max(unit).min(sentence.end.saturating_sub(1));
        // "Slurm: 6 years of experience", "CUDA - 10 yrs. exp.": what they are years of stands before them.
        let ends = at >= sentence.end || (is_break(reading.word(at)) && reading.word(at) != "(");
        silent = ends && !reading.is(unit + 1, words!("+ and or"));
    }
    // "Slurm: 10 years", "Slurm (6 years)", "ran Slurm for seven years", "Shell - 96 months".
    let mut edge = first;
    while edge > sentence.start && one_of!(reading.before(edge, 1), lists::YEARS_ABOUT_BEFORE_FIGURE) {
        edge -= 1;
    }
    let joined = edge < first || reading.gap(first) == Gap::Dash;
    let lasting =
        reading.find(edge..first, &["for", ":", "(", "[", "over", "="]).is_some() || reading.gap(first) == Gap::Dash;
    // `with InfiniBand since 2014 and with Lustre for 9 years`
    let parts = |i: usize| {
        is_break(reading.word(i))
            || (reading.word(i) == "and" && matches!(reading.word(i + 1), "with" | "on" | "using"))
    };
    let clause = (sentence.start..edge).rev().find(|&i| parts(i)).map_or(sentence.start, |i| i + 1);
    // "Capacity planning, 5+ years", an item of its own.
    let ends = is_break(reading.word(unit + 1)) || unit + 1 >= sentence.end;
    // But not "Senior engineer, 10 years".
    let person = edge > clause && reading.is(edge - 1, words!(PERSONS));
    let item = clause == sentence.start && edge - clause <= MAX_ITEM_LEN && ends && !person;
    // Nor "Insurer, 2 yrs 2 months": how long a job was.
    let lasting = lasting || (item && !with_months && reading.find(edge..first, &[","]).is_some());
    if (!leads || silent) && joined && lasting && edge > sentence.start {
        // "Total experience: 12 years"
        if (clause..edge).all(|i| is_break(reading.word(i)) || reading.is(i, words!(GENERAL))) {
            return (YearsAbout::Total, last);
        }
        if clause < edge && !is_break(reading.word(clause)) {
            return (YearsAbout::Subject(reading.span(clause, edge - 1)), last);
        }
    } else if !leads && reading.word(unit) == "months" && edge > sentence.start && !is_break(reading.before(first, 1)) {
        let clause =
            (sentence.start..edge).rev().find(|&i| is_break(reading.word(i))).map_or(sentence.start, |i| i + 1);
        return (YearsAbout::Subject(reading.span(clause, edge - 1)), last);
    }
    let plain = |i: usize| reading.tokens.get(i).is_some_and(|t| t.kind == Kind::Word) && reading.gap(i) != Gap::Line;
    let next = unit + 1;
    if !leads && next < sentence.end && plain(next) && !reading.is(next, words!(FOLLOWERS)) {
        // "8 yrs k8s, 3 yrs ML platform".
        let end = (next..sentence.end.min(next + 6))
            .find(|&i| is_break(reading.word(i)) || reading.is(i, words!(FOLLOWERS)))
            .unwrap_or(sentence.end.min(next + 6));
        return (YearsAbout::Subject(reading.span(next, end - 1)), last);
    }
    if (!leads || (silent && reading.word(unit + 1) == "exp")) && edge == first {
        // "CUDA 9 years, HIP": a name or two right before.
        let clause =
            (sentence.start..first).rev().find(|&i| is_break(reading.word(i))).map_or(sentence.start, |i| i + 1);
        if (1..=3).contains(&(first - clause))
            && (clause..first).all(|i| plain(i) || (i == clause && reading.tokens[i].kind == Kind::Word))
            && !(clause..first).any(|i| reading.is(i, words!(FOLLOWERS)))
        {
            return (YearsAbout::Subject(reading.span(clause, first - 1)), last);
        }
    }
    (YearsAbout::Total, last)
}

/// Where what the years are about ends: at a mark, at a verb, where another count of years begins.
fn subject_end(reading: &Reading, within: std::ops::Range<usize>) -> usize {
    let counts = |at: usize| reading.number_at(at).is_some_and(|number| is_unit(reading.word(number.last + 1)));
    // `20 years in IT of which 8 with GPFS`
    let of_which = |at: usize| reading.word(at) == "of" && one_of!(reading.word(at + 1), lists::YEARS_ABOUT_OF_WHICH);
    // `.NET` begins with a stop, and `developing, configuring and running X` goes on behind its comma.
    let goes_on = |at: usize| match reading.word(at) {
        "." => reading.gap(at) == Gap::Space && reading.gap(at + 1) == Gap::Glued,
        // `in at least one of the following: Go, Rust`
        ":" => at > within.start && one_of!(reading.word(at - 1), lists::YEARS_ABOUT_ANNOUNCED),
        "," => {
            at > within.start && (within.start..at).all(|i| reading.word(i) == "," || reading.word(i).ends_with("ing"))
        }
        _ => false,
    };
    let ends = |at: &usize| {
        (is_break(reading.word(*at)) && !goes_on(*at))
            || begins_another(reading, *at)
            || reading.is(*at, words!(lists::YEARS_ABOUT_SUBJECT_ENDS))
            || counts(*at)
            || of_which(*at)
    };
    within.clone().find(ends).unwrap_or(within.end)
}

fn is_unit(word: &str) -> bool {
    one_of!(word, lists::YEARS_ABOUT_UNIT) || one_of!(word, known::YEARS_UNITS)
}

/// The cell before that of the years, in a row of a table: `Rust | 3 years`.
fn name_in_row(reading: &Reading, first: usize, unit: usize) -> Option<Span> {
    let line = reading.tokens.get(first)?.line;
    let on_line = |at: usize| reading.tokens.get(at).is_some_and(|token| token.line == line);
    let bare = |at: usize| reading.is(at, words!(lists::YEARS_ABOUT_NAME_IN_ROW));
    let mut bar = first.checked_sub(1)?;
    while bar > 0 && on_line(bar) && bare(bar) {
        bar -= 1;
    }
    let mut end = unit + 1;
    while on_line(end) && bare(end) {
        end += 1;
    }
    let closed = !on_line(end) || reading.word(end) == "|";
    if !closed || reading.word(bar) != "|" {
        return None;
    }
    let near = (0..bar).rev().take(MAX_ITEM_LEN + 1);
    let cell = near.take_while(|&at| on_line(at) && reading.word(at) != "|").count();
    let cell = bar - cell..bar;
    let named = (1..=MAX_ITEM_LEN).contains(&cell.len()) && !cell.clone().any(|at| reading.is(at, words!(PERSONS)));
    let general = cell.clone().all(|at| is_break(reading.word(at)) || reading.is(at, words!(GENERAL)));
    (named && !general).then(|| reading.span(cell.start, cell.end - 1))
}

const PERSONS: &str = lists::YEARS_ABOUT_PERSONS;

/// A bracket opens so many tokens before the figure in it at the most: `(at least 5 years)`.
const BRACKETED: usize = 3;

/// So many words before a comma are what the years after it are years of.
pub(super) const MAX_ITEM_LEN: usize = 4;

/// Words before a number of years that only say that it is experience.
const GENERAL: &str = lists::YEARS_ABOUT_GENERAL;

/// Words beside a number of years that name no subject.
const FOLLOWERS: &str = lists::YEARS_ABOUT_FOLLOWERS;
