//! `rolefit schema`: the JSON Schema of a document, or of a taxonomy file.

use std::io::Write;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::destination::Destination;
use super::failure::Failure;
use crate::intake::{schema, schema_names};
use crate::taxonomy::Taxonomy;

/// Beside the documents: the user's own taxonomy file.
const TAXONOMY: &str = "taxonomy";

#[derive(Debug, Args)]
#[command(after_help = "\
`taxonomy` is the file that `--taxonomy` takes: TOML, which editors can hold against a JSON Schema.

Examples:
  rolefit schema candidate > candidate.schema.json
  rolefit schema taxonomy > taxonomy.schema.json")]
pub(super) struct Arguments {
    /// Of which document or file
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(schema_names().iter().chain([&TAXONOMY])))]
    name: String,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let schema = match arguments.name.as_str() {
        TAXONOMY => Taxonomy::file_schema(),
        document => schema(document).expect("clap takes the names of schemas alone"),
    };
    let mut out = Destination::stdout();
    writeln!(out, "{schema:#}")?;
    out.finish()
}
