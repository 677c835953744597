//! Keeps the index behind the store: a thread that commits changes in their order, and retrieval that knows how far it got.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use super::pool::{Entry, Pool};
use crate::domain::{CandidateId, Error};
use crate::extract::{RequirementOption, RoleFacts};
use crate::index::{CandidateIndex, Stamp};
use crate::store::{Effect, Kind, Seq, Store};
use crate::taxonomy::Taxonomy;

/// Commits are at most this far apart while there are changes.
const COMMIT_EVERY: Duration = Duration::from_millis(500);
/// Nor are more changes than this left for later.
const COMMIT_AT: usize = 1000;

/// What a change did to a candidate: its entry, or none for a deletion. Changes of roles do not concern the index.
type CandidateChange = (CandidateId, Option<Arc<Entry>>);

/// The index with the thread that feeds it.
pub(super) struct Indexer {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    index: CandidateIndex,
    pool: Arc<Pool>,
    taxonomy: Arc<Taxonomy>,
    queue: Mutex<Queue>,
    wake: Condvar,
    /// Set once the index failed: matches then score everybody.
    failed: AtomicBool,
}

struct Queue {
    /// Changes by number. Writers arrive out of order, so only what follows `taken` without a gap may be committed.
    changes: BTreeMap<Seq, Option<CandidateChange>>,
    taken: Seq,
    committed: Seq,
    hurry: bool,
    stopping: bool,
}

impl Queue {
    fn next_without_gap(&mut self) -> Vec<Option<CandidateChange>> {
        let mut ready = Vec::new();
        while let Some(change) = self.changes.remove(&self.taken.next()) {
            self.taken = self.taken.next();
            ready.push(change);
        }
        ready
    }
}

/// Who shares a concept or a term with a role, as far as the index knows.
pub(super) struct Retrieval {
    hits: Option<HashSet<CandidateId>>,
    known: Seq,
}

impl Retrieval {
    /// Whether the entry may earn credit for skills; certain only where the answer is `false`.
    pub(super) fn may_overlap(&self, entry: &Entry) -> bool {
        match &self.hits {
            None => true,
            Some(hits) => entry.seq > self.known || hits.contains(&entry.id),
        }
    }
}

impl Indexer {
    /// Opens the index beside the store, brings it up to date or builds it anew, and starts the thread.
    pub(super) fn start(
        store: &dyn Store,
        dir: Option<&Path>,
        pool: &Arc<Pool>,
        taxonomy: &Arc<Taxonomy>,
    ) -> Result<Self, Error> {
        let stamp = Stamp {
            store_uuid: store.uuid().to_owned(),
            schema_hash: format!("{}-{}", taxonomy.version(), env!("CARGO_PKG_VERSION")),
        };
        let last = store.last_seq();
        let (mut index, mut known) = CandidateIndex::open(dir, &stamp)?;
        if known.is_some_and(|seq| seq > last)
            && let Some(dir) = dir
        {
            // The index knows more than the store: the store was put back to an earlier state, so the index is not its own.
            drop(index);
            std::fs::remove_dir_all(dir).map_err(|source| Error::Io { path: dir.to_owned(), source })?;
            (index, known) = CandidateIndex::open(Some(dir), &stamp)?;
        }
        match known {
            Some(seq) => replay(store, seq, &index, pool, taxonomy)?,
            None => fill(&index, pool, taxonomy)?,
        }
        if known != Some(last) {
            index.commit(last)?;
        }
        if u64::try_from(pool.len()).ok() != Some(index.count()) {
            // Whatever went wrong: everybody is put anew, and whoever is not in the pool goes.
            index.clear()?;
            fill(&index, pool, taxonomy)?;
            index.commit(last)?;
        }
        let queue = Queue { changes: BTreeMap::new(), taken: last, committed: last, hurry: false, stopping: false };
        let shared = Arc::new(Shared {
            index,
            pool: pool.clone(),
            taxonomy: taxonomy.clone(),
            queue: Mutex::new(queue),
            wake: Condvar::new(),
            failed: AtomicBool::new(false),
        });
        let worker = shared.clone();
        let thread = std::thread::Builder::new()
            .name("rolefit-indexer".to_owned())
            .spawn(move || worker.run())
            .map_err(|source| Error::Io { path: dir.unwrap_or(Path::new("index")).to_owned(), source })?;
        Ok(Self { shared, thread: Some(thread) })
    }

    /// Notes that the change with this number is in the store and in the pool.
    pub(super) fn changed(&self, seq: Seq, change: Option<CandidateChange>) {
        let mut queue = self.shared.lock();
        queue.changes.insert(seq, change);
        if queue.changes.len() >= COMMIT_AT {
            queue.hurry = true;
            self.shared.wake.notify_all();
        }
    }

    /// Waits until everything noted so far is committed.
    pub(super) fn catch_up(&self) -> Result<(), Error> {
        let mut queue = self.shared.lock();
        let goal = queue.changes.keys().next_back().copied().unwrap_or(queue.taken);
        while queue.committed < goal {
            if self.shared.failed.load(Ordering::Acquire) {
                return Err(Error::Index(
                    "the search index failed and will be repaired when the engine is opened next".to_owned(),
                ));
            }
            queue.hurry = true;
            self.shared.wake.notify_all();
            queue = self.shared.wake.wait_timeout(queue, COMMIT_EVERY).expect("the indexer does not panic").0;
        }
        Ok(())
    }

    pub(super) fn search(&self, words: &str, limit: usize) -> Result<Vec<CandidateId>, Error> {
        self.shared.index.search_text(words, limit)
    }

    /// Everybody who names a concept or term that earns credit for one of the role's requirements.
    pub(super) fn retrieve(&self, role: &RoleFacts, taxonomy: &Taxonomy) -> Retrieval {
        let known = self.shared.index.visible_seq();
        if self.shared.failed.load(Ordering::Acquire) {
            return Retrieval { hits: None, known };
        }
        let mut concepts: Vec<&str> = Vec::new();
        let mut terms: Vec<&str> = Vec::new();
        for option in role.requirements.iter().flat_map(|r| &r.options) {
            match option {
                RequirementOption::Concept(asked) => {
                    concepts.extend(taxonomy.earning(*asked).map(|(claimed, _)| &*taxonomy.concept(claimed).id));
                }
                RequirementOption::Unrecognized(text) => terms.push(text),
            }
        }
        for list in [&mut concepts, &mut terms] {
            list.sort_unstable();
            list.dedup();
        }
        // An index that cannot be read is no reason to fail: everybody is scored instead.
        let hits = self.shared.index.hits(&concepts, &terms).ok().map(|hits| hits.into_iter().collect());
        Retrieval { hits, known }
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
        self.queue.lock().expect("the indexer does not panic")
    }

    fn run(&self) {
        let mut queue = self.lock();
        loop {
            if !queue.hurry && !queue.stopping {
                queue = self.wake.wait_timeout(queue, COMMIT_EVERY).expect("the indexer does not panic").0;
            }
            queue.hurry = false;
            let changes = queue.next_without_gap();
            let upto = queue.taken;
            let stopping = queue.stopping;
            drop(queue);
            if !changes.is_empty() && self.commit(changes, upto).is_err() {
                self.failed.store(true, Ordering::Release);
                self.wake.notify_all();
                return;
            }
            self.pool.settle(upto);
            queue = self.lock();
            queue.committed = upto;
            self.wake.notify_all();
            if stopping {
                return;
            }
        }
    }

    fn commit(&self, changes: Vec<Option<CandidateChange>>, upto: Seq) -> Result<(), Error> {
        for (id, entry) in changes.into_iter().flatten() {
            match entry {
                Some(entry) => self.index.put(&entry.index_entry(&self.taxonomy))?,
                None => self.index.delete(&id),
            }
        }
        self.index.commit(upto)
    }
}

fn fill(index: &CandidateIndex, pool: &Pool, taxonomy: &Taxonomy) -> Result<(), Error> {
    pool.snapshot().iter().try_for_each(|entry| index.put(&entry.index_entry(taxonomy)))
}

/// Brings an index that holds everything up to `known` to the pool's state.
fn replay(
    store: &dyn Store,
    known: Seq,
    index: &CandidateIndex,
    pool: &Pool,
    taxonomy: &Taxonomy,
) -> Result<(), Error> {
    for change in store.changes_since(known) {
        let change = change?;
        if change.kind != Kind::Candidate {
            continue;
        }
        let id = CandidateId::new(&change.id).map_err(Error::Store)?;
        match (change.effect, pool.get(&id)) {
            (Effect::Put, Some(entry)) => index.put(&entry.index_entry(taxonomy))?,
            (Effect::Put | Effect::Deleted, _) => index.delete(&id),
        }
    }
    Ok(())
}
