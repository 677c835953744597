//! Facts about where somebody would work: sentences as people write them, in pairs of which the first suits the role better.

use super::fit::{ComponentState, PlaceFit};
use super::location::score;
use super::profile::ScoringProfile;
use crate::domain::{Candidate, Role};
use crate::extract::{CandidateFacts, Extractor, RoleFacts};
use crate::score::Evidence;
use crate::taxonomy::Taxonomy;
use proptest::prelude::*;
use serde_json::json;
use std::sync::LazyLock;

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::new(Taxonomy::builtin()));
/// The first of November 2026.
const TODAY: i64 = 20_758;

fn role(text: &str) -> RoleFacts {
    let role: Role = serde_json::from_value(json!({"id": "r", "title": "HPC engineer", "description": text})).unwrap();
    EXTRACTOR.role_facts(&role).unwrap()
}

fn candidate(text: &str) -> CandidateFacts {
    let text = format!("Seven years of Slurm and InfiniBand operations. {text}");
    let candidate: Candidate = serde_json::from_value(json!({"id": "c", "summary": text})).unwrap();
    EXTRACTOR.candidate_facts(&candidate).unwrap()
}

fn suits(role: &RoleFacts, candidate: &CandidateFacts) -> u32 {
    score(role, candidate, &ScoringProfile::default(), TODAY).score.get()
}

fn fit(role: &RoleFacts, candidate: &CandidateFacts) -> Option<PlaceFit> {
    score(role, candidate, &ScoringProfile::default(), TODAY).evidence.iter().find_map(|evidence| match evidence {
        Evidence::Place(found) => Some(found.fit),
        _ => None,
    })
}

/// (role, who suits it better, who suits it less)
const PAIRS: &[(&str, &str, &str)] = &[
    // To refuse is less than to be silent.
    ("On site in Austin, TX.", "I live in Denver.", "I live in Denver and will not relocate."),
    ("On site in Austin, TX.", "I live in Boston.", "I live in Boston; moving is out of the question."),
    ("On site in Austin, TX.", "Based in Chicago.", "Based in Chicago. Relocation: no."),
    ("On site in Austin, TX.", "Based in Chicago.", "Based in Chicago. No relocation, please."),
    ("On site in Austin, TX.", "Home: Portland, OR.", "Home: Portland, OR. Relocation is not an option for us."),
    ("On site in Austin, TX.", "I like cycling.", "I like cycling and I can't move away from here."),
    ("On site in Austin, TX.", "I like cycling.", "Firmly rooted in Milan."),
    ("On site in Austin, TX.", "I live in Milan.", "Settled in Milan with three children at school."),
    ("On site in Austin, TX.", "I live in Zurich.", "I live in Zurich and would never leave it."),
    ("On site in Austin, TX.", "I live in Oslo.", "Staying in Oslo for family reasons."),
    ("On site in Austin, TX.", "I live in Oslo.", "I won't leave Oslo."),
    ("On site in Berlin.", "Wohne in Hamburg. Lives in Hamburg.", "Lives in Hamburg, Umzug ausgeschlossen."),
    ("On site in Austin, TX.", "I live in Denver.", "I live in Denver. I do not plan on relocating."),
    ("On site in Houston, TX.", "I live in Denver.", "I live in Denver and will not move to Texas."),
    // Europe is more than the Union, and neither reaches over an ocean.
    ("Remote, anywhere in Europe.", "Living in Manchester, UK.", "Living in Denver, Colorado."),
    ("Remote within the European Union only.", "Living in Lyon, France.", "Living in Leeds, UK."),
    ("Remote in EMEA.", "Living in Tel Aviv, Israel.", "Living in Sydney, Australia."),
    ("Remote (North America).", "Living in Toronto, Canada.", "Living in Lima, Peru."),
    // The first words say where somebody is.
    ("On-site in Paris, France.", "HPC engineer in Paris, France.", "HPC engineer in Madrid."),
    // Not minding a move is no refusal of it.
    (
        "On site in Austin, TX.", "I live in Denver and would not mind moving.",
        "I live in Denver and would mind the heat.",
    ),
    ("On site in Austin, TX.", "I live in Denver; no problem to relocate.", "I live in Denver; no problem with heat."),
    ("On site in Austin, TX.", "I live in Denver. Open to relocation.", "I live in Denver. Not open to relocation."),
    // Another place that is wanted.
    ("On site in Austin, TX.", "I live in Boston.", "I live in Boston and want to work in Switzerland."),
    ("On site in Austin, TX.", "I live in Boston.", "I live in Boston. Looking for something in or near Oslo."),
    ("On site in Austin, TX.", "I live in Boston.", "I live in Boston. Preferred location: Miami, FL."),
    ("On site in Austin, TX.", "I would like to live in Austin.", "I would like to live in Zurich."),
    ("Hybrid in Zurich, Switzerland.", "Looking for a role in Switzerland.", "Looking for a role in Canada."),
    // Which way somebody moves.
    (
        "On site in Seattle.", "I am in Berlin and move to Seattle in January.",
        "I am in Seattle and move to Berlin in January.",
    ),
    ("On site in Austin, TX.", "Relocating to Austin this month.", "Relocating from Austin to Oslo this month."),
    ("On site in Austin, TX.", "I recently moved to Austin.", "I recently moved from Austin to Leeds, UK."),
    // Where the home is.
    (
        "On site in Austin, TX.", "I split my time between Austin and Lisbon.",
        "I split my time between Madrid and Lisbon.",
    ),
    (
        "On site in Austin, TX.", "Dividing my year between Lisbon and Austin.",
        "Dividing my year between Lisbon and Porto.",
    ),
    ("On site in Austin, TX.", "Now in Austin, before that in Berlin.", "Now in Berlin, before that in Austin."),
    ("On site in Austin, TX.", "Currently in Austin, previously Zurich.", "Currently in Zurich, previously Austin."),
    ("On site in Austin, TX.", "Austin-based engineer.", "Lisbon-based engineer."),
    ("On site in Austin, TX.", "Tied to Austin by a house.", "Tied to Milan by a house."),
    ("On site in Austin, TX.", "I live in Austin; studied in Zurich.", "I live in Zurich; studied in Austin."),
    (
        "On site in Austin, TX.", "My employer sits in Lisbon, I work from home in Austin.",
        "My employer sits in Austin, I work from home in Lisbon.",
    ),
    // To work from home now is not to want only that.
    ("On site in Austin, TX.", "Austin, TX. I work from home at present.", "Austin, TX. I take remote offers only."),
    ("On site in Austin, TX.", "Austin, TX. Happy in an office.", "Austin, TX. I work remotely."),
    ("On site in Austin, TX.", "Austin, TX. I work remotely.", "Lisbon, Portugal. I work remotely."),
    // Remote within bounds.
    (
        "Fully remote within the European Union.", "I work remotely from Warsaw, Poland.",
        "I work remotely from Sacramento, California.",
    ),
    ("Remote, US only.", "Remote from Ohio.", "Remote from Portugal."),
    ("Remote from anywhere in Germany.", "Home office in Leipzig, Germany.", "Home office in Toronto, Canada."),
    ("Remote, US only.", "Remote. I live in Ohio.", "Remote."),
    ("Remote, US only.", "Moving to Chicago in May.", "Moving to Lisbon in May."),
    // Several offices.
    ("On site in Seattle or Austin, as you like.", "I live in Austin.", "I live in Chicago."),
    ("Hybrid. Offices in Dublin, Warsaw and Toronto.", "I live in Toronto.", "I live in Lagos, Nigeria."),
    ("Locations: Austin, TX; Seattle, WA. On site.", "I live in Seattle.", "I live in Chicago."),
    ("On site, in our Oslo or our Bergen, Norway office.", "I live in Bergen, Norway.", "I live in Leeds, UK."),
    // When somebody could start.
    ("On site in Austin, TX.", "Austin, TX. I can start within two weeks.", "Austin, TX. I am bound until March 2028."),
    ("On site in Austin, TX.", "Austin, TX.", "Austin, TX. I cannot start before March 2028."),
    ("On site in Austin, TX.", "Austin, TX.", "Austin, TX. Under contract until June 2028."),
    ("On site in Austin, TX.", "Austin, TX.", "Austin, TX. Not available before autumn 2027."),
];

#[test]
fn stance_on_place_is_read_as_people_write_it() {
    let wrong: Vec<String> = PAIRS
        .iter()
        .filter_map(|(text, better, worse)| {
            let role = role(text);
            let [a, b] = [candidate(better), candidate(worse)];
            let [credit_a, credit_b] = [suits(&role, &a), suits(&role, &b)];
            (credit_a <= credit_b).then(|| {
                let [fit_a, fit_b] = [fit(&role, &a), fit(&role, &b)];
                format!("{text}\n   {credit_a} {fit_a:?} {better}\n   {credit_b} {fit_b:?} {worse}")
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), PAIRS.len(), wrong.join("\n"));
}

#[test]
fn the_place_that_counts_is_the_nearest_of_several() {
    let role = role("On site in Seattle or Austin, as you like.");
    assert_eq!(role.places.len(), 2);
    let found = score(&role, &candidate("I live in Austin."), &ScoringProfile::default(), TODAY);
    let Some(Evidence::Place(found)) = found.evidence.first() else { panic!("a place is known") };
    assert_eq!((found.fit, found.place), (PlaceFit::SameMetro, Some(1)));
}

#[test]
fn work_on_computers_that_move_refuses_nothing() {
    for text in ["We could not move the data.", "Jobs do not move between queues.", "I don't leave nodes drained."] {
        let found = candidate(text);
        assert!(!found.relocation.refused && found.relocation.never.is_empty(), "{text}");
    }
}

/// Words that only add to what somebody says of where they live.
const HOMES: &[&str] =
    &["", "I live in Austin, TX.", "I live in Denver.", "I live in Lisbon, Portugal.", "Home: Warsaw, Poland."];
const ROLES: &[&str] = &[
    "On site in Austin, TX.", "Hybrid in Berlin.", "Remote, US only.", "Fully remote within the European Union.",
    "On site in Seattle or Austin.", "Remote.",
];
const MODES: &[&str] = &["", " I work remotely.", " Remote offers only.", " On site suits me."];

proptest! {
    #[test]
    fn refusing_is_never_better_than_silence(home in 0..HOMES.len(), asked in 0..ROLES.len(), mode in 0..MODES.len()) {
        let role = role(ROLES[asked]);
        let silent = format!("{}{}", HOMES[home], MODES[mode]);
        let refusing = format!("{silent} I will not relocate.");
        prop_assert!(suits(&role, &candidate(&refusing)) <= suits(&role, &candidate(&silent)), "{refusing}");
    }

    #[test]
    fn naming_another_place_is_never_better_than_silence(home in 0..HOMES.len(), asked in 0..ROLES.len()) {
        let role = role(ROLES[asked]);
        let elsewhere = format!("{} I want to move to Osaka, Japan.", HOMES[home]);
        prop_assert!(suits(&role, &candidate(&elsewhere)) <= suits(&role, &candidate(HOMES[home])), "{elsewhere}");
    }

    #[test]
    fn silence_is_never_full(asked in 0..ROLES.len()) {
        let found = score(&role(ROLES[asked]), &candidate(""), &ScoringProfile::default(), TODAY);
        prop_assert!(found.state == ComponentState::NotStated && found.score.get() < 1_000_000);
    }

    #[test]
    fn nearer_is_never_lower(mode in 0..MODES.len(), after in 0..3_usize) {
        let role = role("On site in Austin, TX.");
        let more = ["", " I will not relocate.", " I want to work in Osaka, Japan."][after];
        let of = |home: &str| suits(&role, &candidate(&format!("{home}{}{more}", MODES[mode])));
        let [here, country, abroad] = ["I live in Austin, TX.", "I live in Denver.", "I live in Lisbon, Portugal."].map(of);
        prop_assert!(here >= country && country >= abroad, "{here} {country} {abroad}");
    }
}
