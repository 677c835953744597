//! Dated jobs in the text of a résumé: from when to when, and which part of the text tells of them.
//!
//! Dates of schooling and of leave are marked, so that they never count as work.

mod cover;
mod heads;

use self::cover::cover;
use self::heads::{Heads, heads, is_schooling};
use super::calendar::{self, Date, date};
use super::lexicon::Kinds;
use super::lists;
use super::terms::{Gap, Kind, Reading, is_break};
use super::text::Span;
use super::words::{Words, words};
use crate::domain::Month;

/// A dated stretch of work, schooling or leave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DatedSpan {
    pub start: Month,
    /// The last month; `None` when it goes on.
    pub end: Option<Month>,
    /// The dates themselves.
    pub at: Span,
    /// The text that belongs to it: to the next dated heading or section.
    pub covers: Span,
    /// Schooling or leave, which is no work.
    pub off_work: bool,
}

/// No career has more dates; reading on would only cost time.
const MAX_DATES: usize = 300;

/// Dates being collected: tokens, and whether they head their line.
struct Dated {
    start: Month,
    end: Option<Month>,
    first: usize,
    last: usize,
    heads: Heads,
}

/// All dated stretches, in the order of the text.
pub(crate) fn dated_spans(reading: &Reading) -> Vec<DatedSpan> {
    let mut dated: Vec<Dated> = Vec::new();
    let mut at = 0;
    while at < reading.len() && dated.len() < MAX_DATES {
        // Most words begin no date; these need no closer look.
        let token = &reading.tokens[at];
        if !(token.kind == Kind::Digits || token.kinds.has(Kinds::DATE)) {
            at += 1;
            continue;
        }
        let found = range(reading, at).or_else(|| since(reading, at)).or_else(|| single(reading, at));
        match found {
            Some(found) => {
                at = found.last + 1;
                dated.push(found);
            }
            None => at += 1,
        }
    }
    cover(reading, &dated)
}

/// What stands before a date from which something goes on.
const SINCE: Words = words!(lists::TIMELINE_SINCE);

/// What stands between that and the date: `since about 2016`, `since at least the end of 2016`.
const VAGUELY: Words = words!(lists::TIMELINE_VAGUELY);
const MAX_VAGUENESS_LEN: usize = 3;

/// What stands between two dates, besides a dash; for `a` and `do` only another date may follow.
const UNTIL: Words = words!(lists::TIMELINE_UNTIL);

/// What stands in place of the second date.
const GOING_ON: &[&str] = lists::TIMELINE_GOING_ON;

/// The words that a dated stretch begins with, where it begins with no figure.
pub(super) fn first_words() -> impl Iterator<Item = &'static str> {
    calendar::first_words().chain(SINCE.iter())
}

/// `Mar 2019 - present`, `03/2019 - 06/2021`, `2022.10 - 2023`, `2013 till now`, `2019-`.
fn range(reading: &Reading, at: usize) -> Option<Dated> {
    let from = date(reading, at)?;
    let mut next = from.end;
    let dash = reading.gap(next) == Gap::Dash;
    let word = reading.word(next);
    let between = word == "and" && reading.before(at, 1) == "between";
    let connector = (reading.is(next, UNTIL) || between) && reading.gap(next) != Gap::Line;
    let through = reading.phrase_end(next, "t / m").filter(|_| reading.gap(next) != Gap::Line);
    let joined = connector || dash || through.is_some();
    next = through.unwrap_or(next + usize::from(connector));
    // "until the end of 2020"
    next += usize::from(connector && reading.word(next) == "the");
    let open = ends_open(reading, next);
    let follows = open && (date(reading, next).is_some() || going_on(reading, next).is_some());
    if !follows && ((open && (from.exact || dash_is_glued(reading, next))) || hangs(reading, at, next)) {
        return Some(Dated {
            start: from.first,
            end: None,
            first: at,
            last: next - 1,
            heads: heads(reading, at, next),
        });
    }
    // "Team lead (Apr 2025\u{2013}): vLLM"
    if dash && word == ")" && reading.before(at, 1) == "(" {
        let heads = heads(reading, at, next);
        return Some(Dated { start: from.first, end: None, first: at, last: from.end - 1, heads });
    }
    // "2019-:" at the start of a line: it goes on.
    if dash && matches!(word, ":" | "," | "|") {
        return matches!(reading.gap(at), Gap::Line).then(|| Dated {
            start: from.first,
            end: None,
            first: at,
            last: from.end - 1,
            heads: Heads::Line,
        });
    }
    if !joined && !follows {
        // Start date: 05/2019, end date: 07/2022
        next = end_label(reading, next)?;
    }
    if let Some(end) = going_on(reading, next) {
        return Some(Dated { start: from.first, end: None, first: at, last: end - 1, heads: heads(reading, at, end) });
    }
    let to = date(reading, next).or_else(|| short_year(reading, next, &from))?;
    if to.last < from.first || to.last.since(from.first) > 60 * 12 {
        return None;
    }
    Some(Dated {
        start: from.first,
        end: Some(to.last),
        first: at,
        last: to.end - 1,
        heads: heads(reading, at, to.end),
    })
}

/// The token after what stands in place of the second date.
fn going_on(reading: &Reading, at: usize) -> Option<usize> {
    GOING_ON.iter().find_map(|words| reading.phrase_end(at, words))
}

/// Whether a dash closes the line before the token: `Jan 2022 -`.
fn ends_open(reading: &Reading, next: usize) -> bool {
    let Some(after) = reading.tokens.get(next).filter(|token| token.gap == Gap::Line) else { return false };
    let between = reading.text.original_between(&reading.tokens[next - 1].span, &after.span);
    let rest = between.lines().next().unwrap_or("").trim();
    matches!(rest, "-" | "\u{2013}" | "\u{2014}")
}

/// Whether the dash before a token stands right behind the one before: `2020-`.
fn dash_is_glued(reading: &Reading, next: usize) -> bool {
    let Some(after) = reading.tokens.get(next) else { return false };
    let between = reading.text.original_between(&reading.tokens[next - 1].span, &after.span);
    between.starts_with(['-', '\u{2013}', '\u{2014}'])
}

/// Whether the dash behind the first date of a line hangs before what was done from then on: `2021-     Research engineer`.
fn hangs(reading: &Reading, at: usize, next: usize) -> bool {
    let Some(after) = reading.tokens.get(next).filter(|token| token.gap == Gap::Dash && token.kind == Kind::Word)
    else {
        return false;
    };
    let between = reading.text.original_between(&reading.tokens[next - 1].span, &after.span);
    let dated = date(reading, next).is_some() || going_on(reading, next).is_some();
    let opens = reading.gap(at) == Gap::Line || is_break(reading.before(at, 1));
    opens && !dated && dash_is_glued(reading, next) && between.ends_with(char::is_whitespace)
}

/// The token after a label of the second date: `, end date:`, `| Until:`.
fn end_label(reading: &Reading, at: usize) -> Option<usize> {
    let at = at + usize::from(matches!(reading.word(at), "," | ";" | "|"));
    lists::TIMELINE_END_LABELS.iter().find_map(|label| reading.phrase_end(at, label))
}

/// `2019-22`.
fn short_year(reading: &Reading, at: usize, from: &Date) -> Option<Date> {
    let word = reading.word(at);
    let century = from.first.year() / 100 * 100;
    let year = (word.len() == 2 && !from.exact).then(|| word.parse::<i16>().ok()).flatten()? + century;
    (year > from.first.year() && year < from.first.year() + 40).then(|| Date {
        first: Month::new(year, 1),
        last: Month::new(year, 12),
        end: at + 1,
        exact: false,
    })
}

/// `since 2021`, as a heading or in a sentence.
fn since(reading: &Reading, at: usize) -> Option<Dated> {
    if !reading.is(at, SINCE) {
        return None;
    }
    let vague = (at + 1..at + 1 + MAX_VAGUENESS_LEN).take_while(|&i| reading.is(i, VAGUELY)).count();
    let first = at + 1 + vague;
    let from = date(reading, first)?;
    // "desde 2017 hasta 2019" has an end.
    if range(reading, first).is_some() {
        return None;
    }
    let heads = if reading.gap(at) == Gap::Line { Heads::Line } else { Heads::Nothing };
    let others = reading.sentence(at).any(|i| reading.is(i, words!(lists::TIMELINE_SINCE_FOUNDED)));
    (!others).then(|| Dated { start: from.first, end: None, first: at, last: from.end - 1, heads })
}

/// `Summer 2014:`, `May 2023: intern`, `2014: BSc` at the start of a line.
fn single(reading: &Reading, at: usize) -> Option<Dated> {
    let found = date(reading, at)?;
    // The cheap tests first: an endless line of years must not be searched for degrees at each of them.
    let opens = |at: usize| reading.gap(at) == Gap::Line;
    let heads = opens(at) || (at > 0 && opens(at - 1) && reading.tokens[at - 1].kind == Kind::Sign);
    let separated = matches!(reading.word(found.end), ":" | "," | "|" | ";") || reading.gap(found.end) == Gap::Dash;
    let closes = opens(found.end) && found.exact;
    if !(closes || (heads && separated)) {
        return None;
    }
    let line = reading.line(at);
    let tails = closes && line.len() > found.end - at;
    let schooling = is_schooling(&reading.text.folded()[reading.span(line.start, line.end - 1)]);
    let counts = (heads && separated && (found.exact || schooling)) || (tails && schooling);
    counts.then(|| Dated {
        start: found.first,
        end: Some(found.last),
        first: at,
        last: found.end - 1,
        heads: Heads::Line,
    })
}
