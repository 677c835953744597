//! What is done at one node counts at every other: requests that are done once, and people who are gone.

use std::thread;
use std::time::{Duration, Instant};

use ureq::http::Request;

use super::{Database, ROLE, get_at, ids, matches_at, person, seq};
use crate::http_service::{Answered, PATIENCE, Service};
use crate::program::Folder;

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
    let written = seq(&nodes[1]
        .put("/v1/roles/r/feedback/c", &format!(r#"{{"stage": "interview", "notes": [{{"text": "{TOKEN}"}}]}}"#)));
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

#[test]
fn a_key_that_is_made_or_revoked_at_one_node_counts_at_every_other() {
    let Some(database) = Database::new("keys") else { return };
    let folder = Folder::new();
    let made = folder.run(&["keys", "create", "--data-dir", "one", "--scope", "admin"]);
    assert_eq!(made.code, 0, "{}", made.stderr);
    let admin = made.stdout.split_whitespace().find(|word| word.starts_with("rf_")).unwrap().to_owned();
    let node = |name: &str| {
        let node = database.node_with(&["--data-dir", folder.path().join(name).to_str().unwrap()]);
        node.wait_until_ready();
        node
    };
    let (one, other) = (node("one"), node("other"));
    // The other was started without any key.
    let ask = |node: &Service, key: &str| {
        let request =
            Request::get(node.url("/v1/skills/unrecognized")).header("authorization", format!("Bearer {key}"));
        node.send(request.body(()).unwrap()).status
    };
    let becomes = |node: &Service, key: &str, status: u16| {
        let begun = Instant::now();
        while ask(node, key) != status {
            assert!(begun.elapsed() < PATIENCE, "not {status} within {PATIENCE:?}");
            thread::sleep(Duration::from_millis(10));
        }
        begun.elapsed()
    };
    assert_eq!((ask(&other, &admin), other.get("/v1/candidates").status), (200, 401));
    let mut longest = Duration::ZERO;
    for round in 0..5 {
        let (maker, revoker) = if round % 2 == 0 { (&one, &other) } else { (&other, &one) };
        let request = Request::post(maker.url("/v1/keys")).header("content-type", "application/json");
        let request = request.header("authorization", format!("Bearer {admin}"));
        let made = maker.send(request.body(r#"{"scope": "read"}"#.to_owned()).unwrap());
        assert_eq!(made.status, 201, "{}", made.text);
        let made = made.json();
        let (id, secret) = (made["id"].as_str().unwrap(), made["secret"].as_str().unwrap());
        longest = longest.max(becomes(revoker, secret, 200));
        let request = Request::delete(revoker.url(&format!("/v1/keys/{id}")));
        let revoked = revoker.send(request.header("authorization", format!("Bearer {admin}")).body(()).unwrap());
        assert_eq!((revoked.status, ask(revoker, secret)), (204, 401));
        longest = longest.max(becomes(maker, secret, 401));
        // And at one that starts now, in a directory without keys.
        if round == 4 {
            assert_eq!((ask(&node("third"), secret), ask(&node("third"), &admin)), (401, 200));
        }
    }
    eprintln!("a key made or revoked counts at the other node after {longest:?} at the most");
    // By the command, at a directory of which a node is served.
    let run = folder.run(&["keys", "create", "--data-dir", "other", "--scope", "read"]);
    let secret = run.stdout.split_whitespace().find(|word| word.starts_with("rf_")).unwrap().to_owned();
    becomes(&one, &secret, 200);
    // Without the database keys work on, and who is revoked at a node is refused there at once.
    database.is_to("stop");
    assert_eq!(ask(&one, &secret), 200);
    let id = secret.split('_').nth(1).unwrap();
    assert_eq!(folder.run(&["keys", "revoke", "--data-dir", "one", id]).code, 0);
    becomes(&one, &secret, 401);
    assert_eq!(ask(&other, &secret), 200, "it cannot know yet");
    database.is_to("start");
    let begun = Instant::now();
    while ask(&other, &secret) != 401 {
        assert!(begun.elapsed() < PATIENCE, "the database is back");
        thread::sleep(Duration::from_millis(50));
    }
}
