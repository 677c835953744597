//! The task that sends webhooks, of all tenants: looks at what was written, sends what is due, and notes what came of it.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::sender::Sender;
use crate::access::TenantName;
use crate::server::app::App;
use crate::server::tenants::Tenants;
use crate::webhooks::{WebhookAttempt, WebhookDelivery, WebhookMessage, WebhookOutcome};
use crate::{Engine, Error};

/// How long a write may wait to be looked at.
const EVERY: Duration = Duration::from_millis(250);
/// Messages that are on their way at once.
pub(in crate::server) const MAX_SENDING: usize = 32;
/// How often the log tells of a store that fails.
const TELL_EVERY: Duration = Duration::from_secs(60);

/// Sends until the service stops. What is on its way then is sent again by the next one.
pub(in crate::server) async fn run(tenants: Tenants, sender: Sender, mut stopped: watch::Receiver<bool>) {
    let mut sending = JoinSet::new();
    let mut told: HashMap<TenantName, Instant> = HashMap::new();
    loop {
        let mut has_more = false;
        for app in tenants.apps() {
            let Some(engine) = app.ready().ok().and_then(|()| app.engine().ok()) else { continue };
            let room = MAX_SENDING.saturating_sub(sending.len());
            let look = move || look(&engine, room).map(|(has_more, due)| (engine, has_more, due));
            match tokio::task::spawn_blocking(look).await {
                Ok(Ok((engine, more, due))) => {
                    has_more |= more;
                    for message in due {
                        sending.spawn(send(sender.clone(), engine.clone(), message));
                    }
                }
                outcome => tell(&app, &outcome.err().map_or_else(String::new, |error| error.to_string()), &mut told),
            }
        }
        tokio::select! {
            _ = stopped.changed() => return,
            () = sleep(if has_more { Duration::ZERO } else { EVERY }) => {}
            Some(_) = sending.join_next() => {}
        }
        while sending.try_join_next().is_some() {}
    }
}

fn look(engine: &Engine, room: usize) -> Result<(bool, Vec<WebhookMessage>), Error> {
    Ok((engine.advance_webhooks()?, engine.due_webhook_messages(room)?))
}

fn tell(app: &App, panicked: &str, told: &mut HashMap<TenantName, Instant>) {
    if told.get(app.tenant()).is_none_or(|last| last.elapsed() >= TELL_EVERY) {
        told.insert(app.tenant().clone(), Instant::now());
        tracing::error!(tenant = %app.tenant(), panicked, "writes cannot be looked at for webhooks; they are later");
    }
}

/// Sends a message and notes what came of it.
async fn send(sender: Sender, engine: Engine, message: WebhookMessage) {
    let delivery = message.delivery.clone();
    // A message whose sending panicked would count as on its way for ever.
    let sending = tokio::spawn(async move { sender.send(&message).await });
    let attempt = sending.await.unwrap_or_else(|_| WebhookAttempt::Failed("sending failed".to_owned()));
    match note(engine, delivery, attempt).await {
        Ok(Some(noted)) if noted.outcome == WebhookOutcome::GivenUp => {
            tracing::warn!(message = noted.id, attempts = noted.attempts.len(), "a webhook's message was given up");
        }
        Ok(_) => {}
        Err(reason) => tracing::error!(reason, "what came of a webhook's message cannot be noted; it is sent again"),
    }
}

/// Notes what came of an attempt, where that may wait for the disk.
pub(super) async fn note(
    engine: Engine,
    delivery: String,
    attempt: WebhookAttempt,
) -> Result<Option<WebhookDelivery>, String> {
    let noted = tokio::task::spawn_blocking(move || engine.note_webhook_attempt(&delivery, &attempt)).await;
    noted.map_err(|error| error.to_string())?.map_err(|error| error.to_string())
}
