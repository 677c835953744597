//! What is said beside the results, on standard error. Never fails: who closes it does not want to know.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use super::failure::Failure;
use super::progress::{Pace, Reading};
use super::visible::visible;

/// Standard error; the progress line of a terminal is replaced by the next.
pub(super) struct Console {
    is_terminal: bool,
    shows_progress: bool,
    pace: Option<Pace>,
}

impl Console {
    pub(super) fn new() -> Self {
        Self { is_terminal: io::stderr().is_terminal(), shows_progress: false, pace: None }
    }

    /// One line.
    pub(super) fn say(&mut self, line: impl Display) {
        // A line of whoever watches may stand there.
        self.shows_progress |= self.is_terminal;
        self.end_progress();
        // A message may quote a document.
        let _ = writeln!(io::stderr(), "{}", visible(&line.to_string()));
    }

    /// How far the command has come; replaced by the next line. Where it could not be replaced, a line is said now and then, as in a log.
    pub(super) fn progress(&mut self, reading: &Reading) {
        let pace = self.pace.take().filter(|pace| pace.is_of(reading.kind));
        let pace = self.pace.insert(pace.unwrap_or_else(|| Pace::of(reading.kind)));
        if !self.is_terminal {
            if let Some(line) = pace.kept_line(reading) {
                self.say(line);
            }
            return;
        }
        if let Some(line) = pace.line(reading) {
            self.shows_progress = true;
            let _ = write!(io::stderr(), "\r\x1b[2K{line}");
            let _ = io::stderr().flush();
        }
    }

    pub(super) fn failure(&mut self, failure: &Failure) {
        self.end_progress();
        if let Some(message) = &failure.message {
            self.say(format_args!("error: {message}"));
        }
        if let Some(hint) = &failure.hint {
            self.say(format_args!("hint: {hint}"));
        }
    }

    /// Takes the progress line away, before results are written to the same terminal.
    pub(super) fn end_progress(&mut self) {
        if self.shows_progress {
            self.shows_progress = false;
            let _ = write!(io::stderr(), "\r\x1b[2K");
        }
    }
}
