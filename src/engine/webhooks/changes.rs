//! Looks at what changed since the last time, and notes who has entered whose best. A portion of changes counts as one: whoever is among
//! the best after it and was not before is told of, with the place after it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::message::{WebhookData, WebhookEvent, WebhookMatch, WebhookPayload};
use super::records::{Delivery, Entries, Hook};
use super::subscriptions::{WebhookDisabled, role_of};
use super::top::{MadeFor, Placing, Top};
use super::{now, queue};
use crate::access::Timestamp;
use crate::domain::{CandidateId, Error, RoleId, RoleStatus};
use crate::engine::entry::Entry;
use crate::engine::options::{Judgement, MatchOptions};
use crate::engine::{Engine, Inner, RoleEntry};
use crate::explain::{Explainer, hundredths};
use crate::score::Scorer;
use crate::shortlist::Rank;
use crate::store::{Change, Effect, Kind, Seq};

/// So many changes are looked at together.
const PORTION: usize = 1000;
/// So many changes a crash may have looked at again.
const MAX_NOT_KEPT: u64 = 10_000;
/// The most messages of a webhook that wait; where more come it is disabled.
const MAX_WAITING: usize = 1000;
/// A write that is durable is seen by matches soon after. Whoever is not seen in so long will not be.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is known from the last look.
#[derive(Default)]
pub(super) struct Watch {
    /// By role.
    tops: HashMap<String, Top>,
    /// A change that is not seen by matches yet, and since when it is waited for.
    awaited: Option<(Seq, Instant)>,
}

/// What changed.
#[derive(Default)]
struct Portion {
    /// Who was put, and who is gone.
    people: BTreeMap<String, Option<Arc<Entry>>>,
    /// The last change of those who are matched by several documents, one of which it was of.
    merged: BTreeMap<String, Seq>,
    removed_roles: BTreeMap<String, Seq>,
    /// All up to this change.
    upto: Seq,
}

/// How somebody stands after a change.
enum Seen {
    As(Option<Arc<Entry>>),
    /// Under another id, or with documents of others.
    Merged(CandidateId),
    /// A later change is what counts.
    Later,
    /// Matches do not see the change yet.
    NotYet,
}

impl Engine {
    /// Looks at some of the writes that webhooks were not asked about yet, and notes in the store what is to be sent; tells whether there
    /// are more. A write is scored for each role that has a webhook.
    ///
    /// # Errors
    /// [`Error::Store`] when the disk failed: what was not noted is looked at again.
    pub fn advance_webhooks(&self) -> Result<bool, Error> {
        let inner = &*self.inner;
        let mut watch = inner.webhooks.watch();
        // Before the webhooks are: what is written while they are read may be about one that was made just before it.
        let until = inner.store.last_seq();
        let (hooks, cursor, n_not_kept) = {
            let mut book = inner.current_book()?;
            if !book.acts(&*inner.store)? {
                watch.tops.clear();
                return Ok(false);
            }
            (book.hooks().cloned().collect::<Vec<Hook>>(), book.cursor(), book.n_not_kept(book.cursor()))
        };
        if hooks.is_empty() {
            watch.tops.clear();
            return Ok(false);
        }
        if cursor >= until {
            if n_not_kept > 0 {
                let entries = Entries { cursor: Some(cursor), ..Entries::default() };
                inner.webhooks.book().write(&*inner.store, entries)?;
            }
            return Ok(false);
        }
        let portion = inner.changes_after((cursor, until), &mut watch)?;
        if portion.upto == cursor {
            return Ok(false);
        }
        let entered = inner.entered(&portion, &hooks, cursor, &mut watch)?;
        inner.note_entered(&portion, entered)?;
        Ok(portion.upto < inner.store.last_seq())
    }
}

impl Inner {
    fn changes_after(&self, (cursor, until): (Seq, Seq), watch: &mut Watch) -> Result<Portion, Error> {
        let log_from = self.store.log_from();
        if cursor < log_from {
            watch.tops.clear();
            return Ok(self.changes_forgotten(cursor, log_from));
        }
        let mut portion = Portion { upto: cursor, ..Portion::default() };
        for change in self.store.changes_since(cursor).take(PORTION) {
            let change = change?;
            if change.seq > until {
                break;
            }
            match change.kind {
                // Who was merged is seen as the person that they are.
                Kind::Candidate => match self.seen(&change)? {
                    Seen::As(entry) => drop(portion.people.insert(change.id, entry)),
                    Seen::Merged(person) => {
                        let entry = self.pool.get(&person);
                        portion.merged.insert(person.to_string(), change.seq);
                        portion.people.insert(person.to_string(), entry);
                    }
                    Seen::Later => {}
                    Seen::NotYet => {
                        let since = watch.awaited.filter(|(seq, _)| *seq == change.seq);
                        let (_, since) = *watch.awaited.insert(since.unwrap_or((change.seq, Instant::now())));
                        if since.elapsed() < PATIENCE {
                            break;
                        }
                    }
                },
                Kind::Role if change.effect == Effect::Deleted => {
                    portion.removed_roles.insert(change.id, change.seq);
                }
                Kind::Role | Kind::Decision | Kind::Feedback => {}
            }
            portion.upto = change.seq;
        }
        Ok(portion)
    }

    /// Where the log was written anew, the documents tell what changed. Whoever wrote before that is seen by matches.
    fn changes_forgotten(&self, cursor: Seq, log_from: Seq) -> Portion {
        let mut portion = Portion { upto: log_from, ..Portion::default() };
        let everybody = self.pool.snapshot();
        for entry in everybody.entries().filter(|entry| entry.seq > cursor && entry.seq <= log_from) {
            portion.people.insert(entry.id.to_string(), Some(entry.clone()));
        }
        let book = self.webhooks.book();
        let named = book.deliveries().filter_map(|delivery| delivery.candidate.as_deref());
        for id in named.filter_map(|id| CandidateId::new(id).ok()).filter(|id| self.pool.get(id).is_none()) {
            portion.people.insert(id.to_string(), None);
        }
        for hook in book.hooks() {
            let is_there = role_of(hook).is_ok_and(|role| self.role_entry(&role).is_ok());
            if !is_there && matches!(self.store.get(Kind::Role, &hook.role), Ok(None)) {
                portion.removed_roles.insert(hook.role.clone(), log_from);
            }
        }
        portion
    }

    fn seen(&self, change: &Change) -> Result<Seen, Error> {
        let Ok(id) = CandidateId::new(&change.id) else { return Ok(Seen::Later) };
        if self.duplicates.is_merged(&id) {
            // Who was merged is seen as the person that they are.
            return Ok(Seen::Merged(self.duplicates.root(&id)));
        }
        Ok(match (change.effect, self.pool.get(&id)) {
            (_, Some(entry)) if entry.seq > change.seq => Seen::Later,
            (Effect::Put, Some(entry)) if entry.seq == change.seq => Seen::As(Some(entry)),
            (Effect::Deleted, None) => Seen::As(None),
            (Effect::Deleted, Some(_)) => Seen::NotYet,
            (Effect::Put, _) => {
                let is_readable = self.unreadable.check(Kind::Candidate, &change.id).is_ok();
                let stands = self.store.get(Kind::Candidate, &change.id)?.is_some_and(|kept| kept.seq == change.seq);
                if is_readable && stands { Seen::NotYet } else { Seen::Later }
            }
        })
    }

    /// Who has entered the best of whom, as messages.
    fn entered(
        &self,
        portion: &Portion,
        hooks: &[Hook],
        cursor: Seq,
        watch: &mut Watch,
    ) -> Result<Vec<Delivery>, Error> {
        let mut by_role: BTreeMap<&str, Vec<&Hook>> = BTreeMap::new();
        for hook in hooks.iter().filter(|hook| hook.disabled.is_none()) {
            by_role.entry(&hook.role).or_default().push(hook);
        }
        watch.tops.retain(|role, _| by_role.contains_key(role.as_str()));
        let mut entered = Vec::new();
        for (id, hooks) in by_role {
            let role = RoleId::new(id).ok().and_then(|role| self.role_entry_with_seq(&role).ok());
            let open = role.filter(|(_, entry)| entry.role.status == RoleStatus::Open);
            let Some((version, role)) = open else {
                watch.tops.remove(id);
                continue;
            };
            let limit = hooks.iter().map(|hook| hook.limit).max().unwrap_or(1);
            let judgement = Judgement::new(&MatchOptions::default(), &self.options)?;
            let made_for = MadeFor { role: version, as_of: judgement.as_of, limit };
            let judgement = Judgement { limit: made_for.capacity(), ..judgement };
            let look = Look { inner: self, judgement: &judgement, role: &role, made_for };
            let top = match watch.tops.remove(id).filter(|top| top.is_made_for(made_for)) {
                Some(top) => top,
                None => look.rank_all(),
            };
            let top = look.take_in(top, portion, &hooks, cursor, &mut entered);
            watch.tops.insert(id.to_owned(), top);
        }
        Ok(entered)
    }

    /// Keeps what is to be sent, together with how far the changes were looked at.
    fn note_entered(&self, portion: &Portion, entered: Vec<Delivery>) -> Result<(), Error> {
        let mut book = self.webhooks.book();
        let mut entries = Entries::default();
        let is_ended = |hook: &Hook| portion.removed_roles.get(&hook.role).is_some_and(|seq| hook.since < seq.0);
        entries.removed_hooks.extend(book.hooks().filter(|hook| is_ended(hook)).map(|hook| hook.id));
        let gone: BTreeSet<&str> =
            portion.people.iter().filter(|(_, entry)| entry.is_none()).map(|(id, _)| id.as_str()).collect();
        let is_of_gone = |delivery: &&Delivery| delivery.candidate.as_deref().is_some_and(|id| gone.contains(id));
        entries.removed_deliveries.extend(book.deliveries().filter(is_of_gone).map(Delivery::place));
        let mut by_hook: BTreeMap<Uuid, Vec<Delivery>> = BTreeMap::new();
        for delivery in entered {
            by_hook.entry(delivery.hook).or_default().push(delivery);
        }
        let mut n_given_up = 0;
        for (id, deliveries) in by_hook {
            let Some(hook) = book.hook(id).filter(|hook| hook.disabled.is_none() && !is_ended(hook)) else { continue };
            if book.n_waiting(id) + deliveries.len() <= MAX_WAITING {
                entries.deliveries.extend(deliveries);
                continue;
            }
            let mut hook = hook.clone();
            queue::disable(&mut hook, WebhookDisabled::TooManyWaiting, now());
            entries.hooks.push(hook);
            let given_up = queue::given_up(&book, id, (id, Uuid::nil()));
            n_given_up += deliveries.len() + given_up.len();
            entries.deliveries.extend(given_up);
        }
        // What cannot be noted has not been looked at.
        if entries.is_empty() && book.n_not_kept(portion.upto) <= MAX_NOT_KEPT {
            book.advance(portion.upto);
            return Ok(());
        }
        entries.cursor = Some(portion.upto);
        book.write(&*self.store, entries)?;
        book.counts_mut().given_up += u64::try_from(n_given_up).unwrap_or(u64::MAX);
        Ok(())
    }

    /// A role was removed by the change of this number, and with it what was subscribed before. Where the disk fails it is done later.
    pub(in crate::engine) fn end_webhooks_of(&self, role: &RoleId, seq: Seq) {
        let mut book = self.webhooks.book();
        let ended = book.hooks().filter(|hook| hook.role == role.as_str() && hook.since < seq.0);
        let removed_hooks: Vec<Uuid> = ended.map(|hook| hook.id).collect();
        if !removed_hooks.is_empty() {
            let _ = book.write(&*self.store, Entries { removed_hooks, ..Entries::default() });
        }
    }
}

/// One look at one role.
struct Look<'a> {
    inner: &'a Inner,
    judgement: &'a Judgement,
    role: &'a RoleEntry,
    made_for: MadeFor,
}

impl Look<'_> {
    fn scorer(&self) -> Scorer<'_> {
        self.judgement.scorer(self.role, &self.inner.options.taxonomy)
    }

    fn rank_all(&self) -> Top {
        let pool = self.inner.pool.snapshot();
        let shortlist = self.judgement.shortlist(&self.scorer(), self.role.role.id.as_str(), &pool);
        Top::new(self.made_for, shortlist.into_ordered())
    }

    /// Puts those who changed in place, and adds a message for each who entered.
    fn take_in(
        &self,
        mut top: Top,
        portion: &Portion,
        hooks: &[&Hook],
        cursor: Seq,
        entered: &mut Vec<Delivery>,
    ) -> Top {
        let role = self.role.role.id.as_str();
        // Somebody of a later change was not among the best as far as anybody was told.
        let before: HashMap<String, (usize, Rank)> = top
            .places()
            .into_iter()
            .filter(|(id, (_, placing))| placing.seq <= cursor && portion.people.contains_key(*id))
            .map(|(id, (place, placing))| (id.to_owned(), (place, placing.rank)))
            .collect();
        let scorer = self.scorer();
        for (id, entry) in &portion.people {
            top.take_out(id);
            let Some(entry) = entry else { continue };
            let fit = scorer.score(&entry.facts());
            if fit.gate.is_none() {
                let rank = Rank::new(&fit, role, id);
                top.put(Placing { rank, id: entry.id.clone(), seq: entry.seq });
            }
        }
        if top.is_short() {
            top = self.rank_all();
        }
        let places = top.places();
        for (id, entry) in &portion.people {
            let (Some(entry), Some((place, placing))) = (entry, places.get(id.as_str())) else { continue };
            let changed = portion.merged.get(id).copied().unwrap_or(entry.seq);
            for hook in hooks.iter().filter(|hook| changed.0 > hook.since) {
                let is_told_of =
                    |place: usize, rank: Rank| place < hook.limit && hundredths(rank.total()) >= hook.min_fit;
                let was_told_of = before.get(id).is_some_and(|(place, rank)| is_told_of(*place, *rank));
                if is_told_of(*place, placing.rank) && !was_told_of {
                    entered.push(self.delivery(hook, entry, *place, placing.rank));
                }
            }
        }
        top
    }

    fn delivery(&self, hook: &Hook, entry: &Entry, place: usize, rank: Rank) -> Delivery {
        let taxonomy = &self.inner.options.taxonomy;
        let explainer = Explainer { with_evidence: false, ..self.judgement.explainer(taxonomy) };
        let at = now();
        let matched = WebhookMatch {
            role_version: self.made_for.role.0,
            candidate_id: entry.id.clone(),
            candidate_version: entry.seq.0,
            fit: hundredths(rank.total()),
            rank: place + 1,
            verdict: explainer.verdict(rank.total()),
            model: self.judgement.model(taxonomy),
        };
        let role_id = self.role.role.id.clone();
        let data = WebhookData { webhook_id: hook.id.to_string(), role_id, matched: Some(matched) };
        let event = WebhookEvent::CandidateMatched;
        let body = WebhookPayload { event, timestamp: Timestamp::from_seconds(at), data };
        Delivery {
            id: Uuid::now_v7(),
            hook: hook.id,
            event,
            candidate: Some(entry.id.to_string()),
            body: serde_json::to_string(&body).expect("a body has texts as keys"),
            created_at: at,
            tries: Vec::new(),
            next_at: Some(at),
        }
    }
}
