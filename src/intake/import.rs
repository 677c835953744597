//! Whole files of documents of other systems, in memory: what an ATS calls that has read a file or got a request.

use super::importers::{Choice, ImportFormat, ImportOptions, ImportReport};
use super::packed::unpack;
use super::{BadLine, Document, DocumentReader, Format, Limits, ReadDocument};
use crate::domain::Error;

/// What a file of documents of another system holds.
#[derive(Debug)]
#[non_exhaustive]
pub struct ImportedDocuments<T> {
    /// The documents that could be read, in their order, each with its number: the line or row, or a count from 1.
    pub documents: Vec<(usize, T)>,
    /// Those that could not.
    pub refused: Vec<BadLine>,
    /// What they were read as.
    pub format: ImportFormat,
    /// Whether [`ImportOptions::from`] did not say so.
    pub guessed: bool,
    /// What became of the values of those that could be read; empty of our own documents, which are taken as they are.
    pub report: ImportReport,
}

/// Reads documents of another system, or of ours: JSON (one document, a list, JSON Lines, or an answer of an API), a table as CSV, and
/// within limits of memory a page of HTML with JSON-LD, an archive that somebody downloaded from `LinkedIn` (feature `archives`), a workbook
/// (feature `spreadsheets`), a dump of the database of `OpenCATS`, a file that somebody wrote, such as a résumé, or an archive of such (feature
/// `documents`).
///
/// Personal attributes and current or previous pay are left out, and the report says so.
///
/// ```
/// use rolefit::intake::{ImportFormat, ImportOptions, import_documents};
/// use rolefit::{Candidate, Limits};
///
/// let export = br#"[{"id": 7, "first_name": "Zoe", "last_name": "Moe", "tags": ["Slurm"], "application_ids": [],
///                   "title": "HPC engineer", "custom_fields": {"gender": "f", "current_salary": "1"}}]"#;
/// let imported = import_documents::<Candidate>(export, &ImportOptions::default(), &Limits::default())?;
/// assert_eq!((imported.format, imported.guessed), (ImportFormat::Greenhouse, true));
/// let (_, candidate) = &imported.documents[0];
/// assert_eq!((candidate.id.as_str(), candidate.name.as_deref()), ("greenhouse-7", Some("Zoe Moe")));
/// assert!(candidate.custom.is_empty());
/// assert_eq!((imported.report.mapped, imported.report.ignored), (5, 2));
/// # Ok::<(), rolefit::Error>(())
/// ```
///
/// # Errors
/// [`Error::Configuration`] when the format has no documents of this kind; [`Error::Malformed`] when nothing of a page, archive, workbook or
/// dump can be read. A single document that cannot be read is among the refused.
pub fn import_documents<T: Document>(
    bytes: &[u8],
    options: &ImportOptions,
    limits: &Limits,
) -> Result<ImportedDocuments<T>, Error> {
    // A format that cannot be is told before anything is read.
    Choice::of(options.from, T::KIND)?;
    let mut imported = ImportedDocuments {
        documents: Vec::new(),
        refused: Vec::new(),
        format: ImportFormat::Rolefit,
        guessed: options.from.is_none(),
        report: ImportReport::default(),
    };
    if let Some(packed) = unpack(bytes, T::KIND, options)? {
        for text in packed.texts {
            imported.take(text.read_reported(limits));
        }
        (imported.format, imported.guessed) = packed.read_as.unwrap_or((imported.format, imported.guessed));
        return Ok(imported);
    }
    let mut reader =
        DocumentReader::<_, T>::new(bytes, Format::Detect).with_limits(limits.clone()).with_import(options)?;
    while let Some(text) = reader.next_text() {
        imported.take(text.and_then(|text| text.read_reported(limits)));
    }
    if let Some((format, guessed)) = reader.read_as() {
        (imported.format, imported.guessed) = (format, guessed);
    } else if imported.report.documents.contains_key(&ImportFormat::Csv) {
        imported.format = ImportFormat::Csv;
    }
    Ok(imported)
}

/// The text of a file that somebody wrote (PDF, DOCX, ODT, RTF, e-mail, a page, plain text), in the order in which people read it: columns
/// one after the other, without heads and feet of pages, deleted and hidden text. `name` tells the kind where the bytes do not.
///
/// ```
/// use rolefit::{Limits, intake::file_text};
///
/// let rtf = br"{\rtf1 {\b Zo\'eb}\par Slurm}";
/// assert_eq!(file_text("resume.rtf", rtf, &Limits::default())?, "Zoë\nSlurm");
/// # Ok::<(), rolefit::Error>(())
/// ```
///
/// # Errors
/// [`Error::Malformed`] when there is no text to read, and why: a scan, a locked or damaged file, one of another kind. PDF is refused
/// unless [`Limits::pdf`] says where it is read.
#[cfg(feature = "documents")]
pub fn file_text(name: &str, bytes: &[u8], limits: &Limits) -> Result<String, Error> {
    super::file_text::text_of(name, bytes, limits)
}

impl<T> ImportedDocuments<T> {
    fn take(&mut self, outcome: Result<ReadDocument<T>, BadLine>) {
        match outcome {
            Ok(ReadDocument { number, document, report }) => {
                self.report.add(report.unwrap_or_default());
                self.documents.push((number, document));
            }
            Err(bad) => self.refused.push(bad),
        }
    }
}
