//! What changes to a role would bring. It is counted by a job that goes on when its page is closed, and kept until the role changes; where
//! somebody else changed since, that is said, and it is counted anew.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use askama::Template;
use axum::extract::State;
use tokio::sync::{Semaphore, watch};

use super::answer::Page;
use super::frame::Frame;
use super::roles::{self, role_id};
use super::shortlist::RoleHead;
use crate::explain::{PoolCounts, WhatIf};
use crate::matching::{WhatIfBasis, WhatIfOptions, WhatIfProgress};
use crate::model::{CancelToken, Language};
use crate::server::app::{App, CancelOnDrop};
use crate::server::problem::Problem;
use crate::server::target::{Id, Query};
use crate::{Engine, MatchOptions, Role, RoleId};

/// A page waits so long for what is being counted; then it tells how far that is.
const WAITS_FOR: Duration = Duration::from_millis(25);
/// So long an answer is kept.
const KEPT_FOR: Duration = Duration::from_secs(60 * 60);
/// For so many roles, each in one language, those that were asked for last.
const MOST_ROLES: usize = 64;

/// What was counted, and what is being counted, of a tenant's roles.
pub(super) struct WhatIfs {
    /// The one that was asked for last stands last.
    roles: Mutex<VecDeque<OfRole>>,
    /// One is counted after the other.
    turn: Arc<Semaphore>,
}

struct OfRole {
    role: RoleId,
    /// That of the changes' words.
    language: Language,
    /// The number of the write that left the role so.
    version: u64,
    answer: Option<Answer>,
    job: Option<Job>,
}

#[derive(Clone)]
struct Answer {
    basis: WhatIfBasis,
    at: Instant,
    found: Arc<WhatIf>,
}

/// Something that is being counted.
#[derive(Clone)]
struct Job {
    progress: WhatIfProgress,
    /// Closed when it is over.
    over: watch::Receiver<()>,
}

/// What a page has to tell.
struct Known {
    answer: Option<Answer>,
    job: Option<Job>,
}

impl Default for WhatIfs {
    fn default() -> Self {
        Self { roles: Mutex::default(), turn: Arc::new(Semaphore::new(1)) }
    }
}

impl WhatIfs {
    fn locked(&self) -> MutexGuard<'_, VecDeque<OfRole>> {
        self.roles.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a role as of one write of it. Where there is neither a job nor an answer to `basis`, `begins` may begin one; it is
    /// told whether there is an older answer.
    fn known(
        &self,
        (role, language): (&RoleId, Language),
        basis: &WhatIfBasis,
        begins: impl FnOnce(bool) -> Option<Job>,
    ) -> Known {
        let mut roles = self.locked();
        roles.iter_mut().for_each(|of_role| drop(of_role.answer.take_if(|answer| answer.at.elapsed() > KEPT_FOR)));
        let is_it = |of_role: &OfRole| of_role.role == *role && of_role.language == language;
        let at = roles.iter().position(|of_role| is_it(of_role) && of_role.version == basis.role_version);
        let mut of_role = at.and_then(|at| roles.remove(at)).unwrap_or_else(|| {
            roles.retain(|of_role| !is_it(of_role));
            OfRole { role: role.clone(), language, version: basis.role_version, answer: None, job: None }
        });
        of_role.job.take_if(|job| job.over.has_changed().is_err());
        let is_answered = of_role.answer.as_ref().is_some_and(|answer| answer.basis == *basis);
        if of_role.job.is_none() && !is_answered {
            of_role.job = begins(of_role.answer.is_some());
        }
        let known = Known { answer: of_role.answer.clone(), job: of_role.job.clone() };
        if roles.len() == MOST_ROLES {
            roles.pop_front();
        }
        roles.push_back(of_role);
        known
    }

    fn answered(&self, (role, language): (&RoleId, Language), answer: Answer) {
        let mut roles = self.locked();
        let version = answer.basis.role_version;
        let is_it =
            |of_role: &&mut OfRole| of_role.role == *role && of_role.language == language && of_role.version == version;
        if let Some(of_role) = roles.iter_mut().find(is_it) {
            of_role.answer = Some(answer);
        }
    }
}

/// Begins to count for a role.
fn begin(app: &App, role: RoleId, language: Language) -> Job {
    let (ends, over) = watch::channel(());
    let progress = WhatIfProgress::default();
    let job = Job { progress: progress.clone(), over };
    let app = app.clone();
    tokio::spawn(async move {
        let _ends = ends;
        let turn = app.page().what_ifs.turn.clone().acquire_owned().await;
        let heavy = app.places().heavy_works.clone().acquire_owned().await;
        // A service that stops drops this, and it stops.
        let cancel = CancelToken::new();
        let _stops = CancelOnDrop(cancel.clone());
        let state = app.clone();
        let counted = app.run_to_its_end(move |engine| {
            let _places = (turn, heavy);
            let basis = engine.what_if_basis(&role)?;
            let engine = engine.cancelled_by(cancel).in_language(language);
            let matching = MatchOptions::default().with_limit(super::shortlist_query::A_PAGE);
            let options = WhatIfOptions::default().with_matching(matching);
            let found = engine.what_if(&role, &options.with_progress(progress).with_on_one_thread(true))?;
            let answer = Answer { basis, at: Instant::now(), found: Arc::new(found) };
            state.page().what_ifs.answered((&role, language), answer);
            Ok(())
        });
        // Where it fails the next page begins it again.
        drop(counted.await);
    });
    job
}

#[derive(Template)]
#[template(config = "src/server/page/askama.toml", path = "what_if.html")]
struct WhatIfPage<'a> {
    f: &'a Frame,
    role: RoleHead,
    /// None while it is counted for the first time.
    counted: Option<Counted>,
    /// Whether something has changed since it was counted.
    is_old: bool,
    job: Option<Under>,
}

/// How far a job is.
struct Under {
    done: usize,
    all: usize,
}

struct Counted {
    total: usize,
    now: PoolCounts,
    changes: Vec<ChangeRow>,
    without_effect: Vec<String>,
}

struct ChangeRow {
    label: String,
    good: usize,
    good_by: String,
    strong: usize,
    strong_by: String,
    gated: usize,
    gated_by: String,
    n_entering: usize,
    entering: Vec<(String, String)>,
}

/// `+3`, `-2`, or nothing.
fn signed(n: i64) -> String {
    if n == 0 { String::new() } else { format!("{n:+}") }
}

impl Counted {
    /// Whoever has gone since is not named.
    fn of(found: &WhatIf, role: &Role, engine: &Engine, frame: &Frame) -> Self {
        let changes = found.changes.iter().map(|effect| ChangeRow {
            label: effect.change.label.clone(),
            good: effect.counts.good_or_better,
            good_by: signed(effect.difference.good_or_better),
            strong: effect.counts.strong,
            strong_by: signed(effect.difference.strong),
            gated: effect.counts.gated,
            gated_by: signed(effect.difference.gated),
            n_entering: effect.n_entering,
            entering: effect
                .entering
                .iter()
                .filter(|who| engine.is_matched(&who.candidate_id))
                .map(|who| {
                    let id = who.candidate_id.to_string();
                    (frame.pair(role.id.as_str(), &id), who.name.clone().unwrap_or(id))
                })
                .collect(),
        });
        Self {
            total: found.total_candidates,
            now: found.now,
            changes: changes.collect(),
            without_effect: found.without_effect.iter().map(|change| change.label.clone()).collect(),
        }
    }
}

pub(super) async fn show(State(app): State<App>, frame: Frame, Id(id): Id, query: Query) -> Result<Page, Problem> {
    let frame = frame.in_section("roles");
    let id = role_id(&id)?;
    let basis = app.engine()?.what_if_basis(&id)?;
    // A page that asks how far it is begins nothing once there is something to show: else it would count as long as it is open.
    let asks_how_far = query.get("wait").is_some();
    let begins = |has_answer: bool| (!asks_how_far || !has_answer).then(|| begin(&app, id.clone(), frame.language));
    let mut known = app.page().what_ifs.known((&id, frame.language), &basis, begins);
    if let Some(mut job) = known.job.take_if(|_| known.answer.is_none()) {
        drop(tokio::time::timeout(WAITS_FOR, job.over.changed()).await);
        known = app.page().what_ifs.known((&id, frame.language), &basis, |_| None);
    }
    app.run(move |engine, _| {
        let role = roles::found(engine, &id)?;
        let under = |job: Job| {
            let (done, all) = job.progress.now();
            Under { done, all: all.max(1) }
        };
        Page::of(&WhatIfPage {
            role: RoleHead::of(&role, &frame),
            is_old: known.answer.as_ref().is_some_and(|answer| answer.basis != basis),
            counted: known.answer.map(|answer| Counted::of(&answer.found, &role, engine, &frame)),
            job: known.job.map(under),
            f: &frame,
        })
    })
    .await
}
