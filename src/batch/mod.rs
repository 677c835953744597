//! Whole files of documents: ranked against each other, measured against grades, or imported, and results written so that no
//! half file is ever seen.
//!
//! Judges and stores nothing itself; that is the engine's.

mod compression;
mod evaluate;
#[cfg(feature = "documents")]
mod folder;
mod import;
mod output_file;
#[cfg(feature = "parquet")]
mod parquet_cells;
#[cfg(feature = "parquet")]
mod parquet_documents;
#[cfg(feature = "parquet")]
mod parquet_pages;
#[cfg(feature = "parquet")]
mod parquet_rows;
#[cfg(all(test, feature = "parquet"))]
mod parquet_tests;
mod parts;
mod portions;
mod rank;
mod source;

pub use evaluate::{
    Ablation, Calibration, EvaluateFiles, EvaluateSet, EvaluateSets, EvaluatedSet, Evaluation, EvaluationOfSets,
    FitStep, Grade, GradeShares, GradedCandidate, GradedRanking, GradedRow, Interval, KindMeasures, KindsOfWork,
    LengthEffect, LengthQuarter, MeasuredRole, Measures, Misplaced, Outcome, OverallEvaluation, RoleKind, SideBySide,
    Threshold, VerdictBand, evaluate_files, evaluate_sets,
};
pub use import::{ImportFiles, Imported, ImportedKind, import_files};
pub use output_file::OutputFile;
#[cfg(feature = "parquet")]
pub use parquet_documents::ParquetDocuments;
pub use parts::{PartsMerge, RankedPart, rank_shard};
pub use portions::BatchEvent;
pub use rank::{RankFiles, Ranked, rank_files};
pub use source::read_document_file;
