//! `rolefit restore`: a data directory made from a backup.

use std::path::PathBuf;

use clap::Args;

use super::backup::holdings;
use super::failure::Failure;
use super::upkeep::{UpkeepArguments, failed};

#[derive(Debug, Args)]
#[command(after_help = "\
The data directory must be new or empty: nothing is ever restored over documents. The backup is read to its end before anything is made, so a damaged one is refused with exit code 3. After a crash on the way, run it again. The first start afterwards makes the index.

Examples:
  rolefit restore --data-dir restored --from rolefit-monday.backup
  rolefit verify --data-dir restored")]
pub(super) struct Arguments {
    #[command(flatten)]
    upkeep: UpkeepArguments,
    /// The backup's file
    #[arg(long, value_name = "FILE")]
    from: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let held = arguments.upkeep.on(|directory| directory.restore(&arguments.from)).map_err(failed)?;
    arguments.upkeep.write(&held, &format!("{} restored from {}", holdings(&held), arguments.from.display()))
}
