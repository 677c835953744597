//! Who sends a request: whoever holds a key, or nobody known; and what that allows.

use axum::Extension;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, HeaderMap, HeaderValue, WWW_AUTHENTICATE};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse as _;

use super::app::App;
use super::contract::Operation;
use super::key_watch::Demand;
use super::problem::Problem;
use crate::access::{Key, Scope, Timestamp};

/// Whoever holds the key of a request. Only [`Tenants`](super::tenants::Tenants) makes one, and gives it to the tenant of the key alone.
#[derive(Clone, Debug)]
pub(super) struct Caller {
    pub(super) key: Key,
}

/// The caller of a request, where it has one.
pub(super) type OptionalCaller = Option<Extension<Caller>>;

impl Caller {
    /// The caller of a request.
    pub(super) fn of(request: &Request) -> Option<&Self> {
        request.extensions().get()
    }
}

/// The key that a request presents by `Authorization: Bearer`.
pub(super) fn presented(headers: &HeaderMap) -> Option<&str> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let value = values.next()?.to_str().ok()?;
    // Of two, nobody knows which is meant.
    if values.next().is_some() {
        return None;
    }
    let (scheme, key) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("Bearer").then(|| key.trim())
}

/// Lets a request pass that asks for no key, or whose caller's key allows it.
#[expect(clippy::result_large_err, reason = "an answer is an answer")]
pub(super) fn authorize(app: &App, request: &Request, operation: &Operation) -> Result<(), Response<Body>> {
    let Some(needed) = operation.scope else { return Ok(()) };
    match app.demand() {
        Demand::Nothing => return Ok(()),
        Demand::Key => {}
        Demand::Unknown => {
            let detail = "the service cannot read its keys now, and lets nobody in without; its log says why";
            return Err(Problem::unavailable("keys_unavailable", detail).into_response());
        }
    }
    let Some(caller) = Caller::of(request) else {
        let is_missing = !request.headers().contains_key(AUTHORIZATION);
        return Err(unauthenticated(is_missing));
    };
    if caller.key.scope.includes(needed) {
        return Ok(());
    }
    let detail = format!("the key's scope is {}; expected {needed}", caller.key.scope);
    let refused = Problem::new(StatusCode::FORBIDDEN, "insufficient_scope", detail).into_response();
    Err(challenging(refused, &format!("Bearer realm=\"rolefit\", error=\"insufficient_scope\", scope=\"{needed}\"")))
}

fn unauthenticated(is_missing: bool) -> Response<Body> {
    // Not which of it is wrong: that would tell what there is.
    let (code, detail, challenge) = if is_missing {
        ("key_missing", "the request has no key; expected `Authorization: Bearer rf_...`", "Bearer realm=\"rolefit\"")
    } else {
        (
            "key_invalid",
            "the key is not known, has expired or was revoked; expected `Authorization: Bearer rf_...` with one that works",
            "Bearer realm=\"rolefit\", error=\"invalid_token\"",
        )
    };
    challenging(Problem::new(StatusCode::UNAUTHORIZED, code, detail).into_response(), challenge)
}

/// By RFC 6750, section 3.
fn challenging(mut response: Response<Body>, challenge: &str) -> Response<Body> {
    let value = HeaderValue::from_str(challenge).expect("scopes and fixed words are visible ASCII");
    response.headers_mut().insert(WWW_AUTHENTICATE, value);
    response
}

/// The caller whose key a request presents, of these keys.
pub(super) fn caller(ring: &crate::access::KeyRing, headers: &HeaderMap) -> Option<Caller> {
    let key = ring.authenticate(presented(headers)?, Timestamp::now())?;
    Some(Caller { key: key.clone() })
}

/// What a route asks for, in words.
pub(super) fn scope_in_words(scope: Option<Scope>) -> &'static str {
    match scope {
        None => "Needs no key.",
        Some(Scope::Read) => "Needs a key of the scope `read`.",
        Some(Scope::Write) => "Needs a key of the scope `write`.",
        Some(Scope::Admin) => "Needs a key of the scope `admin`.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_key_is_presented_or_none() {
        let of = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(AUTHORIZATION, HeaderValue::from_static(value));
            }
            presented(&headers).map(str::to_owned)
        };
        assert_eq!(of(&["Bearer rf_1"]).as_deref(), Some("rf_1"));
        assert_eq!(of(&["bearer  rf_1 "]).as_deref(), Some("rf_1"));
        for none in [&[][..], &["rf_1"], &["Basic rf_1"], &["Bearer"], &["Bearer rf_1", "Bearer rf_1"]] {
            assert_eq!(of(none), None, "{none:?}");
        }
    }
}
