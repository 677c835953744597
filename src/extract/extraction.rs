//! The facts of a text as they are answered: what was found, in which words, at which characters.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::place::PlaceKind;
use super::trace::Trace;
use crate::domain::{Basis, Capacity, Currency, Level, Necessity, Period, ScaleUnit, WorkMode, Workload};

/// Everything that was read from one text. Offsets count Unicode characters of the text as given, from 0. Ids, labels and codes are
/// those of the taxonomy that it was read with.
#[derive(Clone, Debug, Default, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Extraction {
    /// The language of the text (ISO 639-1), where it tells: a few words, or a list of names, do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Skills and practices that the text states; conferences, places of work and soft skills are left out.
    pub skills: Vec<SkillFound>,
    /// What the text asks for, read as a posting; the weightiest first.
    pub requirements: Vec<RequirementFound>,
    /// Sizes of systems.
    pub scale: Vec<ScaleFound>,
    /// Pay figures: bands, expectations; extras and present pay are left out.
    pub pay: Vec<PayFound>,
    /// Years of experience.
    pub years: Vec<YearsFound>,
    /// Seniority, where the text shows one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// Training, inference or both.
    pub workload: Vec<Workload>,
    /// Places.
    pub locations: Vec<PlaceFound>,
    /// Work modes.
    pub work_modes: Vec<WorkMode>,
    /// What is odd about the text itself.
    pub flags: Vec<TextFlag>,
    /// Which rule made each fact, out of which tokens, by place; only where it was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<Trace>,
}

/// One mention of a skill.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SkillFound {
    /// The concept's id.
    pub concept: String,
    /// The concept's preferred label.
    pub label: String,
    /// The words in the text, as they read: without markup.
    pub text: String,
    /// First character.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
    /// Whether the text, read as a posting, asks for it.
    pub necessity: Necessity,
    /// What the text says of it.
    pub stance: SkillStance,
    /// The id of the practice rule by which a deed shows it; nothing where the text names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

/// What a text says of a skill that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SkillStance {
    /// It is claimed, or simply named.
    Stated,
    /// It was left behind: `moved off GPFS`.
    Former,
    /// It is hardly known: `some exposure to Lustre`.
    Little,
    /// It is only spoken of, or others do it: `sold Lustre to laboratories`.
    About,
    /// It is wished for: `I am learning CUDA`.
    Wanted,
    /// It is denied: `no Kubernetes`.
    Negated,
}

impl SkillStance {
    /// As it stands in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::Former => "former",
            Self::Little => "little",
            Self::About => "about",
            Self::Wanted => "wanted",
            Self::Negated => "negated",
        }
    }
}

/// One thing that the text asks for.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct RequirementFound {
    /// As it is shown: `Lustre | IBM Spectrum Scale (GPFS)`.
    pub label: String,
    /// The concepts' ids; any one will do.
    pub options: Vec<String>,
    /// Whether it is required or welcome.
    pub necessity: Necessity,
    /// Years asked of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_years: Option<f64>,
    /// How much the text makes of it, 0 to 1, before the taxonomy's scarcity: plainly asked is 1.
    pub strength: f64,
    /// The sentence that it was read from.
    pub text: String,
    /// First character of the words that name it.
    pub start: usize,
    /// One past their last character.
    pub end: usize,
}

/// One size of a system.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ScaleFound {
    /// How many; the larger of a range or growth. Only petabytes have decimals.
    #[serde(serialize_with = "whole_or_decimal")]
    pub value: f64,
    /// The smaller of a range or growth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<u64>,
    /// What is counted.
    pub unit: ScaleUnit,
    /// In accelerators, where stated or computed from stated numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accelerators: Option<u64>,
    /// Whether `accelerators` was computed as nodes times accelerators per node.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub derived: bool,
    /// The accelerator's label.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accelerator: Option<String>,
    /// What was done with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capacity: Option<Capacity>,
    /// The words in the text, as they read: without markup.
    pub text: String,
    /// First character.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
}

/// One pay figure or range; `min` is null for "up to", `max` is null for "from".
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PayFound {
    /// The least, in whole units and cents.
    pub min: Option<f64>,
    /// The most.
    pub max: Option<f64>,
    /// ISO 4217 code.
    pub currency: Currency,
    /// What it is paid per.
    pub period: Period,
    /// Base or total, where said.
    pub basis: Basis,
    /// The place for which the range holds, where the text gives several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The words in the text, as they read: without markup.
    pub text: String,
    /// First character.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
}

/// Years of experience.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct YearsFound {
    /// Years.
    pub years: f64,
    /// The skill that they are years of; absent for experience as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concept: Option<String>,
    /// The words in the text, as they read: without markup.
    pub text: String,
    /// First character.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
}

/// A place.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PlaceFound {
    /// The metro's or city's name, where known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// The region's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// ISO 3166 alpha-2 code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// What it is to the writer.
    pub kind: PlaceKind,
    /// The words in the text, as they read: without markup.
    pub text: String,
    /// First character.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
}

/// What is odd about a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum TextFlag {
    /// Invisible characters stand inside words.
    HiddenCharacters,
    /// Letters of other scripts stand inside Latin words.
    LookAlikeCharacters,
    /// It is in a language whose postings are not read: names, figures and places that are found are told, and nothing is asked.
    LanguageNotRead,
}

/// Writes what is whole without a decimal point.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn whole_or_decimal<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a count below 2^53")]
    let whole = *value as u64;
    if value.fract() == 0.0 { serializer.serialize_u64(whole) } else { serializer.serialize_f64(*value) }
}
