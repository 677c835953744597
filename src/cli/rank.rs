//! `rolefit rank`: the batch job over files.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::arguments::{EngineArguments, JudgementArguments, ShortlistArguments, ShortlistFormat};
use super::console::Console;
use super::failure::Failure;
use super::shortlists::{self, Shortlisted, counted};
use crate::{BatchEvent, Engine, Error, RankFiles, rank_files};

#[derive(Debug, Args)]
#[command(after_help = "\
Files: .json (one document or a list), .jsonl or .ndjson (one document a line), `-` for standard input. A line that cannot be used is reported with its number and reason, counted and passed over.

Examples:
  rolefit rank --roles roles.jsonl --candidates candidates.jsonl --top 5
  rolefit rank --roles role.json --candidates - --format csv --output shortlist.csv < candidates.jsonl
  rolefit rank --roles roles.jsonl --candidates candidates.jsonl --as-of 2026-11-01 --rate EUR=1.08 --rate GBP=1.27")]
pub(super) struct Arguments {
    /// The roles
    #[arg(long, value_name = "FILE")]
    roles: PathBuf,
    /// The candidates
    #[arg(long, value_name = "FILE")]
    candidates: PathBuf,
    #[command(flatten)]
    shortlist: ShortlistArguments,
    #[command(flatten)]
    judgement: JudgementArguments,
    #[command(flatten)]
    engine: EngineArguments,
    /// Stop at the first line that cannot be used, without results
    #[arg(long)]
    strict: bool,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Result<(), Failure> {
    let started = Instant::now();
    shortlists::check_output(&arguments.shortlist, &[&arguments.roles, &arguments.candidates])?;
    let engine = Engine::in_memory_with(arguments.engine.options()?);
    let evidence = arguments.shortlist.format != ShortlistFormat::Csv;
    let files = RankFiles {
        roles: arguments.roles.clone(),
        candidates: arguments.candidates.clone(),
        options: arguments.judgement.options(arguments.shortlist.top, evidence),
        strict: arguments.strict,
    };
    let ranked = rank_files(&engine, &files, &mut |event| report(console, &event)).map_err(bad_line)?;
    if ranked.roles.is_empty() || ranked.n_candidates == 0 {
        let (kind, path) =
            if ranked.roles.is_empty() { ("role", &files.roles) } else { ("candidate", &files.candidates) };
        let skipped = if ranked.n_skipped == 0 {
            "it holds no documents".to_owned()
        } else {
            format!("{} skipped, for the reasons above", counted(ranked.n_skipped, "line"))
        };
        return Err(Failure::negative(format!("nothing to rank: {} has no usable {kind} ({skipped})", path.display()))
            .with_hint(format!("`rolefit schema {kind}` prints what a {kind} looks like")));
    }
    let shortlisted: Vec<Shortlisted> =
        ranked.roles.iter().zip(&ranked.answers).map(|(role, answer)| Shortlisted { role, answer }).collect();
    console.end_progress();
    shortlists::write(&shortlisted, &arguments.shortlist)?;
    console.say(format_args!(
        "{} and {} read, {} skipped, {:.1} s",
        counted(ranked.roles.len(), "role"),
        counted(ranked.n_candidates, "candidate"),
        counted(ranked.n_skipped, "line"),
        started.elapsed().as_secs_f64()
    ));
    Ok(())
}

/// Says what happens while files are read.
pub(super) fn report(console: &mut Console, event: &BatchEvent<'_>) {
    match event {
        BatchEvent::Skipped { file, line } => console.say(format_args!("skipped {}:{line}", file.display())),
        BatchEvent::Progress { kind, documents, .. } => {
            console.progress(format_args!("{} read", counted(*documents, kind)));
        }
    }
}

/// While files are read, only `--strict` makes an error of a bad line, and then that is the answer.
pub(super) fn bad_line(error: Error) -> Failure {
    match error {
        Error::Malformed(message) => {
            Failure::negative(message).with_hint("without --strict, bad lines are passed over")
        }
        other => other.into(),
    }
}
