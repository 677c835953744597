//! How a page is answered: the HTML with the headers that bind the browser, and problems as pages.

use askama::Template;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{ACCEPT, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse;

use super::frame::{Forwarded, Frame};
use super::texts::language_of;
use crate::model::Language;
use crate::server::problem::Problem;
use crate::server::routes;

/// Style, script and requests of this host alone, nothing inline; no other page may frame it.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/// What a page needs of the browser's devices: nothing.
const PERMISSIONS: &str = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";

/// A page that is whole.
pub(super) struct Page(String);

impl Page {
    /// A template as a page.
    ///
    /// # Errors
    /// When it cannot be written, which templates of ours can be.
    pub(super) fn of(template: &impl Template) -> Result<Self, Problem> {
        template.render().map(Self).map_err(|_| Problem::internal())
    }
}

impl IntoResponse for Page {
    fn into_response(self) -> Response<Body> {
        let mut response = Response::new(Body::from(self.0));
        let headers = response.headers_mut();
        for (name, value) in [
            (CONTENT_TYPE, "text/html; charset=utf-8"),
            (CONTENT_SECURITY_POLICY, POLICY),
            (REFERRER_POLICY, "same-origin"),
            (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
            (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
            (HeaderName::from_static("permissions-policy"), PERMISSIONS),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        response
    }
}

/// Whether a path is one of the page's: all that programs and monitoring do not ask.
pub(in crate::server) fn is_page_path(path: &str) -> bool {
    let is_below = |root: &str| path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let others = [routes::METRICS, "/v1"].into_iter().chain(routes::HEALTH).chain(routes::DOCS);
    !others.into_iter().any(is_below)
}

/// Who asks for a page, and so is told of problems by one.
#[derive(Clone)]
pub(in crate::server) struct Reader {
    language: Language,
    base: String,
}

/// Whether a request is a browser's for a page; `prefix` is the one that the service was started with.
pub(in crate::server) fn is_page(request: &Request, prefix: &str) -> Option<Reader> {
    let accepted = request.headers().get(ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    // Requests of the page's own script take anything, and say whose they are.
    let is_for_people = accepted.contains("text/html") || request.headers().contains_key("hx-request");
    let is_one = is_page_path(request.uri().path()) && is_for_people;
    is_one.then(|| Reader {
        language: language_of(request.headers()),
        base: Forwarded::of(request.headers(), prefix).base,
    })
}

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "problem.html")]
struct ProblemPage<'a> {
    f: &'a Frame,
    status: u16,
    title: &'a str,
    detail: &'a str,
    errors: &'a [crate::error::Violation],
    request_id: &'a str,
}

/// A problem as a page; what is none is left as it is.
pub(in crate::server) fn refused(reader: &Reader, response: Response<Body>, request_id: &str) -> Response<Body> {
    let status = response.status();
    if !(status.is_client_error() || status.is_server_error()) || is_whole(&response) {
        return response;
    }
    let problem = response.extensions().get::<Problem>();
    let frame = Frame::of_nobody(reader.language, reader.base.clone());
    let key = match status.as_u16() {
        403 => "problem.forbidden",
        404 => "problem.not_found",
        503 => "problem.unavailable",
        400..=499 => "problem.refused",
        _ => "problem.internal",
    };
    let page = ProblemPage {
        title: frame.t(key),
        f: &frame,
        status: status.as_u16(),
        detail: problem.map_or("", |problem| problem.detail.as_str()),
        errors: problem.map_or(&[], |problem| problem.errors.as_slice()),
        request_id,
    };
    let Ok(page) = Page::of(&page) else { return response };
    let mut answer = page.into_response();
    *answer.status_mut() = status;
    answer.extensions_mut().insert(Whole);
    for name in [axum::http::header::RETRY_AFTER, axum::http::header::ALLOW] {
        if let Some(value) = response.headers().get(&name) {
            answer.headers_mut().insert(name, value.clone());
        }
    }
    answer
}

/// Marks an answer that is a whole page although its status is an error's: a form that is shown again with what is wrong in it.
#[derive(Clone)]
pub(super) struct Whole;

/// Whether an answer is a whole page, whatever its status.
pub(in crate::server) fn is_whole(response: &Response<Body>) -> bool {
    response.extensions().get::<Whole>().is_some()
}

/// A page that says what is wrong with a form.
pub(super) fn unprocessable(page: Page) -> Response<Body> {
    let mut response = page.into_response();
    *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
    response.extensions_mut().insert(Whole);
    response
}
