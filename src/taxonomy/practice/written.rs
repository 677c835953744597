//! The TOML form of practice rules, as written; nothing is checked here beyond names and types.

use borsh::{BorshDeserialize, BorshSerialize};
use schemars::JsonSchema;
use serde::Deserialize;

/// A class of verbs that tell of the same sort of work.
#[derive(Clone, Debug, Deserialize, JsonSchema, BorshSerialize, BorshDeserialize)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Verbs")]
pub(crate) struct RawVerbs {
    /// The name by which rules ask for it.
    #[schemars(regex(pattern = r"^[a-z0-9-]+$"))]
    pub id: String,
    /// Verbs in their base form (`operate`, `look after`); the other forms of their first word follow. A verb whose forms are irregular
    /// is written with all of them, the base first: `run runs ran running`, joined by `/`.
    pub verbs: Vec<String>,
    /// Nouns of the same deed: `operation of`, `cluster administration`.
    #[serde(default)]
    pub nouns: Vec<String>,
    /// What somebody is called who does it: `cluster administrator`.
    #[serde(default)]
    pub agents: Vec<String>,
    /// Prepositions that may stand between such a verb and its object: `debug hangs in the fabric`. `of` always may.
    #[serde(default)]
    pub through: Vec<String>,
}

/// A class of things to which something is done.
#[derive(Clone, Debug, Deserialize, JsonSchema, BorshSerialize, BorshDeserialize)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Objects")]
pub(crate) struct RawObjects {
    /// The name by which rules ask for it, in angle brackets.
    #[schemars(regex(pattern = r"^[a-z0-9-]+$"))]
    pub id: String,
    /// Phrases, whose last word stands in the plural, too; `@id` for the names of a concept and of all that is narrower.
    pub objects: Vec<String>,
}

/// A rule: whoever does this to that shows a practice.
#[derive(Clone, Debug, Deserialize, JsonSchema, BorshSerialize, BorshDeserialize)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Practice")]
pub(crate) struct RawPractice {
    /// Lower-case letters, digits and hyphens; stable.
    #[schemars(regex(pattern = r"^[a-z0-9-]+$"))]
    pub id: String,
    /// The id of the concept that it shows.
    pub shows: String,
    /// Classes of verbs.
    #[schemars(length(min = 1))]
    pub verbs: Vec<String>,
    /// Phrases, `@concept` and `<class of objects>`.
    #[schemars(length(min = 1))]
    pub objects: Vec<String>,
    /// The same; one of them must stand in the sentence, too.
    #[serde(default)]
    pub near: Vec<String>,
    /// The same; none of them may stand in the sentence.
    #[serde(default)]
    pub unless: Vec<String>,
    /// Sentences that show it.
    #[schemars(length(min = 1))]
    pub yes: Vec<String>,
    /// Sentences that do not, though they are like those.
    #[schemars(length(min = 1))]
    pub no: Vec<String>,
}

/// Words of no sort of work, by what they are in a sentence.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema, BorshSerialize, BorshDeserialize)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "FunctionWords")]
pub(crate) struct RawFunctionWords {
    /// They stand before the base form of a verb: `to`.
    pub infinitives: Vec<String>,
    /// They stand between a part and the whole: `of`. Always may stand between a verb and its object.
    pub partitives: Vec<String>,
    /// Nouns that say how much or which side of a thing is meant, before a partitive: `thousands of`, `the health of`.
    pub measures: Vec<String>,
    /// They join things of one sort.
    pub conjunctions: Vec<String>,
    /// They begin what a verb reaches by its `through` alone.
    pub prepositions: Vec<String>,
    /// `is`, `were`: they end what a verb governs, and begin a passive.
    pub auxiliaries: Vec<String>,
    /// They end what a verb governs.
    pub boundaries: Vec<String>,
    /// They begin the name of a thing: behind them and their adjectives no base form is a verb.
    pub determiners: Vec<String>,
    /// Whatever else may follow a thing that is named to its end: adverbs, numbers in words.
    pub followers: Vec<String>,
    /// Nouns that may follow the name of a thing and leave it the thing: `system`, `environment`.
    pub heads: Vec<String>,
    /// Phrases whose words are no verbs: `operating system`.
    pub fixed: Vec<String>,
}

/// An example of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleExample {
    /// The rule's id.
    pub rule: String,
    /// The id of the concept.
    pub concept: String,
    pub sentence: String,
    /// Whether the sentence shows the concept by a rule.
    pub shown: bool,
}

impl RawPractice {
    /// Its examples.
    pub(crate) fn examples(&self) -> impl Iterator<Item = RuleExample> + '_ {
        let shown = self.yes.iter().map(|sentence| (sentence, true));
        shown.chain(self.no.iter().map(|sentence| (sentence, false))).map(|(sentence, shown)| RuleExample {
            rule: self.id.clone(),
            concept: self.shows.clone(),
            sentence: sentence.clone(),
            shown,
        })
    }
}
