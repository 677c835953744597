//! Pay and dates as people write them into the cells of a table, such as `$120k-140k` or `Jan 2020`. Prose is not read here.

use super::synonyms::{meaning, squash};

/// A pay figure or range as far as a cell states it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PayText {
    pub(super) min: Option<f64>,
    pub(super) max: Option<f64>,
    pub(super) currency: Option<String>,
    pub(super) period: Option<&'static str>,
}

const SIGNS: [(char, &str); 4] = [('$', "USD"), ('€', "EUR"), ('£', "GBP"), ('₹', "INR")];
/// Dollars of other countries, and signs of several countries, have to be written as codes.
pub(super) const CODES: &str =
    "usd eur gbp inr cad aud nzd chf jpy cny krw sgd hkd twd sek nok dkk pln czk huf ron ils aed sar brl mxn zar try";

/// What a cell says; `None` when it holds no figure, more than two, or something that is none.
pub(super) fn pay(cell: &str) -> Option<PayText> {
    let lower = cell.to_lowercase();
    let mut found = PayText::default();
    let mut figures: Vec<(f64, bool)> = Vec::new();
    let mut rest = lower.as_str();
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_digit() {
            let end = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',' | '\'')).unwrap_or(rest.len());
            let value = figure(rest[..end].trim_end_matches(['.', ',', '\'']))?;
            rest = rest[end..].trim_start_matches(' ');
            let factor = [("k", 1e3), ("m", 1e6)].into_iter().find(|(letter, _)| {
                rest.strip_prefix(letter).is_some_and(|after| !after.starts_with(char::is_alphabetic))
            });
            figures.push((value * factor.map_or(1.0, |(_, factor)| factor), factor.is_some()));
            rest = if factor.is_some() { &rest[1..] } else { rest };
        } else if first.is_alphabetic() {
            let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
            let word = &rest[..end];
            if CODES.split(' ').any(|code| code == word) {
                found.currency = Some(word.to_uppercase());
            }
            found.period = found
                .period
                .or_else(|| meaning("Period", word))
                .or_else(|| ["year", "month", "week", "day", "hour"].into_iter().find(|period| *period == word));
            rest = &rest[end..];
        } else {
            if let Some((_, code)) = SIGNS.iter().find(|(sign, _)| *sign == first) {
                found.currency.get_or_insert_with(|| (*code).to_owned());
            }
            rest = &rest[first.len_utf8()..];
        }
    }
    let words = format!(" {} ", lower.replace(|c: char| !c.is_alphabetic(), " "));
    (found.min, found.max) = match figures[..] {
        [(only, _)] if words.contains(" up to ") || words.contains(" max ") => (None, Some(only)),
        [(only, _)] if words.contains(" from ") || words.contains(" min ") || lower.trim_end().ends_with('+') => {
            (Some(only), None)
        }
        [(only, _)] => (Some(only), Some(only)),
        // 120-140k
        [(low, false), (high, true)] if low < 1000.0 => (Some(low * 1e3), Some(high)),
        [(low, _), (high, _)] => (Some(low), Some(high)),
        _ => return None,
    };
    Some(found)
}

/// `120,000`, `120.000`, `120'000`, `95.5`.
pub(super) fn figure(digits: &str) -> Option<f64> {
    let marks: Vec<usize> = digits.match_indices([',', '.', '\'']).map(|(at, _)| at).collect();
    let plain: String = digits.chars().filter(char::is_ascii_digit).collect();
    let Some(&last) = marks.last() else { return plain.parse().ok() };
    // The last mark is that of a fraction unless three digits follow it.
    let n_after = digits.len() - last - 1;
    let fraction = if n_after == 3 { 0 } else { n_after };
    let (whole, part) = plain.split_at(plain.len() - fraction);
    format!("{whole}.{part}0").parse().ok()
}

/// A date as our documents write it, from `Jan 2020`, `2020-01-15 00:00:00`, `03/15/2021` or `01/2020`; of a date whose month may be
/// its day, the year alone. Anything else as it is.
pub(super) fn date(cell: &str) -> Option<String> {
    let cell = cell.trim();
    if cell.starts_with("0000") {
        return None;
    }
    let words: Vec<&str> = cell.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let number = |word: &str| word.parse::<u32>().ok();
    let is_year = |word: &str| word.len() == 4 && number(word).is_some();
    let month = |word: &str| {
        let name = squash(word);
        (name.len() >= 3).then(|| MONTHS.iter().position(|month| month.starts_with(&name)).map(|at| at + 1)).flatten()
    };
    let date = match words[..] {
        [name, year] if is_year(year) && month(name).is_some() => format!("{year}-{:02}", month(name)?),
        [name, _, year] | [_, name, year] if is_year(year) && month(name).is_some() => {
            format!("{year}-{:02}", month(name)?)
        }
        [first, year] if is_year(year) && number(first).is_some_and(|m| (1..=12).contains(&m)) => {
            format!("{year}-{:02}", number(first)?)
        }
        [first, second, year] if is_year(year) && number(first).is_some() && number(second).is_some() => {
            match (number(first)?, number(second)?) {
                (month @ 1..=12, day @ 13..=31) | (day @ 13..=31, month @ 1..=12) => {
                    format!("{year}-{month:02}-{day:02}")
                }
                (month, day) if month == day => format!("{year}-{month:02}-{day:02}"),
                _ => year.to_owned(),
            }
        }
        [year, month, day, ..] if is_year(year) && number(month).is_some() => {
            let day: String = day.chars().take_while(char::is_ascii_digit).collect();
            format!("{year}-{:02}-{:02}", number(month)?, number(&day).unwrap_or(1))
        }
        _ => cell.to_owned(),
    };
    Some(date)
}

const MONTHS: [&str; 12] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn read(cell: &str) -> String {
        pay(cell).map_or("none".to_owned(), |p| format!("{:?} {:?} {:?} {:?}", p.min, p.max, p.currency, p.period))
    }

    #[test]
    fn pay_is_read_as_people_write_it() {
        for (cell, expected) in [
            ("120000", "Some(120000.0) Some(120000.0) None None"),
            ("$120,000 - $140,000", "Some(120000.0) Some(140000.0) Some(\"USD\") None"),
            ("120-140k EUR", "Some(120000.0) Some(140000.0) Some(\"EUR\") None"),
            ("€95.500", "Some(95500.0) Some(95500.0) Some(\"EUR\") None"),
            ("up to 95.5 USD/hr", "None Some(95.5) Some(\"USD\") Some(\"hour\")"),
            ("GBP 150k+", "Some(150000.0) None Some(\"GBP\") None"),
            ("negotiable", "none"),
            ("1-2-3", "none"),
        ] {
            assert_eq!(read(cell), expected, "{cell}");
        }
    }

    #[test]
    fn dates_are_read_as_exports_write_them() {
        for (cell, expected) in [
            ("Jan 2020", "2020-01"),
            ("September 2021", "2021-09"),
            ("15 Mar 2021", "2021-03"),
            ("2020-01-15 00:00:00", "2020-01-15"),
            ("2020-01-15T08:00:00Z", "2020-01-15"),
            ("03/15/2021", "2021-03-15"),
            ("15.03.2021", "2021-03-15"),
            ("03/04/2021", "2021"),
            ("1/2020", "2020-01"),
            ("2020", "2020"),
            ("2020-01", "2020-01"),
            ("soon", "soon"),
        ] {
            assert_eq!(date(cell).as_deref(), Some(expected), "{cell}");
        }
        assert_eq!(date("0000-00-00"), None);
    }
}
