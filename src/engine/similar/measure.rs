//! Fits in proportion to one's own: the scorer's findings about others, measured by what it finds about the one who is compared.

use std::cmp::Reverse;

use crate::domain::parallel::prelude::*;
use crate::domain::{CancelToken, Error, Weights};
use crate::engine::options::Judgement;
use crate::engine::{Engine, MatchOptions, RoleEntry};
use crate::extract::CandidateFacts;
use crate::score::{AppliedWeights, ComponentState, Fit, Scorer, Share};
use crate::shortlist::{Placed, Rank, Shortlist};
use crate::taxonomy::Taxonomy;

/// So many more than asked for are kept, so that ties at the end of the list are broken like the others.
const TIES: usize = 64;

/// How likeness is judged: as a match, without bonuses.
pub(super) fn judgement(options: &MatchOptions, engine: &Engine) -> Result<Judgement, Error> {
    let mut judgement = engine.judgement(options)?;
    judgement.profile.bonus.most = 0;
    Ok(judgement)
}

/// What is asked by the one who is compared, and what they get for it themselves.
pub(super) struct Measure<'a> {
    scorer: Scorer<'a>,
    own: [Share; 6],
    limit: usize,
    cancel: &'a CancelToken,
    id: &'a str,
}

impl<'a> Measure<'a> {
    pub(super) fn new(
        judgement: &'a Judgement,
        asked: &'a RoleEntry,
        own: &CandidateFacts,
        taxonomy: &'a Taxonomy,
    ) -> Self {
        let weights: Vec<&Weights> =
            [asked.role.weights.as_ref(), judgement.weights.as_ref()].into_iter().flatten().collect();
        let scorer = judgement.scorer(asked, taxonomy).without_pay(&weights);
        let own = scorer.score(own).components.map(|component| component.score);
        Self { scorer, own, limit: judgement.limit, cancel: &judgement.cancel, id: asked.role.id.as_str() }
    }

    pub(super) fn weights(&self) -> AppliedWeights {
        self.scorer.weights()
    }

    /// The fit of another, of whose components each counts in proportion to one's own. Silence stays what it is: it is no
    /// likeness of those of whom little is known.
    pub(super) fn fit(&self, other: &CandidateFacts) -> Fit {
        let mut fit = self.scorer.score(other);
        let (mut before, mut after) = (0_u32, 0_u32);
        for (component, own) in fit.components.iter_mut().zip(self.own) {
            before += component.points;
            if component.state == ComponentState::Scored {
                component.score = Share::ratio(u64::from(component.score.get()), u64::from(own.get()));
                component.points = component.score.times(component.weight).get() * 100;
            }
            after += component.points;
        }
        // A penalty is a share of the points.
        for (_, lost) in &mut fit.penalties {
            let scaled = u64::from(*lost) * u64::from(after) / u64::from(before.max(1));
            *lost = u32::try_from(scaled).unwrap_or(*lost);
        }
        fit.total = after.saturating_sub(fit.penalties.iter().map(|(_, lost)| lost).sum());
        fit
    }

    /// The nearest, best first; among equals those come first who are nearer in turn, by `back`. Nobody when nothing is known to
    /// compare by. Once the judgement is cancelled, whoever comes first.
    pub(super) fn nearest<T: Send + Sync>(
        &self,
        others: Vec<T>,
        id: impl Fn(&T) -> &str + Sync,
        fit: impl Fn(&T, &Self) -> Fit + Sync,
        back: impl Fn(&T) -> u32,
    ) -> Vec<Placed<T>> {
        if self.weights().0.iter().all(|weight| *weight == Share::ZERO) {
            return Vec::new();
        }
        let empty = || Shortlist::new(self.limit + TIES);
        let mut nearest = others
            .into_par_iter()
            .fold(empty, |mut shortlist, other| {
                if self.cancel.is_cancelled() {
                    return shortlist;
                }
                let fit = fit(&other, self);
                let (rank, id) = (Rank::new(&fit, self.id, id(&other)), id(&other).into());
                shortlist.offer(Placed { rank, id, fit, item: other });
                shortlist
            })
            .reduce(empty, Shortlist::merge)
            .into_ordered();
        for equals in nearest.chunk_by_mut(|one, other| one.fit.total == other.fit.total) {
            if equals.len() > 1 {
                equals.sort_by_cached_key(|placed| Reverse(back(&placed.item)));
            }
        }
        nearest.truncate(self.limit);
        nearest
    }
}
