//! `rolefit what-if`: how the pool of a role would be under single changes, and what would lift one candidate.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::arguments::{EngineArguments, JudgementArguments, TextFormat};
use super::console::Console;
use super::destination::Destination;
use super::failure::Failure;
use super::json_rows;
use super::match_role::open_existing;
use super::rank::{bad_line, report};
use super::shortlists::counted;
use super::table::{self, Page};
use crate::explain::CutOff;
use crate::files::{ImportFiles, import_files, read_document_file};
use crate::matching::WhatIfOptions;
use crate::{CandidateId, Engine, Error, Role, RoleId};

#[derive(Debug, Args)]
#[command(after_help = "\
Each figure is what the shortlist would be for the role with that one change. With --candidate, the smallest changes of the role \
or of the candidate that would bring that person over the cut-off, each verified by scoring again: single ones, or pairs where no \
single change does.

Examples:
  rolefit what-if r-7 --data-dir data
  rolefit what-if r-7 --data-dir data --candidate c-0042 --top 20
  rolefit what-if --role role.json --candidates candidates.jsonl --format json")]
#[group(id = "which", required = true, multiple = false, args = ["role_id", "role"])]
pub(super) struct Arguments {
    /// The role's id, with --data-dir
    #[arg(value_name = "ROLE_ID", requires = "data_dir")]
    role_id: Option<String>,
    /// Where candidates and roles are kept
    #[arg(long, value_name = "DIR", requires = "role_id", conflicts_with = "candidates")]
    data_dir: Option<PathBuf>,
    /// A file that holds one role, with --candidates
    #[arg(long, value_name = "FILE", requires = "candidates")]
    role: Option<PathBuf>,
    /// The candidates: .json, .jsonl, .ndjson or `-`
    #[arg(long, value_name = "FILE", requires = "role")]
    candidates: Option<PathBuf>,
    /// Tell what would bring this candidate over the cut-off
    #[arg(long, value_name = "ID")]
    candidate: Option<String>,
    /// What the candidate is to reach: a place on the shortlist unless given, or the verdict good for somebody on it
    #[arg(long, value_name = "CUT_OFF", requires = "candidate", value_parser = PossibleValuesParser::new(CutOff::ALL.map(CutOff::as_str)))]
    cut_off: Option<String>,
    /// The length of the shortlist, 1 to 1000
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1000))]
    top: usize,
    /// How the result is written
    #[arg(long, value_enum, default_value_t = TextFormat::Table)]
    format: TextFormat,
    #[command(flatten)]
    judgement: JudgementArguments,
    #[command(flatten)]
    engine: EngineArguments,
    /// Stop at the first line that cannot be used, without results
    #[arg(long, requires = "role")]
    strict: bool,
}

pub(super) fn run(arguments: &Arguments, console: &mut Console) -> Result<(), Failure> {
    arguments.judgement.check_language(matches!(arguments.format, TextFormat::Json))?;
    let unknown = |what, id: &str| Error::NotFound { what, id: id.to_owned() };
    let candidate = arguments.candidate.as_ref();
    let candidate = candidate.map(|id| CandidateId::new(id).map_err(|_| unknown("candidate", id))).transpose()?;
    let options = WhatIfOptions {
        matching: arguments.judgement.options(arguments.top, false),
        candidate,
        cut_off: CutOff::ALL.into_iter().find(|cut_off| arguments.cut_off.as_deref() == Some(cut_off.as_str())),
        ..WhatIfOptions::default()
    };
    let (engine, role) = match (&arguments.role_id, &arguments.data_dir) {
        (Some(id), Some(dir)) => {
            let engine = open_existing(dir, arguments.engine.options()?)?;
            let role_id = RoleId::new(id).map_err(|_| unknown("role", id))?;
            let role = engine.role(&role_id)?.ok_or_else(|| {
                Failure::from(unknown("role", id))
                    .with_hint(format!("the directory holds {}", counted(engine.role_count(), "role")))
            })?;
            (engine, role)
        }
        _ => from_files(arguments, console)?,
    };
    let answer = engine.what_if(&role.id, &options)?;
    let answer = if arguments.judgement.blind { answer.blinded() } else { answer };
    let mut out = Destination::stdout();
    match arguments.format {
        TextFormat::Json => json_rows::pretty(&answer, &mut out)?,
        TextFormat::Table => {
            let page = Page::of(&out);
            out.write_all(table::what_if(&role, &answer, page).as_bytes())?;
        }
    }
    out.finish()
}

/// An engine in memory with the role and the candidates of the files.
fn from_files(arguments: &Arguments, console: &mut Console) -> Result<(Engine, Role), Failure> {
    let role = arguments.role.as_deref().expect("clap asks for a role's id or a file");
    let candidates = arguments.candidates.clone().expect("clap asks for the candidates of a file's role");
    if [role, &*candidates].iter().all(|path| *path == Path::new("-")) {
        return Err(Failure::usage("role and candidates are both `-`, and standard input can be read once"));
    }
    let engine = Engine::in_memory_with(arguments.engine.options()?);
    let role: Role = read_document_file(role, &engine.options().limits)?;
    engine.put_role(&role)?;
    let files =
        ImportFiles { candidates: Some(candidates.clone()), strict: arguments.strict, ..ImportFiles::default() };
    let imported = import_files(&engine, &files, &mut |event| report(console, &event)).map_err(bad_line)?;
    console.end_progress();
    if engine.candidate_count() == 0 {
        let skipped = counted(imported.candidates.skipped, "line");
        let message =
            format!("nothing to ask about: {} has no usable candidate ({skipped} skipped)", candidates.display());
        return Err(
            Failure::negative(message).with_hint("`rolefit schema candidate` prints what a candidate looks like")
        );
    }
    Ok((engine, role))
}
