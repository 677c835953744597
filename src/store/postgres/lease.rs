//! One of several services at a time does something: a row says which, and until when, by the database's clock.

use std::time::Duration;

use uuid::Uuid;

use super::connections::{Connection, failed};
use crate::domain::Error;

/// So long after it was last heard of another one takes its place.
const LEASE: Duration = Duration::from_secs(3);
/// It says that it is there once no more than this is left.
const RENEWED_WITHIN: Duration = Duration::from_secs(2);

/// Whether this is the one that the table's row is about, from now on. Whoever asks often enough stays it.
///
/// # Errors
/// [`Error::Store`] when the database cannot be reached.
pub(super) async fn is_held(connection: Connection, table: String, by: Uuid) -> Result<bool, Error> {
    let asking = |error: tokio_postgres::Error| failed("asking", &error);
    let standing = format!(
        "SELECT holder = $1 AND until > now() + make_interval(secs => $2), holder = $1 OR until < now() FROM {table}"
    );
    let statement = connection.prepare_cached(&standing).await.map_err(asking)?;
    let (holder, within) = (by.to_string(), RENEWED_WITHIN.as_secs_f64());
    let row = connection.query_one(&statement, &[&holder, &within]).await.map_err(asking)?;
    let (is_it, may_be) = (row.get::<_, bool>(0), row.get::<_, bool>(1));
    let holds = is_it
        || may_be && {
            let take = format!(
                "UPDATE {table} SET holder = $1, until = now() + make_interval(secs => $2) \
                 WHERE holder = $1 OR until < now()"
            );
            let statement = connection.prepare_cached(&take).await.map_err(asking)?;
            connection.execute(&statement, &[&holder, &LEASE.as_secs_f64()]).await.map_err(asking)? == 1
        };
    connection.give_back();
    Ok(holds)
}
