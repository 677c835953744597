//! Versions of documents over HTTP, and headers that the service does not leave aside without a word.

use std::io::{Read, Write};
use std::net::TcpStream;

use ureq::http::Request;

use crate::http_service::{Answered, Service};

fn send(service: &Service, method: &str, path: &str, header: (&str, &str), json: &str) -> Answered {
    let request = Request::builder().method(method).uri(service.url(path)).header("content-type", "application/json");
    service.send(request.header(header.0, header.1).body(json.to_owned()).unwrap())
}

#[test]
fn a_document_is_only_written_over_by_who_saw_it() {
    let service = Service::start(None);
    for kind in ["candidates", "roles"] {
        let path = format!("/v1/{kind}/x");
        let put = |header, json| send(&service, "PUT", &path, header, json);
        assert_eq!(put(("if-match", "*"), "{}").problem(), (412, "precondition_failed".to_owned()));
        let created = put(("if-none-match", "*"), "{}");
        assert_eq!(created.status, 201);
        let first = created.header("etag").to_owned();
        assert_eq!(first, format!("\"{}\"", created.json()["seq"]));
        assert_eq!(put(("if-none-match", "*"), r#"{"level": "staff"}"#).problem().0, 412);

        let got = service.get(&path);
        assert_eq!(got.header("etag"), first);
        let again = send(&service, "GET", &path, ("if-none-match", &first), "");
        assert_eq!((again.status, again.text.as_str(), again.header("etag")), (304, "", first.as_str()));

        let second = put(("if-match", &first), r#"{"level": "senior"}"#);
        assert_eq!(second.status, 200);
        assert_eq!(put(("if-match", &first), r#"{"level": "mid"}"#).problem().0, 412, "somebody wrote since");
        assert_eq!(send(&service, "DELETE", &path, ("if-match", &first), "").problem().0, 412);
        assert_eq!(service.get(&path).json()["level"], "senior");
        assert_eq!(send(&service, "DELETE", &path, ("if-match", second.header("etag")), "").status, 204);
        assert_eq!(put(("if-match", "7"), "{}").problem(), (400, "malformed_header".to_owned()));
    }
}

#[test]
fn of_two_who_change_one_version_one_is_refused() {
    let service = Service::start(None);
    let mut tag = service.put("/v1/candidates/c", "{}").header("etag").to_owned();
    for _ in 0..20 {
        let change = |level| send(&service, "PUT", "/v1/candidates/c", ("if-match", &tag), level);
        let (one, two) = std::thread::scope(|scope| {
            let one = scope.spawn(|| change(r#"{"level": "senior"}"#));
            let two = change(r#"{"level": "entry"}"#);
            (one.join().unwrap(), two)
        });
        let (done, refused) = if one.status == 200 { (one, two) } else { (two, one) };
        assert_eq!((done.status, refused.problem().0), (200, 412));
        tag = done.header("etag").to_owned();
    }
}

#[test]
fn headers_that_would_be_left_aside_are_refused() {
    let service = Service::start(None);
    let code = |method, path, header| send(&service, method, path, header, "{}").problem();
    let unsupported = (400, "unsupported_header".to_owned());
    assert_eq!(code("PUT", "/v1/roles/r", ("idempotency-key", "k-1")), unsupported);
    assert_eq!(code("POST", "/v1/candidates", ("if-match", "\"1\"")), unsupported);
    let date = "Wed, 21 Oct 2026 07:28:00 GMT";
    assert_eq!(code("PUT", "/v1/roles/r", ("if-unmodified-since", date)), unsupported);
    assert_eq!(send(&service, "PUT", "/v1/roles/r", ("content-encoding", "identity"), "{}").status, 201);
}

#[test]
fn every_method_refuses_parameters_that_its_route_does_not_have() {
    let service = Service::start(None);
    service.put("/v1/roles/r", "{}");
    for (method, path) in [
        ("POST", "/v1/roles/r/matches?limit=5"),
        ("POST", "/v1/candidates?limit=5"),
        ("PUT", "/v1/candidates/c?q=x"),
        ("GET", "/v1/roles/r?field=id"),
        ("DELETE", "/v1/roles/r?purge=true"),
        ("POST", "/v1/match?x"),
        ("POST", "/v1/candidates/bulk?x=1"),
        ("GET", "/v1/roles?sort="),
        ("GET", "/v1/candidates?facet="),
        ("GET", "/v1/candidates?limit="),
        ("POST", "/v1/roles/import?from="),
        ("DELETE", "/v1/candidates/c?erase="),
    ] {
        let refused = send(&service, method, path, ("x-other", "1"), "{}");
        assert_eq!(refused.problem(), (400, "malformed_query".to_owned()), "{method} {path}");
    }
    assert_eq!(service.get("/v1/candidates?limit=5").status, 200);
    assert_eq!(service.get("/v1/candidates?q=&location=").status, 200, "an empty text is as good as none");
    assert_eq!(
        service.get(&format!("/v1/skills?q={}", "x".repeat(600))).problem(),
        (400, "malformed_query".to_owned())
    );
}

#[test]
fn ids_that_no_path_reaches_are_refused_wherever_they_come_in() {
    let service = Service::start(None);
    for id in ["bulk", "bulk-get", "bulk-delete", "import", ".", ".."] {
        let document = format!(r#"{{"id": "{id}"}}"#);
        for kind in ["candidates", "roles"] {
            let refused = service.post(&format!("/v1/{kind}"), &document);
            assert_eq!((refused.problem().0, refused.pointers()), (422, vec!["/id".to_owned()]), "{id}");
            let lines = service.post_as("application/x-ndjson", &format!("/v1/{kind}/bulk"), document.clone()).lines();
            assert_eq!(lines[0]["error"]["code"], "invalid", "{id}");
        }
        let encoded = id.replace('.', "%2E");
        let put = service.put(&format!("/v1/candidates/{encoded}"), "{}");
        assert!((400..500).contains(&put.status), "{id}: {}", put.status);
    }
}

/// The answer to bytes as they are.
fn raw(service: &Service, request: &str) -> String {
    let mut stream = TcpStream::connect(&service.address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut heard = String::new();
    stream.read_to_string(&mut heard).unwrap();
    heard
}

#[test]
fn a_request_says_whom_it_is_meant_for() {
    let service = Service::start(None);
    let close = "Connection: close\r\n\r\n";
    for path in ["/v1/skills", "/metrics", "/healthz", "/readyz", "/nowhere"] {
        let without = raw(&service, &format!("GET {path} HTTP/1.1\r\n{close}"));
        assert!(without.starts_with("HTTP/1.1 400 ") && without.contains("malformed_host"), "{path}: {without}");
    }
    let twice = raw(&service, &format!("GET /v1/skills HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n{close}"));
    assert!(twice.starts_with("HTTP/1.1 400 "), "{twice}");
    let foreign = raw(&service, &format!("GET http://evil.example/v1/skills HTTP/1.1\r\nHost: localhost\r\n{close}"));
    assert!(foreign.starts_with("HTTP/1.1 403 ") && foreign.contains("foreign_host"), "{foreign}");
    let elsewhere = raw(&service, &format!("GET http://10.0.0.1/metrics HTTP/1.1\r\nHost: localhost\r\n{close}"));
    assert!(elsewhere.starts_with("HTTP/1.1 403 ") && elsewhere.contains("foreign_host"), "{elsewhere}");
    let own = raw(&service, &format!("GET http://localhost/v1/skills HTTP/1.1\r\nHost: localhost\r\n{close}"));
    assert!(own.starts_with("HTTP/1.1 200 "), "{own}");
    assert!(raw(&service, "GET /v1/skills HTTP/1.0\r\n\r\n").contains(" 200 "), "HTTP/1.0 has no such rule");
}

#[test]
fn what_a_put_takes_comes_back_through_bulk() {
    let service = Service::start(None);
    let long = format!(r#"{{"id": "c", "custom": {{"note": "{}"}}}}"#, "x".repeat(900 << 10));
    assert_eq!(service.put("/v1/candidates/c", &long).status, 201);
    let back = service.post_as("application/x-ndjson", "/v1/candidates/bulk", service.get("/v1/candidates/c").text);
    assert_eq!(back.lines()[0]["status"], "updated", "{}", back.text);
}

#[test]
fn rates_are_of_dollars_whoever_asks() {
    let service = Service::start(None);
    service.put(
        "/v1/roles/r",
        r#"{"pay_band": {"min": 200000, "max": 300000, "currency": "USD", "period": "year", "basis": "base"}}"#,
    );
    service.put(
        "/v1/candidates/c",
        r#"{"expected_pay": {"min": 100000, "max": 110000, "currency": "EUR", "period": "year", "basis": "base"}}"#,
    );
    let pay = |rates: &str| {
        let answer = service.post("/v1/roles/r/matches", &format!(r#"{{"rates": {rates}}}"#));
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()["results"][0]["pay_verdict"].clone()
    };
    assert_eq!(pay(r#"{"EUR": 1.08}"#), pay(r#"{"EUR": 1.08, "USD": 1}"#));
    assert_ne!(pay(r#"{"EUR": 1.08}"#), pay("{}"));
    for rate in ["0", "0.0000001", "1e10"] {
        let refused = service.post("/v1/roles/r/matches", &format!(r#"{{"rates": {{"EUR": {rate}}}}}"#));
        assert_eq!((refused.problem().0, refused.pointers()), (422, vec!["/rates/EUR".to_owned()]), "{rate}");
    }
    assert_eq!(service.post("/v1/roles/r/matches", r#"{"rates": {"EUR": 0.000001}}"#).status, 200);
}
