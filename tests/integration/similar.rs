//! The like of a candidate and of a role: the self is left out, a twin comes first, and nothing personal counts.
#![expect(clippy::float_cmp, reason = "the promise is that numbers are the very same")]

use rolefit::error::ErrorKind;
use rolefit::explain::{ComponentName, ComponentState};
use rolefit::{Answer, Candidate, CandidateId, Engine, MatchOptions, Role, RoleId};
use serde_json::{Value, json};

use crate::what_if::{candidates, roles};

fn options(limit: usize) -> MatchOptions {
    MatchOptions::default().with_limit(limit).with_as_of("2026-11-01".parse().ok())
}

fn of_candidate(engine: &Engine, id: &str, limit: usize) -> Answer {
    engine.similar_candidates(&CandidateId::new(id).unwrap(), &options(limit)).unwrap()
}

fn of_role(engine: &Engine, id: &str, limit: usize) -> Answer {
    engine.similar_roles(&RoleId::new(id).unwrap(), &options(limit)).unwrap()
}

fn put(engine: &Engine, value: &Value) {
    engine.put_candidate(&serde_json::from_value::<Candidate>(value.clone()).unwrap()).unwrap();
}

fn put_role(engine: &Engine, value: &Value) {
    engine.put_role(&serde_json::from_value::<Role>(value.clone()).unwrap()).unwrap();
}

fn with_samples() -> Engine {
    let engine = Engine::in_memory();
    engine.put_candidates(&candidates()).unwrap();
    engine.put_roles(&roles()).unwrap();
    engine
}

fn ids(answer: &Answer) -> Vec<&str> {
    assert!(answer.results.iter().zip(1..).all(|(row, rank)| row.rank == rank));
    answer
        .results
        .iter()
        .map(|row| match (&row.candidate_id, &row.role_id) {
            (Some(id), None) => id.as_str(),
            (None, Some(id)) => id.as_str(),
            other => panic!("{other:?}"),
        })
        .collect()
}

fn fabric_engineer(id: &str) -> Value {
    json!({
        "id": id, "name": "Ana Lima", "headline": "Senior fabric engineer", "location": {"city": "Austin", "region": "TX", "country": "US"},
        "summary": "I run InfiniBand fabrics with UFM and tune NCCL.", "education": [{"degree": "MSc", "end": "2004"}],
        "experience": [{"title": "Fabric engineer", "start": "2021-01", "description": "Operated a fabric of 4,000 GPUs."}],
    })
}

#[test]
fn a_twin_comes_first_and_the_self_is_left_out() {
    let engine = with_samples();
    put(&engine, &fabric_engineer("one"));
    put(&engine, &fabric_engineer("two"));
    let answer = of_candidate(&engine, "one", 5);
    assert_eq!(ids(&answer)[0], "two");
    assert_eq!((answer.results.len(), answer.considered, answer.total_candidates), (5, 131, Some(132)));
    assert_eq!((answer.candidate_id.as_ref().map(CandidateId::as_str), &answer.role_id), (Some("one"), &None));
    let everybody = of_candidate(&engine, "one", 1000);
    assert_eq!(everybody.results.len(), 131);
    assert!(!ids(&everybody).contains(&"one"));
    assert_eq!(ids(&everybody)[..5], ids(&answer)[..]);
}

#[test]
fn everybodys_twin_has_the_whole_and_comes_first() {
    let engine = with_samples();
    for candidate in candidates().iter().filter(|candidate| candidate.id.as_str() != "c-0037") {
        let mut twin = serde_json::to_value(candidate).unwrap();
        (twin["id"], twin["name"]) = (json!("twin"), json!("Somebody Else"));
        put(&engine, &twin);
        let answer = of_candidate(&engine, candidate.id.as_str(), 1);
        let first = &answer.results[0];
        assert_eq!((ids(&answer)[0], first.fit > 99.9), ("twin", true), "{}: {}", candidate.id, first.fit);
    }
}

#[test]
fn who_brings_more_is_as_near_and_comes_after_a_twin() {
    let engine = Engine::in_memory();
    let storage = |id: &str, more: &str| {
        let summary = format!("I run Lustre and ZFS on Linux. {more}");
        json!({"id": id, "headline": "Senior storage engineer", "summary": summary})
    };
    for n in 0..8 {
        put(&engine, &storage(&format!("more-{n}"), "I run Slurm and Ceph, too."));
    }
    put(&engine, &storage("one", ""));
    put(&engine, &storage("twin", ""));
    let answer = of_candidate(&engine, "one", 3);
    assert_eq!(ids(&answer)[0], "twin");
    assert_eq!(answer.results[1].components[0].score, 1.0, "more is never punished");
    let back = of_candidate(&engine, "more-0", 20);
    assert!(back.results.last().unwrap().fit < back.results[0].fit, "likeness has a direction");
}

#[test]
fn rows_have_the_shape_of_every_fit() {
    let engine = with_samples();
    for answer in [of_candidate(&engine, "c-0001", 130), of_role(&engine, "role-gpu-cluster-sre", 20)] {
        let fits: Vec<f64> = answer.results.iter().map(|row| row.fit).collect();
        assert!(fits.is_sorted_by(|a, b| a >= b) && fits[0] > 40.0 && fits[fits.len() - 1] < 40.0, "{fits:?}");
        for row in &answer.results {
            let sum: f64 = row.components.iter().map(|c| c.points).sum::<f64>()
                + row.penalties.iter().map(|penalty| penalty.points).sum::<f64>();
            assert!((sum - row.fit).abs() <= 0.01 && row.bonuses.is_empty(), "{row:?}");
            let pay = row.components.iter().find(|component| component.name == ComponentName::Pay).unwrap();
            assert_eq!(pay.state, ComponentState::NotApplicable, "pay says nothing of likeness");
            assert!(row.gated.is_none() && !row.summary.is_empty());
        }
        assert!(answer.gated.is_empty());
        let weights = answer.applied_weights.as_ref().unwrap();
        assert_eq!(weights.pay, 0.0);
    }
}

#[test]
fn nothing_personal_and_no_name_changes_who_is_alike() {
    let engine = with_samples();
    put(&engine, &fabric_engineer("one"));
    let before = of_candidate(&engine, "one", 20);
    let mut other = fabric_engineer("one");
    other["name"] = json!("Bo Chen");
    other["education"] = json!([{"degree": "MSc", "institution": "Elsewhere", "end": "1988"}]);
    other["custom"] = json!({"date_of_birth": "1960", "gender": "x"});
    other["expected_pay"] = json!({"min": 1, "max": 2, "currency": "USD"});
    other["work_authorization"] = json!(["IN"]);
    put(&engine, &other);
    assert_eq!(of_candidate(&engine, "one", 20).results, before.results);
}

#[test]
fn likeness_does_not_depend_on_who_else_is_there() {
    let engine = with_samples();
    let all = of_candidate(&engine, "c-0119", 130);
    let two = Engine::in_memory();
    for candidate in candidates().iter().filter(|c| ["c-0119", "c-0130"].contains(&c.id.as_str())) {
        two.put_candidate(candidate).unwrap();
    }
    let alone = of_candidate(&two, "c-0119", 1);
    let same = all.results.iter().find(|row| row.candidate_id == alone.results[0].candidate_id).unwrap();
    assert_eq!((same.fit, &same.components), (alone.results[0].fit, &alone.results[0].components));
}

#[test]
fn of_whom_nothing_is_known_nobody_is_like() {
    let engine = with_samples();
    let answer = of_candidate(&engine, "c-0037", 10);
    assert!(answer.results.is_empty());
    put_role(&engine, &json!({"id": "empty"}));
    assert!(of_role(&engine, "empty", 10).results.is_empty());
    let unknown = engine.similar_candidates(&CandidateId::new("none").unwrap(), &options(5));
    assert_eq!(unknown.unwrap_err().kind(), ErrorKind::NotFound);
    let unknown = engine.similar_roles(&RoleId::new("none").unwrap(), &options(5));
    assert_eq!(unknown.unwrap_err().kind(), ErrorKind::NotFound);
}

#[test]
fn a_skill_that_no_taxonomy_knows_is_no_likeness() {
    let engine = Engine::in_memory();
    put(&engine, &json!({"id": "a", "skills": ["mother of two", "Lustre"]}));
    put(&engine, &json!({"id": "b", "skills": ["mother of two", "Lustre"]}));
    let row = &of_candidate(&engine, "a", 1).results[0];
    let asked: Vec<_> = row.components[0].evidence.iter().filter_map(|e| e.requirement.as_deref()).collect();
    assert_eq!(asked, ["Lustre"]);
}

#[test]
fn the_twin_of_a_role_reaches_the_whole() {
    let engine = with_samples();
    for role in roles() {
        let mut twin = serde_json::to_value(&role).unwrap();
        twin["id"] = json!("twin");
        twin["title"] = json!(role.title);
        // Who is alike hangs on neither.
        twin["pay_band"] = json!({"min": 1, "max": 2, "currency": "CHF"});
        twin["status"] = json!("closed");
        put_role(&engine, &twin);
        let answer = of_role(&engine, role.id.as_str(), 30);
        assert_eq!((ids(&answer)[0], answer.results.len()), ("twin", 14), "{}", role.id);
        assert!(answer.results[0].fit > 99.9, "{}: {}", role.id, answer.results[0].fit);
    }
}

#[test]
fn gates_and_authorizations_of_a_role_remove_no_other_role() {
    let engine = Engine::in_memory();
    let asked = json!({"id": "a", "must_have": [{"name": "Lustre", "gate": true}], "work_authorization": ["US"]});
    put_role(&engine, &asked);
    put_role(&engine, &json!({"id": "b", "must_have": ["Slurm"], "work_authorization": ["DE"]}));
    assert_eq!(ids(&of_role(&engine, "a", 5)), ["b"]);
}

#[test]
fn the_likeness_of_roles_is_told_in_a_sentence() {
    let engine = with_samples();
    let answer = of_role(&engine, "role-gpu-cluster-sre", 1);
    assert_eq!(ids(&answer), ["role-staff-ai-infra"]);
    assert_eq!(
        answer.results[0].summary,
        "The same kind of work (GPU and HPC cluster operations); shares Slurm, InfiniBand or RoCE, Linux and GPU cluster \
         operations; does without Ansible or SaltStack or Puppet; a like scale; staff instead of senior."
    );
}
