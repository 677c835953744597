//! The crate's one error: what went wrong, where, and what would be accepted.

use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// Why something could not be done. [`Error::kind`] tells the sort; the message names the input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is not JSON, or is larger or deeper than allowed.
    #[error("{0}")]
    Malformed(String),
    /// A document breaks its schema; every violation is listed.
    #[error("{}", list(.0))]
    Invalid(Vec<Violation>),
    /// There is no such document, concept or command subject.
    #[error("{what} {id:?} is not known")]
    NotFound {
        /// What was looked for, such as `role`.
        what: &'static str,
        /// The id that was asked for.
        id: String,
    },
    /// A taxonomy or scoring profile cannot be used.
    #[error("{0}")]
    Configuration(String),
    /// A file could not be read or written.
    #[error("{path}: {source}", path = .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The store refuses.
    #[error("{message}")]
    Store {
        /// Why, for programs.
        kind: StorageErrorKind,
        /// Why, for people.
        message: String,
    },
    /// The disk is nearly full, so writing has stopped while there is room to spare. Nothing was written; reading goes on.
    #[error("{0}")]
    LowSpace(String),
    /// The search index refuses. It is derived, so a rebuild repairs it.
    #[error("{0}")]
    Index(String),
    /// One document cannot be read; its neighbours are not touched by it.
    #[error("{document} cannot be read: {reason}")]
    Unreadable {
        /// Which document, such as `candidate "c-7"`.
        document: String,
        /// Why the reader gave it up.
        reason: UnreadableReason,
    },
    /// The work was stopped before its end: nothing was written by it.
    #[error("{0}")]
    Cancelled(StopReason),
}

/// Why the reader gave a document up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnreadableReason {
    /// Reading it takes more work than texts of its length are allowed.
    BudgetExceeded,
    /// The reader failed on it, which is a defect of this crate.
    Panicked,
}

impl fmt::Display for UnreadableReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BudgetExceeded => "it takes more work than a text of its length is allowed; shorten or split it",
            Self::Panicked => "the reader failed on it, which is a defect of rolefit; please report the text",
        })
    }
}

/// Why work was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// Whoever asked for it took the request back.
    Cancelled,
    /// Its deadline has passed.
    DeadlinePassed,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cancelled => "the work was cancelled",
            Self::DeadlinePassed => "the work did not end before its deadline",
        })
    }
}

impl Error {
    /// The sort of error, for callers who map it to a status or exit code.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Malformed(_) => ErrorKind::Malformed,
            Self::Invalid(_) => ErrorKind::Invalid,
            Self::NotFound { .. } => ErrorKind::NotFound,
            Self::Configuration(_) => ErrorKind::Configuration,
            Self::Io { .. } => ErrorKind::Io,
            Self::LowSpace(_) => ErrorKind::LowSpace,
            Self::Store { .. } | Self::Index(_) => ErrorKind::Storage,
            Self::Unreadable { .. } => ErrorKind::Unreadable,
            Self::Cancelled(_) => ErrorKind::Cancelled,
        }
    }

    /// Why the store refuses, where it is the store that does.
    pub fn storage_kind(&self) -> Option<StorageErrorKind> {
        match self {
            Self::Store { kind, .. } => Some(*kind),
            _ => None,
        }
    }

    pub(crate) fn store(kind: StorageErrorKind, message: impl Into<String>) -> Self {
        Self::Store { kind, message: message.into() }
    }

    /// The violations of an invalid document, else none.
    pub fn violations(&self) -> &[Violation] {
        match self {
            Self::Invalid(violations) => violations,
            _ => &[],
        }
    }
}

/// Why a store refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StorageErrorKind {
    /// Another process, or another [`Engine`](crate::Engine) of this one, has the folder open.
    Locked,
    /// What lies there is not what was written; a backup repairs it.
    Damaged,
    /// It was written by another version.
    Version,
    /// Where a store was to be made there is something else, and nothing is written over: the folder `store` of a data directory, the
    /// directory of a restore, the database of a move. Files of others beside `store` are in nobody's way.
    Occupied,
    /// A restore into the folder was begun and not finished.
    Unfinished,
    /// The disk has no room left.
    DiskFull,
    /// The disk or the system failed.
    Io,
    /// Folders of this file system, or this sort of store, cannot keep what is promised.
    Unsupported,
    /// What was to be stored cannot be: an id or a document is too long. Nothing is wrong with the store.
    Refused,
    /// The database that holds the documents does not answer, or takes no writes now. What was to be written may be written all the same.
    Unreachable,
}

impl fmt::Display for StorageErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Locked => "in use",
            Self::Damaged => "damaged",
            Self::Version => "of another version",
            Self::Occupied => "occupied by something else",
            Self::Unfinished => "restore not finished",
            Self::DiskFull => "disk full",
            Self::Io => "disk or system failed",
            Self::Unsupported => "not supported here",
            Self::Refused => "document or id refused",
            Self::Unreachable => "database not reachable",
        })
    }
}

impl StorageErrorKind {
    /// That of what the system said.
    pub(crate) fn of_io(error: &std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::StorageFull | std::io::ErrorKind::QuotaExceeded => Self::DiskFull,
            _ => Self::Io,
        }
    }
}

/// The sort of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Not JSON, too large or too deep.
    Malformed,
    /// Breaks the document's schema.
    Invalid,
    /// Not known here.
    NotFound,
    /// An unusable taxonomy, profile or option.
    Configuration,
    /// A file could not be read or written.
    Io,
    /// The disk is nearly full.
    LowSpace,
    /// Store or index failed.
    Storage,
    /// One document cannot be read.
    Unreadable,
    /// Stopped before its end, by the caller or a deadline.
    Cancelled,
}

/// One rule that a document breaks.
#[derive(schemars::JsonSchema, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Violation {
    /// JSON pointer (RFC 6901) to the place; empty for the document itself.
    pub pointer: String,
    /// What is wrong there and what would be accepted.
    pub message: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.pointer.is_empty() {
            write!(f, "{}", self.message)
        } else {
            write!(f, "{}: {}", self.pointer, self.message)
        }
    }
}

fn list(violations: &[Violation]) -> String {
    violations.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
