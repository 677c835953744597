//! One piece of evidence in words, with the place that it points at.

use super::circumstances;
use super::row::{EvidenceEffect, EvidenceRow};
use super::words;
use crate::domain::{Necessity, Quantity};
use crate::extract::{CandidateFacts, LastUsed, RoleFacts, Source};
use crate::score::{Evidence, PayComparison, PayVerdict, PlaceFit, Share, SkillEvidence};
use crate::taxonomy::{PerMille, Taxonomy};

/// Credit from which a finding speaks for the candidate, and below which it speaks against.
const POSITIVE: u32 = 700_000;
const NEGATIVE: u32 = 300_000;

pub(super) fn row(
    evidence: &Evidence,
    role: &RoleFacts,
    candidate: &CandidateFacts,
    taxonomy: &Taxonomy,
) -> EvidenceRow {
    match evidence {
        Evidence::Skill(skill) => skill_row(skill, role, candidate, taxonomy),
        Evidence::Family { asked, does, transfer, strength } => {
            let families = taxonomy.families();
            let credit = Share::from_per_mille(*transfer).times(*strength);
            let asked_label = &families.get(*asked).label;
            let statement = match does {
                None => format!("nothing in the profile points to {asked_label}"),
                Some(does) if does == asked && strength.get() >= POSITIVE => format!("does this work: {asked_label}"),
                Some(does) if does == asked => format!("some signs of this work: {asked_label}"),
                Some(does) => {
                    let own = &families.get(*does).label;
                    match families.transfer_reason(*asked, *does) {
                        Some(reason) => {
                            // A role may ask for several kinds of work.
                            let toward = if role.families.len() > 1 {
                                format!(" (asked: {asked_label})")
                            } else {
                                String::new()
                            };
                            format!(
                                "comes from {own}{toward}; carries over: {}; to close: {}",
                                reason.carries, reason.gap
                            )
                        }
                        None => format!("comes from {own}, this role is {asked_label}"),
                    }
                }
            };
            let source = does.and_then(|id| candidate.families.sources.iter().find(|(family, _)| *family == id));
            pointing(statement, credit, does != &Some(*asked) && *transfer > PerMille::ZERO, source.map(|(_, s)| s))
        }
        Evidence::Focus { share, of_told } => {
            let statement = match of_told.get() {
                POSITIVE.. => "most of the work that the profile tells of bears on this role",
                NEGATIVE.. => "part of the work that the profile tells of bears on this role, the rest is other work",
                _ => "most of the work that the profile tells of is of other kinds",
            };
            pointing(statement.to_owned(), *share, true, None)
        }
        Evidence::LittleTold { open, credit } => {
            let percent = open.get() / 10_000;
            let statement = format!(
                "the profile tells little of the work, so {percent} % of what it could say is judged as if nothing were said"
            );
            pointing(statement, *credit, true, None)
        }
        Evidence::Function { asked, does, credit } => {
            let functions = taxonomy.functions();
            let (asked, own) = (functions.get(*asked), functions.get(*does));
            let statement = if asked.id != own.id {
                format!("the job so far is {}, here it is {}; new would be {}", own.label, asked.label, asked.takes)
            } else if credit.get() >= POSITIVE {
                format!("the job is {}, as it is here", own.label)
            } else {
                format!("only part of the job is {}, which is what this role asks", own.label)
            };
            pointing(statement, *credit, asked.id != own.id, None)
        }
        Evidence::FunctionNotTold { asked, credit } => {
            let asked = &taxonomy.functions().get(*asked).label;
            let statement = format!("the job here is {asked}; the profile does not say what the candidate's is");
            pointing(statement, *credit, true, None)
        }
        Evidence::Wording { words, presumed } => {
            let shown: Vec<&str> = words.iter().filter_map(|word| taxonomy.vocabulary().shown(*word)).collect();
            let statement = format!("worded like the posting: {}", shown.join(", "));
            pointing(statement, *presumed, true, None)
        }
        Evidence::Untold { presumed } => {
            let percent = (presumed.get() + 5_000) / 10_000;
            let statement = format!(
                "a short profile of this kind of work: {percent} % of what is asked and not named counts as brought"
            );
            pointing(statement, *presumed, true, None)
        }
        Evidence::SameTrade { credit } => {
            let percent = (credit.get() + 5_000) / 10_000;
            let statement = format!(
                "does what this role does, whatever the field: {percent} % of the missing field counts as brought"
            );
            pointing(statement, *credit, true, None)
        }
        Evidence::InWords { left } => {
            let statement = match left.get() {
                POSITIVE.. => "the skills are used as this role uses them, in words",
                _ => "the role is done in words, so skills of whoever does other work with them count for less",
            };
            pointing(statement.to_owned(), *left, false, None)
        }
        Evidence::Scale { claim, accelerators, inferred, credit } => {
            let claim = &candidate.scale[*claim];
            let mut statement = format!("{} {}", words::did(claim.capacity), circumstances::system(claim));
            if *accelerators != claim.value {
                statement.push_str(&format!(", about {} accelerators", words::thousands(*accelerators)));
            }
            if let Some(asked) = &role.scale {
                statement
                    .push_str(&format!("; the role is about {}", words::quantity(asked.value.value, asked.value.unit)));
            }
            pointing(statement, *credit, *inferred, Some(&claim.source))
        }
        Evidence::ScaleOtherUnit { claim } => {
            let claim = &candidate.scale[*claim];
            let size = words::quantity(Quantity::from_parts(claim.value, claim.beyond), claim.unit);
            let statement = format!("states {size}, which cannot be compared with what the role asks");
            EvidenceRow {
                effect: EvidenceEffect::Mixed,
                ..pointing(statement, Share::ZERO, false, Some(&claim.source))
            }
        }
        Evidence::Pay(pay) => pay_row(pay, candidate.expected_pay.as_ref().map(|p| &p.source)),
        Evidence::Level { distance, credit } => {
            let source = candidate.level.as_ref();
            let stated = source.map_or("", |level| level.value.as_str());
            let statement = match (distance, role.level.as_ref()) {
                (0, _) => format!("{stated}, as asked"),
                (_, Some(asked)) => format!("{stated}, the role asks for {}", asked.value.as_str()),
                _ => stated.to_owned(),
            };
            pointing(statement, *credit, source.is_some_and(|s| s.inferred), source.map(|s| &s.source))
        }
        Evidence::Years { tenths, asked_tenths, credit } => {
            let statement =
                format!("{} of relevant experience, asked {}", words::years(*tenths), words::years(*asked_tenths));
            pointing(statement, *credit, false, candidate.stated_years.as_ref().map(|s| &s.source))
        }
        Evidence::Place(found) => {
            let home = candidate.home.as_ref();
            let mut statement = place_words(found.fit).to_owned();
            if let Some(name) = circumstances::place_that_counts(found, role) {
                statement = format!("{statement}: {name}");
            }
            pointing(statement, found.credit, home.is_some_and(|h| h.inferred), home.map(|h| &h.source))
        }
        Evidence::Availability { days, credit } => {
            let statement = match days {
                0 => "available now".to_owned(),
                1 => "available in 1 day".to_owned(),
                days => format!("available in {days} days"),
            };
            pointing(statement, *credit, false, None)
        }
    }
}

pub(super) fn place_words(fit: PlaceFit) -> &'static str {
    match fit {
        PlaceFit::SameMetro => "in the role's area",
        PlaceFit::Relocates => "elsewhere, and ready to move",
        PlaceFit::SameCountry => "elsewhere in the country; says nothing about moving",
        PlaceFit::OtherCountry => "in another country; says nothing about moving",
        PlaceFit::WantsElsewhere => "elsewhere, and names other places to move to",
        PlaceFit::Stays => "elsewhere, and says not to move",
        PlaceFit::Remote => "remote work suits both sides",
        PlaceFit::RemoteOtherCountry => "remote, from another country",
        PlaceFit::RemoteSomewhere => "remote work suits; from which country is not said",
        PlaceFit::RemoteNow => "works remotely now, the role wants presence",
        PlaceFit::RemoteOnly => "works only remotely, the role wants presence",
        PlaceFit::OnsiteOnly => "prefers presence, the role is remote",
    }
}

fn skill_row(skill: &SkillEvidence, role: &RoleFacts, candidate: &CandidateFacts, taxonomy: &Taxonomy) -> EvidenceRow {
    let requirement = &role.requirements[skill.requirement];
    let claim = skill.claim.map(|at| &candidate.claims[at]);
    let unrecognized = skill.unrecognized.map(|at| &candidate.unrecognized[at]);
    let source = claim.map(|c| &c.source).or(unrecognized.map(|u| &u.source));
    EvidenceRow {
        requirement: Some(requirement.label.to_string()),
        necessity: Some(necessity(requirement.must_have)),
        credit: Some(decimals(skill.credit)),
        effect: effect(skill.credit),
        claim: claim
            .map(|c| taxonomy.concept(c.concept).label.to_string())
            .or_else(|| unrecognized.map(|u| u.text.to_string())),
        relation: source.is_some().then_some(skill.relation),
        years: skill.years_tenths.map(|tenths| f64::from(tenths) / 10.0),
        last_used: match skill.last_used {
            LastUsed::Unknown => None,
            LastUsed::Now => Some("now".to_owned()),
            LastUsed::At(month) => Some(month.year().to_string()),
        },
        inferred: requirement.inferred,
        place: source.map(|s| s.pointer.to_string()),
        text: source.map(|s| s.quote.to_string()),
        statement: None,
    }
}

fn pay_row(pay: &PayComparison, source: Option<&Source>) -> EvidenceRow {
    let band = match (pay.band_low, pay.band_high) {
        (Some(low), Some(high)) => {
            format!("{} to {}", words::money(low, pay.currency), words::money(high, pay.currency))
        }
        (Some(low), None) => format!("from {}", words::money(low, pay.currency)),
        (None, Some(high)) => format!("up to {}", words::money(high, pay.currency)),
        (None, None) => "none".to_owned(),
    };
    let asks = pay.asks.map_or_else(String::new, |cents| words::money(cents, pay.currency));
    let distance = words::money(pay.distance, pay.currency);
    let finding = match pay.verdict {
        PayVerdict::Within => "within the band".to_owned(),
        PayVerdict::Above => format!("{distance} above the band"),
        PayVerdict::Below => format!("{distance} below the band"),
        PayVerdict::Unknown => "cannot be compared".to_owned(),
    };
    let mut statement = format!("expects at least {asks} a year, {finding} ({band})");
    if let Some(rows) = &pay.inferred_from {
        statement.push_str(&format!("; the band is inferred from the market: {rows}"));
    }
    if pay.basis_converted {
        statement.push_str("; base and total pay converted by the usual share at this level");
    } else if pay.basis_unclear {
        statement.push_str("; one side does not say whether it means base or total pay");
    }
    pointing(statement, pay.credit, pay.inferred_from.is_some() || pay.basis_converted, source)
}

fn pointing(statement: String, credit: Share, inferred: bool, source: Option<&Source>) -> EvidenceRow {
    EvidenceRow {
        credit: Some(decimals(credit)),
        effect: effect(credit),
        statement: Some(statement),
        inferred,
        place: source.map(|s| s.pointer.to_string()),
        text: source.map(|s| s.quote.to_string()),
        ..EvidenceRow::default()
    }
}

pub(super) fn necessity(must_have: bool) -> Necessity {
    if must_have { Necessity::MustHave } else { Necessity::NiceToHave }
}

fn effect(credit: Share) -> EvidenceEffect {
    match credit.get() {
        POSITIVE.. => EvidenceEffect::Positive,
        NEGATIVE.. => EvidenceEffect::Mixed,
        _ => EvidenceEffect::Negative,
    }
}

/// A share as a number of four decimals.
pub(super) fn decimals(share: Share) -> f64 {
    f64::from((share.get() + 50) / 100) / 10_000.0
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::{Engine, MatchOptions};

    /// What is said of the kind of work.
    fn said(candidate: Value) -> Vec<String> {
        let role = json!({"id": "r", "title": "Lustre administrator", "description": "You keep our Lustre file systems running."});
        let role = serde_json::from_value(role).unwrap();
        let candidate = serde_json::from_value(candidate).unwrap();
        let answer = Engine::in_memory().rank(&role, &[candidate], &MatchOptions::default()).unwrap();
        let family = answer.results[0].components.iter().find(|component| component.name.as_str() == "family").unwrap();
        family.evidence.iter().filter_map(|row| row.statement.clone()).collect()
    }

    #[track_caller]
    fn says(candidate: Value, sentence: &str) {
        let found = said(candidate);
        assert!(found.iter().any(|statement| statement == sentence), "{sentence:?} is not in {found:#?}");
    }

    #[test]
    fn what_somebody_does_with_their_field_is_told_in_one_sentence() {
        let of = |title: &str, text: &str| json!({"id": "c", "experience": [{"title": title, "description": text}]});
        says(of("Lustre administrator", "I keep our Lustre running, on call."), "the job is operation, as it is here");
        says(
            of("Lustre trainer", "I teach Lustre courses to storage staff and write the tutorials."),
            "the job so far is advocacy and teaching, here it is operation; new would be on-call operation and upkeep in production",
        );
    }

    #[test]
    fn silence_is_told_as_silence() {
        let listed = json!({"id": "c", "skills": ["Lustre", "Linux"]});
        says(listed.clone(), "the job here is operation; the profile does not say what the candidate's is");
        says(
            listed,
            "the profile tells little of the work, so 100 % of what it could say is judged as if nothing were said",
        );
    }

    #[test]
    fn focus_is_told_by_how_much_of_the_profile_is_such_work() {
        let of = |text: &str| json!({"id": "c", "summary": text});
        let lustre = "I run the Lustre file systems of a weather service. I tune their striping and metadata servers.";
        says(of(lustre), "most of the work that the profile tells of bears on this role");
        let games =
            "I write renderers and shaders for console games. I build tools for level designers. I program gameplay.";
        says(of(games), "most of the work that the profile tells of is of other kinds");
    }
}
