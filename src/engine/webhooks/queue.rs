//! What waits to be sent, when it is sent again, and when a webhook is given up.

use uuid::Uuid;

use super::message::{
    WebhookAttempt, WebhookDelivery, WebhookEvent, WebhookMessage, WebhookTry, is_success, message_id,
};
use super::now;
use super::records::{Book, Delivery, Entries, Hook, Place};
use super::subscriptions::WebhookDisabled;
use crate::access::{Timestamp, WebhookSecret};
use crate::domain::{CandidateId, Error};
use crate::engine::{Engine, Inner};

/// So many seconds after an attempt that failed comes the next one, as other senders of Standard Webhooks have it: 27 hours in all. A
/// little is added to each, so that what failed together is not sent together again.
const RETRIES: [i64; 7] = [5, 5 * 60, 30 * 60, 2 * 60 * 60, 5 * 60 * 60, 10 * 60 * 60, 10 * 60 * 60];
/// A fifth of the pause is the most that is added.
const JITTER: i64 = 5;
/// A webhook is disabled when a message is given up and nothing was taken for so many seconds.
const FAILING_SECONDS: i64 = 24 * 60 * 60;
/// So much of an error is kept, in characters.
const MAX_ERROR_CHARS: usize = 200;
/// What begins the ids of messages.
const MESSAGE: &str = "msg_";

impl Engine {
    /// Messages whose time has come, at most so many, and one of each webhook. Each is given once: tell by
    /// [`Engine::note_webhook_attempt`] what came of it, and it is given again when its time comes again.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed.
    pub fn due_webhook_messages(&self, most: usize) -> Result<Vec<WebhookMessage>, Error> {
        self.inner.due_webhook_messages(most, now())
    }

    /// Takes what came of an attempt to send a message, and answers how it stands now: `None` where it is about nobody who is there, or
    /// its webhook was removed meanwhile.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed: the message is then sent once more.
    pub fn note_webhook_attempt(
        &self,
        delivery: &str,
        attempt: &WebhookAttempt,
    ) -> Result<Option<WebhookDelivery>, Error> {
        self.inner.note_webhook_attempt(delivery, attempt, now())
    }
}

impl Inner {
    pub(super) fn due_webhook_messages(&self, most: usize, now: i64) -> Result<Vec<WebhookMessage>, Error> {
        let mut book = self.current_book()?;
        if !book.acted() {
            return Ok(Vec::new());
        }
        let (mut due, mut gone) = (Vec::new(), Vec::new());
        let mut busy: Vec<Uuid> = book.in_flight.iter().map(|(hook, _)| *hook).collect();
        for delivery in book.deliveries() {
            let is_due = delivery.next_at.is_some_and(|at| at <= now) && delivery.event != WebhookEvent::Ping;
            if due.len() == most || !is_due || busy.contains(&delivery.hook) {
                continue;
            }
            let Some(hook) = book.hook(delivery.hook) else { continue };
            let id = delivery.candidate.as_deref().and_then(|id| CandidateId::new(id).ok());
            if id.is_some_and(|id| self.pool.get(&id).is_none()) {
                gone.push(delivery.place());
                continue;
            }
            busy.push(delivery.hook);
            due.push((delivery.place(), message(hook, delivery, now)));
        }
        book.in_flight.extend(due.iter().map(|(place, _)| *place));
        if !gone.is_empty() {
            let written = book.write(&*self.store, Entries { removed_deliveries: gone, ..Entries::default() });
            if written.is_err() {
                for (place, _) in &due {
                    book.in_flight.remove(place);
                }
            }
            written?;
        }
        Ok(due.into_iter().map(|(_, message)| message).collect())
    }

    pub(super) fn note_webhook_attempt(
        &self,
        delivery: &str,
        attempt: &WebhookAttempt,
        now: i64,
    ) -> Result<Option<WebhookDelivery>, Error> {
        let Some(id) = delivery.strip_prefix(MESSAGE).and_then(|id| Uuid::parse_str(id).ok()) else { return Ok(None) };
        // On its way no longer, even where what came of it cannot be noted.
        self.webhooks.book().in_flight.retain(|(_, on_its_way)| *on_its_way != id);
        let mut book = self.current_book()?;
        let Some(place) = book.deliveries().find(|one| one.id == id).map(Delivery::place) else { return Ok(None) };
        let found = book.delivery(place).cloned().zip(book.hook(place.0).cloned());
        let Some((mut delivery, mut hook)) = found else { return Ok(None) };
        if book.is_shared() && delivery.next_at.is_none() && delivery.event != WebhookEvent::Ping {
            // Another process took this one's place meanwhile, and has sent it or given it up.
            return Ok(Some(WebhookDelivery::of(&delivery)));
        }
        let (status, error) = match attempt {
            WebhookAttempt::Answered(status) => (Some(*status), None),
            WebhookAttempt::Failed(reason) => (None, Some(reason.chars().take(MAX_ERROR_CHARS).collect())),
        };
        delivery.tries.push(WebhookTry { at: Timestamp::from_seconds(now), status, error });
        delivery.next_at = None;
        let mut entries = Entries::default();
        let is_sent = status.is_some_and(is_success);
        if is_sent {
            hook.failing_since = None;
            hook.last_success_at = Some(now);
            if delivery.event == WebhookEvent::Ping {
                hook.disabled = None;
            }
        } else {
            let failing_since = *hook.failing_since.get_or_insert(now);
            let pause = RETRIES.get(delivery.tries.len() - 1).filter(|_| delivery.event != WebhookEvent::Ping);
            if status == Some(410) {
                disable(&mut hook, WebhookDisabled::Gone, now);
            } else if let Some(pause) = pause.filter(|_| hook.disabled.is_none()) {
                delivery.next_at = Some(now + pause + jitter(*pause)?);
            } else if delivery.event != WebhookEvent::Ping && now - failing_since >= FAILING_SECONDS {
                disable(&mut hook, WebhookDisabled::Failing, now);
            }
        }
        if hook.disabled.is_some() {
            entries.deliveries.extend(given_up(&book, hook.id, place));
        }
        let n_given_up = entries.deliveries.len() + usize::from(!is_sent && delivery.next_at.is_none());
        let told = WebhookDelivery::of(&delivery);
        entries.deliveries.push(delivery);
        entries.hooks.push(hook);
        book.write(&*self.store, entries)?;
        let counts = book.counts_mut();
        counts.sent += u64::from(is_sent);
        counts.failed += u64::from(!is_sent);
        counts.given_up += u64::try_from(n_given_up).unwrap_or(u64::MAX);
        Ok(Some(told))
    }
}

/// A webhook stays disabled for the reason that was the first.
pub(super) fn disable(hook: &mut Hook, why: WebhookDisabled, now: i64) {
    hook.disabled.get_or_insert((why, now));
}

/// All that waits for a webhook that is disabled, but for one message, as it is when it is given up.
pub(super) fn given_up(book: &Book, hook: Uuid, but: Place) -> Vec<Delivery> {
    let waiting = book.deliveries_of(hook).filter(|one| one.next_at.is_some() && one.place() != but);
    waiting.map(|one| Delivery { next_at: None, ..one.clone() }).collect()
}

/// Something up to a fifth of a pause.
fn jitter(pause: i64) -> Result<i64, Error> {
    let mut random = [0; 4];
    getrandom::fill(&mut random).map_err(|error| {
        Error::store(crate::domain::StorageErrorKind::Io, format!("the system gives no random bytes: {error}"))
    })?;
    Ok(i64::from(u32::from_be_bytes(random)) % (pause / JITTER + 1))
}

/// The message of a delivery, signed as of now.
pub(super) fn message(hook: &Hook, delivery: &Delivery, now: i64) -> WebhookMessage {
    let id = message_id(delivery);
    let earlier = hook.earlier_secret.as_ref().filter(|(_, until)| now < *until).map(|(secret, _)| secret);
    let secrets = std::iter::once(&hook.secret).chain(earlier).filter_map(|text| WebhookSecret::read(text));
    let signatures: Vec<String> = secrets.map(|secret| secret.sign(&id, now, delivery.body.as_bytes())).collect();
    WebhookMessage {
        delivery: id.clone(),
        url: hook.url.clone(),
        id,
        timestamp: now,
        signature: signatures.join(" "),
        body: delivery.body.clone(),
    }
}
