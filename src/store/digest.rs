//! A digest of documents that does not depend on the order in which they come: two stores of the same digest hold the same.
//!
//! A store keeps its own with every batch, so a store that lost a document, or found an old one again, is noticed. No defence
//! against forgery.

use super::envelope::{Head, head_of};
use super::record::{Kind, Record};
use crate::domain::fnv1a;

/// The sum over all documents of a hash of kind, id, number of the change, and checksum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digest(pub(super) u64);

impl Digest {
    /// Counts a document in.
    pub(crate) fn add(&mut self, kind: Kind, id: &str, record: &Record) {
        self.add_head(kind, id, head_of(kind, id, record.seq, &record.body));
    }

    /// Counts the document with this head in.
    pub(super) fn add_head(&mut self, kind: Kind, id: &str, head: Head) {
        self.0 = self.0.wrapping_add(hash(kind, id, head));
    }

    /// Takes the document with this head out again.
    pub(super) fn remove_head(&mut self, kind: Kind, id: &str, head: Head) {
        self.0 = self.0.wrapping_sub(hash(kind, id, head));
    }
}

fn hash(kind: Kind, id: &str, head: Head) -> u64 {
    let numbers = head.seq.0.to_be_bytes().into_iter().chain(head.sum.to_be_bytes());
    fnv1a(kind.noun().bytes().chain([0xff]).chain(id.bytes()).chain([0xff]).chain(numbers))
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
