//! `meta.json` and `FORMAT`: what is known about a store without opening it. They hold no documents.
//!
//! The engine below can lose data and open without a word. `meta.json` says how much there must be at least, so that
//! such a store is refused.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::envelope::State;
use super::files;
use super::record::Seq;
use crate::domain::{Error, StorageErrorKind};

/// What `FORMAT` says of the layout that this version reads and writes.
const FORMAT_TEXT: &str = "rolefit store 1\n";

/// The content of `meta.json`. It is written now and then, so it is a lower bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Meta {
    format: u32,
    store_uuid: String,
    seq: Seq,
    candidates: u64,
    roles: u64,
    /// Length of the database file, in bytes; only after a clean close, for it shrinks and grows during use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    closed_at_bytes: Option<u64>,
}

impl Meta {
    /// What `state` knows, with the length of the database file where the store is closed.
    pub(super) fn new(state: &State, closed_at_bytes: Option<u64>) -> Self {
        Self {
            format: 1,
            store_uuid: state.uuid.to_string(),
            seq: state.seq,
            candidates: state.counts.candidates,
            roles: state.counts.roles,
            closed_at_bytes,
        }
    }

    /// The file in `folder`; `None` when there is none.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>, Error> {
        let path = path(folder);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(files::at(&path)(e)),
        };
        let meta: Self = serde_json::from_slice(&bytes).map_err(|e| {
            Error::store(
                StorageErrorKind::Damaged,
                format!("{} is damaged ({e}): restore the folder from a backup", path.display()),
            )
        })?;
        if meta.format != 1 {
            return Err(other_version(folder, &format!("format {}", meta.format)));
        }
        Ok(Some(meta))
    }

    /// Writes the file durably.
    pub(super) fn write(&self, folder: &Path) -> Result<(), Error> {
        let bytes = serde_json::to_vec(self)
            .map_err(|e| Error::store(StorageErrorKind::Io, format!("meta.json cannot be written: {e}")))?;
        files::replace(&path(folder), &bytes)
    }

    /// Forgets the length of the database file, before somebody works with it.
    pub(super) fn mark_in_use(&mut self, folder: &Path) -> Result<(), Error> {
        if self.closed_at_bytes.take().is_some() { self.write(folder) } else { Ok(()) }
    }

    /// Refuses a database file that is missing or shorter than it was at the last close, before anybody touches it.
    pub(super) fn check_file(&self, folder: &Path, database: &Path) -> Result<(), Error> {
        let bytes = match fs::metadata(database) {
            Ok(metadata) => metadata.len(),
            Err(e) if e.kind() == ErrorKind::NotFound => 0,
            Err(e) => return Err(files::at(database)(e)),
        };
        match self.closed_at_bytes {
            Some(expected) if bytes < expected => Err(knows_less(
                folder,
                &format!("{} has {bytes} bytes, at the last close it had {expected}", database.display()),
            )),
            None if bytes == 0 && self.seq > Seq::ZERO => {
                Err(knows_less(folder, &format!("{} is missing or empty", database.display())))
            }
            _ => Ok(()),
        }
    }

    /// Refuses a store that knows less than this, or that is another one. `found` is `None` for an empty store.
    pub(super) fn check_state(&self, folder: &Path, found: Option<&State>) -> Result<(), Error> {
        let Some(state) = found else {
            return Err(knows_less(folder, &format!("it holds nothing, meta.json says {} changes", self.seq.0)));
        };
        if state.uuid.to_string() != self.store_uuid {
            let folder = folder.display();
            return Err(Error::store(
                StorageErrorKind::Damaged,
                format!(
                    "{folder} mixes two stores: the documents are of {}, meta.json is of {}; restore both from one backup",
                    state.uuid, self.store_uuid
                ),
            ));
        }
        if state.seq < self.seq {
            let (found, expected) = (state.seq.0, self.seq.0);
            return Err(knows_less(folder, &format!("it holds {found} changes, meta.json says {expected}")));
        }
        let counts_differ = state.counts.candidates != self.candidates || state.counts.roles != self.roles;
        if state.seq == self.seq && counts_differ {
            return Err(knows_less(folder, "its number of documents is not the one in meta.json"));
        }
        Ok(())
    }
}

/// Refuses a folder of another format, and marks a new one with this.
pub(super) fn check_format(folder: &Path) -> Result<(), Error> {
    let path = folder.join("FORMAT");
    match fs::read(&path) {
        Ok(text) if text == FORMAT_TEXT.as_bytes() => Ok(()),
        Ok(text) => Err(other_version(folder, &format!("{:?}", String::from_utf8_lossy(&text).trim()))),
        Err(e) if e.kind() == ErrorKind::NotFound => {
            let foreign = fs::read_dir(folder).map_err(files::at(folder))?.flatten().any(|entry| {
                let name = entry.file_name();
                name != "lock" && name != "FORMAT.tmp"
            });
            if foreign {
                let folder = folder.display();
                return Err(Error::store(
                    StorageErrorKind::Occupied,
                    format!("{folder} is not empty and not a rolefit store: give an empty folder"),
                ));
            }
            files::replace(&path, FORMAT_TEXT.as_bytes())
        }
        Err(e) => Err(files::at(&path)(e)),
    }
}

fn path(folder: &Path) -> PathBuf {
    folder.join("meta.json")
}

fn other_version(folder: &Path, found: &str) -> Error {
    let (folder, ours) = (folder.display(), FORMAT_TEXT.trim());
    Error::store(
        StorageErrorKind::Version,
        format!("{folder} was written by another version ({found}), this one reads {ours:?}"),
    )
}

fn knows_less(folder: &Path, why: &str) -> Error {
    let folder = folder.display();
    Error::store(
        StorageErrorKind::Damaged,
        format!("{folder} has lost documents: {why}; restore the folder from a backup"),
    )
}
