//! Some of the rows of a Parquet file as documents: for who shares a file among processes by its rows.

use std::fs::File;
use std::marker::PhantomData;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::parquet_rows::ParquetRows;
use super::source::Taken;
use crate::domain::Error;
use crate::intake::{BadLine, Document, ImportOptions, Limits};

/// The documents of rows of a Parquet file, in their order: what [`rank_files`](super::rank_files) reads of them, with the same numbers
/// and the same errors. A row that cannot be used is an error of its own, and the next one follows; after [`Error::Io`] there is none.
pub struct ParquetDocuments<T> {
    rows: ParquetRows,
    path: PathBuf,
    limits: Limits,
    n_left: usize,
    kind: PhantomData<T>,
}

impl<T: Document> ParquetDocuments<T> {
    /// Opens the file at its first row.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be opened, or is no Parquet file.
    pub fn open(path: &Path, limits: &Limits, import: &ImportOptions) -> Result<Self, Error> {
        let failed = |source| Error::Io { path: path.to_owned(), source };
        let file = File::open(path).map_err(failed)?;
        let size = file.metadata().map_err(failed)?.len();
        let taken = Arc::new(Taken::default());
        let rows = ParquetRows::open(file, size, taken, T::KIND, limits, &import.columns).map_err(failed)?;
        // More may follow than the file says, and is then told.
        Ok(Self { rows, path: path.to_owned(), limits: limits.clone(), n_left: usize::MAX, kind: PhantomData })
    }

    /// How many rows the file says it has.
    pub fn n_rows(&self) -> usize {
        self.rows.n_rows()
    }

    /// Only these rows, counted from 0. Groups of rows before them are not touched.
    ///
    /// # Errors
    /// [`Error::Io`] when what stands before them in their group cannot be read.
    pub fn only(mut self, rows: Range<usize>) -> Result<Self, Error> {
        self.rows.skip(rows.start, &self.path)?;
        self.n_left = rows.len();
        Ok(self)
    }
}

impl<T: Document> Iterator for ParquetDocuments<T> {
    /// The number of the row, counted from 1, and its document.
    type Item = Result<(usize, T), BadLine>;

    fn next(&mut self) -> Option<Self::Item> {
        self.n_left = self.n_left.checked_sub(1)?;
        let text = self.rows.next_text(&self.path, &self.limits)?;
        Some(text.and_then(|text| text.read(&self.limits)))
    }
}
