//! What candidates are counted by in a search, beside what they claim and state: their kinds of work, and a tier of scale. No fit is
//! made of either.

use borsh::{BorshDeserialize, BorshSerialize};

use super::ScoringProfile;
use super::kept_vec::exact;
use super::lists::Lists;
use super::scale::comparable_claim;
use crate::domain::ScaleUnit;
use crate::extract::{CandidateFacts, FamilyStrength};
use crate::taxonomy::FamilyId;

/// Kinds of work under which one candidate is counted: few do more than two at once.
const MAX_FAMILIES: usize = 3;
/// Signs below this, in thousandths of full evidence, are a mention.
const MIN_EVIDENCE: u32 = 250;
/// A kind of work that shows half as clearly as the clearest is still what somebody does.
const SHARE_OF_CLEAREST: u32 = 2;

/// A power of ten of accelerators: 1 for 1 to 9, 2 for 10 to 99, and so on; 0 where no scale is stated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, BorshSerialize, BorshDeserialize)]
pub(crate) struct ScaleTier(u8);

impl ScaleTier {
    /// Greater scales are counted with this one: few systems are larger than 100,000.
    const TOP: u8 = 6;

    pub(crate) fn of_accelerators(accelerators: u64) -> Self {
        let digits = accelerators.checked_ilog10().map_or(0, |power| power + 1);
        Self(u8::try_from(digits).unwrap_or(Self::TOP).min(Self::TOP))
    }

    /// The most that somebody has worked with at once.
    pub(crate) fn of(candidate: &CandidateFacts, profile: &ScoringProfile) -> Self {
        let sizes =
            candidate.scale.iter().filter_map(|claim| comparable_claim(claim, ScaleUnit::Accelerators, profile));
        sizes.map(|(size, _)| Self::of_accelerators(size)).max().unwrap_or_default()
    }

    /// The least number of the tier, and the greatest where it has one; none where no scale is stated.
    pub(crate) fn range(self) -> Option<(u64, Option<u64>)> {
        let least = 10_u64.pow(u32::from(self.0.checked_sub(1)?));
        Some((least, (self.0 < Self::TOP).then(|| least * 10 - 1)))
    }
}

/// The kinds of work that somebody does, the clearest first.
pub(crate) fn families_of(candidate: &CandidateFacts) -> Vec<FamilyId> {
    let mut signs: Vec<(u32, FamilyId)> =
        candidate.families.strength.iter().map(|sign| (FamilyStrength::all(sign), sign.family)).collect();
    signs.sort_unstable_by_key(|(strength, family)| (std::cmp::Reverse(*strength), *family));
    let least = signs.first().map_or(0, |(clearest, _)| clearest / SHARE_OF_CLEAREST).max(MIN_EVIDENCE);
    let clear = signs.into_iter().filter(|(strength, _)| *strength >= least);
    clear.take(MAX_FAMILIES).map(|(_, family)| family).collect()
}

/// Both, by row.
#[derive(Clone, Debug, Default, BorshSerialize, BorshDeserialize)]
pub(super) struct FacetColumns {
    families: Lists<FamilyId>,
    #[borsh(deserialize_with = "exact")]
    tiers: Vec<ScaleTier>,
}

impl FacetColumns {
    pub(super) fn push(&mut self, facts: &CandidateFacts, profile: &ScoringProfile) {
        self.families.push(families_of(facts));
        self.tiers.push(ScaleTier::of(facts, profile));
    }

    pub(super) fn shrink(&mut self) {
        self.families.shrink();
        self.tiers.shrink_to_fit();
    }

    pub(super) fn families(&self, row: usize) -> &[FamilyId] {
        self.families.row(row)
    }

    pub(super) fn tier(&self, row: usize) -> ScaleTier {
        self.tiers[row]
    }

    pub(super) fn bytes(&self) -> usize {
        self.families.bytes() + size_of_val(&*self.tiers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiers_are_powers_of_ten() {
        let ranges = [0, 1, 9, 10, 16_384, 100_000, u64::MAX].map(|n| ScaleTier::of_accelerators(n).range());
        assert_eq!(
            ranges,
            [
                None,
                Some((1, Some(9))),
                Some((1, Some(9))),
                Some((10, Some(99))),
                Some((10_000, Some(99_999))),
                Some((100_000, None)),
                Some((100_000, None))
            ]
        );
    }
}
