//! The skills component: requirement by requirement, the best credit that a claim earns.

use super::claimed::is_asked_itself;
use super::fit::{ComponentName, ComponentScore, ComponentState, Evidence, SkillEvidence};
use super::fixed::{Share, halved};
use super::introduced::is_impossible;
use super::profile::ScoringProfile;
use super::support::Support;
use super::wanted::Wanted;
use crate::domain::Month;
use crate::extract::{
    CandidateFacts, Extent, LastUsed, RequirementFact, RequirementOption, RoleFacts, SkillClaim, months_covered,
};
use crate::taxonomy::{ConceptId, ConceptKind, PerMille, Relation, Taxonomy};

/// A role's requirements with what each weighs.
pub(super) struct WeightedRequirements {
    weights: Vec<u64>,
    total: u64,
    total_must: u64,
    wanted: Wanted,
}

/// What was found for all requirements.
pub(super) struct SkillsFound {
    pub component: ComponentScore,
    pub must_have_coverage: Share,
}

impl WeightedRequirements {
    pub(super) fn new(role: &RoleFacts, means: Means<'_>) -> Self {
        let Means { profile, taxonomy, .. } = means;
        let weights: Vec<u64> = role.requirements.iter().map(|r| own_weight(r, profile, taxonomy)).collect();
        let total = weights.iter().sum();
        let total_must = role.requirements.iter().zip(&weights).filter(|(r, _)| r.is_must()).map(|(_, w)| w).sum();
        Self { weights, total, total_must, wanted: Wanted::new(role, means) }
    }

    /// Makes ready for judging many.
    pub(super) fn prepare(&self, means: Means<'_>) {
        self.wanted.prepare(means);
    }

    /// Whether all weigh the same in both.
    pub(super) fn weigh_alike(&self, other: &Self) -> bool {
        self.weights == other.weights
    }

    pub(super) fn is_empty(&self) -> bool {
        self.total == 0
    }

    pub(super) fn weight(&self, requirement: usize) -> u64 {
        self.weights[requirement]
    }

    pub(super) fn total(&self) -> u64 {
        self.total
    }

    pub(super) fn total_must(&self) -> u64 {
        self.total_must
    }
}

/// Whether a concept counts at all, as asked and as claimed.
pub(super) fn counts(concept: ConceptId, profile: &ScoringProfile, taxonomy: &Taxonomy) -> bool {
    profile.skills.count_practices || taxonomy.concept(concept).kind != ConceptKind::Practice
}

/// Necessity x scarcity^exponent x the recruiter's multiplier x how much the text stresses it, in millionths. The part of the scarcity
/// that is missing to 1 shrinks as the multiplier grows.
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
    // A recruiter who weighs a thing more says how scarce it is to them: the more, the less the taxonomy's own weight counts.
    let multiplier = u64::from(requirement.multiplier);
    let missing = if raised == 0 { 0 } else { 1000_u64.saturating_sub(raised) };
    let raised = raised + missing * multiplier.saturating_sub(1000) / multiplier.max(1);
    let necessity = profile.skills.of(requirement.necessity);
    let stressed = Share::from_per_mille(requirement.strength).of(necessity.of(raised * 1000));
    stressed * multiplier / 1000
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

/// What speaks for one requirement: told of in the work, and only listed (before it is weighed what lists are worth here).
#[derive(Clone, Copy)]
pub(super) struct Best {
    told: Earned,
    listed: Earned,
    /// Relation and asked years alone.
    met_told: Share,
    met_listed: Share,
}

/// The best claims for all requirements of a role.
#[derive(Clone)]
pub(super) struct Claimed {
    /// By requirement.
    pub best: Vec<Best>,
    /// How much of what is asked is met by told work.
    pub told: Share,
    /// Listed skills that the role does not ask for, where there are many.
    pub strangers: usize,
    /// Skills with more years than the thing exists.
    pub impossible_years: usize,
}

/// What judging skills takes beside role and candidate.
#[derive(Clone, Copy)]
pub(super) struct Means<'a> {
    pub profile: &'a ScoringProfile,
    pub taxonomy: &'a Taxonomy,
    pub as_of: Month,
    /// Whether the role is done in words, so that to speak of a thing is the work with it.
    pub speaks: bool,
}

/// Looks for the best claims. What is `known` of requirements, by their number, is not looked for again.
pub(super) fn find(
    role: &RoleFacts,
    weighted: &WeightedRequirements,
    candidate: &CandidateFacts,
    known: impl Fn(usize) -> Option<Best>,
    means: Means<'_>,
) -> Claimed {
    let impossible_years = candidate.claims.iter().filter(|claim| is_unbelievable(claim, means)).count();
    // One year too many is a slip; whoever states several is believed in none of them.
    let doubted = impossible_years >= means.profile.flags.stuffing_years;
    let is_told = |claim: &SkillClaim| claim.described && !(doubted && is_unbelievable(claim, means));
    let best = best_claims(role, &weighted.wanted, candidate, known, is_told, means);
    let told: u64 = best.iter().zip(&weighted.weights).map(|(best, weight)| best.told.credit.of(*weight)).sum();
    let told = if weighted.is_empty() { Share::ZERO } else { Share::ratio(told, weighted.total) };
    let listed = candidate.claims.iter().filter(|claim| !claim.described);
    let is_wall = candidate.unrecognized.len() + listed.clone().count() > means.profile.support.wall;
    let strangers = if is_wall {
        let options = || role.requirements.iter().flat_map(|asked| &asked.options);
        let unrecognized = candidate.unrecognized.iter().filter(|skill| {
            !options().any(|o| matches!(o, RequirementOption::Unrecognized(text) if *text == skill.folded))
        });
        let recognized = listed.filter(|claim| {
            !options().any(|option| match option {
                RequirementOption::Concept(asked) => is_asked_itself(means.taxonomy.credit(*asked, claim.concept).1),
                RequirementOption::Unrecognized(_) => false,
            })
        });
        unrecognized.count() + recognized.count()
    } else {
        0
    };
    Claimed { best, told, strangers, impossible_years }
}

/// The component, once it is known what listed skills are worth.
pub(super) fn score(
    role: &RoleFacts,
    weighted: &WeightedRequirements,
    candidate: &CandidateFacts,
    claimed: &Claimed,
    support: &Support,
    means: Means<'_>,
) -> SkillsFound {
    // What skills told of in the work earn, and what merely listed ones would add to it.
    let mut found: Vec<(Earned, Share)> = Vec::with_capacity(role.requirements.len());
    let mut gains: Vec<(u64, usize, Earned)> = Vec::new();
    let mut met_weight = 0_u64;
    for (index, (requirement, best)) in role.requirements.iter().zip(&claimed.best).enumerate() {
        let weight = weighted.weights[index];
        let met = best.met_told.max(best.met_listed.times(support.meets));
        if requirement.is_must() {
            met_weight += met.of(weight);
        }
        let listed = Earned { credit: best.listed.credit.times(support.listed), ..best.listed };
        if listed.credit > best.told.credit {
            gains.push((listed.credit.of(weight) - best.told.credit.of(weight), index, listed));
        }
        found.push((best.told, met));
    }
    gains.sort_by_key(|(gain, index, _)| (std::cmp::Reverse(*gain), *index));
    for (_, index, listed) in gains.into_iter().take(means.profile.skills.listed_only_limit) {
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
                years_tenths: claim.and_then(|c| years_tenths(c, candidate, means)),
                last_used: claim.map_or(LastUsed::Unknown, |c| c.last_used),
            })
        })
        .collect();
    let silence = means.profile.silence.skills;
    let silent = candidate.claims.is_empty() && candidate.unrecognized.is_empty();
    let (state, score) = if weighted.is_empty() {
        (ComponentState::NotApplicable, Share::ZERO)
    } else if silent {
        (ComponentState::NotStated, silence)
    } else {
        // What nobody mentions keeps the benefit of the doubt: to name something is never worse than to name nothing.
        let earned = Share::ratio(earned, weighted.total);
        (ComponentState::Scored, earned.plus(silence.times(earned.rest())))
    };
    SkillsFound {
        component: ComponentScore::new(ComponentName::Skills, state, score, evidence),
        must_have_coverage: Share::ratio(met_weight, weighted.total_must),
    }
}

/// The options of a requirement that count.
pub(super) fn asked_options<'r>(
    requirement: &'r RequirementFact,
    means: Means<'r>,
) -> impl Iterator<Item = &'r RequirementOption> {
    requirement.options.iter().filter(move |option| match option {
        RequirementOption::Concept(asked) => counts(*asked, means.profile, means.taxonomy),
        RequirementOption::Unrecognized(_) => true,
    })
}

fn best_claims(
    role: &RoleFacts,
    wanted: &Wanted,
    candidate: &CandidateFacts,
    known: impl Fn(usize) -> Option<Best>,
    is_told: impl Fn(&SkillClaim) -> bool,
    means: Means<'_>,
) -> Vec<Best> {
    let known: Vec<Option<Best>> = (0..role.requirements.len()).map(known).collect();
    let mut by_option = vec![Best::NOTHING; wanted.n_options()];
    for (at, claim) in candidate.claims.iter().enumerate() {
        let mut credits = None;
        let told = is_told(claim);
        wanted.each(claim.concept, means, |earning| {
            if known[earning.requirement].is_some() {
                return;
            }
            let (extents, recency) = *credits.get_or_insert_with(|| {
                let extent = |speaks: bool| claimed(claim.extent, speaks, means.profile);
                ([extent(false), extent(means.speaks)], recencies(claim, means))
            });
            let depth = depth(&role.requirements[earning.requirement], claim, candidate, means);
            let [met, worth] = extents.map(|extent| earning.share.times(depth).times(extent));
            by_option[earning.option].raise(
                (at, claim, told),
                met,
                recency.map(|recency| worth.times(recency)),
                earning.relation,
            );
        });
    }
    let mut by_option = by_option.into_iter();
    let requirements = role.requirements.iter().zip(known);
    let best = |(requirement, known): (&RequirementFact, Option<Best>)| {
        let mut best = Best::NOTHING;
        let mut is_asked = false;
        for option in asked_options(requirement, means) {
            is_asked = true;
            let found = by_option.next().expect("there is one for each option that counts");
            best.take(match option {
                RequirementOption::Concept(_) => found,
                RequirementOption::Unrecognized(text) => Best::of_words(text, candidate, means),
            });
        }
        if !is_asked {
            // What does not count is not asked, so nobody lacks it.
            best.met_told = Share::ONE;
        }
        known.unwrap_or(best)
    };
    requirements.map(best).collect()
}

impl Best {
    const NOTHING: Self = Self { told: NONE, listed: NONE, met_told: Share::ZERO, met_listed: Share::ZERO };

    /// Keeps the better of what is there and what a claim earns: credit for what is told of it, and for what is listed.
    fn raise(
        &mut self,
        (at, claim, is_told): (usize, &SkillClaim, bool),
        met: Share,
        [told, listed]: [Share; 2],
        relation: Relation,
    ) {
        let earned = |credit: Share| Earned { credit, claim: Some(at), unrecognized: None, relation };
        if is_told {
            self.met_told = self.met_told.max(met);
            keep_better(&mut self.told, earned(told));
        }
        // A list without dates says of today what it says, whenever the work was that shows the skill.
        if !is_told || claim.undated.listed {
            self.met_listed = self.met_listed.max(met);
            keep_better(&mut self.listed, earned(listed));
        }
    }

    /// By a skill of these words.
    fn of_words(folded: &str, candidate: &CandidateFacts, means: Means<'_>) -> Self {
        let Some(at) = candidate.unrecognized.iter().position(|skill| *skill.folded == *folded) else {
            return Self::NOTHING;
        };
        let credit = means.profile.skills.unknown_recency;
        let listed = Earned { credit, claim: None, unrecognized: Some(at), relation: Relation::Same };
        Self { listed, met_listed: Share::ONE, ..Self::NOTHING }
    }

    /// Keeps the better of both, of equals its own.
    fn take(&mut self, other: Self) {
        keep_better(&mut self.told, other.told);
        keep_better(&mut self.listed, other.listed);
        self.met_told = self.met_told.max(other.met_told);
        self.met_listed = self.met_listed.max(other.met_listed);
    }
}

/// The most that a claim earns of any requirement that asks for it itself, whatever the role and the rest of the profile: less
/// years than are asked, and doubts about a list, only lower it. As the date moves on it only falls.
#[derive(Clone, Copy, Debug)]
pub(super) struct MostEarned {
    pub credit: Share,
    /// Of meeting a must-have: neither lists nor time count.
    pub met: Share,
}

impl MostEarned {
    /// `None` for what does not count.
    pub(super) fn of_claim(claim: &SkillClaim, means: Means<'_>) -> Option<Self> {
        if !counts(claim.concept, means.profile, means.taxonomy) {
            return None;
        }
        let met = claimed(claim.extent, false, means.profile);
        let worth = claimed(claim.extent, means.speaks, means.profile);
        let left = claim.extent == Extent::Left;
        let at = |undated: bool| worth.times(recency(claim.last_used, undated, left, means));
        let told = if claim.described { at(claim.undated.told) } else { Share::ZERO };
        let is_listed = !claim.described || claim.undated.listed;
        let listed = if is_listed { at(claim.undated.listed).times(most_of_a_list(means)) } else { Share::ZERO };
        Some(Self { credit: told.max(listed), met })
    }

    /// Of a skill that no taxonomy knows, asked by the same words.
    pub(super) fn of_unrecognized(means: Means<'_>) -> Self {
        Self { credit: means.profile.skills.unknown_recency.times(most_of_a_list(means)), met: Share::ONE }
    }

    /// What is left of it where a related concept is asked.
    pub(super) fn by(self, share: PerMille, relation: Relation, profile: &ScoringProfile) -> Self {
        let share = Share::from_per_mille(share).times(given(relation, profile));
        Self { credit: share.times(self.credit), met: share.times(self.met) }
    }
}

/// A skill that is only listed, beside work that bears it out.
fn most_of_a_list(means: Means<'_>) -> Share {
    means.profile.skills.listed_only.max(means.profile.skills.listed_without_work)
}

/// How far a requirement is stated to be met, by relation and asked years alone: what a gate asks. Nobody is removed for how a
/// profile is written.
pub(super) fn stated(requirement: &RequirementFact, candidate: &CandidateFacts, means: Means<'_>) -> Share {
    let met = |option: &RequirementOption| match option {
        RequirementOption::Concept(asked) => {
            let met = |claim: &SkillClaim| {
                let (share, relation) = means.taxonomy.credit(*asked, claim.concept);
                if relation == Relation::None || !counts(claim.concept, means.profile, means.taxonomy) {
                    return Share::ZERO;
                }
                let share = Share::from_per_mille(share).times(given(relation, means.profile));
                let extent = claimed(claim.extent, false, means.profile);
                share.times(depth(requirement, claim, candidate, means)).times(extent)
            };
            candidate.claims.iter().map(met).max().unwrap_or(Share::ZERO)
        }
        RequirementOption::Unrecognized(text) => Best::of_words(text, candidate, means).met_listed,
    };
    // What does not count is not asked, so nobody lacks it.
    asked_options(requirement, means).map(met).max().unwrap_or(Share::ONE)
}

/// How much of a relation's credit the profile gives.
pub(super) fn given(relation: Relation, profile: &ScoringProfile) -> Share {
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
fn depth(requirement: &RequirementFact, claim: &SkillClaim, candidate: &CandidateFacts, means: Means<'_>) -> Share {
    match requirement.min_years_tenths {
        None | Some(0) => Share::ONE,
        Some(asked) => match years_tenths(claim, candidate, means) {
            None => means.profile.skills.unknown_years,
            Some(years) => {
                let shown = Share::ratio(u64::from(years), u64::from(asked));
                // A job that shows the skill for a while says nothing of what is told or listed without years beside it.
                let open = claim.years_tenths.is_none() && (claim.undated.told || claim.undated.listed);
                if open { shown.max(means.profile.skills.unknown_years) } else { shown }
            }
        },
    }
}

/// Years of a skill, in tenths: those stated, where they can be, or the months of the dated jobs that show it, whichever is more.
fn years_tenths(claim: &SkillClaim, candidate: &CandidateFacts, means: Means<'_>) -> Option<u32> {
    let spans = claim.jobs.iter().filter_map(|job| candidate.jobs.get(usize::from(*job))?.months(means.as_of));
    let shown = (!claim.jobs.is_empty()).then(|| months_covered(spans) * 10 / 12);
    shown.max(claim.years_tenths.filter(|_| !is_unbelievable(claim, means)).map(u32::from))
}

/// Whether a claim states more years than the thing exists.
fn is_unbelievable(claim: &SkillClaim, means: Means<'_>) -> bool {
    claim.years_tenths.is_some_and(|tenths| is_impossible(claim.concept, tenths, means.taxonomy, means.as_of))
}

/// What of a skill is claimed: little, where only a little is, and next to nothing where it is only spoken of, but to a role in words.
fn claimed(extent: Extent, speaks: bool, profile: &ScoringProfile) -> Share {
    match extent {
        Extent::Mentioned if speaks => profile.skills.mentioned_by_trade.max(profile.skills.mentioned),
        Extent::Mentioned => profile.skills.mentioned,
        Extent::Little => profile.skills.little,
        Extent::Left | Extent::Full => Share::ONE,
    }
}

/// What is left of a claim by the time since its last use, of what is told and of what is listed: what states the skill and says
/// nothing of when it was counts as undated.
fn recencies(claim: &SkillClaim, means: Means<'_>) -> [Share; 2] {
    let left = claim.extent == Extent::Left;
    [claim.undated.told, claim.undated.listed].map(|undated| recency(claim.last_used, undated, left, means))
}

/// What is left by the time since the last use; `undated` where something else states the skill and says nothing of when, `left`
/// where it is said to be over.
fn recency(last_used: LastUsed, undated: bool, left: bool, means: Means<'_>) -> Share {
    let constants = &means.profile.skills;
    let dated = match last_used {
        // As after the time in which knowledge halves: it is over, and nobody says for how long.
        LastUsed::Unknown if left => {
            halved(constants.recency_halving_months, constants.recency_halving_months).max(constants.recency_floor)
        }
        LastUsed::Unknown => constants.unknown_recency,
        LastUsed::Now => Share::ONE,
        LastUsed::At(month) => {
            let months = u32::try_from(means.as_of.since(month)).unwrap_or(0);
            halved(months, constants.recency_halving_months).max(constants.recency_floor)
        }
    };
    if undated { dated.max(constants.unknown_recency) } else { dated }
}
