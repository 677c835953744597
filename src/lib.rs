//! Rolefit matches candidates to roles in AI infrastructure, HPC and GPU work, and explains each fit.
//!
//! [`Engine`] keeps candidates and roles and answers shortlists; [`Engine::rank`] does so without keeping anybody. Below it
//! stand the pure pieces: a [`Taxonomy`](taxonomy::Taxonomy) of the field, an [`Extractor`](extract::Extractor) that reads texts and documents to facts, and a
//! [`ScoringProfile`](matching::ScoringProfile) with the constants of a fit. Documents come in through [`parse_candidate`] and [`parse_role`], which
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
//! # Features
//!
//! | feature | on by default | what it adds |
//! |---|---|---|
//! | none | | documents, taxonomy, reading, scoring, explanation, an engine in memory; no thread is started |
//! | `parallel` | yes | work on all cores, by rayon |
//! | `storage` | yes | data directories, by sled: [`Engine::open`], [`storage`] |
//! | `keys` | yes | API keys and tenants of a data directory: [`access`] |
//! | `postgres` | no | documents in PostgreSQL, shared by several processes: `Engine::open_postgres` |
//! | `webhooks` | yes | roles that tell other programs who enters their shortlists: [`webhooks`] |
//! | `search` | yes | search by words, by tantivy: [`search`], the filter `q` |
//! | `compression` | yes | files ending in `.gz` and `.zst` for [`files`] and [`evaluate`] |
//! | `parquet` | yes | files ending in `.parquet` for the same |
//! | `archives` | yes | archives (`.zip`) that people download of themselves, for [`intake::import_documents`] and [`files`] |
//! | `documents` | yes | files that people write: PDF, DOCX, ODT, RTF, e-mail, for [`intake::import_documents`], `intake::file_text` and [`files`] |
//! | `spreadsheets` | yes | workbooks (`.xlsx`), read and, by the program, written |
//! | `server` | yes | the HTTP service: [`server`] |
//! | `otel` | no | spans of requests to the HTTP service, sent to a collector of OpenTelemetry that the environment names |
//! | `page` | yes | the page for recruiters, at `/` of the HTTP service |
//! | `cli` | yes | the program `rolefit` |

#![cfg_attr(docsrs, feature(doc_cfg))]
// One condition here in place of hundreds: what only data directories, search or webhooks use is compiled without them, too.
#![cfg_attr(
    not(all(feature = "storage", feature = "search", feature = "webhooks")),
    allow(dead_code, unused_imports, unused_variables, reason = "see above")
)]

mod domain;
mod wording;
mod suggest;
mod identity;
pub mod intake;
pub mod taxonomy;
pub mod extract;
pub mod market;
mod store;
#[cfg(feature = "keys")]
pub mod access;
#[cfg(feature = "search")]
mod index;
mod score;
mod shortlist;
pub mod explain;
mod engine;
mod batch;
#[cfg(feature = "server")]
pub mod server;
#[cfg(feature = "cli")]
pub mod cli;

pub use domain::{Candidate, CandidateId, Error, Role, RoleId};
pub use engine::{Engine, EngineOptions, MatchOptions};
pub use explain::row::{Answer, Match};
#[cfg(test)]
pub(crate) use extract::{ENDLESS, PANICS};
pub use intake::document::{parse_candidate, parse_role};
pub use intake::limits::Limits;
/// The values of `custom`, of [`intake::parse_json`] and of the schemas are of this crate: by this path they are of the same version.
pub use serde_json;

/// The parts of documents: skills, jobs, requirements, pay, places, dates, scale, levels.
pub mod model {
    pub use crate::domain::{
        Amount, AskedScale, Basis, CancelToken, Capacity, Currency, DetailedRequirement, DetailedSkill, Education,
        ID_MAX_CHARS, Job, Level, Month, Necessity, ParseError, PartialDate, Pay, Period, Place, Publication, Quantity,
        Requirement, RoleStatus, ScaleUnit, Skill, StatedScale, Weights, WorkMode, Workload,
    };
    pub use crate::wording::Language;
}

/// Why something could not be done, in the terms that programs decide by.
pub mod error {
    pub use crate::domain::{ErrorKind, HttpProblem, StopReason, StorageErrorKind, UnreadableReason, Violation};
}

/// What can be asked of an [`Engine`]: filters, pages, what-if, and the constants by which it judges.
pub mod matching {
    pub use crate::engine::{
        Filters, GateSwitch, LeftOut, MatchCursor, MatchPage, NearestLabel, Page, PageOptions, PartialAnswer, Ranking,
        Unread, UnrecognizedSkill, UnrecognizedSkills, WhatIfBasis, WhatIfOptions, WhatIfProgress,
    };
    pub use crate::score::ScoringProfile;
}

/// Search of documents by words: the query language, options, pages, facets.
#[cfg(feature = "search")]
pub mod search {
    pub use crate::engine::{Facet, FacetCounts, FacetValue, SearchCursor, SearchOptions, SearchPage, SearchSort};
    pub use crate::index::{Highlight, Mark, SearchField, SearchQuery};
}

/// Data directories: how they are opened, checked, backed up, compacted and written to.
pub mod storage {
    pub use crate::domain::{Progress, ProgressState, ProgressStep};
    #[cfg(all(feature = "search", feature = "storage"))]
    pub use crate::engine::IndexState;
    #[cfg(feature = "storage")]
    pub use crate::engine::{BackedUp, Compacted, DataDirectory, Verification};
    pub use crate::engine::{
        DiskUsage, Durations, EngineStatus, RemovalOutcome, RemoveOptions, Removed, WorkDurations, Written,
    };
    #[cfg(feature = "storage")]
    pub use crate::store::PostgresUrl;
    pub use crate::store::{CommitCounts, EarlierRequest, ErasureReceipt, Precondition, RequestKey, StorageOptions};
}

/// Webhooks: a role tells another program who enters its shortlist.
#[cfg(feature = "webhooks")]
pub mod webhooks {
    pub use crate::engine::{
        CreatedWebhook, NewWebhook, Webhook, WebhookAttempt, WebhookCounts, WebhookData, WebhookDelivery,
        WebhookDisabled, WebhookEvent, WebhookMatch, WebhookMessage, WebhookOutcome, WebhookPayload, WebhookTry,
    };
}

/// Documents that may be of one person: proposals, and what people decided.
pub mod duplicates {
    pub use crate::engine::{Duplicate, DuplicateOptions, DuplicateState, DuplicatesPage};
    pub use crate::identity::{DuplicateReason, EvidenceKind, FieldOrigin};
}

/// What people think of a candidate for a role: stages, grades, notes. No fit depends on it.
pub mod feedback {
    pub use crate::engine::{
        Feedback, FeedbackFit, FeedbackNote, FeedbackOptions, FeedbackPage, FeedbackStage, FitCause,
    };
}

/// Whole files: ranked, shared among jobs, imported.
pub mod files {
    #[cfg(feature = "parquet")]
    pub use crate::batch::ParquetDocuments;
    pub use crate::batch::{
        BatchEvent, ImportFiles, Imported, ImportedKind, OutputFile, PartsMerge, RankFiles, Ranked, RankedPart,
        import_files, rank_files, rank_shard, read_document_file,
    };
}

/// How well fits rank against people's grades.
pub mod evaluate {
    pub use crate::batch::{
        Ablation, Calibration, EvaluateFiles, EvaluateSet, EvaluateSets, EvaluatedSet, Evaluation, EvaluationOfSets,
        FitStep, Grade, GradeShares, GradedCandidate, GradedRanking, GradedRow, Interval, KindMeasures, KindsOfWork,
        LengthEffect, LengthQuarter, MeasuredRole, Measures, Misplaced, Outcome, OverallEvaluation, RoleKind,
        SideBySide, Threshold, VerdictBand, evaluate_files, evaluate_sets,
    };
}

/// The README's examples are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// So are those of the page about webhooks.
#[cfg(all(doctest, feature = "webhooks"))]
#[doc = include_str!("../docs/webhooks.md")]
struct WebhooksPage;
