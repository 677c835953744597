//! Where work is done.

use std::fmt;

use super::setters;
use borsh::{BorshDeserialize, BorshSerialize};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A place as a document states it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Place {
    /// City or town.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200))]
    pub city: Option<String>,
    /// State, province or other region: its name or usual code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200))]
    pub region: Option<String>,
    /// Country: ISO 3166 alpha-2 code, or its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200))]
    pub country: Option<String>,
}

/// A place as an object, or as text: a city, region and country with commas between, such as `Austin, TX`.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it stands for what documents may hold; whatever it holds is read as a `Place`")]
pub(super) enum PlaceOrText {
    /// A city, region and country with commas between, such as `Austin, TX`.
    Text(#[schemars(length(max = 200))] String),
    /// City, region and country.
    Place(Place),
}

setters! {
    impl Place {
        with_city(city: text String);
        with_region(region: text String);
        with_country(country: text String);
    }
}

/// Where the working days are spent.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    JsonSchema,
    BorshSerialize,
    BorshDeserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum WorkMode {
    /// At the employer's place.
    Onsite,
    /// Partly at the employer's place.
    Hybrid,
    /// Anywhere the role allows.
    Remote,
}

impl WorkMode {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Onsite, Self::Hybrid, Self::Remote];

    /// The name as it is written in documents.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Onsite => "onsite",
            Self::Hybrid => "hybrid",
            Self::Remote => "remote",
        }
    }
}

impl fmt::Display for WorkMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
