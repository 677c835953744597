//! Who is told of, when it is sent again, and what ends it.

use std::sync::atomic::Ordering::SeqCst;

use serde_json::{Value, json};

use super::*;
use crate::domain::{Candidate, CandidateId, Role, RoleId};
use crate::engine::{MatchOptions, RemoveOptions};
use crate::store::MemoryStore;

const DAY: i64 = 24 * 60 * 60;

fn role_id(id: &str) -> RoleId {
    RoleId::new(id).unwrap()
}

fn put_role(engine: &Engine, role: &Value) {
    engine.put_role(&serde_json::from_value::<Role>(role.clone()).unwrap()).unwrap();
}

/// Somebody who meets so many of the four must-haves of `asks_four`.
fn put(engine: &Engine, id: &str, n_skills: usize) {
    let skills = &["Slurm", "Lustre", "InfiniBand", "CUDA"][..n_skills];
    let candidate: Candidate = serde_json::from_value(json!({ "id": id, "skills": skills })).unwrap();
    engine.put_candidate(&candidate).unwrap();
}

fn asks_four(id: &str) -> Value {
    json!({ "id": id, "title": "HPC engineer", "must_have": ["Slurm", "Lustre", "InfiniBand", "CUDA"] })
}

fn engine() -> Engine {
    let engine = Engine::in_memory();
    put_role(&engine, &asks_four("r"));
    engine
}

fn subscribe(engine: &Engine, limit: usize) -> Webhook {
    let new = NewWebhook::new("https://ats.example/hook").with_limit(limit).with_min_fit(0.0);
    engine.create_webhook(&role_id("r"), &new).unwrap().webhook
}

fn advance(engine: &Engine) {
    while engine.advance_webhooks().unwrap() {}
}

/// Ids, places and versions of all messages, taken by their receiver.
fn told(engine: &Engine) -> Vec<(String, u64)> {
    advance(engine);
    let mut told = Vec::new();
    while let Some(message) = engine.due_webhook_messages(1).unwrap().pop() {
        let payload: WebhookPayload = serde_json::from_str(&message.body).unwrap();
        let matched = payload.data.matched.unwrap();
        told.push((matched.candidate_id.to_string(), matched.rank as u64));
        engine.note_webhook_attempt(&message.delivery, &WebhookAttempt::Answered(200)).unwrap();
    }
    told.sort();
    told
}

fn ids(told: &[(String, u64)]) -> Vec<&str> {
    told.iter().map(|(id, _)| id.as_str()).collect()
}

#[test]
fn whoever_enters_the_best_is_told_of_once_and_nobody_else() {
    let engine = engine();
    put(&engine, "before", 4);
    subscribe(&engine, 2);
    assert_eq!(told(&engine), [], "who was there is in the answer of a match");
    put(&engine, "second", 3);
    assert_eq!(told(&engine), [("second".to_owned(), 2)]);
    put(&engine, "third", 2);
    assert_eq!(told(&engine), []);
    put(&engine, "second", 3);
    assert_eq!(told(&engine), [], "written again and no other place");
    put(&engine, "third", 4);
    let entered = told(&engine);
    assert_eq!(ids(&entered), ["third"]);
    // Somebody who fell out and comes back enters again.
    put(&engine, "second", 4);
    put(&engine, "before", 1);
    assert_eq!(ids(&told(&engine)), ["second"]);
    put(&engine, "before", 4);
    put(&engine, "second", 0);
    assert_eq!(ids(&told(&engine)), ["before"]);
}

#[test]
fn places_are_those_of_a_match() {
    let engine = engine();
    subscribe(&engine, 100);
    for n in 0..40 {
        put(&engine, &format!("c-{n}"), n % 5);
        if n % 7 == 0 {
            told(&engine);
        }
        if n % 11 == 0 {
            engine.delete_candidate(&CandidateId::new(format!("c-{}", n / 2)).unwrap()).unwrap();
        }
    }
    told(&engine);
    // All at once, so that places are those after all of them.
    for n in 0..40 {
        put(&engine, &format!("d-{n}"), n % 4);
    }
    let found = told(&engine);
    let options = MatchOptions::default().with_limit(1000);
    let answer = engine.matches(&role_id("r"), &options).unwrap();
    let place_of = |id: &str| answer.results.iter().find(|row| row.candidate_id.as_ref().unwrap().as_str() == id);
    assert!(found.len() >= 30, "{}", found.len());
    for (id, rank) in found {
        assert_eq!(place_of(&id).unwrap().rank as u64, rank, "{id}");
    }
}

#[test]
fn the_least_fit_and_the_status_of_the_role_are_kept_to() {
    let engine = engine();
    put(&engine, "none", 0);
    put(&engine, "all", 4);
    let fits = engine.best(&role_id("r"), &MatchOptions::default()).unwrap();
    let between = f64::midpoint(fits[0].1, fits[1].1);
    let new = NewWebhook::new("https://ats.example/hook").with_min_fit(between);
    engine.create_webhook(&role_id("r"), &new).unwrap();
    put(&engine, "far", 0);
    put(&engine, "near", 4);
    assert_eq!(ids(&told(&engine)), ["near"]);
    put_role(&engine, &json!({ "id": "r", "title": "HPC engineer", "must_have": ["Slurm"], "status": "closed" }));
    put(&engine, "late", 4);
    assert_eq!(told(&engine), []);
    put_role(&engine, &asks_four("r"));
    put(&engine, "later", 4);
    assert_eq!(ids(&told(&engine)), ["later"], "what came while it was closed is not told of afterwards");
}

#[test]
fn when_many_go_the_rest_is_ranked_anew() {
    let engine = engine();
    for n in 0..60 {
        put(&engine, &format!("best-{n}"), 4);
    }
    for n in 0..5 {
        put(&engine, &format!("rest-{n}"), 1);
    }
    subscribe(&engine, 1);
    put(&engine, "nobody", 0);
    assert_eq!(told(&engine), []);
    let ids: Vec<CandidateId> = (0..60).map(|n| CandidateId::new(format!("best-{n}")).unwrap()).collect();
    engine.remove_candidates(&ids, &RemoveOptions::default()).unwrap();
    put(&engine, "middle", 2);
    assert_eq!(told(&engine), [("middle".to_owned(), 1)]);
}

#[test]
fn what_fails_is_sent_again_later_and_later_and_then_given_up() {
    let engine = engine();
    let hook = subscribe(&engine, 10);
    put(&engine, "c", 4);
    advance(&engine);
    let mut at = now();
    let mut pauses = Vec::new();
    let mut seen = Vec::new();
    for attempt in 1..=8 {
        let message = engine.inner.due_webhook_messages(9, at).unwrap().pop().unwrap();
        seen.push((message.id.clone(), message.timestamp, message.signature.clone()));
        assert_eq!(engine.inner.due_webhook_messages(9, at).unwrap(), [], "it is on its way");
        let outcome =
            if attempt % 2 == 0 { WebhookAttempt::Answered(500) } else { WebhookAttempt::Failed("x".repeat(999)) };
        let noted = engine.inner.note_webhook_attempt(&message.delivery, &outcome, at).unwrap().unwrap();
        let Some(next) = noted.next_attempt_at else {
            assert_eq!((attempt, noted.outcome, noted.attempts.len()), (8, WebhookOutcome::GivenUp, 8));
            break;
        };
        pauses.push(next.seconds() - at);
        assert_eq!(engine.inner.due_webhook_messages(9, next.seconds() - 1).unwrap(), []);
        at = next.seconds();
    }
    for (pause, least) in pauses.iter().zip([5, 300, 1800, 7200, 18_000, 36_000, 36_000]) {
        assert!((least..=least + least / 5).contains(pause), "{pauses:?}");
    }
    assert_eq!(pauses.len(), 7);
    assert!(seen.iter().all(|(id, ..)| *id == seen[0].0) && seen[0].1 != seen[1].1 && seen[0].2 != seen[1].2);
    // Nothing was taken for more than a day.
    let hook = engine.webhook(&role_id("r"), &hook.id).unwrap();
    assert_eq!((hook.disabled, hook.waiting), (Some(WebhookDisabled::Failing), 0));
    let counts = engine.webhook_counts();
    assert_eq!((counts.failed, counts.given_up, counts.sent, counts.disabled), (8, 1, 0, 1));
}

#[test]
fn a_webhook_that_is_gone_is_disabled_with_all_that_waits_until_a_ping_is_taken() {
    let engine = engine();
    let hook = subscribe(&engine, 10);
    for id in ["a", "b", "c"] {
        put(&engine, id, 4);
    }
    advance(&engine);
    let message = engine.due_webhook_messages(9).unwrap().pop().unwrap();
    engine.note_webhook_attempt(&message.delivery, &WebhookAttempt::Answered(410)).unwrap();
    let found = engine.webhook(&role_id("r"), &hook.id).unwrap();
    assert_eq!((found.disabled, found.waiting), (Some(WebhookDisabled::Gone), 0));
    put(&engine, "d", 4);
    assert_eq!(told(&engine), []);
    let ping = engine.ping_webhook(&role_id("r"), &hook.id).unwrap();
    assert!(engine.due_webhook_messages(9).unwrap().is_empty(), "whoever asked for it sends it");
    let noted = engine.note_webhook_attempt(&ping.delivery, &WebhookAttempt::Answered(503)).unwrap().unwrap();
    assert_eq!(noted.outcome, WebhookOutcome::GivenUp, "a ping is sent once");
    let ping = engine.ping_webhook(&role_id("r"), &hook.id).unwrap();
    engine.note_webhook_attempt(&ping.delivery, &WebhookAttempt::Answered(204)).unwrap();
    put(&engine, "e", 4);
    assert_eq!(ids(&told(&engine)), ["e"]);
    let outcomes: Vec<WebhookOutcome> =
        engine.webhook_deliveries(&role_id("r"), &hook.id).unwrap().iter().map(|one| one.outcome).collect();
    assert_eq!(outcomes.iter().filter(|one| **one == WebhookOutcome::GivenUp).count(), 4);
}

#[test]
fn two_secrets_sign_while_one_is_replaced() {
    let engine = engine();
    let made =
        engine.create_webhook(&role_id("r"), &NewWebhook::new("https://ats.example/").with_min_fit(0.0)).unwrap();
    let other = engine.rotate_webhook_secret(&role_id("r"), &made.webhook.id, DAY).unwrap();
    put(&engine, "c", 4);
    advance(&engine);
    let message = engine.inner.due_webhook_messages(9, now()).unwrap().pop().unwrap();
    let signed = |secret: &crate::access::WebhookSecret, message: &WebhookMessage| {
        secret.sign(&message.id, message.timestamp, message.body.as_bytes())
    };
    let both = format!("{} {}", signed(&other.secret, &message), signed(&made.secret, &message));
    assert_eq!(message.signature, both);
    engine.note_webhook_attempt(&message.delivery, &WebhookAttempt::Answered(500)).unwrap();
    let later = engine.inner.due_webhook_messages(9, now() + DAY + 1).unwrap().pop().unwrap();
    assert_eq!(later.signature, signed(&other.secret, &later));
}

#[test]
fn what_waits_goes_with_the_candidate_the_role_and_the_webhook() {
    let engine = engine();
    let hook = subscribe(&engine, 10);
    let waiting = || engine.webhook_counts().waiting;
    for id in ["a", "b", "c"] {
        put(&engine, id, 4);
    }
    advance(&engine);
    assert_eq!(waiting(), 3);
    // Also before anybody looked at the deletion.
    engine.delete_candidate(&CandidateId::new("a").unwrap()).unwrap();
    let message = engine.due_webhook_messages(9).unwrap().pop().unwrap();
    assert!(!message.body.contains("\"a\""), "{}", message.body);
    advance(&engine);
    assert_eq!(waiting(), 2);
    engine.delete_webhook(&role_id("r"), &hook.id).unwrap();
    assert_eq!((waiting(), engine.webhook_counts().webhooks), (0, 0));
    assert_eq!(engine.note_webhook_attempt(&message.delivery, &WebhookAttempt::Answered(200)).unwrap(), None);
    subscribe(&engine, 10);
    engine.delete_role(&role_id("r")).unwrap();
    assert_eq!(engine.webhook_counts().webhooks, 0);
    put_role(&engine, &asks_four("r"));
    put(&engine, "d", 4);
    assert_eq!(told(&engine), [], "a role of the same id is another one");
    assert!(engine.webhooks(Some(&role_id("r"))).unwrap().is_empty());
}

#[test]
fn what_cannot_be_subscribed_is_refused_with_reasons() {
    let engine = engine();
    let wrong = NewWebhook::new("").with_limit(0).with_min_fit(f64::NAN);
    let told = engine.create_webhook(&role_id("r"), &wrong).unwrap_err().to_string();
    assert!(["/url", "/limit", "/min_fit"].iter().all(|part| told.contains(part)), "{told}");
    assert!(engine.create_webhook(&role_id("nobody"), &NewWebhook::new("https://a.example")).is_err());
    for _ in 0..10 {
        subscribe(&engine, 1);
    }
    let more = engine.create_webhook(&role_id("r"), &NewWebhook::new("https://a.example")).unwrap_err();
    assert!(more.to_string().contains("10 webhooks"), "{more}");
    assert!(engine.webhook(&role_id("r"), "nothing").is_err());
}

#[test]
fn too_many_that_wait_disable_the_webhook() {
    let engine = engine();
    let hook = subscribe(&engine, 100);
    // Each portion pushes the one before out of the best.
    for round in 0..40 {
        for n in 0..100 {
            put(&engine, &format!("c-{round}-{n}"), 4);
        }
        advance(&engine);
        for n in 0..100 {
            put(&engine, &format!("c-{round}-{n}"), 0);
        }
        advance(&engine);
        if engine.webhook_counts().disabled > 0 {
            break;
        }
    }
    let found = engine.webhook(&role_id("r"), &hook.id).unwrap();
    assert_eq!((found.disabled, found.waiting), (Some(WebhookDisabled::TooManyWaiting), 0));
}

#[test]
fn what_cannot_be_noted_is_looked_at_and_sent_again() {
    let store = Arc::new(MemoryStore::new());
    let engine = Engine::in_store(store.clone());
    put_role(&engine, &asks_four("r"));
    subscribe(&engine, 10);
    put(&engine, "not-noted", 4);
    store.fails.store(true, SeqCst);
    engine.advance_webhooks().unwrap_err();
    assert_eq!(engine.webhook_counts().behind, 1);
    store.fails.store(false, SeqCst);
    advance(&engine);
    let message = engine.due_webhook_messages(9).unwrap().pop().unwrap();
    assert!(message.body.contains("\"not-noted\""), "{}", message.body);
    assert!(engine.due_webhook_messages(9).unwrap().is_empty(), "it is on its way");
    store.fails.store(true, SeqCst);
    engine.note_webhook_attempt(&message.delivery, &WebhookAttempt::Answered(200)).unwrap_err();
    store.fails.store(false, SeqCst);
    assert_eq!(ids(&told(&engine)), ["not-noted"], "as long as nobody knows that it was taken");
    assert_eq!(told(&engine), []);
}

#[cfg(feature = "storage")]
mod on_disk {
    use super::*;
    use crate::engine::DataDirectory;

    #[test]
    fn what_waits_and_what_was_not_looked_at_outlive_a_new_opening() {
        let folder = tempfile::tempdir().unwrap();
        let secret = {
            let engine = Engine::open(folder.path()).unwrap();
            put_role(&engine, &asks_four("r"));
            let new = NewWebhook::new("https://ats.example/hook").with_min_fit(0.0);
            let made = engine.create_webhook(&role_id("r"), &new).unwrap();
            put(&engine, "looked-at", 4);
            advance(&engine);
            engine.due_webhook_messages(9).unwrap();
            put(&engine, "not-looked-at", 4);
            made.secret
        };
        let engine = Engine::open(folder.path()).unwrap();
        advance(&engine);
        let message = engine.due_webhook_messages(1).unwrap().pop().unwrap();
        assert_eq!(message.signature, secret.sign(&message.id, message.timestamp, message.body.as_bytes()));
        assert!(message.body.contains("\"looked-at\""), "what was on its way is sent again: {}", message.body);
        engine.note_webhook_attempt(&message.delivery, &WebhookAttempt::Answered(200)).unwrap();
        assert_eq!(ids(&told(&engine)), ["not-looked-at"]);
        assert_eq!(engine.webhook_counts().behind, 0);
    }

    #[test]
    fn webhooks_that_were_away_for_longer_than_the_log_is_kept_miss_nobody() {
        let folder = tempfile::tempdir().unwrap();
        let open = || {
            let storage = crate::storage::StorageOptions::default().with_keep_changes(5);
            Engine::open_with(folder.path(), crate::engine::EngineOptions::default().with_storage(storage)).unwrap()
        };
        {
            let engine = open();
            put_role(&engine, &asks_four("r"));
            subscribe(&engine, 10);
            put(&engine, "sent", 4);
            assert_eq!(ids(&told(&engine)), ["sent"]);
            put(&engine, "early", 4);
            for _ in 0..30 {
                put(&engine, "often", 4);
            }
            put(&engine, "late", 4);
        }
        let engine = open();
        assert!(engine.inner.store.log_from().0 > 10);
        let told = told(&engine);
        let mut told = ids(&told);
        told.sort_unstable();
        assert_eq!(told, ["early", "late", "often"]);
        assert_eq!(engine.webhook_counts().behind, 0);
    }

    #[test]
    fn webhooks_outlive_a_compaction_that_forgets_the_log() {
        let folder = tempfile::tempdir().unwrap();
        {
            let engine = Engine::open(folder.path()).unwrap();
            put_role(&engine, &asks_four("r"));
            subscribe(&engine, 10);
            put(&engine, "sent", 4);
            assert_eq!(ids(&told(&engine)), ["sent"]);
            put(&engine, "gone", 4);
            advance(&engine);
            put(&engine, "not-looked-at", 4);
            engine.delete_candidate(&CandidateId::new("gone").unwrap()).unwrap();
        }
        DataDirectory::at(folder.path()).compact(crate::engine::EngineOptions::default()).unwrap();
        let engine = Engine::open(folder.path()).unwrap();
        assert_eq!(engine.webhook_counts().waiting, 0, "who is gone is not kept");
        assert_eq!(ids(&told(&engine)), ["not-looked-at"]);
    }
}

#[test]
fn who_was_merged_is_told_of_as_one_person() {
    let engine = engine();
    put(&engine, "one", 0);
    put(&engine, "other", 0);
    put(&engine, "between", 2);
    subscribe(&engine, 1);
    put(&engine, "nobody", 0);
    assert_eq!(told(&engine), []);
    let id = |text: &str| CandidateId::new(text).unwrap();
    engine.merge_candidates(&id("one"), &id("other")).unwrap();
    put(&engine, "other", 4);
    assert_eq!(ids(&told(&engine)), ["one"], "under the id that the person is matched by, and at once");
}
