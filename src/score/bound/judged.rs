//! What statements earn, known to all threads once one has judged them.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::score::columns::Columns;
use crate::score::fixed::Share;

/// What statements earn for one role, by number: each is judged once, and all threads know.
#[derive(Debug)]
pub(crate) struct Judged(Box<[AtomicU64]>);

impl Judged {
    const KNOWN: u64 = 1 << 63;

    /// Room for the statements of these columns.
    pub(crate) fn over<'a>(columns: impl Iterator<Item = &'a Columns>) -> Self {
        let n_numbers = columns.map(Columns::n_numbers).max().unwrap_or(0);
        Self((0..n_numbers).map(|_| AtomicU64::new(0)).collect())
    }

    pub(in crate::score) fn once(&self, number: u32, judge: impl FnOnce() -> [Share; 2]) -> [Share; 2] {
        let Some(place) = usize::try_from(number).ok().and_then(|at| self.0.get(at)) else { return judge() };
        let known = place.load(Ordering::Relaxed);
        if known & Self::KNOWN != 0 {
            return [known, known >> 32].map(|half| Share::new(u32::try_from(half & 0x7fff_ffff).unwrap_or(0)));
        }
        let earned @ [own, any] = judge();
        place.store(Self::KNOWN | u64::from(any.get()) << 32 | u64::from(own.get()), Ordering::Relaxed);
        earned
    }
}
