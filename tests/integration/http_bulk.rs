//! Bulk writes: a result for each line, in order, whatever the lines are.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::http_service::Service;

const NDJSON: &str = "application/x-ndjson";

#[test]
fn each_line_has_its_result_in_order() {
    let service = Service::start(None);
    let long = format!(r#"{{"id":"long","summary":"{}"}}"#, "x".repeat(1100 << 10));
    let body = [
        r#"{"id":"a"}"#, "", r#"{"id":"b","skils":[]}"#, "{nonsense", &long, r#"{"id":"a","level":"senior"}"#,
        r#"{"name":"nobody"}"#, r#"{"id":"c","previous_salary":1}"#, "   ", r#"{"id":"d"}"#,
    ]
    .join("\n");
    let answered = service.post_as(NDJSON, "/v1/candidates/bulk", body);
    assert_eq!((answered.status, answered.header("content-type")), (200, NDJSON));
    let results = answered.lines();
    let told: Vec<Value> =
        results.iter().map(|r| json!([r["line"], r["id"], r["status"], r["error"]["status"]])).collect();
    assert_eq!(
        told,
        [
            json!([1, "a", "created", null]),
            json!([3, "b", "error", 422]),
            json!([4, null, "error", 400]),
            json!([5, null, "error", 413]),
            json!([6, "a", "updated", null]),
            json!([7, null, "error", 422]),
            json!([8, "c", "error", 422]),
            json!([10, "d", "created", null]),
        ]
    );
    assert_eq!(results[1]["error"]["errors"][0]["pointer"], "/skils");
    assert!(results[0]["seq"].as_u64() < results[4]["seq"].as_u64());
    assert!(results[1].get("seq").is_none() && results[0].get("error").is_none());
    assert!(results[2]["error"]["detail"].as_str().unwrap().contains("at column 2"), "{}", results[2]);
    assert_eq!(service.get("/v1/candidates/a").json()["level"], "senior");
    assert_eq!(service.get("/v1/candidates/b").status, 404);
}

#[test]
fn a_client_that_reads_only_after_it_has_sent_is_served() {
    let service = Service::start(None);
    let mut body = String::new();
    for n in 0..3000 {
        writeln!(body, r#"{{"id":"r-{n}","must_have":["Slurm"]}}"#).unwrap();
    }
    let results = service.post_as(NDJSON, "/v1/roles/bulk", body).lines();
    assert_eq!(results.len(), 3000);
    for (n, result) in results.iter().enumerate() {
        assert_eq!(
            (&result["line"], &result["id"], &result["status"]),
            (&json!(n + 1), &json!(format!("r-{n}")), &json!("created"))
        );
    }
    assert_eq!(service.get("/v1/roles/r-2999").status, 200);
}

#[test]
fn an_empty_body_has_no_results() {
    let service = Service::start(None);
    let answered = service.post_as(NDJSON, "/v1/candidates/bulk", "\n\n");
    assert_eq!((answered.status, answered.text.as_str()), (200, ""));
    let wrong = service.post_as("application/json", "/v1/candidates/bulk", "[]");
    assert_eq!(wrong.problem(), (415, "unsupported_media_type".to_owned()));
}
