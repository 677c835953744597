//! A JSON Schema in the form that checking wants: the subset that the domain types need, and nothing silently ignored.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// What is accepted at one place of a document.
#[derive(Debug)]
pub(super) enum Shape {
    /// An object of named fields.
    Object(ObjectShape),
    /// An object of any keys.
    Map(Box<Shape>),
    /// A list.
    List { items: Box<Shape>, max_items: usize },
    /// A text; lengths in characters.
    Text { min_length: usize, max_length: usize, format: TextFormat },
    /// A number.
    Number { is_whole: bool, min: f64, max: f64 },
    /// True or false.
    Boolean,
    /// One of some words.
    Choice { name: String, words: Vec<String> },
    /// Told apart by being a text or not.
    TextOrObject { text: Box<Shape>, object: Box<Shape> },
    /// Anything at all.
    Anything,
}

/// An object of named fields; others are not accepted.
#[derive(Debug)]
pub(super) struct ObjectShape {
    /// The type's name, such as `Job`.
    pub(super) name: String,
    pub(super) fields: BTreeMap<String, Field>,
}

/// A field of an object; one that is not required may be null, which means absent.
#[derive(Debug)]
pub(super) struct Field {
    pub(super) shape: Shape,
    pub(super) is_required: bool,
}

/// What a text has to be beyond its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextFormat {
    Plain,
    Date,
    Currency,
    Id,
}

/// References nested deeper than this are taken for a cycle, which the domain types do not have.
const MAX_NESTING: usize = 24;

/// Keywords that say nothing about what is accepted.
const ANNOTATIONS: [&str; 5] = ["$schema", "$defs", "title", "description", "default"];

type Object = Map<String, Value>;

impl Shape {
    /// Takes a whole schema.
    ///
    /// Fails on every keyword that is not understood, because a keyword that is ignored would let documents through.
    pub(super) fn compile(schema: &Value) -> Result<Self, String> {
        let definitions = schema.get("$defs").and_then(Value::as_object).cloned().unwrap_or_default();
        let title = schema.get("title").and_then(Value::as_str).unwrap_or("Document");
        let compiler = Compiler { definitions: &definitions };
        match compiler.compile(schema, title, 0)? {
            (shape, false) => Ok(shape),
            (_, true) => Err("a document cannot be null".to_owned()),
        }
    }
}

impl Shape {
    /// Whether there is a field at this path of names, through lists and to any key of a map.
    #[cfg(test)]
    pub(super) fn has_path(&self, path: &[&str]) -> bool {
        match (self, path) {
            (Self::List { items, .. }, _) => items.has_path(path),
            (Self::TextOrObject { text, .. }, []) => text.has_path(path),
            (Self::TextOrObject { object, .. }, _) => object.has_path(path),
            (_, []) | (Self::Map(_), [_]) => true,
            (Self::Object(object), [name, rest @ ..]) => {
                object.fields.get(*name).is_some_and(|field| field.shape.has_path(rest))
            }
            _ => false,
        }
    }

    /// Whether this is an object with a field of this name.
    pub(super) fn has_field(&self, name: &str) -> bool {
        matches!(self, Self::Object(object) if object.fields.contains_key(name))
    }
}

struct Compiler<'a> {
    definitions: &'a Object,
}

impl Compiler<'_> {
    /// The shape, and whether null is accepted as well.
    fn compile(&self, schema: &Value, name: &str, nesting: usize) -> Result<(Shape, bool), String> {
        if nesting > MAX_NESTING {
            return Err(format!("{name} refers to itself"));
        }
        let schema = match schema {
            Value::Bool(true) => return Ok((Shape::Anything, false)),
            Value::Object(schema) => schema,
            other => return Err(format!("{name}: {other} is not a schema")),
        };
        if let Some(Value::String(reference)) = schema.get("$ref") {
            only(schema, name, &["$ref"])?;
            let target = reference.strip_prefix("#/$defs/").unwrap_or_default();
            let definition = self.definitions.get(target).ok_or_else(|| format!("{reference} leads nowhere"))?;
            return self.compile(definition, target, nesting + 1);
        }
        if let Some(Value::Array(options)) = schema.get("oneOf") {
            only(schema, name, &["oneOf"])?;
            let word = |option: &Value| match option {
                Value::Object(option) => {
                    only(option, name, &["type", "const"])?;
                    option.get("const").and_then(Value::as_str).map(str::to_owned).ok_or(format!("{name}: no const"))
                }
                _ => Err(format!("{name}: not a schema")),
            };
            let words = options.iter().map(word).collect::<Result<_, String>>()?;
            return Ok((Shape::Choice { name: name.to_owned(), words }, false));
        }
        if let Some(Value::Array(options)) = schema.get("anyOf") {
            only(schema, name, &["anyOf"])?;
            return self.either(options, name, nesting);
        }
        let (kind, is_nullable) = kind(schema, name)?;
        Ok((self.typed(schema, &kind, name, nesting)?, is_nullable))
    }

    fn either(&self, options: &[Value], name: &str, nesting: usize) -> Result<(Shape, bool), String> {
        let is_null = |option: &Value| option.get("type").is_some_and(|kind| kind == "null");
        let is_nullable = options.iter().any(is_null);
        let mut shapes = Vec::new();
        for option in options.iter().filter(|option| !is_null(option)) {
            shapes.push(self.compile(option, name, nesting + 1)?.0);
        }
        let shape = match (shapes.pop(), shapes.pop(), shapes.is_empty()) {
            (Some(only), None, true) => only,
            (Some(object @ Shape::Object(_)), Some(text @ Shape::Text { .. }), true) => {
                Shape::TextOrObject { text: Box::new(text), object: Box::new(object) }
            }
            _ => {
                return Err(format!("{name}: anyOf is only understood for a text and an object, in this order"));
            }
        };
        Ok((shape, is_nullable))
    }

    fn typed(&self, schema: &Object, kind: &str, name: &str, nesting: usize) -> Result<Shape, String> {
        match kind {
            "object" => self.object(schema, name, nesting),
            "array" => {
                only(schema, name, &["type", "items", "maxItems"])?;
                let items = schema.get("items").unwrap_or(&Value::Bool(true));
                let (items, is_nullable) = self.compile(items, name, nesting + 1)?;
                if is_nullable {
                    return Err(format!("{name}: items cannot be null"));
                }
                Ok(Shape::List { items: Box::new(items), max_items: count(schema, "maxItems", usize::MAX)? })
            }
            "string" => {
                let format = match schema.get("format").and_then(Value::as_str) {
                    None => TextFormat::Plain,
                    Some("rolefit-date") => TextFormat::Date,
                    Some("rolefit-currency") => TextFormat::Currency,
                    Some("rolefit-id") => TextFormat::Id,
                    Some(other) => return Err(format!("{name}: the format {other:?} is not understood")),
                };
                // A format of ours says all that its pattern says, and more; that of ids, which of them are reserved.
                let understood = ["type", "minLength", "maxLength", "format", "pattern", "not"];
                let n_understood = match format {
                    TextFormat::Plain => 3,
                    TextFormat::Date | TextFormat::Currency => 5,
                    TextFormat::Id => 6,
                };
                only(schema, name, &understood[..n_understood])?;
                Ok(Shape::Text {
                    min_length: count(schema, "minLength", 0)?,
                    max_length: count(schema, "maxLength", usize::MAX)?,
                    format,
                })
            }
            "number" | "integer" => {
                only(schema, name, &["type", "minimum", "maximum", "format"])?;
                let bound = |keyword: &str, default: f64| schema.get(keyword).map_or(Some(default), Value::as_f64);
                let missing = || format!("{name}: a bound is not a number");
                Ok(Shape::Number {
                    is_whole: kind == "integer",
                    min: bound("minimum", f64::MIN).ok_or_else(missing)?,
                    max: bound("maximum", f64::MAX).ok_or_else(missing)?,
                })
            }
            "boolean" => only(schema, name, &["type"]).map(|()| Shape::Boolean),
            other => Err(format!("{name}: the type {other:?} is not understood")),
        }
    }

    fn object(&self, schema: &Object, name: &str, nesting: usize) -> Result<Shape, String> {
        only(schema, name, &["type", "properties", "required", "additionalProperties"])?;
        let Some(Value::Object(properties)) = schema.get("properties") else {
            let values = schema.get("additionalProperties").unwrap_or(&Value::Bool(true));
            return Ok(Shape::Map(Box::new(self.compile(values, name, nesting + 1)?.0)));
        };
        if schema.get("additionalProperties") != Some(&Value::Bool(false)) {
            return Err(format!("{name}: objects with fields are closed"));
        }
        let required = schema.get("required").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let mut fields = BTreeMap::new();
        for (key, property) in properties {
            let (shape, is_nullable) = self.compile(property, &format!("{name}.{key}"), nesting + 1)?;
            let is_required = required.iter().any(|r| r == key);
            if is_required == is_nullable {
                return Err(format!("{name}.{key}: a field is either required or may be null"));
            }
            fields.insert(key.clone(), Field { shape, is_required });
        }
        Ok(Shape::Object(ObjectShape { name: name.to_owned(), fields }))
    }
}

/// The `type`, and whether null is accepted beside it.
fn kind(schema: &Object, name: &str) -> Result<(String, bool), String> {
    let none = || format!("{name}: the schema has no single type");
    match schema.get("type") {
        Some(Value::String(kind)) => Ok((kind.clone(), false)),
        Some(Value::Array(kinds)) => match kinds.as_slice() {
            [Value::String(kind), Value::String(null)] if null == "null" => Ok((kind.clone(), true)),
            // Ids may be numbers, which are written as texts before they are looked at.
            [Value::String(kind), Value::String(number)] if kind == "string" && number == "integer" => {
                Ok((kind.clone(), false))
            }
            _ => Err(none()),
        },
        _ => Err(none()),
    }
}

fn only(schema: &Object, name: &str, understood: &[&str]) -> Result<(), String> {
    match schema.keys().find(|key| !understood.contains(&key.as_str()) && !ANNOTATIONS.contains(&key.as_str())) {
        Some(key) => Err(format!("{name}: the keyword {key:?} is not understood here")),
        None => Ok(()),
    }
}

fn count(schema: &Object, keyword: &str, default: usize) -> Result<usize, String> {
    match schema.get(keyword) {
        None => Ok(default),
        Some(value) => {
            let count = value.as_u64().and_then(|n| usize::try_from(n).ok());
            count.ok_or_else(|| format!("{keyword} {value} is not a count"))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_keyword_that_is_not_understood_fails_rather_than_letting_through() {
        for schema in [
            json!({ "type": "string", "pattern": "^a" }),
            json!({ "type": "string", "format": "rolefit-date", "not": { "enum": ["2026"] } }),
            json!({ "type": "array", "uniqueItems": true }),
            json!({ "type": "object", "properties": {} }),
            json!({ "$ref": "#/$defs/Nowhere" }),
            json!({ "$defs": { "Loop": { "$ref": "#/$defs/Loop" } }, "$ref": "#/$defs/Loop" }),
            json!({ "not": {} }),
        ] {
            assert!(Shape::compile(&schema).is_err(), "{schema}");
        }
    }
}
