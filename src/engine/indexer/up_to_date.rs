//! Indexes that hold what the store holds: that of candidates which is there brought up to date, or one built anew; that of roles built
//! anew.

use std::path::Path;

use rayon::prelude::*;

use super::indexes::Indexes;
use crate::domain::{Candidate, Error, Role};
use crate::domain::{Progress, ProgressStep};
use crate::engine::decode;
use crate::engine::pool::Pool;
use crate::index::{IndexEntry, Stamp, TextIndex, discard};
use crate::store::{Kind, Record, Seq, Store};

/// Opens the index in `dir` and replays the store's log onto it, or builds it anew when it is missing, damaged, foreign, ahead of
/// the store or behind the log, or not what the pool holds.
pub(super) fn open(
    dir: Option<&Path>,
    stamp: &Stamp,
    store: &dyn Store,
    pool: &Pool,
    progress: &Progress,
) -> Result<Indexes, Error> {
    let last = store.last_seq();
    let candidates = open_candidates(dir, stamp, store, pool, progress)?;
    Ok(Indexes { candidates, roles: of_roles(stamp, last, store)? })
}

fn open_candidates(
    dir: Option<&Path>,
    stamp: &Stamp,
    store: &dyn Store,
    pool: &Pool,
    progress: &Progress,
) -> Result<TextIndex, Error> {
    let last = store.last_seq();
    let (index, known) = TextIndex::open(dir, stamp)?;
    let Some(known) = known else {
        fill(&index, Kind::Candidate, last, store, progress)?;
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
    candidates_anew(dir, stamp, last, store, progress)
}

/// Builds indexes of everything as of the change `seq`, in place of whatever lies in `dir`. What has changed since is not in them.
pub(super) fn build_anew(
    dir: Option<&Path>,
    stamp: &Stamp,
    seq: Seq,
    store: &dyn Store,
    progress: &Progress,
) -> Result<Indexes, Error> {
    let candidates = candidates_anew(dir, stamp, seq, store, progress)?;
    Ok(Indexes { candidates, roles: of_roles(stamp, seq, store)? })
}

fn candidates_anew(
    dir: Option<&Path>,
    stamp: &Stamp,
    seq: Seq,
    store: &dyn Store,
    progress: &Progress,
) -> Result<TextIndex, Error> {
    if let Some(dir) = dir {
        discard(dir)?;
    }
    let (index, _) = TextIndex::open(dir, stamp)?;
    fill(&index, Kind::Candidate, seq, store, progress)?;
    Ok(index)
}

/// Roles are few beside candidates: the progress that is told is that of the index of candidates.
fn of_roles(stamp: &Stamp, seq: Seq, store: &dyn Store) -> Result<TextIndex, Error> {
    let (index, _) = TextIndex::open(None, stamp)?;
    fill(&index, Kind::Role, seq, store, &Progress::default())?;
    Ok(index)
}

fn fill(index: &TextIndex, kind: Kind, seq: Seq, store: &dyn Store, progress: &Progress) -> Result<(), Error> {
    progress.begin(ProgressStep::Index, store.count(kind));
    for found in store.scan(kind, None) {
        let (id, record) = found?;
        progress.add(1);
        if record.seq <= seq {
            index.put(&entry(kind, &id, &record)?)?;
        }
    }
    index.commit(seq)
}

fn entry(kind: Kind, id: &str, record: &Record) -> Result<IndexEntry, Error> {
    Ok(match kind {
        Kind::Candidate => IndexEntry::of_candidate(&decode::<Candidate>(kind, id, &record.body)?, record.seq),
        Kind::Role => IndexEntry::of_role(&decode::<Role>(kind, id, &record.body)?, record.seq),
        Kind::Decision | Kind::Feedback => {
            return Err(Error::Index("what people decided is in no index".to_owned()));
        }
    })
}

/// Brings an index of candidates that holds everything up to `known` to the store's state.
fn replay(store: &dyn Store, known: Seq, index: &TextIndex, progress: &Progress) -> Result<(), Error> {
    progress.begin(ProgressStep::Index, store.last_seq().0 - known.0);
    for change in store.changes_since(known) {
        let change = change?;
        progress.add(1);
        if change.kind != Kind::Candidate {
            continue;
        }
        match store.get(Kind::Candidate, &change.id)? {
            Some(record) => index.put(&entry(Kind::Candidate, &change.id, &record)?)?,
            None => index.delete(&change.id),
        }
    }
    Ok(())
}
