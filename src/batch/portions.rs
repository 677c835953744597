//! A stream of documents cut into portions of bounded size, without bad lines and without the same id twice.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use super::source::{Fingerprint, Source};
use crate::domain::parallel::prelude::*;
use crate::domain::{Error, Violation};
use crate::engine::Unread;
use crate::intake::{
    BadLine, Document, DocumentText, ImportFormat, ImportOptions, ImportReport, Limits, ReadDocument, Shard,
};

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
        /// Bytes taken from the file, as it holds them: compressed ones of a compressed file. Of a file that is read at once, such as an
        /// archive, the share of its documents that were dealt with, in its bytes.
        bytes: u64,
        /// How many there are in all; unknown of standard input and pipes.
        total_bytes: Option<u64>,
    },
    /// A file of documents of another system, or a table, was read to its end.
    Imported {
        /// The file, or `standard input`.
        file: &'a Path,
        /// `candidate` or `role`.
        kind: &'static str,
        /// What it was read as.
        format: ImportFormat,
        /// Whether nobody said so.
        guessed: bool,
        /// What became of its values.
        report: &'a ImportReport,
    },
}

/// A reader of portions.
pub(super) struct Portions<T> {
    source: Source<T>,
    limits: Limits,
    strict: bool,
    most: usize,
    /// The part of the file that is read, where it is not the whole.
    shard: Option<Shard>,
    /// The line on which each id was first given. Hashes instead of ids keep a run over millions small; that two different ids
    /// share one is less likely than a faulty disk.
    first_lines: HashMap<u64, usize>,
    /// What became of the values of documents of other systems.
    report: ImportReport,
}

/// Documents that can be used, and those between them that cannot.
pub(super) struct Portion<T> {
    pub documents: Vec<T>,
    /// The line, or the count, of each of them.
    numbers: Vec<usize>,
    pub skipped: Vec<BadLine>,
    /// Bytes of the file that were dealt with so far.
    pub bytes: u64,
}

/// A portion ends early when its documents take so many bytes, so that large documents do not fill the memory.
const MAX_BYTES: usize = 32 << 20;
/// Of a shard, portions are read from so many times as many documents at most, as most of them are those of others.
const MAX_TIMES: usize = 16;

impl<T: Document> Portions<T> {
    /// Portions of at most `most` documents. With `strict`, the first bad line is an error.
    pub(super) fn open(
        path: &Path,
        limits: &Limits,
        import: &ImportOptions,
        most: usize,
        strict: bool,
    ) -> Result<Self, Error> {
        let source = Source::open(path, limits, import)?;
        let most = source.most_at_once().map_or(most, |files| files.min(most));
        let report = ImportReport::default();
        Ok(Self { source, limits: limits.clone(), strict, most, shard: None, first_lines: HashMap::new(), report })
    }

    /// Of the file, only this part.
    pub(super) fn only(self, shard: Shard) -> Self {
        let times = usize::try_from(shard.of()).map_or(MAX_TIMES, |of| of.min(MAX_TIMES));
        Self { most: self.most * times, shard: Some(shard), ..self }
    }

    pub(super) fn file(&self) -> &Path {
        &self.source.name
    }

    /// How large the file is, as far as that is known.
    pub(super) fn total_bytes(&self) -> Option<u64> {
        self.source.size
    }

    /// What was read so far.
    pub(super) fn fingerprint(&self) -> Fingerprint {
        self.source.taken.fingerprint()
    }

    /// The next portion, read on all cores; `None` at the end.
    ///
    /// # Errors
    /// [`Error::Io`] when reading fails, because an answer over a part of a file would be a wrong answer;
    /// [`Error::Malformed`] for a bad line when strict.
    pub(super) fn next(&mut self) -> Result<Option<Portion<T>>, Error> {
        let (mut texts, mut n_bytes) = (Vec::new(), 0);
        while texts.len() < self.most && n_bytes < MAX_BYTES {
            let Some(text) = self.source.next_text() else { break };
            n_bytes += text.as_ref().map_or(0, DocumentText::n_bytes);
            texts.push(text);
        }
        if texts.is_empty() {
            return Ok(None);
        }
        let (shard, limits) = (self.shard, &self.limits);
        let outcomes: Vec<Result<ReadDocument<T>, BadLine>> = texts
            .into_par_iter()
            .filter(|text| {
                shard.is_none_or(|shard| match text {
                    Ok(text) => text.is_in(shard, limits),
                    // What cannot be read concerns everybody.
                    Err(bad) => matches!(bad.error, Error::Io { .. }) || shard.holds(None, bad.number),
                })
            })
            .map(|text| text.and_then(|text| text.read_reported(limits)))
            .collect();
        let bytes = self.source.bytes_done();
        let bad_lines = self.bad_lines();
        let mut portion = Portion { documents: Vec::new(), numbers: Vec::new(), skipped: Vec::new(), bytes };
        for outcome in outcomes {
            let first = outcome.and_then(|ReadDocument { number, document, report }| {
                self.first_of_its_id(number, document).map(|(number, document)| (number, document, report))
            });
            match first {
                Ok((number, document, report)) => {
                    self.report.add(report.unwrap_or_default());
                    portion.documents.push(document);
                    portion.numbers.push(number);
                }
                Err(bad) if matches!(bad.error, Error::Io { .. }) => return Err(bad.error),
                Err(bad) => bad_lines.skip(bad, &mut portion.skipped)?,
            }
        }
        Ok(Some(portion))
    }

    /// Tells what became of the documents of another system, if the file has such.
    pub(super) fn tell_import(&self, observe: &mut dyn FnMut(BatchEvent<'_>)) {
        if self.report.values() > 0 {
            let (format, guessed) = self.source.read_as().unwrap_or((ImportFormat::Csv, true));
            let (file, report) = (self.file(), &self.report);
            observe(BatchEvent::Imported { file, kind: T::KIND, format, guessed, report });
        }
    }

    /// Which file it is, and what becomes of its bad lines: for those who find more of them while the next portion is read.
    pub(super) fn bad_lines(&self) -> BadLines {
        BadLines { file: self.file().to_owned(), strict: self.strict }
    }

    fn first_of_its_id(&mut self, number: usize, document: T) -> Result<(usize, T), BadLine> {
        // Keyless, so that every run sees the same hashes.
        let mut hasher = DefaultHasher::new();
        document.id().hash(&mut hasher);
        let first = *self.first_lines.entry(hasher.finish()).or_insert(number);
        if first == number {
            return Ok((number, document));
        }
        let message = format!("the id was already given by {} {first}; expected each id once", self.source.numbered);
        let error = Error::Invalid(vec![Violation { pointer: "/id".to_owned(), message }]);
        Err(BadLine { number, id: Some(document.id().to_owned()), error })
    }
}

/// What becomes of the lines of a file that cannot be used.
pub(super) struct BadLines {
    file: PathBuf,
    strict: bool,
}

impl BadLines {
    /// # Errors
    /// [`Error::Malformed`], naming file and line, when strict.
    fn skip(&self, bad: BadLine, skipped: &mut Vec<BadLine>) -> Result<(), Error> {
        if self.strict {
            return Err(Error::Malformed(format!("{}:{bad}", self.file.display())));
        }
        skipped.push(bad);
        Ok(())
    }

    /// Passes over those documents of a portion, too, that turned out to be unreadable, and tells of all lines that were passed over,
    /// in their order; gives their number.
    ///
    /// # Errors
    /// [`Error::Malformed`] for the first of the former when strict.
    pub(super) fn report<T: Document>(
        &self,
        portion: Portion<T>,
        unread: Vec<Unread>,
        observe: &mut dyn FnMut(BatchEvent<'_>),
    ) -> Result<usize, Error> {
        let Portion { documents, numbers, mut skipped, .. } = portion;
        for Unread { index, error, .. } in unread {
            let id = Some(documents[index].id().to_owned());
            self.skip(BadLine { number: numbers[index], id, error }, &mut skipped)?;
        }
        skipped.sort_by_key(|bad| bad.number);
        for line in &skipped {
            observe(BatchEvent::Skipped { file: &self.file, line });
        }
        Ok(skipped.len())
    }
}
