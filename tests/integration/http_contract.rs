//! The OpenAPI document tells of the service as it is: every answer to any test is held against it, and every route is in it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{LazyLock, Mutex};

use jsonschema::Validator;
use rolefit::{CandidateId, Engine};
use serde_json::{Value, json};
use ureq::http::Request;

use crate::http_access;
use crate::http_service::{Answered, Service};

static DOCUMENT: LazyLock<Value> = LazyLock::new(rolefit::server::openapi);
/// One for each pointer to a schema in the document that was asked for.
static VALIDATORS: LazyLock<Mutex<HashMap<String, &'static Validator>>> = LazyLock::new(Mutex::default);

const METHODS: [&str; 7] = ["get", "put", "post", "patch", "delete", "options", "trace"];

/// The path's template in the document: where one has text in a segment and another takes any, the text.
fn template(path: &str) -> Option<&'static str> {
    let path = path.split('?').next().unwrap();
    let fits = |template: &str| {
        let (mut here, mut there) = (path.split('/'), template.split('/'));
        loop {
            match (here.next(), there.next()) {
                (None, None) => return true,
                (Some(here), Some(there)) if here == there || there.starts_with('{') => {}
                _ => return false,
            }
        }
    };
    let templates = DOCUMENT["paths"].as_object().unwrap().keys();
    templates.map(String::as_str).filter(|template| fits(template)).min_by_key(|template| template.matches('{').count())
}

/// Fails where an answer is not as the document tells.
pub(crate) fn check(method: &str, path: &str, answered: &Answered) {
    let Answered { status, headers, text } = answered;
    // What a browser asks before a page may ask.
    if method == "OPTIONS" && headers.contains_key("access-control-allow-methods") {
        return;
    }
    let method = if method == "HEAD" { "get" } else { &method.to_lowercase() };
    let header = |name: &str| headers.get(name).map_or("", |value| value.to_str().unwrap());
    let media = header("content-type").split(';').next().unwrap().trim();
    let told = template(path).and_then(|template| DOCUMENT["paths"][template].get(method).map(|told| (template, told)));
    let Some((template, told)) = told else {
        assert!(
            matches!(status, 400 | 403..=405 | 413 | 431 | 503),
            "{method} {path} is told nowhere, and answers {status}"
        );
        assert_eq!(media, "application/problem+json");
        return;
    };
    let place = format!("{method} {template} {status}");
    // What no route sees.
    if *status == 414 {
        return;
    }
    let answer = &told["responses"][status.to_string()];
    assert!(answer.is_object(), "{place}: the document does not tell of this status: {text}");
    for (name, header) in answer["headers"].as_object().into_iter().flatten() {
        assert!(header["required"] == false || headers.contains_key(name.as_str()), "{place}: no {name}");
    }
    if text.is_empty() {
        return;
    }
    let content = &answer["content"][media];
    assert!(content.is_object(), "{place}: the document does not tell of {media:?}");
    let lines: Vec<&str> = if media == "application/x-ndjson" { text.lines().collect() } else { vec![text] };
    if !media.ends_with("json") {
        return;
    }
    let pointer = format!("{place} {media}");
    let validator = *VALIDATORS
        .lock()
        .unwrap()
        .entry(pointer)
        .or_insert_with(|| Box::leak(Box::new(validator(&content["schema"]))));
    for line in lines {
        let value: Value = serde_json::from_str(line).unwrap();
        let wrong: Vec<String> =
            validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(wrong.is_empty(), "{place}: {wrong:#?}");
    }
}

/// Fails where a value is not as a schema of the document says.
pub(crate) fn check_against(schema: &Value, value: &Value, place: &str) {
    let wrong = validator(schema).validate(value).err().map(|error| format!("{}: {error}", error.instance_path()));
    assert_eq!(wrong, None, "{place}");
}

fn validator(schema: &Value) -> Validator {
    let mut whole = schema.clone();
    whole["components"] = DOCUMENT["components"].clone();
    jsonschema::draft202012::new(&whole).unwrap()
}

#[test]
fn examples_are_as_their_schemas_say() {
    let mut n = 0;
    for (path, methods) in DOCUMENT["paths"].as_object().unwrap() {
        for (method, told) in methods.as_object().unwrap() {
            for content in told["requestBody"]["content"].as_object().into_iter().flat_map(|content| content.values()) {
                if let Some(example) = content.get("example") {
                    let wrong = validator(&content["schema"]).validate(example).err().map(|error| error.to_string());
                    assert_eq!(wrong, None, "{method} {path}");
                    n += 1;
                }
            }
        }
    }
    assert!(n >= 10, "{n}");
}

#[test]
fn examples_are_accepted_by_the_service() {
    let folder = tempfile::tempdir().unwrap();
    let key = http_access::key(folder.path(), &["--scope", "admin"]);
    let service = Service::start(Some(folder.path())).with_key(&key);
    let mut asked = Vec::new();
    for (path, methods) in DOCUMENT["paths"].as_object().unwrap() {
        for (method, told) in methods.as_object().unwrap() {
            let example = &told["requestBody"]["content"]["application/json"]["example"];
            if !example.is_null() {
                // What others speak of is written first; what removes it comes last.
                let order = ["put", "post", "patch", "delete"].iter().position(|known| known == method);
                asked.push((order, path, method, example));
            }
        }
    }
    asked.sort_by_key(|(order, path, ..)| (*order, path.len()));
    for (_, path, method, example) in asked {
        let ids = ["c-1", "another"].map(|id| CandidateId::new(id).unwrap());
        let pair = Engine::duplicate_id(&ids[0], &ids[1]);
        let id = match path.as_str() {
            path if path.starts_with("/v1/roles") => "r-1",
            path if path.starts_with("/v1/duplicates") => &pair,
            _ => "c-1",
        };
        // POST makes another one.
        let mut example = example.clone();
        if method == "post" && example["id"].is_string() {
            example["id"] = json!("another");
        }
        if example["candidate_ids"].is_array() {
            example["candidate_ids"] = json!(ids);
        }
        let request = Request::builder()
            .method(method.to_uppercase().as_str())
            .uri(service.url(&path.replace("{id}", id).replace("{candidate_id}", "c-1")));
        let media = if method == "patch" { "application/merge-patch+json" } else { "application/json" };
        let answered = service.send(request.header("content-type", media).body(example.to_string()).unwrap());
        assert!(answered.status < 300, "{method} {path}: {}", answered.text);
    }
}

/// The router holds no path and no method that the document does not tell of, and all that it tells of.
#[test]
fn every_route_is_told_and_every_told_route_is_there() {
    let service = Service::start(None);
    for (template, told) in DOCUMENT["paths"].as_object().unwrap() {
        let path = template.replace("{id}", "nobody").replace("{candidate_id}", "nobody");
        let told: BTreeSet<&str> = told.as_object().unwrap().keys().map(String::as_str).collect();
        for method in METHODS {
            let request = Request::builder().method(method.to_uppercase().as_str()).uri(service.url(&path));
            let request = request.header("content-type", "application/json").body(String::new()).unwrap();
            let answered = service.send(request);
            if told.contains(method) {
                assert_ne!(answered.status, 405, "{method} {template}");
                assert!(answered.status != 404 || answered.problem().1 != "no_such_route", "{method} {template}");
            } else {
                assert_eq!(answered.problem(), (405, "method_not_allowed".to_owned()), "{method} {template}");
                let mut allowed: BTreeSet<String> = told.iter().map(|method| method.to_uppercase()).collect();
                if told.contains("get") {
                    allowed.insert("HEAD".to_owned());
                }
                let named: BTreeSet<String> =
                    answered.header("allow").split(',').map(|m| m.trim().to_owned()).collect();
                assert_eq!(named, allowed, "{method} {template}");
            }
        }
    }
}

#[test]
fn the_document_is_the_same_from_the_service_the_crate_and_the_program() {
    let service = Service::start(None);
    assert_eq!(service.get("/openapi.json").json(), *DOCUMENT);
    let told = std::process::Command::new(env!("CARGO_BIN_EXE_rolefit")).arg("openapi").output().unwrap();
    assert_eq!(serde_json::from_slice::<Value>(&told.stdout).unwrap(), *DOCUMENT);
    assert_eq!(service.get("/openapi.json").text.as_bytes(), told.stdout);
}

#[test]
fn the_docs_name_every_route_and_load_nothing_from_elsewhere() {
    let service = Service::start(None);
    let page = service.get("/docs");
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    let policy = page.header("content-security-policy");
    assert!(policy.contains("default-src 'none'") && policy.contains("style-src 'self'"), "{policy}");
    for path in DOCUMENT["paths"].as_object().unwrap().keys() {
        assert!(page.text.contains(&format!("<code>{path}</code>")), "{path}");
    }
    // Examples name addresses; nothing leads to one.
    for foreign in ["=\"http://", "=\"https://", "url(", "<script", "style=\"", "src="] {
        assert!(!page.text.contains(foreign), "{foreign}");
    }
    let style = service.get("/docs/style.css");
    assert_eq!((style.status, style.header("content-type")), (200, "text/css; charset=utf-8"));
    assert!(!style.text.contains("url(") && !style.text.contains("@import"));
}

#[test]
fn statuses_are_told_with_their_codes() {
    let mut told: BTreeMap<&str, usize> = BTreeMap::new();
    for methods in DOCUMENT["paths"].as_object().unwrap().values() {
        for (status, answer) in
            methods.as_object().unwrap().values().flat_map(|told| told["responses"].as_object().unwrap())
        {
            if status.starts_with(['4', '5']) {
                assert!(answer["description"].as_str().unwrap().contains('`'), "{status}: {answer}");
                *told.entry(status).or_default() += 1;
            }
        }
    }
    for status in ["400", "404", "409", "412", "413", "415", "422", "503", "504", "507"] {
        assert!(told.contains_key(status), "{status}");
    }
}
