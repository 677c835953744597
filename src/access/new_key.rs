//! What somebody asks of a key that is to be made.

use super::scope::Scope;
use super::tenant::TenantName;
use super::timestamp::Timestamp;
use crate::domain::{Error, ParseError, setters};

/// The longest name of a key, in characters.
pub(crate) const MAX_NAME_CHARS: usize = 100;

/// A key that is to be made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NewKey {
    /// Whose documents it is for.
    pub tenant: TenantName,
    /// What it allows.
    pub scope: Scope,
    /// What its makers call it: up to 100 characters, none of them a control character.
    pub name: Option<String>,
    /// When it stops working; never unless said.
    pub expires_at: Option<Timestamp>,
}

impl NewKey {
    /// A key of this tenant and scope, without a name, that works until it is revoked.
    pub fn new(tenant: TenantName, scope: Scope) -> Self {
        Self { tenant, scope, name: None, expires_at: None }
    }

    /// Refuses a name or an end that no key can have.
    pub(super) fn check(&self, now: Timestamp) -> Result<(), Error> {
        if let Some(name) = &self.name {
            check_name(name)?;
        }
        check_end(self.expires_at, now)
    }
}

setters! {
    impl NewKey {
        with_name(name: text String);
        with_expires_at(expires_at: some Timestamp);
    }
}

fn check_name(name: &str) -> Result<(), ParseError> {
    let is_fine =
        (1..=MAX_NAME_CHARS).contains(&name.chars().count()) && !name.contains(char::is_control) && name.trim() == name;
    if is_fine {
        return Ok(());
    }
    Err(format!("invalid name; expected 1 to {MAX_NAME_CHARS} characters without control characters").into())
}

/// Refuses an end that has passed.
pub(super) fn check_end(end: Option<Timestamp>, now: Timestamp) -> Result<(), Error> {
    match end {
        Some(end) if end <= now => Err(ParseError::from(format!("{end} has passed; expected a later end")).into()),
        _ => Ok(()),
    }
}
