//! What a fit is made of before it is weighed: so few numbers that those of everybody can be kept for a role, and the fit by any
//! weights follows from them alone.

use super::fit::FULL_FIT;
use super::fixed::Share;
use super::scorer::AppliedWeights;

/// The parts of a fit that no weight changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unweighed {
    /// In the order of [`ComponentName::ALL`](super::ComponentName::ALL).
    pub scores: [Share; 6],
    pub must_have_coverage: Share,
    /// What of the components' points is lost for must-haves.
    pub lost: Share,
    /// What signals win where there is room for all of it, in millionths of a point.
    pub bonus: u32,
}

impl Unweighed {
    /// The fit by these weights, in millionths of a point.
    pub(crate) fn total(&self, AppliedWeights(weights): AppliedWeights) -> u32 {
        let points = |(score, weight): (&Share, Share)| score.times(weight).get() * 100;
        let total: u32 = self.scores.iter().zip(weights).map(points).sum();
        let total = total - u32::try_from(self.lost.of(u64::from(total))).expect("a share of an amount is no larger");
        total + self.bonus.min(FULL_FIT - total)
    }
}
