//! The answer for a role over some of the candidates, merged with answers over the others to the one over all: for who shares
//! candidates among machines. Nothing is read or scored again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::match_page::PartialPage;
use super::options::MatchOptions;
use super::{Engine, body, gates};
use crate::domain::{CandidateId, Error, RoleId};
use crate::explain::{Answer, Degraded, Gated, Match};
use crate::intake::Shard;
use crate::score::Gate;
use crate::shortlist::Rank;

impl Engine {
    /// As [`Engine::matches`], with what it takes to merge the answer with those of other engines that have the same role and other
    /// candidates: for a pool that is shared by several. Pages of the merged answers are those that one engine would give.
    ///
    /// ```
    /// use rolefit::{Candidate, Engine, MatchOptions, Role};
    ///
    /// let role: Role = serde_json::from_str(r#"{"id": "r-1", "must_have": ["Lustre"]}"#)?;
    /// let part = |candidate: &str| -> Result<_, Box<dyn std::error::Error>> {
    ///     let engine = Engine::in_memory();
    ///     engine.put_role(&role)?;
    ///     engine.put_candidate(&serde_json::from_str::<Candidate>(candidate)?)?;
    ///     Ok(engine.partial_matches(&role.id, &MatchOptions::default())?)
    /// };
    /// let merged = part(r#"{"id": "c-1", "summary": "Ten years of React."}"#)?
    ///     .merge(part(r#"{"id": "c-2", "summary": "Ten years of Lustre."}"#)?)?;
    /// assert_eq!(merged.answer().results[0].candidate_id.as_ref().map(|id| id.as_str()), Some("c-2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Engine::matches`].
    pub fn partial_matches(&self, role: &RoleId, options: &MatchOptions) -> Result<PartialAnswer, Error> {
        self.matched(role, options, true)
    }

    /// The shortlist of the own people: as a part, or as the whole.
    pub(super) fn matched(&self, role: &RoleId, options: &MatchOptions, is_part: bool) -> Result<PartialAnswer, Error> {
        let (seq, entry) = self.inner.role_entry_with_seq(role)?;
        let gates = format!("{:?}", options.gates);
        // What the role says and not when it was written: the same cursor is of use wherever the same role is.
        let document = String::from_utf8(body(&entry.role)?).unwrap_or_default();
        let (entry, options) = gates::with_gates(entry, options)?;
        let mut judgement = self.judgement_of_some(&options)?;
        judgement.begin_page(&options, &["role", role.as_str(), &document, &gates])?;
        if is_part {
            judgement.begin_part();
        }
        let scorer = judgement.scorer(&entry, &self.inner.options.taxonomy);
        let (total, pool) = self.inner.filtered_for(role, &options.filters, &judgement)?;
        let shortlist = match self.inner.scores_for(role, seq, &options, judgement.as_of) {
            Some(scores) => judgement.shortlist_by(&scores, &scorer, &entry, pool),
            None => judgement.shortlist(&scorer, role.as_str(), &pool),
        };
        let (ranks, removed_by) = (shortlist.ranks(), shortlist.gated().keys().copied().collect());
        let mut answer = judgement.answer_for_role(&scorer, &entry, shortlist, total, &self.inner.options.taxonomy);
        if options.possible_duplicates {
            self.mark_possible_duplicates(&mut answer.results);
        }
        judgement.cancel.check()?;
        Ok(PartialAnswer::new(answer, judgement.limit, ranks, removed_by).with_page(judgement.partial_page()))
    }
}

/// An [`Answer`] over some of the candidates, with what it takes to merge it: written by serde on one machine, read on another.
///
/// ```
/// use rolefit::{Engine, MatchOptions, parse_candidate, parse_role};
/// # let limits = rolefit::Limits::default();
/// let engine = Engine::in_memory();
/// let role = parse_role(br#"{"id": "r-1", "must_have": ["Lustre"]}"#, &limits)?;
/// let part = |json: &str| -> Result<_, rolefit::Error> {
///     let mut ranking = engine.ranking(std::slice::from_ref(&role), &MatchOptions::default())?;
///     ranking.offer(&[parse_candidate(json.as_bytes(), &limits)?])?;
///     Ok(ranking.finish_partial().remove(0))
/// };
/// let one = part(r#"{"id": "c-1", "summary": "Ten years of React."}"#)?;
/// let other = part(r#"{"id": "c-2", "summary": "Ten years of Lustre."}"#)?;
/// let answer = one.merge(other)?.into_answer();
/// assert_eq!((answer.total_candidates, answer.results[0].candidate_id.as_ref().unwrap().as_str()), (Some(2), "c-2"));
/// # Ok::<(), rolefit::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartialAnswer {
    answer: Answer,
    /// How many results the answer over all has.
    limit: usize,
    /// By result, the parts of what it is ordered by.
    ranks: Vec<(u32, u32, u64)>,
    /// By entry of `answer.gated`: the number of the requirement, or work authorization.
    gates: Vec<Option<usize>>,
    /// Where it begins and how long it may be, when it is a page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    page: Option<PartialPage>,
}

impl PartialAnswer {
    /// `ranks` are those of the answer's results, `gates` those that its counts are of, each in their order.
    pub(super) fn new(answer: Answer, limit: usize, ranks: Vec<Rank>, gates: Vec<Gate>) -> Self {
        // An answer may have ended early.
        let ranks = ranks.into_iter().take(answer.results.len()).map(Rank::parts).collect();
        Self { answer, limit, ranks, gates: gates.into_iter().map(Gate::requirement).collect(), page: None }
    }

    /// The same as a page.
    pub(super) fn with_page(self, page: Option<PartialPage>) -> Self {
        Self { page, ..self }
    }

    /// Says of the answer that parts are missing from it: those of these shards.
    #[must_use]
    pub fn missing(mut self, shards: Vec<Shard>) -> Self {
        let missing_shards: Vec<String> = shards.into_iter().map(|shard| shard.to_string()).collect();
        self.answer.degraded = (!missing_shards.is_empty()).then_some(Degraded { missing_shards });
        self
    }

    /// Takes in what was found among other candidates. In whatever order and grouping parts are merged, the outcome is as if all
    /// candidates had been ranked at once.
    ///
    /// # Errors
    /// [`Error::Configuration`] when the other is of another role, limit, taxonomy, profile, market, version or date, or a candidate
    /// stands in both; [`Error::Malformed`] when one is damaged.
    pub fn merge(self, other: Self) -> Result<Self, Error> {
        let differs = [
            ("role", self.answer.role_id != other.answer.role_id),
            ("limit", self.limit != other.limit),
            ("version, taxonomy, profile, market or date", self.answer.model != other.answer.model),
            ("weights", self.answer.applied_weights != other.answer.applied_weights),
            // The same question about the same role, from the same place on.
            ("role, options or page", self.page != other.page),
        ];
        if let Some((what, _)) = differs.iter().find(|(_, differs)| *differs) {
            return Err(Error::Configuration(format!("the partial answers are of two rankings: their {what} differs")));
        }
        let (limit, page) = (self.limit, self.page.clone());
        let Opened { mut answer, mut placed, mut gated } = self.opened()?;
        let Opened { answer: others, placed: others_placed, gated: others_gated } = other.opened()?;
        answer.total_candidates =
            answer.total_candidates.zip(others.total_candidates).map(|(own, others)| own.saturating_add(others));
        answer.considered = answer.considered.saturating_add(others.considered);
        answer.unreadable.extend(others.unreadable);
        for (gate, (requirement, count)) in others_gated {
            let own = &mut gated.entry(gate).or_insert((requirement, 0)).1;
            *own = own.saturating_add(count);
        }
        placed.extend(others_placed);
        // As shortlists order: the higher rank first, and the lesser id of two whose hashes are equal.
        placed.sort_by(|(rank, row), (other_rank, other)| {
            other_rank.cmp(rank).then_with(|| row.candidate_id.cmp(&other.candidate_id))
        });
        // One person has one rank, and so stands beside themselves.
        let is_twice = |pair: &&[(Rank, Match)]| pair[0].1.candidate_id == pair[1].1.candidate_id;
        if let Some(twice) = placed.windows(2).find(is_twice) {
            let id = twice[0].1.candidate_id.as_ref().map_or("", CandidateId::as_str);
            return Err(Error::Configuration(format!(
                "candidate {id:?} stands in two partial answers; expected each once"
            )));
        }
        placed.truncate(limit);
        let gates = gated.keys().copied().collect();
        answer.gated = gated.into_values().map(|(requirement, count)| Gated { requirement, count }).collect();
        let first = page.as_ref().map_or(1, PartialPage::first_rank);
        for (rank, (_, row)) in (first..).zip(&mut placed) {
            row.rank = rank;
        }
        let (ranks, results): (Vec<Rank>, Vec<Match>) = placed.into_iter().unzip();
        answer.results = results;
        Ok(Self::new(answer, limit, ranks, gates).with_page(page))
    }

    /// The answer over the candidates so far. A page may still be one row too long, and is ended by [`PartialAnswer::into_answer`].
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// The answer alone.
    pub fn into_answer(self) -> Answer {
        let Self { mut answer, ranks, page, .. } = self;
        let Some(page) = page else { return answer };
        let ranks = ranks.into_iter().map(Rank::of_parts);
        let mut placed: Vec<(Rank, Match)> = ranks.zip(std::mem::take(&mut answer.results)).collect();
        answer.next_cursor = page.end(&mut placed, &answer);
        answer.results = placed.into_iter().map(|(_, row)| row).collect();
        answer
    }

    /// The answer as it was found, which is whole.
    pub(super) fn into_whole(self) -> Answer {
        self.answer
    }

    fn opened(self) -> Result<Opened, Error> {
        let Self { mut answer, limit, ranks, gates, .. } = self;
        let (results, gated) = (std::mem::take(&mut answer.results), std::mem::take(&mut answer.gated));
        let ranks: Vec<Rank> = ranks.into_iter().map(Rank::of_parts).collect();
        if ranks.len() != results.len()
            || gates.len() != gated.len()
            || results.len() > limit
            || !ranks.is_sorted_by(|a, b| a >= b)
        {
            return Err(Error::Malformed(
                "a partial answer is damaged: its ranks are not those of its results".to_owned(),
            ));
        }
        let gates = gates.into_iter().map(Gate::of_requirement);
        let gated = gates.zip(gated.into_iter().map(|gated| (gated.requirement, gated.count))).collect();
        Ok(Opened { answer, placed: ranks.into_iter().zip(results).collect(), gated })
    }
}

/// A partial answer taken apart.
struct Opened {
    /// Without rows and gates.
    answer: Answer,
    placed: Vec<(Rank, Match)>,
    gated: BTreeMap<Gate, (String, usize)>,
}

#[cfg(test)]
mod tests;
