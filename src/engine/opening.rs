//! Everything that a store holds, read into memory when an engine opens, and held against what the store should hold.

use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use hashbrown::HashTable;
use rayon::prelude::*;

use super::entry::Entry;
use super::kept_tiles::KeptTiles;
use super::opening_progress::{OpeningProgress, OpeningStep};
use super::pool::Pool;
use super::tile::{Tile, TileModel};
use super::{RoleEntry, Roles, decode};
use crate::domain::{Candidate, Error, Role};
use crate::extract::Extractor;
use crate::score::MOST_ROWS;
use crate::store::{Digest, Kind, Record, Store};

/// So many documents are read at a time: two tiles, so that both cores of a small machine make one.
const PORTION: usize = 2 * MOST_ROWS;

/// What a store holds, in memory.
pub(super) struct Opened {
    pub pool: Pool,
    pub roles: Roles,
    /// How many candidates were read from their documents, because they were not kept as they are.
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
    kept: Option<&KeptTiles>,
    progress: &OpeningProgress,
) -> Result<Opened, Error> {
    progress.begin(OpeningStep::Documents, store.count(Kind::Candidate) + store.count(Kind::Role));
    let mut digest = Digest::default();
    let tiles = kept.map(|kept| kept.read(&model)).unwrap_or_default();
    let pool = Pool::new(model);
    let read_anew = load_pool(store, extractor, &pool, tiles, &mut digest, progress)?;
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

/// Fills the pool with what the store holds; tells how many were read anew. While some documents are made into entries, the next
/// are looked through.
fn load_pool(
    store: &dyn Store,
    extractor: &Extractor,
    pool: &Pool,
    tiles: Vec<Tile>,
    digest: &mut Digest,
    progress: &OpeningProgress,
) -> Result<u64, Error> {
    let mut kept = Kept::new(tiles);
    let mut scan = store.scan(Kind::Candidate, None);
    // Those who are not kept.
    let mut next = || -> Result<Vec<(String, Record)>, Error> {
        let mut others = Vec::new();
        for document in scan.by_ref() {
            let (id, record) = document?;
            digest.add(Kind::Candidate, &id, &record);
            progress.add(1);
            if !kept.confirm(&id, &record) {
                others.push((id, record));
            }
            if others.len() == PORTION {
                break;
            }
        }
        Ok(others)
    };
    let put = |others: Vec<(String, Record)>| {
        let n_people = others.len();
        let entries = others.into_par_iter().map(|(id, record)| {
            let candidate: Candidate = decode(Kind::Candidate, &id, &record.body)?;
            Ok(Entry::new(&candidate, extractor).stored(record.seq, &record.body))
        });
        pool.put(entries.collect::<Result<Vec<Entry>, Error>>()?);
        Ok::<u64, Error>(u64::try_from(n_people).unwrap_or(u64::MAX))
    };
    let (mut others, mut read_anew) = (next()?, 0);
    while !others.is_empty() {
        let (following, n_put) = rayon::join(&mut next, || put(others));
        (others, read_anew) = (following?, read_anew + n_put?);
    }
    pool.take_in(kept.confirmed());
    Ok(read_anew)
}

/// People as they were kept, while it is found out who of them is still as the store has them.
struct Kept {
    tiles: Vec<Tile>,
    /// Tile and row of each.
    by_id: HashTable<(u32, u16)>,
    hasher: RandomState,
    /// By tile and row.
    confirmed: Vec<Vec<bool>>,
}

impl Kept {
    fn new(tiles: Vec<Tile>) -> Self {
        let hasher = RandomState::new();
        let n_people = tiles.iter().map(Tile::len).sum();
        let mut by_id = HashTable::with_capacity(n_people);
        for (tile, number) in tiles.iter().zip(0..) {
            for (entry, row) in tile.entries().zip(0..) {
                // There is room for all: nobody is hashed again.
                by_id.insert_unique(hasher.hash_one(entry.id.as_str()), (number, row), |_| 0);
            }
        }
        let confirmed = tiles.iter().map(|tile| vec![false; tile.len()]).collect();
        Self { tiles, by_id, hasher, confirmed }
    }

    /// Whether somebody is kept as of this document.
    fn confirm(&mut self, id: &str, record: &Record) -> bool {
        let Self { tiles, by_id, hasher, confirmed } = self;
        let at = |(tile, row): &(u32, u16)| (usize::try_from(*tile).unwrap_or(usize::MAX), usize::from(*row));
        let entry = |place: &(u32, u16)| tiles[at(place).0].row(at(place).1);
        let found = by_id.find(hasher.hash_one(id), |place| entry(place).is_some_and(|entry| entry.id.as_str() == id));
        let Some(place) = found.filter(|place| entry(place).is_some_and(|entry| entry.is_of(record))) else {
            return false;
        };
        let (tile, row) = at(place);
        confirmed[tile][row] = true;
        true
    }

    /// Those who were confirmed.
    fn confirmed(self) -> Vec<Tile> {
        let mut tiles = self.tiles;
        for (tile, confirmed) in
            tiles.iter_mut().zip(self.confirmed).filter(|(_, confirmed)| confirmed.contains(&false))
        {
            tile.retain(|row, _| confirmed[row]);
        }
        tiles
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
