//! Finds candidates and roles by the words of their documents. Derived from the store, and disposable.
//!
//! It keeps no names and no texts, and its retrieval score is never part of a fit.

mod folder;
mod found;
mod highlight;
mod ids;
mod inspect;
mod passages;
mod query;
mod schema;
mod seq_set;
mod text_index;

pub use highlight::{Highlight, Mark};
pub use query::{SearchField, SearchQuery};

pub(crate) use folder::Stamp;
pub(crate) use found::{Found, FoundOrder, Standing};
pub(crate) use highlight::highlights;
pub(crate) use inspect::{Inspection, discard, inspect};
pub(crate) use passages::{of_candidate as candidate_passages, of_role as role_passages};
pub(crate) use schema::{FORMAT, IndexEntry};
pub(crate) use seq_set::SeqSet;
pub(crate) use text_index::TextIndex;
