//! The name of a tenant, and where its documents are kept.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::domain::ParseError;

/// The folder of all tenants but the default one, in a data directory.
pub(crate) const TENANTS: &str = "tenants";

/// The name of a tenant: 1 to 63 lower-case letters, digits and hyphens, with a letter or digit at both ends. It is the name of a
/// folder, so nothing else may stand in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TenantName(Box<str>);

impl TenantName {
    /// The name of the tenant whose documents stand in the data directory itself.
    pub const DEFAULT: &str = "default";
    const MAX_BYTES: usize = 63;
    const PATTERN: &str = "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$";

    /// Whether it is the tenant whose documents stand in the data directory itself.
    pub fn is_default(&self) -> bool {
        &*self.0 == Self::DEFAULT
    }

    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The data directory of this tenant, within that of the service.
    ///
    /// ```
    /// use std::path::Path;
    /// use rolefit::access::TenantName;
    ///
    /// let acme: TenantName = "acme".parse()?;
    /// assert_eq!(acme.directory("data".as_ref()), Path::new("data").join("tenants").join("acme"));
    /// assert_eq!(TenantName::default().directory("data".as_ref()), Path::new("data"));
    /// # Ok::<(), rolefit::model::ParseError>(())
    /// ```
    pub fn directory(&self, data_dir: &Path) -> PathBuf {
        if self.is_default() { data_dir.to_owned() } else { data_dir.join(TENANTS).join(&*self.0) }
    }

    /// The schema of this tenant in a database of PostgreSQL. Its tables hold nothing of others, so that no statement can forget to ask
    /// whose a row is.
    ///
    /// ```
    /// use rolefit::access::TenantName;
    ///
    /// let acme: TenantName = "acme".parse()?;
    /// assert_eq!((acme.schema(), TenantName::default().schema()), ("rolefit_acme".to_owned(), "rolefit".to_owned()));
    /// # Ok::<(), rolefit::model::ParseError>(())
    /// ```
    #[cfg(feature = "postgres")]
    pub fn schema(&self) -> String {
        if self.is_default() { "rolefit".to_owned() } else { format!("rolefit_{self}") }
    }
}

impl Default for TenantName {
    fn default() -> Self {
        Self(Self::DEFAULT.into())
    }
}

impl fmt::Display for TenantName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for TenantName {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let is_name = (1..=Self::MAX_BYTES).contains(&text.len())
            && text.bytes().all(|byte| is_plain(byte) || byte == b'-')
            && text.bytes().next().is_some_and(is_plain)
            && text.bytes().next_back().is_some_and(is_plain);
        if is_name {
            return Ok(Self(text.into()));
        }
        let max = Self::MAX_BYTES;
        Err(format!("invalid tenant {text:?}; expected 1 to {max} lower-case letters, digits and hyphens").into())
    }
}

impl TryFrom<String> for TenantName {
    type Error = ParseError;

    fn try_from(text: String) -> Result<Self, ParseError> {
        text.parse()
    }
}

impl From<TenantName> for String {
    fn from(name: TenantName) -> Self {
        name.0.into()
    }
}

impl JsonSchema for TenantName {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TenantName".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": Self::PATTERN })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_folder_and_no_way_out_of_it() {
        for fine in ["a", "acme", "acme-2", "0", &"a".repeat(63)] {
            assert!(fine.parse::<TenantName>().is_ok(), "{fine}");
        }
        for bad in ["", ".", "..", "a/b", "A", "-a", "a-", "a.b", "a b", "ä", "a\0", "a\\b", &"a".repeat(64)] {
            assert!(bad.parse::<TenantName>().is_err(), "{bad}");
            assert!(serde_json::from_value::<TenantName>(bad.into()).is_err(), "{bad}");
        }
    }
}
