//! The order of fits: higher fit first, then must-have coverage, then a hash of the pair.

use std::cmp::Ordering;

use crate::domain::fnv1a;
use crate::score::{FULL_FIT, Fit, Share};

/// What a fit is ordered by. Greater is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rank {
    total: u32,
    must_have_coverage: Share,
    tie: u64,
}

impl Rank {
    pub(crate) fn new(fit: &Fit, role_id: &str, candidate_id: &str) -> Self {
        Self::of(fit.total, fit.must_have_coverage, role_id, candidate_id)
    }

    /// That of a fit of so many millionths of a point with this coverage.
    pub(crate) fn of(total: u32, must_have_coverage: Share, role_id: &str, candidate_id: &str) -> Self {
        Self { total, must_have_coverage, tie: pair_hash(role_id, candidate_id) }
    }

    /// The highest that anybody of this id can have.
    pub(crate) fn highest(role_id: &str, candidate_id: &str) -> Self {
        Self { total: FULL_FIT, must_have_coverage: Share::ONE, tie: pair_hash(role_id, candidate_id) }
    }

    /// All that it is made of, for keeping.
    pub(crate) fn parts(self) -> (u32, u32, u64) {
        (self.total, self.must_have_coverage.get(), self.tie)
    }

    /// As it was kept.
    pub(crate) fn of_parts((total, must_have_coverage, tie): (u32, u32, u64)) -> Self {
        Self { total, must_have_coverage: Share::new(must_have_coverage), tie }
    }

    /// Millionths of a point.
    pub(crate) fn total(self) -> u32 {
        self.total
    }
}

impl Ord for Rank {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.total, self.must_have_coverage, self.tie).cmp(&(other.total, other.must_have_coverage, other.tie))
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// FNV-1a of both ids, stirred: neither the alphabet nor the order of arrival decides between equals.
fn pair_hash(role_id: &str, candidate_id: &str) -> u64 {
    let mut hash = fnv1a(role_id.bytes().chain([0xff]).chain(candidate_id.bytes()));
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^ (hash >> 33)
}
