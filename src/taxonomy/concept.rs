//! A unit of meaning: what several labels stand for.

use std::fmt;

use borsh::{BorshDeserialize, BorshSerialize};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::AreaId;
use super::family::FamilyId;

/// A concept's place in its taxonomy. Only meaningful together with the [`Taxonomy`](super::Taxonomy) that gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub struct ConceptId(pub(crate) u16);

impl ConceptId {
    /// The position, for arrays with a cell for each concept.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A share in thousandths, 0 to 1000.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub struct PerMille(u16);

impl PerMille {
    /// The whole.
    pub const ONE: Self = Self(1000);
    /// Seven tenths.
    pub(crate) const SEVEN_TENTHS: Self = Self(700);
    /// Eight tenths.
    pub(crate) const EIGHT_TENTHS: Self = Self(800);
    /// A half.
    pub(crate) const HALF: Self = Self(500);
    /// A quarter.
    pub(crate) const QUARTER: Self = Self(250);
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// So many thousandths, at most 1000.
    pub fn new(thousandths: u16) -> Self {
        Self(thousandths.min(1000))
    }

    /// Thousandths.
    pub fn get(self) -> u16 {
        self.0
    }

    /// The product of two shares, rounded to the nearest thousandth.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        let product = u32::from(self.0) * u32::from(other.0);
        Self::new(u16::try_from((product + 500) / 1000).expect("a product of two shares is a share"))
    }

    /// A share from a fraction, clamped to 0..=1.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=1000 first")]
    pub(crate) fn from_fraction(fraction: f64) -> Self {
        Self((fraction * 1000.0).round().clamp(0.0, 1000.0) as u16)
    }
}

impl fmt::Display for PerMille {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03}", self.0 / 1000, self.0 % 1000)
    }
}

/// What sort of thing a concept is.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, BorshSerialize, BorshDeserialize,
)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ConceptKind {
    /// Software, a service or a protocol that is operated or programmed.
    Tool,
    /// A chip, board or system.
    Hardware,
    /// A programming language.
    Language,
    /// A subject that people know.
    Field,
    /// Something that people do.
    Practice,
    /// A certificate, degree or clearance.
    Credential,
    /// A conference or journal.
    Venue,
    /// Where work is done: a laboratory or a computing centre.
    Site,
    /// A soft skill.
    Soft,
}

impl ConceptKind {
    /// Whether it is a skill by which people differ: a conference and a place of work are none, whatever they say of somebody, and soft
    /// skills are said of everybody.
    pub(crate) fn is_skill(self) -> bool {
        !matches!(self, Self::Venue | Self::Site | Self::Soft)
    }
}

/// A concept of the taxonomy, SKOS-shaped.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
#[non_exhaustive]
pub struct Concept {
    /// Stable kebab-case id.
    pub id: Box<str>,
    /// Preferred label.
    pub label: Box<str>,
    /// What sort of thing it is.
    pub kind: ConceptKind,
    /// Other correct names.
    pub aliases: Vec<Box<str>>,
    /// Misspellings and odd forms; matched, never shown.
    pub hidden: Vec<Box<str>>,
    /// Broader concepts.
    pub broader: Vec<ConceptId>,
    /// Practices that using this shows.
    pub implies: Vec<ConceptId>,
    /// Scarcity: thousandths, 50 (everyone has it) to 2000 (only specialists of the field have it).
    pub weight: u16,
    /// Whether it is an open-source project of the field.
    pub open_source: bool,
    /// For accelerators: vendor, line and order of generation.
    pub generation: Option<Generation>,
    /// The year of its first release or specification, where that is known: nobody has used it for longer.
    pub introduced: Option<u16>,
    /// Where the facts come from.
    pub source: Box<str>,
    pub(crate) area: AreaId,
    pub(crate) families: Vec<(FamilyId, PerMille)>,
    pub(crate) ambiguity: Option<Ambiguity>,
    /// Ambiguous labels of other concepts that stand for this one, too, as they are written.
    pub(crate) short: Vec<Box<str>>,
    /// Folded words or phrases that refute its plain names of one word in the same sentence.
    pub(crate) other_sense: Vec<Box<str>>,
}

/// Where an accelerator stands among its kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, BorshSerialize, BorshDeserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Generation {
    /// Who makes it.
    pub vendor: String,
    /// The product line within which `order` compares.
    pub line: String,
    /// Grows with each generation.
    pub order: u16,
    /// The year in which it came out.
    pub year: u16,
}

/// What a mention of an ambiguous label needs before it counts.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(crate) struct Ambiguity {
    /// Folded labels that also mean something else.
    pub labels: Vec<Box<str>>,
    /// Those of them that count only among other technical names.
    pub listed: Vec<Box<str>>,
    /// Whether such a label counts only in the case in which the taxonomy writes it.
    pub case: bool,
    /// Folded words or phrases, of which one nearby supports the mention.
    pub near: Vec<Box<str>>,
    /// Folded words or phrases nearby that refute it.
    pub not_near: Vec<Box<str>>,
}
