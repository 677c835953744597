//! Documents within something that is no stream of them: a page, an archive, a dump of a database, a spreadsheet. What it is, its first
//! bytes tell.

use std::collections::VecDeque;

use super::DocumentText;
use super::document_text::Content;
use super::importers::{Choice, ImportFormat, ImportOptions, dump_rows, importer, page_postings};
use super::json::Position;
use crate::domain::Error;

/// The documents of a file, cut out and not yet read.
#[derive(Debug)]
pub(crate) struct Packed {
    pub(crate) texts: VecDeque<DocumentText>,
    /// What they are read as, and whether nobody said so.
    pub(crate) read_as: Option<(ImportFormat, bool)>,
}

/// How much of a text is looked at to tell a dump.
const HEAD_BYTES: usize = 64 << 10;

/// The documents that `bytes` hold; `None` of a stream.
///
/// # Errors
/// [`Error::Malformed`] when it can be told what it is, and it cannot be read; [`Error::Configuration`] when the format that was said has no
/// documents of this kind.
pub(crate) fn unpack(bytes: &[u8], kind: &'static str, options: &ImportOptions) -> Result<Option<Packed>, Error> {
    #[cfg(feature = "documents")]
    if options.from == Some(ImportFormat::Documents) || (options.from.is_none() && is_written(bytes, options)) {
        return written(bytes, options).map(Some);
    }
    #[cfg(not(feature = "documents"))]
    if options.from == Some(ImportFormat::Documents) {
        return Err(Error::Malformed("documents are read by builds with the feature `documents`".to_owned()));
    }
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    if start.starts_with(b"PK\x03\x04") {
        return archive(bytes, kind, options).map(Some);
    }
    if start.starts_with(b"<") {
        let page = String::from_utf8_lossy(bytes);
        let postings = page_postings(&page);
        #[cfg(feature = "documents")]
        if postings.is_empty() && options.from.is_none() && options.file_name.is_some() {
            return written(bytes, options).map(Some);
        }
        if postings.is_empty() {
            let message =
                "the page has no JobPosting of schema.org as JSON-LD; say `documents` as its format to read its prose";
            return Err(Error::Malformed(message.to_owned()));
        }
        return documents(postings, ImportFormat::SchemaOrg, kind, options).map(Some);
    }
    if is_dump(start) {
        let dump = str::from_utf8(start).map_err(|_| Error::Malformed("the dump is not UTF-8 text".to_owned()))?;
        let table = if kind == "role" { "joborder" } else { "candidate" };
        let rows = dump_rows(dump, table).map_err(Error::Malformed)?;
        let rows = rows.iter().map(|row| row.to_string().into_bytes()).collect();
        return documents(rows, ImportFormat::OpenCats, kind, options).map(Some);
    }
    Ok(None)
}

/// Whether a file is one that somebody wrote, beyond doubt.
#[cfg(feature = "documents")]
fn is_written(bytes: &[u8], options: &ImportOptions) -> bool {
    use super::file_text::FileKind;

    let named = options.file_name.as_deref().and_then(FileKind::of_name);
    // A page may carry postings for machines.
    FileKind::of_bytes(bytes).is_some() || named.is_some_and(|kind| kind != FileKind::Html)
}

/// A file that somebody wrote, or an archive of such.
#[cfg(feature = "documents")]
fn written(bytes: &[u8], options: &ImportOptions) -> Result<Packed, Error> {
    use super::file_text::{FileKind, WrittenFile, archived_documents};

    let read_as = Some((ImportFormat::Documents, options.from.is_none()));
    let text = |(number, file)| DocumentText { number, content: Content::Written(file), importer: None };
    if bytes.starts_with(b"PK\x03\x04") && FileKind::of_bytes(bytes).is_none() {
        let files = archived_documents(bytes).map_err(Error::Malformed)?.ok_or_else(|| {
            Error::Malformed(
                "the archive holds no document; expected PDF, DOCX, ODT, RTF, HTML, .eml or .txt".to_owned(),
            )
        })?;
        return Ok(Packed { texts: (1..).zip(files).map(text).collect(), read_as });
    }
    let file = WrittenFile::new(options.file_name.as_deref(), bytes.to_vec());
    Ok(Packed { texts: std::iter::once(text((1, file))).collect(), read_as })
}

fn is_dump(start: &[u8]) -> bool {
    let head = &start[..start.len().min(HEAD_BYTES)];
    let begins = [&b"--"[..], b"/*", b"INSERT INTO", b"CREATE TABLE", b"DROP TABLE"]
        .iter()
        .any(|begin| start.starts_with(begin));
    begins
        && ["INSERT INTO", "CREATE TABLE"]
            .iter()
            .any(|word| head.windows(word.len()).any(|window| window == word.as_bytes()))
}

/// JSON texts of one format, numbered in their order.
fn documents(
    texts: Vec<Vec<u8>>,
    format: ImportFormat,
    kind: &'static str,
    options: &ImportOptions,
) -> Result<Packed, Error> {
    let read_as = match Choice::of(options.from, kind)? {
        Choice::By(said) => Some((said, false)),
        Choice::Ours | Choice::Guess => importer(format, kind).map(|told| (told, true)),
    };
    let Some((importer, guessed)) = read_as else {
        return Err(Error::Configuration(format!("the format {format} has no {kind}s")));
    };
    let text = |(number, text)| DocumentText {
        number,
        content: Content::Json(text, Position::default()),
        importer: Some(importer),
    };
    Ok(Packed { texts: (1..).zip(texts).map(text).collect(), read_as: Some((importer.mapping.format, guessed)) })
}

#[cfg(feature = "archives")]
fn archive(bytes: &[u8], kind: &'static str, options: &ImportOptions) -> Result<Packed, Error> {
    use super::importers::archive_tables;

    #[cfg(feature = "spreadsheets")]
    if super::sheet::is_workbook(bytes) {
        return super::sheet::rows(bytes, kind, options);
    }
    let tables = match archive_tables(bytes) {
        Ok(tables) => tables,
        #[cfg(feature = "documents")]
        Err(reason) => {
            let is_archive_of_documents = options.from.is_none()
                && super::file_text::archived_documents(bytes).is_ok_and(|files| files.is_some());
            return if is_archive_of_documents { written(bytes, options) } else { Err(Error::Malformed(reason)) };
        }
        #[cfg(not(feature = "documents"))]
        Err(reason) => return Err(Error::Malformed(reason)),
    };
    documents(vec![tables.to_string().into_bytes()], ImportFormat::LinkedIn, kind, options)
}

#[cfg(not(feature = "archives"))]
fn archive(_: &[u8], _: &'static str, _: &ImportOptions) -> Result<Packed, Error> {
    Err(Error::Malformed("archives are read by builds with the feature `archives`".to_owned()))
}
