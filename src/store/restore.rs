//! Makes a store from a backup. The store appears whole, by one rename, or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use super::backup::BackupFile;
use super::meta::{self, Meta};
use super::{StorageOptions, files};
use crate::domain::{Error, Progress, StorageErrorKind};

/// Makes the store `folder`, which must not be there.
///
/// # Errors
/// [`Error::Malformed`] when the backup is damaged, and then nothing is made; [`Error::Store`] when there is a store already.
pub(crate) fn restore(
    backup: &BackupFile,
    folder: &Path,
    options: &StorageOptions,
    progress: &Progress,
) -> Result<(), Error> {
    if folder.exists() {
        return Err(Error::store(
            StorageErrorKind::Occupied,
            format!("{} is there already: give an empty folder", folder.display()),
        ));
    }
    let beside = beside(folder);
    files::create_folder(&beside)?;
    let lock = files::lock(&beside)?;
    meta::check_format(&beside)?;
    let state = backup.write_to(&beside.join("sled"), options, progress)?;
    Meta::new(&state, None).write(&beside)?;
    files::rename(&beside, folder)?;
    drop(lock);
    Ok(())
}

/// Refuses where a restore was begun and not finished: what is there is not what was to be restored.
pub(crate) fn refuse_unfinished(folder: &Path) -> Result<(), Error> {
    let beside = beside(folder);
    if fs::exists(&beside).map_err(files::at(&beside))? {
        let above = folder.parent().unwrap_or(folder).display();
        return Err(Error::store(
            StorageErrorKind::Unfinished,
            format!("a restore into {above} was not finished: run it again"),
        ));
    }
    Ok(())
}

/// Where the store is made.
fn beside(folder: &Path) -> PathBuf {
    folder.with_extension("restoring")
}
