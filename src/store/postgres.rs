//! The store in PostgreSQL, which several processes share. The bytes and their order are those of every store; the tables are in `schema`.
//!
//! What it knows without asking (the last number, counts) is as of the last call that asked. Whoever keeps something in memory of what
//! others write follows the log: [`PostgresStore::follow`].

mod address;
mod applying;
mod connecting;
mod connections;
mod erasing;
#[cfg(feature = "server")]
mod key_table;
mod lease;
mod listening;
mod moving;
mod reading;
mod receipts;
mod schema;
#[cfg(feature = "webhooks")]
mod side_state;
#[cfg(test)]
mod tests;
mod tls;

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use uuid::Uuid;

pub(super) use super::PostgresUrl;
#[cfg(feature = "storage")]
use super::SledStore;
use super::digest::Digest;
use super::envelope::{self, State};
use super::erasures::{ErasureReceipt, Note};
use super::keys;
use super::log_cut::{self, KEEP_CHANGES, LogHold, LogHolds};
use super::record::{Applied, Change, Kind, Op, Record, Seq};
use super::requests::{EarlierRequest, RequestKey};
use super::side_records::SideRecord;
use super::{Changes, Records, Store};
use crate::domain::Error;
use crate::identity::IdentitySecret;
use applying::Beside;
use connections::Connections;
#[cfg(feature = "server")]
pub(crate) use key_table::KeyTable;
use listening::Wake;
use schema::Unfinished;
#[cfg(test)]
pub(crate) use tests::Schema;
#[cfg(test)]
pub(super) use tests::new_place;

/// So many documents are read at a time.
const PAGE: i64 = 200;
/// So many changes are.
const CHANGES: i64 = 1000;
/// So many documents are read by their ids at a time.
const DOCUMENTS: usize = 1000;

/// Documents of one tenant in a database.
pub(crate) struct PostgresStore {
    connections: Connections,
    shared: Arc<Shared>,
    uuid: String,
    secret: IdentitySecret,
    keep_changes: u64,
    log_holds: LogHolds,
    /// As of the last call that asked.
    n_pending_erasures: AtomicUsize,
}

struct Shared {
    /// As SQL has it.
    schema: String,
    /// As of the last call that asked.
    known: Mutex<State>,
    wake: Arc<Wake>,
}

impl PostgresStore {
    /// Opens the store of a schema, or makes one there.
    ///
    /// # Errors
    /// [`Error::Configuration`] for an address or a schema that cannot be; [`Error::Store`] where the database cannot be reached, is of
    /// another version, or does not keep what it acknowledges.
    pub(crate) fn open(url: &PostgresUrl, schema: &str) -> Result<Self, Error> {
        Self::open_where(url, schema, Unfinished::Refused)
    }

    /// As [`PostgresStore::open`], for another store to be moved into it.
    ///
    /// # Errors
    /// As [`PostgresStore::open`].
    pub(crate) fn open_to_take_in(url: &PostgresUrl, schema: &str) -> Result<Self, Error> {
        Self::open_where(url, schema, Unfinished::Welcome)
    }

    fn open_where(url: &PostgresUrl, schema: &str, unfinished: Unfinished) -> Result<Self, Error> {
        let schema = schema::quoted(schema)?;
        let connections = Connections::new(url)?;
        let name = schema.clone();
        let opened = connections.run(move |mut connection| async move {
            let opened = schema::settle(&mut connection, &name, unfinished).await?;
            connection.give_back();
            Ok(opened)
        });
        let schema::Opened { state, secret } = opened.map_err(|error| at(url, error))?;
        let wake = Arc::new(Wake::default());
        let listening = listening::listen(connections.connector().clone(), schema.clone(), wake.clone());
        connections.runtime().spawn(listening);
        let shared = Shared { schema, known: Mutex::new(state), wake };
        let (uuid, log_holds) = (state.uuid.to_string(), LogHolds::default());
        let (shared, n_pending_erasures) = (Arc::new(shared), AtomicUsize::new(0));
        Ok(Self { connections, shared, uuid, secret, keep_changes: KEEP_CHANGES, log_holds, n_pending_erasures })
    }

    /// Keeps so many changes, as far as this node has a say.
    pub(crate) fn keeping(self, keep_changes: u64) -> Self {
        Self { keep_changes, ..self }
    }

    /// The secret under which addresses of people are hashed, the same wherever the store is opened.
    pub(crate) fn secret(&self) -> IdentitySecret {
        self.secret
    }

    /// The next changes after one, each with its document as it stands now; none where that is gone. The document may be of a later
    /// change. Where there is none yet, it waits for so long until there may be one.
    ///
    /// # Errors
    /// [`Error::Store`] when the database cannot be reached, or knows less than it did; and, of the kind `Refused`, where the next change is
    /// forgotten: [`Store::log_from`] is after `after` then.
    pub(crate) fn follow(&self, after: Seq, wait: Duration) -> Result<Followed, Error> {
        let woken = self.shared.wake.count();
        let mut changes = self.changes_after(after)?;
        if changes.is_empty() {
            self.shared.wake.wait_beyond(woken, wait);
            changes = self.changes_after(after)?;
        }
        let mut subjects: Vec<(Kind, String)> = changes.iter().map(|change| (change.kind, change.id.clone())).collect();
        subjects.sort_unstable();
        subjects.dedup();
        let documents = self.documents(subjects)?;
        Ok(Followed { changes, documents })
    }

    /// Those of the documents that there are.
    ///
    /// # Errors
    /// [`Error::Store`] when the database cannot be reached, or one of them is damaged.
    pub(crate) fn documents(&self, of: Vec<(Kind, String)>) -> Result<HashMap<(Kind, String), Record>, Error> {
        let mut found = HashMap::with_capacity(of.len());
        let mut left = of;
        while !left.is_empty() {
            let some = left.split_off(left.len().saturating_sub(DOCUMENTS));
            let shared = self.shared.clone();
            let read = move |connection| async move { reading::documents(connection, &shared.schema, &some).await };
            found.extend(self.connections.run(read)?);
        }
        Ok(found)
    }

    /// Asks the database for its last number.
    ///
    /// # Errors
    /// [`Error::Store`] when the database cannot be reached, or knows less than it did.
    pub(crate) fn ask_last_seq(&self) -> Result<Seq, Error> {
        self.read_after(self.last_seq()).map(|_| self.last_seq())
    }

    fn changes_after(&self, after: Seq) -> Result<Vec<Change>, Error> {
        let (log_from, changes) = self.read_after(after)?;
        if after < log_from && changes.is_empty() {
            return Err(log_cut::forgotten(log_from, after.next()));
        }
        Ok(changes)
    }

    /// Where the log begins, and changes after one, unless they are forgotten.
    fn read_after(&self, after: Seq) -> Result<(Seq, Vec<Change>), Error> {
        let (known, shared) = (*self.known(), self.shared.clone());
        let read = move |connection| async move { reading::changes(connection, &shared.schema, after, CHANGES).await };
        let (state, changes) = self.connections.run(read)?;
        applying::check_successor(&known, &state)?;
        self.shared.take_over(state);
        Ok((state.log_from, changes))
    }

    fn known(&self) -> MutexGuard<'_, State> {
        self.shared.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something to the tables as an operator would.
    #[cfg(test)]
    fn execute(&self, sql: &str) {
        let sql = sql.to_owned();
        let done = self.connections.run(move |connection| async move {
            let done = connection.batch_execute(&sql).await.map_err(|error| connections::failed("changing", &error));
            connection.give_back();
            done
        });
        done.unwrap();
    }

    /// Removes everything.
    #[cfg(test)]
    fn drop_schema(&self) {
        self.execute(&format!("DROP SCHEMA {} CASCADE", self.shared.schema));
    }
}

/// Some changes.
#[derive(Default)]
pub(crate) struct Followed {
    /// In their order, without a gap.
    pub(crate) changes: Vec<Change>,
    /// The documents that they are about, where they are there.
    pub(crate) documents: HashMap<(Kind, String), Record>,
}

impl Shared {
    /// Of several calls the one that saw most is right.
    fn take_over(&self, state: State) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if state.seq >= known.seq {
            *known = state;
        }
    }
}

/// An error while opening, with the place that it is about.
fn at(url: &PostgresUrl, error: Error) -> Error {
    match error {
        Error::Store { kind, message } => Error::store(kind, format!("{url}: {message}")),
        other => other,
    }
}

impl Store for PostgresStore {
    fn get(&self, kind: Kind, id: &str) -> Result<Option<Record>, Error> {
        let (shared, subject) = (self.shared.clone(), (kind, id.to_owned()));
        let read = move |connection| async move {
            let found = reading::documents(connection, &shared.schema, std::slice::from_ref(&subject)).await;
            found.map(|mut found| found.remove(&subject))
        };
        self.connections.run(read)
    }

    fn apply_noting(&self, ops: &[Op], note: Option<Note>) -> Result<Applied, Error> {
        for op in ops {
            let (kind, id) = op.subject();
            keys::check_id(kind, id)?;
            if let Op::Once { request, .. } = op {
                keys::check_request(&request.key)?;
            }
            if let Some(body) = op.body() {
                envelope::check_body(kind, id, body)?;
            }
        }
        let (side, note) = match note {
            Some(Note::Side(writes)) => (writes, None),
            other => (Vec::new(), other),
        };
        if ops.is_empty() && side.is_empty() && note.is_none() {
            return Ok(Applied { seq: self.last_seq(), existed: Vec::new(), done: Vec::new() });
        }
        let (shared, ops) = (self.shared.clone(), ops.to_vec());
        let keep = if self.log_holds.is_held() { u64::MAX } else { self.keep_changes };
        let write = move |connection| async move {
            let known = *shared.known.lock().unwrap_or_else(PoisonError::into_inner);
            let beside = Beside { writes: &side, version: None, note: note.as_ref() };
            let (state, applied) = applying::apply(connection, &shared.schema, (known, keep), &ops, beside).await?;
            shared.take_over(state);
            Ok(applied)
        };
        self.connections.run_in_turn(write)
    }

    fn erasure(&self, id: Uuid) -> Result<Option<ErasureReceipt>, Error> {
        let shared = self.shared.clone();
        self.connections.run(move |connection| async move { receipts::read(connection, &shared.schema, id).await })
    }

    fn n_pending_erasures(&self) -> usize {
        self.n_pending_erasures.load(Ordering::Relaxed)
    }

    fn side_records(&self) -> Result<Vec<SideRecord>, Error> {
        let shared = self.shared.clone();
        let read = move |connection| async move { reading::side_records(connection, &shared.schema).await };
        Ok(self.connections.run(read)?.into_iter().map(|(key, record)| (key, record.value)).collect())
    }

    fn earlier_request(&self, request: &RequestKey) -> Result<Option<EarlierRequest>, Error> {
        let (shared, key) = (self.shared.clone(), request.key.clone());
        let read = move |connection| async move { reading::request(connection, &shared.schema, &key).await };
        Ok(self.connections.run(read)?.filter(|earlier| earlier.is_kept_at(request.at)))
    }

    fn scan(&self, kind: Kind, after: Option<&str>) -> Records<'_> {
        let mut last = after.unwrap_or_default().to_owned();
        let (mut page, mut is_over) = (VecDeque::new(), false);
        Box::new(std::iter::from_fn(move || {
            if page.is_empty() && !is_over {
                let (shared, after) = (self.shared.clone(), last.clone());
                let read = move |connection| async move {
                    reading::page(connection, &shared.schema, (kind, &after), PAGE).await
                };
                match self.connections.run(read) {
                    Ok(found) => {
                        is_over = i64::try_from(found.len()).is_ok_and(|n| n < PAGE);
                        page = found.into();
                    }
                    Err(error) => {
                        is_over = true;
                        return Some(Err(error));
                    }
                }
            }
            let (id, record) = page.pop_front()?;
            last.clone_from(&id);
            Some(Ok((id, record)))
        }))
    }

    fn changes_since(&self, seq: Seq) -> Changes<'_> {
        let end = self.last_seq();
        let mut next = seq;
        let mut page: VecDeque<Change> = VecDeque::new();
        let mut is_over = false;
        Box::new(std::iter::from_fn(move || {
            if next >= end || is_over {
                return None;
            }
            if page.is_empty() {
                match self.changes_after(next) {
                    Ok(found) => page = found.into(),
                    Err(error) => {
                        is_over = true;
                        return Some(Err(error));
                    }
                }
            }
            let change = page.pop_front()?;
            next = change.seq;
            Some(Ok(change))
        }))
    }

    fn count(&self, kind: Kind) -> u64 {
        self.known().counts.of(kind)
    }

    fn last_seq(&self) -> Seq {
        self.known().seq
    }

    fn log_from(&self) -> Seq {
        self.known().log_from
    }

    fn hold_log(&self) -> LogHold {
        self.log_holds.hold()
    }

    fn digest(&self) -> Option<Digest> {
        self.known().digest
    }

    fn uuid(&self) -> &str {
        &self.uuid
    }

    #[cfg(feature = "storage")]
    fn on_disk(&self) -> Option<&SledStore> {
        None
    }

    fn shared(&self) -> Option<&PostgresStore> {
        Some(self)
    }
}
