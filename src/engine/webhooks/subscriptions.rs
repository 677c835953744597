//! Webhooks made, listed, tried, given a new secret, removed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::message::{WebhookData, WebhookDelivery, WebhookEvent, WebhookMessage, WebhookPayload};
use super::records::{Delivery, Entries, Hook};
use super::{now, queue};
use crate::access::{Timestamp, WebhookSecret};
use crate::domain::{Error, RoleId, Violation, setters};
use crate::engine::Engine;
use crate::store::Kind;

/// The most webhooks of one role, and of all roles: whoever changes a candidate is looked at for each of these roles.
const MAX_OF_ROLE: usize = 10;
const MAX_WEBHOOKS: usize = 200;
/// The longest list that a webhook can be about.
const MAX_LIMIT: usize = 100;
/// The longest address, in bytes.
const MAX_URL_BYTES: usize = 2048;

/// A webhook that is to be made.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NewWebhook {
    /// Whereto messages are sent.
    pub url: String,
    /// Who enters the role's best so many is told of, 1 to 100.
    pub limit: usize,
    /// And whose fit is not below this, 0 to 100.
    pub min_fit: f64,
}

setters! {
    impl NewWebhook {
        with_limit(limit: is usize);
        with_min_fit(min_fit: is f64);
    }
}

impl NewWebhook {
    /// How many of a role's best a webhook is about unless told otherwise.
    pub const DEFAULT_LIMIT: usize = 10;
    /// The least fit that a webhook tells of unless told otherwise.
    pub const DEFAULT_MIN_FIT: f64 = 50.0;

    /// To this address, about a role's best ten, with a fit of 50 at least.
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), limit: Self::DEFAULT_LIMIT, min_fit: Self::DEFAULT_MIN_FIT }
    }

    fn check(&self) -> Result<(), Error> {
        let mut violations = Vec::new();
        let mut wrong = |pointer: &str, message: String| {
            violations.push(Violation { pointer: pointer.to_owned(), message });
        };
        if self.url.is_empty() || self.url.len() > MAX_URL_BYTES {
            wrong("/url", format!("this has {} bytes; expected 1 to {MAX_URL_BYTES}", self.url.len()));
        }
        if !(1..=MAX_LIMIT).contains(&self.limit) {
            wrong("/limit", format!("this is {}; expected a whole number from 1 to {MAX_LIMIT}", self.limit));
        }
        if !(0.0..=100.0).contains(&self.min_fit) {
            wrong("/min_fit", format!("this is {}; expected a number from 0 to 100", self.min_fit));
        }
        if violations.is_empty() { Ok(()) } else { Err(Error::Invalid(violations)) }
    }
}

/// Why a webhook sends nothing any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum WebhookDisabled {
    /// Its receiver answered 410.
    Gone,
    /// A message was given up, and for a day nothing had been taken.
    Failing,
    /// A thousand messages waited.
    TooManyWaiting,
}

/// A webhook of a role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct Webhook {
    /// Its id, a UUID.
    pub id: String,
    /// The role.
    pub role_id: RoleId,
    /// Whereto messages are sent.
    pub url: String,
    /// It tells of whoever enters the role's best so many,
    pub limit: usize,
    /// with a fit that is not below this.
    pub min_fit: f64,
    /// When it was made.
    pub created_at: Timestamp,
    /// Why it is disabled; absent while it works.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disabled: Option<WebhookDisabled>,
    /// Since when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disabled_at: Option<Timestamp>,
    /// Since when attempts have failed; absent after one that did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failing_since: Option<Timestamp>,
    /// When a message was last taken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_success_at: Option<Timestamp>,
    /// Messages that wait.
    pub waiting: usize,
}

impl Webhook {
    fn of(hook: &Hook, waiting: usize) -> Result<Self, Error> {
        let time = Timestamp::from_seconds;
        Ok(Self {
            id: hook.id.to_string(),
            role_id: role_of(hook)?,
            url: hook.url.clone(),
            limit: hook.limit,
            min_fit: hook.min_fit,
            created_at: time(hook.created_at),
            disabled: hook.disabled.map(|(why, _)| why),
            disabled_at: hook.disabled.map(|(_, at)| time(at)),
            failing_since: hook.failing_since.map(time),
            last_success_at: hook.last_success_at.map(time),
            waiting,
        })
    }
}

/// A webhook that was just made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CreatedWebhook {
    /// The webhook.
    pub webhook: Webhook,
    /// Its secret, which is told this once.
    pub secret: WebhookSecret,
}

pub(super) fn role_of(hook: &Hook) -> Result<RoleId, Error> {
    RoleId::new(&hook.role).map_err(|error| Error::Malformed(error.into()))
}

fn unknown(id: &str) -> Error {
    Error::NotFound { what: "webhook", id: id.to_owned() }
}

impl Engine {
    /// Subscribes an address to a role: from now on it is told of every new or changed candidate who enters the role's best.
    ///
    /// ```
    /// use rolefit::webhooks::NewWebhook;
    /// use rolefit::{Candidate, Engine, Role};
    ///
    /// let engine = Engine::in_memory();
    /// let role: Role = serde_json::from_str(r#"{"id": "r-1", "title": "HPC engineer", "must_have": ["Slurm"]}"#)?;
    /// engine.put_role(&role)?;
    /// let made = engine.create_webhook(&role.id, &NewWebhook::new("https://ats.example/hook").with_min_fit(0.0))?;
    /// let candidate: Candidate = serde_json::from_str(r#"{"id": "c-1", "summary": "Ran Slurm for six years."}"#)?;
    /// engine.put_candidate(&candidate)?;
    /// engine.advance_webhooks()?;
    /// let message = engine.due_webhook_messages(10)?.pop().expect("she entered the role's best");
    /// assert_eq!(message.signature, made.secret.sign(&message.id, message.timestamp, message.body.as_bytes()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such role, [`Error::Invalid`] for what cannot be subscribed or is too much.
    pub fn create_webhook(&self, role: &RoleId, new: &NewWebhook) -> Result<CreatedWebhook, Error> {
        new.check()?;
        self.inner.role_entry(role)?;
        let secret = WebhookSecret::new()?;
        let mut book = self.inner.current_book()?;
        let refused = |what: &str, most: usize| {
            let message = format!("{what} has {most} webhooks, which is all that it may; remove one first");
            Error::Invalid(vec![Violation { pointer: String::new(), message }])
        };
        if book.hooks().filter(|hook| hook.role == role.as_str()).count() >= MAX_OF_ROLE {
            return Err(refused("the role", MAX_OF_ROLE));
        }
        if book.hooks().count() >= MAX_WEBHOOKS {
            return Err(refused("the service", MAX_WEBHOOKS));
        }
        let since = self.inner.last_write()?;
        let hook = Hook {
            id: Uuid::now_v7(),
            role: role.to_string(),
            url: new.url.clone(),
            limit: new.limit,
            min_fit: new.min_fit,
            created_at: now(),
            since: since.0,
            secret: secret.reveal(),
            earlier_secret: None,
            disabled: None,
            failing_since: None,
            last_success_at: None,
        };
        // Nobody has looked at changes while there was no webhook.
        let cursor = (!book.has_hooks()).then_some(since);
        book.write(&*self.inner.store, Entries { hooks: vec![hook.clone()], cursor, ..Entries::default() })?;
        if self.inner.store.get(Kind::Role, role.as_str())?.is_none() {
            // It was removed meanwhile, and the store has kept nothing.
            book.write(&*self.inner.store, Entries { removed_hooks: vec![hook.id], ..Entries::default() })?;
            return Err(Error::NotFound { what: "role", id: role.to_string() });
        }
        Ok(CreatedWebhook { webhook: Webhook::of(&hook, 0)?, secret })
    }

    /// The webhooks of a role, or of all roles, in the order in which they were made.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such role.
    pub fn webhooks(&self, role: Option<&RoleId>) -> Result<Vec<Webhook>, Error> {
        if let Some(role) = role {
            self.inner.role_entry(role)?;
        }
        let book = self.inner.current_book()?;
        let wanted = book.hooks().filter(|hook| role.is_none_or(|role| role.as_str() == hook.role));
        wanted.map(|hook| Webhook::of(hook, book.n_waiting(hook.id))).collect()
    }

    /// A webhook of a role.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such role or webhook.
    pub fn webhook(&self, role: &RoleId, id: &str) -> Result<Webhook, Error> {
        let hook = self.hook(role, id)?;
        Webhook::of(&hook, self.inner.current_book()?.n_waiting(hook.id))
    }

    /// Removes a webhook, and what waits to be sent to it.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such role or webhook; [`Error::Store`] when the disk failed.
    pub fn delete_webhook(&self, role: &RoleId, id: &str) -> Result<(), Error> {
        let hook = self.hook(role, id)?;
        let entries = Entries { removed_hooks: vec![hook.id], ..Entries::default() };
        self.inner.current_book()?.write(&*self.inner.store, entries)
    }

    /// Gives a webhook another secret. For so many seconds the earlier one signs, too.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such role or webhook; [`Error::Store`] when the disk failed.
    pub fn rotate_webhook_secret(
        &self,
        role: &RoleId,
        id: &str,
        overlap_seconds: i64,
    ) -> Result<CreatedWebhook, Error> {
        let asked = self.hook(role, id)?;
        let secret = WebhookSecret::new()?;
        let mut book = self.inner.current_book()?;
        let mut hook = book.hook(asked.id).cloned().ok_or_else(|| unknown(id))?;
        let earlier = std::mem::replace(&mut hook.secret, secret.reveal());
        hook.earlier_secret = Some((earlier, now().saturating_add(overlap_seconds)));
        book.write(&*self.inner.store, Entries { hooks: vec![hook.clone()], ..Entries::default() })?;
        Ok(CreatedWebhook { webhook: Webhook::of(&hook, book.n_waiting(hook.id))?, secret })
    }

    /// The messages of a webhook, the last one first: those that wait, and the last 50 that are over.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such role or webhook.
    pub fn webhook_deliveries(&self, role: &RoleId, id: &str) -> Result<Vec<WebhookDelivery>, Error> {
        let hook = self.hook(role, id)?;
        let book = self.inner.current_book()?;
        Ok(book.deliveries_of(hook.id).rev().map(WebhookDelivery::of).collect())
    }

    /// A message that tries a webhook, to be sent at once. When its receiver takes it, a webhook that was disabled works again.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such role or webhook; [`Error::Store`] when the disk failed.
    pub fn ping_webhook(&self, role: &RoleId, id: &str) -> Result<WebhookMessage, Error> {
        let hook = self.hook(role, id)?;
        let at = now();
        let data = WebhookData { webhook_id: hook.id.to_string(), role_id: role.clone(), matched: None };
        let body = WebhookPayload { event: WebhookEvent::Ping, timestamp: Timestamp::from_seconds(at), data };
        let delivery = Delivery {
            id: Uuid::now_v7(),
            hook: hook.id,
            event: WebhookEvent::Ping,
            candidate: None,
            body: serde_json::to_string(&body).expect("a body has texts as keys"),
            created_at: at,
            tries: Vec::new(),
            next_at: Some(at),
        };
        let message = queue::message(&hook, &delivery, at);
        let mut book = self.inner.current_book()?;
        // Whoever asks for it sends it, and nobody else.
        book.in_flight.insert(delivery.place());
        book.write(&*self.inner.store, Entries { deliveries: vec![delivery], ..Entries::default() })?;
        Ok(message)
    }

    /// A webhook of a role as it is kept.
    fn hook(&self, role: &RoleId, id: &str) -> Result<Hook, Error> {
        self.inner.role_entry(role)?;
        let book = self.inner.current_book()?;
        let found = Uuid::parse_str(id).ok().and_then(|id| book.hook(id)).cloned();
        found.filter(|hook| hook.role == role.as_str()).ok_or_else(|| unknown(id))
    }
}
