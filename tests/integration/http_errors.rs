//! Whatever is refused is refused as a problem.

use ureq::http::Request;

use crate::http_service::Service;

#[test]
fn every_refusal_is_a_problem() {
    let service = Service::start(None);
    let problem = |answered: crate::http_service::Answered| answered.problem();
    let is = |status: u16, code: &str| (status, code.to_owned());

    assert_eq!(problem(service.get("/nothing")), is(404, "no_such_route"));
    assert_eq!(problem(service.get("/v1/nothing")), is(404, "no_such_route"));
    assert_eq!(problem(service.get("/v1/candidates/")), is(404, "no_such_route"));
    assert_eq!(problem(service.put("/v1/candidates/a", "{")), is(400, "malformed"));
    assert_eq!(problem(service.put("/v1/candidates/a", "")), is(400, "malformed"));
    assert_eq!(problem(service.put("/v1/candidates/a", &"[".repeat(200))), is(400, "malformed"));
    assert_eq!(problem(service.put("/v1/candidates/a", r#"{"id":"a","id":"a"}"#)), is(422, "invalid"));
    assert_eq!(problem(service.put("/v1/candidates/a", "[]")), is(422, "invalid"));
    assert_eq!(problem(service.put("/v1/candidates/%FF", "{}")), is(400, "malformed_path"));
    assert_eq!(problem(service.put("/v1/candidates/a%2Fb", "{}")), is(400, "malformed_path"));
    assert_eq!(problem(service.get("/v1/candidates/%20a")), is(400, "malformed_path"));
    assert_eq!(problem(service.get("/v1/skills/%FF")), is(400, "malformed_path"));
    assert_eq!(problem(service.post_as("text/plain", "/v1/candidates", "{}")), is(415, "unsupported_media_type"));
    assert_eq!(
        problem(service.post_as("application/json; charset=latin1", "/v1/match", "{}")),
        is(415, "unsupported_media_type")
    );

    let large = format!(r#"{{"summary":"{}"}}"#, "x".repeat(1 << 20));
    assert_eq!(problem(service.put("/v1/candidates/a", &large)), is(413, "too_large"));
    assert_eq!(problem(service.post("/v1/extract", &large)), is(413, "too_large"));
    assert_eq!(service.get("/healthz").status, 200);
}

#[test]
fn a_wrong_method_is_told_the_right_ones() {
    let service = Service::start(None);
    for (path, allowed) in [
        ("/v1/candidates/bulk", "POST"),
        ("/v1/candidates/c/matches", "POST"),
        ("/v1/match", "POST"),
        ("/v1/extract", "POST"),
    ] {
        let refused = service.get(path);
        assert_eq!(refused.problem(), (405, "method_not_allowed".to_owned()), "{path}");
        assert_eq!(refused.header("allow"), allowed, "{path}");
    }
    let refused = service.post("/v1/skills", "");
    assert_eq!((refused.status, refused.header("allow")), (405, "GET,HEAD"));
    let refused = service.post("/healthz", "");
    assert_eq!(refused.problem(), (405, "method_not_allowed".to_owned()));
}

#[test]
fn a_missing_content_type_is_taken_for_json() {
    let service = Service::start(None);
    let request = Request::put(service.url("/v1/roles/r")).body("{}".as_bytes()).unwrap();
    let answered = service.send(request);
    assert_eq!(answered.status, 201, "{}", answered.text);
}

#[test]
fn requests_of_foreign_pages_are_refused() {
    let service = Service::start(None);
    let ask = |name, value| service.send(Request::get(service.url("/v1/skills")).header(name, value).body(()).unwrap());
    assert_eq!(ask("host", "evil.example").problem(), (403, "foreign_host".to_owned()));
    assert_eq!(ask("origin", "https://evil.example").problem(), (403, "foreign_origin".to_owned()));
    assert_eq!(ask("origin", "http://localhost:3000").status, 200);
    assert_eq!(ask("x-request-id", "my-7").header("x-request-id"), "my-7");
}
