//! A backup: one file with every document as of one change, checked from end to end. Not an exchange format; that is NDJSON.
//!
//! It is taken while others write: first all documents as they come by, then, in a second section, those that changed
//! meanwhile, the last of them while writers wait. Each entry carries the checksum of everything before it.
//!
//! After the line `rolefit backup 1`, an entry is: length of its content (4 bytes, big-endian), content, checksum (4 bytes).
//! Its content is a letter and then: `d` or `g` a document or one that is gone (kind, number of the change, length of the id in
//! two bytes, id, body); `c` the second section begins; `e` the end (number of the last change, how many candidates, roles, and
//! the digest of all, where it is known).

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::digest::Digest;
use super::envelope::State;
use super::keys::{kind_byte, kind_of};
use super::new_database::NewDatabase;
use super::record::{Kind, Record, Seq};
use super::{StorageOptions, files};
use crate::domain::{Error, Progress};

const FIRST_LINE: &[u8] = b"rolefit backup 1\n";
/// Above what any document and its id can need: a longer entry is damage, and not worth the memory.
const CONTENT_MAX_BYTES: usize = (64 << 20) + 4096;

/// What a whole backup holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Snapshot {
    /// The last change that it reflects.
    pub(crate) seq: Seq,
    /// How many candidates.
    pub(crate) candidates: u64,
    /// How many roles.
    pub(crate) roles: u64,
    /// Of all documents, where the store knew it.
    digest: Option<Digest>,
}

impl Snapshot {
    pub(super) fn of(state: &State) -> Self {
        let State { seq, counts, digest, .. } = *state;
        Self { seq, candidates: counts.candidates, roles: counts.roles, digest }
    }

    /// Whether a store made from it holds what it should.
    fn is_of(&self, state: &State) -> bool {
        Self { digest: self.digest.or(state.digest), ..*self } == Self::of(state)
    }
}

/// Writes the entries of a backup.
pub(super) struct BackupWriter<'a> {
    out: &'a mut dyn Write,
    sum: crc32fast::Hasher,
}

impl<'a> BackupWriter<'a> {
    pub(super) fn begin(out: &'a mut dyn Write) -> io::Result<Self> {
        let mut writer = Self { out, sum: crc32fast::Hasher::new() };
        writer.sum.update(FIRST_LINE);
        writer.out.write_all(FIRST_LINE)?;
        Ok(writer)
    }

    /// A document; `None` where it is gone.
    pub(super) fn document(&mut self, kind: Kind, id: &str, record: Option<&Record>) -> io::Result<()> {
        let mut content = vec![if record.is_some() { b'd' } else { b'g' }, kind_byte(kind)];
        content.extend_from_slice(&record.map_or(0, |record| record.seq.0).to_be_bytes());
        content.extend_from_slice(&u16::try_from(id.len()).map_err(io::Error::other)?.to_be_bytes());
        content.extend_from_slice(id.as_bytes());
        content.extend_from_slice(record.map_or(&[], |record| &record.body));
        self.entry(&content)
    }

    /// What follows replaces what came before.
    pub(super) fn changes(&mut self) -> io::Result<()> {
        self.entry(b"c")
    }

    pub(super) fn end(mut self, snapshot: Snapshot) -> io::Result<()> {
        let mut content = b"e".to_vec();
        for number in [snapshot.seq.0, snapshot.candidates, snapshot.roles] {
            content.extend_from_slice(&number.to_be_bytes());
        }
        content.extend(snapshot.digest.into_iter().flat_map(|digest| digest.0.to_be_bytes()));
        self.entry(&content)
    }

    fn entry(&mut self, content: &[u8]) -> io::Result<()> {
        let length = u32::try_from(content.len()).map_err(io::Error::other)?.to_be_bytes();
        self.sum.update(&length);
        self.sum.update(content);
        self.out.write_all(&length)?;
        self.out.write_all(content)?;
        self.out.write_all(&self.sum.clone().finalize().to_be_bytes())
    }
}

enum Entry {
    Document(Kind, String, Option<Record>),
    Changes,
    End(Snapshot),
}

/// A backup on disk.
pub(crate) struct BackupFile {
    path: PathBuf,
    snapshot: Snapshot,
    /// Whose first entry, where they have one, is not their last.
    changed: HashSet<(Kind, String)>,
}

impl BackupFile {
    /// Reads all of the file, and takes it when it is whole.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be read, [`Error::Malformed`] when it is no whole backup.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let mut changed = None;
        let snapshot = read(path, &mut |entry| {
            match (entry, &mut changed) {
                (Entry::Changes, _) => changed = Some(HashSet::new()),
                (Entry::Document(kind, id, _), Some(ids)) => drop(ids.insert((kind, id))),
                _ => {}
            }
            Ok(())
        })?;
        Ok(Self { path: path.to_owned(), snapshot, changed: changed.unwrap_or_default() })
    }

    /// What it holds.
    pub(crate) fn snapshot(&self) -> Snapshot {
        self.snapshot
    }

    /// Makes a store in `folder`, which must not hold one, with an id of its own: its changes are other ones from here on.
    ///
    /// # Errors
    /// As [`BackupFile::open`], and [`Error::Store`] when the store cannot be written.
    pub(super) fn write_to(
        &self,
        folder: &Path,
        options: &StorageOptions,
        progress: &Progress,
    ) -> Result<State, Error> {
        let mut new = NewDatabase::create(folder, options.cache_bytes)?;
        let (mut is_second, mut last) = (false, HashMap::new());
        read(&self.path, &mut |entry| {
            match entry {
                Entry::Changes => is_second = true,
                Entry::Document(kind, id, record) if is_second => drop(last.insert((kind, id), record)),
                Entry::Document(kind, id, Some(record)) => {
                    let key = (kind, id);
                    if !self.changed.contains(&key) {
                        new.add(kind, &key.1, &record)?;
                        progress.add(1);
                    }
                }
                Entry::Document(..) | Entry::End(_) => {}
            }
            Ok(())
        })?;
        for ((kind, id), record) in last {
            if let Some(record) = record {
                new.add(kind, &id, &record)?;
                progress.add(1);
            }
        }
        let state = new.finish(Uuid::now_v7(), self.snapshot.seq)?;
        if self.snapshot.is_of(&state) {
            Ok(state)
        } else {
            Err(broken(&self.path, "it does not hold the documents that it says"))
        }
    }
}

/// Reads a backup to its end and gives each entry to `take`.
fn read(path: &Path, take: &mut dyn FnMut(Entry) -> Result<(), Error>) -> Result<Snapshot, Error> {
    let file = File::open(path).map_err(files::at(path))?;
    let mut reader = BufReader::new(file);
    let mut fill = |buffer: &mut [u8]| {
        reader.read_exact(buffer).map_err(|e| match e.kind() {
            io::ErrorKind::UnexpectedEof => broken(path, "it ends too early"),
            _ => files::at(path)(e),
        })
    };
    let mut sum = crc32fast::Hasher::new();
    let mut first = [0; FIRST_LINE.len()];
    fill(&mut first)?;
    if first != FIRST_LINE {
        return Err(broken(path, "it does not begin as one of this version does"));
    }
    sum.update(&first);
    let mut content = Vec::new();
    loop {
        let (mut length, mut written) = ([0; 4], [0; 4]);
        fill(&mut length)?;
        let n_bytes = u32::from_be_bytes(length) as usize;
        if n_bytes > CONTENT_MAX_BYTES {
            return Err(broken(path, "it is damaged"));
        }
        content.resize(n_bytes, 0);
        fill(&mut content)?;
        fill(&mut written)?;
        sum.update(&length);
        sum.update(&content);
        if sum.clone().finalize() != u32::from_be_bytes(written) {
            return Err(broken(path, "it is damaged"));
        }
        let entry = parse(&content).ok_or_else(|| broken(path, "it holds what this version does not know"))?;
        if let Entry::End(snapshot) = entry {
            return match fill(&mut [0]) {
                Ok(()) => Err(broken(path, "something follows its end")),
                Err(_) => Ok(snapshot),
            };
        }
        take(entry)?;
    }
}

fn parse(content: &[u8]) -> Option<Entry> {
    let (letter, rest) = content.split_first()?;
    let number = |at: usize| Some(u64::from_be_bytes(rest.get(at..at + 8)?.try_into().ok()?));
    match letter {
        b'd' | b'g' => {
            let kind = kind_of(*rest.first()?)?;
            let id_bytes = usize::from(u16::from_be_bytes(rest.get(9..11)?.try_into().ok()?));
            let id = String::from_utf8(rest.get(11..11 + id_bytes)?.to_vec()).ok()?;
            let body = rest.get(11 + id_bytes..)?.to_vec();
            let record = (*letter == b'd').then_some(Record { seq: Seq(number(1)?), body });
            Some(Entry::Document(kind, id, record))
        }
        b'c' => Some(Entry::Changes),
        b'e' => {
            let digest = number(24).map(Digest);
            Some(Entry::End(Snapshot { seq: Seq(number(0)?), candidates: number(8)?, roles: number(16)?, digest }))
        }
        _ => None,
    }
}

fn broken(path: &Path, why: &str) -> Error {
    Error::Malformed(format!("{} is no whole rolefit backup: {why}", path.display()))
}
