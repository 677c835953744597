//! The scale component: has the person worked on systems as large as the role's, in what capacity, how lately?

use super::fit::{ComponentName, ComponentScore, ComponentState, Evidence};
use super::fixed::{Share, halved, log10_ratio};
use super::profile::ScoringProfile;
use crate::domain::{Capacity, Month, ScaleUnit};
use crate::extract::{AskedScaleFact, CandidateFacts, LastUsed, RoleFacts, ScaleClaim};

pub(super) fn score(
    role: &RoleFacts,
    candidate: &CandidateFacts,
    profile: &ScoringProfile,
    as_of: Month,
) -> ComponentScore {
    let component = |state, score, evidence| ComponentScore::new(ComponentName::Scale, state, score, evidence);
    let Some(asked) = role.scale.as_ref().map(|s| s.value).filter(|a| a.value > 0) else {
        return component(ComponentState::NotApplicable, Share::ZERO, Vec::new());
    };
    let asked_size = comparable_ask(asked, profile);
    let best = candidate
        .scale
        .iter()
        .enumerate()
        .filter_map(|(index, claim)| {
            let (size, inferred) = comparable_claim(claim, asked.unit, profile)?;
            // Terabytes are thousandths of petabytes.
            let thousandths = size.saturating_mul(1000).saturating_add(u64::from(claim.beyond));
            let credit = size_credit(thousandths, asked_size.saturating_mul(1000), profile)
                .times(capacity(claim.capacity, profile))
                .times(recency(claim.last_used, profile, as_of));
            Some((credit, size, std::cmp::Reverse(index), inferred))
        })
        .max();
    let Some((credit, accelerators, std::cmp::Reverse(claim), inferred)) = best else {
        let evidence = (0..candidate.scale.len().min(1)).map(|claim| Evidence::ScaleOtherUnit { claim }).collect();
        return component(ComponentState::NotStated, profile.silence.scale, evidence);
    };
    let evidence = Evidence::Scale { claim, accelerators, inferred, credit };
    component(ComponentState::Scored, credit, vec![evidence])
}

/// The asked size: accelerators where nodes or accelerators are asked, else the unit's own count.
fn comparable_ask(asked: AskedScaleFact, profile: &ScoringProfile) -> u64 {
    match asked.unit {
        ScaleUnit::Nodes => asked.value.saturating_mul(u64::from(profile.scale.accelerators_per_node)),
        _ => asked.value,
    }
}

/// A class that no size falls in: nothing comparable to accelerators is stated.
const NO_CLASS: u8 = 0;
/// So many classes to each doubling.
const CLASSES: u64 = 8;

/// The class of a candidate's largest size in accelerators, whatever the capacity and whenever.
pub(super) fn class(candidate: &CandidateFacts, profile: &ScoringProfile) -> u8 {
    let sizes = candidate.scale.iter().filter_map(|claim| comparable_claim(claim, ScaleUnit::Accelerators, profile));
    let Some(largest) = sizes.map(|(size, _)| size).max() else { return NO_CLASS };
    let doublings = u64::from(largest.max(1).ilog2());
    let part = ((largest.max(1).saturating_mul(CLASSES)) >> doublings).saturating_sub(CLASSES);
    u8::try_from(doublings * CLASSES + part + 1).unwrap_or(u8::MAX)
}

/// The most that a candidate of each class earns of the component; `None` where the role asks for no size in accelerators.
pub(super) fn most_by_class(role: &RoleFacts, profile: &ScoringProfile) -> Option<Vec<Share>> {
    let asked = role.scale.as_ref().map(|scale| scale.value).filter(|asked| asked.value > 0)?;
    if !matches!(asked.unit, ScaleUnit::Accelerators | ScaleUnit::Nodes) {
        return None;
    }
    let asked = comparable_ask(asked, profile).saturating_mul(1000);
    let most = |class: u8| match class {
        NO_CLASS => profile.silence.scale,
        u8::MAX => Share::ONE,
        _ => {
            let (doublings, part) = (u64::from(class - 1) / CLASSES, u64::from(class - 1) % CLASSES);
            let next = (((CLASSES + part + 1) << doublings) / CLASSES).saturating_mul(1000);
            size_credit(next.saturating_add(1000), asked, profile)
        }
    };
    Some((0..=u8::MAX).map(most).collect())
}

/// Whether a candidate has worked with at least so many accelerators at once, in whatever capacity and whenever.
pub(crate) fn has_run(candidate: &CandidateFacts, accelerators: u64, profile: &ScoringProfile) -> bool {
    let sizes = candidate.scale.iter().filter_map(|claim| comparable_claim(claim, ScaleUnit::Accelerators, profile));
    sizes.map(|(size, _)| size).any(|size| size >= accelerators)
}

/// A claim's size in the asked unit, and whether a conversion was assumed; none where the units have nothing to do with each other.
pub(super) fn comparable_claim(claim: &ScaleClaim, asked: ScaleUnit, profile: &ScoringProfile) -> Option<(u64, bool)> {
    if claim.quoted {
        return None;
    }
    match asked {
        ScaleUnit::Accelerators | ScaleUnit::Nodes => match (claim.accelerators, claim.unit) {
            (Some(accelerators), _) => Some((accelerators, false)),
            (None, ScaleUnit::Accelerators) => Some((claim.value, false)),
            (None, ScaleUnit::Nodes) => {
                Some((claim.value.saturating_mul(u64::from(profile.scale.accelerators_per_node)), true))
            }
            _ => None,
        },
        other => (claim.unit == other).then_some((claim.value, false)),
    }
}

/// The whole at or above the ask; below it, a fixed loss for each tenth.
fn size_credit(size: u64, asked: u64, profile: &ScoringProfile) -> Share {
    if size >= asked {
        return Share::ONE;
    }
    if size == 0 {
        return Share::ZERO;
    }
    let lost = profile.scale.per_tenfold.of(log10_ratio(asked, size));
    Share::ONE.get().checked_sub(u32::try_from(lost).unwrap_or(u32::MAX)).map_or(Share::ZERO, Share::new)
}

fn capacity(capacity: Option<Capacity>, profile: &ScoringProfile) -> Share {
    match capacity {
        Some(Capacity::Designed | Capacity::Built | Capacity::Led | Capacity::Operated) => Share::ONE,
        Some(Capacity::Supported) => profile.scale.supported,
        Some(Capacity::Used) => profile.scale.used,
        None => profile.scale.unknown_capacity,
    }
}

fn recency(last_used: LastUsed, profile: &ScoringProfile, as_of: Month) -> Share {
    match last_used {
        LastUsed::Unknown => profile.scale.unknown_recency,
        LastUsed::Now => Share::ONE,
        LastUsed::At(month) => {
            let months = u32::try_from(as_of.since(month)).unwrap_or(0);
            halved(months, profile.scale.recency_halving_months).max(profile.scale.recency_floor)
        }
    }
}
