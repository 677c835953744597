//! A database written anew from documents, beside the one that it will replace. It holds what is given and nothing of before.
//!
//! The engine below never forgets a value for good: it stays in its file until the space happens to be used again. A new file
//! is the one way to be sure.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use sled::{Batch, Db};
use uuid::Uuid;

use super::digest::Digest;
use super::disk::{Disk, failed, insert_document};
use super::envelope::{State, encode_state};
use super::files;
use super::guarded_open;
use super::keys;
use super::record::{Counts, Effect, Kind, Record, Seq};
use super::side_records;
use crate::domain::{CancelToken, Error, StorageErrorKind};

/// So many bytes of documents go into one batch.
const BATCH_BYTES: usize = 4 << 20;
/// How long a close waits for the engine below to let go of its file.
const RELEASE_WAIT: Duration = Duration::from_secs(5);

/// A database in the making.
pub(super) struct NewDatabase {
    db: Db,
    folder: PathBuf,
    batch: Batch,
    batch_bytes: usize,
    counts: Counts,
    digest: Digest,
    cache_bytes: u64,
    cancel: CancelToken,
}

impl NewDatabase {
    /// Begins in `folder`; what an earlier attempt left there is removed.
    pub(super) fn create(folder: &Path, cache_bytes: u64) -> Result<Self, Error> {
        files::remove_folder(folder)?;
        files::create_folder(folder)?;
        let db = guarded_open::config(folder, cache_bytes).open().map_err(|e| failed("creating", &e))?;
        Ok(Self {
            db,
            folder: folder.to_owned(),
            batch: Batch::default(),
            batch_bytes: 0,
            counts: Counts::default(),
            digest: Digest::default(),
            cache_bytes,
            cancel: CancelToken::default(),
        })
    }

    /// Stops when the token says so; what is in the folder is then worth nothing.
    pub(super) fn cancelled_by(self, cancel: &CancelToken) -> Self {
        Self { cancel: cancel.clone(), ..self }
    }

    /// Adds a document, which must not have been added before.
    pub(super) fn add(&mut self, kind: Kind, id: &str, record: &Record) -> Result<(), Error> {
        self.cancel.check()?;
        insert_document(&mut self.batch, kind, id, record.seq, &record.body)?;
        self.counts.note(kind, false, Effect::Put);
        self.digest.add(kind, id, record);
        self.batch_bytes += record.body.len();
        if self.batch_bytes >= BATCH_BYTES { self.write_batch() } else { Ok(()) }
    }

    /// Adds the receipts of erasures that another database keeps.
    pub(super) fn add_erasures(&mut self, other: &Disk) -> Result<(), Error> {
        for entry in other.db.scan_prefix(keys::ERASURES) {
            let (key, value) = entry.map_err(|e| failed("reading", &e))?;
            self.batch.insert(key, value);
        }
        Ok(())
    }

    /// Adds the records beside the documents that another database keeps.
    pub(super) fn add_side_records(&mut self, other: &Disk) -> Result<(), Error> {
        for (key, value) in side_records::to_be_kept(&other.db, &other.db)? {
            self.batch.insert(key, value);
        }
        Ok(())
    }

    /// Makes the database durable, closes it, and reads it back to see that it holds what was given. Its history begins after
    /// `seq`, the number of the last change that the documents reflect. Gives its state.
    pub(super) fn finish(mut self, uuid: Uuid, seq: Seq) -> Result<State, Error> {
        let state = State { uuid, seq, log_from: seq, counts: self.counts, digest: Some(self.digest) };
        self.batch.insert(keys::STATE, encode_state(&state));
        self.write_batch()?;
        self.db.flush().map_err(|e| failed("flushing", &e))?;
        let Self { db, folder, cache_bytes, cancel, .. } = self;
        guarded_open::close(db)?;
        wait_until_released(&folder)?;
        files::sync_tree(&folder)?;
        let opened = guarded_open::open(&folder, cache_bytes, &())?;
        let mut is_same = opened.state == Some(state);
        if is_same {
            let disk = Disk::new(opened.db, &folder, state, Arc::new(fs::File::sync_data))?;
            let disk = Arc::new(disk);
            let mut digest = Digest::default();
            for kind in Kind::ALL {
                for found in disk.scan(kind, None) {
                    cancel.check()?;
                    let (id, record) = found?;
                    digest.add(kind, &id, &record);
                }
            }
            is_same = state.digest == Some(digest);
            guarded_open::close(disk)?;
        } else {
            guarded_open::close(opened.db)?;
        }
        wait_until_released(&folder)?;
        files::sync_tree(&folder)?;
        if is_same {
            Ok(state)
        } else {
            Err(Error::store(StorageErrorKind::Io, format!("{} does not hold what was written", folder.display())))
        }
    }

    fn write_batch(&mut self) -> Result<(), Error> {
        self.batch_bytes = 0;
        self.db.apply_batch(std::mem::take(&mut self.batch)).map_err(|e| failed("writing", &e))
    }
}

fn wait_until_released(folder: &Path) -> Result<(), Error> {
    if is_released(&folder.join("db")) {
        return Ok(());
    }
    Err(Error::store(StorageErrorKind::Io, format!("{} is not let go of by its writer", folder.display())))
}

/// Waits until the threads of the engine below have let go of a database file that was closed; `false` when it took too long.
pub(super) fn is_released(database: &Path) -> bool {
    let Ok(file) = fs::File::options().read(true).write(true).open(database) else { return false };
    let start = Instant::now();
    while start.elapsed() < RELEASE_WAIT {
        if file.try_lock().is_ok() {
            return true;
        }
        thread::sleep(Duration::from_millis(2));
    }
    false
}
