//! The best of one role, kept from change to change, so that no write ranks everybody anew: whoever changed is scored, and put in place.
//! More are kept than are told of, for those who go; only when they run out is the pool ranked once more.

use std::collections::HashMap;
use std::sync::Arc;

use crate::domain::{CandidateId, PartialDate};
use crate::engine::entry::Entry;
use crate::shortlist::{Placed, Rank};
use crate::store::Seq;

/// So many more than twice as many as are told of are kept.
const MORE: usize = 32;

/// The best of one role, as of the changes that were looked at.
pub(super) struct Top {
    /// What it was made for; made anew for anything else.
    made_for: MadeFor,
    /// Best first.
    placings: Vec<Placing>,
    /// Whether nobody else passes the role's gates. Else all others rank after the last of these.
    is_all: bool,
}

/// For what a list of a role's best is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MadeFor {
    /// The role's version.
    pub role: Seq,
    pub as_of: PartialDate,
    /// How many are told of.
    pub limit: usize,
}

impl MadeFor {
    /// How many are kept.
    pub(super) fn capacity(self) -> usize {
        2 * self.limit + MORE
    }
}

/// Somebody among the best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placing {
    pub rank: Rank,
    pub id: CandidateId,
    /// The version that was ranked.
    pub seq: Seq,
}

impl Placing {
    fn is_before(&self, other: &Self) -> bool {
        other.rank.cmp(&self.rank).then_with(|| self.id.as_str().cmp(other.id.as_str())).is_lt()
    }
}

impl Top {
    /// Of the best of the whole pool, as many as are kept or, where there are fewer, all.
    pub(super) fn new(made_for: MadeFor, ordered: Vec<Placed<Arc<Entry>>>) -> Self {
        let is_all = ordered.len() < made_for.capacity();
        let placing = |placed: Placed<Arc<Entry>>| Placing {
            rank: placed.rank,
            id: placed.item.id.clone(),
            seq: placed.item.seq,
        };
        Self { made_for, placings: ordered.into_iter().map(placing).collect(), is_all }
    }

    pub(super) fn is_made_for(&self, made_for: MadeFor) -> bool {
        self.made_for == made_for
    }

    /// Everybody by id, with the place from 0.
    pub(super) fn places(&self) -> HashMap<&str, (usize, &Placing)> {
        self.placings.iter().enumerate().map(|(place, placing)| (placing.id.as_str(), (place, placing))).collect()
    }

    /// Takes somebody out, who is gone or is ranked anew.
    pub(super) fn take_out(&mut self, id: &str) {
        self.placings.retain(|placing| placing.id.as_str() != id);
    }

    /// Puts somebody in place, where that is known to be among the best.
    pub(super) fn put(&mut self, placing: Placing) {
        let place = self.placings.partition_point(|other| other.is_before(&placing));
        if place == self.placings.len() && !self.is_all {
            return;
        }
        self.placings.insert(place, placing);
        if self.placings.len() > self.made_for.capacity() {
            self.placings.pop();
            self.is_all = false;
        }
    }

    /// Whether so many have gone that it is no longer known who stands where.
    pub(super) fn is_short(&self) -> bool {
        !self.is_all && self.placings.len() < self.made_for.limit
    }
}
