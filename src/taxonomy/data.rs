//! The TOML form of files of concepts, as written; nothing is checked here beyond names and types.

use std::collections::BTreeMap;

use borsh::{BorshDeserialize, BorshSerialize};
use schemars::JsonSchema;
use serde::Deserialize;

use super::clues::RawClues;
use super::practice::{RawFunctionWords, RawObjects, RawPractice, RawVerbs};
use super::reading_rule::ReadingRule;
use super::{ConceptKind, Generation};

/// A taxonomy file of one's own, which extends the built-in one: concepts of a new id are added, those of a known id replace
/// the built-in ones.
#[derive(Debug, Default, Deserialize, JsonSchema, BorshSerialize, BorshDeserialize)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Taxonomy file")]
pub(super) struct ConceptFile {
    /// The concepts.
    #[serde(default)]
    pub concept: Vec<RawConcept>,
    /// Further names of concepts, built-in ones too, by their ids. `verteilt(e|en) Systeme(|n)` writes a name with its endings.
    #[serde(default)]
    pub names: BTreeMap<String, Vec<String>>,
    /// How common concepts are in postings of whatever trade: a later list wins.
    #[serde(default)]
    pub common: Vec<RawCommon>,
    /// What speaks for a domain of work, in texts of whatever sort.
    #[serde(default)]
    pub clues: Vec<RawClues>,
    /// Groups of concepts that stand for each other.
    #[serde(default)]
    pub siblings: Vec<RawSiblings>,
    /// Rules by which a deed that is told shows a practice.
    #[serde(default)]
    pub practice: Vec<RawPractice>,
    /// Classes of verbs for those rules.
    #[serde(default)]
    pub verbs: Vec<RawVerbs>,
    /// Classes of objects for those rules.
    #[serde(default)]
    pub objects: Vec<RawObjects>,
    /// Words of no sort of work that say how a sentence is made.
    #[serde(default)]
    pub function_words: RawFunctionWords,
    /// Rules by which texts are read, beside the built-in ones.
    #[serde(default)]
    #[borsh(skip)]
    pub rule: Vec<ReadingRule>,
    /// Classes of words and phrases that those rules name: `<desk>` is any of `desk`.
    #[serde(default)]
    #[borsh(skip)]
    pub words: BTreeMap<String, Vec<String>>,
}

/// A unit of meaning with its names and relations.
#[derive(Clone, Debug, Deserialize, JsonSchema, BorshSerialize, BorshDeserialize)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Concept")]
pub(super) struct RawConcept {
    /// Lower-case letters, digits and hyphens; stable.
    #[schemars(regex(pattern = r"^[a-z0-9-]+$"))]
    pub id: String,
    /// The preferred label, as a specialist writes it.
    #[schemars(length(min = 1))]
    pub label: String,
    /// What sort of thing it is.
    pub kind: ConceptKind,
    /// The id of its competency area, such as `interconnect`.
    pub area: String,
    /// Other correct names: expansions, former names, vendors' forms.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Misspellings and odd forms: matched, never shown.
    #[serde(default)]
    pub hidden: Vec<String>,
    /// Ids of the concepts that this is a kind of.
    #[serde(default)]
    pub broader: Vec<String>,
    /// What claiming this earns where another concept is asked.
    #[serde(default)]
    pub related: Vec<RawRelated>,
    /// Ids of the practices that using this shows.
    #[serde(default)]
    pub implies: Vec<String>,
    /// Scarcity: 0.05 (everybody has it) to 2 (specialists of the field alone have it).
    #[schemars(range(min = 0.05, max = 2.0))]
    pub weight: f64,
    /// Where the knowledge comes from.
    pub source: String,
    /// Whether it is an open-source project to which contributions earn a bonus.
    #[serde(default)]
    pub open_source: bool,
    /// For accelerators: where it stands among its kind.
    #[serde(default)]
    #[schemars(with = "Generation")]
    pub generation: Option<Generation>,
    /// The year of its first release or specification: nobody has used it for longer. Accelerators have it in `generation`.
    #[serde(default)]
    #[schemars(with = "u16", range(min = 1950, max = 2100))]
    pub introduced: Option<u16>,
    /// Further names that it has among other technical names alone: `Oracle` between `MySQL` and `SQLite` is a database. In prose they
    /// mean other things as often as not.
    #[serde(default)]
    pub listed: Vec<String>,
    /// Those of its labels that also mean something else, and need support in running text.
    #[serde(default)]
    pub ambiguous: Vec<String>,
    /// With `ambiguous`: whether the written case counts (Go, not go).
    #[serde(default)]
    pub case: bool,
    /// With `ambiguous`: words or phrases, of which one nearby supports the mention.
    #[serde(default)]
    pub near: Vec<String>,
    /// With `ambiguous`: words or phrases nearby that refute it.
    #[serde(default)]
    pub not_near: Vec<String>,
    /// Ambiguous labels of other concepts that stand for this one, too: in a text that names it in full and not the other, or beside
    /// words of `near`.
    #[serde(default)]
    pub short: Vec<String>,
    /// Words or phrases that refute its plain names of one word in the same sentence: the everyday sense of names that otherwise
    /// count without support.
    #[serde(default)]
    pub other_sense: Vec<String>,
    /// Families of work that it points to, 0 to 1 each, where those of its area are wrong for it.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, f64>")]
    pub families: Option<BTreeMap<String, f64>>,
}

/// What claiming one concept earns where another is asked.
#[derive(Clone, Debug, Deserialize, JsonSchema, BorshSerialize, BorshDeserialize)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Related")]
pub(super) struct RawRelated {
    /// The id of the concept that is asked.
    pub to: String,
    /// The share of a requirement for it that is earned, 0.3 to below 1.
    #[schemars(range(min = 0.3), extend("exclusiveMaximum" = 1.0))]
    pub credit: f64,
}

/// Concepts of which one in so many postings names each.
#[derive(Clone, Debug, Deserialize, JsonSchema, BorshSerialize, BorshDeserialize)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Common")]
pub(super) struct RawCommon {
    /// Of so many postings one names it: 2 to 256, rounded down to a power of two. What no list names is as rare as that.
    #[schemars(range(min = 2, max = 256))]
    pub one_in: u16,
    /// The concepts' ids.
    pub concepts: Vec<String>,
}

/// Concepts that stand for each other, each for each, with the same credit.
#[derive(Clone, Debug, Deserialize, JsonSchema, BorshSerialize, BorshDeserialize)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Siblings")]
pub(super) struct RawSiblings {
    /// The share of a requirement for one that another earns, 0.3 to below 1.
    #[schemars(range(min = 0.3), extend("exclusiveMaximum" = 1.0))]
    pub credit: f64,
    /// The concepts' ids.
    pub members: Vec<String>,
    /// Why the members stand for each other; for the reader of the file.
    #[serde(rename = "reason")]
    pub _reason: String,
}
