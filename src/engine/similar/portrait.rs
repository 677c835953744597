//! A candidate as the role that describes them: what such a role would ask. Only facts of work, and the place, go in; nothing is
//! scored.

use crate::domain::{Capacity, Month, Necessity, Quantity, ScaleUnit};
use crate::extract::{
    AskedScaleFact, CandidateFacts, FamilyStrength, LastUsed, Named, RequirementFact, RequirementOption, RoleFacts,
    ScaleClaim, SkillClaim, Stated, shares,
};
use crate::score::ScoringProfile;
use crate::taxonomy::{ConceptKind, FamilyId, PerMille, Taxonomy};

/// A skill that is only listed says less of what somebody does than one that is told of.
const LISTED: PerMille = PerMille::HALF;
/// So many months after it was last used, a skill says less of who somebody is now: half.
const LONG_AGO_MONTHS: i32 = 48;
/// No more skills than this are asked, the most telling first: it bounds the work, and nobody is like another in a hundred.
const MAX_SKILLS: usize = 40;
/// Families as a role would show them: the clearest three, none under 150 thousandths.
const MAX_FAMILIES: usize = 3;
const LEAST_FAMILY: u32 = 150;

pub(super) fn of(person: &CandidateFacts, taxonomy: &Taxonomy, profile: &ScoringProfile, as_of: Month) -> RoleFacts {
    RoleFacts {
        requirements: requirements(person, taxonomy, as_of),
        domains: domains(&families(&person.families.strength), taxonomy),
        functions: shares(person.families.functions.iter().copied()),
        families: families(&person.families.strength),
        named: person
            .claims
            .iter()
            .filter(|claim| claim.times > 0)
            .map(|claim| Named { concept: claim.concept, times: claim.times, one_of: 1 })
            .collect(),
        scale: scale(&person.scale, u64::from(profile.scale.accelerators_per_node)),
        workloads: person.workloads.clone(),
        level: person.level.clone(),
        places: person.home.iter().cloned().collect(),
        ..RoleFacts::default()
    }
}

/// The families that are domains, in shares that sum to 1000. To lead, or to sell, is no domain of its own.
fn domains(families: &[(FamilyId, PerMille)], taxonomy: &Taxonomy) -> Vec<(FamilyId, PerMille)> {
    let is_domain = |family: &FamilyId| taxonomy.families().get(*family).function.is_none();
    shares(
        families
            .iter()
            .filter(|(family, _)| is_domain(family))
            .map(|(family, share)| (*family, u32::from(share.get()))),
    )
}

/// The skills, the most telling first. What no taxonomy knows is left out: it need not be about work at all. So are
/// credentials, venues and sites, which tell of a person's past, papers and employers, and soft skills, which everybody claims.
fn requirements(person: &CandidateFacts, taxonomy: &Taxonomy, as_of: Month) -> Vec<RequirementFact> {
    let is_work = |claim: &&SkillClaim| {
        let kind = taxonomy.concept(claim.concept).kind;
        kind.is_skill() && kind != ConceptKind::Credential
    };
    let mut telling: Vec<(u32, &SkillClaim, PerMille)> = person
        .claims
        .iter()
        .filter(is_work)
        .map(|claim| {
            let told = if claim.described { PerMille::ONE } else { LISTED };
            let strength = if is_long_ago(claim.last_used, as_of) { told.times(PerMille::HALF) } else { told };
            let scarcity = u32::from(taxonomy.concept(claim.concept).weight);
            (scarcity * u32::from(strength.get()), claim, strength)
        })
        .collect();
    telling.sort_by_key(|(weight, claim, _)| (std::cmp::Reverse(*weight), claim.concept));
    telling.truncate(MAX_SKILLS);
    telling
        .into_iter()
        .map(|(_, claim, strength)| RequirementFact {
            label: taxonomy.concept(claim.concept).label.clone(),
            options: vec![RequirementOption::Concept(claim.concept)],
            necessity: Necessity::NiceToHave,
            min_years_tenths: None,
            multiplier: 1000,
            gate: false,
            strength,
            inferred: true,
            source: claim.source.clone(),
        })
        .collect()
}

fn is_long_ago(last_used: LastUsed, as_of: Month) -> bool {
    matches!(last_used, LastUsed::At(month) if as_of.since(month) > LONG_AGO_MONTHS)
}

/// Evidence of each family, in shares that sum to 1000.
fn families(strength: &[FamilyStrength]) -> Vec<(FamilyId, PerMille)> {
    // More than full evidence says no more.
    let mut clearest: Vec<(FamilyId, u32)> =
        strength.iter().map(|signs| (signs.family, signs.all().min(1000))).collect();
    clearest.sort_by_key(|(family, strength)| (std::cmp::Reverse(*strength), *family));
    clearest.truncate(MAX_FAMILIES);
    let all: u32 = clearest.iter().map(|(_, strength)| strength).sum();
    clearest.retain(|(_, strength)| *strength > 0 && strength * 1000 >= all * LEAST_FAMILY);
    let kept: u32 = clearest.iter().map(|(_, strength)| strength).sum();
    let share = |strength: u32| PerMille::new(u16::try_from(strength * 1000 / kept.max(1)).unwrap_or(1000));
    let mut shares: Vec<(FamilyId, PerMille)> =
        clearest.iter().map(|(family, strength)| (*family, share(*strength))).collect();
    // The clearest takes what rounding leaves over.
    let others: u16 = shares.iter().skip(1).map(|(_, share)| share.get()).sum();
    if let Some((_, first)) = shares.first_mut() {
        *first = PerMille::new(1000 - others);
    }
    shares
}

/// The largest system that the person ran; of those who ran none, the largest that they used. Accelerators and nodes come
/// before everything else that is counted.
fn scale(claims: &[ScaleClaim], per_node: u64) -> Option<Stated<AskedScaleFact>> {
    let ask = |claim: &ScaleClaim| match claim.accelerators {
        Some(accelerators) => {
            AskedScaleFact { value: Quantity::from_units(accelerators), unit: ScaleUnit::Accelerators }
        }
        None => AskedScaleFact { value: Quantity::from_parts(claim.value, claim.beyond), unit: claim.unit },
    };
    let size = |asked: AskedScaleFact| match asked.unit {
        ScaleUnit::Nodes => asked.value.thousandths().saturating_mul(per_node),
        _ => asked.value.thousandths(),
    };
    let largest = claims.iter().rev().max_by_key(|claim| {
        let asked = ask(claim);
        let of_clusters = matches!(asked.unit, ScaleUnit::Accelerators | ScaleUnit::Nodes);
        let ran = !matches!(claim.capacity, Some(Capacity::Used | Capacity::Supported));
        (of_clusters, ran, size(asked))
    })?;
    Some(Stated { value: ask(largest), inferred: true, source: largest.source.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(value: u64, unit: ScaleUnit, capacity: Capacity) -> ScaleClaim {
        ScaleClaim {
            value,
            beyond: 0,
            unit,
            accelerators: None,
            accelerator: None,
            capacity: Some(capacity),
            last_used: LastUsed::Now,
            passage: crate::extract::NO_PASSAGE,
            quoted: false,
            source: crate::extract::Source { pointer: "/x".into(), quote: "".into() },
        }
    }

    #[test]
    fn shares_of_families_sum_to_the_whole() {
        let id = |n| crate::taxonomy::FamilyId(n);
        let signs = [(0, 100), (1, 4000), (2, 700), (3, 30), (4, 333)];
        let signs =
            signs.map(|(n, told)| FamilyStrength { family: id(n), told, said: 0, listed: 0, spoken: told, deeds: 0 });
        let shares = families(&signs);
        assert_eq!(shares.iter().map(|(_, share)| share.get()).sum::<u16>(), 1000);
        assert_eq!(shares.iter().map(|(family, _)| family.0).collect::<Vec<_>>(), [1, 2, 4]);
        assert!(families(&[]).is_empty());
    }

    #[test]
    fn what_somebody_ran_outranks_what_they_used() {
        let claims = [
            claim(50_000, ScaleUnit::Accelerators, Capacity::Used),
            claim(400, ScaleUnit::Nodes, Capacity::Operated),
            claim(90_000, ScaleUnit::Cores, Capacity::Built),
        ];
        let asked = scale(&claims, 8).unwrap().value;
        assert_eq!((asked.value, asked.unit), (Quantity::from_units(400), ScaleUnit::Nodes));
        assert!(scale(&[], 8).is_none());
    }
}
