//! Why a command ends early: its exit code, what is printed, and a hint at what would help.

use std::io;
use std::path::Path;

use super::exit_codes;
use crate::Error;
use crate::error::{ErrorKind, StorageErrorKind};

/// The end of a command that could not do what was asked.
#[derive(Debug)]
pub(super) struct Failure {
    pub code: u8,
    /// What is printed after `error: `; nothing when there is nothing to say.
    pub message: Option<String>,
    pub hint: Option<String>,
}

impl Failure {
    /// The answer is no.
    pub(super) fn negative(message: impl Into<String>) -> Self {
        Self { code: exit_codes::NEGATIVE, message: Some(message.into()), hint: None }
    }

    /// The answer is no, and standard output already says so.
    pub(super) fn silent_negative() -> Self {
        Self { code: exit_codes::NEGATIVE, message: None, hint: None }
    }

    /// The arguments do not go together.
    pub(super) fn usage(message: impl Into<String>) -> Self {
        Self { code: exit_codes::USAGE, message: Some(message.into()), hint: None }
    }

    /// An input cannot be used.
    pub(super) fn input(message: impl Into<String>) -> Self {
        Self { code: exit_codes::INPUT, message: Some(message.into()), hint: None }
    }

    /// `path` could not be read.
    pub(super) fn unreadable(path: &Path, source: &io::Error) -> Self {
        Self::input(format!("{}: {source}", path.display()))
    }

    /// What was to be written could not be.
    pub(super) fn system(error: &Error) -> Self {
        Self { code: exit_codes::SYSTEM, message: Some(error.to_string()), hint: None }
    }

    #[must_use]
    pub(super) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let (code, hint) = match error.kind() {
            ErrorKind::Malformed
            | ErrorKind::Invalid
            | ErrorKind::Configuration
            | ErrorKind::Io
            | ErrorKind::Unreadable => (exit_codes::INPUT, None),
            ErrorKind::Cancelled => (exit_codes::SYSTEM, None),
            ErrorKind::NotFound => (exit_codes::NEGATIVE, None),
            ErrorKind::LowSpace => (exit_codes::STORE, Some("reading goes on, and so does deleting for a while")),
            ErrorKind::Storage => (exit_codes::STORE, error.storage_kind().and_then(storage_hint)),
        };
        Self { code, message: Some(error.to_string()), hint: hint.map(str::to_owned) }
    }
}

/// What would help, where the message does not say so itself.
fn storage_hint(kind: StorageErrorKind) -> Option<&'static str> {
    match kind {
        StorageErrorKind::Locked => Some("stop the other one first: one process at a time can use a data directory"),
        StorageErrorKind::DiskFull => Some("make room on the disk and try again; what was acknowledged is kept"),
        StorageErrorKind::Version => {
            Some("export the documents with the version that wrote them, and import them here")
        }
        _ => None,
    }
}

/// Failures of writing results to standard output; other files name themselves.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self { code: exit_codes::OK, message: None, hint: None };
        }
        let message = format!("the results cannot be written: {error}");
        Self { code: exit_codes::SYSTEM, message: Some(message), hint: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_locked_directory_is_blamed_on_another_process() {
        let hint = |kind| Failure::from(Error::store(kind, "why")).hint.unwrap_or_default();
        assert!(hint(StorageErrorKind::Locked).contains("the other one"));
        for kind in
            [StorageErrorKind::Damaged, StorageErrorKind::Version, StorageErrorKind::DiskFull, StorageErrorKind::Io]
        {
            let failure = Failure::from(Error::store(kind, "why"));
            assert_eq!(failure.code, exit_codes::STORE);
            assert!(!failure.hint.unwrap_or_default().contains("other one"), "{kind:?}");
        }
    }
}
