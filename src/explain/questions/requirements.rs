//! Questions about what the role asks to know: what is missing, only near, too short, long ago, or only listed.

use super::{Asking, GATE, at};
use crate::explain::strengths::{MET, faded, is_itself, shortfall, skills};
use crate::explain::{naming, words};
use crate::extract::RequirementFact;
use crate::score::{ComponentName, Flag, Gate, SkillEvidence};
use crate::taxonomy::{ConceptKind, Relation};

/// Characters of a name inside a question.
const NAME: usize = 60;
/// From this many on, missing must-haves share one question.
const SHARED: usize = 3;
/// So many are named in a shared question.
const NAMED: usize = 5;
/// What a nice-to-have weighs beside a must-have, in hundredths, for the order of questions.
const NICE: u32 = 35;
/// Met by this much, a requirement leaves nothing to ask.
const NOTHING_OPEN: u32 = 940_000;

impl Asking<'_> {
    pub(super) fn requirements(&mut self) {
        if self.fit.flags.contains(&Flag::StuffingSuspected) {
            self.ask(
                self.fit.components[at(ComponentName::Skills)].points,
                "skills",
                "Which of the skills that you list have you used at work, where and for what?".to_owned(),
                "The profile lists more than its work history shows.".to_owned(),
            );
        }
        let (fit, role) = (self.fit, self.role);
        let (absent, there): (Vec<_>, Vec<_>) = skills(fit).partition(|skill| is_absent(skill));
        let (credentials, absent): (Vec<_>, Vec<_>) = absent.into_iter().partition(|skill| self.is_credential(skill));
        let (must, nice): (Vec<_>, Vec<_>) =
            absent.into_iter().partition(|skill| role.requirements[skill.requirement].must_have);
        self.absent(&must, SHARED, "Which of these have you worked with");
        self.absent(&nice, SHARED - 1, "Have you also worked with any of these");
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
    fn absent(&mut self, absent: &[&SkillEvidence], shared: usize, opening: &str) {
        let (taxonomy, role) = (self.taxonomy, self.role);
        if absent.len() >= shared {
            let names: Vec<String> = absent
                .iter()
                .take(NAMED)
                .map(|skill| naming::asked_in_list(&role.requirements[skill.requirement], taxonomy, NAME))
                .collect();
            let stake = absent.iter().map(|skill| self.worth(skill)).fold(0, u32::saturating_add);
            let why = if role.requirements[absent[0].requirement].must_have {
                "Must-haves that the profile does not mention."
            } else {
                "Welcome in this role, and the profile does not mention them."
            };
            return self.ask(stake, "skills", format!("{opening}: {}?", names.join(", ")), why.to_owned());
        }
        for skill in absent {
            let requirement = &role.requirements[skill.requirement];
            let name = naming::asked(requirement, taxonomy, NAME);
            let is_work = naming::first_concept(requirement).is_some_and(|id| naming::is_work(id, taxonomy));
            let question = if is_work {
                format!("What experience do you have with {name}?")
            } else {
                format!("Have you worked with {name}, and for how long?")
            };
            self.ask(self.worth(skill), &*requirement.label, question, unmentioned(requirement));
        }
    }

    fn credential(&mut self, skill: &SkillEvidence) {
        let requirement = &self.role.requirements[skill.requirement];
        let name = naming::asked(requirement, self.taxonomy, NAME);
        let question = format!("Do you have this, or experience that stands in for it: {name}?");
        self.ask(self.worth(skill), &*requirement.label, question, unmentioned(requirement));
    }

    fn is_credential(&self, skill: &SkillEvidence) -> bool {
        let asked = naming::first_concept(&self.role.requirements[skill.requirement]);
        asked.is_some_and(|id| self.taxonomy.concept(id).kind == ConceptKind::Credential)
    }

    /// A requirement of which there is something.
    fn present(&mut self, skill: &SkillEvidence) {
        let requirement = &self.role.requirements[skill.requirement];
        let name = naming::asked(requirement, self.taxonomy, NAME);
        let asked = requirement.min_years_tenths.filter(|years| *years > 0).map(|years| words::years(u32::from(years)));
        let Some(has) = naming::brought(skill, requirement, self.candidate, self.taxonomy, NAME) else { return };
        let (question, why) = if !is_itself(skill) && skill.relation != Relation::None {
            if skill.credit.get() >= NOTHING_OPEN {
                return;
            }
            (self.beside(skill, requirement, &has, &name), near(skill, requirement, &has))
        } else if let (Some(asked), None) = (&asked, skill.years_tenths) {
            let with = if self.has_work(skill) { "spent on" } else { "worked with" };
            let question = format!("How many years have you {with} {has}?");
            (question, format!("The role asks for {asked}, and the profile does not say."))
        } else if let (Some(asked), Some(_)) = (&asked, shortfall(skill, requirement)) {
            let has_years = skill.years_tenths.map(words::years).unwrap_or_default();
            let question = format!("Is there more work with {has} than the {has_years} in the profile?");
            (question, format!("The role asks for {asked}."))
        } else if let Some(year) = faded(skill) {
            (format!("How current is your work with {has}?"), format!("The profile shows it last in {year}."))
        } else {
            return;
        };
        self.ask(self.worth(skill), &*requirement.label, question, why);
    }

    /// Whether the nearest thing includes what is asked.
    fn beside(&self, skill: &SkillEvidence, requirement: &RequirementFact, has: &str, name: &str) -> String {
        let asks_work = naming::first_concept(requirement).is_some_and(|id| naming::is_work(id, self.taxonomy));
        if self.has_work(skill) {
            format!("Did your work in {has} include {name}?")
        } else if asks_work || skill.relation == Relation::Broader {
            format!("Did your work with {has} include {name}?")
        } else {
            format!("Besides {has}, have you worked with {name}?")
        }
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
            let name = naming::brought(skill, requirement(skill), self.candidate, self.taxonomy, NAME)
                .unwrap_or_else(|| naming::asked_in_list(requirement(skill), self.taxonomy, NAME));
            if names.len() < NAMED && !names.contains(&name) {
                names.push(name);
            }
        }
        let (about, it) = if names.len() == 1 { (&*requirement(first).label, "it") } else { ("skills", "them") };
        let stake = listed.iter().map(|skill| self.worth(skill)).fold(0, u32::saturating_add);
        let question = format!("Where have you used {}, and for what?", words::list(&names));
        self.ask(stake, about, question, format!("The profile lists {it} and does not tell of work with {it}."));
    }

    /// Whether a must-have is met, and only by standing in a list of skills.
    fn is_merely_listed(&self, skill: &SkillEvidence) -> bool {
        let requirement = &self.role.requirements[skill.requirement];
        let is_described = skill.claim.is_some_and(|at| self.candidate.claims[at].described);
        let is_named = skill.claim.is_some() || skill.unrecognized.is_some();
        let years_are_open = requirement.min_years_tenths.is_some_and(|years| years > 0)
            && (skill.years_tenths.is_none() || shortfall(skill, requirement).is_some());
        let is_plain = is_itself(skill) && !years_are_open && faded(skill).is_none();
        requirement.must_have && !is_described && !self.has_work(skill) && (is_plain || !is_named)
    }

    /// What a better answer could win: the points lost for the must-have, and its part of the component.
    fn worth(&self, skill: &SkillEvidence) -> u32 {
        if self.fit.gate == Some(Gate::Requirement(skill.requirement)) {
            return GATE;
        }
        let requirement = &self.role.requirements[skill.requirement];
        let lost = self.fit.penalties.iter().find(|(at, _)| *at == skill.requirement).map_or(0, |(_, lost)| *lost);
        let weigh = |requirement: &RequirementFact| if requirement.must_have { 100 } else { NICE };
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
fn unmentioned(requirement: &RequirementFact) -> String {
    let why = if requirement.must_have {
        "A must-have that the profile does not mention."
    } else {
        "Welcome in this role, and the profile does not mention it."
    };
    why.to_owned()
}

/// Why the nearest thing is not enough.
fn near(skill: &SkillEvidence, requirement: &RequirementFact, has: &str) -> String {
    let sort = if requirement.must_have { "A must-have" } else { "Welcome in this role" };
    match skill.relation {
        Relation::Practice | Relation::Broader => format!("{sort}; the profile shows {has} without naming it."),
        Relation::Distant => format!("{sort}; the profile shows {has}, which is only loosely related."),
        _ => format!("{sort}; the profile shows {has}, which is related."),
    }
}
