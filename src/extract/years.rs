//! How long somebody has done something, or should have: `7 years of Lustre`, `5+ yrs`, `since 2018`.
//!
//! Ages of people and companies, contracts, degrees and repetitions (`once a year`) are not experience.

mod about;
mod elliptical;
mod listed;
mod objects;
mod of_work;
mod others;

use self::about::about;
use self::elliptical::elliptical;
pub(super) use self::listed::COUNTED;
pub(super) use self::others::RULES as OTHERS_RULES;
use self::others::is_of_somebody_named;
use super::calendar::date;
use super::languages as known;
use super::lexicon::{Kinds, Openings};
use super::lists;
use super::number::Number;
use super::terms::{Gap, Reading, is_break};
use super::text::Span;
use super::words::{Words, one_of, words};
use crate::domain::Month;

/// How long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum YearsLength {
    /// Tenths of years; `high` is the upper end of a range.
    Stated { tenths: u16, high: Option<u16> },
    /// From this month on.
    Since(Month),
}

/// What the years were spent with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum YearsAbout {
    /// Working life as a whole, or nothing that is said.
    Total,
    /// What the words here say.
    Subject(Span),
}

/// A statement of years.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct YearsMention {
    pub length: YearsLength,
    pub about: YearsAbout,
    pub span: Span,
}

impl YearsMention {
    /// Where what the years were spent with is named. Words between the figure and it belong to some names: `administering Linux`.
    pub(super) fn scope(&self) -> Option<Span> {
        let YearsAbout::Subject(subject) = &self.about else { return None };
        let follows = self.span.start < subject.start && subject.end <= self.span.end;
        Some(if follows { self.span.start..subject.end } else { subject.clone() })
    }
}

/// All statements of years of experience, in order.
pub(crate) fn years_mentions(reading: &Reading) -> Vec<YearsMention> {
    let numbers = reading.numbers();
    let others = reading.opened(Kinds::TIME, WITHOUT_NUMBER).map(|(_, mention)| mention);
    let others: Vec<YearsMention> = others.take(MAX_STATEMENTS).collect();
    let mut found: Vec<YearsMention> = Vec::new();
    for (at, number) in numbers.iter().enumerate() {
        if found.len() >= MAX_STATEMENTS {
            break;
        }
        let one = stated(reading, numbers, at, number).or_else(|| told_before(reading, number)).or_else(|| {
            let before = others[..others.partition_point(|other| other.span.end <= number.span.start)].last();
            let whole = found.last().into_iter().chain(before).max_by_key(|whole| whole.span.end)?;
            elliptical(reading, number, whole)
        });
        found.extend(one);
    }
    found.extend(others);
    found.extend(listed::years_in_lists(reading).into_iter().take(MAX_STATEMENTS));
    found.sort_by_key(|mention| mention.span.start);
    found
}

/// What tells of years without a number.
pub(super) const WITHOUT_NUMBER: Openings<YearsMention> = &[
    (words!("since"), since),
    (words!("decade"), decade),
    (words!("year"), a_year),
    (ELSEWHERE, spelled_elsewhere),
    (words!("ago"), begun_ago),
];

/// More years, in tenths, are those of a company or a country.
const MAX_CAREER: u16 = 500;

/// No honest text has more statements; reading on would only cost time.
const MAX_STATEMENTS: usize = 500;

/// `over a decade of Linux`, which has no number.
fn decade(reading: &Reading, at: usize) -> Option<YearsMention> {
    let first = at.checked_sub(1).filter(|&first| reading.word(first) == "a")?;
    let one = spelled(reading, first, 1000);
    stated(reading, std::slice::from_ref(&one), 0, &one)
}

/// The number that a word stands for.
fn spelled(reading: &Reading, at: usize, milli: u64) -> Number {
    let span = reading.span(at, at);
    Number { milli, first: at, last: at, span, factor: 1, approximate: false, plus: false, spelled: true }
}

/// Years in other languages.
const ELSEWHERE: Words = words!(known::YEARS_UNITS);

/// `zwölf Jahre Erfahrung mit Linux`
fn spelled_elsewhere(reading: &Reading, at: usize) -> Option<YearsMention> {
    let first = at.checked_sub(1)?;
    let word = reading.word(first);
    // What is a number in English, too, has been seen there.
    if reading.number_at(first).is_some() {
        return None;
    }
    // `ein Jahr` is how long many things last.
    let value = known::number_named(word).filter(|value| *value > 1)?;
    let one = spelled(reading, first, u64::from(value) * 1000);
    stated(reading, std::slice::from_ref(&one), 0, &one)
}

/// `started with Ansible six years ago`: what was begun then has been done for so long.
fn begun_ago(reading: &Reading, at: usize) -> Option<YearsMention> {
    /// The verb stands so many words before the number at most.
    const NEAR: usize = 8;
    let unit = at.checked_sub(1).filter(|&unit| matches!(reading.word(unit), "years" | "yrs"))?;
    let numbers = reading.numbers();
    let number = numbers[..numbers.partition_point(|number| number.last < unit)].last()?;
    let tenths = u16::try_from(number.milli / 100).ok().filter(|tenths| (1..=MAX_CAREER).contains(tenths))?;
    if number.last + 1 != unit || number.factor != 1 {
        return None;
    }
    let start = reading.sentence(at).start.max(number.first.saturating_sub(NEAR));
    let verb = (start..number.first)
        .rev()
        .take_while(|i| !is_break(reading.word(*i)))
        .find(|i| one_of!(reading.word(*i), lists::YEARS_BEGUN))?;
    let mut last = number.first - 1;
    while last > verb && one_of!(reading.word(last), lists::YEARS_ABOUT) {
        last -= 1;
    }
    (last > verb).then(|| YearsMention {
        length: YearsLength::Stated { tenths, high: None },
        about: YearsAbout::Subject(reading.span(verb + 1, last)),
        span: reading.span(verb, at),
    })
}

/// `a year of Rust`, which has no number. A price a year, and what is done twice a year, are none.
fn a_year(reading: &Reading, at: usize) -> Option<YearsMention> {
    if !reading.is(at + 1, words!(lists::YEARS_A_YEAR_OF)) || reading.before(at, 1) != "a" {
        return None;
    }
    let first = at - 1;
    let opens = reading.sentence(at).start == first || is_break(reading.before(first, 1));
    if !opens && !one_of!(reading.before(first, 1), lists::YEARS_A_YEAR) {
        return None;
    }
    let one = spelled(reading, first, 1000);
    let found = stated(reading, std::slice::from_ref(&one), 0, &one)?;
    matches!(found.about, YearsAbout::Subject(_)).then_some(found)
}

/// `Years of experience: 12`, `YOE: 8`.
fn told_before(reading: &Reading, number: &Number) -> Option<YearsMention> {
    let colon = number.first.checked_sub(1).filter(|&at| matches!(reading.word(at), ":" | "="))?;
    let ends = reading.gap(number.last + 1) == Gap::Line || is_break(reading.word(number.last + 1));
    let before = |back: usize| reading.before(colon, back);
    let told = matches!(before(1), "yoe" | "y.o.e")
        || (matches!(before(1), "experience" | "exp")
            && (matches!(before(2), "years" | "yrs") || matches!((before(3), before(2)), ("years" | "yrs", "of"))));
    let tenths = u16::try_from(number.milli / 100).ok().filter(|tenths| (1..=MAX_CAREER).contains(tenths))?;
    (told && ends && number.factor == 1).then(|| YearsMention {
        length: YearsLength::Stated { tenths, high: None },
        about: YearsAbout::Total,
        span: reading.span(colon - 1, number.last),
    })
}

fn stated(reading: &Reading, numbers: &[Number], at: usize, number: &Number) -> Option<YearsMention> {
    let mut unit = number.last + 1;
    let (mut first, mut milli) = (number.first, number.milli);
    // "five (5) years", "5 (five) years".
    if reading.word(unit) == ")"
        && let Some(previous) = at.checked_sub(1).map(|p| &numbers[p])
        && previous.milli == milli
        && previous.last + 2 == first
        && reading.before(first, 1) == "("
    {
        first = previous.first;
        unit += 1;
    }
    unit = ["or more", "and more", "or so"].iter().find_map(|words| reading.phrase_end(unit, words)).unwrap_or(unit);
    unit += usize::from(reading.word(unit) == "plus");
    unit += usize::from(reading.is(unit, words!(lists::YEARS_BEFORE_YEARS)));
    if matches!(reading.gap(unit), Gap::Line) || number.factor > 12 {
        return None;
    }
    let word = reading.word(unit);
    let months = match word {
        _ if one_of!(word, lists::YEARS_UNITS) => false,
        "decade" | "decades" => {
            milli *= 10;
            // half a decade
            if word == "decade" && reading.before(first, 1) == "half" && reading.word(first) == "a" {
                milli /= 2;
                first -= 1;
            }
            false
        }
        "y" if reading.gap(unit) == Gap::Glued || matches!(reading.word(unit + 1), ")" | "]") => false,
        "months" => true,
        _ if reading.is(unit, ELSEWHERE) => false,
        _ if reading.is(unit, words!(known::YEARS_MONTHS)) => true,
        _ => return None,
    };
    let tenths = |milli: u64| {
        let tenths = if months { milli / 1200 } else { milli / 100 };
        u16::try_from(tenths).ok().filter(|t| (1..=MAX_CAREER).contains(t))
    };
    let mut value = tenths(milli)?;
    let mut high = None;
    if let Some(previous) = at.checked_sub(1).map(|p| &numbers[p])
        && previous.milli < milli
        && previous.last < first
        && let Some(lower) = tenths(previous.milli).or_else(|| (previous.milli == 0).then_some(0))
    {
        let between = reading.before(first, 1) == "and" && reading.before(previous.first, 1) == "between";
        // `1 à 2 ans`, `drei bis fünf Jahre`
        let elsewhere = reading.text.foreign().is_some() && reading.is(first - 1, words!(known::YEARS_RANGES));
        let joined = matches!(reading.before(first, 1), "to" | "or") || elsewhere || between;
        let to = first == previous.last + 2 && joined;
        let dash = first == previous.last + 1 && reading.gap(first) == Gap::Dash;
        if to || dash {
            high = Some(value);
            value = lower;
            first = previous.first;
        }
    }
    // 11 years 6 months
    let mut with_months = false;
    if !months && high.is_none() {
        let digits = unit + 1 + usize::from(matches!(reading.word(unit + 1), "and" | ","));
        let rest = reading.word(digits).parse::<u64>().ok().filter(|rest| *rest < 12);
        let named = one_of!(reading.word(digits + 1), lists::YEARS_NAMED);
        if let Some(rest) = rest.filter(|_| named && reading.gap(digits + 1) != Gap::Line) {
            value = tenths(milli + rest * 1000 / 12)?;
            (unit, with_months) = (digits + 1, true);
        }
    }
    unit += usize::from(reading.word(unit + 1) == "'");
    // "six years or more of"
    unit = reading.phrase_end(unit + 1, "or more").map_or(unit, |end| end - 1);
    unit += usize::from(is_abbreviated(reading, first, unit));
    // "3-year contract": a singular after a dash only counts before "experience".
    let next = unit + 1;
    let after = reading.word(next);
    let singular = matches!(word, "year" | "yr" | "decade") && number.milli != 1000;
    // "daily for the last 18 months"
    let lasts = reading.before(first, 1) == "last" && (2..=3).any(|back| reading.before(first, back) == "for");
    let after_years = !lasts && one_of!(reading.before(first, 1), lists::YEARS_AFTER_YEARS);
    let is_of = |group: &str| OTHERS_RULES.of_group(group, reading, first, unit + 1).is_some();
    if is_of("")
        || is_of("organisation")
        || (reading.is(unit, ELSEWHERE) && is_of("elsewhere"))
        || is_of_somebody_named(reading, first, unit)
        || (months && after_years)
        || (months
            && !(after == "of"
                || is_break(after)
                || matches!(reading.gap(next), Gap::Line | Gap::Dash)
                || matches!(after, "experience" | "with")
                || reading.is(next, words!(known::YEARS_LINKS))))
    {
        return None;
    }
    if singular && reading.gap(unit) == Gap::Dash && !one_of!(after, lists::YEARS_CAREERS) {
        return None;
    }
    let (about, last) = about(reading, first, unit, with_months);
    if months && about == YearsAbout::Total {
        return None;
    }
    Some(YearsMention { length: YearsLength::Stated { tenths: value, high }, about, span: reading.span(first, last) })
}

/// Whether the stop behind `yrs` ends no sentence: `10 yrs. of CUDA`, and `10 yrs. CUDA` where nothing stands before.
fn is_abbreviated(reading: &Reading, first: usize, unit: usize) -> bool {
    let stop = matches!(reading.word(unit), "yrs" | "yr" | "y.o.e") && reading.word(unit + 1) == ".";
    let goes_on = || reading.is(unit + 2, words!(lists::YEARS_GOES_ON));
    let opens = || reading.sentence(first).start == first || is_break(reading.before(first, 1));
    stop && reading.gap(unit + 2) == Gap::Space && (goes_on() || opens())
}

/// `since 2018 I run X`, `X since March 2018`.
fn since(reading: &Reading, at: usize) -> Option<YearsMention> {
    // "since about 2016"
    let vague = (at + 1..at + 3).take_while(|&i| one_of!(reading.word(i), lists::YEARS_SINCE_VAGUE));
    let begun = date(reading, at + 1 + vague.count())?;
    let sentence = reading.sentence(at);
    let other =
        sentence.clone().any(|i| reading.is(i, words!(lists::YEARS_OTHER)) || (reading.word(i) == "we" && i < at + 6));
    if other {
        return None;
    }
    let mut from = begun.end;
    while from < sentence.end && is_break(reading.word(from)) {
        from += 1;
    }
    let after = (from..sentence.end).find(|&i| matches!(reading.word(i), ";" | "." | ":")).unwrap_or(sentence.end);
    let before = (sentence.start..at)
        .rev()
        .find(|&i| matches!(reading.word(i), "," | ";" | ":" | "(" | "."))
        .map_or(sentence.start, |i| i + 1);
    let about = if before < at && !is_break(reading.word(before)) {
        YearsAbout::Subject(reading.span(before, at - 1))
    } else if from < after {
        YearsAbout::Subject(reading.span(from, after - 1))
    } else {
        YearsAbout::Total
    };
    Some(YearsMention { length: YearsLength::Since(begun.first), about, span: reading.span(at, begun.end - 1) })
}
