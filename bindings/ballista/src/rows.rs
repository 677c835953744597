//! What goes between the parts of a plan: rows of a kind, a number and bytes, as Arrow has them.

use std::sync::{Arc, LazyLock};

use datafusion::arrow::array::{ArrayRef, AsArray, LargeBinaryArray, UInt8Array, UInt32Array, UInt64Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef, UInt8Type, UInt32Type, UInt64Type};
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::error::{DataFusionError, Result};
use serde::{Deserialize, Serialize};

/// What a task found, and what several such tasks found together. Rows of one kind and number belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) kind: Kind,
    pub(crate) number: u32,
    pub(crate) bytes: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// The partial answer of the role with this number, as JSON.
    Answer,
    /// Hashes of the ids that were met, and where, of those that share this number.
    Ids,
    /// Where ids stand that were given before, and where they were given first.
    Repeated,
    /// [`Note`]s of the part with this number, as JSON.
    Notes,
    /// Why the partial answers of the role with this number could not be merged.
    Conflict,
}

/// A row of the pool that was passed over.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Note {
    pub(crate) place: Place,
    /// The row's number, and why.
    pub(crate) text: String,
}

/// A row of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Place {
    /// The number of the file.
    pub(crate) file: u32,
    /// The row, from 1.
    pub(crate) row: u64,
}

/// Some rows of a file of the pool: what a task reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) number: u32,
    /// The number of the file.
    pub(crate) file: u32,
    /// Rows from this one, counted from 0...
    pub(crate) from: u64,
    /// ...to before this one.
    pub(crate) to: u64,
    /// Rows whose id was given before, by the row where.
    pub(crate) refused: Vec<(u64, Place)>,
}

/// A batch is closed with so many bytes.
const BATCH_BYTES: usize = 1 << 20;

const KINDS: [Kind; 5] = [Kind::Answer, Kind::Ids, Kind::Repeated, Kind::Notes, Kind::Conflict];

/// The schema of [`Row`]s.
pub(crate) static ROWS: LazyLock<SchemaRef> = LazyLock::new(|| {
    schema([("kind", DataType::UInt8), ("number", DataType::UInt32), ("bytes", DataType::LargeBinary)])
});

/// The schema of [`Part`]s.
static PARTS: LazyLock<SchemaRef> = LazyLock::new(|| {
    let (u32, u64) = (DataType::UInt32, DataType::UInt64);
    schema([
        ("number", u32.clone()),
        ("file", u32),
        ("from", u64.clone()),
        ("to", u64),
        ("refused", DataType::LargeBinary),
    ])
});

fn schema<const N: usize>(fields: [(&str, DataType); N]) -> SchemaRef {
    let fields: Vec<Field> = fields.into_iter().map(|(name, kind)| Field::new(name, kind, false)).collect();
    Arc::new(Schema::new(fields))
}

/// Rows as batches of bounded size; a row that is larger is a batch of its own.
pub(crate) fn batches(rows: Vec<Row>) -> Result<Vec<RecordBatch>> {
    let (mut batches, mut open, mut n_bytes) = (Vec::new(), Vec::new(), 0);
    for row in rows {
        if n_bytes + row.bytes.len() > BATCH_BYTES && !open.is_empty() {
            batches.push(batch(&open)?);
            open.clear();
            n_bytes = 0;
        }
        n_bytes += row.bytes.len();
        open.push(row);
    }
    if !open.is_empty() {
        batches.push(batch(&open)?);
    }
    Ok(batches)
}

fn batch(rows: &[Row]) -> Result<RecordBatch> {
    let code = |kind: Kind| KINDS.iter().position(|other| *other == kind).and_then(|at| u8::try_from(at).ok());
    let columns: [ArrayRef; 3] = [
        Arc::new(UInt8Array::from_iter_values(rows.iter().filter_map(|row| code(row.kind)))),
        Arc::new(UInt32Array::from_iter_values(rows.iter().map(|row| row.number))),
        Arc::new(LargeBinaryArray::from_iter_values(rows.iter().map(|row| &row.bytes))),
    ];
    Ok(RecordBatch::try_new(ROWS.clone(), columns.to_vec())?)
}

/// The rows of a batch.
pub(crate) fn rows(batch: &RecordBatch) -> Result<Vec<Row>> {
    let [kinds, numbers, bytes] = batch.columns() else { return Err(other_rows()) };
    let kinds = kinds.as_primitive_opt::<UInt8Type>().ok_or_else(other_rows)?;
    let numbers = numbers.as_primitive_opt::<UInt32Type>().ok_or_else(other_rows)?;
    let bytes = bytes.as_binary_opt::<i64>().ok_or_else(other_rows)?;
    let row = |at: usize| {
        let kind = KINDS.get(usize::from(kinds.value(at))).copied().ok_or_else(other_rows)?;
        Ok(Row { kind, number: numbers.value(at), bytes: bytes.value(at).to_vec() })
    };
    (0..batch.num_rows()).map(row).collect()
}

/// A part as a batch of its own.
pub(crate) fn part_batch(part: &Part) -> Result<RecordBatch> {
    let columns: [ArrayRef; 5] = [
        Arc::new(UInt32Array::from(vec![part.number])),
        Arc::new(UInt32Array::from(vec![part.file])),
        Arc::new(UInt64Array::from(vec![part.from])),
        Arc::new(UInt64Array::from(vec![part.to])),
        Arc::new(LargeBinaryArray::from_iter_values([packed(&part.refused)])),
    ];
    Ok(RecordBatch::try_new(PARTS.clone(), columns.to_vec())?)
}

/// The schema of [`part_batch`].
pub(crate) fn parts_schema() -> SchemaRef {
    PARTS.clone()
}

/// The parts of a batch.
pub(crate) fn parts(batch: &RecordBatch) -> Result<Vec<Part>> {
    let [numbers, files, from, to, refused] = batch.columns() else { return Err(other_rows()) };
    let (numbers, files) = (numbers.as_primitive_opt::<UInt32Type>(), files.as_primitive_opt::<UInt32Type>());
    let (from, to) = (from.as_primitive_opt::<UInt64Type>(), to.as_primitive_opt::<UInt64Type>());
    let (Some(numbers), Some(files), Some(from), Some(to)) = (numbers, files, from, to) else {
        return Err(other_rows());
    };
    let refused = refused.as_binary_opt::<i64>().ok_or_else(other_rows)?;
    let part = |at| Part {
        number: numbers.value(at),
        file: files.value(at),
        from: from.value(at),
        to: to.value(at),
        refused: unpacked(refused.value(at)).collect(),
    };
    Ok((0..batch.num_rows()).map(part).collect())
}

/// Places, each with a number: an id's hash, or a row.
pub(crate) fn packed(places: &[(u64, Place)]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(places.len() * PLACE_BYTES);
    for (number, Place { file, row }) in places {
        bytes.extend(number.to_le_bytes());
        bytes.extend(row.to_le_bytes());
        bytes.extend(file.to_le_bytes());
    }
    bytes
}

/// What [`packed`] has made.
pub(crate) fn unpacked(bytes: &[u8]) -> impl Iterator<Item = (u64, Place)> + '_ {
    bytes.as_chunks::<PLACE_BYTES>().0.iter().map(|place| {
        let [n0, n1, n2, n3, n4, n5, n6, n7, r0, r1, r2, r3, r4, r5, r6, r7, f0, f1, f2, f3] = *place;
        let number = u64::from_le_bytes([n0, n1, n2, n3, n4, n5, n6, n7]);
        let row = u64::from_le_bytes([r0, r1, r2, r3, r4, r5, r6, r7]);
        (number, Place { file: u32::from_le_bytes([f0, f1, f2, f3]), row })
    })
}

/// A number, a row and a file.
const PLACE_BYTES: usize = 20;

fn other_rows() -> DataFusionError {
    DataFusionError::Execution("rows of another version; expected one version of rolefit on all machines".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_parts_come_back_from_batches() {
        let row = |kind, number, n_bytes| Row { kind, number, bytes: vec![7; n_bytes] };
        let given: Vec<Row> =
            KINDS.iter().zip(0..).map(|(kind, n)| row(*kind, n, usize::try_from(n).unwrap() * 400_000)).collect();
        let made = batches(given.clone()).unwrap();
        assert!(made.len() > 2, "{} batches", made.len());
        let back: Vec<Row> = made.iter().flat_map(|batch| rows(batch).unwrap()).collect();
        assert_eq!(back, given);
        let refused = vec![(12, Place { file: 0, row: 7 }), (u64::MAX, Place { file: u32::MAX, row: u64::MAX - 1 })];
        let part = Part { number: 3, file: 1, from: 10, to: 20, refused };
        assert_eq!(parts(&part_batch(&part).unwrap()).unwrap(), [part]);
    }
}
