//! The period that a figure is paid for, in the words after it.

use crate::domain::Period;
use crate::extract::lists;
use crate::extract::terms::{Gap, Reading};
use crate::extract::words::{one_of, words};

/// The period that a word names.
pub(in crate::extract) fn named(word: &str) -> Option<Period> {
    lists::PAY_PERIOD_NAMED.of(word).map(of_key)
}

/// The period of a key of the lists.
fn of_key(key: &str) -> Period {
    match key {
        "year" => Period::Year,
        "month" => Period::Month,
        "week" => Period::Week,
        "day" => Period::Day,
        _ => Period::Hour,
    }
}

/// A label's word that tells the period of the figures under it: `hourly rate`, `day rate`.
pub(in crate::extract) fn of_label(word: &str) -> Option<Period> {
    lists::PAY_PERIOD_LABEL.of(word).map(of_key)
}

/// `/hr`, `per annum`, `a month`, `p.a.`, `hourly`, `on an annual basis` from `at` on, with the last token of it. Bare nouns
/// (`$35 hour`) count after money only.
pub(in crate::extract) fn at(reading: &Reading, at: usize, money: bool) -> Option<(Period, usize)> {
    let word = reading.word(at);
    let next = reading.word(at + 1);
    // (per hour)
    if word == "(" && money {
        let (period, last) = self::at(reading, at + 1, false)?;
        return Some((period, last + usize::from(reading.word(last + 1) == ")")));
    }
    let found = match word {
        "/" | "par" if next == "an" => Some((Period::Year, at + 1)),
        // per/year, /per year
        "/" | "per" if matches!(next, "/" | "per") => named(reading.word(at + 2)).map(|p| (p, at + 2)),
        _ if reading.is(at, words!(lists::PAY_PERIOD_EACH)) => named(next).map(|p| (p, at + 1)),
        "on" => {
            let adjective = at + 1 + usize::from(matches!(next, "a" | "an"));
            (reading.word(adjective + 1) == "basis")
                .then(|| named(reading.word(adjective)))?
                .map(|p| (p, adjective + 1))
        }
        _ if reading.is(at, words!(lists::PAY_PERIOD_ADVERBS)) => named(word).map(|p| (p, at)),
        "annual" if money => Some((Period::Year, at)),
        _ if reading.is(at, words!(lists::PAY_PERIOD_NOUNS)) && (money || word == "year") => {
            let ends = reading.gap(at + 1) == Gap::Line || one_of!(next, lists::PAY_PERIOD_ENDS);
            ends.then(|| named(word)).flatten().map(|p| (p, at))
        }
        _ => None,
    };
    let (period, last) = found?;
    let abbreviated = reading.is(last, words!(lists::PAY_PERIOD_ABBREVIATED)) && reading.word(last + 1) == ".";
    Some((period, last + usize::from(abbreviated)))
}
