//! Facets: how many of the found do what kind of work, at which level, where, and so on. Silence is counted as such.

use std::borrow::Cow;
use std::collections::HashMap;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::domain::{Level, ParseError, ScaleUnit, WorkMode};
use crate::engine::options::EngineOptions;
use crate::extract::{CandidateFacts, RequirementOption, RoleFacts};
use crate::score::{self, Columns, ScaleTier, ScoringProfile, Subject};
use crate::taxonomy::{ConceptId, FamilyId, Location, PerMille, Taxonomy};
use crate::wording::{Language, say};

/// Values of one facet that are told, the commonest.
pub(super) const MAX_VALUES: usize = 20;
/// A role is of a kind of work that is this share of it.
const LEAST_SHARE: u16 = 150;

/// What found documents are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Facet {
    /// The kind of work; up to three a document.
    Family,
    /// The level.
    Level,
    /// Where somebody lives, or where the work is, as far as it is known.
    Place,
    /// Concepts that are claimed or asked.
    Skill,
    /// Work modes that are wanted or offered.
    WorkMode,
    /// The most accelerators that somebody has worked with, or that a role is about, by powers of ten.
    ScaleTier,
}

impl Facet {
    /// All facets.
    pub const ALL: [Self; 6] = [Self::Family, Self::Level, Self::Place, Self::Skill, Self::WorkMode, Self::ScaleTier];

    /// The name as it is written in requests and answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Family => "family",
            Self::Level => "level",
            Self::Place => "place",
            Self::Skill => "skill",
            Self::WorkMode => "work_mode",
            Self::ScaleTier => "scale_tier",
        }
    }
}

impl FromStr for Facet {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let names = Self::ALL.map(Self::as_str).join(", ");
        let found = Self::ALL.into_iter().find(|facet| facet.as_str() == text);
        found.ok_or_else(|| format!("expected one of {names}, got {text:?}").into())
    }
}

/// The counts of one facet.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FacetCounts {
    /// What is counted.
    pub facet: Facet,
    /// The twenty commonest values, then by value.
    pub values: Vec<FacetValue>,
    /// How many documents say nothing of it.
    pub unstated: usize,
    /// How many values there are beside those that are told.
    pub other_values: usize,
}

/// One value of a facet.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FacetValue {
    /// For programs: an id of the taxonomy, a name as in documents, a place as the filter takes it, or the least number of a tier.
    pub value: String,
    /// For people.
    pub label: String,
    /// How many documents have it.
    pub count: usize,
}

/// What one document is counted by.
pub(super) struct Counted<'d> {
    families: Cow<'d, [FamilyId]>,
    level: Option<Level>,
    places: Vec<Cow<'d, Location>>,
    claimed: Cow<'d, [ConceptId]>,
    work_modes: Cow<'d, [WorkMode]>,
    tier: ScaleTier,
}

impl<'d> Counted<'d> {
    pub(super) fn of_row(columns: &'d Columns, row: usize) -> Self {
        let place = columns.stated(Subject::Place, row);
        Self {
            families: columns.works(row).into(),
            level: columns.stated(Subject::Level, row).level.as_ref().map(|level| level.value),
            places: place.home.iter().map(|home| Cow::Borrowed(&home.value)).collect(),
            claimed: columns.claimed(row).into(),
            work_modes: place.work_modes.as_slice().into(),
            tier: columns.tier(row),
        }
    }

    pub(super) fn of_candidate(facts: &'d CandidateFacts, profile: &ScoringProfile) -> Self {
        Self {
            families: score::families_of(facts).into(),
            level: facts.level.as_ref().map(|level| level.value),
            places: facts.home.iter().map(|home| Cow::Borrowed(&home.value)).collect(),
            claimed: score::claimed_concepts(facts).collect(),
            work_modes: facts.work_modes.as_slice().into(),
            tier: ScaleTier::of(facts, profile),
        }
    }

    fn of_role(facts: &'d RoleFacts, profile: &ScoringProfile) -> Self {
        let families = facts.families.iter().filter(|(_, share)| *share >= PerMille::new(LEAST_SHARE));
        let mut asked: Vec<ConceptId> =
            facts.requirements.iter().flat_map(|requirement| &requirement.options).filter_map(concept).collect();
        asked.extend(&facts.accelerators);
        asked.sort_unstable();
        asked.dedup();
        let scale = facts.scale.as_ref().and_then(|scale| {
            let value = scale.value.value.units();
            match scale.value.unit {
                ScaleUnit::Accelerators => Some(value),
                ScaleUnit::Nodes => Some(value.saturating_mul(u64::from(profile.scale.accelerators_per_node))),
                _ => None,
            }
        });
        Self {
            families: families.map(|(family, _)| *family).collect(),
            level: facts.level.as_ref().map(|level| level.value),
            places: facts.places.iter().map(|place| Cow::Borrowed(&place.value)).collect(),
            claimed: asked.into(),
            work_modes: facts.work_mode.into_iter().collect(),
            tier: scale.map(ScaleTier::of_accelerators).unwrap_or_default(),
        }
    }

    pub(super) fn into_owned<'o>(self) -> Counted<'o> {
        Counted {
            families: self.families.into_owned().into(),
            level: self.level,
            places: self.places.into_iter().map(|place| Cow::Owned(place.into_owned())).collect(),
            claimed: self.claimed.into_owned().into(),
            work_modes: self.work_modes.into_owned().into(),
            tier: self.tier,
        }
    }
}

/// The counts of roles.
pub(super) fn of_roles<'d>(
    roles: impl Iterator<Item = &'d RoleFacts>,
    facets: &[Facet],
    options: &EngineOptions,
) -> Vec<FacetCounts> {
    let mut tally = Tally::new(facets, &options.taxonomy);
    roles.for_each(|facts| tally.add(&Counted::of_role(facts, &options.profile)));
    tally.counts(&options.taxonomy)
}

pub(super) fn concept(option: &RequirementOption) -> Option<ConceptId> {
    match option {
        RequirementOption::Concept(concept) => Some(*concept),
        RequirementOption::Unrecognized(_) => None,
    }
}

/// Counts as they grow.
pub(super) struct Tally<'d> {
    facets: Vec<Facet>,
    n_documents: usize,
    /// By facet, how many documents state something of it.
    stated: HashMap<Facet, usize>,
    families: Vec<usize>,
    concepts: Vec<usize>,
    levels: HashMap<Level, usize>,
    work_modes: HashMap<WorkMode, usize>,
    tiers: HashMap<ScaleTier, usize>,
    places: HashMap<Cow<'d, Location>, usize>,
}

impl<'d> Tally<'d> {
    pub(super) fn new(facets: &[Facet], taxonomy: &Taxonomy) -> Self {
        let mut facets = facets.to_vec();
        facets.sort_unstable();
        facets.dedup();
        Self {
            facets,
            n_documents: 0,
            stated: HashMap::new(),
            families: vec![0; taxonomy.families().all().len()],
            concepts: vec![0; taxonomy.concepts().len()],
            levels: HashMap::new(),
            work_modes: HashMap::new(),
            tiers: HashMap::new(),
            places: HashMap::new(),
        }
    }

    pub(super) fn add(&mut self, document: &Counted<'d>) {
        self.n_documents += 1;
        for facet in self.facets.clone() {
            let n_values = match facet {
                Facet::Family => {
                    document.families.iter().for_each(|family| self.families[family.index()] += 1);
                    document.families.len()
                }
                Facet::Skill => {
                    document.claimed.iter().for_each(|concept| self.concepts[concept.index()] += 1);
                    document.claimed.len()
                }
                Facet::Level => count(&mut self.levels, document.level.iter().copied()),
                Facet::WorkMode => count(&mut self.work_modes, document.work_modes.iter().copied()),
                Facet::ScaleTier => count(&mut self.tiers, document.tier.range().map(|_| document.tier).into_iter()),
                Facet::Place => {
                    for place in &document.places {
                        if let Some(known) = self.places.get_mut(place) {
                            *known += 1;
                        } else {
                            self.places.insert(place.clone(), 1);
                        }
                    }
                    document.places.len()
                }
            };
            *self.stated.entry(facet).or_default() += usize::from(n_values > 0);
        }
    }

    pub(super) fn merged(mut self, other: Self) -> Self {
        self.n_documents += other.n_documents;
        self.families.iter_mut().zip(other.families).for_each(|(own, more)| *own += more);
        self.concepts.iter_mut().zip(other.concepts).for_each(|(own, more)| *own += more);
        merge(&mut self.stated, other.stated);
        merge(&mut self.levels, other.levels);
        merge(&mut self.work_modes, other.work_modes);
        merge(&mut self.tiers, other.tiers);
        merge(&mut self.places, other.places);
        self
    }

    pub(super) fn counts(&self, taxonomy: &Taxonomy) -> Vec<FacetCounts> {
        self.facets.iter().map(|facet| self.counts_of(*facet, taxonomy)).collect()
    }

    fn counts_of(&self, facet: Facet, taxonomy: &Taxonomy) -> FacetCounts {
        let named = |name: &str, count: usize| FacetValue { value: name.to_owned(), label: name.to_owned(), count };
        let mut values: Vec<FacetValue> = match facet {
            Facet::Family => taxonomy
                .families()
                .all()
                .map(|id| (taxonomy.families().get(id), self.families[id.index()]))
                .map(|(family, count)| FacetValue {
                    value: family.id.to_string(),
                    label: family.label.to_string(),
                    count,
                })
                .collect(),
            Facet::Skill => taxonomy
                .concepts()
                .zip(&self.concepts)
                .filter(|(_, count)| **count > 0)
                .map(|((_, concept), count)| FacetValue {
                    value: concept.id.to_string(),
                    label: concept.label.to_string(),
                    count: *count,
                })
                .collect(),
            Facet::Level => self.levels.iter().map(|(level, count)| named(level.as_str(), *count)).collect(),
            Facet::WorkMode => self.work_modes.iter().map(|(mode, count)| named(mode.as_str(), *count)).collect(),
            Facet::ScaleTier => self.tiers.iter().filter_map(|(tier, count)| of_tier(*tier, *count)).collect(),
            Facet::Place => self.places.iter().map(|(place, count)| named(&written(place, taxonomy), *count)).collect(),
        };
        values.retain(|value| value.count > 0);
        values.sort_unstable_by(|a, b| a.value.cmp(&b.value));
        // What is written alike is one place.
        values.dedup_by(|next, kept| {
            let is_same = next.value == kept.value;
            kept.count += if is_same { next.count } else { 0 };
            is_same
        });
        values.sort_by_key(|value| std::cmp::Reverse(value.count));
        let other_values = values.len().saturating_sub(MAX_VALUES);
        values.truncate(MAX_VALUES);
        let unstated = self.n_documents - self.stated.get(&facet).copied().unwrap_or(0);
        FacetCounts { facet, values, unstated, other_values }
    }
}

/// Counts in a language: labels of kinds of work and scales, which the tallies hold in English.
pub(super) fn told(mut counts: Vec<FacetCounts>, language: Language) -> Vec<FacetCounts> {
    if language == Language::default() {
        return counts;
    }
    for of_facet in &mut counts {
        for value in &mut of_facet.values {
            match of_facet.facet {
                Facet::Family => value.label = language.term(&value.label).to_owned(),
                Facet::ScaleTier => {
                    let tier = value.value.parse().ok().map(ScaleTier::of_accelerators);
                    if let Some((least, most)) = tier.and_then(ScaleTier::range) {
                        value.label = tier_in_words(least, most, language);
                    }
                }
                Facet::Level | Facet::Place | Facet::Skill | Facet::WorkMode => {}
            }
        }
    }
    counts
}

fn tier_in_words(least: u64, most: Option<u64>, language: Language) -> String {
    match most {
        Some(most) => say!(language, "size.tier", least = least, most = most),
        None => say!(language, "size.top_tier", least = least),
    }
}

fn of_tier(tier: ScaleTier, count: usize) -> Option<FacetValue> {
    let (least, most) = tier.range()?;
    Some(FacetValue { value: least.to_string(), label: tier_in_words(least, most, Language::default()), count })
}

/// A place as a filter takes it: the city, the region's code, the country's name.
fn written(place: &Location, taxonomy: &Taxonomy) -> String {
    let city = place.city.as_deref().map(capitalized);
    let region = place
        .region
        .as_deref()
        .map(|region| if region.chars().count() <= 3 { region.to_uppercase() } else { capitalized(region) });
    let country = place.country.as_deref().map(|code| taxonomy.places().country_name(code).unwrap_or(code).to_owned());
    let parts = [city, region, country];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn capitalized(name: &str) -> String {
    let word = |word: &str| {
        let mut signs = word.chars();
        signs.next().map(|first| first.to_uppercase().chain(signs).collect::<String>()).unwrap_or_default()
    };
    name.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn count<T: std::hash::Hash + Eq>(counts: &mut HashMap<T, usize>, values: impl Iterator<Item = T>) -> usize {
    values.map(|value| *counts.entry(value).or_default() += 1).count()
}

fn merge<T: std::hash::Hash + Eq>(own: &mut HashMap<T, usize>, other: HashMap<T, usize>) {
    for (value, count) in other {
        *own.entry(value).or_default() += count;
    }
}
