//! Text to facts, and look-ups in the taxonomy.

use std::fs;
use std::path::Path;

use rolefit::Engine;

use crate::http_service::Service;

#[test]
fn a_text_is_read_the_same_however_it_is_sent() {
    let service = Service::start(None);
    let text = "I have operated a 4,096-GPU H100 cluster with Slurm and Lustre since 2021.";
    let expected = serde_json::to_value(Engine::in_memory().extract(text).unwrap()).unwrap();
    assert!(!expected["skills"].as_array().unwrap().is_empty());
    let json = serde_json::json!({"text": text}).to_string();
    assert_eq!(service.post("/v1/extract", &json).json(), expected);
    assert_eq!(service.post_as("text/plain; charset=utf-8", "/v1/extract", text).json(), expected);

    let html = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("sample_data/posting.html")).unwrap();
    let found = service.post_as("text/html", "/v1/extract", html.clone()).json();
    assert_eq!(found, serde_json::to_value(Engine::in_memory().extract(&html).unwrap()).unwrap());

    let traced = serde_json::json!({"text": text, "trace": true}).to_string();
    let traced = service.post("/v1/extract", &traced).json();
    assert_eq!(traced["skills"], expected["skills"]);
    assert!(traced["trace"].as_array().unwrap().iter().any(|trace| trace["rule"] == "scale"), "{traced}");

    let wrong = service.post("/v1/extract", r#"{"txt": "x"}"#);
    assert_eq!(wrong.problem(), (422, "invalid".to_owned()));
    assert!(wrong.text.contains("did you mean `text`?"), "{}", wrong.text);
    assert_eq!(service.post_as("text/plain", "/v1/extract", b"\xff".to_vec()).problem(), (400, "malformed".to_owned()));
    assert_eq!(service.post_as("application/msword", "/v1/extract", "x").problem().0, 415);
}

#[test]
fn skills_are_looked_up() {
    let service = Service::start(None);
    let found = service.get("/v1/skills?q=GPFS&limit=3").json();
    assert_eq!((&found["results"][0]["id"], &found["results"][0]["matched_by"]), (&"gpfs".into(), &"alias".into()));
    assert!(found["results"][0]["label"].is_string() && found["results"][0]["area"].is_string());
    assert!(found["results"].as_array().unwrap().len() <= 3);

    let lustre = service.get("/v1/skills/lustre").json();
    for field in ["label", "area", "aliases", "broader", "narrower", "related", "weight", "source"] {
        assert!(!lustre[field].is_null(), "{field}: {lustre}");
    }
    assert!(lustre["related"][0]["credit"].as_f64().is_some_and(|credit| credit > 0.0 && credit < 1.0));

    let unknown = service.get("/v1/skills/infinband");
    assert_eq!(unknown.problem(), (404, "not_found".to_owned()));
    assert!(unknown.text.contains("did you mean `infiniband`?"), "{}", unknown.text);
    for query in ["limit=0", "limit=x", "limit=1001", "qq=slurm", "q=a&q=b"] {
        assert_eq!(
            service.get(&format!("/v1/skills?{query}")).problem(),
            (400, "malformed_query".to_owned()),
            "{query}"
        );
    }
}

#[test]
fn skills_that_nobody_knows_are_listed() {
    let service = Service::start(None);
    let none = service.get("/v1/skills/unrecognized").json();
    assert_eq!((&none["total"], &none["skills"]), (&0.into(), &serde_json::json!([])));
    service.put("/v1/candidates/c-1", r#"{"name": "Ana Lima", "skills": ["Slurm", "Zor-Ble", "Quuxel"]}"#);
    service.put("/v1/roles/r-1", r#"{"must_have": ["zor ble", "Lustre"]}"#);
    let found = service.get("/v1/skills/unrecognized?limit=1").json();
    assert_eq!(
        found,
        serde_json::json!({
            "total": 2, "candidates": 1, "roles": 1, "left_out": {"sentences": 0, "contact_details": 0},
            "skills": [
                {"name": "Zor-Ble", "folded": "zor ble", "documents": 2, "candidates": 1, "roles": 1, "spellings": 2}
            ],
        })
    );
    assert_eq!(service.get("/v1/skills/unrecognized?limit=0").problem(), (400, "malformed_query".to_owned()));
    assert_eq!(service.get("/v1/skills/unrecognized?q=x").problem(), (400, "malformed_query".to_owned()));
}
