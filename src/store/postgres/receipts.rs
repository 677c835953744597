//! Receipts of erasures, in a table of their own: noted in one step with the deletion that they are about.

use deadpool_postgres::Transaction;
use uuid::Uuid;

use super::connections::{Connection, failed};
use super::reading::signed;
use super::schema::damaged;
use crate::domain::Error;
use crate::store::erasures::{ErasureReceipt, KEPT_SECONDS, KeptErasure, Note};
use crate::store::record::Seq;

/// Takes a note that comes with writes, of which the last has this number.
pub(super) async fn take(transaction: &Transaction<'_>, schema: &str, note: &Note, seq: Seq) -> Result<(), Error> {
    let writing = |error: tokio_postgres::Error| failed("writing to", &error);
    match *note {
        // As any other record.
        Note::Side(_) => {}
        Note::Erase { id, at, .. } => {
            let pending = format!(
                "INSERT INTO {schema}.erasure (id, seq, requested_at) VALUES ($1, $2, $3) \
                 ON CONFLICT (id) DO UPDATE SET seq = EXCLUDED.seq, done_at = NULL"
            );
            let id = id.to_string();
            transaction.execute(&pending, &[&id, &signed(seq.0), &signed(at)]).await.map_err(writing)?;
        }
        Note::Erased { upto, at } => {
            let done = format!("UPDATE {schema}.erasure SET done_at = $1 WHERE done_at IS NULL AND seq <= $2");
            transaction.execute(&done, &[&signed(at), &signed(upto.0)]).await.map_err(writing)?;
            let over = format!("DELETE FROM {schema}.erasure WHERE done_at IS NOT NULL AND requested_at < $1");
            let oldest = signed(at) - signed(KEPT_SECONDS);
            transaction.execute(&over, &[&oldest]).await.map_err(writing)?;
        }
    }
    Ok(())
}

/// The receipt of this id.
pub(super) async fn read(connection: Connection, schema: &str, id: Uuid) -> Result<Option<ErasureReceipt>, Error> {
    let sql = format!("SELECT seq, requested_at, done_at FROM {schema}.erasure WHERE id = $1");
    let row = connection.query_opt(&sql, &[&id.to_string()]).await;
    let row = row.map_err(|error| failed("reading from", &error))?;
    connection.give_back();
    let number = |number: i64| u64::try_from(number).map_err(|_| damaged("the receipt of an erasure"));
    row.map(|row| {
        let (seq, requested_at) = (Seq(number(row.get(0))?), number(row.get(1))?);
        let done_at = row.get::<_, Option<i64>>(2).map(number).transpose()?;
        Ok(ErasureReceipt::new(id, &KeptErasure { seq, requested_at, done_at }))
    })
    .transpose()
}

/// How many erasures are pending, and for how long the first of them has waited, in seconds.
pub(super) async fn pending(connection: Connection, schema: &str) -> Result<(usize, f64), Error> {
    let sql = format!(
        "SELECT count(*), coalesce(extract(epoch FROM now() - min(asked)), 0)::float8 FROM {schema}.erasure \
         WHERE done_at IS NULL"
    );
    let asking = |error: tokio_postgres::Error| failed("asking", &error);
    let statement = connection.prepare_cached(&sql).await.map_err(asking)?;
    let row = connection.query_one(&statement, &[]).await.map_err(asking)?;
    connection.give_back();
    Ok((usize::try_from(row.get::<_, i64>(0)).unwrap_or_default(), row.get(1)))
}
