//! What the page keeps for a while, in memory, for each tenant: documents that were deleted, so that it can be undone, and what became
//! of files.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::sessions::random;
use super::upload::FileOutcome;
use crate::{Candidate, Role};

/// So long a deletion can be undone, and what became of files be read again.
const KEPT_FOR: Duration = Duration::from_secs(15 * 60);
/// So many of each are kept.
const MAX_KEPT: usize = 64;

/// A document that was deleted.
#[derive(Clone)]
pub(super) enum Deleted {
    Candidate(Box<Candidate>),
    Role(Box<Role>),
}

/// What the page keeps for a tenant.
#[derive(Default)]
pub(in crate::server) struct PageState {
    pub(super) deleted: Kept<Deleted>,
    pub(super) added: Kept<Vec<FileOutcome>>,
}

/// Things by tokens that nobody guesses, the latest last.
pub(super) struct Kept<T>(Mutex<VecDeque<(String, Instant, T)>>);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> Kept<T> {
    /// Keeps a thing, and gives the token by which it is found.
    pub(super) fn keep(&self, thing: T) -> Option<String> {
        let token = random()?;
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(_, since, _)| since.elapsed() < KEPT_FOR);
        if kept.len() == MAX_KEPT {
            kept.pop_front();
        }
        kept.push_back((token.clone(), Instant::now(), thing));
        Some(token)
    }

    /// The thing of a token.
    pub(super) fn get(&self, token: &str) -> Option<T> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|(known, since, _)| known == token && since.elapsed() < KEPT_FOR);
        found.map(|(_, _, thing)| thing.clone())
    }

    /// The thing of a token, which is gone from then on.
    pub(super) fn take(&self, token: &str) -> Option<T> {
        let thing = self.get(token);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).retain(|(known, ..)| known != token);
        thing
    }
}
