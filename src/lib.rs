//! Rolefit matches candidates to roles in AI infrastructure, HPC and GPU work, and explains each fit.
//!
//! [`Engine`] keeps candidates and roles and answers shortlists; [`Engine::rank`] does so without keeping anybody. Below it
//! stand the pure pieces: a [`Taxonomy`] of the field, an [`Extractor`] that reads texts and documents to facts, and a
//! [`ScoringProfile`] with the constants of a fit. Documents come in through [`parse_candidate`] and [`parse_role`], which
//! report everything that is wrong at once.
//!
//! Everything is synchronous, `Send + Sync` and deterministic: the same documents, taxonomy, profile and `as_of` date give the
//! same bytes.
//!
//! ```
//! use rolefit::{Engine, Limits, MatchOptions, parse_candidate, parse_role};
//!
//! let limits = Limits::default();
//! let role = parse_role(br#"{"id": "r-1", "title": "HPC storage engineer", "must_have": ["Lustre"]}"#, &limits)?;
//! let people = [
//!     parse_candidate(br#"{"id": "c-1", "summary": "Ten years of BeeGFS, from format to failover."}"#, &limits)?,
//!     parse_candidate(br#"{"id": "c-2", "summary": "Ten years of React."}"#, &limits)?,
//! ];
//! let answer = Engine::in_memory().rank(&role, &people, &MatchOptions::default())?;
//! assert_eq!(answer.results[0].candidate_id.as_ref(), Some(&people[0].id));
//! # Ok::<(), rolefit::Error>(())
//! ```
//!
//! Features: `cli` (the program), `server` (the HTTP service) and `parquet` (such files for [`rank_files`] and its like) are on by
//! default; `default-features = false` leaves the library alone, without tokio, axum, hyper or clap.

mod domain;
mod suggest;
mod intake;
mod taxonomy;
mod market;
mod extract;
mod store;
mod index;
mod score;
mod shortlist;
mod explain;
mod engine;
mod batch;
#[cfg(feature = "server")]
pub mod server;
#[cfg(feature = "cli")]
pub mod cli;

pub use batch::{
    Ablation, BatchEvent, Calibration, EvaluateFiles, EvaluateSet, EvaluateSets, EvaluatedSet, Evaluation,
    EvaluationOfSets, FitStep, Grade, GradeShares, GradedCandidate, GradedRanking, GradedRow, ImportFiles, Imported,
    ImportedKind, Interval, KindMeasures, KindsOfWork, LengthEffect, LengthQuarter, MeasuredRole, Measures, Misplaced,
    Outcome, OutputFile, OverallEvaluation, PartsMerge, RankFiles, Ranked, RankedPart, RoleKind, SideBySide, Threshold,
    VerdictBand, evaluate_files, evaluate_sets, import_files, rank_files, rank_shard, read_document_file,
};
pub use domain::*;
pub use engine::{
    BackedUp, Compacted, DataDirectory, Engine, EngineOptions, EngineStatus, Filters, IndexState, LeftOut, MatchCursor,
    MatchOptions, MatchPage, NearestLabel, OpeningProgress, OpeningState, OpeningStep, Page, PageOptions, Ranking,
    Unread, UnrecognizedSkill, UnrecognizedSkills, Verification, WhatIfOptions, Written,
};
pub use explain::{
    Answer, Bonus, CandidateOutlook, Change, ChangeKind, ChangeSide, ChangeValue, Component, CutOff, CutOffRow,
    EvidenceRow, Gap, Gated, Leaver, Lift, Match, Model, Newcomer, Penalty, PoolCounts, PoolDifference, Question,
    UnreadableCandidate, Verdict, WeightsRow, WhatIf, WhatIfEffect,
};
pub use extract::{
    CandidateFacts, Extraction, Extractor, PayFound, PlaceFound, ReadingStage, RequirementFound, RoleFacts, ScaleFound,
    SignalKind, SkillFound, SkillStance, Source, TextFlag, Trace, YearsFound,
};
#[cfg(test)]
pub(crate) use extract::{ENDLESS, PANICS};
pub use intake::{
    BadLine, Document, DocumentReader, Format, IdSource, Limits, Shard, candidate_from_value, parse_candidate,
    parse_candidate_as, parse_document, parse_json, parse_role, parse_role_as, role_from_value, schema, schema_names,
};
pub use market::{Market, MarketBand, MarketQuery, MarketRow};
pub use score::{ComponentName, ComponentState, Flag, PayVerdict, ScoringProfile};
pub use store::{CommitCounts, Precondition, StorageOptions};
pub use suggest::did_you_mean;
pub use taxonomy::{
    Concept, ConceptId, ConceptKind, Generation, MatchedBy, PerMille, Problem, Relation, Resolution, Taxonomy,
};

/// The README's examples are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
