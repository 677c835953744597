//! Erasing in a store that several processes share. Each looks often whether an erasure is due, which anybody may have asked for, and one of
//! them does it. Where that one is gone, another begins anew a few seconds later.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::super::duplicates::Decision;
use super::super::{decode, now};
use super::{Eraser, MAX_PAUSE, PAUSE, Shared};
use crate::domain::{CancelToken, Error};
use crate::store::{Kind, Note, Op, PostgresStore, Precondition, Record, Store};

/// How often it is looked.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// So long the others have to follow the log before it is cut: they are told of a change at once, and ask four times a second.
const GRACE: Duration = Duration::from_secs(2);
/// So many documents are looked at together.
const PORTION: usize = 1000;

impl Eraser {
    /// Starts the thread for a store that others share. It does nothing for another one.
    pub(in crate::engine) fn start_among_several(store: Arc<dyn Store>, after: Duration) -> Result<Self, Error> {
        Self::run(false, move |worker| {
            if let Some(store) = store.shared() {
                worker.run_among_several(store, after);
            }
        })
    }
}

impl Shared {
    fn run_among_several(&self, store: &PostgresStore, after: Duration) {
        let (me, mut pause, mut not_before) = (Uuid::now_v7(), PAUSE, Instant::now());
        while !self.is_stopped_before_the_next_look() {
            // Where the database does not answer, whoever follows it says so.
            if Instant::now() < not_before || !matches!(store.erasure_is_due(after), Ok(true)) {
                continue;
            }
            if !matches!(store.erases_alone(me), Ok(true)) {
                continue;
            }
            if self.attempt(|| erase(store, me, &self.stop)) {
                pause = PAUSE;
            } else {
                not_before = Instant::now() + pause;
                pause = (pause * 2).min(MAX_PAUSE);
            }
            // For those who ask how many are pending.
            let _ = store.erasure_is_due(after);
        }
    }

    /// Waits for a while, or until somebody asks for an erasure here; says whether it is to stop.
    fn is_stopped_before_the_next_look(&self) -> bool {
        let waited = self.wake.wait_timeout_while(self.lock(), LOOK_EVERY, |asked| !asked.is_wanted && !asked.stopping);
        let mut asked = waited.unwrap_or_else(PoisonError::into_inner).0;
        asked.is_wanted = false;
        asked.stopping
    }
}

/// Erases all, and notes that it is done.
fn erase(store: &PostgresStore, me: Uuid, stop: &CancelToken) -> Result<(), Error> {
    forget_orphans(store, stop)?;
    let upto = store.erase(me, GRACE, stop)?;
    store.apply_noting(&[], Some(Note::Erased { upto, at: now() })).map(drop)
}

/// Removes what was decided and said about somebody who is gone: another process may have written it as they were removed.
fn forget_orphans(store: &PostgresStore, stop: &CancelToken) -> Result<(), Error> {
    for kind in [Kind::Decision, Kind::Feedback] {
        let mut found = store.scan(kind, None);
        loop {
            let portion = found.by_ref().take(PORTION).collect::<Result<Vec<(String, Record)>, Error>>()?;
            if portion.is_empty() {
                break;
            }
            stop.check()?;
            forget_orphans_among(store, kind, &portion)?;
        }
    }
    Ok(())
}

fn forget_orphans_among(store: &PostgresStore, kind: Kind, portion: &[(String, Record)]) -> Result<(), Error> {
    let about = portion.iter().map(|(id, record)| about(kind, id, record)).collect::<Result<Vec<_>, Error>>()?;
    let there = store.there(about.iter().flatten().cloned().collect())?;
    let delete = |(id, record): &(String, Record)| {
        let guard = Precondition::Version(vec![record.seq.0]);
        Op::Guarded { guard, op: Box::new(Op::Delete { kind, id: id.clone() }) }
    };
    let is_orphan = |about: &[(Kind, String); 2]| about.iter().any(|subject| !there.contains(subject));
    let ops: Vec<Op> =
        portion.iter().zip(&about).filter(|(_, about)| is_orphan(about)).map(|(found, _)| delete(found)).collect();
    store.apply(&ops).map(drop)
}

/// The documents that a decision or feedback is about.
fn about(kind: Kind, id: &str, record: &Record) -> Result<[(Kind, String); 2], Error> {
    if kind == Kind::Decision {
        let decision: Decision = decode(kind, id, &record.body)?;
        return Ok([decision.survivor, decision.other].map(|id| (Kind::Candidate, id.to_string())));
    }
    let feedback: super::super::feedback::Feedback = decode(kind, id, &record.body)?;
    Ok([(Kind::Role, feedback.role_id.to_string()), (Kind::Candidate, feedback.candidate_id.to_string())])
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::store::Schema;

    fn put(kind: Kind, id: &str, body: &serde_json::Value) -> Op {
        Op::Put { kind, id: id.to_owned(), body: body.to_string().into_bytes() }
    }

    fn feedback(role: &str, candidate: &str) -> Op {
        let body = json!({"role_id": role, "candidate_id": candidate, "updated_at": 1});
        put(Kind::Feedback, &format!("{role}/{candidate}"), &body)
    }

    fn decision(survivor: &str, other: &str) -> Op {
        let body = json!({"decision": "dismissed", "survivor": survivor, "other": other, "decided_at": 1});
        put(Kind::Decision, &format!("{survivor}-{other}"), &body)
    }

    #[test]
    fn what_was_said_of_somebody_who_is_gone_is_forgotten_before_an_erasure() {
        let Some(schema) = Schema::new() else { return };
        let store = schema.store();
        let people = ["a", "b"].map(|id| put(Kind::Candidate, id, &json!({ "id": id })));
        let role = put(Kind::Role, "r", &json!({"id": "r"}));
        let said = [
            feedback("r", "a"),
            feedback("r", "gone"),
            feedback("gone", "a"),
            decision("a", "b"),
            decision("a", "gone"),
            decision("gone", "b"),
        ];
        let others = (0..2 * PORTION).map(|n| feedback("r", &format!("gone-{n}")));
        let ops: Vec<Op> = people.into_iter().chain([role]).chain(said).chain(others).collect();
        store.apply(&ops).unwrap();
        forget_orphans(&store, &CancelToken::new()).unwrap();
        let left = |kind| store.scan(kind, None).map(|found| found.unwrap().0).collect::<Vec<String>>();
        assert_eq!(left(Kind::Feedback), ["r/a"]);
        assert_eq!(left(Kind::Decision), ["a-b"]);
        assert_eq!((left(Kind::Candidate).len(), left(Kind::Role).len()), (2, 1));
    }

    #[test]
    fn what_somebody_wrote_anew_meanwhile_stays() {
        let Some(schema) = Schema::new() else { return };
        let store = schema.store();
        store.apply(&[put(Kind::Role, "r", &json!({"id": "r"})), feedback("r", "a")]).unwrap();
        let portion: Vec<(String, Record)> = store.scan(Kind::Feedback, None).map(Result::unwrap).collect();
        store.apply(&[feedback("r", "a")]).unwrap();
        forget_orphans_among(&store, Kind::Feedback, &portion).unwrap();
        assert_eq!(store.count(Kind::Feedback), 1);
    }
}
