//! Rolefit matches candidates to roles in AI infrastructure, HPC and GPU work, and explains each fit.

mod domain;
mod intake;
mod taxonomy;
mod extract;
mod store;
mod index;
mod score;
mod shortlist;
mod explain;
mod engine;
mod batch;
#[cfg(feature = "cli")]
pub mod cli;

pub use batch::{
    BatchEvent, ImportFiles, Imported, ImportedKind, OutputFile, RankFiles, Ranked, import_files, rank_files,
    read_document_file,
};
pub use domain::*;
pub use engine::{Engine, EngineOptions, MatchOptions, Ranking, Written};
pub use explain::{Answer, Bonus, Component, EvidenceRow, Gap, Gated, Match, Model, Penalty, Verdict, WeightsRow};
pub use extract::{
    CandidateFacts, Extraction, Extractor, PayFound, PlaceFound, RoleFacts, ScaleFound, SignalKind, SkillFound, Source,
    TextFlag, YearsFound,
};
pub use intake::{
    BadLine, Document, DocumentReader, Format, IdSource, Limits, candidate_from_value, parse_candidate,
    parse_candidate_as, parse_document, parse_json, parse_role, parse_role_as, role_from_value, schema, schema_names,
};
pub use score::{ComponentName, ComponentState, Flag, PayVerdict, ScoringProfile};
pub use taxonomy::{
    Concept, ConceptId, ConceptKind, Generation, MatchedBy, PerMille, Problem, Relation, Resolution, Taxonomy,
};
