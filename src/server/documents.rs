//! Documents by their id: put, get, delete, create. The same for candidates and roles.

use axum::body::Body;
use std::fmt::Write as _;

use axum::extract::State;
use axum::http::header::{ETAG, HeaderValue, LOCATION};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse as _;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::app::App;
use super::body::{self, JsonBody};
use super::conditions::{self, Conditions, Reading};
use super::contract::{Parameter, operations as of};
use super::erasures;
use super::fields::ShownFields;
use super::idempotency::{self, IdempotencyKey, REPLAYED};
use super::problem::Problem;
use super::target::{Id, Query};
use crate::intake::{Document, IdSource, parse_document};
use crate::storage::{Precondition, RemovalOutcome, RemoveOptions, Removed, RequestKey, Written};
use crate::{Candidate, CandidateId, Engine, Error, Role, RoleId};

/// A sort of document, and the engine's calls for it.
pub(super) trait Collection: Document + JsonSchema {
    /// The part of the path that names all of them.
    const PLURAL: &'static str;

    /// What the search of them takes beside what all searches do.
    fn search_parameters() -> Vec<Parameter>;
    /// A small document, for those who read the docs.
    fn example() -> Value;

    fn put_all(engine: &Engine, documents: &[Self]) -> Result<Vec<Result<Written, Error>>, Error>;
    fn create(engine: &Engine, document: &Self, request: Option<&RequestKey>) -> Result<Option<Written>, Error>;
    fn put_if(engine: &Engine, document: &Self, guard: Precondition) -> Result<Option<Written>, Error>;
    /// With the number of the write that left it so.
    fn get(engine: &Engine, id: &str) -> Result<Option<(Self, u64)>, Error>;
    fn remove(engine: &Engine, ids: &[String], options: &RemoveOptions) -> Result<Removed, Error>;
}

impl Collection for Candidate {
    const PLURAL: &'static str = "candidates";

    fn search_parameters() -> Vec<Parameter> {
        of::of_candidates()
    }

    fn example() -> Value {
        json!({
            "id": "c-1",
            "headline": "Senior HPC engineer",
            "location": { "city": "Austin", "region": "TX", "country": "US" },
            "skills": ["Slurm", { "name": "InfiniBand", "years": 6 }],
            "experience": [{ "title": "HPC engineer", "start": "2021-03", "description": "Ran BeeGFS for 4,096 H100s." }],
            "expected_pay": { "min": 240_000, "max": 280_000, "currency": "USD", "period": "year", "basis": "base" },
        })
    }

    fn put_all(engine: &Engine, documents: &[Self]) -> Result<Vec<Result<Written, Error>>, Error> {
        engine.put_candidates(documents)
    }

    fn create(engine: &Engine, document: &Self, request: Option<&RequestKey>) -> Result<Option<Written>, Error> {
        match request {
            Some(request) => engine.create_candidate_once(document, request),
            None => engine.create_candidate(document),
        }
    }

    fn put_if(engine: &Engine, document: &Self, guard: Precondition) -> Result<Option<Written>, Error> {
        engine.put_candidate_if(document, guard)
    }

    fn get(engine: &Engine, id: &str) -> Result<Option<(Self, u64)>, Error> {
        engine.candidate_with_version(&candidate_id(id)?)
    }

    fn remove(engine: &Engine, ids: &[String], options: &RemoveOptions) -> Result<Removed, Error> {
        engine.remove_candidates(&ids.iter().map(|id| candidate_id(id)).collect::<Result<Vec<_>, _>>()?, options)
    }
}

impl Collection for Role {
    const PLURAL: &'static str = "roles";

    fn search_parameters() -> Vec<Parameter> {
        of::of_roles()
    }

    fn example() -> Value {
        json!({
            "id": "r-1",
            "title": "Senior HPC storage engineer",
            "status": "open",
            "must_have": ["Slurm", { "any_of": ["Lustre", "GPFS"], "min_years": 2 }],
            "nice_to_have": ["CUDA"],
            "location": { "city": "Austin", "region": "TX", "country": "US" },
            "pay_band": { "min": 220_000, "max": 300_000, "currency": "USD", "period": "year", "basis": "base" },
        })
    }

    fn put_all(engine: &Engine, documents: &[Self]) -> Result<Vec<Result<Written, Error>>, Error> {
        engine.put_roles(documents)
    }

    fn create(engine: &Engine, document: &Self, request: Option<&RequestKey>) -> Result<Option<Written>, Error> {
        match request {
            Some(request) => engine.create_role_once(document, request),
            None => engine.create_role(document),
        }
    }

    fn put_if(engine: &Engine, document: &Self, guard: Precondition) -> Result<Option<Written>, Error> {
        engine.put_role_if(document, guard)
    }

    fn get(engine: &Engine, id: &str) -> Result<Option<(Self, u64)>, Error> {
        engine.role_with_version(&role_id(id)?)
    }

    fn remove(engine: &Engine, ids: &[String], options: &RemoveOptions) -> Result<Removed, Error> {
        engine.remove_roles(&ids.iter().map(|id| role_id(id)).collect::<Result<Vec<_>, _>>()?, options)
    }
}

pub(super) fn candidate_id(id: &str) -> Result<CandidateId, Error> {
    CandidateId::new(id).map_err(|error| Error::Malformed(error.into()))
}

pub(super) fn role_id(id: &str) -> Result<RoleId, Error> {
    RoleId::new(id).map_err(|error| Error::Malformed(error.into()))
}

/// What is answered to a write.
#[derive(Serialize, JsonSchema)]
pub(super) struct Receipt<'a> {
    /// The document's id.
    pub(super) id: &'a str,
    /// The number of the write; later writes have greater ones. It is the version in `ETag`.
    pub(super) seq: u64,
    /// Whether there was no such document before.
    pub(super) created: bool,
}

pub(super) async fn put<T: Collection>(
    State(app): State<App>,
    Id(id): Id,
    conditions: Conditions,
    JsonBody(json): JsonBody,
) -> Result<Response<Body>, Problem> {
    let guard = conditions.for_write()?;
    app.run(move |engine, _| {
        let document: T = parse_document(&json, IdSource::Outside(&id), &engine.options().limits)?;
        let written = match guard {
            None => put_one(engine, document)?,
            Some(guard) => T::put_if(engine, &document, guard)?.ok_or_else(conditions::failed)?,
        };
        let Written { seq, created } = written;
        let status = if created { StatusCode::CREATED } else { StatusCode::OK };
        let head = [(ETAG, conditions::etag(seq))];
        Ok((status, head, body::write(&Receipt { id: &id, seq, created })?).into_response())
    })
    .await
}

pub(super) async fn create<T: Collection>(
    State(app): State<App>,
    IdempotencyKey(key): IdempotencyKey,
    JsonBody(json): JsonBody,
) -> Result<Response<Body>, Problem> {
    let begun = key.as_deref().map(|key| app.under_way().begin(key)).transpose()?;
    app.run(move |engine, _| {
        // Until the work has ended, also where nobody waits for it.
        let _begun = begun;
        // A key is of one route: the same body elsewhere asks for something else.
        let asked = || [T::PLURAL.as_bytes(), b"\n", &json].concat();
        let request = key.map(|key| RequestKey::new(key, &asked(), now()));
        if let Some(response) = replayed::<T>(engine, request.as_ref())? {
            return Ok(response);
        }
        let made = Uuid::now_v7().to_string();
        let document: T = parse_document(&json, IdSource::DocumentOr(&made), &engine.options().limits)?;
        let id = document.id().to_owned();
        if let Some(Written { seq, .. }) = T::create(engine, &document, request.as_ref())? {
            return created_at::<T>(&id, seq);
        }
        // Another process that shares the store may have done the same request at this moment.
        replayed::<T>(engine, request.as_ref())?.ok_or_else(|| {
            let detail = format!("there is a {} {id:?} already; PUT replaces it", T::KIND);
            Problem::new(StatusCode::CONFLICT, "already_exists", detail)
        })
    })
    .await
}

/// The answer to a request that was done before.
fn replayed<T: Collection>(engine: &Engine, request: Option<&RequestKey>) -> Result<Option<Response<Body>>, Problem> {
    let Some(request) = request else { return Ok(None) };
    let Some(earlier) = engine.earlier_request(request)? else { return Ok(None) };
    if !earlier.asked_the_same(request) {
        return Err(idempotency::reused());
    }
    let mut response = created_at::<T>(&earlier.id, earlier.seq)?;
    response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    Ok(Some(response))
}

/// Seconds since 1970.
fn now() -> u64 {
    u64::try_from(jiff::Timestamp::now().as_second()).unwrap_or(0)
}

fn created_at<T: Collection>(id: &str, seq: u64) -> Result<Response<Body>, Problem> {
    let location = format!("/v1/{}/{}", T::PLURAL, percent_encoded(id));
    let location = HeaderValue::from_str(&location).map_err(|_| Problem::internal())?;
    let head = [(LOCATION, location), (ETAG, conditions::etag(seq))];
    Ok((StatusCode::CREATED, head, body::write(&Receipt { id, seq, created: true })?).into_response())
}

pub(super) async fn get<T: Collection>(
    State(app): State<App>,
    Id(id): Id,
    query: Query,
    conditions: Conditions,
) -> Result<Response<Body>, Problem> {
    let shown = ShownFields::of::<T>(&query)?;
    app.run(move |engine, _| {
        let Some((document, version)) = T::get(engine, &id)? else {
            return Err(Error::NotFound { what: T::KIND, id }.into());
        };
        let head = [(ETAG, conditions::etag(version))];
        Ok(match conditions.for_read(version)? {
            Reading::NotModified => (StatusCode::NOT_MODIFIED, head).into_response(),
            Reading::Sent if shown.is_all() => (head, body::write(&document)?).into_response(),
            // The tag is that of the whole document.
            Reading::Sent => body::write(&shown.of_document(&document)?)?.into_response(),
        })
    })
    .await
}

pub(super) async fn delete<T: Collection>(
    State(app): State<App>,
    Id(id): Id,
    query: Query,
    conditions: Conditions,
) -> Result<Response<Body>, Problem> {
    let options = RemoveOptions::default().with_erase(erasures::is_asked(&query)?).with_guard(conditions.for_write()?);
    app.run(move |engine, _| {
        let Removed { outcomes, erasure, .. } = T::remove(engine, std::slice::from_ref(&id), &options)?;
        match (outcomes.first(), erasure) {
            (Some(RemovalOutcome::Removed), Some(receipt)) => erasures::accepted(receipt),
            (Some(RemovalOutcome::Removed), None) => Ok(StatusCode::NO_CONTENT.into_response()),
            (Some(RemovalOutcome::Absent), _) => Err(Error::NotFound { what: T::KIND, id }.into()),
            _ => Err(conditions::failed()),
        }
    })
    .await
}

fn put_one<T: Collection>(engine: &Engine, document: T) -> Result<Written, Error> {
    let mut outcomes = T::put_all(engine, &[document])?;
    outcomes.pop().expect("one document has one outcome")
}

/// A segment of a path: all but RFC 3986's unreserved characters as `%XX`.
pub(super) fn percent_encoded(segment: &str) -> String {
    let mut text = String::with_capacity(segment.len());
    for byte in segment.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            write!(text, "%{byte:02X}").expect("writing to a string cannot fail");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_id_is_a_segment_of_a_path() {
        assert_eq!(percent_encoded("c-0042"), "c-0042");
        assert_eq!(percent_encoded("Łu 7?#%"), "%C5%81u%207%3F%23%25");
    }
}
