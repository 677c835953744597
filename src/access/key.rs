//! What is told of a key: whose it is, what it allows, and until when. Never the key itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::scope::Scope;
use super::tenant::TenantName;
use super::timestamp::Timestamp;

/// What is told of a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ApiKey")]
#[non_exhaustive]
pub struct Key {
    /// By which it is named; it stands in the key, too.
    #[schemars(regex(pattern = "^[0-9a-f]{12}$"))]
    pub id: String,
    /// Whose documents it is for.
    pub tenant: TenantName,
    /// What it allows.
    pub scope: Scope,
    /// What its makers call it, such as the program that uses it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// When it was made.
    pub created_at: Timestamp,
    /// When it stops working; never where this is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<Timestamp>,
    /// When it was taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked_at: Option<Timestamp>,
}

/// Whether a key works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ApiKeyState")]
#[non_exhaustive]
pub enum KeyState {
    /// It works.
    Active,
    /// Its time is over.
    Expired,
    /// It was taken back.
    Revoked,
}

impl Key {
    /// Whether it works at this moment.
    pub fn state(&self, now: Timestamp) -> KeyState {
        if self.revoked_at.is_some() {
            KeyState::Revoked
        } else if self.expires_at.is_some_and(|end| end <= now) {
            KeyState::Expired
        } else {
            KeyState::Active
        }
    }

    /// Since when it has not worked.
    pub(super) fn ended_at(&self, now: Timestamp) -> Option<Timestamp> {
        self.revoked_at.or(self.expires_at.filter(|end| *end <= now))
    }
}

impl KeyState {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Expired => "expired",
            Self::Revoked => "revoked",
        }
    }
}
