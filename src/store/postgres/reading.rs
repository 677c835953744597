//! What is read from the tables, each document held against its checksum.

use std::collections::{HashMap, HashSet};

use tokio_postgres::Row;

use super::connections::{Connection, failed};
use super::schema::{damaged, select_state, state_of};
use crate::domain::{Error, StorageErrorKind};
use crate::store::envelope::{Head, State};
use crate::store::keys::{kind_byte, kind_of};
use crate::store::record::{Change, Effect, Kind, Record, Seq};
use crate::store::requests::EarlierRequest;
use crate::store::side_records::KeptSideRecord;

/// A document's place.
pub(super) type Subject = (Kind, String);

#[expect(clippy::needless_pass_by_value, reason = "as `map_err` gives it")]
fn reading(error: tokio_postgres::Error) -> Error {
    failed("reading from", &error)
}

/// How a kind stands in a column of the type `"char"`.
pub(super) fn sign(kind: Kind) -> i8 {
    kind_byte(kind).cast_signed()
}

pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn kind_in(row: &Row, column: usize) -> Result<Kind, Error> {
    kind_of(row.get::<_, i8>(column).cast_unsigned()).ok_or_else(|| damaged("the kind of a document"))
}

fn seq_in(row: &Row, column: usize) -> Result<Seq, Error> {
    u64::try_from(row.get::<_, i64>(column)).map(Seq).map_err(|_| damaged("the number of a change"))
}

fn id_in(row: &Row, column: usize) -> Result<String, Error> {
    String::from_utf8(row.get(column)).map_err(|_| damaged("the id of a document"))
}

/// The columns of a document for the functions below.
const DOCUMENT: &str = "d.kind, d.id, d.seq, d.sum, d.body";

fn document_in(row: &Row) -> Result<(Subject, Record), Error> {
    let (kind, id, seq) = (kind_in(row, 0)?, id_in(row, 1)?, seq_in(row, 2)?);
    let body: Vec<u8> = row.get(4);
    let head = head_of(seq, row.get(3), body.len())?;
    if !head.vouches_for(kind, &id, &body) {
        let message =
            format!("{} {id:?} is damaged: its checksum is of something else; a backup repairs it", kind.noun());
        return Err(Error::store(StorageErrorKind::Damaged, message));
    }
    Ok(((kind, id), Record { seq, body }))
}

fn head_of(seq: Seq, sum: i64, bytes: usize) -> Result<Head, Error> {
    let sum = u32::try_from(sum).map_err(|_| damaged("the checksum of a document"))?;
    Ok(Head { seq, body_bytes: u32::try_from(bytes).unwrap_or(u32::MAX), sum })
}

/// Kinds and ids as two columns.
pub(super) fn columns(subjects: &[Subject]) -> (Vec<i8>, Vec<&[u8]>) {
    subjects.iter().map(|(kind, id)| (sign(*kind), id.as_bytes())).unzip()
}

/// Those of the documents that there are.
pub(super) async fn documents(
    connection: Connection,
    schema: &str,
    subjects: &[Subject],
) -> Result<HashMap<Subject, Record>, Error> {
    let sql = format!(
        "SELECT {DOCUMENT} FROM unnest($1::\"char\"[], $2::bytea[]) AS q (kind, id) \
         JOIN {schema}.document d ON d.kind = q.kind AND d.id = q.id"
    );
    let (kinds, ids) = columns(subjects);
    let statement = connection.prepare_cached(&sql).await.map_err(reading)?;
    let rows = connection.query(&statement, &[&kinds, &ids]).await.map_err(reading)?;
    connection.give_back();
    rows.iter().map(document_in).collect()
}

/// Which of the documents there are.
pub(super) async fn there(
    connection: Connection,
    schema: &str,
    subjects: &[Subject],
) -> Result<HashSet<Subject>, Error> {
    let sql = format!(
        "SELECT d.kind, d.id FROM unnest($1::\"char\"[], $2::bytea[]) AS q (kind, id) \
         JOIN {schema}.document d ON d.kind = q.kind AND d.id = q.id"
    );
    let (kinds, ids) = columns(subjects);
    let statement = connection.prepare_cached(&sql).await.map_err(reading)?;
    let rows = connection.query(&statement, &[&kinds, &ids]).await.map_err(reading)?;
    connection.give_back();
    rows.iter().map(|row| Ok((kind_in(row, 0)?, id_in(row, 1)?))).collect()
}

/// The next documents of a kind by their ids, at most so many.
pub(super) async fn page(
    connection: Connection,
    schema: &str,
    (kind, after): (Kind, &str),
    limit: i64,
) -> Result<Vec<(String, Record)>, Error> {
    // No id is empty, so all are after the empty one.
    let sql =
        format!("SELECT {DOCUMENT} FROM {schema}.document d WHERE d.kind = $1 AND d.id > $2 ORDER BY d.id LIMIT $3");
    let statement = connection.prepare_cached(&sql).await.map_err(reading)?;
    let rows = connection.query(&statement, &[&sign(kind), &after.as_bytes(), &limit]).await.map_err(reading)?;
    connection.give_back();
    rows.iter().map(|row| document_in(row).map(|((_, id), record)| (id, record))).collect()
}

/// The state, and the next changes after one, at most so many: the state is at least as new as they are. There are none where the log was
/// cut after the one.
pub(super) async fn changes(
    mut connection: Connection,
    schema: &str,
    after: Seq,
    limit: i64,
) -> Result<(State, Vec<Change>), Error> {
    let sql = format!("SELECT seq, kind, id, effect FROM {schema}.change WHERE seq > $1 ORDER BY seq LIMIT $2");
    let statement = connection.prepare_cached(&sql).await.map_err(reading)?;
    let rows = connection.query(&statement, &[&signed(after.0), &limit]).await.map_err(reading)?;
    let state = state(&mut connection, schema).await?;
    connection.give_back();
    let mut changes = Vec::with_capacity(rows.len());
    let mut last = after;
    if rows.first().is_some_and(|row| signed(after.0) < row.get::<_, i64>(0) - 1) && after < state.log_from {
        return Ok((state, changes));
    }
    for row in &rows {
        let effect = if row.get::<_, i8>(3) == b'+'.cast_signed() { Effect::Put } else { Effect::Deleted };
        let change = Change { seq: seq_in(row, 0)?, kind: kind_in(row, 1)?, id: id_in(row, 2)?, effect };
        // Numbers are given in the order of commits, so that none appears behind one that was seen.
        if change.seq != last.next() {
            return Err(damaged(&format!("change {} of the log", last.next().0)));
        }
        last = change.seq;
        changes.push(change);
    }
    Ok((state, changes))
}

/// The state as of the last commit.
pub(super) async fn state(connection: &mut Connection, schema: &str) -> Result<State, Error> {
    let statement = connection.prepare_cached(&select_state(schema)).await.map_err(reading)?;
    state_of(&connection.query_one(&statement, &[]).await.map_err(reading)?)
}

/// What became of the request of this key.
pub(super) async fn request(connection: Connection, schema: &str, key: &str) -> Result<Option<EarlierRequest>, Error> {
    let sql = format!("SELECT value FROM {schema}.request WHERE key = $1");
    let row = connection.query_opt(&sql, &[&key]).await.map_err(reading)?;
    connection.give_back();
    Ok(row.and_then(|row| borsh::from_slice(row.get(0)).ok()))
}

/// All records beside the documents, in the order of their keys; those that cannot be read are left out.
pub(super) async fn side_records(
    connection: Connection,
    schema: &str,
) -> Result<Vec<(Vec<u8>, KeptSideRecord)>, Error> {
    let sql = format!("SELECT key, value FROM {schema}.side_record ORDER BY key");
    let rows = connection.query(&sql, &[]).await.map_err(reading)?;
    connection.give_back();
    let record = |row: &Row| Some((row.get(0), borsh::from_slice::<KeptSideRecord>(row.get(1)).ok()?));
    Ok(rows.iter().filter_map(record).collect())
}
