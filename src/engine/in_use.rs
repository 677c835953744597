//! What of an engine is exchanged when it is reloaded, for the threads that go on through it.

use std::sync::{Arc, PoisonError, RwLock};

#[cfg(feature = "storage")]
use super::kept_tiles::KeptTiles;
use super::pool::Pool;

/// What is in use now. Another may take its place while somebody holds it.
pub(super) struct InUse(RwLock<Exchanged>);

#[derive(Clone)]
pub(super) struct Exchanged {
    pub pool: Arc<Pool>,
    #[cfg(feature = "storage")]
    pub kept: Option<Arc<KeptTiles>>,
}

impl InUse {
    pub(super) fn new(first: Exchanged) -> Self {
        Self(RwLock::new(first))
    }

    pub(super) fn get(&self) -> Exchanged {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn replace(&self, other: Exchanged) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = other;
    }
}
