//! Violations while they are being collected, and the JSON pointer that says where.

use crate::domain::{Error, Violation};

/// The most text that is kept in pointers and messages together, in bytes: a hostile document shall not make an answer
/// many times its own size.
const MAX_TEXT: usize = 256 << 10;

/// A JSON pointer (RFC 6901) that follows a walk: push on the way down, pop on the way up.
#[derive(Debug)]
pub(super) struct Pointer(String);

/// Where a pointer stood before a push.
#[must_use]
pub(super) struct Mark(usize);

impl Pointer {
    pub(super) fn starting_at(prefix: &str) -> Self {
        Self(prefix.to_owned())
    }

    pub(super) fn push_key(&mut self, key: &str) -> Mark {
        let mark = Mark(self.0.len());
        self.0.push('/');
        for c in key.chars() {
            match c {
                '~' => self.0.push_str("~0"),
                '/' => self.0.push_str("~1"),
                c => self.0.push(c),
            }
        }
        mark
    }

    pub(super) fn push_index(&mut self, index: usize) -> Mark {
        let mark = Mark(self.0.len());
        self.0.push('/');
        self.0.push_str(&index.to_string());
        mark
    }

    #[expect(clippy::needless_pass_by_value, reason = "a mark is used up by going back to it")]
    pub(super) fn pop(&mut self, mark: Mark) {
        self.0.truncate(mark.0);
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Violations found so far: listed up to a limit, then counted.
#[derive(Debug)]
pub(super) struct Findings {
    listed: Vec<Violation>,
    max_listed: usize,
    n_text_bytes: usize,
    n_unlisted: usize,
}

impl Findings {
    pub(super) fn new(max_listed: usize) -> Self {
        Self { listed: Vec::new(), max_listed: max_listed.max(1), n_text_bytes: 0, n_unlisted: 0 }
    }

    /// `message` is only made when it will be listed.
    pub(super) fn add(&mut self, at: &Pointer, message: impl FnOnce() -> String) {
        if self.listed.len() >= self.max_listed || self.n_text_bytes >= MAX_TEXT {
            self.n_unlisted += 1;
            return;
        }
        let violation = Violation { pointer: at.as_str().to_owned(), message: message() };
        self.n_text_bytes += violation.pointer.len() + violation.message.len();
        self.listed.push(violation);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    /// Fails with all that was found, when anything was.
    pub(super) fn into_result(self, prefix: &str) -> Result<(), Error> {
        if self.listed.is_empty() { Ok(()) } else { Err(self.into_error(prefix)) }
    }

    /// All that was found, of a document at the JSON pointer `prefix`.
    pub(super) fn into_error(mut self, prefix: &str) -> Error {
        if self.n_unlisted > 0 {
            let message = format!("{} more violations are not listed", self.n_unlisted);
            self.listed.push(Violation { pointer: prefix.to_owned(), message });
        }
        Error::Invalid(self.listed)
    }
}
