//! Who stands where by what is kept of a role: exact, as everybody's fit and coverage follow from it, and ties are decided by the same
//! order as ever.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::sync::Arc;

use super::{RoleScores, Row};
use crate::domain::CandidateId;
use crate::domain::parallel::prelude::*;
use crate::engine::RoleEntry;
use crate::engine::entry::Entry;
use crate::engine::options::Judgement;
use crate::engine::pool::Snapshot;
use crate::engine::tile::Tile;
use crate::score::{AppliedWeights, Gate, Scorer, Share};
use crate::shortlist::{Placed, Rank, Shortlist};

/// Somebody with a place in the order.
#[derive(Debug)]
struct Standing {
    rank: Rank,
    entry: Arc<Entry>,
}

/// Those of a tile who may stand among the best, by what they are ordered by first, and their rows.
struct InTile<'t> {
    tile: &'t Tile,
    rows: &'t [Row],
    found: Found,
    keys: Vec<(u64, u16)>,
}

/// What was found in some tiles.
#[derive(Debug, Default)]
struct Found {
    considered: usize,
    gated: BTreeMap<Gate, usize>,
    best: Vec<Standing>,
}

/// What is asked of the kept numbers.
struct Asked<'a> {
    scores: &'a RoleScores,
    weights: AppliedWeights,
    /// The bits that it takes.
    gates: u64,
    role_id: &'a str,
    judgement: &'a Judgement,
}

/// Fit and coverage in one number, in the order of ranks.
fn key(total: u32, coverage: Share) -> u64 {
    (u64::from(total) << 32) | u64::from(coverage.get())
}

impl Judgement {
    /// As [`Judgement::shortlist`] of the same role, by what is kept of it.
    pub(in crate::engine) fn shortlist_by(
        &self,
        scores: &RoleScores,
        scorer: &Scorer<'_>,
        role: &RoleEntry,
        pool: Snapshot,
    ) -> Shortlist<Arc<Entry>> {
        let role_id = role.role.id.as_str();
        let (found, others) = self.found(scores, scorer, role, pool);
        let placed = |Standing { rank, entry }: Standing| {
            let fit = scorer.score(&entry.facts());
            debug_assert_eq!(Rank::new(&fit, role_id, entry.id.as_str()), rank, "{} was kept otherwise", entry.id);
            Placed { rank, id: entry.id.as_str().into(), fit, item: entry }
        };
        let best: Vec<Placed<Arc<Entry>>> = found.best.into_par_iter().map(placed).collect();
        let mut listed = Shortlist::new(self.limit);
        for placed in best {
            listed.keep(placed);
        }
        listed.with_counts(found.considered, found.gated).merge(self.shortlist(scorer, role_id, &others))
    }

    /// Ids and fits alone, in millionths of a point: of those who are kept nobody is judged.
    pub(in crate::engine) fn best_by(
        &self,
        scores: &RoleScores,
        scorer: &Scorer<'_>,
        role: &RoleEntry,
        pool: Snapshot,
    ) -> Vec<(CandidateId, u32)> {
        let (found, others) = self.found(scores, scorer, role, pool);
        let listed = self.shortlist(scorer, role.role.id.as_str(), &others).into_ordered().into_iter();
        let others = listed.map(|placed| Standing { rank: placed.rank, entry: placed.item }).collect();
        let all = found.with(Found { best: others, ..Found::default() }).cut(self.limit);
        all.best.into_iter().map(|standing| (standing.entry.id.clone(), standing.rank.total())).collect()
    }

    /// Those who are kept, and the part of the pool of which nothing is.
    fn found(
        &self,
        scores: &RoleScores,
        scorer: &Scorer<'_>,
        role: &RoleEntry,
        Snapshot { tiles, newcomers }: Snapshot,
    ) -> (Found, Snapshot) {
        let asked = Asked {
            scores,
            weights: scorer.weights(),
            gates: scores.gates(role),
            role_id: role.role.id.as_str(),
            judgement: self,
        };
        let (kept, tiles): (Vec<Tile>, Vec<Tile>) = tiles.into_iter().partition(|tile| scores.rows(tile).is_some());
        let in_tile = |tile| asked.in_tile(tile, scores.rows(tile).unwrap_or_default());
        let in_tiles: Vec<InTile<'_>> = kept.par_iter().map(in_tile).collect();
        // Only whoever may be among the best of all is looked at for more than a number.
        let mut keys: Vec<u64> = in_tiles.iter().flat_map(|tile| &tile.keys).map(|(key, _)| *key).collect();
        let least = nth_greatest(&mut keys, self.limit).unwrap_or(0);
        let found = in_tiles.into_par_iter().map(|tile| asked.standing(tile, least));
        (found.reduce(Found::default, Found::with).cut(self.limit), Snapshot { tiles, newcomers })
    }
}

/// Of more than `n` keys, the one that so many reach.
fn nth_greatest(keys: &mut [u64], n: usize) -> Option<u64> {
    (keys.len() > n).then(|| *keys.select_nth_unstable_by_key(n - 1, |key| Reverse(*key)).1)
}

impl Asked<'_> {
    /// Nobody is found once the question is cancelled, which whoever asks looks at in the end.
    fn in_tile<'t>(&self, tile: &'t Tile, rows: &'t [Row]) -> InTile<'t> {
        let found = Found { considered: tile.len(), ..Found::default() };
        let mut in_tile = InTile { tile, rows, found, keys: Vec::new() };
        if self.judgement.cancel.is_cancelled() {
            return in_tile;
        }
        let last = self.judgement.last_before().map(|rank| {
            let (total, coverage, _) = rank.parts();
            key(total, Share::new(coverage))
        });
        let InTile { found, keys, .. } = &mut in_tile;
        for (row, entry) in tile.rows() {
            let Row { unweighed, passing } = &rows[row];
            let lacking = self.gates & !passing;
            if lacking != 0 {
                *found.gated.entry(self.scores.gate(lacking)).or_default() += 1;
                continue;
            }
            let key = key(unweighed.total(self.weights), unweighed.must_have_coverage);
            let is_later = match last.map_or(Ordering::Less, |last| key.cmp(&last)) {
                Ordering::Less => true,
                Ordering::Equal => self.judgement.is_after_the_last(self.rank(rows, row, entry), entry.id.as_str()),
                Ordering::Greater => false,
            };
            if is_later {
                keys.push((key, u16::try_from(row).expect("tiles have fewer rows")));
            }
        }
        let limit = self.judgement.limit;
        if keys.len() > limit {
            keys.select_nth_unstable_by_key(limit - 1, |(key, _)| Reverse(*key));
            let least = keys[limit - 1].0;
            keys.retain(|(key, _)| *key >= least);
        }
        in_tile
    }

    /// Those who reach what it takes, with their places.
    fn standing(&self, InTile { tile, rows, mut found, keys }: InTile<'_>, least: u64) -> Found {
        let best = keys.into_iter().filter(|(key, _)| *key >= least);
        let present = best.filter_map(|(_, row)| Some((usize::from(row), tile.row(usize::from(row))?)));
        let standing =
            |(row, entry): (usize, &Arc<Entry>)| Standing { rank: self.rank(rows, row, entry), entry: entry.clone() };
        found.best = present.map(standing).collect();
        found
    }

    fn rank(&self, rows: &[Row], row: usize, entry: &Entry) -> Rank {
        let unweighed = &rows[row].unweighed;
        Rank::of(unweighed.total(self.weights), unweighed.must_have_coverage, self.role_id, entry.id.as_str())
    }
}

impl Found {
    fn with(mut self, other: Self) -> Self {
        self.considered += other.considered;
        for (gate, count) in other.gated {
            *self.gated.entry(gate).or_default() += count;
        }
        self.best.extend(other.best);
        self
    }

    /// The best so many, in their order.
    fn cut(mut self, limit: usize) -> Self {
        self.best.sort_unstable_by(|a, b| b.rank.cmp(&a.rank).then_with(|| a.entry.id.cmp(&b.entry.id)));
        self.best.truncate(limit);
        self
    }
}
