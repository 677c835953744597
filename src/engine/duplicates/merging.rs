//! Decisions taken and taken back, and what matches see of a merged person.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use uuid::Uuid;

use super::decisions::{Decision, pair_id};
use super::{Duplicate, DuplicateState};
use crate::domain::{Candidate, CandidateId, Error};
use crate::engine::entry::Entry;
use crate::engine::{Engine, Inner, decode, now};
use crate::identity::{FieldOrigin, Source, merged};
use crate::store::{Kind, Note, Op, Record, Seq};

/// A merged person.
pub(in crate::engine) struct MergedDocument {
    pub candidate: Candidate,
    /// The number of the last write of the document of this id.
    seq: Seq,
    /// Of all documents that it was made of.
    bodies: Vec<u8>,
}

impl Engine {
    /// Declares two candidates to be one person, who is matched under the first one's id from then on. Both documents stay as they are;
    /// [`Duplicate::fields`] tells which of them each field is taken from. Durable when this returns.
    ///
    /// # Errors
    /// [`Error::NotFound`] when one of the two is not there; [`Error::Configuration`] when one of them was merged into another already;
    /// [`Error::Unreadable`] when what they come to cannot be read; [`Error::Store`] when the disk failed.
    pub fn merge_candidates(&self, survivor: &CandidateId, other: &CandidateId) -> Result<Duplicate, Error> {
        self.decide(DuplicateState::Merged, survivor, other)
    }

    /// Declares two candidates to be two people: they are not proposed again.
    ///
    /// # Errors
    /// [`Error::NotFound`] when one of the two is not there; [`Error::Configuration`] when they are merged; [`Error::Store`] when the disk
    /// failed.
    pub fn dismiss_duplicate(&self, one: &CandidateId, other: &CandidateId) -> Result<Duplicate, Error> {
        self.decide(DuplicateState::Dismissed, one, other)
    }

    /// Takes back what was decided of the pair of this id, as if it had never been: people who were merged are two again, each with
    /// the document that was sent last.
    ///
    /// # Errors
    /// [`Error::NotFound`] when nothing was decided of such a pair; [`Error::Store`] when the disk failed.
    pub fn undo_duplicate(&self, id: &str) -> Result<Duplicate, Error> {
        let undo = |inner: &Inner, ()| {
            let _one_at_a_time = inner.duplicates.merging.lock().unwrap_or_else(PoisonError::into_inner);
            let decision = inner.duplicates.decisions().get(id).cloned();
            let decision = decision.ok_or_else(|| Error::NotFound { what: "decided duplicate", id: id.to_owned() })?;
            inner.forget_decisions(&[id.to_owned()], None)?;
            inner.show_merged(&[decision.survivor.clone(), decision.other.clone()])?;
            Ok(decision)
        };
        let decision = self.write(|_| Ok(()), undo)?;
        let undone = Decision { decision: DuplicateState::Proposed, decided_at: 0, ..decision };
        let told = self.told(&super::Proposal::of_decision(&undone))?;
        Ok(Duplicate { decided_at: None, ..told })
    }

    /// The id of a pair of candidates, for [`Engine::duplicate`] and [`Engine::undo_duplicate`], whichever comes first.
    pub fn duplicate_id(one: &CandidateId, other: &CandidateId) -> String {
        pair_id(one, other)
    }

    fn decide(&self, state: DuplicateState, survivor: &CandidateId, other: &CandidateId) -> Result<Duplicate, Error> {
        if survivor == other {
            return Err(Error::Configuration(format!("{survivor:?} is one candidate; expected two")));
        }
        let decision =
            Decision { decision: state, survivor: survivor.clone(), other: other.clone(), decided_at: now() };
        self.write(|_| Ok(()), |inner, ()| inner.take_decision(&decision))?;
        self.told(&super::Proposal::of_decision(&decision))
    }
}

impl Inner {
    fn take_decision(&self, decision: &Decision) -> Result<(), Error> {
        let ids = [decision.survivor.clone(), decision.other.clone()];
        let _one_at_a_time = self.duplicates.merging.lock().unwrap_or_else(PoisonError::into_inner);
        for id in &ids {
            let gone = || Error::NotFound { what: "candidate", id: id.to_string() };
            self.store.get(Kind::Candidate, id.as_str())?.ok_or_else(gone)?;
        }
        self.check_decision(decision)?;
        let body = serde_json::to_vec(decision).expect("ids and a number are JSON");
        let applied = self.store.apply(&[Op::Put { kind: Kind::Decision, id: decision.id(), body }])?;
        self.duplicates.decisions.write().unwrap_or_else(PoisonError::into_inner).take(decision.clone());
        self.duplicates.changed();
        self.came_by_without_change(applied.seq);
        self.show_merged(&ids)
    }

    /// Refuses what contradicts an earlier decision, and a person who cannot be read.
    fn check_decision(&self, decision: &Decision) -> Result<(), Error> {
        let Decision { survivor, other, .. } = decision;
        let decisions = self.duplicates.decisions();
        let is_merged = decision.decision == DuplicateState::Merged;
        if !is_merged {
            return if decisions.root(survivor) == decisions.root(other) {
                Err(Error::Configuration(
                    "these candidates are merged; expected that the merge is undone first".to_owned(),
                ))
            } else {
                Ok(())
            };
        }
        for id in [survivor, other] {
            if let Some(above) = decisions.above(id) {
                let message = format!(
                    "candidate {id} is merged into {above}; expected {above}, or that the merge is undone first"
                );
                return Err(Error::Configuration(message));
            }
        }
        let mut members = decisions.members(survivor);
        members.extend(decisions.members(other));
        drop(decisions);
        match self.document_of(&members)? {
            Some(merged) => Entry::new(&merged.candidate, &self.extractor).map(drop),
            None => Ok(()),
        }
    }
}

impl super::Duplicates {
    /// What is proposed depends on what is decided.
    fn changed(&self) {
        self.n_decided.fetch_add(1, Ordering::Release);
    }
}

impl Inner {
    /// Takes over what the store holds of decisions when an engine opens. Those about candidates who are gone, which a crash can leave, are
    /// removed and erased.
    pub(in crate::engine) fn take_decisions(&self, decisions: Vec<Decision>) -> Result<(), Error> {
        let _one_at_a_time = self.duplicates.merging.lock().unwrap_or_else(PoisonError::into_inner);
        let is_there = |id: &CandidateId| Ok::<_, Error>(self.store.get(Kind::Candidate, id.as_str())?.is_some());
        let mut orphans = Vec::new();
        for decision in decisions {
            let is_whole = is_there(&decision.survivor)? && is_there(&decision.other)?;
            if !is_whole {
                orphans.push(decision.id());
            }
            self.duplicates.decisions.write().unwrap_or_else(PoisonError::into_inner).take(decision);
        }
        if !orphans.is_empty() {
            let note = Some(Note::Erase { id: Uuid::now_v7(), at: now(), always: true });
            self.forget_decisions(&orphans, note)?;
        }
        self.show_all_merged()
    }

    /// An engine took the place of another: what matches see of merged people is made by its knowledge.
    pub(in crate::engine) fn show_merged_anew(&self) -> Result<(), Error> {
        let _one_at_a_time = self.duplicates.merging.lock().unwrap_or_else(PoisonError::into_inner);
        self.show_all_merged()
    }

    fn show_all_merged(&self) -> Result<(), Error> {
        let roots = self.duplicates.decisions().roots();
        self.show_merged(&roots)
    }

    /// Candidates were removed: what was decided about them is forgotten in the store, and others who were merged with them are seen again.
    /// `erasure` is that of the removal.
    pub(in crate::engine) fn forget_decisions_about(
        &self,
        ids: &[CandidateId],
        erasure: Option<Uuid>,
    ) -> Result<(), Error> {
        let about: Vec<String> = {
            let decisions = self.duplicates.decisions();
            let named = decisions.all().filter(|(_, decision)| ids.iter().any(|id| decision.names(id)));
            named.map(|(id, _)| id.clone()).collect()
        };
        if about.is_empty() {
            return Ok(());
        }
        let _one_at_a_time = self.duplicates.merging.lock().unwrap_or_else(PoisonError::into_inner);
        let touched = {
            let decisions = self.duplicates.decisions();
            let mut touched: Vec<CandidateId> =
                ids.iter().flat_map(|id| decisions.members(decisions.root(id))).collect();
            touched.sort_unstable();
            touched.dedup();
            touched
        };
        let note = erasure.map(|id| Note::Erase { id, at: now(), always: false });
        self.forget_decisions(&about, note)?;
        self.show_merged(&touched)
    }

    fn forget_decisions(&self, ids: &[String], note: Option<Note>) -> Result<(), Error> {
        let ops: Vec<Op> = ids.iter().map(|id| Op::Delete { kind: Kind::Decision, id: id.clone() }).collect();
        let applied = self.store.apply_noting(&ops, note)?;
        let mut decisions = self.duplicates.decisions.write().unwrap_or_else(PoisonError::into_inner);
        for id in ids {
            decisions.forget(id);
        }
        drop(decisions);
        self.duplicates.changed();
        let n_done = applied.done.iter().filter(|done| **done).count();
        let n_done = u64::try_from(n_done).expect("fewer ops than sequence numbers");
        (applied.seq.0 + 1 - n_done..=applied.seq.0).for_each(|seq| self.came_by_without_change(Seq(seq)));
        Ok(())
    }

    /// Another process took a decision, or took one back. Where what matches see cannot be made of it, nothing is done.
    #[cfg(feature = "postgres")]
    pub(in crate::engine) fn follow_decision(&self, id: &str, decision: Option<Decision>) -> Result<(), Error> {
        let _one_at_a_time = self.duplicates.merging.lock().unwrap_or_else(PoisonError::into_inner);
        let put = |decision: Option<Decision>| {
            let mut decisions = self.duplicates.decisions.write().unwrap_or_else(PoisonError::into_inner);
            match decision {
                Some(decision) => decisions.take(decision),
                None => drop(decisions.forget(id)),
            }
        };
        let before = self.duplicates.decisions().get(id).cloned();
        let about = before.iter().chain(&decision).flat_map(|one| [one.survivor.clone(), one.other.clone()]);
        let about: Vec<CandidateId> = about.collect();
        put(decision);
        self.duplicates.changed();
        self.show_merged(&about).inspect_err(|_| put(before))
    }

    /// A candidate's document was written who is one of several that were merged.
    pub(in crate::engine) fn merged_is_written(&self, id: &CandidateId) -> Result<(), Error> {
        let _one_at_a_time = self.duplicates.merging.lock().unwrap_or_else(PoisonError::into_inner);
        self.show_merged(std::slice::from_ref(id))
    }

    /// Makes what matches see of these candidates, and of all who are merged with them, as the store has them. The caller holds `merging`.
    fn show_merged(&self, ids: &[CandidateId]) -> Result<(), Error> {
        let mut roots: Vec<CandidateId> = {
            let decisions = self.duplicates.decisions();
            ids.iter().map(|id| decisions.root(id).clone()).collect()
        };
        roots.sort_unstable();
        roots.dedup();
        for root in &roots {
            let members = self.duplicates.decisions().members(root);
            if let Some(merged) = self.document_of(&members)? {
                let stored = |entry: Entry| entry.stored(merged.seq, &merged.bodies);
                let entry = Entry::new(&merged.candidate, &self.extractor);
                match entry {
                    Ok(entry) => {
                        self.pool.show(stored(entry));
                        self.note_name(root);
                    }
                    // Who was read apart may be beyond the reader together: what is seen of the person stays as it is.
                    Err(Error::Unreadable { .. }) => {}
                    Err(error) => return Err(error),
                }
                for member in &members[1..] {
                    if let Some(record) = self.store.get(Kind::Candidate, member.as_str())? {
                        self.pool.hide(member, record.seq);
                    }
                }
            }
        }
        Ok(())
    }

    /// The document of everybody who is matched under this id.
    pub(in crate::engine) fn merged_document(&self, root: &CandidateId) -> Result<Option<MergedDocument>, Error> {
        let members = self.duplicates.decisions().members(root);
        self.document_of(&members)
    }

    /// What documents come to together; none where the first is gone.
    fn document_of(&self, members: &[CandidateId]) -> Result<Option<MergedDocument>, Error> {
        let records = self.documents_of(members)?;
        let Some((first, record)) = records.first().filter(|(candidate, _)| candidate.id == members[0]) else {
            return Ok(None);
        };
        let seq = record.seq;
        let bodies = match records.as_slice() {
            [(_, record)] => record.body.clone(),
            several => several.iter().flat_map(|(_, record)| [&record.body[..], b"\n"].concat()).collect(),
        };
        let candidate = if records.len() == 1 { first.clone() } else { merged(&sources(&records)).0 };
        Ok(Some(MergedDocument { candidate, seq, bodies }))
    }

    /// Where each field of two, with all who were merged with them, comes from.
    pub(super) fn origins_of_pair(&self, ids: &[CandidateId; 2]) -> Result<Vec<FieldOrigin>, Error> {
        let records = self.documents_of(ids)?;
        Ok(if records.len() < 2 { Vec::new() } else { merged(&sources(&records)).1 })
    }

    fn documents_of(&self, ids: &[CandidateId]) -> Result<Vec<(Candidate, Record)>, Error> {
        let mut found = Vec::new();
        for id in ids {
            if let Some(record) = self.store.get(Kind::Candidate, id.as_str())? {
                found.push((decode(Kind::Candidate, id.as_str(), &record.body)?, record));
            }
        }
        Ok(found)
    }
}

fn sources(records: &[(Candidate, Record)]) -> Vec<Source<'_>> {
    records.iter().map(|(candidate, record)| Source { candidate, seq: record.seq.0 }).collect()
}
