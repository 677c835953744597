//! Documents by their id: put, get, delete, create. The same for candidates and roles.

use axum::body::Body;
use std::fmt::Write as _;

use axum::extract::State;
use axum::http::header::LOCATION;
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse as _;
use serde::Serialize;
use uuid::Uuid;

use super::app::App;
use super::body::{self, JsonBody};
use super::problem::Problem;
use super::target::Id;
use crate::{Candidate, CandidateId, Document, Engine, Error, IdSource, Role, RoleId, Written, parse_document};

/// A sort of document, and the engine's calls for it.
pub(super) trait Collection: Document {
    /// The part of the path that names all of them.
    const PLURAL: &'static str;

    fn put_all(engine: &Engine, documents: &[Self]) -> Result<Vec<Written>, Error>;
    fn create(engine: &Engine, document: &Self) -> Result<Option<Written>, Error>;
    fn get(engine: &Engine, id: &str) -> Result<Option<Self>, Error>;
    fn delete(engine: &Engine, id: &str) -> Result<bool, Error>;
}

impl Collection for Candidate {
    const PLURAL: &'static str = "candidates";

    fn put_all(engine: &Engine, documents: &[Self]) -> Result<Vec<Written>, Error> {
        engine.put_candidates(documents)
    }

    fn create(engine: &Engine, document: &Self) -> Result<Option<Written>, Error> {
        engine.create_candidate(document)
    }

    fn get(engine: &Engine, id: &str) -> Result<Option<Self>, Error> {
        engine.candidate(&candidate_id(id)?)
    }

    fn delete(engine: &Engine, id: &str) -> Result<bool, Error> {
        engine.delete_candidate(&candidate_id(id)?)
    }
}

impl Collection for Role {
    const PLURAL: &'static str = "roles";

    fn put_all(engine: &Engine, documents: &[Self]) -> Result<Vec<Written>, Error> {
        engine.put_roles(documents)
    }

    fn create(engine: &Engine, document: &Self) -> Result<Option<Written>, Error> {
        engine.create_role(document)
    }

    fn get(engine: &Engine, id: &str) -> Result<Option<Self>, Error> {
        engine.role(&role_id(id)?)
    }

    fn delete(engine: &Engine, id: &str) -> Result<bool, Error> {
        engine.delete_role(&role_id(id)?)
    }
}

pub(super) fn candidate_id(id: &str) -> Result<CandidateId, Error> {
    CandidateId::new(id).map_err(Error::Malformed)
}

pub(super) fn role_id(id: &str) -> Result<RoleId, Error> {
    RoleId::new(id).map_err(Error::Malformed)
}

/// What is answered to a write.
#[derive(Serialize)]
struct Receipt<'a> {
    id: &'a str,
    seq: u64,
    created: bool,
}

pub(super) async fn put<T: Collection>(
    State(app): State<App>,
    Id(id): Id,
    JsonBody(json): JsonBody,
) -> Result<Response<Body>, Problem> {
    app.run(move |engine, _| {
        let document: T = parse_document(&json, IdSource::Outside(&id), &engine.options().limits)?;
        let Written { seq, created } = put_one(engine, document)?;
        let status = if created { StatusCode::CREATED } else { StatusCode::OK };
        Ok((status, body::write(&Receipt { id: &id, seq, created })?).into_response())
    })
    .await
}

pub(super) async fn create<T: Collection>(
    State(app): State<App>,
    JsonBody(json): JsonBody,
) -> Result<Response<Body>, Problem> {
    app.run(move |engine, _| {
        let made = Uuid::now_v7().to_string();
        let document: T = parse_document(&json, IdSource::DocumentOr(&made), &engine.options().limits)?;
        let id = document.id().to_owned();
        let Written { seq, created } = T::create(engine, &document)?.ok_or_else(|| {
            let detail = format!("there is a {} {id:?} already; PUT replaces it", T::KIND);
            Problem::new(StatusCode::CONFLICT, "already_exists", detail)
        })?;
        let location = [(LOCATION, format!("/v1/{}/{}", T::PLURAL, percent_encoded(&id)))];
        Ok((StatusCode::CREATED, location, body::write(&Receipt { id: &id, seq, created })?).into_response())
    })
    .await
}

pub(super) async fn get<T: Collection>(State(app): State<App>, Id(id): Id) -> Result<body::Written, Problem> {
    app.run(move |engine, _| match T::get(engine, &id)? {
        Some(document) => body::write(&document),
        None => Err(Error::NotFound { what: T::KIND, id }.into()),
    })
    .await
}

pub(super) async fn delete<T: Collection>(State(app): State<App>, Id(id): Id) -> Result<StatusCode, Problem> {
    app.run(move |engine, _| {
        if T::delete(engine, &id)? {
            Ok(StatusCode::NO_CONTENT)
        } else {
            Err(Error::NotFound { what: T::KIND, id }.into())
        }
    })
    .await
}

fn put_one<T: Collection>(engine: &Engine, document: T) -> Result<Written, Error> {
    let written = T::put_all(engine, &[document])?;
    Ok(written[0])
}

/// A segment of a path: all but RFC 3986's unreserved characters as `%XX`.
fn percent_encoded(segment: &str) -> String {
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
