//! One document's text, cut out of a stream: to be read on any thread, or to be passed over by who has no use for it.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use super::columns::Columns;
use super::document::{Document, Failure, IdSource, parse_at, take};
#[cfg(feature = "documents")]
use super::file_text::WrittenFile;
use super::findings::Findings;
use super::importers::{ImportReport, Importer, repair};
use super::json::{Position, read_value};
use super::{BadLine, Limits, Shard, records};
use crate::domain::Error;

/// A document that has been cut out, and not been read yet.
#[derive(Debug)]
pub(crate) struct DocumentText {
    pub(super) number: usize,
    pub(super) content: Content,
    /// What reads it, where it is not one of ours.
    pub(super) importer: Option<&'static Importer>,
}

/// A document that was read.
#[derive(Debug)]
pub(crate) struct ReadDocument<T> {
    pub(crate) number: usize,
    pub(crate) document: T,
    /// What became of the values of one that is not ours.
    pub(crate) report: Option<ImportReport>,
}

/// What was cut out.
#[derive(Debug)]
pub(super) enum Content {
    /// JSON, and where it stands.
    Json(Vec<u8>, Position),
    /// A record of a table, and what its cells mean.
    Record(Vec<u8>, Arc<Columns>),
    /// The cells of a table that is not text.
    #[cfg(any(feature = "parquet", feature = "spreadsheets"))]
    Cells(Vec<String>, Arc<Columns>),
    /// A file that somebody wrote.
    #[cfg(feature = "documents")]
    Written(WrittenFile),
}

impl DocumentText {
    /// A file of a folder; `Err` says why it could not be got. Its id is `id`, its kind is told by its bytes and its name.
    #[cfg(feature = "documents")]
    pub(crate) fn of_file(number: usize, id: &str, name: &str, bytes: Result<Vec<u8>, String>) -> Self {
        Self { number, content: Content::Written(WrittenFile::of_folder(id, name, bytes)), importer: None }
    }

    /// A row of a table that is not text: a cell for each column, empty where there is none. What is no text in it is written as
    /// text, and lists and objects as JSON.
    #[cfg(feature = "parquet")]
    pub(crate) fn of_cells(
        number: usize,
        cells: Vec<String>,
        columns: Arc<Columns>,
        limits: &Limits,
    ) -> Result<Self, BadLine> {
        let row = Self { number, content: Content::Cells(cells, columns), importer: None };
        if row.n_bytes() > limits.document_bytes {
            return Err(BadLine { number, id: None, error: super::json::too_large(limits) });
        }
        Ok(row)
    }

    /// How much memory the text takes.
    pub(crate) fn n_bytes(&self) -> usize {
        match &self.content {
            Content::Json(text, _) | Content::Record(text, _) => text.len(),
            #[cfg(any(feature = "parquet", feature = "spreadsheets"))]
            Content::Cells(cells, _) => cells.iter().map(String::len).sum(),
            #[cfg(feature = "documents")]
            Content::Written(file) => file.n_bytes(),
        }
    }

    /// The number and the document.
    pub(crate) fn read<T: Document>(&self, limits: &Limits) -> Result<(usize, T), BadLine> {
        self.read_reported(limits).map(|read| (read.number, read.document))
    }

    /// The document, and what became of its values.
    pub(crate) fn read_reported<T: Document>(&self, limits: &Limits) -> Result<ReadDocument<T>, BadLine> {
        let bad = |Failure { id, error }| BadLine { number: self.number, id, error };
        let Some(importer) = self.importer else {
            let (document, report) = self.read_ours(limits).map_err(bad)?;
            return Ok(ReadDocument { number: self.number, document, report });
        };
        let mapped = || {
            self.foreign_value(limits)
                .map(|value| importer.document(value))
                .map_err(|error| bad(Failure { id: None, error }))
        };
        let (value, report) = mapped()?;
        let failure = match take(value, IdSource::Document, limits, Findings::new(limits.violations)) {
            Ok(document) => return Ok(ReadDocument { number: self.number, document, report: Some(report) }),
            Err(failure) => failure,
        };
        let Error::Invalid(violations) = &failure.error else { return Err(bad(failure)) };
        // Rare, so that the value is made anew rather than kept for it.
        let (mut value, mut report) = mapped()?;
        if !repair(&mut value, violations, &mut report) {
            return Err(bad(failure));
        }
        let document = take(value, IdSource::Document, limits, Findings::new(limits.violations)).map_err(bad)?;
        Ok(ReadDocument { number: self.number, document, report: Some(report) })
    }

    fn read_ours<T: Document>(&self, limits: &Limits) -> Result<(T, Option<ImportReport>), Failure> {
        let of_row = |columns: &Columns, cells: &[String]| {
            let document = take(columns.document(cells), IdSource::Document, limits, Findings::new(limits.violations))?;
            Ok((document, Some(columns.report(cells))))
        };
        match &self.content {
            Content::Json(text, position) => {
                parse_at(text, IdSource::Document, limits, *position).map(|document| (document, None))
            }
            Content::Record(text, columns) => cells(text, columns)
                .map_err(|message| Failure { id: None, error: Error::Malformed(message) })
                .and_then(|cells| of_row(columns, &cells)),
            #[cfg(any(feature = "parquet", feature = "spreadsheets"))]
            Content::Cells(cells, columns) => of_row(columns, cells),
            #[cfg(feature = "documents")]
            Content::Written(file) => {
                let failed = |error| Failure { id: Some(file.id().to_owned()), error };
                let (value, report) = file.document(T::KIND, limits).map_err(failed)?;
                let document = take(value, IdSource::Document, limits, Findings::new(limits.violations))?;
                Ok((document, Some(report)))
            }
        }
    }

    /// What another system's document says, strictly read.
    fn foreign_value(&self, limits: &Limits) -> Result<Value, Error> {
        match &self.content {
            Content::Json(text, position) => {
                let mut findings = Findings::new(limits.violations);
                let value = read_value(text, limits, *position, &mut findings)?;
                findings.into_result("")?;
                Ok(value)
            }
            Content::Record(text, columns) => {
                cells(text, columns).map(|cells| columns.object(&cells)).map_err(Error::Malformed)
            }
            #[cfg(any(feature = "parquet", feature = "spreadsheets"))]
            Content::Cells(cells, columns) => Ok(columns.object(cells)),
            // No importer reads such.
            #[cfg(feature = "documents")]
            Content::Written(_) => Ok(Value::Null),
        }
    }

    /// Whether the document belongs to a shard, told without reading more of it than its id.
    pub(crate) fn is_in(&self, shard: Shard, limits: &Limits) -> bool {
        #[derive(Deserialize)]
        struct OnlyId {
            id: String,
        }
        if let Some(importer) = self.importer {
            // Their ids are made.
            let id = self.foreign_value(limits).ok().map(|value| importer.id(&value).0);
            return shard.holds(id.as_deref(), self.number);
        }
        let id_of = |columns: &Columns, cells: &[String]| columns.id(cells).map(str::to_owned);
        let id = match &self.content {
            Content::Json(text, _) => {
                let json = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
                serde_json::from_slice(json).ok().map(|only: OnlyId| only.id)
            }
            Content::Record(text, columns) => cells(text, columns).ok().and_then(|cells| id_of(columns, &cells)),
            #[cfg(any(feature = "parquet", feature = "spreadsheets"))]
            Content::Cells(cells, columns) => id_of(columns, cells),
            #[cfg(feature = "documents")]
            Content::Written(file) => Some(file.id().to_owned()),
        };
        shard.holds(id.as_deref(), self.number)
    }
}

/// The cells of a record, as many as there are columns.
fn cells(record: &[u8], columns: &Columns) -> Result<Vec<String>, String> {
    let text = str::from_utf8(record).map_err(|_| records::NOT_UTF8.to_owned())?;
    let mut cells = records::cells(text, columns.separator);
    let n_columns = columns.len();
    while cells.len() > n_columns && cells.last().is_some_and(|cell| cell.trim().is_empty()) {
        cells.pop();
    }
    if cells.len() == n_columns {
        return Ok(cells);
    }
    Err(format!(
        "has {} cells, and the header names {n_columns} columns; a cell that holds a separator, a quote or a line end is quoted",
        cells.len()
    ))
}
