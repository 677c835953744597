//! Requests that a client may send again (`Idempotency-Key`, draft-ietf-httpapi-idempotency-key-header): each is done once, also when
//! the answer was lost on the way or the service was started anew in between.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::FromRequestParts;
use axum::http::header::{HeaderMap, HeaderName};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};

use super::problem::Problem;

pub(super) const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// Tells that an answer is that of an earlier request.
pub(super) const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");
const MAX_KEY_BYTES: usize = 255;

/// The key of a request, where it has one.
#[derive(Debug)]
pub(super) struct IdempotencyKey(pub(super) Option<String>);

impl<S: Send + Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Self::of(&parts.headers)
    }
}

impl IdempotencyKey {
    /// The draft wants a quoted string; what others send without quotes means the same.
    fn of(headers: &HeaderMap) -> Result<Self, Problem> {
        let mut values = headers.get_all(IDEMPOTENCY_KEY).iter();
        let Some(first) = values.next() else { return Ok(Self(None)) };
        let text = first.to_str().unwrap_or_default().trim();
        let bare = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(text);
        let is_plain = (1..=MAX_KEY_BYTES).contains(&bare.len())
            && bare.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"');
        if !is_plain || values.next().is_some() {
            let detail =
                format!("invalid `{IDEMPOTENCY_KEY}`; expected one of 1 to {MAX_KEY_BYTES} visible characters");
            return Err(Problem::new(StatusCode::BAD_REQUEST, "malformed_header", detail));
        }
        Ok(Self(Some(bare.to_owned())))
    }
}

/// Refuses a key where it would change nothing. A POST that creates nothing can be sent again as it is, and may have one.
pub(super) fn check(method: &Method, headers: &HeaderMap) -> Result<(), Problem> {
    if *method == Method::POST || !headers.contains_key(IDEMPOTENCY_KEY) {
        return IdempotencyKey::of(headers).map(drop);
    }
    let detail =
        "`Idempotency-Key` is for POST; what other methods do can be sent again as it is, with `If-Match` to be sure";
    Err(Problem::new(StatusCode::BAD_REQUEST, "unsupported_header", detail))
}

/// The keys of the requests that are under way: no more than there are works.
#[derive(Clone, Debug, Default)]
pub(super) struct UnderWay(Arc<Mutex<HashSet<String>>>);

impl UnderWay {
    /// Begins the request of this key, unless one is under way.
    pub(super) fn begin(&self, key: &str) -> Result<Begun, Problem> {
        if !self.keys().insert(key.to_owned()) {
            let detail = "a request with this `Idempotency-Key` is under way; ask again soon";
            return Err(Problem::new(StatusCode::CONFLICT, "idempotency_in_progress", detail));
        }
        Ok(Begun { all: self.clone(), key: key.to_owned() })
    }

    fn keys(&self) -> MutexGuard<'_, HashSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request under way; it ends when this is dropped.
#[derive(Debug)]
pub(super) struct Begun {
    all: UnderWay,
    key: String,
}

impl Drop for Begun {
    fn drop(&mut self) {
        self.all.keys().remove(&self.key);
    }
}

/// The key was used for another request.
pub(super) fn reused() -> Problem {
    let detail = "this `Idempotency-Key` came with another request before; expected a new key for a new request";
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "idempotency_key_reused", detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(values: &[&'static str]) -> Result<Option<String>, &'static str> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(IDEMPOTENCY_KEY, axum::http::HeaderValue::from_static(value));
        }
        IdempotencyKey::of(&headers).map(|key| key.0).map_err(|problem| problem.code)
    }

    #[test]
    fn a_key_is_read_with_quotes_and_without() {
        assert_eq!(key(&[]), Ok(None));
        assert_eq!(key(&["\"8e03978e\""]), Ok(Some("8e03978e".to_owned())));
        assert_eq!(key(&["8e03978e"]), Ok(Some("8e03978e".to_owned())));
        for bad in [&[""][..], &["\"\""], &["\""], &["a\"b"], &["a b"], &["a", "b"]] {
            assert_eq!(key(bad), Err("malformed_header"), "{bad:?}");
        }
    }

    #[test]
    fn one_request_of_a_key_is_under_way() {
        let all = UnderWay::default();
        let begun = all.begin("k").unwrap();
        assert_eq!(all.begin("k").unwrap_err().code, "idempotency_in_progress");
        assert!(all.begin("other").is_ok());
        drop(begun);
        assert!(all.begin("k").is_ok());
    }
}
