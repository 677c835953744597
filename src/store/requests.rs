//! Requests that are done once: what a client's key stands for, kept with the write that it asked for. Neither the body of the request
//! nor that of the answer is kept.
//!
//! A key is forgotten a day after its request, or sooner where more requests than [`MAX_REQUESTS`] came after it; and when the store is
//! written anew.

use borsh::{BorshDeserialize, BorshSerialize};

use crate::domain::fnv1a;

/// So long a key is remembered, in seconds.
pub(super) const KEPT_SECONDS: u64 = 24 * 60 * 60;
/// The most keys that are remembered.
pub(super) const MAX_REQUESTS: usize = 100_000;

/// A request that its client may send again, and that is to be done once.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RequestKey {
    /// The client's name for it; at most 512 bytes.
    pub key: String,
    /// Stands for what is asked: two requests that ask for the same have the same.
    fingerprint: u64,
    /// When it came, in seconds since 1970.
    pub at: u64,
}

impl RequestKey {
    /// A request of this key for what these bytes ask, at this time.
    pub fn new(key: impl Into<String>, asked: &[u8], at: u64) -> Self {
        Self { key: key.into(), fingerprint: fnv1a(asked.iter().copied()), at }
    }
}

/// Where the id stands in the bytes that are kept of a request: after so many, and before so many. A database looks there.
#[cfg(feature = "postgres")]
pub(super) const ID_IN_KEPT: (usize, usize) = (20, 8);

/// What became of an earlier request of the same key.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
#[non_exhaustive]
pub struct EarlierRequest {
    fingerprint: u64,
    /// When it came.
    pub at: u64,
    /// The id of the document that it wrote.
    pub id: String,
    /// The number of the write.
    pub seq: u64,
}

impl EarlierRequest {
    pub(super) fn of(request: &RequestKey, id: &str, seq: u64) -> Self {
        Self { fingerprint: request.fingerprint, at: request.at, id: id.to_owned(), seq }
    }

    /// Whether it asked for the same; else its key is used for two things.
    pub fn asked_the_same(&self, request: &RequestKey) -> bool {
        self.fingerprint == request.fingerprint
    }

    /// Whether it is not forgotten yet.
    pub(super) fn is_kept_at(&self, now: u64) -> bool {
        now.saturating_sub(self.at) < KEPT_SECONDS
    }
}

#[cfg(all(test, feature = "postgres"))]
mod tests {
    use super::*;

    #[test]
    fn the_id_stands_in_the_bytes_where_a_database_looks_for_it() {
        let earlier = EarlierRequest::of(&RequestKey::new("key", b"asked", u64::MAX), "an-id-\u{e9}", u64::MAX);
        let bytes = borsh::to_vec(&earlier).unwrap();
        let (before, after) = ID_IN_KEPT;
        assert_eq!(&bytes[before..bytes.len() - after], "an-id-\u{e9}".as_bytes());
    }
}
