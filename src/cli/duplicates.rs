//! `rolefit duplicates`: candidates of a data directory who may be one person, and what people decide of them.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::arguments::{EngineArguments, TextFormat};
use super::console::Console;
use super::destination::Destination;
use super::failure::Failure;
use super::json_rows;
use super::match_role::open_existing;
use super::shortlists::counted;
use super::table::{self, Page};
use super::upkeep::TenantArguments;
use crate::duplicates::{Duplicate, DuplicateOptions, DuplicateState};
use crate::{CandidateId, Engine, Error};

#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = false,
    after_help = "\
Compared are names whatever their order and spelling, addresses of mail, numbers of phones, pages, ids in other systems, jobs with their dates, schools and places. The strength is an estimate, and nothing is merged by itself. A merge changes no document: it can be undone at any time.

Examples:
  rolefit duplicates --data-dir data
  rolefit duplicates --data-dir data --state merged --format json
  rolefit duplicates --data-dir data merge c-0042 c-0317
  rolefit duplicates --data-dir data undo c-0042 c-0317"
)]
pub(super) struct Arguments {
    /// Where candidates are kept; no rolefit may be using it
    #[arg(long, value_name = "DIR", global = true)]
    data_dir: Option<PathBuf>,
    #[command(flatten)]
    tenant: TenantArguments,
    /// Pairs of whom this was decided
    #[arg(long, value_name = "proposed|merged|dismissed", default_value = "proposed", value_parser = state)]
    state: DuplicateState,
    /// Pairs, 1 to 1000
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1000))]
    top: usize,
    /// How the result is written
    #[arg(long, value_enum, default_value_t = TextFormat::Table, global = true)]
    format: TextFormat,
    #[command(flatten)]
    engine: EngineArguments,
    #[command(subcommand)]
    decision: Option<Decision>,
}

#[derive(Debug, Subcommand)]
enum Decision {
    /// Say that two candidates are one person, who is matched under the first id from then on
    #[command(after_help = "Example:\n  rolefit duplicates --data-dir data merge c-0042 c-0317")]
    Merge(Pair),
    /// Say that two candidates are two people: they are not proposed again
    #[command(after_help = "Example:\n  rolefit duplicates --data-dir data dismiss c-0042 c-0317")]
    Dismiss(Pair),
    /// Take back what was said of two candidates
    #[command(after_help = "Example:\n  rolefit duplicates --data-dir data undo c-0042 c-0317")]
    Undo(Pair),
}

#[derive(Debug, Args)]
struct Pair {
    /// Id of a candidate; of a merge, the one that survives
    #[arg(value_name = "ID")]
    one: String,
    /// Id of the other candidate
    #[arg(value_name = "OTHER_ID")]
    other: String,
}

impl Pair {
    fn ids(&self) -> Result<[CandidateId; 2], Failure> {
        let id =
            |text: &String| CandidateId::new(text).map_err(|_| Error::NotFound { what: "candidate", id: text.clone() });
        Ok([id(&self.one)?, id(&self.other)?])
    }
}

fn state(name: &str) -> Result<DuplicateState, String> {
    let found = DuplicateState::ALL.into_iter().find(|state| state.as_str() == name);
    found.ok_or_else(|| "expected proposed, merged or dismissed".to_owned())
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Result<(), Failure> {
    let data_dir = arguments
        .data_dir
        .as_ref()
        .ok_or_else(|| Failure::usage("there is no data directory; expected `--data-dir DIR`"))?;
    let engine = open_existing(&arguments.tenant.directory(data_dir), arguments.engine.options()?)?;
    let Some(decision) = &arguments.decision else { return list(arguments, &engine, console) };
    let (decided, told) = match decision {
        Decision::Merge(pair) => {
            let [survivor, other] = pair.ids()?;
            (engine.merge_candidates(&survivor, &other)?, "are one person, and matched under the first id")
        }
        Decision::Dismiss(pair) => {
            let [one, other] = pair.ids()?;
            (engine.dismiss_duplicate(&one, &other)?, "are two people, and not proposed again")
        }
        Decision::Undo(pair) => {
            let [one, other] = pair.ids()?;
            (engine.undo_duplicate(&Engine::duplicate_id(&one, &other))?, "are as if nothing had been said of them")
        }
    };
    let mut out = Destination::stdout();
    match arguments.format {
        TextFormat::Json => json_rows::pretty(&decided, &mut out)?,
        TextFormat::Table => {
            let [one, other] = &decided.candidate_ids;
            let mut text = format!("{one} and {other} {told}\n");
            text.push_str(&table::origins(&decided, Page::of(&out)));
            out.write_all(text.as_bytes())?;
        }
    }
    out.finish()
}

fn list(arguments: &Arguments, engine: &Engine, console: &mut Console) -> Result<(), Failure> {
    let options = DuplicateOptions::default().with_state(arguments.state).with_limit(arguments.top);
    let page = engine.duplicates(&options)?;
    let mut out = Destination::stdout();
    match arguments.format {
        TextFormat::Json => json_rows::pretty(&page, &mut out)?,
        TextFormat::Table => {
            let name = |id: &CandidateId| Ok::<_, Error>(engine.candidate(id)?.and_then(|candidate| candidate.name));
            let named = |duplicate: &Duplicate| {
                let [one, other] = &duplicate.candidate_ids;
                Ok([name(one)?, name(other)?])
            };
            let names = page.duplicates.iter().map(named).collect::<Result<Vec<_>, Error>>()?;
            let text = table::duplicates(&page.duplicates, &names, Page::of(&out));
            out.write_all(text.as_bytes())?;
        }
    }
    out.finish()?;
    let state = arguments.state.as_str();
    console.say(format_args!("{} {state}, {} shown", counted(page.total, "pair"), page.duplicates.len()));
    Ok(())
}
