//! Keeps the index behind the store: a thread that commits changes in their order. The index may fail at any time without harm to
//! matches, and the thread builds another.

mod indexes;
mod up_to_date;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::in_use::InUse;
use crate::domain::Progress;
use crate::domain::{CancelToken, CandidateId, Error};
use crate::index::{FORMAT, Found, FoundOrder, SearchQuery, Stamp};
use crate::store::{Kind, Seq, Store};
pub(super) use indexes::IndexChange;
use indexes::Indexes;

/// Commits are at most this far apart while there are changes.
const COMMIT_EVERY: Duration = Duration::from_millis(500);
/// Nor are more changes than this left for later.
const COMMIT_AT: usize = 1000;
/// The first pause after a failed attempt to build a new index; each is twice as long as the one before,
const PAUSE: Duration = Duration::from_secs(1);
/// up to this.
const MAX_PAUSE: Duration = Duration::from_secs(60);
/// Nobody waits longer than this for the index. It is far more than a commit takes.
const MAX_WAIT: Duration = Duration::from_secs(60);
/// Whoever waits looks so often whether the wait is cancelled.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The indexes with the thread that feeds them.
pub(super) struct Indexer {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    /// None once one failed, until there are others.
    indexes: RwLock<Option<Indexes>>,
    dir: Option<PathBuf>,
    stamp: Stamp,
    store: Arc<dyn Store>,
    in_use: Arc<InUse>,
    queue: Mutex<Queue>,
    /// The thread has something to do.
    wake: Condvar,
    /// Something was committed, or could not be.
    done: Condvar,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, and they go together in any way")]
struct Queue {
    /// Changes by number. Writers arrive out of order, so only what follows `taken` without a gap may be committed.
    changes: BTreeMap<Seq, Option<IndexChange>>,
    taken: Seq,
    committed: Seq,
    hurry: bool,
    /// The thread sleeps until it is woken.
    idle: bool,
    stopping: bool,
    /// Whether the last attempt to commit or to build failed.
    failed: bool,
    /// How often the thread has looked for something to do.
    #[cfg(test)]
    rounds: usize,
}

impl Queue {
    /// Whether a change can be committed: the next one is there.
    fn is_ready(&self) -> bool {
        self.changes.contains_key(&self.taken.next())
    }

    fn next_without_gap(&mut self) -> Vec<Option<IndexChange>> {
        let mut ready = Vec::new();
        while let Some(change) = self.changes.remove(&self.taken.next()) {
            self.taken = self.taken.next();
            ready.push(change);
        }
        ready
    }
}

impl Indexer {
    /// Opens the index beside the store, brings it up to date or builds it anew, and starts the thread.
    pub(super) fn start(
        store: &Arc<dyn Store>,
        dir: Option<&Path>,
        in_use: &Arc<InUse>,
        progress: &Progress,
    ) -> Result<Self, Error> {
        let stamp = stamp(&**store);
        let indexes = up_to_date::open(dir, &stamp, &**store, &in_use.get().pool, progress)?;
        let last = store.last_seq();
        let queue = Queue {
            changes: BTreeMap::new(),
            taken: last,
            committed: last,
            hurry: false,
            idle: false,
            stopping: false,
            failed: false,
            #[cfg(test)]
            rounds: 0,
        };
        let shared = Arc::new(Shared {
            indexes: RwLock::new(Some(indexes)),
            dir: dir.map(Path::to_owned),
            stamp,
            store: store.clone(),
            in_use: in_use.clone(),
            queue: Mutex::new(queue),
            wake: Condvar::new(),
            done: Condvar::new(),
        });
        let worker = shared.clone();
        let thread = std::thread::Builder::new()
            .name("rolefit-indexer".to_owned())
            .spawn(move || worker.run())
            .map_err(|source| Error::Io { path: dir.unwrap_or(Path::new("index")).to_owned(), source })?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// Notes that the change with this number is in the store and in the pool.
    pub(super) fn changed(&self, seq: Seq, change: Option<IndexChange>) {
        let mut queue = self.shared.lock();
        // A change may come by twice: from whoever wrote it, and from whoever follows the store.
        if seq <= queue.taken {
            return;
        }
        let noted = queue.changes.entry(seq).or_insert(None);
        if noted.is_none() {
            *noted = change;
        }
        let is_full = queue.changes.len() >= COMMIT_AT && !queue.hurry;
        queue.hurry |= is_full;
        if is_full || (queue.idle && queue.is_ready()) {
            queue.idle = false;
            self.shared.wake.notify_all();
        }
    }

    /// Waits until everything noted so far is committed, for a while at most: a writer that has taken a number and not yet come
    /// by holds everything up that comes after it, and one that never comes by would do so for ever.
    pub(super) fn catch_up(&self, cancel: &CancelToken) -> Result<(), Error> {
        self.catch_up_within(MAX_WAIT, cancel)
    }

    fn catch_up_within(&self, most: Duration, cancel: &CancelToken) -> Result<(), Error> {
        let ends = Instant::now() + most;
        let mut queue = self.shared.lock();
        let goal = queue.changes.keys().next_back().copied().unwrap_or(queue.taken);
        while queue.committed < goal {
            if queue.failed {
                return Err(failed());
            }
            cancel.check()?;
            let left = ends.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(behind(queue.committed, goal));
            }
            if queue.is_ready() && !queue.hurry {
                queue.hurry = true;
                self.shared.wake.notify_all();
            }
            queue =
                self.shared.done.wait_timeout(queue, left.min(LOOK_EVERY)).unwrap_or_else(PoisonError::into_inner).0;
        }
        Ok(())
    }

    /// What takes deleted entries out of the files of the index, from another thread.
    #[cfg(feature = "storage")]
    pub(super) fn purger(&self) -> IndexPurger {
        IndexPurger(self.shared.clone())
    }

    /// Up to which change the index holds everything, and whether there is one.
    pub(super) fn standing(&self) -> (Seq, bool) {
        let committed = self.shared.lock().committed;
        (committed, self.shared.indexes().is_some())
    }

    /// Everybody whose text has all of the words, as of the last commit.
    pub(super) fn with_words(&self, words: &str) -> Result<Found, Error> {
        self.shared.indexes().as_ref().ok_or_else(failed)?.candidates.with_words(words)
    }

    pub(super) fn search(&self, words: &str, limit: usize) -> Result<Vec<CandidateId>, Error> {
        self.shared.indexes().as_ref().ok_or_else(failed)?.candidates.search_text(words, limit)
    }

    /// What a query finds as of the last commit, or all documents of that kind.
    pub(super) fn find(&self, kind: Kind, query: Option<&SearchQuery>, order: FoundOrder) -> Result<Found, Error> {
        self.shared.indexes().as_ref().ok_or_else(failed)?.of(kind).find(query, order)
    }
}

/// Takes deleted entries out of the files of the index. It goes on to be there when the indexer has stopped, and does nothing then.
#[cfg(feature = "storage")]
pub(super) struct IndexPurger(Arc<Shared>);

#[cfg(feature = "storage")]
impl IndexPurger {
    /// Waits until the index holds every change up to this one, and removes what was deleted by then from its files. When this
    /// returns, every writer of these changes has also come by the pool.
    ///
    /// # Errors
    /// [`Error::Index`] when there is no index now or it cannot be written; [`Error::Cancelled`].
    pub(super) fn purge(&self, upto: Seq, cancel: &CancelToken) -> Result<(), Error> {
        let mut queue = self.0.lock();
        while queue.committed < upto {
            if queue.failed {
                return Err(failed());
            }
            cancel.check()?;
            if queue.is_ready() && !queue.hurry {
                queue.hurry = true;
                self.0.wake.notify_all();
            }
            queue = self.0.done.wait_timeout(queue, LOOK_EVERY).unwrap_or_else(PoisonError::into_inner).0;
        }
        drop(queue);
        self.0.indexes().as_ref().ok_or_else(failed)?.candidates.purge(cancel)
    }
}

impl Drop for Indexer {
    fn drop(&mut self) {
        self.shared.lock().stopping = true;
        self.shared.wake.notify_all();
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has been reported by the runtime; the index is derived, nothing is lost.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> std::sync::MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn indexes(&self) -> RwLockReadGuard<'_, Option<Indexes>> {
        self.indexes.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        let mut pause = PAUSE;
        let mut queue = self.lock();
        loop {
            // Without anything to do it sleeps, however long that is.
            while !queue.is_ready() && !queue.failed && !queue.stopping {
                queue.idle = true;
                queue.hurry = false;
                queue = self.wake.wait(queue).unwrap_or_else(PoisonError::into_inner);
            }
            queue.idle = false;
            // What comes soon after goes into the same commit.
            let gathering = self.wake.wait_timeout_while(queue, COMMIT_EVERY, |queue| !queue.hurry && !queue.stopping);
            queue = gathering.unwrap_or_else(PoisonError::into_inner).0;
            #[cfg(test)]
            {
                queue.rounds += 1;
            }
            queue.hurry = false;
            let changes = queue.next_without_gap();
            let upto = queue.taken;
            let stopping = queue.stopping;
            drop(queue);
            let done = self.bring_to(&changes, upto, stopping);
            self.in_use.get().pool.settle(upto);
            queue = self.lock();
            queue.failed = done.is_err();
            if done.is_ok() {
                queue.committed = upto;
                pause = PAUSE;
            }
            self.done.notify_all();
            if stopping {
                return;
            }
            if queue.failed {
                let waiting = self.wake.wait_timeout_while(queue, pause, |queue| !queue.stopping);
                queue = waiting.unwrap_or_else(PoisonError::into_inner).0;
                pause = (pause * 2).min(MAX_PAUSE);
            }
        }
    }

    /// Commits the changes, or builds another index when that fails or there is none. Whatever the search library does, the
    /// thread goes on.
    fn bring_to(&self, changes: &[Option<IndexChange>], upto: Seq, stopping: bool) -> Result<(), Error> {
        let attempt = |work: &dyn Fn() -> Result<(), Error>| {
            catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(failed()))
        };
        let is_there = self.indexes().is_some();
        if is_there && (changes.is_empty() || attempt(&|| self.commit(changes, upto)).is_ok()) {
            return Ok(());
        }
        // Closed before anything else, for it holds the lock of its folder.
        let old = self.indexes.write().unwrap_or_else(PoisonError::into_inner).take();
        drop(catch_unwind(AssertUnwindSafe(|| drop(old))));
        if stopping {
            return Err(failed());
        }
        attempt(&|| {
            let unseen = Progress::default();
            let indexes = up_to_date::build_anew(self.dir.as_deref(), &self.stamp, upto, &*self.store, &unseen)?;
            *self.indexes.write().unwrap_or_else(PoisonError::into_inner) = Some(indexes);
            Ok(())
        })
    }

    fn commit(&self, changes: &[Option<IndexChange>], upto: Seq) -> Result<(), Error> {
        let indexes = self.indexes();
        let indexes = indexes.as_ref().ok_or_else(failed)?;
        changes.iter().flatten().try_for_each(|change| indexes.apply(change))?;
        indexes.commit(upto)
    }
}

/// What an index that is of use here was made from: entries are the documents' own words, whatever the taxonomy makes of them.
pub(super) fn stamp(store: &dyn Store) -> Stamp {
    let schema_hash = format!("{}+index.{FORMAT}", env!("CARGO_PKG_VERSION"));
    Stamp { store_uuid: store.uuid().to_owned(), schema_hash }
}

fn failed() -> Error {
    Error::Index("the search index failed and is being built anew; matches go on without it".to_owned())
}

fn behind(committed: Seq, goal: Seq) -> Error {
    Error::Index(format!(
        "the search index holds all up to write {} and does not come to write {} in time; matches go on without it",
        committed.0, goal.0
    ))
}

#[cfg(all(test, feature = "search", feature = "storage"))]
mod tests {
    use super::*;
    use crate::domain::Candidate;
    use crate::engine::Engine;

    fn candidate(id: &str) -> Candidate {
        serde_json::from_str(&format!(r#"{{"id": "{id}", "summary": "Lustre since 2019"}}"#)).unwrap()
    }

    #[test]
    fn an_index_that_fails_is_built_anew_and_nobody_is_missing() {
        let dir = tempfile::tempdir().unwrap();
        let engine = Engine::open(dir.path()).unwrap();
        engine.put_candidate(&candidate("a")).unwrap();
        engine.flush_index().unwrap();
        // What a commit needs is gone, as on a disk that has failed.
        std::fs::remove_dir_all(dir.path().join("index/tantivy")).unwrap();
        engine.put_candidate(&candidate("b")).unwrap();
        let ends = std::time::Instant::now() + Duration::from_secs(60);
        while engine.flush_index().is_err() {
            assert!(std::time::Instant::now() < ends, "no other index was built");
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(engine.search("Lustre", 10).unwrap().len(), 2);
        engine.delete_candidate(&candidate("a").id).unwrap();
        assert_eq!(engine.search("Lustre", 10).unwrap(), [candidate("b").id]);
    }

    #[test]
    fn a_write_that_never_comes_by_holds_nobody_up_for_ever() {
        let engine = Engine::in_memory();
        engine.put_candidate(&candidate("a")).unwrap();
        engine.flush_index().unwrap();
        let indexer = &engine.inner.indexer;
        indexer.changed(Seq(3), None);
        let rounds = || indexer.shared.lock().rounds;
        let before = rounds();
        let error = indexer.catch_up_within(Duration::from_millis(50), &CancelToken::default()).unwrap_err();
        assert!(matches!(error, Error::Index(_)) && error.to_string().contains("write 1 "), "{error}");
        let cancel = CancelToken::new();
        cancel.cancel();
        assert!(matches!(indexer.catch_up(&cancel), Err(Error::Cancelled(_))));
        assert_eq!(rounds(), before, "there was nothing to do, and nothing was tried");
        indexer.changed(Seq(2), None);
        indexer.catch_up(&CancelToken::default()).unwrap();
        assert_eq!(engine.search("Lustre", 10).unwrap().len(), 1);
    }

    #[test]
    fn without_writes_the_indexer_sleeps() {
        let engine = Engine::in_memory();
        engine.put_candidate(&candidate("a")).unwrap();
        engine.flush_index().unwrap();
        let rounds = || engine.inner.indexer.shared.lock().rounds;
        let before = rounds();
        std::thread::sleep(COMMIT_EVERY * 3);
        assert_eq!(rounds(), before);
    }

    #[test]
    fn a_write_is_committed_although_nobody_waits_for_it() {
        let engine = Engine::in_memory();
        engine.put_candidate(&candidate("a")).unwrap();
        let ends = Instant::now() + Duration::from_secs(60);
        while engine.inner.indexer.standing().0 < Seq(1) {
            assert!(Instant::now() < ends, "it was not committed");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}
