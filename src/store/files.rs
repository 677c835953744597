//! Small files and folders that must outlive a power cut. Not for documents.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use crate::domain::Error;

/// Attaches `path` to what the system said.
pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error::Io { path, source }
}

/// Writes `bytes` as the whole file: after a crash there is either the old file or the new one.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let beside = path.with_extension("tmp");
    let mut file = File::create(&beside).map_err(at(&beside))?;
    file.write_all(bytes).and_then(|()| file.sync_all()).map_err(at(&beside))?;
    drop(file);
    fs::rename(&beside, path).map_err(at(path))?;
    sync_folder(path.parent().unwrap_or(Path::new(".")))
}

/// Makes the names in a folder durable. Systems other than Unix do that by themselves or not at all.
pub(super) fn sync_folder(folder: &Path) -> Result<(), Error> {
    if cfg!(unix) {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        File::open(folder).and_then(|f| f.sync_all()).map_err(at(folder))?;
    }
    Ok(())
}

/// Makes `folder`, and every missing one above it, durably.
pub(super) fn create_folder(folder: &Path) -> Result<(), Error> {
    if folder.is_dir() {
        return Ok(());
    }
    let above = folder.parent().unwrap_or(Path::new("."));
    if !above.as_os_str().is_empty() {
        create_folder(above)?;
    }
    fs::create_dir(folder).or_else(|e| if folder.is_dir() { Ok(()) } else { Err(e) }).map_err(at(folder))?;
    sync_folder(above)
}

/// Takes the lock of `folder`, which is held until the file is dropped. It holds between processes and within one.
///
/// # Errors
/// [`Error::Store`] when somebody has it and keeps it.
pub(super) fn lock(folder: &Path) -> Result<File, Error> {
    let path = folder.join("lock");
    let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(at(&path))?;
    match lock_patiently(&file) {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(in_use(folder)),
        Err(TryLockError::Error(e)) => Err(at(&path)(e)),
    }
}

/// Takes the lock of a file, waiting a moment for one that is just being let go: a process that another one is being started
/// from holds its locks in the child too, until that has begun its own program.
pub(crate) fn lock_patiently(file: &File) -> Result<(), TryLockError> {
    const TRIES: u32 = 50;
    const PAUSE: Duration = Duration::from_millis(10);
    for _ in 1..TRIES {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
            other => return other,
        }
    }
    file.try_lock()
}

/// The error of the second who comes.
pub(super) fn in_use(folder: &Path) -> Error {
    Error::Store(format!("{} is in use by another rolefit process", folder.display()))
}
