//! One pass over the pool for several roles at once: each candidate is scored for all of them before the next one is looked at.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use rayon::prelude::*;

use super::Study;
use crate::domain::CandidateId;
use crate::engine::pool::Entry;
use crate::explain::PoolCounts;
use crate::score::{Evidence, Fit, PayVerdict, Scorer};
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
}

/// A fit that is to be placed among those of all others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Probe {
    /// For which of the roles.
    pub scorer: usize,
    pub rank: Rank,
}

/// What was found.
#[derive(Default)]
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
    /// The best so many, the worst of them on top.
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

impl Pass<'_> {
    pub(super) fn run(&self, study: &Study<'_>) -> Found {
        let mut by_scorer: Vec<Vec<(usize, Rank)>> = vec![Vec::new(); self.scorers.len()];
        for (index, probe) in self.probes.iter().enumerate() {
            by_scorer[probe.scorer].push((index, probe.rank));
        }
        let empty = || Found {
            tallies: self.scorers.iter().map(|_| Tally::default()).collect(),
            better: vec![0; self.probes.len()],
            next_paid: None,
        };
        study
            .entries
            .par_iter()
            .fold(empty, |mut found, entry| {
                self.look_at(entry, &by_scorer, study, &mut found);
                found
            })
            .reduce(empty, |one, other| one.merge(other, study.judgement.limit))
    }

    fn look_at(&self, entry: &Arc<Entry>, by_scorer: &[Vec<(usize, Rank)>], study: &Study<'_>, found: &mut Found) {
        let role_id = study.role.role.id.as_str();
        for (index, scorer) in self.scorers.iter().enumerate() {
            let fit = scorer.score(&entry.facts);
            if index == 0 {
                self.look_for_next_paid(entry, &fit, study, found);
            }
            let tally = &mut found.tallies[index];
            tally.counts.add(&fit, study);
            if fit.gate.is_some() {
                continue;
            }
            let rank = Rank::new(&fit, role_id, entry.id.as_str());
            tally.offer(rank, entry, study.judgement.limit);
            if self.without == Some(&entry.id) {
                continue;
            }
            for (probe, probed) in &by_scorer[index] {
                let is_before = rank > *probed || (rank == *probed && self.without.is_none_or(|own| entry.id < *own));
                found.better[*probe] += usize::from(is_before);
            }
        }
    }

    /// Whether more pay would reach this person, who would be good then.
    fn look_for_next_paid(&self, entry: &Arc<Entry>, fit: &Fit, study: &Study<'_>, found: &mut Found) {
        let (Some(paying_any), None) = (self.paying_any, fit.gate) else { return };
        let Some(asks) = asks_above(fit) else { return };
        let is_nearer = found.next_paid.as_ref().is_none_or(|next| (asks, &entry.id) < (next.asks, &next.entry.id));
        if is_nearer && paying_any.score(&entry.facts).total >= study.judgement.profile.verdicts.good {
            found.next_paid = Some(NextPaid { asks, entry: entry.clone() });
        }
    }
}

/// The least that somebody expects who expects more than the band's top; hundredths a year.
pub(super) fn asks_above(fit: &Fit) -> Option<i64> {
    fit.components.iter().flat_map(|component| &component.evidence).find_map(|evidence| match evidence {
        Evidence::Pay(pay) if pay.verdict == PayVerdict::Above => pay.asks,
        _ => None,
    })
}

impl PoolCounts {
    fn add(&mut self, fit: &Fit, study: &Study<'_>) {
        let verdicts = &study.judgement.profile.verdicts;
        if fit.gate.is_some() {
            self.gated += 1;
            return;
        }
        self.strong += usize::from(fit.total >= verdicts.strong);
        if fit.total >= verdicts.good {
            self.good_or_better += 1;
            self.good_above_pay += usize::from(asks_above(fit).is_some());
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
    fn merge(mut self, other: Self, limit: usize) -> Self {
        for (tally, more) in self.tallies.iter_mut().zip(other.tallies) {
            tally.counts = tally.counts.plus(more.counts);
            for Reverse(place) in more.top {
                tally.keep(place, limit);
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
    fn offer(&mut self, rank: Rank, entry: &Arc<Entry>, limit: usize) {
        let is_out = self.top.len() >= limit && self.top.peek().is_some_and(|Reverse(worst)| worst.rank > rank);
        if !is_out {
            self.keep(Place { rank, entry: entry.clone() }, limit);
        }
    }

    fn keep(&mut self, place: Place, limit: usize) {
        self.top.push(Reverse(place));
        if self.top.len() > limit {
            self.top.pop();
        }
    }

    /// The shortlist, best first.
    pub(super) fn shortlist(&self) -> Vec<&Place> {
        let mut places: Vec<&Place> = self.top.iter().map(|Reverse(place)| place).collect();
        places.sort_unstable_by(|a, b| b.cmp(a));
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
