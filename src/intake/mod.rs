//! From JSON to domain types: everything that is wrong with a document is found at once, with JSON pointers.
//!
//! Nothing here resolves skills, reads free text or stores; files are read, never opened.

mod check;
mod document;
mod elements;
mod field_names;
mod findings;
mod format;
mod json;
mod limits;
mod past_pay;
mod rules;
mod schema;
mod shape;
mod stream;
mod synonyms;

#[cfg(test)]
mod acceptance;
#[cfg(test)]
mod properties;

pub use document::{
    Document, IdSource, candidate_from_value, parse_candidate, parse_candidate_as, parse_document, parse_role,
    parse_role_as, role_from_value,
};
pub use format::Format;
pub use json::parse_json;
pub use limits::Limits;
pub use schema::{schema, schema_names};
pub use stream::{BadLine, DocumentReader};
