//! Signing in with an API key, and out; and the language of the page.

use askama::Template;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{HeaderValue, SET_COOKIE};
use axum::http::{HeaderMap, Response};
use axum::response::{IntoResponse as _, Redirect};

use super::answer::{Page, unprocessable};
use super::form::Form;
use super::frame::{Forwarded, Frame};
use super::sessions::COOKIE_NAME;
use super::texts::{LANGUAGE_COOKIE, language_of};
use crate::access::Timestamp;
use crate::model::Language;
use crate::server::app::App;
use crate::server::key_watch::Demand;
use crate::server::problem::Problem;
use crate::server::target::Query;

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "sign_in.html")]
struct SignIn<'a> {
    f: &'a Frame,
    next: &'a str,
    is_refused: bool,
}

pub(super) async fn show(
    State(app): State<App>,
    Forwarded { base, .. }: Forwarded,
    headers: HeaderMap,
    query: Query,
) -> Result<Response<Body>, Problem> {
    let next = local(query.get("next").unwrap_or("/"));
    if app.demand() == Demand::Nothing {
        return Ok(Redirect::to(&format!("{base}{next}")).into_response());
    }
    let frame = nobody(&app, &headers, base);
    Ok(Page::of(&SignIn { f: &frame, next, is_refused: false })?.into_response())
}

pub(super) async fn sign_in(
    State(app): State<App>,
    Forwarded { base, is_secure }: Forwarded,
    headers: HeaderMap,
    form: Form,
) -> Result<Response<Body>, Problem> {
    let frame = nobody(&app, &headers, base);
    frame.check_csrf(form.get("csrf"))?;
    let next = local(form.get("next"));
    let ring = app.keys().and_then(|keys| keys.ring());
    let key = ring.as_ref().and_then(|ring| ring.authenticate(form.get("key"), Timestamp::now()));
    let Some(key) = key else {
        return Ok(unprocessable(Page::of(&SignIn { f: &frame, next, is_refused: true })?));
    };
    let session = app.access().sessions.begin(&key.id).ok_or_else(Problem::internal)?;
    let mut response = Redirect::to(&frame.url(next)).into_response();
    response.headers_mut().append(SET_COOKIE, cookie(COOKIE_NAME, &session.token, &frame.base, is_secure, ""));
    Ok(response)
}

pub(super) async fn sign_out(
    State(app): State<App>,
    frame: Frame,
    session: Option<axum::Extension<super::PageSession>>,
    Forwarded { is_secure, .. }: Forwarded,
    form: Form,
) -> Result<Response<Body>, Problem> {
    frame.check_csrf(form.get("csrf"))?;
    if let Some(session) = session {
        app.access().sessions.end(&session.token);
    }
    let mut response = Redirect::to(&frame.url("/sign-in")).into_response();
    response.headers_mut().append(SET_COOKIE, cookie(COOKIE_NAME, "", &frame.base, is_secure, "; Max-Age=0"));
    Ok(response)
}

/// So long a chosen language is remembered.
const A_YEAR: &str = "; Max-Age=31536000";

pub(super) async fn language(Forwarded { base, is_secure }: Forwarded, query: Query) -> Response<Body> {
    let next = local(query.get("next").unwrap_or("/"));
    let mut response = Redirect::to(&format!("{base}{next}")).into_response();
    if let Some(language) = query.get("to").and_then(|code| code.parse::<Language>().ok()) {
        response.headers_mut().append(SET_COOKIE, cookie(LANGUAGE_COOKIE, language.as_str(), &base, is_secure, A_YEAR));
    }
    response
}

fn nobody(app: &App, headers: &HeaderMap, base: String) -> Frame {
    let frame = Frame::of_nobody(language_of(headers), base);
    Frame { csrf: app.access().sessions.csrf_of_nobody(), ..frame }
}

/// A path of this service, whatever was asked: nobody is led elsewhere.
fn local(next: &str) -> &str {
    let is_path = next.starts_with('/') && !next.starts_with("//") && !next.contains(['\\', '\r', '\n', '\t']);
    if is_path { next } else { "/" }
}

fn cookie(name: &str, value: &str, base: &str, is_secure: bool, more: &str) -> HeaderValue {
    let secure = if is_secure { "; Secure" } else { "" };
    let path = if base.is_empty() { "/" } else { base };
    let text = format!("{name}={value}; Path={path}; HttpOnly; SameSite=Strict{secure}{more}");
    HeaderValue::from_str(&text).expect("names, hexadecimal digits and plain paths are visible ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_led_to_another_host() {
        assert_eq!(local("/roles?q=a"), "/roles?q=a");
        for bad in ["", "//evil.example", "https://evil.example", "/\\evil.example", "/\nx", "roles"] {
            assert_eq!(local(bad), "/", "{bad}");
        }
    }
}
