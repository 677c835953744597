//! `rolefit export`: the documents of a data directory as NDJSON.

use std::path::{Path, PathBuf};

use clap::Args;

use super::console::Console;
use super::destination::Destination;
use super::failure::Failure;
use super::shortlists::counted;
use super::upkeep::{TenantArguments, failed_writing};
use super::watch::watched;
use crate::Error;
use crate::storage::{DataDirectory, Progress};

#[derive(Debug, Args)]
#[command(after_help = "\
Writes one document a line, as it is stored, in the order of the ids; `rolefit import` reads it back, on another machine or in another version. Files appear whole or not at all. The directory must not be in use.

A damaged document ends the export with exit code 4 and no file. With --skip-damaged it is named, left out, and the exit code is 1: this saves what can be saved of a directory that no engine opens.

Examples:
  rolefit export --data-dir data --roles roles.jsonl --candidates candidates.jsonl
  rolefit export --data-dir data --candidates - | gzip > candidates.jsonl.gz")]
pub(super) struct Arguments {
    /// The data directory; no rolefit may be using it
    #[arg(long, value_name = "DIR")]
    data_dir: PathBuf,
    #[command(flatten)]
    tenant: TenantArguments,
    /// Where candidates are written; `-` is standard output
    #[arg(long, value_name = "FILE", required_unless_present = "roles")]
    candidates: Option<PathBuf>,
    /// Where roles are written; `-` is standard output
    #[arg(long, value_name = "FILE")]
    roles: Option<PathBuf>,
    /// Leave out documents that are damaged, and name them
    #[arg(long)]
    skip_damaged: bool,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Result<(), Failure> {
    let (place, mut n_damaged) = (arguments.tenant.directory(&arguments.data_dir), 0);
    let directory = |progress: &Progress| DataDirectory::at(&place).watched(progress);
    let mut damaged = |error: Error| {
        if !arguments.skip_damaged {
            return Err(error);
        }
        n_damaged += 1;
        console.say(format_args!("left out: {error}"));
        Ok(())
    };
    let mut written = Vec::new();
    if let Some(path) = &arguments.roles {
        written
            .push(("role", one(path, |out| watched(|progress| directory(progress).export_roles(out, &mut damaged)))?));
    }
    if let Some(path) = &arguments.candidates {
        written.push((
            "candidate",
            one(path, |out| watched(|progress| directory(progress).export_candidates(out, &mut damaged)))?,
        ));
    }
    for (noun, n_lines) in written {
        console.say(format_args!("{} exported", counted(usize::try_from(n_lines).unwrap_or(usize::MAX), noun)));
    }
    if n_damaged == 0 {
        return Ok(());
    }
    Err(Failure::negative(format!("{} left out", counted(n_damaged, "damaged document"))))
}

fn one(path: &Path, export: impl FnOnce(&mut dyn std::io::Write) -> Result<u64, Error>) -> Result<u64, Failure> {
    let mut out = Destination::open(Some(path))?;
    match export(&mut out) {
        Ok(n_lines) => out.finish().map(|()| n_lines),
        // A reader that has seen enough.
        Err(Error::Io { source, .. }) if source.kind() == std::io::ErrorKind::BrokenPipe => Err(source.into()),
        Err(error) => Err(failed_writing(error)),
    }
}
