//! Where documents come from: a file, compressed or not, or standard input for `-`. Counts the bytes that are taken; knows nothing
//! of what documents say.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::compression::decompressed;
#[cfg(feature = "documents")]
use super::folder::Folder;
#[cfg(feature = "parquet")]
use super::parquet_rows::ParquetRows;
use crate::domain::Error;
use crate::intake::{
    BadLine, Document, DocumentReader, DocumentText, Format, ImportFormat, ImportOptions, Limits, Packed, unpack,
};

/// A stream of documents from a file or standard input.
pub(super) struct Source<T> {
    reader: Reader<T>,
    limits: Limits,
    /// What was taken so far, as the file holds it: compressed bytes of a compressed file.
    pub taken: Arc<Taken>,
    /// How large the file is; unknown of a pipe.
    pub size: Option<u64>,
    /// The path, or `standard input`.
    pub name: PathBuf,
    /// What the reader's numbers count.
    pub numbered: &'static str,
}

enum Reader<T> {
    Stream(DocumentReader<Box<dyn BufRead + Send>, T>),
    #[cfg(feature = "parquet")]
    Parquet(ParquetRows),
    /// Cut out at once: what is left of so many documents.
    Packed(Packed, usize),
    #[cfg(feature = "documents")]
    Folder(Folder),
}

impl<T: Document> Source<T> {
    /// Opens `path`.
    ///
    /// # Errors
    /// [`Error::Configuration`] when the path's ending says no format; [`Error::Io`] when it cannot be opened, or is not compressed
    /// as its ending says, or is no Parquet file and says so.
    pub(super) fn open(path: &Path, limits: &Limits, import: &ImportOptions) -> Result<Self, Error> {
        check_ending(path)?;
        if is_parquet(path) {
            return Self::open_parquet(path, limits, import);
        }
        #[cfg(feature = "documents")]
        if path.is_dir() {
            let taken = Arc::new(Taken::default());
            let folder = Folder::open(path, taken.clone())?;
            let (size, name) = (Some(folder.size()), path.to_owned());
            return Ok(Self {
                reader: Reader::Folder(folder),
                limits: limits.clone(),
                taken,
                size,
                name,
                numbered: "file",
            });
        }
        if is_packed(path) {
            return Self::open_packed(path, limits, import);
        }
        let format = Format::of_path(path)?;
        let name = if is_stdin(path) { PathBuf::from("standard input") } else { path.to_owned() };
        let failed = |source| Error::Io { path: name.clone(), source };
        let (input, size): (Box<dyn Read + Send>, _) = if is_stdin(path) {
            (Box::new(io::stdin()), None)
        } else {
            let file = File::open(path).map_err(failed)?;
            let size = file.metadata().ok().filter(std::fs::Metadata::is_file).map(|known| known.len());
            (Box::new(file), size)
        };
        let taken = Arc::new(Taken::default());
        let counted = Counted { input, taken: taken.clone() };
        let text = decompressed(counted, &path.to_string_lossy()).map_err(failed)?;
        let reader = DocumentReader::new(text, format)
            .with_limits(limits.clone())
            .with_name(name.clone())
            .with_import(import)?;
        let numbered = if format == Format::Json { "document" } else { "line" };
        Ok(Self { reader: Reader::Stream(reader), limits: limits.clone(), taken, size, name, numbered })
    }

    /// A page, an archive, a workbook or a dump is read at once.
    fn open_packed(path: &Path, limits: &Limits, import: &ImportOptions) -> Result<Self, Error> {
        let failed = |source| Error::Io { path: path.to_owned(), source };
        let file = File::open(path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.take(MAX_PACKED + 1).read_to_end(&mut bytes).map_err(failed)?;
        let size = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        if size > MAX_PACKED {
            let message =
                format!("larger than {} MiB, which is the most for files that are read at once", MAX_PACKED >> 20);
            return Err(failed(io::Error::new(io::ErrorKind::FileTooLarge, message)));
        }
        let taken = Arc::new(Taken::default());
        taken.take(&bytes);
        let told = |error| match error {
            Error::Malformed(message) => failed(io::Error::new(io::ErrorKind::InvalidData, message)),
            other => other,
        };
        let file_name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let import = ImportOptions { file_name, ..import.clone() };
        let packed = unpack(&bytes, T::KIND, &import).map_err(told)?.ok_or_else(|| {
            failed(io::Error::new(
                io::ErrorKind::InvalidData,
                "empty, or not what its name says; expected a page, archive, workbook or dump of SQL",
            ))
        })?;
        let n_documents = packed.texts.len();
        let (reader, name) = (Reader::Packed(packed, n_documents), path.to_owned());
        Ok(Self { reader, limits: limits.clone(), taken, size: Some(size), name, numbered: "document" })
    }

    #[cfg(feature = "parquet")]
    fn open_parquet(path: &Path, limits: &Limits, import: &ImportOptions) -> Result<Self, Error> {
        let failed = |source| Error::Io { path: path.to_owned(), source };
        let file = File::open(path).map_err(failed)?;
        let size = file.metadata().map_err(failed)?.len();
        let taken = Arc::new(Taken::default());
        let rows = ParquetRows::open(file, size, taken.clone(), T::KIND, limits, &import.columns).map_err(failed)?;
        let (reader, name) = (Reader::Parquet(rows), path.to_owned());
        Ok(Self { reader, limits: limits.clone(), taken, size: Some(size), name, numbered: "row" })
    }

    #[cfg(not(feature = "parquet"))]
    fn open_parquet(path: &Path, _: &Limits, _: &ImportOptions) -> Result<Self, Error> {
        let message = "Parquet files are read by builds with the feature `parquet`";
        Err(Error::Io { path: path.to_owned(), source: io::Error::new(io::ErrorKind::Unsupported, message) })
    }

    /// The text of the next document, cut out and not yet read; `None` at the end.
    pub(super) fn next_text(&mut self) -> Option<Result<DocumentText, BadLine>> {
        match &mut self.reader {
            Reader::Stream(reader) => reader.next_text(),
            Reader::Packed(packed, _) => packed.texts.pop_front().map(Ok),
            #[cfg(feature = "documents")]
            Reader::Folder(folder) => folder.next_text().map(Ok),
            #[cfg(feature = "parquet")]
            Reader::Parquet(rows) => rows.next_text(&self.name, &self.limits),
        }
    }

    /// How many documents are read at a time at most, where each takes as long as many others: files that people wrote.
    pub(super) fn most_at_once(&self) -> Option<usize> {
        let is_of_files = matches!(self.read_as(), Some((ImportFormat::Documents, _)));
        is_of_files.then_some(FILES_AT_ONCE)
    }

    /// How much of the file was dealt with so far, in its bytes. Of a file that is read at once, each document is as large as the others.
    pub(super) fn bytes_done(&self) -> u64 {
        match (&self.reader, self.size) {
            (Reader::Packed(packed, n_documents), Some(size)) if *n_documents > 0 => {
                let count = |n: usize| u128::try_from(n).unwrap_or(u128::MAX);
                let done = (u128::from(size) * count(n_documents - packed.texts.len())).div_ceil(count(*n_documents));
                u64::try_from(done).unwrap_or(size)
            }
            _ => self.taken.n_bytes(),
        }
    }

    /// The format of another system that is read, and whether it was guessed; known once the first document was cut out.
    pub(super) fn read_as(&self) -> Option<(ImportFormat, bool)> {
        match &self.reader {
            Reader::Stream(reader) => reader.read_as(),
            Reader::Packed(packed, _) => packed.read_as,
            #[cfg(feature = "documents")]
            Reader::Folder(_) => Some((ImportFormat::Documents, true)),
            #[cfg(feature = "parquet")]
            Reader::Parquet(_) => None,
        }
    }

    fn next(&mut self) -> Option<Result<(usize, T), BadLine>> {
        Some(self.next_text()?.and_then(|text| text.read(&self.limits)))
    }
}

/// So many files keep the cores busy, and are read in a second or two: as often it is said how far the reading has come.
const FILES_AT_ONCE: usize = 32;

/// Whether a path's ending says what is in it.
///
/// # Errors
/// [`Error::Configuration`] when not.
pub(super) fn check_ending(path: &Path) -> Result<(), Error> {
    if is_parquet(path) || is_packed(path) || is_folder(path) { Ok(()) } else { Format::of_path(path).map(|_| ()) }
}

/// The most that is read at once, in bytes.
const MAX_PACKED: u64 = 64 << 20;

fn is_packed(path: &Path) -> bool {
    let is_one = |ending: &std::ffi::OsStr| PACKED.iter().any(|packed| ending.eq_ignore_ascii_case(packed));
    path.extension().is_some_and(is_one)
}

/// Whether it is a folder of files that people wrote.
fn is_folder(path: &Path) -> bool {
    cfg!(feature = "documents") && path.is_dir()
}

/// Endings of files that hold documents within something else.
const PACKED: [&str; 13] =
    ["html", "htm", "sql", "xlsx", "zip", "pdf", "docx", "docm", "odt", "rtf", "eml", "txt", "md"];

fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("parquet"))
}

/// Reads the one document of a file.
///
/// # Errors
/// [`Error::Io`] when the file cannot be read; [`Error::Malformed`] when the document cannot be used, or when there is none or
/// more than one.
pub fn read_document_file<T: Document>(path: &Path, limits: &Limits) -> Result<T, Error> {
    let mut source = Source::<T>::open(path, limits, &ImportOptions::default())?;
    let name = source.name.display().to_string();
    let document = match source.next() {
        None => return Err(Error::Malformed(format!("{name} holds no {}; expected one", T::KIND))),
        Some(Err(bad)) if matches!(bad.error, Error::Io { .. }) => return Err(bad.error),
        Some(Err(bad)) => return Err(Error::Malformed(format!("{name}:{bad}"))),
        Some(Ok((_, document))) => document,
    };
    match source.next() {
        None => Ok(document),
        Some(_) => Err(Error::Malformed(format!("{name} holds more than one {}; expected exactly one here", T::KIND))),
    }
}

/// Whether a path stands for standard input.
pub(super) fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// What was taken from an input.
#[derive(Debug, Default)]
pub(super) struct Taken {
    n_bytes: AtomicU64,
    hasher: Mutex<crc32fast::Hasher>,
}

/// What a file held, as far as it tells files apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Fingerprint {
    pub bytes: u64,
    pub crc32: u32,
}

impl Taken {
    pub(super) fn take(&self, bytes: &[u8]) {
        self.n_bytes.fetch_add(u64::try_from(bytes.len()).unwrap_or(u64::MAX), Ordering::Relaxed);
        self.hasher.lock().unwrap_or_else(PoisonError::into_inner).update(bytes);
    }

    pub(super) fn n_bytes(&self) -> u64 {
        self.n_bytes.load(Ordering::Relaxed)
    }

    pub(super) fn fingerprint(&self) -> Fingerprint {
        let hasher = self.hasher.lock().unwrap_or_else(PoisonError::into_inner);
        Fingerprint { bytes: self.n_bytes(), crc32: hasher.clone().finalize() }
    }
}

/// An input that counts what is taken from it.
struct Counted {
    input: Box<dyn Read + Send>,
    taken: Arc<Taken>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_bytes = self.input.read(buffer)?;
        self.taken.take(&buffer[..n_bytes]);
        Ok(n_bytes)
    }
}
