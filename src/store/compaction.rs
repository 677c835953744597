//! Writes a store anew and puts it in place of the old one, so that nothing deleted is left. A crash leaves the old or the new.
//!
//! The names of folders are the marks: `sled.new` is half written and worth nothing, `sled.ready` is whole and durable and
//! takes the place of `sled`, `sled.old` is on its way out. Whoever opens the store next finishes what a crash cut short.

use std::fs;
use std::path::Path;

use super::current;
use super::files;
use super::meta::Meta;
use super::new_database::NewDatabase;
use super::record::{Kind, Seq};
use super::sled_store::SledStore;
use super::{StorageOptions, Store};
use crate::domain::{Error, StorageErrorKind};

const CURRENT: &str = current::DATABASE;
const HALF: &str = "sled.new";
const READY: &str = "sled.ready";
const OLD: &str = "sled.old";

/// What a compaction did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Compaction {
    /// The number of the last change, which stays as it was.
    pub(crate) seq: Seq,
    /// How many documents there are.
    pub(crate) documents: u64,
    /// The length of the store's files before, in bytes.
    pub(crate) bytes_before: u64,
    /// And after.
    pub(crate) bytes_after: u64,
}

/// Writes the store in `folder` anew, checks the new one, and replaces the old one by it.
///
/// # Errors
/// [`Error::Store`] when the store is in use or damaged: every document must be readable. The store is then as it was.
pub(crate) fn compact(folder: &Path, options: &StorageOptions) -> Result<Compaction, Error> {
    let store = SledStore::open(folder, options)?;
    let bytes_before = files::bytes_in(&folder.join(CURRENT))?;
    let half = folder.join(HALF);
    let mut new = NewDatabase::create(&half, options.cache_bytes)?;
    for kind in Kind::ALL {
        for found in store.scan(kind, None) {
            let (id, record) = found?;
            new.add(kind, &id, &record)?;
        }
    }
    new.add_erasures(&store.disk())?;
    new.add_side_records(&store.disk())?;
    let old_state = store.state();
    let state = new.finish(old_state.uuid, old_state.seq)?;
    if state.counts != old_state.counts || old_state.digest.is_some_and(|digest| state.digest != Some(digest)) {
        return Err(Error::store(
            StorageErrorKind::Damaged,
            format!("{} has lost documents: `verify` names them; restore a backup", folder.display()),
        ));
    }
    let lock = store.close();
    files::rename(&half, &folder.join(READY))?;
    settle(folder)?;
    let database = folder.join(CURRENT);
    let database_bytes = fs::metadata(database.join("db")).map_err(files::at(&database))?.len();
    Meta::new(&state, Some(database_bytes)).write(folder)?;
    let bytes_after = files::bytes_in(&database)?;
    drop(lock);
    let documents = state.counts.candidates + state.counts.roles;
    Ok(Compaction { seq: state.seq, documents, bytes_before, bytes_after })
}

/// Finishes or takes back a compaction that was cut short. Whoever calls it holds the store's lock and has not opened it.
pub(super) fn settle(folder: &Path) -> Result<(), Error> {
    let [current, half, ready, old] = [CURRENT, HALF, READY, OLD].map(|name| folder.join(name));
    current::settle(folder)?;
    files::remove_folder(&half)?;
    if ready.is_dir() {
        // The new database is shorter than the old one was at its last close.
        if let Some(mut meta) = Meta::read(folder)? {
            meta.mark_in_use(folder)?;
        }
        if current.is_dir() {
            files::remove_folder(&old)?;
            files::rename(&current, &old)?;
        }
        files::rename(&ready, &current)?;
    } else if old.is_dir() && !current.is_dir() {
        // No step above leaves this; somebody took the new one away, and the old one holds everything.
        files::rename(&old, &current)?;
    }
    files::remove_folder(&old)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::suite::{copy, delete, put};

    const C: Kind = Kind::Candidate;

    fn filled() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        let store = SledStore::open(folder.path(), &StorageOptions::default()).unwrap();
        let ops: Vec<_> =
            (0..40).map(|i| put(C, &format!("c{i}"), format!("text of {i}").repeat(900).as_bytes())).collect();
        store.apply(&ops).unwrap();
        store.apply(&[put(C, "gone", b"erase this sentence"), put(Kind::Role, "r", b"role")]).unwrap();
        store.apply(&[put(C, "c1", b"a new text"), delete(C, "gone")]).unwrap();
        folder
    }

    fn content(folder: &Path) -> Vec<(String, Seq, Vec<u8>)> {
        let store = SledStore::open(folder, &StorageOptions::default()).unwrap();
        assert_eq!((store.count(C), store.count(Kind::Role), store.last_seq()), (40, 1, Seq(44)));
        let all = store.scan(C, None).map(Result::unwrap).map(|(id, record)| (id, record.seq, record.body));
        all.collect()
    }

    fn holds(folder: &Path, needle: &[u8]) -> bool {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).any(|path| {
            if path.is_dir() {
                return holds(&path, needle);
            }
            fs::read(path).unwrap().windows(needle.len()).any(|window| window == needle)
        })
    }

    #[test]
    fn what_was_deleted_or_replaced_is_on_no_file_and_the_rest_is_as_it_was() {
        let folder = filled();
        let before = content(folder.path());
        assert!(holds(folder.path(), b"erase this sentence") && holds(folder.path(), b"gone"));
        let done = compact(folder.path(), &StorageOptions::default()).unwrap();
        assert_eq!((done.seq, done.documents), (Seq(44), 41));
        assert!(!holds(folder.path(), b"erase this sentence") && !holds(folder.path(), b"gone"));
        assert!(!holds(folder.path(), b"text of 1text of 1"));
        assert_eq!(content(folder.path()), before);
        let store = SledStore::open(folder.path(), &StorageOptions::default()).unwrap();
        assert_eq!((store.log_from(), store.changes_since(Seq(44)).count()), (Seq(44), 0));
        assert!(store.changes_since(Seq(3)).next().unwrap().is_err(), "forgotten changes are not passed over");
        assert_eq!(store.apply(&[put(C, "new", b"")]).unwrap().seq, Seq(45));
        assert_eq!(store.changes_since(Seq(44)).count(), 1);
    }

    /// Every state in which a crash can leave the folders.
    #[test]
    fn a_compaction_that_was_cut_short_is_finished_or_taken_back() {
        let whole = filled();
        let before = content(whole.path());
        let cuts: [(&str, &[(&str, &str)]); 4] = [
            ("half written", &[("sled", HALF)]),
            ("ready", &[("sled", READY)]),
            ("the old one is moved", &[("sled", READY), ("sled>", OLD)]),
            ("the new one is in place", &[("sled", OLD)]),
        ];
        for (name, steps) in cuts {
            let folder = tempfile::tempdir().unwrap();
            copy(whole.path(), folder.path());
            for (from, to) in steps {
                if let Some(moved) = from.strip_suffix('>') {
                    fs::rename(folder.path().join(moved), folder.path().join(to)).unwrap();
                } else {
                    copy(&folder.path().join(from), &folder.path().join(to));
                }
            }
            assert_eq!(content(folder.path()), before, "{name}");
            for left in [HALF, READY, OLD] {
                assert!(!folder.path().join(left).exists(), "{name}: {left}");
            }
        }
    }

    #[test]
    fn a_damaged_document_stops_it_and_nothing_changes() {
        let folder = filled();
        let store = SledStore::open(folder.path(), &StorageOptions::default()).unwrap();
        store.damage(C, "c7");
        drop(store);
        let message = compact(folder.path(), &StorageOptions::default()).unwrap_err().to_string();
        assert!(message.contains("candidate \"c7\" is damaged"), "{message}");
        let store = SledStore::open(folder.path(), &StorageOptions::default()).unwrap();
        assert_eq!(store.scan(C, None).flatten().count(), 39);
    }
}
