//! The rows of a what-if answer: how a role's pool would be under single changes, and what would lift one candidate. Computes
//! nothing; the words for a change are in `change.rs`.

mod change;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::row::{Model, Verdict};
use crate::domain::{CandidateId, RoleId};

pub use change::{Change, ChangeKind, ChangeSide, ChangeValue};

/// How the pool of a role would be if one thing about the role were different.
///
/// Every figure is what [`Engine::matches`](crate::Engine::matches) would give for the role's document with that change made.
/// For a role whose requirements were read from its text, a change of a requirement is made to what was read.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WhatIf {
    /// The role.
    pub role_id: RoleId,
    /// All candidates that were scored, for the role as it is and for each change.
    pub total_candidates: usize,
    /// The length of the shortlist of which comings and goings are told.
    pub limit: usize,
    /// The pool for the role as it is.
    pub now: PoolCounts,
    /// The changes that change something, the most helpful first.
    pub changes: Vec<WhatIfEffect>,
    /// The changes that change none of the figures and nobody's place on the shortlist.
    pub without_effect: Vec<Change>,
    /// Changes that were not tried: a role may have more must-haves than are gone through.
    pub not_tried: usize,
    /// What would lift the candidate who was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidate: Option<CandidateOutlook>,
    /// What the answer was computed with.
    pub model: Model,
}

/// How many of the pool stand where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PoolCounts {
    /// Whose verdict is strong.
    pub strong: usize,
    /// Whose verdict is good or strong.
    pub good_or_better: usize,
    /// Those of `good_or_better` who expect more than the band's top.
    pub good_above_pay: usize,
    /// Removed by a gate.
    pub gated: usize,
}

/// One change and what comes of it.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WhatIfEffect {
    /// The change.
    pub change: Change,
    /// The pool with the change.
    pub counts: PoolCounts,
    /// The difference to the pool as it is.
    pub difference: PoolDifference,
    /// How many come on the shortlist.
    pub n_entering: usize,
    /// How many leave it.
    pub n_leaving: usize,
    /// Those who come, best first; at most ten are named.
    pub entering: Vec<Newcomer>,
    /// Those who leave, best first; at most ten are named.
    pub leaving: Vec<Leaver>,
    /// For the least rise of pay: the person whom it reaches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reaches: Option<Newcomer>,
}

/// [`PoolCounts`] with the change, less those without it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the fields are those of PoolCounts")]
#[non_exhaustive]
pub struct PoolDifference {
    pub strong: i64,
    pub good_or_better: i64,
    pub good_above_pay: i64,
    pub gated: i64,
}

impl PoolCounts {
    pub(crate) fn less(self, before: Self) -> PoolDifference {
        let less = |now: usize, before: usize| {
            let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
            count(now) - count(before)
        };
        PoolDifference {
            strong: less(self.strong, before.strong),
            good_or_better: less(self.good_or_better, before.good_or_better),
            good_above_pay: less(self.good_above_pay, before.good_above_pay),
            gated: less(self.gated, before.gated),
        }
    }
}

/// Somebody who would come on the shortlist.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Newcomer {
    /// The candidate.
    pub candidate_id: CandidateId,
    /// For display; left out of blind answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The place on the shortlist with the change, from 1.
    pub rank: usize,
    /// The fit with the change.
    pub fit: f64,
    /// The fit in a word.
    pub verdict: Verdict,
    /// The fit for the role as it is.
    pub fit_before: f64,
    /// Whether a gate of the role as it is removes the candidate.
    pub gated_before: bool,
}

/// Somebody who would leave the shortlist.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Leaver {
    /// The candidate.
    pub candidate_id: CandidateId,
    /// For display; left out of blind answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The place on the shortlist without the change, from 1.
    pub rank_before: usize,
    /// The fit for the role as it is.
    pub fit_before: f64,
    /// The fit with the change.
    pub fit: f64,
}

/// Where a candidate stands, and the smallest changes that would bring them over the cut-off.
///
/// Each lift was verified: the candidate was scored with the changed facts, and the whole pool for the changed role. A change
/// of the role moves the others too, so a place is the place among all of them with that change.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CandidateOutlook {
    /// The candidate.
    pub candidate_id: CandidateId,
    /// For display; left out of blind answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The fit for the role as it is.
    pub fit: f64,
    /// The fit in a word.
    pub verdict: Verdict,
    /// The place among all who pass the gates, from 1; absent when a gate removes the candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<usize>,
    /// The gate that removes the candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gated: Option<String>,
    /// What is to be reached.
    pub cut_off: CutOffRow,
    /// Whether the candidate has reached it as things are; there are no lifts then.
    pub reached: bool,
    /// Single changes that do it, or, when none does, pairs. For each thing only the smallest change that suffices, the
    /// gentlest first.
    pub lifts: Vec<Lift>,
    /// How many single changes were tried.
    pub n_singles_tried: usize,
    /// How many pairs were verified against the pool.
    pub n_pairs_tried: usize,
}

/// What a candidate is to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CutOff {
    /// A place on the shortlist.
    Shortlist,
    /// The verdict good.
    Good,
}

impl CutOff {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Shortlist, Self::Good];

    /// The word as it is written in requests and answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Shortlist => "shortlist",
            Self::Good => "good",
        }
    }
}

/// The cut-off in figures.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CutOffRow {
    /// Which.
    pub by: CutOff,
    /// The last place on the shortlist.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<usize>,
    /// The fit that stands there, for the role as it is; absent while the shortlist is not full.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fit: Option<f64>,
}

/// One change, or two together, that would bring a candidate over the cut-off.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Lift {
    /// What would have to change.
    pub changes: Vec<Change>,
    /// The candidate's fit then.
    pub fit: f64,
    /// The fit in a word.
    pub verdict: Verdict,
    /// The place among all then.
    pub rank: usize,
}
