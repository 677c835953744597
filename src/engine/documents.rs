//! Documents put, read and removed: durable first, then seen by every match.

use std::sync::{Arc, PoisonError};

use super::entry::Entry;
#[cfg(feature = "search")]
use super::indexer::IndexChange;
use super::unread::Read;
use super::{AsKind, Engine, Inner, RoleEntry, body};
use crate::domain::parallel::prelude::*;
use crate::domain::{Candidate, CandidateId, Error, Role, RoleId};
#[cfg(feature = "search")]
use crate::index::IndexEntry;
use crate::intake::Document;
use crate::store::{Kind, Op, Seq};

/// What became of one written document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// The sequence number of the write; later writes have greater ones.
    pub seq: u64,
    /// Whether there was no such document before.
    pub created: bool,
}

impl Engine {
    /// Puts a candidate, in place of an older one of the same id. Durable, and seen by every later match, when this returns.
    ///
    /// # Errors
    /// [`Error::Invalid`] or [`Error::Malformed`] when the document breaks a rule; [`Error::Store`] when the disk failed;
    /// [`Error::Unreadable`] when the document cannot be read.
    pub fn put_candidate(&self, candidate: &Candidate) -> Result<Written, Error> {
        only(self.put_candidates(std::slice::from_ref(candidate))?)
    }

    /// Puts many candidates in one durable step, in their order. What became of each is told in that order; one that breaks a rule
    /// or cannot be read is not written, and the others are.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed, or [`Error::Cancelled`]: none is then acknowledged.
    pub fn put_candidates(&self, candidates: &[Candidate]) -> Result<Vec<Result<Written, Error>>, Error> {
        let prepare = |engine: &Self| {
            let extractor = engine.extractor();
            let prepared = candidates.par_iter().map(|candidate| {
                engine.check(candidate)?;
                let entry = engine.candidate_entry(candidate, &extractor)?;
                Ok((put_op(candidate)?, (candidate, entry)))
            });
            Read::of(prepared.collect())
        };
        self.write(prepare, |inner, Read { found, unread }| {
            let (ops, entries): (Vec<Op>, Vec<(&Candidate, Entry)>) = found.into_iter().unzip();
            let written = inner.apply(&ops)?;
            let stored = entries.into_iter().zip(&ops).zip(&written);
            let stored = stored.map(|(((candidate, entry), op), written)| {
                (candidate, entry.stored(Seq(written.seq), op.body().unwrap_or_default()))
            });
            inner.remember_candidates(stored.collect())?;
            inner.note_fits_of_candidates(candidates.iter().map(|candidate| candidate.id.clone()));
            Ok(unread.among(written))
        })
    }

    /// Removes a candidate; `false`, and nothing is written, when there was none.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed.
    pub fn delete_candidate(&self, id: &CandidateId) -> Result<bool, Error> {
        Ok(self.delete_candidate_if(id, None)?.is_some_and(|existed| existed))
    }

    /// The candidate's document.
    ///
    /// # Errors
    /// [`Error::Store`] when the document is damaged.
    pub fn candidate(&self, id: &CandidateId) -> Result<Option<Candidate>, Error> {
        self.inner.read(Kind::Candidate, id.as_str())
    }

    /// The candidate's document, and the number of the write that left it so.
    ///
    /// # Errors
    /// [`Error::Store`] when the document is damaged.
    pub fn candidate_with_version(&self, id: &CandidateId) -> Result<Option<(Candidate, u64)>, Error> {
        self.inner.read_with_version(Kind::Candidate, id.as_str())
    }

    /// Whether somebody is matched under this id.
    pub fn is_matched(&self, id: &CandidateId) -> bool {
        self.inner.pool.get(id).is_some()
    }

    /// How many candidates there are.
    pub fn candidate_count(&self) -> usize {
        self.inner.pool.len() + self.inner.duplicates.n_hidden() + self.inner.unreadable.count(Kind::Candidate)
    }

    /// Puts a role, in place of an older one of the same id.
    ///
    /// # Errors
    /// [`Error::Invalid`] or [`Error::Malformed`] when the document breaks a rule; [`Error::Store`] when the disk failed;
    /// [`Error::Unreadable`] when the document cannot be read.
    pub fn put_role(&self, role: &Role) -> Result<Written, Error> {
        only(self.put_roles(std::slice::from_ref(role))?)
    }

    /// Puts many roles in one durable step, in their order. One that breaks a rule or cannot be read is not written, and the others
    /// are.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed, or [`Error::Cancelled`]: none is then acknowledged.
    pub fn put_roles(&self, roles: &[Role]) -> Result<Vec<Result<Written, Error>>, Error> {
        let prepare = |engine: &Self| {
            let prepared = roles.par_iter().map(|role| {
                engine.check(role)?;
                let entry = Arc::new(engine.role_entry(role)?);
                Ok((put_op(role)?, entry))
            });
            Read::of(prepared.collect())
        };
        self.write(prepare, |inner, Read { found, unread }| {
            let (ops, entries): (Vec<Op>, Vec<Arc<RoleEntry>>) = found.into_iter().unzip();
            let written = inner.apply(&ops)?;
            for (entry, written) in entries.into_iter().zip(&written) {
                let id = entry.role.id.clone();
                inner.remember_role(id, Seq(written.seq), Some(entry));
            }
            inner.note_fits_of_roles(roles.iter().map(|role| role.id.clone()));
            Ok(unread.among(written))
        })
    }

    /// Removes a role; `false`, and nothing is written, when there was none.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed.
    pub fn delete_role(&self, id: &RoleId) -> Result<bool, Error> {
        Ok(self.delete_role_if(id, None)?.is_some_and(|existed| existed))
    }

    /// The role's document.
    ///
    /// # Errors
    /// [`Error::Store`] when the document is damaged.
    pub fn role(&self, id: &RoleId) -> Result<Option<Role>, Error> {
        self.inner.read(Kind::Role, id.as_str())
    }

    /// The role's document, and the number of the write that left it so.
    ///
    /// # Errors
    /// [`Error::Store`] when the document is damaged.
    pub fn role_with_version(&self, id: &RoleId) -> Result<Option<(Role, u64)>, Error> {
        self.inner.read_with_version(Kind::Role, id.as_str())
    }

    /// How many roles there are.
    pub fn role_count(&self) -> usize {
        let roles = self.inner.roles.read().unwrap_or_else(PoisonError::into_inner);
        roles.values().filter(|role| role.1.is_some()).count() + self.inner.unreadable.count(Kind::Role)
    }
}

impl Inner {
    /// Applies writes; says of each its number and whether there was no such document before.
    fn apply(&self, ops: &[Op]) -> Result<Vec<Written>, Error> {
        if ops.is_empty() {
            return Ok(Vec::new());
        }
        let applied = self.store.apply(ops)?;
        let first = applied.seq.0 + 1 - u64::try_from(ops.len()).expect("fewer ops than sequence numbers");
        let numbered = (first..).zip(applied.existed);
        Ok(numbered.map(|(seq, existed)| Written { seq, created: !existed }).collect())
    }

    /// Makes candidates that are in the store visible to matches. Who is one of several that were merged is seen together with them.
    pub(super) fn remember_candidates(&self, written: Vec<(&Candidate, Entry)>) -> Result<(), Error> {
        #[cfg(feature = "search")]
        let changes: Vec<IndexEntry> =
            written.iter().map(|(candidate, entry)| IndexEntry::of_candidate(candidate, entry.seq)).collect();
        #[cfg(not(feature = "search"))]
        let seqs: Vec<Seq> = written.iter().map(|(_, entry)| entry.seq).collect();
        for (_, entry) in &written {
            self.unreadable.changed(Kind::Candidate, entry.id.as_str(), entry.seq);
            self.duplicates.written(&entry.id, entry.seq, &entry.keys);
        }
        let ids: Vec<CandidateId> = written.iter().map(|(_, entry)| entry.id.clone()).collect();
        let entries = written.into_iter().map(|(_, entry)| entry);
        let (merged, alone): (Vec<Entry>, Vec<Entry>) = entries.partition(|entry| self.duplicates.is_merged(&entry.id));
        self.pool.add(alone);
        let shown = merged.iter().try_for_each(|entry| self.merged_is_written(&entry.id));
        for id in &ids {
            self.note_name(id);
        }
        #[cfg(feature = "search")]
        for entry in changes {
            self.indexer.changed(entry.seq, Some(IndexChange::Put(Kind::Candidate, entry)));
        }
        #[cfg(not(feature = "search"))]
        for seq in seqs {
            self.came_by(seq);
        }
        shown
    }

    /// A write has come by that changes nothing that is searched or matched.
    pub(super) fn came_by_without_change(&self, seq: Seq) {
        #[cfg(feature = "search")]
        self.indexer.changed(seq, None);
        #[cfg(not(feature = "search"))]
        self.came_by(seq);
    }

    /// Keeps the newest state of a role, whichever of two concurrent writers comes here first.
    pub(super) fn remember_role(&self, id: RoleId, seq: Seq, entry: Option<Arc<RoleEntry>>) {
        self.unreadable.changed(Kind::Role, id.as_str(), seq);
        #[cfg(feature = "search")]
        let change = match &entry {
            Some(entry) => IndexChange::Put(Kind::Role, IndexEntry::of_role(&entry.role, seq)),
            None => IndexChange::Deleted(Kind::Role, id.to_string()),
        };
        #[cfg(feature = "webhooks")]
        if entry.is_none() {
            self.end_webhooks_of(&id, seq);
        }
        if entry.is_none() {
            self.scores.forget(&id);
        }
        let mut roles = self.roles.write().unwrap_or_else(PoisonError::into_inner);
        let kept = roles.entry(id).or_insert((Seq::ZERO, None));
        if seq > kept.0 {
            *kept = (seq, entry);
        }
        drop(roles);
        #[cfg(feature = "search")]
        self.indexer.changed(seq, Some(change));
        #[cfg(not(feature = "search"))]
        self.came_by(seq);
    }

    /// What an indexer does beside: deletions before which every write has come by are forgotten.
    #[cfg(not(feature = "search"))]
    pub(super) fn came_by(&self, seq: Seq) {
        self.pool.settle(self.arrivals.note(seq));
    }
}

/// What became of the one document that was put.
fn only(mut outcomes: Vec<Result<Written, Error>>) -> Result<Written, Error> {
    outcomes.pop().expect("one document has one outcome")
}

fn put_op<T: Document + AsKind>(document: &T) -> Result<Op, Error> {
    Ok(Op::Put { kind: T::STORED_AS, id: document.id().to_owned(), body: body(document)? })
}
