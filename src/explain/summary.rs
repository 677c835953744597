//! Two sentences about a fit, in the words of recruiters: ready to be pasted into a mail.
//!
//! The first says who this is, the second what speaks against it and what else to know. No name, nothing of the profile's own
//! words: a summary is as blind as the score.

use super::background::{Background, background, pool};
use super::strengths::{brought, is_itself, missing, skills, stand_ins};
use super::{circumstances, naming, words};
use crate::extract::{CandidateFacts, RoleFacts, SignalKind};
use crate::score::{Fit, Flag, Gate};
use crate::taxonomy::Taxonomy;
use crate::wording::{Language, say};

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

pub(super) fn summary(
    fit: &Fit,
    role: &RoleFacts,
    candidate: &CandidateFacts,
    taxonomy: &Taxonomy,
    language: Language,
) -> String {
    let told = Told { fit, role, candidate, taxonomy, language };
    let mut shortest = String::new();
    for detail in &DETAILS {
        shortest = told.text(detail);
        if shortest.chars().count() <= MAX {
            return shortest;
        }
    }
    // Only labels of a user's own taxonomy are as long as this.
    format!("{}.", words::tidy(&shortest, MAX - 1, language))
}

struct Told<'a> {
    fit: &'a Fit,
    role: &'a RoleFacts,
    candidate: &'a CandidateFacts,
    taxonomy: &'a Taxonomy,
    language: Language,
}

impl Told<'_> {
    fn text(&self, detail: &Detail) -> String {
        let background = background(self.fit, self.candidate, self.taxonomy, self.language);
        let first = self.who(&background, detail);
        let second = self.but(&background, detail);
        let mut text = words::sentence(&first);
        if !second.is_empty() {
            text.push(' ');
            text.push_str(&words::sentence(&words::clauses(&second, self.language)));
        }
        text
    }

    /// What the person does and brings.
    fn who(&self, background: &Background<'_>, detail: &Detail) -> String {
        let language = self.language;
        let few = (detail.met, detail.name);
        let brings = brought(self.fit, self.role, self.candidate, self.taxonomy, few, language);
        let mut predicate = match background {
            Background::Silent | Background::NoSign(_) => {
                let opening = match background {
                    Background::NoSign(label) => say!(language, "summary.no_sign", label = label),
                    _ => language.text("summary.silent").to_owned(),
                };
                return match brings {
                    Some(skills) => say!(language, "summary.but_names", opening = opening, skills = skills),
                    None => opening,
                };
            }
            Background::Elsewhere(predicate) | Background::Same(predicate) | Background::Lateral { predicate, .. } => {
                predicate.clone()
            }
        };
        if detail.name > SHORT_NAME
            && let Some(employers) = pool(self.candidate, self.taxonomy, language)
        {
            predicate = say!(language, "summary.background", predicate = predicate, employers = employers);
        }
        let mut predicates = vec![predicate];
        predicates.extend(brings.map(|skills| say!(language, "summary.brings", skills = skills)));
        predicates.extend(circumstances::scale(self.fit, self.role, self.candidate, language));
        if detail.extras {
            predicates.extend(self.contributions());
        }
        say!(language, "summary.candidate", predicates = words::predicates(&predicates, language))
    }

    /// Named projects that the person gave to.
    fn contributions(&self) -> Option<String> {
        let language = self.language;
        let mut names: Vec<&str> = Vec::new();
        for (signal, kind, _) in &self.fit.bonuses {
            let name = &*self.taxonomy.concept(self.candidate.signals[*signal].concept).label;
            if *kind == SignalKind::OpenSource && !names.contains(&name) {
                names.push(name);
            }
        }
        names.truncate(3);
        (!names.is_empty()).then(|| say!(language, "summary.contributed", projects = words::list(&names, language)))
    }

    /// What is missing, then pay, place and the rest: a clause each.
    fn but(&self, background: &Background<'_>, detail: &Detail) -> Vec<String> {
        let language = self.language;
        let mut clauses: Vec<String> = self.gate(detail).into_iter().collect();
        if let Background::Lateral { carries, to_close, .. } = background {
            let few = |items: &[&str]| items[..items.len().min(detail.reasons)].join(", ");
            clauses.push(say!(language, "summary.carries", items = few(carries)));
            clauses.push(say!(language, "summary.to_close", items = few(to_close)));
        }
        clauses.extend(self.must_haves(background, detail));
        if self.fit.flags.contains(&Flag::StuffingSuspected) {
            clauses.push(language.text("summary.stuffing").to_owned());
        }
        clauses.extend(circumstances::pay(self.fit, language));
        clauses.extend(circumstances::place(self.fit, self.role, language));
        if detail.extras {
            clauses.extend(circumstances::level(self.fit, self.role, self.candidate, language));
            clauses.extend(circumstances::workload(self.role, self.candidate, language));
            clauses.extend(circumstances::start(self.fit, language));
        }
        clauses
    }

    /// What keeps the person off the shortlist.
    fn gate(&self, detail: &Detail) -> Option<String> {
        let language = self.language;
        Some(match self.fit.gate? {
            Gate::WorkAuthorization => {
                let countries = circumstances::countries(&self.role.authorization, language);
                say!(language, "summary.gate_authorization", countries = countries)
            }
            Gate::Requirement(at) => {
                let name = naming::asked(&self.role.requirements[at], self.taxonomy, detail.name, language);
                let found = skills(self.fit).find(|skill| skill.requirement == at && skill.claim.is_some());
                let key = match found {
                    None => "summary.gate_absent",
                    Some(skill) if is_itself(skill) && skill.years_tenths.is_none() => "summary.gate_no_years",
                    Some(_) => "summary.gate_in_part",
                };
                say!(language, key, name = name)
            }
        })
    }

    fn must_haves(&self, background: &Background<'_>, detail: &Detail) -> Option<String> {
        let language = self.language;
        let gate = match self.fit.gate {
            Some(Gate::Requirement(at)) => Some(at),
            _ => None,
        };
        let n_asked = self.role.requirements.iter().filter(|requirement| requirement.is_must()).count();
        let gaps = missing(self.fit, self.role, self.candidate, self.taxonomy, gate, (detail.name, language));
        let is_nothing = gaps.iter().all(|gap| gap.nearest.is_none() && gap.short.is_none());
        match (n_asked, gaps.len()) {
            (0, _) => None,
            (_, 0) if gate.is_some() => None,
            (n, 0) => Some(self.all_met(n, detail)),
            (n, missing) if n == missing && n > 2 && is_nothing => {
                let is_silent = matches!(background, Background::Silent);
                let key = if is_silent { "summary.none_checked" } else { "summary.none_shown" };
                Some(say!(language, key, n = words::count(n, language)))
            }
            (_, missing) => {
                let named: Vec<String> = gaps.iter().take(detail.missing).map(|gap| gap.in_words(language)).collect();
                if named.is_empty() {
                    return Some(say!(
                        language,
                        "summary.n_missing",
                        n = words::count(missing, language),
                        all = n_asked
                    ));
                }
                let mut names = named.join(", ");
                if missing > named.len() {
                    let more = words::count(missing - named.len(), language);
                    names = say!(language, "summary.missing_more", named = names, n = more);
                }
                let key = match (missing, gaps.iter().any(|gap| gap.short.is_some())) {
                    (1, false) => "summary.must_have_not_shown",
                    (1, true) => "summary.must_have_not_fully",
                    (_, false) => "summary.must_haves_not_shown",
                    (_, true) => "summary.must_haves_not_fully",
                };
                Some(say!(language, key, names = names))
            }
        }
    }

    /// `all five must-haves are met, Lustre by BeeGFS`: what only stands for the thing that is asked is said to do so.
    fn all_met(&self, n_asked: usize, detail: &Detail) -> String {
        let language = self.language;
        let count = |n: usize| words::count(n, language);
        let by_others = stand_ins(self.fit, self.role, self.candidate, self.taxonomy, (detail.name, language));
        let named = &by_others[..by_others.len().min(detail.missing)];
        match (n_asked, by_others.as_slice()) {
            (1, []) => return language.text("summary.one_met").to_owned(),
            (1, [(asked, has), ..]) => return say!(language, "summary.one_met_by", asked = asked, has = has),
            (2, []) => return language.text("summary.two_met").to_owned(),
            (n, []) => return say!(language, "summary.all_met", n = count(n)),
            _ => {}
        }
        let mut others: Vec<String> =
            named.iter().map(|(asked, has)| say!(language, "summary.met_by", asked = asked, has = has)).collect();
        let n_more = by_others.len() - named.len();
        if n_more > 0 {
            let key = if named.is_empty() { "summary.by_near" } else { "summary.more_by_near" };
            others.push(say!(language, key, n = count(n_more)));
        }
        let others = words::list(&others, language);
        match n_asked {
            2 => say!(language, "summary.two_met_by", others = others),
            n => say!(language, "summary.all_met_by", n = count(n), others = others),
        }
    }
}
