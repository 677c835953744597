//! Why a text or number is not what a type accepts.

use super::error::{Error, Violation};

/// A text or number that is not what a type accepts: an id, a date, a currency, a shard. The message says what is expected and what
/// was given.
///
/// ```
/// use rolefit::RoleId;
///
/// let error = RoleId::new("a/b").unwrap_err();
/// assert_eq!(error.to_string(), "expected an id of visible characters without `/`, got '/' in it");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseError(Box<str>);

impl From<String> for ParseError {
    fn from(message: String) -> Self {
        Self(message.into())
    }
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        Self::Invalid(vec![Violation { pointer: String::new(), message: error.0.into() }])
    }
}

impl From<ParseError> for String {
    fn from(error: ParseError) -> Self {
        error.0.into()
    }
}
