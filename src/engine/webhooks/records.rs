//! The book of webhooks: what the store keeps of them, in memory, and every change of it written to the store first.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::WebhookCounts;
use super::message::{WebhookEvent, WebhookTry};
use super::subscriptions::WebhookDisabled;
use crate::domain::Error;
use crate::store::{Kind, Note, Seq, SideRecord, SideWrite, Store};

/// Keys of records: a letter, then ids. These are of the cursor, webhooks and deliveries.
const CURSOR: &[u8] = b"c";
const HOOK: u8 = b'h';
const DELIVERY: u8 = b'd';

/// So many deliveries of a webhook that are over are kept.
const KEPT_DELIVERIES: usize = 50;

/// A webhook as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Hook {
    pub id: Uuid,
    pub role: String,
    pub url: String,
    pub limit: usize,
    pub min_fit: f64,
    pub created_at: i64,
    /// It is about changes after this one.
    pub since: u64,
    pub secret: String,
    /// The secret before, and until when it signs, too.
    pub earlier_secret: Option<(String, i64)>,
    pub disabled: Option<(WebhookDisabled, i64)>,
    /// When the first attempt failed after the last one that did not.
    pub failing_since: Option<i64>,
    pub last_success_at: Option<i64>,
}

/// A message to a webhook, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Delivery {
    pub id: Uuid,
    pub hook: Uuid,
    pub event: WebhookEvent,
    pub candidate: Option<String>,
    pub body: String,
    pub created_at: i64,
    pub tries: Vec<WebhookTry>,
    /// When it is sent next; none when it is over.
    pub next_at: Option<i64>,
}

impl Delivery {
    /// Its place among all: those of one webhook together, in the order in which they were made.
    pub(super) fn place(&self) -> Place {
        (self.hook, self.id)
    }
}

pub(super) type Place = (Uuid, Uuid);

/// Everything, as the store keeps it.
#[derive(Default)]
pub(super) struct Book {
    cursor: Seq,
    /// The cursor as the store has it.
    kept_cursor: Seq,
    hooks: BTreeMap<Uuid, Hook>,
    deliveries: BTreeMap<Place, Delivery>,
    /// Deliveries that are being sent.
    pub in_flight: BTreeSet<Place>,
    counts: WebhookCounts,
    /// Which version of the records this is, where other processes write them, too.
    version: Option<u64>,
    /// By which those know this one.
    #[cfg(feature = "postgres")]
    me: Uuid,
    /// Whether this is the one that looks at changes and sends.
    acts: bool,
}

/// Changes of the book, to be written in one step.
#[derive(Default)]
pub(super) struct Entries {
    pub hooks: Vec<Hook>,
    pub removed_hooks: Vec<Uuid>,
    pub deliveries: Vec<Delivery>,
    pub removed_deliveries: Vec<Place>,
    pub cursor: Option<Seq>,
}

impl Entries {
    /// Whether there is nothing but perhaps a cursor.
    pub(super) fn is_empty(&self) -> bool {
        self.hooks.is_empty()
            && self.removed_hooks.is_empty()
            && self.deliveries.is_empty()
            && self.removed_deliveries.is_empty()
    }
}

impl Book {
    pub(super) fn read(store: &dyn Store) -> Result<Self, Error> {
        let (version, records) = Self::records(store)?;
        let mut book = Self {
            version,
            #[cfg(feature = "postgres")]
            me: Uuid::now_v7(),
            acts: version.is_none(),
            ..Self::default()
        };
        for (key, value) in records {
            match key.split_first() {
                Some((&HOOK, _)) => {
                    if let Ok(hook) = serde_json::from_slice::<Hook>(&value) {
                        book.hooks.insert(hook.id, hook);
                    }
                }
                Some((&DELIVERY, _)) => {
                    if let Ok(mut delivery) = serde_json::from_slice::<Delivery>(&value) {
                        // Whoever asked for it has gone with the process that was to send it.
                        delivery.next_at = delivery.next_at.filter(|_| delivery.event != WebhookEvent::Ping);
                        book.deliveries.insert(delivery.place(), delivery);
                    }
                }
                _ if key == CURSOR => {
                    let bytes = value.try_into().unwrap_or_default();
                    book.cursor = Seq(u64::from_be_bytes(bytes));
                    book.kept_cursor = book.cursor;
                }
                _ => {}
            }
        }
        Ok(book)
    }

    fn records(store: &dyn Store) -> Result<(Option<u64>, Vec<SideRecord>), Error> {
        #[cfg(feature = "postgres")]
        if let Some(shared) = store.shared() {
            let (version, records) = shared.side_records_as_of()?;
            return Ok((Some(version), records));
        }
        Ok((None, store.side_records()?))
    }

    /// Takes over what other processes wrote.
    ///
    /// # Errors
    /// [`Error::Store`] when the store cannot be reached.
    #[cfg_attr(
        not(feature = "postgres"),
        expect(clippy::unused_self, clippy::unnecessary_wraps, unused_variables, reason = "no other store is shared")
    )]
    pub(super) fn refresh(&mut self, store: &dyn Store) -> Result<(), Error> {
        #[cfg(feature = "postgres")]
        if let (Some(version), Some(shared)) = (self.version, store.shared())
            && shared.side_version()? != version
        {
            let Self { cursor, kept_cursor, hooks, deliveries, version, .. } = Self::read(store)?;
            self.advance(cursor);
            *self = Self { kept_cursor, hooks, deliveries, version, ..std::mem::take(self) };
        }
        Ok(())
    }

    /// Whether this is the one that looks at changes and sends: where several processes have webhooks, one of them is at a time.
    ///
    /// # Errors
    /// [`Error::Store`] when the store cannot be reached.
    #[cfg_attr(
        not(feature = "postgres"),
        expect(clippy::unnecessary_wraps, unused_variables, reason = "no other store is shared")
    )]
    pub(super) fn acts(&mut self, store: &dyn Store) -> Result<bool, Error> {
        #[cfg(feature = "postgres")]
        if let Some(shared) = store.shared() {
            // Nobody is asked while there is nothing to send.
            self.acts = false;
            self.acts = self.has_hooks() && shared.acts_alone(self.me)?;
        }
        Ok(self.acts)
    }

    /// Whether it was at the last look.
    pub(super) fn acted(&self) -> bool {
        self.acts
    }

    /// Whether other processes write these records, too.
    pub(super) fn is_shared(&self) -> bool {
        self.version.is_some()
    }

    pub(super) fn has_hooks(&self) -> bool {
        !self.hooks.is_empty()
    }

    pub(super) fn hooks(&self) -> impl Iterator<Item = &Hook> {
        self.hooks.values()
    }

    pub(super) fn hook(&self, id: Uuid) -> Option<&Hook> {
        self.hooks.get(&id)
    }

    pub(super) fn deliveries(&self) -> impl Iterator<Item = &Delivery> {
        self.deliveries.values()
    }

    pub(super) fn delivery(&self, place: Place) -> Option<&Delivery> {
        self.deliveries.get(&place)
    }

    /// The deliveries of one webhook, in the order in which they were made.
    pub(super) fn deliveries_of(&self, hook: Uuid) -> impl DoubleEndedIterator<Item = &Delivery> {
        self.deliveries.range((hook, Uuid::nil())..=(hook, Uuid::max())).map(|(_, delivery)| delivery)
    }

    pub(super) fn n_waiting(&self, hook: Uuid) -> usize {
        self.deliveries_of(hook).filter(|delivery| delivery.next_at.is_some()).count()
    }

    /// All changes up to this one have been looked at.
    pub(super) fn cursor(&self) -> Seq {
        self.cursor
    }

    /// The changes have been looked at so far; a crash looks at some of them again.
    pub(super) fn advance(&mut self, cursor: Seq) {
        self.cursor = self.cursor.max(cursor);
    }

    /// How many changes a crash would look at again, once those up to this one have been looked at.
    pub(super) fn n_not_kept(&self, cursor: Seq) -> u64 {
        cursor.0.saturating_sub(self.kept_cursor.0)
    }

    pub(super) fn counts(&self) -> WebhookCounts {
        WebhookCounts {
            webhooks: self.hooks.len(),
            disabled: self.hooks.values().filter(|hook| hook.disabled.is_some()).count(),
            waiting: self.deliveries.values().filter(|delivery| delivery.next_at.is_some()).count(),
            ..self.counts
        }
    }

    pub(super) fn counts_mut(&mut self) -> &mut WebhookCounts {
        &mut self.counts
    }

    /// Writes entries to the store, and then takes them over.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed; the book is then as it was.
    pub(super) fn write(&mut self, store: &dyn Store, mut entries: Entries) -> Result<(), Error> {
        self.remove_what_goes_along(&mut entries);
        let mut writes = Vec::new();
        for hook in &entries.hooks {
            let about = vec![(Kind::Role, hook.role.clone())];
            writes.push(SideWrite { key: hook_key(hook.id), value: Some(json(hook)), about });
        }
        for delivery in &entries.deliveries {
            let role = self.hooks.get(&delivery.hook).map(|hook| (Kind::Role, hook.role.clone()));
            let about = role.into_iter().chain(delivery.candidate.clone().map(|id| (Kind::Candidate, id))).collect();
            writes.push(SideWrite { key: delivery_key(delivery.place()), value: Some(json(delivery)), about });
        }
        writes.extend(entries.removed_hooks.iter().map(|id| SideWrite::removed(hook_key(*id))));
        writes.extend(entries.removed_deliveries.iter().map(|place| SideWrite::removed(delivery_key(*place))));
        if let Some(cursor) = entries.cursor {
            let value = Some(cursor.0.to_be_bytes().to_vec());
            writes.push(SideWrite { key: CURSOR.to_vec(), value, about: Vec::new() });
        }
        if !writes.is_empty() {
            self.version = Self::keep(store, writes, self.version)?;
        }
        self.take_over(entries);
        Ok(())
    }

    /// Writes records, and says which version of them that makes, where other processes write them, too.
    fn keep(store: &dyn Store, writes: Vec<SideWrite>, version: Option<u64>) -> Result<Option<u64>, Error> {
        #[cfg(feature = "postgres")]
        if let (Some(version), Some(shared)) = (version, store.shared()) {
            return shared.write_side_records(writes, version).map(Some);
        }
        store.apply_noting(&[], Some(Note::Side(writes)))?;
        Ok(version)
    }

    /// With a webhook go its deliveries, and the oldest that are over when there are many.
    fn remove_what_goes_along(&self, entries: &mut Entries) {
        for id in &entries.removed_hooks {
            entries.removed_deliveries.extend(self.deliveries_of(*id).map(Delivery::place));
        }
        let over: BTreeSet<Uuid> =
            entries.deliveries.iter().filter(|delivery| delivery.next_at.is_none()).map(|one| one.hook).collect();
        for hook in over {
            let is_over = |delivery: &&Delivery| delivery.next_at.is_none();
            let places: Vec<Place> = self.deliveries_of(hook).filter(is_over).map(Delivery::place).collect();
            let n_more = (places.len() + 1).saturating_sub(KEPT_DELIVERIES);
            entries.removed_deliveries.extend(places.into_iter().take(n_more));
        }
        entries.deliveries.retain(|delivery| !entries.removed_deliveries.contains(&delivery.place()));
    }

    fn take_over(&mut self, entries: Entries) {
        let Entries { hooks, removed_hooks, deliveries, removed_deliveries, cursor } = entries;
        self.hooks.extend(hooks.into_iter().map(|hook| (hook.id, hook)));
        self.deliveries.extend(deliveries.into_iter().map(|delivery| (delivery.place(), delivery)));
        for id in removed_hooks {
            self.hooks.remove(&id);
        }
        for place in removed_deliveries {
            self.deliveries.remove(&place);
        }
        if let Some(cursor) = cursor {
            self.cursor = self.cursor.max(cursor);
            self.kept_cursor = cursor;
        }
    }
}

fn hook_key(id: Uuid) -> Vec<u8> {
    [&[HOOK], &id.as_bytes()[..]].concat()
}

fn delivery_key((hook, id): Place) -> Vec<u8> {
    [&[DELIVERY], &hook.as_bytes()[..], id.as_bytes()].concat()
}

fn json<T: Serialize>(record: &T) -> Vec<u8> {
    serde_json::to_vec(record).expect("records have texts as keys, and nothing that fails")
}
