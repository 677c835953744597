//! The words of the store: what is kept, what is done to it, and in which order. No bytes on disk here.

use borsh::{BorshDeserialize, BorshSerialize};
use serde::{Deserialize, Serialize};

use super::requests::RequestKey;

/// The place of a change in the store's history: 1 for the first.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    BorshSerialize,
    BorshDeserialize,
)]
#[serde(transparent)]
pub(crate) struct Seq(pub(crate) u64);

impl Seq {
    /// Before the first change.
    pub(crate) const ZERO: Self = Self(0);

    /// The one after.
    pub(crate) fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// What sort of document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Kind {
    /// A candidate.
    Candidate,
    /// A role.
    Role,
    /// What people decided of two candidates, by the id of the pair.
    Decision,
    /// What people think of a candidate for a role, by both ids.
    Feedback,
}

impl Kind {
    /// All.
    pub(crate) const ALL: [Self; 4] = [Self::Candidate, Self::Role, Self::Decision, Self::Feedback];

    /// The word for messages.
    pub(crate) fn noun(self) -> &'static str {
        match self {
            Self::Candidate => "candidate",
            Self::Role => "role",
            Self::Decision => "decision",
            Self::Feedback => "feedback",
        }
    }
}

/// One write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// Stores a document, in place of an older one of the same id.
    Put {
        /// Its sort.
        kind: Kind,
        /// Its id.
        id: String,
        /// Its bytes.
        body: Vec<u8>,
    },
    /// Removes a document. Where there is none it does nothing and takes no number.
    Delete {
        /// Its sort.
        kind: Kind,
        /// Its id.
        id: String,
    },
    /// Does another op where the document stands as is asked for, else nothing.
    Guarded {
        /// What is asked for.
        guard: Precondition,
        /// What is done.
        op: Box<Op>,
    },
    /// Does another op, and remembers in the same step the request that asked for it, where anything was done.
    Once {
        /// The request.
        request: RequestKey,
        /// What is done.
        op: Box<Op>,
    },
}

impl Op {
    /// Which document is written.
    pub(super) fn subject(&self) -> (Kind, &str) {
        match self {
            Self::Put { kind, id, .. } | Self::Delete { kind, id } => (*kind, id),
            Self::Guarded { op, .. } | Self::Once { op, .. } => op.subject(),
        }
    }

    /// Whether it does anything to a document that stands so.
    pub(super) fn acts_on(&self, before: Standing) -> bool {
        match self {
            Self::Put { .. } => true,
            Self::Delete { .. } => before != Standing::Absent,
            Self::Guarded { guard, op } => guard.holds(before) && op.acts_on(before),
            Self::Once { op, .. } => op.acts_on(before),
        }
    }

    /// The document's bytes, where it is stored.
    pub(crate) fn body(&self) -> Option<&[u8]> {
        match self {
            Self::Put { body, .. } => Some(body),
            Self::Delete { .. } => None,
            Self::Guarded { op, .. } | Self::Once { op, .. } => op.body(),
        }
    }

    /// What the write leaves behind.
    pub(super) fn effect(&self) -> Effect {
        match self {
            Self::Put { .. } => Effect::Put,
            Self::Delete { .. } => Effect::Deleted,
            Self::Guarded { op, .. } | Self::Once { op, .. } => op.effect(),
        }
    }
}

/// How a document stands before it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    Absent,
    /// As the change of this number left it.
    Version(Seq),
    /// It is there and cannot be read.
    Damaged,
}

/// How a document must stand for a write to be done. The store decides, so that of two writers who saw one version only one writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Precondition {
    /// There is no such document.
    Absent,
    /// There is one.
    Present,
    /// It is as one of the writes with these numbers left it.
    Version(Vec<u64>),
}

impl Precondition {
    fn holds(&self, before: Standing) -> bool {
        match (self, before) {
            (Self::Absent, before) => before == Standing::Absent,
            (Self::Present, before) => before != Standing::Absent,
            (Self::Version(wanted), Standing::Version(seq)) => wanted.contains(&seq.0),
            (Self::Version(_), Standing::Absent | Standing::Damaged) => false,
        }
    }
}

/// What came of the ops of one [`Store::apply`](super::Store::apply).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Applied {
    /// The number of the last op that was done; those that were done before it have the numbers before it.
    pub(crate) seq: Seq,
    /// For each op, whether the document was there before it,
    pub(crate) existed: Vec<bool>,
    /// and whether it was done.
    pub(crate) done: Vec<bool>,
}

/// A document as kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// The change that wrote it.
    pub(crate) seq: Seq,
    /// Its bytes, as given.
    pub(crate) body: Vec<u8>,
}

/// One entry of the store's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// Its place.
    pub(crate) seq: Seq,
    /// The sort of document.
    pub(crate) kind: Kind,
    /// The document's id.
    pub(crate) id: String,
    /// What was done.
    pub(crate) effect: Effect,
}

/// What a change did to its document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Wrote it.
    Put,
    /// Removed it.
    Deleted,
}

/// How many documents of each kind there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) candidates: u64,
    pub(super) roles: u64,
    pub(super) decisions: u64,
    pub(super) feedback: u64,
}

impl Counts {
    pub(super) fn of(self, kind: Kind) -> u64 {
        match kind {
            Kind::Candidate => self.candidates,
            Kind::Role => self.roles,
            Kind::Decision => self.decisions,
            Kind::Feedback => self.feedback,
        }
    }

    /// Counts the passage of one document from being there `before` to its state after `effect`.
    pub(super) fn note(&mut self, kind: Kind, before: bool, effect: Effect) {
        let count = match kind {
            Kind::Candidate => &mut self.candidates,
            Kind::Role => &mut self.roles,
            Kind::Decision => &mut self.decisions,
            Kind::Feedback => &mut self.feedback,
        };
        match (before, effect) {
            (false, Effect::Put) => *count += 1,
            (true, Effect::Deleted) => *count = count.saturating_sub(1),
            _ => {}
        }
    }
}
