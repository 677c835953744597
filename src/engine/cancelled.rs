//! Tests: every question stops when it is told to, and never answers in part.

use super::{Engine, Filters, MatchOptions, MatchPage, PageOptions, WhatIfOptions};
use crate::domain::{CancelToken, Candidate, CandidateId, Error, Role, RoleId};

/// More people than make a tile.
fn engine() -> (Engine, Role, Vec<Candidate>) {
    let engine = Engine::in_memory();
    let person = |n: usize| -> Candidate {
        serde_json::from_value(serde_json::json!({"id": format!("c-{n}"), "skills": ["Slurm", "Lustre"]})).unwrap()
    };
    let people: Vec<Candidate> = (0..600).map(person).collect();
    engine.put_candidates(&people).unwrap();
    let role: Role = serde_json::from_str(r#"{"id": "r", "must_have": ["Slurm", "CUDA"]}"#).unwrap();
    engine.put_role(&role).unwrap();
    (engine, role, people)
}

#[test]
fn a_cancelled_question_has_no_answer_and_harms_no_later_one() {
    let (engine, role, people) = engine();
    let cancel = CancelToken::new();
    cancel.cancel();
    let (id, own) = (RoleId::new("r").unwrap(), CandidateId::new("c-1").unwrap());
    for page in [None, Some(MatchPage::default())] {
        let asked = |of_handle: &CancelToken, of_options: &CancelToken| -> Vec<Result<usize, Error>> {
            let engine = engine.cancelled_by(of_handle.clone());
            let options =
                MatchOptions { page: page.clone(), limit: 50, cancel: of_options.clone(), ..MatchOptions::default() };
            let what_if = WhatIfOptions::default().with_matching(options.clone()).with_candidate(own.clone());
            let few = MatchOptions {
                filters: Filters { skills: vec!["Slurm".to_owned()], ..Filters::default() },
                ..options.clone()
            };
            let listed = PageOptions::of(10);
            vec![
                engine.matches(&id, &options).map(|answer| answer.results.len()),
                engine.matches(&id, &few).map(|answer| answer.results.len()),
                engine.best(&id, &options).map(|best| best.len()),
                engine.roles_for(&own, &options).map(|answer| answer.results.len()),
                engine.rank(&role, &people, &options).map(|answer| answer.results.len()),
                engine.similar_candidates(&own, &options).map(|answer| answer.results.len()),
                engine.similar_roles(&id, &options).map(|answer| answer.results.len()),
                engine.what_if(&id, &what_if).map(|answer| answer.total_candidates),
                engine.what_if_among(&role, &people[..20], &what_if).map(|answer| answer.total_candidates),
                engine.candidates(&Filters::default(), None, &listed).map(|page| page.documents.len()),
                engine.roles(&[], None, &listed).map(|page| page.documents.len()),
                engine.unrecognized_skills(5).map(|found| found.skills.len()),
            ]
        };
        let never = CancelToken::default();
        for (n, outcome) in asked(&cancel, &never).into_iter().enumerate() {
            assert!(matches!(outcome, Err(Error::Cancelled(_))), "{n}: {outcome:?}");
        }
        // The last three take no such options.
        for (n, outcome) in asked(&never, &cancel).into_iter().take(9).enumerate() {
            assert!(matches!(outcome, Err(Error::Cancelled(_))), "{n}: {outcome:?}");
        }
        let found: Vec<usize> = asked(&never, &never).into_iter().map(Result::unwrap).collect();
        assert_eq!(found, [50, 50, 50, 1, 50, 50, 0, 600, 20, 10, 1, 0]);
    }
}
