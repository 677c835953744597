//! Erases what was deleted from the files of the tables: they are written anew by the database (`VACUUM FULL`), which holds up readers and
//! writers of a table meanwhile, and leaves nothing half done. Several services ask whether there is something to do; one at a time does it,
//! and what one leaves unfinished another begins anew.
//!
//! It is done when these are true, in this order: the log and whatever stands beside the documents say nothing of whoever is gone; nobody
//! can see any more what was deleted, for the database would keep that; each table is in a file that did not exist before.

use std::collections::HashSet;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

use tokio::time::{Instant, sleep};
use tokio_postgres::Client;
use uuid::Uuid;

use super::connecting::Connector;
use super::connections::{failed, unreachable};
use super::reading::signed;
use super::schema::{ABOUT_PEOPLE, select_state, state_of};
use super::{PostgresStore, Store, lease, reading, receipts};
use crate::domain::{CancelToken, Error, StorageErrorKind};
use crate::store::erasures::Note;
use crate::store::keys::kind_byte;
use crate::store::record::{Kind, Seq};
use crate::store::requests::ID_IN_KEPT;
use crate::store::side_records::SideWrite;

/// So many changes leave the log at a time, while writers wait.
const CHANGES_AT_ONCE: u64 = 20_000;
/// So long it waits for a table that somebody uses: those who come after it wait, too, and give up after five seconds.
const LOCK_PATIENCE: Duration = Duration::from_secs(4);
/// So long it waits for those who may still see what was deleted.
const SNAPSHOT_PATIENCE: Duration = Duration::from_secs(20);
/// Between two looks whether they are gone.
const PAUSE: Duration = Duration::from_millis(200);
/// So often it says that it is there, and looks whether it is to stop.
const LOOK_EVERY: Duration = Duration::from_millis(500);

#[expect(clippy::needless_pass_by_value, reason = "as `map_err` gives it")]
fn erasing(error: tokio_postgres::Error) -> Error {
    failed("erasing from", &error)
}

impl PostgresStore {
    /// Whether an erasure was asked for so long ago, by the database's clock, and is not done.
    ///
    /// # Errors
    /// [`Error::Store`] when the database cannot be reached.
    pub(crate) fn erasure_is_due(&self, after: Duration) -> Result<bool, Error> {
        let shared = self.shared.clone();
        let ask = move |connection| async move { receipts::pending(connection, &shared.schema).await };
        let (n_pending, seconds) = self.connections.run(ask)?;
        self.n_pending_erasures.store(n_pending, Ordering::Relaxed);
        Ok(n_pending > 0 && seconds >= after.as_secs_f64())
    }

    /// Whether this is the one that erases. Whoever asks often enough stays it.
    ///
    /// # Errors
    /// [`Error::Store`] when the database cannot be reached.
    pub(crate) fn erases_alone(&self, asked_by: Uuid) -> Result<bool, Error> {
        let table = format!("{}.erasing", self.shared.schema);
        self.connections.run(move |connection| lease::is_held(connection, table, asked_by))
    }

    /// Erases whatever was deleted or replaced so far; gives the number of the last change of which it is sure. Other services have so long
    /// to follow the log before it is cut.
    ///
    /// # Errors
    /// [`Error::Store`] when the database cannot be reached, somebody uses a table or sees an old state of it for too long, or the user may
    /// not write it anew; [`Error::Cancelled`]. Everything is as it was then, or erased in part.
    pub(crate) fn erase(&self, by: Uuid, grace: Duration, cancel: &CancelToken) -> Result<Seq, Error> {
        let upto = self.ask_last_seq()?;
        self.run_long((by, cancel), async move {
            sleep(grace).await;
            Ok(())
        })?;
        while self.cut_some_of_log(upto)? {
            cancel.check()?;
        }
        self.forget_side_records()?;
        let (connector, schema) = (self.connections.connector().clone(), self.shared.schema.clone());
        self.run_long((by, cancel), async move { rewrite(connector, &schema).await })?;
        Ok(upto)
    }

    /// Which of the documents there are.
    ///
    /// # Errors
    /// [`Error::Store`] when the database cannot be reached.
    pub(crate) fn there(&self, of: Vec<(Kind, String)>) -> Result<HashSet<(Kind, String)>, Error> {
        let shared = self.shared.clone();
        self.connections.run(move |connection| async move { reading::there(connection, &shared.schema, &of).await })
    }

    /// Lets go of the oldest changes up to this one, while nobody writes; tells whether there are more.
    fn cut_some_of_log(&self, upto: Seq) -> Result<bool, Error> {
        let shared = self.shared.clone();
        let cut = move |mut connection: super::connections::Connection| async move {
            let schema = &shared.schema;
            let transaction = connection.transaction().await.map_err(erasing)?;
            let lock = format!("{} FOR UPDATE", select_state(schema));
            let mut state = state_of(&transaction.query_one(&lock, &[]).await.map_err(erasing)?)?;
            let cut = Seq(upto.0.min(state.log_from.0.saturating_add(CHANGES_AT_ONCE)));
            if cut > state.log_from {
                let over = format!("DELETE FROM {schema}.change WHERE seq <= $1");
                transaction.execute(&over, &[&signed(cut.0)]).await.map_err(erasing)?;
                let begins = format!("UPDATE {schema}.meta SET log_from = $1");
                transaction.execute(&begins, &[&signed(cut.0)]).await.map_err(erasing)?;
                state.log_from = cut;
            }
            transaction.commit().await.map_err(erasing)?;
            connection.give_back();
            shared.take_over(state);
            Ok(cut < upto)
        };
        self.connections.run_in_turn(cut)
    }

    /// Removes the records beside the documents that are about some that are gone.
    fn forget_side_records(&self) -> Result<(), Error> {
        let shared = self.shared.clone();
        let read = move |connection| async move { reading::side_records(connection, &shared.schema).await };
        let records = self.connections.run(read)?;
        let subjects = |record: &crate::store::side_records::KeptSideRecord| -> Vec<(Kind, String)> {
            record.about().map(|(kind, id)| (kind, id.to_owned())).collect()
        };
        let there = self.there(records.iter().flat_map(|(_, record)| subjects(record)).collect())?;
        let is_over = |subjects: Vec<(Kind, String)>| subjects.iter().any(|subject| !there.contains(subject));
        let over = records.iter().filter(|(_, record)| is_over(subjects(record)));
        let writes: Vec<SideWrite> = over.map(|(key, _)| SideWrite::removed(key.clone())).collect();
        self.apply_noting(&[], Some(Note::Side(writes))).map(drop)
    }

    /// Does what may take long, and says meanwhile that this one is there.
    fn run_long<T: Send + 'static>(
        &self,
        (by, cancel): (Uuid, &CancelToken),
        work: impl Future<Output = Result<T, Error>> + Send + 'static,
    ) -> Result<T, Error> {
        let (done, outcome) = sync_channel(1);
        let task = self.connections.runtime().spawn(async move {
            // Whoever waited may have been told to stop.
            let _ = done.send(work.await);
        });
        loop {
            match outcome.recv_timeout(LOOK_EVERY) {
                Ok(outcome) => return outcome,
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(cancelled) = cancel.check() {
                        task.abort();
                        return Err(cancelled);
                    }
                    // Where it fails, another one begins: the database has one of them wait for the other.
                    let _ = self.erases_alone(by);
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let message = "erasing from PostgreSQL ended in the middle".to_owned();
                    return Err(Error::store(StorageErrorKind::Io, message));
                }
            }
        }
    }
}

/// Writes all tables anew, over a connection of its own that ends with this.
async fn rewrite(connector: Connector, schema: &str) -> Result<(), Error> {
    let (client, connection) = connector.connect().await.map_err(erasing)?;
    tokio::select! {
        outcome = rewrite_by(&client, schema) => outcome,
        _ended = connection => Err(unreachable("the connection that erases ended")),
    }
}

async fn rewrite_by(client: &Client, schema: &str) -> Result<(), Error> {
    // The receipt is acknowledged by standbys, and with it all before it.
    let settings = format!(
        "SET statement_timeout = 0; SET synchronous_commit = local; SET lock_timeout = {}",
        LOCK_PATIENCE.as_millis()
    );
    client.batch_execute(&settings).await.map_err(erasing)?;
    // So that it ends with the service, where the server and its system know how: PostgreSQL 14 on Linux.
    let _ = client.batch_execute("SET client_connection_check_interval = '1s'").await;
    forget_requests(client, schema).await?;
    nobody_sees_what_was_deleted(client, schema).await?;
    for (table, _) in ABOUT_PEOPLE {
        written_anew(client, &format!("{schema}.{table}")).await?;
    }
    Ok(())
}

/// Has the database write a table anew, without what nobody sees any more.
async fn written_anew(client: &Client, table: &str) -> Result<(), Error> {
    let before = file_of(client, table).await?;
    client.batch_execute(&format!("VACUUM (FULL) {table}")).await.map_err(erasing)?;
    // Whoever does not own a table is warned, and nothing is done.
    if file_of(client, table).await? == before {
        let message =
            format!("the database did not write the table {table} anew; expected a user who owns it, or the database");
        return Err(Error::store(StorageErrorKind::Unsupported, message));
    }
    Ok(())
}

/// Lets go of the requests whose document is gone.
async fn forget_requests(client: &Client, schema: &str) -> Result<(), Error> {
    let kinds: Vec<i8> = Kind::ALL.iter().map(|kind| kind_byte(*kind).cast_signed()).collect();
    let (before, after) = ID_IN_KEPT;
    let over = format!(
        "DELETE FROM {schema}.request r WHERE NOT EXISTS (SELECT 1 FROM {schema}.document d WHERE d.kind = ANY($1) \
         AND d.id = substring(r.value FROM {} FOR greatest(octet_length(r.value) - {}, 0)))",
        before + 1,
        before + after,
    );
    client.execute(&over, &[&kinds]).await.map(drop).map_err(erasing)
}

/// Waits until nobody can see any more what was deleted before: not even a transaction that began earlier, somewhere else in the database
/// or on a standby. The database keeps for them what was deleted, and tells nobody who they are; but it keeps a row of ours as long.
async fn nobody_sees_what_was_deleted(client: &Client, schema: &str) -> Result<(), Error> {
    let probe = format!("{schema}.erasure_probe");
    client.batch_execute(&format!("INSERT INTO {probe} VALUES (0)")).await.map_err(erasing)?;
    client.batch_execute(&format!("DELETE FROM {probe}")).await.map_err(erasing)?;
    let begun = Instant::now();
    loop {
        written_anew(client, &probe).await?;
        let size = client.query_one("SELECT pg_relation_size(to_regclass($1))", &[&probe]).await.map_err(erasing)?;
        if size.get::<_, Option<i64>>(0) == Some(0) {
            return Ok(());
        }
        if begun.elapsed() > SNAPSHOT_PATIENCE {
            return Err(unreachable(
                "a transaction that began before the deletion still sees what is to be erased; expected it to end: a long query, a dump, a \
                 prepared transaction, or one on a standby (hot_standby_feedback)",
            ));
        }
        sleep(PAUSE).await;
    }
}

/// Which file a table is in.
async fn file_of(client: &Client, table: &str) -> Result<u32, Error> {
    let row = client.query_one("SELECT pg_relation_filenode(to_regclass($1))", &[&table]).await.map_err(erasing)?;
    row.get::<_, Option<u32>>(0).ok_or_else(|| super::schema::damaged(table))
}
