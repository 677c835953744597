//! Shortlists in the form that was asked for.

use std::borrow::Cow;
use std::io::{IsTerminal, Write};
use std::path::Path;

use super::arguments::{ShortlistArguments, ShortlistFormat};
use super::console::Console;
use super::destination::Destination;
use super::failure::Failure;
#[cfg(feature = "spreadsheets")]
use super::sheet_rows;
use super::table::Page;
use super::{brief, csv_rows, json_rows, scorecards, table};
use crate::files::Ranked;
use crate::{Answer, Role};

/// A role with its answer, as it is written: whoever writes it cannot tell whether it is blind.
pub(super) struct Shortlisted<'a> {
    pub role: &'a Role,
    pub answer: Cow<'a, Answer>,
}

impl<'a> Shortlisted<'a> {
    /// With `blind` the answer says nothing of who somebody is.
    pub(super) fn new(role: &'a Role, answer: &'a Answer, blind: bool) -> Self {
        let answer = if blind { Cow::Owned(answer.clone().blinded()) } else { Cow::Borrowed(answer) };
        Self { role, answer }
    }
}

/// Refuses, before anything is done, an output that could not be written, would take an input's place, or tells who somebody is where nothing
/// may.
pub(super) fn check_output(arguments: &ShortlistArguments, blind: bool, inputs: &[&Path]) -> Result<(), Failure> {
    if blind && arguments.format.is_filed_by_id() {
        return Err(Failure::usage(
            "a scorecard is filed by the candidate's id, which --blind leaves out; expected another --format, or no --blind"
                .to_owned(),
        ));
    }
    if arguments.format.is_for_files() && arguments.output.is_none() && std::io::stdout().is_terminal() {
        return Err(Failure::usage("a workbook is no text for a terminal; name a file with --output".to_owned()));
    }
    let Some(output) = arguments.output.as_deref().filter(|path| *path != Path::new("-")) else { return Ok(()) };
    let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(Failure::usage(format!("{}: there is no folder {}", output.display(), folder.display())));
    }
    if output.is_dir() {
        return Err(Failure::usage(format!("{} is a folder; expected the name of a file", output.display())));
    }
    let same = |input: &&&Path| match (input.canonicalize(), output.canonicalize()) {
        (Ok(input), Ok(output)) => input == output,
        _ => false,
    };
    match inputs.iter().find(same) {
        Some(input) if output.is_file() => {
            Err(Failure::usage(format!("--output would overwrite {}, which is read", input.display())))
        }
        _ => Ok(()),
    }
}

/// Writes the shortlists of all roles.
pub(super) fn write_ranked(
    ranked: &Ranked,
    arguments: &ShortlistArguments,
    blind: bool,
    console: &mut Console,
) -> Result<(), Failure> {
    let of_role = |(role, answer)| Shortlisted::new(role, answer, blind);
    let shortlisted: Vec<Shortlisted> = ranked.roles.iter().zip(&ranked.answers).map(of_role).collect();
    console.end_progress();
    write(&shortlisted, arguments)
}

/// Writes shortlists, in their order.
pub(super) fn write(shortlisted: &[Shortlisted<'_>], arguments: &ShortlistArguments) -> Result<(), Failure> {
    let mut out = Destination::open(arguments.output.as_deref())?;
    match arguments.format {
        ShortlistFormat::Json => json_rows::answers(shortlisted, &mut out)?,
        ShortlistFormat::Jsonl => json_rows::lines(shortlisted, &mut out)?,
        ShortlistFormat::Html => brief::write(shortlisted, &mut out)?,
        ShortlistFormat::GreenhouseScorecard => scorecards::greenhouse(shortlisted, &mut out)?,
        ShortlistFormat::LeverScorecard => scorecards::lever(shortlisted, &mut out)?,
        ShortlistFormat::Csv => csv_rows::write(shortlisted, &mut out)?,
        #[cfg(feature = "spreadsheets")]
        ShortlistFormat::Xlsx => sheet_rows::write(shortlisted, &mut out)?,
        ShortlistFormat::Table => {
            let page = Page::of(&out);
            let text = table::shortlists(shortlisted, arguments.explain, page);
            out.write_all(text.as_bytes())?;
        }
    }
    out.finish()
}

/// `1 line`, `12,000 lines`.
pub(super) fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// `12,000`.
pub(super) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_read_well() {
        assert_eq!(counted(1, "line"), "1 line");
        assert_eq!(counted(0, "line"), "0 lines");
        assert_eq!(counted(1_234_567, "candidate"), "1,234,567 candidates");
    }
}
