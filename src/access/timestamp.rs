//! A moment in whole seconds: when a key was made, and until when it works.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::domain::ParseError;

/// A moment in whole seconds, written as RFC 3339 in UTC: `2027-01-31T12:00:00Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Timestamp(i64);

impl Timestamp {
    /// This moment.
    pub fn now() -> Self {
        Self(jiff::Timestamp::now().as_second())
    }

    /// So many seconds since 1970 began in UTC, within the years that can be written.
    pub fn from_seconds(seconds: i64) -> Self {
        Self(seconds.clamp(jiff::Timestamp::MIN.as_second(), jiff::Timestamp::MAX.as_second()))
    }

    /// Seconds since 1970 began in UTC.
    pub fn seconds(self) -> i64 {
        self.0
    }

    /// The moment so many seconds later.
    #[must_use]
    pub fn plus_seconds(self, seconds: i64) -> Self {
        Self::from_seconds(self.0.saturating_add(seconds))
    }

    /// The last moment of what is written: that of a day, in UTC, or the moment itself.
    ///
    /// # Errors
    /// A [`ParseError`] for what is neither `2027-01-31` nor RFC 3339.
    pub fn end_of(text: &str) -> Result<Self, ParseError> {
        let day = || {
            let day: jiff::civil::Date = text.parse().ok()?;
            let next = day.tomorrow().ok()?.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
            Some(Self(next.timestamp().as_second()))
        };
        // A day of this form is all that a moment lacks of being one.
        if text.len() == "2027-01-31".len()
            && let Some(end) = day()
        {
            return Ok(end);
        }
        text.parse()
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moment = jiff::Timestamp::from_second(self.0).expect("every value is made within jiff's range");
        moment.fmt(f)
    }
}

impl FromStr for Timestamp {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let moment = text.parse::<jiff::Timestamp>();
        moment.map(|moment| Self(moment.as_second())).map_err(|_| {
            format!("invalid time {text:?}; expected a day such as 2027-01-31, or 2027-01-31T12:00:00Z").into()
        })
    }
}

impl TryFrom<String> for Timestamp {
    type Error = ParseError;

    fn try_from(text: String) -> Result<Self, ParseError> {
        text.parse()
    }
}

impl From<Timestamp> for String {
    fn from(timestamp: Timestamp) -> Self {
        timestamp.to_string()
    }
}

impl JsonSchema for Timestamp {
    fn schema_name() -> Cow<'static, str> {
        "Timestamp".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date-time" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_lasts_to_its_end_and_a_moment_is_itself() {
        let end = |text: &str| Timestamp::end_of(text).map(|end| end.to_string()).ok();
        assert_eq!(end("2027-01-31").as_deref(), Some("2027-02-01T00:00:00Z"));
        assert_eq!(end("2027-01-31T12:00:00+02:00").as_deref(), Some("2027-01-31T10:00:00Z"));
        for bad in ["", "2027", "2027-02-30", "31.01.2027", "2027-01-31T12:00:00", "9999-12-31x", "+2027-01-31"] {
            assert_eq!(end(bad), None, "{bad}");
        }
        let last = Timestamp::from_seconds(i64::MAX);
        assert_eq!(last.plus_seconds(1), last);
        assert!(last.to_string().starts_with("9999-12-3"));
    }
}
