//! `rolefit backup`: all documents of a data directory in one file.

use std::path::PathBuf;

use clap::Args;

use super::failure::Failure;
use super::shortlists::counted;
use super::upkeep::{UpkeepArguments, failed_writing};
use crate::storage::BackedUp;

#[derive(Debug, Args)]
#[command(after_help = "\
Writes every candidate and every role, as of one write, to a new file, which appears whole or not at all. Each entry is checked on the way out, and the file carries checksums from end to end. The index is left out: it is made anew. A backup is for this version or later ones; for other programs, use `rolefit export`.

The directory must not be in use. A service that runs gives a backup of itself, the same file: GET /v1/backup.

Examples:
  rolefit backup --data-dir data --to rolefit-monday.backup
  curl --fail --output rolefit-monday.backup http://127.0.0.1:7878/v1/backup
  rolefit restore --data-dir restored --from rolefit-monday.backup")]
pub(super) struct Arguments {
    #[command(flatten)]
    upkeep: UpkeepArguments,
    /// The backup's file, which must not be there yet
    #[arg(long, value_name = "FILE")]
    to: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let held = arguments.upkeep.on(|directory| directory.backup(&arguments.to)).map_err(failed_writing)?;
    arguments.upkeep.write(&held, &format!("{} backed up to {}", holdings(&held), arguments.to.display()))
}

/// What a backup holds, in words.
pub(super) fn holdings(held: &BackedUp) -> String {
    let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    let (candidates, roles) = (counted(number(held.candidates), "candidate"), counted(number(held.roles), "role"));
    format!("{candidates} and {roles} as of write {}", held.seq)
}
