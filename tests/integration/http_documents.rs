//! Candidates and roles over HTTP, from their creation to their deletion.

use serde_json::json;

use crate::http_service::Service;

/// A number of the metrics.
fn gauge(service: &Service, name: &str) -> u64 {
    let text = service.get("/metrics").text;
    text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.parse().ok()).unwrap()
}

#[test]
fn a_document_lives_from_put_to_delete() {
    let service = Service::start(None);
    for kind in ["candidates", "roles"] {
        let path = format!("/v1/{kind}/x-1");
        assert_eq!(service.get(&path).problem(), (404, "not_found".to_owned()));
        assert_eq!(service.delete(&path).problem(), (404, "not_found".to_owned()));

        let created = service.put(&path, "{}");
        assert_eq!(created.status, 201);
        let first = created.json();
        assert_eq!((&first["id"], &first["created"]), (&json!("x-1"), &json!(true)));

        let replaced = service.put(&path, r#"{"id": "x-1", "level": "senior"}"#);
        assert_eq!(replaced.status, 200);
        assert_eq!(replaced.json()["created"], false);
        assert!(replaced.json()["seq"].as_u64() > first["seq"].as_u64());

        let got = service.get(&path);
        assert_eq!(got.header("content-type"), "application/json");
        assert_eq!((got.json()["id"].clone(), got.json()["level"].clone()), (json!("x-1"), json!("senior")));

        let gone = service.delete(&path);
        assert_eq!((gone.status, gone.text.as_str()), (204, ""));
        assert_eq!(service.get(&path).status, 404);
        let last = gauge(&service, "rolefit_store_seq");
        assert_eq!(service.delete(&path).problem(), (404, "not_found".to_owned()));
        assert_eq!(gauge(&service, "rolefit_store_seq"), last, "nothing was there, and nothing was written");
        assert_eq!(service.put(&path, "{}").status, 201, "it can be created anew");
    }
}

#[test]
fn a_posted_document_has_its_own_id_or_a_made_one() {
    let service = Service::start(None);
    for kind in ["candidates", "roles"] {
        let path = format!("/v1/{kind}");
        let own = service.post(&path, r#"{"id": "Łu 7?"}"#);
        assert_eq!((own.status, own.header("location")), (201, format!("/v1/{kind}/%C5%81u%207%3F").as_str()));
        assert_eq!(service.get(own.header("location")).json()["id"], "Łu 7?");
        assert_eq!(service.post(&path, r#"{"id": "Łu 7?"}"#).problem(), (409, "already_exists".to_owned()));

        let made = service.post(&path, "{}");
        assert_eq!(made.status, 201);
        let id = made.json()["id"].as_str().unwrap().to_owned();
        assert_eq!(id.len(), 36, "a UUID: {id}");
        assert_eq!(made.header("location"), format!("/v1/{kind}/{id}"));
        assert_eq!(service.get(made.header("location")).json()["id"], id);
    }
}

#[test]
fn a_put_that_races_a_post_is_never_overwritten() {
    let service = Service::start(None);
    for race in 0..30 {
        let path = format!("/v1/candidates/c-{race}");
        let (put, post) = std::thread::scope(|scope| {
            let put = scope.spawn(|| service.put(&path, r#"{"level": "senior"}"#));
            let post = service.post("/v1/candidates", &format!(r#"{{"id": "c-{race}", "level": "entry"}}"#));
            (put.join().unwrap(), post)
        });
        match put.status {
            201 => assert_eq!(post.problem(), (409, "already_exists".to_owned()), "the put made it"),
            200 => assert_eq!(post.status, 201, "the put replaced what the post had made"),
            other => panic!("{other}: {}", put.text),
        }
        assert_eq!(service.get(&path).json()["level"], "senior");
    }
}

#[test]
fn everything_that_is_wrong_comes_back_at_once() {
    let service = Service::start(None);
    let wrong =
        service.put("/v1/candidates/c", r#"{"id": "other", "skils": [], "skills": [{"name": 3}], "level": "wizard"}"#);
    assert_eq!(wrong.problem(), (422, "invalid".to_owned()));
    let mut pointers = wrong.pointers();
    pointers.sort();
    assert_eq!(pointers, ["/id", "/level", "/skills/0/name", "/skils"]);
    assert!(wrong.text.contains("did you mean `skills`?"), "{}", wrong.text);
}

#[test]
fn salary_history_is_refused_with_its_place() {
    let service = Service::start(None);
    for (json, pointer) in [
        (r#"{"current_salary": 100}"#, "/current_salary"),
        (r#"{"experience": [{"title": "HPC engineer", "lastPay": 1}]}"#, "/experience/0/lastPay"),
        (r#"{"custom": {"ats": {"current_salary": 1}}}"#, "/custom/ats/current_salary"),
    ] {
        let refused = service.put("/v1/candidates/c", json);
        assert_eq!(refused.problem(), (422, "invalid".to_owned()));
        assert_eq!(refused.pointers(), [pointer]);
    }
    assert_eq!(service.get("/v1/candidates/c").status, 404);
}

#[test]
fn the_log_names_nobody() {
    let mut service = Service::start(None);
    service.put("/v1/candidates/person-of-interest", r#"{"name": "Jane Roe", "summary": "Seven years of Lustre"}"#);
    service.get("/v1/candidates/person-of-interest?x=Jane");
    service.put("/v1/candidates/person-of-interest", r#"{"Jane": 1}"#);
    service.get("/person-of-interest");
    let named = ureq::http::Request::get(service.url("/v1/skills")).header("x-request-id", "Jane Roe, Austin");
    let answered = service.send(named.body(()).unwrap());
    assert_eq!(answered.header("x-request-id").len(), 36, "an id of another kind is not taken over");
    service.terminate();
    assert!(service.wait().success());
    let log = service.log();
    assert!(log.contains(r#""route":"/v1/candidates/{id}""#) && log.contains(r#""method":"PUT""#), "{log}");
    for word in ["person-of-interest", "Jane", "Lustre", "Austin"] {
        assert!(!log.contains(word), "{word} is in the log: {log}");
    }
}
