//! The schemas of the OpenAPI document: documents as `schemas/` has them, requests and answers from their types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::intake::{schema, schema_names};

/// Ends the name of a document's schema in which the id is not required.
const INPUT: &str = "Input";
/// Ends the name of the schema of a document's patch.
const PATCH: &str = "Patch";
const COMPONENTS: &str = "/components/schemas";

/// Collects what is referred to.
pub(in crate::server) struct Schemas {
    requests: SchemaGenerator,
    answers: SchemaGenerator,
}

impl Schemas {
    pub(super) fn new() -> Self {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = COMPONENTS.into();
                settings.meta_schema = None;
            })
        };
        Self {
            requests: settings().for_deserialize().into_generator(),
            answers: settings().for_serialize().into_generator(),
        }
    }

    /// A reference to what is answered as a `T`.
    pub(super) fn answer<T: JsonSchema>(&mut self) -> Value {
        self.answers.subschema_for::<T>().to_value()
    }

    /// A reference to what is asked by a `T`.
    pub(super) fn request<T: JsonSchema>(&mut self) -> Value {
        self.requests.subschema_for::<T>().to_value()
    }

    /// A reference to a document as it is given where its id may be left out, because it stands elsewhere or is made.
    pub(super) fn input<T: JsonSchema>(&mut self) -> Value {
        let document = self.requests.subschema_for::<T>().to_value();
        let reference = document["$ref"].as_str().unwrap_or_default();
        json!({ "$ref": format!("{reference}{INPUT}") })
    }

    /// A reference to a merge patch of a document: whatever its fields may be, and null.
    pub(super) fn patch<T: JsonSchema>(&mut self) -> Value {
        let document = self.requests.subschema_for::<T>().to_value();
        let reference = document["$ref"].as_str().unwrap_or_default();
        json!({ "$ref": format!("{reference}{PATCH}") })
    }

    /// All that was referred to, by name. What a document is made of is as in `schemas/`, wherever it stands.
    pub(super) fn finish(mut self) -> Map<String, Value> {
        let mut all = Map::new();
        all.extend(self.answers.take_definitions(true));
        all.extend(self.requests.take_definitions(true));
        for name in schema_names() {
            let document = schema(name).expect("each name has a schema");
            let parts = components(document);
            let inputs = parts.iter().filter(|(_, part)| part.get("title").is_some());
            let inputs = inputs.flat_map(|(name, whole)| {
                [
                    (format!("{name}{INPUT}"), without_required_id(whole)),
                    (format!("{name}{PATCH}"), patch(name, whole, &parts)),
                ]
            });
            all.extend(inputs.collect::<Vec<_>>());
            all.extend(parts);
        }
        all.values_mut().for_each(as_generators_read);
        all
    }
}

/// The same in the form that generators of clients read best: names to choose from as one `enum`, which they make a type of, rather than
/// as a choice of constants; and defaults in words, because some take a field with a default for one that must be there.
pub(super) fn as_generators_read(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(as_generators_read),
        Value::Object(map) => {
            map.values_mut().for_each(as_generators_read);
            let default = map.get("default").filter(|default| !default.is_object()).cloned();
            if let Some(default) = default {
                map.remove("default");
                if !default.is_null() && default != json!([]) {
                    describe(map, &format!("`{}` when absent.", default.to_string().trim_matches('"')));
                }
            }
            if let Some(names) = map.get("oneOf").and_then(names) {
                let words = names.iter().filter(|(_, words)| !words.is_empty());
                let words: Vec<String> = words.map(|(name, words)| format!("`{name}`: {words}")).collect();
                describe(map, &words.join(" "));
                map.remove("oneOf");
                map.insert("type".to_owned(), "string".into());
                map.insert("enum".to_owned(), names.into_iter().map(|(name, _)| name).collect());
            }
        }
        _ => {}
    }
}

/// The names of a choice of names, with what each means; none where it is a choice of anything else.
fn names(choice: &Value) -> Option<Vec<(String, String)>> {
    let mut names = Vec::new();
    for variant in choice.as_array()? {
        let words = variant["description"].as_str().unwrap_or_default();
        match (variant["const"].as_str(), variant["enum"].as_array()) {
            (Some(name), _) => names.push((name.to_owned(), words.to_owned())),
            (None, Some(several)) => {
                for name in several {
                    names.push((name.as_str()?.to_owned(), String::new()));
                }
            }
            (None, None) => return None,
        }
    }
    Some(names)
}

fn describe(map: &mut Map<String, Value>, more: &str) {
    let before = map.get("description").and_then(Value::as_str).unwrap_or_default();
    let told = format!("{before} {more}").trim().to_owned();
    if !told.is_empty() {
        map.insert("description".to_owned(), told.into());
    }
}

/// What a patch may name: texts, numbers and lists as they are in the document. How much of an object it gives is its own say.
fn patch(name: &str, document: &Value, parts: &Map<String, Value>) -> Value {
    let fields = document["properties"].as_object().into_iter().flatten().filter(|(name, _)| *name != "id");
    let fields = fields.map(|(name, field)| {
        if !is_object(field, parts) {
            return (name.clone(), field.clone());
        }
        let description = field.get("description").cloned().unwrap_or_default();
        (name.clone(), json!({ "type": ["object", "null"], "description": description }))
    });
    json!({
        "title": format!("{name}{PATCH}"),
        "description": format!("A JSON merge patch (RFC 7396) of a {name}. What comes of it must be a valid {name}."),
        "type": "object",
        "properties": fields.collect::<Map<String, Value>>(),
        "additionalProperties": false,
    })
}

/// Whether a field, or what it refers to, can be an object.
fn is_object(field: &Value, parts: &Map<String, Value>) -> bool {
    if let Some(reference) = field["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or_default();
        return parts.get(name).is_some_and(|part| is_object(part, parts));
    }
    let variants = field["anyOf"].as_array().into_iter().flatten();
    field["type"] == "object"
        || field["type"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "object"))
        || variants.into_iter().any(|variant| is_object(variant, parts))
}

fn without_required_id(document: &Value) -> Value {
    let mut input = document.clone();
    // Null is as good as none.
    input["properties"]["id"]["type"] = json!(["string", "integer", "null"]);
    if let Some(Value::Array(required)) = input.get_mut("required") {
        required.retain(|name| name != "id");
    }
    if let Some(Value::String(title)) = input.get_mut("title") {
        title.push_str(INPUT);
    }
    input
}

/// A document's schema and those that it refers to, by name.
fn components(mut document: Value) -> Map<String, Value> {
    refer_to_components(&mut document);
    let Value::Object(mut whole) = document else { return Map::new() };
    whole.remove("$schema");
    let mut all = match whole.remove("$defs") {
        Some(Value::Object(parts)) => parts,
        _ => Map::new(),
    };
    if let Some(Value::String(title)) = whole.get("title").cloned() {
        all.insert(title, Value::Object(whole));
    }
    all
}

fn refer_to_components(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(refer_to_components),
        Value::Object(map) => {
            if let Some(Value::String(reference)) = map.get_mut("$ref") {
                *reference = reference.replacen("#/$defs/", &format!("#{COMPONENTS}/"), 1);
            }
            map.values_mut().for_each(refer_to_components);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_of_names_are_enums_and_defaults_are_words() {
        let mut schema = json!({
            "description": "Which.",
            "oneOf": [{ "const": "a", "description": "The first.", "type": "string" }, { "enum": ["b", "c"], "type": "string" }],
        });
        as_generators_read(&mut schema);
        assert_eq!(
            schema,
            json!({ "type": "string", "enum": ["a", "b", "c"], "description": "Which. `a`: The first." })
        );
        let mut schema = json!({ "type": "boolean", "default": true, "description": "Whether." });
        as_generators_read(&mut schema);
        assert_eq!(schema, json!({ "type": "boolean", "description": "Whether. `true` when absent." }));
        let mixed = json!({ "oneOf": [{ "const": "a" }, { "type": "number" }] });
        let mut schema = mixed.clone();
        as_generators_read(&mut schema);
        assert_eq!(schema, mixed);
    }
}
