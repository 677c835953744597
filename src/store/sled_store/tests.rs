//! What only the store on disk has to do: stay whole, notice damage, keep others out.

use std::collections::BTreeSet;
use std::fs;
use std::thread;

use super::*;
use crate::domain::StorageErrorKind;
use crate::store::suite::{delete, put};

const C: Kind = Kind::Candidate;

fn open(folder: &tempfile::TempDir) -> Result<SledStore, Error> {
    SledStore::open(folder.path(), &StorageOptions::default())
}

fn refusal(folder: &tempfile::TempDir) -> String {
    match open(folder) {
        Ok(_) => panic!("the store opened"),
        Err(error) => error.to_string(),
    }
}

fn filled(n: u32) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).unwrap();
    for i in 0..n {
        store.apply(&[put(C, &format!("c{i}"), &[7; 2000])]).unwrap();
    }
    folder
}

#[test]
fn a_second_open_is_refused_and_a_later_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).unwrap();
    assert!(refusal(&folder).ends_with("is in use by another process, or by another Engine of this one"));
    drop(store);
    open(&folder).unwrap();
}

#[test]
fn nothing_is_written_or_synced_for_what_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let syncs = Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counted = Arc::clone(&syncs);
    let sync = move |file: &File| {
        counted.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        file.sync_data()
    };
    let store = SledStore::open_syncing(folder.path(), &StorageOptions::default(), Arc::new(sync)).unwrap();
    store.apply(&[put(C, "a", b"one")]).unwrap();
    let before = syncs.load(std::sync::atomic::Ordering::SeqCst);
    let applied = store.apply(&[delete(C, "b")]).unwrap();
    assert_eq!((applied.existed, applied.done, store.last_seq()), (vec![false], vec![false], Seq(1)));
    assert_eq!(syncs.load(std::sync::atomic::Ordering::SeqCst), before);
    assert_eq!(store.commit_counts().writes, 1);
}

#[test]
fn of_two_writers_who_saw_one_version_one_writes() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).unwrap();
    let mut version = store.apply(&[put(C, "a", b"0")]).unwrap().seq;
    for _ in 0..20 {
        let guarded = |body: &[u8]| Op::Guarded {
            guard: crate::store::Precondition::Version(vec![version.0]),
            op: Box::new(put(C, "a", body)),
        };
        let done = thread::scope(|scope| {
            let writers = [b"1", b"2"].map(|body| scope.spawn(|| store.apply(&[guarded(body)]).unwrap().done[0]));
            writers.map(|writer| writer.join().unwrap())
        });
        assert!(done == [true, false] || done == [false, true], "{done:?}");
        version = store.last_seq();
    }
    assert_eq!(version, Seq(21));
}

#[test]
fn writes_of_many_threads_all_survive() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).unwrap();
    let seqs: BTreeSet<Seq> = thread::scope(|scope| {
        let store = &store;
        let writers: Vec<_> = (0..8)
            .map(|t| {
                scope.spawn(move || {
                    let write = |i| store.apply(&[put(C, &format!("{t}-{i}"), format!("{t} {i}").as_bytes())]);
                    (0..50).map(|i| write(i).unwrap().seq).collect::<Vec<_>>()
                })
            })
            .collect();
        writers.into_iter().flat_map(|w| w.join().unwrap()).collect()
    });
    assert_eq!(seqs.len(), 400);
    drop(store);
    let store = open(&folder).unwrap();
    assert_eq!((store.count(C), store.last_seq()), (400, Seq(400)));
    for (id, record) in store.scan(C, None).map(Result::unwrap) {
        assert_eq!(record.body, id.replace('-', " ").as_bytes());
    }
    assert_eq!(store.changes_since(Seq::ZERO).map(Result::unwrap).count(), 400);
}

#[test]
fn a_damaged_document_is_an_error_that_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).unwrap();
    store.apply(&[put(C, "short", b"body"), put(C, "long", &[1; 10_000]), put(C, "well", b"x")]).unwrap();
    let disk = store.disk();
    let db = &disk.db;
    for (id, key) in [("short", keys::head(C, "short")), ("long", keys::part(C, "long", 1))] {
        let whole = db.get(&key).unwrap().unwrap();
        for at in [0, 1, 5, whole.len() - 1] {
            let mut broken = whole.to_vec();
            broken[at] ^= 1;
            db.insert(&key, broken).unwrap();
            let message = store.get(C, id).unwrap_err().to_string();
            assert!(message.contains(&format!("candidate {id:?}")), "{message}");
        }
    }
    db.remove(keys::part(C, "long", 1)).unwrap();
    assert!(store.get(C, "long").is_err());
    let found: Vec<_> = store.scan(C, None).map(|found| found.is_ok()).collect();
    assert_eq!(found, [false, false, true]);
    store.apply(&[put(C, "short", b"new"), delete(C, "long")]).unwrap();
    assert_eq!(store.scan(C, None).flatten().count(), 2);
}

#[test]
fn a_hole_in_the_log_is_an_error() {
    let folder = filled(3);
    let store = open(&folder).unwrap();
    store.disk().db.remove(keys::log(Seq(2))).unwrap();
    let changes: Vec<_> = store.changes_since(Seq::ZERO).map(|change| change.is_ok()).collect();
    assert_eq!(changes, [true, false]);
}

#[test]
fn a_log_that_is_cut_leaves_a_whole_store_and_never_looks_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let options = StorageOptions::default().with_keep_changes(20);
    let store = SledStore::open(folder.path(), &options).unwrap();
    thread::scope(|scope| {
        let writing = scope.spawn(|| {
            for n in 0..400 {
                let id = format!("c{}", n % 30);
                store.apply(&[if n % 7 == 6 { delete(C, &id) } else { put(C, &id, &[7; 200]) }]).unwrap();
            }
        });
        while !writing.is_finished() {
            for from in [0, store.log_from().0] {
                let error = store.changes_since(Seq(from)).find_map(Result::err);
                let kind = error.as_ref().map(crate::Error::storage_kind);
                assert!(kind.is_none_or(|kind| kind == Some(StorageErrorKind::Refused)), "{error:?}");
            }
        }
    });
    store.census(&mut |_, _, _| {}, &mut |flaw| panic!("{flaw}")).unwrap();
    let (seq, digest) = (store.last_seq(), store.digest());
    assert_eq!(store.log_from(), Seq(seq.0 - 20));
    assert_eq!(store.disk().db.scan_prefix(b"l/").count(), 20, "no entry is left behind");
    store.rewrite(&crate::domain::CancelToken::default()).unwrap();
    store.apply(&[put(C, "new", b"")]).unwrap();
    drop(store);
    let store = SledStore::open(folder.path(), &options).unwrap();
    assert_eq!((store.last_seq(), store.digest().is_some()), (seq.next(), digest.is_some()));
    store.census(&mut |_, _, _| {}, &mut |flaw| panic!("{flaw}")).unwrap();
}

#[test]
fn large_documents_never_make_files_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(&folder).unwrap();
    for round in 0..3_u8 {
        let ops: Vec<_> = (0..20).map(|i| put(C, &format!("c{i}"), &vec![round; 400_000])).collect();
        assert_eq!(store.apply(&ops).unwrap().existed, [round > 0; 20]);
    }
    drop(store);
    assert_eq!(fs::read_dir(folder.path().join("sled/blobs")).unwrap().count(), 0);
    let store = open(&folder).unwrap();
    assert!(store.scan(C, None).all(|found| found.unwrap().1.body == vec![2; 400_000]));
}

#[test]
fn a_truncated_store_is_refused_before_anybody_touches_it() {
    let folder = filled(400);
    let database = folder.path().join("sled/db");
    let bytes = fs::metadata(&database).unwrap().len();
    File::options().write(true).open(&database).unwrap().set_len(bytes / 2).unwrap();
    let message = refusal(&folder);
    assert!(message.contains("has lost documents") && message.contains("backup"), "{message}");
    assert_eq!(fs::metadata(&database).unwrap().len(), bytes / 2);
    fs::remove_file(&database).unwrap();
    assert!(refusal(&folder).contains("has lost documents"));
    fs::remove_dir_all(folder.path().join("sled")).unwrap();
    assert!(refusal(&folder).contains("has lost documents"));
}

#[test]
fn an_older_copy_of_the_documents_is_refused() {
    let folder = filled(3);
    let meta = fs::read(folder.path().join("meta.json")).unwrap();
    let text = String::from_utf8(meta).unwrap().replace("\"seq\":3", "\"seq\":4").replace("closed_at_bytes", "ignored");
    fs::write(folder.path().join("meta.json"), text).unwrap();
    assert!(refusal(&folder).contains("it holds 3 changes, meta.json says 4"));
}

#[test]
fn meta_of_another_store_or_version_is_refused() {
    let (one, two) = (filled(1), filled(1));
    let meta = |folder: &tempfile::TempDir| folder.path().join("meta.json");
    fs::copy(meta(&one), meta(&two)).unwrap();
    assert!(refusal(&two).contains("mixes two stores"));
    fs::write(meta(&two), "{").unwrap();
    assert!(refusal(&two).contains("is damaged"));
    fs::write(one.path().join("FORMAT"), "rolefit store 2\n").unwrap();
    assert!(refusal(&one).contains("another version"));
    fs::remove_file(one.path().join("FORMAT")).unwrap();
    assert!(refusal(&one).contains("not a rolefit store"));
}

#[test]
fn a_lost_meta_file_is_made_anew() {
    let folder = filled(2);
    fs::remove_file(folder.path().join("meta.json")).unwrap();
    assert_eq!(open(&folder).unwrap().count(C), 2);
    assert!(folder.path().join("meta.json").exists());
}

#[test]
fn bad_snapshots_are_moved_aside_and_nothing_is_lost() {
    let folder = filled(50);
    drop(open(&folder).unwrap());
    let database = folder.path().join("sled");
    let names = || -> Vec<String> {
        fs::read_dir(&database).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect()
    };
    let snapshot =
        names().into_iter().find(|name| name.starts_with("snap.")).expect("sled writes a snapshot on opening");
    fs::write(database.join(snapshot), "").unwrap();
    let store = open(&folder).unwrap();
    assert_eq!(store.scan(C, None).map(Result::unwrap).count(), 50);
    assert!(names().iter().any(|name| name.starts_with("aside.0.snap.")));
}

#[test]
fn a_failed_disk_poisons_the_store_and_leaves_reading() {
    let folder = filled(1);
    let store = open(&folder).unwrap();
    // What `sync` needs is gone, as on a disk that has failed.
    fs::remove_dir_all(folder.path().join("sled/blobs")).unwrap();
    assert!(store.apply(&[put(C, "new", b"")]).is_err());
    fs::create_dir(folder.path().join("sled/blobs")).unwrap();
    let message = store.apply(&[put(C, "newer", b"")]).unwrap_err().to_string();
    assert!(message.contains("refuses writes"), "{message}");
    assert_eq!(store.get(C, "c0").unwrap().unwrap().body, [7; 2000]);
    assert_eq!((store.last_seq(), store.count(C)), (Seq(1), 1));
    assert_eq!(store.changes_since(Seq(1)).count(), 0);
    drop(store);
    assert!(open(&folder).unwrap().apply(&[put(C, "newest", b"")]).is_ok());
}
