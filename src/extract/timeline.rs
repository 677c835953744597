//! Dated jobs in the text of a résumé: from when to when, and which part of the text tells of them.
//!
//! Dates of schooling are marked, so that they never count as work.

use std::sync::LazyLock;

use super::calendar::{self, Date, date};
use super::lexicon::Kinds;
use super::phrases::Stems;
use super::terms::{Gap, Kind, Reading, is_break};
use super::text::Span;
use super::words::{Words, words};
use crate::domain::Month;

/// A dated stretch of work or schooling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DatedSpan {
    pub start: Month,
    /// The last month; `None` when it goes on.
    pub end: Option<Month>,
    /// The dates themselves.
    pub at: Span,
    /// The text that belongs to it: to the next dated heading or section.
    pub covers: Span,
    pub education: bool,
}

/// No career has more dates; reading on would only cost time.
const MOST_DATES: usize = 300;

/// The heading of a section has no more words.
const SECTION_WORDS: usize = 4;
/// A line of more bytes heads nothing.
const LONGEST_HEADING: usize = 400;

/// Dates being collected: tokens, and whether they head their line.
struct Dated {
    start: Month,
    end: Option<Month>,
    first: usize,
    last: usize,
    heads: Heads,
}

/// What dates stand at the head of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heads {
    /// Nothing: they tell of their sentence.
    Nothing,
    /// Their line, and those below it.
    Line,
    /// A short sentence of a paragraph, as `SRE at North Cloud (2019 - 2022).`: where there are several of them, each tells of what
    /// comes up to the next.
    Sentence,
}

/// All dated stretches, in the order of the text.
pub(crate) fn dated_spans(reading: &Reading) -> Vec<DatedSpan> {
    let mut dated: Vec<Dated> = Vec::new();
    let mut at = 0;
    while at < reading.len() && dated.len() < MOST_DATES {
        // Most words begin no date; these need no closer look.
        let token = &reading.tokens[at];
        if !(token.kind == Kind::Digits || token.kinds.has(Kinds::DATE)) {
            at += 1;
            continue;
        }
        match range(reading, at).or_else(|| since(reading, at)).or_else(|| single(reading, at)) {
            Some(found) => {
                at = found.last + 1;
                dated.push(found);
            }
            None => at += 1,
        }
    }
    cover(reading, &dated)
}

/// What stands before a date from which something goes on; `from` only with `onwards` after it.
const SINCE: Words = words!("since from seit depuis desde dal dalla sinds sedan siden");

/// What stands between two dates, besides a dash; for `a` and `do` only another date may follow.
const UNTIL: Words =
    words!("to till until through thru ~ → upto > bis a au al jusqu'a jusqu'en jusqu'au hasta fino ate tot til do",);

/// What stands in place of the second date.
const GOING_ON: &[&str] = &[
    "present", "now", "current", "currently", "today", "date", "ongoing", "till date", "till now", "to date", "heute",
    "jetzt", "laufend", "aktuell", "actualidad", "la actualidad", "presente", "actual", "hoy", "aujourd'hui",
    "ce jour", "actuel", "en cours", "oggi", "ad oggi", "in corso", "attuale", "hoje", "o momento", "atual", "heden",
    "nu", "nuvarande", "pagaende", "idag", "i dag", "naa", "obecnie", "teraz", "dzis", "dnes", "nyt", "halen",
];

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
    let open = ends_open(reading, next);
    let follows = open && (date(reading, next).is_some() || going_on(reading, next).is_some());
    if from.exact && open && !follows {
        return Some(Dated {
            start: from.first,
            end: None,
            first: at,
            last: next - 1,
            heads: heads(reading, at, next),
        });
    }
    // "2019-:" at the start of a line: it goes on.
    if dash && matches!(word, ":" | "," | "|") {
        let opens =
            matches!(reading.gap(at), Gap::Line) || reading.before(at, 1) == "·" || reading.before(at, 1) == "*";
        return opens.then(|| Dated {
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
    // 2000-2020 nodes are no years.
    let unit = reading.is(to.end, words!("gpus gpu nodes cores servers users people eur usd € $ %"));
    if to.last < from.first || to.last.since(from.first) > 60 * 12 || unit {
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

/// The token after a label of the second date: `, end date:`, `| Until:`.
fn end_label(reading: &Reading, at: usize) -> Option<usize> {
    let at = at + usize::from(matches!(reading.word(at), "," | ";" | "|"));
    ["end date :", "end :", "ended :", "until :", "to :", "ende :"]
        .iter()
        .find_map(|label| reading.phrase_end(at, label))
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
    let from = date(reading, at + 1).filter(|_| reading.gap(at + 1) != Gap::Line)?;
    // "desde 2017 hasta 2019" has an end.
    if range(reading, at + 1).is_some() {
        return None;
    }
    let heads = if reading.gap(at) == Gap::Line { Heads::Line } else { Heads::Nothing };
    if reading.word(at) == "from" && !(matches!(reading.word(from.end), "on" | "onwards" | "onward")) {
        return None;
    }
    let others = reading.sentence(at).any(|i| {
        matches!(reading.word(i), "founded" | "company" | "firm" | "born" | "profitable" | "established" | "married")
    });
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

/// What dates from `at` to `end` head: their line where they open or close it, or where it is short.
fn heads(reading: &Reading, at: usize, end: usize) -> Heads {
    let line = reading.line(at);
    if line.len() <= SHORT_LINE {
        return Heads::Line;
    }
    let sentence = reading.sentence(at);
    let others = sentence.clone().filter(|i| !(at..end).contains(i) && !is_break(reading.word(*i)));
    // What dates close tells of itself alone where other sentences stand before it: `I ran four halls. Before: engineer, 2013-2017`.
    let stands_behind = sentence.start > line.start + 2 && others.clone().nth(1).is_some();
    if at - line.start <= 2 || (line.end.saturating_sub(end) <= 2 && !stands_behind) {
        return Heads::Line;
    }
    let tells = others.clone().any(|i| reading.is(i, words!("i my we our me from since between during until")));
    if !tells && others.count() <= TITLE_WORDS { Heads::Sentence } else { Heads::Nothing }
}

/// A line of so many words is a heading wherever its dates stand.
const SHORT_LINE: usize = 18;
/// So many words beside the dates make a title with its employer and place.
const TITLE_WORDS: usize = 12;

const SECTIONS: &[&str] = &[
    "education", "skills", "certif", "publications", "projects", "awards", "languages", "expectations", "summary",
    "profile", "interests", "references", "technical", "knows", "company details", "work", "what i know", "papers",
    "degrees", "patents", "volunteer", "academic", "experience", "work experience", "professional experience",
    "employment", "jobs", "career", "training", "hobbies", "overview",
];

/// The heading of a section at a line, folded.
fn section<'a>(reading: &Reading<'a>, line: usize) -> Option<&'a str> {
    let line = &reading.text.lines()[line];
    if line.span.len() > LONGEST_HEADING {
        return None;
    }
    let words = reading.text.folded()[line.span.clone()].trim_matches(|c: char| !c.is_alphanumeric());
    let named = (line.heading || !line.bullet) && SECTIONS.iter().any(|name| words.starts_with(name));
    (named && words.split(' ').nth(SECTION_WORDS).is_none()).then_some(words)
}

fn is_schooling(words: &str) -> bool {
    static DEGREES: LazyLock<Stems> = LazyLock::new(|| {
        Stems::new(&[
            "bachelor", "master of", "master's", "masters", "b.sc", "bsc", "b.s.", "m.sc", "msc", "m.s.", "phd",
            "ph.d", "b.tech", "btech", "m.tech", "mba", "diploma", "course", "b.e.", "b.e ", "m.eng", "meng", "b.eng",
            "beng", "doctor of", "h.s.c", "s.s.c", "high school", "b.a.", "m.a.", "llb", "ll.b", "degree in",
            "student at", "studied", "doctorate", "university of applied",
        ])
    });
    DEGREES.begin_in(words, |degree, rest| {
        degree.ends_with(['.', ' ']) || !rest.starts_with(|c: char| c.is_alphanumeric() && c != 's')
    })
}

fn cover(reading: &Reading, dated: &[Dated]) -> Vec<DatedSpan> {
    if dated.is_empty() {
        return Vec::new();
    }
    let lines = reading.text.lines();
    // The headings of sections, in order: (line, words).
    let sections: Vec<(usize, &str)> =
        (0..lines.len()).filter_map(|line| Some((line, section(reading, line)?))).collect();
    let dated_lines: Vec<usize> = dated.iter().map(|d| reading.tokens[d.first].line).collect();
    // Where each stretch that heads lines begins: its line, or the title above it when the dates stand alone.
    let begin = |d: &Dated| -> usize {
        let line = reading.tokens[d.first].line;
        let around = reading.line(d.first);
        // How long it was, as some networks set it beside the dates (`Jun 2020 - Feb 2024 · 3 yrs 9 mos`), is no other word.
        let lasts = |i: usize| reading.is(i, words!("yr yrs year years mo mos month months"));
        let is_other =
            |i: &usize| !((d.first..=d.last).contains(i) || is_break(reading.word(*i)) || lasts(*i) || lasts(*i + 1));
        let others = around.clone().filter(is_other).count();
        let above = line.checked_sub(1).filter(|&above| {
            others <= 2
                && lines[above].span.len() <= LONGEST_HEADING
                && reading.text.folded()[lines[above].span.clone()].split_whitespace().count() <= 12
                && !lines[above].bullet
                && sections.binary_search_by_key(&above, |(line, _)| *line).is_err()
                && dated_lines.binary_search(&above).is_err()
        });
        above.unwrap_or(line)
    };
    let begins: Vec<Option<usize>> = dated.iter().map(|d| (d.heads == Heads::Line).then(|| begin(d))).collect();
    // One after the other in a paragraph, they part it; one alone tells of itself.
    let parts = |d: &Dated, other: &Dated| {
        let line = reading.tokens[d.first].line;
        d.heads == Heads::Sentence && other.heads != Heads::Nothing && reading.tokens[other.first].line == line
    };
    let chapter = |index: usize| -> Option<usize> {
        let d = &dated[index];
        let beside = [index.checked_sub(1), Some(index + 1)].into_iter().flatten().filter_map(|at| dated.get(at));
        (d.heads == Heads::Sentence && beside.into_iter().any(|other| parts(d, other)))
            .then(|| reading.sentence(d.first).start)
    };
    let chapters: Vec<Option<usize>> = (0..dated.len()).map(chapter).collect();
    let mut found = Vec::with_capacity(dated.len());
    for (index, d) in dated.iter().enumerate() {
        let line = reading.tokens[d.first].line;
        let next_chapter =
            chapters[index + 1..].iter().flatten().copied().next().filter(|token| reading.tokens[*token].line == line);
        let covers = match begins[index] {
            None => {
                let sentence = reading.sentence(d.first);
                let end = match (chapters[index], next_chapter) {
                    (Some(_), Some(next)) => next,
                    (Some(_), None) => reading.line(d.first).end,
                    (None, _) => sentence.end,
                };
                reading.span(sentence.start, end.max(sentence.end) - 1)
            }
            Some(start) if next_chapter.is_some() => {
                lines[start].span.start..next_chapter.map_or(0, |next| reading.span(next - 1, next - 1).end)
            }
            // A row of a table tells of itself; what stands below the table is no part of its last row.
            Some(start) if reading.word(reading.line(d.first).start) == "|" => lines[start.max(line)].span.clone(),
            Some(start) => {
                let next_dated = begins[index + 1..].iter().flatten().copied().find(|next| *next > line);
                let next_section = sections.get(sections.partition_point(|(l, _)| *l <= line)).map(|(l, _)| *l);
                let end = [next_dated, next_section].into_iter().flatten().min().unwrap_or(lines.len());
                lines[start].span.start..lines[end.max(line + 1) - 1].span.end
            }
        };
        let before = sections.partition_point(|(l, _)| *l <= line);
        let heading = before.checked_sub(1).map(|at| sections[at].1);
        let in_school = heading
            .is_some_and(|h| h.starts_with("education") || h.starts_with("degrees") || h.starts_with("academic"));
        let in_work = heading.is_some_and(|h| {
            h.contains("experience") || h.starts_with("employment") || h.starts_with("jobs") || h.starts_with("career")
        });
        // Of an endless line only what is near the dates is looked at.
        let near = reading.line(d.first);
        let near = reading.span(near.start, near.end - 1);
        let own_line = &reading.text.folded()[near.clone()];
        let next_line = lines
            .get(line + 1)
            .filter(|_| begins[index].is_some() && covers.end > lines[line].span.end)
            .filter(|l| l.span.len() <= LONGEST_HEADING)
            .map_or("", |l| &reading.text.folded()[l.span.clone()]);
        let opens = if covers.start < lines[line].span.start { covers.start } else { near.start.max(covers.start) };
        let first_line = &reading.text.folded()[opens..near.end.max(opens)];
        let schooling = is_schooling(own_line)
            || (!in_work
                && (is_schooling(first_line) || (own_line.split(' ').count() <= 6 && is_schooling(next_line))));
        let job_word = own_line.split(|c: char| !c.is_alphanumeric()).any(|w| {
            matches!(
                w,
                "developer"
                    | "engineer"
                    | "administrator"
                    | "architect"
                    | "intern"
                    | "analyst"
                    | "consultant"
                    | "manager"
            )
        });
        let education =
            (in_school && !job_word) || (schooling && (!in_work || is_schooling(own_line)) && begins[index].is_some());
        let at_span = reading.span(d.first, d.last);
        found.push(DatedSpan {
            start: d.start,
            end: d.end,
            at: at_span.clone(),
            covers: covers.start.min(at_span.start)..covers.end.max(at_span.end),
            education,
        });
    }
    found
}
