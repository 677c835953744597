//! `rolefit extract`: the facts that a text states.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::arguments::{TaxonomyArguments, TextFormat, read_text};
use super::destination::Destination;
use super::failure::Failure;
use super::table::Page;
use super::{json_rows, table};
use crate::extract::Extractor;

#[derive(Debug, Args)]
#[command(after_help = "\
Plain text and HTML are understood. Offsets count Unicode characters of the text as given, from 0.

Examples:
  rolefit extract posting.html --format table
  pbpaste | rolefit extract - | jq '.skills[].label'
  rolefit extract posting.txt --trace | jq -c '.trace[]'")]
pub(super) struct Arguments {
    /// The text, or `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How the result is written
    #[arg(long, value_enum, default_value_t = TextFormat::Json)]
    format: TextFormat,
    /// Tell also which rule made each fact, and out of which tokens
    #[arg(long)]
    trace: bool,
    #[command(flatten)]
    taxonomy: TaxonomyArguments,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let extractor = Extractor::new(arguments.taxonomy.load()?);
    let text = read_text(&arguments.file)?;
    let facts = if arguments.trace { extractor.extract_traced(&text)? } else { extractor.extract(&text)? };
    let mut out = Destination::stdout();
    match arguments.format {
        TextFormat::Json => json_rows::pretty(&facts, &mut out)?,
        TextFormat::Table => {
            let page = Page::of(&out);
            out.write_all(table::extraction(&facts, page).as_bytes())?;
            if arguments.trace {
                out.write_all(table::trace(&facts.trace, page).as_bytes())?;
            }
        }
    }
    out.finish()
}
