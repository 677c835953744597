//! The best so many, kept while candidates go by.

use std::collections::{BTreeMap, BinaryHeap};

use super::Rank;
use crate::score::{FULL_FIT, Fit, Gate};

/// A candidate (or role) that may stand on a shortlist.
#[derive(Debug)]
pub(crate) struct Placed<T> {
    pub rank: Rank,
    /// Breaks the last tie, between ids whose hashes are equal.
    pub id: Box<str>,
    pub fit: Fit,
    pub item: T,
}

/// The best of those offered, with how many were considered and why others were removed.
#[derive(Debug)]
pub(crate) struct Shortlist<T> {
    limit: usize,
    considered: usize,
    gated: BTreeMap<Gate, usize>,
    /// The worst kept on top.
    kept: BinaryHeap<Worst<T>>,
}

/// Orders the worse first, as a heap needs it.
#[derive(Debug)]
struct Worst<T>(Placed<T>);

impl<T> Ord for Worst<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.0.rank.cmp(&self.0.rank).then_with(|| self.0.id.cmp(&other.0.id))
    }
}

impl<T> PartialOrd for Worst<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Worst<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<T> Eq for Worst<T> {}

impl<T> Shortlist<T> {
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, considered: 0, gated: BTreeMap::new(), kept: BinaryHeap::new() }
    }

    /// Considers one.
    pub(crate) fn offer(&mut self, placed: Placed<T>) {
        self.count(1);
        match placed.fit.gate {
            Some(gate) => self.count_gated(gate),
            None => self.keep(placed),
        }
    }

    /// Considers so many, of whom those that may stand on the list are yet to be kept.
    pub(crate) fn count(&mut self, considered: usize) {
        self.considered += considered;
    }

    /// Notes that a gate removed one of those who were counted.
    pub(crate) fn count_gated(&mut self, gate: Gate) {
        *self.gated.entry(gate).or_default() += 1;
    }

    /// Keeps one of those who were counted, who passed all gates, if among the best.
    pub(crate) fn keep(&mut self, placed: Placed<T>) {
        self.kept.push(Worst(placed));
        if self.kept.len() > self.limit {
            self.kept.pop();
        }
    }

    /// Takes another shortlist of the same role and limit in; the outcome is as if all had been offered here.
    pub(crate) fn merge(mut self, other: Self) -> Self {
        self.considered += other.considered;
        for (gate, count) in other.gated {
            *self.gated.entry(gate).or_default() += count;
        }
        for Worst(placed) in other.kept {
            self.keep(placed);
        }
        self
    }

    /// Counts those who were considered where these come from, instead of these alone.
    pub(crate) fn with_counts(self, considered: usize, gated: BTreeMap<Gate, usize>) -> Self {
        Self { considered, gated, ..self }
    }

    /// The worst fit that still stands, once the list is full: whoever cannot reach it need not be looked at.
    pub(crate) fn threshold(&self) -> Option<u32> {
        (self.kept.len() >= self.limit).then(|| self.kept.peek().map_or(u32::MAX, |worst| worst.0.rank.total()))
    }

    /// Whether anybody of this id may still come to stand on the list of this role.
    pub(crate) fn may_take(&self, role_id: &str, id: &str) -> bool {
        // Where less than all is enough, whoever reaches it may have more.
        self.threshold().is_none_or(|least| least < FULL_FIT)
            || self.kept.peek().is_some_and(|worst| Rank::highest(role_id, id) >= worst.0.rank)
    }

    pub(crate) fn considered(&self) -> usize {
        self.considered
    }

    pub(crate) fn gated(&self) -> &BTreeMap<Gate, usize> {
        &self.gated
    }

    /// What the kept ones are ordered by, best first.
    pub(crate) fn ranks(&self) -> Vec<Rank> {
        let mut ordered: Vec<&Worst<T>> = self.kept.iter().collect();
        ordered.sort();
        ordered.into_iter().map(|worst| worst.0.rank).collect()
    }

    /// The kept ones, best first.
    pub(crate) fn into_ordered(self) -> Vec<Placed<T>> {
        // Sorted by "worse", ascending: the best come first.
        self.kept.into_sorted_vec().into_iter().map(|worst| worst.0).collect()
    }
}
