//! What would bring one candidate over the cut-off: single changes of the role or the candidate, then pairs, each verified by
//! scoring again.

use std::collections::HashSet;
use std::sync::Arc;

use super::Study;
use super::candidate_change::{self, CandidateChange};
use super::pass::{Pass, Probe, Tally};
use super::role_change::{self, Matter, RoleChange};
use crate::engine::RoleEntry;
use crate::engine::entry::{Entry, Person};
use crate::explain::{CandidateOutlook, Change, CutOff, CutOffRow, Explainer, Lift, gate_label, hundredths};
use crate::score::{Fit, Scorer};
use crate::shortlist::Rank;

/// Pairs are made of so many single changes, those that help most.
const MAX_HELPFUL: usize = 10;
/// So many pairs, those with the best fits, are verified against the pool.
const MAX_PAIRS: usize = 12;
/// So many single changes are told, and so many pairs.
const MAX_LIFTS: usize = 10;
const MAX_PAIRS_TOLD: usize = 5;

/// A search for one candidate.
pub(super) struct Search<'a> {
    study: &'a Study<'a>,
    entry: &'a Entry,
    person: Arc<Person>,
    changes: &'a [RoleChange],
    /// The candidate as things are.
    fit: Fit,
    singles: Vec<Single>,
}

/// One change, with the candidate's fit when it is made.
struct Single {
    change: OneChange,
    matter: Matter,
    fit: Fit,
}

#[derive(Clone)]
enum OneChange {
    /// By its place among the changes.
    Role(usize),
    Candidate(CandidateChange),
}

/// Two changes together.
struct Pair {
    /// Places among the single changes, ascending.
    of: [usize; 2],
    /// The role with its part of the changes; none when it stays as it is.
    role: Option<RoleEntry>,
    fit: Fit,
}

impl<'a> Search<'a> {
    /// Tries all single changes; `scorers` are those of the role as it is and then of each change.
    pub(super) fn new(
        study: &'a Study<'a>,
        entry: &'a Entry,
        changes: &'a [RoleChange],
        scorers: &[Scorer<'_>],
    ) -> Self {
        let person = entry.person();
        let fit = scorers[0].score(&person.facts);
        let mut singles: Vec<Single> = changes
            .iter()
            .zip(&scorers[1..])
            .enumerate()
            .map(|(at, (change, scorer))| Single {
                change: OneChange::Role(at),
                matter: change.matter(),
                fit: scorer.score(&person.facts),
            })
            .collect();
        singles.extend(candidate_change::all(study.role, &fit).into_iter().map(|change| {
            let mut facts = person.facts.clone();
            change.apply(&mut facts, study.role);
            Single { matter: change.matter(), fit: scorers[0].score(&facts), change: OneChange::Candidate(change) }
        }));
        Self { study, entry, person, changes, fit, singles }
    }

    /// The places to be counted in the pass over the pool: that of the candidate as things are, then with each change.
    pub(super) fn probes(&self) -> Vec<Probe> {
        // The place as things are is told however far down it is, unless a gate takes it away.
        let now = Probe { scorer: 0, rank: self.rank(&self.fit), exact: self.fit.gate.is_none() };
        let with_changes = self.singles.iter().map(|single| {
            let scorer = if let OneChange::Role(at) = single.change { at + 1 } else { 0 };
            Probe { scorer, rank: self.rank(&single.fit), exact: false }
        });
        std::iter::once(now).chain(with_changes).collect()
    }

    /// The answer, from how many others stand before each probe and the pool as it is.
    pub(super) fn outlook(&self, now: &Tally, better: &[usize], cut_off: Option<CutOff>) -> CandidateOutlook {
        let limit = self.study.judgement.limit;
        let good = self.study.judgement.profile.verdicts.good;
        let is_on_list = self.fit.gate.is_none() && better[0] < limit;
        let by = cut_off.unwrap_or(if is_on_list { CutOff::Good } else { CutOff::Shortlist });
        let is_over = |fit: &Fit, better: usize| {
            let is_far_enough = match by {
                CutOff::Shortlist => better < limit,
                CutOff::Good => fit.total >= good,
            };
            fit.gate.is_none() && is_far_enough
        };
        let reached = is_over(&self.fit, better[0]);
        let mut n_pairs_tried = 0;
        let mut lifts = Vec::new();
        if !reached {
            let works: Vec<bool> =
                self.singles.iter().zip(&better[1..]).map(|(single, better)| is_over(&single.fit, *better)).collect();
            lifts = self.single_lifts(&works, &better[1..]);
            if lifts.is_empty() {
                (lifts, n_pairs_tried) = self.pair_lifts(by, &is_over);
            }
        }
        let explainer = self.explainer();
        let last = now.shortlist(limit).get(limit - 1).map(|place| place.rank.total());
        CandidateOutlook {
            candidate_id: self.entry.id.clone(),
            name: self.person.name.clone().filter(|_| !self.study.judgement.blind),
            fit: hundredths(self.fit.total),
            verdict: explainer.verdict(self.fit.total),
            rank: self.fit.gate.is_none().then_some(better[0] + 1),
            gated: self.fit.gate.map(|gate| gate_label(gate, &self.study.role.facts, self.study.judgement.language)),
            cut_off: match by {
                CutOff::Shortlist => CutOffRow { by, rank: Some(limit), fit: last.map(hundredths) },
                CutOff::Good => CutOffRow { by, rank: None, fit: Some(hundredths(good)) },
            },
            reached,
            lifts,
            n_singles_tried: self.singles.len(),
            n_pairs_tried,
        }
    }

    /// Those single changes that work; of each matter, on each side, the gentlest.
    fn single_lifts(&self, works: &[bool], better: &[usize]) -> Vec<Lift> {
        let mut told = HashSet::new();
        self.singles
            .iter()
            .zip(works)
            .zip(better)
            .filter(|((single, works), _)| **works && told.insert((single.is_of_role(), single.matter)))
            .take(MAX_LIFTS)
            .map(|((single, _), better)| self.lift(vec![self.describe(single)], &single.fit, *better))
            .collect()
    }

    /// Pairs that work, when no single change does, and how many were verified.
    fn pair_lifts(&self, by: CutOff, is_over: &dyn Fn(&Fit, usize) -> bool) -> (Vec<Lift>, usize) {
        let pairs = self.pairs();
        let of_role = self.study.scorer(self.study.role);
        let own: Vec<Option<Scorer<'_>>> =
            pairs.iter().map(|pair| pair.role.as_ref().map(|role| self.study.scorer(role))).collect();
        let scorers: Vec<&Scorer<'_>> =
            std::iter::once(&of_role).chain(own.iter().filter_map(Option::as_ref)).collect();
        let mut next = 0;
        let probes: Vec<Probe> = pairs
            .iter()
            .map(|pair| {
                next += usize::from(pair.role.is_some());
                let scorer = if pair.role.is_some() { next } else { 0 };
                // The place is told of whoever is over the cut-off; on a shortlist few stand before it.
                let exact = by == CutOff::Good && is_over(&pair.fit, 0);
                Probe { scorer, rank: self.rank(&pair.fit), exact }
            })
            .collect();
        let without = Some(&self.entry.id);
        let pass = Pass { scorers: &scorers, probes: &probes, without, paying_any: None, counts: false };
        let better = if pairs.is_empty() { Vec::new() } else { pass.run(self.study).better };
        let mut working: Vec<(&Pair, usize)> =
            pairs.iter().zip(better).filter(|(pair, better)| is_over(&pair.fit, *better)).collect();
        working.sort_by_key(|(pair, _)| pair.of);
        // Of each two matters only the gentlest pair.
        let mut told = HashSet::new();
        working.retain(|(pair, _)| {
            told.insert(pair.of.map(|at| (self.singles[at].is_of_role(), self.singles[at].matter)))
        });
        let lifts = working
            .into_iter()
            .take(MAX_PAIRS_TOLD)
            .map(|(pair, better)| {
                self.lift(pair.of.iter().map(|at| self.describe(&self.singles[*at])).collect(), &pair.fit, better)
            })
            .collect();
        (lifts, pairs.len())
    }

    /// The pairs of the most helpful changes that leave no gate in the way, those with the best fits first.
    fn pairs(&self) -> Vec<Pair> {
        let mut helpful: Vec<usize> = (0..self.singles.len()).filter(|at| self.helps(&self.singles[*at])).collect();
        helpful.sort_by_key(|&at| {
            let fit = &self.singles[at].fit;
            (fit.gate.is_some(), std::cmp::Reverse(fit.total), at)
        });
        helpful.truncate(MAX_HELPFUL);
        helpful.sort_unstable();
        let mut pairs: Vec<Pair> = Vec::new();
        for (n, &one) in helpful.iter().enumerate() {
            for &two in &helpful[n + 1..] {
                if self.singles[one].matter != self.singles[two].matter {
                    pairs.push(self.pair([one, two]));
                }
            }
        }
        pairs.retain(|pair| pair.fit.gate.is_none());
        pairs.sort_by_key(|pair| (std::cmp::Reverse(pair.fit.total), pair.of));
        pairs.truncate(MAX_PAIRS);
        pairs
    }

    /// Whether a change raises the fit or takes a gate out of the way.
    fn helps(&self, single: &Single) -> bool {
        single.fit.total > self.fit.total || single.fit.gate != self.fit.gate
    }

    fn pair(&self, of: [usize; 2]) -> Pair {
        let mut on_role: Vec<&RoleChange> = Vec::new();
        let mut person = self.person.facts.clone();
        for at in of {
            match &self.singles[at].change {
                OneChange::Role(change) => on_role.push(&self.changes[*change]),
                OneChange::Candidate(change) => change.apply(&mut person, self.study.role),
            }
        }
        let role = (!on_role.is_empty())
            .then(|| role_change::changed(self.study.role, &on_role, self.study.taxonomy, self.study.extractor));
        let fit = self.study.scorer(role.as_ref().unwrap_or(self.study.role)).score(&person);
        Pair { of, role, fit }
    }

    fn rank(&self, fit: &Fit) -> Rank {
        Rank::new(fit, self.study.role.role.id.as_str(), self.entry.id.as_str())
    }

    fn describe(&self, single: &Single) -> Change {
        let language = self.study.judgement.language;
        match &single.change {
            OneChange::Role(at) => self.changes[*at].describe(self.study.role, self.study.taxonomy, language),
            OneChange::Candidate(change) => {
                change.describe(self.study.role, &self.person.facts, self.study.taxonomy, language)
            }
        }
    }

    fn lift(&self, changes: Vec<Change>, fit: &Fit, better: usize) -> Lift {
        let verdict = self.explainer().verdict(fit.total);
        Lift { changes, fit: hundredths(fit.total), verdict, rank: better + 1 }
    }

    fn explainer(&self) -> Explainer<'_> {
        self.study.explainer()
    }
}

impl Single {
    fn is_of_role(&self) -> bool {
        matches!(self.change, OneChange::Role(_))
    }
}
