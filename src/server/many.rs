//! Many documents by their ids in one request: read, or removed.

use std::collections::HashSet;

use axum::extract::State;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::app::App;
use super::ask::Fields;
use super::body::{self, JsonBody, Written};
use super::documents::Collection;
use super::erasures::{self, Erasure};
use super::fields::ShownFields;
use super::problem::Problem;
use super::target::Query;
use crate::Limits;
use crate::intake::parse_json;
use crate::storage::{RemovalOutcome, RemoveOptions, Removed};

/// The most ids of one request.
pub(super) const MAX_IDS: usize = 1000;

/// Documents that were read by their ids.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "{T}Items")]
pub(super) struct Got<T: JsonSchema> {
    /// The documents, in the order in which they were asked for.
    #[schemars(with = "Vec<T>")]
    items: Vec<Value>,
    /// Ids of which there is no document.
    missing: Vec<String>,
    /// Ids that were not looked at because the answer would become too long; ask for them again.
    remaining: Vec<String>,
    #[serde(skip)]
    kind: std::marker::PhantomData<T>,
}

/// Documents that were removed by their ids.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Deleted")]
#[expect(clippy::struct_field_names, reason = "the fields of the answer")]
pub(super) struct Deleted {
    /// Ids whose documents were removed, durably.
    deleted: Vec<String>,
    /// Ids of which there was no document.
    missing: Vec<String>,
    /// Where they are erased, too, and one at least was there.
    #[serde(skip_serializing_if = "Option::is_none")]
    erasure: Option<Erasure>,
}

pub(super) async fn get<T: Collection>(
    State(app): State<App>,
    query: Query,
    JsonBody(json): JsonBody,
) -> Result<Written, Problem> {
    let shown = ShownFields::of::<T>(&query)?;
    let page_bytes = app.bounds().page_bytes;
    app.run(move |engine, cancel| {
        let mut ids = ids(&json, &engine.options().limits)?.into_iter();
        let (mut items, mut missing, mut bytes) = (Vec::new(), Vec::new(), 0);
        while bytes < page_bytes
            && let Some(id) = ids.next()
        {
            cancel.check()?;
            match T::get(engine, &id)? {
                Some((document, _)) => {
                    let item = shown.of_document(&document)?;
                    bytes += item.to_string().len();
                    items.push(item);
                }
                None => missing.push(id),
            }
        }
        body::write(&Got::<T> { items, missing, remaining: ids.collect(), kind: std::marker::PhantomData })
    })
    .await
}

pub(super) async fn delete<T: Collection>(
    State(app): State<App>,
    query: Query,
    JsonBody(json): JsonBody,
) -> Result<Written, Problem> {
    let options = RemoveOptions::default().with_erase(erasures::is_asked(&query)?);
    app.run(move |engine, _| {
        let ids = ids(&json, &engine.options().limits)?;
        let Removed { outcomes, erasure, .. } = T::remove(engine, &ids, &options)?;
        let is_gone = |(_, outcome): &(String, RemovalOutcome)| *outcome == RemovalOutcome::Removed;
        let (deleted, missing): (Vec<_>, Vec<_>) = ids.into_iter().zip(outcomes).partition(is_gone);
        let names = |ids: Vec<(String, RemovalOutcome)>| ids.into_iter().map(|(id, _)| id).collect();
        let erasure = erasure.map(Erasure::from);
        body::write(&Deleted { deleted: names(deleted), missing: names(missing), erasure })
    })
    .await
}

/// Reads `{"ids": ["c-1", "c-2"]}`. An id that is given twice counts once.
fn ids(json: &[u8], limits: &Limits) -> Result<Vec<String>, Problem> {
    let mut fields = Fields::new(parse_json(json, limits)?)?;
    let mut ids = Vec::new();
    match fields.take("ids") {
        Some(Value::Array(values)) if values.len() > MAX_IDS => {
            fields.wrong("/ids", format!("expected at most {MAX_IDS} ids, got {}", values.len()));
        }
        Some(Value::Array(values)) => {
            let mut seen = HashSet::new();
            for (place, value) in values.into_iter().enumerate() {
                match value {
                    // Candidates and roles follow one rule.
                    Value::String(id) => match crate::CandidateId::new(&id) {
                        Ok(_) if seen.insert(id.clone()) => ids.push(id),
                        Ok(_) => {}
                        Err(rule) => fields.wrong(format!("/ids/{place}"), rule),
                    },
                    _ => fields.wrong(format!("/ids/{place}"), "expected an id, which is a text"),
                }
            }
        }
        Some(_) => fields.wrong("/ids", "expected a list of ids"),
        None => fields.wrong("/ids", "is missing; expected a list of ids"),
    }
    fields.finish(&["ids"])?;
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_once_each_and_all_mistakes_are_told() {
        let read = |json: &str| ids(json.as_bytes(), &Limits::default());
        assert_eq!(read(r#"{"ids": ["b", "a", "b"]}"#).unwrap(), ["b", "a"]);
        let wrong = |json: &str| -> Vec<String> {
            read(json).unwrap_err().errors.into_iter().map(|violation| violation.pointer).collect()
        };
        assert_eq!(wrong(r#"{"ids": ["a/b", 3, "c"], "id": 1}"#), ["/ids/0", "/ids/1", "/id"]);
        assert_eq!(wrong("{}"), ["/ids"]);
        assert_eq!(wrong(r#"{"ids": "a"}"#), ["/ids"]);
        let many: Vec<String> = (0..=MAX_IDS).map(|n| format!("\"{n}\"")).collect();
        assert_eq!(wrong(&format!(r#"{{"ids": [{}]}}"#, many.join(","))), ["/ids"]);
    }
}
