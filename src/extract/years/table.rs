//! Years without a unit beside them, which a heading gives: a column `Years` (between bars or wide gaps), a list `Skills (years): Python (10), Go (4)`.

use std::ops::Range;

use super::about::LONGEST_ITEM;
use super::{LONGEST_CAREER, YearsAbout, YearsLength, YearsMention};
use crate::extract::cells::{begins_cell, row};
use crate::extract::lexicon::Kinds;
use crate::extract::terms::{Kind, Reading, is_break};
use crate::extract::words::{one_of, words};

/// So many rows stand under one heading.
const ROWS: usize = 60;
/// A row has so many tokens at most.
const LONGEST_ROW: usize = 40;
/// The lead of a list has so many tokens.
const LEAD: usize = 8;

/// What stands in columns and brackets under such headings.
pub(super) fn years_in_cells(reading: &Reading) -> Vec<YearsMention> {
    let mut found = Vec::new();
    let mut free_from = 0;
    for at in reading.with(Kinds::YEARS) {
        if at < free_from || !reading.is(at, words!("years yrs yoe")) {
            continue;
        }
        if let Some((column, end)) = column_of_years(reading, at) {
            free_from = rows(reading, end, column, &mut found);
        } else if let Some(list) = list_of_years(reading, at) {
            bracketed(reading, list, &mut found);
        }
    }
    found
}

/// The cells of a row, and the token behind it: between bars, or set apart by wide gaps.
fn columns(reading: &Reading, start: usize) -> (Vec<Range<usize>>, usize) {
    let (cells, end) = row(reading, start);
    if cells.len() > 1 || start >= reading.len() {
        return (cells, end);
    }
    let line = reading.tokens[start].line;
    let end = start + reading.tokens[start..].iter().take(LONGEST_ROW).take_while(|token| token.line == line).count();
    let is_wide = |at: &usize| {
        let (before, here) = (&reading.tokens[at - 1].span, &reading.tokens[*at].span);
        let between = || reading.text.original_between(before, here);
        !reading.text.is_one_space(before.end, here.start) && (between().contains('\t') || between().contains("  "))
    };
    let mut starts: Vec<usize> = (start + 1..end).filter(is_wide).collect();
    starts.insert(0, start);
    let ends = starts.iter().skip(1).copied().chain([end]);
    (starts.iter().zip(ends).map(|(&from, to)| from..to).collect(), end)
}

/// Which column of the heading that a token stands in counts years, and the token behind that row.
fn column_of_years(reading: &Reading, at: usize) -> Option<(usize, usize)> {
    const BEFORE: usize = 24;
    let first = (at.saturating_sub(BEFORE)..=at).find(|&start| {
        let opens = start == 0 || reading.tokens[start - 1].line < reading.tokens[start].line;
        let is_row = || matches!(columns(reading, start), (cells, end) if cells.len() >= 2 && end > at);
        opens && !begins_cell(reading, start) && is_row()
    })?;
    let (cells, end) = columns(reading, first);
    let counts = |cell: &Range<usize>| {
        cell.contains(&at)
            && cell.clone().all(|at| one_of!(reading.word(at), "years yrs yoe of experience exp used in ( ) use"))
    };
    cells.iter().position(counts).map(|column| (column, end))
}

/// Reads the rows under a heading; the token behind them.
fn rows(reading: &Reading, from: usize, column: usize, found: &mut Vec<YearsMention>) -> usize {
    let mut at = from;
    for _ in 0..ROWS {
        if at >= reading.len() {
            break;
        }
        let (cells, end) = columns(reading, at);
        let ruled = (at..end).all(|at| reading.word(at) == "|");
        if cells.len() < 2 && !ruled {
            break;
        }
        let name = cells.iter().enumerate().find(|(place, cell)| *place != column && !cell.is_empty());
        if let (Some(cell), Some((_, name))) = (cells.get(column), name) {
            found.extend(mention(reading, name, cell));
        }
        at = end.max(at + 1);
    }
    at
}

/// `Skills (years): ...`, `Tools in years: ...`: what stands behind the colon on its line.
fn list_of_years(reading: &Reading, at: usize) -> Option<Range<usize>> {
    let lead = one_of!(reading.before(at, 1), "( in");
    let line = reading.tokens[at].line;
    let colon = (at + 1..reading.len().min(at + LEAD)).find(|&colon| reading.word(colon) == ":")?;
    let length = reading.tokens[colon + 1..].iter().take_while(|token| token.line == line).count();
    (lead && reading.tokens[colon].line == line).then_some(colon + 1..colon + 1 + length)
}

/// `Python (10), Go (4)`.
fn bracketed(reading: &Reading, list: Range<usize>, found: &mut Vec<YearsMention>) {
    let mut from = list.start;
    for at in list.clone() {
        if reading.word(at) == "(" && reading.word(at + 2) == ")" && at + 2 < list.end {
            found.extend(mention(reading, &(from..at), &(at + 1..at + 2)));
        }
        if is_break(reading.word(at)) {
            from = at + 1;
        }
    }
}

/// A name and a cell that is a number of years, and nothing else.
fn mention(reading: &Reading, name: &Range<usize>, cell: &Range<usize>) -> Option<YearsMention> {
    let plus = usize::from(cell.len() == 2 && reading.word(cell.start + 1) == "+");
    let short = (1..=LONGEST_ITEM).contains(&name.len());
    if cell.len() != 1 + plus || reading.tokens[cell.start].kind != Kind::Digits || !short {
        return None;
    }
    let (whole, part) = reading.word(cell.start).split_once('.').unwrap_or((reading.word(cell.start), "0"));
    let part = part.get(..1)?.parse::<u16>().ok()?;
    let tenths = whole.parse::<u16>().ok()?.checked_mul(10)?.checked_add(part)?;
    (1..=LONGEST_CAREER).contains(&tenths).then(|| YearsMention {
        length: YearsLength::Stated { tenths, high: None },
        about: YearsAbout::Subject(reading.span(name.start, name.end - 1)),
        span: reading.span(cell.start, cell.end - 1),
    })
}
