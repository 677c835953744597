//! Follows what other processes write to a store that they share: a thread that brings their changes to the pool, the roles, the decisions
//! and the index, in the order of their numbers. What this process writes comes by here, too, and is known by then.
//!
//! A node that falls so far behind that the log was cut meanwhile holds all that it knows against all documents: see `behind`.
//!
//! Changes are taken in while no writer of this process stands between the store and the pool. So whoever is deleted at a later number is
//! never brought back by a writer that was slow, and everything up to a number that was followed is in every later match.

mod behind;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::duplicates::Decision;
use super::entry::Entry;
use super::feedback::Feedback;
use super::reload::Lineage;
use super::{Engine, Inner, RoleEntry, decode};
use crate::domain::parallel::prelude::*;
use crate::domain::{CancelToken, Candidate, CandidateId, Error, Role, RoleId, StorageErrorKind};
use crate::store::{Change, Followed, Kind, Record, Seq, Store};

/// Whoever is not woken asks again after so long.
const ASK_EVERY: Duration = Duration::from_millis(250);
/// A pause after an attempt that failed.
const PAUSE: Duration = Duration::from_millis(500);
/// Whoever waits for a number looks so often whether the wait is cancelled.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// How far the changes were followed.
pub(super) struct Follower {
    standing: Mutex<Standing>,
    moved: Condvar,
}

struct Standing {
    seen: Seq,
    /// Since when no attempt has succeeded, and why the last one did not.
    failing: Option<(Instant, Option<StorageErrorKind>)>,
}

impl Follower {
    /// Starts the thread, for an engine that holds everything up to this change. It ends with the last engine over the store.
    pub(super) fn start(lineage: &Arc<Lineage>, store: &Arc<dyn Store>, from: Seq) -> Result<Arc<Self>, Error> {
        let standing = Mutex::new(Standing { seen: from, failing: None });
        let follower = Arc::new(Self { standing, moved: Condvar::new() });
        let (own, lineage, store) = (follower.clone(), lineage.clone(), store.clone());
        let thread = std::thread::Builder::new().name("rolefit-follower".to_owned());
        thread.spawn(move || own.run(&lineage, &*store)).map_err(|error| {
            Error::store(StorageErrorKind::Io, format!("the thread that follows the store cannot be started: {error}"))
        })?;
        Ok(follower)
    }

    fn run(&self, lineage: &Lineage, store: &dyn Store) {
        let Some(store) = store.shared() else { return };
        while let Some(engine) = lineage.newest() {
            // While it waits it holds no engine, which would not close meanwhile.
            drop(engine);
            let seen = self.lock().seen;
            let step = || {
                let followed = match store.follow(seen, ASK_EVERY) {
                    // The log was cut beyond it.
                    Err(_) if seen < store.log_from() => {
                        let Some(engine) = lineage.newest() else { return Ok(seen) };
                        return engine.take_over_all(store, seen);
                    }
                    followed => followed?,
                };
                let (Some(last), Some(engine)) = (followed.changes.last(), lineage.newest()) else { return Ok(seen) };
                engine.take_over(&followed)?;
                Ok(last.seq)
            };
            let panicked = || Err(Error::store(StorageErrorKind::Io, "following the store panicked".to_owned()));
            let outcome = catch_unwind(AssertUnwindSafe(step)).unwrap_or_else(|_| panicked());
            let mut standing = self.lock();
            match outcome {
                Ok(upto) => *standing = Standing { seen: upto, failing: None },
                Err(error) => {
                    let since = standing.failing.map_or_else(Instant::now, |(since, _)| since);
                    standing.failing = Some((since, error.storage_kind()));
                }
            }
            let is_failing = standing.failing.is_some();
            drop(standing);
            self.moved.notify_all();
            if is_failing {
                std::thread::sleep(PAUSE);
            }
        }
    }

    /// Everything up to this change is in the pool.
    pub(super) fn seen(&self) -> Seq {
        self.lock().seen
    }

    /// Since when the store could not be followed, and why.
    pub(super) fn failing(&self) -> Option<(Duration, Option<StorageErrorKind>)> {
        self.lock().failing.map(|(since, kind)| (since.elapsed(), kind))
    }

    fn wait_for(&self, seq: Seq, ends: Instant, cancel: &CancelToken) -> Result<bool, Error> {
        let mut standing = self.lock();
        while standing.seen < seq {
            cancel.check()?;
            let left = ends.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(false);
            }
            standing =
                self.moved.wait_timeout(standing, left.min(LOOK_EVERY)).unwrap_or_else(PoisonError::into_inner).0;
        }
        Ok(true)
    }

    fn lock(&self) -> MutexGuard<'_, Standing> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    /// Waits until matches see every change up to this one; tells whether they do.
    pub(super) fn wait_for_followed(&self, seq: Seq, ends: Instant, cancel: &CancelToken) -> Result<bool, Error> {
        self.lineage.follower.get().map_or(Ok(true), |follower| follower.wait_for(seq, ends, cancel))
    }
}

/// What changes come to, read by an engine's knowledge.
#[derive(Default)]
struct Prepared {
    candidates: Vec<(Candidate, Entry)>,
    roles: Vec<(RoleId, Seq, Arc<RoleEntry>)>,
    decisions: Vec<(String, Option<Decision>)>,
    feedback: Vec<(Seq, Feedback)>,
    gone: Vec<(Kind, String, Seq)>,
    unread: Vec<(Kind, String, Seq, Error)>,
}

impl Engine {
    fn take_over(&self, followed: &Followed) -> Result<(), Error> {
        let prepare = |engine: &Self| engine.prepare(followed);
        self.write_alone(prepare, |inner, prepared| inner.take_over(prepared, &followed.changes))
    }

    fn prepare(&self, followed: &Followed) -> Result<Prepared, Error> {
        let mut prepared = Prepared::default();
        let mut last: BTreeMap<(Kind, &str), Seq> = BTreeMap::new();
        for Change { seq, kind, id, .. } in &followed.changes {
            last.insert((*kind, id), *seq);
        }
        let mut candidates: Vec<(&str, &Record)> = Vec::new();
        for ((kind, id), seq) in last {
            match (followed.documents.get(&(kind, id.to_owned())), kind) {
                (Some(record), Kind::Candidate) => {
                    if !self.inner.knows_candidate(id, record.seq) {
                        candidates.push((id, record));
                    }
                }
                (Some(record), Kind::Role) => self.prepare_role(id, record, &mut prepared)?,
                (Some(record), Kind::Decision) => {
                    prepared.decisions.push((id.to_owned(), Some(decode(kind, id, &record.body)?)));
                }
                (Some(record), Kind::Feedback) => {
                    prepared.feedback.push((record.seq, decode(kind, id, &record.body)?));
                }
                (None, Kind::Decision) => prepared.decisions.push((id.to_owned(), None)),
                (None, kind) => prepared.gone.push((kind, id.to_owned(), seq)),
            }
        }
        let extractor = self.extractor();
        let read = |(id, record): (&str, &Record)| {
            let candidate: Candidate = decode(Kind::Candidate, id, &record.body)?;
            let entry = self.candidate_entry(&candidate, &extractor);
            Ok((id.to_owned(), record.seq, entry.map(|entry| (candidate, entry.stored(record.seq, &record.body)))))
        };
        for read in candidates.into_par_iter().map(read).collect::<Result<Vec<_>, Error>>()? {
            match read {
                (_, _, Ok(found)) => prepared.candidates.push(found),
                // Another version could read it.
                (id, seq, Err(error @ Error::Unreadable { .. })) => {
                    prepared.unread.push((Kind::Candidate, id, seq, error));
                }
                (_, _, Err(error)) => return Err(error),
            }
        }
        Ok(prepared)
    }

    fn prepare_role(&self, id: &str, record: &Record, prepared: &mut Prepared) -> Result<(), Error> {
        let role: Role = decode(Kind::Role, id, &record.body)?;
        match self.role_entry(&role) {
            Ok(entry) => prepared.roles.push((role.id, record.seq, Arc::new(entry))),
            Err(error @ Error::Unreadable { .. }) => {
                prepared.unread.push((Kind::Role, id.to_owned(), record.seq, error));
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

impl Inner {
    /// Whether matches see this change of a candidate, or a later one.
    fn knows_candidate(&self, id: &str, seq: Seq) -> bool {
        CandidateId::new(id).is_ok_and(|id| self.pool.get(&id).is_some_and(|entry| entry.seq >= seq))
    }

    /// Takes in what changes came to. Where it fails, as for a store that does not answer, it may be done again as a whole.
    fn take_over(&self, prepared: Prepared, changes: &[Change]) -> Result<(), Error> {
        let Prepared { candidates, roles, decisions, feedback, gone, unread } = prepared;
        for (kind, id, seq) in gone {
            self.forget(kind, &id, seq)?;
        }
        for (kind, id, seq, error) in unread {
            self.forget(kind, &id, seq)?;
            self.unreadable.add(kind, &id, seq, error);
        }
        self.remember_candidates(candidates.iter().map(|(candidate, entry)| (candidate, entry.clone())).collect())?;
        for (id, seq, entry) in roles {
            self.remember_role(id, seq, Some(entry));
        }
        for (id, decision) in decisions {
            self.follow_decision(&id, decision)?;
        }
        self.follow_feedback(feedback)?;
        for change in changes {
            self.came_by_without_change(change.seq);
        }
        Ok(())
    }

    fn forget(&self, kind: Kind, id: &str, seq: Seq) -> Result<(), Error> {
        let damaged =
            |_| Error::store(StorageErrorKind::Damaged, "the log of changes names an id that is none".to_owned());
        match kind {
            Kind::Candidate => self.forget_candidate(&CandidateId::new(id).map_err(damaged)?, seq),
            Kind::Role => self.remember_role(RoleId::new(id).map_err(damaged)?, seq, None),
            Kind::Decision => {}
            Kind::Feedback => self.feedback.follow_removal(id),
        }
        Ok(())
    }
}
