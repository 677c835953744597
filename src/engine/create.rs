//! Writes that are done only where the document stands as is asked for: there is none yet, or it is still the version that was
//! read. The store decides, so that of two writers none is overwritten unseen.

use std::sync::Arc;

#[cfg(feature = "search")]
use super::indexer::IndexChange;
use super::removal::{RemovalOutcome, RemoveOptions, Removed};
use super::{AsKind, Engine, Inner, Written, body};
use crate::domain::{Candidate, CandidateId, Error, Role, RoleId};
use crate::intake::Document;
use crate::store::{Applied, EarlierRequest, Kind, Note, Op, Precondition, RequestKey, Seq};

impl Engine {
    /// Puts a candidate of a new id; `None`, and nothing is changed, when there is one of that id, also when another writer
    /// puts it at the same time. Durable when this returns.
    ///
    /// # Errors
    /// [`Error::Invalid`] or [`Error::Malformed`] when the document breaks a rule; [`Error::Store`] when the disk failed;
    /// [`Error::Unreadable`] when the document cannot be read.
    pub fn create_candidate(&self, candidate: &Candidate) -> Result<Option<Written>, Error> {
        self.put_candidate_if(candidate, Precondition::Absent)
    }

    /// Puts a role of a new id; `None`, and nothing is changed, when there is one of that id. Durable when this returns.
    ///
    /// # Errors
    /// [`Error::Invalid`] or [`Error::Malformed`] when the document breaks a rule; [`Error::Store`] when the disk failed;
    /// [`Error::Unreadable`] when the document cannot be read.
    pub fn create_role(&self, role: &Role) -> Result<Option<Written>, Error> {
        self.put_role_if(role, Precondition::Absent)
    }

    /// Puts a candidate of a new id, as [`Engine::create_candidate`], and remembers in the same durable step the request that
    /// asked for it: see [`Engine::earlier_request`].
    ///
    /// # Errors
    /// As [`Engine::create_candidate`].
    pub fn create_candidate_once(&self, candidate: &Candidate, request: &RequestKey) -> Result<Option<Written>, Error> {
        self.put_candidate_for(candidate, Precondition::Absent, Some(request))
    }

    /// Puts a role of a new id once; as [`Engine::create_candidate_once`].
    ///
    /// # Errors
    /// As [`Engine::create_candidate`].
    pub fn create_role_once(&self, role: &Role, request: &RequestKey) -> Result<Option<Written>, Error> {
        self.put_role_for(role, Precondition::Absent, Some(request))
    }

    /// What became of an earlier request of this key, so that one that is sent again is answered as before and does nothing. A
    /// request is remembered for a day from the step that did it on, also by an engine that is opened anew; compacting and
    /// restoring a directory forgets all.
    ///
    /// ```
    /// use rolefit::storage::RequestKey;
    /// use rolefit::{Engine, Limits, parse_candidate};
    ///
    /// let engine = Engine::in_memory();
    /// let candidate = parse_candidate(br#"{"id": "c-1"}"#, &Limits::default())?;
    /// let request = RequestKey::new("order-7", br#"{"id": "c-1"}"#, 1_800_000_000);
    /// assert_eq!(engine.earlier_request(&request)?, None);
    /// engine.create_candidate_once(&candidate, &request)?;
    /// assert_eq!(engine.earlier_request(&request)?.map(|earlier| earlier.id), Some("c-1".to_owned()));
    /// # Ok::<(), rolefit::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Store`] when it cannot be read.
    pub fn earlier_request(&self, request: &RequestKey) -> Result<Option<EarlierRequest>, Error> {
        self.inner.store.earlier_request(request)
    }

    /// Removes many candidates in one durable step, and tells of each whether there was one.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed.
    pub fn delete_candidates(&self, ids: &[CandidateId]) -> Result<Vec<bool>, Error> {
        let removed = self.remove_candidates(ids, &RemoveOptions::default())?;
        Ok(removed.outcomes.iter().map(|outcome| *outcome == RemovalOutcome::Removed).collect())
    }

    /// Removes many roles in one durable step; tells of each whether there was one.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed.
    pub fn delete_roles(&self, ids: &[RoleId]) -> Result<Vec<bool>, Error> {
        let removed = self.remove_roles(ids, &RemoveOptions::default())?;
        Ok(removed.outcomes.iter().map(|outcome| *outcome == RemovalOutcome::Removed).collect())
    }

    /// Puts a candidate where the one of that id stands so; else `None`, and nothing is changed.
    ///
    /// # Errors
    /// [`Error::Invalid`] or [`Error::Malformed`] when the document breaks a rule; [`Error::Store`] when the disk failed;
    /// [`Error::Unreadable`] when the document cannot be read.
    pub fn put_candidate_if(&self, candidate: &Candidate, guard: Precondition) -> Result<Option<Written>, Error> {
        self.put_candidate_for(candidate, guard, None)
    }

    /// Puts a role where the one of that id stands so; else `None`, and nothing is changed.
    ///
    /// # Errors
    /// [`Error::Invalid`] or [`Error::Malformed`] when the document breaks a rule; [`Error::Store`] when the disk failed;
    /// [`Error::Unreadable`] when the document cannot be read.
    pub fn put_role_if(&self, role: &Role, guard: Precondition) -> Result<Option<Written>, Error> {
        self.put_role_for(role, guard, None)
    }

    fn put_candidate_for(
        &self,
        candidate: &Candidate,
        guard: Precondition,
        request: Option<&RequestKey>,
    ) -> Result<Option<Written>, Error> {
        self.check(candidate)?;
        let body = body(candidate)?;
        let prepare = |engine: &Self| engine.candidate_entry(candidate, &engine.extractor());
        self.write(prepare, |inner, entry| {
            let Some(written) = inner.put_if(candidate, body.clone(), guard, request)? else { return Ok(None) };
            inner.remember_candidates(vec![(candidate, entry.stored(Seq(written.seq), &body))])?;
            inner.note_fits_of_candidates([candidate.id.clone()]);
            Ok(Some(written))
        })
    }

    fn put_role_for(
        &self,
        role: &Role,
        guard: Precondition,
        request: Option<&RequestKey>,
    ) -> Result<Option<Written>, Error> {
        self.check(role)?;
        let body = body(role)?;
        self.write(
            |engine| engine.role_entry(role),
            |inner, entry| {
                let Some(written) = inner.put_if(role, body, guard, request)? else { return Ok(None) };
                inner.remember_role(role.id.clone(), Seq(written.seq), Some(Arc::new(entry)));
                inner.note_fits_of_roles([role.id.clone()]);
                Ok(Some(written))
            },
        )
    }

    /// Removes a candidate who stands so, and tells whether there was one; else `None`, and nothing is changed.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed.
    pub fn delete_candidate_if(&self, id: &CandidateId, guard: Option<Precondition>) -> Result<Option<bool>, Error> {
        let options = RemoveOptions::default().with_guard(guard);
        Ok(outcome_of(&self.remove_candidates(std::slice::from_ref(id), &options)?))
    }

    /// Removes a role that stands so, and tells whether there was one; else `None`, and nothing is changed.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed.
    pub fn delete_role_if(&self, id: &RoleId, guard: Option<Precondition>) -> Result<Option<bool>, Error> {
        let options = RemoveOptions::default().with_guard(guard);
        Ok(outcome_of(&self.remove_roles(std::slice::from_ref(id), &options)?))
    }
}

/// Whether there was the one document that was to be removed; none where its guard does not hold.
fn outcome_of(removed: &Removed) -> Option<bool> {
    match removed.outcomes.first() {
        Some(RemovalOutcome::Removed) => Some(true),
        Some(RemovalOutcome::Absent) => Some(false),
        Some(RemovalOutcome::Refused) | None => None,
    }
}

impl Inner {
    fn put_if<T: Document + AsKind>(
        &self,
        document: &T,
        body: Vec<u8>,
        guard: Precondition,
        request: Option<&RequestKey>,
    ) -> Result<Option<Written>, Error> {
        let put = Op::Put { kind: T::STORED_AS, id: document.id().to_owned(), body };
        let mut op = Op::Guarded { guard, op: Box::new(put) };
        if let Some(request) = request {
            op = Op::Once { request: request.clone(), op: Box::new(op) };
        }
        let Applied { seq, existed, done } = self.store.apply(&[op])?;
        Ok((done == [true]).then_some(Written { seq: seq.0, created: existed == [false] }))
    }

    pub(super) fn forget_candidate(&self, id: &CandidateId, seq: Seq) {
        self.pool.remove(id, seq);
        self.forget_name(id);
        self.duplicates.removed(id);
        self.unreadable.changed(Kind::Candidate, id.as_str(), seq);
        #[cfg(feature = "search")]
        self.indexer.changed(seq, Some(IndexChange::Deleted(Kind::Candidate, id.to_string())));
        #[cfg(not(feature = "search"))]
        self.came_by(seq);
    }

    /// Of each id the number of its write, none where nothing was removed; and whether that is because there was nothing.
    pub(super) fn delete_all<'i>(
        &self,
        kind: Kind,
        ids: impl Iterator<Item = &'i str>,
        guard: Option<&Precondition>,
        note: Option<Note>,
    ) -> Result<(Vec<Option<Seq>>, Vec<bool>), Error> {
        let delete = |id: &str| {
            let delete = Op::Delete { kind, id: id.to_owned() };
            guard.map_or_else(
                || delete.clone(),
                |guard| Op::Guarded { guard: guard.clone(), op: Box::new(delete.clone()) },
            )
        };
        let ops: Vec<Op> = ids.map(delete).collect();
        if ops.is_empty() {
            return Ok((Vec::new(), Vec::new()));
        }
        let Applied { seq, existed, done } = self.store.apply_noting(&ops, note)?;
        let n_done = done.iter().filter(|done| **done).count();
        let mut next = seq.0 + 1 - u64::try_from(n_done).expect("fewer ops than sequence numbers");
        let mut number = || {
            next += 1;
            Seq(next - 1)
        };
        // What a guard demands of what is not there does not hold, or holds for nothing.
        let absent = existed.iter().map(|existed| guard.is_none() && !existed).collect();
        Ok((done.into_iter().map(|done| done.then(&mut number)).collect(), absent))
    }
}

#[cfg(all(test, feature = "search", feature = "storage"))]
mod tests {
    use std::sync::Barrier;

    use super::*;
    use crate::domain::{CandidateId, Level, RoleId};

    #[test]
    fn many_are_removed_in_one_step_and_numbered_in_turn() {
        let folder = tempfile::tempdir().unwrap();
        for engine in [Engine::in_memory(), Engine::open(folder.path()).unwrap()] {
            let ids = ["a", "b", "c", "d"].map(|id| CandidateId::new(id).unwrap());
            for id in [&ids[0], &ids[2]] {
                engine.put_candidate(&Candidate::new(id.clone())).unwrap();
            }
            let twice = [ids.to_vec(), ids[..1].to_vec()].concat();
            assert_eq!(engine.delete_candidates(&twice).unwrap(), [true, false, true, false, false]);
            assert_eq!((engine.candidate_count(), engine.status().seq), (0, 4));
            assert!(engine.put_candidate(&Candidate::new(ids[0].clone())).unwrap().created);
            assert_eq!(engine.delete_roles(&[RoleId::new("a").unwrap()]).unwrap(), [false]);
            engine.flush_index().unwrap();
        }
    }

    #[test]
    fn a_request_is_remembered_for_a_day_and_by_the_next_engine() {
        let folder = tempfile::tempdir().unwrap();
        let candidate = |id: &str| Candidate::new(CandidateId::new(id).unwrap());
        let request = |key: &str, at| RequestKey::new(key, b"asked", at);
        let on_disk = Engine::open(folder.path()).unwrap();
        for engine in [&Engine::in_memory(), &on_disk] {
            assert!(engine.create_candidate_once(&candidate("a"), &request("k", 1000)).unwrap().is_some());
            assert_eq!(engine.create_candidate_once(&candidate("a"), &request("other", 1000)).unwrap(), None);
            assert_eq!(engine.earlier_request(&request("other", 1000)).unwrap(), None, "it did nothing");
            let earlier = engine.earlier_request(&request("k", 1000 + 86_399)).unwrap().unwrap();
            assert_eq!((earlier.id.as_str(), earlier.seq), ("a", 1));
            assert!(
                earlier.asked_the_same(&request("x", 0)) && !earlier.asked_the_same(&RequestKey::new("k", b"other", 0))
            );
            assert_eq!(engine.earlier_request(&request("k", 1000 + 86_400)).unwrap(), None);
            let role = Role::new(RoleId::new("r").unwrap());
            assert!(engine.create_role_once(&role, &request("k2", 2000)).unwrap().is_some());
        }
        drop(on_disk);
        let engine = Engine::open(folder.path()).unwrap();
        assert_eq!(
            engine.earlier_request(&request("k", 1000)).unwrap().map(|earlier| earlier.id),
            Some("a".to_owned())
        );
        // The next request lets go of those whose time is over, and a key may be used anew.
        assert!(engine.create_candidate_once(&candidate("b"), &request("k", 100_000)).unwrap().is_some());
        assert_eq!(engine.earlier_request(&request("k2", 2000)).unwrap(), None);
        assert_eq!(
            engine.earlier_request(&request("k", 100_000)).unwrap().map(|earlier| earlier.id),
            Some("b".to_owned())
        );
        drop(engine);
        assert!(Engine::open(folder.path()).unwrap().earlier_request(&request("k", 100_001)).unwrap().is_some());
    }

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
