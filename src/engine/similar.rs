//! The like of a candidate, and the like of a role. Who is compared is judged by the one scorer: a candidate is turned into the
//! role that describes them, a role into the person whom it describes. Only `measure.rs` touches what the scorer found.

mod ideal;
mod measure;
mod portrait;

use std::sync::{Arc, PoisonError};

use super::entry::Entry;
use super::options::{Judgement, MAX_RESULTS};
use super::{Engine, MatchOptions, RoleEntry};
use crate::domain::{CandidateId, Error, Role, RoleId};
use crate::explain::{Answer, applied_weights_row};
use crate::extract::CandidateFacts;
use crate::score::Flag;
use crate::taxonomy::Taxonomy;
use measure::Measure;

impl Engine {
    /// The candidates who are most like one of them: who could stand in for that person.
    ///
    /// The person is turned into what a role asks: each skill that they claim as a requirement, weighed by how scarce it is, by
    /// whether it is told of in their work, and by how lately they used it; the kinds of work that they do; the scale, level and
    /// place. Everybody else is scored for that as for any role, with the same components, points and evidence, and each
    /// component is then taken in proportion to what the person's own profile gets: a fit of 100 is that of a twin. It depends on
    /// the two people and on nobody else, and never on anything personal.
    ///
    /// Bringing more than the person does is never punished, so the likeness has a direction; among equals, those come first
    /// whom the person is like in turn. Nothing is a must-have, because nobody insists on anything here. Expected pay,
    /// credentials, bonuses and skills that no taxonomy knows say nothing of likeness, or might be about something else than
    /// work, and are left out. The person is not in the answer. Of somebody about whose work nothing is known there is no like,
    /// and the answer is empty. Where the words of the evidence speak of a role, it is the one that describes the person.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such candidate; [`Error::Configuration`] for unusable options.
    pub fn similar_candidates(&self, candidate: &CandidateId, options: &MatchOptions) -> Result<Answer, Error> {
        let inner = &*self.inner;
        let person = inner.candidate_entry(candidate)?;
        let taxonomy = &*inner.options.taxonomy;
        let mut judgement = measure::judgement(options, self)?;
        judgement.begin_counted_page(options, &["like", candidate.as_str(), &inner.store.last_seq().0.to_string()])?;
        let own = person.person();
        let described = described(&person.id, &own.facts, &judgement, taxonomy);
        let measure = Measure::new(&judgement, &described, &own.facts, taxonomy);
        let everybody = inner.pool.snapshot();
        let total = everybody.len();
        let others: Vec<Arc<Entry>> = everybody.entries().filter(|entry| entry.id != person.id).cloned().collect();
        let considered = others.len();
        let nearest = measure.nearest(
            others,
            |entry| entry.id.as_str(),
            |entry, measure| measure.fit(&entry.facts()),
            |entry| {
                let other = entry.person();
                let back = self::described(&entry.id, &other.facts, &judgement, taxonomy);
                Measure::new(&judgement, &back, &other.facts, taxonomy).fit(&own.facts).total
            },
        );
        let explainer = judgement.explainer(taxonomy);
        let n_left = considered.min(MAX_RESULTS).saturating_sub(judgement.n_before());
        let (results, next_cursor) =
            judgement.rows(nearest.into_iter().skip(judgement.n_before()), n_left, |rank, placed| {
                let entry = placed.item;
                let other = entry.person();
                let name = other.name.clone().filter(|_| !judgement.blind);
                let ids = (Some(entry.id.clone()), None);
                let mut row = explainer.row(rank, ids, name, &placed.fit, &described.facts, &other.facts);
                // Nobody is offered anything: there is nothing from which they would step back, and nothing to ask them.
                row.flags.retain(|flag| !matches!(flag, Flag::StepBackScale | Flag::StepBackHardware));
                row.questions.clear();
                row
            });
        let mut results = results;
        self.mark_possible_duplicates(&mut results);
        judgement.cancel.check()?;
        Ok(Answer {
            role_id: None,
            candidate_id: Some(person.id.clone()),
            total_candidates: Some(total),
            total_roles: None,
            considered,
            gated: Vec::new(),
            applied_weights: Some(applied_weights_row(measure.weights())),
            model: judgement.model(taxonomy),
            results,
            next_cursor,
            unreadable: Vec::new(),
            degraded: None,
        })
    }

    /// The roles that are most like one of them: whose people it could take.
    ///
    /// The role asks what it asks, and every other role, whatever its status, is read as the person whom it describes: one who
    /// brings each skill that it names, does its kinds of work, has worked at its scale and level, in its place. The fit of that
    /// person says how far the two roles seek the same people; 100 is that of the role's own. This was preferred to comparing
    /// the two documents field by field: it needs no second score, its points and evidence are those of any fit, and what
    /// related skills, neighbouring kinds of work and scales are worth is known already. Like any fit it has a direction: a role
    /// that asks for more still finds the people whom this one seeks; among equals, those come first that this one is like in
    /// turn.
    ///
    /// Gates, demanded authorizations and pay are left out: they say whom a role may take, not what its work is like. The role
    /// itself is not in the answer.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such role; [`Error::Configuration`] for unusable options.
    pub fn similar_roles(&self, role: &RoleId, options: &MatchOptions) -> Result<Answer, Error> {
        let inner = &*self.inner;
        let asked = without_gates(&*inner.role_entry(role)?);
        let taxonomy = &*inner.options.taxonomy;
        let mut judgement = measure::judgement(options, self)?;
        judgement.begin_counted_page(options, &["like", role.as_str(), &inner.store.last_seq().0.to_string()])?;
        let own = ideal::of(&asked.facts);
        let measure = Measure::new(&judgement, &asked, &own, taxonomy);
        let roles: Vec<Arc<RoleEntry>> = {
            let kept = inner.roles.read().unwrap_or_else(PoisonError::into_inner);
            kept.values().filter_map(|(_, entry)| entry.clone()).collect()
        };
        let total = roles.len();
        let others: Vec<(Arc<RoleEntry>, CandidateFacts)> = roles
            .into_iter()
            .filter(|other| other.role.id != *role)
            .map(|other| {
                let person = ideal::of(&other.facts);
                (other, person)
            })
            .collect();
        let considered = others.len();
        let nearest = measure.nearest(
            others,
            |(other, _)| other.role.id.as_str(),
            |(_, person), measure| measure.fit(person),
            |(other, person)| Measure::new(&judgement, &without_gates(other), person, taxonomy).fit(&own).total,
        );
        let explainer = judgement.explainer(taxonomy);
        let n_left = considered.min(MAX_RESULTS).saturating_sub(judgement.n_before());
        let (results, next_cursor) =
            judgement.rows(nearest.into_iter().skip(judgement.n_before()), n_left, |rank, placed| {
                let (other, person) = placed.item;
                let ids = (None, Some(other.role.id.clone()));
                let title = other.role.title.clone();
                let mut row = explainer.row(rank, ids, title, &placed.fit, &asked.facts, &person);
                // Flags and questions are about a person's profile.
                row.flags.clear();
                row.questions.clear();
                row.summary = ideal::summary(&placed.fit, &asked.facts, &other.facts, taxonomy, judgement.language);
                row
            });
        judgement.cancel.check()?;
        Ok(Answer {
            role_id: Some(role.clone()),
            candidate_id: None,
            total_candidates: None,
            total_roles: Some(total),
            considered,
            gated: Vec::new(),
            applied_weights: Some(applied_weights_row(measure.weights())),
            model: judgement.model(taxonomy),
            results,
            next_cursor,
            unreadable: Vec::new(),
            degraded: None,
        })
    }
}

/// The role that describes a candidate. It bears the candidate's id, which decides between equals.
fn described(id: &CandidateId, facts: &CandidateFacts, judgement: &Judgement, taxonomy: &Taxonomy) -> RoleEntry {
    let id = RoleId::try_from(id.as_str().to_owned()).expect("the ids of candidates and roles follow one rule");
    let facts = portrait::of(facts, taxonomy, &judgement.profile, judgement.as_of.first_month());
    RoleEntry { role: Role::new(id), facts }
}

fn without_gates(role: &RoleEntry) -> RoleEntry {
    let mut open = RoleEntry { role: role.role.clone(), facts: role.facts.clone() };
    open.facts.authorization.clear();
    open.facts.requirements.iter_mut().for_each(|requirement| requirement.gate = false);
    open
}
