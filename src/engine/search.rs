//! The shortlist of a pool for one role: bounds first, then the fits of those who may stand on it. The outcome is that of scoring
//! everybody.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rayon::prelude::*;

use super::options::Judgement;
use super::pool::{Entry, Snapshot};
use super::tile::Present;
use crate::score::{Bound, Scorer, Sheet};
use crate::shortlist::{Placed, Rank, Shortlist};

/// At least so many of a tile's highest bounds are scored before the others are looked at closer: they say what it takes.
const FIRST: usize = 32;
/// So many bounds are passed over at once when none of them reaches the list.
const STRIDE: usize = 64;

/// A search under way for one role, over any number of tiles on any number of threads.
pub(super) struct Search<'a> {
    scorer: &'a Scorer<'a>,
    bound: Bound<'a>,
    role_id: &'a str,
    limit: usize,
    has_gates: bool,
    /// The fit that it takes at least, in millionths of a point: some list of enough candidates is full of such.
    least: AtomicU32,
}

/// What one thread has found, with room that it uses again.
pub(super) struct Findings {
    pub shortlist: Shortlist<Arc<Entry>>,
    sheet: Sheet,
    present: Vec<bool>,
    rows: Vec<usize>,
    bounds: Vec<(u16, usize)>,
}

impl Judgement {
    /// The best of a pool, on all cores.
    pub(crate) fn shortlist(&self, scorer: &Scorer<'_>, role_id: &str, pool: &Snapshot) -> Shortlist<Arc<Entry>> {
        let search = Search::new(scorer, role_id, self.limit);
        let in_tiles = pool
            .tiles
            .par_iter()
            .fold(|| search.findings(), |findings, tile| search.tile(tile, findings))
            .map(|findings| findings.shortlist)
            .reduce(|| Shortlist::new(self.limit), Shortlist::merge);
        in_tiles.merge(search.each(&pool.newcomers))
    }

    /// The same by scoring each of `entries`, on all cores.
    pub(crate) fn each(&self, scorer: &Scorer<'_>, role_id: &str, entries: &[Arc<Entry>]) -> Shortlist<Arc<Entry>> {
        Search::new(scorer, role_id, self.limit).each(entries)
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(scorer: &'a Scorer<'a>, role_id: &'a str, limit: usize) -> Self {
        let bound = Bound::new(scorer);
        Self { has_gates: bound.has_gates(), scorer, bound, role_id, limit, least: AtomicU32::new(0) }
    }

    /// Scores each of `entries`, on all cores.
    fn each(&self, entries: &[Arc<Entry>]) -> Shortlist<Arc<Entry>> {
        let offer = |mut shortlist: Shortlist<Arc<Entry>>, entry: &Arc<Entry>| {
            shortlist.offer(self.placed(entry));
            shortlist
        };
        let empty = || Shortlist::new(self.limit);
        entries.par_iter().fold(empty, offer).reduce(empty, Shortlist::merge)
    }

    pub(super) fn findings(&self) -> Findings {
        self.going_on(Shortlist::new(self.limit))
    }

    /// Findings that begin with what was found elsewhere.
    pub(super) fn going_on(&self, shortlist: Shortlist<Arc<Entry>>) -> Findings {
        let findings =
            Findings { shortlist, sheet: Sheet::default(), present: Vec::new(), rows: Vec::new(), bounds: Vec::new() };
        self.learn_from(&findings.shortlist);
        findings
    }

    /// Adds what stands in a tile.
    pub(super) fn tile(&self, present: &Present, mut findings: Findings) -> Findings {
        let Findings { shortlist, sheet, present: passing, rows, bounds } = &mut findings;
        let tile = &*present.tile;
        if !self.bound.holds_over(&tile.columns) {
            present.entries().for_each(|entry| shortlist.offer(self.placed(entry)));
            return findings;
        }
        let facts = |row: usize| &tile.entries[row].facts;
        shortlist.count(present.len());
        passing.clone_from(&present.rows);
        if self.has_gates {
            self.bound.pass_gates(&tile.columns, facts, passing, sheet, |gate| shortlist.count_gated(gate));
        }
        self.bound.over(&tile.columns, sheet);
        self.collect(sheet.most(), passing, rows);
        // Once a list is full it is known what it takes.
        let n_first = if self.least() > 0 { 0 } else { FIRST.max(self.limit.saturating_mul(2)).min(rows.len()) };
        if n_first < rows.len() {
            rows.select_nth_unstable_by_key(n_first, |row| Reverse(sheet.most()[*row]));
        }
        let mut score = |row: usize, bound: u16| {
            let placed = self.placed(&tile.entries[row]);
            debug_assert!(Bound::least(placed.rank.total()) <= bound, "{} is above its bound", placed.id);
            shortlist.keep(placed);
            self.learn_from(shortlist);
        };
        let (first, others) = rows.split_at(n_first);
        bounds.clear();
        for (at, group) in [first, others].into_iter().enumerate() {
            let least = self.least();
            let reaching = group.iter().filter(|row| sheet.most()[**row] >= least);
            // Of the first ones nobody knows yet what it takes.
            if at == 0 {
                bounds.extend(reaching.map(|row| (sheet.most()[*row], *row)));
            } else {
                let refined =
                    |row: &usize| Some((self.bound.refined(&tile.columns, sheet, *row, facts(*row), least)?, *row));
                bounds.extend(reaching.filter_map(refined));
            }
            bounds.sort_unstable_by_key(|(bound, row)| (Reverse(*bound), *row));
            for (bound, row) in bounds.drain(..) {
                if bound < self.least() {
                    break;
                }
                score(row, bound);
            }
        }
        findings
    }

    /// The fit of one, with its place in the order.
    pub(super) fn placed(&self, entry: &Arc<Entry>) -> Placed<Arc<Entry>> {
        let fit = self.scorer.score(&entry.facts);
        let rank = Rank::new(&fit, self.role_id, entry.id.as_str());
        Placed { rank, id: entry.id.as_str().into(), fit, item: entry.clone() }
    }

    /// Rows that are present and whose bound reaches the list.
    fn collect(&self, most: &[u16], present: &[bool], rows: &mut Vec<usize>) {
        let least = self.least();
        rows.clear();
        for (stride, bounds) in most.chunks(STRIDE).enumerate() {
            if bounds.iter().all(|bound| *bound < least) {
                continue;
            }
            let reaching = bounds.iter().enumerate().filter(|(_, bound)| **bound >= least);
            rows.extend(reaching.map(|(at, _)| stride * STRIDE + at).filter(|row| present[*row]));
        }
    }

    fn least(&self) -> u16 {
        Bound::least(self.least.load(Ordering::Relaxed))
    }

    fn learn_from(&self, shortlist: &Shortlist<Arc<Entry>>) {
        if let Some(least) = shortlist.threshold() {
            self.least.fetch_max(least, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests;
