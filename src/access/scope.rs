//! What a key allows: three scopes, each of which includes the one before.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::ParseError;

/// What a key allows. Each scope includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Reading documents, searching, matching.
    Read,
    /// Writing and removing documents, too.
    Write,
    /// All of that, and the tenant's keys, backups and metrics.
    Admin,
}

impl Scope {
    /// All scopes, the narrowest first.
    pub const ALL: [Self; 3] = [Self::Read, Self::Write, Self::Admin];

    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Admin => "admin",
        }
    }

    /// Whether whoever has this scope may do what asks for `needed`.
    pub fn includes(self, needed: Self) -> bool {
        self >= needed
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Scope {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let known = Self::ALL.into_iter().find(|scope| scope.as_str() == text);
        known.ok_or_else(|| format!("invalid scope {text:?}; expected read, write or admin").into())
    }
}
