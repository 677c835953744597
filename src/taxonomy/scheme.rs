//! The taxonomy as one immutable value.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use super::area::Area;
use super::concept::{Concept, ConceptId, PerMille};
use super::family::Families;
use super::load;
use super::pattern::PatternSet;
use super::place::Gazetteer;
use super::pool::Pools;
use super::relation::{CreditMatrix, Relation};
use super::resolve::{self, FuzzyIndex, Resolution};
use super::vocabulary::Vocabulary;
use super::{MatchedBy, Problem};
use crate::domain::Error;

/// The concept scheme with everything that hangs on it. Cheap to share; never changes once built.
///
/// ```
/// let taxonomy = rolefit::Taxonomy::embedded();
/// let found = taxonomy.resolve("IBM Spectrum Scale");
/// assert_eq!(taxonomy.concept(found.concept.unwrap()).label.as_ref(), "IBM Storage Scale (GPFS)");
/// ```
#[derive(Clone, Debug)]
pub struct Taxonomy {
    pub(super) concepts: Vec<Concept>,
    pub(super) by_id: HashMap<Box<str>, ConceptId>,
    /// Folded label to concept.
    pub(super) labels: HashMap<Box<str>, Label>,
    pub(super) fuzzy: FuzzyIndex,
    pub(super) credits: CreditMatrix,
    pub(super) areas: Vec<Area>,
    pub(super) doing: PatternSet,
    pub(super) told: PatternSet,
    pub(super) families: Families,
    pub(super) pools: Pools,
    pub(super) places: Gazetteer,
    pub(super) vocabulary: Vocabulary,
    pub(super) version: Box<str>,
}

/// What a folded label stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    pub concept: ConceptId,
    pub matched_by: MatchedBy,
    /// Whether a mention in running text needs support.
    pub ambiguous: bool,
}

static EMBEDDED: LazyLock<Arc<Taxonomy>> =
    LazyLock::new(|| Arc::new(load::embedded().expect("the embedded taxonomy is checked by the crate's tests")));

impl Taxonomy {
    /// The taxonomy that ships with the crate.
    pub fn embedded() -> Arc<Self> {
        EMBEDDED.clone()
    }

    /// The embedded taxonomy extended by a user's own file: a concept with a new id is added, one with a known id replaces it.
    ///
    /// # Errors
    /// [`Error::Configuration`] with every problem of the file, by the rules of [`Taxonomy::check`].
    pub fn extended(file: &str) -> Result<Self, Error> {
        load::extended(file).map_err(|problems| {
            let list: Vec<String> = problems.iter().map(ToString::to_string).collect();
            Error::Configuration(format!("the taxonomy file has {} problems: {}", list.len(), list.join("; ")))
        })
    }

    /// All problems that a user's file would have as an extension of the embedded taxonomy: unreadable TOML, unknown fields,
    /// dangling ids, cycles of `broader`, one label for two concepts, weights and credits out of range. Empty when it is fit for use.
    pub fn check(file: &str) -> Vec<Problem> {
        load::extended(file).err().unwrap_or_default()
    }

    /// A digest of all that the taxonomy says: two taxonomies with equal versions give equal answers.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// All concepts, in the order of their ids.
    pub fn concepts(&self) -> impl ExactSizeIterator<Item = (ConceptId, &Concept)> {
        self.concepts.iter().enumerate().map(|(index, concept)| {
            (ConceptId(u16::try_from(index).expect("loading refuses more than 65,535 concepts")), concept)
        })
    }

    /// The number of distinct labels: preferred, aliases and hidden ones.
    pub fn label_count(&self) -> usize {
        self.labels.len()
    }

    /// Every label as texts are compared with it (folded: lower case, no diacritics, hyphens as spaces), with its concept; in
    /// the order of the alphabet.
    pub fn labels(&self) -> impl Iterator<Item = (&str, ConceptId)> {
        let mut labels: Vec<(&str, ConceptId)> =
            self.label_entries().map(|(text, label)| (text, label.concept)).collect();
        labels.sort_unstable();
        labels.into_iter()
    }

    /// A concept.
    ///
    /// # Panics
    /// When `id` comes from another, larger taxonomy.
    pub fn concept(&self, id: ConceptId) -> &Concept {
        &self.concepts[id.index()]
    }

    /// The concept with this id, such as `lustre`.
    pub fn find(&self, id: &str) -> Option<ConceptId> {
        self.by_id.get(id).copied()
    }

    /// What a skill's name stands for: by its folded label, an alias, an inflected or decorated form, or, with care, a typo.
    pub fn resolve(&self, name: &str) -> Resolution {
        resolve::resolve(self, name)
    }

    /// How much of `asked` a person brings who has `claimed`, and why.
    pub fn credit(&self, asked: ConceptId, claimed: ConceptId) -> (PerMille, Relation) {
        self.credits.get(asked, claimed)
    }

    /// The label of a concept's competency area.
    pub fn area_label(&self, concept: ConceptId) -> &str {
        &self.areas[usize::from(self.concept(concept).area.0)].label
    }

    /// The id of a concept's competency area.
    pub fn area_id(&self, concept: ConceptId) -> &str {
        &self.areas[usize::from(self.concept(concept).area.0)].id
    }

    /// All concepts that earn credit for `asked`, itself included.
    pub(crate) fn earning(&self, asked: ConceptId) -> impl Iterator<Item = ConceptId> + '_ {
        self.credits.earning(asked)
    }

    /// All concepts for which `claimed` earns credit, ascending, itself included.
    pub(crate) fn earned_by(
        &self,
        claimed: ConceptId,
    ) -> impl ExactSizeIterator<Item = (ConceptId, PerMille, Relation)> + '_ {
        self.credits.earned_by(claimed)
    }

    /// All folded labels with their meaning, in no order.
    pub(crate) fn label_entries(&self) -> impl Iterator<Item = (&str, Label)> {
        self.labels.iter().map(|(text, label)| (&**text, *label))
    }

    /// The words of the field.
    pub(crate) fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// What is told over several sentences; the owner of a match is the concept's index.
    pub(crate) fn told(&self) -> &PatternSet {
        &self.told
    }

    /// Phrases of doing; the owner of a match is the concept's index.
    pub(crate) fn doing(&self) -> &PatternSet {
        &self.doing
    }

    pub(crate) fn families(&self) -> &Families {
        &self.families
    }

    pub(crate) fn pools(&self) -> &Pools {
        &self.pools
    }

    pub(crate) fn places(&self) -> &Gazetteer {
        &self.places
    }
}
