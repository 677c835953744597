//! Why a text or number is not what a type accepts.

use super::error::{Error, Violation};

/// A text or number that is not what a type accepts: an id, a date, a currency, a shard. The message says what is expected and what
/// was given.
///
/// ```
/// use rolefit::RoleId;
///
/// let error = RoleId::new("a/b").unwrap_err();
/// assert_eq!(error.to_string(), "expected an id of visible characters without `/`, got '/' in \"a/b\"");
/// ```
///
/// By `?` it becomes an [`Error::Invalid`] that does not say where; [`at`](Self::at) says it:
///
/// ```
/// use rolefit::model::{Basis, Currency, Pay, Period};
///
/// fn expected_pay(code: &str) -> Result<Pay, rolefit::Error> {
///     let currency = Currency::new(code).map_err(|error| error.at("/expected_pay/currency"))?;
///     Ok(Pay::new(currency, Period::Year, Basis::Base))
/// }
/// assert_eq!(expected_pay("dollars").unwrap_err().violations()[0].pointer, "/expected_pay/currency");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseError(Box<str>);

impl ParseError {
    /// The violation of a document's field at this JSON pointer, such as `/expected_pay/currency`.
    pub fn at(self, pointer: impl Into<String>) -> Error {
        Error::Invalid(vec![Violation { pointer: pointer.into(), message: self.into() }])
    }
}

impl From<String> for ParseError {
    fn from(message: String) -> Self {
        Self(message.into())
    }
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        error.at("")
    }
}

impl From<ParseError> for String {
    fn from(error: ParseError) -> Self {
        error.0.into()
    }
}
