//! One document's text, cut out of a stream: to be read on any thread, or to be passed over by who has no use for it.

use std::sync::Arc;

use serde::Deserialize;

use super::columns::Columns;
use super::document::{Document, Failure, IdSource, parse_at, take};
use super::findings::Findings;
use super::json::Position;
use super::{BadLine, Limits, Shard, records};
use crate::domain::Error;

/// A document that has been cut out, and not been read yet.
#[derive(Debug)]
pub(crate) struct DocumentText {
    pub(super) number: usize,
    pub(super) text: Vec<u8>,
    pub(super) position: Position,
    /// Of a row of a table, what its cells say.
    pub(super) columns: Option<Arc<Columns>>,
}

impl DocumentText {
    /// How much memory the text takes.
    pub(crate) fn n_bytes(&self) -> usize {
        self.text.len()
    }

    /// The number and the document.
    pub(crate) fn read<T: Document>(&self, limits: &Limits) -> Result<(usize, T), BadLine> {
        let outcome = match &self.columns {
            None => parse_at(&self.text, IdSource::Document, limits, self.position),
            Some(columns) => self
                .cells(columns)
                .map_err(|message| Failure { id: None, error: Error::Malformed(message) })
                .and_then(|cells| {
                    take(columns.document(&cells), IdSource::Document, limits, Findings::new(limits.violations))
                }),
        };
        let outcome = outcome.map(|document| (self.number, document));
        outcome.map_err(|Failure { id, error }| BadLine { number: self.number, id, error })
    }

    /// Whether the document belongs to a shard, told without reading more of it than its id.
    pub(crate) fn is_in(&self, shard: Shard) -> bool {
        #[derive(Deserialize)]
        struct OnlyId {
            id: String,
        }
        let id = match &self.columns {
            None => {
                let json = self.text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&self.text);
                serde_json::from_slice(json).ok().map(|only: OnlyId| only.id)
            }
            Some(columns) => self.cells(columns).ok().and_then(|cells| columns.id(&cells).map(str::to_owned)),
        };
        shard.holds(id.as_deref(), self.number)
    }

    fn cells(&self, columns: &Columns) -> Result<Vec<String>, String> {
        let text = str::from_utf8(&self.text).map_err(|_| records::NOT_UTF8.to_owned())?;
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
}
