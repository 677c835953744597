//! `rolefit feedback`: what people think of candidates for roles, as graded pairs or in full.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::arguments::EngineArguments;
use super::console::Console;
use super::destination::Destination;
use super::failure::Failure;
use super::json_rows;
use super::match_role::open_existing;
use super::shortlists::counted;
use super::upkeep::TenantArguments;
use crate::feedback::{Feedback, FeedbackOptions};
use crate::matching::PageOptions;
use crate::{Engine, Error, RoleId};

#[derive(Debug, Args)]
#[command(after_help = "\
Grades are 0 no, 1 possible, 2 worth a call, 3 call today. They are given on the page or over HTTP, and no fit depends on them.

Examples:
  rolefit feedback --data-dir data > qrels.txt
  rolefit feedback --data-dir data --role r-7 --format json
  rolefit export --data-dir data --roles roles.jsonl --candidates candidates.jsonl
  rolefit evaluate --roles roles.jsonl --candidates candidates.jsonl --qrels qrels.txt")]
pub(super) struct Arguments {
    /// Where candidates and roles are kept; no rolefit may be using it
    #[arg(long, value_name = "DIR")]
    data_dir: PathBuf,
    #[command(flatten)]
    tenant: TenantArguments,
    /// The role; all when absent
    #[arg(long, value_name = "ID")]
    role: Option<String>,
    /// How the result is written
    #[arg(long, value_enum, default_value_t = FeedbackFormat::Qrels)]
    format: FeedbackFormat,
    #[command(flatten)]
    engine: EngineArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FeedbackFormat {
    /// Pairs with a grade, `role 0 candidate grade`, as `rolefit evaluate --qrels` reads them
    Qrels,
    /// Stages, grades and notes
    Json,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Result<(), Failure> {
    let engine = open_existing(&arguments.tenant.directory(&arguments.data_dir), arguments.engine.options()?)?;
    let role = arguments.role.as_ref().map(|id| known_role(&engine, id)).transpose()?;
    let mut out = Destination::stdout();
    let n_shown = match arguments.format {
        FeedbackFormat::Qrels => {
            let pairs = engine.graded_pairs(role.as_ref());
            out.write_all(pairs.as_bytes())?;
            pairs.lines().count()
        }
        FeedbackFormat::Json => {
            let mut all: Vec<Feedback> = Vec::new();
            let roles = match role {
                Some(role) => vec![role],
                None => engine
                    .roles(&[], None, &PageOptions::of(usize::MAX))?
                    .documents
                    .into_iter()
                    .map(|role| role.id)
                    .collect(),
            };
            for role in &roles {
                let mut options = FeedbackOptions::default().with_limit(1000);
                loop {
                    let page = engine.feedback_of_role(role, &options)?;
                    all.extend(page.feedback);
                    match page.next_cursor {
                        Some(last) => options = options.with_after(last),
                        None => break,
                    }
                }
            }
            json_rows::pretty(&all, &mut out)?;
            all.len()
        }
    };
    out.finish()?;
    console.say(format_args!("{}", counted(n_shown, "pair")));
    Ok(())
}

fn known_role(engine: &Engine, id: &str) -> Result<RoleId, Error> {
    let missing = || Error::NotFound { what: "role", id: id.to_owned() };
    let role = RoleId::new(id).map_err(|_| missing())?;
    engine.role(&role)?.map(|_| role).ok_or_else(missing)
}
