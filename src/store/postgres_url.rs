//! The address of a database of PostgreSQL, as users write it. Its password is never shown.

use std::fmt;
use std::str::FromStr;

use crate::domain::{Error, ParseError};

/// What the addresses begin with.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// Where a database of PostgreSQL is: `postgres://USER:PASSWORD@HOST:PORT/DATABASE`. Shown without its password and its parameters.
///
/// ```
/// use rolefit::storage::PostgresUrl;
///
/// let url: PostgresUrl = "postgres://rolefit:secret@db.example/people".parse()?;
/// assert_eq!(url.to_string(), "postgres://rolefit@db.example/people");
/// assert!("mysql://db.example/people".parse::<PostgresUrl>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct PostgresUrl(String);

impl PostgresUrl {
    /// That of this text.
    ///
    /// # Errors
    /// [`Error::Configuration`] where it is no such address.
    pub fn new(text: &str) -> Result<Self, Error> {
        text.parse().map_err(|error: ParseError| Error::Configuration(error.into()))
    }

    /// The whole address.
    #[cfg(feature = "postgres")]
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }
}

impl FromStr for PostgresUrl {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if SCHEMES.iter().any(|scheme| text.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty())) {
            return Ok(Self(text.to_owned()));
        }
        // What is no address may be a secret all the same.
        Err("invalid store; expected an address such as postgres://rolefit@db.example/people".to_owned().into())
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.split('?').next().unwrap_or_default();
        let Some((scheme, rest)) = text.split_once("://") else { return Ok(()) };
        // A password may hold an `@` that nobody escaped.
        match rest.rsplit_once('@') {
            Some((user, place)) => write!(f, "{scheme}://{}@{place}", user.split(':').next().unwrap_or_default()),
            None => write!(f, "{scheme}://{rest}"),
        }
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_is_shown() {
        for (text, shown) in [
            ("postgres://u:p%40ss@h:5433/d?sslmode=disable", "postgres://u@h:5433/d"),
            ("postgresql://u:p@ss@h/d", "postgresql://u@h/d"),
            ("postgres://h/d?user=u&password=pass", "postgres://h/d"),
            ("postgres:///d?host=/run/postgresql", "postgres:///d"),
        ] {
            let url: PostgresUrl = text.parse().unwrap();
            assert_eq!((url.to_string(), format!("{url:?}")), (shown.to_owned(), format!("PostgresUrl({shown})")));
        }
        for bad in ["", "data", "postgres://", "http://h/d"] {
            assert!(bad.parse::<PostgresUrl>().is_err(), "{bad}");
        }
    }
}
