//! Questions about what the role asks to know: what is missing, only near, too short, long ago, or only listed.

use super::{Asking, GATE, at};
use crate::domain::Necessity;
use crate::explain::strengths::{MET, faded, is_itself, shortfall, skills};
use crate::explain::{naming, words};
use crate::extract::RequirementFact;
use crate::score::{ComponentName, Flag, Gate, SkillEvidence};
use crate::taxonomy::{ConceptKind, Relation};
use crate::wording::{Language, say};

/// Characters of a name inside a question.
const NAME: usize = 60;
/// From this many on, missing must-haves share one question.
const SHARED: usize = 3;
/// So many are named in a shared question.
const NAMED: usize = 5;
/// What a nice-to-have weighs beside a must-have, in hundredths, for the order of questions.
const NICE: u32 = 35;
/// The same of what is part of the work.
const WORK: u32 = 50;
/// Met by this much, a requirement leaves nothing to ask.
const NOTHING_OPEN: u32 = 940_000;

impl Asking<'_> {
    pub(super) fn requirements(&mut self) {
        if self.fit.flags.contains(&Flag::StuffingSuspected) {
            let stake = self.fit.components[at(ComponentName::Skills)].points;
            self.ask_plainly(stake, "skills", "ask.listed_skills", "why.stuffing");
        }
        let (fit, role) = (self.fit, self.role);
        let (absent, there): (Vec<_>, Vec<_>) = skills(fit).partition(|skill| is_absent(skill));
        let (credentials, absent): (Vec<_>, Vec<_>) = absent.into_iter().partition(|skill| self.is_credential(skill));
        let of = |necessity: Necessity| -> Vec<&SkillEvidence> {
            let is_such = |skill: &&&SkillEvidence| role.requirements[skill.requirement].necessity == necessity;
            absent.iter().filter(is_such).copied().collect()
        };
        self.absent(&of(Necessity::MustHave), SHARED, "ask.which_of_these");
        self.absent(&of(Necessity::PartOfTheWork), SHARED - 1, "ask.any_of_these");
        self.absent(&of(Necessity::NiceToHave), SHARED - 1, "ask.any_of_these");
        for skill in credentials {
            self.credential(skill);
        }
        let (listed, told): (Vec<_>, Vec<_>) = there.into_iter().partition(|skill| self.is_merely_listed(skill));
        self.listed(&listed);
        for skill in told {
            self.present(skill);
        }
    }

    /// Requirements of which there is no trace.
    fn absent(&mut self, absent: &[&SkillEvidence], shared: usize, together: &str) {
        let (taxonomy, role, language) = (self.taxonomy, self.role, self.language);
        if absent.len() >= shared {
            let names: Vec<String> = absent
                .iter()
                .take(NAMED)
                .map(|skill| naming::asked_in_list(&role.requirements[skill.requirement], taxonomy, NAME, language))
                .collect();
            let stake = absent.iter().map(|skill| self.worth(skill)).fold(0, u32::saturating_add);
            let why = match role.requirements[absent[0].requirement].necessity {
                Necessity::MustHave => "why.must_haves_absent",
                Necessity::PartOfTheWork => "why.work_all_absent",
                _ => "why.welcome_all_absent",
            };
            let why = language.text(why);
            let question = say!(language, together, names = names.join(", "));
            return self.ask(stake, "skills", question, why.to_owned());
        }
        for skill in absent {
            let requirement = &role.requirements[skill.requirement];
            let name = naming::asked(requirement, taxonomy, NAME, language);
            let is_work = naming::first_concept(requirement).is_some_and(|id| naming::is_work(id, taxonomy));
            let question = say!(language, if is_work { "ask.what_experience" } else { "ask.worked_with" }, name = name);
            self.ask(self.worth(skill), &*requirement.label, question, unmentioned(requirement, language));
        }
    }

    fn credential(&mut self, skill: &SkillEvidence) {
        let requirement = &self.role.requirements[skill.requirement];
        let name = naming::asked(requirement, self.taxonomy, NAME, self.language);
        let question = say!(self.language, "ask.credential", name = name);
        self.ask(self.worth(skill), &*requirement.label, question, unmentioned(requirement, self.language));
    }

    fn is_credential(&self, skill: &SkillEvidence) -> bool {
        let asked = naming::first_concept(&self.role.requirements[skill.requirement]);
        asked.is_some_and(|id| self.taxonomy.concept(id).kind == ConceptKind::Credential)
    }

    /// A requirement of which there is something.
    fn present(&mut self, skill: &SkillEvidence) {
        let requirement = &self.role.requirements[skill.requirement];
        let name = naming::asked(requirement, self.taxonomy, NAME, self.language);
        let language = self.language;
        let asked = requirement.min_years_tenths.filter(|years| *years > 0);
        let asked = asked.map(|years| words::years(u32::from(years), language));
        let Some(has) = naming::brought(skill, requirement, self.candidate, self.taxonomy, NAME, language) else {
            return;
        };
        let (question, why) = if !is_itself(skill) && skill.relation != Relation::None {
            if skill.credit.get() >= NOTHING_OPEN {
                return;
            }
            (self.beside(skill, requirement, &has, &name), near(skill, requirement, &has, language))
        } else if let (Some(asked), None) = (&asked, skill.years_tenths) {
            let key = if self.has_work(skill) { "ask.years_spent_on" } else { "ask.years_worked_with" };
            (say!(language, key, name = has), say!(language, "why.asks_years_not_said", asked = asked))
        } else if let (Some(asked), Some(_)) = (&asked, shortfall(skill, requirement, language)) {
            let years = skill.years_tenths.map(|tenths| words::years(tenths, language)).unwrap_or_default();
            let question = say!(language, "ask.more_work", name = has, years = years);
            (question, say!(language, "why.asks_years", asked = asked))
        } else if let Some(year) = faded(skill) {
            (say!(language, "ask.how_current", name = has), say!(language, "why.last_in", year = year))
        } else {
            return;
        };
        self.ask(self.worth(skill), &*requirement.label, question, why);
    }

    /// Whether the nearest thing includes what is asked.
    fn beside(&self, skill: &SkillEvidence, requirement: &RequirementFact, has: &str, name: &str) -> String {
        let asks_work = naming::first_concept(requirement).is_some_and(|id| naming::is_work(id, self.taxonomy));
        let key = if self.has_work(skill) {
            "ask.work_in_include"
        } else if asks_work || skill.relation == Relation::Broader {
            "ask.work_with_include"
        } else {
            "ask.besides"
        };
        say!(self.language, key, has = has, name = name)
    }

    /// Whether the nearest thing is something that people do.
    fn has_work(&self, skill: &SkillEvidence) -> bool {
        skill.claim.is_some_and(|at| naming::is_work(self.candidate.claims[at].concept, self.taxonomy))
    }

    /// Must-haves that are met by a list of skills alone.
    fn listed(&mut self, listed: &[&SkillEvidence]) {
        let Some(first) = listed.first() else { return };
        let requirement = |skill: &SkillEvidence| &self.role.requirements[skill.requirement];
        let mut names: Vec<String> = Vec::new();
        for skill in listed {
            let name = naming::brought(skill, requirement(skill), self.candidate, self.taxonomy, NAME, self.language)
                .unwrap_or_else(|| naming::asked_in_list(requirement(skill), self.taxonomy, NAME, self.language));
            if names.len() < NAMED && !names.contains(&name) {
                names.push(name);
            }
        }
        let (about, why) = match names.len() {
            1 => (&*requirement(first).label, "why.only_listed"),
            _ => ("skills", "why.all_only_listed"),
        };
        let stake = listed.iter().map(|skill| self.worth(skill)).fold(0, u32::saturating_add);
        let question = say!(self.language, "ask.where_used", names = words::list(&names, self.language));
        self.ask(stake, about, question, self.language.text(why).to_owned());
    }

    /// Whether a must-have is met, and only by standing in a list of skills.
    fn is_merely_listed(&self, skill: &SkillEvidence) -> bool {
        let requirement = &self.role.requirements[skill.requirement];
        let is_described = skill.claim.is_some_and(|at| self.candidate.claims[at].described);
        let is_named = skill.claim.is_some() || skill.unrecognized.is_some();
        let years_are_open = requirement.min_years_tenths.is_some_and(|years| years > 0)
            && (skill.years_tenths.is_none() || shortfall(skill, requirement, self.language).is_some());
        let is_plain = is_itself(skill) && !years_are_open && faded(skill).is_none();
        requirement.is_must() && !is_described && !self.has_work(skill) && (is_plain || !is_named)
    }

    /// What a better answer could win: the points lost for the must-have, and its part of the component.
    fn worth(&self, skill: &SkillEvidence) -> u32 {
        if self.fit.gate == Some(Gate::Requirement(skill.requirement)) {
            return GATE;
        }
        let requirement = &self.role.requirements[skill.requirement];
        let lost = self.fit.lost_by(skill.requirement);
        let weigh = |requirement: &RequirementFact| match requirement.necessity {
            Necessity::MustHave => 100,
            Necessity::PartOfTheWork => WORK,
            _ => NICE,
        };
        let all: u32 = self.role.requirements.iter().map(weigh).sum();
        let component = &self.fit.components[at(ComponentName::Skills)];
        let whole = u64::from(component.weight.get()) * 100 * u64::from(weigh(requirement)) / u64::from(all.max(1));
        let open = skill.credit.rest().of(whole);
        lost.saturating_add(u32::try_from(open).unwrap_or(u32::MAX))
    }
}

/// Nothing that the profile has comes near.
fn is_absent(skill: &SkillEvidence) -> bool {
    skill.claim.is_none() && skill.unrecognized.is_none() && skill.met.get() < MET
}

/// Why a question about something absent is asked.
fn unmentioned(requirement: &RequirementFact, language: Language) -> String {
    let key = match requirement.necessity {
        Necessity::MustHave => "why.must_have_absent",
        Necessity::PartOfTheWork => "why.work_absent",
        _ => "why.welcome_absent",
    };
    language.text(key).to_owned()
}

/// Why the nearest thing is not enough.
fn near(skill: &SkillEvidence, requirement: &RequirementFact, has: &str, language: Language) -> String {
    let key = match (skill.relation, requirement.necessity) {
        (Relation::Practice | Relation::Broader, Necessity::MustHave) => "why.must_have_unnamed",
        (Relation::Practice | Relation::Broader, Necessity::PartOfTheWork) => "why.work_unnamed",
        (Relation::Practice | Relation::Broader, _) => "why.welcome_unnamed",
        (Relation::Distant, Necessity::MustHave) => "why.must_have_loose",
        (Relation::Distant, Necessity::PartOfTheWork) => "why.work_loose",
        (Relation::Distant, _) => "why.welcome_loose",
        (_, Necessity::MustHave) => "why.must_have_related",
        (_, Necessity::PartOfTheWork) => "why.work_related",
        (_, _) => "why.welcome_related",
    };
    say!(language, key, has = has)
}
