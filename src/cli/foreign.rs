//! Documents of other systems: the arguments that say what they are, and what is said of what became of them.

use std::path::Path;
use std::str::FromStr;

use clap::Args;

use super::console::Console;
use crate::intake::{ColumnName, ImportFormat, ImportOptions, ImportOutcome, ImportReport};

/// Of which format documents are.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Documents of other systems")]
pub(super) struct ForeignArguments {
    /// The format of the files: rolefit, json-resume, schema-org, greenhouse, lever, ashby, merge, opencats, linkedin, hr-json, documents
    /// (résumés and postings: PDF, DOCX, ODT, RTF, HTML, .eml, .txt) or csv; told by the first document unless given. For one of the files alone: roles:lever
    #[arg(long, value_name = "FORMAT")]
    from: Vec<Of<ImportFormat>>,
    /// A column of a table that stands for a field, such as title=Position; repeat for more. For one of the files alone: roles:title=Position
    #[arg(long, value_name = "FIELD=COLUMN")]
    map: Vec<Of<ColumnName>>,
}

impl ForeignArguments {
    /// What is said of files of this kind, `candidate` or `role`.
    pub(super) fn options(&self, kind: &str) -> ImportOptions {
        let is_of = |of: Option<&'static str>| of.is_none_or(|of| of == kind);
        // Said of both, a format is that of those files of which it can be.
        let from = self.from.iter().rfind(|from| is_of(from.kind) && (from.kind.is_some() || from.what.has(kind)));
        let map = self.map.iter().filter(|name| is_of(name.kind));
        ImportOptions::default().with_from(from.map(|from| from.what)).with_columns(map.map(|name| name.what.clone()))
    }
}

/// What is said of the files of one kind, or of both.
#[derive(Clone, Debug)]
struct Of<T> {
    kind: Option<&'static str>,
    what: T,
}

impl<T: FromStr> FromStr for Of<T> {
    type Err = T::Err;

    fn from_str(text: &str) -> Result<Self, T::Err> {
        let (kind, rest) = match text.split_once(':') {
            Some(("roles", rest)) => (Some("role"), rest),
            Some(("candidates", rest)) => (Some("candidate"), rest),
            _ => (None, text),
        };
        Ok(Self { kind, what: rest.parse()? })
    }
}

/// Where fields have less than one of so many values, the format may be another one. Of the formats' own fixtures one of four has a field at the
/// least, of a wrong one none, or one of sixteen.
const LITTLE: usize = 10;
/// So many places of values are told of each file.
const MAX_PLACES: usize = 20;

/// Says what a file was read as, and what became of its values.
pub(super) fn report(
    console: &mut Console,
    file: &Path,
    kind: &str,
    (format, guessed): (ImportFormat, bool),
    report: &ImportReport,
) {
    let told = if guessed { "guessed; --from says otherwise" } else { "as --from says" };
    let mut lines = report.lines().into_iter();
    let totals = lines.next().unwrap_or_default();
    console.say(format_args!("{}: read as {format} {kind}s ({told}): {totals}", file.display()));
    if !guessed && report.mapped * LITTLE < report.values() {
        console.say("  hardly anything of it is in a field; without --from the format is guessed");
    }
    let n_places: usize = report
        .notes
        .iter()
        .filter(|(outcome, _)| **outcome != ImportOutcome::Kept)
        .map(|(_, places)| places.len())
        .sum();
    for line in lines.by_ref().take(MAX_PLACES) {
        console.say(format_args!("  {line}"));
    }
    if n_places > MAX_PLACES {
        console.say(format_args!("  and {} other places", n_places - MAX_PLACES));
    }
}
