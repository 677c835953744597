//! The period that a figure is paid for, in the words after it.

use crate::domain::Period;
use crate::extract::terms::{Gap, Reading};

/// The period that a word names.
pub(in crate::extract) fn named(word: &str) -> Option<Period> {
    Some(match word {
        "year" | "yr" | "yrs" | "annum" | "y" | "annual" | "annually" | "yearly" | "p.a" | "pa" | "annualized"
        | "annualised" | "jahr" | "jahrlich" | "jaar" | "ar" | "tahun" | "yil" | "yıl" | "гoд" | "annuel"
        | "annuels" | "anual" | "anuales" | "ano" | "rok" => Period::Year,
        "month" | "mo" | "mth" | "monthly" | "pcm" | "pm" | "monat" | "monatlich" | "maand" | "mois" | "mensuel"
        | "mes" | "mensual" | "mensuales" | "maned" | "manad" | "miesiac" | "miesiecznie" | "mesicne" | "mesacne"
        | "mesic" | "kk" | "ay" | "mensili" | "bulan" | "thang" | "luna" | "ho" | "havonta" | "mecяц" | "mec"
        | "maneden" | "manaden" => Period::Month,
        "week" | "wk" | "weekly" | "pw" | "woche" => Period::Week,
        "day" | "daily" | "diem" | "pd" | "tag" | "jour" | "dag" => Period::Day,
        "hour" | "hr" | "h" | "hourly" | "hrs" | "ph" | "stunde" | "heure" | "uur" | "hora" => Period::Hour,
        _ => return super::east_asian::period(word),
    })
}

/// A label's word that tells the period of the figures under it: `hourly rate`, `day rate`.
pub(in crate::extract) fn of_label(word: &str) -> Option<Period> {
    match word {
        "hourly" | "annual" | "annually" | "yearly" | "monthly" | "daily" | "weekly" | "annum" | "annualized"
        | "annuel" | "anual" | "yr" | "jahresgehalt" | "monatsgehalt" | "arslonn" | "arslon" => {
            named(word).or(if word == "monatsgehalt" { Some(Period::Month) } else { Some(Period::Year) })
        }
        "tagessatz" | "tjm" | "tagesrate" => Some(Period::Day),
        "monatsbrutto" | "manadslon" | "manedslonn" | "aylık" | "aylik" | "havi" | "maandsalaris" | "maandloon"
        | "mensile" | "bulanan" => Some(Period::Month),
        "yıllık" | "yillik" | "jaarsalaris" | "tahunan" => Some(Period::Year),
        "stundensatz" | "stundenlohn" => Some(Period::Hour),
        // Bruttomonatsgehalt, Jahreslohn
        _ if word.ends_with("gehalt") || word.ends_with("lohn") || word.ends_with("entgelt") => {
            let of = |part: &str, period: Period| word.contains(part).then_some(period);
            of("monat", Period::Month).or(of("jahr", Period::Year)).or(of("stunde", Period::Hour))
        }
        _ => super::east_asian::period_of_label(word),
    }
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
        "/" | "per" | "a" | "an" | "each" | "every" | "pro" | "par" | "al" | "im" | "por" | "pe" | "в" | "om"
            if same_line(at + 1) =>
        {
            named(next).map(|p| (p, at + 1))
        }
        "p" if next == "/" && same_line(at + 2) => letter(after).map(|p| (p, at + 2)),
        "on" => {
            let adjective = at + 1 + usize::from(matches!(next, "a" | "an"));
            (reading.word(adjective + 1) == "basis")
                .then(|| named(reading.word(adjective)))?
                .map(|p| (p, adjective + 1))
        }
        "pa" | "p.a" | "annually" | "yearly" | "monthly" | "hourly" | "weekly" | "daily" | "pcm" | "jahrlich"
        | "monatlich" | "annuel" | "annuels" | "anual" | "anuales" | "mensuel" | "mensuels" | "mensual"
        | "mensuales" | "miesiecznie" | "mesicne" | "mesacne" | "mensili" | "annualized" => {
            named(word).map(|p| (p, at))
        }
        "annual" if money => Some((Period::Year, at)),
        "pd" | "ph" | "pw" | "pm" if money => named(word).map(|p| (p, at)),
        "year" | "month" | "week" | "day" | "hour" | "hr" | "yr" if money || word == "year" => {
            let ends = !same_line(at + 1)
                || matches!(
                    next,
                    "" | ","
                        | "."
                        | ")"
                        | "base"
                        | "total"
                        | "doe"
                        | "+"
                        | "plus"
                        | "on"
                        | "w2"
                        | "c2c"
                        | "1099"
                        | "depending"
                );
            ends.then(|| named(word)).flatten().map(|p| (p, at))
        }
        _ => None,
    };
    let (period, last) = found?;
    let abbreviated = matches!(reading.word(last), "yr" | "hr" | "mo" | "p.a" | "wk") && reading.word(last + 1) == ".";
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
