//! The pool: everybody's facts in memory, always as of the last acknowledged write.

use std::collections::HashMap;
use std::sync::{Arc, RwLock};

use crate::domain::{Candidate, CandidateId};
use crate::extract::{CandidateFacts, Extractor};
use crate::index::IndexEntry;
use crate::store::Seq;
use crate::taxonomy::Taxonomy;

/// One candidate as matching needs them. The name is for display and apart from the facts.
#[derive(Debug)]
pub(crate) struct Entry {
    pub id: CandidateId,
    pub name: Option<String>,
    pub seq: Seq,
    pub facts: CandidateFacts,
    /// Free text for full-text search.
    text: String,
}

impl Entry {
    pub(crate) fn new(candidate: &Candidate, extractor: &Extractor) -> Self {
        let jobs = candidate.experience.iter().flat_map(|job| [job.title.as_deref(), job.description.as_deref()]);
        let texts: Vec<&str> =
            [candidate.headline.as_deref(), candidate.summary.as_deref()].into_iter().chain(jobs).flatten().collect();
        Self {
            id: candidate.id.clone(),
            name: candidate.name.clone(),
            seq: Seq::ZERO,
            facts: extractor.candidate_facts(candidate),
            text: texts.join("\n"),
        }
    }

    pub(crate) fn with_seq(self, seq: Seq) -> Self {
        Self { seq, ..self }
    }

    /// What the index keeps of this candidate.
    pub(crate) fn index_entry(&self, taxonomy: &Taxonomy) -> IndexEntry {
        IndexEntry {
            id: self.id.clone(),
            seq: self.seq,
            concepts: self.facts.claims.iter().map(|claim| taxonomy.concept(claim.concept).id.to_string()).collect(),
            other_terms: self.facts.unrecognized.iter().map(|skill| skill.folded.to_string()).collect(),
            text: self.text.clone(),
        }
    }
}

/// Entries by id. Snapshots share entries, so a match never holds writers up.
#[derive(Debug, Default)]
pub(crate) struct Pool(RwLock<State>);

#[derive(Debug, Default)]
struct State {
    entries: HashMap<CandidateId, Arc<Entry>>,
    /// Deletions that a slower writer with an older number must not undo.
    removed: HashMap<CandidateId, Seq>,
}

const LOCK: &str = "no thread panics holding this lock";

impl Pool {
    /// Keeps an entry unless a newer write of the same id came first; gives back the one that was put.
    pub(crate) fn put(&self, entry: Entry) -> Arc<Entry> {
        let entry = Arc::new(entry);
        let mut state = self.0.write().expect(LOCK);
        let newest = state.entries.get(&entry.id).map(|e| e.seq).max(state.removed.get(&entry.id).copied());
        if newest.is_none_or(|newest| entry.seq > newest) {
            state.entries.insert(entry.id.clone(), entry.clone());
        }
        entry
    }

    pub(crate) fn remove(&self, id: &CandidateId, seq: Seq) {
        let mut state = self.0.write().expect(LOCK);
        if state.entries.get(id).is_some_and(|entry| entry.seq < seq) {
            state.entries.remove(id);
        }
        state.removed.insert(id.clone(), seq);
    }

    /// Forgets deletions up to `seq`: every write before it has come by.
    pub(crate) fn settle(&self, seq: Seq) {
        self.0.write().expect(LOCK).removed.retain(|_, removed| *removed > seq);
    }

    pub(crate) fn get(&self, id: &CandidateId) -> Option<Arc<Entry>> {
        self.0.read().expect(LOCK).entries.get(id).cloned()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.read().expect(LOCK).entries.len()
    }

    /// Everybody, in no order.
    pub(crate) fn snapshot(&self) -> Vec<Arc<Entry>> {
        self.0.read().expect(LOCK).entries.values().cloned().collect()
    }
}
