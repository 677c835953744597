//! Databases written anew while others read and write: what is left, what is kept, and what a crash leaves at each step.

use std::fs;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use uuid::Uuid;

use super::*;
use crate::store::erasures::Note;
use crate::store::record::Op;
use crate::store::requests::RequestKey;
use crate::store::side_records::SideWrite;
use crate::store::suite::{copy, delete, put};

const C: Kind = Kind::Candidate;

fn open(folder: &Path) -> SledStore {
    SledStore::open(folder, &StorageOptions::default()).unwrap()
}

fn holds(folder: &Path, needle: &[u8]) -> bool {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).any(|path| {
        if path.is_dir() {
            return holds(&path, needle);
        }
        fs::read(path).unwrap().windows(needle.len()).any(|window| window == needle)
    })
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| name.starts_with("sled") || name == "CURRENT");
    names.sort();
    names
}

fn created(id: &str, key: &str) -> Op {
    Op::Once { request: RequestKey::new(key, b"asked", 1000), op: Box::new(put(C, id, b"body")) }
}

fn is_remembered(store: &SledStore, key: &str) -> bool {
    store.earlier_request(&RequestKey::new(key, b"asked", 1000)).unwrap().is_some()
}

#[test]
fn what_was_deleted_or_replaced_leaves_the_files_of_an_open_store_and_the_rest_stays() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    store
        .apply(&[put(C, "kept", &vec![7; 20_000]), put(C, "quokka", b"erase this"), put(Kind::Role, "r", b"1")])
        .unwrap();
    store.apply(&[created("wombat", "key-of-wombat"), created("there", "key-of-there")]).unwrap();
    store.apply(&[put(Kind::Role, "r", b"2"), delete(C, "quokka"), delete(C, "wombat")]).unwrap();
    let receipt = Uuid::now_v7();
    store.apply_noting(&[], Some(Note::Erase { id: receipt, at: 5, always: true })).unwrap();
    for needle in [&b"erase this"[..], b"quokka", b"wombat"] {
        assert!(holds(folder.path(), needle));
    }
    for round in 0..3 {
        let done = store.rewrite(&CancelToken::default()).unwrap();
        assert_eq!((done.seq, done.documents), (store.last_seq(), 3));
        for needle in [&b"erase this"[..], b"quokka", b"wombat"] {
            assert!(!holds(folder.path(), needle), "round {round}");
        }
        assert_eq!(names(folder.path()).len(), 2, "one database and what names it: {:?}", names(folder.path()));
        assert_eq!(store.get(C, "kept").unwrap().unwrap().body, vec![7; 20_000]);
        assert_eq!(store.scan(C, None).map(Result::unwrap).count(), 2);
        assert!(is_remembered(&store, "key-of-there") && !is_remembered(&store, "key-of-wombat"));
        assert!(!store.erasure(receipt).unwrap().unwrap().is_done(), "the store alone does not say so");
        store.census(&mut |_, _, _| {}, &mut |flaw| panic!("{flaw}")).unwrap();
        store.apply(&[put(C, "kept", &vec![7; 20_000])]).unwrap();
        assert_eq!(store.changes_since(done.seq).map(Result::unwrap).count(), 1);
        assert!(store.changes_since(Seq(3)).next().unwrap().is_err(), "forgotten changes are not passed over");
    }
    let last = store.last_seq();
    store.apply_noting(&[], Some(Note::Erased { upto: last, at: 9 })).unwrap();
    assert_eq!(store.n_pending_erasures(), 0);
    drop(store);
    assert_eq!(names(folder.path()), ["sled"]);
    let store = open(folder.path());
    assert_eq!((store.last_seq(), store.count(C)), (last, 2));
    let kept = store.erasure(receipt).unwrap().unwrap();
    assert_eq!((kept.requested_at, kept.done_at), (5, Some(9)));
    assert!(is_remembered(&store, "key-of-there"));
    store.census(&mut |_, _, _| {}, &mut |flaw| panic!("{flaw}")).unwrap();
}

#[test]
fn those_who_read_and_write_meanwhile_see_nothing_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let ops: Vec<Op> = (0..300).map(|n| put(C, &format!("c-{n}"), &vec![b'x'; n * 40])).collect();
    store.apply(&ops).unwrap();
    let (is_over, n_written) = (AtomicBool::new(false), AtomicU64::new(0));
    let n_rewritten = thread::scope(|scope| {
        for writer in 0..4_u64 {
            let (store, is_over, n_written) = (&store, &is_over, &n_written);
            scope.spawn(move || {
                let mut n = 0;
                while !is_over.load(Ordering::SeqCst) {
                    let id = format!("w-{writer}-{}", n % 50);
                    let body = format!("{n} of {writer} {}", "z".repeat(usize::try_from(n).unwrap() * 37 % 9000));
                    store
                        .apply(&[put(C, &id, body.as_bytes()), delete(C, &format!("w-{writer}-{}", (n + 25) % 50))])
                        .unwrap();
                    assert_eq!(store.get(C, &id).unwrap().unwrap().body, body.as_bytes());
                    n += 1;
                    n_written.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        scope.spawn(|| {
            while !is_over.load(Ordering::SeqCst) {
                let seen = store.scan(C, None).map(Result::unwrap).filter(|(id, _)| id.starts_with("c-")).count();
                assert_eq!(seen, 300);
                let from = store.last_seq();
                assert!(store.changes_since(from).all(|change| change.is_ok()));
            }
        });
        let mut n_rewritten = 0;
        while n_rewritten < 4 || n_written.load(Ordering::SeqCst) < 400 {
            store.rewrite(&CancelToken::default()).unwrap();
            n_rewritten += 1;
        }
        is_over.store(true, Ordering::SeqCst);
        n_rewritten
    });
    store.census(&mut |_, _, _| {}, &mut |flaw| panic!("{flaw}")).unwrap();
    let (seq, digest, count) = (store.last_seq(), store.digest(), store.count(C));
    assert!(n_rewritten >= 4 && digest.is_some());
    drop(store);
    let store = open(folder.path());
    assert_eq!((store.last_seq(), store.digest(), store.count(C)), (seq, digest, count));
}

/// Writes the database anew at the first byte of the backup.
struct Meddling<'a>(&'a SledStore, bool);
impl std::io::Write for Meddling<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if !std::mem::replace(&mut self.1, true) {
            let store = self.0;
            thread::scope(|scope| {
                let stops = CancelToken::new();
                let cancel = stops.clone();
                let rewriting = scope.spawn(move || store.rewrite(&cancel));
                while store.disk().folder.ends_with("sled") {
                    thread::sleep(LOOK_EVERY);
                }
                store.apply(&[put(C, "later", b"")]).unwrap();
                // It waits for this backup to end.
                stops.cancel();
                assert!(rewriting.join().unwrap().is_err());
            });
        }
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_backup_under_way_is_of_one_moment() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    store.apply(&(0..40).map(|n| put(C, &format!("c-{n}"), &[1; 5000])).collect::<Vec<_>>()).unwrap();
    let snapshot =
        store.backup(&mut Meddling(&store, false), folder.path(), &crate::domain::Progress::default()).unwrap();
    assert!((40..=41).contains(&snapshot.candidates) && snapshot.seq.0 == snapshot.candidates);
    assert_eq!(store.count(C), 41);
    // What the one that was stopped left is removed by the next.
    store.rewrite(&CancelToken::default()).unwrap();
    assert_eq!(names(folder.path()).len(), 2, "{:?}", names(folder.path()));
}

#[test]
fn a_rewriting_that_is_stopped_or_fails_leaves_the_store_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    store.apply(&[put(C, "a", b"1"), put(C, "b", b"2")]).unwrap();
    let stopped = CancelToken::new();
    stopped.cancel();
    assert!(matches!(store.rewrite(&stopped), Err(Error::Cancelled(_))));
    store.damage(C, "b");
    assert!(store.rewrite(&CancelToken::default()).is_err());
    assert_eq!(names(folder.path()), ["sled"]);
    store.apply(&[put(C, "b", b"3")]).unwrap();
    store.rewrite(&CancelToken::default()).unwrap();
    assert_eq!(store.scan(C, None).flatten().count(), 2);
}

/// Its name; which database lies in which folder; what `CURRENT` names; how many changes are found.
type Case = (&'static str, &'static [(&'static str, &'static str)], Option<&'static str>, u64);

/// Every state in which a crash can leave the folders.
#[test]
fn a_crash_leaves_the_old_database_or_the_new_one() {
    let whole = tempfile::tempdir().unwrap();
    let store = open(whole.path());
    store.apply(&(0..40).map(|n| put(C, &format!("c-{n}"), &[1; 5000])).collect::<Vec<_>>()).unwrap();
    drop(store);
    // The new one has a write more, so that it is seen which one is taken.
    let other = tempfile::tempdir().unwrap();
    copy(whole.path(), other.path());
    let store = open(other.path());
    store.apply(&[put(C, "new", b"")]).unwrap();
    drop(store);
    let cases: [Case; 6] = [
        ("half written", &[("old", "sled"), ("new", "sled.2")], None, 40),
        ("named", &[("old", "sled"), ("new", "sled.2")], Some("sled.2"), 41),
        ("the old one is removed", &[("new", "sled.2")], Some("sled.2"), 41),
        ("the new one has its name", &[("new", "sled")], Some("sled.2"), 41),
        ("a second one is half written", &[("new", "sled.2"), ("old", "sled.3")], Some("sled.2"), 41),
        ("a second one is named", &[("old", "sled.2"), ("new", "sled.3")], Some("sled.3"), 41),
    ];
    for (name, folders, pointer, expected) in cases {
        let folder = tempfile::tempdir().unwrap();
        copy(whole.path(), folder.path());
        fs::remove_dir_all(folder.path().join("sled")).unwrap();
        for (from, to) in folders {
            let from = if *from == "old" { whole.path() } else { other.path() };
            copy(&from.join("sled"), &folder.path().join(to));
        }
        if let Some(pointer) = pointer {
            fs::write(folder.path().join("CURRENT"), format!("{pointer}\n")).unwrap();
        }
        let store = open(folder.path());
        assert_eq!(store.last_seq(), Seq(expected), "{name}");
        assert_eq!(names(folder.path()), ["sled"], "{name}");
    }
    let folder = tempfile::tempdir().unwrap();
    copy(whole.path(), folder.path());
    fs::rename(folder.path().join("sled"), folder.path().join("sled.2")).unwrap();
    fs::write(folder.path().join("CURRENT"), "sled.3\n").unwrap();
    assert!(SledStore::open(folder.path(), &StorageOptions::default()).is_err());
    assert!(folder.path().join("sled.2").exists(), "what may be the last copy is left alone");
}

#[test]
fn records_beside_the_documents_go_with_those_that_they_are_about() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    store.apply(&[put(C, "stays", b"1"), put(C, "goes", b"2")]).unwrap();
    let about = |key: &str, id: &str| SideWrite {
        key: key.into(),
        value: Some(format!("about {id}").into_bytes()),
        about: vec![(C, id.to_owned())],
    };
    let cursor = SideWrite { key: b"cursor".to_vec(), value: Some(b"7".to_vec()), about: Vec::new() };
    store.apply_noting(&[], Some(Note::Side(vec![about("a", "stays"), about("b", "goes"), cursor]))).unwrap();
    store.apply(&[delete(C, "goes")]).unwrap();
    store.rewrite(&CancelToken::default()).unwrap();
    assert!(!holds(folder.path(), b"about goes") && holds(folder.path(), b"about stays"));
    let keys: Vec<Vec<u8>> = store.side_records().unwrap().into_iter().map(|(key, _)| key).collect();
    assert_eq!(keys, [b"a".to_vec(), b"cursor".to_vec()]);
}
