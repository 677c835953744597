//! Writes candidates as a Parquet file: a column for each field, texts as they are, all else as JSON.
//!
//! `cargo run --release --example write_parquet -- candidates.jsonl pool.parquet`

use std::collections::BTreeSet;
use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, RecordBatch, StringArray};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::parquet::file::properties::WriterProperties;
use serde_json::{Map, Value};

/// Rows of a group: so many are decoded at most before those of a part are reached.
const GROUP: usize = 4096;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(from), Some(to)) = (arguments.next(), arguments.next()) else {
        return Err("usage: write_parquet CANDIDATES.jsonl POOL.parquet".into());
    };
    // Once for the columns, once for the rows, so that no more than a group is in memory.
    let names = rows(&from)?.try_fold(BTreeSet::new(), |mut names, row| {
        names.extend(row?.keys().cloned());
        Ok::<_, Box<dyn Error>>(names)
    })?;
    let fields: Vec<Field> = names.iter().map(|name| Field::new(name, DataType::Utf8, true)).collect();
    let schema = Arc::new(Schema::new(fields));
    let properties = WriterProperties::builder().set_max_row_group_row_count(Some(GROUP)).build();
    let mut writer = ArrowWriter::try_new(File::create(to)?, schema.clone(), Some(properties))?;
    let mut rows = rows(&from)?.peekable();
    while rows.peek().is_some() {
        let group = rows.by_ref().take(GROUP).collect::<Result<Vec<_>, _>>()?;
        let column = |name: &String| -> ArrayRef {
            Arc::new(group.iter().map(|row| row.get(name).and_then(text)).collect::<StringArray>())
        };
        writer.write(&RecordBatch::try_new(schema.clone(), names.iter().map(column).collect())?)?;
    }
    writer.close()?;
    Ok(())
}

type Row = Result<Map<String, Value>, Box<dyn Error>>;

fn rows(path: &str) -> Result<impl Iterator<Item = Row>, Box<dyn Error>> {
    Ok(BufReader::new(File::open(path)?).lines().map(|line| Ok(serde_json::from_str(&line?)?)))
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    }
}
