//! Webhooks of roles: subscribed, listed, tried, removed; and, below, sent.

pub(super) mod address;
pub(super) mod dispatch;
pub(super) mod sender;

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
use super::documents::role_id;
use super::idempotency::IDEMPOTENCY_KEY;
use super::problem::Problem;
use super::target::{Id, Pair};
use crate::intake::parse_json;
use crate::webhooks::{CreatedWebhook, NewWebhook, Webhook, WebhookDelivery};
use crate::{Error, Limits};
pub(super) use sender::Sender;

/// So long after a secret is replaced the earlier one signs, too.
const OVERLAP_SECONDS: i64 = 24 * 60 * 60;

/// Webhooks.
#[derive(Serialize, JsonSchema)]
pub(super) struct Webhooks {
    /// In the order in which they were made.
    webhooks: Vec<Webhook>,
}

/// A webhook that was just made, or given another secret.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "CreatedWebhook")]
pub(super) struct Created {
    #[serde(flatten)]
    webhook: Webhook,
    /// By which messages are signed: shown here, and never again.
    secret: String,
}

/// The messages of a webhook.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "WebhookDeliveries")]
pub(super) struct Deliveries {
    /// The last one first: those that wait, and the last 50 that are over.
    deliveries: Vec<WebhookDelivery>,
}

impl From<CreatedWebhook> for Created {
    fn from(CreatedWebhook { webhook, secret, .. }: CreatedWebhook) -> Self {
        Self { webhook, secret: secret.reveal() }
    }
}

pub(super) async fn all(State(app): State<App>) -> Result<Written, Problem> {
    app.run(|engine, _| body::write(&Webhooks { webhooks: engine.webhooks(None)? })).await
}

pub(super) async fn of_role(State(app): State<App>, Id(role): Id) -> Result<Written, Problem> {
    app.run(move |engine, _| body::write(&Webhooks { webhooks: engine.webhooks(Some(&role_id(&role)?))? })).await
}

pub(super) async fn show(State(app): State<App>, Pair(role, id): Pair) -> Result<Written, Problem> {
    app.run(move |engine, _| body::write(&engine.webhook(&role_id(&role)?, &id)?)).await
}

pub(super) async fn create(
    State(app): State<App>,
    Id(role): Id,
    headers: HeaderMap,
    JsonBody(json): JsonBody,
) -> Result<Response<Body>, Problem> {
    if headers.contains_key(IDEMPOTENCY_KEY) {
        let detail = "`Idempotency-Key` is not for webhooks: the secret is told once, so it cannot be answered again";
        return Err(Problem::new(StatusCode::BAD_REQUEST, "unsupported_header", detail));
    }
    let sender = app.access().webhooks.clone();
    app.run(move |engine, _| {
        let new = read(&json, &engine.options().limits, &sender)?;
        let role = role_id(&role)?;
        let made = Created::from(engine.create_webhook(&role, &new)?);
        let place =
            format!("/v1/roles/{}/webhooks/{}", super::documents::percent_encoded(role.as_str()), made.webhook.id);
        let location = HeaderValue::from_str(&place).map_err(|_| Problem::internal())?;
        Ok((StatusCode::CREATED, [(LOCATION, location)], body::write(&made)?).into_response())
    })
    .await
}

pub(super) async fn delete(State(app): State<App>, Pair(role, id): Pair) -> Result<StatusCode, Problem> {
    app.run(move |engine, _| {
        engine.delete_webhook(&role_id(&role)?, &id)?;
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}

pub(super) async fn rotate(State(app): State<App>, Pair(role, id): Pair) -> Result<Written, Problem> {
    app.run(move |engine, _| {
        let made = engine.rotate_webhook_secret(&role_id(&role)?, &id, OVERLAP_SECONDS)?;
        body::write(&Created::from(made))
    })
    .await
}

pub(super) async fn deliveries(State(app): State<App>, Pair(role, id): Pair) -> Result<Written, Problem> {
    app.run(move |engine, _| body::write(&Deliveries { deliveries: engine.webhook_deliveries(&role_id(&role)?, &id)? }))
        .await
}

/// Sends a message at once and answers what came of it. It is noted also when the client does not wait for that.
pub(super) async fn ping(State(app): State<App>, Pair(role, id): Pair) -> Result<Written, Problem> {
    let (asked, sender, engine) = (id.clone(), app.access().webhooks.clone(), app.engine()?);
    let message = app.run(move |engine, _| Ok(engine.ping_webhook(&role_id(&role)?, &asked)?)).await?;
    let sending = tokio::spawn(async move {
        let attempt = sender.send(&message).await;
        dispatch::note(engine, message.delivery, attempt).await
    });
    let noted = sending.await.map_err(|_| Problem::internal())?.map_err(|reason| {
        tracing::error!(reason, "what came of a webhook's message cannot be noted");
        Problem::unavailable("store_unavailable", "the service cannot read or write its data now; its log says why")
    })?;
    body::write(&noted.ok_or(Error::NotFound { what: "webhook", id })?)
}

/// The fields of the body.
pub(super) const FIELDS: [&str; 3] = ["url", "limit", "min_fit"];

/// Reads `{"url": "https://ats.example/hook", "limit": 10, "min_fit": 50}`.
fn read(json: &[u8], limits: &Limits, sender: &Sender) -> Result<NewWebhook, Problem> {
    let mut fields = Fields::new(parse_json(json, limits)?)?;
    let mut new = NewWebhook::new(fields.required_text("url"));
    if !new.url.is_empty()
        && let Err(message) = sender.check(&new.url)
    {
        fields.wrong("/url", message);
    }
    if let Some(limit) = fields.take("limit") {
        match limit.as_u64().and_then(|limit| usize::try_from(limit).ok()) {
            Some(limit) => new.limit = limit,
            None => fields.wrong("/limit", "expected a whole number from 1 to 100"),
        }
    }
    match fields.take("min_fit") {
        None => {}
        Some(Value::Number(fit)) => new.min_fit = fit.as_f64().unwrap_or(f64::NAN),
        Some(_) => fields.wrong("/min_fit", "expected a number from 0 to 100"),
    }
    fields.finish(&FIELDS)?;
    Ok(new)
}
