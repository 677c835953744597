//! The log of changes in the database: read in order, and cut with each write.

use std::ops::Bound;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Disk, Draft, failed};
use crate::domain::{Error, StorageErrorKind};
use crate::store::envelope::{self, State};
use crate::store::log_cut::{self, KEEP_CHANGES, LogHolds};
use crate::store::record::Seq;
use crate::store::{Changes, keys};

/// How the log is cut.
pub(super) struct LogCut {
    keep: u64,
    holds: LogHolds,
    /// Up to here it is being cut, or was: readers find a hole there before the state tells.
    upto: AtomicU64,
}

impl LogCut {
    /// That of a log which begins after this change.
    pub(super) fn new(log_from: Seq) -> Self {
        Self { keep: KEEP_CHANGES, holds: LogHolds::default(), upto: AtomicU64::new(log_from.0) }
    }

    /// Told before it is done.
    pub(super) fn is_cut_upto(&self, log_from: Seq) {
        self.upto.store(log_from.0, Ordering::SeqCst);
    }
}

impl Disk {
    /// Keeps so many changes, and all while the log is held.
    pub(in crate::store) fn keeping(mut self, n_changes: u64, holds: &LogHolds) -> Self {
        (self.log.keep, self.log.holds) = (n_changes, holds.clone());
        self
    }

    /// Every change after `seq`, up to the last one that is durable.
    pub(in crate::store) fn changes_since(self: &Arc<Self>, seq: Seq) -> Changes<'static> {
        let State { seq: upto, log_from, .. } = *self.state();
        if seq >= upto {
            return Box::new(std::iter::empty());
        }
        if seq < log_from {
            return Box::new(std::iter::once(Err(log_cut::forgotten(log_from, seq.next()))));
        }
        let (from, to) = (Bound::Excluded(keys::log(seq)), Bound::Included(keys::log(upto)));
        let mut entries = self.db.range::<Vec<u8>, _>((from, to));
        // The database stays open for as long as somebody reads it.
        let (disk, mut last, mut is_over) = (Arc::clone(self), seq, false);
        Box::new(std::iter::from_fn(move || {
            if is_over || last >= upto {
                return None;
            }
            let expected = last.next();
            last = expected;
            let found = entries.next().transpose().map_err(|e| failed("reading the log", &e));
            let change = found.and_then(|entry| {
                let entry = entry.filter(|(key, _)| keys::seq_of_log(key) == Some(expected));
                let change = entry.and_then(|(_, value)| envelope::decode_change(expected, &value));
                change.ok_or_else(|| disk.no_change(expected))
            });
            is_over = change.is_err();
            Some(change)
        }))
    }

    /// The error of a change that is not there, although it was when somebody began to read.
    fn no_change(&self, seq: Seq) -> Error {
        let cut_upto = Seq(self.log.upto.load(Ordering::SeqCst));
        if seq <= cut_upto {
            return log_cut::forgotten(cut_upto, seq);
        }
        let message = format!("change {} in the store's log is damaged or missing", seq.0);
        Error::store(StorageErrorKind::Damaged, message)
    }
}

impl Draft<'_> {
    /// Lets go of old changes where new ones come.
    pub(super) fn cut_log(&mut self) {
        let LogCut { keep, holds, .. } = &self.disk.log;
        if holds.is_held() {
            return;
        }
        let State { seq, log_from, .. } = self.state;
        let n_new = seq.0 - self.disk.state().seq.0;
        for number in log_cut::cut(*keep, log_from, seq, n_new).into_iter().flatten() {
            self.batch.remove(keys::log(Seq(number)));
            self.state.log_from = Seq(number);
        }
    }
}
