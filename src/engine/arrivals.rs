//! Up to which write all have come by, where no indexer keeps count: deletions before it may be forgotten.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use crate::store::Seq;

/// Writers come by in any order.
#[derive(Debug)]
pub(super) struct Arrivals(Mutex<Arrived>);

#[derive(Debug)]
struct Arrived {
    all_until: Seq,
    beyond: BTreeSet<Seq>,
}

impl From<Seq> for Arrivals {
    /// All up to this one are there.
    fn from(all_until: Seq) -> Self {
        Self(Mutex::new(Arrived { all_until, beyond: BTreeSet::new() }))
    }
}

impl Arrivals {
    /// Takes note of a write, and tells up to which one all are there.
    pub(super) fn note(&self, seq: Seq) -> Seq {
        let mut arrived = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if seq > arrived.all_until {
            arrived.beyond.insert(seq);
        }
        let mut next = arrived.all_until.next();
        while arrived.beyond.remove(&next) {
            arrived.all_until = next;
            next = next.next();
        }
        arrived.all_until
    }

    /// Waits until all writes up to this one have come by.
    #[cfg(feature = "storage")]
    pub(super) fn wait_for(&self, upto: Seq, cancel: &crate::domain::CancelToken) -> Result<(), crate::domain::Error> {
        while self.0.lock().unwrap_or_else(PoisonError::into_inner).all_until < upto {
            cancel.check()?;
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_holds_up_what_comes_after_it() {
        let arrivals = Arrivals::from(Seq::ZERO);
        let told: Vec<u64> = [1, 3, 4, 2, 6, 5].map(|seq| arrivals.note(Seq(seq)).0).to_vec();
        assert_eq!(told, [1, 1, 1, 4, 4, 6]);
    }
}
