//! An index that holds what the pool holds: one that is there brought up to date, or one built anew.

use std::path::Path;

use crate::domain::{CandidateId, Error};
use crate::engine::opening_progress::{OpeningProgress, OpeningStep};
use crate::engine::pool::Pool;
use crate::index::{CandidateIndex, Stamp, discard};
use crate::store::{Effect, Kind, Seq, Store};

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
        fill(&index, pool, progress)?;
        index.commit(last)?;
        return Ok(index);
    };
    if (store.log_from()..=last).contains(&known) {
        replay(store, known, &index, pool, progress)?;
        if known != last {
            index.commit(last)?;
        }
        let everybody = pool.snapshot();
        if index.holds(everybody.entries().map(|entry| (entry.id.as_str(), entry.seq)))? {
            return Ok(index);
        }
    }
    drop(index);
    build_anew(dir, stamp, last, pool, progress)
}

/// Builds an index of everybody in the pool, in place of whatever lies in `dir`. It holds at least all changes up to `seq`.
pub(super) fn build_anew(
    dir: Option<&Path>,
    stamp: &Stamp,
    seq: Seq,
    pool: &Pool,
    progress: &OpeningProgress,
) -> Result<CandidateIndex, Error> {
    if let Some(dir) = dir {
        discard(dir)?;
    }
    let (index, _) = CandidateIndex::open(dir, stamp)?;
    fill(&index, pool, progress)?;
    index.commit(seq)?;
    Ok(index)
}

fn fill(index: &CandidateIndex, pool: &Pool, progress: &OpeningProgress) -> Result<(), Error> {
    let everybody = pool.snapshot();
    progress.begin(OpeningStep::Index, u64::try_from(everybody.len()).unwrap_or(u64::MAX));
    everybody.entries().try_for_each(|entry| {
        progress.add(1);
        index.put(&entry.index_entry())
    })
}

/// Brings an index that holds everything up to `known` to the pool's state.
fn replay(
    store: &dyn Store,
    known: Seq,
    index: &CandidateIndex,
    pool: &Pool,
    progress: &OpeningProgress,
) -> Result<(), Error> {
    progress.begin(OpeningStep::Index, store.last_seq().0 - known.0);
    for change in store.changes_since(known) {
        let change = change?;
        progress.add(1);
        if change.kind != Kind::Candidate {
            continue;
        }
        let id = CandidateId::new(&change.id).map_err(Error::Store)?;
        match (change.effect, pool.get(&id)) {
            (Effect::Put, Some(entry)) => index.put(&entry.index_entry())?,
            (Effect::Put | Effect::Deleted, _) => index.delete(&id),
        }
    }
    Ok(())
}
