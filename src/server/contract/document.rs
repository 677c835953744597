//! The OpenAPI 3.1 document, put together from what is told of each route.

use serde_json::{Map, Value, json};

use super::codes;
use super::examples;
use super::operation::{Answered, Header, JSON, Operation, RequestBody};
use super::operations::{DOCUMENTS, KNOWLEDGE, MATCHING, SERVICE};
use super::schemas::Schemas;
use super::webhook_operations;
use crate::server::caller::scope_in_words;
use crate::server::problem::Form;

const DESCRIPTION: &str = "\
Candidates and roles in, explained shortlists out. Documents are JSON; every error is `application/problem+json` with a stable \
`code`. A write is answered when it is durable, and every later request sees it. `/v1` changes by additions alone.";

/// The name of the security scheme.
const SCHEME: &str = "api_key";
const KEYS: &str = "\
A key of `rolefit keys create` or `POST /v1/keys`. Its scope is `read`, `write` or `admin`, of which each includes those before it, and \
its documents are those of its tenant alone. A service on loopback without any key asks for none.";

/// The document of these operations: method, path, and what is told.
pub(in crate::server) fn document<'o>(
    operations: impl IntoIterator<Item = (&'o str, &'o str, &'o Operation)>,
) -> Value {
    let mut schemas = Schemas::new();
    let problem = schemas.answer::<Form<'_>>();
    let mut paths: Map<String, Value> = Map::new();
    for (method, path, operation) in operations {
        let told = written(operation, &mut schemas, &problem);
        let entry = paths.entry(path).or_insert_with(|| json!({}));
        entry[method.to_lowercase()] = told;
    }
    let webhooks = webhook_operations::sent(&mut schemas);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Rolefit",
            "version": env!("CARGO_PKG_VERSION"),
            "description": DESCRIPTION,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "tags": [
            { "name": DOCUMENTS, "description": "Candidates and roles: written, read, searched, removed." },
            { "name": MATCHING, "description": "Shortlists, and why they are so." },
            { "name": KNOWLEDGE, "description": "What the field knows: texts to facts, skills, pay." },
            { "name": SERVICE, "description": "The service itself." },
        ],
        "paths": paths,
        "webhooks": webhooks,
        "components": {
            "schemas": schemas.finish(),
            "securitySchemes": { SCHEME: { "type": "http", "scheme": "bearer", "bearerFormat": "rf_...", "description": KEYS } },
        },
    })
}

fn written(operation: &Operation, schemas: &mut Schemas, problem: &Value) -> Value {
    let mut told = json!({
        "operationId": operation.id,
        "tags": [operation.tag],
        "summary": operation.summary,
        "responses": responses(operation, schemas, problem),
        // By OpenAPI 3.1 the names of roles that are needed; generated clients read no more of them than that there are some.
        "security": operation.scope.iter().map(|scope| json!({ SCHEME: [scope] })).collect::<Vec<_>>(),
    });
    let description = [operation.description.as_str(), scope_in_words(operation.scope)];
    told["description"] = description.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ").into();
    if !operation.parameters.is_empty() {
        told["parameters"] = operation.parameters.iter().map(super::parameter::Parameter::to_value).collect();
    }
    if let Some(body) = &operation.body {
        told["requestBody"] = request_body(body, schemas);
    }
    told
}

fn request_body(body: &RequestBody, schemas: &mut Schemas) -> Value {
    let mut content = Map::new();
    for (media, schema) in &body.forms {
        let is_file = !media.ends_with("json");
        // A text or a file is itself, whatever it says.
        let mut told = if is_file { json!({ "schema": {} }) } else { json!({ "schema": schema(schemas) }) };
        if let Some(example) = body.example.as_ref().filter(|_| !is_file) {
            told["example"] = example.clone();
        }
        content.insert((*media).to_owned(), told);
    }
    json!({ "required": body.is_required, "content": content })
}

fn responses(operation: &Operation, schemas: &mut Schemas, problem: &Value) -> Value {
    let mut all = Map::new();
    for Answered { status, description, forms, headers } in &operation.answers {
        let mut told = json!({ "description": description });
        for (media, schema) in forms {
            told["content"][*media] = json!({ "schema": schema(schemas) });
            if *media == JSON
                && let Some(example) = examples::of(&operation.id, *status)
            {
                told["content"][*media]["example"] = example.clone();
            }
        }
        let description_of_id = "The request's own id where it has a plain one, else a new one.";
        let id = Header { name: "X-Request-Id", description: description_of_id, is_always: true };
        let description_of_trace = "The span of the request in its trace, by W3C Trace Context.";
        let trace = Header { name: "traceparent", description: description_of_trace, is_always: true };
        let description_of_seq = "The number of the write, or of a later one. A request that brings it is answered by a node that has seen it.";
        let seq = Header { name: "X-Rolefit-Seq", description: description_of_seq, is_always: false };
        let seq = operation.is_write.then_some(seq);
        for Header { name, description, is_always } in headers.iter().copied().chain([id, trace]).chain(seq) {
            let schema = json!({ "type": "string" });
            told["headers"][name] = json!({ "description": description, "required": is_always, "schema": schema });
        }
        all.insert(status.to_string(), told);
    }
    for status in operation.problem_statuses() {
        let names: Vec<String> = codes::of_status(status).map(|(code, _)| format!("`{code}`")).collect();
        let description = format!("A problem; its code is {}.", names.join(" or "));
        let content = json!({ "application/problem+json": { "schema": problem } });
        let mut told = json!({ "description": description, "content": content });
        if status == 401 {
            let description = "`Bearer`, with the error `invalid_token` where there was a key (RFC 6750).";
            told["headers"]["WWW-Authenticate"] =
                json!({ "description": description, "required": true, "schema": { "type": "string" } });
        }
        all.insert(status.to_string(), told);
    }
    Value::Object(all)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::server::openapi;

    #[test]
    fn the_checked_in_document_is_the_generated_one() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/openapi.json");
        let generated = format!("{:#}\n", openapi());
        if std::env::var_os("UPDATE_SCHEMAS").is_some() {
            std::fs::write(&path, &generated).unwrap();
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == generated,
            "schemas/openapi.json is out of date: run `cargo run -- openapi > schemas/openapi.json`, or this test with UPDATE_SCHEMAS=1"
        );
    }

    #[test]
    fn every_reference_leads_somewhere_and_every_schema_is_referred_to() {
        let document = openapi();
        let mut referred = std::collections::BTreeSet::new();
        references(&document, &mut referred);
        let schemas = document["components"]["schemas"].as_object().unwrap();
        let named: std::collections::BTreeSet<String> =
            schemas.keys().map(|name| format!("#/components/schemas/{name}")).collect();
        assert_eq!(referred, named);
    }

    fn references(value: &Value, found: &mut std::collections::BTreeSet<String>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            Value::Object(map) => {
                if let Some(Value::String(reference)) = map.get("$ref") {
                    found.insert(reference.clone());
                }
                map.values().for_each(|value| references(value, found));
            }
            _ => {}
        }
    }

    #[test]
    fn what_documents_are_made_of_is_as_in_their_schemas() {
        let document = openapi();
        let schemas = &document["components"]["schemas"];
        for name in crate::intake::schema_names() {
            let kept = crate::intake::schema(name).unwrap().to_string().replace("#/$defs/", "#/components/schemas/");
            let mut kept: Value = serde_json::from_str(&kept).unwrap();
            super::super::schemas::as_generators_read(&mut kept);
            for (part, schema) in kept["$defs"].as_object().unwrap() {
                assert_eq!(&schemas[part], schema, "{part}");
            }
            let title = kept["title"].as_str().unwrap();
            assert_eq!(schemas[title]["properties"], kept["properties"]);
            assert_eq!(schemas[title]["required"], kept["required"]);
        }
    }

    #[test]
    fn operations_have_names_of_their_own() {
        let document = openapi();
        let methods =
            document["paths"].as_object().unwrap().values().flat_map(|path| path.as_object().unwrap().values());
        let names: Vec<&str> = methods.map(|told| told["operationId"].as_str().unwrap()).collect();
        let unique: std::collections::BTreeSet<&str> = names.iter().copied().collect();
        assert!(names.len() == unique.len() && names.len() > 30, "{names:?}");
    }
}
