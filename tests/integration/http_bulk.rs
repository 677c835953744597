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
    let wrong = service.post_as("text/plain", "/v1/candidates/bulk", "[]");
    assert_eq!(wrong.problem(), (415, "unsupported_media_type".to_owned()));
}

#[test]
fn an_array_is_taken_item_by_item_and_answered_as_one() {
    let service = Service::start(None);
    let body = r#" [{"id": "a"}, {"id": "b", "skils": []}, 7, {"id": "c"}] "#;
    let answered = service.post_as("application/json", "/v1/candidates/bulk", body);
    assert_eq!((answered.status, answered.header("content-type")), (200, "application/json"));
    let results = answered.json();
    let told: Vec<Value> =
        results.as_array().unwrap().iter().map(|r| json!([r["line"], r["id"], r["status"]])).collect();
    assert_eq!(
        told,
        [json!([1, "a", "created"]), json!([2, "b", "error"]), json!([3, null, "error"]), json!([4, "c", "created"])]
    );
    assert_eq!(service.post_as("application/json", "/v1/roles/bulk", "[]").json(), json!([]));
    // What came before the fault is written, and the fault is told.
    for (body, n_written) in [("{}", 0), (r#"[{"id":"d"},"#, 1), (r#"[{"id":"e"}] x"#, 1), ("", 0)] {
        let results = service.post_as("application/json", "/v1/roles/bulk", body).json();
        let results = results.as_array().unwrap();
        assert_eq!(results.len(), n_written + 1, "{body}");
        assert_eq!(results[n_written]["error"]["code"], "malformed", "{body}");
    }
    assert_eq!(service.get("/v1/roles").json()["total"], 2);
}

#[test]
fn a_request_that_was_cut_off_goes_on_from_a_line() {
    let service = Service::start(None);
    let body = "{\"id\":\"a\"}\n\n{\"id\":\"b\"}\nnonsense\n{\"id\":\"c\"}\n";
    let results = service.post_as(NDJSON, "/v1/candidates/bulk?from_line=3", body).lines();
    let told: Vec<Value> = results.iter().map(|r| json!([r["line"], r["id"]])).collect();
    assert_eq!(told, [json!([3, "b"]), json!([4, null]), json!([5, "c"])]);
    assert_eq!(service.get("/v1/candidates/a").status, 404);
    let refused = service.post_as(NDJSON, "/v1/candidates/bulk?from_line=0", body);
    assert_eq!(refused.problem(), (400, "malformed_query".to_owned()));
}

#[test]
fn lines_come_compressed() {
    use std::io::Write as _;

    let service = Service::start(None);
    let text: String = (0..2000).fold(String::new(), |text, n| text + &format!("{{\"id\":\"c-{n}\"}}\n"));
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    let bodies = [
        ("gzip", encoder.finish().unwrap()),
        ("zstd", ruzstd::encoding::compress_to_vec(text.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest)),
    ];
    for (coding, body) in bodies {
        let send = |body: &[u8]| service.send(request_with(coding, &service).body(body.to_vec()).unwrap()).lines();
        let results = send(&body);
        assert_eq!((results.len(), &results[1999]["id"]), (2000, &json!("c-1999")), "{coding}");
        // A body that is cut off is told as such after what was in it.
        let results = send(&body[..body.len() - 3]);
        assert_eq!(results.last().unwrap()["error"]["code"], "body_incomplete", "{coding}");
    }
}

fn request_with(coding: &str, service: &Service) -> ureq::http::request::Builder {
    let request = ureq::http::Request::post(service.url("/v1/candidates/bulk")).header("content-type", NDJSON);
    request.header("content-encoding", coding)
}
