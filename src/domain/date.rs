//! Dates as people give them: a year, a month or a day.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use super::ParseError;

use borsh::{BorshDeserialize, BorshSerialize};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// A date of the precision that was given: `2021`, `2021-03` or `2021-03-15`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PartialDate {
    year: i16,
    month: Option<u8>,
    day: Option<u8>,
}

/// A calendar month, counted from January of the year 0. All reckoning of time is done in whole months.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, BorshSerialize, BorshDeserialize,
)]
#[serde(transparent)]
pub struct Month(i32);

impl Month {
    /// The month of `year`; `month` is 1 to 12.
    pub fn new(year: i16, month: u8) -> Self {
        Self(i32::from(year) * 12 + i32::from(month.clamp(1, 12)) - 1)
    }

    /// The calendar year.
    pub fn year(self) -> i16 {
        // One read from elsewhere may be any number.
        let year = self.0.div_euclid(12).clamp(i32::from(i16::MIN), i32::from(i16::MAX));
        i16::try_from(year).expect("it was clamped")
    }

    /// Whole months from `earlier` to this one, negative when `earlier` is later.
    pub fn since(self, earlier: Self) -> i32 {
        self.0.saturating_sub(earlier.0)
    }

    /// The month `months` later.
    #[must_use]
    pub fn plus(self, months: i32) -> Self {
        Self(self.0.saturating_add(months).clamp(i32::from(i16::MIN) * 12, i32::from(i16::MAX) * 12))
    }
}

impl PartialDate {
    /// A year alone.
    pub fn year_only(year: i16) -> Self {
        Self { year, month: None, day: None }
    }

    /// A month of a year; `None` when `month` is not 1 to 12.
    pub fn year_month(year: i16, month: u8) -> Option<Self> {
        (1..=12).contains(&month).then_some(Self { year, month: Some(month), day: None })
    }

    /// A day; `None` when the calendar has none such.
    pub fn new(year: i16, month: u8, day: u8) -> Option<Self> {
        let [small_month, small_day] = [month, day].map(|number| i8::try_from(number).ok());
        jiff::civil::Date::new(year, small_month?, small_day?).ok()?;
        Some(Self { year, month: Some(month), day: Some(day) })
    }

    /// The calendar year.
    pub fn year(self) -> i16 {
        self.year
    }

    /// The first month that the date can mean: January where only the year is known.
    pub fn first_month(self) -> Month {
        Month::new(self.year, self.month.unwrap_or(1))
    }

    /// The last month that the date can mean: December where only the year is known.
    pub fn last_month(self) -> Month {
        Month::new(self.year, self.month.unwrap_or(12))
    }

    /// Days since 1970-01-01 of the first day that the date can mean.
    pub fn first_day_number(self) -> i64 {
        // Days from civil: Howard Hinnant's algorithm, which is exact for the whole proleptic Gregorian calendar.
        let month = i64::from(self.month.unwrap_or(1));
        let day = i64::from(self.day.unwrap_or(1));
        let year = i64::from(self.year) - i64::from(month <= 2);
        let era = year.div_euclid(400);
        let year_of_era = year.rem_euclid(400);
        let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        era * 146_097 + day_of_era - 719_468
    }

    /// Today, in UTC. The only place where the crate reads the clock for a date.
    pub fn today() -> Self {
        let date = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date();
        Self { year: date.year(), month: u8::try_from(date.month()).ok(), day: u8::try_from(date.day()).ok() }
    }
}

/// Dates are in order as far as both say something: 2021 is neither before 2021-03, nor after it, nor the same. For a whole order, sort
/// by [`first_day_number`](PartialDate::first_day_number).
impl PartialOrd for PartialDate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let part = |own: Option<u8>, others: Option<u8>| match (own, others) {
            (Some(own), Some(others)) => Some(own.cmp(&others)),
            (None, None) => Some(Ordering::Equal),
            _ => None,
        };
        let parts = [Some(self.year.cmp(&other.year)), part(self.month, other.month), part(self.day, other.day)];
        parts.into_iter().find(|part| *part != Some(Ordering::Equal)).unwrap_or(Some(Ordering::Equal))
    }
}

impl FromStr for PartialDate {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let wrong = || ParseError::from(format!("expected a date such as 2021, 2021-03 or 2021-03-15, got {text:?}"));
        let mut parts = text.split('-');
        let number = |part: Option<&str>, digits: usize| -> Result<Option<i16>, ParseError> {
            match part {
                None => Ok(None),
                Some(p) if p.len() == digits && p.bytes().all(|b| b.is_ascii_digit()) => {
                    p.parse().map(Some).map_err(|_| wrong())
                }
                Some(_) => Err(wrong()),
            }
        };
        let year = number(parts.next(), 4)?.ok_or_else(wrong)?;
        let month = number(parts.next(), 2)?;
        let day = number(parts.next(), 2)?;
        if parts.next().is_some() || year < 1900 || month.is_some_and(|m| !(1..=12).contains(&m)) {
            return Err(wrong());
        }
        if let (Some(m), Some(d)) = (month, day) {
            let m = i8::try_from(m).map_err(|_| wrong())?;
            let d = i8::try_from(d).map_err(|_| wrong())?;
            jiff::civil::Date::new(year, m, d)
                .map_err(|_| ParseError::from(format!("expected a day of the calendar, got {text:?}")))?;
        }
        let byte = |n: Option<i16>| n.and_then(|n| u8::try_from(n).ok());
        Ok(Self { year, month: byte(month), day: byte(day) })
    }
}

impl fmt::Display for PartialDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.year)?;
        if let Some(month) = self.month {
            write!(f, "-{month:02}")?;
            if let Some(day) = self.day {
                write!(f, "-{day:02}")?;
            }
        }
        Ok(())
    }
}

impl TryFrom<String> for PartialDate {
    type Error = ParseError;
    fn try_from(text: String) -> Result<Self, ParseError> {
        text.parse()
    }
}

impl From<PartialDate> for String {
    fn from(date: PartialDate) -> String {
        date.to_string()
    }
}

/// Every day that there is from 1900 to 9999, and nothing else: the 30th and 31st of the months that have them, and the leap days.
const PATTERN: &str = "^((19|[2-9][0-9])[0-9]{2}(-(0[1-9]|1[0-2])(-(0[1-9]|1[0-9]|2[0-8]))?\
    |-(0[13-9]|1[0-2])-(29|30)|-(0[13578]|1[02])-31)?\
    |((19|[2-9][0-9])(0[48]|[2468][048]|[13579][26])|(2[048]|[468][048]|[3579][26])00)-02-29)$";

impl JsonSchema for PartialDate {
    fn schema_name() -> Cow<'static, str> {
        "PartialDate".into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "rolefit-date", "pattern": PATTERN })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_keep_their_precision() {
        for text in ["2021", "2021-03", "2021-03-15"] {
            assert_eq!(text.parse::<PartialDate>().unwrap().to_string(), text);
        }
        for bad in ["", "21", "2021-13", "2021-02-30", "2021-3", "2021-03-15-01", "0000", "now"] {
            assert!(bad.parse::<PartialDate>().is_err(), "{bad}");
        }
    }

    #[test]
    fn the_schema_knows_every_day_of_the_calendar() {
        let schema = PartialDate::json_schema(&mut SchemaGenerator::default()).to_value();
        let pattern = jsonschema::options().should_validate_formats(false).build(&schema).unwrap();
        let months = (0..=13).flat_map(|month| (0..=32).map(move |day| (month, day)));
        for (year, (month, day)) in [1899, 1900, 1937, 2000, 2023, 2024, 2100, 2400, 9999]
            .into_iter()
            .flat_map(|year| months.clone().map(move |day| (year, day)))
        {
            for text in [format!("{year}-{month:02}-{day:02}"), format!("{year}-{month:02}"), format!("{year}")] {
                let is_date = text.parse::<PartialDate>().is_ok();
                assert_eq!(pattern.is_valid(&serde_json::json!(text)), is_date, "{text}");
            }
        }
    }

    #[test]
    fn dates_are_in_order_as_far_as_both_say_something() {
        let order = |one: &str, other: &str| {
            one.parse::<PartialDate>().unwrap().partial_cmp(&other.parse::<PartialDate>().unwrap())
        };
        assert_eq!(order("2020", "2021-03"), Some(Ordering::Less));
        assert_eq!(order("2021-04", "2021-03-31"), Some(Ordering::Greater));
        assert_eq!(order("2021-03-01", "2021-03-01"), Some(Ordering::Equal));
        assert_eq!((order("2021", "2021-03"), order("2021-03", "2021-03-15")), (None, None));
        assert_eq!(PartialDate::new(2021, 3, 1).map(|date| date.to_string()).as_deref(), Some("2021-03-01"));
        assert_eq!((PartialDate::new(2021, 2, 29), PartialDate::new(2021, 13, 1)), (None, None));
    }

    #[test]
    fn days_are_counted_from_1970() {
        assert_eq!("1970-01-01".parse::<PartialDate>().unwrap().first_day_number(), 0);
        assert_eq!("2026-11-21".parse::<PartialDate>().unwrap().first_day_number(), 20_778);
    }

    #[test]
    fn a_month_read_from_elsewhere_has_a_year() {
        for number in ["500000", "-500000", "2147483647", "-2147483648"] {
            let month: Month = serde_json::from_str(number).unwrap();
            let other = Month::new(2026, 11);
            assert!([i16::MIN, i16::MAX].contains(&month.year()), "{number}");
            assert_eq!(month.since(other) > 0, month > other);
            assert!(month.plus(i32::MAX) >= month.plus(1));
        }
    }

    #[test]
    fn months_subtract() {
        assert_eq!(Month::new(2026, 11).since(Month::new(2021, 3)), 68);
    }
}
