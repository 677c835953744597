//! Everything that a store holds, read into memory when an engine opens, and held against what the store should hold.

use std::sync::Arc;

use rayon::prelude::*;

use super::opening_progress::{OpeningProgress, OpeningStep};
use super::pool::{Entry, Pool};
use super::tile::TileModel;
use super::{RoleEntry, Roles, decode};
use crate::domain::{Candidate, Error, Role};
use crate::extract::Extractor;
use crate::score::MOST_ROWS;
use crate::store::{Digest, Kind, Store};

/// So many documents are read and extracted at a time: a tile.
const PORTION: usize = MOST_ROWS;

/// The pool of all candidates, and all roles.
///
/// # Errors
/// [`Error::Store`] when a document is damaged, or when the documents are not those that were acknowledged: the database below
/// can lose a page, or fall back to an older one, and open without a word.
pub(super) fn load(
    store: &dyn Store,
    extractor: &Extractor,
    model: TileModel,
    progress: &OpeningProgress,
) -> Result<(Pool, Roles), Error> {
    progress.begin(OpeningStep::Documents, store.count(Kind::Candidate) + store.count(Kind::Role));
    let mut digest = Digest::default();
    let pool = Pool::new(model);
    load_pool(store, extractor, &pool, &mut digest, progress)?;
    let roles = load_roles(store, extractor, &mut digest, progress)?;
    let counts = [(Kind::Candidate, pool.len()), (Kind::Role, roles.len())];
    let all_there = counts.into_iter().all(|(kind, known)| u64::try_from(known).ok() == Some(store.count(kind)));
    if all_there && store.digest().is_none_or(|expected| expected == digest) {
        return Ok((pool, roles));
    }
    Err(Error::Store(
        "the store does not hold the documents that it should; `rolefit verify` names what is wrong, and a backup repairs it"
            .to_owned(),
    ))
}

fn load_pool(
    store: &dyn Store,
    extractor: &Extractor,
    pool: &Pool,
    digest: &mut Digest,
    progress: &OpeningProgress,
) -> Result<(), Error> {
    let mut scan = store.scan(Kind::Candidate, None);
    loop {
        let portion = scan.by_ref().take(PORTION).collect::<Result<Vec<_>, Error>>()?;
        if portion.is_empty() {
            return Ok(());
        }
        for (id, record) in &portion {
            digest.add(Kind::Candidate, id, record);
        }
        let entries = portion
            .par_iter()
            .map(|(id, record)| {
                let candidate: Candidate = decode(Kind::Candidate, id, &record.body)?;
                Ok(Entry::new(&candidate, extractor).with_seq(record.seq))
            })
            .collect::<Result<Vec<Entry>, Error>>()?;
        progress.add(entries.len());
        pool.put(entries);
    }
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
