//! `rolefit import`: files into a data directory.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use super::arguments::{EngineArguments, StorageArguments};
use super::console::Console;
use super::failure::Failure;
use super::foreign::ForeignArguments;
use super::rank::{bad_line, report};
use super::shortlists::{counted, grouped};
use super::upkeep::TenantArguments;
use crate::files::{ImportFiles, ImportedKind, import_files};
use crate::{Engine, EngineOptions};

#[derive(Debug, Args)]
#[command(after_help = "\
A document takes the place of an older one with the same id. A line that cannot be used is reported with its number and reason, counted and passed over.

Documents of other systems are read, too. What became of their values is said on standard error: mapped to fields, kept in `custom`, ignored, or suspect. Personal attributes and current or previous pay are left out. Skills from tags are taken as nobody has verified them.

Examples:
  rolefit import --data-dir data --roles roles.jsonl --candidates candidates.jsonl
  rolefit import --data-dir data --candidates export.csv.gz
  rolefit import --data-dir data --candidates candidates.json --from greenhouse
  rolefit import --data-dir data --candidates resumes.zip
  rolefit import --data-dir data --candidates people.csv --map title=Position --map skills=\"Tech stack\"")]
#[group(id = "what", required = true, multiple = true, args = ["candidates", "roles"])]
pub(super) struct Arguments {
    /// Where candidates and roles are kept; made when it is not there
    #[arg(long, value_name = "DIR")]
    data_dir: PathBuf,
    #[command(flatten)]
    tenant: TenantArguments,
    /// The candidates: .json, .jsonl, .ndjson or .csv, also with .gz or .zst, .parquet, .xlsx, .sql, .html, or `-`; files such as .pdf and .docx,
    /// a folder or .zip of them
    #[arg(long, value_name = "FILE")]
    candidates: Option<PathBuf>,
    /// The roles: .json, .jsonl, .ndjson or .csv, also with .gz or .zst, .parquet, .xlsx, .sql, .html, or `-`; files such as .pdf and .docx,
    /// a folder or .zip of them
    #[arg(long, value_name = "FILE")]
    roles: Option<PathBuf>,
    /// Stop at the first line that cannot be used; what was imported before stays
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    foreign: ForeignArguments,
    #[command(flatten)]
    storage: StorageArguments,
    #[command(flatten)]
    engine: EngineArguments,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Result<(), Failure> {
    let started = Instant::now();
    let options = EngineOptions { storage: arguments.storage.options(), ..arguments.engine.options()? };
    let engine = Engine::open_with(arguments.tenant.directory(&arguments.data_dir), options)?;
    let files = ImportFiles {
        roles: arguments.roles.clone(),
        candidates: arguments.candidates.clone(),
        strict: arguments.strict,
        roles_import: arguments.foreign.options("role"),
        candidates_import: arguments.foreign.options("candidate"),
    };
    let imported = import_files(&engine, &files, &mut |event| report(console, &event)).map_err(bad_line)?;
    for (file, kind, imported) in
        [(&files.roles, "role", imported.roles), (&files.candidates, "candidate", imported.candidates)]
    {
        if file.is_some() {
            let ImportedKind { created, replaced, skipped } = imported;
            console.say(format_args!(
                "{} imported ({} new, {} replaced), {} skipped",
                counted(created + replaced, kind),
                grouped(created),
                grouped(replaced),
                counted(skipped, "line")
            ));
            if let (0, Some(file)) = (created + replaced, file) {
                console.say(nothing(file, kind, skipped));
            }
        }
    }
    console.say(format_args!("{:.1} s", started.elapsed().as_secs_f64()));
    Ok(())
}

/// What may be wrong with a file of which nothing was imported.
fn nothing(file: &Path, kind: &str, n_skipped: usize) -> String {
    let file = file.display();
    if n_skipped == 0 {
        return format!("{file}: holds no {kind}s; expected one at least");
    }
    let other = if kind == "role" { "candidates" } else { "roles" };
    format!(
        "{file}: nothing could be used; expected {kind}s as `rolefit schema {kind}` shows them, or of the system that --from names \
         (--{other} takes {other})"
    )
}
