//! What panics says nothing of a person in the log: a process of its own, whose log this test may take.

use std::process::Command;

use axum::extract::Path;
use serde_json::json;

use super::bounds::Bounds;
use super::contract::operations;
use super::log::{self, LogFormat};
use super::problem::Problem;
use super::routes::{self, Routes};
use super::testing::{app, ask, request};
use crate::PANICS;

const CANARY: &str = "Zqcanary";
/// Set in the process whose log is looked at.
const CHILD: &str = "ROLEFIT_TEST_CANARY";
const ITSELF: &str = "server::canary::a_panic_tells_its_place_and_its_request_and_nothing_of_a_person";

async fn panics(Path(id): Path<String>) -> Result<(), Problem> {
    assert!(id.is_empty(), "{id} is read");
    Ok(())
}

/// Panics in a handler, within the reading of documents and of texts, and in the work of a request.
fn panic_everywhere() {
    log::start(LogFormat::Json, Some("trace"));
    let text = format!("{CANARY} {PANICS} ran Slurm for {CANARY}@example.org.");
    let all = routes::router(&app(Bounds::default()));
    let person = json!({"id": "c", "name": CANARY, "summary": text});
    ask(&all, request("PUT", &format!("/v1/candidates/{CANARY}"), json!({"summary": text}).to_string()));
    ask(&all, request("POST", "/v1/extract", json!({"text": text}).to_string()));
    ask(&all, request("POST", "/v1/match", json!({"role": {"id": "r"}, "candidates": [person]}).to_string()));
    let mut own = Routes::default();
    own.get("/panics/{id}", None, operations::alive(), panics);
    let own = routes::finish(own, &app(Bounds::default()));
    let request = {
        let mut request = request("GET", &format!("/panics/{CANARY}"), "");
        request.headers_mut().insert("x-request-id", "of-the-handler".parse().unwrap());
        request
    };
    assert_eq!(ask(&own, request).problem(), (500, "internal"));
}

#[test]
fn a_panic_tells_its_place_and_its_request_and_nothing_of_a_person() {
    if std::env::var_os(CHILD).is_some() {
        panic_everywhere();
        return;
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    let output =
        command.args(["--exact", ITSELF, "--nocapture"]).env(CHILD, "1").env_remove("RUST_LOG").output().unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{log}");
    let lines: Vec<serde_json::Value> = log.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let panics: Vec<_> = lines.iter().filter(|line| line["message"] == "panicked").collect();
    assert!(panics.len() >= 4, "{log}");
    assert!(panics.iter().all(|line| line["place"].as_str().is_some_and(|place| place.contains(".rs:"))), "{log}");
    let of_handler = panics.iter().find(|line| line["place"].as_str().unwrap().contains("canary.rs")).unwrap();
    assert_eq!(of_handler["span"]["request_id"], "of-the-handler");
    assert_eq!(of_handler["span"]["trace_id"].as_str().map(str::len), Some(32));
    assert!(!log.to_lowercase().contains(&CANARY.to_lowercase()), "{log}");
}
