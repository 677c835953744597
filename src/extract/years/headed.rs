//! Years that head a list of names: `10+ years: Linux, Bash`, `Expert (8 yrs): Slurm, Lustre`, `5+ YEARS` on a line of its own.

use std::ops::Range;

use super::about::MAX_ITEM_LEN;
use super::{YearsAbout, YearsMention};
use crate::extract::lists;
use crate::extract::number::Number;
use crate::extract::terms::{Gap, Kind, Reading, is_break};
use crate::extract::words::one_of;

/// How well something is known, as a heading says it.
const MASTERY: &str = lists::YEARS_HEADED_MASTERY;
/// A list has so many names at most.
const NAMES: usize = 24;
/// So many words of a heading may stand before its years.
const LEAD: usize = 3;

/// What `years`, read at `number`, are of when a list follows them; nothing otherwise. Of what a sentence tells they head no list.
pub(super) fn headed(reading: &Reading, number: &Number, years: &YearsMention) -> Vec<YearsMention> {
    let Some((list, names)) = list_behind(reading, number, years) else { return Vec::new() };
    let items = items(reading, list);
    // What has numbers of its own is shared out: `6 yoe: 3 Go, 3 Python`.
    let plain = |item: &Range<usize>| !item.clone().any(|at| reading.tokens[at].kind == Kind::Digits);
    let short = items.iter().all(|item| (1..=MAX_ITEM_LEN + 1).contains(&item.len()) && plain(item));
    if !short || !(names..=NAMES).contains(&items.len()) {
        return Vec::new();
    }
    let of = |item: &Range<usize>| YearsMention {
        about: YearsAbout::Subject(reading.span(item.start, item.end - 1)),
        ..years.clone()
    };
    items.iter().map(of).collect()
}

/// The tokens of the list, and how many names it has at least.
fn list_behind(reading: &Reading, number: &Number, years: &YearsMention) -> Option<(Range<usize>, usize)> {
    let next = reading.tokens.partition_point(|token| token.span.start < years.span.end);
    let first = reading.tokens.partition_point(|token| token.span.end <= years.span.start);
    let opened = opens(reading, first) && years.about == YearsAbout::Total;
    let bracket = one_of!(reading.word(next), ") ]");
    let led = bracket
        && one_of!(reading.before(first, 1), "( [")
        && (1..=LEAD).any(|lead| {
            first
                .checked_sub(1 + lead)
                .is_some_and(|start| opens(reading, start) && one_of!(reading.word(start), MASTERY))
        });
    // `10 yrs: racks, burn-in, diagnostics` is a whole career in short; a plus or a bracket makes a heading of it.
    if !(led || (opened && number.plus)) {
        return None;
    }
    let mut at = next + usize::from(bracket);
    let colon = reading.word(at) == ":" && reading.gap(at) != Gap::Line;
    at += usize::from(colon);
    if at >= reading.len() {
        return None;
    }
    let list = at..end_of_line(reading, at);
    if reading.gap(at) == Gap::Line { Some((list, 2)) } else { colon.then_some((list, 1)) }
}

fn opens(reading: &Reading, at: usize) -> bool {
    at == 0
        || reading.gap(at) == Gap::Line
        || (is_break(reading.word(at - 1)) && !one_of!(reading.word(at - 1), ", ( :"))
}

/// Lists under a heading of years have no more tokens.
const MAX_LINE_LEN: usize = 400;

/// Up to the end of the line, a full stop, a semicolon, or the next figure.
fn end_of_line(reading: &Reading, from: usize) -> usize {
    let goes_on = |at: &usize| {
        (*at == from || reading.gap(*at) != Gap::Line)
            && !one_of!(reading.word(*at), ". ;")
            && reading.tokens[*at].line == reading.tokens[from].line
    };
    from + (from..reading.len()).take(MAX_LINE_LEN).take_while(goes_on).count()
}

fn items(reading: &Reading, list: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = list.start;
    for at in list.clone() {
        if one_of!(reading.word(at), ", \u{b7} | \u{2022} and & /") {
            found.push(from..at);
            from = at + 1;
        }
    }
    found.push(from..list.end);
    found.retain(|item| !item.is_empty());
    found
}
