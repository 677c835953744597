//! A file that appears whole or not at all.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::domain::Error;
use crate::store::private_file;

/// Writes beside the target and takes its place when finished. A new file is for its owner alone (Unix); one that is replaced
/// keeps its rights. Dropped unfinished, it leaves the target as it was.
///
/// A target that is there and no regular file (a terminal, a pipe, `/dev/null`) is written to directly.
#[derive(Debug)]
pub struct OutputFile {
    target: PathBuf,
    /// Where it is written until then; `None` when written directly.
    beside: Option<PathBuf>,
    file: Option<BufWriter<File>>,
}

/// The files that this process has begun and not finished.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Other writers may leave files behind; so many names are tried.
const MAX_NAMES: u32 = 100;

impl OutputFile {
    /// Begins to write what will be `path`.
    ///
    /// # Errors
    /// [`Error::Io`] when nothing can be written there.
    pub fn create(path: &Path) -> Result<Self, Error> {
        let failed = |source| Error::Io { path: path.to_owned(), source };
        // Through a link, what it points at is replaced, not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let known = fs::metadata(&target).ok();
        if known.as_ref().is_some_and(|known| !known.is_file()) {
            let file = OpenOptions::new().write(true).open(&target).map_err(failed)?;
            return Ok(Self { target, beside: None, file: Some(BufWriter::new(file)) });
        }
        let Some(name) = target.file_name() else {
            return Err(failed(io::Error::new(io::ErrorKind::InvalidInput, "this is not the name of a file")));
        };
        let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
        for attempt in 0..MAX_NAMES {
            let beside =
                target.with_file_name(format!(".{}.{}-{attempt}.partial", name.to_string_lossy(), std::process::id()));
            match private_file().write(true).create_new(true).open(&beside) {
                Ok(file) => {
                    unfinished().insert(beside.clone());
                    let output = Self { target, beside: Some(beside), file: Some(BufWriter::new(file)) };
                    if let (Some(known), Some(file)) = (known, &output.file) {
                        file.get_ref().set_permissions(known.permissions()).map_err(failed)?;
                    }
                    return Ok(output);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
                Err(error) => return Err(failed(error)),
            }
        }
        Err(failed(last))
    }

    /// Makes what was written durable and puts it in place.
    ///
    /// # Errors
    /// [`Error::Io`] when that fails; the target is then as it was before.
    pub fn finish(mut self) -> Result<(), Error> {
        let target = self.target.clone();
        self.put_in_place().map_err(|source| Error::Io { path: target, source })
    }

    /// Removes every file that was begun and is not finished, for who ends the process at once. Targets stay as they were.
    pub fn remove_unfinished() {
        for beside in std::mem::take(&mut *unfinished()) {
            let _ = fs::remove_file(beside);
        }
    }

    fn put_in_place(&mut self) -> io::Result<()> {
        let Some(file) = self.file.take() else { return Ok(()) };
        let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        let Some(beside) = &self.beside else { return Ok(()) };
        file.sync_all()?;
        drop(file);
        fs::rename(beside, &self.target)?;
        unfinished().remove(beside);
        self.beside = None;
        // The new name is durable once its folder is. Not every system opens folders, so this is done where it can be.
        let folder = self.target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
        Ok(())
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Some(file) => file.write(bytes),
            None => Err(io::Error::other("the file is finished")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            let _ = fs::remove_file(beside);
            unfinished().remove(beside);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(dir: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn the_file_appears_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("out.json");
        fs::write(&path, "old").unwrap();
        let mut output = OutputFile::create(&path).unwrap();
        output.write_all(b"new").unwrap();
        output.flush().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        output.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(dir.path()), ["out.json"]);
    }

    #[test]
    fn an_unfinished_file_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let mut output = OutputFile::create(&dir.path().join("out.json")).unwrap();
        output.write_all(b"half").unwrap();
        drop(output);
        assert!(names(dir.path()).is_empty());
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let error = OutputFile::create(Path::new("/nowhere/at/all/out.json")).unwrap_err();
        assert!(error.to_string().contains("/nowhere/at/all/out.json"), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_is_not_replaced() {
        let mut output = OutputFile::create(Path::new("/dev/null")).unwrap();
        output.write_all(b"gone").unwrap();
        output.finish().unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
