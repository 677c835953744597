//! Search of candidates and roles by what their documents say: a product of its own beside matches. What it finds is ordered by
//! relevance to the words, which is never a fit.

mod chosen;
mod facets;
mod kept_counts;
#[cfg(feature = "server")]
mod merged;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use borsh::{BorshDeserialize, BorshSerialize};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::filters::Filters;
use super::{AsKind, Engine, decode, opaque};
use crate::domain::{Candidate, Error, ParseError, Role, Violation, fnv1a, setters};
use crate::index::{
    Found, FoundOrder, Highlight, SearchQuery, Standing, candidate_passages, highlights, role_passages,
};
use crate::store::{Kind, Seq};
use chosen::Chosen;
pub use facets::{Facet, FacetCounts, FacetValue};
pub(super) use kept_counts::KeptCounts;

/// The most documents of one page.
const MAX_LIMIT: usize = 1000;

/// What is sought.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchOptions {
    /// The words, see [`SearchQuery`]. Everything passes without.
    pub query: Option<SearchQuery>,
    /// Whom or what it is about, beside the words. Roles are filtered by `skills` (what a role asks), `location` (where the work
    /// is) and `status` alone.
    pub filters: Filters,
    /// Only documents that were written after the write of this number: the `seq` of a receipt, or an `ETag`. Asked with the
    /// greatest that is known it tells what is new.
    pub updated_since: Option<u64>,
    /// What the found documents are counted by.
    pub facets: Vec<Facet>,
    /// The order; by relevance where there is a query, else by id.
    pub sort: Option<SearchSort>,
    /// The `next_cursor` of the page before; the first page begins without one.
    pub after: Option<SearchCursor>,
    /// So many documents at most, 1 to 1,000.
    pub limit: usize,
    /// The page ends before its documents, as they are kept, take more bytes than this; it holds one at least.
    pub max_bytes: usize,
}

setters! {
    impl SearchOptions {
        with_query(query: some SearchQuery);
        with_filters(filters: is Filters);
        with_updated_since(updated_since: some u64);
        with_facets(facets: each Facet);
        with_sort(sort: some SearchSort);
        with_after(after: some SearchCursor);
        with_limit(limit: is usize);
        with_max_bytes(max_bytes: is usize);
    }
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            query: None,
            filters: Filters::default(),
            updated_since: None,
            facets: Vec::new(),
            sort: None,
            after: None,
            limit: 10,
            max_bytes: usize::MAX,
        }
    }
}

/// The order of what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SearchSort {
    /// By BM25 of the words, the best first; ties by id.
    Relevance,
    /// The last written first.
    Updated,
    /// By id.
    Id,
}

impl SearchSort {
    /// All orders.
    pub const ALL: [Self; 3] = [Self::Relevance, Self::Updated, Self::Id];

    /// The name as it is written in requests.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Relevance => "relevance",
            Self::Updated => "updated",
            Self::Id => "id",
        }
    }
}

impl FromStr for SearchSort {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let found = Self::ALL.into_iter().find(|sort| sort.as_str() == text);
        found.ok_or_else(|| format!("expected relevance, updated or id, got {text:?}").into())
    }
}

/// One page of what was found.
#[derive(Clone, Debug, PartialEq, JsonSchema, Serialize, Deserialize)]
#[schemars(rename = "{T}Page")]
#[non_exhaustive]
pub struct SearchPage<T> {
    /// The documents, in the order that was asked for.
    #[serde(rename = "items")]
    pub documents: Vec<T>,
    /// Of each document in turn, where the words of the query stand; empty without a query.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub highlights: Vec<Vec<Highlight>>,
    /// How many documents there are on all pages.
    pub total: usize,
    /// The counts that were asked for, of the documents of all pages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facets: Vec<FacetCounts>,
    /// Where the next page begins; none on the last.
    pub next_cursor: Option<SearchCursor>,
}

impl<T> SearchPage<T> {
    /// The same page with these in the place of its documents: parts of them, say.
    #[must_use]
    pub fn with_documents<U>(self, documents: Vec<U>) -> SearchPage<U> {
        let Self { highlights, total, facets, next_cursor, .. } = self;
        SearchPage { documents, highlights, total, facets, next_cursor }
    }
}

/// The end of a page: opaque, and of use for the same question alone. Documents that are written between two pages may be on both
/// or on none.
#[derive(Clone, Debug, PartialEq, Eq, BorshSerialize, BorshDeserialize)]
pub struct SearchCursor {
    /// Stands for the question.
    question: u64,
    last: Standing,
}

impl fmt::Display for SearchCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque::write(self, f)
    }
}

impl Serialize for SearchCursor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// As it is written: a text of which nothing is said.
impl JsonSchema for SearchCursor {
    fn schema_name() -> Cow<'static, str> {
        "SearchCursor".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string" })
    }
}

impl<'de> Deserialize<'de> for SearchCursor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <String as Deserialize>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl FromStr for SearchCursor {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        opaque::read(text)
    }
}

/// A sort of document, and where its words stand.
trait Searched: AsKind + serde::de::DeserializeOwned {
    fn highlights(&self, query: &SearchQuery) -> Vec<Highlight>;
}

impl Searched for Candidate {
    fn highlights(&self, query: &SearchQuery) -> Vec<Highlight> {
        highlights(query, &candidate_passages(self))
    }
}

impl Searched for Role {
    fn highlights(&self, query: &SearchQuery) -> Vec<Highlight> {
        highlights(query, &role_passages(self))
    }
}

impl Engine {
    /// Candidates by the words of their documents, with highlights, counts and pages. Every write that was acknowledged is seen.
    ///
    /// ```
    /// use rolefit::{Candidate, Engine};
    /// use rolefit::search::{Facet, SearchOptions, SearchQuery};
    ///
    /// let engine = Engine::in_memory();
    /// let candidate: Candidate = serde_json::from_str(r#"{"id": "c-1", "summary": "Lustre on Kubernetes", "level": "senior"}"#)?;
    /// engine.put_candidate(&candidate)?;
    /// let query = Some(SearchQuery::for_candidates("kubernetse OR slurm")?);
    /// let page = engine.search_candidates(&SearchOptions::default().with_query(query).with_facets([Facet::Level]))?;
    /// assert_eq!((page.total, page.highlights[0][0].matches[0].start), (1, 10));
    /// assert_eq!(page.facets[0].values[0].value, "senior");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Configuration`] for options that cannot be meant; [`Error::Invalid`] for a cursor of another question;
    /// [`Error::Index`] when the index failed; [`Error::Store`] for a damaged document.
    pub fn search_candidates(&self, options: &SearchOptions) -> Result<SearchPage<Candidate>, Error> {
        let question = options.question(Kind::Candidate)?;
        if options.is_of_everything() {
            return self.everything(question, options, self.candidate_count());
        }
        let mut found = self.found(Kind::Candidate, options)?;
        let mut counts = Vec::new();
        // What is counted of everybody is the same as long as everybody is.
        let (is_of_all, version) = (options.has_no_bounds(), self.inner.pool.version());
        let kept = is_of_all.then(|| self.inner.counts.get(&options.facets, version)).flatten();
        if let Some(kept) = kept {
            counts = kept;
        } else if !options.filters.is_empty() || !options.facets.is_empty() {
            let judgement = self.judgement(&super::MatchOptions::default())?;
            let snapshot = self.inner.pool.snapshot();
            let chosen = Chosen::of(&self.inner, &snapshot, &found.seqs(), &options.filters, &judgement)?;
            if !options.filters.is_empty() {
                let passing = chosen.seqs();
                found.retain(|seq| passing.contains(seq));
            }
            counts = chosen.counts(&options.facets, &self.inner.options);
            // Somebody who came this moment may be in the pool and not found yet: such counts are of that moment alone.
            if is_of_all && chosen.len() == snapshot.len() {
                self.inner.counts.keep(&options.facets, version, counts.clone());
            }
        }
        self.page_of_found(&found, counts, question, options)
    }

    /// Roles by the words of their documents, with highlights, counts and pages. Every write that was acknowledged is seen.
    ///
    /// # Errors
    /// [`Error::Configuration`] for unusable options or a cursor of another question; [`Error::Index`] when the index failed.
    pub fn search_roles(&self, options: &SearchOptions) -> Result<SearchPage<Role>, Error> {
        let question = options.question(Kind::Role)?;
        if options.is_of_everything() {
            return self.everything(question, options, self.role_count());
        }
        let mut found = self.found(Kind::Role, options)?;
        let mut counts = Vec::new();
        if !options.filters.is_empty() || !options.facets.is_empty() {
            let roles = chosen::roles(&self.inner, &found.seqs(), &options.filters)?;
            if !options.filters.is_empty() {
                let passing: crate::index::SeqSet = roles.iter().map(|(seq, _)| *seq).collect();
                found.retain(|seq| passing.contains(seq));
            }
            counts = facets::of_roles(roles.iter().map(|(_, role)| &role.facts), &options.facets, &self.inner.options);
        }
        self.page_of_found(&found, counts, question, options)
    }

    fn found(&self, kind: Kind, options: &SearchOptions) -> Result<Found, Error> {
        self.inner.indexer.catch_up(&self.cancel)?;
        let mut found = self.inner.indexer.find(kind, options.query.as_ref(), options.order())?;
        if let Some(since) = options.updated_since {
            found.retain(|seq| seq > Seq(since));
        }
        self.cancel.check().map(|()| found)
    }

    fn page_of_found<T: Searched>(
        &self,
        found: &Found,
        facets: Vec<FacetCounts>,
        question: u64,
        options: &SearchOptions,
    ) -> Result<SearchPage<T>, Error> {
        self.cancel.check()?;
        let after = options.after.as_ref().map(|cursor| &cursor.last);
        let standings = found.page(after, options.limit + 1)?.into_iter().map(Ok);
        self.page_of(standings, found.len(), facets, question, options)
    }

    /// All documents in the order of their ids: no index is asked.
    fn everything<T: Searched>(
        &self,
        question: u64,
        options: &SearchOptions,
        total: usize,
    ) -> Result<SearchPage<T>, Error> {
        let after = options.after.as_ref().map(|cursor| cursor.last.id.as_str());
        let rows = self.inner.store.scan(T::STORED_AS, after);
        self.page_of(rows.map(|row| row.map(|(id, _)| Standing::by_id(id))), total, Vec::new(), question, options)
    }

    fn page_of<T: Searched>(
        &self,
        standings: impl Iterator<Item = Result<Standing, Error>>,
        total: usize,
        facets: Vec<FacetCounts>,
        question: u64,
        options: &SearchOptions,
    ) -> Result<SearchPage<T>, Error> {
        let facets = facets::told(facets, self.language);
        let mut page = SearchPage { documents: Vec::new(), highlights: Vec::new(), total, facets, next_cursor: None };
        let (mut bytes, mut last) = (0_usize, None);
        for standing in standings {
            self.cancel.check()?;
            let standing = standing?;
            // Whoever was removed a moment ago is not shown.
            let Some(record) = self.inner.store.get(T::STORED_AS, &standing.id)? else { continue };
            bytes = bytes.saturating_add(record.body.len());
            let is_full = page.documents.len() == options.limit;
            if is_full || (bytes > options.max_bytes && !page.documents.is_empty()) {
                page.next_cursor = last.map(|last| SearchCursor { question, last: options.place_of(last) });
                break;
            }
            let document: T = decode(T::STORED_AS, &standing.id, &record.body)?;
            page.highlights.extend(options.query.as_ref().map(|query| document.highlights(query)));
            page.documents.push(document);
            last = Some(standing);
        }
        Ok(page)
    }
}

impl SearchOptions {
    /// What a cursor is held against.
    fn question(&self, kind: Kind) -> Result<u64, Error> {
        if !(1..=MAX_LIMIT).contains(&self.limit) {
            return Err(Error::Configuration(format!("expected a limit of 1 to {MAX_LIMIT}, got {}", self.limit)));
        }
        if self.sort == Some(SearchSort::Relevance) && self.query.is_none() {
            return Err(Error::Configuration("expected a query to sort by relevance to it, got none".to_owned()));
        }
        let Self { query, filters, updated_since, .. } = self;
        let query = query.as_ref().map(ToString::to_string);
        let asked = format!("{} {query:?} {filters:?} {updated_since:?} {:?}", kind.noun(), self.order());
        let question = fnv1a(asked.bytes());
        if self.after.as_ref().is_some_and(|cursor| cursor.question != question) {
            let message =
                "expected the `next_cursor` of a page of this question, got that of another; begin without one";
            return Err(Error::Invalid(vec![Violation { pointer: "/cursor".to_owned(), message: message.to_owned() }]));
        }
        Ok(question)
    }

    /// What says where a page ends: in the order of ids nothing else, so that a cursor is of use wherever the same documents are.
    fn place_of(&self, last: Standing) -> Standing {
        if self.order() == FoundOrder::Id { Standing::by_id(last.id) } else { last }
    }

    fn order(&self) -> FoundOrder {
        match self.sort {
            Some(SearchSort::Updated) => FoundOrder::Updated,
            Some(SearchSort::Relevance) => FoundOrder::Relevance,
            None if self.query.is_some() => FoundOrder::Relevance,
            Some(SearchSort::Id) | None => FoundOrder::Id,
        }
    }

    /// Whether all documents are asked for by id, which the store tells by itself.
    fn is_of_everything(&self) -> bool {
        self.has_no_bounds() && self.facets.is_empty() && self.order() == FoundOrder::Id
    }

    fn has_no_bounds(&self) -> bool {
        self.query.is_none() && self.filters.is_empty() && self.updated_since.is_none()
    }
}
