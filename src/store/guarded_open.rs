//! Opens the database below without trusting it: in a thread with a deadline, and once more without its snapshots.
//!
//! A damaged file can make sled spin for ever, and an empty snapshot stops it although its log holds everything.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use super::disk::sled_kind;
use super::envelope::{State, decode_state};
use super::files;
use super::keys;
use super::record::Seq;
use crate::domain::{Error, StorageErrorKind};

/// How often sled writes in the background and tidies its file, in milliseconds. Without it, no space comes back.
const BACKGROUND_MS: u64 = 500;
/// The deadline of an open of an empty store; a larger one has a second more for every `BYTES_A_SECOND`.
const DEADLINE: Duration = Duration::from_secs(60);
/// A tenth of what a slow disk reads, since opening may have to read the whole log.
const BYTES_A_SECOND: u64 = 10 << 20;

/// An open database, and its state unless it is empty.
pub(super) struct Opened {
    pub(super) db: sled::Db,
    pub(super) state: Option<State>,
}

/// How every database of ours is opened.
pub(super) fn config(folder: &Path, cache_bytes: u64) -> sled::Config {
    sled::Config::new()
        .path(folder)
        .cache_capacity(cache_bytes)
        .flush_every_ms(Some(BACKGROUND_MS))
        .mode(sled::Mode::LowSpace)
}

/// Opens the database in `folder`, which may be new. `lock` is kept by whoever still works when the deadline is over.
pub(super) fn open<L>(folder: &Path, cache_bytes: u64, lock: &L) -> Result<Opened, Error>
where
    L: Clone + Send + 'static,
{
    let bytes = fs::metadata(folder.join("db")).map_or(0, |m| m.len());
    let deadline = DEADLINE + Duration::from_secs(bytes / BYTES_A_SECOND);
    match attempt(folder, cache_bytes, lock, deadline)? {
        Ok(opened) => Ok(opened),
        Err(Failure::Other(error)) => Err(error),
        Err(Failure::Corruption(error)) => {
            if !move_snapshots_aside(folder)? {
                return Err(error);
            }
            attempt(folder, cache_bytes, lock, deadline)?
                .map_err(|(Failure::Corruption(error) | Failure::Other(error))| error)
        }
    }
}

/// Lets go of an open database. Its engine panics where the last sync fails.
pub(super) fn close<T>(database: T) -> Result<(), Error> {
    catch_unwind(AssertUnwindSafe(|| drop(database))).map_err(|_| {
        Error::store(StorageErrorKind::Io, "the database could not be closed: its last sync failed".to_owned())
    })
}

enum Failure {
    /// What sled calls corruption, of its snapshot or of its log.
    Corruption(Error),
    Other(Error),
}

fn attempt<L>(folder: &Path, cache_bytes: u64, lock: &L, deadline: Duration) -> Result<Result<Opened, Failure>, Error>
where
    L: Clone + Send + 'static,
{
    let (path, lock) = (folder.to_owned(), lock.clone());
    within(deadline, folder, move || {
        let opened = open_and_look(&path, cache_bytes);
        drop(lock);
        opened
    })
}

/// Runs `work` in a thread of its own and gives it up at the deadline.
fn within<T, F>(deadline: Duration, folder: &Path, work: F) -> Result<T, Error>
where
    T: Send + 'static,
    F: FnOnce() -> T + Send + 'static,
{
    let (done, waiting) = channel();
    let thread = thread::Builder::new().name("rolefit-open".to_owned()).spawn(move || {
        // Nobody waits any more once the deadline is over.
        let _ = done.send(work());
    });
    thread.map_err(|e| {
        Error::store(StorageErrorKind::Io, format!("a thread to open the store cannot be started: {e}"))
    })?;
    waiting.recv_timeout(deadline).map_err(|error| {
        let (folder, seconds) = (folder.display(), deadline.as_secs());
        let what = match error {
            RecvTimeoutError::Timeout => format!("did not end in {seconds} s"),
            RecvTimeoutError::Disconnected => "panicked".to_owned(),
        };
        Error::store(StorageErrorKind::Damaged, format!(
            "opening {folder} {what}, which a damaged file can cause: stop this process, copy the folder, and restore \
             it from a backup"
        ))
    })
}

fn open_and_look(folder: &Path, cache_bytes: u64) -> Result<Opened, Failure> {
    let db = config(folder, cache_bytes).open().map_err(|e| failure(folder, &e))?;
    let state: Option<State> = match db.get(keys::STATE).map_err(|e| failure(folder, &e))? {
        None => None,
        Some(value) => Some(decode_state(&value).ok_or_else(|| {
            Failure::Other(Error::store(
                StorageErrorKind::Damaged,
                format!("{} is damaged: its state cannot be read; restore the folder from a backup", folder.display()),
            ))
        })?),
    };
    let mut log = db.range::<&[u8], _>(&b"l/"[..]..&b"l0"[..]);
    let last = match log.next_back() {
        None => state.map_or(Seq::ZERO, |state| state.log_from),
        Some(entry) => {
            let (key, _) = entry.map_err(|e| failure(folder, &e))?;
            keys::seq_of_log(&key).unwrap_or_default()
        }
    };
    let expected = state.map_or(Seq::ZERO, |state| state.seq);
    if last != expected {
        return Err(Failure::Other(Error::store(
            StorageErrorKind::Damaged,
            format!(
                "{} is damaged: its log ends at {}, its state at {}; restore the folder from a backup",
                folder.display(),
                last.0,
                expected.0
            ),
        )));
    }
    Ok(Opened { db, state })
}

fn failure(folder: &Path, error: &sled::Error) -> Failure {
    let path = folder.display();
    match error {
        sled::Error::Corruption { .. } => Failure::Corruption(Error::store(
            StorageErrorKind::Damaged,
            format!("{path} is damaged ({error}): copy the folder, then restore it from a backup"),
        )),
        sled::Error::Io(e) if e.to_string().contains("could not acquire lock") => Failure::Other(files::in_use(folder)),
        _ => Failure::Other(Error::store(sled_kind(error), format!("{path} cannot be opened: {error}"))),
    }
}

/// Renames sled's snapshots so that it reads its whole log. Says whether there were any.
fn move_snapshots_aside(folder: &Path) -> Result<bool, Error> {
    let entries = fs::read_dir(folder).map_err(files::at(folder))?;
    let mut moved = false;
    for path in entries.flatten().map(|entry| entry.path()) {
        let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|name| name.starts_with("snap."))
        else {
            continue;
        };
        // A name that sled does not take for a snapshot, and that is still free.
        let free = (0..u32::MAX).map(|n| folder.join(format!("aside.{n}.{name}"))).find(|p| !p.exists());
        fs::rename(&path, free.expect("not four thousand million names are taken")).map_err(files::at(&path))?;
        moved = true;
    }
    files::sync_folder(folder)?;
    Ok(moved)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_that_spins_is_given_up() {
        let error = within(Duration::from_millis(20), Path::new("d"), || {
            thread::sleep(Duration::from_millis(500));
        });
        assert!(error.unwrap_err().to_string().contains("did not end"));
    }

    #[test]
    fn an_open_that_panics_is_an_error() {
        let error = within(Duration::from_secs(60), Path::new("d"), || -> () { panic!("as asked") });
        assert!(error.unwrap_err().to_string().contains("panicked"));
    }
}
