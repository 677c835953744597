//! What the page keeps for a while, in memory, for each tenant: documents that were deleted, so that it can be undone, files that are
//! being read, with what became of them, and what changes to roles would bring; and what it does beside, one thing at a time.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use super::scores;
use super::sessions::random;
use super::upload::Job;
use super::what_if::WhatIfs;
use crate::feedback::{Feedback, FeedbackNote};
use crate::{Candidate, CandidateId, Role, RoleId};

/// So long a deletion can be undone.
const UNDONE_WITHIN: Duration = Duration::from_secs(15 * 60);
/// So long what became of files can be read, from when they were sent.
const UPLOADS_KEPT_FOR: Duration = Duration::from_secs(60 * 60);
/// So many of each are kept.
const MAX_KEPT: usize = 64;

/// What was deleted, with what went along.
#[derive(Clone)]
pub(super) enum Deleted {
    Candidate(Box<Candidate>, Vec<Feedback>),
    Role(Box<Role>, Vec<Feedback>),
    Note(RoleId, CandidateId, FeedbackNote),
}

/// What the page keeps for a tenant.
pub(in crate::server) struct PageState {
    pub(super) deleted: Kept<Deleted>,
    pub(super) uploads: Kept<Job>,
    pub(super) what_ifs: WhatIfs,
    /// Held by whoever judges roles that nobody has asked for yet.
    pub(super) ahead: Arc<Semaphore>,
}

impl Default for PageState {
    fn default() -> Self {
        Self {
            deleted: Kept::during(UNDONE_WITHIN),
            uploads: Kept::during(UPLOADS_KEPT_FOR),
            what_ifs: WhatIfs::default(),
            ahead: scores::one_at_a_time(),
        }
    }
}

/// Things by tokens that nobody guesses, the latest last.
pub(super) struct Kept<T> {
    things: Mutex<VecDeque<(String, Instant, T)>>,
    during: Duration,
}

impl<T> Kept<T> {
    fn during(during: Duration) -> Self {
        Self { things: Mutex::default(), during }
    }
}

impl<T: Clone> Kept<T> {
    /// Keeps a thing, and gives the token by which it is found.
    pub(super) fn keep(&self, thing: T) -> Option<String> {
        let token = random()?;
        let mut kept = self.things.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(_, since, _)| since.elapsed() < self.during);
        if kept.len() == MAX_KEPT {
            kept.pop_front();
        }
        kept.push_back((token.clone(), Instant::now(), thing));
        Some(token)
    }

    /// The thing of a token.
    pub(super) fn get(&self, token: &str) -> Option<T> {
        let kept = self.things.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().find(|(known, since, _)| known == token && since.elapsed() < self.during);
        found.map(|(_, _, thing)| thing.clone())
    }

    /// The thing of a token, which is gone from then on.
    pub(super) fn take(&self, token: &str) -> Option<T> {
        let thing = self.get(token);
        self.things.lock().unwrap_or_else(PoisonError::into_inner).retain(|(known, ..)| known != token);
        thing
    }
}
