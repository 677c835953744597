//! One sum of money as it is written: currency, figure, period.

use super::number::Number;
use super::terms::{Gap, Reading, currency_code};
use crate::domain::{Basis, Currency, Period};

/// A figure with whatever says that it is money.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    pub milli: u64,
    pub factor: u64,
    pub plus: bool,
    pub currency: Option<Currency>,
    pub period: Option<Period>,
    /// First and last token, currency and period included.
    pub first: usize,
    pub last: usize,
}

/// Reads the money around a number. A figure without a currency is one too: whether it is money is for the reader to say.
pub(super) fn figure(reading: &Reading, number: &Number) -> Option<Figure> {
    let mut first = number.first;
    let mut last = number.last;
    let mut currency = None;
    let mut dollar_alone = false;
    if matches!(reading.gap(first), Gap::Glued | Gap::Space)
        && let Some(before) = first.checked_sub(1)
    {
        let word = reading.word(before);
        if let Some(code) = sign(word) {
            first = before;
            currency = Some(code);
            if word == "$" {
                let prefix = before
                    .checked_sub(1)
                    .filter(|_| reading.gap(before) == Gap::Glued)
                    .map_or("", |at| reading.word(at));
                if let Some(code) = dollars(prefix) {
                    currency = Some(code);
                    first = before - 1;
                } else if let Some(code) = before.checked_sub(1).and_then(|at| currency_code(reading.word(at))) {
                    currency = Some(code);
                    first = before - 1;
                } else {
                    dollar_alone = true;
                }
            }
        } else if let Some(code) = currency_code(word) {
            first = before;
            currency = Some(code);
        } else if word == "rs" || (word == "." && reading.before(before, 1) == "rs") {
            first = before - usize::from(word == ".");
            currency = Some("INR");
        }
    }
    let next = last + 1;
    if matches!(reading.gap(next), Gap::Glued | Gap::Space) {
        let word = reading.word(next);
        if word == "%" {
            return None;
        }
        let named = match word {
            "euro" | "euros" => Some("EUR"),
            "dollars" | "bucks" => Some("USD"),
            "pounds" => Some("GBP"),
            "francs" => Some("CHF"),
            "rupees" => Some("INR"),
            "yen" => Some("JPY"),
            _ => None,
        };
        let glued_sign = sign(word).filter(|_| {
            !reading.word(next + 1).starts_with(|c: char| c.is_ascii_digit()) || reading.gap(next + 1) != Gap::Glued
        });
        if currency.is_none() || dollar_alone {
            if let Some(code) = currency_code(word).or(named) {
                currency = Some(code);
                last = next;
            } else if currency.is_none()
                && let Some(code) = glued_sign
            {
                currency = Some(code);
                last = next;
            }
        }
    }
    let lakhs = matches!(
        reading.word(number.last),
        "lakh" | "lakhs" | "lac" | "lacs" | "lpa" | "crore" | "crores" | "cr" | "cpa"
    );
    if lakhs && currency.is_none() {
        currency = Some("INR");
    }
    let currency = currency.map(|code| Currency::new(code).expect("the table holds three-letter codes"));
    let mut period = None;
    let qualified = usize::from(
        matches!(reading.word(last + 1), "gross" | "net" | "brutto" | "base") && reading.gap(last + 1) != Gap::Line,
    );
    if let Some((found, end)) = period_at(reading, last + 1 + qualified) {
        period = Some(found);
        last = end;
    } else if matches!(reading.word(number.last), "lpa" | "cpa") {
        period = Some(Period::Year);
    }
    Some(Figure { milli: number.milli, factor: number.factor, plus: number.plus, currency, period, first, last })
}

fn sign(word: &str) -> Option<&'static str> {
    Some(match word {
        "$" => "USD",
        "€" => "EUR",
        "£" => "GBP",
        "¥" => "JPY",
        "₹" => "INR",
        "₩" => "KRW",
        "₪" => "ILS",
        _ => return None,
    })
}

/// The letters that are put before a dollar sign.
fn dollars(prefix: &str) -> Option<&'static str> {
    Some(match prefix {
        "us" | "usd" => "USD",
        "c" | "ca" | "cad" | "cdn" => "CAD",
        "a" | "au" | "aud" => "AUD",
        "s" | "sg" | "sgd" => "SGD",
        "hk" | "hkd" => "HKD",
        "nz" | "nzd" => "NZD",
        "nt" => "TWD",
        "r" => "BRL",
        "mx" => "MXN",
        _ => return None,
    })
}

/// The period that a word names.
pub(super) fn period_named(word: &str) -> Option<Period> {
    Some(match word {
        "year" | "yr" | "annum" | "y" | "annual" | "annually" | "yearly" | "p.a" => Period::Year,
        "month" | "mo" | "mth" | "monthly" => Period::Month,
        "week" | "wk" | "weekly" => Period::Week,
        "day" | "daily" | "diem" => Period::Day,
        "hour" | "hr" | "h" | "hourly" | "hrs" => Period::Hour,
        _ => return None,
    })
}

/// `/hr`, `per annum`, `a month`, `p.a.`, `hourly` from `at` on, with the last token of it.
fn period_at(reading: &Reading, at: usize) -> Option<(Period, usize)> {
    if reading.gap(at) == Gap::Line {
        return None;
    }
    match reading.word(at) {
        "/" | "per" | "a" | "an" | "each" | "every" => {
            let found = period_named(reading.word(at + 1)).filter(|_| reading.gap(at + 1) != Gap::Line)?;
            Some((found, at + 1))
        }
        "pa" => Some((Period::Year, at)),
        "year" if matches!(reading.word(at + 1), "" | "," | "." | "base" | "total") => Some((Period::Year, at)),
        "p.a" | "annually" | "yearly" | "monthly" | "hourly" | "weekly" | "daily" => {
            period_named(reading.word(at)).map(|p| (p, at))
        }
        _ => None,
    }
}

/// Base or total by the nearest word, first after, then before.
pub(super) fn basis(left: &[&str], right: &[&str]) -> Basis {
    let of = |word: &str| match word {
        "base" | "basic" | "fixed" => Some(Basis::Base),
        "total" | "tc" | "ote" | "package" | "ctc" => Some(Basis::Total),
        _ => None,
    };
    let including = right.windows(3).any(|w| {
        matches!(w[0], "including" | "incl" | "inclusive")
            && w[1..].iter().any(|x| matches!(*x, "equity" | "bonus" | "bonuses" | "stock" | "rsus"))
    });
    if including {
        return Basis::Total;
    }
    let bracket = matches!(right, ["(", _, ")", ..]);
    let after = right
        .iter()
        .take(4)
        .skip(usize::from(bracket))
        .take_while(|w| !matches!(**w, "." | ";" | "," | "(" | "plus" | "+" | "and"))
        .find_map(|w| of(w));
    let all_in = right.starts_with(&["all", "in"]);
    after
        .or(all_in.then_some(Basis::Total))
        .or_else(|| {
            left.iter()
                .rev()
                .find_map(|w| of(w))
                .or_else(|| left.windows(2).any(|w| w == ["on", "target"]).then_some(Basis::Total))
        })
        .unwrap_or_default()
}
