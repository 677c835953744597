//! `rolefit merge`: the parts of `rank --shard` into one answer.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use super::arguments::{EngineArguments, ShortlistArguments, ShortlistFormat};
use super::console::Console;
use super::destination::Destination;
use super::failure::Failure;
use super::rank::{nothing_to_rank, said};
use super::shortlists;
use crate::files::{PartsMerge, RankedPart};
use crate::{Engine, Error};

#[derive(Debug, Args)]
#[command(after_help = "\
Parts merge in any order and grouping, and the merged answer is, byte for byte, that of one run of `rolefit rank` over the whole file. The format is the one that was asked of `rank`, unless another is given here. Give the same --profile, --taxonomy and --market as to `rank`.

A job array of 32 tasks (Slurm), and the merge that waits for it:
  #!/bin/bash
  #SBATCH --array=1-32
  rolefit rank --roles roles.jsonl --candidates pool.jsonl.zst --as-of 2026-11-01 --format jsonl \\
    --shard $SLURM_ARRAY_TASK_ID/32 --output part-$SLURM_ARRAY_TASK_ID.jsonl

  sbatch --dependency=afterok:$JOB --wrap 'rolefit merge part-*.jsonl --output shortlists.jsonl'

With GNU parallel:
  seq 8 | parallel rolefit rank --roles roles.jsonl --candidates pool.jsonl --shard {}/8 --output part-{}.jsonl
  rolefit merge part-*.jsonl

Some of the parts into one part, to be merged with the others:
  rolefit merge part-1.jsonl part-2.jsonl --partial --output half.jsonl")]
pub(super) struct Arguments {
    /// Parts that `rank --shard` or `merge --partial` wrote, compressed or not
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How results are written; as `rank` was told unless given
    #[arg(long, value_enum)]
    format: Option<ShortlistFormat>,
    /// Write the results to this file, which appears whole or not at all
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Show under each candidate where the points come from, with quotes
    #[arg(long)]
    explain: bool,
    /// Write a part again instead of results, with some shards still missing or none
    #[arg(long, conflicts_with_all = ["format", "explain"])]
    partial: bool,
    #[command(flatten)]
    engine: EngineArguments,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Result<(), Failure> {
    let started = Instant::now();
    let inputs: Vec<&Path> = arguments.files.iter().map(PathBuf::as_path).collect();
    let mut files = inputs.iter();
    let first = files.next().ok_or_else(|| Failure::usage("parts are needed"))?;
    let part = RankedPart::read(first)?;
    let note = Note::parse(part.note());
    let shortlist = ShortlistArguments {
        top: part.limit(),
        format: arguments.format.unwrap_or(note.format),
        output: arguments.output.clone(),
        explain: arguments.explain || note.explain && arguments.format.is_none(),
    };
    shortlists::check_output(&shortlist, note.blind, &inputs)?;
    let engine = Engine::in_memory_with(arguments.engine.options()?);
    let evidence = shortlist.format.has_evidence();
    let mut merge = PartsMerge::new(&engine, part, evidence).map_err(|error| named(first, &error))?;
    for file in files {
        let part = RankedPart::read(file)?;
        merge.take_in(part).map_err(|error| named(file, &error))?;
    }
    let missing = merge.missing();
    if arguments.partial {
        let part = merge.into_part();
        let mut out = Destination::open(arguments.output.as_deref())?;
        part.write(&mut out)?;
        out.finish()?;
        let (n_roles, n_candidates) = (part.roles().len(), part.n_candidates());
        console.say(said(n_roles, n_candidates, part.n_skipped(), started));
        return Ok(());
    }
    if !missing.is_empty() {
        let message = format!("of {} shards, these are missing: {}", merge.n_shards(), listed(&missing));
        let hint = "--partial merges what is there into a part, to be merged with the others";
        return Err(Failure::negative(message).with_hint(hint));
    }
    let ranked = merge.finish();
    if let Some(nothing) = nothing_to_rank(&ranked, None) {
        return Err(nothing);
    }
    shortlists::write_ranked(&ranked, &shortlist, note.blind, console)?;
    console.say(said(ranked.roles.len(), ranked.n_candidates, ranked.n_skipped, started));
    Ok(())
}

/// The formats as the command line names them, too.
const GREENHOUSE_SCORECARD: &str = "greenhouse-scorecard";
const LEVER_SCORECARD: &str = "lever-scorecard";

/// What a part remembers of how the answer is to be written.
pub(super) struct Note {
    pub format: ShortlistFormat,
    pub explain: bool,
    pub blind: bool,
}

impl Note {
    pub(super) fn written(&self) -> String {
        let format = match self.format {
            ShortlistFormat::Table => "table",
            ShortlistFormat::Json => "json",
            ShortlistFormat::Jsonl => "jsonl",
            ShortlistFormat::Csv => "csv",
            ShortlistFormat::Html => "html",
            ShortlistFormat::GreenhouseScorecard => GREENHOUSE_SCORECARD,
            ShortlistFormat::LeverScorecard => LEVER_SCORECARD,
            #[cfg(feature = "spreadsheets")]
            ShortlistFormat::Xlsx => "xlsx",
        };
        let word = |is_on: bool, word: &'static str| if is_on { word } else { "" };
        format!("{format}{}{}", word(self.explain, " explain"), word(self.blind, " blind"))
    }

    fn parse(note: &str) -> Self {
        let format = match note.split(' ').next() {
            Some("json") => ShortlistFormat::Json,
            Some("jsonl") => ShortlistFormat::Jsonl,
            Some("csv") => ShortlistFormat::Csv,
            Some("html") => ShortlistFormat::Html,
            Some(GREENHOUSE_SCORECARD) => ShortlistFormat::GreenhouseScorecard,
            Some(LEVER_SCORECARD) => ShortlistFormat::LeverScorecard,
            #[cfg(feature = "spreadsheets")]
            Some("xlsx") => ShortlistFormat::Xlsx,
            _ => ShortlistFormat::Table,
        };
        let has = |word: &str| note.split(' ').skip(1).any(|other| other == word);
        Self { format, explain: has("explain"), blind: has("blind") }
    }
}

fn named(file: &Path, error: &Error) -> Failure {
    Failure::input(format!("{}: {error}", file.display()))
}

/// `3, 5-7, 9`.
fn listed(shards: &[u32]) -> String {
    let mut text = String::new();
    for run in shards.chunk_by(|a, b| a + 1 == *b) {
        let (first, last) = (run[0], run[run.len() - 1]);
        let comma = if text.is_empty() { "" } else { ", " };
        let _ = if first == last { write!(text, "{comma}{first}") } else { write!(text, "{comma}{first}-{last}") };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_listed_by_their_runs() {
        assert_eq!(listed(&[3, 5, 6, 7, 9]), "3, 5-7, 9");
    }

    #[test]
    fn a_note_says_how_the_answer_is_written() {
        for (format, explain, blind) in [
            (ShortlistFormat::Table, true, false),
            (ShortlistFormat::Csv, false, false),
            (ShortlistFormat::Html, true, true),
            (ShortlistFormat::Html, false, true),
        ] {
            let note = Note::parse(&Note { format, explain, blind }.written());
            assert_eq!((note.format, note.explain, note.blind), (format, explain, blind));
        }
    }
}
