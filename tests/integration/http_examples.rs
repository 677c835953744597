//! Every good answer in JSON has an example in the OpenAPI document, and it is one that a service gave.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;

use serde_json::{Value, json};

use crate::campaign::program;
use crate::http_access::key;
use crate::http_contract;
use crate::http_service::{Answered, Service};

/// Lists of an example are cut after so many.
const MAX_ITEMS: usize = 3;

/// Where examples name a receiver of webhooks.
const RECEIVER: &str = "https://ats.example/hooks/rolefit";

/// Examples by operation and status.
type Examples = BTreeMap<String, BTreeMap<String, Value>>;

fn document() -> Value {
    rolefit::server::openapi()
}

/// The operation of a method and the path's template, with what is told of it.
fn operations(document: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    let paths = document["paths"].as_object().unwrap();
    paths.iter().flat_map(|(path, methods)| {
        methods.as_object().unwrap().iter().map(|(method, told)| (path.as_str(), method.as_str(), told))
    })
}

#[test]
fn every_good_answer_in_json_has_an_example_that_is_as_its_schema_says() {
    let document = document();
    let (mut missing, mut n) = (Vec::new(), 0);
    for (path, method, told) in operations(&document) {
        for (status, answer) in
            told["responses"].as_object().unwrap().iter().filter(|(status, _)| status.starts_with('2'))
        {
            let Some(content) = answer["content"].get("application/json") else { continue };
            match content.get("example") {
                Some(example) => {
                    http_contract::check_against(&content["schema"], example, &format!("{method} {path} {status}"));
                    n += 1;
                }
                None => missing.push(format!("{method} {path} {status}")),
            }
        }
    }
    assert!(missing.is_empty(), "run `http_examples` with UPDATE_EXAMPLES=1: {missing:#?}");
    assert!(n > 40, "{n}");
    for event in document["webhooks"].as_object().unwrap().values() {
        let content = &event["post"]["requestBody"]["content"]["application/json"];
        http_contract::check_against(&content["schema"], &content["example"], "a webhook");
    }
}

/// Takes every message.
fn receiver() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/hook", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut read = Vec::new();
            while !read.ends_with(b"}") && matches!((&stream).take(1).read_to_end(&mut read), Ok(1)) {}
            let _ = stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n");
        }
    });
    url
}

/// A service that is asked for everything, and what it answers.
struct Asking {
    service: Service,
    document: Value,
    examples: Examples,
}

impl Asking {
    /// Notes what was answered to an operation.
    fn note(&mut self, operation: &str, answered: &Answered) -> Value {
        let status = answered.status.to_string();
        assert!(status.starts_with('2'), "{operation}: {}", answered.text);
        let json = answered.json();
        self.examples.entry(operation.to_owned()).or_default().insert(status, shortened(json.clone()));
        json
    }

    /// Asks for an operation by its name: with ids in place of what its path has in braces, a query, and a body.
    fn ask(&mut self, operation: &str, ids: &[&str], query: &str, body: &Value) -> Value {
        let (path, method, _) = operations(&self.document).find(|(.., told)| told["operationId"] == operation).unwrap();
        let mut target = String::new();
        let mut ids = ids.iter();
        for piece in path.split('{') {
            match piece.split_once('}') {
                Some((_, rest)) => target += &format!("{}{rest}", ids.next().unwrap()),
                None => target += piece,
            }
        }
        target += query;
        let answered = match method {
            "get" => self.service.get(&target),
            "delete" => self.service.delete(&target),
            "put" => self.service.put(&target, &body.to_string()),
            "patch" => self.service.send(
                ureq::http::Request::patch(self.service.url(&target))
                    .header("content-type", "application/merge-patch+json")
                    .body(body.to_string())
                    .unwrap(),
            ),
            _ => self.service.post(&target, &body.to_string()),
        };
        self.note(operation, &answered)
    }

    fn example_of(&self, operation: &str) -> Value {
        let (.., told) = operations(&self.document).find(|(.., told)| told["operationId"] == operation).unwrap();
        told["requestBody"]["content"]["application/json"]["example"].clone()
    }

    /// What documents of a kind are asked for.
    fn documents(&mut self, one: &str, many: &str, id: &str) {
        let document = self.example_of(&format!("put{one}"));
        let with_id = |id: &str| {
            let mut document = document.clone();
            document["id"] = id.into();
            document
        };
        self.ask(&format!("create{one}"), &[], "", &document);
        self.ask(&format!("put{one}"), &[id], "", &document);
        self.ask(&format!("put{one}"), &["new-1"], "", &with_id("new-1"));
        self.ask(&format!("put{many}"), &[], "", &json!([with_id("new-2"), with_id("new-3")]));
        self.ask(&format!("get{one}"), &[id], "", &Value::Null);
        let patch =
            if one == "Role" { json!({ "level": "senior" }) } else { json!({ "headline": "Staff HPC engineer" }) };
        self.ask(&format!("patch{one}"), &[id], "", &patch);
        self.ask(&format!("get{many}"), &[], "?fields=id", &json!({ "ids": [id, "nobody"] }));
        self.ask(&format!("search{many}"), &[], "?q=HPC&facet=level&limit=1", &Value::Null);
        let foreign = if one == "Role" {
            json!([{ "title": "HPC engineer", "description": "Runs Slurm." }])
        } else {
            json!([{ "basics": { "label": "HPC engineer", "summary": "Runs Slurm." } }])
        };
        self.ask(&format!("import{many}"), &[], "?from=json-resume", &foreign);
        self.ask(&format!("similar{many}"), &[id], "", &json!({ "limit": 1 }));
        self.ask(&format!("delete{many}"), &[], "", &json!({ "ids": ["new-2", "nobody"] }));
        self.ask(&format!("delete{one}"), &["new-1"], "?erase=true", &Value::Null);
    }

    /// Two documents of one person, and what is decided of them.
    fn duplicates(&mut self) {
        for id in ["c-1", "c-2"] {
            let document = json!({
                "id": id, "name": "Ann Lee", "headline": "HPC systems engineer", "custom": { "email": "ann.lee@example.org" },
            });
            self.service.put(&format!("/v1/candidates/{id}"), &document.to_string());
        }
        let listed = self.ask("listDuplicates", &[], "", &Value::Null);
        let id = listed["duplicates"][0]["id"].as_str().unwrap().to_owned();
        self.ask("getDuplicate", &[&id], "", &Value::Null);
        self.ask("mergeDuplicate", &[&id], "", &json!({ "survivor": "c-1" }));
        self.ask("undoDuplicate", &[&id], "", &Value::Null);
        self.ask("dismissDuplicate", &[&id], "", &Value::Null);
        self.ask("undoDuplicate", &[&id], "", &Value::Null);
        self.ask("decideDuplicate", &[], "", &json!({ "candidate_ids": ["c-1", "c-2"], "decision": "dismissed" }));
    }

    fn feedback(&mut self) {
        let body = self.example_of("putFeedback");
        self.ask("putFeedback", &["r-1", "c-1"], "", &body);
        self.ask("putFeedback", &["r-1", "c-1"], "", &body);
        self.ask("getFeedback", &["r-1", "c-1"], "", &Value::Null);
        self.ask("listFeedback", &["r-1"], "", &Value::Null);
    }

    fn webhooks(&mut self) {
        let made =
            self.ask("createRoleWebhook", &["r-1"], "", &json!({ "url": receiver(), "limit": 10, "min_fit": 60 }));
        let id = made["id"].as_str().unwrap().to_owned();
        let one = ["r-1", &id];
        self.ask("pingRoleWebhook", &one, "", &Value::Null);
        self.ask("rotateRoleWebhookSecret", &one, "", &Value::Null);
        self.ask("getRoleWebhook", &one, "", &Value::Null);
        self.ask("listRoleWebhookDeliveries", &one, "", &Value::Null);
        self.ask("listRoleWebhooks", &["r-1"], "", &Value::Null);
        self.ask("listWebhooks", &[], "", &Value::Null);
    }
}

/// An example with less of long lists and texts, and without what is nobody's business.
fn shortened(mut value: Value) -> Value {
    match &mut value {
        Value::Array(items) => {
            items.truncate(MAX_ITEMS);
            for item in items.iter_mut() {
                *item = shortened(item.take());
            }
        }
        Value::Object(map) => {
            for (name, item) in map.iter_mut() {
                *item = match (name.as_str(), item.as_str()) {
                    ("secret", Some(secret)) if secret.starts_with("whsec_") => {
                        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".into()
                    }
                    ("secret", Some(_)) => "rf_...".into(),
                    ("url", Some(_)) => RECEIVER.into(),
                    _ => shortened(item.take()),
                };
            }
        }
        _ => {}
    }
    value
}

#[test]
fn examples_are_what_a_service_answers() {
    let folder = tempfile::tempdir().unwrap();
    let admin = key(folder.path(), &["--scope", "admin"]);
    let mut command = program(&["serve", "--listen", "127.0.0.1:0", "--webhook-allow-private", "--data-dir"]);
    command.arg(folder.path());
    let service = Service::spawn(command).with_key(&admin);
    service.wait_until_ready();
    let mut asking = Asking { service, document: document(), examples: Examples::new() };
    asking.documents("Candidate", "Candidates", "c-1");
    asking.documents("Role", "Roles", "r-1");
    let none = Value::Null;
    for (operation, ids, query, body) in [
        ("matchRole", &["r-1"][..], "", json!({ "limit": 1 })),
        ("partialMatchRole", &["r-1"], "", json!({ "limit": 1 })),
        ("matchCandidate", &["c-1"], "", json!({ "limit": 1 })),
        ("explainMatch", &["r-1", "c-1"], "", none.clone()),
        ("whatIf", &["r-1"], "", json!({ "candidate_id": "c-1", "cut_off": "good" })),
        ("matchInline", &[], "", asking.example_of("matchInline")),
        ("extract", &[], "", asking.example_of("extract")),
        ("market", &[], "?family=HPC%20engineer&level=senior", none.clone()),
        ("searchSkills", &[], "?q=slurm&limit=1", none.clone()),
        ("getSkill", &["slurm"], "", none.clone()),
        ("unrecognizedSkills", &[], "", none.clone()),
        ("createKey", &[], "", json!({ "scope": "read", "name": "nightly report" })),
        ("listKeys", &[], "", none.clone()),
        ("reload", &[], "", none.clone()),
        ("alive", &[], "", none.clone()),
        ("ready", &[], "", none.clone()),
    ] {
        asking.ask(operation, ids, query, &body);
    }
    let receipt = asking.ask("eraseDeleted", &[], "", &none)["receipt"].as_str().unwrap().to_owned();
    asking.ask("getErasure", &[&receipt], "", &none);
    asking.feedback();
    asking.webhooks();
    asking.duplicates();
    let short = json!({ "openapi": "3.1.0", "info": { "title": "Rolefit", "version": env!("CARGO_PKG_VERSION") }, "paths": {} });
    asking.examples.entry("openapi".to_owned()).or_default().insert("200".to_owned(), short);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/server/contract/examples.json");
    if std::env::var_os("UPDATE_EXAMPLES").is_some() {
        std::fs::write(&path, format!("{:#}\n", json!(asking.examples))).unwrap();
    }
    let kept: Examples = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let told = |examples: &Examples| -> Vec<String> {
        examples.iter().flat_map(|(name, all)| all.keys().map(move |status| format!("{name} {status}"))).collect()
    };
    assert_eq!(told(&kept), told(&asking.examples), "run this test with UPDATE_EXAMPLES=1, and build anew");
}
