//! Why a command ends early, and what is said on standard error: in the words and with the exit codes of the program `rolefit`.

use std::fmt::Display;
use std::io::Write;

use rolefit::Error;

/// The answer is no: nothing to rank, or a bad line under `--strict`.
const NEGATIVE: u8 = 1;
/// The arguments do not go together.
const USAGE: u8 = 2;
/// An input cannot be used.
const INPUT: u8 = 3;
/// The system refused: the output cannot be written, or the cluster does not answer.
const SYSTEM: u8 = 5;

/// The end of a command that could not do what was asked.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) code: u8,
    pub(crate) message: String,
    pub(crate) hint: Option<String>,
}

impl Failure {
    pub(crate) fn negative(message: impl Into<String>) -> Self {
        Self { code: NEGATIVE, message: message.into(), hint: None }
    }

    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { code: USAGE, message: message.into(), hint: None }
    }

    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self { code: INPUT, message: message.into(), hint: None }
    }

    pub(crate) fn system(message: impl Into<String>) -> Self {
        Self { code: SYSTEM, message: message.into(), hint: None }
    }

    #[must_use]
    pub(crate) fn with_hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::input(error.to_string())
    }
}

/// A line on standard error, which may quote a document: what would move a terminal's cursor is written out.
pub(crate) fn say(line: impl Display) {
    let visible: String = line
        .to_string()
        .chars()
        .flat_map(|c| if c.is_control() { c.escape_default().collect() } else { vec![c] })
        .collect();
    // Who closes it does not want to know.
    let _ = writeln!(std::io::stderr(), "{visible}");
}
