//! Pay as China, Japan, Korea and Taiwan write it: `年収1,200万円`, `연봉 8,000만원`, `年薪50万`, `30k-50k·15薪`.
//!
//! The words are data (`data/words/pay_east_asian.toml`); they are asked for by the readers that ask for the English ones.

use super::period::of_key;
use super::range::Sum;
use super::words::Sense;
use crate::domain::{Basis, Currency, Period};
use crate::extract::lists;
use crate::extract::place::PlaceReader;
use crate::extract::terms::{Gap, Kind, Reading};
use crate::extract::words::Values;

/// What a word glued to digits says of them: `万円`, `만원`, `億2000万円` is cut before its digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::extract) struct Unit {
    pub factor: u64,
    pub currency: Option<&'static str>,
    /// `以上`: so much or more.
    pub or_more: bool,
}

/// Whether a word can be of these scripts at all: a look at one byte, before any table is asked.
pub(in crate::extract) fn may_be(word: &str) -> bool {
    word.as_bytes().first().is_some_and(|byte| *byte >= 0xe1)
}

/// The longest of the known words that is found in `word`: what it stands for, and how long it is.
fn longest(word: &str, table: &Values, is_found: fn(&str, &str) -> bool) -> Option<(&'static str, usize)> {
    // Nearly every word is of another script, and asks no table.
    if !may_be(word) {
        return None;
    }
    let found = table.iter().filter(|(known, _)| is_found(word, known));
    found.map(|(known, value)| (value, known.len())).max_by_key(|(_, length)| *length)
}

fn leading(word: &str, table: &Values) -> Option<(&'static str, usize)> {
    longest(word, table, |word, known| word.starts_with(known))
}

fn within(word: &str, table: &Values) -> Option<&'static str> {
    longest(word, table, |word, known| word.contains(known)).map(|(value, _)| value)
}

/// A part of what a word stands for, when something is said there.
fn told(value: &'static str, part: usize) -> Option<&'static str> {
    value.split(' ').nth(part).filter(|said| *said != "any")
}

/// What a word behind digits makes of them.
pub(in crate::extract) fn unit(word: &str) -> Option<Unit> {
    if !may_be(word) {
        return None;
    }
    let (mut rest, mut unit) = (word, Unit { factor: 1, currency: None, or_more: false });
    // Several multiply: `百万`, `천만`.
    while let Some((value, length)) = leading(rest, &lists::PAY_EAST_ASIAN_MULTIPLES) {
        let factor: u64 = told(value, 0)?.parse().ok()?;
        unit.factor = unit.factor.checked_mul(factor).filter(|factor| *factor <= 1_000_000_000_000)?;
        unit.currency = unit.currency.or(told(value, 1));
        rest = &rest[length..];
    }
    if let Some((money, length)) = leading(rest, &lists::PAY_EAST_ASIAN_MONEY) {
        unit.currency = Some(money);
        rest = &rest[length..];
    }
    unit.or_more = is_least(rest);
    (unit.factor > 1 || unit.currency.is_some()).then_some(unit)
}

/// The money that a word behind the digits and their multiple names: `5천만 원`.
pub(in crate::extract) fn money(word: &str) -> Option<&'static str> {
    leading(word, &lists::PAY_EAST_ASIAN_MONEY).map(|(money, _)| money)
}

/// A part of what a label says of a sum: what it is, the period, the money.
fn label(word: &str, part: usize) -> Option<&'static str> {
    told(within(word, &lists::PAY_EAST_ASIAN_LABELS)?, part)
}

/// What a label says that a sum is.
pub(super) fn sense(word: &str) -> Option<Sense> {
    let sense = Sense::of_key(label(word, 0)?);
    // 賞与含む: what is part of the sum is not beside it.
    let included = sense == Sense::Extra && within(word, &lists::PAY_EAST_ASIAN_COVERS) == Some("included");
    Some(if included { Sense::Maybe } else { sense })
}

/// The period that a label names, or a word that is nothing else.
pub(super) fn period_of_label(word: &str) -> Option<Period> {
    label(word, 1).or_else(|| lists::PAY_EAST_ASIAN_PERIODS.of(word)).map(of_key)
}

/// The money that a label is written for.
pub(super) fn currency_of_label(word: &str) -> Option<&'static str> {
    label(word, 2)
}

/// The period behind a slash: `/月`.
pub(super) fn period(word: &str) -> Option<Period> {
    leading(word, &lists::PAY_EAST_ASIAN_PERIODS).map(|(key, _)| of_key(key))
}

/// Whether a word says that a sum is earned, or that it is hoped for.
pub(super) fn is_earned(word: &str) -> Option<bool> {
    within(word, &lists::PAY_EAST_ASIAN_WISHES).map(|who| who == "earned")
}

/// `이상`: whether a word says that the sum before it is the least.
pub(super) fn is_least(word: &str) -> bool {
    leading(word, &lists::PAY_EAST_ASIAN_BOUNDS).is_some_and(|(bound, _)| bound == "least")
}

/// `以下`, `이하`: whether a word says, by itself or glued to a unit, that the sum before it is the most.
pub(super) fn is_most(word: &str) -> bool {
    within(word, &lists::PAY_EAST_ASIAN_BOUNDS) == Some("most")
}

pub(super) fn covers(word: &str) -> Option<Basis> {
    match within(word, &lists::PAY_EAST_ASIAN_COVERS)? {
        "base" => Some(Basis::Base),
        "total" => Some(Basis::Total),
        _ => None,
    }
}

/// Whether one of the few tokens before the digits is a label of pay: there `50w` is `50万`.
pub(in crate::extract) fn is_labelled(reading: &Reading, digits: usize) -> bool {
    (1..=LABEL).any(|back| sense(reading.before(digits, back)) == Some(Sense::Pay))
}

/// A label stands so many tokens before the digits at most, those of a range before them included.
const LABEL: usize = 6;
/// Months that a year is paid for.
const MONTHS: std::ops::RangeInclusive<u64> = 12..=24;

/// `30k-50k·15薪`, `35k x 14 months`: so many months' pay make the year.
pub(super) fn by_months(reading: &Reading, sum: &mut Sum) {
    let mut at = sum.last + 1;
    let mut marked = false;
    let times = matches!(reading.word(at), "*" | "x" | "×");
    while at <= sum.last + 2 && matches!(reading.word(at), "·" | "・" | "*" | "x" | "×" | "," | "•") {
        at += 1;
        marked = true;
    }
    let digits = reading.tokens.get(at).filter(|token| marked && token.kind == Kind::Digits);
    let Some(months) = digits.and_then(|token| token.word.parse::<u64>().ok()).filter(|n| MONTHS.contains(n)) else {
        return;
    };
    let word = reading.word(at + 1);
    let salaries = sense(word) == Some(Sense::Pay);
    // `$98,000, 12-month appointment` multiplies nothing.
    let months_of_pay = times && matches!(word, "months" | "month");
    let counted = salaries || word.starts_with('个') || word.starts_with('個') || months_of_pay;
    let monthly = matches!(sum.period, None | Some(Period::Month));
    if !counted || !monthly || reading.gap(at + 1) == Gap::Line {
        return;
    }
    let (Some(low), Some(high)) = (sum.low.checked_mul(months), sum.high.checked_mul(months)) else { return };
    (sum.low, sum.high, sum.period, sum.last) = (low, high, Some(Period::Year), at + 1);
    if sum.currency.is_none() && salaries {
        sum.currency = Currency::new("CNY").ok();
    }
}

/// Whose `¥` it is: the yuan where the text speaks of China or writes its words of pay, else the yen.
pub(super) fn is_yuan(reading: &Reading, places: &PlaceReader) -> bool {
    let any = |country: &str, currency: &str, words: &[&str]| {
        reading.tokens.iter().any(|token| {
            token.kind == Kind::Word
                && (words.contains(&token.word)
                    || places.country_of_place(token.word) == Some(country)
                    || currency_of_label(token.word) == Some(currency))
        })
    };
    any("CN", "CNY", lists::PAY_EAST_ASIAN_YUAN) && !any("JP", "JPY", &["japanese", "jpy", "yen"])
}
