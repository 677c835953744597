//! How much of the log of changes is kept: the newest, and whatever somebody still reads. It is cut little by little, with each write.
//!
//! The log serves those who follow the store: the index at its start, webhooks, other nodes, backups. Whoever comes too late for a change is
//! told so, and looks at the documents instead: these, with their versions, need no log.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::record::Seq;
use crate::domain::{Error, StorageErrorKind};

/// So many changes are kept unless chosen: an hour of 250 writes a second, and some 60 MB of memory in the database's table of pages.
pub(crate) const KEEP_CHANGES: u64 = 1_000_000;
/// So many old changes go with each new one, so that a log that is too long becomes shorter and no write takes long.
const CUT_A_CHANGE: u64 = 2;

/// Which changes go with a write: none, or those from the oldest on. `keep` is how many stay at most, but what comes with the write stays;
/// after the write the log holds every change after `log_from` up to `seq`, of which `n_new` came with it.
pub(super) fn cut(keep: u64, log_from: Seq, seq: Seq, n_new: u64) -> Option<RangeInclusive<u64>> {
    let beyond = (seq.0 - log_from.0).saturating_sub(keep.max(n_new));
    let n = beyond.min(n_new.saturating_mul(CUT_A_CHANGE));
    (n > 0).then(|| log_from.0 + 1..=log_from.0 + n)
}

/// The error of whoever asks for changes that are no more there.
pub(super) fn forgotten(log_from: Seq, wanted: Seq) -> Error {
    let message = format!("the store's log begins after change {}, change {} is forgotten", log_from.0, wanted.0);
    Error::store(StorageErrorKind::Refused, message)
}

/// Who needs the log from some place on. Nothing is cut meanwhile.
#[derive(Clone, Debug, Default)]
pub(crate) struct LogHolds(Arc<AtomicUsize>);

impl LogHolds {
    /// Keeps the log as it is until what is given is dropped.
    pub(super) fn hold(&self) -> LogHold {
        self.0.fetch_add(1, Ordering::SeqCst);
        LogHold(self.0.clone())
    }

    pub(super) fn is_held(&self) -> bool {
        self.0.load(Ordering::SeqCst) > 0
    }
}

/// See [`LogHolds::hold`].
#[derive(Debug)]
#[must_use]
pub(crate) struct LogHold(Arc<AtomicUsize>);

impl Drop for LogHold {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_go_for_each_that_comes_until_as_many_are_left_as_are_kept() {
        assert_eq!(cut(10, Seq(0), Seq(10), 1), None);
        assert_eq!(cut(10, Seq(0), Seq(11), 1), Some(1..=1));
        assert_eq!(cut(10, Seq(0), Seq(50), 1), Some(1..=2));
        assert_eq!(cut(10, Seq(7), Seq(50), 20), Some(8..=30));
        assert_eq!(cut(10, Seq(0), Seq(50), 0), None);
        assert_eq!(cut(0, Seq(3), Seq(4), 1), None);
        assert_eq!(cut(0, Seq(3), Seq(5), 1), Some(4..=4));
        let (mut log_from, mut seq) = (Seq(0), Seq(100));
        for _ in 0..100 {
            seq = seq.next();
            log_from = cut(10, log_from, seq, 1).map_or(log_from, |cut| Seq(*cut.end()));
        }
        assert_eq!(seq.0 - log_from.0, 10);
    }

    #[test]
    fn a_log_is_held_until_the_last_has_let_go() {
        let holds = LogHolds::default();
        let (one, other) = (holds.hold(), holds.clone().hold());
        drop(one);
        assert!(holds.is_held());
        drop(other);
        assert!(!holds.is_held());
    }
}
