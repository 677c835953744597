//! The store on disk: opens and closes the folder, and passes reads and writes on. The bytes are `Disk`'s.

use std::fs::{self, File};
use std::io::{BufWriter, Seek as _, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::backup::{BackupWriter, Snapshot};
use super::commit_counts::CommitCounts;
use super::current::{DATABASE, InUse};
use super::digest::Digest;
use super::disk::{Disk, SyncData};
use super::envelope::{self, State};
use super::erasures::{ErasureReceipt, Note};
use super::group_commit::{GroupCommit, WriteRequest};
use super::log_cut::{LogHold, LogHolds};
use super::mark::{self, Mark};
use super::meta::{self, Meta};
use super::new_database::is_released;
use super::private::{make_private, make_tree_private, private_file};
use super::record::{Applied, Kind, Op, Record, Seq};
use super::requests::{EarlierRequest, RequestKey};
use super::side_records::SideRecord;
use super::space::Space;
use super::{Changes, Records, StorageOptions, Store};
use super::{compaction, current, file_system, files, guarded_open, keys};
use crate::domain::{Error, Progress};

/// How often `meta.json` is written while there are writes.
const META_EVERY: Duration = Duration::from_secs(1);
/// A backup or a rewriting goes over what changed meanwhile at most so often before it lets writers wait,
pub(super) const CATCH_UP_ROUNDS: usize = 4;
/// and not again once there are no more changes than this.
pub(super) const FEW_CHANGES: u64 = 500;

/// A folder of documents that one process has open.
pub(crate) struct SledStore {
    pub(super) folder: PathBuf,
    pub(super) options: StorageOptions,
    uuid: String,
    /// `None` only while closing.
    commits: Option<GroupCommit>,
    disk: Option<Arc<InUse>>,
    /// Held while a batch is written and made durable; who holds it otherwise sees the store stand still.
    pub(super) gate: Arc<Mutex<()>>,
    /// Held while the database is written anew.
    pub(super) rewriting: Mutex<()>,
    /// Whichever database is in use.
    pub(super) log_holds: LogHolds,
    space: Space,
    /// Held until everything else is closed.
    lock: Arc<File>,
}

impl SledStore {
    /// Opens the store in `folder`, or makes one there.
    ///
    /// # Errors
    /// [`Error::Store`] when another process (or this one) has it open, when it is of another version, damaged, or
    /// knows less than its `meta.json`; [`Error::Io`] when files cannot be made.
    pub(crate) fn open(folder: &Path, options: &StorageOptions) -> Result<Self, Error> {
        Self::open_syncing(folder, options, Arc::new(File::sync_data))
    }

    /// As [`SledStore::open`], with another call to make bytes durable.
    fn open_syncing(folder: &Path, options: &StorageOptions, sync_data: SyncData) -> Result<Self, Error> {
        files::create_folder(folder)?;
        make_private(folder);
        file_system::refuse_network(folder)?;
        let lock = Arc::new(files::lock(folder)?);
        meta::check_format(folder)?;
        let space = Space::new(folder, options.low_space_bytes);
        space.release_reserve()?;
        compaction::settle(folder)?;
        let database = folder.join(DATABASE);
        let mut meta = Meta::read(folder)?;
        if let Some(meta) = &mut meta {
            meta.check_file(folder, &database.join("db"))?;
            meta.mark_in_use(folder)?;
        }
        files::create_folder(&database)?;
        let opened = guarded_open::open(&database, options.cache_bytes, &lock)?;
        if let Some(meta) = &meta {
            meta.check_state(folder, opened.state.as_ref())?;
        }
        mark::check(folder, opened.state.as_ref())?;
        let is_new = opened.state.is_none();
        let state = opened.state.unwrap_or_else(|| State::empty(Uuid::now_v7()));
        // The database below makes its files as it likes.
        make_tree_private(&database);
        let log_holds = LogHolds::default();
        let disk = Disk::new(opened.db, &database, state, sync_data)?.keeping(options.keep_changes, &log_holds);
        if is_new {
            disk.create()?;
        }
        if meta.is_none() {
            Meta::new(&state, None).write(folder)?;
        }
        space.keep_reserve();
        let disk = Arc::new(InUse::new(disk));
        let (writer, place, mut meta_at) = (Arc::clone(&disk), folder.to_owned(), Instant::now());
        let gate = Arc::new(Mutex::new(()));
        let writing = Arc::clone(&gate);
        let mut mark = Mark::open(folder, &state)?;
        let commits = GroupCommit::start(move |requests| {
            let _writing = writing.lock().unwrap_or_else(PoisonError::into_inner);
            // Before the batch rather than after it: when this fails, no acknowledged write is in doubt.
            let writer = writer.get();
            if meta_at.elapsed() >= META_EVERY {
                Meta::new(&writer.state(), None).write(&place)?;
                meta_at = Instant::now();
            }
            let applied = writer.commit(requests)?;
            mark.set(writer.state().seq);
            Ok(applied)
        })?;
        let uuid = state.uuid.to_string();
        Ok(Self {
            folder: folder.to_owned(),
            options: *options,
            uuid,
            commits: Some(commits),
            disk: Some(disk),
            gate,
            rewriting: Mutex::default(),
            log_holds,
            space,
            lock,
        })
    }

    /// A backup in a file that has no name: whatever becomes of this process, nothing of it is left. It is read from its start.
    ///
    /// # Errors
    /// As [`SledStore::backup`], and [`Error::LowSpace`] where the disk has no room for it.
    pub(crate) fn backup_unnamed(&self) -> Result<(File, Snapshot), Error> {
        let database = self.disk().folder.join("db");
        self.space.check_room(fs::metadata(&database).map_or(0, |metadata| metadata.len()))?;
        let path = self.folder.join(format!("{}.backup", Uuid::now_v7()));
        let file = private_file().read(true).write(true).create_new(true).open(&path).map_err(files::at(&path))?;
        fs::remove_file(&path).map_err(files::at(&path))?;
        let mut out = BufWriter::new(file);
        let snapshot = self.backup(&mut out, &path, &Progress::default())?;
        let mut file = out.into_inner().map_err(|e| files::at(&path)(e.into_error()))?;
        file.rewind().map_err(files::at(&path))?;
        Ok((file, snapshot))
    }

    /// Writes a backup, as of one change, while others may write. They wait only for the last few changes.
    ///
    /// # Errors
    /// [`Error::Store`] when a document is damaged or the disk has failed; [`Error::Io`] naming `path` when `out` takes no more.
    pub(crate) fn backup(&self, out: &mut dyn Write, path: &Path, progress: &Progress) -> Result<Snapshot, Error> {
        let at = || files::at(path);
        // One database from the start to the end: where another takes its place, it stands still from then on.
        let (disk, _held) = (self.disk(), self.hold_log());
        let mut writer = BackupWriter::begin(out).map_err(at())?;
        let mut seen = disk.state().seq;
        for kind in Kind::ALL {
            for found in disk.scan(kind, None) {
                let (id, record) = found?;
                writer.document(kind, &id, Some(&record)).map_err(at())?;
                progress.add(1);
            }
        }
        writer.changes().map_err(at())?;
        let mut catch_up = |from: Seq| -> Result<Seq, Error> {
            let upto = disk.state().seq;
            let changes = disk.changes_since(from).map(|change| change.map(|change| (change.kind, change.id)));
            for (kind, id) in changes.collect::<Result<std::collections::BTreeSet<_>, _>>()? {
                writer.document(kind, &id, disk.get(kind, &id)?.as_ref()).map_err(at())?;
            }
            Ok(upto)
        };
        for _ in 0..CATCH_UP_ROUNDS {
            if disk.state().seq.0 - seen.0 <= FEW_CHANGES {
                break;
            }
            seen = catch_up(seen)?;
        }
        let gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        // After a failed write, what is read may never become durable.
        self.commits().check()?;
        catch_up(seen)?;
        let state = *disk.state();
        drop(gate);
        let snapshot = Snapshot::of(&state);
        writer.end(snapshot).map_err(at())?;
        Ok(snapshot)
    }

    /// Closes the store and keeps others out still.
    pub(super) fn close(self) -> Arc<File> {
        Arc::clone(&self.lock)
    }

    /// Refuses to write a file of so many bytes beside the store where little room would be left.
    ///
    /// # Errors
    /// [`Error::LowSpace`], which harms nothing.
    pub(crate) fn check_room(&self, bytes: u64) -> Result<(), Error> {
        self.space.check_room(bytes)
    }

    /// What has been committed since it was opened.
    pub(crate) fn commit_counts(&self) -> CommitCounts {
        self.commits().counts()
    }

    /// Whether writes are refused since one failed.
    pub(crate) fn refuses_writes(&self) -> bool {
        self.commits().check().is_err()
    }

    /// What is durable.
    pub(super) fn state(&self) -> State {
        *self.disk().state()
    }

    /// The database in use. Who holds it reads that one, also when another takes its place.
    pub(super) fn disk(&self) -> Arc<Disk> {
        self.in_use().get()
    }

    pub(super) fn in_use(&self) -> &InUse {
        self.disk.as_deref().expect("the disk is only taken by drop")
    }

    pub(super) fn commits(&self) -> &GroupCommit {
        self.commits.as_ref().expect("the thread is only taken by drop")
    }

    /// Breaks one document, as a failing disk would.
    #[cfg(test)]
    pub(super) fn damage(&self, kind: Kind, id: &str) {
        let key = keys::head(kind, id);
        let mut value = self.disk().db.get(&key).unwrap().unwrap().to_vec();
        *value.last_mut().unwrap() ^= 1;
        self.disk().db.insert(key, value).unwrap();
    }
}

impl Store for SledStore {
    fn get(&self, kind: Kind, id: &str) -> Result<Option<Record>, Error> {
        self.disk().get(kind, id)
    }

    fn apply_noting(&self, ops: &[Op], note: Option<Note>) -> Result<Applied, Error> {
        let commits = self.commits();
        commits.check()?;
        // What a caller gets wrong must not reach the batch, where every error is taken for the disk's.
        let mut bytes = None;
        for op in ops {
            let (kind, id) = op.subject();
            keys::check_id(kind, id)?;
            if let Op::Once { request, .. } = op {
                keys::check_request(&request.key)?;
            }
            if let Some(body) = op.body() {
                envelope::check_body(kind, id, body)?;
                bytes = Some(bytes.unwrap_or(0) + body.len());
            }
        }
        if ops.is_empty() && note.is_none() {
            return Ok(Applied { seq: self.last_seq(), existed: Vec::new(), done: Vec::new() });
        }
        self.space.check(bytes)?;
        commits.apply(WriteRequest { ops: ops.to_vec(), note })
    }

    fn erasure(&self, id: Uuid) -> Result<Option<ErasureReceipt>, Error> {
        self.disk().erasure(id)
    }

    fn n_pending_erasures(&self) -> usize {
        self.disk().n_pending_erasures()
    }

    fn side_records(&self) -> Result<Vec<SideRecord>, Error> {
        self.disk().side_records()
    }

    fn earlier_request(&self, request: &RequestKey) -> Result<Option<EarlierRequest>, Error> {
        self.disk().earlier_request(request)
    }

    fn scan(&self, kind: Kind, after: Option<&str>) -> Records<'_> {
        self.disk().scan(kind, after)
    }

    fn changes_since(&self, seq: Seq) -> Changes<'_> {
        self.disk().changes_since(seq)
    }

    fn count(&self, kind: Kind) -> u64 {
        self.disk().state().counts.of(kind)
    }

    fn last_seq(&self) -> Seq {
        self.disk().state().seq
    }

    fn log_from(&self) -> Seq {
        self.disk().state().log_from
    }

    fn hold_log(&self) -> LogHold {
        self.log_holds.hold()
    }

    fn digest(&self) -> Option<Digest> {
        self.disk().state().digest
    }

    fn uuid(&self) -> &str {
        &self.uuid
    }

    fn on_disk(&self) -> Option<&SledStore> {
        Some(self)
    }
}

impl Drop for SledStore {
    fn drop(&mut self) {
        let Some(commits) = self.commits.take() else { return };
        let healthy = commits.check().is_ok();
        drop(commits);
        // The writing thread has ended, and with it whoever else had it.
        let Some(disk) = self.disk.take().and_then(Arc::into_inner).map(InUse::into_disk) else { return };
        let state = *disk.state();
        let database = disk.folder.join("db");
        let synced = healthy && disk.sync().is_ok();
        let synced = guarded_open::close(disk).is_ok() && synced;
        let bytes = released_file_bytes(&database);
        // Without the two below the next open is as safe: it gives the database its name itself, and has an older lower bound.
        if synced && current::settle(&self.folder).is_ok() {
            let _ = Meta::new(&state, bytes).write(&self.folder);
        }
    }
}

/// Waits until sled's own threads have let go of its file, and makes it durable. Its length in bytes, unless it took
/// too long.
fn released_file_bytes(database: &Path) -> Option<u64> {
    if !is_released(database) {
        return None;
    }
    let file = File::options().read(true).write(true).open(database).ok()?;
    file.sync_all().ok()?;
    Some(fs::metadata(database).ok()?.len())
}

#[cfg(all(test, unix))]
mod faults;
#[cfg(test)]
mod tests;
