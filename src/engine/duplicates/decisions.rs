//! What people decided: which two candidates are one person, and which are not. Kept in the store, one document a pair; here as a
//! forest, in which everybody stands below the one under whose id they are matched.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::DuplicateState;
use crate::domain::{CandidateId, fnv1a};

/// One decision, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::engine) struct Decision {
    /// Never that nothing was decided.
    #[expect(clippy::struct_field_names, reason = "the name in the stored document")]
    pub decision: DuplicateState,
    /// Of a merge, the one under whose id the person is matched.
    pub survivor: CandidateId,
    pub other: CandidateId,
    /// In seconds since 1970.
    pub decided_at: u64,
}

impl Decision {
    /// That of the two.
    pub(in crate::engine) fn id(&self) -> String {
        pair_id(&self.survivor, &self.other)
    }

    /// Whether it is about this one.
    pub(super) fn names(&self, id: &CandidateId) -> bool {
        self.survivor == *id || self.other == *id
    }
}

/// The id of a pair, whichever of the two comes first.
pub(super) fn pair_id(one: &CandidateId, other: &CandidateId) -> String {
    let (first, second) = if one <= other { (one, other) } else { (other, one) };
    format!("{:016x}", fnv1a(first.as_str().bytes().chain([0xff]).chain(second.as_str().bytes())))
}

/// All decisions.
#[derive(Debug, Default)]
pub(super) struct Decisions {
    by_id: BTreeMap<String, Decision>,
    /// Of who was merged into whom.
    above: HashMap<CandidateId, CandidateId>,
    /// Of who was merged, those right below, in the order in which they came.
    below: HashMap<CandidateId, Vec<CandidateId>>,
}

impl Decisions {
    pub(super) fn get(&self, id: &str) -> Option<&Decision> {
        self.by_id.get(id)
    }

    pub(super) fn of_state(&self, state: DuplicateState) -> impl Iterator<Item = &Decision> {
        self.by_id.values().filter(move |decision| decision.decision == state)
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (&String, &Decision)> {
        self.by_id.iter()
    }

    pub(super) fn is_dismissed(&self, one: &CandidateId, other: &CandidateId) -> bool {
        let is_dismissed = |decision: &Decision| decision.decision == DuplicateState::Dismissed;
        !self.by_id.is_empty() && self.by_id.get(&pair_id(one, other)).is_some_and(is_dismissed)
    }

    /// Takes a decision; one of the same two is replaced.
    pub(super) fn take(&mut self, decision: Decision) {
        let id = decision.id();
        self.forget(&id);
        if decision.decision == DuplicateState::Merged {
            self.above.insert(decision.other.clone(), decision.survivor.clone());
            self.below.entry(decision.survivor.clone()).or_default().push(decision.other.clone());
        }
        self.by_id.insert(id, decision);
    }

    pub(super) fn forget(&mut self, id: &str) -> Option<Decision> {
        let decision = self.by_id.remove(id)?;
        if decision.decision == DuplicateState::Merged {
            self.above.remove(&decision.other);
            if let Some(below) = self.below.get_mut(&decision.survivor) {
                below.retain(|id| *id != decision.other);
                if below.is_empty() {
                    self.below.remove(&decision.survivor);
                }
            }
        }
        Some(decision)
    }

    /// Under whose id somebody is matched: their own unless they were merged.
    pub(super) fn root<'i>(&'i self, mut id: &'i CandidateId) -> &'i CandidateId {
        while let Some(above) = self.above.get(id) {
            id = above;
        }
        id
    }

    /// Whom somebody was merged into.
    pub(super) fn above(&self, id: &CandidateId) -> Option<&CandidateId> {
        self.above.get(id)
    }

    /// All who are matched under this id, itself first.
    pub(super) fn members(&self, root: &CandidateId) -> Vec<CandidateId> {
        let mut members = vec![root.clone()];
        let mut next = 0;
        while let Some(member) = members.get(next) {
            let below = self.below.get(member).cloned().unwrap_or_default();
            members.extend(below);
            next += 1;
        }
        members
    }

    pub(super) fn is_merged(&self, id: &CandidateId) -> bool {
        !self.above.is_empty() && (self.above.contains_key(id) || self.below.contains_key(id))
    }

    pub(super) fn n_hidden(&self) -> usize {
        self.above.len()
    }

    /// Those below whom others stand, and who stand below nobody.
    pub(super) fn roots(&self) -> Vec<CandidateId> {
        self.below.keys().filter(|id| !self.above.contains_key(*id)).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(text: &str) -> CandidateId {
        CandidateId::new(text).unwrap()
    }

    fn merge(survivor: &str, other: &str) -> Decision {
        Decision { decision: DuplicateState::Merged, survivor: id(survivor), other: id(other), decided_at: 1 }
    }

    #[test]
    fn whoever_is_merged_stands_below_one_until_that_is_forgotten() {
        let mut decisions = Decisions::default();
        decisions.take(merge("b", "c"));
        decisions.take(merge("a", "b"));
        decisions.take(merge("a", "d"));
        assert_eq!(decisions.root(&id("c")), &id("a"));
        assert_eq!(decisions.members(&id("a")), ["a", "b", "d", "c"].map(id));
        assert_eq!((decisions.roots(), decisions.n_hidden()), (vec![id("a")], 3));
        decisions.forget(&pair_id(&id("b"), &id("a"))).unwrap();
        assert_eq!((decisions.root(&id("c")), decisions.members(&id("a"))), (&id("b"), vec![id("a"), id("d")]));
        decisions.forget(&pair_id(&id("b"), &id("c"))).unwrap();
        decisions.forget(&pair_id(&id("d"), &id("a"))).unwrap();
        assert!(!decisions.is_merged(&id("a")) && decisions.below.is_empty() && decisions.by_id.is_empty());
    }
}
