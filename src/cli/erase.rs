//! `rolefit erase`: people removed from a data directory that nobody has open, and from all of its files.

use clap::Args;
use serde::Serialize;

use super::arguments::EngineArguments;
use super::failure::Failure;
use super::shortlists::counted;
use super::upkeep::{UpkeepArguments, failed};
use crate::storage::{RemovalOutcome, RemoveOptions};
use crate::{CandidateId, Engine};

#[derive(Debug, Args)]
#[command(after_help = "\
Removes the candidates in one step and writes store and index anew, as `rolefit compact` does: afterwards no file of the directory holds a text, a name or an id of them. A service that runs erases by `DELETE /v1/candidates/ID?erase=true`. Backups, exports, and whatever the disk itself keeps are not touched.

Where none of the ids is known, nothing is written and the exit code is 1.

Examples:
  rolefit erase c-0042 --data-dir data
  rolefit erase c-0042 c-0043 --data-dir /var/lib/rolefit --format json")]
pub(super) struct Arguments {
    /// Ids of the candidates
    #[arg(value_name = "ID", required = true)]
    ids: Vec<String>,
    #[command(flatten)]
    upkeep: UpkeepArguments,
    #[command(flatten)]
    engine: EngineArguments,
}

/// What was erased.
#[derive(Serialize)]
struct Outcome {
    erased: usize,
    missing: Vec<String>,
    seq: u64,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let id = |id: &String| {
        CandidateId::new(id).map_err(|rule| Failure::usage(format!("{id:?} is no id of a candidate: {rule}")))
    };
    let ids = arguments.ids.iter().map(id).collect::<Result<Vec<CandidateId>, Failure>>()?;
    let engine = Engine::open_with(arguments.upkeep.existing()?, arguments.engine.options()?)?;
    let removed = engine.remove_candidates(&ids, &RemoveOptions::default().with_erase(true))?;
    // The directory is written anew below, when nobody has it open.
    drop(engine);
    let is_missing = |(_, outcome): &(&CandidateId, &RemovalOutcome)| **outcome != RemovalOutcome::Removed;
    let missing: Vec<String> =
        ids.iter().zip(&removed.outcomes).filter(is_missing).map(|(id, _)| id.to_string()).collect();
    if removed.erasure.is_none() {
        return Err(Failure::negative("there is no candidate of these ids")
            .with_hint("`rolefit compact` erases what was deleted before"));
    }
    let options = arguments.engine.options()?;
    let done = arguments.upkeep.on(|directory| directory.compact(options)).map_err(failed)?;
    let erased = ids.len() - missing.len();
    let text = match missing.len() {
        0 => format!("{} erased", counted(erased, "candidate")),
        n => format!("{} erased, {} not there", counted(erased, "candidate"), counted(n, "id")),
    };
    arguments.upkeep.write(&Outcome { erased, missing, seq: done.seq }, &text)
}
