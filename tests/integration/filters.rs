//! Filters decide who is looked at, in matches and in pages. A fit is the same whoever else is looked at.

use rolefit::error::ErrorKind;
use rolefit::matching::{Filters, PageOptions};
use rolefit::model::{Pay, RoleStatus};
use rolefit::{Candidate, CandidateId, Engine, MatchOptions, Role, RoleId};
use serde_json::json;

fn engine() -> Engine {
    let engine = Engine::in_memory();
    let people = [
        json!({"id": "ada", "summary": "Ran 2,048 H100s with Slurm, on call at night.", "location": {"city": "Austin", "country": "US"}}),
        json!({"id": "bo", "skills": ["InfiniBand", "Frobnicator"], "location": {"city": "Boston", "country": "US"},
            "relocation": ["Austin, TX"], "expected_pay": {"min": 310_000, "currency": "USD", "basis": "base"}}),
        json!({"id": "cy", "skills": ["Slurm"], "location": {"city": "Berlin", "country": "DE"},
            "expected_pay": {"min": 120_000, "currency": "EUR"}}),
        json!({"id": "di", "summary": "Bakes bread at night."}),
    ];
    let people: Vec<Candidate> = people.into_iter().map(|person| serde_json::from_value(person).unwrap()).collect();
    engine.put_candidates(&people).unwrap();
    for (id, status) in [("r-1", "open"), ("r-2", "closed")] {
        let role = json!({"id": id, "title": "HPC engineer", "must_have": ["Slurm"], "status": status});
        engine.put_role(&serde_json::from_value::<Role>(role).unwrap()).unwrap();
    }
    engine
}

fn role() -> RoleId {
    RoleId::new("r-1").unwrap()
}

fn passing(engine: &Engine, filters: Filters) -> Vec<String> {
    let answer = engine.matches(&role(), &MatchOptions::default().with_filters(filters)).unwrap();
    assert_eq!((answer.total_candidates, answer.considered), (Some(4), answer.results.len()));
    let mut ids: Vec<String> =
        answer.results.iter().filter_map(|row| Some(row.candidate_id.as_ref()?.to_string())).collect();
    ids.sort_unstable();
    ids
}

fn pay(max: u32, currency: &str) -> Option<Pay> {
    serde_json::from_value(json!({"max": max, "currency": currency})).ok()
}

#[test]
fn words_skills_and_scale_let_pass_who_states_them() {
    let engine = engine();
    let words = |q: &str| passing(&engine, Filters::default().with_q(q));
    assert_eq!(words("night"), ["ada", "di"]);
    assert_eq!(words("slurm"), ["ada", "cy"], "names of skills are words of a profile");
    assert_eq!(words("night SLURM"), ["ada"]);
    assert_eq!(words("OR -slurm nothing"), [""; 0]);
    let skills = |names: &[&str]| passing(&engine, Filters::default().with_skills(names.iter().copied()));
    assert_eq!(skills(&["GPU"]), ["ada"], "an H100 is a GPU");
    assert_eq!(skills(&["RDMA"]), [""; 0], "a related skill is not the skill");
    assert_eq!(skills(&["frobnicator"]), ["bo"]);
    assert_eq!(skills(&["Slurm", "H100"]), ["ada"]);
    let scale = |min_scale| passing(&engine, Filters::default().with_min_scale(Some(min_scale)));
    assert_eq!((scale(2048), scale(2049)), (vec!["ada".to_owned()], Vec::new()));
}

#[test]
fn place_and_pay_take_out_who_says_otherwise() {
    let engine = engine();
    let place = |place: &str| passing(&engine, Filters::default().with_location_or_unstated(place));
    let strictly = |place: &str| passing(&engine, Filters::default().with_location(place));
    assert_eq!(
        (strictly("Austin, TX"), strictly("Germany")),
        (vec!["ada".to_owned(), "bo".to_owned()], vec!["cy".to_owned()])
    );
    assert_eq!(place("Austin, TX"), ["ada", "bo", "di"], "who would move there stays, and who says nothing");
    assert_eq!(place("Germany"), ["cy", "di"]);
    let mover = json!({"id": "di", "summary": "Bakes bread at night.", "relocation": ["Toronto, Canada"]});
    engine.put_candidate(&serde_json::from_value::<Candidate>(mover).unwrap()).unwrap();
    assert_eq!((place("Germany"), place("Toronto")), (vec!["cy".to_owned()], vec!["di".to_owned()]));
    engine.put_candidate(&serde_json::from_value::<Candidate>(json!({"id": "di"})).unwrap()).unwrap();
    let pay = |max, currency| passing(&engine, Filters::default().with_max_pay(pay(max, currency)));
    assert_eq!(pay(300_000, "USD"), ["ada", "cy", "di"], "currencies without a rate are not compared");
    assert_eq!(pay(310_000, "USD"), ["ada", "bo", "cy", "di"]);
    assert_eq!(pay(100_000, "EUR"), ["ada", "bo", "di"]);
}

#[test]
fn a_filter_changes_no_fit() {
    let engine = engine();
    let whole = engine.matches(&role(), &MatchOptions::default()).unwrap();
    let filters = Filters::default().with_q("night");
    let some = engine.matches(&role(), &MatchOptions::default().with_filters(filters)).unwrap();
    for row in &some.results {
        let same = whole.results.iter().find(|other| other.candidate_id == row.candidate_id).unwrap();
        assert_eq!((same.fit, &same.components), (row.fit, &row.components));
    }
}

#[test]
fn filters_that_cannot_be_meant_are_refused() {
    let engine = engine();
    let refused = |filters: Filters| {
        let error = engine.matches(&role(), &MatchOptions::default().with_filters(filters)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Configuration);
        error.to_string()
    };
    let nowhere = refused(Filters::default().with_location("Atlantis"));
    assert!(nowhere.contains("Atlantis") && nowhere.contains("Austin, TX"), "{nowhere}");
    refused(Filters::default().with_status(vec![RoleStatus::Open]));
    refused(Filters::default().with_max_pay(serde_json::from_value(json!({"min": 1, "currency": "USD"})).ok()));
    let options = MatchOptions::default().with_filters(Filters::default().with_min_scale(Some(1)));
    let ada = CandidateId::new("ada").unwrap();
    assert!(engine.similar_candidates(&ada, &options).is_err() && engine.roles_for(&ada, &options).is_err());
}

#[test]
fn roles_are_filtered_by_status() {
    let engine = engine();
    let ada = CandidateId::new("ada").unwrap();
    let found = |status: &[RoleStatus]| -> Vec<String> {
        let filters = Filters::default().with_status(status.to_vec());
        let answer = engine.roles_for(&ada, &MatchOptions::default().with_filters(filters)).unwrap();
        answer.results.iter().filter_map(|row| Some(row.role_id.as_ref()?.to_string())).collect()
    };
    assert_eq!((found(&[]), found(&[RoleStatus::Closed])), (vec!["r-1".to_owned()], vec!["r-2".to_owned()]));
}

#[test]
fn pages_go_through_everybody_once() {
    let engine = engine();
    for filters in [Filters::default(), Filters::default().with_location_or_unstated("US")] {
        let (mut seen, mut after) = (Vec::new(), None);
        loop {
            let page = engine.candidates(&filters, after.as_ref(), &PageOptions::of(2)).unwrap();
            seen.extend(page.documents.iter().map(|candidate| candidate.id.to_string()));
            after = page.documents.last().map(|candidate| candidate.id.clone());
            if !page.more {
                break;
            }
        }
        let all = if filters.is_empty() { vec!["ada", "bo", "cy", "di"] } else { vec!["ada", "bo", "di"] };
        assert_eq!(seen, all);
    }
    let roles = engine.roles(&[RoleStatus::Closed], None, &PageOptions::of(10)).unwrap();
    assert_eq!((roles.documents.len(), roles.more), (1, false));
}
