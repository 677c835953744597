//! Rules by which texts are read, as files have them, the built-in ones and a user's: the form alone. What they say is for who reads texts.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

/// A rule by which texts are read. A user's is asked before the built-in ones of its matter.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadingRule {
    /// Lower-case letters, digits and hyphens.
    #[schemars(regex(pattern = r"^[a-z0-9-]+$"))]
    pub id: String,
    /// What it is about: `work_modes`, `workloads`, `moves`, `permits`, `availability`, `employers` or `clearances`. A built-in rule is about
    /// what its file is.
    #[serde(default)]
    pub of: String,
    /// What a rule without `match` is asked, where its matter asks several things.
    #[serde(default)]
    pub group: String,
    /// What it says; without, its words mean something else.
    #[serde(default)]
    #[schemars(schema_with = "anything")]
    pub emit: Option<toml::Value>,
    /// Patterns, any of which it matches; none for a rule that is asked of names.
    #[serde(rename = "match", default)]
    pub patterns: Vec<String>,
    /// In place of `match`: parts joined by ` + `, all of which stand `within` so many tokens, in any order; of each part one of the words
    /// and phrases that `|` joins, where `cluster*` is any word that begins so.
    #[serde(default)]
    pub all: Vec<String>,
    /// One of these ends right before it.
    #[serde(default)]
    pub before: Vec<String>,
    /// None of these ends right before it.
    #[serde(default)]
    pub not_before: Vec<String>,
    /// One of these begins right after it.
    #[serde(default)]
    pub after: Vec<String>,
    /// None of these begins right after it.
    #[serde(default)]
    pub not_after: Vec<String>,
    /// One of these stands in its sentence.
    #[serde(default)]
    pub near: Vec<String>,
    /// None of these stands in its sentence.
    #[serde(default)]
    pub unless: Vec<String>,
    /// So many tokens on either side are near.
    pub within: Option<usize>,
    /// Only in so many sentences at the beginning of a text.
    pub opening: Option<usize>,
    /// Only in texts of another language than English; only in others.
    pub foreign: Option<bool>,
    /// Only in texts that are told to be English; only in others, and where it cannot be told.
    pub english: Option<bool>,
    /// Sentences that it reads.
    #[schemars(length(min = 1))]
    pub yes: Vec<String>,
    /// Sentences that it does not read.
    #[schemars(length(min = 1))]
    pub no: Vec<String>,
}

/// The rules of a file, with the classes of words that they name.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadingRules {
    #[serde(default)]
    pub words: BTreeMap<String, Vec<String>>,
    /// So many tokens on either side are near where a rule does not say.
    pub within: Option<usize>,
    #[serde(rename = "rule", default)]
    pub rules: Vec<ReadingRule>,
}

/// What a matter's rules say is for who reads texts.
fn anything(_: &mut SchemaGenerator) -> Schema {
    true.into()
}
