//! Answers in the coding that a client wants: those that are whole, are text, and are long enough to be worth it.
//!
//! An answer with an `ETag` goes out as it is: the tag names one form of it alone (RFC 9110, section 8.8.3.3), and the one that a
//! client sends back with `If-Match` must be that of the document.

use axum::body::{Body, HttpBody as _};
use axum::http::Response;
use axum::http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, VARY,
};
use http_body_util::BodyExt as _;

use super::coding::Coding;
use super::problem::Problem;

/// Shorter answers fit into a packet or two.
const LEAST_BYTES: u64 = 1 << 10;

/// The coding that the sender of these headers wants answers in.
pub(super) fn wanted(headers: &HeaderMap) -> Option<Coding> {
    let accepted: Vec<&str> = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok()).collect();
    Coding::of_answer(&accepted.join(","))
}

/// The answer in this coding, where it can be.
pub(super) async fn compressed(
    coding: Option<Coding>,
    mut response: Response<Body>,
) -> Result<Response<Body>, Problem> {
    let length = response.body().size_hint().exact().unwrap_or(0);
    let headers = response.headers();
    let is_text = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).is_some_and(|kind| {
        kind.starts_with("text/") || kind.starts_with("application/json") || kind.starts_with("application/openmetrics")
    });
    if length < LEAST_BYTES || !is_text || headers.contains_key(ETAG) {
        return Ok(response);
    }
    response.headers_mut().append(VARY, HeaderValue::from_static("accept-encoding"));
    let Some(coding) = coding else { return Ok(response) };
    let (mut parts, body) = response.into_parts();
    let bytes = body.collect().await.map_err(|_| Problem::internal())?.to_bytes();
    let encoded = tokio::task::spawn_blocking(move || coding.encoded(&bytes)).await;
    let encoded = encoded.ok().and_then(Result::ok).ok_or_else(Problem::internal)?;
    parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding.as_str()));
    parts.headers.remove(CONTENT_LENGTH);
    Ok(Response::from_parts(parts, encoded.into()))
}
