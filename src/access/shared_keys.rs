//! Keys that several services share through their database: each has a `keys.json` of its own, and what is made or revoked in one of them
//! is soon in all. A key is never unmade and never works longer than it did, so that two rings have one sum, in whatever order they meet.

use super::key_file::{KeyFile, unreadable};
use super::key_ring::KeyRing;
use super::tenant::TenantName;
use crate::domain::Error;
use crate::store::{KeyTable, PostgresUrl};

/// The keys in a database that several services share.
///
/// ```no_run
/// use std::path::Path;
///
/// use rolefit::access::{KeyFile, SharedKeys};
/// use rolefit::storage::PostgresUrl;
///
/// let shared = SharedKeys::open(&PostgresUrl::new("postgres://rolefit@db.example/rolefit")?)?;
/// shared.exchange(&KeyFile::at(Path::new("data")))?;
/// # Ok::<(), rolefit::Error>(())
/// ```
pub struct SharedKeys {
    table: KeyTable,
    place: String,
}

impl SharedKeys {
    /// Those of the services on this database.
    ///
    /// # Errors
    /// [`Error::Configuration`] for an address that cannot be, [`Error::Store`] when the database cannot be reached.
    pub fn open(url: &PostgresUrl) -> Result<Self, Error> {
        Ok(Self { table: KeyTable::open(url, &TenantName::default().schema())?, place: url.to_string() })
    }

    /// Brings a file and the database to the same keys.
    ///
    /// # Errors
    /// [`Error::Store`] when the database cannot be reached, or when one of them cannot be read; both are then as they were.
    pub fn exchange(&self, file: &KeyFile) -> Result<(), Error> {
        let shared = ring(&self.place, self.table.read()?)?;
        let own = file.take_in(&shared)?;
        if own == shared {
            return Ok(());
        }
        let place = self.place.clone();
        self.table.change(move |there| Ok(own.with(&ring(&place, there)?).write()))
    }
}

fn ring(place: &str, bytes: Option<Vec<u8>>) -> Result<KeyRing, Error> {
    bytes.map_or_else(|| Ok(KeyRing::default()), |bytes| KeyRing::read(&bytes).map_err(|why| unreadable(place, &why)))
}
