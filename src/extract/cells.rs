//! Cells and rows of tables, between bars and in HTML, where each cell is a line of its own.

use std::ops::Range;

use super::terms::{Gap, Reading};

/// Whether a token begins another cell of the row that the token before it stands in.
pub(super) fn begins_cell(reading: &Reading, at: usize) -> bool {
    let Some(before) = at.checked_sub(1).filter(|_| at < reading.len()) else {
        return false;
    };
    match reading.gap(at) {
        Gap::Line => {
            let markup = reading.text.original_between(&reading.tokens[before].span, &reading.tokens[at].span);
            has_tag(markup, &["<td", "<th"]) && !has_tag(markup, &["<tr"])
        }
        _ => reading.word(before) == "|",
    }
}

/// The cells of the row that begins at a token, without bars; empty cells are kept where bars show them. And the token behind it.
pub(super) fn row(reading: &Reading, start: usize) -> (Vec<Range<usize>>, usize) {
    let mut cells = Vec::new();
    let mut at = start + usize::from(reading.word(start) == "|");
    let mut from = at;
    while at < reading.len() {
        if at > start && reading.gap(at) == Gap::Line {
            if !begins_cell(reading, at) {
                break;
            }
            cells.push(from..at);
            from = at;
        } else if reading.word(at) == "|" {
            cells.push(from..at);
            from = at + 1;
        }
        at += 1;
    }
    if from < at {
        cells.push(from..at);
    }
    (cells, at)
}

/// Whether a cell of these words tells years: `at least 3 years of experience`. One of more words tells of something else.
pub(super) fn tells_years<'a>(words: impl Iterator<Item = &'a str>) -> bool {
    const MAX_WORDS: usize = 6;
    let (mut n_words, mut has_unit) = (0, false);
    for word in words {
        n_words += 1;
        has_unit |= word.starts_with("year") || word.starts_with("yr");
    }
    has_unit && n_words <= MAX_WORDS
}

/// Whether one of these tags opens there; `<th` opens no `<thead`.
fn has_tag(markup: &str, tags: &[&str]) -> bool {
    tags.iter().any(|tag| {
        markup.match_indices('<').any(|(open, _)| {
            let rest = &markup.as_bytes()[open..];
            rest.len() > tag.len()
                && rest[..tag.len()].eq_ignore_ascii_case(tag.as_bytes())
                && !rest[tag.len()].is_ascii_alphabetic()
        })
    })
}
