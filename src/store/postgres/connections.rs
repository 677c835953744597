//! Connections to the database: a pool of them on a runtime of its own, lent to callers who wait. Whoever waits does so for a stated time,
//! whatever the database does.

use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::time::Duration;

use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime as PoolRuntime};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_postgres::Config;
use tokio_postgres::config::{SslMode, TargetSessionAttrs};

use super::PostgresUrl;
use super::connecting::Connector;
use crate::domain::{Error, StorageErrorKind};

/// Nobody waits longer than this for one call. What was to be written may then be written all the same.
pub(super) const CALL_PATIENCE: Duration = Duration::from_secs(5);
/// Nor for a new connection.
const CONNECT_PATIENCE: Duration = Duration::from_secs(3);
/// So many connections a store holds at most, beside the one that listens: one that writes, the others for reading.
const MAX_CONNECTIONS: usize = 4;
/// A connection is asked for a sign of life after so long a silence, and given up when none comes in the same time again.
const SILENCE: Duration = Duration::from_secs(10);

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
        let config = configuration(url)?;
        let manager = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let connector = Connector::new(&config);
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

fn configuration(url: &PostgresUrl) -> Result<Config, Error> {
    let refused = |reason: String| Error::Configuration(format!("{url} cannot be used: {reason}"));
    let encrypted = "this version does not speak TLS with PostgreSQL; expected sslmode=disable and a network that others cannot read";
    let modes = url.reveal().split(['?', '&']).filter_map(|parameter| parameter.strip_prefix("sslmode="));
    if modes.into_iter().any(|mode| mode.starts_with("verify")) {
        return Err(refused(encrypted.to_owned()));
    }
    let mut config: Config = url.reveal().parse().map_err(|error: tokio_postgres::Error| refused(reasons(&error)))?;
    if config.get_ssl_mode() == SslMode::Require {
        return Err(refused(encrypted.to_owned()));
    }
    if config.get_target_session_attrs() == TargetSessionAttrs::ReadOnly {
        let reason = "a standby takes no writes, and may be behind; expected target_session_attrs=read-write, which is always asked for";
        return Err(refused(reason.to_owned()));
    }
    if config.get_password().is_none()
        && let Ok(password) = std::env::var("PGPASSWORD")
    {
        config.password(password);
    }
    // A node that stops in the middle of a transaction holds the counter: the database ends that, so that others can write.
    let limits = format!(
        "-c statement_timeout={0} -c lock_timeout={0} -c idle_in_transaction_session_timeout={0}",
        CALL_PATIENCE.as_millis()
    );
    let options = config.get_options().map_or(limits.clone(), |own| format!("{limits} {own}"));
    config.options(options).application_name("rolefit").connect_timeout(CONNECT_PATIENCE);
    config.keepalives_idle(SILENCE).keepalives_interval(SILENCE).keepalives_retries(1).tcp_user_timeout(SILENCE);
    Ok(config)
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

fn unreachable(reason: &str) -> Error {
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
fn reasons(error: &tokio_postgres::Error) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_had_from_an_address_is_refused() {
        for (parameters, told) in [
            ("sslmode=require", "does not speak TLS"),
            ("sslmode=verify-ca", "does not speak TLS"),
            ("connect_timeout=3&sslmode=verify-full", "does not speak TLS"),
            ("target_session_attrs=read-only", "a standby takes no writes"),
            ("sslmode=perhaps", "sslmode"),
        ] {
            let url = PostgresUrl::new(&format!("postgres://u:geheim@one,two/d?{parameters}")).unwrap();
            let error = configuration(&url).unwrap_err().to_string();
            assert!(error.contains(told) && !error.contains("geheim"), "{error}");
        }
        for parameters in ["sslmode=disable", "sslmode=prefer", "target_session_attrs=read-write", "application_name=x"]
        {
            let url = PostgresUrl::new(&format!("postgres://u@one:5432,two:5433/d?{parameters}")).unwrap();
            assert_eq!(configuration(&url).unwrap().get_hosts().len(), 2);
        }
    }
}
