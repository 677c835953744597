//! The folder of an index: its lock, whether what lies there can be trusted, and a fresh start where it cannot.
//!
//! tantivy opens damaged files without a word and may panic on them later, so every checksum is read first.

use std::fs::{self, File, TryLockError};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tantivy::schema::Schema;
use tantivy::{Index, IndexMeta};

use super::text_index::failed;
use crate::domain::Error;
use crate::store::{Seq, lock_patiently, make_private, private_file, private_folder};

/// What an index was made from. One of another stamp is of no use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    /// The store's id.
    pub(crate) store_uuid: String,
    /// Stands for everything that decides what an entry holds beside its document: the crate's version and [`super::FORMAT`].
    pub(crate) schema_hash: String,
}

/// What a commit says of itself.
#[derive(Serialize, Deserialize)]
pub(super) struct Payload {
    pub(super) store_uuid: String,
    pub(super) schema_hash: String,
    pub(super) seq: Seq,
    /// Of the above. tantivy keeps no checksum of what it holds of a commit, and a wrong number here would hide changes.
    sum: u32,
}

impl Payload {
    /// The text that goes with a commit.
    pub(super) fn text(stamp: &Stamp, seq: Seq) -> Result<String, Error> {
        let mut payload =
            Self { store_uuid: stamp.store_uuid.clone(), schema_hash: stamp.schema_hash.clone(), seq, sum: 0 };
        payload.sum = payload.expected_sum();
        serde_json::to_string(&payload).map_err(|e| Error::Index(format!("the index's stamp cannot be written: {e}")))
    }

    /// What such a text says; `None` when it is damaged.
    pub(super) fn read(text: &str) -> Option<Self> {
        serde_json::from_str::<Self>(text).ok().filter(|payload| payload.sum == payload.expected_sum())
    }

    pub(super) fn is_of(&self, stamp: &Stamp) -> bool {
        self.store_uuid == stamp.store_uuid && self.schema_hash == stamp.schema_hash
    }

    fn expected_sum(&self) -> u32 {
        crc32fast::hash(format!("{}\n{}\n{}", self.store_uuid, self.schema_hash, self.seq.0).as_bytes())
    }
}

/// Takes the lock of an index's folder, made when it is missing. It is held until the file is dropped.
///
/// # Errors
/// [`Error::Index`] when somebody has it and keeps it.
pub(super) fn lock(folder: &Path) -> Result<File, Error> {
    private_folder().recursive(true).create(folder).map_err(|source| Error::Io { path: folder.to_owned(), source })?;
    make_private(folder);
    let path = folder.join("lock");
    let file = private_file().create(true).truncate(false).write(true).open(&path);
    let file = file.map_err(|source| Error::Io { path: path.clone(), source })?;
    match lock_patiently(&file) {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::Index(format!(
            "{} is in use by another process, or by another Engine of this one",
            folder.display()
        ))),
        Err(TryLockError::Error(source)) => Err(Error::Io { path, source }),
    }
}

/// Opens the index in `folder` when it is whole and of that stamp, with the change up to which it holds everything.
pub(super) fn open_whole(folder: &Path, schema: &Schema, stamp: &Stamp) -> Option<(Index, Seq)> {
    let place = files(folder);
    catch_unwind(AssertUnwindSafe(|| {
        let index = Index::open_in_dir(&place).ok().filter(|index| index.schema() == *schema)?;
        let meta = index.load_metas().ok()?;
        let payload = Payload::read(meta.payload.as_deref()?)?;
        let is_whole = payload.is_of(stamp)
            && damaged_files(&place, &index, &meta).is_ok_and(|damaged| damaged.is_empty())
            && index.reader().is_ok();
        is_whole.then_some((index, payload.seq))
    }))
    // A panic of the library's means that it was not prepared for what it read.
    .unwrap_or(None)
}

/// Reads every file of every segment against its checksum; names those that are not as they were written, in order.
pub(super) fn damaged_files(place: &Path, index: &Index, meta: &IndexMeta) -> tantivy::Result<Vec<String>> {
    // A file that the directory's own list does not name is left out by the check.
    let listed = index.directory().list_managed_files();
    let files = meta.list_segment_files();
    let unlisted = files.into_iter().filter(|file| !listed.contains(file) && place.join(file).exists());
    let mut damaged: Vec<PathBuf> = index.validate_checksum()?.into_iter().chain(unlisted).collect();
    damaged.sort();
    Ok(damaged.into_iter().map(|file| file.display().to_string()).collect())
}

/// Removes whatever lies in `folder` and makes an empty index there.
pub(super) fn create(folder: &Path, schema: Schema) -> Result<Index, Error> {
    let place = files(folder);
    // Moved first, so that what is half removed is never taken for an index.
    let old = folder.join("old");
    for path in [&old, &place] {
        if path.exists() {
            if path == &place {
                fs::rename(&place, &old).map_err(|source| Error::Io { path: place.clone(), source })?;
            }
            fs::remove_dir_all(&old).map_err(|source| Error::Io { path: old.clone(), source })?;
        }
    }
    private_folder().create(&place).map_err(|source| Error::Io { path: place.clone(), source })?;
    Index::create_in_dir(&place, schema).map_err(|e| failed("making", &e))
}

/// Where tantivy's own files lie.
pub(super) fn files(folder: &Path) -> PathBuf {
    folder.join("tantivy")
}
