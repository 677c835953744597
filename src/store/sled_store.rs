//! The store on disk: opens and closes the folder, and passes reads and writes on. The bytes are `Disk`'s.

use std::fs::File;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::disk::{Disk, failed};
use super::envelope::{self, State};
use super::files;
use super::group_commit::GroupCommit;
use super::guarded_open;
use super::keys;
use super::meta::{self, Meta};
use super::record::{Applied, Counts, Kind, Op, Record, Seq};
use super::{Changes, Records, Store};
use crate::domain::Error;

/// How often `meta.json` is written while there are writes.
const META_EVERY: Duration = Duration::from_secs(1);
/// How long a close waits for sled to let go of its file.
const RELEASE_WAIT: Duration = Duration::from_secs(5);

/// A folder of documents that one process has open.
pub(crate) struct SledStore {
    folder: PathBuf,
    uuid: String,
    /// `None` only while closing.
    commits: Option<GroupCommit>,
    disk: Option<Arc<Disk>>,
    /// Held until everything else is closed.
    _lock: Arc<File>,
}

impl SledStore {
    /// Opens the store in `folder`, or makes one there.
    ///
    /// # Errors
    /// [`Error::Store`] when another process (or this one) has it open, when it is of another version, damaged, or
    /// knows less than its `meta.json`; [`Error::Io`] when files cannot be made.
    pub(crate) fn open(folder: &Path) -> Result<Self, Error> {
        files::create_folder(folder)?;
        let lock = Arc::new(files::lock(folder)?);
        meta::check_format(folder)?;
        let database = folder.join("sled");
        let mut meta = Meta::read(folder)?;
        if let Some(meta) = &mut meta {
            meta.check_file(folder, &database.join("db"))?;
            meta.mark_in_use(folder)?;
        }
        files::create_folder(&database)?;
        let opened = guarded_open::open(&database, &lock)?;
        if let Some(meta) = &meta {
            meta.check_state(folder, opened.state.as_ref())?;
        }
        let is_new = opened.state.is_none();
        let state =
            opened.state.unwrap_or_else(|| State { uuid: Uuid::now_v7(), seq: Seq::ZERO, counts: Counts::default() });
        let disk = Arc::new(Disk::new(opened.db, &database, state)?);
        if is_new {
            disk.create(&database)?;
        }
        if meta.is_none() {
            Meta::new(&state, None).write(folder)?;
        }
        let (writer, place, mut meta_at) = (Arc::clone(&disk), folder.to_owned(), Instant::now());
        let commits = GroupCommit::start(move |requests| {
            // Before the batch rather than after it: when this fails, no acknowledged write is in doubt.
            if meta_at.elapsed() >= META_EVERY {
                Meta::new(&writer.state(), None).write(&place)?;
                meta_at = Instant::now();
            }
            writer.commit(requests)
        })?;
        let uuid = state.uuid.to_string();
        Ok(Self { folder: folder.to_owned(), uuid, commits: Some(commits), disk: Some(disk), _lock: lock })
    }

    fn disk(&self) -> &Disk {
        self.disk.as_deref().expect("the disk is only taken by drop")
    }
}

impl Store for SledStore {
    fn get(&self, kind: Kind, id: &str) -> Result<Option<Record>, Error> {
        self.disk().get(kind, id)
    }

    fn apply(&self, ops: &[Op]) -> Result<Applied, Error> {
        let commits = self.commits.as_ref().expect("the thread is only taken by drop");
        commits.check()?;
        // What a caller gets wrong must not reach the batch, where every error is taken for the disk's.
        for op in ops {
            let (kind, id) = op.subject();
            keys::check_id(kind, id)?;
            if let Some(body) = op.body() {
                envelope::check_body(kind, id, body)?;
            }
        }
        if ops.is_empty() {
            return Ok(Applied { seq: self.last_seq(), existed: Vec::new() });
        }
        commits.apply(ops.to_vec())
    }

    fn scan(&self, kind: Kind, after: Option<&str>) -> Records<'_> {
        let disk = self.disk();
        let from = Bound::Excluded(keys::head(kind, after.unwrap_or_default()));
        let to = Bound::Excluded(keys::heads_end(kind).to_vec());
        Box::new(disk.db.range::<Vec<u8>, _>((from, to)).filter_map(move |entry| match entry {
            Err(e) => Some(Err(failed("reading", &e))),
            Ok((key, value)) => match keys::id_of_head(&key) {
                None => Some(Err(Error::Store(format!("a {} has an id that is not text", kind.noun())))),
                Some(id) => disk.record(kind, &id, value).transpose().map(|found| found.map(|record| (id, record))),
            },
        }))
    }

    fn changes_since(&self, seq: Seq) -> Changes<'_> {
        let (from, to) = (Bound::Excluded(keys::log(seq)), Bound::Included(keys::log(self.last_seq())));
        if seq >= self.last_seq() {
            return Box::new(std::iter::empty());
        }
        let mut last = seq;
        Box::new(self.disk().db.range::<Vec<u8>, _>((from, to)).map(move |entry| {
            let (key, value) = entry.map_err(|e| failed("reading the log", &e))?;
            let expected = last.next();
            last = expected;
            let change = keys::seq_of_log(&key)
                .filter(|seq| *seq == expected)
                .and_then(|seq| envelope::decode_change(seq, &value));
            change
                .ok_or_else(|| Error::Store(format!("change {} in the store's log is damaged or missing", expected.0)))
        }))
    }

    fn count(&self, kind: Kind) -> u64 {
        self.disk().state().counts.of(kind)
    }

    fn last_seq(&self) -> Seq {
        self.disk().state().seq
    }

    fn uuid(&self) -> &str {
        &self.uuid
    }
}

impl Drop for SledStore {
    fn drop(&mut self) {
        let Some(commits) = self.commits.take() else { return };
        let healthy = commits.check().is_ok();
        drop(commits);
        let Some(disk) = self.disk.take() else { return };
        let state = *disk.state();
        let synced = healthy && disk.sync().is_ok();
        drop(disk);
        let bytes = released_file_bytes(&self.folder.join("sled").join("db"));
        if synced {
            // Without it the next open is as safe, only with an older lower bound.
            let _ = Meta::new(&state, bytes).write(&self.folder);
        }
    }
}

/// Waits until sled's own threads have let go of its file, and makes it durable. Its length in bytes, unless it took
/// too long.
fn released_file_bytes(database: &Path) -> Option<u64> {
    let file = File::options().read(true).write(true).open(database).ok()?;
    let start = Instant::now();
    while start.elapsed() < RELEASE_WAIT {
        if file.try_lock().is_ok() {
            file.sync_all().ok()?;
            return Some(file.metadata().ok()?.len());
        }
        thread::sleep(Duration::from_millis(2));
    }
    None
}

#[cfg(test)]
mod tests;
