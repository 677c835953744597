//! The JSON Schemas (draft 2020-12) of documents, made from the domain types: the one definition of what is accepted.
//!
//! Says what a document looks like; [`check`](super::check) holds a document against it.

use std::sync::LazyLock;

use schemars::{JsonSchema, schema_for};
use serde_json::{Map, Value, json};

use super::shape::Shape;
use crate::domain::{Candidate, Role};

static CANDIDATE: LazyLock<Value> = LazyLock::new(generate::<Candidate>);
static ROLE: LazyLock<Value> = LazyLock::new(generate::<Role>);
static CANDIDATE_SHAPE: LazyLock<Shape> = LazyLock::new(|| compile(&CANDIDATE));
static ROLE_SHAPE: LazyLock<Shape> = LazyLock::new(|| compile(&ROLE));

/// The names that [`schema`] knows.
pub fn schema_names() -> &'static [&'static str] {
    &["candidate", "role"]
}

/// The JSON Schema of a document, draft 2020-12, as in the files of `schemas/`; `None` for a name that is not in
/// [`schema_names`].
pub fn schema(name: &str) -> Option<Value> {
    match name {
        "candidate" => Some(CANDIDATE.clone()),
        "role" => Some(ROLE.clone()),
        _ => None,
    }
}

pub(super) fn candidate_shape() -> &'static Shape {
    &CANDIDATE_SHAPE
}

pub(super) fn role_shape() -> &'static Shape {
    &ROLE_SHAPE
}

fn compile(schema: &Value) -> Shape {
    Shape::compile(schema).expect("the domain types are fixed, and a test compiles the schema of each")
}

fn generate<T: JsonSchema>() -> Value {
    let mut schema = schema_for!(T).to_value();
    accept_null_for_optional_fields(&mut schema);
    schema
}

/// A field that may be left out may also be null, whatever its type; serde alone says so only for `Option`.
fn accept_null_for_optional_fields(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(accept_null_for_optional_fields),
        Value::Object(map) => {
            let required: Vec<String> = match map.get("required") {
                Some(Value::Array(names)) => names.iter().filter_map(|n| n.as_str().map(str::to_owned)).collect(),
                _ => Vec::new(),
            };
            if let Some(Value::Object(properties)) = map.get_mut("properties") {
                for (name, property) in properties.iter_mut() {
                    if let Value::Object(property) = property
                        && !required.contains(name)
                    {
                        accept_null(property);
                    }
                }
            }
            map.values_mut().for_each(accept_null_for_optional_fields);
        }
        _ => {}
    }
}

fn accept_null(property: &mut Map<String, Value>) {
    if let Some(reference) = property.remove("$ref") {
        property.insert("anyOf".to_owned(), json!([{ "$ref": reference }, { "type": "null" }]));
    } else if let Some(Value::String(kind)) = property.get("type") {
        let kinds = json!([kind, "null"]);
        property.insert("type".to_owned(), kinds);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn checked_in_schemas_are_the_generated_ones() {
        for name in schema_names() {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("schemas/{name}.schema.json"));
            let generated = format!("{:#}\n", schema(name).unwrap());
            if std::env::var_os("UPDATE_SCHEMAS").is_some() {
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(&path, &generated).unwrap();
            }
            let kept = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(
                kept == generated,
                "schemas/{name}.schema.json is out of date: run \
                 `cargo run -- schema {name} > schemas/{name}.schema.json`, or this test with UPDATE_SCHEMAS=1"
            );
        }
    }

    #[test]
    fn schemas_have_title_and_description_and_no_id() {
        for name in schema_names() {
            let schema = schema(name).unwrap();
            assert!(schema["title"].is_string() && schema["description"].is_string(), "{name}");
            assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
            assert!(schema.get("$id").is_none());
            Shape::compile(&schema).unwrap();
        }
        assert!(schema("opening").is_none());
    }
}
