//! Documents put, read and removed: durable first, then seen by every match.

use std::sync::Arc;

use rayon::prelude::*;

use super::entry::Entry;
use super::indexer::CandidateChange;
use super::{AsKind, Engine, Inner, RoleEntry, body};
use crate::domain::{Candidate, CandidateId, Error, Role, RoleId};
use crate::index::IndexEntry;
use crate::intake::Document;
use crate::store::{Kind, Op, Seq};

/// What became of one written document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// [`Error::Store`] when the disk failed.
    pub fn put_candidate(&self, candidate: &Candidate) -> Result<Written, Error> {
        let written = self.put_candidates(std::slice::from_ref(candidate))?;
        Ok(*written.first().expect("one document was written"))
    }

    /// Puts many candidates in one durable step, in their order.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed; none is then acknowledged.
    pub fn put_candidates(&self, candidates: &[Candidate]) -> Result<Vec<Written>, Error> {
        let inner = &*self.inner;
        let prepared = candidates.par_iter().map(|c| Ok((put_op(c)?, Entry::new(c, &inner.extractor))));
        let (ops, entries): (Vec<Op>, Vec<Entry>) = prepared.collect::<Result<Vec<_>, Error>>()?.into_iter().unzip();
        let written = inner.apply(&ops)?;
        let stored = entries.into_iter().zip(&ops).zip(&written);
        let stored = stored.map(|((entry, op), written)| entry.stored(Seq(written.seq), op.body().unwrap_or_default()));
        inner.remember_candidates(candidates, stored.collect());
        Ok(written)
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

    /// How many candidates there are.
    pub fn candidate_count(&self) -> usize {
        self.inner.pool.len()
    }

    /// Puts a role, in place of an older one of the same id.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed.
    pub fn put_role(&self, role: &Role) -> Result<Written, Error> {
        let written = self.put_roles(std::slice::from_ref(role))?;
        Ok(*written.first().expect("one document was written"))
    }

    /// Puts many roles in one durable step, in their order.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed; none is then acknowledged.
    pub fn put_roles(&self, roles: &[Role]) -> Result<Vec<Written>, Error> {
        let inner = &*self.inner;
        let entries: Vec<Arc<RoleEntry>> = roles.par_iter().map(|role| Arc::new(self.role_entry(role))).collect();
        let ops = roles.iter().map(put_op).collect::<Result<Vec<Op>, Error>>()?;
        let written = inner.apply(&ops)?;
        for (entry, written) in entries.into_iter().zip(&written) {
            let id = entry.role.id.clone();
            inner.remember_role(id, Seq(written.seq), Some(entry));
        }
        Ok(written)
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
        self.inner.roles.read().expect("no thread panics holding this lock").values().filter(|r| r.1.is_some()).count()
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

    /// Makes candidates that are in the store visible to matches.
    pub(super) fn remember_candidates(&self, candidates: &[Candidate], entries: Vec<Entry>) {
        let changes = candidates.iter().zip(&entries).map(|(candidate, entry)| IndexEntry::of(candidate, entry.seq));
        let changes: Vec<IndexEntry> = changes.collect();
        self.pool.put(entries);
        for entry in changes {
            self.indexer.changed(entry.seq, Some(CandidateChange::Put(entry)));
        }
    }

    /// Keeps the newest state of a role, whichever of two concurrent writers comes here first.
    pub(super) fn remember_role(&self, id: RoleId, seq: Seq, entry: Option<Arc<RoleEntry>>) {
        let mut roles = self.roles.write().expect("no thread panics holding this lock");
        let kept = roles.entry(id).or_insert((Seq::ZERO, None));
        if seq > kept.0 {
            *kept = (seq, entry);
        }
        drop(roles);
        self.indexer.changed(seq, None);
    }
}

fn put_op<T: Document + AsKind>(document: &T) -> Result<Op, Error> {
    Ok(Op::Put { kind: T::STORED_AS, id: document.id().to_owned(), body: body(document)? })
}
