//! Writes that are done only where the document stands as is asked for: there is none yet, or it is still the version that was
//! read. The store decides, so that of two writers none is overwritten unseen.

use std::sync::Arc;

use super::entry::Entry;
#[cfg(feature = "search")]
use super::indexer::IndexChange;
use super::{AsKind, Engine, Inner, Written, body};
use crate::domain::{Candidate, CandidateId, Error, Role, RoleId};
use crate::intake::Document;
use crate::store::{Applied, Kind, Op, Precondition, Seq};

impl Engine {
    /// Puts a candidate of a new id; `None`, and nothing is changed, when there is one of that id, also when another writer
    /// puts it at the same time. Durable when this returns.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed; [`Error::Unreadable`] when the document cannot be read.
    pub fn create_candidate(&self, candidate: &Candidate) -> Result<Option<Written>, Error> {
        self.put_candidate_if(candidate, Precondition::Absent)
    }

    /// Puts a role of a new id; `None`, and nothing is changed, when there is one of that id. Durable when this returns.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed; [`Error::Unreadable`] when the document cannot be read.
    pub fn create_role(&self, role: &Role) -> Result<Option<Written>, Error> {
        self.put_role_if(role, Precondition::Absent)
    }

    /// Puts a candidate where the one of that id stands so; else `None`, and nothing is changed.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed; [`Error::Unreadable`] when the document cannot be read.
    pub fn put_candidate_if(&self, candidate: &Candidate, guard: Precondition) -> Result<Option<Written>, Error> {
        let inner = &*self.inner;
        let entry = Entry::new(candidate, &self.extractor())?;
        let body = body(candidate)?;
        let Some(written) = inner.put_if(candidate, body.clone(), guard)? else { return Ok(None) };
        inner.remember_candidates(vec![(candidate, entry.stored(Seq(written.seq), &body))]);
        Ok(Some(written))
    }

    /// Puts a role where the one of that id stands so; else `None`, and nothing is changed.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed; [`Error::Unreadable`] when the document cannot be read.
    pub fn put_role_if(&self, role: &Role, guard: Precondition) -> Result<Option<Written>, Error> {
        let inner = &*self.inner;
        let entry = self.role_entry(role)?;
        let Some(written) = inner.put_if(role, body(role)?, guard)? else { return Ok(None) };
        inner.remember_role(role.id.clone(), Seq(written.seq), Some(Arc::new(entry)));
        Ok(Some(written))
    }

    /// Removes a candidate who stands so, and tells whether there was one; else `None`, and nothing is changed.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed.
    pub fn delete_candidate_if(&self, id: &CandidateId, guard: Option<Precondition>) -> Result<Option<bool>, Error> {
        let inner = &*self.inner;
        let (outcome, seq) = inner.delete_if(Kind::Candidate, id.as_str(), guard)?;
        if let Some(seq) = seq {
            inner.pool.remove(id, seq);
            inner.unreadable.changed(Kind::Candidate, id.as_str(), seq);
            #[cfg(feature = "search")]
            inner.indexer.changed(seq, Some(IndexChange::Deleted(Kind::Candidate, id.to_string())));
            #[cfg(not(feature = "search"))]
            inner.came_by(seq);
        }
        Ok(outcome)
    }

    /// Removes a role that stands so, and tells whether there was one; else `None`, and nothing is changed.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed.
    pub fn delete_role_if(&self, id: &RoleId, guard: Option<Precondition>) -> Result<Option<bool>, Error> {
        let inner = &*self.inner;
        let (outcome, seq) = inner.delete_if(Kind::Role, id.as_str(), guard)?;
        if let Some(seq) = seq {
            inner.remember_role(id.clone(), seq, None);
        }
        Ok(outcome)
    }
}

impl Inner {
    fn put_if<T: Document + AsKind>(
        &self,
        document: &T,
        body: Vec<u8>,
        guard: Precondition,
    ) -> Result<Option<Written>, Error> {
        let put = Op::Put { kind: T::STORED_AS, id: document.id().to_owned(), body };
        let Applied { seq, existed, done } = self.store.apply(&[Op::Guarded { guard, op: Box::new(put) }])?;
        Ok((done == [true]).then_some(Written { seq: seq.0, created: existed == [false] }))
    }

    /// The outcome, and the number of the write where one was made.
    fn delete_if(
        &self,
        kind: Kind,
        id: &str,
        guard: Option<Precondition>,
    ) -> Result<(Option<bool>, Option<Seq>), Error> {
        let delete = Op::Delete { kind, id: id.to_owned() };
        let is_guarded = guard.is_some();
        let op = match guard {
            Some(guard) => Op::Guarded { guard, op: Box::new(delete) },
            None => delete,
        };
        let Applied { seq, existed, done } = self.store.apply(&[op])?;
        if done == [true] {
            return Ok((Some(true), Some(seq)));
        }
        // Without a guard, or with one that holds for what is not there, nothing was there to be removed.
        Ok(((!is_guarded && existed == [false]).then_some(false), None))
    }
}

#[cfg(all(test, feature = "search", feature = "storage"))]
mod tests {
    use std::sync::Barrier;

    use super::*;
    use crate::domain::{CandidateId, Level, RoleId};

    #[test]
    fn what_is_there_stays_as_it_is() {
        let engine = Engine::in_memory();
        let new = |level| Candidate { level: Some(level), ..Candidate::new(CandidateId::new("c").unwrap()) };
        assert!(engine.create_candidate(&new(Level::Mid)).unwrap().unwrap().created);
        assert_eq!(engine.create_candidate(&new(Level::Senior)).unwrap(), None);
        assert_eq!(engine.candidate(&new(Level::Mid).id).unwrap(), Some(new(Level::Mid)));
        let role = Role::new(RoleId::new("c").unwrap());
        assert!(engine.create_role(&role).unwrap().is_some(), "roles have ids of their own");
        assert_eq!(engine.create_role(&role).unwrap(), None);
        assert_eq!((engine.candidate_count(), engine.role_count()), (1, 1));
        engine.delete_role(&role.id).unwrap();
        assert!(engine.create_role(&role).unwrap().is_some());
        engine.flush_index().unwrap();
    }

    /// Whichever of the two comes first, the put is what stands at the end, for readers and for matches.
    #[test]
    fn a_put_that_races_a_creation_is_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let on_disk = Engine::open(folder.path()).unwrap();
        for (engine, races) in [(Engine::in_memory(), 150), (on_disk, 20)] {
            for race in 0..races {
                let blank = Candidate::new(CandidateId::new(format!("c-{race}")).unwrap());
                let of = |level| Candidate { level: Some(level), ..blank.clone() };
                let start = Barrier::new(2);
                let (put, created) = std::thread::scope(|scope| {
                    let putting = scope.spawn(|| {
                        start.wait();
                        engine.put_candidate(&of(Level::Senior)).unwrap()
                    });
                    start.wait();
                    let created = engine.create_candidate(&of(Level::Entry)).unwrap();
                    (putting.join().unwrap(), created)
                });
                assert_eq!(put.created, created.is_none(), "one of the two made it");
                assert_eq!(engine.candidate(&blank.id).unwrap(), Some(of(Level::Senior)));
                let entry = engine.inner.pool.get(&blank.id).unwrap();
                assert_eq!((entry.seq.0, entry.person().facts.level.as_ref().unwrap().value), (put.seq, Level::Senior));
            }
            engine.flush_index().unwrap();
        }
    }
}
