//! Dates as people write them: months by name or number, seasons, quarters, parts of a year, in the languages of Europe.

use super::lexicon::Kinds;
use super::lists;
use super::terms::{Gap, Kind, Reading, year_of};
use super::words::one_of;
use crate::domain::Month;

/// A date read at a token.
pub(super) struct Date {
    pub first: Month,
    pub last: Month,
    /// The token after it.
    pub end: usize,
    /// Whether a month or a part of the year is told.
    pub exact: bool,
}

const MONTHS: &[&str] = lists::CALENDAR_MONTHS;

/// The part of a year that a word names: its first month and its last.
fn part(word: &str) -> Option<(u8, u8)> {
    let (first, last) = lists::CALENDAR_PART.of(word)?.split_once(' ')?;
    Some((first.parse().ok()?, last.parse().ok()?))
}

/// The words that a date may begin with, where it begins with no figure.
pub(super) fn first_words() -> impl Iterator<Item = &'static str> {
    let others = lists::CALENDAR_ELSEWHERE.iter().chain(lists::CALENDAR_PART.iter()).map(|(word, _)| word);
    MONTHS.iter().flat_map(|name| [*name, &name[..3]]).chain(["sept"]).chain(others)
}

/// The English name of a month, in full or short: 1 to 12.
pub(crate) fn month_named(word: &str) -> Option<u8> {
    if word == "sept" {
        return Some(9);
    }
    let found = MONTHS.iter().position(|name| *name == word || (word.len() == 3 && name.starts_with(word)))?;
    u8::try_from(found + 1).ok()
}

/// The name of a month in any of the languages.
fn month_of(word: &str) -> Option<u8> {
    month_named(word).or_else(|| lists::CALENDAR_ELSEWHERE.of(word)?.parse().ok())
}

/// The date that begins at a token.
pub(super) fn date(reading: &Reading, at: usize) -> Option<Date> {
    let token = reading.tokens.get(at)?;
    if token.kind == Kind::Digits {
        return by_day(reading, at).or_else(|| in_figures(reading, at)).or_else(|| in_two_figures(reading, at));
    }
    if token.word == "'" {
        return in_two_figures(reading, at + 1);
    }
    by_name(reading, at).or_else(|| by_part(reading, at))
}

fn month(month: u8, year: i16, end: usize) -> Date {
    let month = Month::new(year, month);
    Date { first: month, last: month, end, exact: true }
}

fn same_line(reading: &Reading, at: usize) -> bool {
    reading.gap(at) != Gap::Line
}

/// `1st Jan 2018`, `1 Jan 2018`, `1. Februar 2019`.
fn by_day(reading: &Reading, at: usize) -> Option<Date> {
    if reading.word(at).trim_end_matches('.').len() > 2 {
        return None;
    }
    let name = at + 1 + usize::from(reading.word(at + 1) == ".");
    same_line(reading, name).then(|| by_name(reading, name)).flatten()
}

/// `Jan 2018`, `Jan '18`, `Sept. 2018`, `December of 2017`, `enero de 2017`.
fn by_name(reading: &Reading, at: usize) -> Option<Date> {
    reading.tokens.get(at).filter(|token| token.kinds.has(Kinds::DATE))?;
    let named = month_of(reading.word(at))?;
    let mut next = at + 1;
    while matches!(reading.word(next), "." | "," | "of" | "de" | "del" | "'") && next < at + 3 {
        next += 1;
    }
    if !same_line(reading, next) {
        return None;
    }
    if let Some(year) = year_of(reading.word(next)) {
        return Some(month(named, year, next + 1));
    }
    let year = in_two_figures(reading, next)?;
    Some(month(named, year.first.year(), year.end))
}

/// `'19`
fn in_two_figures(reading: &Reading, at: usize) -> Option<Date> {
    let two = reading.word(at);
    let follows = reading.before(at, 1) == "'" && two.len() == 2 && same_line(reading, at);
    // "the '90s"
    let goes_on = reading.gap(at + 1) == Gap::Glued && reading.tokens.get(at + 1).is_some_and(|t| t.kind == Kind::Word);
    let year: i16 = two.parse().ok().filter(|_| follows && !goes_on)?;
    Some(whole_year(if year > 60 { 1900 + year } else { 2000 + year }, at + 1))
}

fn whole_year(year: i16, end: usize) -> Date {
    Date { first: Month::new(year, 1), last: Month::new(year, 12), end, exact: false }
}

/// `Summer 2014`, `Q3 2022`, `late 2021`, `mid-2018`.
fn by_part(reading: &Reading, at: usize) -> Option<Date> {
    let word = reading.word(at);
    let (first, last) = part(word)?;
    let of = at + 1 + usize::from(one_of!(reading.word(at + 1), "of / '"));
    let year = year_of(reading.word(of)).filter(|_| same_line(reading, of))?;
    Some(Date { first: Month::new(year, first), last: Month::new(year, last), end: of + 1, exact: true })
}

/// `2022.10`, `06.2019`, `2021.02.25`, `03/2019`, `2021-03`, `2019`.
fn in_figures(reading: &Reading, at: usize) -> Option<Date> {
    let word = reading.word(at);
    let month_part = |part: &str| part.parse::<u8>().ok().filter(|m| (1..=12).contains(m) && part.len() <= 2);
    if let Some((a, rest)) = word.split_once('.') {
        let (b, c) = rest.split_once('.').map_or((rest, None), |(b, c)| (b, Some(c)));
        if let (Some(year), Some(m)) = (year_of(a), month_part(b)) {
            return Some(month(m, year, at + 1));
        }
        let (m, year) = c.map_or((a, b), |c| (b, c));
        return Some(month(month_part(m)?, year_of(year)?, at + 1));
    }
    // 03/2019, 2019/03.
    if reading.word(at + 1) == "/" {
        if let (Some(m), Some(year)) = (month_part(word), year_of(reading.word(at + 2))) {
            return Some(month(m, year, at + 3));
        }
        if let (Some(year), Some(m)) = (year_of(word), month_part(reading.word(at + 2))) {
            return Some(month(m, year, at + 3));
        }
    }
    let year = year_of(word)?;
    // 2021-03, when another dash or word of range follows or the month has its zero.
    let next = reading.word(at + 1);
    if reading.gap(at + 1) == Gap::Dash
        && next.len() == 2
        && let Some(m) = month_part(next)
        // "2014 - 02/2018"
        && reading.word(at + 2) != "/"
        && (next.starts_with('0')
            || matches!(reading.gap(at), Gap::Dash)
            || matches!(reading.before(at, 1), "to" | "until" | "till")
            || matches!(reading.gap(at + 2), Gap::Dash)
            || matches!(reading.word(at + 2), "to" | "until" | "till"))
    {
        return Some(month(m, year, at + 2));
    }
    Some(whole_year(year, at + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_names_one_month() {
        let elsewhere = lists::CALENDAR_ELSEWHERE.iter();
        let mut names: Vec<(&str, u8)> = elsewhere.map(|(name, month)| (name, month.parse().unwrap())).collect();
        names.extend(MONTHS.iter().copied().zip(1..));
        names.extend(MONTHS.iter().map(|name| &name[..3]).zip(1..));
        names.sort_unstable();
        names.dedup();
        let twice = names.windows(2).find(|pair| pair[0].0 == pair[1].0);
        assert_eq!(twice, None);
    }
}
