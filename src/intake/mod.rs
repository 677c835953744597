//! From JSON, and CSV, to domain types: everything that is wrong with a document is found at once, with JSON pointers.
//!
//! Nothing here resolves skills, reads free text or stores; files are read, never opened.

mod cells;
mod check;
mod column_names;
mod columns;
pub(crate) mod document;
mod document_text;
mod elements;
mod envelope;
mod field_names;
#[cfg(feature = "documents")]
mod file_text;
mod findings;
mod format;
mod import;
mod importers;
mod json;
pub(crate) mod limits;
mod made_in_code;
mod other_names;
mod packed;
mod past_pay;
mod pay_text;
mod plain_text;
mod records;
mod rules;
mod schema;
mod shape;
mod shard;
mod spellings;
#[cfg(feature = "spreadsheets")]
mod sheet;
mod stream;
mod synonyms;
mod usual_names;

#[cfg(test)]
mod acceptance;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod tables;

pub use crate::suggest::did_you_mean;
#[cfg(feature = "parquet")]
pub(crate) use columns::Columns;
pub use document::{
    Document, IdSource, candidate_from_value, parse_candidate_as, parse_document, parse_role_as, role_from_value,
};
#[cfg(test)]
pub(crate) use document::{parse_candidate, parse_role};
pub(crate) use document_text::{DocumentText, ReadDocument};
#[cfg(feature = "documents")]
pub use file_text::{FileKind, PDF_PROCESS_COMMAND, run_pdf_process};
#[cfg(feature = "documents")]
pub(crate) use file_text::{is_of_people, short_names};
pub use format::Format;
#[cfg(feature = "documents")]
pub use import::file_text;
pub use import::{ImportedDocuments, import_documents};
pub use importers::{ColumnName, ImportFormat, ImportNote, ImportOptions, ImportOutcome, ImportReport};
pub use json::parse_json;
pub(crate) use limits::Limits;
#[cfg(feature = "documents")]
pub use limits::PdfIsolation;
pub(crate) use made_in_code::{Checks, check_document};
pub(crate) use packed::{Packed, unpack};
pub use plain_text::{candidate_from_text, role_from_text};
pub use schema::{schema, schema_names};
pub use shard::Shard;
pub use stream::{BadLine, DocumentReader};
