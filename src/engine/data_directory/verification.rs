//! What is right and wrong with a data directory: the store read from end to end, each document read as a match would, and the index
//! held against it.

#[cfg(feature = "search")]
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::domain::{Candidate, Error, Progress, Role, StorageErrorKind};
use crate::engine::decode;
use crate::engine::duplicates::Decision;
use crate::engine::feedback::Feedback;
#[cfg(feature = "search")]
use crate::engine::indexer::stamp;
use crate::extract::Extractor;
#[cfg(feature = "search")]
use crate::index::{Inspection, inspect};
#[cfg(feature = "search")]
use crate::store::Seq;
use crate::store::{Kind, Record, SledStore, Store};
use crate::taxonomy::Taxonomy;

/// At most so many flaws are named; all are counted.
const MAX_NAMED: usize = 1000;

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Verification {
    /// How many candidates are whole.
    pub candidates: u64,
    /// How many roles are whole.
    pub roles: u64,
    /// The number of the last write.
    pub seq: u64,
    /// A digest of all whole documents: the same on another machine that holds the same documents of the same writes.
    pub digest: String,
    /// The state of the index.
    #[cfg(feature = "search")]
    pub index: IndexState,
    /// How many things are wrong.
    pub flaw_count: usize,
    /// What is wrong, the first thousand.
    pub flaws: Vec<String>,
    /// How many whole documents this version cannot read: they are kept, and in no match.
    pub unreadable_count: usize,
    /// Which ones, and why; the first thousand.
    pub unreadable: Vec<String>,
}

/// The state of an index, as held against its store.
#[cfg(feature = "search")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum IndexState {
    /// It holds what the store holds.
    Whole,
    /// It holds what the store held some writes ago; the next start replays them.
    Behind,
    /// There is none yet; the next start builds it.
    Missing,
    /// It was made by another version, with another taxonomy, or for another store; the next start builds one.
    Foreign,
    /// It is damaged, or holds something else than the store; `rebuild` and the next start repair it.
    Damaged,
}

impl Verification {
    /// Whether nothing is wrong.
    pub fn is_whole(&self) -> bool {
        self.flaw_count == 0
    }
}

#[derive(Default)]
struct Flaws {
    count: usize,
    named: Vec<String>,
}

impl Flaws {
    fn add(&mut self, flaw: String) {
        self.count += 1;
        if self.named.len() < MAX_NAMED {
            self.named.push(flaw);
        }
    }
}

/// Documents of the store, read as an engine reads them when it opens, many at a time.
struct Reading {
    extractor: Extractor,
    waiting: Vec<(Kind, String, Vec<u8>)>,
    waiting_bytes: usize,
    flaws: Vec<String>,
    unreadable: Flaws,
}

/// Documents of so many bytes wait to be read together.
const READ_BYTES: usize = 16 << 20;

impl Reading {
    fn add(&mut self, kind: Kind, id: &str, record: &Record) {
        self.waiting.push((kind, id.to_owned(), record.body.clone()));
        self.waiting_bytes += record.body.len();
        if self.waiting_bytes >= READ_BYTES {
            self.read();
        }
    }

    fn read(&mut self) {
        let extractor = &self.extractor;
        let read = |(kind, id, body): &(Kind, String, Vec<u8>)| read(extractor, *kind, id, body).err();
        let wrong: Vec<Option<Error>> = self.waiting.par_iter().map(read).collect();
        self.waiting.clear();
        self.waiting_bytes = 0;
        for error in wrong.into_iter().flatten() {
            match error {
                Error::Unreadable { .. } => self.unreadable.add(error.to_string()),
                flaw => self.flaws.push(flaw.to_string()),
            }
        }
    }
}

fn read(extractor: &Extractor, kind: Kind, id: &str, body: &[u8]) -> Result<(), Error> {
    let is_its_own = match kind {
        Kind::Candidate => {
            let candidate = decode::<Candidate>(kind, id, body)?;
            extractor.candidate_facts(&candidate)?;
            candidate.id.as_str() == id
        }
        Kind::Role => {
            let role = decode::<Role>(kind, id, body)?;
            extractor.role_facts(&role)?;
            role.id.as_str() == id
        }
        Kind::Decision => decode::<Decision>(kind, id, body)?.id() == id,
        Kind::Feedback => decode::<Feedback>(kind, id, body)?.stored_id() == id,
    };
    if is_its_own {
        return Ok(());
    }
    let message = format!("{} {id:?} is stored under another id than its own", kind.noun());
    Err(Error::store(StorageErrorKind::Damaged, message))
}

#[cfg_attr(not(feature = "search"), expect(unused_variables, reason = "an index is of no concern without search"))]
pub(super) fn verify(
    store: &SledStore,
    index: &Path,
    taxonomy: &Arc<Taxonomy>,
    progress: &Progress,
) -> Result<Verification, Error> {
    #[cfg(feature = "search")]
    let mut candidates = BTreeMap::new();
    let mut flaws = Flaws::default();
    let mut reading = Reading {
        extractor: Extractor::new(taxonomy.clone()),
        waiting: Vec::new(),
        waiting_bytes: 0,
        flaws: Vec::new(),
        unreadable: Flaws::default(),
    };
    let mut take = |kind, id: &str, record: &Record| {
        reading.add(kind, id, record);
        progress.add(1);
        #[cfg(feature = "search")]
        if kind == Kind::Candidate {
            candidates.insert(id.to_owned(), record.seq);
        }
    };
    let census = store.census(&mut take, &mut |flaw| flaws.add(flaw))?;
    reading.read();
    for flaw in reading.flaws {
        flaws.add(flaw);
    }
    #[cfg(feature = "search")]
    let index = hold_against(store, &candidates, inspect(index, &stamp(store))?, &mut flaws);
    Ok(Verification {
        candidates: census.candidates,
        roles: census.roles,
        seq: store.last_seq().0,
        digest: census.digest.to_string(),
        #[cfg(feature = "search")]
        index,
        flaw_count: flaws.count,
        flaws: flaws.named,
        unreadable_count: reading.unreadable.count,
        unreadable: reading.unreadable.named,
    })
}

#[cfg(feature = "search")]
fn hold_against(
    store: &SledStore,
    candidates: &BTreeMap<String, Seq>,
    found: Inspection,
    flaws: &mut Flaws,
) -> IndexState {
    let (known, entries) = match found {
        Inspection::Missing => return IndexState::Missing,
        Inspection::Foreign => return IndexState::Foreign,
        Inspection::Damaged(why) => {
            for why in why {
                flaws.add(format!("index: {why}"));
            }
            return IndexState::Damaged;
        }
        Inspection::Whole { seq, entries } => (seq, entries),
    };
    let last = store.last_seq();
    if known > last {
        flaws.add(format!("index: it holds change {}, the store ends at {}", known.0, last.0));
        return IndexState::Damaged;
    }
    if known < store.log_from() {
        return IndexState::Behind;
    }
    // Whoever changed since may be held as they were. A damaged log has been named already.
    let changed: HashSet<String> = store.changes_since(known).flatten().map(|change| change.id).collect();
    let before = flaws.count;
    let mut expected = candidates.clone();
    for (id, seq) in entries {
        match expected.remove(&id) {
            _ if changed.contains(&id) => {}
            Some(stored) if stored == seq => {}
            Some(stored) => flaws.add(format!("index: {id:?} is of change {}, the store's of {}", seq.0, stored.0)),
            None => flaws.add(format!("index: {id:?} is held, and not in the store")),
        }
    }
    for (id, seq) in expected.into_iter().filter(|(id, _)| !changed.contains(id)) {
        flaws.add(format!("index: {id:?} of change {} is missing", seq.0));
    }
    match (flaws.count > before, known < last) {
        (true, _) => IndexState::Damaged,
        (false, true) => IndexState::Behind,
        (false, false) => IndexState::Whole,
    }
}
