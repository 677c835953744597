//! A store on a disk that fails or loses power. Each test prints its seed; `ROLEFIT_SEED` and `ROLEFIT_CAMPAIGN` (how many
//! rounds) make it another or a longer one.
//!
//! The power cut is a model. What it keeps of the database file are the bytes that were there when a sync began that has
//! returned; of every block written since, the old content, the new, or some sectors of each, by chance; of the file's growth, all or
//! nothing. Snapshots, which nobody syncs, are gone, empty, cut or whole; the mark is gone or some time old. What it leaves out:
//! disks that lie about a sync.

use std::collections::BTreeMap;
use std::env;
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::SledStore;
use crate::store::disk::SyncData;
use crate::store::suite::{delete, put};
use crate::store::{Kind, Op, StorageOptions, Store};

/// What the system writes in one piece, unless the power goes in its midst.
const BLOCK: usize = 4096;
/// What a disk writes whole or not at all.
const SECTOR: usize = 512;
const WRITERS: usize = 4;
const IDS_A_WRITER: usize = 12;

fn number(variable: &str) -> Option<u64> {
    env::var(variable).ok()?.parse().ok()
}

/// Xorshift: the same numbers for the same seed.
struct Dice(u64);

impl Dice {
    fn new(test: &str) -> Self {
        let seed = number("ROLEFIT_SEED").unwrap_or(20_261_121);
        println!("{test}: ROLEFIT_SEED={seed}");
        Self(seed | 1)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % n
    }
}

/// The content of a document, or none for a deletion.
type Content = Option<Vec<u8>>;

/// What was asked for one id, in order, beginning with what it held before. It may hold what was acknowledged last, or what was
/// asked for after that.
#[derive(Clone)]
struct History {
    asked: Vec<Content>,
    acknowledged: usize,
}

impl Default for History {
    fn default() -> Self {
        Self { asked: vec![None], acknowledged: 0 }
    }
}

type Expected = BTreeMap<String, History>;

fn content(dice: &mut Dice, mark: &str) -> Content {
    let bytes = [0, 20, 700, 5000, 30_000][dice.below(5)];
    (dice.below(5) > 0).then(|| mark.bytes().cycle().take(mark.len() + bytes).collect())
}

fn op(id: &str, content: &Content) -> Op {
    content.as_ref().map_or_else(|| delete(Kind::Candidate, id), |body| put(Kind::Candidate, id, body))
}

/// Takes what is in the store for what is, where it may be.
fn check(store: &SledStore, expected: &mut Expected, when: &str) {
    for (id, history) in expected {
        let found = store.get(Kind::Candidate, id).unwrap().map(|record| record.body);
        let possible = &history.asked[history.acknowledged..];
        let length = |content: &Content| content.as_ref().map(Vec::len);
        assert!(
            possible.contains(&found),
            "{when}: {id} holds {:?} bytes; acknowledged {:?}, later asked {}",
            length(&found),
            length(&possible[0]),
            possible.len() - 1
        );
        *history = History { asked: vec![found], acknowledged: 0 };
    }
    let mut flaws = Vec::new();
    store.census(&mut |_, _, _| {}, &mut |flaw| flaws.push(flaw)).unwrap();
    assert!(flaws.is_empty(), "{when}: {flaws:?}");
}

/// The database file as of the last sync.
#[derive(Default)]
struct Synced(Mutex<Vec<u8>>);

impl Synced {
    /// A sync that notes what was there when it began.
    fn watching(self: &Arc<Self>) -> SyncData {
        let synced = Arc::clone(self);
        Arc::new(move |file| {
            let length = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
            let mut bytes = vec![0; length];
            // It may have become shorter since.
            let mut read = 0;
            while read < length {
                match file.read_at(&mut bytes[read..], u64::try_from(read).map_err(io::Error::other)?)? {
                    0 => break,
                    more => read += more,
                }
            }
            bytes.truncate(read);
            *synced.0.lock().unwrap() = bytes;
            Ok(())
        })
    }
}

/// The store's folder after a power cut.
fn cut(folder: &Path, to: &Path, mark: &[u8], synced: &[u8], now: &[u8], dice: &mut Dice) {
    fs::create_dir_all(to.join("sled/blobs")).unwrap();
    for name in ["FORMAT", "meta.json", "sled/conf"] {
        fs::copy(folder.join(name), to.join(name)).unwrap();
    }
    // Nobody syncs the mark: it is as it was at some time before, or not there.
    if dice.below(3) > 0 {
        fs::write(to.join("mark"), mark).unwrap();
    }
    let mut database = synced.to_vec();
    if dice.below(2) == 0 {
        database.resize(now.len().max(synced.len()), 0);
    }
    for (at, block) in database.chunks_mut(BLOCK).enumerate() {
        let newer = now.get(at * BLOCK..).unwrap_or_default();
        let written = dice.below(5);
        for (old, new) in block.chunks_mut(SECTOR).zip(newer.chunks(SECTOR)) {
            // Two in five blocks are the new ones, two the old, and one is torn.
            if written < 2 || written == 4 && dice.below(2) == 0 {
                let length = old.len().min(new.len());
                old[..length].copy_from_slice(&new[..length]);
            }
        }
    }
    fs::write(to.join("sled/db"), database).unwrap();
    for entry in fs::read_dir(folder.join("sled")).unwrap().flatten() {
        let name = entry.file_name();
        if name.to_str().is_some_and(|name| name.starts_with("snap.")) {
            let Ok(bytes) = fs::read(entry.path()) else { continue };
            let kept = [None, Some(0), Some(dice.below(bytes.len() + 1)), Some(bytes.len())][dice.below(4)];
            if let Some(kept) = kept {
                fs::write(to.join("sled").join(name), &bytes[..kept]).unwrap();
            }
        }
    }
}

/// Writes from several threads for a while; the power goes while they write. Gives what must and what may be there.
fn write_until_cut(folder: &Path, to: &Path, synced: &Arc<Synced>, expected: Expected, dice: &mut Dice) -> Expected {
    // What the last power cut left is durable, whether or not a sync comes by this time.
    *synced.0.lock().unwrap() = fs::read(folder.join("sled/db")).unwrap_or_default();
    let store = SledStore::open_syncing(folder, &StorageOptions::default(), synced.watching()).unwrap();
    let expected = Mutex::new(expected);
    let is_over = AtomicBool::new(false);
    let millis = 20 + dice.below(100);
    let mut seeds: Vec<u64> = (0..WRITERS).map(|_| dice.below(1 << 40) as u64).collect();
    thread::scope(|scope| {
        for writer in 0..WRITERS {
            let (store, expected, is_over) = (&store, &expected, &is_over);
            let mut dice = Dice(seeds.pop().unwrap() | 1);
            scope.spawn(move || {
                for round in 0.. {
                    if is_over.load(Ordering::SeqCst) {
                        return;
                    }
                    let id = format!("c-{writer}-{}", dice.below(IDS_A_WRITER));
                    let content = content(&mut dice, &format!("{id} {round} "));
                    expected.lock().unwrap().entry(id.clone()).or_default().asked.push(content.clone());
                    store.apply(&[op(&id, &content)]).unwrap();
                    let mut expected = expected.lock().unwrap();
                    let history = expected.get_mut(&id).expect("it was asked for");
                    history.acknowledged = history.asked.len() - 1;
                }
            });
        }
        thread::sleep(Duration::from_millis(millis as u64));
        let mark = fs::read(folder.join("mark")).unwrap();
        // In this order: whatever is acknowledged by now is in the synced bytes. What is begun later may be there too.
        let acknowledged = expected.lock().unwrap().clone();
        let synced = synced.0.lock().unwrap().clone();
        let now = fs::read(folder.join("sled/db")).unwrap();
        cut(folder, to, &mark, &synced, &now, dice);
        let begun = expected.lock().unwrap().clone();
        is_over.store(true, Ordering::SeqCst);
        let upto = |id: &String| acknowledged.get(id).map_or(0, |history| history.acknowledged);
        begun.into_iter().map(|(id, history)| (id.clone(), History { acknowledged: upto(&id), ..history })).collect()
    })
}

/// One cut in several hundred tears a part of the log that the engine below was writing anew, and the engine takes all of it for
/// nothing. Whoever opens that store is told so; it never looks like a store that holds less.
#[test]
fn a_power_cut_takes_nothing_that_was_acknowledged_unless_the_store_is_refused() {
    let mut dice = Dice::new("power cut");
    let cuts = number("ROLEFIT_CAMPAIGN").map_or(10, |n| usize::try_from(n).unwrap());
    let (mut folder, mut expected) = (tempfile::tempdir().unwrap(), Expected::new());
    let (mut n_checked, mut n_refused) = (0, 0);
    for round in 0..cuts {
        let after = tempfile::tempdir().unwrap();
        expected = write_until_cut(folder.path(), after.path(), &Arc::default(), expected, &mut dice);
        folder = after;
        match SledStore::open(folder.path(), &StorageOptions::default()) {
            Ok(store) => {
                n_checked += expected.len();
                check(&store, &mut expected, &format!("cut {round}"));
            }
            Err(error) => {
                assert!(error.to_string().ends_with("restore the folder from a backup"), "cut {round}: {error}");
                n_refused += 1;
                (folder, expected) = (tempfile::tempdir().unwrap(), Expected::new());
            }
        }
    }
    println!("power cut: {cuts} cuts, {n_checked} documents checked, {n_refused} stores refused");
    assert!(n_checked > cuts && n_refused <= 1 + cuts / 100, "{n_checked} checked, {n_refused} refused");
}

/// Shows that the model can fail: on a disk that keeps nothing since the store was opened, writes are lost.
#[test]
fn the_model_of_a_power_cut_notices_a_missing_sync() {
    let folder = tempfile::tempdir().unwrap();
    drop(SledStore::open(folder.path(), &StorageOptions::default()).unwrap());
    let synced = fs::read(folder.path().join("sled/db")).unwrap();
    let store =
        SledStore::open_syncing(folder.path(), &StorageOptions::default(), Arc::new(|_: &File| Ok(()))).unwrap();
    store.apply(&[put(Kind::Candidate, "c", b"acknowledged")]).unwrap();
    let after = tempfile::tempdir().unwrap();
    cut(folder.path(), after.path(), b"", &synced, &synced, &mut Dice(1));
    let kept = SledStore::open(after.path(), &StorageOptions::default());
    assert!(kept.is_err() || kept.is_ok_and(|store| store.get(Kind::Candidate, "c").unwrap().is_none()));
}

#[test]
fn after_a_sync_that_failed_nothing_is_acknowledged_and_what_was_is_there() {
    let mut dice = Dice::new("failing sync");
    let (mut expected, folder) = (Expected::new(), tempfile::tempdir().unwrap());
    let rounds = number("ROLEFIT_CAMPAIGN").map_or(12, |n| usize::try_from(n).unwrap());
    for round in 0..rounds {
        // EIO and ENOSPC.
        let (fails_at, code) = (1 + dice.below(12), [5, 28][dice.below(2)]);
        let n_calls = AtomicUsize::new(0);
        let sync: SyncData = Arc::new(move |file| {
            if n_calls.fetch_add(1, Ordering::SeqCst) + 1 >= fails_at {
                return Err(io::Error::from_raw_os_error(code));
            }
            file.sync_data()
        });
        let store = match SledStore::open_syncing(folder.path(), &StorageOptions::default(), sync) {
            Ok(store) => store,
            // A new store is synced before it is given out.
            Err(_) if round == 0 => continue,
            Err(error) => panic!("round {round}: {error}"),
        };
        let mut has_failed = false;
        for n in 0..20 {
            let id = format!("c-{}", dice.below(8));
            let content = content(&mut dice, &format!("{round} {n} "));
            let applied = store.apply(&[op(&id, &content)]);
            let history = expected.entry(id).or_default();
            match applied {
                Ok(_) => {
                    assert!(!has_failed, "round {round}: acknowledged after a sync that failed");
                    *history = History { asked: vec![content], acknowledged: 0 };
                }
                // The first may be there when the store is opened again; those after it were refused.
                Err(_) if !has_failed => {
                    has_failed = true;
                    history.asked.push(content);
                }
                Err(error) => assert!(error.to_string().contains("refuses writes"), "round {round}: {error}"),
            }
        }
        assert!(has_failed);
        assert!(
            store.backup(&mut Vec::new(), Path::new("b"), &crate::domain::Progress::default()).is_err(),
            "a backup may hold what is not durable"
        );
        drop(store);
        let store = SledStore::open(folder.path(), &StorageOptions::default()).unwrap();
        check(&store, &mut expected, &format!("round {round}"));
    }
}
