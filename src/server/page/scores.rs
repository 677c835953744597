//! What is judged beside, so that questions about a role are answered at once, and what is told of it until then.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use crate::model::{CancelToken, RoleStatus};
use crate::search::{SearchOptions, SearchSort};
use crate::server::app::App;
use crate::server::problem::Problem;
use crate::server::target::Query;
use crate::{Engine, Error, RoleId};

/// A page that asks again how far a role is waits twice as long, up to so many times: what can be answered before everybody is judged is.
const MAX_DOUBLINGS: u32 = 6;
/// So many roles are judged before anybody asks for them: those that were written last.
const N_AHEAD: usize = 16;

/// Judges everybody for a role, where that is not done: weights that are moved, gates that are switched, filters and the pool are then
/// answered from what it came to. Whether it is under way; answers are the same with and without.
pub(super) fn keep_beside(app: &App, role: &RoleId) -> bool {
    let Ok(engine) = app.engine() else { return false };
    if engine.lacks_scores(role) {
        let (app, role) = (app.clone(), role.clone());
        // Nobody waits for it, and nobody misses it: it begins again with the next page of the role.
        tokio::spawn(async move { drop(app.run(move |engine, _| Ok(engine.keep_scores(&role)?)).await) });
        return true;
    }
    engine.judged_so_far(role).is_some()
}

/// The same for the roles that are likely to be opened, one after the other, as long as there is room for more.
pub(super) fn keep_ahead(app: &App) {
    let Ok(turn) = app.page().ahead.clone().try_acquire_owned() else { return };
    let app = app.clone();
    tokio::spawn(async move {
        let _turn = turn;
        let Ok(roles) = app.run(|engine, _| Ok(latest(engine)?)).await else { return };
        for role in roles {
            let has_room = app.run(move |engine, _| Ok(engine.keep_scores_ahead(&role)?)).await;
            if matches!(has_room, Ok(false)) {
                return;
            }
        }
    });
}

/// One round of [`keep_ahead`] at a time.
pub(super) fn one_at_a_time() -> Arc<Semaphore> {
    Arc::new(Semaphore::new(1))
}

fn latest(engine: &Engine) -> Result<Vec<RoleId>, Error> {
    let mut options = SearchOptions::default().with_sort(SearchSort::Updated).with_limit(N_AHEAD);
    options.filters = options.filters.with_status([RoleStatus::Open, RoleStatus::Draft]);
    Ok(engine.search_roles(&options)?.documents.into_iter().map(|role| role.id).collect())
}

/// How long a page about a role waits for its answer.
pub(super) struct Patience {
    /// None for as long as it takes: nothing that would make it quicker is under way.
    within: Option<Duration>,
    /// How often the same was asked before.
    n_before: u32,
}

/// How far a role is for which everybody is being judged.
pub(super) struct Judging {
    pub judged: usize,
    pub all: usize,
    /// How many people there are.
    pub total: usize,
    /// The address of the page.
    pub here: String,
    /// The same for whoever asks again.
    pub next: String,
}

impl Patience {
    pub(super) fn of(app: &App, role: &RoleId, query: &Query) -> Self {
        let n_before = query.get("wait").and_then(|n| n.parse::<u32>().ok()).unwrap_or(0).min(MAX_DOUBLINGS);
        let within = keep_beside(app, role).then(|| app.bounds().judging * 2_u32.pow(n_before));
        Self { within, n_before }
    }

    /// The answer, or how far the role is; `here` is the address without what this adds to it.
    pub(super) fn answer<T>(
        &self,
        engine: &Engine,
        cancel: &CancelToken,
        (role, here): (&RoleId, String),
        ask: impl Fn(&Engine) -> Result<T, Problem>,
    ) -> Result<Result<T, Judging>, Problem> {
        if let Some(within) = self.within {
            let early = cancel.clone().with_deadline(Instant::now() + within);
            let answer = ask(&engine.cancelled_by(early.clone()));
            if answer.is_ok() || !early.is_cancelled() || cancel.is_cancelled() {
                return answer.map(Ok);
            }
            if let Some((judged, all)) = engine.judged_so_far(role) {
                let and = if here.contains('?') { '&' } else { '?' };
                let next = format!("{here}{and}wait={}", self.n_before + 1);
                return Ok(Err(Judging { judged, all: all.max(1), total: engine.candidate_count(), here, next }));
            }
        }
        // It has been judged meanwhile, or will not be.
        ask(engine).map(Ok)
    }
}
