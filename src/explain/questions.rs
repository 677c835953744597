//! Questions for the screening call: what the profile leaves open, the answer that could change the fit most first.
//!
//! Only what an employer may ask: never present or past pay, age, family, health, origin. Nothing is scored again; how much an
//! answer could change is estimated from the points that were given and lost.

mod requirements;
mod terms;
mod work;

use super::row::Question;
use crate::extract::{CandidateFacts, RoleFacts};
use crate::score::{ComponentName, ComponentState, Fit, ScoringProfile};
use crate::taxonomy::Taxonomy;
use crate::wording::Language;

/// So many questions a call has room for.
const MAX: usize = 5;

/// Whatever decides whether somebody stands on the shortlist at all.
const GATE: u32 = 1_000_000_000;

/// A question with what its answer could change, in millionths of a point.
struct Open {
    stake: u32,
    question: String,
    about: String,
    why: String,
}

/// What questions are made from.
struct Asking<'a> {
    fit: &'a Fit,
    role: &'a RoleFacts,
    candidate: &'a CandidateFacts,
    taxonomy: &'a Taxonomy,
    profile: &'a ScoringProfile,
    language: Language,
    open: Vec<Open>,
}

pub(super) fn questions(
    fit: &Fit,
    role: &RoleFacts,
    candidate: &CandidateFacts,
    taxonomy: &Taxonomy,
    profile: &ScoringProfile,
    language: Language,
) -> Vec<Question> {
    let mut asking = Asking { fit, role, candidate, taxonomy, profile, language, open: Vec::new() };
    asking.authorization();
    asking.requirements();
    asking.family();
    asking.scale();
    asking.pay();
    asking.level();
    asking.location();
    asking.workload();
    // The sort is stable: what weighs the same stays in the order of the components.
    asking.open.sort_by_key(|open| std::cmp::Reverse(open.stake));
    let mut questions: Vec<Question> = Vec::new();
    for open in asking.open {
        if questions.len() < MAX && !questions.iter().any(|known| known.question == open.question) {
            questions.push(Question { question: open.question, about: open.about, why: open.why });
        }
    }
    questions
}

impl Asking<'_> {
    fn ask(&mut self, stake: u32, about: impl Into<String>, question: String, why: String) {
        self.open.push(Open { stake, question, about: about.into(), why });
    }

    /// A question and a reason that name nothing, by their keys.
    fn ask_plainly(&mut self, stake: u32, about: &str, question: &str, why: &str) {
        let [question, why] = [question, why].map(|key| self.language.text(key).to_owned());
        self.ask(stake, about, question, why);
    }

    /// What lies between the worst and the best answer to a component of which nothing is known, and what a better answer
    /// could still win where something is.
    fn stake(&self, name: ComponentName) -> u32 {
        let component = &self.fit.components[at(name)];
        let open = match component.state {
            ComponentState::NotApplicable => return 0,
            ComponentState::NotStated | ComponentState::NotComparable => component.score.max(component.score.rest()),
            ComponentState::Scored => component.score.rest(),
        };
        component.weight.times(open).get() * 100
    }

    fn is_open(&self, name: ComponentName) -> bool {
        self.fit.components[at(name)].state == ComponentState::NotStated
    }
}

/// A component's place in a fit.
fn at(name: ComponentName) -> usize {
    ComponentName::ALL.iter().position(|known| *known == name).expect("all components are listed")
}

/// A part of what is at stake.
fn percent(stake: u32, percent: u32) -> u32 {
    u32::try_from(u64::from(stake) * u64::from(percent) / 100).unwrap_or(stake)
}
