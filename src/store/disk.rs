//! The open database: reads one document, writes one batch, makes it durable. Who may write, and when, is not its say.
//!
//! sled's flush asks the system to start writing but not the disk to finish, so every batch ends with a sync on a file
//! handle of our own. Each batch holds documents, log and state together: after a crash they agree.

mod log;

use std::collections::HashMap;
use std::fs::{self, File};
use std::io;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sled::{Batch, Db};
use uuid::Uuid;

use super::Records;
use super::envelope::{self, Head, PART_BYTES, State, head_of};
use super::erasures::{self, ErasureReceipt, KeptErasure, Note};
use super::files;
use super::group_commit::WriteRequest;
use super::keys;
use super::record::{Applied, Change, Kind, Op, Record, Seq, Standing};
use super::requests::{EarlierRequest, KEPT_SECONDS, MAX_REQUESTS, RequestKey};
use super::side_records::{self, KeptSideRecord, SideRecord};
use crate::domain::{Error, StorageErrorKind};
use log::LogCut;

/// The one call that makes the bytes of the database file durable: `File::sync_data`, but for tests that watch it or let it
/// fail.
pub(super) type SyncData = Arc<dyn Fn(&File) -> io::Result<()> + Send + Sync>;

/// The open database, and the state of what is durable in it.
pub(super) struct Disk {
    pub(super) db: Db,
    /// Our own handle, on which the system reports write errors to us alone.
    file: File,
    pub(super) sync_data: SyncData,
    /// Where its files lie.
    pub(super) folder: PathBuf,
    blobs: PathBuf,
    durable: Mutex<State>,
    /// How many requests are remembered.
    n_requests: AtomicUsize,
    log: LogCut,
}

impl Disk {
    /// Takes an open database whose files lie in the folder `database`.
    pub(super) fn new(db: Db, database: &Path, state: State, sync_data: SyncData) -> Result<Self, Error> {
        let path = database.join("db");
        let file = File::options().read(true).write(true).open(&path).map_err(files::at(&path))?;
        let n_requests = AtomicUsize::new(db.scan_prefix(keys::REQUESTS_BY_TIME).count());
        let (folder, blobs, durable) = (database.to_owned(), database.join("blobs"), Mutex::new(state));
        let log = LogCut::new(state.log_from);
        Ok(Self { db, file, sync_data, folder, blobs, durable, n_requests, log })
    }

    /// Makes a new database and the names of its files durable.
    pub(super) fn create(&self) -> Result<(), Error> {
        self.db.insert(keys::STATE, envelope::encode_state(&self.state())).map_err(|e| failed("creating", &e))?;
        self.sync()?;
        let conf = self.folder.join("conf");
        File::open(&conf).and_then(|f| f.sync_all()).map_err(files::at(&conf))?;
        files::sync_folder(&self.folder)
    }

    /// What is durable.
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.durable.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The document, checked.
    pub(super) fn get(&self, kind: Kind, id: &str) -> Result<Option<Record>, Error> {
        match self.db.get(keys::head(kind, id)).map_err(|e| unreadable(kind, id, &e))? {
            None => Ok(None),
            Some(value) => self.record(kind, id, value),
        }
    }

    /// The document of a head. When it does not fit its parts, either somebody wrote in between, which shows in the
    /// head, or it is damaged.
    pub(super) fn record(&self, kind: Kind, id: &str, mut value: sled::IVec) -> Result<Option<Record>, Error> {
        loop {
            if let Some((head, inline)) = envelope::decode_head(kind, &value) {
                let body = if head.n_parts() == 0 { inline.to_vec() } else { self.parts(kind, id, head.n_parts())? };
                if head.vouches_for(kind, id, &body) {
                    return Ok(Some(Record { seq: head.seq, body }));
                }
            }
            match self.db.get(keys::head(kind, id)).map_err(|e| unreadable(kind, id, &e))? {
                None => return Ok(None),
                Some(now) if now != value => value = now,
                Some(_) => {
                    let noun = kind.noun();
                    return Err(Error::store(
                        StorageErrorKind::Damaged,
                        format!(
                            "{noun} {id:?} is damaged in the store: write it again, or restore the folder from a backup"
                        ),
                    ));
                }
            }
        }
    }

    /// What became of an earlier request of this key.
    pub(super) fn earlier_request(&self, request: &RequestKey) -> Result<Option<EarlierRequest>, Error> {
        Ok(self.request(&request.key)?.filter(|earlier| earlier.is_kept_at(request.at)))
    }

    /// What is remembered of a request; what cannot be read is forgotten.
    fn request(&self, key: &str) -> Result<Option<EarlierRequest>, Error> {
        let found = self.db.get(keys::request(key)).map_err(|e| failed("reading", &e))?;
        Ok(found.and_then(|value| borsh::from_slice(&value).ok()))
    }

    /// The documents of `kind` whose id is greater than `after`, each checked.
    pub(super) fn scan(self: &Arc<Self>, kind: Kind, after: Option<&str>) -> Records<'static> {
        let disk = Arc::clone(self);
        let from = Bound::Excluded(keys::head(kind, after.unwrap_or_default()));
        let to = Bound::Excluded(keys::heads_end(kind).to_vec());
        Box::new(self.db.range::<Vec<u8>, _>((from, to)).filter_map(move |entry| match entry {
            Err(e) => Some(Err(failed("reading", &e))),
            Ok((key, value)) => match keys::id_of_head(&key) {
                None => Some(Err(Error::store(
                    StorageErrorKind::Damaged,
                    format!("a {} has an id that is not text", kind.noun()),
                ))),
                Some(id) => disk.record(kind, &id, value).transpose().map(|found| found.map(|record| (id, record))),
            },
        }))
    }

    /// The receipt of an erasure.
    pub(super) fn erasure(&self, id: Uuid) -> Result<Option<ErasureReceipt>, Error> {
        // In this order: one that is done meanwhile is found among those.
        for among in [keys::PENDING_ERASURES, keys::DONE_ERASURES] {
            if let Some(value) = self.db.get(keys::erasure(among, id)).map_err(|e| failed("reading", &e))? {
                return Ok(borsh::from_slice(&value).ok().map(|kept: KeptErasure| ErasureReceipt::new(id, &kept)));
            }
        }
        Ok(None)
    }

    /// Counts the requests that are remembered, where others than this wrote them.
    pub(super) fn count_requests(&self) {
        self.n_requests.store(self.db.scan_prefix(keys::REQUESTS_BY_TIME).count(), Ordering::Relaxed);
    }

    /// All records beside the documents.
    pub(super) fn side_records(&self) -> Result<Vec<SideRecord>, Error> {
        let all = side_records::all(&self.db)?;
        Ok(all.into_iter().map(|(key, record)| (key, record.value)).collect())
    }

    /// How many erasures are pending.
    pub(super) fn n_pending_erasures(&self) -> usize {
        // A database that cannot be read gives errors without end.
        self.db.scan_prefix(keys::PENDING_ERASURES).map_while(Result::ok).count()
    }

    fn parts(&self, kind: Kind, id: &str, n_parts: u32) -> Result<Vec<u8>, Error> {
        let mut body = Vec::new();
        for number in 0..n_parts {
            match self.db.get(keys::part(kind, id, number)).map_err(|e| unreadable(kind, id, &e))? {
                Some(part) => body.extend_from_slice(&part),
                None => break,
            }
        }
        Ok(body)
    }

    /// Applies all requests in one batch, makes it durable, and only then counts it as done.
    pub(super) fn commit(&self, writes: &[WriteRequest]) -> Result<Vec<Applied>, Error> {
        let mut draft = Draft {
            disk: self,
            batch: Batch::default(),
            state: *self.state(),
            heads_now: HashMap::new(),
            requests: HashMap::new(),
            noted: false,
        };
        let mut answers = Vec::with_capacity(writes.len());
        for WriteRequest { ops, note } in writes {
            let added = ops.iter().map(|op| draft.add(op)).collect::<Result<Vec<(bool, bool)>, _>>()?;
            let (existed, done): (Vec<bool>, Vec<bool>) = added.into_iter().unzip();
            if let Some(note) = note {
                draft.note(note, done.contains(&true))?;
            }
            answers.push(Applied { seq: draft.state.seq, existed, done });
        }
        let n_requests = draft.settle_requests()?;
        draft.cut_log();
        let Draft { mut batch, state, noted, .. } = draft;
        if !noted && answers.iter().all(|answer| !answer.done.contains(&true)) {
            return Ok(answers);
        }
        batch.insert(keys::STATE, envelope::encode_state(&state));
        self.log.is_cut_upto(state.log_from);
        self.db.apply_batch(batch).map_err(|e| failed("writing", &e))?;
        self.sync()?;
        *self.state() = state;
        self.n_requests.store(n_requests, Ordering::Relaxed);
        Ok(answers)
    }

    /// Makes everything written so far durable. After a failure it must not be tried again.
    pub(super) fn sync(&self) -> Result<(), Error> {
        self.db.flush().map_err(|e| failed("flushing", &e))?;
        (self.sync_data)(&self.file)
            .map_err(|e| Error::store(StorageErrorKind::of_io(&e), format!("syncing the store failed: {e}")))?;
        self.sync_blobs()
    }

    /// sled puts very large pages into files of their own and does not sync them. Parts keep pages small, so there are
    /// none unless hundreds of ids are of the greatest length.
    fn sync_blobs(&self) -> Result<(), Error> {
        let mut any = false;
        for entry in fs::read_dir(&self.blobs).map_err(files::at(&self.blobs))? {
            let path = entry.map_err(files::at(&self.blobs))?.path();
            any = true;
            match File::open(&path) {
                // sled removes files that it no longer needs in the background.
                Err(e) if e.kind() == std::io::ErrorKind::NotFound => {}
                opened => opened.and_then(|file| file.sync_all()).map_err(files::at(&path))?,
            }
        }
        if any { files::sync_folder(&self.blobs) } else { Ok(()) }
    }
}

/// A batch in the making.
struct Draft<'a> {
    disk: &'a Disk,
    batch: Batch,
    state: State,
    /// Of the documents that the batch writes, as it leaves them.
    heads_now: HashMap<Vec<u8>, Place>,
    /// Requests that the batch remembers.
    requests: HashMap<String, EarlierRequest>,
    /// Whether it holds a note.
    noted: bool,
}

/// How a document stands, with what is needed to write over it.
#[derive(Clone, Copy)]
enum Place {
    Absent,
    There(Head),
    /// It may be written over; its parts are then left behind rather than guessed at.
    Damaged,
}

impl Place {
    fn standing(self) -> Standing {
        match self {
            Self::Absent => Standing::Absent,
            Self::There(head) => Standing::Version(head.seq),
            Self::Damaged => Standing::Damaged,
        }
    }

    fn is_there(self) -> bool {
        !matches!(self, Self::Absent)
    }

    fn n_parts(self) -> u32 {
        if let Self::There(head) = self { head.n_parts() } else { 0 }
    }
}

impl Draft<'_> {
    /// Adds one op; says whether the document was there before, and whether anything is done.
    fn add(&mut self, op: &Op) -> Result<(bool, bool), Error> {
        let (kind, id) = op.subject();
        let head_key = keys::head(kind, id);
        let before = match self.heads_now.get(&head_key) {
            Some(known) => *known,
            None => match self.disk.db.get(&head_key).map_err(|e| unreadable(kind, id, &e))? {
                None => Place::Absent,
                Some(value) => {
                    envelope::decode_head(kind, &value).map_or(Place::Damaged, |(head, _)| Place::There(head))
                }
            },
        };
        if !op.acts_on(before.standing()) {
            return Ok((before.is_there(), false));
        }
        let seq = self.state.seq.next();
        let after = if let Some(body) = op.body() {
            Place::There(insert_document(&mut self.batch, kind, id, seq, body)?)
        } else {
            self.batch.remove(head_key.as_slice());
            Place::Absent
        };
        for number in after.n_parts()..before.n_parts() {
            self.batch.remove(keys::part(kind, id, number));
        }
        let change = Change { seq, kind, id: id.to_owned(), effect: op.effect() };
        self.batch.insert(keys::log(seq), envelope::encode_change(&change));
        self.state.counts.note(kind, before.is_there(), op.effect());
        self.state.seq = seq;
        self.note_digest(kind, id, before, after);
        self.heads_now.insert(head_key, after);
        if let Op::Once { request, .. } = op {
            self.requests.insert(request.key.clone(), EarlierRequest::of(request, id, seq.0));
        }
        Ok((before.is_there(), true))
    }

    /// Adds what is noted with writes, of which one at least was done or not.
    fn note(&mut self, note: &Note, any_done: bool) -> Result<(), Error> {
        match *note {
            Note::Side(ref writes) => {
                for write in writes {
                    let key = keys::side_record(&write.key);
                    match KeptSideRecord::left_by(write, |kind, id| self.is_there(kind, id))? {
                        Some(record) => self.batch.insert(key, record.encoded()),
                        None => self.batch.remove(key),
                    }
                    self.noted = true;
                }
            }
            Note::Erase { id, at, always } => {
                if always || any_done {
                    let kept = KeptErasure { seq: self.state.seq, requested_at: at, done_at: None };
                    self.keep_erasure(keys::PENDING_ERASURES, id, kept);
                }
            }
            Note::Erased { upto, at } => {
                for found in erasures_among(&self.disk.db, keys::PENDING_ERASURES) {
                    let (id, kept) = found?;
                    if kept.seq <= upto {
                        self.batch.remove(keys::erasure(keys::PENDING_ERASURES, id));
                        self.keep_erasure(keys::DONE_ERASURES, id, KeptErasure { done_at: Some(at), ..kept });
                    }
                }
                let is_old = |kept: &KeptErasure| at.saturating_sub(kept.requested_at) > erasures::KEPT_SECONDS;
                for found in erasures_among(&self.disk.db, keys::DONE_ERASURES) {
                    let (id, kept) = found?;
                    if !is_old(&kept) {
                        break;
                    }
                    self.batch.remove(keys::erasure(keys::DONE_ERASURES, id));
                }
            }
        }
        Ok(())
    }

    /// Whether there is a document once the batch is applied.
    fn is_there(&self, kind: Kind, id: &str) -> Result<bool, Error> {
        let key = keys::head(kind, id);
        match self.heads_now.get(&key) {
            Some(known) => Ok(known.is_there()),
            None => self.disk.db.contains_key(key).map_err(|e| unreadable(kind, id, &e)),
        }
    }

    fn keep_erasure(&mut self, among: &[u8], id: Uuid, kept: KeptErasure) {
        let value = borsh::to_vec(&kept).expect("writing to memory cannot fail");
        self.batch.insert(keys::erasure(among, id), value);
        self.noted = true;
    }

    /// Writes down the requests of the batch, and lets go of those whose time is over. Gives how many are remembered then.
    fn settle_requests(&mut self) -> Result<usize, Error> {
        let mut n = self.disk.n_requests.load(Ordering::Relaxed);
        let Some(now) = self.requests.values().map(|request| request.at).max() else { return Ok(n) };
        for (key, request) in &self.requests {
            match self.disk.request(key)? {
                Some(before) => self.batch.remove(keys::request_by_time(before.at, key)),
                None => n += 1,
            }
            let value = borsh::to_vec(request).expect("writing to memory cannot fail");
            self.batch.insert(keys::request(key), value);
            self.batch.insert(keys::request_by_time(request.at, key), &[]);
        }
        // Twice as many as come, so that the old ones become fewer and no batch takes long.
        let oldest = self.disk.db.scan_prefix(keys::REQUESTS_BY_TIME).keys().take(2 * self.requests.len());
        for place in oldest {
            let place = place.map_err(|e| failed("reading", &e))?;
            let Some((at, key)) = keys::time_and_request(&place) else { continue };
            if now.saturating_sub(at) < KEPT_SECONDS && n <= MAX_REQUESTS {
                break;
            }
            if !self.requests.contains_key(key) {
                self.batch.remove(keys::request(key));
                self.batch.remove(&*place);
                n = n.saturating_sub(1);
            }
        }
        Ok(n)
    }

    fn note_digest(&mut self, kind: Kind, id: &str, before: Place, after: Place) {
        if let Some(digest) = &mut self.state.digest {
            if let Place::There(head) = before {
                digest.remove_head(kind, id, head);
            }
            if let Place::There(head) = after {
                digest.add_head(kind, id, head);
            }
        }
        if let Place::Damaged = before {
            self.state.digest = None;
        }
    }
}

/// The erasures that are kept under these keys; those that cannot be read are left out.
fn erasures_among(db: &Db, among: &[u8]) -> impl Iterator<Item = Result<(Uuid, KeptErasure), Error>> {
    db.scan_prefix(among).filter_map(|entry| match entry {
        Err(e) => Some(Err(failed("reading", &e))),
        Ok((key, value)) => {
            let kept = borsh::from_slice(&value).ok()?;
            Some(Ok((keys::id_of_erasure(&key)?, kept)))
        }
    })
}

/// Adds a document to a batch: its head, and its parts when it is long. Gives the head.
pub(super) fn insert_document(batch: &mut Batch, kind: Kind, id: &str, seq: Seq, body: &[u8]) -> Result<Head, Error> {
    batch.insert(keys::head(kind, id), envelope::encode_head(kind, id, seq, body)?);
    let parts = if body.len() > PART_BYTES { body.chunks(PART_BYTES) } else { [].chunks(PART_BYTES) };
    for (number, part) in (0..).zip(parts) {
        batch.insert(keys::part(kind, id, number), part);
    }
    Ok(head_of(kind, id, seq, body))
}

/// What an error of the database below is to those above.
pub(super) fn sled_kind(error: &sled::Error) -> StorageErrorKind {
    match error {
        sled::Error::Io(error) => StorageErrorKind::of_io(error),
        sled::Error::Corruption { .. } => StorageErrorKind::Damaged,
        _ => StorageErrorKind::Io,
    }
}

/// The error of a database that could not do something.
pub(super) fn failed(doing: &str, error: &sled::Error) -> Error {
    Error::store(sled_kind(error), format!("{doing} the store failed: {error}"))
}

fn unreadable(kind: Kind, id: &str, error: &sled::Error) -> Error {
    Error::store(sled_kind(error), format!("{} {id:?} cannot be read: {error}", kind.noun()))
}
