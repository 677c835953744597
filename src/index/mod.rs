//! Finds the candidates who may matter for a role, by concept and by word. Derived from the store, and disposable.
//!
//! It keeps no names and no texts, and its retrieval score is never part of a fit.

mod candidate_index;
mod collect_ids;
mod folder;
mod inspect;
mod schema;

pub(crate) use candidate_index::CandidateIndex;
pub(crate) use folder::Stamp;
pub(crate) use inspect::{Inspection, discard, inspect};
pub(crate) use schema::IndexEntry;
