//! Small files and folders that must outlive a power cut. Not for documents.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::private::{create_private_file, private_file, private_folder};
use crate::domain::{Error, StorageErrorKind};

/// Attaches `path` to what the system said.
pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error::Io { path, source }
}

/// Writes `bytes` as the whole file: after a crash there is either the old file or the new one.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let beside = path.with_extension("tmp");
    let mut file = create_private_file(&beside).map_err(at(&beside))?;
    file.write_all(bytes).and_then(|()| file.sync_all()).map_err(at(&beside))?;
    drop(file);
    fs::rename(&beside, path).map_err(at(path))?;
    sync_folder(path.parent().unwrap_or(Path::new(".")))
}

/// Writes the new file `path`, which appears whole and durable or not at all.
///
/// # Errors
/// [`Error::Io`] when there is such a file already, or it cannot be written; and what `write` gives.
pub(crate) fn new_file<T>(path: &Path, write: &mut dyn FnMut(&mut dyn Write) -> Result<T, Error>) -> Result<T, Error> {
    let taken = || {
        let advice = "there is such a file already, and nothing is written over; give another name, or remove it first";
        at(path)(io::Error::new(io::ErrorKind::AlreadyExists, advice))
    };
    if path.exists() {
        return Err(taken());
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.partial", std::process::id()));
    let beside = path.with_file_name(name);
    let written = (|| {
        let mut out = BufWriter::new(create_private_file(&beside).map_err(at(path))?);
        let value = write(&mut out)?;
        out.into_inner().map_err(io::IntoInnerError::into_error).and_then(|file| file.sync_all()).map_err(at(path))?;
        // Unlike a rename, this takes nobody's place.
        fs::hard_link(&beside, path)
            .or_else(|e| if path.exists() { Err(e) } else { fs::rename(&beside, path) })
            .map_err(at(path))?;
        Ok(value)
    })();
    let _ = fs::remove_file(&beside);
    sync_folder(path.parent().unwrap_or(Path::new(".")))?;
    written
}

/// Makes the names durable that stand in one folder with `path`.
#[cfg(feature = "storage")]
pub(crate) fn sync_names_beside(path: &Path) -> Result<(), Error> {
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
pub(crate) fn create_folder(folder: &Path) -> Result<(), Error> {
    if folder.is_dir() {
        return Ok(());
    }
    let above = folder.parent().unwrap_or(Path::new("."));
    if !above.as_os_str().is_empty() {
        create_folder(above)?;
    }
    private_folder().create(folder).or_else(|e| if folder.is_dir() { Ok(()) } else { Err(e) }).map_err(at(folder))?;
    sync_folder(above)
}

/// Gives a file or folder another name, durably.
pub(super) fn rename(from: &Path, to: &Path) -> Result<(), Error> {
    fs::rename(from, to).map_err(at(from))?;
    sync_folder(to.parent().unwrap_or(Path::new(".")))
}

/// Removes a folder with all that is in it, durably; fine when it is not there.
pub(super) fn remove_folder(folder: &Path) -> Result<(), Error> {
    match fs::remove_dir_all(folder) {
        Ok(()) => sync_folder(folder.parent().unwrap_or(Path::new("."))),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(e) => Err(at(folder)(e)),
    }
}

/// Makes every file and every name below `folder` durable.
pub(super) fn sync_tree(folder: &Path) -> Result<(), Error> {
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let path = entry.map_err(at(folder))?.path();
        if path.is_dir() {
            sync_tree(&path)?;
        } else {
            File::open(&path).and_then(|file| file.sync_all()).map_err(at(&path))?;
        }
    }
    sync_folder(folder)
}

/// The length of all files below `folder`, in bytes.
pub(super) fn bytes_in(folder: &Path) -> Result<u64, Error> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder).map_err(at(folder))? {
        let path = entry.map_err(at(folder))?.path();
        bytes += match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => bytes_in(&path)?,
            Ok(metadata) => metadata.len(),
            // What removes itself in the background takes no room.
            Err(e) if e.kind() == io::ErrorKind::NotFound => 0,
            Err(e) => return Err(at(&path)(e)),
        };
    }
    Ok(bytes)
}

/// Takes the lock of `folder`, which is held until the file is dropped. It holds between processes and within one.
///
/// # Errors
/// [`Error::Store`] when somebody has it and keeps it.
pub(super) fn lock(folder: &Path) -> Result<File, Error> {
    let path = folder.join("lock");
    let file = private_file().create(true).truncate(false).write(true).open(&path).map_err(at(&path))?;
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
    Error::store(
        StorageErrorKind::Locked,
        format!("{} is in use by another process, or by another Engine of this one", folder.display()),
    )
}
