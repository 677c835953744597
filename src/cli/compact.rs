//! `rolefit compact`: a data directory written anew, without what was deleted.

use clap::Args;

use super::arguments::EngineArguments;
use super::failure::Failure;
use super::shortlists::counted;
use super::upkeep::{UpkeepArguments, failed, size};

#[derive(Debug, Args)]
#[command(after_help = "\
Writes the documents to a new store, checks it, puts it in place of the old one, and makes the index anew. Afterwards nothing of a person who was deleted, and no older version of a document, is left in the directory: no text and no id. Until then a deleted document stays in the files, although nothing answers with it any more. Backups, exports, and whatever the disk itself keeps are not touched.

A crash on the way leaves the old store or the new one, whole. There must be room for a second store.

Examples:
  rolefit compact --data-dir data
  systemctl stop rolefit && rolefit compact --data-dir /var/lib/rolefit; systemctl start rolefit")]
pub(super) struct Arguments {
    #[command(flatten)]
    upkeep: UpkeepArguments,
    #[command(flatten)]
    engine: EngineArguments,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let options = arguments.engine.options()?;
    let done = arguments.upkeep.on(|directory| directory.compact(options)).map_err(failed)?;
    let documents = counted(usize::try_from(done.documents).unwrap_or(usize::MAX), "document");
    let (before, after) = (size(done.bytes_before), size(done.bytes_after));
    arguments.upkeep.write(&done, &format!("{documents} written anew, {before} before, {after} after"))
}
