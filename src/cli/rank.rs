//! `rolefit rank`: the batch job over files.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::arguments::{EngineArguments, JudgementArguments, ShortlistArguments};
use super::cluster;
use super::console::Console;
use super::destination::Destination;
use super::failure::Failure;
use super::foreign::{self, ForeignArguments};
use super::merge::Note;
use super::progress::Reading;
use super::shortlists::{self, counted};
use crate::files::{BatchEvent, RankFiles, Ranked, rank_files, rank_shard};
use crate::intake::Shard;
use crate::{Engine, Error};

#[derive(Debug, Args)]
#[command(after_help = "\
Files: .json (one document or a list), .jsonl or .ndjson (one document a line), .csv (a document a row), each also compressed as .gz or .zst; .parquet (a document a row); `-` for standard input, except Parquet. A line that cannot be used is reported with its number and reason, counted and passed over.

CSV columns are known by their usual names: id, name, headline or title, summary or resume, city, state, country, skills (separated by ; or ,), level, expected salary, company and others; a column that is not known is kept in `custom`, and a row with current or previous pay is refused. Commas, semicolons and tabs separate.

Parquet columns have the same names. Values are text, numbers, booleans and dates; lists and structs are as in documents (skills a list of text or of structs with name and years, experience a list of structs). Pages are uncompressed or compressed with Snappy, gzip or Zstandard.

Documents of other systems (exports of applicant tracking systems, JSON Resume, job postings of schema.org, .xlsx and others) are told by their fields, or by --from; so are résumés and postings as .pdf, .docx, .odt, .rtf, .eml or .txt, and folders and .zip of them. See `rolefit import --help`.

Several machines or jobs share one file by --shard, see `rolefit merge --help`.

Examples:
  rolefit rank --roles roles.jsonl --candidates candidates.jsonl --top 5
  rolefit rank --roles role.json --candidates - --format csv --output shortlist.csv < candidates.jsonl
  rolefit rank --roles roles.csv --candidates export.csv.gz --format jsonl --output shortlists.jsonl
  rolefit rank --roles roles.jsonl --candidates pool.parquet --top 20 --format jsonl
  rolefit rank --roles roles.jsonl --candidates candidates.jsonl --as-of 2026-11-01 --rate EUR=1.08 --rate GBP=1.27
  rolefit rank --roles roles.jsonl --candidates pool.jsonl.zst --as-of 2026-11-01 --shard 2/16 --output part-2.jsonl
  rolefit rank --cluster ballista://10.0.0.10:50050 --roles roles.jsonl --candidates /pool --format jsonl")]
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
    foreign: ForeignArguments,
    #[command(flatten)]
    engine: EngineArguments,
    /// Stop at the first line that cannot be used, without results
    #[arg(long)]
    strict: bool,
    /// Rank only the I-th of N shards of the candidates, and write a part for `rolefit merge`
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Rank on a cluster of Apache Ballista, by the program rolefit-ballista: ballista://HOST:PORT of its scheduler. For one Parquet
    /// file or a folder of them, and --format json or jsonl
    #[arg(long, value_name = "URL", conflicts_with_all = ["shard", "from", "map", "explain"])]
    cluster: Option<String>,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Result<(), Failure> {
    let started = Instant::now();
    if arguments.cluster.is_some() {
        return cluster::run();
    }
    shortlists::check_output(
        &arguments.shortlist,
        arguments.judgement.blind,
        &[&arguments.roles, &arguments.candidates],
    )?;
    arguments.judgement.check_language(arguments.shortlist.format.is_json())?;
    let engine = Engine::in_memory_with(arguments.engine.options()?);
    let evidence = arguments.shortlist.format.has_evidence();
    let files = RankFiles {
        roles: arguments.roles.clone(),
        candidates: arguments.candidates.clone(),
        options: arguments.judgement.options(arguments.shortlist.top, evidence),
        strict: arguments.strict,
        roles_import: arguments.foreign.options("role"),
        candidates_import: arguments.foreign.options("candidate"),
    };
    if let Some(shard) = arguments.shard {
        return run_shard(arguments, &engine, &files, shard, console);
    }
    let ranked = rank_files(&engine, &files, &mut |event| report(console, &event)).map_err(bad_line)?;
    if let Some(nothing) = nothing_to_rank(&ranked, Some(&files)) {
        return Err(nothing);
    }
    shortlists::write_ranked(&ranked, &arguments.shortlist, arguments.judgement.blind, console)?;
    console.say(said(ranked.roles.len(), ranked.n_candidates, ranked.n_skipped, started));
    Ok(())
}

/// A shard without candidates is a part like any other: only the whole can be found to hold nothing.
fn run_shard(
    arguments: &Arguments,
    engine: &Engine,
    files: &RankFiles,
    shard: Shard,
    console: &mut Console,
) -> Result<(), Failure> {
    let started = Instant::now();
    let note = Note {
        format: arguments.shortlist.format,
        explain: arguments.shortlist.explain,
        blind: arguments.judgement.blind,
    }
    .written();
    let part = rank_shard(engine, files, shard, &note, &mut |event| report(console, &event)).map_err(bad_line)?;
    console.end_progress();
    if part.roles().is_empty() {
        let nothing = Ranked { n_skipped: part.n_skipped(), ..Ranked::default() };
        return Err(nothing_to_rank(&nothing, Some(files)).unwrap_or_else(|| Failure::negative("nothing to rank")));
    }
    let mut out = Destination::open(arguments.shortlist.output.as_deref())?;
    part.write(&mut out)?;
    out.finish()?;
    let whole = said(part.roles().len(), part.n_candidates(), part.n_skipped(), started);
    console.say(format_args!("shard {shard}: {whole}"));
    Ok(())
}

/// Why there is nothing to write, where there is not.
pub(super) fn nothing_to_rank(ranked: &Ranked, files: Option<&RankFiles>) -> Option<Failure> {
    if !ranked.roles.is_empty() && ranked.n_candidates > 0 {
        return None;
    }
    let kind = if ranked.roles.is_empty() { "role" } else { "candidate" };
    let file = files.map_or("the whole file".to_owned(), |files| {
        let path = if ranked.roles.is_empty() { &files.roles } else { &files.candidates };
        path.display().to_string()
    });
    let skipped = if ranked.n_skipped == 0 {
        "it holds no documents".to_owned()
    } else {
        format!("{} skipped, for the reasons above", counted(ranked.n_skipped, "line"))
    };
    Some(
        Failure::negative(format!("nothing to rank: {file} has no usable {kind} ({skipped})"))
            .with_hint(format!("`rolefit schema {kind}` prints what a {kind} looks like")),
    )
}

/// What was read, in a line.
pub(super) fn said(n_roles: usize, n_candidates: usize, n_skipped: usize, started: Instant) -> String {
    format!(
        "{} and {} read, {} skipped, {:.1} s",
        counted(n_roles, "role"),
        counted(n_candidates, "candidate"),
        counted(n_skipped, "line"),
        started.elapsed().as_secs_f64()
    )
}

/// Says what happens while files are read.
pub(super) fn report(console: &mut Console, event: &BatchEvent<'_>) {
    match event {
        BatchEvent::Skipped { file, line } => console.say(format_args!("skipped {}:{line}", file.display())),
        BatchEvent::Progress { kind, documents, bytes, total_bytes } => {
            console.progress(&Reading { kind, documents: *documents, bytes: *bytes, total_bytes: *total_bytes });
        }
        BatchEvent::Imported { file, kind, format, guessed, report } => {
            foreign::report(console, file, kind, (*format, *guessed), report);
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
