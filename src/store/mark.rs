//! The last acknowledged change, kept beside the database, so that a database that fell back behind it is refused.
//!
//! Where a sector of its log cannot be read, the engine below takes that for the end of the log, as after a power cut, and opens
//! with what came before. This file says that there was more. It is written after the database is durable and is never synced: a
//! power cut may leave an older number here, which asks for less, and never a newer one.

use std::fs::{self, File};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::Path;

use uuid::Uuid;

use super::envelope::State;
use super::files;
use super::private::private_file;
use super::record::Seq;
use crate::domain::{Error, StorageErrorKind};

const NAME: &str = "mark";
/// The store's id, the number, and a checksum of both.
const SLOT_BYTES: usize = 28;

/// The open file. It has two slots, written in turn, so that a torn one leaves the other.
pub(super) struct Mark {
    file: File,
    uuid: Uuid,
    turn: bool,
}

impl Mark {
    /// Begins to keep the mark of a store that is open.
    pub(super) fn open(folder: &Path, state: &State) -> Result<Self, Error> {
        let path = folder.join(NAME);
        let file = private_file().create(true).truncate(false).write(true).open(&path).map_err(files::at(&path))?;
        let mut mark = Self { file, uuid: state.uuid, turn: false };
        for _ in 0..2 {
            mark.set(state.seq);
        }
        Ok(mark)
    }

    /// Notes that changes up to `seq` are durable.
    pub(super) fn set(&mut self, seq: Seq) {
        let slot = slot(self.uuid, seq);
        let at = if self.turn { SLOT_BYTES as u64 } else { 0 };
        self.turn = !self.turn;
        // The older mark still holds when this one cannot be written; it only asks for less.
        let _ = self.file.seek(SeekFrom::Start(at)).and_then(|_| self.file.write_all(&slot));
    }
}

/// Refuses a store that ends before its mark. `found` is `None` for an empty store, which is judged by `meta.json`.
pub(super) fn check(folder: &Path, found: Option<&State>) -> Result<(), Error> {
    // A mark that cannot be read says nothing: the documents are not in it.
    let (Some(state), Ok(bytes)) = (found, fs::read(folder.join(NAME))) else { return Ok(()) };
    let marked = bytes.chunks(SLOT_BYTES).filter_map(|written| {
        let number = written.get(16..24)?.try_into().ok()?;
        let seq = Seq(u64::from_be_bytes(number));
        (*written == slot(state.uuid, seq)).then_some(seq)
    });
    match marked.max() {
        Some(seq) if seq > state.seq => Err(Error::store(
            StorageErrorKind::Damaged,
            format!(
                "{} has lost documents: it holds {} changes, {} were acknowledged; restore the folder from a backup",
                folder.display(),
                state.seq.0,
                seq.0
            ),
        )),
        _ => Ok(()),
    }
}

fn slot(uuid: Uuid, seq: Seq) -> [u8; SLOT_BYTES] {
    let mut slot = [0; SLOT_BYTES];
    slot[..16].copy_from_slice(uuid.as_bytes());
    slot[16..24].copy_from_slice(&seq.0.to_be_bytes());
    let sum = crc32fast::hash(&slot[..24]);
    slot[24..].copy_from_slice(&sum.to_be_bytes());
    slot
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(seq: u64) -> State {
        State { seq: Seq(seq), ..State::empty(Uuid::from_bytes([7; 16])) }
    }

    #[test]
    fn a_store_that_ends_before_its_mark_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        check(folder.path(), Some(&state(0))).unwrap();
        let mut mark = Mark::open(folder.path(), &state(3)).unwrap();
        for seq in 4..=9 {
            mark.set(Seq(seq));
        }
        check(folder.path(), Some(&state(9))).unwrap();
        check(folder.path(), Some(&state(10))).unwrap();
        let message = check(folder.path(), Some(&state(8))).unwrap_err().to_string();
        assert!(message.contains("it holds 8 changes, 9 were acknowledged"), "{message}");
        check(folder.path(), Some(&State::empty(Uuid::nil()))).unwrap();
    }

    #[test]
    fn a_damaged_slot_leaves_the_other() {
        let folder = tempfile::tempdir().unwrap();
        Mark::open(folder.path(), &state(3)).unwrap().set(Seq(4));
        let path = folder.path().join(NAME);
        let whole = fs::read(&path).unwrap();
        for at in 0..whole.len() {
            let mut broken = whole.clone();
            broken[at] ^= 1;
            fs::write(&path, &broken).unwrap();
            check(folder.path(), Some(&state(4))).unwrap();
            assert!(check(folder.path(), Some(&state(2))).is_err(), "byte {at}");
            fs::write(&path, &whole[..at]).unwrap();
            check(folder.path(), Some(&state(4))).unwrap();
        }
    }
}
