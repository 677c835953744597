//! The tables of a store in PostgreSQL: one schema a tenant, made when it is first opened and brought up to date by later versions.
//!
//! | table | holds |
//! |---|---|
//! | `meta` | one row: format, the store's id, the last sequence number, counts, the digest of all documents. Whoever writes locks it first, so that numbers are given in the order of commits |
//! | `document` | kind (`c`, `r`, `d`), id, the number of its last write, checksum, body: the bytes as given |
//! | `change` | the log by sequence number: kind, id, effect (`+`, `-`) |
//! | `request` | what became of requests that are done once |
//! | `side_record` | records beside the documents |
//! | `side_state` | one row: which version those records are of, and which service acts on them until when |
//! | `erasure` | receipts of erasures, pending and done |
//! | `erasing` | one row: which service erases, until when |
//! | `erasure_probe` | nothing: rows that are deleted at once tell whether somebody might still see what was deleted before |
//!
//! Of columns that hold something of people the database keeps no statistics, which would quote them in a table of its own.

use deadpool_postgres::Transaction;
use tokio_postgres::Row;
use uuid::Uuid;

use super::connections::{Connection, failed};
use super::moving::UNFINISHED;
use crate::domain::{Error, StorageErrorKind};
use crate::identity::IdentitySecret;
use crate::store::digest::Digest;
use crate::store::envelope::State;
use crate::store::record::{Counts, Seq};

/// The version of the tables.
pub(super) const FORMAT: i32 = 1;
/// Versions before are not tried.
const OLDEST_SERVER: i32 = 120_000;
/// Longer names are cut by the database.
const NAME_MAX_BYTES: usize = 63;

/// The tables that hold something of documents, with the columns in which it is.
pub(super) const ABOUT_PEOPLE: [(&str, &[&str]); 4] = [
    ("document", &["id", "body"]),
    ("change", &["id"]),
    ("request", &["key", "value"]),
    ("side_record", &["key", "value"]),
];

/// Whether a store is opened into which another is being moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unfinished {
    Welcome,
    Refused,
}

/// What is known of a store once it is open.
pub(super) struct Opened {
    pub(super) state: State,
    /// Under which addresses of people are hashed: the same for all nodes.
    pub(super) secret: IdentitySecret,
}

/// The name of the schema as SQL has it.
///
/// # Errors
/// [`Error::Configuration`] where it cannot be one.
pub(super) fn quoted(schema: &str) -> Result<String, Error> {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-".contains(&byte);
    if schema.is_empty() || schema.len() > NAME_MAX_BYTES || !schema.bytes().all(is_plain) {
        return Err(Error::Configuration(format!(
            "invalid schema {schema:?}; expected 1 to {NAME_MAX_BYTES} lower-case letters, digits, `_` and `-`"
        )));
    }
    Ok(format!("\"{schema}\""))
}

/// Makes the tables where there are none, and looks whether the database keeps what it says that it has written.
///
/// # Errors
/// [`StorageErrorKind::Version`] for tables of a later version or a database of an earlier one, [`StorageErrorKind::Unsupported`] for
/// one that does not wait for its disk.
pub(super) async fn settle(connection: &mut Connection, schema: &str, unfinished: Unfinished) -> Result<Opened, Error> {
    let opening = |error: tokio_postgres::Error| failed("opening the store in", &error);
    let transaction = connection.transaction().await.map_err(opening)?;
    let settings = "SELECT current_setting('server_version_num')::integer, current_setting('fsync'), \
                    current_setting('synchronous_commit'), current_setting('synchronous_standby_names'), pg_is_in_recovery()";
    let row = transaction.query_one(settings, &[]).await.map_err(opening)?;
    check_server(row.get(0), row.get(1), (row.get(2), row.get(3)), row.get(4))?;
    alone(&transaction, schema).await.map_err(opening)?;
    let meta = format!("{schema}.meta");
    let row = transaction.query_one("SELECT to_regclass($1) IS NOT NULL", &[&meta]).await.map_err(opening)?;
    if !row.get::<_, bool>(0) {
        transaction.batch_execute(&tables(schema)).await.map_err(opening)?;
        let (uuid, secret) = (Uuid::now_v7().to_string(), IdentitySecret::random().to_text());
        let first = format!("INSERT INTO {schema}.meta (format, uuid, secret) VALUES ($1, $2, $3)");
        transaction.execute(&first, &[&FORMAT, &uuid, &secret]).await.map_err(opening)?;
    }
    transaction.batch_execute(&side_state(schema)).await.map_err(opening)?;
    transaction.batch_execute(&erasures(schema)).await.map_err(opening)?;
    keep_no_statistics(&transaction, schema).await.map_err(opening)?;
    let row =
        transaction.query_one(&format!("SELECT format, secret FROM {schema}.meta"), &[]).await.map_err(opening)?;
    check_format(row.get(0), schema, unfinished)?;
    let secret = IdentitySecret::parse(row.get(1)).ok_or_else(|| damaged("the secret of the store"))?;
    let row = transaction.query_one(&select_state(schema), &[]).await.map_err(opening)?;
    let state = state_of(&row)?;
    transaction.commit().await.map_err(opening)?;
    Ok(Opened { state, secret })
}

/// Of several nodes that start at once one makes the tables of a schema.
pub(super) async fn alone(transaction: &Transaction<'_>, schema: &str) -> Result<(), tokio_postgres::Error> {
    transaction.execute("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", &[&schema]).await.map(drop)
}

fn check_server(
    version: i32,
    fsync: &str,
    (synchronous_commit, standbys): (&str, &str),
    is_standby: bool,
) -> Result<(), Error> {
    if version < OLDEST_SERVER {
        let message = format!("PostgreSQL is of version {}; expected 12 or later", version / 10_000);
        return Err(Error::store(StorageErrorKind::Version, message));
    }
    if is_standby {
        let message = "this PostgreSQL is a standby, which takes no writes; expected the primary".to_owned();
        return Err(Error::store(StorageErrorKind::Unreachable, message));
    }
    if fsync == "off" || synchronous_commit == "off" {
        let message = format!(
            "PostgreSQL acknowledges writes that are not on its disk (fsync {fsync}, synchronous_commit {synchronous_commit}); \
             expected both on"
        );
        return Err(Error::store(StorageErrorKind::Unsupported, message));
    }
    if synchronous_commit == "local" && !standbys.is_empty() {
        let message = "PostgreSQL acknowledges writes that its standbys may not have (synchronous_commit local, and \
                       synchronous_standby_names set); expected synchronous_commit on";
        return Err(Error::store(StorageErrorKind::Unsupported, message));
    }
    Ok(())
}

fn check_format(format: i32, schema: &str, unfinished: Unfinished) -> Result<(), Error> {
    match format {
        FORMAT => return Ok(()),
        UNFINISHED if unfinished == Unfinished::Welcome => return Ok(()),
        UNFINISHED => {
            let message =
                format!("moving documents into the schema {schema} was not finished: run `rolefit migrate` again");
            return Err(Error::store(StorageErrorKind::Unfinished, message));
        }
        _ => {}
    }
    let message = format!(
        "the store in the schema {schema} is of format {format}; expected {FORMAT}: use the version that made it"
    );
    Err(Error::store(StorageErrorKind::Version, message))
}

fn tables(schema: &str) -> String {
    format!(
        "CREATE SCHEMA IF NOT EXISTS {schema};
         CREATE TABLE {schema}.meta (
             singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton), format integer NOT NULL, uuid text NOT NULL,
             secret text NOT NULL, seq bigint NOT NULL DEFAULT 0, log_from bigint NOT NULL DEFAULT 0,
             candidates bigint NOT NULL DEFAULT 0, roles bigint NOT NULL DEFAULT 0, decisions bigint NOT NULL DEFAULT 0,
             feedback bigint NOT NULL DEFAULT 0, digest bigint NOT NULL DEFAULT 0);
         CREATE TABLE {schema}.document (
             kind \"char\" NOT NULL, id bytea NOT NULL, seq bigint NOT NULL, sum bigint NOT NULL, body bytea NOT NULL,
             PRIMARY KEY (kind, id));
         CREATE TABLE {schema}.change (
             seq bigint PRIMARY KEY, kind \"char\" NOT NULL, id bytea NOT NULL, effect \"char\" NOT NULL);
         CREATE TABLE {schema}.request (key text PRIMARY KEY, at bigint NOT NULL, value bytea NOT NULL);
         CREATE INDEX request_at ON {schema}.request (at);
         CREATE TABLE {schema}.side_record (key bytea PRIMARY KEY, value bytea NOT NULL);"
    )
}

/// Made at every opening where it is missing: the first version of the tables had none.
fn side_state(schema: &str) -> String {
    format!(
        "CREATE TABLE IF NOT EXISTS {schema}.side_state (
             singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton), version bigint NOT NULL DEFAULT 0,
             holder text NOT NULL DEFAULT '', until timestamptz NOT NULL DEFAULT '-infinity');
         INSERT INTO {schema}.side_state DEFAULT VALUES ON CONFLICT DO NOTHING;"
    )
}

/// Made at every opening where they are missing, too.
fn erasures(schema: &str) -> String {
    format!(
        "CREATE TABLE IF NOT EXISTS {schema}.erasure (
             id text PRIMARY KEY, seq bigint NOT NULL, requested_at bigint NOT NULL, done_at bigint,
             asked timestamptz NOT NULL DEFAULT now());
         CREATE TABLE IF NOT EXISTS {schema}.erasing (
             singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton), holder text NOT NULL DEFAULT '',
             until timestamptz NOT NULL DEFAULT '-infinity');
         INSERT INTO {schema}.erasing DEFAULT VALUES ON CONFLICT DO NOTHING;
         CREATE TABLE IF NOT EXISTS {schema}.erasure_probe (at bigint);"
    )
}

/// Has the database keep no statistics of what people are called and say. Done once, for it waits for whoever vacuums the tables.
async fn keep_no_statistics(transaction: &Transaction<'_>, schema: &str) -> Result<(), tokio_postgres::Error> {
    let kept = "SELECT count(*) FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname::text = ANY($2) \
                AND attstattarget IS DISTINCT FROM 0";
    for (table, columns) in ABOUT_PEOPLE {
        let table = format!("{schema}.{table}");
        if transaction.query_one(kept, &[&table, &columns]).await?.get::<_, i64>(0) > 0 {
            let none: Vec<String> =
                columns.iter().map(|column| format!("ALTER COLUMN {column} SET STATISTICS 0")).collect();
            transaction.batch_execute(&format!("ALTER TABLE {table} {}", none.join(", "))).await?;
        }
    }
    Ok(())
}

/// Reads what [`state_of`] takes.
pub(super) fn select_state(schema: &str) -> String {
    format!("SELECT uuid, seq, log_from, candidates, roles, decisions, feedback, digest FROM {schema}.meta")
}

/// The state in a row of `meta`.
pub(super) fn state_of(row: &Row) -> Result<State, Error> {
    let number = |column: usize| u64::try_from(row.get::<_, i64>(column)).map_err(|_| damaged("a number of the store"));
    Ok(State {
        uuid: Uuid::parse_str(row.get(0)).map_err(|_| damaged("the id of the store"))?,
        seq: Seq(number(1)?),
        log_from: Seq(number(2)?),
        counts: Counts { candidates: number(3)?, roles: number(4)?, decisions: number(5)?, feedback: number(6)? },
        digest: Some(Digest(row.get::<_, i64>(7).cast_unsigned())),
    })
}

pub(super) fn damaged(what: &str) -> Error {
    Error::store(StorageErrorKind::Damaged, format!("{what} in PostgreSQL is damaged; a backup repairs it"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_that_may_forget_is_refused() {
        assert!(check_server(150_000, "on", ("remote_apply", "*"), false).is_ok());
        assert!(check_server(150_000, "on", ("local", ""), false).is_ok(), "there is nobody to wait for");
        for (version, fsync, commit, standby, told) in [
            (110_005, "on", ("on", ""), false, "version 11; expected 12"),
            (150_000, "off", ("on", ""), false, "fsync off"),
            (150_000, "on", ("off", ""), false, "synchronous_commit off"),
            (150_000, "on", ("local", "*"), false, "synchronous_commit local"),
            (150_000, "on", ("on", ""), true, "a standby"),
        ] {
            let error = check_server(version, fsync, commit, standby).unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
        let refused = |format| check_format(format, "s", Unfinished::Refused).unwrap_err().to_string();
        assert!(refused(2).contains("of format 2; expected 1") && refused(UNFINISHED).contains("was not finished"));
        assert!(check_format(UNFINISHED, "s", Unfinished::Welcome).is_ok());
    }

    #[test]
    fn a_schema_is_a_plain_name() {
        assert_eq!(quoted("rolefit_acme-2").unwrap(), "\"rolefit_acme-2\"");
        for bad in ["", "a\"b", "A", "a b", &"x".repeat(64)] {
            assert!(quoted(bad).is_err(), "{bad}");
        }
    }
}
