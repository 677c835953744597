//! Dates as people write them: months by name or number, seasons, quarters, parts of a year, in the languages of Europe.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::lexicon::Kinds;
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

const MONTHS: [&str; 12] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
];

/// What the months are called elsewhere, folded: German, French, Spanish, Italian, Portuguese, Dutch, the Scandinavian languages,
/// Polish, Czech, Romanian, Finnish, Turkish. Short forms that are English words are left out.
const MONTHS_ELSEWHERE: [&str; 12] = [
    "januar janner janvier janv enero ene gennaio janeiro januari styczen stycznia leden ledna ianuarie tammikuu ocak",
    "februar feber fevrier fevr febrero febbraio fevereiro fev februari luty lutego unor unora februarie helmikuu subat",
    "marz maerz mrz mars marzo marco maart mrt marts marzec marca brezen brezna martie maaliskuu mart",
    "avril avr abril abr aprile kwiecien kwietnia duben dubna aprilie huhtikuu nisan",
    "mai mayo maggio maio mei maj maja kveten kvetna toukokuu mayis",
    "juni juin junio giugno giu junho czerwiec czerwca cerven cervna iunie kesakuu haziran",
    "juli juillet juil julio luglio lug julho lipiec lipca cervenec cervence iulie heinakuu temmuz",
    "aout agosto augustus augusti sierpien sierpnia srpen srpna elokuu agustos",
    "septembre septiembre setiembre settembre setembro wrzesien wrzesnia zari septembrie syyskuu eylul",
    "oktober okt octobre octubre ottobre outubro pazdziernik pazdziernika rijen rijna octombrie lokakuu ekim",
    "novembre noviembre novembro listopad listopada listopadu noiembrie marraskuu kasim",
    "dezember dez decembre diciembre dic dicembre dezembro desember grudzien grudnia prosinec prosince decembrie joulukuu \
     aralik",
];

/// Seasons, as the months from one to another; the winter of a year is its end.
const SEASONS: &[(&str, u8, u8)] =
    &[("spring", 3, 5), ("summer", 6, 8), ("autumn", 9, 11), ("fall", 9, 11), ("winter", 12, 12)];

/// Quarters and parts of a year.
const PARTS: &[(&str, u8, u8)] = &[
    ("q1", 1, 3),
    ("q2", 4, 6),
    ("q3", 7, 9),
    ("q4", 10, 12),
    ("h1", 1, 6),
    ("h2", 7, 12),
    ("early", 1, 4),
    ("mid", 5, 8),
    ("late", 9, 12),
    ("start", 1, 3),
    ("beginning", 1, 3),
    ("middle", 5, 8),
    ("end", 10, 12),
    ("anfang", 1, 4),
    ("mitte", 5, 8),
    ("ende", 9, 12),
    ("debut", 1, 4),
    ("fin", 9, 12),
];

/// The words that a date may begin with, where it begins with no figure.
pub(super) fn first_words() -> impl Iterator<Item = &'static str> {
    let parts = SEASONS.iter().chain(PARTS).map(|(name, _, _)| *name);
    MONTHS
        .iter()
        .flat_map(|name| [*name, &name[..3]])
        .chain(["sept"])
        .chain(elsewhere().map(|(name, _)| name))
        .chain(parts)
}

fn elsewhere() -> impl Iterator<Item = (&'static str, u8)> {
    (1..).zip(MONTHS_ELSEWHERE).flat_map(|(month, names)| names.split_whitespace().map(move |name| (name, month)))
}

/// The English name of a month, in full or short: 1 to 12.
pub(crate) fn month_named(word: &str) -> Option<u8> {
    if word == "sept" {
        return Some(9);
    }
    let found = MONTHS.iter().position(|name| *name == word || (word.len() == 3 && name.starts_with(word)))?;
    u8::try_from(found + 1).ok()
}

/// Months by their names elsewhere; of two with one name the earlier.
static ELSEWHERE: LazyLock<HashMap<&str, u8>> = LazyLock::new(|| {
    let mut months = HashMap::new();
    elsewhere().for_each(|(name, month)| {
        months.entry(name).or_insert(month);
    });
    months
});

/// The name of a month in any of the languages.
fn month_of(word: &str) -> Option<u8> {
    month_named(word).or_else(|| ELSEWHERE.get(word).copied())
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
    while matches!(reading.word(next), "." | "," | "of" | "de" | "del" | "'")
        && next < at + 3
        && same_line(reading, next)
    {
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
    let &(_, first, last) = SEASONS.iter().chain(PARTS).find(|(name, _, _)| *name == word)?;
    let of = at + 1 + usize::from(one_of!(reading.word(at + 1), "of / '"));
    let year = year_of(reading.word(of)).filter(|_| (at + 1..=of).all(|i| same_line(reading, i)))?;
    Some(Date { first: Month::new(year, first), last: Month::new(year, last), end: of + 1, exact: true })
}

/// `2022.10`, `06.2019`, `2021.02.25`, `03/2019`, `2021-03`, `2019`, `2019 Q2`.
fn in_figures(reading: &Reading, at: usize) -> Option<Date> {
    let word = reading.word(at);
    let month_part = |part: &str| part.parse::<u8>().ok().filter(|m| (1..=12).contains(m) && part.len() <= 2);
    if let Some((a, rest)) = word.split_once('.')
        && rest.matches('.').count() <= 1
    {
        let (b, c) = rest.split_once('.').map_or((rest, None), |(b, c)| (b, Some(c)));
        if let (Some(year), Some(m)) = (year_of(a), month_part(b)) {
            return Some(month(m, year, at + 1));
        }
        let (m, year) = c.map_or((a, b), |c| (b, c));
        return Some(month(month_part(m)?, year_of(year)?, at + 1));
    }
    // 03/2019, 2019/03.
    if reading.word(at + 1) == "/" && reading.gap(at + 1) == Gap::Glued && reading.gap(at + 2) == Gap::Glued {
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
        && year_of(reading.word(at + 1)).is_none()
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
    let quarter = PARTS.iter().find(|(name, _, _)| *name == next && name.len() == 2);
    if let Some(&(_, first, last)) = quarter.filter(|_| reading.gap(at + 1) == Gap::Space) {
        return Some(Date { first: Month::new(year, first), last: Month::new(year, last), end: at + 2, exact: true });
    }
    Some(whole_year(year, at + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_names_one_month() {
        let mut names: Vec<_> = elsewhere().collect();
        names.extend(MONTHS.into_iter().zip(1..));
        names.extend(MONTHS.map(|name| &name[..3]).into_iter().zip(1..));
        names.sort_unstable();
        names.dedup();
        let twice = names.windows(2).find(|pair| pair[0].0 == pair[1].0);
        assert_eq!(twice, None);
    }
}
