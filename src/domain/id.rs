//! Ids of documents: the caller's own, kept as given.

use std::borrow::{Borrow, Cow};
use std::fmt;
use std::str::FromStr;

use borsh::{BorshDeserialize, BorshSerialize};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::ParseError;
use super::digest::fnv1a;

/// The longest id, in characters.
pub const ID_MAX_CHARS: usize = 128;

/// So much of an id that is too long is repeated, in characters.
const MAX_QUOTED: usize = 20;

/// A candidate's id: 1 to 128 visible characters without `/` and without white space at either end, and none of the few that are
/// reserved because a path means something else by them (`.`, `..`, `bulk`, `bulk-delete`, `bulk-get`, `import`).
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, BorshSerialize, BorshDeserialize,
)]
#[serde(try_from = "String", into = "String")]
pub struct CandidateId(Box<str>);

/// A role's id, by the same rule as [`CandidateId`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RoleId(Box<str>);

/// Ids that have another meaning where documents are named by their path. `.` and `..` are taken away by whoever resolves it.
pub(crate) const RESERVED: [&str; 6] = [".", "..", "bulk", "bulk-delete", "bulk-get", "import"];

/// Refuses an id that no document may newly have, because it could not be reached under it.
pub(crate) fn refuse_reserved(text: &str) -> Result<(), ParseError> {
    if RESERVED.contains(&text) {
        Err(format!("expected another id, got {text:?}, which is reserved").into())
    } else {
        Ok(())
    }
}

/// The rule of [`check`] for those who have the schema alone.
const PATTERN: &str = r"^[^/\u0000-\u0020\u007f-\u00a0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]([^/\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]*[^/\u0000-\u0020\u007f-\u00a0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff])?$";

fn check(text: &str) -> Result<(), ParseError> {
    let characters = text.chars().count();
    if characters == 0 || characters > ID_MAX_CHARS {
        let begins: String = text.chars().take(MAX_QUOTED).collect();
        let begins = if text.is_empty() { String::new() } else { format!(", which begin {begins:?}") };
        return Err(format!("expected an id of 1 to {ID_MAX_CHARS} characters, got {characters}{begins}").into());
    }
    if let Some(bad) = text.chars().find(|c| *c == '/' || c.is_control() || is_invisible(*c)) {
        return Err(format!("expected an id of visible characters without `/`, got {bad:?} in {text:?}").into());
    }
    if text.trim() != text {
        return Err(format!("expected an id without white space at its start or end, got {text:?}").into());
    }
    Ok(())
}

/// Zero-width and bidirectional controls, which would make two ids look alike.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{00ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

macro_rules! id_type {
    ($name:ident) => {
        impl $name {
            /// Takes `text` as an id.
            ///
            /// # Errors
            /// Says which rule the text breaks.
            pub fn new(text: impl AsRef<str>) -> Result<Self, ParseError> {
                refuse_reserved(text.as_ref())?;
                Self::try_from(text.as_ref().to_owned())
            }

            /// The id as given.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = ParseError;
            /// Takes reserved ids too, which older documents may have.
            fn try_from(text: String) -> Result<Self, ParseError> {
                check(&text)?;
                Ok(Self(text.into()))
            }
        }

        impl TryFrom<&str> for $name {
            type Error = ParseError;
            /// As [`new`](Self::new).
            fn try_from(text: &str) -> Result<Self, ParseError> {
                Self::new(text)
            }
        }

        impl FromStr for $name {
            type Err = ParseError;
            /// As [`new`](Self::new).
            fn from_str(text: &str) -> Result<Self, ParseError> {
                Self::new(text)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        /// Ids are compared and hashed as their texts are, so that maps by id are asked by text.
        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, text: &str) -> bool {
                &*self.0 == text
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, text: &&str) -> bool {
                &*self.0 == *text
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0.into()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn inline_schema() -> bool {
                true
            }
            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "type": ["string", "integer"], "format": "rolefit-id", "minLength": 1, "maxLength": ID_MAX_CHARS,
                    "pattern": PATTERN,
                    "not": { "enum": RESERVED },
                })
            }
        }
    };
}

id_type!(CandidateId);

impl CandidateId {
    /// An id made of any text, which is the same whenever the text is: for requests that may be sent again. 32 hexadecimal digits.
    ///
    /// ```
    /// use rolefit::CandidateId;
    ///
    /// assert_eq!(CandidateId::made_of("request-17"), CandidateId::made_of("request-17"));
    /// assert_ne!(CandidateId::made_of("request-17"), CandidateId::made_of("request-18"));
    /// ```
    pub fn made_of(text: &str) -> Self {
        Self(format!("{:016x}{:016x}", fnv1a(text.bytes()), fnv1a(text.bytes().rev())).into())
    }
}
id_type!(RoleId);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pattern_is_the_rule() {
        let schema = schemars::schema_for!(CandidateId).to_value();
        let validator = jsonschema::draft202012::new(&schema).unwrap();
        for code in (0..=0xffff).filter_map(char::from_u32) {
            for text in [format!("{code}"), format!("a{code}"), format!("{code}a"), format!("a{code}b")] {
                let is_id = CandidateId::new(&text).is_ok();
                assert_eq!(validator.is_valid(&text.clone().into()), is_id, "{text:?}");
            }
        }
    }

    #[test]
    fn ids_are_visible_and_without_slash() {
        assert!(CandidateId::new("c-0042").is_ok());
        assert!(CandidateId::new("Łukasz 7").is_ok());
        for bad in ["", "a/b", "a\u{200b}b", " a", "a\n", &"x".repeat(129)] {
            assert!(CandidateId::new(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn ids_are_as_good_as_their_texts() {
        let id: CandidateId = "c-1".parse().unwrap();
        assert!(id == *"c-1" && id == "c-1" && id.as_ref() == AsRef::<str>::as_ref("c-1"));
        let by_id = std::collections::HashMap::from([(id.clone(), 1)]);
        assert_eq!(by_id.get("c-1"), Some(&1));
        assert_eq!(std::collections::BTreeMap::from([(id, 1)]).get("c-1"), Some(&1));
        assert!(RoleId::try_from("bulk").is_err() && "a/b".parse::<RoleId>().is_err());
        let error = CandidateId::new("x".repeat(129)).unwrap_err().to_string();
        assert_eq!(error, "expected an id of 1 to 128 characters, got 129, which begin \"xxxxxxxxxxxxxxxxxxxx\"");
    }

    #[test]
    fn ids_that_mean_something_else_in_a_path_are_for_nobody_new() {
        for reserved in RESERVED {
            assert!(CandidateId::new(reserved).unwrap_err().to_string().contains("reserved"), "{reserved}");
            assert!(
                serde_json::from_value::<RoleId>(reserved.into()).is_ok(),
                "{reserved} may have been stored before"
            );
        }
        assert!(RoleId::new("bulky").is_ok() && RoleId::new("...").is_ok());
    }
}
