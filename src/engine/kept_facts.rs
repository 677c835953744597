//! Facts that are kept on the disk beside the index, so that an engine opens without reading every document anew. Derived and
//! disposable: who is not there as the store has them is read from their document.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::pool::{Entry, Snapshot};
use crate::index::Stamp;
use crate::score::MOST_ROWS;
use crate::store::{Record, SledStore};

/// Fewer people are read from their documents in a moment.
const ENOUGH: usize = 1_000;
/// The file is written anew once one change came for so many people in it.
const PEOPLE_PER_CHANGE: usize = 8;
/// More room than facts of one person usually take, in bytes.
const ROOM_FOR_ONE: u64 = 4 << 10;
/// No block is longer, in bytes: a greater length is damage.
const LONGEST_BLOCK: u32 = 1 << 30;

/// The file of a data directory, for the facts that this program makes with this taxonomy of this store's documents.
pub(super) struct KeptFacts {
    path: PathBuf,
    stamp: String,
}

/// Facts as they were kept, asked for in the order of ids.
pub(super) struct Reading {
    file: BufReader<File>,
    block: std::iter::Peekable<std::vec::IntoIter<Entry>>,
}

impl KeptFacts {
    /// Those of the data directory with this index; none where the program cannot be told from others.
    pub(super) fn beside(index: &Path, stamp: &Stamp) -> Option<Self> {
        let stamp = format!("{} {} {:08x}", stamp.store_uuid, stamp.schema_hash, program()?);
        Some(Self { path: index.join("facts"), stamp })
    }

    /// Begins to read them; none where there are none of use.
    pub(super) fn read(&self) -> Option<Reading> {
        let mut file = BufReader::new(File::open(&self.path).ok()?);
        let stamp = read_block(&mut file)?;
        (stamp == self.stamp.as_bytes()).then(|| Reading { file, block: Vec::new().into_iter().peekable() })
    }

    /// Writes those of everybody where that is worth it after so many changes, and tells whether it did. Where it cannot be done, the
    /// next opening takes longer, and nothing else.
    pub(super) fn keep(&self, everybody: &Snapshot, changes: u64, store: &SledStore) -> bool {
        let n_people = everybody.len();
        let n_changes = usize::try_from(changes).unwrap_or(usize::MAX);
        if n_people < ENOUGH || n_changes.saturating_mul(PEOPLE_PER_CHANGE) < n_people {
            return false;
        }
        let room = u64::try_from(n_people).unwrap_or(u64::MAX).saturating_mul(ROOM_FOR_ONE);
        let beside = self.path.with_extension("partial");
        let written = store.check_room(room).is_ok()
            && self.write(everybody, &beside).and_then(|()| fs::rename(&beside, &self.path)).is_ok();
        if !written {
            let _ = fs::remove_file(&beside);
        }
        written
    }

    fn write(&self, everybody: &Snapshot, path: &Path) -> io::Result<()> {
        let mut file = BufWriter::new(File::create(path)?);
        write_block(&mut file, self.stamp.as_bytes())?;
        let mut entries: Vec<&Arc<Entry>> = everybody.entries().collect();
        entries.par_sort_unstable_by(|a, b| a.id.cmp(&b.id));
        for portion in entries.chunks(MOST_ROWS * rayon::current_num_threads()) {
            let encode = |entries: &[&Arc<Entry>]| {
                let entries: Vec<Arc<Entry>> = entries.iter().copied().cloned().collect();
                snap::raw::Encoder::new().compress_vec(&bitcode::encode(&entries)).map_err(io::Error::from)
            };
            let blocks: Vec<Vec<u8>> = portion.par_chunks(MOST_ROWS).map(encode).collect::<io::Result<_>>()?;
            blocks.iter().try_for_each(|block| write_block(&mut file, block))?;
        }
        file.into_inner().map_err(io::IntoInnerError::into_error).map(drop)
    }
}

impl Reading {
    /// What is kept of this document, where it has not changed. After one id only greater ones can be asked for.
    pub(super) fn take(&mut self, id: &str, record: &Record) -> Option<Entry> {
        loop {
            let Some(next) = self.block.peek() else {
                let block = read_block(&mut self.file)?;
                let block = snap::raw::Decoder::new().decompress_vec(&block).ok()?;
                self.block = bitcode::decode::<Vec<Entry>>(&block).ok()?.into_iter().peekable();
                continue;
            };
            match next.id.as_str().cmp(id) {
                std::cmp::Ordering::Less => drop(self.block.next()),
                std::cmp::Ordering::Equal => return self.block.next().filter(|entry| entry.is_of(record)),
                std::cmp::Ordering::Greater => return None,
            }
        }
    }
}

/// A block is its length, its checksum and its bytes.
fn write_block(out: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(&crc32fast::hash(bytes).to_le_bytes())?;
    out.write_all(bytes)
}

/// The next block; none at the end, and where the file is not as it was written.
fn read_block(file: &mut impl Read) -> Option<Vec<u8>> {
    let mut number = || {
        let mut bytes = [0; 4];
        file.read_exact(&mut bytes).ok().map(|()| u32::from_le_bytes(bytes))
    };
    let (length, sum) = (number()?, number()?);
    let mut bytes = Vec::new();
    file.take(u64::from(length.min(LONGEST_BLOCK))).read_to_end(&mut bytes).ok()?;
    (bytes.len() == usize::try_from(length).ok()? && crc32fast::hash(&bytes) == sum).then_some(bytes)
}

/// Stands for the code that reads documents: the checksum of the running program. Another build may read them otherwise.
fn program() -> Option<u32> {
    static SUM: OnceLock<Option<u32>> = OnceLock::new();
    *SUM.get_or_init(|| {
        let mut file = File::open(std::env::current_exe().ok()?).ok()?;
        let (mut hasher, mut bytes) = (crc32fast::Hasher::new(), vec![0; 1 << 20]);
        loop {
            match file.read(&mut bytes).ok()? {
                0 => return Some(hasher.finalize()),
                length => hasher.update(&bytes[..length]),
            }
        }
    })
}

#[cfg(test)]
mod tests;
