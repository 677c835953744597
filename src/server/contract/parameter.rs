//! One parameter of a request: where it stands, what it may be, and what it does.

use serde_json::{Value, json};

use crate::model::Language;

/// Where a parameter stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::server) enum Place {
    Path,
    Query,
    Header,
}

/// A parameter of a request.
#[derive(Clone, Debug)]
pub(in crate::server) struct Parameter {
    pub name: &'static str,
    pub place: Place,
    pub description: &'static str,
    pub schema: Value,
    pub is_required: bool,
    /// May be given several times.
    pub is_repeated: bool,
}

/// The language of what is said.
pub(super) fn language() -> Parameter {
    let schema = json!({ "type": "string", "enum": Language::ALL.map(Language::as_str), "default": "en" });
    Parameter::new("language", "The language of statements, questions and reasons.", schema)
}

impl Parameter {
    /// Of the query, with this schema.
    pub(super) fn new(name: &'static str, description: &'static str, schema: Value) -> Self {
        Self { name, place: Place::Query, description, schema, is_required: false, is_repeated: false }
    }

    pub(super) fn text(name: &'static str, description: &'static str) -> Self {
        Self::new(name, description, json!({ "type": "string", "maxLength": 512 }))
    }

    pub(super) fn header(name: &'static str, description: &'static str, schema: Value) -> Self {
        Self { place: Place::Header, ..Self::new(name, description, schema) }
    }

    pub(super) fn path(name: &'static str, description: &'static str, schema: Value) -> Self {
        Self { place: Place::Path, is_required: true, ..Self::new(name, description, schema) }
    }

    pub(super) fn choice(name: &'static str, description: &'static str, choices: &[&str]) -> Self {
        Self::new(name, description, json!({ "type": "string", "enum": choices }))
    }

    /// Must be there, and not be empty.
    pub(super) fn required(mut self) -> Self {
        if self.schema.get("maxLength").is_some() {
            self.schema["minLength"] = 1.into();
        }
        Self { is_required: true, ..self }
    }

    pub(super) fn repeated(self) -> Self {
        let schema = json!({ "type": "array", "items": self.schema });
        Self { is_repeated: true, schema, ..self }
    }

    /// What it has to be where it is given, in words; nothing of a text, which may be empty.
    pub(in crate::server) fn expected(&self) -> Option<String> {
        let schema = if self.is_repeated { &self.schema["items"] } else { &self.schema };
        let choices = schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let choices = choices.map(|choice| format!("`{choice}`")).collect::<Vec<_>>().join(", ");
        match schema["type"].as_str() {
            _ if !choices.is_empty() => Some(format!("one of {choices}")),
            Some("integer") => Some("a whole number".to_owned()),
            Some("number") => Some("a number".to_owned()),
            Some("boolean") => Some("`true` or `false`".to_owned()),
            _ => None,
        }
    }

    /// As it is written in the OpenAPI document.
    pub(super) fn to_value(&self) -> Value {
        let place = match self.place {
            Place::Path => "path",
            Place::Query => "query",
            Place::Header => "header",
        };
        json!({
            "name": self.name, "in": place, "description": self.description, "required": self.is_required, "schema": self.schema,
        })
    }
}
