//! `rolefit explain`: one pair, with its whole explanation.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::arguments::{EngineArguments, JudgementArguments};
use super::destination::Destination;
use super::failure::Failure;
use super::match_role::open_existing;
use super::table::Page;
use super::{brief, json_rows, table};
use crate::files::read_document_file;
use crate::{Candidate, CandidateId, Engine, Error, Role, RoleId};

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  rolefit explain role.json candidate.json
  rolefit explain r-7 c-0042 --data-dir data --format json
  rolefit explain role.pdf resume.pdf --format html --blind > brief.html")]
pub(super) struct Arguments {
    /// The role: its id with --data-dir, else a file that holds one role
    #[arg(value_name = "ROLE")]
    role: String,
    /// The candidate: its id with --data-dir, else a file that holds one candidate
    #[arg(value_name = "CANDIDATE")]
    candidate: String,
    /// Where candidates and roles are kept
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// How the result is written
    #[arg(long, value_enum, default_value_t)]
    format: PairFormat,
    #[command(flatten)]
    judgement: JudgementArguments,
    #[command(flatten)]
    engine: EngineArguments,
}

/// How a pair is written.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum PairFormat {
    /// For people
    #[default]
    Table,
    /// For programs
    Json,
    /// A page to send to a hiring manager (HTML)
    Html,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    arguments.judgement.check_language(matches!(arguments.format, PairFormat::Json))?;
    let match_options = arguments.judgement.options(1, true);
    let options = arguments.engine.options()?;
    let (role, row) = if let Some(dir) = &arguments.data_dir {
        let engine = open_existing(dir, options)?;
        let unknown = |what, id: &str| Error::NotFound { what, id: id.to_owned() };
        let role_id = RoleId::new(&arguments.role).map_err(|_| unknown("role", &arguments.role))?;
        let candidate_id =
            CandidateId::new(&arguments.candidate).map_err(|_| unknown("candidate", &arguments.candidate))?;
        let row = engine.explain(&role_id, &candidate_id, &match_options)?;
        let role = engine.role(&role_id)?.ok_or_else(|| unknown("role", &arguments.role))?;
        (role, row)
    } else {
        if arguments.role == "-" && arguments.candidate == "-" {
            return Err(Failure::usage("role and candidate are both `-`, and standard input can be read once"));
        }
        let engine = Engine::in_memory_with(options);
        let role: Role = read(&arguments.role, &engine)?;
        let candidate: Candidate = read(&arguments.candidate, &engine)?;
        let row = engine.explain_documents(&role, &candidate, &match_options)?;
        (role, row)
    };
    let row = if arguments.judgement.blind { row.blinded() } else { row };
    let mut out = Destination::stdout();
    match arguments.format {
        PairFormat::Json => json_rows::pretty(&row, &mut out)?,
        PairFormat::Html => brief::write_pair(&role, &row, &mut out)?,
        PairFormat::Table => {
            let page = Page::of(&out);
            out.write_all(table::pair(&role, &row, page).as_bytes())?;
        }
    }
    out.finish()
}

fn read<T: crate::intake::Document>(path: &str, engine: &Engine) -> Result<T, Failure> {
    let path = Path::new(path);
    read_document_file(path, &engine.options().limits).map_err(|error| {
        let failure = Failure::from(error);
        if path.exists() || path == Path::new("-") {
            failure
        } else {
            failure.with_hint(format!("give --data-dir to name a {} by its id", T::KIND))
        }
    })
}
