//! How many writes became durable together, and how long that took: counted for whoever watches the store. Nothing decides by it.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The groups of writes that became durable together since the store was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CommitCounts {
    /// How many groups had so many writes: up to [`CommitCounts::UP_TO`] of the same place, the last one more than any.
    pub groups: [u64; CommitCounts::UP_TO.len() + 1],
    /// How many writes were in all of them.
    pub writes: u64,
    /// How long it took in all, from the first byte to the end of the sync.
    pub time: Duration,
}

impl CommitCounts {
    /// The sizes by which groups are counted.
    pub const UP_TO: [u64; 11] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

    fn add(&mut self, writes: u64, time: Duration) {
        let place = Self::UP_TO.partition_point(|most| *most < writes);
        self.groups[place] += 1;
        self.writes += writes;
        self.time += time;
    }
}

/// Counts while others look.
#[derive(Debug, Default)]
pub(super) struct CommitCounter(Mutex<CommitCounts>);

impl CommitCounter {
    pub(super) fn add(&self, writes: usize, time: Duration) {
        let writes = u64::try_from(writes).unwrap_or(u64::MAX);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).add(writes, time);
    }

    pub(super) fn counts(&self) -> CommitCounts {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_counted_by_their_size() {
        let counter = CommitCounter::default();
        for writes in [1, 2, 3, 4, 1024, 1025] {
            counter.add(writes, Duration::from_millis(1));
        }
        let found = counter.counts();
        assert_eq!(found.groups, [1, 1, 2, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
        assert_eq!((found.writes, found.time), (2059, Duration::from_millis(6)));
    }
}
