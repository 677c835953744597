//! Documents as NDJSON, the way to another machine or version: `import` reads it back.

#[cfg(feature = "storage")]
use std::fs::File;
use std::io::Write;
use std::path::Path;

use super::Engine;
#[cfg(feature = "storage")]
use super::data_directory::{self, BackedUp};
use crate::domain::{Error, Progress};
#[cfg(feature = "storage")]
use crate::store::SledStore;
use crate::store::{Kind, Store};

impl Engine {
    /// Writes a backup, a file with every document as of one write, to `file`, which must not be there. Others may write
    /// meanwhile; they wait only for the last few changes. The file appears whole or not at all.
    ///
    /// [`DataDirectory::restore`](crate::storage::DataDirectory::restore) reads it.
    ///
    /// # Errors
    /// [`Error::Io`] when there is such a file, or it cannot be written; [`Error::Store`] when a document is damaged or the disk
    /// has failed; [`Error::Configuration`] for an engine without a data directory.
    #[cfg(feature = "storage")]
    pub fn backup(&self, file: &Path) -> Result<BackedUp, Error> {
        data_directory::backup(self.store_on_disk()?, file, &Progress::default())
    }

    /// Writes a backup to a file of the data directory that has no name and is gone when it is closed; read it from its
    /// start. For handing a backup on, over the network or to another disk.
    ///
    /// # Errors
    /// [`Error::Store`] when a document is damaged or the disk has failed; [`Error::LowSpace`] where the disk has no room for it;
    /// [`Error::Configuration`] for an engine without a data directory.
    #[cfg(feature = "storage")]
    pub fn backup_unnamed(&self) -> Result<(File, BackedUp), Error> {
        let (file, snapshot) = self.store_on_disk()?.backup_unnamed()?;
        Ok((file, snapshot.into()))
    }

    #[cfg(feature = "storage")]
    fn store_on_disk(&self) -> Result<&SledStore, Error> {
        self.inner.store.on_disk().ok_or_else(|| {
            #[cfg(feature = "postgres")]
            if self.inner.store.shared().is_some() {
                let message = "a store in PostgreSQL is backed up by the database's own tools, or by `rolefit migrate` to a data directory";
                return Error::Configuration(message.to_owned());
            }
            Error::Configuration("an engine in memory has no store to back up; export its documents".to_owned())
        })
    }

    /// Writes the candidates as NDJSON, one a line, in the order of their ids. One that is written meanwhile may come as it was
    /// or as it is. Gives the number of lines.
    ///
    /// # Errors
    /// [`Error::Store`] when a candidate is damaged; [`Error::Io`] when `out` takes no more.
    pub fn export_candidates(&self, out: &mut dyn Write) -> Result<u64, Error> {
        lines(&*self.inner.store, Kind::Candidate, out, &mut Err, &Progress::default())
    }

    /// Writes the roles as NDJSON, one a line, in the order of their ids. Gives the number of lines.
    ///
    /// # Errors
    /// [`Error::Store`] when a document is damaged; [`Error::Io`] when `out` takes no more.
    pub fn export_roles(&self, out: &mut dyn Write) -> Result<u64, Error> {
        lines(&*self.inner.store, Kind::Role, out, &mut Err, &Progress::default())
    }
}

/// Writes every document of a kind as it is stored: JSON on one line.
pub(super) fn lines(
    store: &dyn Store,
    kind: Kind,
    out: &mut dyn Write,
    damaged: &mut dyn FnMut(Error) -> Result<(), Error>,
    progress: &Progress,
) -> Result<u64, Error> {
    let mut n_lines = 0;
    for found in store.scan(kind, None) {
        progress.add(1);
        match found {
            Ok((_, record)) => {
                let written = out.write_all(&record.body).and_then(|()| out.write_all(b"\n"));
                written.map_err(|source| Error::Io { path: Path::new("the export").to_owned(), source })?;
                n_lines += 1;
            }
            Err(error) => damaged(error)?,
        }
    }
    Ok(n_lines)
}
