//! What the routes of webhooks take and answer, and what webhooks themselves send. Which handler does it is in `routes`.

use serde_json::{Value, json};

use super::operation::{JSON, Operation};
use super::operations::{MATCHING, SERVICE, id, id_schema};
use super::parameter::Parameter;
use super::requests::WebhookRequest;
use super::schemas::Schemas;
use crate::Role;
use crate::server::webhooks::{Created, Deliveries, Webhooks};
use crate::webhooks::{Webhook, WebhookDelivery, WebhookPayload};

fn of_one() -> [Parameter; 2] {
    let uuid = json!({ "type": "string", "minLength": 1, "maxLength": 128, "pattern": "^[0-9A-Za-z-]+$" });
    [Parameter::path("id", "The role's id.", id_schema()), Parameter::path("webhook_id", "The webhook's id.", uuid)]
}

/// All webhooks of the tenant.
pub(in crate::server) fn list_all() -> Operation {
    Operation::new("listWebhooks", SERVICE, "The webhooks of all roles").answers(
        200,
        "All webhooks, those included that are disabled.",
        Schemas::answer::<Webhooks>,
    )
}

/// The webhooks of a role.
pub(in crate::server) fn list() -> Operation {
    Operation::new("listRoleWebhooks", MATCHING, "The webhooks of a role")
        .with([id::<Role>()])
        .answers(200, "Its webhooks, those included that are disabled.", Schemas::answer::<Webhooks>)
        .fails(&[404])
}

/// A new webhook.
pub(in crate::server) fn create() -> Operation {
    Operation::new("createRoleWebhook", MATCHING, "Have a program told who enters the role's shortlist")
        .told(
            "From now on each new or changed candidate who enters the role's best `limit` with a fit of `min_fit` at least is sent to the \
             URL, while the role is open. The secret, by which messages are signed, is answered once. A role may have 10 webhooks, a \
             tenant 200.",
        )
        .with([id::<Role>()])
        .takes(
            &[JSON],
            Schemas::request::<WebhookRequest>,
            json!({"url": "https://ats.example/hooks/rolefit", "limit": 10, "min_fit": 60}),
        )
        .answers(201, "Made, and durable.", Schemas::answer::<Created>)
        .header("Location", "The path of the webhook.")
        .fails(&[404])
        .writes()
}

/// One webhook.
pub(in crate::server) fn show() -> Operation {
    Operation::new("getRoleWebhook", MATCHING, "A webhook of a role")
        .with(of_one())
        .answers(200, "The webhook, without its secret.", Schemas::answer::<Webhook>)
        .fails(&[404])
}

/// The end of a webhook.
pub(in crate::server) fn delete() -> Operation {
    Operation::new("deleteRoleWebhook", MATCHING, "Remove a webhook of a role")
        .told("What waits to be sent is not sent any more.")
        .with(of_one())
        .answers_nothing(204, "Removed, and durable.")
        .fails(&[404])
        .writes()
}

/// A try.
pub(in crate::server) fn ping() -> Operation {
    Operation::new("pingRoleWebhook", MATCHING, "Try a webhook of a role")
        .told("A message of the type `ping` is sent at once, and once. Where it is taken, a webhook that was disabled works again.")
        .with(of_one())
        .answers(200, "What came of it.", Schemas::answer::<WebhookDelivery>)
        .fails(&[404])
        .writes()
}

/// Another secret.
pub(in crate::server) fn rotate() -> Operation {
    Operation::new("rotateRoleWebhookSecret", MATCHING, "Give a webhook of a role another secret")
        .told("For 24 hours messages are signed by the earlier one, too.")
        .with(of_one())
        .answers(200, "The webhook, with its new secret.", Schemas::answer::<Created>)
        .fails(&[404])
        .writes()
}

/// What was sent.
pub(in crate::server) fn deliveries() -> Operation {
    Operation::new("listRoleWebhookDeliveries", MATCHING, "What a webhook of a role has sent, and what came of it")
        .with(of_one())
        .answers(200, "Its messages.", Schemas::answer::<Deliveries>)
        .fails(&[404])
}

/// What the service sends: the section `webhooks` of the document.
pub(super) fn sent(schemas: &mut Schemas) -> Value {
    let payload = schemas.answer::<WebhookPayload>();
    let header = |name: &str, description: &str| json!({ "name": name, "in": "header", "required": true, "description": description, "schema": { "type": "string" } });
    let event = |id: &str, summary: &str, example: &Value| {
        json!({ "post": {
            "operationId": id,
            "summary": summary,
            "description": "By the Standard Webhooks specification. Any 2xx takes it; 410 disables the webhook; all else is sent again.",
            "parameters": [
                header("webhook-id", "The same for each attempt: whoever has seen it has seen the message."),
                header("webhook-timestamp", "When this attempt was made, in seconds since 1970."),
                header("webhook-signature", "`v1,` and the HMAC-SHA256 of id, timestamp and body; two of them while a secret is replaced."),
            ],
            "requestBody": { "required": true, "content": { JSON: { "schema": payload, "example": example } } },
            "responses": {
                "2XX": { "description": "Taken." },
                "410": { "description": "Nobody wants it any more: the webhook is disabled." },
            },
            "security": [],
        } })
    };
    let matched = json!({
        "type": "candidate.matched",
        "timestamp": "2026-11-26T09:30:00Z",
        "data": {
            "webhook_id": "01a21627-0d9e-708d-85ed-d5fb51ef2fcb", "role_id": "r-1", "role_version": 12,
            "candidate_id": "c-1", "candidate_version": 4711, "fit": 87.4, "rank": 3, "verdict": "strong",
            "model": {
                "taxonomy_version": "2026.11", "profile_hash": "6f1c", "market_version": "2026.11", "crate_version": "0.2.0",
                "as_of": "2026-11-26",
            },
        },
    });
    let ping = json!({
        "type": "ping",
        "timestamp": "2026-11-26T09:30:00Z",
        "data": { "webhook_id": "01a21627-0d9e-708d-85ed-d5fb51ef2fcb", "role_id": "r-1" },
    });
    json!({
        "candidate.matched": event("candidateMatched", "A new or changed candidate has entered the role's shortlist", &matched),
        "ping": event("webhookPing", "Somebody tries the webhook", &ping),
    })
}
