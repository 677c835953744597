//! Everything that a store holds, read into memory when an engine opens, and held against what the store should hold.

use std::sync::Arc;

use rayon::prelude::*;

use super::kept_facts::{KeptFacts, Reading};
use super::opening_progress::{OpeningProgress, OpeningStep};
use super::pool::{Entry, Pool};
use super::tile::TileModel;
use super::{RoleEntry, Roles, decode};
use crate::domain::{Candidate, Error, Role};
use crate::extract::Extractor;
use crate::score::MOST_ROWS;
use crate::store::{Digest, Kind, Record, Store};

/// So many documents are read at a time: two tiles, so that both cores of a small machine make one.
const PORTION: usize = 2 * MOST_ROWS;

/// Documents with what is kept of each.
type Portion = Vec<((String, Record), Option<Entry>)>;

/// What a store holds, in memory.
pub(super) struct Opened {
    pub pool: Pool,
    pub roles: Roles,
    /// How many candidates were read from their documents, because their facts were not kept.
    pub read_anew: u64,
}

/// The pool of all candidates, and all roles.
///
/// # Errors
/// [`Error::Store`] when a document is damaged, or when the documents are not those that were acknowledged: the database below
/// can lose a page, or fall back to an older one, and open without a word.
pub(super) fn load(
    store: &dyn Store,
    extractor: &Extractor,
    model: TileModel,
    kept: Option<&KeptFacts>,
    progress: &OpeningProgress,
) -> Result<Opened, Error> {
    progress.begin(OpeningStep::Documents, store.count(Kind::Candidate) + store.count(Kind::Role));
    let mut digest = Digest::default();
    let pool = Pool::new(model);
    let kept = kept.and_then(KeptFacts::read);
    let read_anew = load_pool(store, extractor, &pool, kept, &mut digest, progress)?;
    let roles = load_roles(store, extractor, &mut digest, progress)?;
    let counts = [(Kind::Candidate, pool.len()), (Kind::Role, roles.len())];
    let all_there = counts.into_iter().all(|(kind, known)| u64::try_from(known).ok() == Some(store.count(kind)));
    if all_there && store.digest().is_none_or(|expected| expected == digest) {
        return Ok(Opened { pool, roles, read_anew });
    }
    Err(Error::Store(
        "the store does not hold the documents that it should; `rolefit verify` names what is wrong, and a backup repairs it"
            .to_owned(),
    ))
}

/// Puts everybody into the pool; tells how many were read anew. While one portion is made into entries, the next one is read.
fn load_pool(
    store: &dyn Store,
    extractor: &Extractor,
    pool: &Pool,
    mut kept: Option<Reading>,
    digest: &mut Digest,
    progress: &OpeningProgress,
) -> Result<u64, Error> {
    let mut scan = store.scan(Kind::Candidate, None);
    let mut next = || {
        let with_kept = |document: Result<(String, Record), Error>| {
            let (id, record) = document?;
            digest.add(Kind::Candidate, &id, &record);
            let entry = kept.as_mut().and_then(|kept| kept.take(&id, &record));
            Ok(((id, record), entry))
        };
        scan.by_ref().take(PORTION).map(with_kept).collect::<Result<Portion, Error>>()
    };
    let put = |portion: Portion| {
        let (n_people, n_kept) = (portion.len(), portion.iter().filter(|(_, entry)| entry.is_some()).count());
        let entries = portion.into_par_iter().map(|((id, record), kept)| {
            if let Some(entry) = kept {
                return Ok(entry);
            }
            let candidate: Candidate = decode(Kind::Candidate, &id, &record.body)?;
            Ok(Entry::new(&candidate, extractor).stored(record.seq, &record.body))
        });
        pool.put(entries.collect::<Result<Vec<Entry>, Error>>()?);
        progress.add(n_people);
        Ok::<u64, Error>(u64::try_from(n_people - n_kept).unwrap_or(u64::MAX))
    };
    let (mut portion, mut read_anew) = (next()?, 0);
    while !portion.is_empty() {
        let (following, n_anew) = rayon::join(&mut next, || put(portion));
        (portion, read_anew) = (following?, read_anew + n_anew?);
    }
    Ok(read_anew)
}

fn load_roles(
    store: &dyn Store,
    extractor: &Extractor,
    digest: &mut Digest,
    progress: &OpeningProgress,
) -> Result<Roles, Error> {
    let mut roles = Roles::new();
    for row in store.scan(Kind::Role, None) {
        let (id, record) = row?;
        digest.add(Kind::Role, &id, &record);
        let role: Role = decode(Kind::Role, &id, &record.body)?;
        let facts = extractor.role_facts(&role);
        roles.insert(role.id.clone(), (record.seq, Some(Arc::new(RoleEntry { role, facts }))));
        progress.add(1);
    }
    Ok(roles)
}
