//! The pool: everybody's facts in memory, always as of the last acknowledged write. Most stand in tiles; who came last stands
//! apart until there are enough for a tile.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, PoisonError, RwLock, TryLockError};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry as Slot;
#[cfg(feature = "search")]
use rayon::prelude::*;

use super::entry::Entry;
use super::tile::{Tile, TileModel};
use crate::domain::CandidateId;
use crate::score::MAX_ROWS;
use crate::store::Seq;

/// So many newcomers make a tile.
const NEWCOMERS: usize = 512;
/// So many tiles that are less than half full are made into fuller ones.
const SPARSE_TILES: usize = 8;

/// Entries by id. Snapshots share entries, so a match never holds writers up.
#[derive(Debug)]
pub(crate) struct Pool {
    model: TileModel,
    state: RwLock<State>,
    /// Held by the one who makes tiles.
    tidying: Mutex<()>,
}

#[derive(Debug, Default)]
struct State {
    entries: ById,
    /// By number. A number may be used again once nobody stands in its tile.
    tiles: BTreeMap<u32, Tile>,
    newcomers: Vec<Arc<Entry>>,
    /// Deletions that a slower writer with an older number must not undo.
    removed: HashMap<CandidateId, Seq>,
    /// How often it has changed who is here.
    version: u64,
}

/// Everybody, with where they stand.
#[derive(Debug, Default)]
struct ById {
    table: HashTable<Standing>,
    hasher: RandomState,
}

#[derive(Clone, Debug)]
struct Standing {
    entry: Arc<Entry>,
    at: Option<Place>,
}

/// A row of a tile; whoever has none is a newcomer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    tile: u32,
    row: u16,
}

/// Everybody at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Snapshot {
    pub tiles: Vec<Tile>,
    /// Not in tiles yet.
    pub newcomers: Vec<Arc<Entry>>,
}

impl Pool {
    pub(crate) fn new(model: TileModel) -> Self {
        Self { model, state: RwLock::default(), tidying: Mutex::default() }
    }

    /// Keeps entries, each unless a newer write of the same id came first, and makes tiles where there are enough.
    pub(crate) fn put(&self, entries: Vec<Entry>) {
        self.add(entries);
        self.tidy_when_full();
    }

    /// Keeps entries, each unless a newer write of the same id came first. It waits for nobody who makes tiles.
    pub(super) fn add(&self, entries: Vec<Entry>) {
        let entries: Vec<Arc<Entry>> = entries.into_iter().map(Arc::new).collect();
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        for entry in entries {
            let newest = state.entries.get(&entry.id).map(|standing| standing.entry.seq);
            if newest.max(state.removed.get(&entry.id).copied()).is_none_or(|newest| entry.seq > newest) {
                state.take_out(&entry.id);
                state.come(entry);
            }
        }
    }

    /// Makes tiles where there are enough newcomers.
    pub(super) fn tidy_when_full(&self) {
        let n_newcomers = self.state.read().unwrap_or_else(PoisonError::into_inner).newcomers.len();
        if n_newcomers >= NEWCOMERS {
            self.tidy();
        }
    }

    pub(crate) fn remove(&self, id: &CandidateId, seq: Seq) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        if state.entries.get(id).is_some_and(|standing| standing.entry.seq < seq) {
            state.take_out(id);
        }
        state.removed.insert(id.clone(), seq);
    }

    /// Shows an entry in place of one of the same change or an older one, also when it was hidden: for who is matched by several
    /// documents, or by their own again. A deletion and a newer write of the id stay.
    pub(super) fn show(&self, entry: Entry) {
        let entry = Arc::new(entry);
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        let newest = state.entries.get(&entry.id).map(|standing| standing.entry.seq);
        if newest.max(state.removed.get(&entry.id).copied()).is_some_and(|newest| newest > entry.seq) {
            return;
        }
        state.removed.remove(&entry.id);
        state.take_out(&entry.id);
        state.come(entry);
    }

    /// Takes somebody out who is matched by another's id, as of their change `seq`, which is not to be undone by whoever made it.
    pub(super) fn hide(&self, id: &CandidateId, seq: Seq) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        if state.entries.get(id).is_some_and(|standing| standing.entry.seq <= seq) {
            state.take_out(id);
        }
        let removed = state.removed.entry(id.clone()).or_insert(seq);
        *removed = seq.max(*removed);
    }

    /// Forgets deletions up to `seq`: every write before it has come by.
    pub(crate) fn settle(&self, seq: Seq) {
        self.state.write().unwrap_or_else(PoisonError::into_inner).removed.retain(|_, removed| *removed > seq);
    }

    pub(crate) fn get(&self, id: &CandidateId) -> Option<Arc<Entry>> {
        self.state.read().unwrap_or_else(PoisonError::into_inner).entries.get(id).map(|standing| standing.entry.clone())
    }

    pub(crate) fn len(&self) -> usize {
        self.state.read().unwrap_or_else(PoisonError::into_inner).entries.table.len()
    }

    /// A number that is another one once anybody has come, changed or gone.
    pub(super) fn version(&self) -> u64 {
        self.state.read().unwrap_or_else(PoisonError::into_inner).version
    }

    pub(crate) fn snapshot(&self) -> Snapshot {
        self.state.read().unwrap_or_else(PoisonError::into_inner).snapshot()
    }

    /// The same with the last changes, as of the same moment, of those of whom something is said.
    pub(super) fn snapshot_with<T>(
        &self,
        said: impl IntoIterator<Item = (CandidateId, T)>,
    ) -> (Snapshot, Vec<(Seq, T)>) {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        let of_present = |(id, said): (CandidateId, T)| Some((state.entries.get(&id)?.entry.seq, said));
        (state.snapshot(), said.into_iter().filter_map(of_present).collect())
    }

    /// Makes tiles of the newcomers, and of tiles that have become sparse. Columns are made while nobody waits; who is replaced
    /// or removed meanwhile is absent from the new tile.
    fn tidy(&self) {
        let _one = match self.tidying.try_lock() {
            Ok(one) => one,
            Err(TryLockError::WouldBlock) => return,
            Err(TryLockError::Poisoned(one)) => one.into_inner(),
        };
        let (gathered, emptied) = self.state.read().unwrap_or_else(PoisonError::into_inner).to_be_tiled();
        let tiles = self.model.packed_tiles(&gathered);
        self.state.write().unwrap_or_else(PoisonError::into_inner).replace(&emptied, tiles);
        // Tiles that emptied since the last time have left theirs behind, too.
        self.model.statements.tidy();
    }

    /// What makes its tiles.
    pub(super) fn model(&self) -> &TileModel {
        &self.model
    }

    /// Takes in tiles of people whom it does not hold yet.
    pub(super) fn take_in(&self, tiles: Vec<Tile>) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        state.version += 1;
        let State { entries, tiles: known, .. } = &mut *state;
        entries.make_room(tiles.iter().map(Tile::len).sum());
        let next = known.keys().next_back().map_or(0, |last| last + 1);
        for (number, tile) in (next..).zip(tiles.into_iter().filter(|tile| !tile.is_empty())) {
            for (row, entry) in tile.rows() {
                let row = u16::try_from(row).expect("tiles have fewer rows");
                entries.put(Standing { entry: entry.clone(), at: Some(Place { tile: number, row }) });
            }
            known.insert(number, tile);
        }
    }

    /// Bytes of what tiles share.
    pub(crate) fn statement_bytes(&self) -> usize {
        self.model.statements.bytes()
    }
}

impl State {
    fn snapshot(&self) -> Snapshot {
        Snapshot { tiles: self.tiles.values().cloned().collect(), newcomers: self.newcomers.clone() }
    }

    fn come(&mut self, entry: Arc<Entry>) {
        self.version += 1;
        self.entries.put(Standing { entry: entry.clone(), at: None });
        self.newcomers.push(entry);
    }

    fn take_out(&mut self, id: &CandidateId) {
        let Some(standing) = self.entries.take(id) else { return };
        self.version += 1;
        let Some(Place { tile: number, row }) = standing.at else {
            self.newcomers.retain(|entry| !Arc::ptr_eq(entry, &standing.entry));
            return;
        };
        let Some(tile) = self.tiles.get_mut(&number) else { return };
        tile.take_out(usize::from(row));
        if tile.is_empty() {
            self.tiles.remove(&number);
        }
    }

    /// Who belongs into new tiles, and which tiles these are to replace.
    fn to_be_tiled(&self) -> (Vec<Arc<Entry>>, Vec<u32>) {
        let sparse = self.tiles.iter().filter(|(_, tile)| tile.len() < MAX_ROWS / 2);
        let mut emptied: Vec<u32> = sparse.map(|(number, _)| *number).collect();
        if emptied.len() < SPARSE_TILES {
            emptied.clear();
        }
        let standing = emptied.iter().flat_map(|number| self.tiles[number].entries());
        (standing.chain(&self.newcomers).cloned().collect(), emptied)
    }

    fn replace(&mut self, emptied: &[u32], tiles: Vec<Tile>) {
        // First of all: one of them may be gone already, and its number would be given to a new tile.
        for number in emptied {
            self.tiles.remove(number);
        }
        let mut next = self.tiles.keys().next_back().map_or(0, |last| last + 1);
        for mut tile in tiles {
            tile.retain(|row, entry| {
                let row = u16::try_from(row).expect("tiles have fewer rows");
                // Packed meanwhile, and so another entry of the same change.
                let standing = self.entries.get_mut(&entry.id).filter(|standing| standing.entry.seq == entry.seq);
                let place = Standing { entry: entry.clone(), at: Some(Place { tile: next, row }) };
                standing.map(|standing| *standing = place).is_some()
            });
            if !tile.is_empty() {
                self.tiles.insert(next, tile);
                next += 1;
            }
        }
        let entries = &self.entries;
        self.newcomers.retain(|entry| entries.get(&entry.id).is_some_and(|standing| standing.at.is_none()));
    }
}

impl ById {
    fn find(&self, id: &str) -> Option<&Standing> {
        self.table.find(self.hasher.hash_one(id), |standing| standing.entry.id.as_str() == id)
    }

    fn get(&self, id: &CandidateId) -> Option<&Standing> {
        self.find(id.as_str())
    }

    fn get_mut(&mut self, id: &CandidateId) -> Option<&mut Standing> {
        self.table.find_mut(self.hasher.hash_one(id.as_str()), |standing| standing.entry.id == *id)
    }

    fn put(&mut self, standing: Standing) {
        let hasher = &self.hasher;
        let hash = |standing: &Standing| hasher.hash_one(standing.entry.id.as_str());
        match self.table.entry(hash(&standing), |known| known.entry.id == standing.entry.id, hash) {
            Slot::Occupied(mut known) => *known.get_mut() = standing,
            Slot::Vacant(free) => drop(free.insert(standing)),
        }
    }

    /// Room for so many more, at once: nobody is moved while they come.
    fn make_room(&mut self, more: usize) {
        let hasher = &self.hasher;
        self.table.reserve(more, |standing| hasher.hash_one(standing.entry.id.as_str()));
    }

    fn take(&mut self, id: &CandidateId) -> Option<Standing> {
        let hash = self.hasher.hash_one(id.as_str());
        self.table.find_entry(hash, |standing| standing.entry.id == *id).ok().map(|found| found.remove().0)
    }
}

impl Snapshot {
    /// Everybody, in no order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.tiles.iter().flat_map(Tile::entries).chain(&self.newcomers)
    }

    /// The same on all cores.
    #[cfg(feature = "search")]
    pub(super) fn par_entries(&self) -> impl ParallelIterator<Item = &Arc<Entry>> {
        self.tiles.par_iter().flat_map_iter(Tile::entries).chain(&self.newcomers)
    }

    /// The last changes of all.
    #[cfg(feature = "search")]
    pub(super) fn seqs(&self) -> impl Iterator<Item = Seq> {
        let in_tiles = self.tiles.iter().flat_map(Tile::changes).map(|(_, seq, _)| seq);
        in_tiles.chain(self.newcomers.iter().map(|entry| entry.seq))
    }

    pub(crate) fn len(&self) -> usize {
        self.tiles.iter().map(Tile::len).sum::<usize>() + self.newcomers.len()
    }

    /// Bytes of all columns.
    pub(crate) fn column_bytes(&self) -> usize {
        self.tiles.iter().map(|tile| tile.columns.bytes()).sum()
    }

    /// Bytes of all packed people.
    pub(crate) fn people_bytes(&self) -> usize {
        self.tiles.iter().map(Tile::entry_bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Month;
    use crate::extract::{Available, CandidateFacts};
    use crate::score::ScoringProfile;
    use crate::taxonomy::Taxonomy;

    fn pool() -> Pool {
        let (taxonomy, profile) = (Taxonomy::builtin(), ScoringProfile::default());
        Pool::new(TileModel::new(taxonomy, profile, Month::new(2026, 11)))
    }

    fn id(number: u64) -> CandidateId {
        CandidateId::new(format!("c-{number}")).unwrap()
    }

    fn entry(number: u64, seq: u64) -> Entry {
        Entry::of(id(number), None, CandidateFacts::default()).stored(Seq(seq), b"")
    }

    /// Who is seen, with the number of the write.
    fn seen(snapshot: &Snapshot) -> BTreeMap<String, u64> {
        let seen: Vec<_> = snapshot.entries().map(|entry| (entry.id.to_string(), entry.seq.0)).collect();
        assert_eq!(seen.len(), snapshot.len());
        let by_id: BTreeMap<String, u64> = seen.iter().cloned().collect();
        assert_eq!(by_id.len(), seen.len(), "nobody is seen twice");
        by_id
    }

    #[test]
    fn everybody_is_seen_once_however_tiles_come_and_go() {
        let (pool, mut expected, mut seq) = (pool(), BTreeMap::new(), 0);
        for round in 0..40_u64 {
            let numbers: Vec<u64> = (0..600).map(|n| (n * 7 + round * 311) % 6000).collect();
            let mut entries = Vec::new();
            for number in &numbers {
                seq += 1;
                entries.push(entry(*number, seq));
                expected.insert(id(*number).to_string(), seq);
            }
            pool.put(entries);
            for number in (0..6000).filter(|number| (number + round * 13) % 5 == 0) {
                seq += 1;
                pool.remove(&id(number), Seq(seq));
                expected.remove(id(number).as_str());
            }
            assert_eq!(seen(&pool.snapshot()), expected);
            assert_eq!(pool.len(), expected.len());
        }
        assert!(!pool.snapshot().tiles.is_empty());
    }

    #[test]
    fn whoever_is_replaced_or_removed_is_forgotten_at_once() {
        let pool = pool();
        pool.put((0..600).map(|number| entry(number, number + 1)).collect());
        assert_eq!(pool.snapshot().tiles.len(), 1);
        let [replaced, removed] = [5, 6].map(|number| Arc::downgrade(&pool.get(&id(number)).unwrap()));
        let before = pool.snapshot();
        pool.put(vec![entry(5, 601)]);
        pool.remove(&id(6), Seq(602));
        assert!(replaced.upgrade().is_some() && removed.upgrade().is_some(), "a snapshot under way keeps them");
        drop(before);
        assert!(replaced.upgrade().is_none() && removed.upgrade().is_none());
    }

    #[test]
    fn statements_of_tiles_that_emptied_are_forgotten() {
        let pool = pool();
        let per_tile = NEWCOMERS as u64;
        let in_of = |round: u64| -> Vec<Entry> {
            let available = Some(Available::Day(i64::try_from(round).unwrap()));
            let of = |number| {
                let facts = CandidateFacts { available, ..CandidateFacts::default() };
                Entry::of(id(number), None, facts).stored(Seq(round * per_tile + number + 1), b"")
            };
            (0..per_tile).map(of).collect()
        };
        pool.put(in_of(0));
        let once = pool.statement_bytes();
        for round in 1..5 {
            pool.put(in_of(round));
        }
        assert_eq!((pool.snapshot().tiles.len(), pool.statement_bytes()), (1, once));
    }

    #[test]
    fn a_tile_that_empties_while_it_is_replaced_takes_nobody_along() {
        let pool = pool();
        let per_tile = NEWCOMERS as u64;
        let n_tiles = SPARSE_TILES as u64;
        // Fewer tiles than are joined, then newcomers who are not in any.
        for tile in 0..n_tiles {
            let mut state = pool.state.write().unwrap();
            for number in tile * per_tile..(tile + 1) * per_tile {
                let entry = Arc::new(entry(number, number + 1));
                state.entries.put(Standing { entry: entry.clone(), at: None });
                state.newcomers.push(entry);
            }
            let tiles = pool.model.tiles(&state.newcomers.clone());
            state.replace(&[], tiles);
        }
        let mut state = pool.state.write().unwrap();
        let (gathered, emptied) = state.to_be_tiled();
        assert_eq!((gathered.len() as u64, emptied.len() as u64), (n_tiles * per_tile, n_tiles));
        let made = pool.model.tiles(&gathered);
        for number in (n_tiles - 1) * per_tile..n_tiles * per_tile {
            state.take_out(&id(number));
        }
        state.replace(&emptied, made);
        drop(state);
        assert_eq!(seen(&pool.snapshot()).len() as u64, (n_tiles - 1) * per_tile);
    }
}
