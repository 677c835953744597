//! The skills component: requirement by requirement, the best credit that a claim earns.

use super::fit::{ComponentName, ComponentScore, ComponentState, Evidence, SkillEvidence};
use super::fixed::{Share, halved};
use super::profile::ScoringProfile;
use crate::domain::Month;
use crate::extract::{
    CandidateFacts, LastUsed, RequirementFact, RequirementOption, RoleFacts, SkillClaim, months_covered,
};
use crate::taxonomy::{ConceptId, ConceptKind, Relation, Taxonomy};

/// A role's requirements with what each weighs.
pub(super) struct WeightedRequirements {
    weights: Vec<u64>,
    total: u64,
    total_must: u64,
}

/// What was found for all requirements.
pub(super) struct SkillsFound {
    pub component: ComponentScore,
    pub must_have_coverage: Share,
}

impl WeightedRequirements {
    pub(super) fn new(role: &RoleFacts, profile: &ScoringProfile, taxonomy: &Taxonomy) -> Self {
        let mut weights: Vec<u64> = role.requirements.iter().map(|r| own_weight(r, profile, taxonomy)).collect();
        saturate_areas(&role.requirements, &mut weights, profile, taxonomy);
        let total = weights.iter().sum();
        let total_must = role.requirements.iter().zip(&weights).filter(|(r, _)| r.must_have).map(|(_, w)| w).sum();
        Self { weights, total, total_must }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.total == 0
    }

    pub(super) fn weight(&self, requirement: usize) -> u64 {
        self.weights[requirement]
    }

    pub(super) fn total_must(&self) -> u64 {
        self.total_must
    }
}

/// Whether a concept counts at all, as asked and as claimed.
fn counts(concept: ConceptId, profile: &ScoringProfile, taxonomy: &Taxonomy) -> bool {
    profile.skills.count_practices || taxonomy.concept(concept).kind != ConceptKind::Practice
}

/// Necessity x scarcity^exponent x the recruiter's multiplier x how much the text stresses it, in millionths.
fn own_weight(requirement: &RequirementFact, profile: &ScoringProfile, taxonomy: &Taxonomy) -> u64 {
    let scarcity = requirement
        .options
        .iter()
        .map(|option| match option {
            RequirementOption::Concept(id) if !counts(*id, profile, taxonomy) => 0,
            RequirementOption::Concept(id) => u64::from(taxonomy.concept(*id).weight),
            RequirementOption::Unrecognized(_) => u64::from(profile.skills.unrecognized_weight.get() / 1000),
        })
        .max()
        .unwrap_or(0);
    let raised = if profile.skills.scarcity_exponent > 1.75 {
        scarcity * scarcity / 1000
    } else if profile.skills.scarcity_exponent > 1.25 {
        scarcity * (scarcity * 1000).isqrt() / 1000
    } else if profile.skills.scarcity_exponent > 0.5 {
        scarcity
    } else {
        scarcity.min(1) * 1000
    };
    let necessity = if requirement.must_have { Share::ONE } else { profile.skills.nice_to_have };
    let stressed = Share::from_per_mille(requirement.strength).of(necessity.of(raised * 1000));
    stressed * u64::from(requirement.multiplier) / 1000
}

/// Within an area the heaviest requirement weighs in full, each further one less.
fn saturate_areas(
    requirements: &[RequirementFact],
    weights: &mut [u64],
    profile: &ScoringProfile,
    taxonomy: &Taxonomy,
) {
    let area_of = |r: &RequirementFact| {
        r.options.iter().find_map(|option| match option {
            RequirementOption::Concept(id) => Some(taxonomy.concept(*id).area),
            RequirementOption::Unrecognized(_) => None,
        })
    };
    let mut order: Vec<usize> = (0..requirements.len()).collect();
    order.sort_by_key(|&index| (std::cmp::Reverse(weights[index]), index));
    let mut seen: Vec<(crate::taxonomy::AreaId, Share)> = Vec::new();
    for index in order {
        let requirement = &requirements[index];
        let Some(area) = area_of(requirement) else { continue };
        let step = if requirement.must_have && !requirement.inferred {
            profile.skills.area_saturation_stated
        } else {
            profile.skills.area_saturation
        };
        match seen.iter_mut().find(|(known, _)| *known == area) {
            Some((_, share)) => {
                *share = share.times(step);
                weights[index] = share.of(weights[index]);
            }
            None => seen.push((area, Share::ONE)),
        }
    }
}

/// One claim's credit for one requirement.
#[derive(Clone, Copy)]
struct Earned {
    credit: Share,
    claim: Option<usize>,
    unrecognized: Option<usize>,
    relation: Relation,
}

const NONE: Earned = Earned { credit: Share::ZERO, claim: None, unrecognized: None, relation: Relation::None };

pub(super) fn score(
    role: &RoleFacts,
    weighted: &WeightedRequirements,
    candidate: &CandidateFacts,
    profile: &ScoringProfile,
    taxonomy: &Taxonomy,
    as_of: Month,
) -> SkillsFound {
    // What skills told of in the work earn, and what merely listed ones would add to it.
    let mut found: Vec<(Earned, Share)> = Vec::with_capacity(role.requirements.len());
    let mut gains: Vec<(u64, usize, Earned)> = Vec::new();
    let mut met_weight = 0_u64;
    for (index, requirement) in role.requirements.iter().enumerate() {
        let (told, listed, met) = best_credits(requirement, candidate, profile, taxonomy, as_of);
        if requirement.must_have {
            met_weight += met.of(weighted.weights[index]);
        }
        if listed.credit > told.credit {
            let gain = listed.credit.of(weighted.weights[index]) - told.credit.of(weighted.weights[index]);
            gains.push((gain, index, listed));
        }
        found.push((told, met));
    }
    gains.sort_by_key(|(gain, index, _)| (std::cmp::Reverse(*gain), *index));
    for (_, index, listed) in gains.into_iter().take(profile.skills.listed_only_limit) {
        found[index].0 = listed;
    }
    let earned: u64 = found.iter().zip(&weighted.weights).map(|((credit, _), weight)| credit.credit.of(*weight)).sum();
    let evidence = found
        .iter()
        .enumerate()
        .map(|(requirement, (credit, met))| {
            let claim = credit.claim.map(|at| &candidate.claims[at]);
            Evidence::Skill(SkillEvidence {
                requirement,
                credit: credit.credit,
                met: *met,
                claim: credit.claim,
                unrecognized: credit.unrecognized,
                relation: credit.relation,
                years_tenths: claim.and_then(|c| years_tenths(c, candidate, as_of)),
                last_used: claim.map_or(LastUsed::Unknown, |c| c.last_used),
            })
        })
        .collect();
    let silent = candidate.claims.is_empty() && candidate.unrecognized.is_empty();
    let (state, score) = if weighted.is_empty() {
        (ComponentState::NotApplicable, Share::ZERO)
    } else if silent {
        (ComponentState::NotStated, profile.silence.skills)
    } else {
        (ComponentState::Scored, Share::ratio(earned, weighted.total))
    };
    SkillsFound {
        component: ComponentScore::new(ComponentName::Skills, state, score, evidence),
        must_have_coverage: Share::ratio(met_weight, weighted.total_must),
    }
}

/// The best credit from skills that are told of, the best from any, and how far the requirement is met at all.
fn best_credits(
    requirement: &RequirementFact,
    candidate: &CandidateFacts,
    profile: &ScoringProfile,
    taxonomy: &Taxonomy,
    as_of: Month,
) -> (Earned, Earned, Share) {
    let is_asked = |option: &RequirementOption| match option {
        RequirementOption::Concept(asked) => counts(*asked, profile, taxonomy),
        RequirementOption::Unrecognized(_) => true,
    };
    if !requirement.options.iter().any(is_asked) {
        // What does not count is not asked, so nobody lacks it.
        return (NONE, NONE, Share::ONE);
    }
    let (mut told, mut any, mut most_met) = (NONE, NONE, Share::ZERO);
    for option in requirement.options.iter().filter(|option| is_asked(option)) {
        match option {
            RequirementOption::Concept(asked) => {
                for (at, claim) in candidate.claims.iter().enumerate() {
                    let (share, relation) = taxonomy.credit(*asked, claim.concept);
                    if relation == Relation::None {
                        continue;
                    }
                    let share = Share::from_per_mille(share).times(given(relation, profile));
                    if share == Share::ZERO || !counts(claim.concept, profile, taxonomy) {
                        continue;
                    }
                    let met = share.times(depth(requirement, claim, candidate, profile, as_of));
                    let credit =
                        met.times(recency(claim.last_used, profile, as_of)).times(evidence(claim, candidate, profile));
                    let found = Earned { credit, claim: Some(at), unrecognized: None, relation };
                    most_met = most_met.max(met);
                    keep_better(&mut any, found);
                    if claim.described {
                        keep_better(&mut told, found);
                    }
                }
            }
            RequirementOption::Unrecognized(text) => {
                if let Some(at) = candidate.unrecognized.iter().position(|skill| skill.folded == *text) {
                    let credit = profile.skills.listed_only.times(profile.skills.unknown_recency);
                    let found = Earned { credit, claim: None, unrecognized: Some(at), relation: Relation::Same };
                    most_met = Share::ONE;
                    keep_better(&mut any, found);
                }
            }
        }
    }
    (told, any, most_met)
}

/// How much of a relation's credit the profile gives.
fn given(relation: Relation, profile: &ScoringProfile) -> Share {
    let relations = &profile.relations;
    match relation {
        Relation::None => Share::ZERO,
        Relation::Distant => relations.distant,
        Relation::Related => relations.related,
        Relation::Broader => relations.broader,
        Relation::Practice => relations.practice,
        Relation::Narrower => relations.narrower,
        Relation::Same => Share::ONE,
    }
}

fn keep_better(kept: &mut Earned, found: Earned) {
    if (found.credit, found.relation) > (kept.credit, kept.relation) {
        *kept = found;
    }
}

/// Years against those asked; more than asked counts as what is asked.
fn depth(
    requirement: &RequirementFact,
    claim: &SkillClaim,
    candidate: &CandidateFacts,
    profile: &ScoringProfile,
    as_of: Month,
) -> Share {
    match requirement.min_years_tenths {
        None | Some(0) => Share::ONE,
        Some(asked) => match years_tenths(claim, candidate, as_of) {
            None => profile.skills.unknown_years,
            Some(years) => Share::ratio(u64::from(years), u64::from(asked)),
        },
    }
}

/// Years of a skill, in tenths: those stated, or the months of the dated jobs that show it, whichever is more.
fn years_tenths(claim: &SkillClaim, candidate: &CandidateFacts, as_of: Month) -> Option<u32> {
    let spans = claim.jobs.iter().filter_map(|job| candidate.jobs.get(usize::from(*job))?.months(as_of));
    let shown = (!claim.jobs.is_empty()).then(|| months_covered(spans) * 10 / 12);
    shown.max(claim.years_tenths.map(u32::from))
}

fn recency(last_used: LastUsed, profile: &ScoringProfile, as_of: Month) -> Share {
    match last_used {
        LastUsed::Unknown => profile.skills.unknown_recency,
        LastUsed::Now => Share::ONE,
        LastUsed::At(month) => {
            let months = u32::try_from(as_of.since(month)).unwrap_or(0);
            halved(months, profile.skills.recency_halving_months).max(profile.skills.recency_floor)
        }
    }
}

fn evidence(claim: &SkillClaim, candidate: &CandidateFacts, profile: &ScoringProfile) -> Share {
    if claim.described {
        Share::ONE
    } else if candidate.form.described == 0 && candidate.jobs.is_empty() {
        profile.skills.listed_without_work
    } else {
        profile.skills.listed_only
    }
}
