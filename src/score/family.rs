//! The family component: is this the kind of work that the person does?

use super::fit::{ComponentName, ComponentScore, ComponentState, Evidence};
use super::fixed::Share;
use super::profile::ScoringProfile;
use super::support::Support;
use crate::extract::{CandidateFacts, FamilyStrength, RoleFacts};
use crate::taxonomy::{FamilyId, PerMille, Taxonomy};

pub(super) fn score(
    role: &RoleFacts,
    candidate: &CandidateFacts,
    support: &Support,
    profile: &ScoringProfile,
    taxonomy: &Taxonomy,
) -> ComponentScore {
    let component = |state, score, evidence| ComponentScore::new(ComponentName::Family, state, score, evidence);
    if role.families.is_empty() {
        return component(ComponentState::NotApplicable, Share::ZERO, Vec::new());
    }
    let signs = &candidate.families;
    let silence = profile.silence.family.times(support.doubt);
    if signs.strength.is_empty() {
        return component(ComponentState::NotStated, silence, Vec::new());
    }
    let told = Share::new(signs.told.saturating_mul(1000));
    // What the text leaves open about the person's work keeps its share of the benefit of the doubt.
    let doubt = told.rest().times(silence);
    let mut score = 0_u64;
    let mut evidence = Vec::new();
    for &(asked, share) in &role.families {
        let (does, transfer, strength) = best(asked, candidate, support, profile, taxonomy);
        let credit = Share::from_per_mille(transfer).times(strength);
        let with_doubt = credit.plus(doubt.times(credit.rest()));
        score += Share::from_per_mille(share).of(u64::from(with_doubt.get()));
        evidence.push(Evidence::Family { asked, does, transfer, strength });
    }
    let score = Share::new(u32::try_from(score).unwrap_or(u32::MAX));
    component(ComponentState::Scored, score, evidence)
}

/// The most that a candidate can score where a role asks for one family alone: when all that is listed or said is borne out, and
/// all is `own`, or any of it may be the posting's.
pub(super) fn most(
    asked: FamilyId,
    own: bool,
    candidate: &CandidateFacts,
    profile: &ScoringProfile,
    taxonomy: &Taxonomy,
) -> Share {
    let signs = &candidate.families;
    let silence = profile.silence.family;
    if signs.strength.is_empty() {
        return silence;
    }
    // Without what else is told, what remains may be what somebody mainly does, and more is left open.
    let (doubt, clearest) = if own {
        (Share::new(signs.told.saturating_mul(1000)).rest().times(silence), signs.clearest)
    } else {
        (silence, 0)
    };
    let enough = u64::from((profile.family.enough.get() / 1000).max(clearest));
    let credit = |sign: &FamilyStrength| {
        let shown = Share::ratio(u64::from(sign.all()), enough);
        Share::from_per_mille(transfer(asked, sign.family, profile, taxonomy)).times(shown)
    };
    let best = signs.strength.iter().map(credit).max().unwrap_or(Share::ZERO);
    best.plus(doubt.times(best.rest()))
}

/// How much of `asked` comes with doing `does`: all of it when they are the same.
pub(super) fn transfer(asked: FamilyId, does: FamilyId, profile: &ScoringProfile, taxonomy: &Taxonomy) -> PerMille {
    let stated = taxonomy.families().transfer(asked, does);
    if asked == does { stated } else { profile.family.transfer.of_per_mille(stated) }
}

/// The candidate's family of which most carries over to the asked one, with how clearly it shows.
fn best(
    asked: FamilyId,
    candidate: &CandidateFacts,
    support: &Support,
    profile: &ScoringProfile,
    taxonomy: &Taxonomy,
) -> (Option<FamilyId>, PerMille, Share) {
    // Beside what somebody mainly does, the rest is what they also do. Lists do not count for the measure: one more listed skill
    // never makes anybody less of what they are.
    let enough = u64::from((profile.family.enough.get() / 1000).max(candidate.families.clearest));
    candidate
        .families
        .strength
        .iter()
        .map(|sign| {
            // Lists count by what bears them out, and so does what somebody calls themselves.
            let said = support.said.of(u64::from(sign.said)) + support.meets.of(u64::from(sign.listed));
            let shown = Share::ratio(u64::from(sign.told) + said, enough);
            (Some(sign.family), transfer(asked, sign.family, profile, taxonomy), shown)
        })
        .filter(|(_, transfer, _)| *transfer > PerMille::ZERO)
        .max_by_key(|(does, transfer, shown)| {
            (Share::from_per_mille(*transfer).times(*shown), *transfer, std::cmp::Reverse(*does))
        })
        .unwrap_or((None, PerMille::ZERO, Share::ZERO))
}
