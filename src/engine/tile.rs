//! Tiles: candidates with the columns that bound their fits. Columns never change; who is removed leaves an empty row.

use std::sync::Arc;

use rayon::prelude::*;

use super::pool::Entry;
use crate::domain::Month;
use crate::score::{ColumnMeans, Columns, MOST_ROWS, ScoringProfile, Statements};
use crate::taxonomy::Taxonomy;

/// What tiles are made with.
#[derive(Clone, Debug)]
pub(crate) struct TileModel {
    pub taxonomy: Arc<Taxonomy>,
    pub profile: ScoringProfile,
    /// Matches as of this month or a later one can use the columns.
    pub as_of: Month,
    pub statements: Arc<Statements>,
}

/// Up to [`MOST_ROWS`] candidates, one a row.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    pub columns: Arc<Columns>,
    /// By row; none where somebody has been removed or replaced since.
    entries: Arc<Vec<Option<Arc<Entry>>>>,
    n_present: usize,
}

impl TileModel {
    pub(crate) fn new(taxonomy: Arc<Taxonomy>, profile: ScoringProfile, as_of: Month) -> Self {
        Self { taxonomy, profile, as_of, statements: Arc::default() }
    }

    /// So many tiles as are needed, made on all cores.
    pub(crate) fn tiles(&self, entries: &[Arc<Entry>]) -> Vec<Tile> {
        entries.par_chunks(MOST_ROWS).map(|entries| self.tile(entries)).collect()
    }

    fn tile(&self, entries: &[Arc<Entry>]) -> Tile {
        let Self { taxonomy, profile, as_of, statements } = self;
        let means = ColumnMeans { taxonomy, profile, as_of: *as_of, statements };
        let columns = Columns::new(entries.iter().map(|entry| &entry.facts), means);
        let n_present = entries.len();
        Tile { columns: Arc::new(columns), entries: Arc::new(entries.iter().cloned().map(Some).collect()), n_present }
    }
}

impl Tile {
    /// Those who are present.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.entries.iter().flatten()
    }

    /// Whoever stands in this row, if still present.
    pub(crate) fn row(&self, row: usize) -> Option<&Arc<Entry>> {
        self.entries[row].as_ref()
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

    /// Leaves those for whom `stays` says so; it is told the row.
    pub(crate) fn retain(&mut self, mut stays: impl FnMut(usize, &Arc<Entry>) -> bool) {
        for (row, place) in Arc::make_mut(&mut self.entries).iter_mut().enumerate() {
            place.take_if(|entry| !stays(row, entry));
        }
        self.n_present = self.entries.iter().flatten().count();
    }
}
