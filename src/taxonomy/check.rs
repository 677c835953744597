//! What can be wrong with a taxonomy.

use std::fmt;

/// One thing that is wrong with a taxonomy file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
pub struct Problem {
    /// The concept, area or family concerned; empty when the file as a whole is.
    pub subject: String,
    /// What is wrong and what would be accepted.
    pub message: String,
}

impl Problem {
    pub(crate) fn new(subject: impl Into<String>, message: impl Into<String>) -> Self {
        Self { subject: subject.into(), message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.subject.is_empty() {
            f.write_str(&self.message)
        } else {
            write!(f, "{}: {}", self.subject, self.message)
        }
    }
}
