//! One role's ranking with its grades beside it, to see who stands in the wrong place and why.

use serde::Serialize;

use super::graded::GradedSet;
use super::qrels::Grade;
use crate::domain::{CandidateId, RoleId};
use crate::explain::{Answer, Match};

/// A ranking with grades.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GradedRanking {
    /// The role.
    pub role_id: RoleId,
    /// Its title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Everybody whom no gate left out, best first.
    pub rows: Vec<GradedRow>,
    /// Those whom a gate left out, the best grades first.
    pub gated: Vec<GradedCandidate>,
}

/// One row of a ranking with its grade.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GradedRow {
    /// The grade.
    pub grade: Grade,
    /// The grade that stands at this rank in the best order there is.
    pub ideal_grade: Grade,
    /// Whether it should stand higher or lower; absent where its grade is the one of its rank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub misplaced: Option<Misplaced>,
    /// Why it was graded so, where a reason was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// How it was judged.
    #[serde(flatten)]
    pub row: Match,
}

/// A candidate whom a gate left out.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct GradedCandidate {
    /// Who.
    pub candidate_id: CandidateId,
    /// The grade.
    pub grade: Grade,
    /// Why it was graded so, where a reason was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// How a row stands against the best order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Misplaced {
    /// Better people should stand here.
    TooHigh,
    /// Should stand higher up.
    TooLow,
}

/// `ranked` are the places of the answer's candidates in the set, in the answer's order.
pub(super) fn graded_ranking(set: &GradedSet, role: usize, answer: Answer, ranked: &[usize]) -> GradedRanking {
    let grades = &set.grades[role];
    let reason = |candidate: usize| set.reasons.get(&(role, candidate)).cloned();
    let mut ideal = grades.clone();
    ideal.sort_by_key(|grade| std::cmp::Reverse(*grade));
    let rows = answer
        .results
        .into_iter()
        .zip(ranked)
        .zip(ideal)
        .map(|((row, &candidate), ideal_grade)| GradedRow {
            grade: grades[candidate],
            ideal_grade,
            misplaced: match grades[candidate].cmp(&ideal_grade) {
                std::cmp::Ordering::Less => Some(Misplaced::TooHigh),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Greater => Some(Misplaced::TooLow),
            },
            reason: reason(candidate),
            row,
        })
        .collect();
    let mut left_out: Vec<usize> = left_out(ranked, grades.len());
    left_out.sort_by_key(|&candidate| std::cmp::Reverse(grades[candidate]));
    let gated = left_out
        .into_iter()
        .map(|candidate| GradedCandidate {
            candidate_id: set.candidates[candidate].id.clone(),
            grade: grades[candidate],
            reason: reason(candidate),
        })
        .collect();
    GradedRanking { role_id: set.roles[role].id.clone(), title: set.roles[role].title.clone(), rows, gated }
}

/// The places under `end` that are not ranked, ascending.
pub(super) fn left_out(ranked: &[usize], end: usize) -> Vec<usize> {
    let mut is_ranked = vec![false; end];
    for &place in ranked {
        is_ranked[place] = true;
    }
    (0..end).filter(|&place| !is_ranked[place]).collect()
}
