//! Who may ask: API keys, their scopes, and the tenants whose they are.
//!
//! A data directory holds `keys.json` beside the store of the tenant `default`, and the data directories of all other tenants in
//! `tenants/`. Not: asking for a key, which is `server`'s business, nor what the directories hold.

mod key;
mod key_file;
mod key_ring;
mod new_key;
mod scope;
mod secret;
#[cfg(all(feature = "postgres", feature = "server"))]
mod shared_keys;
mod tenant;
mod timestamp;
#[cfg(feature = "webhooks")]
mod webhook_secret;

#[cfg(test)]
mod tests;

pub use key::{Key, KeyState};
pub(crate) use key_file::KEY_FILES;
pub use key_file::{CreatedKey, KeyFile, KeyRotation};
pub use key_ring::KeyRing;
pub use new_key::NewKey;
pub use scope::Scope;
pub use secret::KeySecret;
#[cfg(all(feature = "postgres", feature = "server"))]
pub use shared_keys::SharedKeys;
pub(crate) use tenant::TENANTS;
pub use tenant::TenantName;
pub use timestamp::Timestamp;
#[cfg(feature = "webhooks")]
pub use webhook_secret::WebhookSecret;
