//! Another taxonomy, scoring profile or market reference for an engine that is open: a second engine over the same store, made beside
//! the one in use and put in its place in one step. Whatever was asked before ends on the old one.
//!
//! Everybody is read anew while others read and write, and then whoever changed meanwhile, as when a store is written anew. Writers hold
//! a gate; the last few changes are read, and the place is taken, while nobody is within. From then on whatever is written goes to the
//! new engine, through whichever handle.

use std::collections::BTreeMap;
#[cfg(feature = "postgres")]
use std::sync::Weak;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use super::entry::Entry;
#[cfg(feature = "postgres")]
use super::follower::Follower;
use super::in_use::Exchanged;
#[cfg(feature = "storage")]
use super::kept_tiles::KeptTiles;
use super::pool::Pool;
use super::tile::TileModel;
use super::unread::UnreadableDocuments;
use super::{Engine, EngineOptions, Inner, RoleEntry, Roles, decode};
use crate::domain::parallel::prelude::*;
use crate::domain::{CancelToken, Candidate, CandidateId, Error, PartialDate, Role, RoleId, StorageErrorKind};
use crate::extract::Extractor;
use crate::identity::IdentitySecret;
use crate::score::MAX_ROWS;
use crate::store::{Kind, Record, Seq, Store};

/// So many documents are read at a time, as when an engine opens.
const PORTION: usize = 2 * MAX_ROWS;
/// Writers wait while fewer changes than this are read,
const FEW_CHANGES: u64 = 200;
/// or whatever is left after so many rounds.
const CATCH_UP_ROUNDS: usize = 10;
/// It is begun anew so often where an erasure, or another node, cut the log of changes on the way.
const ATTEMPTS: usize = 3;

/// What the engines of one store share that follow each other.
#[derive(Default)]
pub(super) struct Lineage {
    /// Held by all who write, and alone by whoever puts another engine in place.
    gate: RwLock<()>,
    reloading: Mutex<()>,
    /// The one in use.
    #[cfg(feature = "postgres")]
    newest: Mutex<Weak<Inner>>,
    /// Of a store that others write to, from the end of the opening on.
    #[cfg(feature = "postgres")]
    pub(super) follower: OnceLock<Arc<Follower>>,
}

#[cfg(feature = "postgres")]
impl Lineage {
    /// The engine in use, while there is one.
    pub(super) fn newest(&self) -> Option<Engine> {
        let inner = self.newest.lock().unwrap_or_else(PoisonError::into_inner).upgrade()?;
        Some(Engine::over(inner))
    }

    /// Keeps the follower from taking anything in until what is given is dropped.
    #[cfg(test)]
    pub(super) fn hold_up(&self) -> std::sync::RwLockReadGuard<'_, ()> {
        self.gate.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_newest(&self, inner: &Arc<Inner>) {
        *self.newest.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(inner);
    }
}

impl Engine {
    /// Reads and judges everybody by another taxonomy, scoring profile or market reference, and gives the engine that does; of the options
    /// only these three are looked at. Reads and writes go on meanwhile, and it takes up to twice the memory. Handles from before, and
    /// what was asked of them, keep what they know; what is written through them is in the new engine all the same, and no more in theirs.
    /// [`Engine::newest`] tells which engine that is. Where nothing differs it is this one.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use rolefit::taxonomy::Taxonomy;
    /// use rolefit::{Candidate, Engine, EngineOptions};
    ///
    /// let engine = Engine::in_memory();
    /// let person: Candidate = serde_json::from_str(r#"{"id": "c-1", "skills": ["Quokkascript"]}"#)?;
    /// engine.put_candidate(&person)?;
    /// assert_eq!(engine.unrecognized_skills(10)?.total, 1);
    /// let own = r#"concept = [{ id = "quokkascript", label = "Quokkascript", kind = "tool", area = "interconnect", weight = 1.0, source = "own" }]"#;
    /// let engine = engine.reload(EngineOptions::default().with_taxonomy(Arc::new(Taxonomy::extended(own)?)))?;
    /// assert_eq!(engine.unrecognized_skills(10)?.total, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Store`] when a document cannot be read from the store; [`Error::Cancelled`] when the handle's token says so. The engine in
    /// use then stays.
    pub fn reload(&self, options: EngineOptions) -> Result<Self, Error> {
        let lineage = self.inner.lineage.clone();
        let _one_at_a_time = lineage.reloading.lock().unwrap_or_else(PoisonError::into_inner);
        let old = self.newest();
        let own = &old.inner.options;
        if judges_alike(own, &options) {
            return Ok(old);
        }
        let options = EngineOptions { limits: own.limits.clone(), storage: own.storage, ..options };
        let store = &*old.inner.store;
        // What is written meanwhile is read from the log.
        let _held = store.hold_log();
        let (mut anew, mut seen) = self.read_anew(&old, &options)?;
        for _ in 0..CATCH_UP_ROUNDS {
            if store.last_seq().0 - seen.0 <= FEW_CHANGES {
                break;
            }
            seen = anew.catch_up(store, seen, Alone::No)?;
        }
        let gate = lineage.gate.write().unwrap_or_else(PoisonError::into_inner);
        anew.catch_up(store, seen, Alone::Yes)?;
        let new = anew.into_inner(&old.inner, options);
        new.show_merged_anew()?;
        old.inner.in_use.replace(new.exchanged());
        let is_first = old.inner.successor.set(new.clone()).is_ok();
        debug_assert!(is_first, "the newest engine has no successor, and only one is made at a time");
        #[cfg(feature = "postgres")]
        lineage.set_newest(&new);
        drop(gate);
        let gate = lineage.gate.read().unwrap_or_else(PoisonError::into_inner);
        new.note_all_fits();
        drop(gate);
        Ok(Self { inner: new, ..self.clone() })
    }

    /// The engine that [`Engine::reload`] has put in place of this one, or this one.
    #[must_use]
    pub fn newest(&self) -> Self {
        let mut newest = &self.inner;
        while let Some(next) = newest.successor.get() {
            newest = next;
        }
        Self { inner: newest.clone(), ..self.clone() }
    }

    /// Writes to the newest engine: what is prepared by its knowledge is written while nobody puts another in place. Whatever takes the
    /// threads of all, reading and the making of tiles, stands outside the gate: a thread that waits for it might be given other work, which
    /// would want to get in, too.
    pub(super) fn write<P, T>(
        &self,
        prepare: impl Fn(&Self) -> Result<P, Error>,
        write: impl FnOnce(&Inner, P) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.write_behind_gate(Alone::No, prepare, write)
    }

    /// As [`Engine::write`], while nobody else of this process writes.
    #[cfg(feature = "postgres")]
    pub(super) fn write_alone<P, T>(
        &self,
        prepare: impl Fn(&Self) -> Result<P, Error>,
        write: impl FnOnce(&Inner, P) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.write_behind_gate(Alone::Yes, prepare, write)
    }

    fn write_behind_gate<P, T>(
        &self,
        alone: Alone,
        prepare: impl Fn(&Self) -> Result<P, Error>,
        write: impl FnOnce(&Inner, P) -> Result<T, Error>,
    ) -> Result<T, Error> {
        loop {
            let engine = self.newest();
            let prepared = prepare(&engine)?;
            let gate = &engine.inner.lineage.gate;
            let guards = match alone {
                Alone::No => (Some(gate.read().unwrap_or_else(PoisonError::into_inner)), None),
                Alone::Yes => (None, Some(gate.write().unwrap_or_else(PoisonError::into_inner))),
            };
            // Else it was put in place meanwhile, and reads otherwise.
            if engine.inner.successor.get().is_none() {
                let outcome = write(&engine.inner, prepared);
                drop(guards);
                engine.inner.pool.tidy_when_full();
                return outcome;
            }
        }
    }

    /// Everybody as of a change, by other knowledge.
    fn read_anew(&self, old: &Self, options: &EngineOptions) -> Result<(Anew, Seq), Error> {
        let old = &*old.inner;
        let reads_alike = old.options.taxonomy.version() == options.taxonomy.version();
        for _ in 0..ATTEMPTS {
            let mut anew = Anew::new(options, old.duplicates.secret, &self.cancel);
            let alone = old.lineage.gate.write().unwrap_or_else(PoisonError::into_inner);
            let from = old.store.last_seq();
            if reads_alike {
                let everybody = old.pool.snapshot();
                anew.roles = old.roles.read().unwrap_or_else(PoisonError::into_inner).clone();
                anew.unreadable = old.unreadable.copy();
                drop(alone);
                let everybody: Vec<&Arc<Entry>> = everybody.entries().collect();
                for portion in everybody.chunks(PORTION) {
                    self.cancel.check()?;
                    anew.pool.put(portion.iter().map(|entry| Entry::clone(entry)).collect());
                }
            } else {
                drop(alone);
                anew.read_all(&*old.store)?;
            }
            if old.store.log_from() <= from {
                return Ok((anew, from));
            }
        }
        let message = "the log of changes was cut again and again by erasures; try again soon".to_owned();
        Err(Error::store(StorageErrorKind::Io, message))
    }
}

impl Inner {
    /// What of it takes another's place for those who go on.
    fn exchanged(&self) -> Exchanged {
        Exchanged {
            pool: self.pool.clone(),
            #[cfg(feature = "storage")]
            kept: self.kept.clone(),
        }
    }
}

fn judges_alike(one: &EngineOptions, other: &EngineOptions) -> bool {
    one.taxonomy.version() == other.taxonomy.version()
        && one.profile.hash() == other.profile.hash()
        && one.market.version() == other.market.version()
}

/// Whether all writers of this process wait meanwhile. Then no other thread is waited for, which might be one of theirs.
#[derive(Clone, Copy)]
enum Alone {
    Yes,
    No,
}

/// An engine's knowledge of its documents while it is made.
struct Anew {
    extractor: Extractor,
    cancel: CancelToken,
    pool: Pool,
    roles: Roles,
    unreadable: UnreadableDocuments,
    secret: IdentitySecret,
    /// How many candidates were read from their documents.
    n_read: u64,
}

impl Anew {
    fn new(options: &EngineOptions, secret: IdentitySecret, cancel: &CancelToken) -> Self {
        let as_of = PartialDate::today().first_month();
        let model = TileModel::new(options.taxonomy.clone(), options.profile.clone(), as_of);
        Self {
            extractor: Extractor::new(options.taxonomy.clone()),
            cancel: cancel.clone(),
            pool: Pool::new(model),
            roles: Roles::new(),
            unreadable: UnreadableDocuments::default(),
            secret,
            n_read: 0,
        }
    }

    fn read_all(&mut self, store: &dyn Store) -> Result<(), Error> {
        for kind in Kind::ALL {
            let mut records = store.scan(kind, None);
            loop {
                let portion: Vec<(String, Record)> = records.by_ref().take(PORTION).collect::<Result<_, Error>>()?;
                if portion.is_empty() {
                    break;
                }
                self.take_in(kind, &portion)?;
            }
        }
        Ok(())
    }

    /// Takes in documents, each unless it is known as of a later change.
    fn take_in(&mut self, kind: Kind, records: &[(String, Record)]) -> Result<(), Error> {
        self.cancel.check()?;
        match kind {
            Kind::Candidate => self.take_in_candidates(records),
            Kind::Role => records.iter().try_for_each(|(id, record)| self.take_in_role(id, record)),
            // What people decided is known whatever is read by.
            Kind::Decision | Kind::Feedback => Ok(()),
        }
    }

    fn take_in_candidates(&mut self, records: &[(String, Record)]) -> Result<(), Error> {
        let entries = records.par_iter().map(|(id, record)| self.entry(id, record));
        let entries = entries.collect::<Result<Vec<Option<Entry>>, Error>>()?;
        self.n_read += u64::try_from(entries.len()).unwrap_or(u64::MAX);
        self.pool.put(entries.into_iter().flatten().collect());
        Ok(())
    }

    /// Reads a candidate; nobody where that is given up.
    fn entry(&self, id: &str, record: &Record) -> Result<Option<Entry>, Error> {
        let candidate: Candidate = decode(Kind::Candidate, id, &record.body)?;
        self.unreadable.changed(Kind::Candidate, id, record.seq);
        match Entry::new(&candidate, &self.extractor.cancelled_by(self.cancel.clone())) {
            Ok(entry) => Ok(Some(entry.with_keys(&candidate, self.secret).stored(record.seq, &record.body))),
            Err(error @ Error::Unreadable { .. }) => {
                self.unreadable.add(Kind::Candidate, id, record.seq, error);
                Ok(None)
            }
            Err(other) => Err(other),
        }
    }

    fn take_in_role(&mut self, id: &str, record: &Record) -> Result<(), Error> {
        let role: Role = decode(Kind::Role, id, &record.body)?;
        self.unreadable.changed(Kind::Role, id, record.seq);
        match self.extractor.cancelled_by(self.cancel.clone()).role_facts(&role) {
            Ok(facts) => {
                self.roles.insert(role.id.clone(), (record.seq, Some(Arc::new(RoleEntry { role, facts }))));
            }
            Err(error @ Error::Unreadable { .. }) => self.unreadable.add(Kind::Role, id, record.seq, error),
            Err(other) => return Err(other),
        }
        Ok(())
    }

    /// Takes in what has changed after `seen`, and tells up to which change that is everything.
    fn catch_up(&mut self, store: &dyn Store, seen: Seq, alone: Alone) -> Result<Seq, Error> {
        let (mut upto, mut changed) = (seen, BTreeMap::new());
        for change in store.changes_since(seen) {
            let change = change?;
            upto = upto.max(change.seq);
            changed.insert((change.kind, change.id), change.seq);
        }
        let mut candidates = Vec::new();
        for ((kind, id), seq) in changed {
            match (store.get(kind, &id)?, kind) {
                (_, Kind::Decision | Kind::Feedback) => {}
                (None, _) => self.forget(kind, &id, seq)?,
                (Some(record), Kind::Role) => self.take_in_role(&id, &record)?,
                (Some(record), Kind::Candidate) => candidates.push((id, record)),
            }
        }
        for portion in candidates.chunks(PORTION) {
            match alone {
                Alone::No => self.take_in_candidates(portion)?,
                Alone::Yes => {
                    let entries = portion.iter().map(|(id, record)| self.entry(id, record));
                    let entries = entries.collect::<Result<Vec<Option<Entry>>, Error>>()?;
                    self.pool.add(entries.into_iter().flatten().collect());
                }
            }
        }
        Ok(upto)
    }

    fn forget(&mut self, kind: Kind, id: &str, seq: Seq) -> Result<(), Error> {
        let damaged =
            |_| Error::store(StorageErrorKind::Damaged, "the log of changes names an id that is none".to_owned());
        self.unreadable.changed(kind, id, seq);
        match kind {
            Kind::Candidate => self.pool.remove(&CandidateId::new(id).map_err(damaged)?, seq),
            Kind::Role => drop(self.roles.insert(RoleId::new(id).map_err(damaged)?, (seq, None))),
            Kind::Decision | Kind::Feedback => {}
        }
        Ok(())
    }

    /// An engine of it, in the place of another.
    fn into_inner(self, old: &Inner, options: EngineOptions) -> Arc<Inner> {
        #[cfg(feature = "storage")]
        let kept = old.kept.as_ref().zip(old.index_dir.as_deref()).map(|(_, index)| {
            Arc::new(KeptTiles::beside(index, old.store.uuid(), &options.taxonomy, old.duplicates.secret))
        });
        Arc::new(Inner {
            successor: OnceLock::new(),
            lineage: old.lineage.clone(),
            in_use: old.in_use.clone(),
            #[cfg(feature = "search")]
            indexer: old.indexer.clone(),
            #[cfg(not(feature = "search"))]
            arrivals: old.arrivals.clone(),
            pool: Arc::new(self.pool),
            roles: RwLock::new(self.roles),
            extractor: self.extractor,
            options,
            unreadable: self.unreadable,
            timings: old.timings.clone(),
            duplicates: old.duplicates.clone(),
            feedback: old.feedback.clone(),
            names: old.names.clone(),
            scores: super::kept_scores::KeptScores::default(),
            #[cfg(feature = "search")]
            counts: super::text_search::KeptCounts::default(),
            index_dir: old.index_dir.clone(),
            #[cfg(feature = "storage")]
            kept,
            #[cfg(feature = "storage")]
            eraser: old.eraser.clone(),
            #[cfg(feature = "storage")]
            opened_at: old.opened_at,
            #[cfg(feature = "storage")]
            not_kept: old.not_kept + self.n_read,
            #[cfg(feature = "webhooks")]
            webhooks: old.webhooks.renewed(),
            store: old.store.clone(),
        })
    }
}
