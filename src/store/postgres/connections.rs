//! Connections to the database: a pool of them on a runtime of its own, lent to callers who wait. Whoever waits does so for a stated time,
//! whatever the database does.

use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime as PoolRuntime};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::connecting::Connector;
use super::{PostgresUrl, address};
use crate::domain::{Error, StorageErrorKind};

/// Nobody waits longer than this for one call. What was to be written may then be written all the same.
pub(super) const CALL_PATIENCE: Duration = Duration::from_secs(5);
/// So many connections a store holds at most, beside the one that listens: one that writes, the others for reading.
const MAX_CONNECTIONS: usize = 4;

/// The pool, and the threads on which it lives.
pub(super) struct Connections {
    runtime: Option<Runtime>,
    pool: Pool,
    turn: Arc<Semaphore>,
    connector: Connector,
}

impl Connections {
    /// None is made before the first call.
    ///
    /// # Errors
    /// [`Error::Configuration`] where the address is none, or asks for what is not there.
    pub(super) fn new(url: &PostgresUrl) -> Result<Self, Error> {
        let (config, tls) = address::read(url)?;
        let manager = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let connector = Connector::new(&config, tls);
        let manager = Manager::from_connect(config, connector.clone(), manager);
        let pool = Pool::builder(manager).max_size(MAX_CONNECTIONS).runtime(PoolRuntime::Tokio1).build();
        let pool = pool.map_err(|error| Error::Configuration(format!("no connections can be kept: {error}")))?;
        let runtime =
            Builder::new_multi_thread().worker_threads(1).thread_name("rolefit-postgres").enable_all().build();
        let runtime = runtime.map_err(|error| {
            Error::Configuration(format!("the thread that talks with PostgreSQL cannot be started: {error}"))
        })?;
        Ok(Self { runtime: Some(runtime), pool, turn: Arc::new(Semaphore::new(1)), connector })
    }

    /// Does work with a connection and waits for its end. It may be called from any thread.
    ///
    /// # Errors
    /// That of the work; [`StorageErrorKind::Unreachable`] where there is no connection, or the work takes too long.
    pub(super) fn run<T, W>(&self, work: impl FnOnce(Connection) -> W + Send + 'static) -> Result<T, Error>
    where
        T: Send + 'static,
        W: Future<Output = Result<T, Error>> + Send + 'static,
    {
        self.run_after(None, work)
    }

    /// As [`Connections::run`], one after the other: those who wait for the same lock would each hold a connection.
    ///
    /// # Errors
    /// As [`Connections::run`].
    pub(super) fn run_in_turn<T, W>(&self, work: impl FnOnce(Connection) -> W + Send + 'static) -> Result<T, Error>
    where
        T: Send + 'static,
        W: Future<Output = Result<T, Error>> + Send + 'static,
    {
        self.run_after(Some(self.turn.clone()), work)
    }

    fn run_after<T, W>(
        &self,
        turn: Option<Arc<Semaphore>>,
        work: impl FnOnce(Connection) -> W + Send + 'static,
    ) -> Result<T, Error>
    where
        T: Send + 'static,
        W: Future<Output = Result<T, Error>> + Send + 'static,
    {
        let (pool, idle, connector) = (self.pool.clone(), self.pool.clone(), self.connector.clone());
        let (done, outcome) = sync_channel(1);
        // Waiting for a task of that runtime blocks this thread alone, and is allowed on those of other runtimes, too.
        self.runtime().spawn(async move {
            let work = async move {
                let _turn = match &turn {
                    Some(turn) => turn.acquire().await.ok(),
                    None => None,
                };
                let connection = loop {
                    let connection = pool.get().await.map_err(|error| no_connection(&error))?;
                    if connector.is_current(Object::metrics(&connection).created) {
                        break connection;
                    }
                    // Of a server that was replaced: it may answer, and what it says is old.
                    drop(Object::take(connection));
                };
                work(Connection(Some(connection))).await
            };
            let outcome = timeout(CALL_PATIENCE, work).await.unwrap_or_else(|_| {
                // Others may lead to the same server, which is stopped or cut off: each would hold up its user as long.
                idle.retain(|_, _| false);
                Err(took_too_long())
            });
            // Whoever waited is still there: it waits without end.
            let _ = done.send(outcome);
        });
        let ended = || Error::store(StorageErrorKind::Io, "talking with PostgreSQL ended in the middle".to_owned());
        outcome.recv().unwrap_or_else(|_| Err(ended()))
    }

    pub(super) fn runtime(&self) -> &Runtime {
        self.runtime.as_ref().expect("the runtime is only taken by drop")
    }

    /// How a connection is made that is not of the pool.
    pub(super) fn connector(&self) -> &Connector {
        &self.connector
    }
}

impl Drop for Connections {
    fn drop(&mut self) {
        // Waiting for it would be refused on a thread of another runtime. What is under way was waited for by its callers.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// A lent connection. Unless it is given back it is closed: an answer may still be on its way, or a transaction open.
pub(super) struct Connection(Option<Object>);

impl Connection {
    /// Everything that was asked was answered.
    pub(super) fn give_back(mut self) {
        drop(self.0.take());
    }
}

impl std::ops::Deref for Connection {
    type Target = Object;

    fn deref(&self) -> &Object {
        self.0.as_ref().expect("it is only taken at its end")
    }
}

impl std::ops::DerefMut for Connection {
    fn deref_mut(&mut self) -> &mut Object {
        self.0.as_mut().expect("it is only taken at its end")
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(connection) = self.0.take() {
            drop(Object::take(connection));
        }
    }
}

fn no_connection(error: &PoolError) -> Error {
    match error {
        PoolError::Backend(error) => failed("connecting to", error),
        other => unreachable(&other.to_string()),
    }
}

fn took_too_long() -> Error {
    let seconds = CALL_PATIENCE.as_secs();
    unreachable(&format!("it did not answer within {seconds} s; what was to be written may be written all the same"))
}

pub(super) fn unreachable(reason: &str) -> Error {
    Error::store(StorageErrorKind::Unreachable, format!("PostgreSQL cannot be reached: {reason}"))
}

/// What an error of the database is to those above. What it says of rows is left out: it may quote them.
pub(super) fn failed(doing: &str, error: &tokio_postgres::Error) -> Error {
    let Some(told) = error.as_db_error() else { return unreachable(&format!("{doing} it failed: {}", reasons(error))) };
    let code = told.code().code();
    let class = code.get(..2).unwrap_or_default();
    let is_about_rows = matches!(class, "21" | "22" | "23");
    let message = if is_about_rows { "a row is refused" } else { told.message() };
    let kind = match class {
        // Connections, transactions, locks, resources, operators, standbys; wrong passwords and databases that are not there (yet).
        "08" | "25" | "28" | "3D" | "40" | "53" | "55" | "57" | "58" => StorageErrorKind::Unreachable,
        "XX" => StorageErrorKind::Damaged,
        _ => StorageErrorKind::Io,
    };
    Error::store(kind, format!("{doing} PostgreSQL failed: {message} (SQLSTATE {code})"))
}

/// An error of the client with what it comes of.
pub(super) fn reasons(error: &tokio_postgres::Error) -> String {
    let mut text = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}
