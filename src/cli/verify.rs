//! `rolefit verify`: whether a data directory is whole.

use clap::Args;

use super::arguments::EngineArguments;
use super::failure::Failure;
use super::json_rows::word;
use super::shortlists::counted;
use super::upkeep::{UpkeepArguments, failed};
use crate::Verification;

#[derive(Debug, Args)]
#[command(after_help = "\
Reads every candidate, every role and every entry of the log against its checksum, and compares the store with the search index: each candidate, as of the same write. Whatever is wrong is named, and the exit code is then 1; it is 4 when the directory cannot be opened at all, for instance because a service is using it.

A damaged index is no loss: `rolefit rebuild`, or the next start, makes it anew. A damaged document is: write it again, restore a backup, or save the others with `rolefit export --skip-damaged`.

Examples:
  rolefit verify --data-dir data
  rolefit verify --data-dir data --format json | jq .flaws")]
pub(super) struct Arguments {
    #[command(flatten)]
    upkeep: UpkeepArguments,
    #[command(flatten)]
    engine: EngineArguments,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let found = arguments.upkeep.directory().verify(&arguments.engine.options()?).map_err(failed)?;
    arguments.upkeep.write(&found, &text(&found))?;
    if found.is_whole() { Ok(()) } else { Err(Failure::silent_negative()) }
}

fn text(found: &Verification) -> String {
    let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let verdict = if found.is_whole() { "whole".to_owned() } else { counted(found.flaw_count, "flaw") };
    let mut text = format!(
        "{verdict}\n  {}, {}, last write {}, digest {}\n  index: {}",
        counted(number(found.candidates), "candidate"),
        counted(number(found.roles), "role"),
        found.seq,
        found.digest,
        word(&found.index)
    );
    for flaw in &found.flaws {
        text += "\n  - ";
        text += flaw;
    }
    if found.flaws.len() < found.flaw_count {
        text += &format!("\n  - and {} more", found.flaw_count - found.flaws.len());
    }
    text
}
