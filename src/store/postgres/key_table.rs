//! What services know of their keys, in one row that all of them read and change: bytes whose meaning is not the store's.

use super::connections::{Connections, failed};
use super::schema;
use super::{PostgresUrl, at};
use crate::domain::Error;

/// The row, in the schema of the tenant `default`.
pub(crate) struct KeyTable {
    connections: Connections,
    schema: String,
}

impl KeyTable {
    /// Makes the table where there is none.
    ///
    /// # Errors
    /// As those of opening a store.
    pub(crate) fn open(url: &PostgresUrl, schema: &str) -> Result<Self, Error> {
        let table = Self { connections: Connections::new(url)?, schema: schema::quoted(schema)? };
        let schema = table.schema.clone();
        let made = table.connections.run(move |mut connection| async move {
            let opening = |error: tokio_postgres::Error| failed("opening the keys in", &error);
            let transaction = connection.transaction().await.map_err(opening)?;
            schema::alone(&transaction, &schema).await.map_err(opening)?;
            let sql = format!(
                "CREATE SCHEMA IF NOT EXISTS {schema};
                 CREATE TABLE IF NOT EXISTS {schema}.key_ring (
                     singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton), keys bytea NOT NULL);"
            );
            transaction.batch_execute(&sql).await.map_err(opening)?;
            transaction.commit().await.map_err(opening)?;
            connection.give_back();
            Ok(())
        });
        made.map_err(|error| at(url, error))?;
        Ok(table)
    }

    /// What there is.
    ///
    /// # Errors
    /// [`Error::Store`] when the database cannot be reached.
    pub(crate) fn read(&self) -> Result<Option<Vec<u8>>, Error> {
        let sql = format!("SELECT keys FROM {}.key_ring", self.schema);
        self.connections.run(move |connection| async move {
            let reading = |error: tokio_postgres::Error| failed("reading keys from", &error);
            let statement = connection.prepare_cached(&sql).await.map_err(reading)?;
            let row = connection.query_opt(&statement, &[]).await.map_err(reading)?;
            connection.give_back();
            Ok(row.map(|row| row.get(0)))
        })
    }

    /// Puts something in the place of what there is, while nobody else does.
    ///
    /// # Errors
    /// That of `change`; [`Error::Store`] when the database cannot be reached.
    pub(crate) fn change(
        &self,
        change: impl FnOnce(Option<Vec<u8>>) -> Result<Vec<u8>, Error> + Send + 'static,
    ) -> Result<(), Error> {
        let schema = self.schema.clone();
        self.connections.run_in_turn(move |mut connection| async move {
            let writing = |error: tokio_postgres::Error| failed("writing keys to", &error);
            let transaction = connection.transaction().await.map_err(writing)?;
            // The first row has nothing that could be locked before it.
            let lock = format!("LOCK TABLE {schema}.key_ring IN SHARE ROW EXCLUSIVE MODE");
            transaction.batch_execute(&lock).await.map_err(writing)?;
            let read = format!("SELECT keys FROM {schema}.key_ring");
            let row = transaction.query_opt(&read, &[]).await.map_err(writing)?;
            let keys = change(row.map(|row| row.get(0)))?;
            let put = format!(
                "INSERT INTO {schema}.key_ring (keys) VALUES ($1) ON CONFLICT (singleton) DO UPDATE SET keys = EXCLUDED.keys"
            );
            transaction.execute(&put, &[&keys]).await.map_err(writing)?;
            transaction.commit().await.map_err(writing)?;
            connection.give_back();
            Ok(())
        })
    }
}
