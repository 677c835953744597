//! `rolefit evaluate`: how well fits rank, against grades that people gave.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::arguments::{EngineArguments, TextFormat};
use super::destination::Destination;
use super::failure::Failure;
use super::json_rows;
use super::table::{self, Page};
use crate::evaluate::{EvaluateFiles, evaluate_files};
use crate::model::PartialDate;
use crate::{Engine, MatchOptions};

#[derive(Debug, Args)]
#[command(after_help = "\
Grades are 0 (no), 1 (possible), 2 (worth a call) and 3 (call today), one pair a line: `role 0 candidate grade` as TREC writes \
qrels, or role, candidate, grade and a reason between tabs. Pairs that are not listed have grade 0. Every line of every file \
must be usable.

nDCG@10 gains 2^grade - 1, discounted by log2(rank + 1); P@5 and MAP take grade 2 and more as relevant. BM25 (k1 1.2, b 0.75) \
ranks the same texts with the role's whole text as the query. Intervals come from 2,000 resamples of the roles.

--ablations switches off each component, relations, practices, family transfer, focus, functions, the must-have penalty, scarcity, \
evidence, recency, bonuses and extraction; --format json tells with which profile each.

Examples:
  rolefit evaluate --roles roles.jsonl --candidates candidates.jsonl --qrels qrels.tsv
  rolefit evaluate --roles roles.jsonl --candidates candidates.jsonl --qrels qrels.tsv --split holdout --ablations --calibration
  rolefit evaluate --roles roles.jsonl --candidates candidates.jsonl --qrels qrels.tsv --ranking r-7 --profile mine.toml")]
pub(super) struct Arguments {
    /// The roles: .json, .jsonl or .ndjson
    #[arg(long, value_name = "FILE")]
    roles: PathBuf,
    /// The candidates: .json, .jsonl or .ndjson
    #[arg(long, value_name = "FILE")]
    candidates: PathBuf,
    /// The grades
    #[arg(long, value_name = "FILE")]
    qrels: PathBuf,
    /// Only the roles whose `custom.split` is NAME
    #[arg(long, value_name = "NAME")]
    split: Option<String>,
    /// Measure again with one part of the fit off at a time
    #[arg(long)]
    ablations: bool,
    /// Show how those of each verdict, and of each ten points of fit, were graded
    #[arg(long)]
    calibration: bool,
    /// Show the ranking for this role with grades, component scores and who is misplaced
    #[arg(long, value_name = "ROLE_ID")]
    ranking: Option<String>,
    /// How the result is written
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    format: TextFormat,
    /// Reckon years and recency as of this date (2026, 2026-11 or 2026-11-01); today unless given
    #[arg(long, value_name = "DATE")]
    as_of: Option<PartialDate>,
    #[command(flatten)]
    engine: EngineArguments,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let engine = Engine::in_memory_with(arguments.engine.options()?);
    let files = EvaluateFiles {
        roles: arguments.roles.clone(),
        candidates: arguments.candidates.clone(),
        qrels: arguments.qrels.clone(),
        split: arguments.split.clone(),
        options: MatchOptions { as_of: arguments.as_of, ..MatchOptions::default() },
        ablations: arguments.ablations,
        calibration: arguments.calibration,
        ranking: arguments.ranking.clone(),
    };
    let evaluation = evaluate_files(&engine, &files)?;
    let mut out = Destination::stdout();
    match arguments.format {
        TextFormat::Json => json_rows::pretty(&evaluation, &mut out)?,
        TextFormat::Table => {
            let page = Page::of(&out);
            out.write_all(table::evaluation(&evaluation, page).as_bytes())?;
        }
    }
    out.finish()
}
