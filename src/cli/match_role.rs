//! `rolefit match`: the shortlist for a role of a data directory.

use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::{EngineArguments, FilterArguments, JudgementArguments, ShortlistArguments};
use super::console::Console;
use super::failure::Failure;
use super::shortlists::{self, Shortlisted};
use super::upkeep::{TenantArguments, none_there};
use crate::{Engine, EngineOptions, Error, RoleId};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  rolefit match r-7 --data-dir data
  rolefit match r-7 --data-dir data --top 50 --format csv --output r-7.csv
  rolefit match r-7 --data-dir data --skill InfiniBand --min-scale 1000 --location \"Austin, TX\"")]
pub(super) struct Arguments {
    /// The role's id
    #[arg(value_name = "ROLE_ID")]
    role: String,
    /// Where candidates and roles are kept
    #[arg(long, value_name = "DIR")]
    data_dir: PathBuf,
    #[command(flatten)]
    tenant: TenantArguments,
    #[command(flatten)]
    shortlist: ShortlistArguments,
    #[command(flatten)]
    judgement: JudgementArguments,
    #[command(flatten)]
    filters: FilterArguments,
    #[command(flatten)]
    engine: EngineArguments,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Result<(), Failure> {
    shortlists::check_output(&arguments.shortlist, arguments.judgement.blind, &[])?;
    arguments.judgement.check_language(arguments.shortlist.format.is_json())?;
    let engine = open_existing(&arguments.tenant.directory(&arguments.data_dir), arguments.engine.options()?)?;
    let unknown = || Error::NotFound { what: "role", id: arguments.role.clone() };
    let id = RoleId::new(&arguments.role).map_err(|_| unknown())?;
    let role = engine.role(&id)?.ok_or_else(|| {
        Failure::from(unknown()).with_hint(format!(
            "the directory holds {}; `rolefit import --data-dir {} --roles FILE` adds some",
            shortlists::counted(engine.role_count(), "role"),
            arguments.data_dir.display()
        ))
    })?;
    let evidence = arguments.shortlist.format.has_evidence();
    let mut options = arguments.judgement.options(arguments.shortlist.top, evidence);
    options.filters = arguments.filters.filters();
    let answer = engine.matches(&id, &options)?;
    shortlists::write(&[Shortlisted::new(&role, &answer, arguments.judgement.blind)], &arguments.shortlist)?;
    console.say(format_args!(
        "{} in {}",
        shortlists::counted(engine.candidate_count(), "candidate"),
        arguments.data_dir.display()
    ));
    Ok(())
}

/// Opens a data directory that is there: reading commands make none.
pub(super) fn open_existing(dir: &Path, options: EngineOptions) -> Result<Engine, Failure> {
    if !dir.is_dir() {
        return Err(none_there(&dir.display()));
    }
    Ok(Engine::open_with(dir, options)?)
}
