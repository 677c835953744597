//! The TOML form of the built-in files that no user extends, as written; nothing is checked here beyond names and types.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::taxonomy::family::FamilyMark;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AreaFile {
    pub area: Vec<RawArea>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawArea {
    pub id: String,
    pub label: String,
    #[serde(default)]
    pub families: BTreeMap<String, f64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FamilyFile {
    pub family: Vec<RawFamily>,
    #[serde(default)]
    pub transfer: Vec<RawTransfer>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawFamily {
    pub id: String,
    pub label: String,
    pub work: String,
    #[serde(default)]
    pub functions: BTreeMap<String, f64>,
    pub function: Option<String>,
    #[serde(default)]
    pub background: f64,
    #[serde(default)]
    pub is: Vec<FamilyMark>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FunctionFile {
    pub function: Vec<RawFunction>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawFunction {
    pub id: String,
    pub label: String,
    pub work: String,
    #[serde(default)]
    pub speaks: bool,
    #[serde(default)]
    pub any_field: bool,
    pub brings: String,
    pub takes: String,
    pub from: BTreeMap<String, f64>,
    #[serde(default)]
    pub practices: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTransfer {
    pub from: String,
    pub to: String,
    pub credit: f64,
    pub carries: String,
    pub gap: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PoolFile {
    pub pool: Vec<RawPool>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPool {
    pub id: String,
    pub label: String,
    #[serde(default)]
    pub families: BTreeMap<String, f64>,
    pub employers: Vec<String>,
    #[serde(default)]
    pub ambiguous: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PlaceFile {
    /// City names that are words too: in prose they count only with a region, a country or a word of place beside them.
    #[serde(default)]
    pub ambiguous: Vec<String>,
    /// Cities of a metro that lie in another region than the metro itself.
    #[serde(default)]
    pub metro_city: Vec<RawMetroCity>,
    /// Which of several cities of one name the bare name means.
    #[serde(default)]
    pub default_city: Vec<RawDefaultCity>,
    pub metro: Vec<RawMetro>,
    #[serde(default)]
    pub place_alias: Vec<RawPlaceAlias>,
    pub country: Vec<RawCountry>,
    pub region: Vec<RawRegion>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawMetro {
    pub id: String,
    pub label: String,
    pub country: String,
    #[serde(default)]
    pub region: Option<String>,
    pub cities: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawMetroCity {
    pub metro: String,
    pub city: String,
    #[serde(default)]
    pub region: Option<String>,
    #[serde(default)]
    pub country: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawDefaultCity {
    pub city: String,
    #[serde(default)]
    pub region: Option<String>,
    #[serde(default)]
    pub country: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPlaceAlias {
    pub alias: String,
    pub city: String,
    #[serde(default)]
    pub region: Option<String>,
    pub country: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCountry {
    pub code: String,
    pub names: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRegion {
    pub country: String,
    pub code: String,
    pub name: String,
    #[serde(default)]
    pub aliases: Vec<String>,
}
