//! An index that holds what the store holds: one that is there brought up to date, or one built anew.

use std::path::Path;

use rayon::prelude::*;

use crate::domain::{Candidate, CandidateId, Error, StorageErrorKind};
use crate::engine::decode;
use crate::engine::opening_progress::{OpeningProgress, OpeningStep};
use crate::engine::pool::Pool;
use crate::index::{CandidateIndex, IndexEntry, Stamp, discard};
use crate::store::{Kind, Record, Seq, Store};

/// Opens the index in `dir` and replays the store's log onto it, or builds it anew when it is missing, damaged, foreign, ahead of
/// the store or behind the log, or not what the pool holds.
pub(super) fn open(
    dir: Option<&Path>,
    stamp: &Stamp,
    store: &dyn Store,
    pool: &Pool,
    progress: &OpeningProgress,
) -> Result<CandidateIndex, Error> {
    let last = store.last_seq();
    let (index, known) = CandidateIndex::open(dir, stamp)?;
    let Some(known) = known else {
        fill(&index, last, store, progress)?;
        return Ok(index);
    };
    if (store.log_from()..=last).contains(&known) {
        replay(store, known, &index, progress)?;
        if known != last {
            index.commit(last)?;
        }
        let everybody = pool.snapshot();
        if index.holds(everybody.par_entries().map(|entry| (entry.id.as_str(), entry.seq)))? {
            return Ok(index);
        }
    }
    drop(index);
    build_anew(dir, stamp, last, store, progress)
}

/// Builds an index of everybody as of the change `seq`, in place of whatever lies in `dir`. Who has changed since is not in it.
pub(super) fn build_anew(
    dir: Option<&Path>,
    stamp: &Stamp,
    seq: Seq,
    store: &dyn Store,
    progress: &OpeningProgress,
) -> Result<CandidateIndex, Error> {
    if let Some(dir) = dir {
        discard(dir)?;
    }
    let (index, _) = CandidateIndex::open(dir, stamp)?;
    fill(&index, seq, store, progress)?;
    Ok(index)
}

fn fill(index: &CandidateIndex, seq: Seq, store: &dyn Store, progress: &OpeningProgress) -> Result<(), Error> {
    progress.begin(OpeningStep::Index, store.count(Kind::Candidate));
    for found in store.scan(Kind::Candidate, None) {
        let (id, record) = found?;
        progress.add(1);
        if record.seq <= seq {
            index.put(&entry(&id, &record)?)?;
        }
    }
    index.commit(seq)
}

fn entry(id: &str, record: &Record) -> Result<IndexEntry, Error> {
    let candidate: Candidate = decode(Kind::Candidate, id, &record.body)?;
    Ok(IndexEntry::of(&candidate, record.seq))
}

/// Brings an index that holds everything up to `known` to the store's state.
fn replay(store: &dyn Store, known: Seq, index: &CandidateIndex, progress: &OpeningProgress) -> Result<(), Error> {
    progress.begin(OpeningStep::Index, store.last_seq().0 - known.0);
    for change in store.changes_since(known) {
        let change = change?;
        progress.add(1);
        if change.kind != Kind::Candidate {
            continue;
        }
        match store.get(Kind::Candidate, &change.id)? {
            Some(record) => index.put(&entry(&change.id, &record)?)?,
            None => index.delete(
                &CandidateId::try_from(change.id).map_err(|rule| Error::store(StorageErrorKind::Damaged, rule))?,
            ),
        }
    }
    Ok(())
}
