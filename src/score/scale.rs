//! The scale component: has the person worked on systems as large as the role's, in what capacity, how lately?

use borsh::{BorshDeserialize, BorshSerialize};

use super::fit::{ComponentName, ComponentScore, ComponentState, Evidence};
use super::fixed::{Share, halved, log10_ratio};
use super::profile::ScoringProfile;
use crate::domain::{Capacity, Month, Quantity, ScaleUnit};
use crate::extract::{AskedScaleFact, CandidateFacts, LastUsed, RoleFacts, ScaleClaim};

pub(super) fn score(
    role: &RoleFacts,
    candidate: &CandidateFacts,
    profile: &ScoringProfile,
    as_of: Month,
) -> ComponentScore {
    let component = |state, score, evidence| ComponentScore::new(ComponentName::Scale, state, score, evidence);
    let Some(asked) = role.scale.as_ref().map(|s| s.value).filter(|asked| asked.value > Quantity::default()) else {
        return component(ComponentState::NotApplicable, Share::ZERO, Vec::new());
    };
    let asked_size = comparable_ask(asked, profile);
    let best = candidate
        .scale
        .iter()
        .enumerate()
        .filter_map(|(index, claim)| {
            let (size, inferred) = comparable_claim(claim, asked.unit, profile)?;
            let credit = size_credit(thousandths(size, claim), asked_size, profile)
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

/// The asked size in thousandths: of accelerators where nodes or accelerators are asked, else of the unit's own count.
pub(super) fn comparable_ask(asked: AskedScaleFact, profile: &ScoringProfile) -> u64 {
    match asked.unit {
        ScaleUnit::Nodes => asked.value.thousandths().saturating_mul(u64::from(profile.scale.accelerators_per_node)),
        _ => asked.value.thousandths(),
    }
}

/// So many classes to each doubling.
const CLASSES: u64 = 8;
/// The classes of all sizes.
const N_CLASSES: u16 = 64 * 8;

/// A stated size as bounds need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(super) struct Size {
    counts: Counts,
    /// Sizes of one class differ by less than an eighth.
    class: u16,
    /// What capacity and recency leave of it at the most, in 255ths.
    kept: u8,
}

/// What can be asked: accelerators, also of nodes, or something else for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
enum Counts {
    Accelerators,
    Cores,
    Servers,
    Petabytes,
}

impl Counts {
    fn of(unit: ScaleUnit) -> Self {
        match unit {
            ScaleUnit::Accelerators | ScaleUnit::Nodes => Self::Accelerators,
            ScaleUnit::Cores => Self::Cores,
            ScaleUnit::Servers => Self::Servers,
            ScaleUnit::Petabytes => Self::Petabytes,
        }
    }
}

/// The sizes that a candidate states, as of a month or any later one: those that another one outdoes in everything are left out.
pub(super) fn sizes(candidate: &CandidateFacts, profile: &ScoringProfile, as_of: Month) -> Vec<Size> {
    let mut sizes: Vec<Size> = Vec::new();
    for claim in &candidate.scale {
        let kept = capacity(claim.capacity, profile).times(recency(claim.last_used, profile, as_of)).in_255ths();
        for unit in [ScaleUnit::Accelerators, claim.unit] {
            let Some((size, _)) = comparable_claim(claim, unit, profile) else { continue };
            let size = Size { counts: Counts::of(unit), class: class(thousandths(size, claim)), kept };
            let outdoes = |one: &Size, other: &Size| {
                one.counts == other.counts && one.class >= other.class && one.kept >= other.kept
            };
            if !sizes.iter().any(|known| outdoes(known, &size)) {
                sizes.retain(|known| !outdoes(&size, known));
                sizes.push(size);
            }
        }
    }
    sizes
}

/// Terabytes are thousandths of petabytes.
pub(super) fn thousandths(size: u64, claim: &ScaleClaim) -> u64 {
    size.saturating_mul(1000).saturating_add(u64::from(claim.beyond))
}

fn class(thousandths: u64) -> u16 {
    let size = u128::from(thousandths.max(1));
    let doublings = u64::from(size.ilog2());
    let part = u64::try_from((size * u128::from(CLASSES)) >> doublings).unwrap_or(0) - CLASSES;
    u16::try_from(doublings * CLASSES + part).expect("64 doublings of 8 classes")
}

/// The most that anybody earns of the component, by the sizes that they state.
pub(super) struct MostOfScale {
    counts: Counts,
    by_class: Vec<Share>,
    silence: Share,
}

impl MostOfScale {
    /// None where the role asks for no size: nothing is then earned, nor missed.
    pub(super) fn new(role: &RoleFacts, profile: &ScoringProfile) -> Option<Self> {
        let asked = role.scale.as_ref().map(|scale| scale.value);
        let asked = asked.filter(|asked| asked.value > Quantity::default())?;
        let size = comparable_ask(asked, profile);
        let most = |class: u16| {
            let (doublings, part) = (u64::from(class) / CLASSES, u64::from(class) % CLASSES);
            let next = (u128::from(CLASSES + part + 1) << doublings) / u128::from(CLASSES);
            size_credit(u64::try_from(next).unwrap_or(u64::MAX), size, profile)
        };
        let by_class = (0..N_CLASSES).map(most).collect();
        Some(Self { counts: Counts::of(asked.unit), by_class, silence: profile.silence.scale })
    }

    pub(super) fn of(&self, sizes: &[Size]) -> Share {
        let comparable = sizes.iter().filter(|size| size.counts == self.counts);
        let most = |size: &Size| self.by_class[usize::from(size.class)].times(Share::of_255ths(size.kept));
        comparable.map(most).max().unwrap_or(self.silence)
    }
}

/// Whether sizes that are stated may come to so many accelerators; what they are exactly is not asked.
pub(super) fn may_reach(sizes: &[Size], accelerators: u64) -> bool {
    let least = class(accelerators.saturating_mul(1000));
    sizes.iter().any(|size| size.counts == Counts::Accelerators && size.class >= least)
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

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use serde_json::{Value, json};

    use super::*;
    use crate::extract::Extractor;
    use crate::taxonomy::Taxonomy;

    static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::new(Taxonomy::builtin()));

    /// What somebody with so much storage earns of the component.
    #[expect(clippy::needless_pass_by_value, reason = "so that it is called with `json!`")]
    fn earned(role: Value, has: Value) -> ComponentScore {
        let candidate =
            json!({"id": "c", "experience": [{"title": "Storage engineer", "start": "2020-01", "scale": [has]}]});
        let role = EXTRACTOR.role_facts(&serde_json::from_value(role).unwrap()).unwrap();
        let candidate = EXTRACTOR.candidate_facts(&serde_json::from_value(candidate).unwrap()).unwrap();
        let (profile, as_of) = (ScoringProfile::default(), Month::new(2026, 11));
        let found = score(&role, &candidate, &profile, as_of);
        let most = MostOfScale::new(&role, &profile).map(|most| most.of(&sizes(&candidate, &profile, as_of)));
        assert!(most.is_none_or(|most| most >= found.score), "a bound is never below what is earned");
        found
    }

    #[test]
    fn storage_below_a_petabyte_is_asked_and_earns() {
        let ran = |petabytes: f64| json!({"value": petabytes, "unit": "petabytes", "capacity": "operated"});
        let told = "Requirements:\n- You must have operated at least 500 TB of Lustre storage.";
        let asks = [
            json!({"id": "r", "scale": {"min": 0.5, "unit": "petabytes"}}),
            json!({"id": "r", "title": "HPC storage engineer", "description": told}),
        ];
        for role in asks {
            let of = |petabytes| earned(role.clone(), ran(petabytes));
            assert_eq!((of(0.5).state, of(0.5).score), (ComponentState::Scored, Share::ONE), "{role}");
            assert_eq!(of(20.0).score, Share::ONE);
            assert!(of(0.05).score < of(0.4).score && of(0.4).score < of(0.5).score);
        }
        let whole = json!({"id": "r", "scale": {"min": 2, "unit": "petabytes"}});
        assert!(earned(whole.clone(), ran(0.9)).score < earned(whole.clone(), ran(1.9)).score);
        assert_eq!(earned(whole, ran(2.0)).score, Share::ONE);
    }
}
