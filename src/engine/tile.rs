//! Tiles: candidates with the columns that bound their fits. A tile never changes; who of it is still there is noted beside it.

use std::sync::Arc;

use super::pool::Entry;
use crate::domain::Month;
use crate::score::{ColumnMeans, Columns, MOST_ROWS, ScoringProfile};
use crate::taxonomy::Taxonomy;

/// What tiles are made with.
#[derive(Clone, Debug)]
pub(crate) struct TileModel {
    pub taxonomy: Arc<Taxonomy>,
    pub profile: ScoringProfile,
    /// Matches as of this month or a later one can use the columns.
    pub as_of: Month,
}

/// Up to [`MOST_ROWS`] candidates, one a row.
#[derive(Debug)]
pub(crate) struct Tile {
    pub entries: Vec<Arc<Entry>>,
    pub columns: Columns,
}

/// A tile with those who are present: neither removed nor replaced since.
#[derive(Clone, Debug)]
pub(crate) struct Present {
    pub tile: Arc<Tile>,
    /// By row.
    pub rows: Arc<Vec<bool>>,
}

impl TileModel {
    /// So many tiles as are needed.
    pub(crate) fn tiles(&self, entries: &[Arc<Entry>]) -> Vec<Present> {
        entries.chunks(MOST_ROWS).map(|entries| self.tile(entries.to_vec())).collect()
    }

    fn tile(&self, entries: Vec<Arc<Entry>>) -> Present {
        let means = ColumnMeans { taxonomy: &self.taxonomy, profile: &self.profile, as_of: self.as_of };
        let columns = Columns::new(entries.iter().map(|entry| &entry.facts), means);
        let rows = Arc::new(vec![true; entries.len()]);
        Present { tile: Arc::new(Tile { entries, columns }), rows }
    }
}

impl Present {
    /// Those who are present.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.tile.entries.iter().zip(&*self.rows).filter(|(_, present)| **present).map(|(entry, _)| entry)
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.iter().filter(|present| **present).count()
    }
}
