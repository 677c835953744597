//! A folder of files that people wrote, as a stream of documents: each file is opened when it is its turn.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::source::Taken;
use crate::domain::Error;
use crate::intake::{DocumentText, is_of_people, short_names};

/// The files of a folder, in the order of their names.
pub(super) struct Folder {
    files: std::vec::IntoIter<Found>,
    n_given: usize,
    size: u64,
    taken: Arc<Taken>,
}

struct Found {
    id: String,
    name: String,
    path: PathBuf,
}

/// Folders within folders, and files, of which more are no folder of documents.
const MAX_DEPTH: usize = 8;
const MAX_FILES: usize = 1_000_000;
/// The most that is read of a file, in bytes: one more than any kind may have, so that it is told.
const MAX_FILE: u64 = (20 << 20) + 1;

impl Folder {
    /// Lists a folder with the folders in it. Links are not followed.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be listed.
    pub(super) fn open(path: &Path, taken: Arc<Taken>) -> Result<Self, Error> {
        let (mut found, mut size) = (Vec::new(), 0);
        list(path, "", 0, &mut found, &mut size).map_err(|source| Error::Io { path: path.to_owned(), source })?;
        found.sort();
        let names: Vec<String> = found.iter().map(|(name, _)| name.clone()).collect();
        let files: Vec<Found> =
            found.into_iter().zip(short_names(&names)).map(|((name, path), id)| Found { id, name, path }).collect();
        Ok(Self { files: files.into_iter(), n_given: 0, size, taken })
    }

    /// How large its files are together.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// The next file, opened and not read yet.
    pub(super) fn next_text(&mut self) -> Option<DocumentText> {
        let Found { id, name, path } = self.files.next()?;
        self.n_given += 1;
        let mut bytes = Vec::new();
        let read = File::open(&path).and_then(|file| file.take(MAX_FILE).read_to_end(&mut bytes));
        self.taken.take(&bytes);
        Some(DocumentText::of_file(self.n_given, &id, &name, read.map(|_| bytes).map_err(|error| error.to_string())))
    }
}

fn list(
    folder: &Path,
    before: &str,
    depth: usize,
    found: &mut Vec<(String, PathBuf)>,
    size: &mut u64,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        let kind = entry.file_type()?;
        if kind.is_dir() && depth < MAX_DEPTH && is_of_people(&name) {
            list(&entry.path(), &format!("{name}/"), depth + 1, found, size)?;
        } else if kind.is_file() && is_of_people(&name) {
            if found.len() == MAX_FILES {
                return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("holds more than {MAX_FILES} files")));
            }
            *size += entry.metadata().map_or(0, |known| known.len());
            found.push((name, entry.path()));
        }
    }
    Ok(())
}
