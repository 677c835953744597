//! The reference as one immutable value: sources, rows, the ladder and the shares of base pay.

use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use super::own_rows;
use super::row::{Reach, Row};
use crate::domain::{Basis, Currency, Error, Level, Place, digest};
use crate::taxonomy::{FamilyId, PerMille, Taxonomy};

const REFERENCE: &str = include_str!("reference.toml");

/// What the field pays. [`Market::embedded`] is the reference that ships with the crate; [`Market::extended`] puts a user's own
/// rows before it.
///
/// ```
/// use rolefit::Engine;
/// use rolefit::market::MarketQuery;
/// use rolefit::model::Level;
///
/// let query = MarketQuery::new("cluster_operations", Level::Senior);
/// let band = Engine::in_memory().market(&query)?.expect("the reference speaks of the field in the United States");
/// assert!(band.low < band.middle && band.middle < band.high);
/// # Ok::<(), rolefit::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Market {
    pub(super) rows: Vec<Row>,
    pub(super) sources: Vec<RawSource>,
    pub(super) modifiers: Vec<RawModifier>,
    /// Middles by rung; only their ratios count.
    pub(super) ladder: [u64; 5],
    /// By rung: base pay as a share of total pay, and where that comes from.
    base_shares: [(PerMille, Box<str>); 5],
    version: Box<str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    source: Vec<RawSource>,
    ladder: Vec<RawRung>,
    base_share: Vec<RawShare>,
    row: Vec<RawRow>,
    modifier: Vec<RawModifier>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSource {
    pub key: Box<str>,
    pub year: Option<u16>,
    pub title: Box<str>,
}

/// Something that moves pay within a band.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawModifier {
    pub source: Box<str>,
    pub says: Box<str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRung {
    level: Level,
    middle: u64,
    /// For the reader of the file.
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawShare {
    level: Level,
    share: u16,
    source: Box<str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRow {
    id: Box<str>,
    source: Box<str>,
    label: Box<str>,
    #[serde(default)]
    basis: Basis,
    #[serde(default)]
    reach: Reach,
    level: Option<Level>,
    #[serde(default)]
    families: Vec<String>,
    hub: Option<Box<str>>,
    low: Option<u64>,
    middle: Option<u64>,
    high: Option<u64>,
    base: Option<u64>,
    #[serde(default)]
    open: bool,
    // For the reader of the file.
    #[serde(rename = "years")]
    _years: Option<String>,
    #[serde(rename = "nodes")]
    _nodes: Option<String>,
    #[serde(rename = "employer")]
    _employer: Option<String>,
    #[serde(rename = "note")]
    _note: Option<String>,
}

static EMBEDDED: LazyLock<Arc<Market>> =
    LazyLock::new(|| Arc::new(load().expect("the embedded reference is checked by the crate's tests")));

impl Market {
    /// The reference that ships with the crate.
    pub fn embedded() -> Arc<Self> {
        EMBEDDED.clone()
    }

    /// The embedded reference with a user's own rows before it: where any of them applies, the reference's rows do not.
    /// `file` is CSV with a line of column names, a JSON list of objects, or JSON Lines, with these columns: `source`
    /// (needed), `label`, `family`, `level`, `hub`, `country`, `year`, `basis`, `currency`, `period`, and both `low` and
    /// `high`, or `middle`.
    ///
    /// # Errors
    /// [`Error::Configuration`] with every row that cannot be used, by its line.
    pub fn extended(file: &str) -> Result<Self, Error> {
        let own = own_rows::read(file, &Taxonomy::builtin()).map_err(|bad| {
            let list: Vec<String> = bad.iter().map(|row| format!("line {}: {}", row.line, row.message)).collect();
            let (rows, are) = if bad.len() == 1 { ("row", "is") } else { ("rows", "are") };
            Error::Configuration(format!("{} {rows} of pay {are} not usable: {}", bad.len(), list.join("; ")))
        })?;
        let mut market = (*Self::embedded()).clone();
        market.rows.extend(own);
        market.version = digest([REFERENCE, file]).into();
        Ok(market)
    }

    /// A digest of all rows: two with equal versions give equal bands.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Base pay as a share of total pay at a level; seniors' where none is known.
    pub(crate) fn base_share(&self, level: Option<Level>) -> PerMille {
        self.base_shares[rung(level.unwrap_or(Level::Senior))].0
    }

    /// Where [`Market::base_share`] comes from.
    pub(super) fn base_share_source(&self, level: Level) -> &str {
        &self.base_shares[rung(level)].1
    }

    /// The newest year that any row speaks of.
    pub(super) fn newest_year(&self) -> u16 {
        self.rows.iter().filter_map(|row| row.year).max().unwrap_or_default()
    }
}

/// The place of a level on the ladder.
pub(super) fn rung(level: Level) -> usize {
    usize::from(level.ladder_step())
}

fn load() -> Result<Market, String> {
    let taxonomy = Taxonomy::builtin();
    let file: File = toml::from_str(REFERENCE).map_err(|error| error.to_string())?;
    let mut ladder = [0; 5];
    for step in &file.ladder {
        ladder[rung(step.level)] = step.middle;
    }
    let mut base_shares: [(PerMille, Box<str>); 5] = std::array::from_fn(|_| (PerMille::ZERO, Box::default()));
    for row in file.base_share {
        base_shares[rung(row.level)] = (PerMille::new(row.share), row.source);
    }
    if ladder.contains(&0) || base_shares.iter().any(|(share, _)| *share == PerMille::ZERO) {
        return Err("the ladder and the shares of base pay have every rung".to_owned());
    }
    let known = |key: &str| file.source.iter().find(|source| *source.key == *key);
    if let Some(lost) = file.modifier.iter().find(|modifier| known(&modifier.source).is_none()) {
        return Err(format!("{:?} has no source", lost.says));
    }
    let rows = file.row.into_iter().map(|raw| {
        let source = known(&raw.source).ok_or_else(|| format!("row {} has no source", raw.id))?;
        let families = raw.families.iter().map(|name| {
            taxonomy.families().find(name).ok_or_else(|| format!("row {}: there is no family {name:?}", raw.id))
        });
        let families: Vec<FamilyId> = families.collect::<Result<_, String>>()?;
        let place = match &raw.hub {
            Some(hub) => taxonomy.places().parse(hub).ok_or_else(|| format!("row {}: there is no {hub:?}", raw.id))?,
            None => taxonomy.places().locate(&Place { country: Some("US".to_owned()), ..Place::default() }),
        };
        Ok(Row {
            place_label: raw.hub.unwrap_or_else(|| "United States".into()),
            id: raw.id,
            label: raw.label,
            year: source.year,
            source: raw.source,
            is_own: false,
            basis: raw.basis,
            currency: Currency::USD,
            low: raw.low,
            middle: raw.middle,
            high: raw.high,
            base: raw.base,
            open: raw.open,
            level: raw.level,
            families,
            place,
            reach: raw.reach,
        })
    });
    let rows = rows.collect::<Result<Vec<Row>, String>>()?;
    Ok(Market {
        rows,
        sources: file.source,
        modifiers: file.modifier,
        ladder,
        base_shares,
        version: digest([REFERENCE]).into(),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_row_is_there_with_its_source_and_an_id_of_its_own() {
        let market = Market::embedded();
        assert_eq!(market.rows.len(), 18 + 39, "sections 1a and 1b of the market documents");
        let ids: BTreeSet<&str> = market.rows.iter().map(|row| &*row.id).collect();
        assert_eq!(ids.len(), market.rows.len());
        for row in &market.rows {
            assert!(market.sources.iter().any(|source| source.key == row.source), "{}", row.id);
            assert!(row.id.starts_with(&row.source.to_lowercase()), "{}", row.id);
            let ends = (row.low, row.middle.or(row.low), row.high.or(row.middle).or(row.low));
            assert!(ends.0.is_none_or(|low| Some(low) <= ends.1 && ends.1 <= ends.2), "{}", row.id);
        }
        assert_eq!(market.modifiers.len(), 10);
    }

    #[test]
    fn the_basis_is_total_or_base_only_where_the_source_says_so() {
        let market = Market::embedded();
        let of = |basis| market.rows.iter().filter(|row| row.basis == basis).count();
        assert_eq!((of(Basis::Base), of(Basis::Total), of(Basis::Unstated)), (8, 5, 44));
        let lagrange = market.rows.iter().find(|row| &*row.id == "s2-lagrange").unwrap();
        assert_eq!(lagrange.base_figures(PerMille::HALF).unwrap()[1], 190_000, "the stated base, not a share");
    }

    #[test]
    fn ladder_and_shares_rise_and_fall_with_the_level() {
        let market = Market::embedded();
        assert!(market.ladder.is_sorted());
        assert!(market.base_shares.iter().map(|(share, _)| *share).rev().is_sorted());
        assert!(market.base_shares.iter().all(|(_, source)| source.contains('S')));
    }
}
