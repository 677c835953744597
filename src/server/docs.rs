//! The OpenAPI document and its page. Both are made once, and need no engine.

use std::sync::LazyLock;

use axum::http::HeaderName;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};

use super::contract;
use super::routes;

static DOCUMENT: LazyLock<String> = LazyLock::new(|| format!("{:#}\n", routes::openapi()));
static PAGE: LazyLock<String> = LazyLock::new(|| contract::page(&routes::openapi()));

/// The page has no scripts, and a style sheet of this host alone.
const POLICY: &str =
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Head<const N: usize> = [(HeaderName, &'static str); N];

pub(super) async fn openapi() -> (Head<1>, &'static str) {
    ([(CONTENT_TYPE, "application/json")], &DOCUMENT)
}

pub(super) async fn page() -> (Head<2>, &'static str) {
    ([(CONTENT_TYPE, "text/html; charset=utf-8"), (CONTENT_SECURITY_POLICY, POLICY)], &PAGE)
}

pub(super) async fn style() -> (Head<1>, &'static str) {
    ([(CONTENT_TYPE, "text/css; charset=utf-8")], contract::STYLE)
}
