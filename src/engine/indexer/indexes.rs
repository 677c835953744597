//! The two indexes of an engine: of candidates, which is kept on the disk, and of roles, which is made at each opening as roles'
//! facts are.

use crate::domain::Error;
use crate::index::{IndexEntry, TextIndex};
use crate::store::{Kind, Seq};

/// What a change did to a document.
pub(in crate::engine) enum IndexChange {
    Put(Kind, IndexEntry),
    Deleted(Kind, String),
}

/// See the module. Both hold everything up to the same change.
pub(super) struct Indexes {
    pub(super) candidates: TextIndex,
    pub(super) roles: TextIndex,
}

impl Indexes {
    pub(super) fn of(&self, kind: Kind) -> &TextIndex {
        match kind {
            Kind::Candidate => &self.candidates,
            // Decisions and feedback are in no index, and nobody looks for them.
            Kind::Role | Kind::Decision | Kind::Feedback => &self.roles,
        }
    }

    pub(super) fn apply(&self, change: &IndexChange) -> Result<(), Error> {
        match change {
            IndexChange::Put(kind, entry) => self.of(*kind).put(entry),
            IndexChange::Deleted(kind, id) => {
                self.of(*kind).delete(id);
                Ok(())
            }
        }
    }

    pub(super) fn commit(&self, seq: Seq) -> Result<(), Error> {
        self.candidates.commit(seq)?;
        self.roles.commit(seq)
    }
}
