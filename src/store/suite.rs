//! What every store does, tried on each of them. That of PostgreSQL is among them where there is a database: see `postgres::tests`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
#[cfg(feature = "postgres")]
use std::time::Duration;

use proptest::prelude::*;
use uuid::Uuid;

use super::erasures::KEPT_SECONDS;
use super::record::Effect;
use super::{
    Applied, Change, Changes, Digest, KEEP_CHANGES, Kind, MemoryStore, Note, Op, Precondition, Record, RequestKey, Seq,
    SideWrite, SledStore, StorageOptions, Store,
};
use crate::domain::CancelToken;

pub(super) fn put(kind: Kind, id: &str, body: &[u8]) -> Op {
    Op::Put { kind, id: id.to_owned(), body: body.to_vec() }
}

pub(super) fn delete(kind: Kind, id: &str) -> Op {
    Op::Delete { kind, id: id.to_owned() }
}

/// The folder `from`, with all below it, as `to`.
pub(super) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

fn create(kind: Kind, id: &str, body: &[u8]) -> Op {
    Op::Guarded { guard: Precondition::Absent, op: Box::new(put(kind, id, body)) }
}

/// Where a store lies that outlives those who open it. It is removed with all that it holds.
pub(super) trait Place {
    /// Opens it with a log of so many changes.
    fn open_keeping(&self, n_changes: u64) -> Box<dyn Store>;

    fn open(&self) -> Box<dyn Store> {
        self.open_keeping(KEEP_CHANGES)
    }
}

struct Folder(tempfile::TempDir);

impl Place for Folder {
    fn open_keeping(&self, n_changes: u64) -> Box<dyn Store> {
        let options = StorageOptions::default().with_keep_changes(n_changes);
        Box::new(SledStore::open(self.0.path(), &options).unwrap())
    }
}

/// Erases from a store that outlives its process whatever was deleted so far, and notes that at this time.
fn erase(store: &dyn Store, at: u64) {
    let of_files = || store.on_disk().unwrap().rewrite(&CancelToken::new()).unwrap().seq;
    #[cfg(feature = "postgres")]
    let upto = store
        .shared()
        .map_or_else(of_files, |shared| shared.erase(Uuid::now_v7(), Duration::ZERO, &CancelToken::new()).unwrap());
    #[cfg(not(feature = "postgres"))]
    let upto = of_files();
    store.apply_noting(&[], Some(Note::Erased { upto, at })).unwrap();
}

/// A new place for each sort of store that outlives its process.
fn places() -> Vec<Box<dyn Place>> {
    let folder: Box<dyn Place> = Box::new(Folder(tempfile::tempdir().unwrap()));
    #[cfg(feature = "postgres")]
    return [folder].into_iter().chain(super::postgres::new_place()).collect();
    #[cfg(not(feature = "postgres"))]
    vec![folder]
}

fn on_each_store(test: impl Fn(&dyn Store)) {
    test(&MemoryStore::new());
    for place in places() {
        test(&*place.open());
    }
}

/// Changes that are asked for too late.
fn assert_forgotten(mut changes: Changes<'_>) {
    let error = changes.next().unwrap().unwrap_err();
    assert_eq!(error.storage_kind(), Some(crate::domain::StorageErrorKind::Refused), "{error}");
    assert!(error.to_string().contains("is forgotten"), "{error}");
    assert!(changes.next().is_none());
}

#[test]
fn a_log_keeps_its_newest_changes_and_the_documents_need_none() {
    let test = |store: &dyn Store| {
        let kept = |n: u64| put(Kind::Candidate, &format!("c-{}", n % 5), n.to_string().as_bytes());
        store.apply(&[put(Kind::Role, "old", b"1")]).unwrap();
        let mut reading = store.changes_since(Seq::ZERO);
        for n in 0..100 {
            store.apply(&[kept(n)]).unwrap();
        }
        assert_eq!((store.last_seq(), store.log_from()), (Seq(101), Seq(91)));
        assert_forgotten(Box::new(reading.by_ref().skip_while(Result::is_ok)));
        assert_forgotten(store.changes_since(Seq(90)));
        let numbers = |from| store.changes_since(Seq(from)).map(|change| change.unwrap().seq.0).collect::<Vec<_>>();
        assert_eq!((numbers(91), numbers(99)), ((92..=101).collect(), vec![100, 101]));
        // What the log forgot is of the same version as before.
        assert_eq!(store.get(Kind::Role, "old").unwrap(), Some(Record { seq: Seq(1), body: b"1".to_vec() }));
        let as_of =
            |seq| Op::Guarded { guard: Precondition::Version(vec![seq]), op: Box::new(put(Kind::Role, "old", b"2")) };
        assert_eq!(store.apply(&[as_of(7), as_of(1)]).unwrap().done, [false, true]);
        // Who holds it reads it to its end.
        let held = store.hold_log();
        let from = store.last_seq();
        for n in 0..30 {
            store.apply(&[kept(n)]).unwrap();
        }
        assert_eq!(store.changes_since(from).map(Result::unwrap).count(), 30);
        drop(held);
        assert!(store.last_seq().0 - store.log_from().0 > 30);
    };
    test(&MemoryStore::new().keeping(10));
    for place in places() {
        test(&*place.open_keeping(10));
        let again = place.open_keeping(10);
        let n_before = again.last_seq().0 - again.log_from().0;
        again.apply(&[put(Kind::Role, "old", b"3")]).unwrap();
        assert_eq!(again.last_seq().0 - again.log_from().0, n_before - 1, "one comes and two go");
    }
}

fn ids(store: &dyn Store, kind: Kind, after: Option<&str>) -> Vec<String> {
    store.scan(kind, after).map(|found| found.unwrap().0).collect()
}

#[test]
fn what_is_put_is_read_until_it_is_deleted() {
    on_each_store(|store| {
        assert_eq!(store.get(Kind::Role, "a").unwrap(), None);
        let applied = store.apply(&[put(Kind::Role, "a", b"one")]).unwrap();
        assert_eq!(applied, Applied { seq: Seq(1), existed: vec![false], done: vec![true] });
        assert_eq!(store.get(Kind::Role, "a").unwrap(), Some(Record { seq: Seq(1), body: b"one".to_vec() }));
        assert_eq!(store.get(Kind::Candidate, "a").unwrap(), None);
        assert_eq!(store.apply(&[put(Kind::Role, "a", b"")]).unwrap().existed, [true]);
        assert_eq!(store.get(Kind::Role, "a").unwrap(), Some(Record { seq: Seq(2), body: Vec::new() }));
        let applied = store.apply(&[delete(Kind::Role, "a"), delete(Kind::Role, "a")]).unwrap();
        assert_eq!(applied, Applied { seq: Seq(3), existed: vec![true, false], done: vec![true, false] });
        assert_eq!(store.get(Kind::Role, "a").unwrap(), None);
        assert_eq!((store.count(Kind::Role), store.last_seq()), (0, Seq(3)));
        assert_eq!(store.apply(&[]).unwrap().seq, Seq(3));
    });
}

#[test]
fn what_is_created_takes_nobodys_place() {
    on_each_store(|store| {
        let create = |body: &[u8]| create(Kind::Role, "a", body);
        assert_eq!(
            store.apply(&[create(b"one")]).unwrap(),
            Applied { seq: Seq(1), existed: vec![false], done: vec![true] }
        );
        assert_eq!(
            store.apply(&[create(b"two")]).unwrap(),
            Applied { seq: Seq(1), existed: vec![true], done: vec![false] }
        );
        assert_eq!(store.get(Kind::Role, "a").unwrap(), Some(Record { seq: Seq(1), body: b"one".to_vec() }));
        assert_eq!((store.count(Kind::Role), store.last_seq()), (1, Seq(1)));
        store.apply(&[delete(Kind::Role, "a")]).unwrap();
        assert_eq!(
            store.apply(&[create(b"two")]).unwrap(),
            Applied { seq: Seq(3), existed: vec![false], done: vec![true] }
        );
    });
}

#[test]
fn a_guarded_write_is_done_where_the_document_stands_as_is_asked_for() {
    on_each_store(|store| {
        let guarded = |guard, op: &Op| Op::Guarded { guard, op: Box::new(op.clone()) };
        let (put, delete) = (put(Kind::Role, "a", b"one"), delete(Kind::Role, "a"));
        let done = |guard: Precondition, op: &Op| store.apply(&[guarded(guard, op)]).unwrap().done[0];
        assert!(!done(Precondition::Present, &put));
        assert!(!done(Precondition::Version(vec![0, 1]), &put));
        assert!(done(Precondition::Absent, &put));
        assert!(!done(Precondition::Absent, &put));
        assert!(done(Precondition::Version(vec![7, 1]), &put));
        assert!(!done(Precondition::Version(vec![1]), &put), "it is of the second write now");
        assert!(!done(Precondition::Version(vec![1]), &delete));
        assert!(done(Precondition::Present, &put));
        assert_eq!(store.last_seq(), Seq(3), "what was not done took no number");
        assert!(done(Precondition::Version(vec![3]), &delete));
        assert_eq!((store.count(Kind::Role), store.last_seq()), (0, Seq(4)));
    });
}

#[test]
fn a_record_beside_the_documents_is_kept_where_they_are_there() {
    on_each_store(|store| {
        let record = |key: &str, value: &str, about: &[(Kind, &str)]| SideWrite {
            key: key.into(),
            value: Some(value.into()),
            about: about.iter().map(|(kind, id)| (*kind, (*id).to_owned())).collect(),
        };
        let kept = || -> Vec<String> {
            let all = store.side_records().unwrap();
            all.into_iter().map(|(key, value)| String::from_utf8([key, value].concat()).unwrap()).collect()
        };
        store.apply(&[put(Kind::Candidate, "c", b"")]).unwrap();
        let (c, r) = ((Kind::Candidate, "c"), (Kind::Role, "r"));
        let writes = vec![record("b", "1", &[]), record("a", "2", &[c]), record("d", "3", &[c, r])];
        // In one step with what makes the document.
        store.apply_noting(&[put(Kind::Role, "x", b"")], Some(Note::Side(writes.clone()))).unwrap();
        assert_eq!(kept(), ["a2", "b1"]);
        store.apply_noting(&[put(Kind::Role, "r", b"")], Some(Note::Side(writes))).unwrap();
        assert_eq!((kept(), store.last_seq()), (vec!["a2".to_owned(), "b1".to_owned(), "d3".to_owned()], Seq(3)));
        let writes = vec![record("a", "4", &[c]), record("b", "5", &[]), SideWrite::removed(b"d".to_vec())];
        store.apply_noting(&[delete(Kind::Candidate, "c")], Some(Note::Side(writes))).unwrap();
        assert_eq!(kept(), ["b5"]);
    });
}

#[test]
fn an_erasure_is_noted_with_the_writes_that_it_is_about() {
    on_each_store(|store| {
        let in_memory = store.on_disk().is_none() && store.digest().is_none();
        let note = |id, always| Some(Note::Erase { id, at: 100, always });
        let [one, other, none] = [Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7()];
        let receipt = |id: Uuid| store.erasure(id).unwrap().map(|found| (found.seq, found.requested_at, found.done_at));
        let done_at = in_memory.then_some(100);
        store.apply(&[put(Kind::Candidate, "a", b"1"), put(Kind::Candidate, "b", b"2")]).unwrap();
        store.apply_noting(&[delete(Kind::Candidate, "c")], note(none, false)).unwrap();
        assert_eq!(receipt(none), None, "nothing was deleted");
        store.apply_noting(&[delete(Kind::Candidate, "a")], note(one, false)).unwrap();
        assert_eq!(receipt(one), Some((3, 100, done_at)));
        // What else is forgotten with it.
        store.apply_noting(&[delete(Kind::Candidate, "b")], note(one, false)).unwrap();
        assert_eq!(receipt(one), Some((4, 100, done_at)));
        store.apply_noting(&[], note(other, true)).unwrap();
        assert_eq!((receipt(other), store.last_seq()), (Some((4, 100, done_at)), Seq(4)));
    });
}

#[test]
fn after_an_erasure_a_store_is_as_before_without_what_told_of_those_who_are_gone() {
    for place in places() {
        let store = place.open();
        let create = |id: &str, key: &str| {
            let op = Box::new(create(Kind::Candidate, id, id.as_bytes()));
            Op::Once { request: RequestKey::new(key, b"asked", 100), op }
        };
        let about = |key: &str, id: &str| SideWrite {
            key: key.into(),
            value: Some(b"x".to_vec()),
            about: vec![(Kind::Candidate, id.to_owned())],
        };
        store.apply(&[create("goes", "k-goes"), create("stays", "k-stays")]).unwrap();
        let mut writes = vec![about("s-goes", "goes"), about("s-stays", "stays")];
        writes.push(SideWrite { about: Vec::new(), ..about("s-other", "") });
        store.apply_noting(&[], Some(Note::Side(writes))).unwrap();
        let (early, late) = (Uuid::now_v7(), Uuid::now_v7());
        let note = |id, at| Some(Note::Erase { id, at, always: true });
        store.apply_noting(&[delete(Kind::Candidate, "goes")], note(early, 100)).unwrap();
        let (digest, seq) = (store.digest(), store.last_seq());
        assert_eq!(store.changes_since(Seq::ZERO).count(), 3);
        erase(&*store, 200);
        let receipt = |store: &dyn Store, id: Uuid| store.erasure(id).unwrap().map(|found| (found.seq, found.done_at));
        drop(store);
        let store = place.open();
        {
            let store = &*store;
            assert_eq!((store.digest(), store.last_seq(), store.log_from()), (digest, seq, seq));
            assert_eq!(
                (ids(store, Kind::Candidate, None), store.count(Kind::Candidate)),
                (vec!["stays".to_owned()], 1)
            );
            assert_forgotten(store.changes_since(Seq::ZERO));
            let keys: Vec<_> = store.side_records().unwrap().into_iter().map(|(key, _)| key).collect();
            assert_eq!(keys, [&b"s-other"[..], b"s-stays"]);
            let is_known = |key| store.earlier_request(&RequestKey::new(key, b"asked", 100)).unwrap().is_some();
            assert_eq!((is_known("k-goes"), is_known("k-stays")), (false, true));
            assert_eq!(receipt(store, early), Some((3, Some(200))));
        }
        // Whoever asks later is told later; and receipts are forgotten after their time.
        store.apply_noting(&[], note(late, 300)).unwrap();
        assert_eq!(receipt(&*store, late), Some((3, None)));
        store.apply(&[put(Kind::Candidate, "new", b"1")]).unwrap();
        erase(&*store, 101 + KEPT_SECONDS);
        assert_eq!((receipt(&*store, early), receipt(&*store, late)), (None, Some((3, Some(101 + KEPT_SECONDS)))));
        assert_eq!((ids(&*store, Kind::Candidate, None).len(), store.log_from()), (2, Seq(4)));
    }
}

#[test]
fn scan_goes_on_after_an_id_and_stays_in_its_kind() {
    on_each_store(|store| {
        let ops: Vec<_> = ["b", "é", "a", "ab"].map(|id| put(Kind::Candidate, id, id.as_bytes())).into();
        store.apply(&ops).unwrap();
        store.apply(&[put(Kind::Role, "r", b"r")]).unwrap();
        assert_eq!(ids(store, Kind::Candidate, None), ["a", "ab", "b", "é"]);
        assert_eq!(ids(store, Kind::Candidate, Some("ab")), ["b", "é"]);
        assert_eq!(ids(store, Kind::Candidate, Some("aa")), ["ab", "b", "é"]);
        assert_eq!(ids(store, Kind::Candidate, Some("z\u{10ffff}")), ["é"]);
        assert_eq!(ids(store, Kind::Role, None), ["r"]);
        assert_eq!((store.count(Kind::Candidate), store.count(Kind::Role)), (4, 1));
    });
}

#[test]
fn changes_come_in_order_and_without_gaps() {
    on_each_store(|store| {
        store.apply(&[put(Kind::Candidate, "a", b"1"), put(Kind::Role, "a", b"2")]).unwrap();
        store.apply(&[delete(Kind::Candidate, "a")]).unwrap();
        let change = |seq, kind, effect| Change { seq: Seq(seq), kind, id: "a".to_owned(), effect };
        let all = [
            change(1, Kind::Candidate, Effect::Put),
            change(2, Kind::Role, Effect::Put),
            change(3, Kind::Candidate, Effect::Deleted),
        ];
        for from in 0..=4 {
            let changes: Vec<_> = store.changes_since(Seq(from)).map(Result::unwrap).collect();
            assert_eq!(changes, all[usize::try_from(from.min(3)).unwrap()..]);
        }
    });
}

#[test]
fn ids_that_are_no_keys_are_refused_and_harm_nothing() {
    on_each_store(|store| {
        for id in ["", &"x".repeat(1101)] {
            assert!(store.apply(&[put(Kind::Role, "fine", b""), put(Kind::Role, id, b"")]).is_err());
        }
        assert_eq!(store.last_seq(), Seq::ZERO);
        assert!(store.apply(&[put(Kind::Role, &"x".repeat(1025), b"")]).is_ok());
    });
}

#[test]
fn long_bodies_come_back_whole() {
    on_each_store(|store| {
        for length in [4096, 4097, 8192, 300_000, 5000, 0] {
            let body: Vec<u8> = (0..length).map(|i: u32| i.to_le_bytes()[0] ^ i.to_le_bytes()[1]).collect();
            store.apply(&[put(Kind::Candidate, "c", &body), put(Kind::Candidate, "c\0", &body)]).unwrap();
            assert_eq!(store.get(Kind::Candidate, "c").unwrap().unwrap().body, body);
            assert_eq!(
                store.scan(Kind::Candidate, None).map(|found| found.unwrap().1.body).collect::<Vec<_>>(),
                [body.clone(), body]
            );
        }
    });
}

/// The simplest store there is. It keeps the whole log, and says what of it a store has cut.
#[derive(Clone, Default)]
struct Model {
    documents: BTreeMap<(Kind, String), Record>,
    log: Vec<Change>,
    /// So many changes are kept,
    keep: usize,
    /// and so many are gone.
    n_cut: usize,
}

impl Model {
    fn apply(&mut self, ops: &[Op]) -> Vec<bool> {
        let mut existed = Vec::new();
        let n_before = self.log.len();
        for op in ops {
            let seq = Seq(self.log.len() as u64 + 1);
            let (kind, id) = op.subject();
            let key = (kind, id.to_owned());
            existed.push(self.documents.contains_key(&key));
            match op {
                // The model is given no other guards than that there is none.
                Op::Guarded { .. } | Op::Once { .. } if self.documents.contains_key(&key) => continue,
                Op::Put { .. } | Op::Guarded { .. } | Op::Once { .. } => {
                    let body = op.body().unwrap().to_vec();
                    drop(self.documents.insert(key, Record { seq, body }));
                }
                Op::Delete { .. } if !self.documents.contains_key(&key) => continue,
                Op::Delete { .. } => drop(self.documents.remove(&key)),
            }
            self.log.push(Change { seq, kind, id: id.to_owned(), effect: op.effect() });
        }
        // Two go for each that comes, but none that came.
        for _ in 0..2 * (self.log.len() - n_before) {
            let n_kept = self.log.len() - self.n_cut;
            self.n_cut += usize::from(n_kept > self.keep && self.n_cut < n_before);
        }
        existed
    }

    fn compare(&self, store: &dyn Store) {
        for kind in [Kind::Candidate, Kind::Role] {
            let expected: Vec<_> = self
                .documents
                .iter()
                .filter(|(key, _)| key.0 == kind)
                .map(|(key, r)| (key.1.clone(), r.clone()))
                .collect();
            let found: Vec<_> = store.scan(kind, None).map(Result::unwrap).collect();
            assert_eq!(found, expected);
            assert_eq!(store.count(kind), expected.len() as u64);
            for (id, record) in &expected {
                assert_eq!(store.get(kind, id).unwrap().as_ref(), Some(record));
            }
        }
        let mut digest = Digest::default();
        for kind in Kind::ALL {
            store.scan(kind, None).map(Result::unwrap).for_each(|(id, record)| digest.add(kind, &id, &record));
        }
        assert_eq!(store.digest().unwrap_or(digest), digest);
        assert_eq!(store.log_from(), Seq(self.n_cut as u64));
        let log: Vec<_> = store.changes_since(store.log_from()).map(Result::unwrap).collect();
        assert_eq!(log, self.log[self.n_cut..]);
        for place in 0..self.n_cut as u64 {
            assert_forgotten(store.changes_since(Seq(place)));
        }
        assert_eq!(store.last_seq(), Seq(self.log.len() as u64));
    }
}

fn some_op() -> impl Strategy<Value = Op> {
    let kind = prop_oneof![Just(Kind::Candidate), Just(Kind::Role)];
    let body_bytes = prop_oneof![4 => 0..50_usize, 1 => 4090..4100_usize, 1 => 9000..20_000_usize];
    let body = proptest::option::weighted(0.7, (body_bytes, any::<u8>(), proptest::bool::weighted(0.3)));
    (kind, "[ab]{1,2}", body).prop_map(|(kind, id, body)| match body {
        Some((bytes, byte, true)) => create(kind, &id, &vec![byte; bytes]),
        Some((bytes, byte, false)) => Op::Put { kind, id, body: vec![byte; bytes] },
        None => Op::Delete { kind, id },
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn stores_agree_with_a_map_also_after_reopening(
        keep in prop_oneof![1..30_usize, Just(1_000_000_usize)],
        rounds in proptest::collection::vec(
            (proptest::collection::vec(proptest::collection::vec(some_op(), 1..6), 1..12), proptest::bool::weighted(0.2)), 1..4)
    ) {
        for place in places() {
            let n_kept = u64::try_from(keep).unwrap();
            let (memory, mut model) = (MemoryStore::new().keeping(n_kept), Model { keep, ..Model::default() });
            let mut model_of_memory = model.clone();
            let mut uuid = None;
            for (round, is_erased) in &rounds {
                let store = place.open_keeping(n_kept);
                prop_assert_eq!(uuid.get_or_insert_with(|| store.uuid().to_owned()).as_str(), store.uuid());
                model.compare(&*store);
                for ops in round {
                    let existed = model.apply(ops);
                    model_of_memory.apply(ops);
                    prop_assert_eq!(&store.apply(ops).unwrap().existed, &existed);
                    prop_assert_eq!(&memory.apply(ops).unwrap().existed, &existed);
                }
                model.compare(&*store);
                model_of_memory.compare(&memory);
                if *is_erased {
                    erase(&*store, 1);
                    model.n_cut = model.log.len();
                    model.compare(&*store);
                }
            }
            model.compare(&*place.open());
        }
    }
}
