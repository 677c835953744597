//! What a node does that fell behind the log of changes: it reads the documents that were written since, and lets go of those that are gone.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{Engine, Inner};
use crate::domain::Error;
use crate::store::{Change, Effect, Followed, Kind, PostgresStore, Seq, Store};

/// So many documents are taken in at a time.
const PORTION: usize = 1000;

/// Documents that are not in the store any more, each with a write by which it may be gone.
type Gone = Vec<Change>;

impl Engine {
    /// Brings the engine from what was followed to the present without the log. Gives up to which write it holds everything then.
    pub(super) fn take_over_all(&self, store: &PostgresStore, seen: Seq) -> Result<Seq, Error> {
        let upto = store.ask_last_seq()?;
        let (mut there, mut numbers): (BTreeMap<Kind, BTreeSet<String>>, _) = (BTreeMap::new(), BTreeSet::new());
        for kind in Kind::ALL {
            let of_kind = there.entry(kind).or_default();
            let mut written = Followed::default();
            for found in store.scan(kind, None) {
                let (id, record) = found?;
                of_kind.insert(id.clone());
                if record.seq <= seen {
                    continue;
                }
                numbers.insert(record.seq);
                written.changes.push(Change { seq: record.seq, kind, id: id.clone(), effect: Effect::Put });
                written.documents.insert((kind, id), record);
                if written.changes.len() >= PORTION {
                    self.take_over(&std::mem::take(&mut written))?;
                }
            }
            self.take_over(&written)?;
        }
        let newest = self.newest();
        let changes = newest.inner.gone(&there, (seen, upto), &numbers);
        self.take_over(&Followed { changes, ..Followed::default() })?;
        for number in seen.0 + 1..=upto.0 {
            newest.inner.came_by_without_change(Seq(number));
        }
        Ok(upto)
    }
}

impl Inner {
    /// What is known and not in the store. Of whoever was written after `upto` the log tells.
    ///
    /// Which write removed somebody is not known. It is after the one that made them, up to `upto`, and of no document that is there: of
    /// these numbers whoever came last gets the last one.
    fn gone(&self, there: &BTreeMap<Kind, BTreeSet<String>>, (seen, upto): (Seq, Seq), taken: &BTreeSet<Seq>) -> Gone {
        let mut known: Vec<(Seq, Kind, String)> = Vec::new();
        let everybody = self.pool.snapshot();
        known.extend(everybody.entries().map(|entry| (entry.seq, Kind::Candidate, entry.id.to_string())));
        let roles = self.roles.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        let there_are = roles.iter().filter(|(_, (_, entry))| entry.is_some());
        known.extend(there_are.map(|(id, (seq, _))| (*seq, Kind::Role, id.to_string())));
        drop(roles);
        known.extend(self.duplicates.decided().into_iter().map(|id| (Seq::ZERO, Kind::Decision, id)));
        known.extend(self.feedback.stored_ids().into_iter().map(|(id, seq)| (seq, Kind::Feedback, id)));
        known.retain(|(seq, kind, id)| *seq <= upto && !there.get(kind).is_some_and(|there| there.contains(id)));
        known.sort_unstable_by(|one, other| other.cmp(one));
        let free = (seen.0 + 1..=upto.0).rev().map(Seq).filter(|seq| !taken.contains(seq));
        let gone = known.into_iter().zip(free);
        gone.map(|((_, kind, id), seq)| Change { seq, kind, id, effect: Effect::Deleted }).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use crate::domain::{Candidate, CandidateId, Progress, Role};
    use crate::storage::{PostgresUrl, StorageOptions};
    use crate::{Engine, EngineOptions, MatchOptions};

    fn candidate(id: &str, skill: &str) -> Candidate {
        serde_json::from_value(serde_json::json!({"id": id, "skills": [skill]})).unwrap()
    }

    fn id(text: &str) -> CandidateId {
        CandidateId::new(text).unwrap()
    }

    #[test]
    fn a_node_that_fell_behind_the_log_catches_up_by_the_documents() {
        let Ok(url) = std::env::var("ROLEFIT_TEST_POSTGRES") else {
            eprintln!("SKIPPED for PostgreSQL: ROLEFIT_TEST_POSTGRES names no database; tests/postgres.sh makes one");
            return;
        };
        let (url, schema) = (PostgresUrl::new(&url).unwrap(), format!("test_{}", uuid::Uuid::now_v7().simple()));
        let open = || {
            let options = EngineOptions::default().with_storage(StorageOptions::default().with_keep_changes(5));
            Engine::open_postgres(&url, &schema, options, &Progress::default()).unwrap()
        };
        let (writer, behind) = (open(), open());
        let role: Role = serde_json::from_value(serde_json::json!({"id": "r", "must_have": ["Slurm"]})).unwrap();
        writer.put_role(&role).unwrap();
        for name in ["stays", "goes", "changes"] {
            writer.put_candidate(&candidate(name, "Slurm")).unwrap();
        }
        let (wait, seq) = (Duration::from_secs(60), writer.status().seq);
        assert!(behind.wait_for_seq(seq, wait).unwrap());
        // Nothing is followed meanwhile.
        let lineage = behind.inner.lineage.clone();
        let gate = lineage.hold_up();
        writer.delete_candidate(&id("goes")).unwrap();
        writer.put_candidate(&candidate("changes", "Lustre")).unwrap();
        for n in 0..30 {
            writer.put_candidate(&candidate(&format!("new-{}", n % 7), "Slurm")).unwrap();
        }
        assert!(writer.inner.store.log_from() > crate::store::Seq(seq + 2), "the log was cut beyond what was seen");
        drop(gate);
        assert!(behind.wait_for_seq(writer.status().seq, wait).unwrap());
        let found = |engine: &Engine| -> Vec<String> {
            let best = engine.best(&role.id, &MatchOptions::default().with_limit(50)).unwrap();
            best.into_iter().map(|(id, _)| id.to_string()).collect()
        };
        assert_eq!(found(&behind), found(&writer));
        assert!(!found(&behind).contains(&"goes".to_owned()));
        let words = |engine: &Engine| {
            engine.flush_index().unwrap();
            let mut ids = engine.search("Lustre", 50).unwrap();
            ids.extend(engine.search("Slurm", 50).unwrap());
            ids.sort();
            ids
        };
        assert_eq!(words(&behind), words(&writer));
        // And it follows again.
        writer.put_candidate(&candidate("later", "Slurm")).unwrap();
        let begun = Instant::now();
        assert!(behind.wait_for_seq(writer.status().seq, wait).unwrap());
        assert!(begun.elapsed() < wait && found(&behind) == found(&writer));
    }
}
