//! Which requirements are met and by what, which must-haves are missing and what comes nearest to them.

use std::cmp::Reverse;

use super::background::last_year;
use super::naming;
use super::words;
use crate::extract::{CandidateFacts, LastUsed, RequirementFact, RoleFacts};
use crate::score::{Evidence, Fit, SkillEvidence};
use crate::taxonomy::{ConceptId, ConceptKind, Relation, Taxonomy};

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
) -> Option<String> {
    let (named, most) = few;
    let last_year = last_year(fit, candidate);
    let mut met: Vec<&SkillEvidence> = skills(fit)
        .filter(|skill| skill.met.get() >= MET && (skill.claim.is_some() || skill.unrecognized.is_some()))
        .filter(|skill| !skill.claim.is_some_and(|at| is_no_strength(candidate.claims[at].concept, taxonomy)))
        .collect();
    met.sort_by_key(|skill| {
        let requirement = &role.requirements[skill.requirement];
        (!requirement.must_have, !is_itself(skill), Reverse(telling(skill, requirement, taxonomy)), skill.requirement)
    });
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    let mut claims = Vec::new();
    let mut left = named;
    for skill in met {
        let what = (skill.claim, skill.unrecognized);
        if left == 0 || claims.contains(&what) {
            continue;
        }
        claims.push(what);
        let requirement = &role.requirements[skill.requirement];
        let Some(name) = naming::brought(skill, requirement, candidate, taxonomy, most) else { continue };
        if groups.iter().flat_map(|(_, names)| names).any(|known| *known == name) {
            continue;
        }
        left -= 1;
        let time = time(skill, last_year);
        // What has no time, or an `and` of its own, stands by itself.
        let joins = |known: &String, names: &[String]| {
            !time.is_empty() && *known == time && !name.contains(" and ") && !names[0].contains(" and ")
        };
        match groups.iter_mut().find(|(known, names)| joins(known, names)) {
            Some((_, names)) => names.push(name),
            None => groups.push((time, vec![name])),
        }
    }
    // What has no time of its own must not seem to share the next one's.
    groups.sort_by_key(|(time, _)| time.is_empty());
    let has_and = groups.iter().any(|(_, names)| names[0].contains(" and "));
    let texts: Vec<String> = groups.iter().map(|(time, names)| group(time, names)).collect();
    match texts.len() {
        0 => None,
        2.. if has_and => Some(words::parts(&texts)),
        _ => Some(words::list(&texts)),
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

/// Years, and the year of a last use that lies long ago and is not the one that is said of everything already.
fn time(skill: &SkillEvidence, said: Option<i16>) -> String {
    let years = skill.years_tenths.filter(|tenths| *tenths > 0).map(words::years);
    let last = faded(skill).filter(|year| Some(*year) != said).map(|year| format!("last in {year}"));
    years.into_iter().chain(last).collect::<Vec<_>>().join(", ")
}

fn group(time: &str, names: &[String]) -> String {
    match names {
        _ if time.is_empty() => words::list(names),
        [only] => match only.strip_suffix(')') {
            Some(open) => format!("{open}, {time})"),
            None => format!("{only} ({time})"),
        },
        many => format!("{} ({})", words::list(many), each(time)),
    }
}

/// `7 years each, last in 2019`.
fn each(time: &str) -> String {
    match time.split_once(", ") {
        Some((years, last)) => format!("{years} each, {last}"),
        None if time.starts_with("last") => time.to_owned(),
        None => format!("{time} each"),
    }
}

/// `Lustre by BeeGFS`: must-haves that are met by something else from which much carries over, not by the thing itself, in the
/// role's order.
pub(super) fn stand_ins(
    fit: &Fit,
    role: &RoleFacts,
    candidate: &CandidateFacts,
    taxonomy: &Taxonomy,
    most: usize,
) -> Vec<(String, String)> {
    let mut found: Vec<(usize, (String, String))> = skills(fit)
        .filter(|skill| skill.met.get() >= MET && role.requirements[skill.requirement].must_have)
        .filter(|skill| matches!(skill.relation, Relation::Related | Relation::Distant))
        .filter_map(|skill| {
            let asked = naming::asked_in_list(&role.requirements[skill.requirement], taxonomy, most);
            let has = naming::concept(candidate.claims[skill.claim?].concept, taxonomy, most);
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
    /// What there is of it, `1 year of 4`, where the thing itself is there.
    pub short: Option<String>,
}

impl Missing {
    pub(super) fn in_words(&self) -> String {
        match (&self.short, &self.nearest) {
            (Some(short), _) => format!("{} ({short})", self.name),
            (None, Some(nearest)) => {
                format!("{} (nearest: {})", self.name, nearest.split(" (").next().unwrap_or(nearest))
            }
            (None, None) => self.name.clone(),
        }
    }
}

/// The must-haves that are not met, the least met first; without the requirement `except`.
pub(super) fn missing(
    fit: &Fit,
    role: &RoleFacts,
    candidate: &CandidateFacts,
    taxonomy: &Taxonomy,
    except: Option<usize>,
    most: usize,
) -> Vec<Missing> {
    let mut gaps: Vec<&SkillEvidence> = skills(fit)
        .filter(|skill| skill.met.get() < MET && role.requirements[skill.requirement].must_have)
        .filter(|skill| Some(skill.requirement) != except)
        .collect();
    gaps.sort_by_key(|skill| (skill.met, skill.requirement));
    gaps.into_iter()
        .map(|skill| {
            let requirement = &role.requirements[skill.requirement];
            let name = naming::asked_in_list(requirement, taxonomy, most);
            let short = shortfall(skill, requirement);
            let nearest = skill
                .claim
                .filter(|_| short.is_none())
                .map(|at| naming::concept(candidate.claims[at].concept, taxonomy, most))
                .filter(|nearest| *nearest != name);
            Missing { name, nearest, short }
        })
        .collect()
}

/// `1 year of 4`, where the thing itself is there for too short a time.
pub(super) fn shortfall(skill: &SkillEvidence, requirement: &RequirementFact) -> Option<String> {
    let asked = u32::from(requirement.min_years_tenths?);
    let has = skill.years_tenths.filter(|has| *has < asked && is_itself(skill))?;
    let asked = words::years(asked);
    Some(format!("{} of {}", words::years(has), asked.strip_suffix(" years").unwrap_or(&asked)))
}
