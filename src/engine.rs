//! The engine: parse, extract, put, index; retrieve, score, gate and order, explain. The one file that names every stage.

mod create;
mod data_directory;
mod everybody;
mod export;
mod filters;
mod indexer;
mod kept_facts;
mod opening;
mod opening_progress;
mod options;
mod pool;
mod ranking;
mod search;
mod similar;
mod status;
mod tile;
mod unrecognized;
mod walk;
mod what_if;

use std::path::Path;
use std::sync::{Arc, RwLock};

use rayon::prelude::*;

pub use data_directory::{BackedUp, Compacted, DataDirectory, IndexState, Verification};
pub(crate) use everybody::Everybody;
pub use filters::{Filters, Page};
pub use opening_progress::{OpeningProgress, OpeningState, OpeningStep};
pub use options::{EngineOptions, MatchOptions};
pub use ranking::Ranking;
pub(crate) use ranking::{RankingPart, ShortlistPart};
pub use status::EngineStatus;
pub use unrecognized::{LeftOut, NearestLabel, UnrecognizedSkill, UnrecognizedSkills};
pub use what_if::WhatIfOptions;

use crate::domain::{Candidate, CandidateId, Error, PartialDate, Role, RoleId, RoleStatus};
use crate::explain::{Answer, Explainer, Match, hundredths};
use crate::extract::{Extraction, Extractor, RoleFacts};
use crate::index::IndexEntry;
use crate::intake::Document;
use crate::market::{MarketBand, MarketQuery};
use crate::shortlist::{Placed, Rank, Shortlist};
use crate::store::{Kind, MemoryStore, Op, Seq, Store};
use crate::taxonomy::Taxonomy;
use indexer::{CandidateChange, Indexer};
use kept_facts::KeptFacts;
use opening::Opened;
use options::Judgement;
use pool::{Entry, Pool};
use tile::TileModel;

/// Keeps candidates and roles, and matches them. Synchronous; cheap to clone, and every clone is the same engine.
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
}

struct Inner {
    // The indexer stops, with a last commit, before the store closes.
    indexer: Indexer,
    pool: Arc<Pool>,
    roles: RwLock<Roles>,
    store: Arc<dyn Store>,
    extractor: Extractor,
    options: EngineOptions,
    kept: Option<KeptFacts>,
    /// The last write before this opening.
    opened_at: Seq,
    /// How many candidates' facts of that time are not kept.
    not_kept: u64,
}

/// A role with its facts.
pub(crate) struct RoleEntry {
    pub(crate) role: Role,
    pub(crate) facts: RoleFacts,
}

/// What became of one written document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The sequence number of the write; later writes have greater ones.
    pub seq: u64,
    /// Whether there was no such document before.
    pub created: bool,
}

impl Engine {
    /// Opens or creates a data directory with the default options.
    ///
    /// # Errors
    /// [`Error::Store`] when the directory is in use, damaged, or of another version; [`Error::Io`] when it cannot be made.
    pub fn open(dir: impl AsRef<Path>) -> Result<Self, Error> {
        Self::open_with(dir, EngineOptions::default())
    }

    /// Opens or creates a data directory.
    ///
    /// # Errors
    /// As [`Engine::open`].
    pub fn open_with(dir: impl AsRef<Path>, options: EngineOptions) -> Result<Self, Error> {
        Self::open_watched(dir, options, &OpeningProgress::default())
    }

    /// Opens or creates a data directory, and tells by `progress` how far that has come.
    ///
    /// # Errors
    /// As [`Engine::open`].
    pub fn open_watched(
        dir: impl AsRef<Path>,
        options: EngineOptions,
        progress: &OpeningProgress,
    ) -> Result<Self, Error> {
        progress.begin(OpeningStep::Store, 0);
        let (store, index) = data_directory::parts(dir.as_ref(), &options)?;
        Self::start(Arc::new(store), Some(&index), options, progress)
    }

    /// An engine that keeps everything in memory and nothing on disk.
    pub fn in_memory() -> Self {
        Self::in_memory_with(EngineOptions::default())
    }

    /// As [`Engine::in_memory`], with options.
    pub fn in_memory_with(options: EngineOptions) -> Self {
        Self::start(Arc::new(MemoryStore::new()), None, options, &OpeningProgress::default())
            .expect("an empty store and an index in memory have nothing that can fail to open")
    }

    fn start(
        store: Arc<dyn Store>,
        index_dir: Option<&Path>,
        options: EngineOptions,
        progress: &OpeningProgress,
    ) -> Result<Self, Error> {
        let extractor = Extractor::new(options.taxonomy.clone());
        let as_of = PartialDate::today().first_month();
        let model = TileModel::new(options.taxonomy.clone(), options.profile.clone(), as_of);
        let stamp = indexer::stamp(&*store, &options.taxonomy);
        let kept = index_dir.and_then(|index| KeptFacts::beside(index, &stamp));
        let Opened { pool, roles, read_anew } = opening::load(&*store, &extractor, model, kept.as_ref(), progress)?;
        let pool = Arc::new(pool);
        let indexer = Indexer::start(&store, index_dir, &pool, stamp, progress)?;
        let opened_at = store.last_seq();
        let roles = RwLock::new(roles);
        let mut inner = Inner { indexer, pool, roles, store, extractor, options, kept, opened_at, not_kept: read_anew };
        if inner.keep_facts() {
            inner.not_kept = 0;
        }
        progress.finish();
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Puts a candidate, in place of an older one of the same id. Durable, and seen by every later match, when this returns.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed.
    pub fn put_candidate(&self, candidate: &Candidate) -> Result<Written, Error> {
        let written = self.put_candidates(std::slice::from_ref(candidate))?;
        Ok(*written.first().expect("one document was written"))
    }

    /// Puts many candidates in one durable step, in their order.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed; none is then acknowledged.
    pub fn put_candidates(&self, candidates: &[Candidate]) -> Result<Vec<Written>, Error> {
        let inner = &*self.inner;
        let prepared = candidates.par_iter().map(|c| Ok((put_op(c)?, Entry::new(c, &inner.extractor))));
        let (ops, entries): (Vec<Op>, Vec<Entry>) = prepared.collect::<Result<Vec<_>, Error>>()?.into_iter().unzip();
        let written = inner.apply(&ops)?;
        let stored = entries.into_iter().zip(&ops).zip(&written);
        let stored = stored.map(|((entry, op), written)| entry.stored(Seq(written.seq), op.body().unwrap_or_default()));
        inner.remember_candidates(candidates, stored.collect());
        Ok(written)
    }

    /// Removes a candidate; `false` when there was none.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed.
    pub fn delete_candidate(&self, id: &CandidateId) -> Result<bool, Error> {
        let inner = &*self.inner;
        let written = inner.apply(&[Op::Delete { kind: Kind::Candidate, id: id.as_str().to_owned() }])?[0];
        let seq = Seq(written.seq);
        inner.pool.remove(id, seq);
        inner.indexer.changed(seq, Some(CandidateChange::Deleted(id.clone())));
        Ok(!written.created)
    }

    /// The candidate's document.
    ///
    /// # Errors
    /// [`Error::Store`] when the document is damaged.
    pub fn candidate(&self, id: &CandidateId) -> Result<Option<Candidate>, Error> {
        self.inner.read(Kind::Candidate, id.as_str())
    }

    /// How many candidates there are.
    pub fn candidate_count(&self) -> usize {
        self.inner.pool.len()
    }

    /// Puts a role, in place of an older one of the same id.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed.
    pub fn put_role(&self, role: &Role) -> Result<Written, Error> {
        let written = self.put_roles(std::slice::from_ref(role))?;
        Ok(*written.first().expect("one document was written"))
    }

    /// Puts many roles in one durable step, in their order.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed; none is then acknowledged.
    pub fn put_roles(&self, roles: &[Role]) -> Result<Vec<Written>, Error> {
        let inner = &*self.inner;
        let entries: Vec<Arc<RoleEntry>> = roles.par_iter().map(|role| Arc::new(self.role_entry(role))).collect();
        let ops = roles.iter().map(put_op).collect::<Result<Vec<Op>, Error>>()?;
        let written = inner.apply(&ops)?;
        for (entry, written) in entries.into_iter().zip(&written) {
            let id = entry.role.id.clone();
            inner.remember_role(id, Seq(written.seq), Some(entry));
        }
        Ok(written)
    }

    /// Removes a role; `false` when there was none.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed.
    pub fn delete_role(&self, id: &RoleId) -> Result<bool, Error> {
        let inner = &*self.inner;
        let written = inner.apply(&[Op::Delete { kind: Kind::Role, id: id.as_str().to_owned() }])?[0];
        inner.remember_role(id.clone(), Seq(written.seq), None);
        Ok(!written.created)
    }

    /// The role's document.
    ///
    /// # Errors
    /// [`Error::Store`] when the document is damaged.
    pub fn role(&self, id: &RoleId) -> Result<Option<Role>, Error> {
        self.inner.read(Kind::Role, id.as_str())
    }

    /// How many roles there are.
    pub fn role_count(&self) -> usize {
        self.inner.roles.read().expect("no thread panics holding this lock").values().filter(|r| r.1.is_some()).count()
    }

    /// The shortlist for a role that was put.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such role; [`Error::Configuration`] for unusable options.
    pub fn matches(&self, role: &RoleId, options: &MatchOptions) -> Result<Answer, Error> {
        let entry = self.inner.role_entry(role)?;
        let judgement = Judgement::of_some(options, &self.inner.options)?;
        let scorer = judgement.scorer(&entry, &self.inner.options.taxonomy);
        let everybody = self.inner.pool.snapshot();
        let total = everybody.len();
        let pool = self.inner.filtered(everybody, &options.filters, &judgement)?;
        let shortlist = judgement.shortlist(&scorer, role.as_str(), &pool);
        Ok(judgement.answer_for_role(&scorer, &entry, shortlist, total, &self.inner.options.taxonomy))
    }

    /// Ids and fits (0 to 100) of the shortlist alone, best first: [`Engine::matches`] without explanations.
    ///
    /// # Errors
    /// As [`Engine::matches`].
    pub fn best(&self, role: &RoleId, options: &MatchOptions) -> Result<Vec<(CandidateId, f64)>, Error> {
        let entry = self.inner.role_entry(role)?;
        let judgement = Judgement::of_some(options, &self.inner.options)?;
        let scorer = judgement.scorer(&entry, &self.inner.options.taxonomy);
        let pool = self.inner.filtered(self.inner.pool.snapshot(), &options.filters, &judgement)?;
        let shortlist = judgement.shortlist(&scorer, role.as_str(), &pool);
        let listed = shortlist.into_ordered().into_iter();
        Ok(listed.map(|placed| (placed.item.id.clone(), hundredths(placed.fit.total))).collect())
    }

    /// The roles that fit a candidate best: the open ones, or those of the status that the filters name.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such candidate; [`Error::Configuration`] for unusable options.
    pub fn roles_for(&self, candidate: &CandidateId, options: &MatchOptions) -> Result<Answer, Error> {
        let inner = &*self.inner;
        let entry = inner.candidate_entry(candidate)?;
        let judgement = Judgement::of_some(options, &inner.options)?;
        let status = match &options.filters {
            Filters { status, .. } if status.is_empty() => vec![RoleStatus::Open],
            Filters { status, .. } => status.clone(),
        };
        if !(Filters { status: Vec::new(), ..options.filters.clone() }).is_empty() {
            return Err(Error::Configuration("roles are filtered by their status alone".to_owned()));
        }
        let roles: Vec<Arc<RoleEntry>> = inner
            .roles
            .read()
            .expect("no thread panics holding this lock")
            .values()
            .filter_map(|r| r.1.clone())
            .collect();
        let total = roles.len();
        let offered = |mut shortlist: Shortlist<Arc<RoleEntry>>, role: Arc<RoleEntry>| {
            let fit = judgement.scorer(&role, &inner.options.taxonomy).score(&entry.facts);
            let rank = Rank::new(&fit, role.role.id.as_str(), candidate.as_str());
            shortlist.offer(Placed { rank, id: role.role.id.as_str().into(), fit, item: role });
            shortlist
        };
        let empty = || Shortlist::new(judgement.limit);
        let wanted = roles.into_par_iter().filter(|role| status.contains(&role.role.status));
        let shortlist = wanted.fold(empty, offered).reduce(empty, Shortlist::merge);
        Ok(judgement.answer_for_candidate(&entry, shortlist, total, &inner.options.taxonomy))
    }

    /// One pair with its whole explanation, gated or not.
    ///
    /// # Errors
    /// [`Error::NotFound`] when role or candidate is not known; [`Error::Configuration`] for unusable options.
    pub fn explain(&self, role: &RoleId, candidate: &CandidateId, options: &MatchOptions) -> Result<Match, Error> {
        let role = self.inner.role_entry(role)?;
        let candidate = self.inner.candidate_entry(candidate)?;
        self.explain_entries(&role, &candidate, options)
    }

    /// One pair of documents that need not be put, with its whole explanation.
    ///
    /// # Errors
    /// [`Error::Configuration`] for unusable options.
    pub fn explain_documents(
        &self,
        role: &Role,
        candidate: &Candidate,
        options: &MatchOptions,
    ) -> Result<Match, Error> {
        self.explain_entries(&self.role_entry(role), &Entry::new(candidate, &self.inner.extractor), options)
    }

    fn explain_entries(&self, role: &RoleEntry, candidate: &Entry, options: &MatchOptions) -> Result<Match, Error> {
        let judgement = Judgement::new(options, &self.inner.options)?;
        let taxonomy = &self.inner.options.taxonomy;
        let fit = judgement.scorer(role, taxonomy).score(&candidate.facts);
        let explainer = Explainer { taxonomy, profile: &judgement.profile, with_evidence: true };
        let ids = (Some(candidate.id.clone()), Some(role.role.id.clone()));
        let name = candidate.name.clone().filter(|_| !judgement.blind);
        Ok(explainer.row(0, ids, name, &fit, &role.facts, &candidate.facts))
    }

    /// The shortlist of the given candidates for a role, without storing anybody.
    ///
    /// # Errors
    /// [`Error::Configuration`] for unusable options.
    pub fn rank(&self, role: &Role, candidates: &[Candidate], options: &MatchOptions) -> Result<Answer, Error> {
        let mut ranking = self.ranking(std::slice::from_ref(role), options)?;
        ranking.offer(candidates);
        Ok(ranking.finish().pop().expect("one role was given"))
    }

    /// Begins to rank candidates for roles as a stream: offer them in portions of any size, then finish. Nobody is stored, and
    /// only those on a shortlist are kept in memory.
    ///
    /// # Errors
    /// [`Error::Configuration`] for unusable options.
    pub fn ranking(&self, roles: &[Role], options: &MatchOptions) -> Result<Ranking, Error> {
        let judgement = Judgement::new(options, &self.inner.options)?;
        let roles = roles.iter().map(|role| self.role_entry(role)).collect();
        Ok(Ranking::new(roles, judgement, self.inner.extractor.clone(), self.inner.options.taxonomy.clone()))
    }

    /// The facts that a text, or HTML, states.
    pub fn extract(&self, text: &str) -> Extraction {
        self.inner.extractor.extract(text)
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
    pub fn search(&self, words: &str, limit: usize) -> Result<Vec<CandidateId>, Error> {
        self.flush_index()?;
        self.inner.indexer.search(words, limit)
    }

    /// Waits until the index holds every write acknowledged so far. Matches do not need it: they see writes at once.
    ///
    /// # Errors
    /// [`Error::Index`] when the index failed; matches then go on without it.
    pub fn flush_index(&self) -> Result<(), Error> {
        self.inner.indexer.catch_up()
    }

    fn role_entry(&self, role: &Role) -> RoleEntry {
        RoleEntry { role: role.clone(), facts: self.inner.extractor.role_facts(role) }
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.keep_facts();
    }
}

impl Inner {
    /// Keeps everybody's facts for the next opening where enough has changed; tells whether it did.
    fn keep_facts(&self) -> bool {
        let changes = self.not_kept + (self.store.last_seq().0 - self.opened_at.0);
        let (Some(kept), Some(store)) = (&self.kept, self.store.on_disk()) else { return false };
        kept.keep(&self.pool.snapshot(), changes, store)
    }

    /// Applies writes; says of each its number and whether there was no such document before.
    fn apply(&self, ops: &[Op]) -> Result<Vec<Written>, Error> {
        if ops.is_empty() {
            return Ok(Vec::new());
        }
        let applied = self.store.apply(ops)?;
        let first = applied.seq.0 + 1 - u64::try_from(ops.len()).expect("fewer ops than sequence numbers");
        let numbered = (first..).zip(applied.existed);
        Ok(numbered.map(|(seq, existed)| Written { seq, created: !existed }).collect())
    }

    fn read<T: Document>(&self, kind: Kind, id: &str) -> Result<Option<T>, Error> {
        self.store.get(kind, id)?.map(|record| decode(kind, id, &record.body)).transpose()
    }

    fn role_entry(&self, id: &RoleId) -> Result<Arc<RoleEntry>, Error> {
        let roles = self.roles.read().expect("no thread panics holding this lock");
        let found = roles.get(id).and_then(|(_, entry)| entry.clone());
        found.ok_or_else(|| Error::NotFound { what: "role", id: id.to_string() })
    }

    fn candidate_entry(&self, id: &CandidateId) -> Result<Arc<Entry>, Error> {
        self.pool.get(id).ok_or_else(|| Error::NotFound { what: "candidate", id: id.to_string() })
    }

    /// Makes candidates that are in the store visible to matches.
    fn remember_candidates(&self, candidates: &[Candidate], entries: Vec<Entry>) {
        let changes = candidates.iter().zip(&entries).map(|(candidate, entry)| IndexEntry::of(candidate, entry.seq));
        let changes: Vec<IndexEntry> = changes.collect();
        self.pool.put(entries);
        for entry in changes {
            self.indexer.changed(entry.seq, Some(CandidateChange::Put(entry)));
        }
    }

    /// Keeps the newest state of a role, whichever of two concurrent writers comes here first.
    fn remember_role(&self, id: RoleId, seq: Seq, entry: Option<Arc<RoleEntry>>) {
        let mut roles = self.roles.write().expect("no thread panics holding this lock");
        let kept = roles.entry(id).or_insert((Seq::ZERO, None));
        if seq > kept.0 {
            *kept = (seq, entry);
        }
        drop(roles);
        self.indexer.changed(seq, None);
    }
}

fn put_op<T: Document + AsKind>(document: &T) -> Result<Op, Error> {
    Ok(Op::Put { kind: T::STORED_AS, id: document.id().to_owned(), body: body(document)? })
}

/// The bytes that are stored.
fn body<T: Document>(document: &T) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(document).map_err(|error| {
        Error::Malformed(format!("{} {:?} cannot be written as JSON: {error}", T::KIND, document.id()))
    })
}

/// The store's word for a document's sort.
trait AsKind {
    const STORED_AS: Kind;
}

impl AsKind for Candidate {
    const STORED_AS: Kind = Kind::Candidate;
}

impl AsKind for Role {
    const STORED_AS: Kind = Kind::Role;
}

fn decode<T: serde::de::DeserializeOwned>(kind: Kind, id: &str, body: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(body).map_err(|error| {
        Error::Store(format!("{} {id:?} is stored in a form that cannot be read: {error}", kind.noun()))
    })
}

/// Roles by id with the number of their last change; none for those that were removed.
type Roles = std::collections::BTreeMap<RoleId, (Seq, Option<Arc<RoleEntry>>)>;
