//! The history of a fit: what the fit of a pair was when somebody decided about it, and whenever it was another one after that. It stands
//! in the feedback on the pair, so it goes with the person and with the role.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Feedback, FeedbackStage};
use crate::domain::{CandidateId, RoleId};
use crate::engine::entry::Entry;
use crate::engine::options::Judgement;
use crate::engine::{Inner, MatchOptions, now};
use crate::explain::{ComponentName, hundredths};
use crate::score::Scorer;
use crate::store::{Applied, Kind, Op, Precondition, Seq};

/// So many moments of a pair are kept, the latest.
const MOST_FITS: usize = 20;
/// So much feedback is written in one step.
const AT_ONCE: usize = 1000;

/// What the fit of a pair was at a moment, by the weights and gates of the role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct FeedbackFit {
    /// When it was noted, in seconds since 1970.
    pub at: u64,
    /// 0 to 100.
    pub fit: f64,
    /// The points of each component, before what missing must-haves take and signals add.
    pub components: BTreeMap<ComponentName, f64>,
    /// Whether a gate removed the candidate.
    pub gated: bool,
    /// The stage at that moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<FeedbackStage>,
    /// What had changed.
    pub cause: FitCause,
}

/// What had changed when a fit was noted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FitCause {
    /// What people think: a stage, a grade or a note.
    Feedback,
    /// The candidate's document.
    Candidate,
    /// The role's document.
    Role,
    /// The taxonomy, the scoring profile or the market reference.
    Knowledge,
}

impl FitCause {
    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Feedback => "feedback",
            Self::Candidate => "candidate",
            Self::Role => "role",
            Self::Knowledge => "knowledge",
        }
    }
}

impl FeedbackFit {
    fn of(scorer: &Scorer<'_>, entry: &Entry, cause: FitCause) -> Self {
        let fit = scorer.score(&entry.facts());
        let points = |part: &crate::score::ComponentScore| (part.name, hundredths(part.points));
        Self {
            at: now(),
            fit: hundredths(fit.total),
            components: fit.components.iter().map(points).collect(),
            gated: fit.gate.is_some(),
            stage: None,
            cause,
        }
    }

    fn tells_as_much_as(&self, other: &Self) -> bool {
        let told = |fit: &Self| (fit.fit.to_bits(), fit.gated, fit.stage);
        told(self) == told(other) && self.components == other.components
    }
}

impl Feedback {
    /// Takes a fit in, unless it is as the last one.
    fn note(&mut self, fit: FeedbackFit) -> bool {
        let fit = FeedbackFit { stage: self.stage, ..fit };
        if self.fits.last().is_some_and(|last| last.tells_as_much_as(&fit)) {
            return false;
        }
        self.fits.push(fit);
        self.fits.drain(..self.fits.len().saturating_sub(MOST_FITS));
        true
    }
}

impl Inner {
    /// The feedback with the fit as it is now, where that can be told.
    pub(super) fn with_fit(&self, mut feedback: Feedback, cause: FitCause) -> Feedback {
        let of_role = [feedback.candidate_id.clone()];
        if let Some((_, fit)) = self.fits_of(&feedback.role_id, &of_role, cause).pop() {
            feedback.note(fit);
        }
        feedback
    }

    /// These candidates were written: fits that are others now are noted.
    pub(in crate::engine) fn note_fits_of_candidates(&self, ids: impl IntoIterator<Item = CandidateId>) {
        let ids: Vec<CandidateId> = ids.into_iter().collect();
        self.note_fits(&self.feedback.pairs_of(&ids), FitCause::Candidate);
    }

    /// These roles were written.
    pub(in crate::engine) fn note_fits_of_roles(&self, ids: impl IntoIterator<Item = RoleId>) {
        let ids: Vec<RoleId> = ids.into_iter().collect();
        self.note_fits(&self.feedback.about(&[], &ids), FitCause::Role);
    }

    /// Everybody is judged by other knowledge.
    pub(in crate::engine) fn note_all_fits(&self) {
        self.note_fits(&self.feedback.pairs(), FitCause::Knowledge);
    }

    /// Notes fits that are others than the last ones that were noted. When feedback was last written stays as it was, and what somebody
    /// writes meanwhile stays, too. A history that cannot be written lacks that moment: what changed is durable, and is not refused for it.
    fn note_fits(&self, pairs: &[(RoleId, CandidateId)], cause: FitCause) {
        if pairs.is_empty() {
            return;
        }
        let mut by_role: BTreeMap<&RoleId, Vec<CandidateId>> = BTreeMap::new();
        for (role, candidate) in pairs {
            by_role.entry(role).or_default().push(candidate.clone());
        }
        let _one_at_a_time = self.feedback.one_at_a_time();
        let mut changed = Vec::new();
        for (role, candidates) in by_role {
            for (candidate, fit) in self.fits_of(role, &candidates, cause) {
                let kept = self.feedback.get(role, &candidate);
                changed.extend(kept.and_then(|(seq, mut feedback)| feedback.note(fit).then_some((seq, feedback))));
            }
        }
        for changed in changed.chunks(AT_ONCE) {
            let put = |(seq, feedback): &(Seq, Feedback)| {
                let body = serde_json::to_vec(feedback).expect("texts and numbers are JSON");
                let put = Op::Put { kind: Kind::Feedback, id: feedback.stored_id(), body };
                Op::Guarded { guard: Precondition::Version(vec![seq.0]), op: Box::new(put) }
            };
            let ops: Vec<Op> = changed.iter().map(put).collect();
            let Ok(Applied { seq, done, .. }) = self.store.apply(&ops) else { return };
            let written = changed.iter().zip(&done).filter(|(_, done)| **done);
            let n_done = u64::try_from(written.clone().count()).expect("fewer ops than sequence numbers");
            for (seq, ((_, feedback), _)) in (seq.0 + 1 - n_done..).zip(written) {
                self.feedback.put(Seq(seq), feedback.clone());
                self.came_by_without_change(Seq(seq));
            }
        }
    }

    /// The fits of those of a role who can be judged now.
    fn fits_of(&self, role: &RoleId, candidates: &[CandidateId], cause: FitCause) -> Vec<(CandidateId, FeedbackFit)> {
        let role = self.role_entry(role).ok();
        let judgement = Judgement::new(&MatchOptions::default(), &self.options).ok();
        let Some((role, judgement)) = role.zip(judgement) else { return Vec::new() };
        let scorer = judgement.scorer(&role, &self.options.taxonomy);
        let fit = |id: &CandidateId| {
            let entry = self.candidate_entry(id).ok()?;
            Some((id.clone(), FeedbackFit::of(&scorer, &entry, cause)))
        };
        candidates.iter().filter_map(fit).collect()
    }
}
