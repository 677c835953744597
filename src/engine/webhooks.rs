//! Webhooks: a role tells another program who enters its shortlist. What is subscribed and what waits to be sent is kept in the store, in
//! one step with how far the changes were looked at, so that nothing is lost by a crash; a message may then be sent twice. Who sends over
//! the network is not here: [`Engine::due_webhook_messages`] gives what is to be sent, [`Engine::note_webhook_attempt`] takes what came
//! of it.

mod changes;
mod message;
mod queue;
mod records;
mod subscriptions;
#[cfg(test)]
mod tests;
mod top;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub use message::{
    WebhookAttempt, WebhookData, WebhookDelivery, WebhookEvent, WebhookMatch, WebhookMessage, WebhookOutcome,
    WebhookPayload, WebhookTry,
};
pub use subscriptions::{CreatedWebhook, NewWebhook, Webhook, WebhookDisabled};

use super::Engine;
use crate::access::Timestamp;
use crate::domain::Error;
use crate::store::{Seq, Store};
use changes::Watch;
use records::Book;

/// All that an engine knows of webhooks.
pub(super) struct Webhooks {
    /// Shared with the engine that takes this one's place.
    book: Arc<Mutex<Book>>,
    /// Held by the one who looks at changes. Whoever holds both took this first.
    watch: Mutex<Watch>,
}

impl Webhooks {
    /// Reads what the store keeps.
    ///
    /// # Errors
    /// [`Error::Store`] when it cannot be read.
    pub(super) fn read(store: &dyn Store) -> Result<Self, Error> {
        Ok(Self { book: Arc::new(Mutex::new(Book::read(store)?)), watch: Mutex::default() })
    }

    /// The same webhooks for an engine that judges by other knowledge: who was among the best is asked anew.
    pub(super) fn renewed(&self) -> Self {
        Self { book: self.book.clone(), watch: Mutex::default() }
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watch(&self) -> MutexGuard<'_, Watch> {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What webhooks came to, for whoever watches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[non_exhaustive]
pub struct WebhookCounts {
    /// How many there are.
    pub webhooks: usize,
    /// How many of them are disabled.
    pub disabled: usize,
    /// Messages that wait to be sent, or to be sent again.
    pub waiting: usize,
    /// Messages taken by their receivers since the engine was opened.
    pub sent: u64,
    /// Attempts that failed since then.
    pub failed: u64,
    /// Messages that were given up since then.
    pub given_up: u64,
    /// Writes that were not looked at yet.
    pub behind: u64,
}

impl super::Inner {
    /// The book, with what other processes wrote in it.
    ///
    /// # Errors
    /// [`Error::Store`] when a store that they share cannot be reached.
    fn current_book(&self) -> Result<MutexGuard<'_, Book>, Error> {
        let mut book = self.webhooks.book();
        book.refresh(&*self.store)?;
        Ok(book)
    }

    /// The last write of anybody.
    #[cfg_attr(not(feature = "postgres"), expect(clippy::unnecessary_wraps, reason = "no other store is shared"))]
    fn last_write(&self) -> Result<Seq, Error> {
        #[cfg(feature = "postgres")]
        if let Some(shared) = self.store.shared() {
            return shared.ask_last_seq();
        }
        Ok(self.store.last_seq())
    }
}

impl Engine {
    /// What webhooks came to.
    pub fn webhook_counts(&self) -> WebhookCounts {
        let book = self.inner.webhooks.book();
        let behind = if book.has_hooks() && book.acted() {
            self.inner.store.last_seq().0.saturating_sub(book.cursor().0)
        } else {
            0
        };
        WebhookCounts { behind, ..book.counts() }
    }
}

/// Now, in seconds since 1970.
fn now() -> i64 {
    Timestamp::now().seconds()
}
