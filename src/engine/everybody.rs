//! Roles and candidates read once and judged any number of times, with everybody in the ranking: for measuring.
//!
//! Not for answers: those are bounded, see [`MatchOptions::limit`].

use std::sync::Arc;

use super::entry::Entry;
use super::options::{Judgement, MatchOptions};
use super::{Engine, RoleEntry};
use crate::domain::parallel::prelude::*;
use crate::domain::{Candidate, Error, Role};
use crate::explain::Answer;
use crate::extract::RoleFacts;

/// Documents with their facts. Facts depend on no options, so these can change from one judging to the next.
pub(crate) struct Everybody {
    roles: Vec<RoleEntry>,
    candidates: Vec<Arc<Entry>>,
}

impl Everybody {
    /// The facts of a role, by its place.
    pub(crate) fn role_facts(&self, role: usize) -> &RoleFacts {
        &self.roles[role].facts
    }
}

impl Engine {
    /// Reads documents, on all cores.
    ///
    /// # Errors
    /// [`Error::Unreadable`] for the first that cannot be read: figures over a part of a set are wrong ones.
    pub(crate) fn read_everybody(&self, roles: &[Role], candidates: &[Candidate]) -> Result<Everybody, Error> {
        let extractor = self.extractor();
        let entry = |candidate: &Candidate| Ok(Arc::new(Entry::new(candidate, &extractor)?));
        Ok(Everybody {
            roles: roles.par_iter().map(|role| self.role_entry(role)).collect::<Result<_, Error>>()?,
            candidates: candidates.par_iter().map(entry).collect::<Result<_, Error>>()?,
        })
    }

    /// Ranks all candidates for each role, and hands each answer to `take`, with the role's place, before the next is made: so
    /// not all of them need be kept. The options' limit does not hold. The outcomes are in the order of the roles.
    ///
    /// # Errors
    /// [`Error::Configuration`] for unusable options.
    pub(crate) fn rank_everybody<T: Send>(
        &self,
        everybody: &Everybody,
        options: &MatchOptions,
        take: impl Fn(usize, Answer) -> T + Sync,
    ) -> Result<Vec<T>, Error> {
        let options = MatchOptions { limit: 1, ..options.clone() };
        let judgement = Judgement { limit: usize::MAX, ..self.judgement(&options)? };
        let taxonomy = &self.inner.options.taxonomy;
        let rank = |(place, role): (usize, &RoleEntry)| {
            let scorer = judgement.scorer(role, taxonomy);
            let list = judgement.each(&scorer, role.role.id.as_str(), &everybody.candidates);
            take(place, judgement.answer_for_role(&scorer, role, list, everybody.candidates.len(), taxonomy))
        };
        Ok(everybody.roles.par_iter().enumerate().map(rank).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::PartialDate;

    #[test]
    fn everybody_is_ranked_as_a_bounded_answer_ranks_the_first() {
        let candidate = |n: usize| {
            let skills = if n.is_multiple_of(3) { "Slurm" } else { "Excel" };
            serde_json::from_value(serde_json::json!({"id": format!("c-{n}"), "skills": [skills]})).unwrap()
        };
        let candidates: Vec<Candidate> = (0..1200).map(candidate).collect();
        let role: Role = serde_json::from_str(r#"{"id": "r-1", "must_have": ["Slurm"]}"#).unwrap();
        let engine = Engine::in_memory();
        let as_of = Some(PartialDate::year_only(2026));
        let options = MatchOptions { as_of, ..MatchOptions::default() };
        let everybody = engine.read_everybody(std::slice::from_ref(&role), &candidates).unwrap();
        let whole = engine.rank_everybody(&everybody, &options, |_, answer| answer).unwrap().remove(0);
        assert_eq!((whole.results.len(), whole.considered), (1200, 1200));
        let bounded = engine.rank(&role, &candidates, &MatchOptions { limit: 1000, ..options }).unwrap();
        assert_eq!(whole.results[..1000], bounded.results);
    }
}
