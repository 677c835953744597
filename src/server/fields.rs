//! Parts of documents: which fields of a document are answered where a request names some.

use serde_json::Value;

use super::documents::Collection;
use super::problem::Problem;
use super::target::{Query, malformed_query};
use crate::intake::{did_you_mean, schema};

/// The parameter that names them.
pub(super) const PARAMETER: &str = "fields";

/// The fields that are answered; all of them where none were named.
#[derive(Debug)]
pub(super) struct ShownFields(Option<Vec<String>>);

impl ShownFields {
    /// Of a request for documents of this sort: names with commas between. The id is always answered.
    pub(super) fn of<T: Collection>(query: &Query) -> Result<Self, Problem> {
        let Some(named) = query.get(PARAMETER) else { return Ok(Self(None)) };
        let schema = schema(T::KIND).unwrap_or_default();
        let known = || schema["properties"].as_object().into_iter().flat_map(|fields| fields.keys());
        let mut shown = vec!["id".to_owned()];
        for name in named.split(',').map(str::trim) {
            if !known().any(|known| known == name) {
                let hint = did_you_mean(name, known().map(String::as_str));
                return Err(malformed_query(format!("`{PARAMETER}`: {name:?} is not a field of a {}{hint}", T::KIND)));
            }
            shown.push(name.to_owned());
        }
        Ok(Self(Some(shown)))
    }

    /// A document with these fields alone.
    pub(super) fn of_document<T: Collection>(&self, document: &T) -> Result<Value, Problem> {
        let mut value = serde_json::to_value(document).map_err(|_| Problem::internal())?;
        if let (Some(shown), Value::Object(map)) = (&self.0, &mut value) {
            map.retain(|name, _| shown.contains(name));
        }
        Ok(value)
    }

    /// Whether all fields are answered.
    pub(super) fn is_all(&self) -> bool {
        self.0.is_none()
    }
}
