//! Filters of matches, and pages of documents.

use serde_json::{Value, json};

use crate::http_service::Service;

fn ids(page: &Value) -> Vec<&str> {
    page["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect()
}

fn filled() -> Service {
    let service = Service::start(None);
    for (id, skill) in [("a", "Slurm"), ("b", "Lustre"), ("c", "Slurm")] {
        let put = service.put(&format!("/v1/candidates/{id}"), &json!({"skills": [skill]}).to_string());
        assert_eq!(put.status, 201, "{}", put.text);
    }
    service.put("/v1/roles/r", &json!({"must_have": ["Slurm"]}).to_string());
    service
}

#[test]
fn pages_go_on_at_their_cursor() {
    let service = filled();
    let first = service.get("/v1/candidates?limit=2").json();
    assert_eq!(ids(&first), ["a", "b"]);
    let cursor = first["next_cursor"].as_str().unwrap();
    let second = service.get(&format!("/v1/candidates?limit=2&cursor={cursor}")).json();
    assert_eq!((ids(&second), &second["next_cursor"]), (vec!["c"], &Value::Null));
    assert_eq!(ids(&service.get("/v1/candidates?skill=Slurm&q=slurm").json()), ["a", "c"]);
    assert_eq!(ids(&service.get("/v1/candidates?min_scale=8").json()), [""; 0]);
    assert_eq!(ids(&service.get("/v1/roles?status=open").json()), ["r"]);
    assert_eq!(ids(&service.get("/v1/roles?status=closed").json()), [""; 0]);
}

#[test]
fn what_is_no_page_is_said() {
    let service = filled();
    for query in [
        "candidates?limit=0", "candidates?skil=x", "candidates?cursor=a/b", "candidates?min_scale=many",
        "roles?status=gone",
    ] {
        let answered = service.get(&format!("/v1/{query}"));
        assert_eq!(answered.problem(), (400, "malformed_query".to_owned()), "{query}");
    }
}

#[test]
fn a_match_takes_filters() {
    let service = filled();
    let answer = service.post("/v1/roles/r/matches", r#"{"filters": {"skill": ["Lustre"]}}"#).json();
    assert_eq!((&answer["considered"], &answer["total_candidates"]), (&json!(1), &json!(3)));
    let refused = service.post("/v1/roles/r/matches", r#"{"filters": {"skil": "x", "min_scale": "many"}}"#);
    let pointers: Vec<Value> =
        refused.json()["errors"].as_array().unwrap().iter().map(|e| e["pointer"].clone()).collect();
    assert_eq!((refused.status, pointers), (422, vec![json!("/filters/min_scale"), json!("/filters/skil")]));
    let stateless = r#"{"role": {"id": "r"}, "candidates": [], "filters": {"q": "x"}}"#;
    assert!(service.post("/v1/match", stateless).text.contains("filters are for"));
}
