//! A document that cannot be read, among others: one line of a bulk write, one candidate of a match, one request.

use serde_json::{Value, json};

use super::bounds::Bounds;
use super::routes;
use super::testing::{app, ask, request, run, text};
use crate::{ENDLESS, PANICS};

#[test]
fn one_line_of_a_bulk_write_fails_and_the_others_are_written() {
    let router = routes::router(&app(Bounds::default()));
    let lines = [("a", "Slurm"), ("b", PANICS), ("c", ENDLESS), ("d", "Slurm")]
        .map(|(id, summary)| json!({"id": id, "summary": summary}).to_string())
        .join("\n");
    let mut bulk = request("POST", "/v1/candidates/bulk", lines);
    bulk.headers_mut().insert("content-type", "application/x-ndjson".parse().unwrap());
    let found = run(text(router.clone(), bulk));
    let found: Vec<Value> = found.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let statuses: Vec<&str> = found.iter().map(|line| line["status"].as_str().unwrap()).collect();
    assert_eq!(statuses, ["created", "error", "error", "created"]);
    assert_eq!(
        (&found[1]["line"], &found[1]["id"], &found[1]["error"]["code"]),
        (&json!(2), &json!("b"), &json!("unreadable"))
    );
    assert_eq!(ask(&router, request("GET", "/v1/candidates/d", "")).head.status(), 200);
    assert_eq!(ask(&router, request("GET", "/v1/candidates/b", "")).head.status(), 404);
}

#[test]
fn a_stateless_match_judges_the_others() {
    let router = routes::router(&app(Bounds::default()));
    let asked = json!({"role": {"id": "r", "must_have": ["Slurm"]}, "candidates": [{"id": "a"}, {"id": "b", "summary": PANICS}]});
    let mut asked = request("POST", "/v1/match", asked.to_string());
    asked.headers_mut().insert("content-type", "application/json".parse().unwrap());
    let found = ask(&router, asked);
    assert_eq!(found.head.status(), 200, "{}", found.json);
    assert_eq!(found.json["results"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&found.json["unreadable"][0]["index"], &found.json["unreadable"][0]["candidate_id"]),
        (&json!(1), &json!("b"))
    );
}

#[test]
fn one_document_that_cannot_be_read_is_refused_with_422() {
    let router = routes::router(&app(Bounds::default()));
    let put = ask(&router, request("PUT", "/v1/candidates/b", json!({"summary": PANICS}).to_string()));
    assert_eq!(put.problem(), (422, "unreadable"));
    let extracted = ask(&router, request("POST", "/v1/extract", json!({"text": ENDLESS}).to_string()));
    assert_eq!(extracted.problem(), (422, "unreadable"));
}
