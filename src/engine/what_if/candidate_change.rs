//! What may be different about a candidate, seen from one role: skills, scale, expectation and place, and nothing personal.

use super::role_change::Matter;
use crate::domain::{Basis, Capacity, Pay, Period, WorkMode};
use crate::engine::RoleEntry;
use crate::explain::Change;
use crate::extract::{
    AskedScaleFact, CandidateFacts, Extent, LastUsed, NO_PASSAGE, RequirementOption, ScaleClaim, SkillClaim, Source,
    Stated, UnrecognizedClaim,
};
use crate::score::{ComponentName, ComponentState, Evidence, Fit, PlaceFit, Share};
use crate::taxonomy::{Location, Taxonomy};
use crate::wording::Language;

/// Met by less than this, a requirement is a gap that a candidate could close.
const GAP: u32 = 650_000;
/// More gaps than this are not tried, must-haves first.
const MAX_SKILLS: usize = 16;

/// One change of a candidate.
#[derive(Clone, Debug)]
pub(super) enum CandidateChange {
    Relocate(Location),
    WorkMode(WorkMode),
    Expect(Pay),
    /// Brings the requirement with this index.
    Skill(usize),
    Scale(AskedScaleFact),
}

/// All changes that could raise the fit, the gentlest first.
pub(super) fn all(role: &RoleEntry, fit: &Fit) -> Vec<CandidateChange> {
    let facts = &role.facts;
    let mut changes = Vec::new();
    changes.extend(place(role, fit));
    if is_open(fit, ComponentName::Pay) {
        changes.extend(band_top(role, fit).map(CandidateChange::Expect));
    }
    let gaps = fit.components[0].evidence.iter().filter_map(|evidence| match evidence {
        Evidence::Skill(skill) if skill.met.get() < GAP || skill.credit.get() < GAP => Some(skill.requirement),
        _ => None,
    });
    let mut gaps: Vec<usize> = gaps.collect();
    gaps.sort_by_key(|at| (!facts.requirements[*at].is_must(), *at));
    changes.extend(gaps.into_iter().take(MAX_SKILLS).map(CandidateChange::Skill));
    if is_open(fit, ComponentName::Scale) {
        changes.extend(facts.scale.as_ref().map(|scale| CandidateChange::Scale(scale.value)));
    }
    changes
}

/// Whether a component is asked for and not in full.
fn is_open(fit: &Fit, name: ComponentName) -> bool {
    fit.components.iter().any(|component| {
        component.name == name && component.state != ComponentState::NotApplicable && component.score < Share::ONE
    })
}

fn place(role: &RoleEntry, fit: &Fit) -> Option<CandidateChange> {
    if !is_open(fit, ComponentName::Location) {
        return None;
    }
    let found = fit.components.iter().flat_map(|component| &component.evidence).find_map(|evidence| match evidence {
        Evidence::Place(found) => Some(found),
        _ => None,
    });
    let moving = || {
        let at = found.and_then(|found| found.place).unwrap_or(0);
        role.facts.places.get(at).map(|place| CandidateChange::Relocate(place.value.clone()))
    };
    match found.map(|found| found.fit) {
        Some(PlaceFit::RemoteOnly | PlaceFit::OnsiteOnly | PlaceFit::RemoteNow) => {
            role.facts.work_mode.map(CandidateChange::WorkMode)
        }
        Some(PlaceFit::SameMetro | PlaceFit::Relocates | PlaceFit::Remote) => None,
        Some(
            PlaceFit::SameCountry
            | PlaceFit::OtherCountry
            | PlaceFit::WantsElsewhere
            | PlaceFit::Stays
            | PlaceFit::RemoteOtherCountry
            | PlaceFit::RemoteSomewhere,
        )
        | None => moving(),
    }
}

/// The band's top as an expectation: the stated band's, or else that of the band which the market was taken to have.
fn band_top(role: &RoleEntry, fit: &Fit) -> Option<Pay> {
    if let Some(band) = &role.facts.pay_band {
        let top = band.value.max?;
        return Some(Pay { min: Some(top), max: Some(top), ..band.value.clone() });
    }
    fit.components.iter().flat_map(|component| &component.evidence).find_map(|evidence| match evidence {
        Evidence::Pay(pay) => {
            let top = crate::domain::Amount::from_cents(pay.band_high?);
            let (period, basis) = (Period::Year, Basis::Base);
            Some(Pay { min: Some(top), max: Some(top), currency: pay.currency, period, basis })
        }
        _ => None,
    })
}

impl CandidateChange {
    pub(super) fn matter(&self) -> Matter {
        match self {
            Self::Relocate(_) => Matter::Place,
            Self::WorkMode(_) => Matter::Mode,
            Self::Expect(_) => Matter::Pay,
            Self::Skill(at) => Matter::Skill(*at),
            Self::Scale(_) => Matter::Scale,
        }
    }

    pub(super) fn describe(
        &self,
        role: &RoleEntry,
        person: &CandidateFacts,
        taxonomy: &Taxonomy,
        language: Language,
    ) -> Change {
        match self {
            Self::Relocate(place) => Change::relocate(&place_name(role, place, taxonomy), language),
            Self::WorkMode(mode) => Change::accept_work_mode(*mode, language),
            Self::Expect(pay) => {
                let from = person.expected_pay.as_ref().map(|pay| &pay.value);
                Change::lower_expectation(from, pay, language)
            }
            Self::Skill(at) => {
                let requirement = &role.facts.requirements[*at];
                let skill = match requirement.options.first() {
                    Some(RequirementOption::Concept(id)) if requirement.options.len() > 1 => {
                        taxonomy.concept(*id).label.to_string()
                    }
                    _ => requirement.label.to_string(),
                };
                Change::gain_skill(requirement, &skill, language)
            }
            Self::Scale(asked) => Change::reach_scale(*asked, language),
        }
    }

    /// Makes the change.
    pub(super) fn apply(&self, person: &mut CandidateFacts, role: &RoleEntry) {
        match self {
            Self::Relocate(place) => {
                person.relocation.refused = false;
                person.relocation.never.retain(|never| never != place);
                person.relocation.places.push(place.clone());
            }
            Self::WorkMode(mode) => person.work_modes.push(*mode),
            Self::Expect(pay) => {
                person.expected_pay = Some(Stated { value: pay.clone(), inferred: false, source: supposed() });
            }
            Self::Skill(at) => {
                let requirement = &role.facts.requirements[*at];
                if let Some(option) = requirement.options.first() {
                    bring(person, option, requirement.min_years_tenths);
                }
            }
            Self::Scale(asked) => person.scale.push(ScaleClaim {
                value: asked.value.units(),
                beyond: asked.value.beyond(),
                unit: asked.unit,
                accelerators: None,
                accelerator: None,
                capacity: Some(Capacity::Operated),
                last_used: LastUsed::Now,
                passage: NO_PASSAGE,
                quoted: false,
                source: supposed(),
            }),
        }
    }
}

/// The skill, in the person's present work and for the years that are asked. The kinds of work that somebody does stay what they
/// are: one more skill makes nobody another specialist.
fn bring(person: &mut CandidateFacts, option: &RequirementOption, years_tenths: Option<u16>) {
    match option {
        RequirementOption::Concept(concept) => {
            let at = person.claims.binary_search_by_key(concept, |claim| claim.concept).unwrap_or_else(|at| {
                person.claims.insert(at, SkillClaim::of_now(*concept, None, supposed()));
                at
            });
            let claim = &mut person.claims[at];
            (claim.described, claim.last_used, claim.extent) = (true, LastUsed::Now, Extent::Full);
            claim.years_tenths = claim.years_tenths.max(years_tenths);
        }
        RequirementOption::Unrecognized(folded) => person.unrecognized.push(UnrecognizedClaim {
            text: folded.clone(),
            folded: folded.clone(),
            source: supposed(),
        }),
    }
}

fn supposed() -> Source {
    Source { pointer: "".into(), quote: "".into() }
}

/// The role's place as its document names it, else its metro, else the words that it was read from.
fn place_name(role: &RoleEntry, place: &Location, taxonomy: &Taxonomy) -> String {
    let stated = role.role.location.as_ref().map(|stated| {
        let named = [&stated.city, &stated.region, &stated.country].into_iter().flatten().take(2);
        named.map(String::as_str).collect::<Vec<_>>().join(", ")
    });
    let metro = || place.metro.map(|id| taxonomy.places().metro(id).to_owned());
    stated.filter(|name| !name.is_empty()).or_else(metro).unwrap_or_else(|| "the role's place".to_owned())
}
