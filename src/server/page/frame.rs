//! What all pages share: whose documents they are, what the reader may do, in which words, and where the service stands behind a proxy.

use std::convert::Infallible;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::header::HeaderMap;
use axum::http::request::Parts;
use axum::http::{Response, StatusCode};
use axum::response::{IntoResponse, Redirect};

use super::sessions::PageSession;
use super::texts::{self, language_of};
use super::{assets, show};
use crate::access::Scope;
use crate::model::Language;
use crate::server::app::App;
use crate::server::caller::Caller;
use crate::server::key_watch::Demand;
use crate::server::problem::Problem;

/// What all pages share.
#[derive(Clone)]
pub(super) struct Frame {
    /// Before every path: empty, or the prefix under which a proxy has the service.
    pub base: String,
    pub language: Language,
    pub tenant: String,
    /// What the key is called; empty where nobody signs in.
    pub key: String,
    pub scope: Scope,
    pub csrf: String,
    pub is_signed_in: bool,
    /// Whether it is nobody's page: sign-in, or a problem.
    pub is_bare: bool,
    /// The path and query of this page, without the prefix.
    pub here: String,
    /// The part of the page that is open: `roles`, `candidates`.
    pub section: &'static str,
}

impl Frame {
    /// A page without navigation.
    pub(super) fn of_nobody(language: Language, base: String) -> Self {
        Self {
            base,
            language,
            tenant: String::new(),
            key: String::new(),
            scope: Scope::Read,
            csrf: String::new(),
            is_signed_in: false,
            is_bare: true,
            here: "/".to_owned(),
            section: "",
        }
    }

    /// The text of a key of the catalogue.
    pub(super) fn t<'k>(&self, key: &'k str) -> &'k str {
        texts::text(self.language, key)
    }

    /// The text of a key with a number in the place of `{n}`.
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "templates hand over references")]
    pub(super) fn n(&self, key: &str, n: &usize) -> String {
        self.t(key).replace("{n}", &show::thousands(n, self.language))
    }

    /// A figure with the decimal sign of the language: `16.9`, `16,9`.
    pub(super) fn decimal(&self, figure: &str) -> String {
        figure.replace('.', self.t("figure.decimal"))
    }

    /// The text of a table's name, such as that of a component; the name itself where there is none.
    pub(super) fn name(&self, table: &str, name: &str) -> String {
        let key = format!("{table}.{name}");
        let text = self.t(&key);
        if text == key { name.replace('_', " ") } else { text.to_owned() }
    }

    /// A path of the service as a browser is to ask it.
    pub(super) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// The address of a role, or of something about it.
    pub(super) fn role(&self, id: &str, rest: &str) -> String {
        format!("{}/roles/{}{rest}", self.base, show::encoded(id))
    }

    /// The address of a candidate.
    pub(super) fn candidate(&self, id: &str, rest: &str) -> String {
        format!("{}/candidates/{}{rest}", self.base, show::encoded(id))
    }

    /// The address of a candidate for a role.
    pub(super) fn pair(&self, role: &str, candidate: &str) -> String {
        self.role(role, &format!("/candidates/{}", show::encoded(candidate)))
    }

    /// The address of a file that belongs to the page.
    pub(super) fn asset(&self, name: &str) -> String {
        format!("{}/static/{}", self.base, assets::address(name))
    }

    /// Whether the reader may change documents.
    pub(super) fn can_write(&self) -> bool {
        self.scope.includes(Scope::Write)
    }

    /// This page in another language.
    pub(super) fn in_language(&self, code: &str) -> String {
        format!("{}/language?to={code}&next={}", self.base, show::encoded(&self.here))
    }

    /// Refuses whoever may not write, and forms that are not of a page of this session.
    pub(super) fn check_write(&self, csrf: &str) -> Result<(), Problem> {
        self.check_csrf(csrf)?;
        if self.can_write() {
            return Ok(());
        }
        let detail = format!("the key's scope is {}; expected {}", self.scope, Scope::Write);
        Err(Problem::new(StatusCode::FORBIDDEN, "insufficient_scope", detail))
    }

    pub(super) fn check_csrf(&self, csrf: &str) -> Result<(), Problem> {
        // Both are random and of one length; a page of another host sees neither, nor how long a comparison takes of which letter.
        if !self.csrf.is_empty() && csrf == self.csrf {
            return Ok(());
        }
        let detail =
            "the form is of an earlier session, or of a page of another host; open the page anew and send it again";
        Err(Problem::new(StatusCode::FORBIDDEN, "foreign_origin", detail))
    }

    /// Whether two texts are the same: templates compare what they loop over with what is chosen.
    #[expect(clippy::unused_self, reason = "templates call methods alone")]
    pub(super) fn same(&self, one: &str, other: &str) -> bool {
        one == other
    }

    pub(super) fn in_section(self, section: &'static str) -> Self {
        Self { section, ..self }
    }
}

/// Where a proxy says that the service stands.
pub(in crate::server) struct Forwarded {
    pub(super) base: String,
    /// Whether the browser speaks HTTPS.
    pub(super) is_secure: bool,
}

/// The longest prefix, in bytes.
const MAX_PREFIX: usize = 128;

impl Forwarded {
    /// `configured` is the prefix that the service was started with, which outranks the header.
    pub(super) fn of(headers: &HeaderMap, configured: &str) -> Self {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let asked = if configured.is_empty() { header("x-forwarded-prefix") } else { configured };
        let base = asked.trim_end_matches('/');
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~/".contains(&byte);
        // What is no plain path could lead to another host.
        let is_path =
            base.starts_with('/') && !base.contains("//") && base.len() <= MAX_PREFIX && base.bytes().all(is_plain);
        Self {
            base: if is_path { base.to_owned() } else { String::new() },
            is_secure: header("x-forwarded-proto").eq_ignore_ascii_case("https"),
        }
    }
}

impl FromRequestParts<App> for Forwarded {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        Ok(Self::of(&parts.headers, &app.access().url_prefix))
    }
}

/// Why there is no page: a problem, or the reader is to sign in first.
pub(super) enum NoFrame {
    SignIn(String),
    Problem(Problem),
}

impl IntoResponse for NoFrame {
    fn into_response(self) -> Response<Body> {
        match self {
            Self::SignIn(address) => Redirect::to(&address).into_response(),
            Self::Problem(problem) => problem.into_response(),
        }
    }
}

impl FromRequestParts<App> for Frame {
    type Rejection = NoFrame;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, NoFrame> {
        let Forwarded { base, .. } = Forwarded::of(&parts.headers, &app.access().url_prefix);
        let here = parts.uri.path_and_query().map_or("/", |target| target.as_str()).to_owned();
        let language = language_of(&parts.headers);
        let caller = parts.extensions.get::<Caller>();
        let session = parts.extensions.get::<PageSession>();
        match (app.demand(), caller) {
            (Demand::Unknown, _) => {
                let detail = "the service cannot read its keys now, and lets nobody in without; its log says why";
                Err(NoFrame::Problem(Problem::unavailable("keys_unavailable", detail)))
            }
            (Demand::Key, None) => {
                let next = if parts.method == axum::http::Method::GET { here } else { "/".to_owned() };
                Err(NoFrame::SignIn(format!("{base}/sign-in?next={}", show::encoded(&next))))
            }
            (Demand::Key, Some(caller)) => Ok(Self {
                base,
                language,
                tenant: caller.key.tenant.to_string(),
                key: caller.key.name.clone().unwrap_or_else(|| caller.key.id.clone()),
                scope: caller.key.scope,
                csrf: session.map(|session| session.csrf.clone()).unwrap_or_default(),
                is_signed_in: session.is_some(),
                is_bare: false,
                here,
                section: "",
            }),
            (Demand::Nothing, _) => Ok(Self {
                tenant: app.tenant().to_string(),
                scope: Scope::Admin,
                csrf: app.access().sessions.csrf_of_nobody(),
                is_bare: false,
                here,
                ..Self::of_nobody(language, base)
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_is_a_plain_path_and_leads_nowhere_else() {
        let of = |prefix: &str| {
            let headers = [("x-forwarded-prefix".parse().unwrap(), prefix.parse().unwrap())].into_iter().collect();
            Forwarded::of(&headers, "").base
        };
        assert_eq!((of("/rolefit/"), of("/a/b")), ("/rolefit".to_owned(), "/a/b".to_owned()));
        for bad in ["//evil.example", "https://evil.example", "rolefit", "/a\"b", "/<b>", "/a//b", "/"] {
            assert_eq!(of(bad), "", "{bad}");
        }
        assert_eq!(Forwarded::of(&HeaderMap::new(), "/own").base, "/own");
    }
}
