//! `rolefit evaluate`: how well fits rank, against grades that people gave.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::arguments::{EngineArguments, TextFormat};
use super::destination::Destination;
use super::failure::Failure;
use super::json_rows;
use super::table::{self, Page};
use crate::evaluate::{EvaluateFiles, evaluate_files};
use crate::evaluate::{EvaluateSet, EvaluateSets, evaluate_sets};
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
evidence, own words, wording, recency, bonuses and extraction; --format json tells with which profile each.

Several sets are measured in one call with --set NAME=DIR, once for each: DIR holds roles.jsonl, candidates.jsonl and qrels.tsv (or \
.ndjson, .json, and .txt for the grades). Each set is shown by itself, and then all roles together, by kind of work and by the length \
of the texts; with --calibration, what each verdict means in each set. A role is ranked among the candidates of its own set.

Examples:
  rolefit evaluate --roles roles.jsonl --candidates candidates.jsonl --qrels qrels.tsv
  rolefit evaluate --roles roles.jsonl --candidates candidates.jsonl --qrels qrels.tsv --split holdout --ablations --calibration
  rolefit evaluate --roles roles.jsonl --candidates candidates.jsonl --qrels qrels.tsv --ranking r-7 --profile mine.toml
  rolefit evaluate --set ours=graded --set pasted=graded/second --calibration --format json")]
pub(super) struct Arguments {
    /// The roles: .json, .jsonl or .ndjson
    #[arg(long, value_name = "FILE", required_unless_present = "sets")]
    roles: Option<PathBuf>,
    /// The candidates: .json, .jsonl or .ndjson
    #[arg(long, value_name = "FILE", required_unless_present = "sets")]
    candidates: Option<PathBuf>,
    /// The grades
    #[arg(long, value_name = "FILE", required_unless_present = "sets")]
    qrels: Option<PathBuf>,
    /// A directory of roles, candidates and grades, and what it is called; give it again for each further set
    #[arg(long = "set", value_name = "NAME=DIR", value_parser = named_directory,
        conflicts_with_all = ["roles", "candidates", "qrels", "ranking"])]
    sets: Vec<NamedDirectory>,
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

/// A graded set as `--set` names it.
#[derive(Clone, Debug)]
struct NamedDirectory {
    name: String,
    directory: PathBuf,
}

fn named_directory(text: &str) -> Result<NamedDirectory, String> {
    match text.split_once('=') {
        Some((name, directory)) if !name.trim().is_empty() && !directory.is_empty() => {
            Ok(NamedDirectory { name: name.trim().to_owned(), directory: PathBuf::from(directory) })
        }
        _ => Err(format!("expected NAME=DIR, got {text:?}")),
    }
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let engine = Engine::in_memory_with(arguments.engine.options()?);
    let options = MatchOptions { as_of: arguments.as_of, ..MatchOptions::default() };
    if let (Some(roles), Some(candidates), Some(qrels)) = (&arguments.roles, &arguments.candidates, &arguments.qrels) {
        let files = EvaluateFiles {
            roles: roles.clone(),
            candidates: candidates.clone(),
            qrels: qrels.clone(),
            split: arguments.split.clone(),
            options,
            ablations: arguments.ablations,
            calibration: arguments.calibration,
            ranking: arguments.ranking.clone(),
        };
        let evaluation = evaluate_files(&engine, &files)?;
        return write(arguments.format, &evaluation, |page| table::evaluation(&evaluation, page));
    }
    let of = |set: &NamedDirectory| EvaluateSet::of_directory(&set.name, &set.directory);
    let sets = EvaluateSets {
        sets: arguments.sets.iter().map(of).collect::<Result<_, _>>()?,
        split: arguments.split.clone(),
        options,
        ablations: arguments.ablations,
        calibration: arguments.calibration,
    };
    let found = evaluate_sets(&engine, &sets)?;
    write(arguments.format, &found, |page| table::evaluated_sets(&found, page))
}

fn write<T: Serialize>(format: TextFormat, found: &T, table: impl Fn(Page) -> String) -> Result<(), Failure> {
    let mut out = Destination::stdout();
    match format {
        TextFormat::Json => json_rows::pretty(found, &mut out)?,
        TextFormat::Table => {
            let page = Page::of(&out);
            out.write_all(table(page).as_bytes())?;
        }
    }
    out.finish()
}
