//! Erasures that were asked for: what a receipt stands for, kept in one step with the deletion that it is about. Nothing here is of a
//! person: neither id nor text.

use borsh::{BorshDeserialize, BorshSerialize};
use uuid::Uuid;

use super::record::Seq;
use super::side_records::SideWrite;

/// So long after an erasure its receipt is remembered, in seconds: a year and a month, so that a yearly audit can ask.
#[cfg(feature = "storage")]
pub(super) const KEPT_SECONDS: u64 = 400 * 24 * 60 * 60;

/// The receipt of an erasure: everything that was deleted or replaced up to one write is to leave the files of the data directory, or of the
/// tables in PostgreSQL.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ErasureReceipt {
    /// Its id, a UUID.
    pub id: String,
    /// What was deleted or replaced up to the write of this number is erased, and perhaps more.
    pub seq: u64,
    /// When it was asked for, in seconds since 1970.
    pub requested_at: u64,
    /// When it was done, in seconds since 1970; none while it is under way.
    pub done_at: Option<u64>,
}

impl ErasureReceipt {
    pub(super) fn new(id: Uuid, kept: &KeptErasure) -> Self {
        let KeptErasure { seq, requested_at, done_at } = *kept;
        Self { id: id.to_string(), seq: seq.0, requested_at, done_at }
    }

    /// Whether no file of the data directory, or of the tables in PostgreSQL, holds anything of it any more.
    pub fn is_done(&self) -> bool {
        self.done_at.is_some()
    }
}

/// What is kept of an erasure, under its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub(super) struct KeptErasure {
    pub(super) seq: Seq,
    pub(super) requested_at: u64,
    pub(super) done_at: Option<u64>,
}

/// What is noted together with writes, in one step. It takes no sequence number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Note {
    /// What was deleted or replaced so far is to be erased.
    Erase {
        /// The receipt's.
        id: Uuid,
        /// Now, in seconds since 1970.
        at: u64,
        /// Noted even where none of the writes that it comes with was done.
        always: bool,
    },
    /// Records beside the documents, written and removed.
    Side(Vec<SideWrite>),
    /// Of what was deleted or replaced up to a write nothing is left.
    #[cfg(feature = "storage")]
    Erased {
        /// The write.
        upto: Seq,
        /// Now, in seconds since 1970.
        at: u64,
    },
}
