//! Documents moved between a data directory and PostgreSQL, with their numbers, and held against the digest of where they came from.

use std::io::{BufWriter, Write as _};

use super::{BackedUp, DataDirectory};
use crate::domain::{Error, ProgressStep, StorageErrorKind};
use crate::store::{
    BackupFile, Kind, PostgresStore, PostgresUrl, StorageOptions, Store as _, create_private_file, restore,
};

/// Of a backup on its way, which is removed again.
const ON_ITS_WAY: &str = "migration.partial";

impl DataDirectory {
    /// Copies all documents of the directory to a schema in PostgreSQL in which nothing was written yet. The directory stays as it is.
    /// Keys of requests, receipts of erasures and webhooks are left behind, as by a backup.
    ///
    /// # Errors
    /// [`Error::Store`] when the directory is in use or damaged, the database cannot be reached, its schema holds documents, or what arrived
    /// is not what was sent; then nobody opens the schema until it was run again.
    pub fn migrate_to_postgres(&self, url: &PostgresUrl, schema: &str) -> Result<BackedUp, Error> {
        let store = self.store(&StorageOptions::default())?;
        let target = PostgresStore::open_to_take_in(url, schema)?;
        self.begin(&store, &Kind::ALL);
        let moved = target.take_in(&store, &self.progress)?;
        self.progress.finish();
        Ok(moved.into())
    }

    /// Makes the directory, which must not hold documents, of all documents of a schema in PostgreSQL, as of one write. Services may use the
    /// database meanwhile.
    ///
    /// # Errors
    /// [`Error::Store`] when the database cannot be reached or a document is damaged, or when there are documents already; [`Error::Io`] when
    /// files cannot be made.
    pub fn migrate_from_postgres(&self, url: &PostgresUrl, schema: &str) -> Result<BackedUp, Error> {
        let folder = self.path.join(super::STORE);
        if folder.exists() {
            let message = format!("{} is there already: give an empty folder", folder.display());
            return Err(Error::store(StorageErrorKind::Occupied, message));
        }
        let source = PostgresStore::open(url, schema)?;
        std::fs::create_dir_all(&self.path).map_err(|source| Error::Io { path: self.path.clone(), source })?;
        let path = self.path.join(ON_ITS_WAY);
        let at = |source| Error::Io { path: path.clone(), source };
        let total = Kind::ALL.iter().map(|kind| source.count(*kind)).sum();
        self.progress.begin(ProgressStep::Documents, total);
        let file = create_private_file(&path).map_err(at)?;
        let mut out = BufWriter::new(file);
        let written = source.backup(&mut out, &path, &self.progress).and_then(|_| out.flush().map_err(at));
        drop(out);
        let moved = written.and_then(|()| {
            let backup = BackupFile::open(&path)?;
            restore(&backup, &folder, &StorageOptions::default(), &self.progress)?;
            Ok(backup.snapshot())
        });
        std::fs::remove_file(&path).map_err(at)?;
        self.progress.finish();
        moved.map(Into::into)
    }
}
