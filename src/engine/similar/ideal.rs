//! A role as the person whom it describes, and the likeness of two roles in a sentence. Scores nothing.

use crate::domain::{Capacity, Quantity};
use crate::explain::{level_in_words, list_in_words};
use crate::extract::{
    AskedScaleFact, CandidateFacts, FamilyStrength, LastUsed, NO_PASSAGE, RequirementOption, RoleFacts, ScaleClaim,
    SkillClaim, Source, Stated, UnrecognizedClaim,
};
use crate::score::{Evidence, Fit};
use crate::taxonomy::{FamilyId, Taxonomy};
use crate::wording::{Language, say};

/// Full evidence of a family, in thousandths.
const FULL: u32 = 1000;
/// Met by this share, two roles ask the same.
const SAME: u32 = 650_000;
/// So many shared requirements are named, and so many that are not shared.
const NAMED: usize = 4;

/// Somebody who brings all that a role names, in use now, and does its work. Alternatives are all brought: each of them would
/// do for the role. Where the role says nothing, nothing is known of the person.
pub(super) fn of(role: &RoleFacts) -> CandidateFacts {
    let mut person = CandidateFacts {
        scale: role.scale.iter().map(|asked| ran(asked.value, &asked.source)).collect(),
        level: role.level.clone(),
        home: role.places.first().cloned(),
        work_modes: role.work_mode.into_iter().collect(),
        workloads: role.workloads.clone(),
        ..CandidateFacts::default()
    };
    person.stated_years = role.min_years_tenths.map(|tenths| Stated {
        value: tenths,
        inferred: false,
        source: Source { pointer: "/min_years".into(), quote: "".into() },
    });
    for requirement in &role.requirements {
        for option in &requirement.options {
            match option {
                RequirementOption::Concept(concept) => person.claims.push(SkillClaim::of_now(
                    *concept,
                    requirement.min_years_tenths,
                    requirement.source.clone(),
                )),
                RequirementOption::Unrecognized(folded) => person.unrecognized.push(UnrecognizedClaim {
                    text: folded.clone(),
                    folded: folded.clone(),
                    source: requirement.source.clone(),
                }),
            }
        }
    }
    // One claim a concept, the one of most years.
    person.claims.sort_by_key(|claim| (claim.concept, std::cmp::Reverse(claim.years_tenths)));
    person.claims.dedup_by_key(|claim| claim.concept);
    for claim in &mut person.claims {
        let named = role.named.binary_search_by_key(&claim.concept, |named| named.concept);
        claim.times = named.map_or(0, |at| role.named[at].times);
        claim.own_times = claim.times;
    }
    person.form.described = u32::try_from(person.claims.len()).unwrap_or(u32::MAX);
    person.families.strength = role
        .families
        .iter()
        .map(|&(family, _)| FamilyStrength { family, told: FULL, said: 0, listed: 0, spoken: FULL, deeds: 0 })
        .collect();
    person.families.strength.sort_unstable_by_key(|signs| signs.family);
    person.families.functions =
        role.functions.iter().map(|&(function, share)| (function, u32::from(share.get()))).collect();
    person.families.functions.sort_unstable();
    person.families.told = if role.families.is_empty() { 0 } else { FULL };
    person
}

fn ran(asked: AskedScaleFact, source: &Source) -> ScaleClaim {
    ScaleClaim {
        value: asked.value.units(),
        beyond: asked.value.beyond(),
        unit: asked.unit,
        accelerators: None,
        accelerator: None,
        capacity: Some(Capacity::Operated),
        last_used: LastUsed::Now,
        passage: NO_PASSAGE,
        quoted: false,
        source: source.clone(),
    }
}

/// What both roles ask, and what only this one does.
pub(super) fn summary(
    fit: &Fit,
    asked: &RoleFacts,
    other: &RoleFacts,
    taxonomy: &Taxonomy,
    language: Language,
) -> String {
    let skills = || {
        fit.components[0].evidence.iter().filter_map(|evidence| match evidence {
            Evidence::Skill(skill) => Some((&asked.requirements[skill.requirement], skill.met.get() >= SAME)),
            _ => None,
        })
    };
    let label = |label: &str| label.replace(" | ", &format!(" {} ", language.text("words.or")));
    let shared: Vec<String> = skills().filter(|(_, same)| *same).map(|(r, _)| label(&r.label)).collect();
    let lacking: Vec<String> =
        skills().filter(|(r, same)| !same && r.is_must()).map(|(r, _)| label(&r.label)).collect();
    let mut parts = vec![work(asked, other, taxonomy, language)];
    if !shared.is_empty() {
        parts.push(say!(language, "like.shares", names = named(&shared, language)));
    }
    if !lacking.is_empty() {
        parts.push(say!(language, "like.lacks", names = named(&lacking, language)));
    }
    parts.extend(size(asked, other).map(|key| language.text(key).to_owned()));
    if let (Some(here), Some(there)) = (&asked.level, &other.level)
        && here.value != there.value
    {
        let [from, to] = [here.value, there.value].map(|level| level_in_words(level, language));
        parts.push(say!(language, "change.instead", to = to, from = from));
    }
    parts.join("; ") + "."
}

fn work(asked: &RoleFacts, other: &RoleFacts, taxonomy: &Taxonomy, language: Language) -> String {
    let label = |family: FamilyId| language.term(&taxonomy.families().get(family).label);
    let main = |role: &RoleFacts| role.families.iter().max_by_key(|(_, share)| *share).map(|(family, _)| *family);
    match (main(asked), main(other)) {
        (Some(here), Some(there)) if here == there => say!(language, "like.same", label = label(here)),
        (Some(_), Some(there)) => say!(language, "like.other", label = label(there)),
        (_, Some(there)) => say!(language, "like.only", label = label(there)),
        (_, None) => language.text("like.silent").to_owned(),
    }
}

/// The key of how the scales stand to each other.
fn size(asked: &RoleFacts, other: &RoleFacts) -> Option<&'static str> {
    let (here, there) = (asked.scale.as_ref()?.value, other.scale.as_ref()?.value);
    if here.unit != there.unit || here.value.min(there.value) == Quantity::default() {
        return None;
    }
    // Within a factor of three, two scales are much the same.
    if there.value.thousandths() >= here.value.thousandths().saturating_mul(3) {
        Some("like.larger")
    } else if here.value.thousandths() >= there.value.thousandths().saturating_mul(3) {
        Some("like.smaller")
    } else {
        Some("like.alike")
    }
}

/// The first few, and how many more.
fn named(labels: &[String], language: Language) -> String {
    match labels {
        few if few.len() <= NAMED => list_in_words(few, language),
        many => say!(language, "words.and_more", named = many[..NAMED].join(", "), n = many.len() - NAMED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_labels_are_cut() {
        let labels: Vec<String> = ["a", "b", "c", "d", "e", "f"].map(str::to_owned).to_vec();
        assert_eq!(named(&labels[..1], Language::English), "a");
        assert_eq!(named(&labels[..3], Language::English), "a, b and c");
        assert_eq!(named(&labels, Language::English), "a, b, c, d and 2 more");
    }
}
