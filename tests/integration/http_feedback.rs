//! Feedback over HTTP: put with and without a version, read, listed, exported as graded pairs, and gone with its documents.

use serde_json::{Value, json};
use ureq::http::Request;

use crate::http_access::key;
use crate::http_service::Service;
use crate::program::Folder;

fn fill(service: &Service) {
    let role = json!({"title": "HPC engineer", "must_have": ["Slurm"]});
    assert_eq!(service.put("/v1/roles/r", &role.to_string()).status, 201);
    for id in ["c-1", "c-2", "c-3"] {
        assert_eq!(service.put(&format!("/v1/candidates/{id}"), r#"{"skills": ["Slurm"]}"#).status, 201);
    }
}

#[test]
fn feedback_is_put_read_listed_and_exported() {
    let folder = Folder::new();
    {
        let service = Service::start(Some(folder.path()));
        fill(&service);
        let before = service.post("/v1/roles/r/matches", "{}").text;
        let path = "/v1/roles/r/feedback/c-1";
        assert_eq!(service.get(path).problem(), (404, "not_found".to_owned()));
        let put = service.put(path, r#"{"stage": "screening", "grade": 2, "notes": [{"text": "Call."}]}"#);
        let tag = put.header("etag").to_owned();
        assert_eq!((put.status, put.json()["stage"].clone()), (201, json!("screening")), "{}", put.text);
        let found = service.get(path);
        assert_eq!((found.json(), found.header("etag")), (put.json(), tag.as_str()));
        assert!(found.json()["notes"][0]["at"].as_u64().unwrap() > 1_700_000_000);
        assert_eq!(service.put(path, &found.text).json()["notes"], found.json()["notes"], "an answer can be sent back");

        let guarded =
            Request::put(service.url(path)).header("content-type", "application/json").header("if-match", &tag);
        let lost = service.send(guarded.body(r#"{"grade": 0}"#.to_owned()).unwrap());
        assert_eq!(lost.problem(), (412, "precondition_failed".to_owned()));
        for (id, grade) in [("c-3", 0), ("c-2", 3)] {
            let put = service.put(&format!("/v1/roles/r/feedback/{id}"), &json!({ "grade": grade }).to_string());
            assert_eq!(put.status, 201);
        }
        let pairs = service.get("/v1/roles/r/feedback.qrels");
        assert_eq!(pairs.text, "r 0 c-1 2\nr 0 c-2 3\nr 0 c-3 0\n");
        let first = service.get("/v1/roles/r/feedback?limit=2").json();
        assert_eq!((&first["total"], &first["next_cursor"]), (&json!(3), &json!("c-2")));
        let second = service.get("/v1/roles/r/feedback?limit=2&cursor=c-2").json();
        assert_eq!((second["feedback"].as_array().unwrap().len(), &second["next_cursor"]), (1, &Value::Null));
        assert_eq!(service.get("/v1/roles/r/feedback?stage=screening").json()["total"], 1);
        assert_eq!(service.get("/v1/roles/r/feedback?stage=screned").status, 400);
        assert_eq!(service.post("/v1/roles/r/matches", "{}").text, before, "no fit depends on it");

        assert_eq!(service.delete("/v1/roles/r/feedback/c-3").status, 204);
        assert_eq!(service.delete("/v1/roles/r/feedback/c-3").status, 404);
        assert_eq!(service.delete("/v1/candidates/c-2").status, 204);
        assert_eq!(service.get("/v1/roles/r/feedback.qrels").text, "r 0 c-1 2\n");
        for (path, status) in [("/v1/roles/none/feedback", 404), ("/v1/roles/none/feedback.qrels", 404)] {
            assert_eq!(service.get(path).status, status, "{path}");
        }
        assert_eq!(service.put("/v1/roles/r/feedback/nobody", "{}").status, 404);
        let wrong = service.put(path, r#"{"grade": 9, "stage": "offer"}"#);
        assert_eq!(wrong.problem().0, 422, "{}", wrong.text);
    }
    let service = Service::start(Some(folder.path()));
    service.wait_until_ready();
    assert_eq!(service.get("/v1/roles/r/feedback/c-1").json()["stage"], "screening", "it outlives the service");
}

#[test]
fn a_key_that_reads_reads_feedback_and_writes_none() {
    let folder = tempfile::tempdir().unwrap();
    let (writer, reader) = (key(folder.path(), &["--scope", "write"]), key(folder.path(), &["--scope", "read"]));
    let service = Service::start(Some(folder.path())).with_key(&writer);
    fill(&service);
    assert_eq!(service.put("/v1/roles/r/feedback/c-1", r#"{"grade": 1}"#).status, 201);
    let service = service.with_key(&reader);
    assert_eq!(service.get("/v1/roles/r/feedback/c-1").status, 200);
    assert_eq!(service.put("/v1/roles/r/feedback/c-1", r#"{"grade": 2}"#).status, 403);
    assert_eq!(service.delete("/v1/roles/r/feedback/c-1").status, 403);
    assert_eq!(service.get("/v1/roles/r/feedback.qrels").text, "r 0 c-1 1\n");
}
