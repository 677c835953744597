//! A store in memory, for engines without a folder and for tests. Nothing outlives it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Bound;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use uuid::Uuid;

#[cfg(feature = "storage")]
use super::SledStore;
use super::digest::Digest;
use super::erasures::{ErasureReceipt, KeptErasure, Note};
use super::keys::{check_id, check_request};
use super::log_cut::{self, KEEP_CHANGES, LogHold, LogHolds};
use super::record::{Applied, Change, Counts, Kind, Op, Record, Seq, Standing};
use super::requests::{EarlierRequest, KEPT_SECONDS, MAX_REQUESTS, RequestKey};
use super::side_records::{KeptSideRecord, SideRecord};
use super::{Changes, Records, Store};
use crate::domain::Error;

/// Documents in ordered maps behind one lock.
pub(crate) struct MemoryStore {
    uuid: String,
    keep_changes: u64,
    log_holds: LogHolds,
    shelves: RwLock<Shelves>,
    /// Whether writes fail, as those to a disk or a database may.
    #[cfg(test)]
    pub(crate) fails: std::sync::atomic::AtomicBool,
}

#[derive(Default)]
struct Shelves {
    documents: BTreeMap<(Kind, String), Record>,
    log: BTreeMap<Seq, Change>,
    log_from: Seq,
    seq: Seq,
    counts: Counts,
    requests: HashMap<String, EarlierRequest>,
    requests_by_time: BTreeSet<(u64, String)>,
    erasures: BTreeMap<Uuid, KeptErasure>,
    side_records: BTreeMap<Vec<u8>, KeptSideRecord>,
}

impl Shelves {
    fn remember(&mut self, request: &RequestKey, earlier: EarlierRequest) {
        if let Some(before) = self.requests.insert(request.key.clone(), earlier) {
            self.requests_by_time.remove(&(before.at, request.key.clone()));
        }
        self.requests_by_time.insert((request.at, request.key.clone()));
        while let Some((at, key)) = self.requests_by_time.first().cloned()
            && (request.at.saturating_sub(at) >= KEPT_SECONDS || self.requests.len() > MAX_REQUESTS)
        {
            self.requests_by_time.pop_first();
            self.requests.remove(&key);
        }
    }
}

impl MemoryStore {
    /// An empty store.
    pub(crate) fn new() -> Self {
        Self {
            uuid: Uuid::now_v7().to_string(),
            keep_changes: KEEP_CHANGES,
            log_holds: LogHolds::default(),
            shelves: RwLock::default(),
            #[cfg(test)]
            fails: false.into(),
        }
    }

    /// Keeps so many changes.
    pub(crate) fn keeping(self, keep_changes: u64) -> Self {
        Self { keep_changes, ..self }
    }

    /// A writer that panicked cannot have left a half-done op that matters more than going on in memory.
    fn read(&self) -> RwLockReadGuard<'_, Shelves> {
        self.shelves.read().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store for MemoryStore {
    fn get(&self, kind: Kind, id: &str) -> Result<Option<Record>, Error> {
        Ok(self.read().documents.get(&(kind, id.to_owned())).cloned())
    }

    fn apply_noting(&self, ops: &[Op], note: Option<Note>) -> Result<Applied, Error> {
        for op in ops {
            let (kind, id) = op.subject();
            check_id(kind, id)?;
            if let Op::Once { request, .. } = op {
                check_request(&request.key)?;
            }
        }
        #[cfg(test)]
        if self.fails.load(std::sync::atomic::Ordering::SeqCst) {
            return Err(Error::store(crate::domain::StorageErrorKind::Io, "writes fail"));
        }
        let mut guard = self.shelves.write().unwrap_or_else(PoisonError::into_inner);
        let shelves = &mut *guard;
        let (mut existed, mut done) = (Vec::with_capacity(ops.len()), Vec::with_capacity(ops.len()));
        let before_all = shelves.seq;
        for op in ops {
            let seq = shelves.seq.next();
            let (kind, id) = op.subject();
            let key = (kind, id.to_owned());
            let before = shelves.documents.get(&key).map_or(Standing::Absent, |record| Standing::Version(record.seq));
            done.push(op.acts_on(before));
            if !op.acts_on(before) {
                existed.push(before != Standing::Absent);
                continue;
            }
            let before = match op.body() {
                Some(body) => shelves.documents.insert(key, Record { seq, body: body.to_vec() }),
                None => shelves.documents.remove(&key),
            };
            shelves.counts.note(kind, before.is_some(), op.effect());
            shelves.log.insert(seq, Change { seq, kind, id: id.to_owned(), effect: op.effect() });
            shelves.seq = seq;
            existed.push(before.is_some());
            if let Op::Once { request, .. } = op {
                shelves.remember(request, EarlierRequest::of(request, id, seq.0));
            }
        }
        let n_new = shelves.seq.0 - before_all.0;
        let keep = if self.log_holds.is_held() { u64::MAX } else { self.keep_changes };
        for number in log_cut::cut(keep, shelves.log_from, shelves.seq, n_new).into_iter().flatten() {
            shelves.log.remove(&Seq(number));
            shelves.log_from = Seq(number);
        }
        match note {
            Some(Note::Erase { id, at, always }) if always || done.contains(&true) => {
                // There are no files that could hold anything.
                let kept = KeptErasure { seq: shelves.seq, requested_at: at, done_at: Some(at) };
                shelves.erasures.insert(id, kept);
            }
            Some(Note::Side(writes)) => {
                for write in writes {
                    let is_there = |kind, id: &str| Ok(shelves.documents.contains_key(&(kind, id.to_owned())));
                    match KeptSideRecord::left_by::<Error>(&write, is_there)? {
                        Some(record) => shelves.side_records.insert(write.key, record),
                        None => shelves.side_records.remove(&write.key),
                    };
                }
            }
            _ => {}
        }
        Ok(Applied { seq: shelves.seq, existed, done })
    }

    fn erasure(&self, id: Uuid) -> Result<Option<ErasureReceipt>, Error> {
        Ok(self.read().erasures.get(&id).map(|kept| ErasureReceipt::new(id, kept)))
    }

    fn n_pending_erasures(&self) -> usize {
        0
    }

    fn side_records(&self) -> Result<Vec<SideRecord>, Error> {
        let shelves = self.read();
        Ok(shelves.side_records.iter().map(|(key, record)| (key.clone(), record.value.clone())).collect())
    }

    fn earlier_request(&self, request: &RequestKey) -> Result<Option<EarlierRequest>, Error> {
        let found = self.read().requests.get(&request.key).cloned();
        Ok(found.filter(|earlier| earlier.is_kept_at(request.at)))
    }

    fn scan(&self, kind: Kind, after: Option<&str>) -> Records<'_> {
        // One look-up a document, so that the lock is never held while the caller works. No id is empty.
        let mut last = (kind, after.unwrap_or_default().to_owned());
        Box::new(std::iter::from_fn(move || {
            let shelves = self.read();
            let (key, record) = shelves.documents.range((Bound::Excluded(&last), Bound::Unbounded)).next()?;
            if key.0 != kind {
                return None;
            }
            last = key.clone();
            Some(Ok((last.1.clone(), record.clone())))
        }))
    }

    fn changes_since(&self, seq: Seq) -> Changes<'_> {
        let end = self.last_seq();
        let (mut last, mut is_over) = (seq, false);
        Box::new(std::iter::from_fn(move || {
            if is_over || last >= end {
                return None;
            }
            last = last.next();
            let shelves = self.read();
            let change = shelves.log.get(&last).cloned();
            is_over = change.is_none();
            Some(change.ok_or_else(|| log_cut::forgotten(shelves.log_from, last)))
        }))
    }

    fn count(&self, kind: Kind) -> u64 {
        self.read().counts.of(kind)
    }

    fn last_seq(&self) -> Seq {
        self.read().seq
    }

    fn log_from(&self) -> Seq {
        self.read().log_from
    }

    fn hold_log(&self) -> LogHold {
        self.log_holds.hold()
    }

    fn digest(&self) -> Option<Digest> {
        None
    }

    fn uuid(&self) -> &str {
        &self.uuid
    }

    #[cfg(feature = "storage")]
    fn on_disk(&self) -> Option<&SledStore> {
        None
    }
}
