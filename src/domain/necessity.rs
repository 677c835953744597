//! Whether a role insists on what it asks.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whether something that a role speaks of must be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Necessity {
    /// It is required: its lack costs points by name.
    MustHave,
    /// A posting that says what it requires names it in the duties or among the tools: the work that it tells of involves it.
    PartOfTheWork,
    /// It is welcome.
    NiceToHave,
    /// A posting names it and does not ask for it.
    NotAsked,
}

impl Necessity {
    /// As it stands in documents and answers: `must_have`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::MustHave => "must_have",
            Self::PartOfTheWork => "part_of_the_work",
            Self::NiceToHave => "nice_to_have",
            Self::NotAsked => "not_asked",
        }
    }
}

impl Necessity {
    /// Whether its lack costs points by name.
    pub(crate) fn is_must(self) -> bool {
        self == Self::MustHave
    }
}

impl fmt::Display for Necessity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
