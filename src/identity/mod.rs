//! Who a document is about: what tells one person from another. It proposes that two documents are of one person, with reasons, and
//! makes of two documents one; whether they are is for people to say.
//!
//! Nothing of this reaches the scorer: names, addresses and numbers are read here and nowhere else, and what leaves is hashes under a
//! secret, a strength, and reasons that quote none of them.

mod blocking;
mod career;
mod contacts;
mod data;
mod fold;
mod likeness;
mod merge;
mod names;
mod person;
mod secret;
mod telling;

pub(crate) use blocking::is_telling_key;
pub(crate) use likeness::{Crowd, MIN_STRENGTH, likeness};
pub use likeness::{DuplicateReason, EvidenceKind};
pub use merge::FieldOrigin;
pub(crate) use merge::{Source, merged};
pub(crate) use person::Identity;
pub(crate) use secret::IdentitySecret;
