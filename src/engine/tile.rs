//! Tiles: candidates with the columns that bound their fits. Columns never change; who is removed leaves an empty row.

use std::sync::Arc;

use super::entry::{Entry, KeptEntry};
use crate::domain::Month;
use crate::domain::parallel::prelude::*;
use crate::score::{ColumnMeans, Columns, KeptColumns, MAX_ROWS, ScoringProfile, Statements};
use crate::store::Seq;
use crate::taxonomy::Taxonomy;

/// Columns of so many months ago are made anew when they are read from the disk: their bounds have grown too wide.
const MAX_MONTHS: u32 = 12;

/// What tiles are made with.
#[derive(Clone, Debug)]
pub(crate) struct TileModel {
    pub taxonomy: Arc<Taxonomy>,
    pub profile: ScoringProfile,
    /// Matches as of this month or a later one can use the columns.
    pub as_of: Month,
    pub statements: Arc<Statements>,
}

/// Up to [`MAX_ROWS`] candidates, one a row.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    pub columns: Arc<Columns>,
    /// By row; none where somebody has been removed or replaced since.
    entries: Arc<Vec<Option<Arc<Entry>>>>,
    /// By row, the last change of whoever came in: a search asks a million rows for it.
    seqs: Arc<[Seq]>,
    n_present: usize,
    /// By row, whether somebody passes the filters of a question; everybody does without.
    passing: Option<Arc<[bool]>>,
    /// What all who came in take, packed.
    entry_bytes: usize,
}

impl TileModel {
    pub(crate) fn new(taxonomy: Arc<Taxonomy>, profile: ScoringProfile, as_of: Month) -> Self {
        Self { taxonomy, profile, as_of, statements: Arc::default() }
    }

    /// So many tiles as are needed, made on all cores.
    pub(crate) fn tiles(&self, entries: &[Arc<Entry>]) -> Vec<Tile> {
        entries.par_chunks(MAX_ROWS).map(|entries| self.tile(entries.to_vec())).collect()
    }

    /// The same of packed entries, for tiles that are to stay.
    pub(super) fn packed_tiles(&self, entries: &[Arc<Entry>]) -> Vec<Tile> {
        entries.par_chunks(MAX_ROWS).map(|entries| self.packed_tile(entries)).collect()
    }

    pub(super) fn packed_tile(&self, entries: &[Arc<Entry>]) -> Tile {
        let columns = self.columns(entries);
        Tile::new(columns, entries.iter().map(|entry| Arc::new(entry.packed())).collect())
    }

    /// A tile as it was kept, in this order.
    pub(super) fn kept_tile(&self, entries: Vec<KeptEntry>, columns: KeptColumns) -> Tile {
        let entries: Vec<Arc<Entry>> = entries.into_iter().map(|kept| Arc::new(kept.into())).collect();
        let holds = |columns: &Columns| {
            columns.n_rows() == entries.len()
                && columns.hold_for(&self.profile, self.as_of)
                && columns.months_to(self.as_of) <= MAX_MONTHS
        };
        match Columns::of_kept(columns, &self.statements).filter(holds) {
            Some(columns) => Tile::new(columns, entries),
            None => self.tile(entries),
        }
    }

    fn tile(&self, entries: Vec<Arc<Entry>>) -> Tile {
        Tile::new(self.columns(&entries), entries)
    }

    fn columns(&self, entries: &[Arc<Entry>]) -> Columns {
        let Self { taxonomy, profile, as_of, statements } = self;
        let facts: Vec<_> = entries.iter().map(|entry| entry.facts()).collect();
        let means = ColumnMeans { taxonomy, profile, as_of: *as_of, statements };
        Columns::new(facts.iter().map(|facts| &**facts), means)
    }
}

impl Tile {
    fn new(columns: Columns, entries: Vec<Arc<Entry>>) -> Self {
        let n_present = entries.len();
        let entry_bytes = entries.iter().map(|entry| entry.packed_bytes()).sum();
        let seqs = entries.iter().map(|entry| entry.seq).collect();
        let entries = Arc::new(entries.into_iter().map(Some).collect());
        Self { columns: Arc::new(columns), entries, seqs, n_present, passing: None, entry_bytes }
    }

    /// Bytes of memory that the packed people take, and those who have been removed took.
    pub(super) fn entry_bytes(&self) -> usize {
        self.entry_bytes
    }

    /// Those who are present.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.rows().map(|(_, entry)| entry)
    }

    /// The same with their rows.
    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, &Arc<Entry>)> {
        let rows = self.entries.iter().enumerate().filter_map(|(row, entry)| Some((row, entry.as_ref()?)));
        rows.filter(|(row, _)| self.passes(*row))
    }

    /// Those who are present with their rows and their last change.
    pub(super) fn changes(&self) -> impl Iterator<Item = (usize, Seq, &Arc<Entry>)> {
        self.rows().map(|(row, entry)| (row, self.seqs[row], entry))
    }

    /// Whether nobody has been removed.
    pub(super) fn is_whole(&self) -> bool {
        self.n_present == self.entries.len()
    }

    /// Whoever stands in this row, if still present.
    pub(crate) fn row(&self, row: usize) -> Option<&Arc<Entry>> {
        self.entries[row].as_ref().filter(|_| self.passes(row))
    }

    fn passes(&self, row: usize) -> bool {
        self.passing.as_ref().is_none_or(|passing| passing[row])
    }

    pub(crate) fn len(&self) -> usize {
        self.n_present
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.n_present == 0
    }

    /// Takes somebody out, and with the last snapshot of the tile forgets them.
    pub(crate) fn take_out(&mut self, row: usize) {
        let taken = Arc::make_mut(&mut self.entries)[row].take();
        self.n_present -= usize::from(taken.is_some());
    }

    /// The same tile for a question about those of it for whom `passes` says so. Nobody is copied, nor looked at by this.
    pub(super) fn filtered(self, passes: impl Fn(usize, Seq, &Entry) -> bool) -> Self {
        let mut passing = vec![false; self.entries.len()];
        self.changes().for_each(|(row, seq, entry)| passing[row] = passes(row, seq, entry));
        let n_present = passing.iter().filter(|passes| **passes).count();
        Self { passing: Some(passing.into()), n_present, ..self }
    }

    /// Leaves those for whom `stays` says so; it is told the row.
    pub(crate) fn retain(&mut self, mut stays: impl FnMut(usize, &Arc<Entry>) -> bool) {
        for (row, place) in Arc::make_mut(&mut self.entries).iter_mut().enumerate() {
            place.take_if(|entry| !stays(row, entry));
        }
        self.n_present = self.entries.iter().flatten().count();
    }
}
