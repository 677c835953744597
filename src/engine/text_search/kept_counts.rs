//! The counts of everybody by facets, kept until anybody comes, changes or goes.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::facets::{Facet, FacetCounts};

/// So many lists of facets are kept with their counts, those that were asked for last.
const MOST: usize = 8;

/// See the module.
#[derive(Debug, Default)]
pub(in crate::engine) struct KeptCounts(Mutex<Vec<Kept>>);

#[derive(Debug)]
struct Kept {
    facets: Vec<Facet>,
    /// That of the pool.
    version: u64,
    counts: Vec<FacetCounts>,
}

impl KeptCounts {
    fn kept(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self, facets: &[Facet], version: u64) -> Option<Vec<FacetCounts>> {
        let kept = self.kept();
        kept.iter().find(|kept| kept.facets == facets && kept.version == version).map(|kept| kept.counts.clone())
    }

    pub(super) fn keep(&self, facets: &[Facet], version: u64, counts: Vec<FacetCounts>) {
        let mut kept = self.kept();
        kept.retain(|kept| kept.facets != facets && kept.version == version);
        if kept.len() == MOST {
            kept.remove(0);
        }
        kept.push(Kept { facets: facets.to_vec(), version, counts });
    }
}
