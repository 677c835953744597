//! Two sentences about a fit, in the words of recruiters: ready to be pasted into a mail.
//!
//! The first says who this is, the second what speaks against it and what else to know. No name, nothing of the profile's own
//! words: a summary is as blind as the score.

use super::background::{Background, background, pool};
use super::strengths::{Missing, brought, is_itself, missing, skills, stand_ins};
use super::{circumstances, naming, words};
use crate::extract::{CandidateFacts, RoleFacts, SignalKind};
use crate::score::{Fit, Flag, Gate};
use crate::taxonomy::Taxonomy;

/// A mail's paragraph; what is longer is told in less detail.
const MAX: usize = 450;

/// How much is named.
struct Detail {
    /// Requirements that are met.
    met: usize,
    /// Must-haves that are missing.
    missing: usize,
    /// Items of what carries over, and of what is to close.
    reasons: usize,
    /// Beside skills, scale, gaps, pay and place: contributions, level, workload, start.
    extras: bool,
    /// Characters of a name.
    name: usize,
}

const DETAILS: [Detail; 8] = [
    Detail { met: 4, missing: 4, reasons: 9, extras: true, name: 60 },
    Detail { met: 4, missing: 3, reasons: 3, extras: true, name: 60 },
    Detail { met: 3, missing: 3, reasons: 3, extras: false, name: 60 },
    Detail { met: 3, missing: 2, reasons: 2, extras: false, name: 60 },
    Detail { met: 2, missing: 2, reasons: 2, extras: false, name: 48 },
    Detail { met: 2, missing: 1, reasons: 1, extras: false, name: 40 },
    Detail { met: 1, missing: 1, reasons: 1, extras: false, name: 30 },
    Detail { met: 0, missing: 0, reasons: 1, extras: false, name: 24 },
];

/// Where names are shortened to this, there is no room for the employers.
const SHORT_NAME: usize = 30;

pub(super) fn summary(fit: &Fit, role: &RoleFacts, candidate: &CandidateFacts, taxonomy: &Taxonomy) -> String {
    let told = Told { fit, role, candidate, taxonomy };
    let mut shortest = String::new();
    for detail in &DETAILS {
        shortest = told.text(detail);
        if shortest.chars().count() <= MAX {
            return shortest;
        }
    }
    // Only labels of a user's own taxonomy are as long as this.
    format!("{}.", words::tidy(&shortest, MAX - 1))
}

struct Told<'a> {
    fit: &'a Fit,
    role: &'a RoleFacts,
    candidate: &'a CandidateFacts,
    taxonomy: &'a Taxonomy,
}

impl Told<'_> {
    fn text(&self, detail: &Detail) -> String {
        let background = background(self.fit, self.candidate, self.taxonomy);
        let first = self.who(&background, detail);
        let second = self.but(&background, detail);
        let mut text = words::sentence(&first);
        if !second.is_empty() {
            text.push(' ');
            text.push_str(&words::sentence(&words::clauses(&second)));
        }
        text
    }

    /// What the person does and brings.
    fn who(&self, background: &Background<'_>, detail: &Detail) -> String {
        let brings = brought(self.fit, self.role, self.candidate, self.taxonomy, (detail.met, detail.name));
        let predicate = match background {
            Background::Silent | Background::NoSign(_) => {
                let opening = match background {
                    Background::NoSign(label) => format!("the profile shows no work in {label}"),
                    _ => "the profile says little about the candidate's work".to_owned(),
                };
                return match brings {
                    Some(brings) => format!("{opening}, but it names {brings}"),
                    None => opening,
                };
            }
            Background::Elsewhere(predicate) | Background::Same(predicate) | Background::Lateral { predicate, .. } => {
                predicate
            }
        };
        let pool = if detail.name > SHORT_NAME { pool(self.candidate, self.taxonomy) } else { String::new() };
        let mut predicates = vec![format!("{predicate}{pool}")];
        predicates.extend(brings.map(|brings| format!("brings {brings}")));
        predicates.extend(circumstances::scale(self.fit, self.role, self.candidate));
        if detail.extras {
            predicates.extend(self.contributions());
        }
        format!("the candidate {}", words::parts(&predicates))
    }

    /// Named projects that the person gave to.
    fn contributions(&self) -> Option<String> {
        let mut names: Vec<&str> = Vec::new();
        for (signal, kind, _) in &self.fit.bonuses {
            let name = &*self.taxonomy.concept(self.candidate.signals[*signal].concept).label;
            if *kind == SignalKind::OpenSource && !names.contains(&name) {
                names.push(name);
            }
        }
        names.truncate(3);
        (!names.is_empty()).then(|| format!("has contributed to {}", words::list(&names)))
    }

    /// What is missing, then pay, place and the rest: a clause each.
    fn but(&self, background: &Background<'_>, detail: &Detail) -> Vec<String> {
        let mut clauses: Vec<String> = self.gate(detail).into_iter().collect();
        if let Background::Lateral { carries, to_close, .. } = background {
            let few = |items: &[&str]| items[..items.len().min(detail.reasons)].join(", ");
            clauses.push(format!("carries over: {}", few(carries)));
            clauses.push(format!("to close: {}", few(to_close)));
        }
        clauses.extend(self.must_haves(background, detail));
        if self.fit.flags.contains(&Flag::StuffingSuspected) {
            clauses.push("the profile lists more than its work history shows".to_owned());
        }
        clauses.extend(circumstances::pay(self.fit));
        clauses.extend(circumstances::place(self.fit, self.role));
        if detail.extras {
            clauses.extend(circumstances::level(self.fit, self.role, self.candidate));
            clauses.extend(circumstances::workload(self.role, self.candidate));
            clauses.extend(circumstances::start(self.fit));
        }
        clauses
    }

    /// What keeps the person off the shortlist.
    fn gate(&self, detail: &Detail) -> Option<String> {
        Some(match self.fit.gate? {
            Gate::WorkAuthorization => format!(
                "the role requires authorization to work in {}, which the profile does not give",
                circumstances::countries(&self.role.authorization)
            ),
            Gate::Requirement(at) => {
                let name = naming::asked(&self.role.requirements[at], self.taxonomy, detail.name);
                let found = skills(self.fit).find(|skill| skill.requirement == at && skill.claim.is_some());
                let how = match found {
                    None => "does not show",
                    Some(skill) if is_itself(skill) && skill.years_tenths.is_none() => "shows without the years",
                    Some(_) => "shows only in part",
                };
                format!("the role cannot do without {name}, which the profile {how}")
            }
        })
    }

    fn must_haves(&self, background: &Background<'_>, detail: &Detail) -> Option<String> {
        let gate = match self.fit.gate {
            Some(Gate::Requirement(at)) => Some(at),
            _ => None,
        };
        let n_asked = self.role.requirements.iter().filter(|requirement| requirement.must_have).count();
        let gaps = missing(self.fit, self.role, self.candidate, self.taxonomy, gate, detail.name);
        let is_nothing = gaps.iter().all(|gap| gap.nearest.is_none() && gap.short.is_none());
        match (n_asked, gaps.len()) {
            (0, _) => None,
            (_, 0) if gate.is_some() => None,
            (n, 0) => Some(self.all_met(n, detail)),
            (n, missing) if n == missing && n > 2 && is_nothing => Some(match background {
                Background::Silent => format!("none of the {} must-haves could be checked", words::count(n)),
                _ => format!("none of the {} must-haves is shown", words::count(n)),
            }),
            (_, missing) => {
                let named: Vec<String> = gaps.iter().take(detail.missing).map(Missing::in_words).collect();
                if named.is_empty() {
                    return Some(format!("{} of {n_asked} must-haves are missing", words::count(missing)));
                }
                let more = match missing - named.len() {
                    0 => String::new(),
                    more => format!(" and {} more", words::count(more)),
                };
                let noun = if missing == 1 { "must-have" } else { "must-haves" };
                let verb = if gaps.iter().any(|gap| gap.short.is_some()) { "not fully shown" } else { "not shown" };
                Some(format!("{noun} {verb}: {}{more}", named.join(", ")))
            }
        }
    }

    /// `all five must-haves are met, Lustre by BeeGFS`: what only stands for the thing that is asked is said to do so.
    fn all_met(&self, n_asked: usize, detail: &Detail) -> String {
        let by_others = stand_ins(self.fit, self.role, self.candidate, self.taxonomy, detail.name);
        let all = match n_asked {
            1 => "the one must-have".to_owned(),
            2 if by_others.is_empty() => "the two must-haves".to_owned(),
            2 => "two must-haves".to_owned(),
            n => format!("all {} must-haves", words::count(n)),
        };
        let named = &by_others[..by_others.len().min(detail.missing)];
        match (n_asked, by_others.as_slice(), named.len()) {
            (1, [], _) => format!("{all} is met"),
            (1, [(asked, has), ..], _) => format!("{all}, {asked}, is met by {has}"),
            (_, [], _) => format!("{all} are met"),
            (_, others, 0) => format!("{all} are met, {} by something near", words::count(others.len())),
            (_, others, _) => {
                let mut pairs: Vec<String> = named.iter().map(|(asked, has)| format!("{asked} by {has}")).collect();
                if others.len() > named.len() {
                    pairs.push(format!("{} more by something near", words::count(others.len() - named.len())));
                }
                format!("{all} are met, {}", words::list(&pairs))
            }
        }
    }
}
