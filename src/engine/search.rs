//! The shortlist of a pool for one role: bounds first, then the fits of those who may stand on it. The outcome is that of scoring
//! everybody.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use super::entry::Entry;
use super::options::Judgement;
use super::pool::Snapshot;
use super::tile::Tile;
use super::walk::{Room, Visitor, Walk};
use crate::domain::parallel::prelude::*;
use crate::extract::CandidateFacts;
use crate::score::{Fit, Gate, Scorer};
use crate::shortlist::{Placed, Rank, Shortlist};

/// A search under way for one role, over any number of tiles on any number of threads.
pub(super) struct Search<'a> {
    walk: Walk<'a>,
    role_id: &'a str,
    judgement: &'a Judgement,
    /// The fit that it takes at least, in millionths of a point: some list of enough candidates is full of such.
    least: AtomicU32,
}

/// What one thread has found.
pub(super) struct Findings<'a> {
    search: &'a Search<'a>,
    pub shortlist: Shortlist<Arc<Entry>>,
    room: Room,
}

impl Judgement {
    /// The best of a pool, on all cores.
    pub(crate) fn shortlist(&self, scorer: &Scorer<'_>, role_id: &str, pool: &Snapshot) -> Shortlist<Arc<Entry>> {
        let search = Search::new(scorer, role_id, self, &pool.tiles);
        let in_tiles = pool
            .tiles
            .par_iter()
            .fold(|| search.findings(), Findings::with_tile)
            .map(|findings| findings.shortlist)
            .reduce(|| Shortlist::new(self.limit), Shortlist::merge);
        let found = in_tiles.merge(search.each(&pool.newcomers));
        search.count_time();
        found
    }

    /// The same by scoring each of `entries`, on all cores.
    pub(crate) fn each(&self, scorer: &Scorer<'_>, role_id: &str, entries: &[Arc<Entry>]) -> Shortlist<Arc<Entry>> {
        Search::new(scorer, role_id, self, &[]).each(entries)
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(scorer: &'a Scorer<'a>, role_id: &'a str, judgement: &'a Judgement, tiles: &[Tile]) -> Self {
        Self { walk: Walk::new(scorer, tiles), role_id, judgement, least: AtomicU32::new(0) }
    }

    /// Scores each of `entries`, on all cores.
    fn each(&self, entries: &[Arc<Entry>]) -> Shortlist<Arc<Entry>> {
        let offer = |mut shortlist: Shortlist<Arc<Entry>>, entry: &Arc<Entry>| {
            if !self.judgement.cancel.is_cancelled() {
                let began = Instant::now();
                self.judgement.offer(&mut shortlist, self.placed(entry));
                self.walk.spent.on_fits(began);
            }
            shortlist
        };
        let empty = || Shortlist::new(self.judgement.limit);
        entries.par_iter().fold(empty, offer).reduce(empty, Shortlist::merge)
    }

    /// Counts what its threads have spent as that of one match, in the end.
    pub(super) fn count_time(&self) {
        self.walk.spent.count(&self.judgement.timings);
    }

    pub(super) fn findings(&self) -> Findings<'_> {
        self.going_on(Shortlist::new(self.judgement.limit))
    }

    /// Findings that begin with what was found elsewhere.
    pub(super) fn going_on(&self, shortlist: Shortlist<Arc<Entry>>) -> Findings<'_> {
        let findings = Findings { search: self, shortlist, room: Room::default() };
        findings.tell();
        findings
    }

    /// The fit of one, with its place in the order.
    pub(super) fn placed(&self, entry: &Arc<Entry>) -> Placed<Arc<Entry>> {
        self.place(entry, self.walk.scorer.score(&entry.facts()))
    }

    fn place(&self, entry: &Arc<Entry>, fit: Fit) -> Placed<Arc<Entry>> {
        let rank = Rank::new(&fit, self.role_id, entry.id.as_str());
        Placed { rank, id: entry.id.as_str().into(), fit, item: entry.clone() }
    }
}

impl Findings<'_> {
    /// Adds what stands in a tile; nothing once the search is cancelled, which whoever began it is to look at in the end.
    pub(super) fn with_tile(mut self, tile: &Tile) -> Self {
        if self.search.judgement.cancel.is_cancelled() {
            return self;
        }
        self.shortlist.count(tile.len());
        let mut room = std::mem::take(&mut self.room);
        self.search.walk.tile(tile, None, &mut room, self.search.judgement.limit, &mut self);
        Self { room, ..self }
    }

    /// Lets the other threads know what it takes.
    fn tell(&self) {
        if let Some(least) = self.shortlist.threshold() {
            self.search.least.fetch_max(least, Ordering::Relaxed);
        }
    }
}

impl Visitor for Findings<'_> {
    fn least(&self) -> u32 {
        self.search.least.load(Ordering::Relaxed)
    }

    /// Nobody does once the search is cancelled, in the midst of a tile, too: judging the rest of one takes many milliseconds.
    fn may_matter(&self, entry: &Entry) -> bool {
        !self.search.judgement.cancel.is_cancelled() && self.shortlist.may_take(self.search.role_id, entry.id.as_str())
    }

    fn removed(&mut self, by: Gate) {
        self.shortlist.count_gated(by);
    }

    fn judged(&mut self, entry: &Arc<Entry>, _: &CandidateFacts, fit: Fit) {
        let placed = self.search.place(entry, fit);
        if self.search.judgement.is_on_later_page(&placed) {
            self.shortlist.keep(placed);
            self.tell();
        }
    }
}

#[cfg(test)]
mod tests;
