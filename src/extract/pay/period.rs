//! The period that a figure is paid for, in the words after it.

use crate::domain::Period;
use crate::extract::lists;
use crate::extract::terms::{Gap, Reading};
use crate::extract::words::{one_of, words};

/// The period that a word names.
pub(in crate::extract) fn named(word: &str) -> Option<Period> {
    lists::PAY_PERIOD_NAMED.of(word).map(of_key).or_else(|| super::east_asian::period(word))
}

/// The period of a key of the lists.
pub(super) fn of_key(key: &str) -> Period {
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
    if let Some(key) = lists::PAY_PERIOD_LABEL.of(word) {
        return Some(of_key(key));
    }
    // Bruttomonatsgehalt, Jahreslohn
    if word.ends_with("gehalt") || word.ends_with("lohn") || word.ends_with("entgelt") {
        let of = |part: &str, period: Period| word.contains(part).then_some(period);
        return of("monat", Period::Month).or(of("jahr", Period::Year)).or(of("stunde", Period::Hour));
    }
    super::east_asian::period_of_label(word)
}

/// `/hr`, `per annum`, `a month`, `p.a.`, `hourly`, `on an annual basis` from `at` on, with the last token of it. Bare nouns
/// (`$35 hour`) count after money only.
pub(in crate::extract) fn at(reading: &Reading, at: usize, money: bool) -> Option<(Period, usize)> {
    let same_line = |index: usize| reading.gap(index) != Gap::Line;
    if !same_line(at) {
        return None;
    }
    let word = reading.word(at);
    let (next, after) = (reading.word(at + 1), reading.word(at + 2));
    // (per hour), (annual)
    if word == "(" && money {
        let (period, last) = self::at(reading, at + 1, false)
            .or_else(|| named(next).filter(|_| after == ")").map(|period| (period, at + 1)))?;
        return Some((period, last + usize::from(reading.word(last + 1) == ")")));
    }
    let found = match word {
        // per/year, /per year
        "/" | "per" if matches!(next, "/" | "per") && same_line(at + 2) => named(after).map(|p| (p, at + 2)),
        "/" | "par" if next == "an" => Some((Period::Year, at + 1)),
        "pr" if next == "." => named(after).map(|p| (p, at + 2)),
        _ if reading.is(at, words!(lists::PAY_PERIOD_EACH)) && (same_line(at + 1)) => named(next).map(|p| (p, at + 1)),
        "p" if next == "/" && same_line(at + 2) => letter(after).map(|p| (p, at + 2)),
        "on" => {
            let adjective = at + 1 + usize::from(matches!(next, "a" | "an"));
            (reading.word(adjective + 1) == "basis")
                .then(|| named(reading.word(adjective)))?
                .map(|p| (p, adjective + 1))
        }
        _ if reading.is(at, words!(lists::PAY_PERIOD_ADVERBS)) => named(word).map(|p| (p, at)),
        "annual" if money => Some((Period::Year, at)),
        _ if reading.is(at, words!(lists::PAY_PERIOD_SHORT)) && money => named(word).map(|p| (p, at)),
        _ if reading.is(at, words!(lists::PAY_PERIOD_NOUNS)) && (money || word == "year") => {
            let ends = !same_line(at + 1) || next.is_empty() || one_of!(next, lists::PAY_PERIOD_ENDS);
            ends.then(|| named(word)).flatten().map(|p| (p, at))
        }
        _ => None,
    };
    let (period, last) = found?;
    let abbreviated = reading.is(last, words!(lists::PAY_PERIOD_ABBREVIATED)) && reading.word(last + 1) == ".";
    Some((period, last + usize::from(abbreviated)))
}

/// The letter in `p/h`.
fn letter(word: &str) -> Option<Period> {
    Some(match word {
        "h" => Period::Hour,
        "d" => Period::Day,
        "w" => Period::Week,
        "m" => Period::Month,
        "a" | "y" => Period::Year,
        _ => return None,
    })
}
