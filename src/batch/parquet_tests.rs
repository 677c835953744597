//! What Parquet files become: rows of values of all sorts, rows that are refused, and files that are damaged.

use std::path::Path;
use std::sync::Arc;

use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;

use super::parquet_documents::ParquetDocuments;
use super::portions::Portions;
use crate::domain::{Candidate, Error};
use crate::intake::{DocumentReader, Format, ImportOptions, Limits};

/// A column of a row group, in which each value may be absent.
enum Values {
    Text(Vec<Option<&'static [u8]>>),
    Whole(Vec<Option<i64>>),
    Number(Vec<Option<f64>>),
    Truth(Vec<Option<bool>>),
}

fn put<T: DataType>(column: &mut SerializedColumnWriter<'_>, values: Vec<Option<T::T>>) {
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let values: Vec<T::T> = values.into_iter().flatten().collect();
    column.typed::<T>().write_batch(&values, Some(&levels), None).unwrap();
}

fn file(schema: &str, groups: Vec<Vec<Values>>) -> Vec<u8> {
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let mut bytes = Vec::new();
    let properties = Arc::new(WriterProperties::builder().build());
    let mut writer = SerializedFileWriter::new(&mut bytes, schema, properties).unwrap();
    for columns in groups {
        let mut group = writer.next_row_group().unwrap();
        for values in columns {
            let mut column = group.next_column().unwrap().unwrap();
            match values {
                Values::Text(values) => {
                    let values = values.into_iter().map(|value| value.map(ByteArray::from));
                    put::<ByteArrayType>(&mut column, values.collect());
                }
                Values::Whole(values) => put::<Int64Type>(&mut column, values),
                Values::Number(values) => put::<DoubleType>(&mut column, values),
                Values::Truth(values) => put::<BoolType>(&mut column, values),
            }
            column.close().unwrap();
        }
        group.close().unwrap();
    }
    writer.close().unwrap();
    bytes
}

/// The candidates, and what is said of rows that are none.
fn read(bytes: &[u8], limits: &Limits) -> Result<(Vec<Candidate>, Vec<String>), Error> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pool.parquet");
    std::fs::write(&path, bytes).unwrap();
    let mut portions = Portions::<Candidate>::open(&path, limits, &ImportOptions::default(), 2, false)?;
    let (mut candidates, mut skipped) = (Vec::new(), Vec::new());
    while let Some(portion) = portions.next()? {
        candidates.extend(portion.documents);
        skipped.extend(portion.skipped.iter().map(ToString::to_string));
    }
    Ok((candidates, skipped))
}

const SCHEMA: &str = "message pool {
    optional binary id (UTF8);
    optional binary resume;
    optional int64 date_available (TIMESTAMP(NANOS, true));
    optional double minimum_salary_usd;
    optional boolean can_relocate;
}";

fn pool() -> Vec<u8> {
    let new_year = 1_798_761_600_000_000_000;
    let first = vec![
        Values::Text(vec![Some(b"c-1"), Some(b"c-2")]),
        Values::Text(vec![Some(b"Runs Slurm, \"well\";\nand Lustre."), None]),
        Values::Whole(vec![Some(new_year), Some(-1)]),
        Values::Number(vec![Some(120_000.0), Some(f64::NAN)]),
        Values::Truth(vec![Some(true), Some(false)]),
    ];
    let second = vec![
        Values::Text(vec![Some(b"c-3")]),
        Values::Text(vec![Some(b"BeeGFS")]),
        Values::Whole(vec![None]),
        Values::Number(vec![Some(95.5)]),
        Values::Truth(vec![None]),
    ];
    file(SCHEMA, vec![first, second])
}

#[test]
fn rows_say_what_the_same_rows_of_a_table_say() {
    let table = "id,resume,date_available,minimum_salary_usd,can_relocate\n\
                 c-1,\"Runs Slurm, \"\"well\"\";\nand Lustre.\",2027-01-01,120000,true\n\
                 c-2,,1969-12-31,,false\n\
                 c-3,BeeGFS,,95.5,\n";
    let expected: Vec<Candidate> =
        DocumentReader::new(table.as_bytes(), Format::Csv).map(|outcome| outcome.unwrap().1).collect();
    let (candidates, skipped) = read(&pool(), &Limits::default()).unwrap();
    assert_eq!(candidates, expected);
    assert!(skipped.is_empty(), "{skipped:?}");
}

#[test]
fn a_row_that_no_document_can_hold_is_passed_over_by_name_and_place() {
    let schema = "message pool { optional binary id (UTF8); optional binary resume; optional double team; }";
    let rows = |ids: Vec<Option<&'static [u8]>>, texts, numbers| {
        vec![Values::Text(ids), Values::Text(texts), Values::Number(numbers)]
    };
    let long: &[u8] = &[b'x'; 300];
    let bytes = file(
        schema,
        vec![
            rows(vec![Some(b"c-1")], vec![Some(b"fine")], vec![None]),
            rows(
                vec![Some(b"c-2"), Some(b"c-3"), None, Some(b"c-5"), Some(b"c-1")],
                vec![Some(b"\xff\xfe"), None, None, Some(long), None],
                vec![None, Some(f64::INFINITY), Some(1.0), None, None],
            ),
        ],
    );
    let (candidates, skipped) = read(&bytes, &Limits::default().with_document_bytes(200)).unwrap();
    assert_eq!(candidates.len(), 1);
    let accepted = "expected text, numbers, booleans, dates, and lists and structs of these (row group 2)";
    assert_eq!(skipped[0], format!("2: column `resume` holds bytes that are no UTF-8 text; {accepted}"));
    assert_eq!(skipped[1], format!("3: column `team` holds an infinite number; {accepted}"));
    assert!(skipped[2].starts_with("4: `id` is missing"), "{skipped:?}");
    assert_eq!(skipped[3], "5: the document is larger than the limit of 200 bytes");
    assert_eq!(skipped[4], "6 (c-1): /id: the id was already given by row 1; expected each id once");
}

#[test]
fn a_file_without_ids_is_refused_by_its_columns() {
    let bytes =
        file("message pool { optional binary skills (UTF8); }", vec![vec![Values::Text(vec![Some(b"Slurm"), None])]]);
    let (candidates, skipped) = read(&bytes, &Limits::default()).unwrap();
    assert!(candidates.is_empty());
    assert_eq!(
        skipped,
        ["1: no column is the candidate's id; expected one named id, candidate_id, or else email (found: skills)"]
    );
}

/// What some of the rows are, with their numbers, or what is said of them.
fn some(bytes: &[u8], rows: std::ops::Range<usize>) -> Vec<Result<(usize, Candidate), String>> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pool.parquet");
    std::fs::write(&path, bytes).unwrap();
    let documents = ParquetDocuments::open(&path, &Limits::default(), &ImportOptions::default()).unwrap();
    documents.only(rows).unwrap().map(|outcome| outcome.map_err(|bad| bad.to_string())).collect()
}

#[test]
fn ranges_of_rows_are_together_the_whole_file() {
    let schema = "message pool { optional binary id (UTF8); optional double team; }";
    let group = |ids: Vec<Option<&'static [u8]>>, numbers| vec![Values::Text(ids), Values::Number(numbers)];
    let bytes = file(
        schema,
        vec![
            group(vec![Some(b"c-1"), Some(b"c-2"), Some(b"c-3")], vec![None, Some(f64::INFINITY), None]),
            group(vec![Some(b"c-4")], vec![Some(7.0)]),
            group(vec![Some(b"c-5"), None], vec![Some(f64::INFINITY), None]),
        ],
    );
    let whole = some(&bytes, 0..6);
    assert_eq!(whole.len(), 6);
    assert_eq!(whole[3].as_ref().map(|(row, document)| (*row, document.id.as_str())), Ok((4, "c-4")));
    assert!(whole[4].as_ref().is_err_and(|bad| bad.starts_with("5: column `team` holds an infinite number")));
    for from in 0..=6 {
        for to in from..=6 {
            assert_eq!(some(&bytes, from..to), whole[from..to], "{from}..{to}");
        }
    }
    assert_eq!(some(&bytes, 4..100), whole[4..]);
}

#[test]
fn what_is_wrong_with_a_file_is_said_alike_wherever_reading_begins() {
    let ids = || vec![Values::Text(vec![Some(b"Slurm"), None])];
    let bytes = file("message pool { optional binary skills (UTF8); }", vec![ids(), ids()]);
    assert_eq!(some(&bytes, 0..1), some(&bytes, 3..4));
}

#[test]
fn a_file_without_rows_holds_nobody() {
    assert_eq!(read(&file(SCHEMA, Vec::new()), &Limits::default()).unwrap().0, []);
}

#[test]
fn damaged_files_are_errors_or_other_rows_and_never_more() {
    let whole = pool();
    let others = ["duckdb", "polars", "pyarrow"].map(|writer| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/parquet/{writer}.parquet"));
        std::fs::read(path).unwrap()
    });
    let mut n_errors = 0;
    for whole in [&[whole][..], &others].concat() {
        let step = whole.len() / 150 + 1;
        for at in (0..whole.len()).step_by(step) {
            assert!(read(&whole[..at], &Limits::default()).is_err(), "cut at {at}");
            let mut damaged = whole.clone();
            damaged[at] ^= 0x51;
            if let Ok((candidates, skipped)) = read(&damaged, &Limits::default()) {
                assert!(candidates.len() + skipped.len() <= 10, "at {at}: {candidates:?} {skipped:?}");
            } else {
                n_errors += 1;
            }
        }
    }
    assert!(n_errors > 100, "{n_errors}");
}
