//! A stream of documents cut into portions of bounded size, without bad lines and without the same id twice.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::atomic::Ordering;

use super::source::Source;
use crate::domain::{Error, Violation};
use crate::intake::{BadLine, Document, Limits};

/// What happens while files are read. Events come in the order of the lines.
#[derive(Debug)]
#[non_exhaustive]
pub enum BatchEvent<'a> {
    /// A document was passed over.
    Skipped {
        /// The file, or `standard input`.
        file: &'a Path,
        /// Which line, and why.
        line: &'a BadLine,
    },
    /// So many documents were read and dealt with so far.
    Progress {
        /// `candidate` or `role`.
        kind: &'static str,
        /// How many, without those passed over.
        documents: usize,
        /// Bytes taken from the file.
        bytes: u64,
    },
}

/// A reader of portions.
pub(super) struct Portions<T> {
    source: Source<T>,
    strict: bool,
    most: usize,
    /// The line on which each id was first given. Hashes instead of ids keep a run over millions small; that two different ids
    /// share one is less likely than a faulty disk.
    first_lines: HashMap<u64, usize>,
}

/// Documents that can be used, and those between them that cannot.
pub(super) struct Portion<T> {
    pub documents: Vec<T>,
    pub skipped: Vec<BadLine>,
    /// Bytes taken from the file so far.
    pub bytes: u64,
}

/// A portion ends early when its documents take so many bytes, so that large documents do not fill the memory.
const MOST_BYTES: u64 = 32 << 20;

impl<T: Document> Portions<T> {
    /// Portions of at most `most` documents. With `strict`, the first bad line is an error.
    pub(super) fn open(path: &Path, limits: &Limits, most: usize, strict: bool) -> Result<Self, Error> {
        Ok(Self { source: Source::open(path, limits)?, strict, most, first_lines: HashMap::new() })
    }

    pub(super) fn file(&self) -> &Path {
        &self.source.name
    }

    /// The next portion; `None` at the end.
    ///
    /// # Errors
    /// [`Error::Io`] when reading fails, because an answer over a part of a file would be a wrong answer;
    /// [`Error::Malformed`] for a bad line when strict.
    pub(super) fn next(&mut self) -> Result<Option<Portion<T>>, Error> {
        let mut portion = Portion { documents: Vec::new(), skipped: Vec::new(), bytes: 0 };
        let before = self.source.taken.load(Ordering::Relaxed);
        loop {
            let bytes = self.source.taken.load(Ordering::Relaxed);
            portion.bytes = bytes;
            if portion.documents.len() + portion.skipped.len() >= self.most || bytes - before >= MOST_BYTES {
                return Ok(Some(portion));
            }
            let outcome = match self.source.reader.next() {
                None if portion.documents.is_empty() && portion.skipped.is_empty() => return Ok(None),
                None => return Ok(Some(portion)),
                Some(outcome) => outcome.and_then(|(number, document)| self.first_of_its_id(number, document)),
            };
            match outcome {
                Ok(document) => portion.documents.push(document),
                Err(bad) if matches!(bad.error, Error::Io { .. }) => return Err(bad.error),
                Err(bad) if self.strict => return Err(Error::Malformed(format!("{}:{bad}", self.file().display()))),
                Err(bad) => portion.skipped.push(bad),
            }
        }
    }

    fn first_of_its_id(&mut self, number: usize, document: T) -> Result<T, BadLine> {
        // Keyless, so that every run sees the same hashes.
        let mut hasher = DefaultHasher::new();
        document.id().hash(&mut hasher);
        let first = *self.first_lines.entry(hasher.finish()).or_insert(number);
        if first == number {
            return Ok(document);
        }
        let message = format!("the id was already given by {} {first}; each id is accepted once", self.source.numbered);
        let error = Error::Invalid(vec![Violation { pointer: "/id".to_owned(), message }]);
        Err(BadLine { number, id: Some(document.id().to_owned()), error })
    }
}

impl<T> Portion<T> {
    /// Tells of the lines that were passed over; gives their number.
    pub(super) fn report(&self, file: &Path, observe: &mut dyn FnMut(BatchEvent<'_>)) -> usize {
        for line in &self.skipped {
            observe(BatchEvent::Skipped { file, line });
        }
        self.skipped.len()
    }
}
