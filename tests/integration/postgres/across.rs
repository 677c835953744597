//! What is done at one node counts at every other: requests that are done once, and people who are gone.

use ureq::http::Request;

use super::{Database, ROLE, get_at, ids, matches_at, person, seq};
use crate::http_service::{Answered, Service};

/// A word that nobody else has.
const TOKEN: &str = "Zyxquartz";

fn create_once(node: &Service, key: &str, json: &str) -> Answered {
    let request = Request::post(node.url("/v1/candidates")).header("content-type", "application/json");
    node.send(request.header("idempotency-key", key).body(json.to_owned()).unwrap())
}

#[test]
fn a_request_that_is_sent_again_to_another_node_is_answered_as_before() {
    let Some(database) = Database::new("again") else { return };
    let (one, other) = (database.node(), database.node());
    let made = create_once(&one, "k", &person(1));
    assert_eq!(made.status, 201, "{}", made.text);
    let answers = |again: &Answered| {
        assert_eq!((again.status, again.header("idempotent-replayed")), (201, "true"), "{}", again.text);
        assert_eq!(again.json(), made.json());
        assert_eq!(again.header("location"), made.header("location"));
    };
    answers(&create_once(&other, "k", &person(1)));
    assert_eq!(create_once(&other, "k", &person(2)).problem(), (422, "idempotency_key_reused".to_owned()));
    // The node that did it is gone, and one that never saw it is asked.
    one.kill_now();
    answers(&create_once(&database.node(), "k", &person(1)));
    assert_eq!(database.sql("SELECT count(*) FROM rolefit.document"), "1");
    // The candidate is removed at one node: the request was done all the same, and nobody is made anew.
    let id = made.json()["id"].as_str().unwrap().to_owned();
    let removed = seq(&other.delete(&format!("/v1/candidates/{id}")));
    answers(&create_once(&database.node(), "k", &person(1)));
    assert_eq!(get_at(&other, &format!("/v1/candidates/{id}"), &removed).status, 404);
}

#[test]
fn somebody_who_is_removed_at_one_node_is_in_no_answer_of_any_and_in_no_row() {
    let Some(database) = Database::new("gone") else { return };
    let nodes = [database.node(), database.node(), database.node()];
    nodes[0].put("/v1/roles/r", ROLE);
    nodes[0].put("/v1/candidates/stays", &person(1));
    let known = format!(
        r#"{{"name": "Ada {TOKEN}", "headline": "{TOKEN} engineer", "skills": ["{TOKEN}"],
            "summary": "I have run Lustre since 2012 for {TOKEN} Ltd."}}"#
    );
    nodes[0].put("/v1/candidates/c", &known);
    let written =
        seq(&nodes[1].put("/v1/roles/r/feedback/c", &format!(r#"{{"stage": "interview", "notes": "{TOKEN}"}}"#)));
    // Where somebody may be told of, at a node that has seen this much.
    let asked = |node: &Service, seq: &str| {
        let paths = [
            &format!("/v1/candidates?q={TOKEN}"),
            "/v1/candidates?fields=name,headline",
            "/v1/candidates/c",
            "/v1/roles/r/matches/c",
            "/v1/roles/r/feedback",
            "/v1/roles/r/feedback/c",
            "/v1/skills/unrecognized",
            "/v1/duplicates",
        ];
        let mut answers: Vec<Answered> = paths.iter().map(|path| get_at(node, path, seq)).collect();
        answers.push(matches_at(node, seq));
        let request =
            Request::post(node.url("/v1/candidates/stays/similar")).header("content-type", "application/json");
        answers.push(node.send(request.header("x-rolefit-seq", seq).body("{}".to_owned()).unwrap()));
        answers.iter().filter(|answer| answer.text.contains(TOKEN) || answer.text.contains("\"c\"")).count()
    };
    for node in &nodes {
        let n_told = asked(node, &written);
        assert!(n_told >= 8, "told of in {n_told} answers");
    }
    let removed = seq(&nodes[1].delete("/v1/candidates/c"));
    for node in &nodes {
        assert_eq!(asked(node, &removed), 0);
        assert_eq!(ids(&matches_at(node, &removed)), ["stays"]);
    }
    assert_eq!(asked(&database.node(), &removed), 0);
    let rows = format!(
        "SELECT (SELECT count(*) FROM rolefit.document WHERE position('{TOKEN}'::bytea in body) > 0 OR id = 'c'::bytea) \
              + (SELECT count(*) FROM rolefit.side_record WHERE position('{TOKEN}'::bytea in value) > 0) \
              + (SELECT count(*) FROM rolefit.request WHERE position('{TOKEN}'::bytea in value) > 0)"
    );
    assert_eq!(database.sql(&rows), "0");
}
