//! Documents that may be of one person: proposed with reasons, merged by people, and taken apart again as exactly as they were.
//!
//! A merge writes nothing into the documents. It is a decision of its own in the store, and what matches see is made of all documents of
//! the person anew whenever one of them changes. So whoever sends a document again finds what they sent, and an undone merge leaves
//! nothing behind.

mod decisions;
mod holders;
mod known;
mod merging;
mod proposals;
#[cfg(test)]
mod tests;

use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError, RwLock, RwLockReadGuard};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Engine;
use super::pool::Pool;
use crate::domain::{CandidateId, Error, setters};
use crate::identity::{DuplicateReason, FieldOrigin, IdentitySecret};
use crate::store::Seq;
pub(super) use decisions::Decision;
use decisions::Decisions;
use holders::Holders;
use known::KnownPeople;
use proposals::{Proposal, Search};

/// Two candidates who may be one person, and what people decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Duplicate {
    /// Stands for the two, whatever becomes of them.
    pub id: String,
    /// The two. Of a merge the first is the one under whose id the person is matched.
    pub candidate_ids: [CandidateId; 2],
    /// What was decided, if anything.
    pub state: DuplicateState,
    /// How likely it is one person, 0 to 1: an estimate from what the documents say. Absent where one of them can no longer be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<f64>,
    /// Why, and what speaks against it.
    pub reasons: Vec<DuplicateReason>,
    /// Where each field of the merged person comes from; of a proposal, where it would if the first survived. Lists may come from both.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldOrigin>,
    /// When it was decided, in seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<u64>,
}

/// What people decided about two candidates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum DuplicateState {
    /// Nothing yet: they may be one person, and are matched as two.
    #[default]
    Proposed,
    /// They are one person, and matched as one.
    Merged,
    /// They are two people, and not proposed again.
    Dismissed,
}

impl DuplicateState {
    /// All, in the order of the documentation.
    pub const ALL: [Self; 3] = [Self::Proposed, Self::Merged, Self::Dismissed];

    /// The name in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Proposed => "proposed",
            Self::Merged => "merged",
            Self::Dismissed => "dismissed",
        }
    }
}

/// Which pairs are listed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DuplicateOptions {
    /// Those of whom this was decided.
    pub state: DuplicateState,
    /// So many at most, 1 to 1000.
    pub limit: usize,
    /// After the one of this id, which is the last of the page before.
    pub after: Option<String>,
}

setters! {
    impl DuplicateOptions {
        with_state(state: is DuplicateState);
        with_limit(limit: is usize);
        with_after(after: text String);
    }
}

impl Default for DuplicateOptions {
    /// Proposals, up to fifty.
    fn default() -> Self {
        Self { state: DuplicateState::Proposed, limit: 50, after: None }
    }
}

/// Pairs, the likeliest first; those that were decided in the order of their ids.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct DuplicatesPage {
    /// The pairs.
    pub duplicates: Vec<Duplicate>,
    /// How many there are on all pages.
    pub total: usize,
    /// Where the next page begins; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// More pairs are not on one page.
const MAX_LIMIT: usize = 1000;

/// What an engine knows of who may be who.
pub(super) struct Duplicates {
    pub secret: IdentitySecret,
    holders: RwLock<Holders>,
    decisions: RwLock<Decisions>,
    /// Held while what matches see of a merged person is made, so that the last to make it saw the last write.
    merging: Mutex<()>,
    known: KnownPeople,
    /// Who was proposed last, or how far the search for them came.
    search: Mutex<Option<Search>>,
    /// How often something was decided.
    n_decided: AtomicU64,
}

impl Duplicates {
    pub(super) fn new(secret: IdentitySecret, pool: &Pool) -> Self {
        let mut holders = Holders::default();
        let everybody = pool.snapshot();
        holders.make_room(everybody.len());
        for entry in everybody.entries() {
            holders.put(&entry.id, entry.seq, &entry.keys);
        }
        Self {
            secret,
            holders: RwLock::new(holders),
            decisions: RwLock::default(),
            merging: Mutex::default(),
            known: KnownPeople::default(),
            search: Mutex::default(),
            n_decided: AtomicU64::default(),
        }
    }

    fn decisions(&self) -> RwLockReadGuard<'_, Decisions> {
        self.decisions.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn holders(&self) -> RwLockReadGuard<'_, Holders> {
        self.holders.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// A document was written.
    pub(super) fn written(&self, id: &CandidateId, seq: Seq, keys: &std::sync::Arc<[u32]>) {
        self.holders.write().unwrap_or_else(PoisonError::into_inner).put(id, seq, keys);
        self.known.forget(id);
    }

    /// A document was removed.
    pub(super) fn removed(&self, id: &CandidateId) {
        self.holders.write().unwrap_or_else(PoisonError::into_inner).remove(id);
        self.known.forget(id);
    }

    /// Under whose id somebody is matched.
    pub(super) fn root(&self, id: &CandidateId) -> CandidateId {
        self.decisions().root(id).clone()
    }

    /// Whether somebody is one of several who were merged.
    pub(super) fn is_merged(&self, id: &CandidateId) -> bool {
        self.decisions().is_merged(id)
    }

    /// The ids of all pairs of whom something was decided.
    #[cfg(feature = "postgres")]
    pub(super) fn decided(&self) -> Vec<String> {
        self.decisions().all().map(|(id, _)| id.clone()).collect()
    }

    /// How many documents are matched under the id of another.
    pub(super) fn n_hidden(&self) -> usize {
        self.decisions().n_hidden()
    }
}

impl Engine {
    /// Pairs of candidates who may be one person, or of whom that was decided. The likeliest come first.
    ///
    /// Who shares an address of mail, a number of a phone, a page, an id of another system, or a part of the name and an employer, is held
    /// against each other: names whatever their order and spelling, contacts, jobs with their dates, schools, places. Nothing is merged
    /// by itself: [`Engine::merge_candidates`] is for people to call.
    ///
    /// ```
    /// use rolefit::duplicates::DuplicateOptions;
    /// use rolefit::{Candidate, CandidateId, Engine};
    ///
    /// let engine = Engine::in_memory();
    /// for id in ["a", "b"] {
    ///     engine.put_candidate(&serde_json::from_value(serde_json::json!({
    ///         "id": id, "name": "Ann Lee", "custom": {"email": "ann.lee@example.org"},
    ///     }))?)?;
    /// }
    /// let found = engine.duplicates(&DuplicateOptions::default())?;
    /// assert_eq!(found.duplicates[0].reasons[1].text, "the same e-mail address");
    /// let [survivor, other] = &found.duplicates[0].candidate_ids;
    /// engine.merge_candidates(survivor, other)?;
    /// assert_eq!(engine.duplicates(&DuplicateOptions::default())?.total, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Configuration`] for a limit or a cursor that cannot be; [`Error::Store`] for a damaged document.
    pub fn duplicates(&self, options: &DuplicateOptions) -> Result<DuplicatesPage, Error> {
        if !(1..=MAX_LIMIT).contains(&options.limit) {
            return Err(Error::Configuration(format!("expected a limit of 1 to {MAX_LIMIT}, got {}", options.limit)));
        }
        let listed: Vec<Proposal> = match options.state {
            DuplicateState::Proposed => self.proposals()?.to_vec(),
            state => self.inner.duplicates.decisions().of_state(state).map(Proposal::of_decision).collect(),
        };
        let begin = match &options.after {
            None => 0,
            Some(last) => {
                let found = listed.iter().position(|proposal| proposal.id() == *last);
                found.ok_or_else(|| {
                    let message =
                        "invalid cursor; expected the `next_cursor` of the page before, and that nothing changed since";
                    Error::Configuration(message.to_owned())
                })? + 1
            }
        };
        let page: Vec<&Proposal> = listed.iter().skip(begin).take(options.limit).collect();
        let has_more = begin + page.len() < listed.len();
        let next_cursor = page.last().filter(|_| has_more).map(|last| last.id());
        let duplicates = page.into_iter().map(|proposal| self.told(proposal)).collect::<Result<_, Error>>()?;
        Ok(DuplicatesPage { duplicates, total: listed.len(), next_cursor })
    }

    /// The pair of this id; `None` where it is neither proposed nor decided.
    ///
    /// # Errors
    /// [`Error::Store`] for a damaged document.
    pub fn duplicate(&self, id: &str) -> Result<Option<Duplicate>, Error> {
        let decided = self.inner.duplicates.decisions().get(id).map(Proposal::of_decision);
        let found = match decided {
            Some(decided) => Some(decided),
            None => self.proposals()?.iter().find(|proposal| proposal.id() == id).cloned(),
        };
        found.map(|proposal| self.told(&proposal)).transpose()
    }

    /// The document that a merged person is matched by: made of all that were merged under this id. That of a candidate who was not
    /// merged is as it is stored.
    ///
    /// # Errors
    /// [`Error::Store`] for a damaged document.
    pub fn merged_candidate(&self, id: &CandidateId) -> Result<Option<crate::domain::Candidate>, Error> {
        let inner = &*self.inner;
        let root = inner.duplicates.root(id);
        Ok(inner.merged_document(&root)?.map(|merged| merged.candidate))
    }
}
