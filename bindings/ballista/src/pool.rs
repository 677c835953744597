//! The candidates' files, and the parts into which their rows are cut.

use std::path::{Path, PathBuf};

use rolefit::files::ParquetDocuments;
use rolefit::intake::ImportOptions;
use rolefit::{Candidate, Limits};

use crate::failure::Failure;
use crate::job::PoolFile;
use crate::rows::Part;

/// The files, in their order, and how many rows each has.
pub(crate) struct Pool {
    pub(crate) files: Vec<PoolFile>,
    /// As they are named to who asked.
    pub(crate) names: Vec<PathBuf>,
    n_rows: Vec<u64>,
}

/// Fewer rows are not worth a task of their own...
const LEAST_ROWS: u64 = 1024;
/// ...and more tasks than this are not made: each has the best of every role to send.
const MOST_PARTS: u64 = 64;

impl Pool {
    /// A Parquet file, or the Parquet files of a folder in the order of their names.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let mut pool = Self { files: Vec::new(), names: Vec::new(), n_rows: Vec::new() };
        for path in if path.is_dir() { of_folder(path)? } else { vec![path.to_owned()] } {
            if !is_parquet(&path) {
                let message =
                    format!("{}: expected a file ending in .parquet, or a folder of such files", path.display());
                return Err(Failure::input(message));
            }
            let unreadable = |error: std::io::Error| Failure::input(format!("{}: {error}", path.display()));
            let documents = ParquetDocuments::<Candidate>::open(&path, &Limits::default(), &ImportOptions::default())?;
            let n_bytes = path.metadata().map_err(unreadable)?.len();
            pool.n_rows.push(u64::try_from(documents.n_rows()).unwrap_or(u64::MAX));
            // Executors run elsewhere in the tree of folders.
            let absolute = std::path::absolute(&path).map_err(unreadable)?;
            pool.files.push(PoolFile { path: absolute, n_bytes });
            pool.names.push(path);
        }
        Ok(pool)
    }

    /// The parts, none of more than one file, of about as many rows each.
    pub(crate) fn parts(&self, wanted: Option<u32>) -> Vec<Part> {
        let n_rows: u64 = self.n_rows.iter().sum();
        let n_parts = wanted.map_or((n_rows / LEAST_ROWS).clamp(1, MOST_PARTS), u64::from);
        let rows_each = n_rows.div_ceil(n_parts).max(1);
        let mut parts: Vec<Part> = Vec::new();
        for (file, n_rows) in (0..).zip(&self.n_rows) {
            let mut from = 0;
            while from < *n_rows {
                let to = n_rows.min(&(from + rows_each)).to_owned();
                let number = u32::try_from(parts.len()).unwrap_or(u32::MAX);
                parts.push(Part { number, file, from, to, refused: Vec::new() });
                from = to;
            }
        }
        parts
    }
}

fn of_folder(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error: std::io::Error| Failure::input(format!("{}: {error}", folder.display()));
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        // Engines leave marks of theirs beside their files.
        let is_mark = entry.file_name().as_encoded_bytes().first().is_some_and(|first| b"._".contains(first));
        if is_parquet(&entry.path()) && !is_mark {
            paths.push(entry.path());
        }
    }
    if paths.is_empty() {
        let message = format!("{} has no file ending in .parquet; expected at least one", folder.display());
        return Err(Failure::input(message));
    }
    paths.sort();
    Ok(paths)
}

fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("parquet"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(n_rows: &[u64]) -> Pool {
        Pool { files: Vec::new(), names: Vec::new(), n_rows: n_rows.to_vec() }
    }

    #[test]
    fn each_row_is_in_one_part() {
        for (n_rows, wanted) in
            [(vec![10], Some(3)), (vec![0, 7, 0, 100], Some(4)), (vec![5000, 1], None), (vec![3], Some(50))]
        {
            let parts = pool(&n_rows).parts(wanted);
            let mut next = vec![0; n_rows.len()];
            for (number, part) in (0..).zip(&parts) {
                let at = &mut next[usize::try_from(part.file).unwrap()];
                assert!(part.number == number && part.from == *at && part.from < part.to, "{part:?}");
                *at = part.to;
            }
            assert_eq!(next, n_rows);
        }
    }

    #[test]
    fn parts_are_as_many_as_wanted_or_as_rows_are_worth() {
        assert_eq!(pool(&[1000]).parts(Some(8)).len(), 8);
        assert_eq!(pool(&[1000]).parts(None).len(), 1);
        assert_eq!(pool(&[10_000]).parts(None).len(), 9);
        assert_eq!(pool(&[10_000_000]).parts(None).len(), 64);
        assert_eq!(pool(&[]).parts(None), []);
    }
}
