//! Blind answers: each candidate is called by the place in the answer, and nothing is left of what a document says in its own words, which may
//! name somebody. Made once; whoever writes an answer writes it like any other.

use super::row::{Answer, Match, UnreadableCandidate};
use super::what_if::{Leaver, Newcomer, WhatIf};
use crate::domain::CandidateId;

/// What a candidate is called who has no place in the answer.
const ALONE: &str = "The candidate";

impl Answer {
    /// This answer without anything that tells who the candidates are: ids are `Candidate 1`, `Candidate 2` and so on by rank, names, quotes
    /// and pointers into documents are left out, and so is the cursor of the next page, which holds an id. Points, statements, gaps,
    /// questions and summaries stay: they are in words of the field, or of the role. Whoever may know who is meant asks again without
    /// this, and finds the candidate at the same rank.
    #[must_use]
    pub fn blinded(self) -> Self {
        let unread = |one: UnreadableCandidate| UnreadableCandidate {
            index: one.index,
            candidate_id: called(&format!("Unread candidate {}", one.index)),
            reason: "cannot be read".to_owned(),
        };
        Self {
            candidate_id: self.candidate_id.map(|_| called(ALONE)),
            results: self.results.into_iter().map(Match::blinded).collect(),
            next_cursor: None,
            unreadable: self.unreadable.into_iter().map(unread).collect(),
            ..self
        }
    }
}

impl Match {
    /// This row without anything that tells who the candidate is, as [`Answer::blinded`] makes it; `The candidate` where it has no rank.
    #[must_use]
    pub fn blinded(mut self) -> Self {
        // Without a candidate's id it is a row of a role, whose title may stay.
        if self.candidate_id.is_some() {
            self.name = None;
            self.candidate_id =
                Some(called(&if self.rank == 0 { ALONE.to_owned() } else { format!("Candidate {}", self.rank) }));
        }
        for evidence in self.components.iter_mut().flat_map(|component| &mut component.evidence) {
            (evidence.place, evidence.text) = (None, None);
        }
        for bonus in &mut self.bonuses {
            bonus.place.clear();
            bonus.text.clone_from(&bonus.name);
        }
        self.possible_duplicate_of.clear();
        self
    }
}

impl WhatIf {
    /// This answer without anything that tells who the candidates are: names are left out, and ids are `Candidate 1`, `Candidate 2` and so on,
    /// in the order in which the answer first speaks of somebody; whoever was asked about is `The candidate`.
    #[must_use]
    pub fn blinded(mut self) -> Self {
        let asked_about = self.candidate.as_ref().map(|outlook| outlook.candidate_id.clone());
        let mut known: Vec<CandidateId> = Vec::new();
        let mut call = |id: &mut CandidateId, name: &mut Option<String>| {
            *name = None;
            *id = if asked_about.as_ref() == Some(id) {
                called(ALONE)
            } else {
                let at = known.iter().position(|one| one == id).unwrap_or_else(|| {
                    known.push(id.clone());
                    known.len() - 1
                });
                called(&format!("Candidate {}", at + 1))
            };
        };
        for effect in &mut self.changes {
            for Newcomer { candidate_id, name, .. } in effect.entering.iter_mut().chain(&mut effect.reaches) {
                call(candidate_id, name);
            }
            for Leaver { candidate_id, name, .. } in &mut effect.leaving {
                call(candidate_id, name);
            }
        }
        if let Some(outlook) = &mut self.candidate {
            call(&mut outlook.candidate_id, &mut outlook.name);
        }
        self
    }
}

fn called(name: &str) -> CandidateId {
    CandidateId::new(name).expect("words, a space and a number are an id")
}
