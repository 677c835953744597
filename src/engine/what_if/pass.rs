//! One pass over the pool for several roles at once: each tile is walked through for all of them before the next one is looked at.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::Study;
use crate::domain::CandidateId;
use crate::domain::parallel::prelude::*;
use crate::engine::entry::Entry;
use crate::engine::tile::Tile;
use crate::engine::walk::{Room, Rows, Visitor, Walk};
use crate::explain::PoolCounts;
use crate::extract::CandidateFacts;
use crate::score::{ComponentScore, Evidence, Fit, Gate, PayVerdict, Scorer};
use crate::shortlist::Rank;

/// What is to be found out in one pass.
pub(super) struct Pass<'a> {
    /// The roles.
    pub scorers: &'a [&'a Scorer<'a>],
    /// Places to be counted.
    pub probes: &'a [Probe],
    /// Whose own entry is no rival of the probes.
    pub without: Option<&'a CandidateId>,
    /// The first role with a band that everybody's expectation is within: finds whom more pay would reach.
    pub paying_any: Option<&'a Scorer<'a>>,
    /// Whether the pool is counted and listed for each role. Where only places are asked, few need be scored.
    pub counts: bool,
}

/// A fit that is to be placed among those of all others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe {
    /// For which of the roles.
    pub scorer: usize,
    pub rank: Rank,
    /// Whether all who stand before it are counted. Of others they are counted where the fit is good or the place on the shortlist;
    /// elsewhere at least as many as the shortlist is long.
    pub exact: bool,
}

/// What was found.
pub(super) struct Found {
    /// One for each role.
    pub tallies: Vec<Tally>,
    /// How many others stand before each probe.
    pub better: Vec<usize>,
    pub next_paid: Option<NextPaid>,
}

/// The pool for one role.
#[derive(Default)]
pub(super) struct Tally {
    pub counts: PoolCounts,
    /// The best so many, the worst of them on top: one more than the shortlist, for it may hold the candidate asked about, who is no
    /// rival of their own.
    top: BinaryHeap<Reverse<Place>>,
}

/// Somebody with a place on a shortlist. Greater is better; the order is that of shortlists.
#[derive(Clone)]
pub(super) struct Place {
    pub rank: Rank,
    pub entry: Arc<Entry>,
}

/// Somebody good who expects more than the band's top.
pub(super) struct NextPaid {
    /// The least that is expected, in hundredths a year in the band's currency and on its basis.
    pub asks: i64,
    pub entry: Arc<Entry>,
}

/// The fit that it takes to matter for one of the roles, as far as all threads have found out: in millionths of a point.
struct Least {
    /// Whoever may come before a probe whose place is to be exact, and whoever is good where the pool is counted.
    always: u32,
    /// Below it, nobody comes before any other probe; nothing where the pool is listed.
    probed: u32,
    /// Some list is full of such.
    listed: AtomicU32,
}

impl Least {
    fn now(&self) -> u32 {
        self.listed.load(Ordering::Relaxed).max(self.probed).min(self.always)
    }
}

/// A pass under way.
struct Course<'a> {
    pass: &'a Pass<'a>,
    study: &'a Study<'a>,
    walks: Vec<Walk<'a>>,
    paying_any: Option<Walk<'a>>,
    /// By role.
    least: Vec<Least>,
    /// By role: the probes, with their numbers.
    probes: Vec<Vec<(usize, Rank)>>,
}

/// What one thread has found.
struct Finder<'a> {
    course: &'a Course<'a>,
    found: Found,
    rooms: Vec<Room>,
}

/// Counts and places people for one of the roles.
struct Placing<'a> {
    course: &'a Course<'a>,
    role: usize,
    tally: &'a mut Tally,
    better: &'a mut [usize],
}

/// Looks for the next good person whom more pay would reach.
struct Paying<'a> {
    course: &'a Course<'a>,
    next: &'a mut Option<NextPaid>,
}

impl Pass<'_> {
    pub(super) fn run(&self, study: &Study<'_>) -> Found {
        let mut probes: Vec<Vec<(usize, Rank)>> = vec![Vec::new(); self.scorers.len()];
        for (index, probe) in self.probes.iter().enumerate() {
            probes[probe.scorer].push((index, probe.rank));
        }
        let good = study.judgement.profile.verdicts.good;
        let least = |role: usize| {
            let lowest = |exact: bool| {
                let asked = self.probes.iter().filter(|probe| probe.scorer == role && probe.exact == exact);
                asked.map(|probe| probe.rank.total()).fold(u32::MAX, u32::min)
            };
            let (always, probed) =
                if self.counts { (lowest(true).min(good), 0) } else { (lowest(true), lowest(false)) };
            Least { always, probed, listed: AtomicU32::new(0) }
        };
        let tiles = &study.pool.tiles;
        let (first, others) = self.scorers.split_first().expect("the first role is the one that others differ from");
        let first = Walk::new(first, tiles);
        let mut walks = vec![if others.is_empty() { first } else { first.before_others() }];
        for scorer in others {
            walks.push(Walk::beside(&walks[0], scorer, tiles));
        }
        let course = Course {
            pass: self,
            study,
            paying_any: self.paying_any.map(|scorer| Walk::beside(&walks[0], scorer, tiles)),
            walks,
            least: (0..self.scorers.len()).map(least).collect(),
            probes,
        };
        let merge = |one: Found, other: Found| one.merge(other, study.judgement.limit + 1);
        let finder = || Finder::new(&course);
        let found = |finder: Finder<'_>| finder.found;
        study.progress.expect(study.pool.tiles.len());
        let in_tiles = study.pool.tiles.par_iter().fold(finder, Finder::with_tile).map(found);
        let newcomers = study.pool.newcomers.par_iter().fold(finder, Finder::with_newcomer).map(found);
        in_tiles.chain(newcomers).reduce(|| Found::nothing(self), merge)
    }
}

impl<'a> Finder<'a> {
    fn new(course: &'a Course<'a>) -> Self {
        let n_walks = course.walks.len() + usize::from(course.paying_any.is_some());
        Self { course, found: Found::nothing(course.pass), rooms: (0..n_walks).map(|_| Room::default()).collect() }
    }

    /// Nothing is added once the study is cancelled, which whoever began it looks at in the end.
    fn with_tile(mut self, tile: &Tile) -> Self {
        let wanted = self.course.study.judgement.limit;
        // Most who come near for one role come near for all, and differ for them in little.
        let rows = Rows::of(tile, self.course.pass.scorers[0]);
        self.for_each_walk(|walk, room, visitor| walk.tile(tile, Some(&rows), room, wanted, visitor));
        self.course.study.progress.step();
        self
    }

    fn with_newcomer(mut self, entry: &Arc<Entry>) -> Self {
        self.for_each_walk(|walk, _, visitor| walk.one(entry, visitor));
        self
    }

    fn for_each_walk(&mut self, mut go: impl FnMut(&Walk<'_>, &mut Room, &mut dyn Visitor)) {
        let Self { course, found, rooms } = self;
        let Found { tallies, better, next_paid } = found;
        let mut rooms = rooms.iter_mut();
        for ((role, walk), tally) in course.walks.iter().enumerate().zip(tallies) {
            let room = rooms.next().expect("there is a room for each walk");
            if course.study.judgement.cancel.is_cancelled() {
                return;
            }
            go(walk, room, &mut Placing { course, role, tally, better });
        }
        if let (Some(walk), Some(room)) = (&course.paying_any, rooms.next()) {
            go(walk, room, &mut Paying { course, next: next_paid });
        }
    }
}

impl Visitor for Placing<'_> {
    fn least(&self) -> u32 {
        self.course.least[self.role].now()
    }

    fn removed(&mut self, _: Gate) {
        self.tally.counts.gated += 1;
    }

    fn judged(&mut self, entry: &Arc<Entry>, _: &CandidateFacts, fit: Fit) {
        let Course { pass, study, least, probes, .. } = self.course;
        self.tally.counts.add(&fit, study);
        let rank = Rank::new(&fit, study.role.role.id.as_str(), entry.id.as_str());
        let n_kept = study.judgement.limit + 1;
        self.tally.offer(rank, entry, n_kept);
        if let Some(worst) = self.tally.threshold(n_kept) {
            least[self.role].listed.fetch_max(worst, Ordering::Relaxed);
        }
        if pass.without == Some(&entry.id) {
            return;
        }
        for (probe, probed) in &probes[self.role] {
            let is_before = rank > *probed || (rank == *probed && pass.without.is_none_or(|own| entry.id < *own));
            self.better[*probe] += usize::from(is_before);
        }
    }
}

impl Visitor for Paying<'_> {
    fn least(&self) -> u32 {
        self.course.study.judgement.profile.verdicts.good
    }

    fn removed(&mut self, _: Gate) {}

    fn judged(&mut self, entry: &Arc<Entry>, facts: &CandidateFacts, fit: Fit) {
        if fit.total < self.least() {
            return;
        }
        let pay = self.course.pass.scorers[0].pay(facts);
        let Some(asks) = asks_above(std::slice::from_ref(&pay)) else { return };
        let is_nearer = self.next.as_ref().is_none_or(|next| (asks, &entry.id) < (next.asks, &next.entry.id));
        if is_nearer {
            *self.next = Some(NextPaid { asks, entry: entry.clone() });
        }
    }
}

/// The least that somebody expects who expects more than the band's top; hundredths a year.
pub(super) fn asks_above(components: &[ComponentScore]) -> Option<i64> {
    components.iter().flat_map(|component| &component.evidence).find_map(|evidence| match evidence {
        Evidence::Pay(pay) if pay.verdict == PayVerdict::Above => pay.asks,
        _ => None,
    })
}

impl PoolCounts {
    fn add(&mut self, fit: &Fit, study: &Study<'_>) {
        let verdicts = &study.judgement.profile.verdicts;
        self.strong += usize::from(fit.total >= verdicts.strong);
        if fit.total >= verdicts.good {
            self.good_or_better += 1;
            self.good_above_pay += usize::from(asks_above(&fit.components).is_some());
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            strong: self.strong + other.strong,
            good_or_better: self.good_or_better + other.good_or_better,
            good_above_pay: self.good_above_pay + other.good_above_pay,
            gated: self.gated + other.gated,
        }
    }
}

impl Found {
    fn nothing(pass: &Pass<'_>) -> Self {
        let tallies = pass.scorers.iter().map(|_| Tally::default()).collect();
        Self { tallies, better: vec![0; pass.probes.len()], next_paid: None }
    }

    fn merge(mut self, other: Self, n_kept: usize) -> Self {
        for (tally, more) in self.tallies.iter_mut().zip(other.tallies) {
            tally.counts = tally.counts.plus(more.counts);
            for Reverse(place) in more.top {
                tally.keep(place, n_kept);
            }
        }
        for (count, more) in self.better.iter_mut().zip(other.better) {
            *count += more;
        }
        self.next_paid = match (self.next_paid, other.next_paid) {
            (Some(one), Some(two)) => {
                Some(if (one.asks, &one.entry.id) <= (two.asks, &two.entry.id) { one } else { two })
            }
            (one, two) => one.or(two),
        };
        self
    }
}

impl Tally {
    fn offer(&mut self, rank: Rank, entry: &Arc<Entry>, n_kept: usize) {
        let is_out = self.top.len() >= n_kept && self.top.peek().is_some_and(|Reverse(worst)| worst.rank > rank);
        if !is_out {
            self.keep(Place { rank, entry: entry.clone() }, n_kept);
        }
    }

    fn keep(&mut self, place: Place, n_kept: usize) {
        self.top.push(Reverse(place));
        if self.top.len() > n_kept {
            self.top.pop();
        }
    }

    /// The worst fit of the best so many, once there are as many.
    fn threshold(&self, n_kept: usize) -> Option<u32> {
        (self.top.len() >= n_kept).then(|| self.top.peek().map_or(u32::MAX, |Reverse(worst)| worst.rank.total()))
    }

    /// The shortlist of so many, best first.
    pub(super) fn shortlist(&self, limit: usize) -> Vec<&Place> {
        let mut places: Vec<&Place> = self.top.iter().map(|Reverse(place)| place).collect();
        places.sort_unstable_by(|a, b| b.cmp(a));
        places.truncate(limit);
        places
    }
}

impl Ord for Place {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank.cmp(&other.rank).then_with(|| other.entry.id.cmp(&self.entry.id))
    }
}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Place {}
