//! The words around a sum: its sentence, or the label that stands on a line above it.

use std::ops::Range;

use super::range::Sum;
use super::words::{Sense, sense};
use crate::extract::terms::{Kind, Reading};

/// The words around a sum.
pub(super) struct Around<'a> {
    pub reading: &'a Reading<'a>,
    /// Before it, in reading order; where its own sentence names nothing, those of the label above.
    pub left: Vec<&'a str>,
    /// Whether what names the money there is of another sentence or line.
    pub lent: bool,
    /// After it, to the next figure or the end of the sentence.
    pub right: Vec<&'a str>,
    /// The tokens of the sentence, as far as they are near.
    pub sentence: Range<usize>,
}

/// How many words before a sum are looked at.
pub(super) const LEFT: usize = 24;
/// How many words after it.
const RIGHT: usize = 12;
/// How many lines above a sum may hold its label.
const LINES_ABOVE: usize = 3;

impl<'a> Around<'a> {
    /// The surroundings of `sum`; nothing before `free_from` belongs to it, and nothing from `next` on.
    pub(super) fn of(reading: &'a Reading<'a>, sum: &Sum, free_from: usize, next: usize) -> Self {
        let sentence = sentence_near(reading, sum);
        let start = reading.segment(sum.first).start.max(sentence.start);
        let start = start.max(free_from);
        let mut left = words_before(reading, start, sum.first);
        let mut lent = false;
        // `San Francisco Bay Area, New York, Los Angeles / Orange County: $180,000`
        let labelled = reading.before(sum.first, 1) == ":";
        if !left.iter().any(|word| tells(word)) {
            let label = label_above(reading, sum.first, free_from, NEAR_START)
                .or_else(|| sentence_before(reading, start, free_from))
                .or_else(|| label_above(reading, sum.first, free_from, LEFT - 1).filter(|_| labelled));
            if let Some(mut label) = label {
                label.append(&mut left);
                left = label;
                lent = true;
            }
        }
        let end = sentence.end.min(next).max(sum.last + 1);
        let right =
            (sum.last + 1..end).take(RIGHT).map(|at| reading.word(at)).take_while(|word| *word != ";").collect();
        Self { reading, left, lent, right, sentence }
    }
}

/// The sentence around a sum, on its line; of a very long one the part near it.
fn sentence_near(reading: &Reading, sum: &Sum) -> Range<usize> {
    let same = |at: &usize| {
        let (token, here) = (&reading.tokens[*at], &reading.tokens[sum.first]);
        token.sentence == here.sentence && token.line == here.line
    };
    let start = sum.first - (0..sum.first).rev().take(2 * LEFT).take_while(same).count();
    let last = &reading.tokens[sum.last];
    let ends = |at: &usize| {
        let token = &reading.tokens[*at];
        token.sentence == last.sentence && token.line == last.line
    };
    start..sum.last + 1 + (sum.last + 1..reading.len()).take(2 * RIGHT).take_while(ends).count()
}

/// Whether a word names any money.
fn tells(word: &str) -> bool {
    matches!(sense(word), Some(Sense::Pay | Sense::Maybe | Sense::Extra | Sense::Other))
}

/// The words from `start` to `end`, the last few of them, what stands in closed brackets left out.
fn words_before<'a>(reading: &Reading<'a>, start: usize, end: usize) -> Vec<&'a str> {
    let mut words = Vec::with_capacity(LEFT);
    let mut depth = 0_usize;
    for at in (start..end).rev().take(LEFT + LEFT / 2) {
        match reading.word(at) {
            ")" => depth += 1,
            "(" => depth = depth.saturating_sub(1),
            word if depth == 0 && words.len() < LEFT => words.push(word),
            _ => {}
        }
    }
    words.reverse();
    words
}

/// A figure stands near the start of its line when so many tokens at most are before it.
const NEAR_START: usize = 8;

/// The words of the label over a figure: a short line that names money, past lines that only name a place.
fn label_above<'a>(reading: &Reading<'a>, first: usize, free_from: usize, reach: usize) -> Option<Vec<&'a str>> {
    // The figure has to stand near the start of its own line, `reach` tokens from it at most.
    let here = reading.tokens[first].line;
    let start = first - (0..first).rev().take(LEFT).take_while(|&at| reading.tokens[at].line == here).count();
    if first > start + reach {
        return None;
    }
    let mut line = start..first;
    for _ in 0..LINES_ABOVE {
        let end = line.start.checked_sub(1)?;
        line = reading.line(end);
        let start = line.start.max(free_from).max((end + 1).saturating_sub(LEFT));
        if start > end {
            return None;
        }
        let words: Vec<&str> = (start..=end).map(|at| reading.word(at)).collect();
        let short = line.len() <= 8 && !line.clone().any(|at| reading.tokens[at].kind == Kind::Digits);
        let announced = matches!(words.last(), Some(&(":" | "below")));
        let pay = words.iter().any(|word| match sense(word) {
            Some(Sense::Pay) => true,
            Some(Sense::Maybe) => announced,
            _ => false,
        });
        if pay || (short && words.iter().any(|word| tells(word))) {
            let found = if short { words } else { pay_words_of(&words) };
            return Some(found);
        }
        if !short {
            return None;
        }
    }
    None
}

/// The sentence before, on the same line, when it speaks of pay: `The range varies by place. $120,000 in Ohio`.
fn sentence_before<'a>(reading: &Reading<'a>, start: usize, free_from: usize) -> Option<Vec<&'a str>> {
    let here = reading.tokens.get(start)?.line;
    let near = (free_from.max(start.saturating_sub(LEFT))..start).rev();
    let from = start - near.take_while(|&at| reading.tokens[at].line == here).count();
    let words: Vec<&str> = (from..start).map(|at| reading.word(at)).collect();
    words.iter().any(|word| sense(word) == Some(Sense::Pay)).then(|| pay_words_of(&words))
}

/// Of words farther away only those that speak of pay.
fn pay_words_of<'a>(words: &[&'a str]) -> Vec<&'a str> {
    words.iter().filter(|word| matches!(sense(word), Some(Sense::Pay | Sense::Maybe))).copied().collect()
}
