//! Rolefit matches candidates to roles in AI infrastructure, HPC and GPU work, and explains each fit.

mod domain;
mod intake;
mod taxonomy;
mod store;
mod index;

pub use domain::*;
pub use intake::{
    BadLine, Document, DocumentReader, Format, IdSource, Limits, candidate_from_value, parse_candidate, parse_candidate_as,
    parse_document, parse_json, parse_role, parse_role_as, role_from_value, schema, schema_names,
};
pub use taxonomy::{Concept, ConceptId, ConceptKind, Generation, MatchedBy, PerMille, Problem, Relation, Resolution, Taxonomy};
