//! Which currency a sign, code or name stands for, and what a unit of it is roughly worth.
//!
//! The worth only tells an hourly from a yearly figure; nothing is ever converted.

use crate::domain::{Currency, Period};
use crate::extract::lists;
use crate::extract::terms::{Kind, Reading, currency_code};
use crate::extract::words::one_of;

/// The currency of a sign.
pub(in crate::extract) fn of_sign(word: &str) -> Option<&'static str> {
    lists::PAY_CURRENCY_SIGN.of(word)
}

/// The letters that are put before a dollar sign.
pub(in crate::extract) fn of_dollar_prefix(prefix: &str) -> Option<&'static str> {
    lists::PAY_CURRENCY_DOLLAR_PREFIX.of(prefix)
}

/// The dollar that a code names, in capitals or folded.
pub(in crate::extract) fn of_dollar_code(code: &str) -> Option<&'static str> {
    ["USD", "CAD", "AUD", "SGD", "HKD", "NZD"].into_iter().find(|dollar| dollar.eq_ignore_ascii_case(code))
}

const MAX_CODE_LEN: usize = 3;

/// The currency of a code or abbreviation that may stand before or after a figure.
pub(in crate::extract) fn of_code(word: &str) -> Option<&'static str> {
    // None of them is longer, but for those of other letters.
    if word.len() > MAX_CODE_LEN && word.is_ascii() {
        return None;
    }
    currency_code(word).or_else(|| lists::PAY_CURRENCY_CODE.of(word))
}

/// The currency that a label before the figure names: `Salary (EUR)`, `Gehalt in Euro`.
pub(in crate::extract) fn of_label(word: &str) -> Option<&'static str> {
    if word.len() == 3 { currency_code(word) } else { of_name(word) }
}

/// What stands for a currency only in capitals, as it is a common word otherwise: `$150,000 CAN`, `120,000 TRY`.
pub(in crate::extract) fn of_capitals(reading: &Reading, at: usize) -> Option<&'static str> {
    let code = match reading.word(at) {
        "can" => "CAD",
        "try" => "TRY",
        _ => return None,
    };
    is_in_capitals(reading, at).then_some(code)
}

/// Whether a token is written in capitals alone.
pub(in crate::extract) fn is_in_capitals(reading: &Reading, at: usize) -> bool {
    reading.text.original(&reading.tokens[at].span).bytes().all(|byte| byte.is_ascii_uppercase())
}

/// The currency that a noun after the figure names; a dollar may be somebody's: `Canadian dollars`.
pub(in crate::extract) fn of_name(word: &str) -> Option<&'static str> {
    lists::PAY_CURRENCY_NAME.of(word)
}

/// Units for a US dollar, roughly; whether pay is usually told by the month; whether a year's pay can be a tenth of what it is
/// in the West.
fn coin(currency: Currency) -> (u64, bool, bool) {
    let told = lists::PAY_CURRENCY_COIN.of(&currency.as_str().to_ascii_lowercase()).unwrap_or("1");
    let units = told.split(' ').next().and_then(|units| units.parse().ok());
    (units.unwrap_or(1), told.contains("month"), told.contains("poor"))
}

/// Whether so much (in thousandths) can be somebody's pay for the period.
pub(in crate::extract) fn is_likely(milli: u64, currency: Currency, period: Period) -> bool {
    let (per_dollar, _, poor) = coin(currency);
    // In US dollars.
    let (least, most) = match period {
        Period::Hour => (5, 1500),
        Period::Day => (60, 8000),
        Period::Week => (200, 40_000),
        Period::Month => (700, 250_000),
        Period::Year => (10_000, 5_000_000),
    };
    let least = if poor { least * 100 } else { least * 1000 };
    (least..=most * 1000).contains(&(milli / per_dollar))
}

/// Where pay is told by the month and a year's pay can be small, less than so many US dollars are a month's. India tells the year's.
const MONTHLY_BELOW: u64 = 12_000;

/// The dollar that belongs to an adjective of a country.
pub(in crate::extract) fn of_adjective(word: &str) -> Option<&'static str> {
    lists::PAY_CURRENCY_ADJECTIVE.of(word)
}

/// The period that a figure without one most likely has.
pub(in crate::extract) fn likely_period(milli: u64, currency: Currency) -> Option<Period> {
    let (per_dollar, by_the_month, poor) = coin(currency);
    let dollars = milli / per_dollar / 1000;
    let monthly_told = by_the_month && poor && !matches!(currency.as_str(), "INR" | "PKR" | "ZAR" | "PHP");
    if monthly_told && dollars < MONTHLY_BELOW && is_likely(milli, currency, Period::Month) {
        return Some(Period::Month);
    }
    if is_likely(milli, currency, Period::Year) {
        return Some(Period::Year);
    }
    if by_the_month && is_likely(milli, currency, Period::Month) {
        return Some(Period::Month);
    }
    (7..=400).contains(&dollars).then_some(Period::Hour)
}

/// Whose crowns `kr` means here: Norway's and Denmark's where the text speaks of them, else Sweden's.
pub(in crate::extract) fn crown_of_text(reading: &Reading) -> &'static str {
    reading.crown.get_or_init(|| crown(reading))
}

fn crown(reading: &Reading) -> &'static str {
    let of = |words: &[&str]| reading.tokens.iter().any(|token| words.contains(&token.word));
    if of(lists::PAY_CURRENCY_NORWAY) {
        "NOK"
    } else if of(lists::PAY_CURRENCY_DENMARK) {
        "DKK"
    } else {
        "SEK"
    }
}

/// Whose dollars a bare `$` means in this text: a text that speaks of one other dollar country and never of the United States.
pub(in crate::extract) fn dollar_of_text(reading: &Reading) -> Currency {
    let mut other: Option<&'static str> = None;
    for (at, token) in reading.tokens.iter().enumerate() {
        if token.kind == Kind::Digits {
            if reading.word(at) == "401" {
                return Currency::USD;
            }
            continue;
        }
        let word = reading.word(at);
        // French with dollars.
        let custom = matches!(word, "rrsp" | "salaire" | "salariale").then_some("CAD");
        match custom.or_else(|| if token.capital { country(word) } else { None }) {
            Some("USD") => return Currency::USD,
            Some(found) if other.is_some_and(|known| known != found) => return Currency::USD,
            Some(found) => other = Some(found),
            None => {}
        }
    }
    other.and_then(|code| Currency::new(code).ok()).unwrap_or(Currency::USD)
}

/// What figures without any sign of a currency mean in this text: the money of the one country that it speaks of, else dollars.
pub(in crate::extract) fn currency_of_text(reading: &Reading) -> Currency {
    let mut found: Option<&'static str> = None;
    for (at, token) in reading.tokens.iter().enumerate() {
        let word = reading.word(at);
        let signed = of_sign(word).or_else(|| if word.len() == 3 { currency_code(word) } else { None });
        let spoken = || if token.capital { country(word).or_else(|| land(word)) } else { None };
        match signed.or_else(spoken) {
            Some(known) if found.is_some_and(|before| before != known) => return dollar_of_text(reading),
            Some(known) => found = Some(known),
            None => {}
        }
    }
    found.and_then(|code| Currency::new(code).ok()).unwrap_or_else(|| dollar_of_text(reading))
}

/// The money of a country without dollars that a word speaks of.
fn land(word: &str) -> Option<&'static str> {
    lists::PAY_CURRENCY_LAND.of(word)
}

/// The dollar of the country that a word speaks of.
pub(in crate::extract) fn country(word: &str) -> Option<&'static str> {
    lists::PAY_CURRENCY_COUNTRY.of(word)
}

/// Whether the word is part of the name of a place that pay is given for.
pub(in crate::extract) fn is_place_word(word: &str) -> bool {
    country(word).is_some() || one_of!(word, lists::PAY_CURRENCY_PLACE_WORDS)
}
