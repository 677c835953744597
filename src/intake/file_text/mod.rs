//! The text of files that people write: PDF, DOCX, ODT, RTF, e-mail, pages and plain text. From bytes to a text in the order of
//! reading; what the text says is read by others.

mod archive;
mod docx;
mod isolation;
mod kind;
mod mail;
mod mend;
mod odt;
mod paragraphs;
mod parts;
mod pdf;
mod pdf_columns;
mod pdf_fragments;
mod pdf_layout;
mod person;
mod plain;
mod rtf;
mod source;
mod words;
mod xml;

use serde::{Deserialize, Serialize};

pub(super) use archive::documents as archived_documents;
pub(crate) use archive::{is_of_people, short_names};
pub use isolation::{PDF_PROCESS_COMMAND, run_pdf_process};
pub use kind::FileKind;
pub(super) use source::{WrittenFile, text_of};

use crate::intake::limits::PdfIsolation;

/// The most that a file may have, in bytes.
pub(super) const MAX_FILE: u64 = 20 << 20;

/// What a file says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct FileText {
    pub(super) text: String,
    /// Its title, or the largest line of its first page.
    pub(super) largest: Option<String>,
    /// What stands at the head and foot of pages, which is no part of the text.
    pub(super) aside: Vec<String>,
    /// What was written to go with it: the message to which it was attached.
    #[serde(default)]
    pub(super) letter: Option<String>,
}

/// Reads a file of a kind.
///
/// # Errors
/// Why it has no text that can be read.
pub(super) fn read(kind: FileKind, bytes: &[u8], isolation: &PdfIsolation) -> Result<FileText, String> {
    let read = match kind {
        FileKind::Pdf => isolation::read(bytes, isolation),
        FileKind::Docx => docx::read(bytes),
        FileKind::Odt => odt::read(bytes),
        FileKind::Rtf => rtf::read(bytes),
        FileKind::Mail => mail::read(bytes, isolation),
        FileKind::Html | FileKind::Text => plain::read(bytes, kind),
    }?;
    if read.text.trim().is_empty() {
        return Err(format!("the {kind} file has no text; expected one with text"));
    }
    Ok(read)
}
