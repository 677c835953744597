//! Documents changed in part: a JSON merge patch (RFC 7396) on the document as it stands.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::ETAG;
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse as _;
use serde_json::{Map, Value};

use super::app::App;
use super::body::{self, PatchBody};
use super::conditions::{self, Conditions};
use super::documents::{Collection, Receipt};
use super::problem::Problem;
use super::target::Id;
use crate::intake::{IdSource, parse_document, parse_json};
use crate::storage::{Precondition, Written};
use crate::{Engine, Error};

/// So often a patch is made anew where somebody else wrote in between.
const ATTEMPTS: usize = 8;

pub(super) async fn patch<T: Collection>(
    State(app): State<App>,
    Id(id): Id,
    conditions: Conditions,
    PatchBody(json): PatchBody,
) -> Result<Response<Body>, Problem> {
    let guard = conditions.for_write()?;
    app.run(move |engine, _| {
        let patch = parse_json(&json, &engine.options().limits)?;
        let Written { seq, created } = merged::<T>(engine, &id, &patch, guard.as_ref())?;
        let head = [(ETAG, conditions::etag(seq))];
        Ok((head, body::write(&Receipt { id: &id, seq, created })?).into_response())
    })
    .await
}

/// Puts the patched document in the place of the one that was patched, and of no other.
fn merged<T: Collection>(
    engine: &Engine,
    id: &str,
    patch: &Value,
    guard: Option<&Precondition>,
) -> Result<Written, Problem> {
    for _ in 0..ATTEMPTS {
        let (document, version) = match (T::get(engine, id)?, guard) {
            (Some(found), _) => found,
            (None, Some(Precondition::Version(_) | Precondition::Present)) => return Err(conditions::failed()),
            (None, _) => return Err(Error::NotFound { what: T::KIND, id: id.to_owned() }.into()),
        };
        let fits = match guard {
            Some(Precondition::Version(versions)) => versions.contains(&version),
            Some(Precondition::Absent) => false,
            _ => true,
        };
        if !fits {
            return Err(conditions::failed());
        }
        let before = serde_json::to_value(&document).map_err(|_| Problem::internal())?;
        // What is removed must be a field as well: a slip in its name would pass for done.
        let named = merge(before.clone(), patch, AbsentNull::Kept);
        let after = merge(before.clone(), patch, AbsentNull::Nothing);
        let read = |json: &Value| -> Result<T, Problem> {
            let json = serde_json::to_vec(json).map_err(|_| Problem::internal())?;
            Ok(parse_document(&json, IdSource::Outside(id), &engine.options().limits)?)
        };
        if named != after {
            read(&named)?;
        }
        if after == before {
            return Ok(Written { seq: version, created: false });
        }
        let document = read(&after)?;
        if let Some(written) = T::put_if(engine, &document, Precondition::Version(vec![version]))? {
            return Ok(written);
        }
    }
    let detail = "the document was changed by others each time; read it, and send the patch with `If-Match`";
    Err(Problem::new(StatusCode::CONFLICT, "conflict", detail))
}

/// What becomes of a null for a field that is not there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AbsentNull {
    /// Nothing, as RFC 7396 has it.
    Nothing,
    /// It stands there, for whoever looks whether there is such a field.
    Kept,
}

/// RFC 7396: objects are merged field by field, null removes, and everything else replaces. How deep it goes is bounded by the
/// depth of what was parsed.
fn merge(target: Value, patch: &Value, absent: AbsentNull) -> Value {
    let Value::Object(patch) = patch else { return patch.clone() };
    let mut merged = match target {
        Value::Object(map) => map,
        _ => Map::new(),
    };
    for (name, change) in patch {
        let before = merged.remove(name);
        if !change.is_null() {
            merged.insert(name.clone(), merge(before.unwrap_or(Value::Null), change, absent));
        } else if before.is_none() && absent == AbsentNull::Kept {
            merged.insert(name.clone(), Value::Null);
        }
    }
    Value::Object(merged)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The cases of RFC 7396, appendix A.
    #[test]
    fn patches_are_merged_as_the_standard_says() {
        for (target, patch, result) in [
            (json!({"a": "b"}), json!({"a": "c"}), json!({"a": "c"})),
            (json!({"a": "b"}), json!({"b": "c"}), json!({"a": "b", "b": "c"})),
            (json!({"a": "b"}), json!({"a": null}), json!({})),
            (json!({"a": "b", "b": "c"}), json!({"a": null}), json!({"b": "c"})),
            (json!({"a": ["b"]}), json!({"a": "c"}), json!({"a": "c"})),
            (json!({"a": "c"}), json!({"a": ["b"]}), json!({"a": ["b"]})),
            (json!({"a": {"b": "c"}}), json!({"a": {"b": "d", "c": null}}), json!({"a": {"b": "d"}})),
            (json!({"a": [{"b": "c"}]}), json!({"a": [1]}), json!({"a": [1]})),
            (json!(["a", "b"]), json!(["c", "d"]), json!(["c", "d"])),
            (json!({"a": "b"}), json!(["c"]), json!(["c"])),
            (json!({"a": "foo"}), json!(null), json!(null)),
            (json!({"a": "foo"}), json!("bar"), json!("bar")),
            (json!({"e": null}), json!({"a": 1}), json!({"e": null, "a": 1})),
            (json!([1, 2]), json!({"a": "b", "c": null}), json!({"a": "b"})),
            (json!({}), json!({"a": {"bb": {"ccc": null}}}), json!({"a": {"bb": {}}})),
        ] {
            assert_eq!(merge(target.clone(), &patch, AbsentNull::Nothing), result, "{target} with {patch}");
        }
    }
}
