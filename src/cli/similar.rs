//! `rolefit similar`: the candidates of a data directory who are most like one of them, or the roles that are.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::arguments::{EngineArguments, JudgementArguments, TextFormat};
use super::destination::Destination;
use super::failure::Failure;
use super::json_rows;
use super::match_role::open_existing;
use super::table::{self, Page};
use crate::{CandidateId, Error, RoleId};

#[derive(Debug, Args)]
#[command(after_help = "\
A candidate is turned into the role that describes them (skills, kind of work, scale, level, place; pay and all that is personal \
are left out), and the others are scored for it. A role is compared with the people whom the other roles describe. A fit of 100 is \
that of a twin; bringing more is never punished.

Examples:
  rolefit similar --candidate c-0042 --data-dir data
  rolefit similar --role r-7 --data-dir data --top 5 --format json")]
#[group(id = "whose", required = true, multiple = false, args = ["candidate", "role"])]
pub(super) struct Arguments {
    /// The candidate whose like is sought
    #[arg(long, value_name = "ID")]
    candidate: Option<String>,
    /// The role whose like is sought
    #[arg(long, value_name = "ID")]
    role: Option<String>,
    /// Where candidates and roles are kept
    #[arg(long, value_name = "DIR")]
    data_dir: PathBuf,
    /// Results, 1 to 1000
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1000))]
    top: usize,
    /// How the result is written
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    format: TextFormat,
    #[command(flatten)]
    judgement: JudgementArguments,
    #[command(flatten)]
    engine: EngineArguments,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.judgement.check_language(matches!(arguments.format, TextFormat::Json))?;
    let engine = open_existing(&arguments.data_dir, arguments.engine.options()?)?;
    let options = arguments.judgement.options(arguments.top, true);
    let unknown = |what, id: &str| Error::NotFound { what, id: id.to_owned() };
    let mut out = Destination::stdout();
    let page = Page::of(&out);
    let (answer, text) = if let Some(id) = &arguments.role {
        let role_id = RoleId::new(id).map_err(|_| unknown("role", id))?;
        let answer = engine.similar_roles(&role_id, &options)?;
        let role = engine.role(&role_id)?.ok_or_else(|| unknown("role", id))?;
        let text = table::similar_roles(&role, &answer, page);
        (answer, text)
    } else {
        let id = arguments.candidate.as_deref().expect("clap asks for a role or a candidate");
        let candidate_id = CandidateId::new(id).map_err(|_| unknown("candidate", id))?;
        let answer = engine.similar_candidates(&candidate_id, &options)?;
        let candidate = engine.candidate(&candidate_id)?.ok_or_else(|| unknown("candidate", id))?;
        let blind = arguments.judgement.blind;
        let answer = if blind { answer.blinded() } else { answer };
        let text = table::similar_candidates((!blind).then_some(&candidate), &answer, page);
        (answer, text)
    };
    match arguments.format {
        TextFormat::Json => json_rows::pretty(&answer, &mut out)?,
        TextFormat::Table => out.write_all(text.as_bytes())?,
    }
    out.finish()
}
