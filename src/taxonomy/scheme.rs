//! The taxonomy as one immutable value.

use std::sync::Arc;

use borsh::{BorshDeserialize, BorshSerialize};

use super::area::Area;
use super::clues::Clues;
use super::column::read_list;
use super::concept::{Concept, ConceptId, ConceptKind, PerMille};
use super::family::{Families, FamilyId};
use super::function::Functions;
use super::labels::Labels;
use super::names::TextNames;
use super::place::Gazetteer;
use super::pool::Pools;
use super::practice::PracticeRules;
use super::reading_rule::ReadingRules;
use super::relation::{CreditMatrix, Relation};
use super::resolve::{self, FuzzyIndex, Resolution};
use super::texts::Buckets;
use super::topics::Topics;
use super::vocabulary::Vocabulary;
use super::word_hash::word_hash;

/// Areas of every life and every trade.
const OF_EVERY_LIFE: &[&str] = &["soft", "business"];
/// Areas whose words are no sign that a text speaks of technology of this field.
const NO_TECHNOLOGY: &[&str] = &["soft", "business", "web", "enterprise", "credentials"];

/// Below this scarcity, in thousandths, everybody knows a name: Git, HTML, Excel. It tells of no domain.
const KNOWN_TO_ALL: u16 = 300;
/// So large a share of a name has the domain at least that it tells of, in thousandths.
const MOSTLY: u16 = 500;

/// The concept scheme with everything that hangs on it. Cheap to share; never changes once built.
///
/// ```
/// let taxonomy = rolefit::taxonomy::Taxonomy::builtin();
/// let found = taxonomy.resolve("IBM Spectrum Scale");
/// assert_eq!(taxonomy.concept(found.concept.unwrap()).label.as_ref(), "IBM Storage Scale (GPFS)");
/// ```
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct Taxonomy {
    #[borsh(deserialize_with = "read_list")]
    pub(super) concepts: Vec<Concept>,
    /// Concepts by the hash of their id.
    pub(super) ids: Buckets,
    pub(super) labels: Labels,
    /// What is looked for in texts; shared with whoever reads them.
    pub(super) names: Arc<TextNames>,
    pub(super) fuzzy: FuzzyIndex,
    pub(super) credits: CreditMatrix,
    pub(super) topics: Topics,
    pub(super) clues: Clues,
    pub(super) areas: Vec<Area>,
    pub(super) practices: PracticeRules,
    pub(super) families: Families,
    pub(super) functions: Functions,
    pub(super) pools: Pools,
    pub(super) places: Gazetteer,
    pub(super) vocabulary: Vocabulary,
    pub(super) version: Box<str>,
    /// Those of a user's file; the built-in ones are with who reads texts.
    #[borsh(skip)]
    pub(super) reading_rules: Option<Arc<ReadingRules>>,
}

impl Taxonomy {
    /// A digest of all that the taxonomy says: two taxonomies with equal versions give equal answers.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The rules by which texts are read that its file brings.
    pub(crate) fn reading_rules(&self) -> Option<&ReadingRules> {
        self.reading_rules.as_deref()
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
        self.labels.iter().map(|(text, label)| (text, label.concept))
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
        let at = self.ids.find(word_hash(id.as_bytes()), |at| &*self.concepts[at as usize].id == id)?;
        u16::try_from(at).ok().map(ConceptId)
    }

    /// A table by which concepts are found by their ids.
    pub(super) fn ids_of(concepts: &[Concept]) -> Buckets {
        let hashes = concepts.iter().map(|concept| word_hash(concept.id.as_bytes()));
        Buckets::new(&hashes.zip(0..).collect::<Vec<_>>())
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

    /// The domain of work that a name tells of wherever somebody tells of work with it: the one that it is mostly of. None of what
    /// everybody knows, nor of what no domain has above all.
    pub(crate) fn domain_told_by(&self, id: ConceptId) -> Option<FamilyId> {
        let concept = self.concept(id);
        let is_of_work = !matches!(concept.kind, ConceptKind::Soft | ConceptKind::Venue | ConceptKind::Credential);
        if concept.weight < KNOWN_TO_ALL || !is_of_work {
            return None;
        }
        let domains = concept.families.iter().filter(|(family, _)| self.families.get(*family).function.is_none());
        let (family, share) = domains.max_by_key(|(family, share)| (*share, std::cmp::Reverse(*family)))?;
        (share.get() >= MOSTLY).then_some(*family)
    }

    /// The names that are looked for in texts.
    pub(crate) fn text_names(&self) -> &Arc<TextNames> {
        &self.names
    }

    /// Whether a mention of the concept says that the words around it speak of technology.
    pub(crate) fn is_technical(&self, id: ConceptId) -> bool {
        !matches!(self.concept(id).kind, ConceptKind::Soft | ConceptKind::Venue | ConceptKind::Credential)
            && !NO_TECHNOLOGY.contains(&self.area_id(id))
    }

    /// Whether it is of work with computers, of whatever kind: what every life has (patience, cooking) is not.
    pub(crate) fn is_of_computing(&self, id: ConceptId) -> bool {
        self.concept(id).kind != ConceptKind::Soft && !OF_EVERY_LIFE.contains(&self.area_id(id))
    }

    /// What speaks for which domain of work.
    pub(crate) fn clues(&self) -> &Clues {
        &self.clues
    }

    pub(crate) fn topics(&self) -> &Topics {
        &self.topics
    }

    /// The words of the field.
    pub(crate) fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The rules by which told deeds show practices.
    pub(crate) fn practices(&self) -> &PracticeRules {
        &self.practices
    }

    pub(crate) fn families(&self) -> &Families {
        &self.families
    }

    /// What is done with them.
    pub(crate) fn functions(&self) -> &Functions {
        &self.functions
    }

    pub(crate) fn pools(&self) -> &Pools {
        &self.pools
    }

    pub(crate) fn places(&self) -> &Gazetteer {
        &self.places
    }
}
