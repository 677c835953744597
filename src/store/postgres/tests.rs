//! What only a store in PostgreSQL does, and places for the tests of every store. They need a database that `ROLEFIT_TEST_POSTGRES` names,
//! as `tests/postgres.sh` makes one, and are passed over, loudly, without.

use std::thread;
use std::time::{Duration, Instant};

use uuid::Uuid;

use super::{PostgresStore, PostgresUrl, Store, schema};
use crate::domain::{CancelToken, Error, StorageErrorKind};
use crate::store::erasures::Note;
use crate::store::record::{Kind, Op, Precondition, Seq};
use crate::store::requests::RequestKey;
#[cfg(feature = "webhooks")]
use crate::store::side_records::SideWrite;
use crate::store::suite::{Place, delete, put};

/// The variable that names a database for tests.
const DATABASE: &str = "ROLEFIT_TEST_POSTGRES";

/// So many writes of each node.
const EACH: u64 = 40;

/// A schema of its own, for as long as this is held.
pub(crate) struct Schema {
    url: PostgresUrl,
    name: String,
}

impl Schema {
    pub(crate) fn new() -> Option<Self> {
        let Ok(url) = std::env::var(DATABASE) else {
            eprintln!("SKIPPED for PostgreSQL: {DATABASE} names no database; tests/postgres.sh makes one");
            return None;
        };
        Some(Self { url: PostgresUrl::new(&url).unwrap(), name: format!("test_{}", Uuid::now_v7().simple()) })
    }

    pub(crate) fn store(&self) -> PostgresStore {
        PostgresStore::open(&self.url, &self.name).unwrap()
    }
}

impl Place for Schema {
    fn open_keeping(&self, n_changes: u64) -> Box<dyn Store> {
        Box::new(self.store().keeping(n_changes))
    }
}

impl Drop for Schema {
    fn drop(&mut self) {
        self.store().drop_schema();
    }
}

pub(in crate::store) fn new_place() -> Option<Box<dyn Place>> {
    Some(Box::new(Schema::new()?))
}

#[test]
fn numbers_of_several_nodes_have_no_gaps_and_each_is_given_once() {
    let Some(schema) = Schema::new() else { return };
    let nodes: Vec<PostgresStore> = (0..3).map(|_| schema.store()).collect();
    let write = |node: usize| {
        let store = &nodes[node];
        move || -> Vec<Seq> {
            let put = |n: u64| store.apply(&[put(Kind::Candidate, &format!("{node}-{n}"), b"x")]).unwrap().seq;
            (0..EACH).map(put).collect()
        }
    };
    let mut given: Vec<Seq> = thread::scope(|scope| {
        let writers: Vec<_> = (0..nodes.len()).map(|node| scope.spawn(write(node))).collect();
        writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect()
    });
    given.sort_unstable();
    let all: Vec<Seq> = (1..=3 * EACH).map(Seq).collect();
    assert_eq!(given, all);
    let log: Vec<Seq> = nodes[0].follow(Seq::ZERO, Duration::ZERO).unwrap().changes.iter().map(|c| c.seq).collect();
    assert_eq!(log, all);
    assert_eq!(nodes[0].count(Kind::Candidate), 3 * EACH);
}

#[test]
fn a_node_sees_what_another_wrote_and_is_woken_for_it() {
    let Some(schema) = Schema::new() else { return };
    let (one, other) = (schema.store(), schema.store());
    one.apply(&[put(Kind::Role, "r", b"1"), put(Kind::Role, "s", b"1"), delete(Kind::Role, "r")]).unwrap();
    assert_eq!(other.get(Kind::Role, "s").unwrap().unwrap().seq, Seq(2));
    let long = Duration::from_secs(60);
    let found = other.follow(Seq::ZERO, long).unwrap();
    assert_eq!((found.changes.len(), found.documents.len(), other.last_seq()), (3, 1, Seq(3)));
    let begun = Instant::now();
    let found = thread::scope(|scope| {
        let waiting = scope.spawn(|| other.follow(Seq(3), long).unwrap());
        thread::sleep(Duration::from_millis(200));
        one.apply(&[put(Kind::Role, "t", b"2")]).unwrap();
        waiting.join().unwrap()
    });
    assert!(begun.elapsed() < long / 2, "nobody woke it");
    assert_eq!(found.changes.len(), 1);
}

#[test]
fn a_request_is_done_once_whichever_node_it_comes_to() {
    let Some(schema) = Schema::new() else { return };
    let nodes = [schema.store(), schema.store()];
    let once = |id: &str, at| {
        let op = Op::Guarded { guard: Precondition::Absent, op: Box::new(put(Kind::Candidate, id, b"x")) };
        [Op::Once { request: RequestKey::new("key", b"asked", at), op: Box::new(op) }]
    };
    let done: Vec<bool> = thread::scope(|scope| {
        let asked: Vec<_> = nodes
            .iter()
            .enumerate()
            .map(|(n, node)| scope.spawn(move || node.apply(&once(&format!("made-{n}"), 1000))))
            .collect();
        asked.into_iter().map(|one| one.join().unwrap().unwrap().done[0]).collect()
    });
    assert_eq!(done.iter().filter(|done| **done).count(), 1, "{done:?}");
    assert_eq!(nodes[0].last_seq().max(nodes[1].last_seq()), Seq(1));
    let earlier = nodes[0].earlier_request(&RequestKey::new("key", b"asked", 1000)).unwrap().unwrap();
    assert_eq!(earlier.seq, 1);
    assert!(nodes[1].apply(&once("later", 1000 + 24 * 60 * 60)).unwrap().done[0], "a key may be used anew after a day");
}

#[test]
fn a_store_that_fell_back_is_refused() {
    let Some(schema) = Schema::new() else { return };
    let (store, other) = (schema.store(), schema.store());
    store.apply(&[put(Kind::Role, "a", b"1"), put(Kind::Role, "b", b"1")]).unwrap();
    assert_eq!(other.ask_last_seq().unwrap(), Seq(2));
    // As a standby that had not received the last write.
    store.execute(&format!("UPDATE \"{}\".meta SET seq = 1", schema.name));
    for error in [store.apply(&[put(Kind::Role, "c", b"")]).unwrap_err(), other.ask_last_seq().unwrap_err()] {
        assert_eq!(error.storage_kind(), Some(StorageErrorKind::Damaged), "{error}");
        assert!(error.to_string().contains("ends with write 1, and this node has seen write 2"), "{error}");
    }
}

#[test]
fn a_document_that_somebody_changed_is_refused_by_name() {
    let Some(schema) = Schema::new() else { return };
    let store = schema.store();
    store.apply(&[put(Kind::Role, "a", b"one"), put(Kind::Role, "b", b"two")]).unwrap();
    store.execute(&format!("UPDATE \"{}\".document SET body = 'two' WHERE id = 'a'", schema.name));
    let error = store.get(Kind::Role, "a").unwrap_err();
    assert_eq!(error.storage_kind(), Some(StorageErrorKind::Damaged));
    assert!(error.to_string().contains("role \"a\" is damaged"), "{error}");
    assert!(store.get(Kind::Role, "b").unwrap().is_some());
    assert!(store.scan(Kind::Role, None).next().unwrap().is_err());
}

#[test]
fn tables_of_a_later_version_are_refused() {
    let Some(schema) = Schema::new() else { return };
    let store = schema.store();
    store.execute(&format!("UPDATE \"{}\".meta SET format = 2", schema.name));
    let error = PostgresStore::open(&schema.url, &schema.name).err().unwrap();
    assert_eq!(error.storage_kind(), Some(StorageErrorKind::Version), "{error}");
    store.execute(&format!("UPDATE \"{}\".meta SET format = 1", schema.name));
}

#[test]
fn a_database_that_is_not_there_is_told_within_seconds_and_without_the_password() {
    let begun = Instant::now();
    let url = PostgresUrl::new("postgres://u:geheim@127.0.0.1:1/d").unwrap();
    let error = PostgresStore::open(&url, "s").err().unwrap();
    assert_eq!(error.storage_kind(), Some(StorageErrorKind::Unreachable), "{error}");
    let text = error.to_string();
    assert!(text.contains("postgres://u@127.0.0.1:1/d: ") && !text.contains("geheim"), "{text}");
    assert!(begun.elapsed() < 2 * super::connections::CALL_PATIENCE);
}

fn erase(store: &PostgresStore) -> Result<Seq, Error> {
    store.erase(Uuid::now_v7(), Duration::ZERO, &CancelToken::new())
}

#[test]
fn an_erasure_waits_for_those_who_still_see_what_was_deleted() {
    let Some(schema) = Schema::new() else { return };
    let (store, other) = (schema.store(), schema.store());
    store.apply(&[put(Kind::Role, "a", b"1"), delete(Kind::Role, "a")]).unwrap();
    // Somebody who looks at something else, for as long as the database lets them.
    other.execute(
        "SET idle_in_transaction_session_timeout = '2s'; BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM pg_class",
    );
    let begun = Instant::now();
    assert_eq!(erase(&store).unwrap(), Seq(2));
    assert!(begun.elapsed() > Duration::from_millis(1500), "the database kept it for them: {:?}", begun.elapsed());
    assert_eq!(erase(&store).unwrap(), Seq(2), "and again");
}

#[test]
fn a_user_who_may_not_write_the_tables_anew_is_told_so() {
    let Some(schema) = Schema::new() else { return };
    let (owner, user) = (schema.store(), format!("user_{}", Uuid::now_v7().simple()));
    owner.execute(&format!(
        "CREATE ROLE {user} LOGIN; GRANT ALL ON SCHEMA \"{0}\" TO {user}; GRANT ALL ON ALL TABLES IN SCHEMA \"{0}\" TO {user}",
        schema.name
    ));
    let url = std::env::var(DATABASE).unwrap().replacen("//rolefit@", &format!("//{user}@"), 1);
    let store = PostgresStore::open(&PostgresUrl::new(&url).unwrap(), &schema.name).unwrap();
    store.apply(&[put(Kind::Role, "a", b"1"), delete(Kind::Role, "a")]).unwrap();
    let error = erase(&store).unwrap_err();
    drop(store);
    owner.execute(&format!("DROP OWNED BY {user}; DROP ROLE {user}"));
    assert!(error.to_string().contains("expected a user who owns it"), "{error}");
    erase(&owner).unwrap();
}

#[test]
fn an_erasure_is_stopped_soon_and_one_service_at_a_time_does_it() {
    let Some(schema) = Schema::new() else { return };
    let (store, other) = (schema.store(), schema.store());
    store.apply(&[put(Kind::Role, "a", b"1"), delete(Kind::Role, "a")]).unwrap();
    let (cancel, begun, [one, two]) = (CancelToken::new(), Instant::now(), [Uuid::now_v7(), Uuid::now_v7()]);
    assert!(store.erases_alone(one).unwrap());
    let long = Duration::from_secs(60);
    thread::scope(|scope| {
        let erasing = scope.spawn(|| store.erase(one, long, &cancel));
        thread::sleep(Duration::from_secs(4));
        assert!(!other.erases_alone(two).unwrap(), "it says that it is there");
        cancel.cancel();
        assert!(matches!(erasing.join().unwrap(), Err(Error::Cancelled(_))));
    });
    assert!(begun.elapsed() < long / 2);
    thread::sleep(Duration::from_secs(4));
    assert!(other.erases_alone(two).unwrap());
    // By the database's clock, wherever it was asked for.
    assert!(!other.erasure_is_due(Duration::ZERO).unwrap());
    store.apply_noting(&[], Some(Note::Erase { id: one, at: 1, always: true })).unwrap();
    assert!(other.erasure_is_due(Duration::ZERO).unwrap() && !other.erasure_is_due(long).unwrap());
    assert_eq!(other.n_pending_erasures(), 1);
}

#[test]
fn no_statistics_are_kept_of_what_people_say() {
    let Some(schema) = Schema::new() else { return };
    let store = schema.store();
    let tables = schema::ABOUT_PEOPLE.iter().map(|(table, columns)| (*table, columns.join(" ")));
    // As tables that another version made.
    for (table, columns) in tables {
        for column in columns.split(' ') {
            store.execute(&format!("ALTER TABLE \"{}\".{table} ALTER COLUMN {column} SET STATISTICS -1", schema.name));
        }
    }
    let store = schema.store();
    let ops: Vec<Op> = (0..500).map(|n| put(Kind::Candidate, &format!("c-{n}"), b"text")).collect();
    store.apply(&ops).unwrap();
    store.execute(&format!("ANALYZE \"{0}\".document; ANALYZE \"{0}\".change", schema.name));
    let quoted = format!(
        "DO $$ BEGIN IF EXISTS (SELECT 1 FROM pg_stats WHERE schemaname = '{}' AND attname IN ('id', 'body', 'key', 'value')) \
         THEN RAISE 'quoted'; END IF; END $$",
        schema.name
    );
    store.execute(&quoted);
    // No statistics, and still no plan that reads everything for a few.
    let plan = "DO $$ DECLARE line text; BEGIN FOR line IN EXPLAIN SELECT d.body FROM \
                unnest(array_fill('c'::\"char\", ARRAY[300]), array_fill('c-1'::bytea, ARRAY[300])) AS q (kind, id) \
                JOIN document d ON d.kind = q.kind AND d.id = q.id LOOP \
                IF line LIKE '%Seq Scan%' THEN RAISE '%', line; END IF; END LOOP; END $$";
    store.execute(&format!("SET search_path = \"{}\"; {plan}", schema.name));
}

#[cfg(feature = "webhooks")]
#[test]
fn of_several_nodes_one_acts_on_the_records_and_none_writes_over_what_it_has_not_read() {
    let Some(schema) = Schema::new() else { return };
    let nodes = [schema.store(), schema.store()];
    let [one, other] = [Uuid::now_v7(), Uuid::now_v7()];
    assert!(nodes[0].acts_alone(one).unwrap() && nodes[0].acts_alone(one).unwrap());
    assert!(!nodes[1].acts_alone(other).unwrap());
    let begun = Instant::now();
    while !nodes[1].acts_alone(other).unwrap() {
        assert!(begun.elapsed() < Duration::from_secs(10), "nobody acts");
        thread::sleep(Duration::from_millis(50));
    }
    assert!(begun.elapsed() > Duration::from_secs(1), "the first one was there a moment ago");
    assert!(!nodes[0].acts_alone(one).unwrap());

    let write = |value: &[u8]| vec![SideWrite { key: b"k".to_vec(), value: Some(value.to_vec()), about: Vec::new() }];
    let (version, before) = nodes[0].side_records_as_of().unwrap();
    assert!(before.is_empty());
    let next = nodes[1].write_side_records(write(b"1"), version).unwrap();
    let refused = nodes[0].write_side_records(write(b"2"), version).unwrap_err();
    assert_eq!(refused.storage_kind(), Some(StorageErrorKind::Unreachable), "{refused}");
    assert_eq!(nodes[0].side_records_as_of().unwrap(), (next, vec![(b"k".to_vec(), b"1".to_vec())]));
    nodes[0].write_side_records(write(b"2"), next).unwrap();
}
