//! All feedback of a store, in memory: by role and candidate.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

use super::{Feedback, FeedbackStage};
use crate::domain::{CandidateId, RoleId};
use crate::store::Seq;

type OfRole = BTreeMap<CandidateId, (Seq, Feedback)>;

/// See the module.
#[derive(Debug, Default)]
pub(in crate::engine) struct FeedbackBook {
    pub(super) writing: Mutex<()>,
    by_role: RwLock<BTreeMap<RoleId, OfRole>>,
}

impl FeedbackBook {
    fn read(&self) -> RwLockReadGuard<'_, BTreeMap<RoleId, OfRole>> {
        self.by_role.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self, role: &RoleId, candidate: &CandidateId) -> Option<(Seq, Feedback)> {
        self.read().get(role)?.get(candidate).cloned()
    }

    pub(super) fn put(&self, seq: Seq, feedback: Feedback) {
        let mut by_role = self.by_role.write().unwrap_or_else(PoisonError::into_inner);
        let of_role = by_role.entry(feedback.role_id.clone()).or_default();
        of_role.insert(feedback.candidate_id.clone(), (seq, feedback));
    }

    pub(super) fn remove(&self, role: &RoleId, candidate: &CandidateId) {
        let mut by_role = self.by_role.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(of_role) = by_role.get_mut(role) {
            of_role.remove(candidate);
            if of_role.is_empty() {
                by_role.remove(role);
            }
        }
    }

    pub(super) fn of_role(&self, role: &RoleId) -> Vec<Feedback> {
        self.read().get(role).into_iter().flat_map(BTreeMap::values).map(|(_, feedback)| feedback.clone()).collect()
    }

    pub(super) fn on_candidate(&self, candidate: &CandidateId) -> Vec<Feedback> {
        let by_role = self.read();
        by_role.values().filter_map(|of_role| of_role.get(candidate)).map(|(_, feedback)| feedback.clone()).collect()
    }

    pub(super) fn all(&self) -> Vec<Feedback> {
        self.read().values().flat_map(BTreeMap::values).map(|(_, feedback)| feedback.clone()).collect()
    }

    /// The ids of all in the store, with the writes that they are of.
    #[cfg(feature = "postgres")]
    pub(in crate::engine) fn stored_ids(&self) -> Vec<(String, Seq)> {
        let by_role = self.read();
        by_role.values().flat_map(BTreeMap::values).map(|(seq, feedback)| (feedback.stored_id(), *seq)).collect()
    }

    /// The pairs in which one of these stands.
    pub(super) fn about(&self, candidates: &[CandidateId], roles: &[RoleId]) -> Vec<(RoleId, CandidateId)> {
        let candidates: BTreeSet<&CandidateId> = candidates.iter().collect();
        let mut pairs = Vec::new();
        for (role, of_role) in &*self.read() {
            let all = roles.contains(role);
            let named = of_role.keys().filter(|candidate| all || candidates.contains(candidate));
            pairs.extend(named.map(|candidate| (role.clone(), candidate.clone())));
        }
        pairs
    }

    /// The pairs of whoever is named that anything is kept of.
    pub(super) fn pairs_of(&self, candidates: &[CandidateId]) -> Vec<(RoleId, CandidateId)> {
        let by_role = self.read();
        let (mut pairs, named) = (Vec::new(), candidates.iter().collect::<BTreeSet<&CandidateId>>());
        for (role, of_role) in &*by_role {
            // Whichever are fewer are gone through.
            if candidates.len() <= of_role.len() {
                let known = named.iter().filter(|candidate| of_role.contains_key(**candidate));
                pairs.extend(known.map(|candidate| (role.clone(), (*candidate).clone())));
            } else {
                let known = of_role.keys().filter(|candidate| named.contains(candidate));
                pairs.extend(known.map(|candidate| (role.clone(), candidate.clone())));
            }
        }
        pairs
    }

    /// All pairs.
    pub(super) fn pairs(&self) -> Vec<(RoleId, CandidateId)> {
        let by_role = self.read();
        let of_role = |(role, of_role): (&RoleId, &OfRole)| -> Vec<(RoleId, CandidateId)> {
            of_role.keys().map(|candidate| (role.clone(), candidate.clone())).collect()
        };
        by_role.iter().flat_map(of_role).collect()
    }

    /// Who is at which stage of a role.
    pub(in crate::engine) fn stages(&self, role: &RoleId) -> BTreeMap<CandidateId, FeedbackStage> {
        let by_role = self.read();
        let of_role = by_role.get(role).into_iter().flatten();
        of_role.filter_map(|(candidate, (_, feedback))| Some((candidate.clone(), feedback.stage?))).collect()
    }
}
