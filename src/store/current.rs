//! Which database of a store is the one in use: that in `sled`, unless another was written anew while the store was open.
//!
//! A database that is open cannot be given another name, for it writes by its folder's. One that takes another's place while others
//! read and write therefore lies in `sled.2`, `sled.3` and so on, and the file `CURRENT` names it. Whoever opens or closes the store
//! gives it its ordinary name again. A folder that neither `CURRENT` names nor is called `sled` is worth nothing.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use super::disk::Disk;
use super::files;
use super::meta::Meta;
use crate::domain::{Error, StorageErrorKind};

/// The folder of the database, unless `CURRENT` says otherwise.
pub(super) const DATABASE: &str = "sled";
/// The file that names another.
const POINTER: &str = "CURRENT";
/// Of the names of folders of databases that were written anew; a number follows.
const PREFIX: &str = "sled.";

/// The database in use. Another may take its place while others read; they then read the one that they began with.
pub(super) struct InUse(RwLock<Arc<Disk>>);

impl InUse {
    pub(super) fn new(disk: Disk) -> Self {
        Self(RwLock::new(Arc::new(disk)))
    }

    pub(super) fn get(&self) -> Arc<Disk> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn replace(&self, disk: Arc<Disk>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = disk;
    }

    /// The database, of a store that is being closed.
    pub(super) fn into_disk(self) -> Arc<Disk> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A folder in which a database can be written anew.
pub(super) fn free_folder(folder: &Path) -> PathBuf {
    let mut names = (2_u32..).map(|number| folder.join(format!("{PREFIX}{number}")));
    names.find(|path| !path.exists()).expect("not four thousand million names are taken")
}

/// Says durably that the database in `database` is the one in use from now on, which must be durable itself.
pub(super) fn point_to(folder: &Path, database: &Path) -> Result<(), Error> {
    let name = database.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    files::replace(&folder.join(POINTER), format!("{name}\n").as_bytes())
}

/// Removes whatever an attempt left that did not end; `in_use` is kept.
pub(super) fn remove_others(folder: &Path, in_use: &Path) -> Result<(), Error> {
    for path in rewritten(folder)? {
        if path != in_use {
            files::remove_folder(&path)?;
        }
    }
    if in_use == folder.join(DATABASE) { Ok(()) } else { files::remove_folder(&folder.join(DATABASE)) }
}

/// Gives the database in use its ordinary name, and removes all others. Whoever calls it holds the store's lock and has no database
/// of it open.
pub(super) fn settle(folder: &Path) -> Result<(), Error> {
    let pointer = folder.join(POINTER);
    let ordinary = folder.join(DATABASE);
    match fs::read_to_string(&pointer) {
        Ok(name) => {
            let name = name.trim();
            if !is_rewritten(name) {
                let message = format!("{} is damaged: restore the folder from a backup", pointer.display());
                return Err(Error::store(StorageErrorKind::Damaged, message));
            }
            let named = folder.join(name);
            if !named.is_dir() && !ordinary.is_dir() {
                let message = format!("{} has lost its documents: restore it from a backup", folder.display());
                return Err(Error::store(StorageErrorKind::Damaged, message));
            }
            if named.is_dir() {
                // It is shorter than the old one was at its last close.
                if let Some(mut meta) = Meta::read(folder)? {
                    meta.mark_in_use(folder)?;
                }
                files::remove_folder(&ordinary)?;
                files::rename(&named, &ordinary)?;
            }
            fs::remove_file(&pointer).map_err(files::at(&pointer))?;
            files::sync_folder(folder)?;
        }
        Err(e) if e.kind() == ErrorKind::NotFound => {}
        Err(e) => return Err(files::at(&pointer)(e)),
    }
    rewritten(folder)?.iter().try_for_each(|path| files::remove_folder(path))
}

fn is_rewritten(name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(|number| number.parse::<u32>().is_ok())
}

/// The folders of databases that were written anew.
fn rewritten(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(files::at(folder))? {
        let entry = entry.map_err(files::at(folder))?;
        if entry.file_name().to_str().is_some_and(is_rewritten) {
            found.push(entry.path());
        }
    }
    Ok(found)
}
