//! `rolefit schema`: the JSON Schema of a document.

use std::io::Write;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::destination::Destination;
use super::failure::Failure;
use crate::{schema, schema_names};

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  rolefit schema candidate > candidate.schema.json")]
pub(super) struct Arguments {
    /// Which document
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(schema_names()))]
    name: String,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let schema = schema(&arguments.name).ok_or_else(|| {
        Failure::usage(format!("{:?} is no schema's name; {} are", arguments.name, schema_names().join(", ")))
    })?;
    let mut out = Destination::stdout();
    writeln!(out, "{schema:#}")?;
    out.finish()
}
