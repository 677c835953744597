//! Where documents come from: a file, or standard input for `-`. Counts the bytes that are taken; knows nothing of documents.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::domain::Error;
use crate::intake::{Document, DocumentReader, Format, Limits};

/// A stream of documents from a file or standard input.
pub(super) struct Source<T> {
    pub reader: DocumentReader<Counted, T>,
    /// Bytes taken so far.
    pub taken: Arc<AtomicU64>,
    /// The path, or `standard input`.
    pub name: PathBuf,
    /// What the reader's numbers count.
    pub numbered: &'static str,
}

impl<T: Document> Source<T> {
    /// Opens `path`.
    ///
    /// # Errors
    /// [`Error::Configuration`] when the path's ending says no format; [`Error::Io`] when it cannot be opened.
    pub(super) fn open(path: &Path, limits: &Limits) -> Result<Self, Error> {
        let format = Format::of_path(path)?;
        let name = if is_stdin(path) { PathBuf::from("standard input") } else { path.to_owned() };
        let input: Box<dyn Read + Send> = if is_stdin(path) {
            Box::new(io::stdin())
        } else {
            Box::new(File::open(path).map_err(|source| Error::Io { path: path.to_owned(), source })?)
        };
        let taken = Arc::new(AtomicU64::new(0));
        let counted = Counted { input: BufReader::with_capacity(BUFFER, input), taken: taken.clone() };
        let reader = DocumentReader::new(counted, format).with_limits(limits.clone()).with_name(name.clone());
        let numbered = if format == Format::Json { "document" } else { "line" };
        Ok(Self { reader, taken, name, numbered })
    }
}

/// Reads the one document of a file.
///
/// # Errors
/// [`Error::Io`] when the file cannot be read; [`Error::Malformed`] when the document cannot be used, or when there is none or
/// more than one.
pub fn read_document_file<T: Document>(path: &Path, limits: &Limits) -> Result<T, Error> {
    let mut source = Source::<T>::open(path, limits)?;
    let name = source.name.display();
    let document = match source.reader.next() {
        None => return Err(Error::Malformed(format!("{name} holds no {}; one is needed", T::KIND))),
        Some(Err(bad)) if matches!(bad.error, Error::Io { .. }) => return Err(bad.error),
        Some(Err(bad)) => return Err(Error::Malformed(format!("{name}:{bad}"))),
        Some(Ok((_, document))) => document,
    };
    match source.reader.next() {
        None => Ok(document),
        Some(_) => {
            Err(Error::Malformed(format!("{name} holds more than one {}; exactly one is accepted here", T::KIND)))
        }
    }
}

/// Whether a path stands for standard input.
pub(super) fn is_stdin(path: &Path) -> bool {
    path == Path::new("-")
}

/// Large enough that reading costs few calls.
const BUFFER: usize = 1 << 18;

/// A buffered input that counts what is taken from it.
pub(super) struct Counted {
    input: BufReader<Box<dyn Read + Send>>,
    taken: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_bytes = self.input.read(buffer)?;
        self.count(n_bytes);
        Ok(n_bytes)
    }
}

impl BufRead for Counted {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, n_bytes: usize) {
        self.input.consume(n_bytes);
        self.count(n_bytes);
    }
}

impl Counted {
    fn count(&self, n_bytes: usize) {
        self.taken.fetch_add(u64::try_from(n_bytes).unwrap_or(u64::MAX), Ordering::Relaxed);
    }
}
