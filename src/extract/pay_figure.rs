//! One sum of money as it is written: currency, figure, period.

use super::lists;
use super::number;
use super::pay::currency::is_in_capitals;
use super::pay::currency::{
    country, crown_of_text, of_adjective, of_capitals, of_code, of_dollar_prefix, of_name, of_sign,
};
use super::pay::east_asian;
use super::pay::period;

use super::terms::{Gap, Kind, Reading};
use super::words::{one_of, words};
use crate::domain::{Currency, Period};

/// A figure with whatever says that it is money.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    /// Thousandths of a unit.
    pub milli: u64,
    /// By what the digits were multiplied: `k`, `lakh`.
    pub factor: u64,
    pub plus: bool,
    pub currency: Option<Currency>,
    /// Whether the currency is no more than a `$`, which may be anybody's dollar.
    pub dollar: bool,
    pub period: Option<Period>,
    /// First and last token, currency and period included.
    pub first: usize,
    pub last: usize,
}

/// Reads the money whose digits stand at a token. A figure without a currency is one too: whether it is money is for the
/// reader to say.
pub(super) fn figure(reading: &Reading, digits: usize) -> Option<Figure> {
    let (milli, factor, mut last) = amount(reading, digits)?;
    let plus = reading.word(last + 1) == "+"
        && reading.gap(last + 1) != Gap::Line
        && !digit_follows(reading, last + 1)
        && (reading.gap(last + 1) == Gap::Glued || ends_after_plus(reading, last + 2));
    last += usize::from(plus);
    let (mut currency, mut dollar, first) = before(reading, digits);
    let unit = east_asian::unit(reading.word(last - usize::from(plus)));
    currency = unit.and_then(|unit| unit.currency).or(currency);
    dollar &= unit.is_none_or(|unit| unit.currency.is_none());
    let or_more = unit.is_some_and(|unit| unit.or_more);
    if reading.word(last + 1) == "%" {
        return None;
    }
    let indian = reading.is(last - usize::from(plus), words!(lists::PAY_FIGURE_INDIAN));
    if indian && currency.is_none() {
        currency = Some("INR");
    }
    if currency.is_none() {
        currency = match reading.word(last - usize::from(plus)) {
            "trieu" => Some("VND"),
            "juta" => Some("IDR"),
            _ => None,
        };
    }
    let mut period = matches!(reading.word(last - usize::from(plus)), "lpa" | "cpa").then_some(Period::Year);
    let known = currency.is_some();
    let mut at = last + 1;
    // 11'500.- pro Monat, 5.000,- per maand
    if matches!(reading.word(at), "." | ",")
        && reading.gap(at) == Gap::Glued
        && reading.gap(at + 1) == Gap::Dash
        && let Some((found, end)) = period::at(reading, at + 1, true)
    {
        period = Some(found);
        (last, at) = (end, end + 1);
    }
    // Currency, `gross` and period in whatever order they come.
    for _ in 0..4 {
        if !matches!(reading.gap(at), Gap::Glued | Gap::Space) || at >= reading.len() {
            break;
        }
        if (currency.is_none() || dollar || at == last + 1)
            && let Some((code, end)) = after(reading, at, currency.is_some())
        {
            if currency.is_none() || dollar {
                dollar = code == "USD" && reading.word(end) == "$";
                currency = Some(code);
            }
            (last, at) = (end, end + 1);
        } else if period.is_none()
            && let Some((found, end)) = period::at(reading, at, known || currency.is_some())
        {
            period = Some(found);
            (last, at) = (end, end + 1);
        } else if reading.is(at, words!(lists::PAY_FIGURE_BEHIND_FIGURE)) {
            at += 1;
        } else {
            break;
        }
    }
    let currency = currency.map(|code| Currency::new(code).expect("the tables hold three-letter codes"));
    Some(Figure { milli, factor, plus: plus || or_more, currency, dollar, period, first, last })
}

fn digit_follows(reading: &Reading, at: usize) -> bool {
    reading.gap(at + 1) == Gap::Glued && reading.tokens.get(at + 1).is_some_and(|t| t.kind == Kind::Digits)
}

/// A plus with a space before it means `or more` where nothing is added: `$57,000 + based on experience`.
fn ends_after_plus(reading: &Reading, at: usize) -> bool {
    matches!(reading.word(at), "based" | "depending" | "doe") && reading.gap(at) != Gap::Line
}

/// Digits with their word of multitude: thousandths, factor, last token.
fn amount(reading: &Reading, digits: usize) -> Option<(u64, u64, usize)> {
    let text = reading.word(digits);
    let mut last = digits;
    let mut milli = match value(text) {
        Some(milli) => milli,
        // 140,000,00: the stop before the cents was mistyped.
        None => value(text.strip_suffix(",00").or_else(|| text.strip_suffix(".00"))?)?,
    };
    // Groups of three that a space parts, and the slips `193, 000` and `193 ,000`.
    if text.len() <= 3 && !text.starts_with('0') {
        for _ in 0..3 {
            let comma = usize::from(last == digits && reading.word(last + 1) == "," && text.len() > 1);
            let next = last + 1 + comma;
            let group = reading.word(next);
            let joined = reading.gap(next) == Gap::Space || (comma == 1 && reading.gap(last + 1) == Gap::Space);
            let fits = group.len() == 3 && group.bytes().all(|b| b.is_ascii_digit());
            let fits = fits && (comma == 0 || group == "000" || is_one_sum(reading, digits, next));
            if !joined || !fits {
                break;
            }
            milli = milli * 1000 + group.parse::<u64>().ok()? * 1000;
            last = next;
        }
    }
    // A retirement plan is no number, in whatever way it is written.
    if matches!(text, "401" | "403" | "457") && matches!(reading.word(last + 1), "k" | "b" | "(") {
        return None;
    }
    let next = last + 1;
    if !matches!(reading.gap(next), Gap::Glued | Gap::Space) {
        return Some((milli, 1, last));
    }
    if let Some(unit) = east_asian::unit(reading.word(next)) {
        return composed(reading, milli, unit.factor, next);
    }
    let factor = match reading.word(next) {
        // 161,000K says the thousands twice.
        "k" if milli >= 10_000_000 => return Some((milli, 1000, next)),
        "k" | "thousand" | "tsd" => 1000,
        // 80T€; 25L of rupees
        "t" if matches!(reading.word(next + 1), "€" | "eur" | "euro") => 1000,
        // 50w, where China writes 50万
        "w" if reading.gap(next) == Gap::Glued && east_asian::is_labelled(reading, digits) => 10_000,
        "l" if reading.gap(next) == Gap::Glued && milli < 1_000_000 => 100_000,
        "m" if !is_minutes(reading, next) => 1_000_000,
        // R$ 18 mil, 45 mil euros
        "mil" if is_thousand(reading, digits, next) => 1000,
        _ if reading.is(next, words!(lists::PAY_FIGURE_MILLION)) => 1_000_000,
        _ if reading.is(next, words!(lists::PAY_FIGURE_BILLION)) => 1_000_000_000,
        _ if reading.is(next, words!(lists::PAY_FIGURE_LAKH)) => 100_000,
        _ if reading.is(next, words!(lists::PAY_FIGURE_CRORE)) => 10_000_000,
        _ => return Some((milli, 1, last)),
    };
    Some((milli.checked_mul(factor)?, factor, next))
}

/// Whether digits that a comma and a space part are one sum: a sign of money before them, and the sum ends or goes on behind.
fn is_one_sum(reading: &Reading, digits: usize, group: usize) -> bool {
    let sign = reading.gap(digits) == Gap::Glued && of_sign(reading.before(digits, 1)).is_some();
    let ends = matches!(reading.gap(group + 1), Gap::Dash | Gap::Line)
        || reading.is(group + 1, words!(lists::PAY_FIGURE_ENDS));
    sign && ends
}

/// Whether `mil` is the thousand of Portuguese and Spanish: its money, or its `a` and `por mes` beside it, says so.
fn is_thousand(reading: &Reading, digits: usize, mil: usize) -> bool {
    matches!(before(reading, digits).0, Some("BRL" | "EUR" | "MXN" | "CLP"))
        || one_of!(reading.word(mil + 1), "euros reais pesos")
}

/// `1億2000万円`, `1억 2천만원`: each part smaller than the one before. The factor is that of the largest.
fn composed(reading: &Reading, milli: u64, largest: u64, last: usize) -> Option<(u64, u64, usize)> {
    let (mut milli, mut last, mut below) = (milli.checked_mul(largest)?, last, largest);
    loop {
        let (digits, word) = (reading.word(last + 1), reading.word(last + 2));
        let near = matches!(reading.gap(last + 1), Gap::Glued | Gap::Space) && reading.gap(last + 2) == Gap::Glued;
        let ends = east_asian::unit(reading.word(last)).is_some_and(|unit| unit.currency.is_some_and(|m| m != "KRW"));
        let part =
            value(digits).filter(|_| near && !ends && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b','));
        let Some((part, unit)) = part.zip(east_asian::unit(word)).filter(|(_, unit)| unit.factor < below) else {
            return Some((milli, largest, last));
        };
        milli = milli.checked_add(part.checked_mul(unit.factor)?)?;
        (last, below) = (last + 2, unit.factor);
    }
}

/// `m` apart from its digits is a unit of length or time as often as a million.
fn is_minutes(reading: &Reading, at: usize) -> bool {
    reading.gap(at) == Gap::Space && reading.word(at + 1) == "/"
}

fn value(text: &str) -> Option<u64> {
    if text.bytes().all(|b| b.is_ascii_digit()) {
        return (text.len() <= 12).then(|| text.parse::<u64>().ok()).flatten()?.checked_mul(1000);
    }
    number::figure(text)
}

/// The currency before the digits, whether it is a bare `$`, and the first token.
fn before(reading: &Reading, digits: usize) -> (Option<&'static str>, bool, usize) {
    let none = (None, false, digits);
    let near = matches!(reading.gap(digits), Gap::Glued | Gap::Space);
    let Some(at) = digits.checked_sub(1).filter(|_| near).and_then(|at| sign_before_marks(reading, at)) else {
        return none;
    };
    let word = reading.word(at);
    let back = at.checked_sub(1).filter(|_| matches!(reading.gap(at), Gap::Glued | Gap::Space));
    let previous = back.map_or("", |at| reading.word(at));
    if word == "$" {
        let glued = reading.gap(at) == Gap::Glued;
        let code = of_dollar_prefix(previous).filter(|_| glued && !is_state(reading, at - 1));
        let apart = || back.filter(|at| is_apart_of_dollars(reading, *at)).and_then(|_| of_dollar_prefix(previous));
        let code = code.or_else(|| of_code(previous)).or_else(apart);
        return match (code, back) {
            (Some(code), Some(back)) => (Some(code), false, back),
            _ => (Some("USD"), true, at),
        };
    }
    if let Some(code) = of_sign(word) {
        return (Some(code), false, at);
    }
    // $USD 120,000
    // Rp 25 juta, with the rupiah's word of multitude behind it or not
    if word == "rp" {
        return (Some("IDR"), false, at);
    }
    if word == "kr" && many_digits(reading, digits) {
        return (Some(crown_of_text(reading)), false, at);
    }
    if let Some(code) = of_code(word).filter(|_| word != "kr" && word != "ft") {
        let first = back.filter(|_| previous == "$").unwrap_or(at);
        return (Some(code), false, first);
    }
    if word == "." && previous == "rs" {
        return (Some("INR"), false, at - 1);
    }
    if word == "." && matches!(previous, "fr" | "sfr") && many_digits(reading, digits) {
        return (Some("CHF"), false, at - 1);
    }
    // R900,000, R 75 000; the language has no price.
    if word == "r" && reading.tokens[at].capital && is_of_rand(reading, digits) {
        return (Some("ZAR"), false, at);
    }
    none
}

/// `US $150,000`, and behind another figure `to CA $150,000`: letters of a dollar that a space parts from it. Alone the second would
/// be a state.
fn is_apart_of_dollars(reading: &Reading, at: usize) -> bool {
    let behind_figure = || reading.gap(at) == Gap::Dash || one_of!(reading.before(at, 1), lists::PAY_WORDS_TO);
    is_in_capitals(reading, at) && (reading.word(at) == "us" || (reading.word(at) == "ca" && behind_figure()))
}

/// The token before a figure, or the sign of money before marks of markup: `US$ **150,000`.
fn sign_before_marks(reading: &Reading, at: usize) -> Option<usize> {
    const MARKS: usize = 6;
    if !lists::PAY_WORDS_MARKS.contains(&reading.word(at)) {
        return Some(at);
    }
    let sign = (at.saturating_sub(MARKS)..at).rev().find(|&at| !lists::PAY_WORDS_MARKS.contains(&reading.word(at)))?;
    of_sign(reading.word(sign)).and(Some(sign))
}

/// `San Diego, CA$150,000`: the letters are those of a state, and a blank was lost behind them.
fn is_state(reading: &Reading, at: usize) -> bool {
    let Some(town) = at.checked_sub(2).filter(|_| reading.word(at) == "ca" && reading.before(at, 1) == ",") else {
        return false;
    };
    reading.tokens[town].capital && country(reading.word(town)) != Some("CAD")
}

/// Whether so much stands behind a word that it is money and no version or place.
fn many_digits(reading: &Reading, digits: usize) -> bool {
    let next = reading.word(digits + 1);
    let group = reading.gap(digits + 1) == Gap::Space && next.len() == 3 && next.bytes().all(|b| b.is_ascii_digit());
    group || reading.word(digits).len() >= 5
}

/// Whether the digits behind an `R` are as many as those of pay in rand, or thousands.
fn is_of_rand(reading: &Reading, digits: usize) -> bool {
    let many = |word: &str| word.bytes().filter(u8::is_ascii_digit).count();
    let next = reading.word(digits + 1);
    let near = matches!(reading.gap(digits + 1), Gap::Glued | Gap::Space);
    // `R1586341`, `R004812`: the number of a requisition.
    let figure = reading.word(digits);
    if figure.bytes().all(|byte| byte.is_ascii_digit()) && (figure.len() > 6 || figure.starts_with('0')) {
        return false;
    }
    many(figure) >= 5 || (near && (matches!(next, "k" | "m") || (next.len() == 3 && many(next) == 3)))
}

/// The currency at a token after the digits, with its last token. A sign that belongs to the next figure is none.
fn after(reading: &Reading, at: usize, known: bool) -> Option<(&'static str, usize)> {
    let word = reading.word(at);
    let starts_next = |at: usize| {
        let gap = reading.gap(at + 1);
        let digits = reading.tokens.get(at + 1).is_some_and(|t| t.kind == Kind::Digits);
        let near = matches!(gap, Gap::Glued | Gap::Space);
        near && (digits && (gap == Gap::Glued || !known) || reading.word(at + 1) == "$")
    };
    if word == "kr" && !starts_next(at) {
        return Some((crown_of_text(reading), at));
    }
    if let Some(code) = of_code(word).filter(|_| word != "rm" && word != "rs" && !starts_next(at)) {
        return Some((code, at));
    }
    if let Some(code) = of_name(word).or_else(|| east_asian::money(word)) {
        return Some((code, at));
    }
    if let Some(code) = of_capitals(reading, at) {
        return Some((code, at));
    }
    if word == "swiss" && matches!(reading.word(at + 1), "francs" | "franken") {
        return Some(("CHF", at + 1));
    }
    if let Some(code) = of_adjective(word).filter(|_| reading.word(at + 1) == "dollars") {
        return Some((code, at + 1));
    }
    if let Some(code) = of_sign(word).filter(|_| !known && !starts_next(at)) {
        return Some((code, at));
    }
    // (USD), [EUR], (annualized USD)
    if matches!(word, "(" | "[" | "]") {
        let inner = at + 1 + usize::from(matches!(reading.word(at + 1), "annualized" | "in" | "$"));
        let closed = word == "]" || matches!(reading.word(inner + 1), ")" | "]");
        let end = if word == "]" { inner } else { inner + 1 };
        return of_code(reading.word(inner))
            .filter(|_| closed && reading.gap(inner) != Gap::Line)
            .map(|code| (code, end));
    }
    None
}
