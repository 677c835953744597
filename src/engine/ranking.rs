//! Ranking as a stream: roles known beforehand, candidates in portions, nobody stored.

use std::sync::Arc;

use rayon::prelude::*;

use super::RoleEntry;
use super::options::Judgement;
use super::pool::Entry;
use crate::domain::Candidate;
use crate::explain::Answer;
use crate::extract::Extractor;
use crate::shortlist::Shortlist;
use crate::taxonomy::Taxonomy;

/// A ranking under way. See [`Engine::ranking`](super::Engine::ranking).
pub struct Ranking {
    roles: Vec<RoleEntry>,
    shortlists: Vec<Shortlist<Arc<Entry>>>,
    judgement: Judgement,
    extractor: Extractor,
    taxonomy: Arc<Taxonomy>,
    offered: usize,
}

impl Ranking {
    pub(super) fn new(
        roles: Vec<RoleEntry>,
        judgement: Judgement,
        extractor: Extractor,
        taxonomy: Arc<Taxonomy>,
    ) -> Self {
        let shortlists = roles.iter().map(|_| Shortlist::new(judgement.limit)).collect();
        Self { roles, shortlists, judgement, extractor, taxonomy, offered: 0 }
    }

    /// Judges a portion of candidates for every role, on all cores. How candidates are cut into portions changes nothing.
    pub fn offer(&mut self, candidates: &[Candidate]) {
        let entries: Vec<Arc<Entry>> =
            candidates.par_iter().map(|candidate| Arc::new(Entry::new(candidate, &self.extractor))).collect();
        self.offered += entries.len();
        let lists = std::mem::take(&mut self.shortlists);
        self.shortlists = self
            .roles
            .par_iter()
            .zip(lists)
            .map(|(role, list)| {
                let scorer = self.judgement.scorer(role, &self.taxonomy);
                list.merge(self.judgement.shortlist(&scorer, role.role.id.as_str(), entries.clone()))
            })
            .collect();
    }

    /// How many candidates were offered.
    pub fn offered(&self) -> usize {
        self.offered
    }

    /// The answers, in the order of the roles.
    pub fn finish(self) -> Vec<Answer> {
        let Self { roles, shortlists, judgement, taxonomy, offered, .. } = self;
        roles
            .iter()
            .zip(shortlists)
            .map(|(role, list)| {
                let scorer = judgement.scorer(role, &taxonomy);
                judgement.answer_for_role(&scorer, role, list, offered, &taxonomy)
            })
            .collect()
    }
}
