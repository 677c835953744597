//! One sum of money as it is written: currency, figure, period.

use super::lists;
use super::number;
use super::pay::currency::{
    crown_of_text, is_in_capitals, of_adjective, of_capitals, of_code, of_dollar_prefix, of_name, of_sign,
};
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
    let plus = reading.word(last + 1) == "+" && reading.gap(last + 1) == Gap::Glued;
    last += usize::from(plus);
    let (mut currency, mut dollar, first) = before(reading, digits);
    if reading.word(last + 1) == "%" {
        return None;
    }
    let indian = reading.is(last - usize::from(plus), words!(lists::PAY_FIGURE_INDIAN));
    if indian && currency.is_none() {
        currency = Some("INR");
    }
    let mut period = matches!(reading.word(last - usize::from(plus)), "lpa" | "cpa").then_some(Period::Year);
    let known = currency.is_some();
    let mut at = last + 1;
    // Currency, `gross` and period in whatever order they come.
    for _ in 0..4 {
        if !matches!(reading.gap(at), Gap::Glued | Gap::Space) {
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
    Some(Figure { milli, factor, plus, currency, dollar, period, first, last })
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
    // Groups of three that a space parts, and the slip `193, 000`.
    if text.len() <= 3 && !text.starts_with('0') {
        for _ in 0..3 {
            let comma = usize::from(last == digits && reading.word(last + 1) == "," && text.len() > 1);
            let next = last + 1 + comma;
            let group = reading.word(next);
            let fits = group.len() == 3 && group.bytes().all(|b| b.is_ascii_digit());
            if reading.gap(next) != Gap::Space || !fits {
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
    let factor = match reading.word(next) {
        // 161,000K says the thousands twice.
        "k" if milli >= 10_000_000 => return Some((milli, 1000, next)),
        "k" | "thousand" | "tsd" => 1000,
        // 80T€; 25L of rupees
        "t" if matches!(reading.word(next + 1), "€" | "eur" | "euro") => 1000,
        "l" if reading.gap(next) == Gap::Glued => 100_000,
        "m" => 1_000_000,
        _ if reading.is(next, words!(lists::PAY_FIGURE_MILLION)) => 1_000_000,
        _ if reading.is(next, words!(lists::PAY_FIGURE_BILLION)) => 1_000_000_000,
        _ if reading.is(next, words!(lists::PAY_FIGURE_LAKH)) => 100_000,
        _ if reading.is(next, words!(lists::PAY_FIGURE_CRORE)) => 10_000_000,
        _ => return Some((milli, 1, last)),
    };
    Some((milli.checked_mul(factor)?, factor, next))
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
    if let Some(code) = crown_or_code(reading, word).filter(|_| word != "ft") {
        return (Some(code), false, at);
    }
    if word == "." && previous == "rs" {
        return (Some("INR"), false, at - 1);
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
    let behind_figure = || one_of!(reading.before(at, 1), lists::PAY_WORDS_TO);
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
    reading.word(at) == "ca" && reading.before(at, 1) == ","
}

/// The currency of a code; of `kr` that of the text's crowns.
fn crown_or_code(reading: &Reading, word: &str) -> Option<&'static str> {
    if word == "kr" { Some(crown_of_text(reading)) } else { of_code(word) }
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
        near && digits && (gap == Gap::Glued || !known)
    };
    if let Some(code) = crown_or_code(reading, word).filter(|_| !starts_next(at)) {
        return Some((code, at));
    }
    if let Some(code) = of_adjective(word).filter(|_| reading.word(at + 1) == "dollars") {
        return Some((code, at + 1));
    }
    if let Some(code) = of_name(word).or_else(|| of_capitals(reading, at)) {
        return Some((code, at));
    }
    if let Some(code) = of_sign(word).filter(|_| !known && !starts_next(at)) {
        return Some((code, at));
    }
    // (USD), [EUR], (annualized USD)
    if matches!(word, "(" | "[" | "]") {
        let inner = at + 1 + usize::from(matches!(reading.word(at + 1), "annualized" | "in" | "$"));
        let closed = matches!(reading.word(inner + 1), ")" | "]");
        return of_code(reading.word(inner)).map(|code| (code, inner + usize::from(closed)));
    }
    None
}
