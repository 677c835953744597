//! The records beside the documents, where several services act on them: each knows which version of them it has read and writes over no
//! other one, and one at a time is the one that acts.

use uuid::Uuid;

use super::applying::{self, Beside};
use super::connections::failed;
use super::{PostgresStore, Store as _, lease};
use crate::domain::Error;
use crate::store::side_records::{SideRecord, SideWrite};

#[expect(clippy::needless_pass_by_value, reason = "as `map_err` gives it")]
fn asking(error: tokio_postgres::Error) -> Error {
    failed("asking", &error)
}

impl PostgresStore {
    /// Which version the records are of.
    ///
    /// # Errors
    /// [`Error::Store`] when the database cannot be reached.
    pub(crate) fn side_version(&self) -> Result<u64, Error> {
        let sql = format!("SELECT version FROM {}.side_state", self.shared.schema);
        self.connections.run(move |connection| async move {
            let statement = connection.prepare_cached(&sql).await.map_err(asking)?;
            let row = connection.query_one(&statement, &[]).await.map_err(asking)?;
            connection.give_back();
            Ok(row.get::<_, i64>(0).cast_unsigned())
        })
    }

    /// All records, and a version that is theirs or an earlier one: whoever writes over a later one is refused, and reads again.
    ///
    /// # Errors
    /// [`Error::Store`] when the database cannot be reached.
    pub(crate) fn side_records_as_of(&self) -> Result<(u64, Vec<SideRecord>), Error> {
        let version = self.side_version()?;
        Ok((version, self.side_records()?))
    }

    /// Writes records over those of a version; gives the version that they are of then.
    ///
    /// # Errors
    /// [`Error::Store`] when the database cannot be reached, or the records are of a later version.
    pub(crate) fn write_side_records(&self, writes: Vec<SideWrite>, version: u64) -> Result<u64, Error> {
        let shared = self.shared.clone();
        let write = move |connection| async move {
            let known = *shared.known.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let beside = Beside { writes: &writes, version: Some(version), note: None };
            let (state, _) = applying::apply(connection, &shared.schema, (known, u64::MAX), &[], beside).await?;
            shared.take_over(state);
            Ok(())
        };
        self.connections.run_in_turn(write)?;
        Ok(version + 1)
    }

    /// Whether this is the one that acts on the records. Whoever asks often enough stays it; by the database's clock.
    ///
    /// # Errors
    /// [`Error::Store`] when the database cannot be reached.
    pub(crate) fn acts_alone(&self, asked_by: Uuid) -> Result<bool, Error> {
        let table = format!("{}.side_state", self.shared.schema);
        self.connections.run(move |connection| lease::is_held(connection, table, asked_by))
    }
}
