//! How values of foreign documents are read: texts, dates, figures and words, one at a time. Judges nothing.

use serde_json::{Map, Value, json};

use super::mapping::Conversion;
use crate::domain::PartialDate;
use crate::intake::cells::{list, truth};
use crate::intake::pay_text::{self, date};
use crate::intake::synonyms::{canonical, squash};

/// What a value says.
#[derive(Debug, PartialEq)]
pub(super) enum Reading {
    /// One value; the parts of an object each for itself.
    One(Value),
    /// Entries of a list.
    Several(Vec<Value>),
    /// Nothing that a field of ours could say.
    Nothing,
    /// What cannot be read, and what would be.
    Suspect(&'static str),
}

/// Names of skills are no longer, in characters; what is, is a sentence.
const MAX_SKILL: usize = 200;
/// Numbers from here on are milliseconds, as seconds of this size are in the year 2286.
const MIN_MILLISECONDS: f64 = 1e10;

impl Conversion {
    /// Whether lists and objects are read at once, not by their parts.
    pub(super) fn takes_whole(self) -> bool {
        matches!(self, Self::Below(_) | Self::Bullets | Self::PlaceParts | Self::YearMonth)
    }

    pub(super) fn read(self, value: &Value) -> Reading {
        let text = text_of(value);
        let text = || text.as_deref().map(str::trim).ok_or(Reading::Suspect("a text is expected"));
        let read = || -> Result<Reading, Reading> {
            Ok(match self {
                Self::Text => Reading::One(text()?.into()),
                Self::EscapedHtml => Reading::One(unescaped(text()?).into()),
                Self::After(heading) => Reading::One(format!("{heading}: {}", text()?).into()),
                Self::Below(heading) => lines_of(value)
                    .map_or(Reading::Suspect("a text or a list of texts is expected"), |lines| {
                        Reading::One(format!("{heading}\n{lines}").into())
                    }),
                Self::Bullets => lines_of(value)
                    .map_or(Reading::Suspect("a text or a list of texts is expected"), |lines| {
                        Reading::One(lines.into())
                    }),
                Self::Town => {
                    town(text()?).map_or(Reading::Nothing, |town| Reading::One(format!("Location: {town}").into()))
                }
                Self::PlaceParts => place_parts(value),
                Self::Date => read_date(value),
                Self::YearMonth => {
                    year_and_month(value).map_or_else(|| read_date(value), |date| Reading::One(date.into()))
                }
                Self::Year => match read_date(value) {
                    Reading::One(Value::String(date)) => date
                        .get(..4)
                        .and_then(|year| year.parse::<i16>().ok())
                        .map_or(Reading::Nothing, |year| Reading::One(year.into())),
                    other => other,
                },
                Self::Number => Reading::One(whole_or_not(number(value)?)),
                Self::Figure => {
                    let figure = whole_or_not(number(value)?);
                    Reading::One(json!({ "min": figure, "max": figure }))
                }
                Self::Months => Reading::One(whole_or_not(number(value)? / 12.0)),
                Self::Cents => Reading::One(whole_or_not(number(value)? / 100.0)),
                Self::Pay => pay(value)?,
                Self::Period => period(text()?)?,
                Self::Skills | Self::Tag => skills(text()?),
                Self::Word(name) => canonical(name, &squash(text()?))
                    .map_or(Reading::Suspect("none of the words that are known here"), |word| {
                        Reading::One(word.into())
                    }),
                Self::Remote => remote(value),
                Self::Moving => match truth_of(value) {
                    Some(true) => Reading::Several(vec!["anywhere".into()]),
                    Some(false) => Reading::Nothing,
                    None => Reading::Several(list(text()?)),
                },
            })
        };
        read().unwrap_or_else(|suspect| suspect)
    }
}

/// A text, or a number as a text.
pub(super) fn text_of(value: &Value) -> Option<std::borrow::Cow<'_, str>> {
    match value {
        Value::String(text) => Some(text.into()),
        Value::Number(number) => Some(number.to_string().into()),
        _ => None,
    }
}

fn truth_of(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(truth) => Some(*truth),
        _ => text_of(value).and_then(|text| truth(&text)),
    }
}

/// Each text of a list on its own line, behind a hyphen.
fn lines_of(value: &Value) -> Option<String> {
    match value {
        Value::Array(items) => {
            let lines: Option<Vec<String>> = items
                .iter()
                .filter(|item| !item.is_null())
                .map(|item| text_of(item).map(|text| format!("- {}", text.trim())))
                .collect();
            lines.map(|lines| lines.join("\n"))
        }
        _ => text_of(value).map(|text| text.trim().to_owned()),
    }
}

fn read_date(value: &Value) -> Reading {
    if let Some(milliseconds) = value.as_f64().filter(|number| number.abs() >= MIN_MILLISECONDS) {
        #[expect(clippy::cast_possible_truncation, reason = "what is out of range is refused by the next call")]
        let moment = jiff::Timestamp::from_millisecond(milliseconds as i64);
        return moment.map_or(Reading::Suspect("a date is expected"), |moment| {
            Reading::One(moment.to_zoned(jiff::tz::TimeZone::UTC).date().to_string().into())
        });
    }
    let Some(text) = text_of(value) else { return Reading::Suspect("a date is expected") };
    if matches!(squash(&text).as_str(), "present" | "current" | "now" | "ongoing" | "today") {
        return Reading::Nothing;
    }
    match date(&text) {
        None => Reading::Nothing,
        Some(date) if date.parse::<PartialDate>().is_ok() => Reading::One(date.into()),
        Some(_) => Reading::Suspect("a date is expected"),
    }
}

fn year_and_month(value: &Value) -> Option<String> {
    let part = |name: &str| value.get(name)?.as_u64();
    let year = part("year")?;
    Some(
        part("month")
            .filter(|month| (1..=12).contains(month))
            .map_or(format!("{year:04}"), |month| format!("{year:04}-{month:02}")),
    )
}

fn number(value: &Value) -> Result<f64, Reading> {
    let read = match value {
        Value::String(text) => pay_text::figure(text.trim()).filter(|_| {
            text.trim().starts_with(|c: char| c.is_ascii_digit())
                && text.trim().chars().all(|c| c.is_ascii_digit() || ".,'".contains(c))
        }),
        other => other.as_f64(),
    };
    read.filter(|number| number.is_finite() && *number >= 0.0).ok_or(Reading::Suspect("a number is expected"))
}

fn whole_or_not(number: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "whole and far below the range of i64, or left as it is")]
    if number.fract() == 0.0 && number < 1e15 { (number as i64).into() } else { number.into() }
}

fn pay(value: &Value) -> Result<Reading, Reading> {
    let text = text_of(value).ok_or(Reading::Suspect("pay is expected as a text"))?;
    let read = pay_text::pay(&text).ok_or(Reading::Suspect("no figure or range of pay is in it"))?;
    let currency = read.currency.ok_or(Reading::Suspect("pay without a currency"))?;
    let mut pay = json!({ "currency": currency });
    for (end, figure) in [("min", read.min), ("max", read.max)] {
        if let Some(figure) = figure {
            pay[end] = whole_or_not(figure);
        }
    }
    if let Some(period) = read.period {
        pay["period"] = period.into();
    }
    Ok(Reading::One(pay))
}

fn period(text: &str) -> Result<Reading, Reading> {
    let squashed = squash(text);
    let word = squashed.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches("per");
    let word = word.trim_end_matches("salary").trim_end_matches("wage").trim_end_matches("rate");
    canonical("Period", word)
        .map(|word| Reading::One(word.into()))
        .ok_or(Reading::Suspect("no period of pay that is known"))
}

fn skills(text: &str) -> Reading {
    let parts = list(text).into_iter().flat_map(|part| part.as_str().map(list).unwrap_or_default());
    let names: Vec<Value> = parts.collect();
    if names.iter().any(|name| name.as_str().is_none_or(|name| name.chars().count() > MAX_SKILL)) {
        return Reading::Suspect("a sentence where names of skills are expected");
    }
    Reading::Several(names)
}

fn remote(value: &Value) -> Reading {
    let word = match value {
        Value::Bool(true) => Some("remote"),
        Value::Bool(false) => return Reading::Nothing,
        _ => text_of(value).and_then(|text| match squash(&text).as_str() {
            "full" | "yes" | "true" => Some("remote"),
            "none" => Some("onsite"),
            "unspecified" => Some(""),
            other => canonical("WorkMode", other),
        }),
    };
    match word {
        Some("") => Reading::Nothing,
        Some(word) => Reading::One(word.into()),
        None => Reading::Suspect("none of onsite, hybrid and remote"),
    }
}

/// What may be told of an address: of its parts those without digits, at most the last three. Streets have numbers.
fn town(text: &str) -> Option<String> {
    let without_codes = |part: &str| {
        let words: Vec<&str> =
            part.split_whitespace().filter(|word| !word.contains(|c: char| c.is_ascii_digit())).collect();
        words.join(" ")
    };
    let parts: Vec<&str> = text.split([',', '\n', ';']).map(str::trim).filter(|part| !part.is_empty()).collect();
    // A part that begins with a number is a street or a building; one that ends with it has a postal code.
    let starts_with_digit = |part: &&str| part.starts_with(|c: char| c.is_ascii_digit());
    let is_alone = parts.len() == 1;
    let kept: Vec<String> = parts
        .iter()
        .enumerate()
        .filter(|(index, part)| is_alone || *index > 0 || !part.contains(|c: char| c.is_ascii_digit()))
        .filter(|(_, part)| !starts_with_digit(part) || part.split_whitespace().count() == 2)
        .map(|(_, part)| without_codes(part))
        .filter(|part| !part.is_empty())
        .collect();
    let last = kept.len().saturating_sub(3);
    (!kept.is_empty()).then(|| kept[last..].join(", "))
}

fn place_parts(value: &Value) -> Reading {
    let Value::Array(parts) = value else { return Reading::Suspect("a list of parts of a place is expected") };
    let mut place = Map::new();
    for part in parts {
        let read = |name: &str| part.get(name).and_then(Value::as_str);
        let field = match read("type").map(squash).as_deref() {
            Some("city" | "locality" | "addresslocality") => "city",
            Some("region" | "state" | "province" | "addressregion") => "region",
            Some("country" | "addresscountry") => "country",
            _ => return Reading::Suspect("a part of a place is none of city, region and country"),
        };
        if let Some(name) = read("name") {
            place.insert(field.to_owned(), name.into());
        }
    }
    Reading::One(place.into())
}

/// The signs that HTML itself escapes.
fn unescaped(text: &str) -> String {
    if !text.contains("&lt;") {
        return text.to_owned();
    }
    let signs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    signs.into_iter().fold(text.to_owned(), |text, (escaped, sign)| text.replace(escaped, sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_the_formats_write_them() {
        for (by, value, expected) in [
            (Conversion::Date, json!("Jan 2020"), json!("2020-01")),
            (Conversion::Date, json!(1_546_300_800_000_i64), json!("2019-01-01")),
            (Conversion::Date, json!(2019), json!("2019")),
            (Conversion::YearMonth, json!({"year": 2021, "month": 3}), json!("2021-03")),
            (Conversion::YearMonth, json!({"year": 2021, "month": null}), json!("2021")),
            (Conversion::Year, json!("2019-05-01"), json!(2019)),
            (Conversion::Months, json!(60), json!(5)),
            (Conversion::Months, json!("18"), json!(1.5)),
            (Conversion::Cents, json!(18_550_050), json!(185_500.5)),
            (Conversion::Period, json!("per-year-salary"), json!("year")),
            (Conversion::Period, json!("1 YEAR"), json!("year")),
            (Conversion::Period, json!("per-hour-wage"), json!("hour")),
            (Conversion::Remote, json!("Full"), json!("remote")),
            (Conversion::Remote, json!("TELECOMMUTE"), json!("remote")),
            (Conversion::Word("RoleStatus"), json!("ARCHIVED"), json!("closed")),
            (Conversion::Town, json!("12 Elm St, Austin, TX 78701"), json!("Location: Austin, TX")),
            (Conversion::Town, json!("Elmweg 3\n80331 München\nDeutschland"), json!("Location: München, Deutschland")),
            (Conversion::EscapedHtml, json!("&lt;p&gt;R&amp;amp;D&lt;/p&gt;"), json!("<p>R&amp;D</p>")),
            (Conversion::Below("Requirements"), json!(["Slurm", "Lustre"]), json!("Requirements\n- Slurm\n- Lustre")),
            (
                Conversion::Pay,
                json!("$120k-140k per year"),
                json!({"currency": "USD", "min": 120_000, "max": 140_000, "period": "year"}),
            ),
        ] {
            assert_eq!(by.read(&value), Reading::One(expected), "{by:?} {value}");
        }
        for (by, value) in [
            (Conversion::Date, json!("soon")),
            (Conversion::Period, json!("bi-week-salary")),
            (Conversion::Pay, json!("100000")),
            (Conversion::Word("RoleStatus"), json!("brewing")),
            (Conversion::Number, json!("a lot")),
            (Conversion::Text, json!(true)),
        ] {
            assert!(matches!(by.read(&value), Reading::Suspect(_)), "{by:?} {value}");
        }
        assert_eq!(Conversion::Date.read(&json!("Present")), Reading::Nothing);
        assert_eq!(Conversion::Town.read(&json!("12 Elm Street")), Reading::Nothing);
    }
}
