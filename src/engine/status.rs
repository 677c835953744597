//! How an engine stands, for whoever watches it: numbers alone, nothing of any document.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use super::Engine;
use super::timings::WorkDurations;
use crate::domain::{Error, ErrorKind};
#[cfg(feature = "postgres")]
use crate::store::Seq;
use crate::store::{CommitCounts, Kind};

/// Whoever waits for a write looks so often.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// How an engine stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct EngineStatus {
    /// How many candidates there are.
    pub candidates: usize,
    /// How many roles there are.
    pub roles: usize,
    /// How many of both cannot be read by this version: they are stored, and in no match.
    pub unreadable: usize,
    /// Tiles: up to 4,096 candidates each, with the columns that bound their fits.
    pub tiles: usize,
    /// Candidates who came last and are in no tile yet: matches score each of them.
    pub newcomers: usize,
    /// Bytes of memory that all columns take.
    pub column_bytes: usize,
    /// Bytes of memory that the candidates in tiles take beside their columns.
    pub people_bytes: usize,
    /// The number of the last write that was acknowledged.
    pub seq: u64,
    /// Matches see every write up to this one: the last, unless other processes write to the same store.
    #[serde(skip)]
    pub followed_seq: u64,
    /// Since when the store that others write to could not be followed.
    #[serde(skip)]
    pub not_followed_for: Option<Duration>,
    /// The index holds every write up to this one. Matches see later ones all the same.
    #[cfg(feature = "search")]
    pub index_seq: u64,
    /// Whether there is an index; filters by words fail while another is built.
    #[cfg(feature = "search")]
    pub index_works: bool,
    /// Whether writes are refused since one failed.
    pub refuses_writes: bool,
    /// Erasures that were asked for and are not done yet.
    pub erasures_pending: usize,
    /// Attempts to erase that have failed since the engine was opened; each is made again.
    pub erasures_failed: u64,
    /// Why the last of them failed.
    #[serde(skip)]
    pub erasure_failure: Option<ErrorKind>,
    /// The groups in which writes became durable.
    #[serde(skip)]
    pub commits: CommitCounts,
    /// How long the parts of matches and of reading have taken.
    #[serde(skip)]
    pub durations: WorkDurations,
}

/// What a data directory takes on the disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DiskUsage {
    /// Bytes in the files of the store.
    pub store_bytes: u64,
    /// Bytes in the files of the index, and of the facts that are kept beside it.
    pub index_bytes: u64,
}

impl Engine {
    /// How the engine stands now. The numbers are read one after another, and may be of different moments.
    pub fn status(&self) -> EngineStatus {
        let inner = &*self.inner;
        #[cfg(feature = "search")]
        let (index_seq, index_works) = inner.indexer.standing();
        #[cfg(feature = "storage")]
        let on_disk = inner.store.on_disk();
        let everybody = inner.pool.snapshot();
        #[cfg(feature = "postgres")]
        let follower = inner.lineage.follower.get();
        EngineStatus {
            #[cfg(feature = "postgres")]
            followed_seq: follower.map_or_else(|| inner.store.last_seq(), |follower| follower.seen()).0,
            #[cfg(not(feature = "postgres"))]
            followed_seq: inner.store.last_seq().0,
            #[cfg(feature = "postgres")]
            not_followed_for: follower.and_then(|follower| follower.failing()).map(|(time, _)| time),
            #[cfg(not(feature = "postgres"))]
            not_followed_for: None,
            candidates: everybody.len() + inner.unreadable.count(Kind::Candidate),
            unreadable: inner.unreadable.count(Kind::Candidate) + inner.unreadable.count(Kind::Role),
            tiles: everybody.tiles.len(),
            newcomers: everybody.newcomers.len(),
            column_bytes: everybody.column_bytes() + inner.pool.statement_bytes(),
            people_bytes: everybody.people_bytes(),
            roles: self.role_count(),
            #[cfg(feature = "search")]
            index_seq: index_seq.0,
            #[cfg(feature = "search")]
            index_works,
            seq: inner.store.last_seq().0,
            #[cfg(feature = "storage")]
            refuses_writes: on_disk.is_some_and(crate::store::SledStore::refuses_writes) || inner.has_fallen_back(),
            #[cfg(not(feature = "storage"))]
            refuses_writes: false,
            erasures_pending: inner.store.n_pending_erasures(),
            #[cfg(feature = "storage")]
            erasures_failed: inner.eraser.as_ref().map_or(0, |eraser| eraser.n_failed()),
            #[cfg(not(feature = "storage"))]
            erasures_failed: 0,
            #[cfg(feature = "storage")]
            erasure_failure: inner.eraser.as_ref().and_then(|eraser| eraser.last_failure()),
            #[cfg(not(feature = "storage"))]
            erasure_failure: None,
            #[cfg(feature = "storage")]
            commits: on_disk.map(crate::store::SledStore::commit_counts).unwrap_or_default(),
            #[cfg(not(feature = "storage"))]
            commits: CommitCounts::default(),
            durations: inner.timings.durations(),
        }
    }

    /// The number of the last write that this engine knows to be in the store.
    pub fn seq(&self) -> u64 {
        self.inner.store.last_seq().0
    }

    /// Waits until matches see every write up to this one, for so long at most; tells whether they do. They do at once unless other
    /// processes write to the same store, or there is no such write yet.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use rolefit::{Candidate, CandidateId, Engine};
    ///
    /// let engine = Engine::in_memory();
    /// let written = engine.put_candidate(&Candidate::new(CandidateId::new("c-1")?))?;
    /// assert!(engine.wait_for_seq(written.seq, Duration::from_secs(1))?);
    /// assert!(!engine.wait_for_seq(written.seq + 1, Duration::from_millis(1))?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`] when the handle's token says so.
    pub fn wait_for_seq(&self, seq: u64, within: Duration) -> Result<bool, Error> {
        let ends = Instant::now() + within;
        #[cfg(feature = "postgres")]
        if !self.inner.wait_for_followed(Seq(seq), ends, &self.cancel)? {
            return Ok(false);
        }
        while self.seq() < seq {
            self.cancel.check()?;
            if Instant::now() >= ends {
                return Ok(false);
            }
            std::thread::sleep(LOOK_EVERY);
        }
        Ok(true)
    }

    /// What the data directory takes on the disk now; none in memory. It looks at each file, of which there are some dozens.
    pub fn disk_usage(&self) -> Option<DiskUsage> {
        let index = self.inner.index_dir.as_deref()?;
        let store = index.parent()?.join(super::STORE);
        Some(DiskUsage { store_bytes: bytes_below(&store), index_bytes: bytes_below(index) })
    }
}

#[cfg(feature = "storage")]
impl super::Inner {
    /// Whether a store that others share knows less than it did.
    #[cfg(feature = "postgres")]
    fn has_fallen_back(&self) -> bool {
        let failing = self.lineage.follower.get().and_then(|follower| follower.failing());
        failing.is_some_and(|(_, kind)| kind == Some(crate::domain::StorageErrorKind::Damaged))
    }

    #[cfg(not(feature = "postgres"))]
    #[expect(clippy::unused_self, reason = "no other store is shared")]
    fn has_fallen_back(&self) -> bool {
        false
    }
}

/// Bytes of all files of a folder. Files may go meanwhile, which then count nothing.
fn bytes_below(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let bytes = entries.map(|entry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() => bytes_below(&entry.path()),
        Ok(metadata) => metadata.len(),
        Err(_) => 0,
    });
    bytes.sum()
}

#[cfg(all(test, feature = "search", feature = "storage"))]
mod tests {
    use super::*;
    use crate::domain::{Candidate, CandidateId, Role, RoleId};

    #[test]
    fn writes_and_what_the_index_holds_of_them_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let engine = Engine::open(folder.path()).unwrap();
        let person = |n: usize| Candidate::new(CandidateId::new(format!("c-{n}")).unwrap());
        engine.put_candidates(&[person(1), person(2), person(3)]).unwrap();
        engine.put_role(&Role::new(RoleId::new("r").unwrap())).unwrap();
        engine.flush_index().unwrap();
        let found = engine.status();
        assert_eq!((found.candidates, found.roles, found.seq, found.index_seq), (3, 1, 4, 4));
        assert!(found.index_works && !found.refuses_writes);
        assert_eq!((found.commits.writes, found.commits.groups[..3].to_vec()), (4, vec![1, 0, 1]));
        assert_eq!(Engine::in_memory().status().seq, 0);
        let usage = engine.disk_usage().unwrap();
        assert!(usage.store_bytes > 0 && usage.index_bytes > 0, "{usage:?}");
        assert_eq!(Engine::in_memory().disk_usage(), None);
    }
}
