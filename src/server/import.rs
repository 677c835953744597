//! Documents of other systems: a file in, what became of it out. The documents that can be used are put in one durable step.

use axum::extract::State;
use schemars::JsonSchema;
use serde::Serialize;

use super::app::App;
use super::body::{self, ImportBody, Written};
use super::documents::Collection;
use super::problem::Problem;
use super::target::{Query, malformed_query};
use crate::Error;
use crate::intake::{BadLine, ColumnName, ImportFormat, ImportOptions, ImportReport, import_documents};

/// How many violations of one document are told.
const MAX_VIOLATIONS: usize = 20;

/// What became of a file.
#[derive(Serialize, JsonSchema)]
pub(super) struct Imported {
    /// The format as which it was read.
    format: ImportFormat,
    /// Whether nobody said so.
    guessed: bool,
    /// What was put, in the order of the file.
    documents: Vec<Put>,
    /// What was not, with the reason.
    refused: Vec<Refused>,
    /// What became of the values.
    report: ImportReport,
}

/// One document that was put.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ImportedDocument")]
struct Put {
    /// Its place in the file, from 1.
    number: usize,
    /// Its id.
    id: String,
    /// The number of the write.
    seq: u64,
    /// Whether there was none of that id.
    created: bool,
}

/// One document that was not put.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RefusedDocument")]
struct Refused {
    /// Its place in the file, from 1.
    number: usize,
    /// Its id, where it has one.
    id: Option<String>,
    /// Why.
    error: Problem,
}

pub(super) async fn import<T: Collection>(
    State(app): State<App>,
    query: Query,
    body: ImportBody,
) -> Result<Written, Problem> {
    let mut options = options(&query)?;
    if body.is_written {
        options.from.get_or_insert(ImportFormat::Documents);
    }
    app.run(move |engine, _| {
        let ImportBody { bytes, place: _place, .. } = body;
        let mut limits = engine.options().limits.clone();
        limits.violations = limits.violations.min(MAX_VIOLATIONS);
        let read = import_documents::<T>(&bytes, &options, &limits)?;
        let refused = |number, id, error: Error| Refused { number, id, error: error.into() };
        let mut refusals: Vec<Refused> =
            read.refused.into_iter().map(|BadLine { number, id, error }| refused(number, id, error)).collect();
        let (numbers, documents): (Vec<usize>, Vec<T>) = read.documents.into_iter().unzip();
        let outcomes = T::put_all(engine, &documents)?;
        let mut put = Vec::new();
        for ((number, document), outcome) in numbers.into_iter().zip(&documents).zip(outcomes) {
            let id = document.id().to_owned();
            match outcome {
                Ok(written) => put.push(Put { number, id, seq: written.seq, created: written.created }),
                Err(error) => refusals.push(refused(number, Some(id), error)),
            }
        }
        refusals.sort_by_key(|refused| refused.number);
        let (format, guessed, report) = (read.format, read.guessed, read.report);
        body::write(&Imported { format, guessed, documents: put, refused: refusals, report })
    })
    .await
}

fn options(query: &Query) -> Result<ImportOptions, Problem> {
    let from = query.get("from").map(str::parse::<ImportFormat>).transpose();
    let columns = query.all("map").map(str::parse::<ColumnName>).collect::<Result<Vec<_>, _>>();
    let from = from.map_err(|error| malformed_query(format!("`from`: {error}")))?;
    let columns = columns.map_err(|error| malformed_query(format!("`map`: {error}")))?;
    let options = ImportOptions::default().with_from(from).with_columns(columns);
    Ok(match query.get("file_name") {
        Some(name) => options.with_file_name(name),
        None => options,
    })
}
