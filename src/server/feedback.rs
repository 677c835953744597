//! What people think of candidates for a role: put, read, listed, and exported as graded pairs.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, ETAG};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse as _;
use serde_json::Value;

use super::app::App;
use super::ask::Fields;
use super::body::{self, JsonBody, Written};
use super::conditions::{self, Conditions, Reading};
use super::documents::role_id;
use super::problem::Problem;
use super::target::{Id, Pair, Query, malformed_query};
use crate::feedback::{Feedback, FeedbackNote, FeedbackOptions, FeedbackStage};
use crate::intake::{did_you_mean, parse_json};
use crate::{CandidateId, Error, Limits, RoleId};

pub(super) const DEFAULT_LIMIT: usize = 100;

/// What a request may state; what an answer tells beside may be sent back.
const FIELDS: [&str; 7] = ["role_id", "candidate_id", "stage", "grade", "notes", "updated_at", "fits"];

pub(super) async fn list(State(app): State<App>, Id(id): Id, query: Query) -> Result<Written, Problem> {
    let mut options = FeedbackOptions::default().with_limit(query.limit(DEFAULT_LIMIT)?);
    if let Some(name) = query.get("stage") {
        let stage =
            FeedbackStage::of_name(name).ok_or_else(|| malformed_query(format!("`stage`: {}", stages(name))))?;
        options = options.with_stage(stage);
    }
    if let Some(last) = query.get("cursor") {
        let invalid = |_| malformed_query("invalid cursor; pass the previous page's `next_cursor`".to_owned());
        options = options.with_after(CandidateId::try_from(last.to_owned()).map_err(invalid)?);
    }
    app.run(move |engine, _| body::write(&engine.feedback_of_role(&role_id(&id)?, &options)?)).await
}

pub(super) async fn graded(State(app): State<App>, Id(id): Id) -> Result<Response<Body>, Problem> {
    app.run(move |engine, _| {
        let id = role_id(&id)?;
        engine.role(&id)?.ok_or_else(|| Error::NotFound { what: "role", id: id.to_string() })?;
        let head = [(CONTENT_TYPE, "text/plain; charset=utf-8")];
        Ok((head, engine.graded_pairs(Some(&id))).into_response())
    })
    .await
}

pub(super) async fn show(
    State(app): State<App>,
    Pair(role, candidate): Pair,
    conditions: Conditions,
) -> Result<Response<Body>, Problem> {
    app.run(move |engine, _| {
        let (role, candidate) = (role_id(&role)?, candidate_id(&candidate)?);
        let missing = || Error::NotFound { what: "feedback", id: format!("{role}/{candidate}") };
        let (feedback, version) = engine.feedback(&role, &candidate).ok_or_else(missing)?;
        let head = [(ETAG, conditions::etag(version))];
        Ok(match conditions.for_read(version)? {
            Reading::NotModified => (StatusCode::NOT_MODIFIED, head).into_response(),
            Reading::Sent => (head, body::write(&feedback)?).into_response(),
        })
    })
    .await
}

pub(super) async fn put(
    State(app): State<App>,
    Pair(role, candidate): Pair,
    conditions: Conditions,
    JsonBody(json): JsonBody,
) -> Result<Response<Body>, Problem> {
    let guard = conditions.for_write()?;
    app.run(move |engine, _| {
        let (role, candidate) = (role_id(&role)?, candidate_id(&candidate)?);
        let feedback = asked(&json, role, candidate, now(), &engine.options().limits)?;
        let written = engine.put_feedback_if(&feedback, guard)?.ok_or_else(conditions::failed)?;
        let kept = engine.feedback(&feedback.role_id, &feedback.candidate_id).filter(|(_, seq)| *seq == written.seq);
        let feedback = kept.map_or(feedback, |(kept, _)| kept);
        let status = if written.created { StatusCode::CREATED } else { StatusCode::OK };
        Ok((status, [(ETAG, conditions::etag(written.seq))], body::write(&feedback)?).into_response())
    })
    .await
}

pub(super) async fn delete(State(app): State<App>, Pair(role, candidate): Pair) -> Result<StatusCode, Problem> {
    app.run(move |engine, _| {
        let (role, candidate) = (role_id(&role)?, candidate_id(&candidate)?);
        if engine.delete_feedback(&role, &candidate)? {
            return Ok(StatusCode::NO_CONTENT);
        }
        Err(Error::NotFound { what: "feedback", id: format!("{role}/{candidate}") }.into())
    })
    .await
}

fn candidate_id(id: &str) -> Result<CandidateId, Error> {
    CandidateId::new(id).map_err(|_| Error::NotFound { what: "candidate", id: id.to_owned() })
}

/// Seconds since 1970.
pub(super) fn now() -> u64 {
    u64::try_from(jiff::Timestamp::now().as_second()).unwrap_or(0)
}

/// What is wrong with a name of a stage.
pub(super) fn stages(name: &str) -> String {
    let names = FeedbackStage::ALL.map(FeedbackStage::as_str);
    format!("expected one of {}{}", names.join(", "), did_you_mean(name, names.into_iter()))
}

/// Reads `{"stage": "interview", "grade": 2, "notes": [{"text": "...", "at": 1800000000}]}`.
fn asked(json: &[u8], role: RoleId, candidate: CandidateId, now: u64, limits: &Limits) -> Result<Feedback, Problem> {
    let mut fields = Fields::new(parse_json(json, limits)?)?;
    for (name, id) in [("role_id", role.as_str()), ("candidate_id", candidate.as_str())] {
        if fields.take(name).is_some_and(|given| given.as_str() != Some(id)) {
            fields.wrong(format!("/{name}"), format!("this is not the one in the path; expected {id:?}"));
        }
    }
    fields.take("updated_at");
    fields.take("fits");
    let mut feedback = Feedback::new(role, candidate);
    if let Some(given) = fields.take("stage") {
        feedback.stage = given.as_str().and_then(FeedbackStage::of_name);
        if feedback.stage.is_none() {
            fields.wrong("/stage", stages(given.as_str().unwrap_or_default()));
        }
    }
    if let Some(given) = fields.take("grade") {
        feedback.grade = given.as_u64().and_then(|grade| u8::try_from(grade).ok());
        if feedback.grade.is_none() {
            fields.wrong("/grade", "expected a whole number from 0 to 3");
        }
    }
    match fields.take("notes") {
        None => {}
        Some(Value::Array(notes)) => {
            for (at, note) in notes.into_iter().enumerate() {
                match read_note(note, now) {
                    Ok(note) => feedback.notes.push(note),
                    Err((place, message)) => fields.wrong(format!("/notes/{at}{place}"), message),
                }
            }
        }
        Some(_) => fields.wrong("/notes", "expected a list of notes"),
    }
    if fields.n_wrong() == 0 {
        fields.keep(feedback.check());
    }
    fields.finish(&FIELDS)?;
    Ok(feedback)
}

/// A note, or where what of it is wrong.
fn read_note(given: Value, now: u64) -> Result<FeedbackNote, (String, String)> {
    let wrong = |place: &str, message: &str| Err((place.to_owned(), message.to_owned()));
    let Value::Object(mut map) = given else { return wrong("", "expected an object with a `text`") };
    let Some(Value::String(text)) = map.remove("text") else { return wrong("/text", "expected a text") };
    let at = match map.remove("at") {
        None | Some(Value::Null) => now,
        Some(at) => match at.as_u64() {
            Some(at) => at,
            None => return wrong("/at", "expected seconds since 1970"),
        },
    };
    let by = match map.remove("by") {
        None | Some(Value::Null) => None,
        Some(Value::String(by)) => Some(by),
        Some(_) => return wrong("/by", "expected a text"),
    };
    if let Some(name) = map.keys().next() {
        let message = format!("there is no such field{}", did_you_mean(name, ["text", "at", "by"].into_iter()));
        return Err((format!("/{name}"), message));
    }
    Ok(FeedbackNote::new(text, at).with_by(by))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Feedback, Problem> {
        let ids = (RoleId::new("r-1").unwrap(), CandidateId::new("c-1").unwrap());
        asked(json.as_bytes(), ids.0, ids.1, 7, &Limits::default())
    }

    #[test]
    fn what_was_answered_can_be_sent_back() {
        let given = r#"{"role_id": "r-1", "candidate_id": "c-1", "stage": "offer", "grade": 3,
            "notes": [{"text": "a", "at": 1, "by": "Kim"}, {"text": "b"}], "updated_at": 9}"#;
        let feedback = read(given).unwrap();
        assert_eq!((feedback.stage, feedback.grade), (Some(FeedbackStage::Offer), Some(3)));
        let told: Vec<_> = feedback.notes.iter().map(|note| (note.at, note.by.as_deref())).collect();
        assert_eq!(told, [(1, Some("Kim")), (7, None)]);
        assert!(read("{}").unwrap().is_empty());
    }

    #[test]
    fn all_mistakes_come_at_once() {
        let problem = read(
            r#"{"role_id": "r-2", "stage": "intervew", "grade": 2.5, "notes": ["x", {"text": 1}, {"text": "a", "att": 1}], "mood": 1}"#,
        )
        .unwrap_err();
        let told: Vec<&str> = problem.errors.iter().map(|violation| violation.pointer.as_str()).collect();
        assert_eq!(told, ["/role_id", "/stage", "/grade", "/notes/0", "/notes/1/text", "/notes/2/att", "/mood"]);
        assert!(problem.errors[1].message.contains("did you mean `interview`"), "{problem:?}");
        let problem = read(r#"{"grade": 4, "notes": [{"text": " "}]}"#).unwrap_err();
        let told: Vec<&str> = problem.errors.iter().map(|violation| violation.pointer.as_str()).collect();
        assert_eq!(told, ["/grade", "/notes/0/text"]);
    }
}
