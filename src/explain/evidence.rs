//! One piece of evidence in words, with the place that it points at.

use super::circumstances;
use super::row::{EvidenceEffect, EvidenceRow};
use super::strengths::reason;
use super::words;
use crate::extract::{CandidateFacts, LastUsed, RoleFacts, ScaleClaim, Source};
use crate::score::{Evidence, PayComparison, PayVerdict, PlaceFit, Share, SkillEvidence};
use crate::taxonomy::{FamilyId, FunctionId, PerMille, Taxonomy, Topic, TopicId};
use crate::wording::{Language, say};

/// Credit from which a finding speaks for the candidate, and below which it speaks against.
const POSITIVE: u32 = 700_000;
const NEGATIVE: u32 = 300_000;
/// From so much likeness on two texts are about the same things, and about some of them.
const ABOUT_THE_SAME: u32 = 500_000;
const ABOUT_PART: u32 = 200_000;

/// What a topic is called.
fn topic(topic: TopicId, Told { taxonomy, language, .. }: Told<'_>) -> &str {
    match taxonomy.topics().get(topic) {
        Topic::Concept(concept) => &taxonomy.concept(concept).label,
        Topic::Family(family) => language.term(&taxonomy.families().get(family).label),
    }
}

/// What all rows are made from.
#[derive(Clone, Copy)]
pub(super) struct Told<'a> {
    pub role: &'a RoleFacts,
    pub candidate: &'a CandidateFacts,
    pub taxonomy: &'a Taxonomy,
    pub language: Language,
}

pub(super) fn row(evidence: &Evidence, told: Told<'_>) -> EvidenceRow {
    let Told { role, candidate, taxonomy, language } = told;
    match evidence {
        Evidence::Skill(skill) => skill_row(skill, told),
        Evidence::Family { asked, does, transfer, strength } => {
            let credit = Share::from_per_mille(*transfer).times(*strength);
            let statement = family(*asked, *does, *strength, told);
            let source = does.and_then(|id| candidate.families.sources.iter().find(|(family, _)| *family == id));
            pointing(statement, credit, does != &Some(*asked) && *transfer > PerMille::ZERO, source.map(|(_, s)| s))
        }
        Evidence::Focus { share, of_told } => {
            let key = match of_told.get() {
                POSITIVE.. => "focus.most",
                NEGATIVE.. => "focus.part",
                _ => "focus.other",
            };
            pointing(language.text(key).to_owned(), *share, true, None)
        }
        Evidence::About { alike, topics } => {
            let shown: Vec<&str> = topics.iter().map(|topic| self::topic(*topic, told)).collect();
            let shown = shown.join(", ");
            let statement = match alike.get() {
                ABOUT_THE_SAME.. => say!(language, "about.same", topics = shown),
                ABOUT_PART.. => say!(language, "about.part", topics = shown),
                _ => language.text("about.other").to_owned(),
            };
            pointing(statement, *alike, true, None)
        }
        Evidence::LittleTold { open, credit } => {
            pointing(say!(language, "focus.little_told", percent = open.get() / 10_000), *credit, true, None)
        }
        Evidence::Function { asked, does, credit } => {
            pointing(function(*asked, *does, *credit, told), *credit, asked != does, None)
        }
        Evidence::FunctionNotTold { asked, credit } => {
            let asked = language.term(&taxonomy.functions().get(*asked).label);
            pointing(say!(language, "function.not_told", asked = asked), *credit, true, None)
        }
        Evidence::Wording { words, presumed } => {
            let shown: Vec<&str> = words.iter().filter_map(|word| taxonomy.vocabulary().shown(*word)).collect();
            pointing(say!(language, "presumed.wording", words = shown.join(", ")), *presumed, true, None)
        }
        Evidence::SameTrade { credit } => {
            let percent = (credit.get() + 5_000) / 10_000;
            pointing(say!(language, "presumed.same_trade", percent = percent), *credit, true, None)
        }
        Evidence::InWords { left } => {
            let key = if left.get() >= POSITIVE { "presumed.in_words" } else { "presumed.not_in_words" };
            pointing(language.text(key).to_owned(), *left, false, None)
        }
        Evidence::OtherTrade { left } => {
            let key = if left.get() >= POSITIVE { "presumed.same_work" } else { "presumed.other_work" };
            pointing(language.text(key).to_owned(), *left, false, None)
        }
        Evidence::Scale { claim, accelerators, inferred, credit } => {
            let claim = &candidate.scale[*claim];
            pointing(scale(claim, *accelerators, told), *credit, *inferred, Some(&claim.source))
        }
        Evidence::ScaleOtherUnit { claim } => {
            let claim = &candidate.scale[*claim];
            let size = words::quantity(circumstances::quantity(claim), claim.unit, language);
            let statement = say!(language, "scale.other_unit", size = size);
            EvidenceRow {
                effect: EvidenceEffect::Mixed,
                ..pointing(statement, Share::ZERO, false, Some(&claim.source))
            }
        }
        Evidence::Pay(pay) => pay_row(pay, candidate.expected_pay.as_ref().map(|p| &p.source), language),
        Evidence::Level { distance, credit } => {
            let source = candidate.level.as_ref();
            let level = source.map_or("", |level| words::level(level.value, language));
            let statement = match (distance, role.level.as_ref()) {
                (0, _) => say!(language, "rank.as_asked", level = level),
                (_, Some(asked)) => {
                    say!(language, "rank.asked", level = level, asked = words::level(asked.value, language))
                }
                _ => level.to_owned(),
            };
            pointing(statement, *credit, source.is_some_and(|s| s.inferred), source.map(|s| &s.source))
        }
        Evidence::Years { tenths, asked_tenths, credit } => {
            let [years, asked] = [*tenths, *asked_tenths].map(|tenths| words::years(tenths, language));
            let statement = say!(language, "rank.years", years = years, asked = asked);
            pointing(statement, *credit, false, candidate.stated_years.as_ref().map(|s| &s.source))
        }
        Evidence::Place(found) => {
            let home = candidate.home.as_ref();
            let mut statement = language.text(place_key(found.fit)).to_owned();
            if let Some(name) = circumstances::place_that_counts(found, role, language) {
                statement = say!(language, "place.named", place = statement, name = name);
            }
            pointing(statement, found.credit, home.is_some_and(|h| h.inferred), home.map(|h| &h.source))
        }
        Evidence::Availability { days, credit } => {
            let statement = match days {
                0 => language.text("place.available_now").to_owned(),
                1 => language.text("place.available_tomorrow").to_owned(),
                days => say!(language, "place.available_in", n = days),
            };
            pointing(statement, *credit, false, None)
        }
    }
}

fn family(asked: FamilyId, does: Option<FamilyId>, strength: Share, told: Told<'_>) -> String {
    let language = told.language;
    let families = told.taxonomy.families();
    let asked_label = language.term(&families.get(asked).label);
    let Some(does) = does else { return say!(language, "family.none", asked = asked_label) };
    if does == asked {
        let key = if strength.get() >= POSITIVE { "family.same" } else { "family.some" };
        return say!(language, key, asked = asked_label);
    }
    let own = language.term(&families.get(does).label);
    let Some(reason) = families.transfer_reason(asked, does) else {
        return say!(language, "family.other", own = own, asked = asked_label);
    };
    // A role may ask for several kinds of work.
    let is_one_of_several = told.role.families.len() > 1;
    let toward = if is_one_of_several { say!(language, "family.toward", asked = asked_label) } else { String::new() };
    let [carries, gap] = [&reason.carries, &reason.gap].map(|items| language.terms(items).join(", "));
    say!(language, "family.transfer", own = own, toward = toward, carries = carries, gap = gap)
}

fn function(asked: FunctionId, does: FunctionId, credit: Share, told: Told<'_>) -> String {
    let language = told.language;
    let functions = told.taxonomy.functions();
    let [label, own] = [asked, does].map(|id| language.term(&functions.get(id).label));
    if asked != does {
        let takes = language.terms(&functions.get(asked).takes).join(", ");
        return say!(language, "function.other", own = own, asked = label, takes = takes);
    }
    let key = if credit.get() >= POSITIVE { "function.same" } else { "function.part" };
    say!(language, key, own = own)
}

fn scale(claim: &ScaleClaim, accelerators: u64, told: Told<'_>) -> String {
    let language = told.language;
    let mut statement = circumstances::did(claim.capacity, circumstances::quantity(claim), claim.unit, language);
    if accelerators != claim.value {
        statement += &say!(language, "scale.in_accelerators", n = words::thousands(accelerators, language));
    }
    if let Some(asked) = &told.role.scale {
        let about = words::quantity(asked.value.value, asked.value.unit, language);
        statement += &say!(language, "scale.asked", about = about);
    }
    statement
}

fn place_key(fit: PlaceFit) -> &'static str {
    match fit {
        PlaceFit::SameMetro => "place.same_metro",
        PlaceFit::Relocates => "place.relocates",
        PlaceFit::SameCountry => "place.same_country",
        PlaceFit::OtherCountry => "place.other_country",
        PlaceFit::WantsElsewhere => "place.wants_elsewhere",
        PlaceFit::Stays => "place.stays",
        PlaceFit::Remote => "place.remote",
        PlaceFit::RemoteOtherCountry => "place.remote_other_country",
        PlaceFit::RemoteSomewhere => "place.remote_somewhere",
        PlaceFit::RemoteNow => "place.remote_now",
        PlaceFit::RemoteOnly => "place.remote_only",
        PlaceFit::OnsiteOnly => "place.onsite_only",
    }
}

fn skill_row(skill: &SkillEvidence, told: Told<'_>) -> EvidenceRow {
    let Told { role, candidate, taxonomy, language } = told;
    let requirement = &role.requirements[skill.requirement];
    let claim = skill.claim.map(|at| &candidate.claims[at]);
    let unrecognized = skill.unrecognized.map(|at| &candidate.unrecognized[at]);
    let source = claim.map(|c| &c.source).or(unrecognized.map(|u| &u.source));
    EvidenceRow {
        requirement: Some(requirement.label.to_string()),
        necessity: Some(requirement.necessity),
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
        reason: reason(skill, requirement, candidate, language),
    }
}

fn pay_row(pay: &PayComparison, source: Option<&Source>, language: Language) -> EvidenceRow {
    let money = |cents: i64| words::money(cents, pay.currency, language);
    let band = match (pay.band_low.map(money), pay.band_high.map(money)) {
        (Some(low), Some(high)) => say!(language, "pay.band", low = low, high = high),
        (Some(low), None) => say!(language, "pay.band_from", low = low),
        (None, Some(high)) => say!(language, "pay.band_to", high = high),
        (None, None) => language.text("pay.band_none").to_owned(),
    };
    let asks = pay.asks.map_or_else(String::new, money);
    let finding = match pay.verdict {
        PayVerdict::Within => language.text("pay.within").to_owned(),
        PayVerdict::Above => say!(language, "pay.above", distance = money(pay.distance)),
        PayVerdict::Below => say!(language, "pay.below", distance = money(pay.distance)),
        PayVerdict::Unknown => language.text("pay.unknown").to_owned(),
    };
    let mut statement = say!(language, "pay.expects", asks = asks, finding = finding, band = band);
    if let Some(rows) = &pay.inferred_from {
        statement += &say!(language, "pay.inferred", rows = rows.in_words(language));
    }
    if pay.basis_converted {
        statement += language.text("pay.converted");
    } else if pay.basis_unclear {
        statement += language.text("pay.unclear");
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
