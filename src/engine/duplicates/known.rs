//! Who the people are that were compared last: reading a document and folding its names costs more than to compare it, and whoever opens a
//! shortlist again asks for the same people. Kept as of a write of each, and forgotten with the next one or with the person.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use lru::LruCache;

use crate::domain::CandidateId;
use crate::identity::Identity;
use crate::store::Seq;

/// So many are kept: a few kilobytes each, of a document as long as any tens of kilobytes.
const MOST: NonZeroUsize = NonZeroUsize::new(2048).expect("not zero");

/// See the module. Whoever looks here holds neither holders nor decisions.
pub(super) struct KnownPeople(Mutex<LruCache<CandidateId, (Seq, Arc<Identity>)>>);

impl Default for KnownPeople {
    fn default() -> Self {
        Self(Mutex::new(LruCache::new(MOST)))
    }
}

impl KnownPeople {
    /// Who somebody is, as of this write.
    pub(super) fn find(&self, id: &CandidateId, seq: Seq) -> Option<Arc<Identity>> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(id).filter(|(of, _)| *of == seq).map(|(_, identity)| identity.clone())
    }

    /// Keeps it, unless another write of the document was taken over meanwhile, or its removal.
    pub(super) fn keep(
        &self,
        id: &CandidateId,
        (seq, identity): (Seq, Arc<Identity>),
        holds: impl FnOnce() -> Option<Seq>,
    ) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Asked under the lock: whoever takes over a removal forgets the person after that, and waits for this.
        if holds() == Some(seq) {
            known.put(id.clone(), (seq, identity));
        }
    }

    pub(super) fn forget(&self, id: &CandidateId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop(id);
    }
}
