//! What-if and likeness over HTTP: the engine's own answers, and problems that name what is wrong.

use rolefit::explain::CutOff;
use rolefit::matching::WhatIfOptions;
use rolefit::{CandidateId, Engine, MatchOptions};
use serde_json::json;

use crate::http_service::Service;
use crate::what_if::{candidates, roles};

fn with_samples() -> Service {
    let service = Service::start(None);
    let put = |kind: &str, lines: Vec<String>| {
        let results = service.post_as("application/x-ndjson", &format!("/v1/{kind}/bulk"), lines.join("\n"));
        assert!(results.lines().iter().all(|result| result["status"] == "created"), "{}", results.text);
    };
    put("candidates", candidates().iter().map(|c| serde_json::to_string(c).unwrap()).collect());
    put("roles", roles().iter().map(|r| serde_json::to_string(r).unwrap()).collect());
    service
}

fn engine() -> Engine {
    let engine = Engine::in_memory();
    engine.put_candidates(&candidates()).unwrap();
    engine.put_roles(&roles()).unwrap();
    engine
}

fn options(limit: usize) -> MatchOptions {
    MatchOptions::default().with_limit(limit).with_as_of("2026-11-01".parse().ok())
}

#[test]
fn what_if_is_the_engines_own_answer() {
    let (service, engine, role) = (with_samples(), engine(), &roles()[0].id);
    let path = format!("/v1/roles/{role}/what-if");
    let answered = service.post(&path, r#"{"limit": 5, "as_of": "2026-11-01"}"#);
    assert_eq!(answered.status, 200, "{}", answered.text);
    let asked = WhatIfOptions::default().with_matching(options(5));
    assert_eq!(answered.json(), serde_json::to_value(engine.what_if(role, &asked).unwrap()).unwrap());
    assert!(answered.json()["model"]["crate_version"].is_string());
    assert!(service.post(&path, "").json()["candidate"].is_null());

    let request = json!({"limit": 10, "as_of": "2026-11-01", "candidate_id": "c-0125", "cut_off": "shortlist"});
    let answered = service.post(&path, &request.to_string()).json();
    let asked = WhatIfOptions::default()
        .with_candidate(CandidateId::new("c-0125").ok())
        .with_cut_off(CutOff::Shortlist)
        .with_matching(options(10));
    assert_eq!(answered, serde_json::to_value(engine.what_if(role, &asked).unwrap()).unwrap());
    assert_eq!(answered["candidate"]["candidate_id"], "c-0125");
    assert!(answered["candidate"]["lifts"].as_array().is_some_and(|lifts| !lifts.is_empty()));
}

#[test]
fn wrong_questions_are_problems() {
    let service = Service::start(None);
    service.put("/v1/roles/r", r#"{"must_have": ["Lustre"]}"#);
    assert_eq!(service.post("/v1/roles/none/what-if", "").problem(), (404, "not_found".to_owned()));
    let unknown = service.post("/v1/roles/r/what-if", r#"{"candidate_id": "none"}"#);
    assert_eq!(unknown.problem(), (404, "not_found".to_owned()));
    let wrong = service.post("/v1/roles/r/what-if", r#"{"candidate": "c", "limit": 0, "cut_off": "great"}"#);
    assert_eq!(wrong.problem(), (422, "invalid".to_owned()));
    assert_eq!(wrong.pointers(), ["/limit", "/cut_off", "/candidate"]);
    let near = service.post("/v1/roles/r/what-if", r#"{"candidate_di": "c"}"#);
    assert!(near.text.contains("did you mean `candidate_id`?"), "{}", near.text);
    assert_eq!(service.get("/v1/roles/r/what-if").problem(), (405, "method_not_allowed".to_owned()));
    let nobody = service.post("/v1/roles/r/what-if", "{}").json();
    assert_eq!((&nobody["total_candidates"], &nobody["changes"]), (&json!(0), &json!([])));
}

#[test]
fn the_like_of_a_candidate_and_of_a_role_are_the_engines_own_answers() {
    let (service, engine, role) = (with_samples(), engine(), &roles()[0].id);
    let body = r#"{"limit": 5, "as_of": "2026-11-01"}"#;
    let id = CandidateId::new("c-0001").unwrap();
    let alike = service.post("/v1/candidates/c-0001/similar", body);
    assert_eq!(alike.status, 200, "{}", alike.text);
    let expected = engine.similar_candidates(&id, &options(5)).unwrap();
    assert_eq!(alike.json(), serde_json::to_value(expected).unwrap());
    let alike = service.post(&format!("/v1/roles/{role}/similar"), body);
    assert_eq!(alike.json(), serde_json::to_value(engine.similar_roles(role, &options(5)).unwrap()).unwrap());

    for kind in ["candidates", "roles"] {
        assert_eq!(service.post(&format!("/v1/{kind}/none/similar"), "").problem(), (404, "not_found".to_owned()));
    }
    let wrong = service.post("/v1/candidates/c-0001/similar", r#"{"limti": 5}"#);
    assert_eq!(wrong.problem(), (422, "invalid".to_owned()));
    assert!(wrong.text.contains("did you mean `limit`?"), "{}", wrong.text);
    let blind = service.post("/v1/candidates/c-0001/similar", r#"{"blind": true}"#);
    assert!(!blind.text.contains(r#""name":"E"#), "{}", blind.text);
}
