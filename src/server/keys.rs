//! The keys of the tenant that asks: listed, made, revoked. Never those of another.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{HeaderMap, HeaderValue, LOCATION};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse as _;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::app::App;
use super::ask::Fields;
use super::body::{self, JsonBody, Written};
use super::idempotency::IDEMPOTENCY_KEY;
use super::key_watch::{Demand, KeyWatch};
use super::problem::Problem;
use super::target::Name;
use crate::Limits;
use crate::access::{CreatedKey, Key, KeyState, NewKey, Scope, Timestamp};
use crate::intake::parse_json;

/// A key, and whether it works.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ListedApiKey")]
pub(super) struct Listed<'a> {
    #[serde(flatten)]
    key: &'a Key,
    /// Whether it works.
    state: KeyState,
}

/// All keys of the tenant.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ApiKeys")]
pub(super) struct AllKeys<'a> {
    /// In the order in which they were made, those included that work no more.
    keys: Vec<Listed<'a>>,
}

/// A key that was just made.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "CreatedApiKey")]
pub(super) struct Created<'a> {
    #[serde(flatten)]
    listed: Listed<'a>,
    /// The key itself: shown here, and never again.
    secret: &'a str,
}

impl<'a> Listed<'a> {
    fn of(key: &'a Key) -> Self {
        Self { key, state: key.state(Timestamp::now()) }
    }
}

/// The keys of the service; a problem where there are none.
fn watch(app: &App) -> Result<Arc<KeyWatch>, Problem> {
    let watch = app.keys().filter(|watch| watch.demand() != Demand::Nothing);
    watch.cloned().ok_or_else(|| {
        let detail = "the service has no keys; the first is made by `rolefit keys create --data-dir DIR --scope admin`";
        Problem::new(StatusCode::FORBIDDEN, "no_keys", detail)
    })
}

pub(super) async fn list(State(app): State<App>) -> Result<Written, Problem> {
    let watch = watch(&app)?;
    let tenant = app.tenant().clone();
    app.run(move |_, _| {
        let ring = watch.file().read()?;
        let keys = ring.keys().filter(|key| key.tenant == tenant).map(Listed::of).collect();
        body::write(&AllKeys { keys })
    })
    .await
}

pub(super) async fn create(
    State(app): State<App>,
    headers: HeaderMap,
    JsonBody(json): JsonBody,
) -> Result<Response<Body>, Problem> {
    if headers.contains_key(IDEMPOTENCY_KEY) {
        let detail =
            "`Idempotency-Key` is not for keys: what was answered is kept nowhere, so it cannot be answered again";
        return Err(Problem::new(StatusCode::BAD_REQUEST, "unsupported_header", detail));
    }
    let watch = watch(&app)?;
    let tenant = app.tenant().clone();
    app.run(move |engine, _| {
        let asked = Asked::read(&json, &engine.options().limits)?;
        let new = NewKey::new(tenant, asked.scope).with_expires_at(asked.expires_at);
        let new = match asked.name {
            Some(name) => new.with_name(name),
            None => new,
        };
        let CreatedKey { key, secret } = watch.file().create(&new)?;
        watch.look();
        tracing::info!(key = key.id, tenant = %key.tenant, scope = %key.scope, "a key was made");
        let location = HeaderValue::from_str(&format!("/v1/keys/{}", key.id)).map_err(|_| Problem::internal())?;
        let created = body::write(&Created { listed: Listed::of(&key), secret: secret.reveal() })?;
        Ok((StatusCode::CREATED, [(LOCATION, location)], created).into_response())
    })
    .await
}

pub(super) async fn revoke(State(app): State<App>, Name(id): Name) -> Result<StatusCode, Problem> {
    let watch = watch(&app)?;
    let tenant = app.tenant().clone();
    app.run(move |_, _| {
        watch.file().revoke(&id, Some(&tenant))?;
        watch.look();
        tracing::info!(key = id, %tenant, "a key was revoked");
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

/// What a body asks for: `{"scope": "read", "name": "ats", "expires_at": "2027-01-31"}`.
struct Asked {
    scope: Scope,
    name: Option<String>,
    expires_at: Option<Timestamp>,
}

/// The fields of the body.
pub(super) const FIELDS: [&str; 3] = ["scope", "name", "expires_at"];

impl Asked {
    fn read(json: &[u8], limits: &Limits) -> Result<Self, Problem> {
        let mut fields = Fields::new(parse_json(json, limits)?)?;
        let scope = fields.take("scope").and_then(|scope| scope.as_str()?.parse::<Scope>().ok());
        if scope.is_none() {
            fields.wrong("/scope", "expected read, write or admin");
        }
        let mut text = |name: &str| match fields.take(name) {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => Some(text),
            Some(_) => {
                fields.wrong(format!("/{name}"), "expected a text");
                None
            }
        };
        let (name, end) = (text("name"), text("expires_at"));
        let end = end.map(|end| Timestamp::end_of(&end)).transpose();
        let expires_at = end.unwrap_or_else(|error| {
            fields.wrong("/expires_at", error);
            None
        });
        fields.finish(&FIELDS)?;
        Ok(Self { scope: scope.expect("a body without one was refused just now"), name, expires_at })
    }
}
