//! Pay bands for roles that state none: the middle of what the market documents say for the level, in the United States.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::domain::{Amount, Basis, Currency, Level, Pay, Period};

#[derive(Deserialize)]
struct File {
    row: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    level: Level,
    low: i64,
    high: i64,
    /// Where the row comes from; for the reader of the file.
    #[serde(rename = "source")]
    _source: String,
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    toml::from_str::<File>(include_str!("market.toml")).expect("the embedded rows are read by the crate's tests").row
});

/// The band for a level: medians of the rows' lower and upper ends. `None` outside the United States, of which alone the
/// documents speak, and where the level is not known.
pub(super) fn band(level: Option<Level>, country: Option<&str>) -> Option<Pay> {
    let level = match level? {
        Level::Lead | Level::Manager => Level::Staff,
        Level::Director => Level::Principal,
        other => other,
    };
    if country.is_some_and(|code| code != "US") {
        return None;
    }
    let rows: Vec<&Row> = ROWS.iter().filter(|row| row.level == level).collect();
    let median = |mut values: Vec<i64>| -> Option<i64> {
        values.sort_unstable();
        let middle = values.len().checked_sub(1)? / 2;
        Some(i64::midpoint(values[middle], values[values.len() / 2]))
    };
    Some(Pay {
        min: Some(Amount::from_units(median(rows.iter().map(|row| row.low).collect())?)),
        max: Some(Amount::from_units(median(rows.iter().map(|row| row.high).collect())?)),
        currency: Currency::USD,
        period: Period::Year,
        basis: Basis::Base,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_are_medians_and_american() {
        let band = super::band(Some(Level::Senior), Some("US")).unwrap();
        assert_eq!((band.min, band.max), (Some(Amount::from_units(180_000)), Some(Amount::from_units(287_000))));
        assert_eq!(super::band(Some(Level::Senior), Some("DE")), None);
        assert_eq!(super::band(None, Some("US")), None);
    }
}
