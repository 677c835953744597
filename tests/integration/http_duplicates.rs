//! Duplicates over HTTP: proposed, merged, dismissed, undone; what shortlists show; what an erasure leaves; what stands in the log.

use serde_json::{Value, json};

use crate::http_service::Service;
use crate::program::Folder;

fn fill(service: &Service) {
    let role = json!({"title": "HPC engineer", "must_have": ["Slurm"]});
    assert_eq!(service.put("/v1/roles/r", &role.to_string()).status, 201);
    for (id, name, skill) in [
        ("c-1", "Xaviera Quillfeather", "Slurm"),
        ("c-2", "Quillfeather, Xaviera", "Lustre"),
        ("c-3", "Bo Lindqvist", "Slurm"),
    ] {
        let email = if id == "c-3" { "bo@home.example" } else { "x.quillfeather@home.example" };
        let document = json!({"name": name, "skills": [skill], "custom": {"email": email}});
        assert_eq!(service.put(&format!("/v1/candidates/{id}"), &document.to_string()).status, 201);
    }
}

fn listed(service: &Service) -> Vec<(String, Value)> {
    let answer = service.post("/v1/roles/r/matches", "{}").json();
    let rows = answer["results"].as_array().unwrap().iter();
    let mut listed: Vec<_> = rows
        .map(|row| (row["candidate_id"].as_str().unwrap().to_owned(), row["possible_duplicate_of"].clone()))
        .collect();
    listed.sort_by(|one, other| one.0.cmp(&other.0));
    listed
}

fn ids(listed: &[(String, Value)]) -> Vec<&str> {
    listed.iter().map(|(id, _)| id.as_str()).collect()
}

#[test]
fn a_pair_is_proposed_merged_and_undone_and_stands_in_no_log() {
    let folder = Folder::new();
    let service = Service::start(Some(folder.path()));
    fill(&service);
    let found = service.get("/v1/duplicates").json();
    assert_eq!((&found["total"], &found["duplicates"][0]["candidate_ids"]), (&json!(1), &json!(["c-1", "c-2"])));
    let texts: Vec<_> =
        found["duplicates"][0]["reasons"].as_array().unwrap().iter().map(|reason| &reason["text"]).collect();
    assert_eq!(texts, ["the same name", "the same e-mail address"]);
    assert_eq!(listed(&service)[0], ("c-1".to_owned(), json!(["c-2"])));

    let id = found["duplicates"][0]["id"].as_str().unwrap();
    let path = format!("/v1/duplicates/{id}");
    assert_eq!(service.get(&path).json(), found["duplicates"][0]);
    let document = service.get("/v1/candidates/c-1").text;
    let merged = service.post(&format!("{path}/merge"), r#"{"survivor": "c-2"}"#);
    assert_eq!((merged.status, &merged.json()["candidate_ids"]), (200, &json!(["c-2", "c-1"])), "{}", merged.text);
    assert_eq!(ids(&listed(&service)), ["c-2", "c-3"]);
    assert_eq!(service.get("/v1/duplicates?state=merged").json()["total"], 1);
    assert_eq!(service.get("/v1/candidates/c-1").text, document);
    assert_eq!(service.get("/v1/candidates").json()["total"], 3);
    assert_eq!(service.post(&format!("{path}/undo"), "").json()["state"], "proposed");
    assert_eq!(ids(&listed(&service)), ["c-1", "c-2", "c-3"]);

    assert_eq!(service.post(&format!("{path}/dismiss"), "").json()["state"], "dismissed");
    assert_eq!(service.get("/v1/duplicates").json()["total"], 0);
    let decided = json!({"candidate_ids": ["c-3", "c-1"]}).to_string();
    assert_eq!(service.post("/v1/duplicates", &decided).json()["state"], "merged");
    assert_eq!(ids(&listed(&service)), ["c-2", "c-3"]);

    let log = service.log();
    // Request ids may hold `c-1` by chance.
    for word in ["Quillfeather", "quillfeather", "\"c-1", "/c-1", " c-1", "home.example"] {
        assert!(!log.contains(word), "{word}: {log}");
    }
}

#[test]
fn whatever_cannot_be_is_refused_with_what_can() {
    let service = Service::start(None);
    fill(&service);
    assert_eq!(service.get("/v1/duplicates?state=mergde").status, 400);
    assert_eq!(service.get("/v1/duplicates/0123").status, 404);
    assert_eq!(service.post("/v1/duplicates/0123/merge", "").status, 404);
    assert_eq!(service.post("/v1/duplicates/0123/undo", "").status, 404);
    assert_eq!(service.post("/v1/duplicates", r#"{"candidate_ids": ["c-1", "x"]}"#).status, 404);
    let refused = service.post("/v1/duplicates", r#"{"candidate_ids": ["c-1"]}"#);
    assert_eq!((refused.status, &refused.json()["errors"][0]["pointer"]), (422, &json!("/candidate_ids")));
    let merge = |ids: [&str; 2]| service.post("/v1/duplicates", &json!({"candidate_ids": ids}).to_string());
    assert_eq!(merge(["c-1", "c-2"]).status, 200);
    let refused = merge(["c-2", "c-3"]);
    assert_eq!(refused.status, 422);
    assert!(refused.text.contains("c-2 is merged into c-1; expected c-1"), "{}", refused.text);
}

#[test]
fn whoever_is_erased_is_in_no_decision_and_in_no_file() {
    let folder = Folder::new();
    let mut command =
        crate::campaign::program(&["serve", "--listen", "127.0.0.1:0", "--erase-after", "0", "--data-dir"]);
    command.arg(folder.path());
    let service = Service::spawn(command);
    service.wait_until_ready();
    fill(&service);
    let gone = json!({"name": "Xaviera Quillfeather", "skills": ["Goneskill"], "custom": {"email": "x.quillfeather@home.example"}});
    assert_eq!(service.put("/v1/candidates/zz-goneid", &gone.to_string()).status, 201);
    let merged = service.post("/v1/duplicates", r#"{"candidate_ids": ["c-1", "zz-goneid"]}"#);
    assert_eq!(merged.status, 200, "{}", merged.text);
    let answered = service.delete("/v1/candidates/zz-goneid?erase=true");
    assert_eq!(answered.status, 202, "{}", answered.text);
    crate::erasure::wait_until_done(&service, answered.json()["receipt"].as_str().unwrap());
    crate::erasure::assert_gone(folder.path(), "zz-goneid", "after the erasure of one of two who were merged");
    crate::erasure::assert_gone(folder.path(), "goneskill", "after the erasure of one of two who were merged");
    assert_eq!(service.get("/v1/duplicates?state=merged").json()["total"], 0);
    assert_eq!(ids(&listed(&service)), ["c-1", "c-2", "c-3"]);
}
