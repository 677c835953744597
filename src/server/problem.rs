//! What went wrong with a request, as RFC 9457 `application/problem+json`.
//!
//! A handler's problem travels in the response's extensions; it is written where the request's id is known.

use std::borrow::Cow;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::contract::CODES;
use crate::error::Violation;

/// A problem: `code` is for programs and never changes, `detail` is for people and may.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub(super) status: StatusCode,
    pub(super) code: &'static str,
    pub(super) detail: String,
    pub(super) errors: Vec<Violation>,
    retry_after: bool,
}

/// A problem as it is written, by RFC 9457.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub(super) struct Form<'a> {
    /// `about:blank`: the status says the sort of problem.
    #[serde(rename = "type")]
    kind: &'static str,
    /// The phrase of the status.
    title: &'static str,
    /// The status of the answer, or of the part that this problem is about.
    status: u16,
    /// For programs: never changes its meaning.
    #[schemars(extend("enum" = codes()))]
    code: &'static str,
    /// For people: may change.
    detail: &'a str,
    /// What is wrong in the request's body, all at once.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    errors: &'a [Violation],
    /// The request's id, under which the log has more.
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<&'a str>,
}

fn codes() -> Vec<&'static str> {
    CODES.into_iter().map(|(code, ..)| code).collect()
}

const PROBLEM_JSON: &str = "application/problem+json";
/// After so many seconds another attempt is worth it.
const RETRY_SECONDS: &str = "2";

impl Problem {
    pub(super) fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        let is_told = || CODES.iter().any(|(known, of, _)| *known == code && (*of == status || code == "refused"));
        debug_assert!(is_told(), "the code {code} with the status {status} is in no table");
        Self { status, code, detail: detail.into(), errors: Vec::new(), retry_after: false }
    }

    /// Not now; another attempt is worth it.
    pub(super) fn unavailable(code: &'static str, detail: impl Into<String>) -> Self {
        Self { retry_after: true, ..Self::new(StatusCode::SERVICE_UNAVAILABLE, code, detail) }
    }

    pub(super) fn overloaded() -> Self {
        Self::unavailable("overloaded", "too many requests are under way; ask again soon")
    }

    /// The work was stopped. Asking again would begin it again, so nothing advises to.
    pub(super) fn took_too_long(limit: Duration) -> Self {
        let detail = format!(
            "the work took longer than {} s and was stopped; a write may have been done all the same",
            limit.as_secs()
        );
        Self::new(StatusCode::GATEWAY_TIMEOUT, "took_too_long", detail)
    }

    pub(super) fn internal() -> Self {
        let detail = "a fault of the service; its log has more under the request's id";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", detail)
    }

    /// Something in the request's body is not as it should be.
    pub(super) fn invalid(errors: Vec<Violation>) -> Self {
        let detail = match errors.as_slice() {
            [one] => one.to_string(),
            many => format!("{} things in the request are not as they should be; `errors` names each", many.len()),
        };
        Self { errors, ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", detail) }
    }

    fn form<'a>(&'a self, request_id: Option<&'a str>) -> Form<'a> {
        Form {
            kind: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Error"),
            status: self.status.as_u16(),
            code: self.code,
            detail: &self.detail,
            errors: &self.errors,
            request_id,
        }
    }

    /// All of an answer that ends its connection, where hyper cannot be asked to write it.
    pub(super) fn last_answer(&self, request_id: &str) -> Vec<u8> {
        let body = serde_json::to_string(&self.form(Some(request_id))).expect("a problem is strings and numbers");
        let date = jiff::Timestamp::now().strftime("%a, %d %b %Y %H:%M:%S GMT");
        format!(
            "HTTP/1.1 {}\r\ncontent-type: {PROBLEM_JSON}\r\ncontent-length: {}\r\nconnection: close\r\ndate: {date}\r\n\
             x-request-id: {request_id}\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n\r\n{body}",
            self.status,
            body.len()
        )
        .into_bytes()
    }

    /// What another service of this version told. What is no such problem says that the other does not answer as it should.
    pub(super) fn as_told(status: StatusCode, retry_after: bool, body: &[u8]) -> Self {
        #[derive(serde::Deserialize)]
        struct Told {
            code: String,
            detail: String,
            #[serde(default)]
            errors: Vec<Violation>,
        }
        let told = serde_json::from_slice::<Told>(body).ok();
        let known = told.and_then(|told| {
            let is_told = |(code, of, _): &&(&str, u16, &str)| *code == told.code && status == *of;
            CODES.iter().find(is_told).map(|(code, ..)| (*code, told.detail, told.errors))
        });
        match known {
            Some((code, detail, errors)) => Self { status, code, detail, errors, retry_after },
            None => Self::unavailable("shard_unavailable", format!("a shard answered {status}, and not why")),
        }
    }

    /// What a response with an error status says when nobody made a problem of it.
    fn of_status(status: StatusCode) -> Self {
        let title = status.canonical_reason().unwrap_or("error").to_lowercase();
        Self::new(status, if status.is_server_error() { "internal" } else { "refused" }, title)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response<Body> {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = self.status;
        if self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from_static(RETRY_SECONDS));
        }
        response.extensions_mut().insert(self);
        response
    }
}

/// Gives a response with an error status its body.
pub(super) fn render(response: Response<Body>, request_id: &str) -> Response<Body> {
    let status = response.status();
    #[cfg(feature = "page")]
    if super::page::is_whole(&response) {
        return response;
    }
    if !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (mut parts, _) = response.into_parts();
    let problem = parts.extensions.remove::<Problem>().unwrap_or_else(|| Problem::of_status(status));
    let body = serde_json::to_vec(&problem.form(Some(request_id))).expect("a problem is strings and numbers");
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
    Response::from_parts(parts, Body::from(body))
}

impl JsonSchema for Problem {
    fn schema_name() -> Cow<'static, str> {
        Form::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Form::json_schema(generator)
    }

    fn schema_id() -> Cow<'static, str> {
        Form::schema_id()
    }
}

/// Without the request's id: as a part of an answer that has it.
impl Serialize for Problem {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.form(None).serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::HttpProblem;

    #[test]
    fn clients_read_back_what_is_written() {
        let violation = || Violation { pointer: "/skills/0".to_owned(), message: "is blank".to_owned() };
        let invalid = Problem::invalid(vec![violation()]);
        for (problem, request_id) in [(invalid, Some("abc")), (Problem::internal(), None)] {
            let written = serde_json::to_value(problem.form(request_id)).unwrap();
            let read: HttpProblem = serde_json::from_value(written.clone()).unwrap();
            assert_eq!((read.code.as_str(), read.errors.as_slice()), (problem.code, problem.errors.as_slice()));
            assert_eq!(serde_json::to_value(read).unwrap(), written);
        }
    }
}
