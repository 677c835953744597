//! The engine: parse, extract, put, index; retrieve, score, gate and order, explain. The one file that names every stage.

#[cfg(not(feature = "search"))]
mod arrivals;
#[cfg(test)]
mod cancelled;
mod create;
#[cfg(feature = "storage")]
mod data_directory;
mod documents;
mod duplicates;
mod entry;
#[cfg(feature = "storage")]
mod eraser;
mod everybody;
mod export;
mod extraction;
mod feedback;
mod filters;
#[cfg(feature = "postgres")]
mod follower;
mod gates;
mod given;
mod in_use;
#[cfg(feature = "search")]
mod indexer;
mod kept_scores;
#[cfg(feature = "storage")]
mod kept_tiles;
mod match_page;
mod names;
mod opaque;
mod opening;
mod options;
mod partial_answer;
mod pool;
mod ranking;
mod reload;
#[cfg(all(test, feature = "search", feature = "storage"))]
mod reload_tests;
mod removal;
mod search;
mod similar;
mod start;
mod status;
mod stored_form;
mod supply;
#[cfg(feature = "search")]
mod text_search;
mod tile;
mod timings;
mod unread;
mod unrecognized;
mod walk;
#[cfg(feature = "webhooks")]
mod webhooks;
mod what_if;
#[cfg(all(test, target_os = "linux", not(feature = "parallel")))]
mod without_threads;

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

#[cfg(all(feature = "search", feature = "storage"))]
pub use data_directory::IndexState;
#[cfg(feature = "storage")]
pub use data_directory::{BackedUp, Compacted, DataDirectory, Verification};
pub use documents::Written;
pub use duplicates::{Duplicate, DuplicateOptions, DuplicateState, DuplicatesPage};
pub(crate) use everybody::Everybody;
pub use feedback::{Feedback, FeedbackFit, FeedbackNote, FeedbackOptions, FeedbackPage, FeedbackStage, FitCause};
pub use filters::{Filters, Page, PageOptions};
pub use gates::GateSwitch;
pub use match_page::{MatchCursor, MatchPage};
pub use options::{EngineOptions, MatchOptions};
pub use partial_answer::PartialAnswer;
pub use ranking::Ranking;
pub(crate) use ranking::{RankingPart, ShortlistPart};
pub use removal::{RemovalOutcome, RemoveOptions, Removed};
pub use status::{DiskUsage, EngineStatus};
#[cfg(feature = "search")]
pub use text_search::{Facet, FacetCounts, FacetValue, SearchCursor, SearchOptions, SearchPage, SearchSort};
pub use timings::{Durations, WorkDurations};
pub(crate) use unread::Read;
pub use unread::Unread;
pub use unrecognized::{LeftOut, NearestLabel, UnrecognizedSkill, UnrecognizedSkills};
#[cfg(feature = "webhooks")]
pub use webhooks::{
    CreatedWebhook, NewWebhook, Webhook, WebhookAttempt, WebhookCounts, WebhookData, WebhookDelivery, WebhookDisabled,
    WebhookEvent, WebhookMatch, WebhookMessage, WebhookOutcome, WebhookPayload, WebhookTry,
};
pub use what_if::{WhatIfBasis, WhatIfOptions, WhatIfProgress};

use crate::domain::parallel::prelude::*;
use crate::domain::{CancelToken, Candidate, CandidateId, Error, Role, RoleId, RoleStatus};
use crate::explain::{Answer, Explainer, Match, hundredths};
use crate::extract::{Extractor, RoleFacts};
use crate::intake::Document;
use crate::market::{MarketBand, MarketQuery};
use crate::shortlist::{Placed, Rank, Shortlist};
use crate::store::{Kind, Seq, Store};
use crate::taxonomy::Taxonomy;
use crate::wording::Language;
use duplicates::Duplicates;
use entry::Entry;
use feedback::FeedbackBook;
use in_use::InUse;
#[cfg(feature = "search")]
use indexer::Indexer;
use kept_scores::KeptScores;
#[cfg(feature = "storage")]
use kept_tiles::KeptTiles;
use pool::Pool;
use reload::Lineage;
pub(crate) use stored_form::AsKind;
use stored_form::{body, decode};
use timings::{Timings, Work, now};
use unread::UnreadableDocuments;

/// Keeps candidates and roles, and matches them. Synchronous; cheap to clone, and every clone is the same engine, until one is [reloaded](Engine::reload).
///
/// ```
/// use rolefit::{Candidate, Engine, MatchOptions, Role};
///
/// let engine = Engine::in_memory();
/// let role: Role = serde_json::from_str(r#"{"id": "r-1", "title": "Storage engineer", "must_have": ["Lustre"]}"#)?;
/// let candidate: Candidate = serde_json::from_str(r#"{"id": "c-1", "summary": "I have run Lustre since 2019."}"#)?;
/// engine.put_role(&role)?;
/// engine.put_candidate(&candidate)?;
/// let answer = engine.matches(&role.id, &MatchOptions::default())?;
/// assert_eq!(answer.results[0].candidate_id.as_ref(), Some(&candidate.id));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Engine {
    inner: Arc<Inner>,
    cancel: CancelToken,
    language: Language,
    /// Whether those who give this handle documents have held them to the rules: see `given`.
    documents_are_checked: bool,
}

struct Inner {
    /// Another that took the place of this one: see `reload`.
    successor: OnceLock<Arc<Inner>>,
    lineage: Arc<Lineage>,
    in_use: Arc<InUse>,
    // The indexer stops, with a last commit, before the store closes.
    #[cfg(feature = "search")]
    indexer: Arc<Indexer>,
    #[cfg(not(feature = "search"))]
    arrivals: Arc<arrivals::Arrivals>,
    pool: Arc<Pool>,
    roles: RwLock<Roles>,
    store: Arc<dyn Store>,
    extractor: Extractor,
    options: EngineOptions,
    unreadable: UnreadableDocuments,
    timings: Arc<Timings>,
    /// None in memory.
    index_dir: Option<PathBuf>,
    #[cfg(feature = "webhooks")]
    webhooks: webhooks::Webhooks,
    duplicates: Arc<Duplicates>,
    feedback: Arc<FeedbackBook>,
    names: Arc<names::Names>,
    scores: KeptScores,
    #[cfg(feature = "search")]
    counts: text_search::KeptCounts,
    #[cfg(feature = "storage")]
    kept: Option<Arc<KeptTiles>>,
    /// None in memory.
    #[cfg(feature = "storage")]
    eraser: Option<Arc<eraser::Eraser>>,
    /// The last write before this opening.
    #[cfg(feature = "storage")]
    opened_at: Seq,
    /// How many candidates of that time are not kept.
    #[cfg(feature = "storage")]
    not_kept: u64,
}

/// Counts and versions alone: nothing of whoever is kept.
impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("candidates", &self.candidate_count())
            .field("roles", &self.role_count())
            .field("taxonomy", &self.taxonomy().version())
            .finish_non_exhaustive()
    }
}

/// A role with its facts.
pub(crate) struct RoleEntry {
    pub(crate) role: Role,
    pub(crate) facts: RoleFacts,
}

/// The folder of the store in a data directory.
const STORE: &str = "store";

impl Engine {
    /// A handle on this engine whose calls stop when `cancel` says so: reading documents, matches, what-if, pages. Their outcome is then
    /// [`Error::Cancelled`], never a part of an answer; whatever was durable before stays. Other handles go on. Cheap.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    ///
    /// use rolefit::Engine;
    /// use rolefit::model::CancelToken;
    ///
    /// let engine = Engine::in_memory();
    /// let deadline = CancelToken::new().with_deadline(Instant::now() + Duration::from_secs(5));
    /// let found = engine.cancelled_by(deadline).unrecognized_skills(10)?;
    /// assert_eq!(found.total, 0);
    /// # Ok::<(), rolefit::Error>(())
    /// ```
    #[must_use]
    pub fn cancelled_by(&self, cancel: CancelToken) -> Self {
        Self { cancel, ..self.clone() }
    }

    /// A handle on this engine whose answers are in a language, where their options name none: summaries, statements, questions, changes,
    /// reasons of duplicates. Order, points and evidence are the same in all of them. Cheap.
    ///
    /// ```
    /// use rolefit::model::Language;
    /// use rolefit::{Engine, MatchOptions};
    ///
    /// let engine = Engine::in_memory().in_language(Language::German);
    /// let role = serde_json::from_value(serde_json::json!({"id": "r", "must_have": ["Slurm"]}))?;
    /// let candidate = serde_json::from_value(serde_json::json!({"id": "c", "headline": "HPC engineer"}))?;
    /// let row = engine.explain_documents(&role, &candidate, &MatchOptions::default())?;
    /// assert_eq!(row.questions[0].question, "Gehörte Slurm zu Ihrer Arbeit in High-performance computing?");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_language(&self, language: Language) -> Self {
        Self { language, ..self.clone() }
    }

    /// This handle for one call, which its options may stop as well: for calls that read documents.
    fn for_call(&self, options: &MatchOptions) -> Self {
        self.cancelled_by(self.cancel.or(&options.cancel))
    }

    fn extractor(&self) -> Extractor {
        self.inner.extractor.cancelled_by(self.cancel.clone())
    }

    /// The shortlist for a role that was put.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such role; [`Error::Configuration`] for unusable options.
    pub fn matches(&self, role: &RoleId, options: &MatchOptions) -> Result<Answer, Error> {
        self.matched(role, options, false).map(PartialAnswer::into_whole)
    }

    /// Ids and fits (0 to 100) of the shortlist alone, best first: [`Engine::matches`] without explanations.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such role; [`Error::Configuration`] for unusable options.
    pub fn best(&self, role: &RoleId, options: &MatchOptions) -> Result<Vec<(CandidateId, f64)>, Error> {
        let (seq, entry) = self.inner.role_entry_with_seq(role)?;
        let (entry, options) = gates::with_gates(entry, options)?;
        let judgement = self.judgement_of_some(&options)?;
        let scorer = judgement.scorer(&entry, &self.inner.options.taxonomy);
        let (_, pool) = self.inner.filtered_for(role, &options.filters, &judgement)?;
        let best = if let Some(scores) = self.inner.scores_for(role, seq, &options, judgement.as_of) {
            judgement.best_by(&scores, &scorer, &entry, pool)
        } else {
            let listed = judgement.shortlist(&scorer, role.as_str(), &pool).into_ordered().into_iter();
            listed.map(|placed| (placed.item.id.clone(), placed.fit.total)).collect()
        };
        judgement.cancel.check()?;
        Ok(best.into_iter().map(|(id, total)| (id, hundredths(total))).collect())
    }

    /// The roles that fit a candidate best: the open ones, or those of the status that the filters name.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such candidate; [`Error::Configuration`] for unusable options.
    pub fn roles_for(&self, candidate: &CandidateId, options: &MatchOptions) -> Result<Answer, Error> {
        let inner = &*self.inner;
        let entry = inner.candidate_entry(candidate)?;
        let mut judgement = self.judgement_of_some(options)?;
        judgement.begin_page(options, &["candidate", candidate.as_str(), &entry.seq.0.to_string()])?;
        let status = match &options.filters {
            Filters { status, .. } if status.is_empty() => vec![RoleStatus::Open],
            Filters { status, .. } => status.clone(),
        };
        if !(Filters { status: Vec::new(), ..options.filters.clone() }).is_empty() {
            return Err(Error::Configuration("roles are filtered by their status alone".to_owned()));
        }
        let roles: Vec<Arc<RoleEntry>> =
            inner.roles.read().unwrap_or_else(PoisonError::into_inner).values().filter_map(|r| r.1.clone()).collect();
        let total = roles.len();
        let person = entry.person();
        let offered = |mut shortlist: Shortlist<Arc<RoleEntry>>, role: Arc<RoleEntry>| {
            let fit = judgement.scorer(&role, &inner.options.taxonomy).score(&person.facts);
            let rank = Rank::new(&fit, role.role.id.as_str(), candidate.as_str());
            judgement.offer(&mut shortlist, Placed { rank, id: role.role.id.as_str().into(), fit, item: role });
            shortlist
        };
        let empty = || Shortlist::new(judgement.limit);
        let wanted =
            roles.into_par_iter().filter(|role| status.contains(&role.role.status) && !judgement.cancel.is_cancelled());
        let shortlist = wanted.fold(empty, offered).reduce(empty, Shortlist::merge);
        let answer = judgement.answer_for_candidate(&entry, shortlist, total, &inner.options.taxonomy);
        judgement.cancel.check().map(|()| answer)
    }

    /// One pair with its whole explanation, gated or not.
    ///
    /// # Errors
    /// [`Error::NotFound`] when role or candidate is not known; [`Error::Configuration`] for unusable options.
    pub fn explain(&self, role: &RoleId, candidate: &CandidateId, options: &MatchOptions) -> Result<Match, Error> {
        let (role, options) = gates::with_gates(self.inner.role_entry(role)?, options)?;
        let candidate = self.inner.candidate_entry(candidate)?;
        let mut row = self.explain_entries(&role, &candidate, &options)?;
        self.mark_possible_duplicates(std::slice::from_mut(&mut row));
        Ok(row)
    }

    fn explain_entries(&self, role: &RoleEntry, candidate: &Entry, options: &MatchOptions) -> Result<Match, Error> {
        let judgement = self.judgement(options)?;
        let taxonomy = &self.inner.options.taxonomy;
        let person = candidate.person();
        let fit = judgement.scorer(role, taxonomy).score(&person.facts);
        let explainer = Explainer { with_evidence: true, ..judgement.explainer(taxonomy) };
        let ids = (Some(candidate.id.clone()), Some(role.role.id.clone()));
        let name = person.name.clone().filter(|_| !judgement.blind);
        Ok(explainer.row(0, ids, name, &fit, &role.facts, &person.facts))
    }

    /// The taxonomy that this engine reads and scores by.
    pub fn taxonomy(&self) -> &Taxonomy {
        &self.inner.options.taxonomy
    }

    /// What the field pays for a kind of work at a level, in a place and a year, with the rows that say so; `None` where none
    /// speaks of such work or such a place.
    ///
    /// # Errors
    /// [`Error::Configuration`] for a family or place that is not known, or a year out of range.
    pub fn market(&self, query: &MarketQuery) -> Result<Option<MarketBand>, Error> {
        self.inner.options.market.answer(query, self.taxonomy())
    }

    /// The options that this engine was made with.
    pub fn options(&self) -> &EngineOptions {
        &self.inner.options
    }

    /// Those whose free text holds all of `words`, best first by BM25. Words are split as texts are; nothing in them is an
    /// operator. A retrieval score is never part of a fit.
    ///
    /// # Errors
    /// [`Error::Index`] when the index failed.
    #[cfg(feature = "search")]
    pub fn search(&self, words: &str, limit: usize) -> Result<Vec<CandidateId>, Error> {
        self.flush_index()?;
        self.inner.indexer.search(words, limit)
    }

    /// Waits until the index holds every write acknowledged so far, for a minute at most. Matches do not need it: they see
    /// writes at once.
    ///
    /// # Errors
    /// [`Error::Index`] when the index failed, or does not catch up in time; matches then go on without it.
    #[cfg(feature = "search")]
    pub fn flush_index(&self) -> Result<(), Error> {
        self.inner.indexer.catch_up(&CancelToken::default())
    }

    fn role_entry(&self, role: &Role) -> Result<RoleEntry, Error> {
        let facts = self.inner.timings.time(Work::Role, || self.extractor().role_facts(role))?;
        Ok(RoleEntry { role: role.clone(), facts })
    }

    fn candidate_entry(&self, candidate: &Candidate, extractor: &Extractor) -> Result<Entry, Error> {
        let entry = self.inner.timings.time(Work::Candidate, || Entry::new(candidate, extractor))?;
        Ok(entry.with_keys(candidate, self.inner.duplicates.secret))
    }
}

impl Inner {
    fn read<T: Document>(&self, kind: Kind, id: &str) -> Result<Option<T>, Error> {
        Ok(self.read_with_version(kind, id)?.map(|(document, _)| document))
    }

    fn read_with_version<T: Document>(&self, kind: Kind, id: &str) -> Result<Option<(T, u64)>, Error> {
        let record = self.store.get(kind, id)?;
        record.map(|record| Ok((decode(kind, id, &record.body)?, record.seq.0))).transpose()
    }

    fn role_entry(&self, id: &RoleId) -> Result<Arc<RoleEntry>, Error> {
        self.role_entry_with_seq(id).map(|(_, entry)| entry)
    }

    /// The role with the number of the change that wrote it.
    fn role_entry_with_seq(&self, id: &RoleId) -> Result<(Seq, Arc<RoleEntry>), Error> {
        self.unreadable.check(Kind::Role, id.as_str())?;
        let roles = self.roles.read().unwrap_or_else(PoisonError::into_inner);
        let found = roles.get(id).and_then(|(seq, entry)| Some((*seq, entry.clone()?)));
        found.ok_or_else(|| Error::NotFound { what: "role", id: id.to_string() })
    }

    /// Whoever was merged is the one under whose id they are matched.
    fn candidate_entry(&self, id: &CandidateId) -> Result<Arc<Entry>, Error> {
        self.unreadable.check(Kind::Candidate, id.as_str())?;
        self.pool
            .get(&self.duplicates.root(id))
            .ok_or_else(|| Error::NotFound { what: "candidate", id: id.to_string() })
    }
}

/// Roles by id with the number of their last change; none for those that were removed.
type Roles = std::collections::BTreeMap<RoleId, (Seq, Option<Arc<RoleEntry>>)>;
