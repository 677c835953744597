//! Years without a unit beside them, which a heading gives: a column `Years` (between bars or wide gaps), or the
//! end of a list.

use std::ops::Range;

use super::about::MAX_ITEM_LEN;
use super::{MAX_CAREER, YearsAbout, YearsLength, YearsMention};
use crate::extract::cells::{begins_cell, row};
use crate::extract::lexicon::Kinds;
use crate::extract::lists;
use crate::extract::meter::charge;
use crate::extract::terms::{Kind, Reading, is_break};
use crate::extract::words::{Words, words};

/// So many rows stand under one heading.
const ROWS: usize = 60;
/// A row has so many tokens at most.
const MAX_ROW_LEN: usize = 40;

/// What stands in columns and brackets under such headings.
pub(super) fn years_in_cells(reading: &Reading) -> Vec<YearsMention> {
    let mut found = Vec::new();
    let mut free_from = 0;
    for at in reading.with(Kinds::YEARS) {
        if at < free_from {
            continue;
        }
        if let Some((column, end)) = column(reading, at, words!(COUNTS)) {
            free_from = rows(reading, end, column, |name, cell| found.extend(mention(reading, name, cell)));
        } else if let Some(list) = list_before(reading, at) {
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
    let end = start + reading.tokens[start..].iter().take(MAX_ROW_LEN).take_while(|token| token.line == line).count();
    let is_wide = |at: &usize| {
        let (before, here) = (&reading.tokens[at - 1].span, &reading.tokens[*at].span);
        if reading.text.is_one_space(before.end, here.start) {
            return false;
        }
        let between = reading.text.original_between(before, here);
        !between.is_empty() && (between.contains('\t') || between.contains("  "))
    };
    let mut starts: Vec<usize> = (start + 1..end).filter(is_wide).collect();
    starts.insert(0, start);
    let ends = starts.iter().skip(1).copied().chain([end]);
    (starts.iter().zip(ends).map(|(&from, to)| from..to).collect(), end)
}

/// What says that numbers above, below or before it are years.
pub(in crate::extract) const COUNTED: Words = words!("years yrs yoe");

/// What a heading over counts of years says.
const COUNTS: &str = lists::YEARS_TABLE_COUNTS;

/// Which column of the heading that a token stands in says `what`, and the token behind that row.
fn column(reading: &Reading, at: usize, what: Words) -> Option<(usize, usize)> {
    const BEFORE: usize = 24;
    let near = at.saturating_sub(BEFORE)..=at;
    let goes_on = |start: usize| start > 0 && reading.tokens[start - 1].line == reading.tokens[start].line;
    // In the middle of a long line no row begins.
    if goes_on(*near.start()) && reading.tokens[*near.start()].line == reading.tokens[at].line {
        return None;
    }
    charge(BEFORE);
    let first = near.into_iter().find(|&start| {
        let opens = !goes_on(start);
        let is_row = || matches!(columns(reading, start), (cells, end) if cells.len() >= 2 && end > at);
        opens && !begins_cell(reading, start) && is_row()
    })?;
    let (cells, end) = columns(reading, first);
    let says = |cell: &Range<usize>| cell.contains(&at) && cell.clone().all(|at| reading.is(at, what));
    cells.iter().position(says).map(|column| (column, end))
}

/// Reads the rows under a heading, names and cells of a column; the token behind them.
fn rows(reading: &Reading, from: usize, column: usize, mut read: impl FnMut(&Range<usize>, &Range<usize>)) -> usize {
    let mut at = from;
    for _ in 0..ROWS {
        if at >= reading.len() {
            break;
        }
        let (cells, end) = columns(reading, at);
        charge(end - at);
        let ruled = (at..end).all(|at| reading.word(at) == "|");
        if cells.len() < 2 && !ruled {
            break;
        }
        let name = cells.iter().enumerate().find(|(place, cell)| *place != column && !cell.is_empty());
        if let (Some(cell), Some((_, name))) = (cells.get(column).filter(|cell| !cell.is_empty()), name) {
            read(name, cell);
        }
        at = end.max(at + 1);
    }
    at
}

/// `Kubernetes (5+), Terraform (4), Ansible (7) years`: the unit stands behind the last of them.
fn list_before(reading: &Reading, at: usize) -> Option<Range<usize>> {
    if reading.before(at, 1) != ")" {
        return None;
    }
    let line = reading.tokens[at].line;
    let length = reading.tokens[..at].iter().rev().take(MAX_ROW_LEN).take_while(|token| token.line == line).count();
    charge(length);
    let list = at - length..at;
    several(reading, &list).then_some(list)
}

/// Whether two or more numbers stand in brackets.
fn several(reading: &Reading, list: &Range<usize>) -> bool {
    list.clone().filter(|at| bracket(reading, *at, list.end).is_some()).count() >= 2
}

/// The tokens in the brackets that open at `at`, when they are a number, with or without a plus.
fn bracket(reading: &Reading, at: usize, end: usize) -> Option<Range<usize>> {
    let close = (at + 2..=at + 3).find(|close| reading.word(*close) == ")" && *close < end)?;
    let plus = close == at + 2 || reading.word(at + 2) == "+";
    (reading.word(at) == "(" && plus && reading.tokens[at + 1].kind == Kind::Digits).then_some(at + 1..close)
}

/// `Python (10), Go (4)`.
fn bracketed(reading: &Reading, list: Range<usize>, found: &mut Vec<YearsMention>) {
    let mut from = list.start;
    for at in list.clone() {
        if let Some(cell) = bracket(reading, at, list.end) {
            found.extend(mention(reading, &(from..at), &cell));
        }
        if is_break(reading.word(at)) {
            from = at + 1;
        }
    }
}

/// A name and a cell that is a number of years, and nothing else.
fn mention(reading: &Reading, name: &Range<usize>, cell: &Range<usize>) -> Option<YearsMention> {
    let plus = usize::from(cell.len() == 2 && reading.word(cell.start + 1) == "+");
    let short = (1..=MAX_ITEM_LEN).contains(&name.len());
    if cell.len() != 1 + plus || reading.tokens[cell.start].kind != Kind::Digits || !short {
        return None;
    }
    let (whole, part) = reading.word(cell.start).split_once('.').unwrap_or((reading.word(cell.start), "0"));
    let part = part.get(..1)?.parse::<u16>().ok()?;
    let tenths = whole.parse::<u16>().ok()?.checked_mul(10)?.checked_add(part)?;
    (1..=MAX_CAREER).contains(&tenths).then(|| YearsMention {
        length: YearsLength::Stated { tenths, high: None },
        about: YearsAbout::Subject(reading.span(name.start, name.end - 1)),
        span: reading.span(cell.start, cell.end - 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::CancelToken;
    use crate::extract::meter::{Budget, guarded};
    use crate::extract::text::Text;

    /// Behind the last row of a table each further word looked at those before it: 24 times the steps for four times the text.
    #[test]
    fn a_long_row_of_headings_is_read_in_steps_of_its_length() {
        let steps = |times: usize| {
            let text = Text::new(&"years\t".repeat(times));
            let reading = Reading::new(&text);
            guarded(Budget::DEFAULT, &CancelToken::default(), 0, || years_in_cells(&reading)).1
        };
        let (short, long) = (steps(2_700), steps(4 * 2_700));
        assert!(long <= 5 * short, "{short} steps, and {long} for four times as much");
    }
}
