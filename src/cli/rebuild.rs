//! `rolefit rebuild`: the search index made anew.

use clap::Args;
use serde::Serialize;

use super::arguments::EngineArguments;
use super::failure::Failure;
use super::shortlists::counted;
use super::upkeep::{UpkeepArguments, failed};

#[derive(Debug, Args)]
#[command(after_help = "\
Removes the search index and makes it anew from the documents. Nothing can be lost by it: the index holds nothing that the documents do not. A start does the same by itself when it finds the index missing or damaged.

Example:
  rolefit rebuild --data-dir data")]
pub(super) struct Arguments {
    #[command(flatten)]
    upkeep: UpkeepArguments,
    #[command(flatten)]
    engine: EngineArguments,
}

#[derive(Serialize)]
struct Rebuilt {
    candidates: usize,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let options = arguments.engine.options()?;
    let candidates = arguments.upkeep.on(|directory| directory.rebuild(options)).map_err(failed)?;
    arguments.upkeep.write(&Rebuilt { candidates }, &format!("index of {} made anew", counted(candidates, "candidate")))
}
