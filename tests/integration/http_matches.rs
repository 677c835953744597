//! Matches over HTTP: both ways, for a pair, and without storing anybody.

use std::fs;
use std::path::Path;

use rolefit::{Candidate, Engine, Limits, MatchOptions, Role, parse_candidate, parse_role};
use serde_json::{Value, json};

use crate::http_service::Service;

fn sample(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("sample_data").join(name)).unwrap()
}

fn with_samples() -> Service {
    let service = Service::start(None);
    for kind in ["candidates", "roles"] {
        let results =
            service.post_as("application/x-ndjson", &format!("/v1/{kind}/bulk"), sample(&format!("{kind}.jsonl")));
        assert!(results.lines().iter().all(|result| result["status"] == "created"), "{}", results.text);
    }
    service
}

fn sample_role() -> (String, Role) {
    let line = sample("roles.jsonl").lines().next().unwrap().to_owned();
    let role = parse_role(line.as_bytes(), &Limits::default()).unwrap();
    (line, role)
}

#[test]
fn matches_go_both_ways_and_to_the_pair() {
    let service = with_samples();
    let (_, role) = sample_role();
    let path = format!("/v1/roles/{}/matches", role.id);
    let answer = service.post(&path, r#"{"limit": 5, "as_of": "2026-11-01"}"#).json();
    assert_eq!(answer["role_id"], role.id.as_str());
    assert_eq!(answer["results"].as_array().unwrap().len(), 5);
    let best = &answer["results"][0];
    assert!(best["components"][0]["evidence"].as_array().is_some_and(|evidence| !evidence.is_empty()), "{best}");

    let candidate = best["candidate_id"].as_str().unwrap();
    let pair = service.get(&format!("{path}/{candidate}?as_of=2026-11-01"));
    assert_eq!(pair.status, 200);
    let pair = pair.json();
    assert_eq!((&pair["fit"], &pair["components"]), (&best["fit"], &best["components"]));
    assert_eq!((&pair["role_id"], &pair["name"]), (&json!(role.id.as_str()), &best["name"]));
    let blind = service.get(&format!("{path}/{candidate}?blind=true")).json();
    assert!(blind.get("name").is_none());

    let back =
        service.post(&format!("/v1/candidates/{candidate}/matches"), r#"{"limit": 100, "as_of": "2026-11-01"}"#).json();
    assert_eq!(back["candidate_id"], candidate);
    let same = back["results"].as_array().unwrap().iter().find(|row| row["role_id"] == role.id.as_str()).unwrap();
    assert_eq!(same["fit"], best["fit"]);
}

#[test]
fn options_change_the_answer() {
    let service = with_samples();
    let (_, role) = sample_role();
    let path = format!("/v1/roles/{}/matches", role.id);
    let plain = service.post_as("application/json", &path, "").json();
    assert_eq!(plain["results"].as_array().unwrap().len(), 10);
    let lean = service
        .post(&path, r#"{"explain": false, "blind": true, "weights": {"pay": 1, "skills": 0}, "rates": {"EUR": 1.1}}"#)
        .json();
    assert!(lean["results"].as_array().unwrap().iter().all(|row| row.get("name").is_none()));
    assert_eq!(lean["results"][0]["components"][0]["evidence"], json!([]));
    assert_ne!(lean["applied_weights"], plain["applied_weights"]);

    let wrong = service.post(&path, r#"{"limt": 5, "as_of": "soon", "filter": {}}"#);
    assert_eq!(wrong.problem(), (422, "invalid".to_owned()));
    let mut pointers = wrong.pointers();
    pointers.sort();
    assert_eq!(pointers, ["/as_of", "/filter", "/limt"]);
    assert!(wrong.text.contains("did you mean `limit`?"), "{}", wrong.text);
    assert_eq!(service.post("/v1/roles/none/matches", "").problem(), (404, "not_found".to_owned()));
    assert_eq!(service.post("/v1/candidates/none/matches", "").problem(), (404, "not_found".to_owned()));
    assert_eq!(service.get(&format!("{path}/none")).problem(), (404, "not_found".to_owned()));
    assert_eq!(service.get(&format!("{path}/none?blnd=true")).problem(), (400, "malformed_query".to_owned()));
}

#[test]
fn gates_ways_to_work_and_stages_are_asked_for_in_the_body() {
    let service = Service::start(None);
    let role = json!({"must_have": [{"name": "Lustre", "gate": true}, "Slurm"]});
    assert_eq!(service.put("/v1/roles/r", &role.to_string()).status, 201);
    for (id, skills, modes) in [("a", "Lustre", "remote"), ("b", "Slurm", "onsite"), ("c", "Lustre and Slurm", "")] {
        let modes: Vec<&str> = [modes].into_iter().filter(|mode| !mode.is_empty()).collect();
        let person = json!({"summary": format!("I ran {skills}."), "work_modes": modes});
        assert_eq!(service.put(&format!("/v1/candidates/{id}"), &person.to_string()).status, 201);
    }
    assert_eq!(service.put("/v1/roles/r/feedback/c", r#"{"stage": "offer"}"#).status, 201);
    let found = |asked: Value| -> String {
        let answer = service.post("/v1/roles/r/matches", &asked.to_string()).json();
        let rows = answer["results"].as_array().unwrap_or_else(|| panic!("{answer}"));
        let mut ids: Vec<&str> = rows.iter().map(|row| row["candidate_id"].as_str().unwrap()).collect();
        ids.sort_unstable();
        ids.concat()
    };
    assert_eq!(found(json!({})), "ac");
    assert_eq!(found(json!({"gates": []})), "abc");
    assert_eq!(found(json!({"gates": ["Slurm"]})), "bc");
    assert_eq!(found(json!({"gates": null, "filters": {"work_mode_or_unstated": "onsite"}})), "c");
    assert_eq!(found(json!({"gates": [], "filters": {"work_mode_or_unstated": "remote"}})), "ac");
    assert_eq!(found(json!({"filters": {"stage": "offer"}})), "c");
    assert_eq!(found(json!({"filters": {"stage": ["offer", "hired"], "without_stage": true}})), "ac");
    assert_eq!(found(json!({"filters": {"without_stage": true}})), "a");
    let unknown = service.post("/v1/roles/r/matches", r#"{"gates": ["Excel"]}"#);
    assert_eq!(unknown.problem(), (422, "invalid".to_owned()), "{}", unknown.text);
    let elsewhere = service.post("/v1/candidates/a/matches", r#"{"gates": []}"#);
    assert_eq!(elsewhere.problem(), (422, "invalid".to_owned()), "{}", elsewhere.text);
}

#[test]
fn a_long_answer_comes_in_pages_that_are_one_list() {
    let service = Service::start(None);
    // Long names in the role alone: much to say of everybody, and little to read.
    let skills: Vec<String> =
        (0..200).map(|n| format!("Tool number {n} {}", "of a long name ".repeat(8).trim())).collect();
    let role = json!({"must_have": &skills[..150], "nice_to_have": &skills[150..]});
    assert_eq!(service.put("/v1/roles/r", &role.to_string()).status, 201);
    let line = |n: usize| json!({"id": format!("c-{n:04}"), "skills": [&skills[n % 200]]}).to_string();
    let lines: Vec<String> = (0..350).map(line).collect();
    let results = service.post_as("application/x-ndjson", "/v1/candidates/bulk", lines.join("\n"));
    assert!(results.lines().iter().all(|result| result["status"] == "created"));

    let pages = |limit: usize| {
        let (mut ids, mut cursor, mut n_pages) = (Vec::new(), json!(""), 0);
        while !cursor.is_null() {
            let request = json!({"limit": limit, "cursor": cursor});
            let page = service.post("/v1/roles/r/matches", &request.to_string());
            assert!(page.text.len() < 17 << 20, "a page takes {} bytes", page.text.len());
            let page = page.json();
            let results = page["results"].as_array().unwrap();
            assert_eq!(results[0]["rank"], ids.len() + 1);
            ids.extend(results.iter().map(|row| row["candidate_id"].as_str().unwrap().to_owned()));
            n_pages += 1;
            cursor = page["next_cursor"].clone();
        }
        (ids, n_pages)
    };
    let (ids, n_pages) = pages(1000);
    assert!(n_pages > 1, "the whole list is longer than a page");
    assert_eq!(ids.len(), 350);
    assert_eq!(pages(60), (ids, 6));
    let unasked = service.post("/v1/roles/r/matches", r#"{"limit": 2}"#).json();
    assert_eq!(unasked.get("next_cursor"), None);

    let first = service.post("/v1/roles/r/matches", r#"{"limit": 2, "cursor": ""}"#).json();
    let request = json!({"cursor": first["next_cursor"], "rates": {"EUR": 1.1}});
    let foreign = service.post("/v1/roles/r/matches", &request.to_string());
    assert_eq!((foreign.problem().0, foreign.pointers()), (422, vec!["/cursor".to_owned()]));
}

#[test]
fn a_write_is_seen_by_the_next_match() {
    let service = Service::start(None);
    service.put("/v1/roles/r", r#"{"must_have": ["Lustre"]}"#);
    for n in 0..20 {
        service.put(&format!("/v1/candidates/c-{n}"), r#"{"skills": ["Lustre"]}"#);
        let answer = service.post("/v1/roles/r/matches", r#"{"limit": 100}"#).json();
        assert_eq!(answer["results"].as_array().unwrap().len(), n + 1);
    }
    service.delete("/v1/candidates/c-7");
    let answer = service.post("/v1/roles/r/matches", r#"{"limit": 100}"#).text;
    assert!(!answer.contains(r#""c-7""#));
}

#[test]
fn an_empty_body_asks_for_the_usual_and_other_bytes_for_nothing() {
    let service = with_samples();
    let path = format!("/v1/roles/{}/matches", sample_role().1.id);
    for blank in ["", " \r\n\t"] {
        assert_eq!(service.post(&path, blank).status, 200, "{blank:?}");
    }
    // A form feed is no white space of JSON.
    assert_eq!(service.post(&path, "\u{c}").problem(), (400, "malformed".to_owned()));
}

#[test]
fn a_stateless_match_is_the_engines_own_ranking() {
    let service = Service::start(None);
    let (role_json, role) = sample_role();
    let text = sample("candidates.jsonl");
    let candidates: Vec<Candidate> =
        text.lines().map(|line| parse_candidate(line.as_bytes(), &Limits::default()).unwrap()).collect();
    let options = MatchOptions::default().with_limit(20).with_as_of("2026-11-01".parse().ok());
    let expected = serde_json::to_value(Engine::in_memory().rank(&role, &candidates, &options).unwrap()).unwrap();

    let role_json: Value = serde_json::from_str(&role_json).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let request = json!({"role": role_json, "candidates": lines, "limit": 20, "as_of": "2026-11-01"});
    let answered = service.post("/v1/match", &request.to_string());
    assert_eq!(answered.status, 200, "{}", answered.text);
    assert_eq!(answered.json(), expected);
    assert_eq!(service.get("/v1/candidates/c-0001").status, 404, "nobody was stored");
}

#[test]
fn a_stateless_match_points_at_what_is_wrong() {
    let service = Service::start(None);
    let request = r#"{"role": {"id": "r", "must_have": [{"any_of": 3}]},
                      "candidates": [{"id": "a"}, {"skills": [{"name": 1}], "id": "b"}, {"id": "c", "salary_history": 1}]}"#;
    let wrong = service.post("/v1/match", request);
    assert_eq!(wrong.problem(), (422, "invalid".to_owned()));
    let pointers = wrong.pointers();
    for pointer in ["/role/must_have/0/any_of", "/candidates/1/skills/0/name", "/candidates/2/salary_history"] {
        assert!(pointers.iter().any(|p| p == pointer), "{pointers:?}");
    }
    let many = format!(r#"{{"role": {{"id": "r"}}, "candidates": [{}]}}"#, vec!["{}"; 10_001].join(","));
    let refused = service.post("/v1/match", &many);
    assert_eq!(refused.pointers(), ["/candidates"]);
    assert!(refused.text.contains("/bulk"), "{}", refused.text);
}
