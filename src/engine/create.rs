//! Documents of new ids: put unless there is one already, which the store decides, so that of two writers none is overwritten
//! unseen.

use std::sync::Arc;

use super::entry::Entry;
use super::{AsKind, Engine, Inner, Written, body};
use crate::domain::{Candidate, Error, Role};
use crate::intake::Document;
use crate::store::{Op, Seq};

impl Engine {
    /// Puts a candidate of a new id; `None`, and nothing is changed, when there is one of that id, also when another writer
    /// puts it at the same time. Durable when this returns.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed; [`Error::Unreadable`] when the document cannot be read.
    pub fn create_candidate(&self, candidate: &Candidate) -> Result<Option<Written>, Error> {
        let inner = &*self.inner;
        let entry = Entry::new(candidate, &self.extractor())?;
        let body = body(candidate)?;
        let Some(seq) = inner.create(candidate, body.clone())? else { return Ok(None) };
        inner.remember_candidates(vec![(candidate, entry.stored(seq, &body))]);
        Ok(Some(Written { seq: seq.0, created: true }))
    }

    /// Puts a role of a new id; as [`Engine::create_candidate`].
    ///
    /// # Errors
    /// As [`Engine::create_candidate`].
    pub fn create_role(&self, role: &Role) -> Result<Option<Written>, Error> {
        let inner = &*self.inner;
        let entry = self.role_entry(role)?;
        let Some(seq) = inner.create(role, body(role)?)? else { return Ok(None) };
        inner.remember_role(role.id.clone(), seq, Some(Arc::new(entry)));
        Ok(Some(Written { seq: seq.0, created: true }))
    }
}

impl Inner {
    /// The number of the write, unless there is such a document already.
    fn create<T: Document + AsKind>(&self, document: &T, body: Vec<u8>) -> Result<Option<Seq>, Error> {
        let op = Op::Create { kind: T::STORED_AS, id: document.id().to_owned(), body };
        let applied = self.store.apply(&[op])?;
        Ok((applied.existed == [false]).then_some(applied.seq))
    }
}

#[cfg(test)]
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
