//! How large the systems are that somebody worked on, or that a role is about.

use std::borrow::Cow;
use std::fmt;

use super::{ParseError, setters};
use borsh::{BorshDeserialize, BorshSerialize};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

/// A candidate's statement of scale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct StatedScale {
    /// How many of the unit; of petabytes also a part, such as 0.5 or 7.25.
    pub value: Quantity,
    /// What is counted.
    pub unit: ScaleUnit,
    /// The accelerator's name, such as `H100`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200))]
    pub accelerator: Option<String>,
    /// What the person did with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capacity: Option<Capacity>,
}

setters! {
    impl StatedScale {
        with_accelerator(accelerator: text String);
        with_capacity(capacity: some Capacity);
    }
}

impl StatedScale {
    /// A system of this size.
    pub fn new(value: Quantity, unit: ScaleUnit) -> Self {
        Self { value, unit, accelerator: None, capacity: None }
    }
}

/// Thousandths of a unit, 0 to 10^9 units. Written as a JSON number; of most units there are whole ones only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "serde_json::Number")]
pub struct Quantity(u64);

impl Quantity {
    /// The most that is taken, in whole units.
    pub const MAX_UNITS: u64 = 1_000_000_000;

    /// So many whole units.
    pub fn from_units(units: u64) -> Self {
        Self(units.min(Self::MAX_UNITS) * 1000)
    }

    /// So many whole units, and thousandths of one beyond them.
    pub fn from_parts(units: u64, thousandths: u16) -> Self {
        Self(Self::from_units(units).0.saturating_add(u64::from(thousandths)).min(Self::MAX_UNITS * 1000))
    }

    /// So many thousandths of a unit.
    pub fn from_thousandths(thousandths: u64) -> Self {
        Self(thousandths.min(Self::MAX_UNITS * 1000))
    }

    /// Thousandths of the unit.
    pub fn thousandths(self) -> u64 {
        self.0
    }

    /// Whole units, rounded down.
    pub fn units(self) -> u64 {
        self.0 / 1000
    }

    /// Thousandths beyond the whole units: of petabytes the terabytes.
    pub fn beyond(self) -> u16 {
        u16::try_from(self.0 % 1000).expect("it is below a thousand")
    }
}

impl TryFrom<f64> for Quantity {
    type Error = ParseError;

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        reason = "the range is checked first"
    )]
    fn try_from(units: f64) -> Result<Self, ParseError> {
        if !(0.0..=Self::MAX_UNITS as f64).contains(&units) {
            return Err(format!("expected a quantity from 0 to {}, got {units}", Self::MAX_UNITS).into());
        }
        Ok(Self((units * 1000.0).round() as u64))
    }
}

impl From<Quantity> for serde_json::Number {
    #[expect(clippy::cast_precision_loss, reason = "at most 10^12 thousandths, which f64 holds exactly")]
    fn from(quantity: Quantity) -> Self {
        let whole = Self::from(quantity.units());
        if quantity.beyond() == 0 { whole } else { Self::from_f64(quantity.0 as f64 / 1000.0).unwrap_or(whole) }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        serde_json::Number::from(*self).fmt(f)
    }
}

impl JsonSchema for Quantity {
    fn schema_name() -> Cow<'static, str> {
        "Quantity".into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "maximum": Self::MAX_UNITS })
    }
}

/// The scale that a role asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct AskedScale {
    /// The least that is asked, in the unit; of petabytes also a part, such as 0.5.
    pub min: Quantity,
    /// What is counted.
    pub unit: ScaleUnit,
}

impl AskedScale {
    /// At least so many.
    pub fn new(min: Quantity, unit: ScaleUnit) -> Self {
        Self { min, unit }
    }
}

/// What a statement of scale counts.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, BorshSerialize, BorshDeserialize,
)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ScaleUnit {
    /// GPUs, TPUs and the like.
    Accelerators,
    /// Compute nodes.
    Nodes,
    /// Processor cores.
    Cores,
    /// Servers of any sort.
    Servers,
    /// Stored data.
    Petabytes,
}

/// What somebody did with a system.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, BorshSerialize, BorshDeserialize,
)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Capacity {
    /// Designed it.
    Designed,
    /// Built it.
    Built,
    /// Led those who build or run it.
    Led,
    /// Ran it.
    Operated,
    /// Supported its users or operators.
    Supported,
    /// Used it.
    Used,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantity_is_written_as_it_came() {
        for text in ["0", "8", "0.5", "7.25", "999999999.999", "1000000000"] {
            let quantity: Quantity = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&quantity).unwrap(), text);
            assert_eq!(quantity.to_string(), text);
        }
        let quantity: Quantity = serde_json::from_str("7.25").unwrap();
        assert_eq!((quantity.units(), quantity.beyond()), (7, 250));
        assert_eq!(serde_json::from_str::<Quantity>("8.0").unwrap(), Quantity::from_units(8));
        for text in ["-1", "1000000001", "1e300"] {
            serde_json::from_str::<Quantity>(text).unwrap_err();
        }
    }
}
