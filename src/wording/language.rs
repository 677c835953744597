//! The languages in which the engine speaks.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::ParseError;

/// The language of summaries, statements, questions and reasons. Whom they are about, in which order and with how many points is the same in
/// each; words of documents and names of skills stay as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// German.
    #[serde(rename = "de")]
    German,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// The code of ISO 639-1.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// Whether nouns keep their capital inside a sentence.
    pub(crate) fn capitalizes_nouns(self) -> bool {
        self == Self::German
    }
}

impl FromStr for Language {
    type Err = ParseError;

    fn from_str(code: &str) -> Result<Self, ParseError> {
        let known = Self::ALL.into_iter().find(|language| language.as_str() == code);
        known.ok_or_else(|| format!("invalid language {code:?}; expected en or de").into())
    }
}
