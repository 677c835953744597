//! What is sent, and what came of sending it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::records::Delivery;
use crate::access::Timestamp;
use crate::domain::{CandidateId, RoleId};
use crate::explain::{Model, Verdict};

/// What a message tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub enum WebhookEvent {
    /// A new or changed candidate has entered the role's best.
    #[serde(rename = "candidate.matched")]
    CandidateMatched,
    /// Somebody asked to try the webhook.
    #[serde(rename = "ping")]
    Ping,
}

/// A message that is to be sent now: a POST of `body` to `url`, with these three headers of the Standard Webhooks specification.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WebhookMessage {
    /// Which delivery it is, for [`Engine::note_webhook_attempt`](crate::Engine::note_webhook_attempt).
    pub delivery: String,
    /// Whereto.
    pub url: String,
    /// `webhook-id`: the same for each attempt.
    pub id: String,
    /// `webhook-timestamp`: of this attempt.
    pub timestamp: i64,
    /// `webhook-signature`: one, or two while a secret is replaced.
    pub signature: String,
    /// JSON.
    pub body: String,
}

/// What came of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WebhookAttempt {
    /// The receiver answered with this status.
    Answered(u16),
    /// Nothing was answered, for this reason.
    Failed(String),
}

/// An attempt to send a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct WebhookTry {
    /// When it was over.
    pub at: Timestamp,
    /// The status that the receiver answered; absent where it answered nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Why nothing was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// How a message stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum WebhookOutcome {
    /// It is to be sent, or to be sent again.
    Waiting,
    /// The receiver took it: it answered 2xx.
    Sent,
    /// It was given up.
    GivenUp,
}

/// A message, and the attempts to send it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct WebhookDelivery {
    /// What is sent as `webhook-id`.
    pub id: String,
    /// What it tells.
    #[serde(rename = "type")]
    pub event: WebhookEvent,
    /// Of whom it tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidate_id: Option<CandidateId>,
    /// When it was made.
    pub created_at: Timestamp,
    /// How it stands.
    pub outcome: WebhookOutcome,
    /// When it is sent next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_attempt_at: Option<Timestamp>,
    /// All attempts, the first one first.
    pub attempts: Vec<WebhookTry>,
}

/// The `webhook-id` of a delivery.
pub(super) fn message_id(delivery: &Delivery) -> String {
    format!("msg_{}", delivery.id.simple())
}

impl WebhookDelivery {
    pub(super) fn of(delivery: &Delivery) -> Self {
        let outcome = match (delivery.next_at, delivery.tries.last()) {
            (Some(_), _) => WebhookOutcome::Waiting,
            (None, Some(last)) if last.status.is_some_and(is_success) => WebhookOutcome::Sent,
            (None, _) => WebhookOutcome::GivenUp,
        };
        Self {
            id: message_id(delivery),
            event: delivery.event,
            candidate_id: delivery.candidate.as_deref().and_then(|id| CandidateId::new(id).ok()),
            created_at: Timestamp::from_seconds(delivery.created_at),
            outcome,
            next_attempt_at: delivery.next_at.map(Timestamp::from_seconds),
            attempts: delivery.tries.clone(),
        }
    }
}

/// Whether a receiver that answers so took the message.
pub(super) fn is_success(status: u16) -> bool {
    (200..300).contains(&status)
}

/// The body of a message: ids, figures and versions, and nothing that a document says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct WebhookPayload {
    /// What it tells.
    #[serde(rename = "type")]
    pub event: WebhookEvent,
    /// When it was made.
    pub timestamp: Timestamp,
    /// About whom.
    pub data: WebhookData,
}

/// What a message is about. A ping has the first two fields alone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct WebhookData {
    /// The webhook's id.
    pub webhook_id: String,
    /// The role.
    pub role_id: RoleId,
    /// Who entered its best.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub matched: Option<WebhookMatch>,
}

/// A candidate among a role's best.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct WebhookMatch {
    /// The number of the write that left the role so, as in its `ETag`.
    pub role_version: u64,
    /// The candidate.
    pub candidate_id: CandidateId,
    /// The number of the write that left the candidate so, as in its `ETag`. Of two messages the one with the greater number is newer.
    pub candidate_version: u64,
    /// 0 to 100, two decimals.
    pub fit: f64,
    /// The place on the role's shortlist, from 1.
    pub rank: usize,
    /// The fit in a word.
    pub verdict: Verdict,
    /// What the fit was computed with.
    pub model: Model,
}
