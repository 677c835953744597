//! Writes the database of an open store anew, without what was deleted or replaced, and puts it in place of the one in use. Others read
//! and write meanwhile; they wait only for the last few changes.
//!
//! Documents are copied as they come by, and then what changed since, as in a backup. What takes the place must hold what the state of
//! the old one says: number, counts and digest. Only then does `CURRENT` name it, and that one rename is the step from the old to the
//! new: a crash before leaves the old one, whole, and a crash after it the new one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::Duration;

use sled::{Batch, Db, IVec};

use super::compaction::Compaction;
use super::current;
use super::disk::{Disk, failed, insert_document};
use super::envelope::{self, Head, State};
use super::files;
use super::guarded_open;
use super::keys;
use super::new_database::{NewDatabase, is_released};
use super::private::make_tree_private;
use super::record::{Change, Effect, Kind, Seq};
use super::requests::EarlierRequest;
use super::side_records;
use super::sled_store::{CATCH_UP_ROUNDS, FEW_CHANGES, SledStore};
use super::{StorageOptions, Store as _};
use crate::domain::{CancelToken, Error, StorageErrorKind};

/// So many bytes of documents go into one batch.
const BATCH_BYTES: usize = 4 << 20;
/// How often it is looked whether the last reader of the old database has gone.
const LOOK_EVERY: Duration = Duration::from_millis(10);

impl SledStore {
    /// See the module. Gives what it did, with the number of the last change of which it is sure: of whatever was deleted or replaced by
    /// then nothing is left in the store's files. The requests that clients may send again are kept, but for those whose document is
    /// gone.
    ///
    /// # Errors
    /// [`Error::LowSpace`] without room for a second database, [`Error::Store`] when a document is damaged, [`Error::Cancelled`]:
    /// the store then goes on as it was. Where it is not certain which database a crash would leave, writes are refused from then on.
    pub(crate) fn rewrite(&self, cancel: &CancelToken) -> Result<Compaction, Error> {
        let _one_at_a_time = self.rewriting.lock().unwrap_or_else(PoisonError::into_inner);
        self.commits().check()?;
        let old = self.disk();
        current::remove_others(&self.folder, &old.folder)?;
        let bytes_before = files::bytes_in(&old.folder)?;
        self.check_room(bytes_before)?;
        let place = current::free_folder(&self.folder);
        let written = self.rewrite_to(&place, &old, cancel);
        let from = match written {
            Ok(from) => from,
            Err(error) => {
                // What cannot be removed now is by the next attempt, or when the store is opened next. Where writes are refused
                // `CURRENT` may name it.
                if self.commits().check().is_ok() {
                    let _ = files::remove_folder(&place);
                }
                return Err(error);
            }
        };
        let State { counts, .. } = self.state();
        close_when_unread(old, cancel)?;
        let bytes_after = files::bytes_in(&place)?;
        Ok(Compaction { seq: from, documents: counts.candidates + counts.roles, bytes_before, bytes_after })
    }

    fn rewrite_to(&self, place: &Path, old: &Arc<Disk>, cancel: &CancelToken) -> Result<Seq, Error> {
        let StorageOptions { cache_bytes, keep_changes, .. } = self.options;
        let _held = self.hold_log();
        let from = self.last_seq();
        let mut new = NewDatabase::create(place, cache_bytes)?.cancelled_by(cancel);
        for kind in Kind::ALL {
            for found in old.scan(kind, None) {
                let (id, record) = found?;
                new.add(kind, &id, &record)?;
            }
        }
        let state = new.finish(old.state().uuid, from)?;
        let opened = guarded_open::open(place, cache_bytes, &())?;
        make_tree_private(place);
        let new = Disk::new(opened.db, place, state, Arc::clone(&old.sync_data))?;
        let new = new.keeping(keep_changes, &self.log_holds);
        let copied = self.take_over(old, new, from, cancel);
        copied.map(|()| from)
    }

    /// Brings the new database to the state of the old one, and puts it in its place.
    fn take_over(&self, old: &Arc<Disk>, new: Disk, from: Seq, cancel: &CancelToken) -> Result<(), Error> {
        let mut copy = Copy { old, new: &new, state: *new.state() };
        let mut seen = from;
        for _ in 0..CATCH_UP_ROUNDS {
            if self.last_seq().0 - seen.0 <= FEW_CHANGES {
                break;
            }
            seen = copy.changes_since(seen, cancel)?;
        }
        let is_there =
            |id: &str| Kind::ALL.iter().any(|kind| matches!(new.db.contains_key(keys::head(*kind, id)), Ok(true)));
        copy.requests(&is_there)?;
        copy.all_below(keys::DONE_ERASURES)?;
        cancel.check()?;
        let gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        // After a failed write, what is read may never become durable.
        self.commits().check()?;
        copy.changes_since(seen, cancel)?;
        copy.requests(&is_there)?;
        copy.all_below(keys::PENDING_ERASURES)?;
        copy.side_records()?;
        let state = copy.finish()?;
        *new.state() = state;
        new.count_requests();
        if let Err(error) = current::point_to(&self.folder, &new.folder) {
            // Nobody knows which one a crash would leave.
            self.commits().refuse_from_now_on(&error);
            return Err(error);
        }
        self.in_use().replace(Arc::new(new));
        drop(gate);
        Ok(())
    }
}

/// Closes a database that another has replaced, once the last reader has gone, and removes its files.
fn close_when_unread(mut old: Arc<Disk>, cancel: &CancelToken) -> Result<(), Error> {
    let folder = old.folder.clone();
    let disk = loop {
        match Arc::try_unwrap(old) {
            Ok(disk) => break disk,
            Err(shared) => old = shared,
        }
        cancel.check()?;
        thread::sleep(LOOK_EVERY);
    };
    guarded_open::close(disk)?;
    is_released(&folder.join("db"));
    files::remove_folder(&folder)
}

/// What has been brought from the old database to the new one.
struct Copy<'a> {
    old: &'a Arc<Disk>,
    new: &'a Disk,
    /// Of the new one.
    state: State,
}

impl Copy<'_> {
    /// Brings what changed after `seen`; gives the number of the last change that it brought.
    fn changes_since(&mut self, seen: Seq, cancel: &CancelToken) -> Result<Seq, Error> {
        let changes = self.old.changes_since(seen).collect::<Result<Vec<Change>, Error>>()?;
        let Some(upto) = changes.last().map(|change| change.seq) else { return Ok(seen) };
        let mut batch = Batch::default();
        for change in &changes {
            batch.insert(keys::log(change.seq), envelope::encode_change(change));
        }
        let mut bytes = 0;
        for (kind, id) in changes.iter().map(|change| (change.kind, &change.id)).collect::<BTreeSet<_>>() {
            bytes += self.document(&mut batch, kind, id)?;
            if bytes >= BATCH_BYTES {
                cancel.check()?;
                self.write(&mut batch)?;
                bytes = 0;
            }
        }
        self.state.seq = upto;
        self.write(&mut batch)?;
        Ok(upto)
    }

    /// Adds a document as it stands now to a batch; gives its length in bytes.
    fn document(&mut self, batch: &mut Batch, kind: Kind, id: &str) -> Result<usize, Error> {
        let key = keys::head(kind, id);
        let found = self.new.db.get(&key).map_err(|e| failed("reading", &e))?;
        let before = found.as_deref().and_then(|value| envelope::decode_head(kind, value)).map(|(head, _)| head);
        let record = self.old.get(kind, id)?;
        let after = match &record {
            Some(record) => Some(insert_document(batch, kind, id, record.seq, &record.body)?),
            None => None,
        };
        if after.is_none() && before.is_some() {
            batch.remove(key);
        }
        let n_parts = |head: Option<Head>| head.map_or(0, Head::n_parts);
        for number in n_parts(after)..n_parts(before) {
            batch.remove(keys::part(kind, id, number));
        }
        let effect = if after.is_some() { Effect::Put } else { Effect::Deleted };
        self.state.counts.note(kind, before.is_some(), effect);
        if let Some(digest) = &mut self.state.digest {
            if let Some(head) = before {
                digest.remove_head(kind, id, head);
            }
            if let Some(head) = after {
                digest.add_head(kind, id, head);
            }
        }
        Ok(record.map_or(0, |record| record.body.len()))
    }

    /// Brings the requests whose document is there, and removes those that are forgotten.
    fn requests(&self, is_there: &dyn Fn(&str) -> bool) -> Result<(), Error> {
        let mut known = all_of(self.new, keys::REQUESTS_BY_TIME)?;
        let mut kept = Vec::new();
        for (place, _) in all_of(self.old, keys::REQUESTS_BY_TIME)? {
            let Some((_, key)) = keys::time_and_request(&place) else { continue };
            let value = self.old.db.get(keys::request(key)).map_err(|e| failed("reading", &e))?;
            let Some(value) = value else { continue };
            let earlier: Option<EarlierRequest> = borsh::from_slice(&value).ok();
            if !earlier.is_some_and(|earlier| is_there(&earlier.id)) {
                continue;
            }
            if known.remove(&place).is_none() {
                kept.push((keys::request(key), value, place));
            }
        }
        // Before what is kept, for a key may have come again.
        let mut batch = Batch::default();
        for place in known.keys() {
            if let Some((_, key)) = keys::time_and_request(place) {
                batch.remove(keys::request(key));
            }
            batch.remove(place);
        }
        for (key, value, place) in kept {
            batch.insert(key, value);
            batch.insert(place, &[]);
        }
        self.write(&mut batch)
    }

    /// Brings all that stands below these keys, as it stands.
    fn all_below(&self, prefix: &[u8]) -> Result<(), Error> {
        let mut batch = Batch::default();
        for (key, value) in all_of(self.old, prefix)? {
            batch.insert(key, value);
        }
        self.write(&mut batch)
    }

    /// Brings the records beside the documents, but those about documents that are gone.
    fn side_records(&self) -> Result<(), Error> {
        let mut batch = Batch::default();
        for (key, value) in side_records::to_be_kept(&self.old.db, &self.new.db)? {
            batch.insert(key, value);
        }
        self.write(&mut batch)
    }

    fn write(&self, batch: &mut Batch) -> Result<(), Error> {
        write(&self.new.db, std::mem::take(batch))
    }

    /// Makes the new database durable where it is as the old one; gives its state.
    fn finish(self) -> Result<State, Error> {
        let expected = *self.old.state();
        let State { uuid, seq, counts, digest, .. } = self.state;
        let is_same = (uuid, seq, counts) == (expected.uuid, expected.seq, expected.counts)
            && expected.digest.is_none_or(|expected| digest == Some(expected));
        if !is_same {
            return Err(Error::store(
                StorageErrorKind::Damaged,
                "the store has lost documents, and is not written anew: `verify` names them; restore a backup"
                    .to_owned(),
            ));
        }
        let mut batch = Batch::default();
        batch.insert(keys::STATE, envelope::encode_state(&self.state));
        write(&self.new.db, batch)?;
        self.new.sync()?;
        files::sync_tree(&self.new.folder)?;
        Ok(self.state)
    }
}

fn all_of(disk: &Disk, prefix: &[u8]) -> Result<BTreeMap<IVec, IVec>, Error> {
    let entries: sled::Result<BTreeMap<IVec, IVec>> = disk.db.scan_prefix(prefix).collect();
    entries.map_err(|e| failed("reading", &e))
}

fn write(db: &Db, batch: Batch) -> Result<(), Error> {
    db.apply_batch(batch).map_err(|e| failed("writing", &e))
}

#[cfg(test)]
mod tests;
