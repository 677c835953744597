//! The one exception: `RolefitError`, with the kind and all violations.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rolefit::Error;
use rolefit::error::{ErrorKind, Violation};

pyo3::create_exception!(
    rolefit,
    RolefitError,
    PyValueError,
    "Something cannot be used: a document, an option, a file of your own knowledge.\n\n\
     `kind` is for programs (`invalid`, `malformed`, `configuration`, `unreadable`, `cancelled`, `not_found`, `io`).\n\
     `violations` has a pair `(pointer, message)` for each thing that is wrong, the pointer being a JSON pointer such as\n\
     `/candidates/3/skils`; it is empty for errors that are of no document."
);

/// What is wrong with documents: a JSON pointer and a message each.
pub(crate) type Violations = Vec<(String, String)>;

/// What is raised for an error of the crate.
pub(crate) fn raised(py: Python<'_>, error: &Error) -> PyErr {
    refused(py, kind(error.kind()), &error.to_string(), pairs("", error.violations()))
}

/// What is raised for violations of several documents, each with its whole pointer.
pub(crate) fn refused(py: Python<'_>, kind: &str, message: &str, violations: Violations) -> PyErr {
    let raised = RolefitError::new_err(message.to_owned());
    let value = raised.value(py);
    let attributes = value.setattr("kind", kind).and_then(|()| value.setattr("violations", violations));
    attributes.err().unwrap_or(raised)
}

/// Violations with pointers that begin with `prefix`.
pub(crate) fn pairs(prefix: &str, violations: &[Violation]) -> Violations {
    violations.iter().map(|violation| (format!("{prefix}{}", violation.pointer), violation.message.clone())).collect()
}

/// What is wrong with the document at `prefix`: its violations, or that it cannot be read at all.
pub(crate) fn pairs_of(prefix: &str, error: &Error) -> Violations {
    match error.violations() {
        [] => vec![(prefix.to_owned(), error.to_string())],
        violations => pairs(prefix, violations),
    }
}

pub(crate) fn kind(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Malformed => "malformed",
        ErrorKind::Invalid => "invalid",
        ErrorKind::NotFound => "not_found",
        ErrorKind::Configuration => "configuration",
        ErrorKind::Unreadable => "unreadable",
        ErrorKind::Cancelled => "cancelled",
        ErrorKind::Io => "io",
        _ => "other",
    }
}
