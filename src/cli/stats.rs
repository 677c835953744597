//! `rolefit stats`: how much a data directory holds, and what ranking it needs of memory.

use clap::Args;

use super::arguments::EngineArguments;
use super::failure::Failure;
use super::shortlists::counted;
use super::upkeep::{UpkeepArguments, size};
use crate::Engine;

#[derive(Debug, Args)]
#[command(after_help = "\
Every ranking reads columns of bytes that are held in memory: the most that each candidate can earn of each skill and kind of work. Whoever cannot reach a shortlist by them is never scored.

Examples:
  rolefit stats --data-dir data
  rolefit stats --data-dir data --format json")]
pub(super) struct Arguments {
    #[command(flatten)]
    upkeep: UpkeepArguments,
    #[command(flatten)]
    engine: EngineArguments,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let status = Engine::open_with(arguments.upkeep.existing()?, arguments.engine.options()?)?.status();
    let columns = size(u64::try_from(status.column_bytes).unwrap_or(u64::MAX));
    let people = size(u64::try_from(status.people_bytes).unwrap_or(u64::MAX));
    let each = |bytes: usize| bytes.checked_div(status.candidates.saturating_sub(status.newcomers)).unwrap_or(0);
    let text = format!(
        "{}, {}; in {}: columns of {columns}, {} bytes a candidate, and people of {people}, {} bytes each; {} in no tile yet",
        counted(status.candidates, "candidate"),
        counted(status.roles, "role"),
        counted(status.tiles, "tile"),
        each(status.column_bytes),
        each(status.people_bytes),
        counted(status.newcomers, "newcomer")
    );
    let unreadable = match status.unreadable {
        0 => String::new(),
        n => format!("\n{} cannot be read by this version, and stand in no match", counted(n, "document")),
    };
    arguments.upkeep.write(&status, &(text + &unreadable))
}
