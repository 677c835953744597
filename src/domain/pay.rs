//! Money that people are paid: an amount or range with currency, period and basis.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use super::{ParseError, setters};
use borsh::{BorshDeserialize, BorshSerialize};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// A pay figure or range. `min` or `max` may be open; one figure is `min` = `max`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, BorshSerialize, BorshDeserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Pay {
    /// The least; absent for "up to".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Amount>,
    /// The most; absent for "from".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Amount>,
    /// ISO 4217 code.
    pub currency: Currency,
    /// What the figures are paid per; a year unless said.
    #[serde(default)]
    pub period: Period,
    /// Whether the figures are base pay or total pay; unstated unless said.
    #[serde(default)]
    pub basis: Basis,
}

setters! {
    impl Pay {
        with_min(min: some Amount);
        with_max(max: some Amount);
        with_currency(currency: is Currency);
        with_period(period: is Period);
        with_basis(basis: is Basis);
    }
}

impl Pay {
    /// Pay without figures yet: set `min`, `max` or both.
    pub fn new(currency: Currency, period: Period, basis: Basis) -> Self {
        Self { min: None, max: None, currency, period, basis }
    }
}

/// Hundredths of a currency unit, 0 to 10^12 units. Written as a JSON number of whole units and cents.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, BorshSerialize, BorshDeserialize,
)]
#[serde(try_from = "f64", into = "serde_json::Number")]
pub struct Amount(i64);

impl Amount {
    /// The most that is taken for a pay figure, in whole units.
    pub const MAX_UNITS: i64 = 1_000_000_000_000;

    /// So many whole units of the currency.
    pub fn from_units(units: i64) -> Self {
        Self(units.clamp(0, Self::MAX_UNITS) * 100)
    }

    /// So many hundredths of a unit.
    pub fn from_cents(cents: i64) -> Self {
        Self(cents.clamp(0, Self::MAX_UNITS * 100))
    }

    /// Hundredths of a unit.
    pub fn cents(self) -> i64 {
        self.0
    }

    /// Whole units, rounded down.
    pub fn units(self) -> i64 {
        self.0 / 100
    }
}

impl TryFrom<f64> for Amount {
    type Error = ParseError;

    #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "the range is checked first")]
    fn try_from(units: f64) -> Result<Self, ParseError> {
        if !(0.0..=Self::MAX_UNITS as f64).contains(&units) {
            return Err(format!("expected a pay figure from 0 to {}, got {units}", Self::MAX_UNITS).into());
        }
        Ok(Self((units * 100.0).round() as i64))
    }
}

impl From<Amount> for serde_json::Number {
    #[expect(clippy::cast_precision_loss, reason = "at most 10^14 hundredths, which f64 holds exactly")]
    fn from(amount: Amount) -> Self {
        if amount.0 % 100 == 0 {
            Self::from(amount.0 / 100)
        } else {
            Self::from_f64(amount.0 as f64 / 100.0).unwrap_or_else(|| Self::from(amount.0 / 100))
        }
    }
}

impl JsonSchema for Amount {
    fn schema_name() -> Cow<'static, str> {
        "Amount".into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "maximum": Self::MAX_UNITS })
    }
}

/// An ISO 4217 currency code, three capital letters.
#[derive(
    Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, BorshSerialize, BorshDeserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct Currency([u8; 3]);

impl Currency {
    /// US dollars.
    pub const USD: Self = Self(*b"USD");
    /// Euros.
    pub const EUR: Self = Self(*b"EUR");
    /// Pounds sterling.
    pub const GBP: Self = Self(*b"GBP");
    /// Swiss francs.
    pub const CHF: Self = Self(*b"CHF");
    /// Canadian dollars.
    pub const CAD: Self = Self(*b"CAD");
    /// Australian dollars.
    pub const AUD: Self = Self(*b"AUD");
    /// Indian rupees.
    pub const INR: Self = Self(*b"INR");
    /// Yen.
    pub const JPY: Self = Self(*b"JPY");
    /// Singapore dollars.
    pub const SGD: Self = Self(*b"SGD");

    /// Takes a three-letter code in either case.
    ///
    /// # Errors
    /// When `code` is not three ASCII letters.
    pub fn new(code: &str) -> Result<Self, ParseError> {
        match <[u8; 3]>::try_from(code.as_bytes()) {
            Ok(bytes) if bytes.iter().all(u8::is_ascii_alphabetic) => Ok(Self(bytes.map(|b| b.to_ascii_uppercase()))),
            _ => Err(format!("expected a three-letter ISO 4217 code such as USD or EUR, got {code:?}").into()),
        }
    }

    /// The code.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("three ASCII letters are UTF-8")
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Currency {
    type Err = ParseError;
    /// As [`Currency::new`].
    fn from_str(code: &str) -> Result<Self, ParseError> {
        Self::new(code)
    }
}

impl TryFrom<String> for Currency {
    type Error = ParseError;
    fn try_from(code: String) -> Result<Self, ParseError> {
        Self::new(&code)
    }
}

impl From<Currency> for String {
    fn from(code: Currency) -> String {
        code.as_str().to_owned()
    }
}

impl JsonSchema for Currency {
    fn schema_name() -> Cow<'static, str> {
        "Currency".into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "rolefit-currency", "pattern": "^[A-Za-z]{3}$" })
    }
}

/// What a pay figure is paid per.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    BorshSerialize,
    BorshDeserialize,
)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Period {
    /// A year.
    #[default]
    Year,
    /// A month.
    Month,
    /// A week.
    Week,
    /// A working day.
    Day,
    /// An hour.
    Hour,
}

impl Period {
    /// How many of the period a full-time year has: 2,080 hours, 260 days, 52 weeks, 12 months.
    pub fn per_year(self) -> i64 {
        match self {
            Self::Year => 1,
            Self::Month => 12,
            Self::Week => 52,
            Self::Day => 260,
            Self::Hour => 2080,
        }
    }
}

impl Pay {
    /// The most that is paid a year, as people write it in one line: a figure, a currency, and perhaps a basis.
    ///
    /// ```
    /// use rolefit::model::Pay;
    ///
    /// assert!(Pay::parse_yearly_max("300,000 USD base").is_ok());
    /// assert!(Pay::parse_yearly_max("a lot").is_err());
    /// ```
    ///
    /// # Errors
    /// Says what is expected.
    pub fn parse_yearly_max(text: &str) -> Result<Self, ParseError> {
        let unusable = || {
            format!(
                "expected a yearly figure, a currency and perhaps `base` or `total`, such as `300000 USD`, got {text:?}"
            )
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let (figure, currency, basis) = match words[..] {
            [figure, currency] => (figure, currency, Basis::Unstated),
            [figure, currency, "base"] => (figure, currency, Basis::Base),
            [figure, currency, "total"] => (figure, currency, Basis::Total),
            _ => return Err(unusable().into()),
        };
        let figure = figure.replace([',', '_'], "").parse::<f64>().map_err(|_| unusable())?;
        let max = Some(Amount::try_from(figure)?);
        let currency = Currency::new(&currency.to_uppercase()).map_err(|_| unusable())?;
        Ok(Self { min: None, max, currency, period: Period::Year, basis })
    }
}

/// What a pay figure covers. Base and total are never compared as they stand.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    BorshSerialize,
    BorshDeserialize,
)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Basis {
    /// Base pay alone.
    Base,
    /// Base, bonus and equity together.
    Total,
    /// The source does not say.
    #[default]
    Unstated,
}
