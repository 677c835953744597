//! The words that say for which place, zone or market a band holds.

use std::ops::Range;

use super::currency::{is_place_word, of_code, of_name};
use super::range::Sum;
use super::words::{Sense, sense};
use crate::extract::lists;
use crate::extract::terms::{Gap, Kind, Reading, is_break};
use crate::extract::text::Span;
use crate::extract::words::one_of;
use crate::extract::words::words;

/// The longest name of a place, in tokens.
const MAX_LEN: usize = 7;

/// `Berlin: 90k`, `Zone 2 Pay Range 90k`, `in Colorado the range is 90k`, `90k in Berlin`, `90k (Berlin)`; nothing before
/// `free_from` belongs to the sum.
pub(super) fn place(reading: &Reading, sum: &Sum, sentence_from: usize, free_from: usize) -> Option<Span> {
    let here = reading.tokens[sum.first].line;
    let near = (0..sum.first).rev().take(2 * MAX_LEN + 4);
    let line = sum.first - near.take_while(|&at| reading.tokens[at].line == here).count();
    // `90k in Berlin, 80k in Lyon`: the place behind a sum is that sum's.
    let after_last = || reading.is(free_from, words!(lists::PAY_WORDS_WHERE));
    let label = with_colon(reading, sum, free_from.max(line))
        .or_else(|| at_line_start(reading, sum, line.max(free_from)).filter(|_| line >= free_from || !after_last()))
        .or_else(|| after_sum(reading, sum))
        .or_else(|| in_sentence(reading, sum, sentence_from))
        .or_else(|| line_above(reading, sum, free_from).filter(|_| sum.first == line))?;
    Some(reading.span(label.start, label.end - 1))
}

/// The `NC` of `Raleigh, NC`: two capitals behind a comma.
fn is_state(reading: &Reading, at: usize) -> bool {
    let token = &reading.tokens[at];
    token.word.len() == 2
        && reading.before(at, 1) == ","
        && reading.text.original(&token.span).bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Whether the tokens can be the name of a place.
fn is_name(reading: &Reading, label: &Range<usize>) -> bool {
    !label.is_empty()
        && label.len() <= 2 * MAX_LEN
        && !label.clone().any(|at| is_no_place(reading.word(at)))
        && (reading.tokens[label.start].capital || reading.is(label.start, words!(lists::PAY_PLACE_PLACES)))
}

fn is_no_place(word: &str) -> bool {
    let of_pay = match sense(word) {
        Some(Sense::Pay | Sense::Extra | Sense::Other) => true,
        Some(Sense::Maybe) => !is_place_word(word),
        _ => false,
    };
    of_pay || one_of!(word, lists::PAY_WORDS_NO_PLACE) || of_code(word).is_some() || of_name(word).is_some()
}

/// Cuts the words of pay off the end of a label: `Zone 2 Pay Range`.
fn without_pay(reading: &Reading, mut label: Range<usize>) -> Range<usize> {
    while !label.is_empty() && matches!(sense(reading.word(label.end - 1)), Some(Sense::Pay | Sense::Maybe)) {
        label.end -= 1;
    }
    while !label.is_empty()
        && (is_break(reading.word(label.start))
            || lists::PAY_WORDS_MARKS.contains(&reading.word(label.start))
            || lists::PAY_PLACE_FILLERS.contains(&reading.word(label.start)))
    {
        label.start += 1;
    }
    while !label.is_empty()
        && (matches!(reading.word(label.end - 1), "|" | ",")
            || lists::PAY_WORDS_MARKS.contains(&reading.word(label.end - 1)))
    {
        label.end -= 1;
    }
    label
}

/// The colon before a sum; marks of markup may stand between: `**Berlin:** 90k`.
fn colon_before(reading: &Reading, first: usize) -> Option<usize> {
    let unmarked =
        (first.saturating_sub(MAX_LEN)..first).rev().find(|&at| !lists::PAY_WORDS_MARKS.contains(&reading.word(at)))?;
    (reading.word(unmarked) == ":").then_some(unmarked)
}

/// `Berlin: 90k`.
fn with_colon(reading: &Reading, sum: &Sum, from: usize) -> Option<Range<usize>> {
    let colon = colon_before(reading, sum.first)?;
    let start = (from..colon)
        .rev()
        .take(2 * MAX_LEN)
        .find(|&at| is_break(reading.word(at)) && reading.word(at) != ",")
        .map_or(from, |at| at + 1);
    let label = without_pay(reading, start..colon);
    // `Day rate:` is no place.
    (label.end == colon && is_name(reading, &label)).then_some(label)
}

/// `Toronto, ON $90,000`, `Zone 2 Pay Range $90,000`: a label without a colon has to speak of a place.
fn at_line_start(reading: &Reading, sum: &Sum, start: usize) -> Option<Range<usize>> {
    if sum.first - start > MAX_LEN + 3 {
        return None;
    }
    let end = colon_before(reading, sum.first).unwrap_or(sum.first);
    let label = without_pay(reading, start..end.max(start));
    let named = label.clone().any(|at| is_place_word(reading.word(at)) || is_state(reading, at));
    let capitals = label.clone().all(|at| reading.tokens[at].capital || reading.tokens[at].kind != Kind::Word);
    (named && capitals && is_name(reading, &label)).then_some(label)
}

/// `90k in the Bay Area`, `90k for Canada`, `90k (Dayton, OH only)`.
fn after_sum(reading: &Reading, sum: &Sum) -> Option<Range<usize>> {
    let next = sum.last + 1;
    let opening = reading.is(next, words!(lists::PAY_WORDS_WHERE)) && reading.gap(next) != Gap::Line;
    if !opening {
        return None;
    }
    let inner = next + 1 + usize::from(reading.word(next) == "(" && matches!(reading.word(next + 1), "for" | "in"));
    let start = inner + usize::from(matches!(reading.word(inner), "the" | "our"));
    let label = start..name_end(reading, start);
    is_name(reading, &label).then_some(label)
}

/// `For Washington-based roles, the salary is 90k`, `in the San Francisco area is 90k`.
fn in_sentence(reading: &Reading, sum: &Sum, from: usize) -> Option<Range<usize>> {
    let from = from.max(sum.first.saturating_sub(24));
    (from..sum.first).rev().find_map(|at| {
        if !matches!(reading.word(at), "in" | "for" | "within") {
            return None;
        }
        let start = at + 1 + usize::from(matches!(reading.word(at + 1), "the" | "our" | "all"));
        let label = start..name_end(reading, start).min(sum.first);
        let known = label.clone().any(|at| is_place_word(reading.word(at))) || reading.word(at) != "for";
        let capital = reading.tokens.get(start).is_some_and(|token| token.capital);
        (known && capital && is_name(reading, &label)).then_some(label)
    })
}

/// `San Francisco Bay Area:` on the line above.
fn line_above(reading: &Reading, sum: &Sum, free_from: usize) -> Option<Range<usize>> {
    let end = sum.first.checked_sub(1)?;
    let above = reading.line(end);
    let stop = end + usize::from(reading.word(end) != ":");
    let label = without_pay(reading, above.start.max(free_from)..stop.max(above.start));
    let known = label.clone().any(|at| is_place_word(reading.word(at)) || is_state(reading, at));
    (known && above.len() <= MAX_LEN + 1 && is_name(reading, &label)).then_some(label)
}

/// Words with which a sentence goes on after the name of a place.
const AFTER_NAME: &str = lists::PAY_PLACE_AFTER_NAME;

/// Where the name of a place that begins at `start` ends: `Dayton, OH` goes on over its comma.
fn name_end(reading: &Reading, start: usize) -> usize {
    let limit = reading.len().min(start + MAX_LEN);
    let mut at = start;
    while at < limit {
        let word = reading.word(at);
        let state = word == "," && reading.tokens.get(at + 1).is_some_and(|token| token.capital);
        let ends = (is_break(word) && !state) || reading.gap(at) == Gap::Line || one_of!(word, AFTER_NAME);
        if ends {
            break;
        }
        at += 1;
    }
    at
}
