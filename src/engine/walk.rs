//! A walk through candidates for one role: who is removed, and the fits of those who may reach what it takes. Who is passed over is
//! known to fall short; what is done with the others is the visitor's matter.

use std::cmp::Reverse;
use std::sync::Arc;

use super::pool::Entry;
use super::tile::Tile;
use crate::score::{Bound, Fit, Gate, Judged, Scorer, Sheet};

/// At least so many of a tile's highest bounds are scored before the others are looked at closer: they say what it takes.
const FIRST: usize = 32;
/// So many bounds are passed over at once when none of them reaches what it takes.
const STRIDE: usize = 64;

/// A role's scorer with its bounds.
pub(super) struct Walk<'a> {
    pub scorer: &'a Scorer<'a>,
    bound: Bound<'a>,
    has_gates: bool,
}

/// Who is told what a walk finds.
pub(super) trait Visitor {
    /// Fits of less, in millionths of a point, need not be told. May rise on the way.
    fn least(&self) -> u32;

    /// A gate removes somebody.
    fn removed(&mut self, by: Gate);

    /// Somebody who passes all gates has this fit.
    fn judged(&mut self, entry: &Arc<Entry>, fit: Fit);
}

/// Room that one thread uses again in its walk.
#[derive(Default)]
pub(super) struct Room {
    sheet: Sheet,
    judged: Judged,
    /// Where there are gates.
    passing: Vec<bool>,
    rows: Vec<usize>,
    bounds: Vec<(u16, usize)>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(scorer: &'a Scorer<'a>) -> Self {
        let bound = Bound::new(scorer);
        Self { has_gates: bound.has_gates(), scorer, bound }
    }

    /// Scores one, whatever it takes.
    pub(super) fn one(&self, entry: &Arc<Entry>, visitor: &mut (impl Visitor + ?Sized)) {
        let fit = self.scorer.score(&entry.facts);
        match fit.gate {
            Some(gate) => visitor.removed(gate),
            None => visitor.judged(entry, fit),
        }
    }

    /// Goes through a tile. `wanted` is how many the visitor wants to know of: as long as nothing is known of what it takes, twice
    /// as many are scored first.
    pub(super) fn tile(&self, tile: &Tile, room: &mut Room, wanted: usize, visitor: &mut (impl Visitor + ?Sized)) {
        if !self.bound.holds_over(&tile.columns) {
            tile.entries().for_each(|entry| self.one(entry, visitor));
            return;
        }
        let Room { sheet, judged, passing, rows, bounds } = room;
        let entry = |row: usize| tile.row(row).expect("only rows that are there are asked for");
        let facts = |row: usize| &entry(row).facts;
        if self.has_gates {
            passing.clear();
            passing.extend((0..tile.columns.n_rows()).map(|row| tile.row(row).is_some()));
            self.bound.pass_gates(&tile.columns, facts, passing, sheet, judged, |gate| visitor.removed(gate));
        }
        let passes = |row: usize| if self.has_gates { passing[row] } else { tile.row(row).is_some() };
        self.bound.over(&tile.columns, sheet);
        collect(sheet.most(), Bound::least(visitor.least()), passes, rows);
        // Once it is known what it takes, there is nothing to learn from the highest bounds.
        let n_first = if visitor.least() > 0 { 0 } else { FIRST.max(wanted.saturating_mul(2)).min(rows.len()) };
        if n_first < rows.len() {
            rows.select_nth_unstable_by_key(n_first, |row| Reverse(sheet.most()[*row]));
        }
        let (first, others) = rows.split_at(n_first);
        bounds.clear();
        for (at, group) in [first, others].into_iter().enumerate() {
            let least = Bound::least(visitor.least());
            let reaching = group.iter().filter(|row| sheet.most()[**row] >= least);
            // Of the first ones nobody knows yet what it takes.
            if at == 0 {
                bounds.extend(reaching.map(|row| (sheet.most()[*row], *row)));
            } else {
                let refined = |row: &usize| {
                    let bound = self.bound.refined(&tile.columns, sheet, judged, *row, facts(*row), least)?;
                    Some((bound, *row))
                };
                bounds.extend(reaching.filter_map(refined));
            }
            bounds.sort_unstable_by_key(|(bound, row)| (Reverse(*bound), *row));
            for (bound, row) in bounds.drain(..) {
                if bound < Bound::least(visitor.least()) {
                    break;
                }
                let entry = entry(row);
                let fit = self.scorer.score(&entry.facts);
                debug_assert!(Bound::least(fit.total) <= bound, "{} is above its bound", entry.id);
                debug_assert_eq!(fit.gate, None, "{} was to be removed", entry.id);
                visitor.judged(entry, fit);
            }
        }
    }
}

/// Rows that pass and whose bound reaches `least`.
fn collect(most: &[u16], least: u16, passes: impl Fn(usize) -> bool, rows: &mut Vec<usize>) {
    rows.clear();
    for (stride, bounds) in most.chunks(STRIDE).enumerate() {
        if bounds.iter().all(|bound| *bound < least) {
            continue;
        }
        let reaching = bounds.iter().enumerate().filter(|(_, bound)| **bound >= least);
        rows.extend(reaching.map(|(at, _)| stride * STRIDE + at).filter(|row| passes(*row)));
    }
}
