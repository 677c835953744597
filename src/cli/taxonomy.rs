//! `rolefit taxonomy check`: what is wrong with a user's taxonomy file.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Subcommand;

use super::arguments::read_text;
use super::destination::Destination;
use super::failure::Failure;
use super::shortlists::counted;
use crate::extract::Extractor;
use crate::taxonomy::Taxonomy;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List what is wrong with a taxonomy file that extends the built-in one
    #[command(after_help = "\
Prints one problem a line, after the file and its line, and exits with 1, or says that the file is fit for use.

Example:
  rolefit taxonomy check our-skills.toml")]
    Check {
        /// The taxonomy file (TOML)
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

pub(super) fn run(command: &Command) -> Result<(), Failure> {
    let Command::Check { file } = command;
    let text = read_text(file)?;
    let mut problems = Taxonomy::check(&text);
    if problems.is_empty() {
        let extended = Arc::new(Taxonomy::extended(&text)?);
        let extractor = Extractor::new(extended);
        problems = extractor.check_rules(&text);
        problems.extend(extractor.check_reading_rules());
    }
    let mut out = Destination::stdout();
    if !problems.is_empty() {
        for problem in &problems {
            let line = problem.line_in(&text).map_or_else(String::new, |line| format!(":{line}"));
            writeln!(out, "{}{line}: {problem}", file.display())?;
        }
        out.finish()?;
        return Err(Failure {
            message: Some(format!("{}: {}", file.display(), counted(problems.len(), "problem"))),
            ..Failure::silent_negative()
        });
    }
    let extended = Taxonomy::extended(&text)?;
    let embedded = Taxonomy::builtin();
    let added = extended.concepts().len() - embedded.concepts().len();
    writeln!(
        out,
        "{}: ok, {} ({} added) with {}",
        file.display(),
        counted(extended.concepts().len(), "concept"),
        added,
        counted(extended.label_count(), "label")
    )?;
    out.finish()
}
