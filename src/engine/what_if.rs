//! What-if: how a role's pool would be under single changes, and what would lift one candidate. Puts the question together and
//! the answer; scores through the one scorer.

mod candidate_change;
mod lift;
mod pass;
mod role_change;

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::entry::Entry;
use super::options::Judgement;
use super::pool::Snapshot;
use super::{Engine, Inner, MatchOptions, RoleEntry};
use crate::domain::parallel::{on_one_thread, prelude::*};
use crate::domain::{Candidate, CandidateId, Error, Role, RoleId, setters};
use crate::explain::{CutOff, Explainer, Leaver, Model, Newcomer, PoolDifference, WhatIf, WhatIfEffect, hundredths};
use crate::extract::Extractor;
use crate::score::Scorer;
use crate::shortlist::Rank;
use crate::taxonomy::Taxonomy;
use pass::{NextPaid, Pass, Place, Probe, Tally};
use role_change::{Rise, RoleChange};

/// What is asked of a what-if.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct WhatIfOptions {
    /// How candidates are matched. `limit` is the length of the shortlist of which comings and goings are told.
    pub matching: MatchOptions,
    /// A candidate of whom to tell what would bring them over the cut-off.
    pub candidate: Option<CandidateId>,
    /// What that candidate is to reach: a place on the shortlist unless said, or the verdict good for somebody on it.
    pub cut_off: Option<CutOff>,
    /// Told how far it is.
    pub progress: Option<WhatIfProgress>,
    /// Whether it is done on one thread of its own, so that what others ask meanwhile finds the others free. On all cores unless said.
    pub on_one_thread: bool,
}

setters! {
    impl WhatIfOptions {
        with_matching(matching: is MatchOptions);
        with_candidate(candidate: some CandidateId);
        with_cut_off(cut_off: some CutOff);
        with_progress(progress: some WhatIfProgress);
        with_on_one_thread(on_one_thread: is bool);
    }
}

/// How far a what-if is, for others to look at: in tiles of people. What depends on the pool itself is counted in a second pass, so that
/// there can be more to do later than there seemed to be. Cheap to clone, and every clone is the same.
#[derive(Clone, Debug, Default)]
pub struct WhatIfProgress(Arc<Steps>);

#[derive(Debug, Default)]
struct Steps {
    done: AtomicUsize,
    all: AtomicUsize,
}

impl WhatIfProgress {
    fn expect(&self, more: usize) {
        self.0.all.fetch_add(more, Ordering::Relaxed);
    }

    fn step(&self) {
        self.0.done.fetch_add(1, Ordering::Relaxed);
    }

    /// How much is done, and of how much, as far as it is known.
    pub fn now(&self) -> (usize, usize) {
        (self.0.done.load(Ordering::Relaxed), self.0.all.load(Ordering::Relaxed))
    }
}

/// What a what-if counts: equal as long as the role, everybody in the pool, what is known of the field, and the day are the same. Whoever
/// keeps an answer tells by it whether it still holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WhatIfBasis {
    /// The number of the write that left the role so.
    pub role_version: u64,
    pool_version: u64,
    model: Model,
}

/// So many who come, and who leave, are named.
const NAMED: usize = 10;

impl Engine {
    /// How the pool of a role would be if one thing about the role were different: a must-have dropped or met by related skills,
    /// a gate lifted, more pay, a smaller scale, another level, remote work, fewer years. With a candidate, also the smallest
    /// changes on either side that would bring that person over the cut-off, each verified by scoring again.
    ///
    /// Everybody is scored once for the role as it is and once for each change, all in one pass over the pool. What depends on
    /// the pool itself, the least rise of pay that reaches the next good person and pairs of changes for one candidate, takes
    /// a second one.
    ///
    /// ```
    /// use rolefit::{Candidate, Engine, Role};
    /// use rolefit::matching::WhatIfOptions;
    ///
    /// let engine = Engine::in_memory();
    /// let role: Role = serde_json::from_str(r#"{"id": "r-1", "must_have": [{"name": "Lustre", "gate": true}]}"#)?;
    /// let candidate: Candidate = serde_json::from_str(r#"{"id": "c-1", "summary": "I run BeeGFS."}"#)?;
    /// engine.put_role(&role)?;
    /// engine.put_candidate(&candidate)?;
    /// let answer = engine.what_if(&role.id, &WhatIfOptions::default())?;
    /// assert_eq!(answer.now.gated, 1);
    /// assert!(answer.changes.iter().any(|effect| effect.counts.gated == 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotFound`] when the role or the candidate is not known; [`Error::Configuration`] for unusable options;
    /// [`Error::Cancelled`] when this handle's token says so.
    pub fn what_if(&self, role: &RoleId, options: &WhatIfOptions) -> Result<WhatIf, Error> {
        let inner = &*self.inner;
        let role = inner.role_entry(role)?;
        let candidate = options.candidate.as_ref().map(|id| inner.candidate_entry(id)).transpose()?;
        let judgement = self.judgement(&options.matching)?;
        let pool = inner.pool.snapshot();
        let progress = options.progress.clone().unwrap_or_default();
        let study = self.study(&role, &pool, &judgement, &progress);
        let answer = || study.answer(candidate.as_deref(), options.cut_off);
        let answer = if options.on_one_thread { on_one_thread(answer) } else { answer() };
        judgement.cancel.check().map(|()| answer)
    }

    /// What a what-if of a role would count now.
    ///
    /// # Errors
    /// [`Error::NotFound`] when there is no such role.
    pub fn what_if_basis(&self, role: &RoleId) -> Result<WhatIfBasis, Error> {
        let inner = &*self.inner;
        let (seq, _) = inner.role_entry_with_seq(role)?;
        let model = self.judgement(&MatchOptions::default())?.model(&inner.options.taxonomy);
        Ok(WhatIfBasis { role_version: seq.0, pool_version: inner.pool.version(), model })
    }

    /// [`Engine::what_if`] for a role and candidates that need not be put; nobody is stored.
    ///
    /// # Errors
    /// [`Error::Invalid`] when a document breaks a rule, as [`Engine::rank`] tells it; [`Error::NotFound`] when the candidate who is
    /// asked about is not among them; [`Error::Configuration`] for unusable options; [`Error::Unreadable`] for the first document
    /// that cannot be read, as places in a part of a pool are wrong ones.
    pub fn what_if_among(
        &self,
        role: &Role,
        candidates: &[Candidate],
        options: &WhatIfOptions,
    ) -> Result<WhatIf, Error> {
        let engine = self.for_call(&options.matching);
        engine.check_question(role, candidates)?;
        let (cancel, extractor) = (&engine.cancel, engine.extractor());
        let entry = |candidate| cancel.check().and_then(|()| Ok(Arc::new(Entry::new(candidate, &extractor)?)));
        let entries: Vec<Arc<Entry>> = candidates.par_iter().map(entry).collect::<Result<_, Error>>()?;
        let among = |id: &CandidateId| {
            let found = entries.iter().find(|entry| entry.id == *id);
            found.ok_or_else(|| Error::NotFound { what: "candidate", id: id.to_string() })
        };
        let candidate = options.candidate.as_ref().map(among).transpose()?;
        let judgement = engine.judgement(&options.matching)?;
        let tiles = judgement.tile_model(&self.inner.options.taxonomy).tiles(&entries);
        let pool = Snapshot { tiles, newcomers: Vec::new() };
        let candidate = candidate.map(|entry| &**entry);
        let (role, progress) = (engine.role_entry(role)?, options.progress.clone().unwrap_or_default());
        let answer = engine.study(&role, &pool, &judgement, &progress).answer(candidate, options.cut_off);
        judgement.cancel.check().map(|()| answer)
    }

    fn study<'a>(
        &'a self,
        role: &'a RoleEntry,
        pool: &'a Snapshot,
        judgement: &'a Judgement,
        progress: &'a WhatIfProgress,
    ) -> Study<'a> {
        let Inner { options, extractor, .. } = &*self.inner;
        Study { role, pool, judgement, taxonomy: &options.taxonomy, extractor, progress }
    }
}

/// One question about one role and pool.
struct Study<'a> {
    role: &'a RoleEntry,
    pool: &'a Snapshot,
    judgement: &'a Judgement,
    taxonomy: &'a Taxonomy,
    extractor: &'a Extractor,
    progress: &'a WhatIfProgress,
}

/// The pool for the role as it is.
struct Before<'a> {
    scorer: &'a Scorer<'a>,
    tally: &'a Tally,
}

impl Study<'_> {
    fn answer(&self, candidate: Option<&Entry>, cut_off: Option<CutOff>) -> WhatIf {
        let as_it_is = self.scorer(self.role);
        let to_one = candidate
            .and_then(|entry| pass::asks_above(&[as_it_is.pay(&entry.facts())]))
            .and_then(|asks| role_change::top_that_meets(&self.role.facts, asks));
        let (changes, not_tried) = role_change::all(self.role, to_one, self.taxonomy);
        let roles: Vec<RoleEntry> = changes.par_iter().map(|change| self.changed(change)).collect();
        let paying_any = role_change::paying_any(self.role);
        let paying_any = paying_any.as_ref().map(|role| self.scorer(role));
        let scorers: Vec<Scorer<'_>> =
            std::iter::once(as_it_is).chain(roles.iter().map(|role| self.scorer(role))).collect();
        let search = candidate.map(|entry| lift::Search::new(self, entry, &changes, &scorers));

        let pass = Pass {
            scorers: &scorers.iter().collect::<Vec<_>>(),
            probes: &search.as_ref().map(lift::Search::probes).unwrap_or_default(),
            without: candidate.map(|entry| &entry.id),
            paying_any: paying_any.as_ref(),
            counts: true,
        };
        let found = pass.run(self);
        let (now, with_changes) = found.tallies.split_first().expect("the role as it is comes first");
        let before = Before { scorer: &scorers[0], tally: now };
        let mut effects: Vec<WhatIfEffect> = changes
            .iter()
            .zip(with_changes)
            .zip(&scorers[1..])
            .filter(|((change, _), _)| change.is_for_all())
            .map(|((change, tally), scorer)| self.effect(change, tally, scorer, &before))
            .collect();
        effects.extend(found.next_paid.as_ref().and_then(|next| self.least_rise(next, &before)));
        let (mut effects, without_effect): (Vec<_>, Vec<_>) = effects.into_iter().partition(changes_anything);
        effects.sort_by_key(helpfulness);
        WhatIf {
            role_id: self.role.role.id.clone(),
            total_candidates: self.pool.len(),
            limit: self.judgement.limit,
            now: now.counts,
            changes: effects,
            without_effect: without_effect.into_iter().map(|effect| effect.change).collect(),
            not_tried,
            candidate: search.map(|search| search.outlook(now, &found.better, cut_off)),
            model: self.judgement.model(self.taxonomy),
        }
    }

    /// One change, with who comes and who goes.
    fn effect(&self, change: &RoleChange, tally: &Tally, scorer: &Scorer<'_>, before: &Before<'_>) -> WhatIfEffect {
        let limit = self.judgement.limit;
        let (now, then) = (before.tally.shortlist(limit), tally.shortlist(limit));
        let ids = |places: &[&Place]| -> HashSet<CandidateId> { places.iter().map(|p| p.entry.id.clone()).collect() };
        let (ids_now, ids_then) = (ids(&now), ids(&then));
        let entering: Vec<(usize, &Place)> =
            (1..).zip(then).filter(|(_, place)| !ids_now.contains(&place.entry.id)).collect();
        let leaving: Vec<(usize, &Place)> =
            (1..).zip(now).filter(|(_, place)| !ids_then.contains(&place.entry.id)).collect();
        WhatIfEffect {
            change: change.describe(self.role, self.taxonomy, self.judgement.language),
            counts: tally.counts,
            difference: tally.counts.less(before.tally.counts),
            n_entering: entering.len(),
            n_leaving: leaving.len(),
            entering: entering
                .into_iter()
                .take(NAMED)
                .map(|(rank, place)| self.newcomer(rank, &place.entry, place.rank.total(), before.scorer))
                .collect(),
            leaving: leaving
                .into_iter()
                .take(NAMED)
                .map(|(rank, place)| Leaver {
                    candidate_id: place.entry.id.clone(),
                    name: self.name(&place.entry),
                    rank_before: rank,
                    fit_before: hundredths(place.rank.total()),
                    fit: hundredths(scorer.score(&place.entry.facts()).total),
                })
                .collect(),
            reaches: None,
        }
    }

    /// The least rise of the band's top that reaches the next good person. Who that is depends on the pool, so this takes a pass
    /// of its own.
    fn least_rise(&self, next: &NextPaid, before: &Before<'_>) -> Option<WhatIfEffect> {
        let top = role_change::top_that_meets(&self.role.facts, next.asks)?;
        let change = RoleChange::PayTop(top, Rise::ToNext);
        let role = self.changed(&change);
        let scorer = self.scorer(&role);
        let fit = scorer.score(&next.entry.facts());
        let rank = Rank::new(&fit, self.role.role.id.as_str(), next.entry.id.as_str());
        let found = Pass {
            scorers: &[&scorer],
            probes: &[Probe { scorer: 0, rank, exact: true }],
            without: Some(&next.entry.id),
            paying_any: None,
            counts: true,
        }
        .run(self);
        let reached = self.newcomer(found.better[0] + 1, &next.entry, fit.total, before.scorer);
        Some(WhatIfEffect { reaches: Some(reached), ..self.effect(&change, &found.tallies[0], &scorer, before) })
    }

    fn newcomer(&self, rank: usize, entry: &Entry, total: u32, as_it_is: &Scorer<'_>) -> Newcomer {
        let before = as_it_is.score(&entry.facts());
        Newcomer {
            candidate_id: entry.id.clone(),
            name: self.name(entry),
            rank,
            fit: hundredths(total),
            verdict: self.explainer().verdict(total),
            fit_before: hundredths(before.total),
            gated_before: before.gate.is_some(),
        }
    }

    fn name(&self, entry: &Entry) -> Option<String> {
        entry.person().name.clone().filter(|_| !self.judgement.blind)
    }

    fn changed(&self, change: &RoleChange) -> RoleEntry {
        role_change::changed(self.role, &[change], self.taxonomy, self.extractor)
    }

    fn scorer<'r>(&'r self, role: &'r RoleEntry) -> Scorer<'r> {
        self.judgement.scorer(role, self.taxonomy)
    }

    fn explainer(&self) -> Explainer<'_> {
        Explainer {
            taxonomy: self.taxonomy,
            profile: &self.judgement.profile,
            with_evidence: false,
            language: self.judgement.language,
        }
    }
}

fn changes_anything(effect: &WhatIfEffect) -> bool {
    effect.difference != PoolDifference::default() || effect.n_entering > 0 || effect.n_leaving > 0
}

/// Smaller for what helps more: more good people, more strong ones, fewer removed, fewer out of the band's reach, a new
/// shortlist.
fn helpfulness(effect: &WhatIfEffect) -> impl Ord + use<> {
    let d = effect.difference;
    (Reverse(d.good_or_better), Reverse(d.strong), d.gated, d.good_above_pay, Reverse(effect.n_entering))
}
