//! Which requirements are met and by what, which must-haves are missing and what comes nearest to them.

use std::cmp::Reverse;

use super::background::last_year;
use super::naming;
use super::words;
use crate::domain::Necessity;
use crate::extract::{CandidateFacts, LastUsed, RequirementFact, RoleFacts};
use crate::score::{Evidence, Fit, SkillEvidence};
use crate::taxonomy::{ConceptId, ConceptKind, Relation, Taxonomy};
use crate::wording::{Language, say};

/// Met by this much, a requirement is met; by less, it is a gap.
pub(super) const MET: u32 = 650_000;
/// What is left of a requirement that is met, below which its last use lies so far back that it should be said.
const FRESH: u32 = 600_000;

/// The evidence for each requirement, in the role's order.
pub(super) fn skills(fit: &Fit) -> impl Iterator<Item = &SkillEvidence> {
    fit.components[0].evidence.iter().filter_map(|evidence| match evidence {
        Evidence::Skill(skill) => Some(skill),
        _ => None,
    })
}

/// The year of a last use that lies long ago.
pub(super) fn faded(skill: &SkillEvidence) -> Option<i16> {
    match skill.last_used {
        LastUsed::At(month) if skill.credit.get() < skill.met.times(crate::score::Share::new(FRESH)).get() => {
            Some(month.year())
        }
        _ => None,
    }
}

/// Whether what the person has is the thing that is asked, or a kind of it.
pub(super) fn is_itself(skill: &SkillEvidence) -> bool {
    matches!(skill.relation, Relation::Same | Relation::Narrower)
}

/// `Slurm and InfiniBand (7 years each), and Linux (11 years)`: what is met best, must-haves first; `few` is how many are
/// named, in how many characters each.
pub(super) fn brought(
    fit: &Fit,
    role: &RoleFacts,
    candidate: &CandidateFacts,
    taxonomy: &Taxonomy,
    few: (usize, usize),
    language: Language,
) -> Option<String> {
    let (named, most) = few;
    let last_year = last_year(fit, candidate);
    let mut met: Vec<&SkillEvidence> = skills(fit)
        .filter(|skill| skill.met.get() >= MET && (skill.claim.is_some() || skill.unrecognized.is_some()))
        .filter(|skill| !skill.claim.is_some_and(|at| is_no_strength(candidate.claims[at].concept, taxonomy)))
        .collect();
    met.sort_by_key(|skill| {
        let requirement = &role.requirements[skill.requirement];
        (
            requirement.necessity == Necessity::NiceToHave,
            !is_itself(skill),
            Reverse(telling(skill, requirement, taxonomy)),
            skill.requirement,
        )
    });
    let mut groups: Vec<(Time, Vec<String>)> = Vec::new();
    let mut claims = Vec::new();
    let mut left = named;
    for skill in met {
        let what = (skill.claim, skill.unrecognized);
        if left == 0 || claims.contains(&what) {
            continue;
        }
        claims.push(what);
        let requirement = &role.requirements[skill.requirement];
        let Some(name) = naming::brought(skill, requirement, candidate, taxonomy, most, language) else { continue };
        if groups.iter().flat_map(|(_, names)| names).any(|known| *known == name) {
            continue;
        }
        left -= 1;
        let time = Time::of(skill, last_year, language);
        // What has no time, or an `and` of its own, stands by itself.
        let has_and = |name: &str| words::has_and(name, language);
        let joins = |known: &Time, names: &[String]| {
            !time.is_empty() && *known == time && !has_and(&name) && !has_and(&names[0])
        };
        match groups.iter_mut().find(|(known, names)| joins(known, names)) {
            Some((_, names)) => names.push(name),
            None => groups.push((time, vec![name])),
        }
    }
    // What has no time of its own must not seem to share the next one's.
    groups.sort_by_key(|(time, _)| time.is_empty());
    let has_and = groups.iter().any(|(_, names)| words::has_and(&names[0], language));
    let texts: Vec<String> = groups.iter().map(|(time, names)| group(time, names, language)).collect();
    match texts.len() {
        0 => None,
        2.. if has_and => Some(words::parts(&texts, language)),
        _ => Some(words::list(&texts, language)),
    }
}

/// To have worked on accelerators is said by the scale, nobody brings a GPU; and degrees are not what one brings first.
fn is_no_strength(id: ConceptId, taxonomy: &Taxonomy) -> bool {
    taxonomy.area_id(id) == "accelerators" || taxonomy.concept(id).kind == ConceptKind::Credential
}

/// How much a met requirement tells: what few have tells more than what everybody has.
fn telling(skill: &SkillEvidence, requirement: &RequirementFact, taxonomy: &Taxonomy) -> u64 {
    let scarcity = naming::first_concept(requirement).map_or(600, |id| taxonomy.concept(id).weight);
    u64::from(skill.credit.get()) * u64::from(scarcity)
}

/// For how long something was done, and its last use where that lies long ago, in words; what reads the same is told together.
#[derive(PartialEq)]
struct Time {
    years: Option<String>,
    last: Option<String>,
}

impl Time {
    /// Without the year that is said of everything already.
    fn of(skill: &SkillEvidence, said: Option<i16>, language: Language) -> Self {
        let tenths = skill.years_tenths.filter(|tenths| *tenths > 0);
        let last = faded(skill).filter(|year| Some(*year) != said);
        Self {
            years: tenths.map(|tenths| words::years(tenths, language)),
            last: last.map(|year| say!(language, "time.last", year = year)),
        }
    }

    fn is_empty(&self) -> bool {
        self.years.is_none() && self.last.is_none()
    }

    /// `7 years, last in 2019`; of several things `7 years each, last in 2019`.
    fn in_words(&self, is_of_several: bool, language: Language) -> String {
        let years = self.years.clone();
        let years = years.map(|years| if is_of_several { say!(language, "time.each", years = years) } else { years });
        years.into_iter().chain(self.last.clone()).collect::<Vec<_>>().join(", ")
    }
}

fn group(time: &Time, names: &[String], language: Language) -> String {
    let words = time.in_words(names.len() > 1, language);
    match names {
        _ if time.is_empty() => words::list(names, language),
        [only] => match only.strip_suffix(')') {
            Some(open) => format!("{open}, {words})"),
            None => format!("{only} ({words})"),
        },
        many => format!("{} ({words})", words::list(many, language)),
    }
}

/// `Lustre by BeeGFS`: must-haves that are met by something else from which much carries over, not by the thing itself, in the
/// role's order.
pub(super) fn stand_ins(
    fit: &Fit,
    role: &RoleFacts,
    candidate: &CandidateFacts,
    taxonomy: &Taxonomy,
    (most, language): (usize, Language),
) -> Vec<(String, String)> {
    let mut found: Vec<(usize, (String, String))> = skills(fit)
        .filter(|skill| skill.met.get() >= MET && role.requirements[skill.requirement].is_must())
        .filter(|skill| matches!(skill.relation, Relation::Related | Relation::Distant))
        .filter_map(|skill| {
            let asked = naming::asked_in_list(&role.requirements[skill.requirement], taxonomy, most, language);
            let has = naming::concept(candidate.claims[skill.claim?].concept, taxonomy, most, language);
            (asked != has).then_some((skill.requirement, (asked, has)))
        })
        .collect();
    found.sort_by_key(|(requirement, _)| *requirement);
    found.into_iter().map(|(_, names)| names).collect()
}

/// A must-have that is not met, or not fully.
pub(super) struct Missing {
    pub name: String,
    /// The nearest thing that the candidate has.
    pub nearest: Option<String>,
    /// Why it is not enough, where the thing itself is there: `1 year of 4`.
    pub short: Option<String>,
}

impl Missing {
    pub(super) fn in_words(&self, language: Language) -> String {
        match (&self.short, &self.nearest) {
            (Some(short), _) => say!(language, "summary.missing_short", name = self.name, short = short),
            (None, Some(nearest)) => {
                let nearest = nearest.split(" (").next().unwrap_or(nearest);
                say!(language, "summary.missing_nearest", name = self.name, nearest = nearest)
            }
            (None, None) => self.name.clone(),
        }
    }
}

/// The must-haves that are not met, the least met first, and of those the ones whose lack takes most; without the requirement `except`.
pub(super) fn missing(
    fit: &Fit,
    role: &RoleFacts,
    candidate: &CandidateFacts,
    taxonomy: &Taxonomy,
    except: Option<usize>,
    (most, language): (usize, Language),
) -> Vec<Missing> {
    let mut gaps: Vec<&SkillEvidence> = skills(fit)
        .filter(|skill| skill.met.get() < MET && role.requirements[skill.requirement].is_must())
        .filter(|skill| Some(skill.requirement) != except)
        .collect();
    gaps.sort_by_key(|skill| (skill.met, Reverse(fit.lost_by(skill.requirement)), skill.requirement));
    gaps.into_iter()
        .map(|skill| {
            let requirement = &role.requirements[skill.requirement];
            let name = naming::asked_in_list(requirement, taxonomy, most, language);
            let short = why_in_part(skill, requirement, candidate, ("part.only_listed", language));
            let nearest = skill
                .claim
                .filter(|_| short.is_none())
                .map(|at| naming::concept(candidate.claims[at].concept, taxonomy, most, language))
                .filter(|nearest| *nearest != name);
            Missing { name, nearest, short }
        })
        .collect()
}

/// Why a requirement does not count as met in full, in words: `not mentioned`, `listed, not shown at work`; none where it does.
pub(super) fn reason(
    skill: &SkillEvidence,
    requirement: &RequirementFact,
    candidate: &CandidateFacts,
    language: Language,
) -> Option<String> {
    let is_there = skill.claim.is_some() || skill.unrecognized.is_some();
    if !is_there {
        return (skill.met.get() < MET).then(|| language.text("part.absent").to_owned());
    }
    let key = match skill.relation {
        Relation::Same | Relation::Narrower | Relation::None => {
            return why_in_part(skill, requirement, candidate, ("part.listed", language));
        }
        Relation::Related => "part.related",
        Relation::Distant => "part.distant",
        Relation::Broader => "part.broader",
        Relation::Practice => "part.practice",
    };
    let near = language.text(key).to_owned();
    let listed = is_only_listed(skill, candidate).then(|| language.text("part.listed").to_owned());
    Some([Some(near), listed].into_iter().flatten().collect::<Vec<_>>().join("; "))
}

/// Why the thing itself does not count in full, where it is there: too few years of it, none said, only listed, or long ago.
fn why_in_part(
    skill: &SkillEvidence,
    requirement: &RequirementFact,
    candidate: &CandidateFacts,
    (listed, language): (&str, Language),
) -> Option<String> {
    if !is_itself(skill) && skill.unrecognized.is_none() {
        return None;
    }
    let asks_years = requirement.min_years_tenths.is_some_and(|years| years > 0);
    if let Some(short) = shortfall(skill, requirement, language) {
        Some(short)
    } else if is_only_listed(skill, candidate) {
        Some(language.text(listed).to_owned())
    } else if asks_years && skill.years_tenths.is_none() {
        Some(language.text("part.years_not_said").to_owned())
    } else {
        faded(skill).map(|year| say!(language, "time.last", year = year))
    }
}

/// Whether it stands in a list, and no work tells of it.
fn is_only_listed(skill: &SkillEvidence, candidate: &CandidateFacts) -> bool {
    skill.claim.is_none_or(|at| !candidate.claims[at].described)
}

/// `1 year of 4`, where the thing itself is there for too short a time.
pub(super) fn shortfall(skill: &SkillEvidence, requirement: &RequirementFact, language: Language) -> Option<String> {
    let asked = u32::from(requirement.min_years_tenths?);
    let has = skill.years_tenths.filter(|has| *has < asked && is_itself(skill))?;
    Some(words::short_of(has, asked, language))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::{Engine, Match, MatchOptions, model::Language};

    fn matched(candidate: Value, language: Language) -> Match {
        let role =
            json!({"id": "r", "title": "Storage engineer", "must_have": [{"name": "Lustre", "min_years": 4}, "Slurm"]});
        let (role, candidate) = (serde_json::from_value(role).unwrap(), serde_json::from_value(candidate).unwrap());
        let options = MatchOptions::default()
            .with_as_of("2026-11".parse::<crate::model::PartialDate>().unwrap())
            .with_language(language);
        Engine::in_memory().explain_documents(&role, &candidate, &options).unwrap()
    }

    /// Why each requirement counts in part, as its evidence and as its gap say.
    fn reasons(candidate: Value) -> Vec<(String, String)> {
        let row = matched(candidate, Language::English);
        let told = row.components[0].evidence.iter().filter_map(|e| Some((e.requirement.clone()?, e.reason.clone()?)));
        let told: Vec<(String, String)> = told.collect();
        for gap in &row.gaps {
            assert!(told.contains(&(gap.requirement.clone(), gap.reason.clone().unwrap())), "{gap:?}");
        }
        told
    }

    #[test]
    fn partial_credit_has_a_reason() {
        let of = |requirement: &str, reason: &str| (requirement.to_owned(), reason.to_owned());
        let listed = json!({"id": "c", "headline": "Nurse", "skills": [{"name": "Lustre", "years": 6}]});
        assert_eq!(reasons(listed), [of("Lustre", "listed, not shown at work"), of("Slurm", "not mentioned")]);
        let job = |text: &str, start: &str| json!({"id": "c", "experience": [{"start": start, "title": "Engineer", "description": text}]});
        assert_eq!(reasons(job("I ran Lustre and Slurm.", "2015")), []);
        assert_eq!(reasons(job("I ran Lustre and Slurm.", "2025-11")), [of("Lustre", "1 year of 4")]);
        assert_eq!(reasons(job("I ran BeeGFS and Slurm.", "2015")), [of("Lustre", "related, not the thing itself")]);
        let undated = json!({"id": "c", "summary": "I have run Lustre and Slurm."});
        assert_eq!(reasons(undated), [of("Lustre", "for how long is not said")]);
    }

    #[test]
    fn the_summary_says_of_a_must_have_that_is_only_listed_what_lacks() {
        let listed = json!({"id": "c", "headline": "Nurse", "skills": [{"name": "Lustre", "years": 6}]});
        let summary = matched(listed.clone(), Language::English).summary;
        assert!(summary.contains("ust-haves not fully shown: Slurm, Lustre (only listed)"), "{summary}");
        let summary = matched(listed, Language::German).summary;
        assert!(summary.contains("Lustre (nur aufgeführt)"), "{summary}");
    }
}
