//! Filters: whom a question is about. They decide who is looked at, never what a fit is.

#[cfg(all(test, feature = "search"))]
mod tests;

use std::collections::HashSet;

use super::entry::Entry;
use super::options::Judgement;
use super::pool::Snapshot;
use super::tile::Tile;
use super::timings::Work;
use super::{Engine, FeedbackStage, Inner};
use crate::domain::parallel::prelude::*;
use crate::domain::{CancelToken, Candidate, CandidateId, Error, Pay, Role, RoleId, RoleStatus, WorkMode, setters};
use crate::extract::CandidateFacts;
#[cfg(feature = "search")]
use crate::index::SeqSet;
use crate::score::{self, Columns, Rates, Subject};
use crate::store::{Kind, Record, Seq};
use crate::taxonomy::{Location, Taxonomy, fold};

/// Who is looked at; everybody unless said. All that is given must hold. Words, skills, scale and `location` let those pass who state
/// them; `location_or_unstated` and pay only take out those who say otherwise, because silence says nothing against anybody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Filters {
    /// Words that stand in a candidate's texts, all of them, in any order. It needs the feature `search`.
    pub q: Option<String>,
    /// Skills that a candidate claims, each itself or as one of its kind (an H100 is a GPU). One that no taxonomy knows is met by
    /// the same words.
    pub skills: Vec<String>,
    /// The least number of accelerators that a candidate has worked with at once.
    pub min_scale: Option<u64>,
    /// A city, region or country: who says to live there, or to move there. Who says neither is out.
    pub location: Option<String>,
    /// A city, region or country: who lives elsewhere, or names other places to move to, and would not move there is out. Who
    /// says nothing of places stays.
    pub location_or_unstated: Option<String>,
    /// Who expects more than its `max` at the least is out; currencies without a rate are not compared.
    pub max_pay: Option<Pay>,
    /// Who names ways to work, and not this one, is out.
    pub work_mode_or_unstated: Option<WorkMode>,
    /// Those at one of these stages of the role ([`Feedback`](crate::feedback::Feedback)). Only for the shortlist of a stored role.
    pub stages: Vec<FeedbackStage>,
    /// Those whom nobody has given a stage of the role; with `stages`, those pass who meet either.
    pub without_stage: bool,
    /// Of roles: their status. Only for the roles of a candidate, which are the open ones unless said.
    pub status: Vec<RoleStatus>,
}

setters! {
    impl Filters {
        with_q(q: text String);
        with_skills(skills: each String);
        with_min_scale(min_scale: some u64);
        with_location(location: text String);
        with_location_or_unstated(location_or_unstated: text String);
        with_max_pay(max_pay: some Pay);
        with_work_mode_or_unstated(work_mode_or_unstated: some WorkMode);
        with_stages(stages: each FeedbackStage);
        with_without_stage(without_stage: is bool);
        with_status(status: each RoleStatus);
    }
}

/// Filters made ready.
pub(super) struct Sieve {
    with_words: Option<WithWords>,
    skills: Vec<Sought>,
    min_scale: Option<u64>,
    location: Option<Location>,
    location_or_unstated: Option<Location>,
    max_pay: Option<Pay>,
    work_mode: Option<WorkMode>,
}

/// Those whose texts hold some words, in one snapshot of the pool.
#[derive(Default)]
struct WithWords {
    /// By their last changes, whom the index knows by the same one.
    #[cfg(feature = "search")]
    seqs: SeqSet,
    /// Those who changed in between.
    ids: HashSet<CandidateId>,
}

impl WithWords {
    fn holds(&self, seq: Seq, entry: &Entry) -> bool {
        #[cfg(feature = "search")]
        if self.seqs.contains(seq) {
            return true;
        }
        !self.ids.is_empty() && self.ids.contains(&entry.id)
    }
}

/// What columns tell of whether somebody passes.
enum Told {
    Passes,
    Fails,
    /// Facts must tell.
    Open,
}

pub(super) enum Sought {
    /// By concept, whether whoever claims it claims what is sought: the concept itself, or one of its kind.
    Concept(Box<[bool]>),
    Words(String),
}

impl Sought {
    pub(super) fn of(name: &str, taxonomy: &Taxonomy) -> Self {
        match taxonomy.resolve(name).concept {
            Some(concept) => Self::Concept(score::kinds_of(concept, taxonomy)),
            None => Self::Words(fold(name)),
        }
    }
}

impl Filters {
    /// Whether everybody passes.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// How much of documents one page holds.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PageOptions {
    /// So many documents at most.
    pub limit: usize,
    /// The page ends before its documents, as they are kept, take more bytes than this; it holds one at least.
    pub max_bytes: usize,
}

setters! {
    impl PageOptions {
        with_limit(limit: is usize);
        with_max_bytes(max_bytes: is usize);
    }
}

impl PageOptions {
    /// So many documents, however long.
    pub fn of(limit: usize) -> Self {
        Self { limit, max_bytes: usize::MAX }
    }
}

/// One page of documents in the order of their ids.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Page<T> {
    /// The documents.
    pub documents: Vec<T>,
    /// Whether there are more after the last one.
    pub more: bool,
}

impl Engine {
    /// Candidates in the order of their ids, after one of them or from the first.
    ///
    /// # Errors
    /// [`Error::Configuration`] for filters that cannot be understood; [`Error::Store`] for a damaged document.
    pub fn candidates(
        &self,
        filters: &Filters,
        after: Option<&CandidateId>,
        options: &PageOptions,
    ) -> Result<Page<Candidate>, Error> {
        let inner = &*self.inner;
        if filters.is_empty() {
            return inner.page(after.map(CandidateId::as_str), options, &self.cancel, |_| true);
        }
        let judgement = self.judgement(&super::MatchOptions::default())?;
        let snapshot = inner.filtered(inner.pool.snapshot(), filters, &judgement)?;
        let later = snapshot.entries().filter(|entry| after.is_none_or(|after| entry.id > *after));
        let mut ids: Vec<CandidateId> = later.map(|entry| entry.id.clone()).collect();
        ids.sort_unstable();
        let read = ids.iter().filter_map(|id| {
            let record = inner.store.get(Kind::Candidate, id.as_str()).transpose()?;
            Some(record.and_then(|record| decoded(Kind::Candidate, id.as_str(), &record)))
        });
        cut(read, options, &self.cancel)
    }

    /// The most accelerators that a candidate says to have worked with at once, as the filter `min_scale` has it; none where no scale is
    /// stated that can be compared.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such candidate.
    pub fn largest_scale(&self, candidate: &CandidateId) -> Result<Option<u64>, Error> {
        let entry = self.inner.candidate_entry(candidate)?;
        let facts = entry.facts();
        let has_run = |least: u64| score::has_run(&facts, least, &self.inner.options.profile);
        if !has_run(1) {
            return Ok(None);
        }
        // Whoever has run so many has run fewer, too.
        let (mut known, mut beyond) = (1, 2_u64);
        while beyond < u64::MAX && has_run(beyond) {
            (known, beyond) = (beyond, beyond.saturating_mul(2));
        }
        while beyond - known > 1 {
            let between = known + (beyond - known) / 2;
            if has_run(between) {
                known = between;
            } else {
                beyond = between;
            }
        }
        Ok(Some(known))
    }

    /// Roles in the order of their ids, after one of them or from the first; of any status, or of those given.
    ///
    /// # Errors
    /// [`Error::Store`] for a damaged document.
    pub fn roles(
        &self,
        status: &[RoleStatus],
        after: Option<&RoleId>,
        options: &PageOptions,
    ) -> Result<Page<Role>, Error> {
        let wanted = |role: &Role| status.is_empty() || status.contains(&role.status);
        self.inner.page(after.map(RoleId::as_str), options, &self.cancel, wanted)
    }
}

/// A document, and how many bytes it takes in the store.
fn decoded<T: serde::de::DeserializeOwned>(kind: Kind, id: &str, record: &Record) -> Result<(T, usize), Error> {
    Ok((super::decode(kind, id, &record.body)?, record.body.len()))
}

fn cut<T>(
    found: impl Iterator<Item = Result<(T, usize), Error>>,
    PageOptions { limit, max_bytes }: &PageOptions,
    cancel: &CancelToken,
) -> Result<Page<T>, Error> {
    let (mut documents, mut bytes) = (Vec::new(), 0_usize);
    for next in found {
        cancel.check()?;
        let (document, length) = next?;
        bytes = bytes.saturating_add(length);
        if documents.len() >= *limit || (bytes > *max_bytes && !documents.is_empty()) {
            return Ok(Page { documents, more: true });
        }
        documents.push(document);
    }
    Ok(Page { documents, more: false })
}

impl Inner {
    fn page<T: super::AsKind + serde::de::DeserializeOwned>(
        &self,
        after: Option<&str>,
        options: &PageOptions,
        cancel: &CancelToken,
        wanted: impl Fn(&T) -> bool,
    ) -> Result<Page<T>, Error> {
        let kind: Kind = T::STORED_AS;
        let found = self.store.scan(kind, after).map(|row| {
            cancel.check()?;
            let (id, record) = row?;
            decoded::<T>(kind, &id, &record)
        });
        cut(found.filter(|found| found.as_ref().map_or(true, |(document, _)| wanted(document))), options, cancel)
    }

    /// How many there are, and those of them who pass, for the shortlist of a role.
    pub(super) fn filtered_for(
        &self,
        role: &RoleId,
        filters: &Filters,
        judgement: &Judgement,
    ) -> Result<(usize, Snapshot), Error> {
        if filters.stages.is_empty() && !filters.without_stage {
            let pool = self.pool.snapshot();
            return Ok((pool.len(), self.filtered(pool, filters, judgement)?));
        }
        let (pool, mut stages) = self.pool.snapshot_with(self.feedback.stages(role));
        let total = pool.len();
        stages.sort_unstable_by_key(|(seq, _)| *seq);
        let is_wanted = |seq: Seq| match stages.binary_search_by_key(&seq, |(staged, _)| *staged) {
            Ok(at) => filters.stages.contains(&stages[at].1),
            Err(_) => filters.without_stage,
        };
        let pool = pool.filtered(&judgement.cancel, |seq, _, _| is_wanted(seq));
        let others = Filters { stages: Vec::new(), without_stage: false, ..filters.clone() };
        Ok((total, self.filtered(pool, &others, judgement)?))
    }

    /// Those of a pool who pass.
    pub(super) fn filtered(&self, pool: Snapshot, filters: &Filters, judgement: &Judgement) -> Result<Snapshot, Error> {
        if filters.is_empty() {
            return Ok(pool);
        }
        judgement.timings.time(Work::Index, || self.passing(pool, filters, judgement))
    }

    fn passing(&self, pool: Snapshot, filters: &Filters, judgement: &Judgement) -> Result<Snapshot, Error> {
        let sieve = self.sieve(filters, &pool, &judgement.cancel)?;
        let passes =
            |seq: Seq, entry: &Entry, at: Option<(&Columns, usize)>| sieve.passes(seq, entry, at, self, judgement);
        let pool = pool.filtered(&judgement.cancel, passes);
        judgement.cancel.check().map(|()| pool)
    }

    /// For the people of one snapshot.
    pub(super) fn sieve(&self, filters: &Filters, pool: &Snapshot, cancel: &CancelToken) -> Result<Sieve, Error> {
        let taxonomy = &*self.options.taxonomy;
        if !filters.status.is_empty() {
            return Err(Error::Configuration("a status is a filter of roles, not of candidates".to_owned()));
        }
        if !filters.stages.is_empty() || filters.without_stage {
            return Err(Error::Configuration("a stage is a filter of the shortlist of a stored role".to_owned()));
        }
        let location = |text: &String| self.place(text);
        if filters.max_pay.as_ref().is_some_and(|pay| pay.max.is_none()) {
            return Err(Error::Configuration("the filter's max_pay has no `max`".to_owned()));
        }
        let with_words = filters.q.as_deref().map(|words| self.with_words(words, pool, cancel)).transpose()?;
        Ok(Sieve {
            with_words,
            skills: filters.skills.iter().map(|name| Sought::of(name, taxonomy)).collect(),
            min_scale: filters.min_scale,
            location: filters.location.as_ref().map(location).transpose()?,
            location_or_unstated: filters.location_or_unstated.as_ref().map(location).transpose()?,
            max_pay: filters.max_pay.clone(),
            work_mode: filters.work_mode_or_unstated,
        })
    }

    /// The place that a filter names.
    pub(super) fn place(&self, text: &str) -> Result<Location, Error> {
        let unknown = || {
            Error::Configuration(format!(
                "the filter's location {text:?} is no place that is known; expected `Austin, TX`, `Germany` and the like"
            ))
        };
        self.options.taxonomy.places().parse(text).ok_or_else(unknown)
    }

    /// Those whose texts hold all of the words. The index is waited for: it then holds every write that was acknowledged.
    #[cfg(feature = "search")]
    fn with_words(&self, words: &str, pool: &Snapshot, cancel: &CancelToken) -> Result<WithWords, Error> {
        self.indexer.catch_up(cancel)?;
        let found = self.indexer.with_words(words)?;
        let present: SeqSet = pool.seqs().collect();
        let mut with_words = WithWords { seqs: found.seqs(), ids: HashSet::new() };
        for id in found.ids(|seq| !present.contains(seq))? {
            // What one of several documents of a person says, the person says.
            let root = self.duplicates.root(&id);
            match self.pool.get(&root) {
                Some(entry) if present.contains(entry.seq) => with_words.seqs.insert(entry.seq),
                Some(_) => drop(with_words.ids.insert(root)),
                None => {}
            }
        }
        Ok(with_words)
    }

    #[cfg(not(feature = "search"))]
    #[expect(clippy::unused_self, reason = "as it is with an index")]
    fn with_words(&self, _words: &str, _pool: &Snapshot, _cancel: &CancelToken) -> Result<WithWords, Error> {
        Err(Error::Configuration("the filter `q` needs a build with the feature `search`".to_owned()))
    }
}

impl Sieve {
    /// Whether somebody passes, of this last change, who may stand in a row of columns: what these tell need not be looked up.
    pub(super) fn passes(
        &self,
        seq: Seq,
        entry: &Entry,
        at: Option<(&Columns, usize)>,
        inner: &Inner,
        judgement: &Judgement,
    ) -> bool {
        if self.with_words.as_ref().is_some_and(|with_words| !with_words.holds(seq, entry)) {
            return false;
        }
        match at.map(|(columns, row)| self.passes_columns(columns, row, inner, judgement)) {
            Some(Told::Passes) => true,
            Some(Told::Fails) => false,
            Some(Told::Open) | None => self.passes_facts(&entry.facts(), inner, judgement),
        }
    }

    fn passes_columns(&self, columns: &Columns, row: usize, inner: &Inner, judgement: &Judgement) -> Told {
        let options = &inner.options;
        let rates: &Rates = &judgement.rates;
        let place = || columns.stated(Subject::Place, row);
        let pay = || columns.stated(Subject::Pay, row);
        let claims = |sought: &Sought| match sought {
            Sought::Concept(kinds) => columns.claimed(row).iter().any(|claimed| kinds[claimed.index()]),
            Sought::Words(folded) => columns.with_words(folded).any(|named| usize::from(named) == row),
        };
        let may_pass = self.skills.iter().all(claims)
            && self.min_scale.is_none_or(|least| columns.may_have_run(row, least))
            && self.location.as_ref().is_none_or(|to| score::comes_to(place(), to, &judgement.profile))
            && self
                .location_or_unstated
                .as_ref()
                .is_none_or(|to| !score::stays_away_from(place(), to, &judgement.profile))
            && self.max_pay.as_ref().is_none_or(|most| !score::expects_more(pay(), most, &options.market, rates))
            && self.work_mode.is_none_or(|mode| takes_mode(place(), mode));
        let is_open = self.min_scale.is_some() || self.skills.iter().any(|sought| matches!(sought, Sought::Words(_)));
        match (may_pass, is_open) {
            (false, _) => Told::Fails,
            (true, false) => Told::Passes,
            (true, true) => Told::Open,
        }
    }

    fn passes_facts(&self, facts: &CandidateFacts, inner: &Inner, judgement: &Judgement) -> bool {
        let options = &inner.options;
        let claims = |sought: &Sought| match sought {
            Sought::Concept(kinds) => score::claimed_concepts(facts).any(|claimed| kinds[claimed.index()]),
            Sought::Words(folded) => facts.unrecognized.iter().any(|skill| *skill.folded == **folded),
        };
        let rates: &Rates = &judgement.rates;
        self.skills.iter().all(claims)
            && self.min_scale.is_none_or(|least| score::has_run(facts, least, &judgement.profile))
            && self.location.as_ref().is_none_or(|place| score::comes_to(facts, place, &judgement.profile))
            && self
                .location_or_unstated
                .as_ref()
                .is_none_or(|place| !score::stays_away_from(facts, place, &judgement.profile))
            && self.max_pay.as_ref().is_none_or(|most| !score::expects_more(facts, most, &options.market, rates))
            && self.work_mode.is_none_or(|mode| takes_mode(facts, mode))
    }
}

/// Whether somebody names this way to work, or none at all.
fn takes_mode(facts: &CandidateFacts, mode: WorkMode) -> bool {
    facts.work_modes.is_empty() || facts.work_modes.contains(&mode)
}

impl Snapshot {
    /// Those of it who pass; whoever asks looks in the end whether it was cancelled.
    fn filtered(
        self,
        cancel: &CancelToken,
        passes: impl Fn(Seq, &Entry, Option<(&Columns, usize)>) -> bool + Sync,
    ) -> Self {
        let of_tile = |tile: Tile| {
            if cancel.is_cancelled() {
                return tile;
            }
            let columns = tile.columns.clone();
            tile.filtered(|row, seq, entry| passes(seq, entry, Some((&*columns, row))))
        };
        let tiles = self.tiles.into_par_iter().map(of_tile).collect();
        let newcomers = self.newcomers.into_iter().filter(|entry| passes(entry.seq, entry, None)).collect();
        Self { tiles, newcomers }
    }
}
