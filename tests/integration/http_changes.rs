//! What clients of an ATS do to documents over HTTP beside putting them: change them in part, send again, many at once, parts of them.

use std::io::Write as _;

use serde_json::{Value, json};
use ureq::http::Request;

use crate::http_service::{Answered, Service};

fn send(
    service: &Service,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: impl ureq::AsSendBody,
) -> Answered {
    let mut request = Request::builder().method(method).uri(service.url(path));
    if !headers.iter().any(|(name, _)| *name == "content-type") {
        request = request.header("content-type", "application/json");
    }
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    service.send(request.body(body).unwrap())
}

fn patch(service: &Service, path: &str, headers: &[(&str, &str)], patch: &Value) -> Answered {
    let media = ("content-type", "application/merge-patch+json");
    send(service, "PATCH", path, &[&[media], headers].concat(), patch.to_string())
}

#[test]
fn a_patch_changes_what_it_names_and_nothing_else() {
    let service = Service::start(None);
    let created = service.put("/v1/candidates/c", r#"{"headline": "HPC engineer", "level": "mid", "location": {"city": "Austin", "region": "TX"}, "skills": ["Slurm"]}"#);
    let change = json!({"level": "senior", "headline": null, "location": {"city": "Dallas"}, "skills": ["Lustre"]});
    let patched = patch(&service, "/v1/candidates/c", &[], &change);
    assert_eq!((patched.status, &patched.json()["created"]), (200, &json!(false)));
    let now = service.get("/v1/candidates/c");
    let expected =
        json!({"id": "c", "level": "senior", "location": {"city": "Dallas", "region": "TX"}, "skills": ["Lustre"]});
    assert_eq!(now.json(), expected);
    assert_eq!(now.header("etag"), patched.header("etag"));
    assert_ne!(now.header("etag"), created.header("etag"));

    // What changes nothing writes nothing.
    let again = patch(&service, "/v1/candidates/c", &[], &json!({"level": "senior", "headline": null}));
    assert_eq!((again.status, again.header("etag")), (200, now.header("etag")));
    // What matches see is the patched document.
    service.put("/v1/roles/r", r#"{"must_have": ["Lustre"]}"#);
    let found = service.post("/v1/roles/r/matches", "{}").json();
    assert_eq!(found["results"][0]["gaps"], json!([]));
}

#[test]
fn a_patch_that_leaves_no_valid_document_changes_nothing() {
    let service = Service::start(None);
    service.put("/v1/roles/r", r#"{"title": "HPC engineer"}"#);
    for (change, pointer) in [
        (json!({"level": "guru"}), "/level"),
        (json!({"titel": "x"}), "/titel"),
        (json!({"titel": null}), "/titel"),
        (json!({"location": {"town": null}}), "/location/town"),
        (json!({"id": "other"}), "/id"),
        (json!({"must_have": {"a": 1}}), "/must_have"),
        (json!([]), ""),
        (json!(null), ""),
    ] {
        let refused = patch(&service, "/v1/roles/r", &[], &change);
        assert_eq!(refused.problem(), (422, "invalid".to_owned()), "{change}");
        assert_eq!(refused.json()["errors"][0]["pointer"], pointer, "{change}");
    }
    assert_eq!(service.get("/v1/roles/r").json(), json!({"id": "r", "title": "HPC engineer", "status": "open"}));
    assert_eq!(patch(&service, "/v1/roles/nobody", &[], &json!({})).problem(), (404, "not_found".to_owned()));
    let text = send(&service, "PATCH", "/v1/roles/r", &[("content-type", "text/plain")], "{}");
    assert_eq!(text.problem(), (415, "unsupported_media_type".to_owned()));
    let broken = send(&service, "PATCH", "/v1/roles/r", &[("content-type", "application/merge-patch+json")], "{");
    assert_eq!(broken.problem(), (400, "malformed".to_owned()));
}

#[test]
fn a_patch_with_a_tag_is_made_to_that_version_alone() {
    let service = Service::start(None);
    let first = service.put("/v1/candidates/c", "{}").header("etag").to_owned();
    let second = patch(&service, "/v1/candidates/c", &[("if-match", &first)], &json!({"level": "mid"}));
    assert_eq!(second.status, 200);
    let late = patch(&service, "/v1/candidates/c", &[("if-match", &first)], &json!({"level": "senior"}));
    assert_eq!(late.problem(), (412, "precondition_failed".to_owned()));
    let nobody = patch(&service, "/v1/candidates/nobody", &[("if-match", "*")], &json!({"level": "senior"}));
    assert_eq!(nobody.problem(), (412, "precondition_failed".to_owned()));
    assert_eq!(service.get("/v1/candidates/c").json()["level"], "mid");
}

#[test]
fn patches_at_the_same_time_are_all_made() {
    let service = Service::start(None);
    service.put("/v1/candidates/c", "{}");
    std::thread::scope(|scope| {
        for n in 0..4 {
            let service = &service;
            scope.spawn(move || {
                let patched = patch(service, "/v1/candidates/c", &[], &json!({"custom": {format!("n{n}"): n}}));
                assert_eq!(patched.status, 200, "{}", patched.text);
            });
        }
    });
    assert_eq!(service.get("/v1/candidates/c").json()["custom"], json!({"n0": 0, "n1": 1, "n2": 2, "n3": 3}));
}

#[test]
fn a_creation_that_is_sent_again_is_done_once() {
    let folder = tempfile::tempdir().unwrap();
    let body = r#"{"headline": "HPC engineer"}"#;
    let create = |service: &Service, key: &str, path: &str, body: &str| {
        send(service, "POST", path, &[("idempotency-key", key)], body.to_owned())
    };
    let service = Service::start(Some(folder.path()));
    let first = create(&service, "\"k-1\"", "/v1/candidates", body);
    assert_eq!((first.status, first.header("idempotent-replayed")), (201, ""));
    for key in ["\"k-1\"", "k-1"] {
        let again = create(&service, key, "/v1/candidates", body);
        assert_eq!((again.status, again.header("idempotent-replayed")), (201, "true"));
        assert_eq!((again.json(), again.header("location")), (first.json(), first.header("location")));
    }
    let reused = (422, "idempotency_key_reused".to_owned());
    assert_eq!(create(&service, "k-1", "/v1/candidates", "{}").problem(), reused);
    assert_eq!(create(&service, "k-1", "/v1/roles", body).problem(), reused, "a key is of one route");
    assert_ne!(create(&service, "k-2", "/v1/candidates", body).json()["id"], first.json()["id"]);
    // What was refused is not remembered: the key is free for what is right.
    assert_eq!(create(&service, "k-3", "/v1/candidates", "{").problem().0, 400);
    assert_eq!(create(&service, "k-3", "/v1/candidates", body).status, 201);
    assert_eq!(create(&service, "a b", "/v1/candidates", body).problem(), (400, "malformed_header".to_owned()));
    assert_eq!(service.get("/v1/candidates").json()["total"], 3);
    service.kill_now();
    drop(service);

    let service = Service::start(Some(folder.path()));
    let again = create(&service, "k-1", "/v1/candidates", body);
    assert_eq!((again.json(), again.header("idempotent-replayed")), (first.json(), "true"));
    assert_eq!(service.get("/v1/candidates").json()["total"], 3);
}

#[test]
fn of_creations_of_one_key_at_the_same_time_one_is_done() {
    let service = Service::start(None);
    let answers: Vec<Answered> = std::thread::scope(|scope| {
        let send = || send(&service, "POST", "/v1/candidates", &[("idempotency-key", "k")], "{}");
        let asking: Vec<_> = (0..8).map(|_| scope.spawn(send)).collect();
        asking.into_iter().map(|asking| asking.join().unwrap()).collect()
    });
    for answered in &answers {
        assert!(answered.status == 201 || answered.problem() == (409, "idempotency_in_progress".to_owned()));
    }
    let done =
        answers.iter().filter(|answered| answered.status == 201 && answered.header("idempotent-replayed").is_empty());
    assert_eq!((done.count(), service.get("/v1/candidates").json()["total"].as_u64()), (1, Some(1)));
}

#[test]
fn many_documents_are_read_and_removed_by_their_ids() {
    let service = Service::start(None);
    for id in ["a", "b", "c"] {
        service.put(&format!("/v1/candidates/{id}"), r#"{"level": "mid", "headline": "HPC engineer"}"#);
    }
    let got = service.post("/v1/candidates/bulk-get?fields=level", r#"{"ids": ["c", "nobody", "a", "c"]}"#).json();
    let items = json!([{"id": "c", "level": "mid"}, {"id": "a", "level": "mid"}]);
    assert_eq!(got, json!({"items": items, "missing": ["nobody"], "remaining": []}));
    let removed = service.post("/v1/candidates/bulk-delete", r#"{"ids": ["a", "nobody", "b"]}"#).json();
    assert_eq!(removed, json!({"deleted": ["a", "b"], "missing": ["nobody"]}));
    assert_eq!(service.get("/v1/candidates").json()["total"], 1);
    assert_eq!(service.get("/v1/candidates/a").status, 404);
    let refused = service.post("/v1/roles/bulk-delete", r#"{"ids": ["a/b", 1], "all": true}"#);
    assert_eq!(refused.problem(), (422, "invalid".to_owned()));
    assert_eq!(refused.json()["errors"].as_array().unwrap().len(), 3);
}

#[test]
fn parts_of_documents_are_answered_where_they_are_named() {
    let service = Service::start(None);
    service.put("/v1/candidates/c", r#"{"level": "mid", "headline": "HPC engineer", "skills": ["Slurm"]}"#);
    let part = service.get("/v1/candidates/c?fields=skills,level");
    assert_eq!((part.json(), part.header("etag")), (json!({"id": "c", "skills": ["Slurm"], "level": "mid"}), ""));
    let page = service.get("/v1/candidates?fields=headline&q=engineer").json();
    assert_eq!(page["items"], json!([{"id": "c", "headline": "HPC engineer"}]));
    assert_eq!(page["total"], 1);
    let refused = service.get("/v1/candidates?fields=skils");
    assert_eq!(refused.problem(), (400, "malformed_query".to_owned()));
    assert!(refused.json()["detail"].as_str().unwrap().contains("did you mean `skills`?"), "{}", refused.text);
    assert_eq!(service.get("/v1/roles/r?fields=nothing").problem().0, 400);
}

fn gzipped(text: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn bodies_come_in_their_coding() {
    let service = Service::start(None);
    let put =
        |coding: &str, body: Vec<u8>| send(&service, "PUT", "/v1/candidates/c", &[("content-encoding", coding)], body);
    let document = br#"{"headline": "HPC engineer"}"#;
    assert_eq!(put("gzip", gzipped(document)).status, 201);
    let zstandard = ruzstd::encoding::compress_to_vec(&document[..], ruzstd::encoding::CompressionLevel::Fastest);
    assert_eq!(put("zstd", zstandard.clone()).status, 200);
    assert_eq!(service.get("/v1/candidates/c").json()["headline"], "HPC engineer");
    for (coding, body) in [
        ("gzip", document.to_vec()),
        ("zstd", document.to_vec()),
        ("gzip", gzipped(document)[..20].to_vec()),
        ("zstd", zstandard[..zstandard.len() - 2].to_vec()),
    ] {
        assert_eq!(put(coding, body).problem(), (400, "body_incomplete".to_owned()), "{coding}");
    }
    let other = put("br", document.to_vec());
    assert_eq!(other.problem(), (415, "unsupported_content_encoding".to_owned()));
    assert_eq!(other.header("accept-encoding"), "gzip, zstd, identity");
    // Small on the way, and a thousand times as large.
    let bomb = vec![b' '; 64 << 20];
    assert_eq!(put("gzip", gzipped(&bomb)).problem(), (413, "too_large".to_owned()));
    let bomb = ruzstd::encoding::compress_to_vec(&bomb[..], ruzstd::encoding::CompressionLevel::Fastest);
    assert_eq!(put("zstd", bomb).problem(), (413, "too_large".to_owned()));
    assert_eq!(service.get("/readyz").status, 200);
}

#[test]
fn answers_go_out_in_the_coding_that_is_wanted() {
    let service = Service::start(None);
    let raw = |coding: &str| service.get_raw("/v1/skills?limit=100", &[("accept-encoding", coding)]);
    let plain = raw("identity");
    assert_eq!((plain.header("content-encoding"), plain.header("vary")), ("", "accept-encoding"));
    let gzip = raw("gzip");
    assert_eq!((gzip.header("content-encoding"), gzip.header("vary")), ("gzip", "accept-encoding"));
    let mut text = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&gzip.bytes[..]), &mut text).unwrap();
    assert!(text == plain.bytes && gzip.bytes.len() < text.len() / 3);
    let zstandard = raw("gzip;q=0.1, zstd");
    assert_eq!(zstandard.header("content-encoding"), "zstd");
    let mut text = Vec::with_capacity(plain.bytes.len());
    ruzstd::decoding::FrameDecoder::new().decode_all_to_vec(&zstandard.bytes, &mut text).unwrap();
    assert!(text == plain.bytes);
    // A document's tag is of the document as it is.
    let long = json!({"summary": "HPC ".repeat(1000)}).to_string();
    service.put("/v1/candidates/c", &long);
    assert_eq!(service.get_raw("/v1/candidates/c", &[("accept-encoding", "gzip")]).header("content-encoding"), "");
}

#[test]
fn a_head_is_that_of_the_answer_without_it() {
    let service = Service::start(None);
    service.put("/v1/candidates/c", r#"{"level": "mid"}"#);
    for path in ["/v1/candidates/c", "/v1/candidates", "/v1/skills", "/healthz", "/docs", "/openapi.json"] {
        let (get, head) = (service.get(path), send(&service, "HEAD", path, &[], ()));
        assert_eq!((head.status, head.text.as_str()), (200, ""), "{path}");
        for name in ["content-type", "etag", "content-length"] {
            assert_eq!(head.header(name), get.header(name), "{path} {name}");
        }
    }
    assert_eq!(send(&service, "HEAD", "/v1/candidates/nobody", &[], ()).status, 404);
    assert_eq!(send(&service, "HEAD", "/v1/candidates?limt=1", &[], ()).status, 400);
}

#[test]
fn pages_of_listed_origins_may_ask_and_others_may_not() {
    let service =
        Service::start_with(&["--cors-origin", "https://ats.example", "--cors-origin", "http://localhost:3000"]);
    let ask = |method: &str, origin: &str, headers: &[(&str, &str)]| {
        send(&service, method, "/v1/candidates", &[&[("origin", origin)], headers].concat(), ())
    };
    let allowed = ask("GET", "https://ats.example", &[]);
    assert_eq!((allowed.status, allowed.header("access-control-allow-origin")), (200, "https://ats.example"));
    assert!(allowed.header("access-control-expose-headers").contains("etag"));
    let preflight = [("access-control-request-method", "POST"), ("access-control-request-headers", "idempotency-key")];
    let allowed = ask("OPTIONS", "https://ats.example", &preflight);
    assert_eq!((allowed.status, allowed.header("access-control-allow-origin")), (200, "https://ats.example"));
    assert!(allowed.header("access-control-allow-methods").contains("PATCH"));
    assert!(!allowed.header("x-request-id").is_empty());
    let refused = ask("GET", "https://evil.example", &[]);
    assert_eq!(refused.problem(), (403, "foreign_origin".to_owned()));
    assert_eq!(refused.header("access-control-allow-origin"), "");
    // Without a list nothing is said.
    let service = Service::start(None);
    let answered = send(&service, "GET", "/v1/candidates", &[("origin", "http://localhost:3000")], ());
    assert_eq!((answered.status, answered.header("access-control-allow-origin")), (200, ""));
}

#[test]
fn who_asks_too_often_is_told_when_to_go_on() {
    let service = Service::start_with(&["--rate-limit", "5"]);
    let mut refused = None;
    for _ in 0..10 {
        let answered = service.get("/v1/skills?limit=1");
        assert_eq!(answered.header("ratelimit-policy"), "\"default\";q=5;w=60");
        let limit = answered.header("ratelimit");
        assert!(limit.starts_with("\"default\";r=") && limit.contains(";t="), "{limit}");
        if answered.status == 429 {
            refused = Some(answered);
            break;
        }
    }
    let refused = refused.unwrap();
    assert_eq!(refused.problem(), (429, "too_many_requests".to_owned()));
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=12).contains(&wait), "{wait}");
    assert!(refused.header("ratelimit").starts_with("\"default\";r=0;"));
    assert_eq!(Service::start(None).get("/v1/skills").header("ratelimit"), "");
}
