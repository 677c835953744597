//! The rows of a Parquet file, one at a time, as rows of a table: its columns mean what those of a CSV file do.
//!
//! A page of each column is in memory at a time. Decompression is in [`parquet_pages`](super::parquet_pages), what becomes of values
//! in [`parquet_cells`](super::parquet_cells).

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use bytes::{Buf, Bytes};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader, RowGroupMetaData};
use parquet::file::reader::{ChunkReader, Length, RowGroupReader};
use parquet::record::Row;
use parquet::record::reader::{ReaderIter, TreeBuilder};

use super::parquet_cells::cells;
use super::parquet_pages::RowGroup;
use super::source::Taken;
use crate::domain::Error;
use crate::intake::{BadLine, ColumnName, Columns, DocumentText, Limits};

/// So many values of a column are decoded at a time.
const BATCH: usize = 128;
/// Of a page's header, which is short, so much is read at a time.
const HEADER_BYTES: usize = 256;

/// A Parquet file that is being read.
pub(super) struct ParquetRows {
    chunks: Arc<Chunks>,
    metadata: ParquetMetaData,
    /// What the columns mean, or why they mean nothing.
    columns: std::result::Result<Arc<Columns>, String>,
    /// Row groups that were begun.
    n_groups: usize,
    rows: Option<ReaderIter>,
    n_rows: usize,
    has_ended: bool,
}

impl ParquetRows {
    /// Reads what the file says of itself at its end.
    pub(super) fn open(
        file: File,
        size: u64,
        taken: Arc<Taken>,
        kind: &'static str,
        limits: &Limits,
        mapped: &[ColumnName],
    ) -> io::Result<Self> {
        let chunks = Arc::new(Chunks { file: Mutex::new(file), size, taken });
        let metadata = guarded(|| ParquetMetaDataReader::new().parse_and_finish(&*chunks));
        let metadata = metadata.map_err(|error| damaged("the Parquet data", &error))?;
        let names = metadata.file_metadata().schema().get_fields().iter().map(|field| field.name().to_owned());
        let names: Vec<String> = names.take(limits.document_bytes).collect();
        let columns = Columns::new(&names, b',', kind, mapped).map(Arc::new);
        Ok(Self { chunks, metadata, columns, n_groups: 0, rows: None, n_rows: 0, has_ended: false })
    }

    /// How many rows the file says it has.
    pub(super) fn n_rows(&self) -> usize {
        usize::try_from(self.metadata.file_metadata().num_rows()).unwrap_or(0)
    }

    /// Passes over so many rows before any is read: whole groups are not touched, and of the next one those before it are decoded and
    /// let go.
    pub(super) fn skip(&mut self, n_rows: usize, path: &Path) -> std::result::Result<(), Error> {
        while let Some(group) = self.metadata.row_groups().get(self.n_groups) {
            let n_of_group = usize::try_from(group.num_rows()).unwrap_or(0);
            if self.n_rows + n_of_group > n_rows {
                break;
            }
            self.n_groups += 1;
            self.n_rows += n_of_group;
        }
        while self.n_rows < n_rows {
            match guarded(|| self.next_row()) {
                Ok(Some(_)) => self.n_rows += 1,
                Ok(None) => break,
                Err(error) => {
                    let row = self.n_rows + 1;
                    let what = format!("row group {} of the Parquet data, at row {row},", self.n_groups.max(1));
                    return Err(Error::Io { path: path.to_owned(), source: damaged(&what, &error) });
                }
            }
        }
        Ok(())
    }

    /// The next row; `None` at the end, and after what cannot be read.
    pub(super) fn next_text(
        &mut self,
        path: &Path,
        limits: &Limits,
    ) -> Option<std::result::Result<DocumentText, BadLine>> {
        if self.has_ended {
            return None;
        }
        let number = self.n_rows + 1;
        let bad = |error| Some(Err(BadLine { number, id: None, error }));
        let columns = match &self.columns {
            Ok(columns) => columns.clone(),
            // Said of the file, wherever the reading of it begins.
            Err(fault) => {
                self.has_ended = true;
                return Some(Err(BadLine { number: 1, id: None, error: Error::Malformed(fault.clone()) }));
            }
        };
        let schema = self.metadata.file_metadata().schema_descr_ptr();
        let outcome = guarded(|| {
            let row = self.next_row()?;
            Ok(row.map(|row| cells(row, schema.root_schema())))
        });
        match outcome {
            Ok(None) => {
                self.has_ended = true;
                None
            }
            Ok(Some(Ok(cells))) => {
                self.n_rows = number;
                Some(DocumentText::of_cells(number, cells, columns, limits))
            }
            Ok(Some(Err(refused))) => {
                self.n_rows = number;
                bad(Error::Malformed(format!("{refused} (row group {})", self.n_groups)))
            }
            Err(error) => {
                self.has_ended = true;
                let what = format!("row group {} of the Parquet data, at row {number},", self.n_groups.max(1));
                bad(Error::Io { path: path.to_owned(), source: damaged(&what, &error) })
            }
        }
    }

    fn next_row(&mut self) -> Result<Option<Row>> {
        loop {
            if let Some(row) = self.rows.as_mut().and_then(Iterator::next) {
                return row.map(Some);
            }
            let Some(group) = self.metadata.row_groups().get(self.n_groups) else { return Ok(None) };
            self.n_groups += 1;
            check(group)?;
            let schema = self.metadata.file_metadata().schema_descr_ptr();
            let group = RowGroup::new(group.clone(), self.chunks.clone());
            debug_assert_eq!(group.num_columns(), schema.num_columns());
            self.rows = Some(TreeBuilder::new().with_batch_size(BATCH).as_iter(schema, &group)?);
        }
    }
}

/// Each column says of each row something, be it that there is nothing.
fn check(group: &RowGroupMetaData) -> Result<()> {
    let n_rows = group.num_rows();
    match group.columns().iter().find(|column| n_rows < 0 || column.num_values() < n_rows) {
        None => Ok(()),
        Some(column) => Err(ParquetError::General(format!(
            "column `{}` has {} values for {n_rows} rows",
            column.column_path().string(),
            column.num_values()
        ))),
    }
}

/// The crate panics at some contradictions in a file; then the file is damaged, and nobody reads on in what was being read.
fn guarded<T>(read: impl FnOnce() -> Result<T>) -> Result<T> {
    let broken = |_| Err(ParquetError::General("its parts contradict each other".to_owned()));
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(broken)
}

fn damaged(what: &str, error: &ParquetError) -> io::Error {
    let reason = match error {
        ParquetError::General(reason) | ParquetError::EOF(reason) => reason.clone(),
        ParquetError::NYI(reason) => return io::Error::new(io::ErrorKind::Unsupported, reason.clone()),
        other => other.to_string(),
    };
    io::Error::new(io::ErrorKind::InvalidData, format!("{what} cannot be read; it is damaged or cut off: {reason}"))
}

/// The file, read in pieces anywhere. Counts what is taken.
pub(super) struct Chunks {
    file: Mutex<File>,
    size: u64,
    taken: Arc<Taken>,
}

impl Chunks {
    fn read(&self, start: u64, length: usize) -> Result<Bytes> {
        let has = |n: u64| n <= self.size.saturating_sub(start);
        if !u64::try_from(length).is_ok_and(has) {
            let message = format!("{length} bytes from byte {start} are beyond its end at byte {}", self.size);
            return Err(ParquetError::EOF(message));
        }
        let mut bytes = vec![0; length];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes.into())
    }
}

impl Length for Chunks {
    fn len(&self) -> u64 {
        self.size
    }
}

impl ChunkReader for Chunks {
    type T = From;

    fn get_read(&self, start: u64) -> Result<From> {
        // Headers are followed by pages, so a clone may read on its own.
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner).try_clone()?;
        Ok(From { file, at: start, block: Bytes::new() })
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let bytes = self.read(start, length)?;
        self.taken.take(&bytes);
        Ok(bytes)
    }
}

/// What begins somewhere in the file.
pub(super) struct From {
    file: File,
    at: u64,
    block: Bytes,
}

impl Read for From {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if !self.block.has_remaining() {
            let mut block = vec![0; HEADER_BYTES];
            // Clones share their place in the file.
            self.file.seek(SeekFrom::Start(self.at))?;
            let n_read = self.file.read(&mut block)?;
            block.truncate(n_read);
            self.at += u64::try_from(n_read).unwrap_or(0);
            self.block = block.into();
        }
        let n_bytes = into.len().min(self.block.len());
        self.block.copy_to_slice(&mut into[..n_bytes]);
        Ok(n_bytes)
    }
}
