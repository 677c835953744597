//! What all handlers share: the engine once it is open, the phase of the service's life, and the bounds on work.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use axum::http::HeaderValue;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use tracing::Span;

use super::bounds::Bounds;
use super::idempotency::UnderWay;
use super::key_watch::{Demand, KeyWatch};
use super::knowledge::KnowledgeFiles;
use super::metrics::Metrics;
use super::places::{self, ALL_REQUESTS, Places};
use super::problem::Problem;
use super::rate::RateLimit;
use super::webhooks::Sender;
use crate::access::TenantName;
use crate::model::CancelToken;
use crate::storage::Progress;
use crate::{Engine, Limits};

/// The shared state. Cheap to clone; every clone is the same.
#[derive(Clone)]
pub(super) struct App(Arc<Shared>);

struct Shared {
    phase: RwLock<Phase>,
    opening: Progress,
    metrics: Metrics,
    places: Arc<Places>,
    bounds: Bounds,
    limits: Limits,
    access: Access,
    tenant: TenantName,
    under_way: UnderWay,
    rate_limit: Option<RateLimit>,
    #[cfg(feature = "page")]
    page: super::page::PageState,
}

/// Who may send requests, and how many.
#[derive(Clone, Debug, Default)]
pub(super) struct Access {
    /// The keys that requests must bring as soon as there is one. What is kept in memory alone has none.
    pub keys: Option<Arc<KeyWatch>>,
    /// While there are no keys, requests that a web page of another host can send are refused, but for those of the origins.
    pub local_only: bool,
    /// Origins whose pages may send requests.
    pub origins: Vec<HeaderValue>,
    /// The shards of a coordinator, which has no engine.
    pub shards: Option<Arc<super::coordinate::Shards>>,
    /// What sends webhooks.
    pub webhooks: Sender,
    /// Requests a minute and client.
    pub requests_a_minute: Option<u32>,
    /// Files that are read anew when an admin asks for it.
    pub knowledge: KnowledgeFiles,
    /// The path under which a proxy has the service, such as `/rolefit`; empty for none.
    #[cfg(feature = "page")]
    pub url_prefix: String,
    /// Who is signed in to the page.
    #[cfg(feature = "page")]
    pub sessions: super::page::Sessions,
}

enum Phase {
    Opening,
    Ready(Engine),
    /// There is no engine: others are asked.
    Coordinating,
    /// The documents could not be opened then.
    Failed(Instant),
    Stopping(Option<Engine>),
}

impl Phase {
    /// The engine, which is missing from then on.
    fn take_engine(&mut self) -> Option<Engine> {
        match std::mem::replace(self, Self::Stopping(None)) {
            Self::Opening | Self::Coordinating | Self::Failed(_) => None,
            Self::Ready(engine) => Some(engine),
            Self::Stopping(engine) => engine,
        }
    }
}

impl App {
    pub(super) fn new(bounds: Bounds, limits: Limits, access: Access) -> Self {
        let places = Arc::new(Places::new(&bounds));
        Self::of(TenantName::default(), places, bounds, limits, access)
    }

    /// That of another tenant, whose documents are still to be opened: it shares the places of the process, and nothing else that
    /// changes.
    pub(super) fn for_tenant(&self, tenant: TenantName) -> Self {
        let Shared { places, bounds, limits, access, .. } = &*self.0;
        Self::of(tenant, places.clone(), *bounds, limits.clone(), access.clone())
    }

    fn of(tenant: TenantName, places: Arc<Places>, bounds: Bounds, limits: Limits, access: Access) -> Self {
        Self(Arc::new(Shared {
            phase: RwLock::new(Phase::Opening),
            opening: Progress::default(),
            metrics: Metrics::default(),
            places,
            bounds,
            limits,
            rate_limit: access.requests_a_minute.map(RateLimit::new),
            access,
            tenant,
            under_way: UnderWay::default(),
            #[cfg(feature = "page")]
            page: super::page::PageState::default(),
        }))
    }

    /// Once a service stops it gets no engine any more: the one that was opened in vain is closed.
    pub(super) fn set_ready(&self, engine: Engine) {
        let mut phase = self.phase_mut();
        if matches!(*phase, Phase::Opening) {
            *phase = Phase::Ready(engine.of_checked_documents());
        }
    }

    /// Another engine over the same documents, for all later requests; the old one goes with the last of its own.
    pub(super) fn put_in_place(&self, engine: Engine) {
        let mut phase = self.phase_mut();
        if let Phase::Ready(old) | Phase::Stopping(Some(old)) = &mut *phase {
            *old = engine.of_checked_documents();
        }
    }

    /// From now on requests are passed on to shards.
    pub(super) fn set_coordinating(&self) {
        let mut phase = self.phase_mut();
        if matches!(*phase, Phase::Opening) {
            *phase = Phase::Coordinating;
        }
    }

    /// The shards, of a coordinator.
    pub(super) fn shards(&self) -> Result<&Arc<super::coordinate::Shards>, Problem> {
        self.0.access.shards.as_ref().ok_or_else(Problem::internal)
    }

    /// The documents cannot be opened.
    pub(super) fn set_failed(&self) {
        let mut phase = self.phase_mut();
        if matches!(*phase, Phase::Opening) {
            *phase = Phase::Failed(Instant::now());
        }
    }

    /// Whether the documents are to be opened once more, because that failed so long ago; then they count as being opened.
    pub(super) fn begins_anew(&self, after: Duration) -> bool {
        let mut phase = self.phase_mut();
        let is_over = matches!(*phase, Phase::Failed(when) if when.elapsed() >= after);
        if is_over {
            *phase = Phase::Opening;
        }
        is_over
    }

    /// Whether the documents are still to be opened.
    pub(super) fn is_opening(&self) -> bool {
        matches!(&*self.0.phase.read().unwrap_or_else(PoisonError::into_inner), Phase::Opening)
    }

    /// From now on no new request is let in; those under way keep the engine. One change: nobody sees a moment without it.
    pub(super) fn set_stopping(&self) {
        let mut phase = self.phase_mut();
        let engine = phase.take_engine();
        *phase = Phase::Stopping(engine);
    }

    /// The engine, taken away from all later requests.
    pub(super) fn take_engine(&self) -> Option<Engine> {
        self.phase_mut().take_engine()
    }

    fn phase_mut(&self) -> std::sync::RwLockWriteGuard<'_, Phase> {
        self.0.phase.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether new requests are let in; else the problem that says why not.
    pub(super) fn ready(&self) -> Result<(), Problem> {
        match &*self.0.phase.read().unwrap_or_else(PoisonError::into_inner) {
            Phase::Ready(_) | Phase::Coordinating => Ok(()),
            Phase::Opening => {
                let detail = format!("the service is starting ({}); ask again soon", self.0.opening.state());
                Err(Problem::unavailable("starting", detail))
            }
            Phase::Failed(_) => {
                let detail = "the tenant's documents cannot be opened; the log of the service says why";
                Err(Problem::unavailable("store_unavailable", detail))
            }
            Phase::Stopping(_) => {
                Err(Problem::unavailable("stopping", "the service is stopping; ask another or again soon"))
            }
        }
    }

    /// The engine, for those who were let in.
    pub(super) fn engine(&self) -> Result<Engine, Problem> {
        let phase = self.0.phase.read().unwrap_or_else(PoisonError::into_inner);
        match &*phase {
            // What is written is in the newest from the moment that it is in place.
            Phase::Ready(engine) | Phase::Stopping(Some(engine)) => Ok(engine.newest()),
            Phase::Opening | Phase::Coordinating | Phase::Failed(_) | Phase::Stopping(None) => {
                drop(phase);
                self.ready().and(Err(Problem::unavailable("stopping", "the service is stopping")))
            }
        }
    }

    /// Whether a request of any sort would find a place; else the problem that says why not.
    pub(super) fn has_room(&self) -> Result<(), Problem> {
        self.ready()?;
        let Places { works, bodies, .. } = self.places();
        let is_full = [works, bodies].iter().any(|places| places.available_permits() == 0);
        if is_full { Err(Problem::overloaded()) } else { Ok(()) }
    }

    /// Does `work` with the engine on a thread that may wait for disks and use the processor.
    ///
    /// The token that `work` is given stops it when its time is over, and when nobody waits for its outcome any more: the
    /// client has gone, and with it this future. Whatever takes long is to look at it, and gives its place back the sooner.
    pub(super) async fn run<T, F>(&self, work: F) -> Result<T, Problem>
    where
        T: Send + 'static,
        F: FnOnce(&Engine, &CancelToken) -> Result<T, Problem> + Send + 'static,
    {
        self.run_until(Instant::now() + self.0.bounds.work, work).await
    }

    /// As [`App::run`], for work that many must not do at once: it waits for a place first, within its time.
    pub(super) async fn run_in_turn<T, F>(&self, turns: &Arc<Semaphore>, work: F) -> Result<T, Problem>
    where
        T: Send + 'static,
        F: FnOnce(&Engine, &CancelToken) -> Result<T, Problem> + Send + 'static,
    {
        let ends = Instant::now() + self.0.bounds.work;
        let turn = timeout(self.0.bounds.work, turns.clone().acquire_owned()).await;
        let Ok(Ok(turn)) = turn else { return Err(Problem::overloaded()) };
        let in_turn = move |engine: &Engine, cancel: &CancelToken| {
            let _turn = turn;
            work(engine, cancel)
        };
        self.run_until(ends, in_turn).await
    }

    async fn run_until<T, F>(&self, ends: Instant, work: F) -> Result<T, Problem>
    where
        T: Send + 'static,
        F: FnOnce(&Engine, &CancelToken) -> Result<T, Problem> + Send + 'static,
    {
        let engine = self.engine()?;
        let place = places::take(&self.places().works)?;
        let cancel = CancelToken::new().with_deadline(ends);
        let _stops = CancelOnDrop(cancel.clone());
        let span = Span::current();
        let task = tokio::task::spawn_blocking(move || {
            let _place = place;
            let _within = span.enter();
            // It may have waited for a thread longer than anybody waited for it.
            cancel.check()?;
            work(&engine.cancelled_by(cancel.clone()), &cancel)
        });
        match tokio::time::timeout_at(ends.into(), task).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(_panicked)) => Err(Problem::internal()),
            Err(_elapsed) => Err(Problem::took_too_long(self.0.bounds.work)),
        }
    }

    /// As [`App::run`], for work that takes as long as it takes.
    pub(super) async fn run_to_its_end<T, F>(&self, work: F) -> Result<T, Problem>
    where
        T: Send + 'static,
        F: FnOnce(&Engine) -> Result<T, Problem> + Send + 'static,
    {
        let engine = self.engine()?;
        let span = Span::current();
        let task = tokio::task::spawn_blocking(move || span.in_scope(|| work(&engine)));
        task.await.unwrap_or_else(|_panicked| Err(Problem::internal()))
    }

    /// A request is under way for as long as this is held.
    pub(super) fn begin(&self) -> Option<OwnedSemaphorePermit> {
        self.places().requests.clone().try_acquire_owned().ok()
    }

    /// A place among the works that hold much memory or take long.
    pub(super) fn admit_heavy(&self) -> Result<OwnedSemaphorePermit, Problem> {
        places::take(&self.places().heavy_works)
    }

    /// Waits until no request is under way.
    pub(super) async fn idle(&self) {
        let _ = self.places().requests.acquire_many(ALL_REQUESTS).await;
    }

    /// How many requests are under way, from their heads to the ends of their answers.
    pub(super) fn n_under_way(&self) -> usize {
        (ALL_REQUESTS as usize).saturating_sub(self.places().requests.available_permits())
    }

    /// How many works are under way, those included for which nobody waits any more.
    pub(super) fn n_works(&self) -> usize {
        self.0.bounds.works.saturating_sub(self.places().works.available_permits())
    }

    /// How many bodies are being read.
    pub(super) fn n_bodies(&self) -> usize {
        self.0.bounds.bodies.saturating_sub(self.places().bodies.available_permits())
    }

    pub(super) fn places(&self) -> &Places {
        &self.0.places
    }

    /// How far the engine has come that is being opened.
    pub(super) fn opening(&self) -> &Progress {
        &self.0.opening
    }

    pub(super) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    pub(super) fn bounds(&self) -> &Bounds {
        &self.0.bounds
    }

    /// How large documents may be.
    pub(super) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    pub(super) fn access(&self) -> &Access {
        &self.0.access
    }

    /// Whose documents these are.
    pub(super) fn tenant(&self) -> &TenantName {
        &self.0.tenant
    }

    /// The keys of the service, where it may have any.
    pub(super) fn keys(&self) -> Option<&Arc<KeyWatch>> {
        self.0.access.keys.as_ref()
    }

    /// What requests must bring.
    pub(super) fn demand(&self) -> Demand {
        self.keys().map_or(Demand::Nothing, |keys| keys.demand())
    }

    /// The keys of requests that are done once.
    pub(super) fn under_way(&self) -> &UnderWay {
        &self.0.under_way
    }

    /// What the page keeps for a while.
    #[cfg(feature = "page")]
    pub(super) fn page(&self) -> &super::page::PageState {
        &self.0.page
    }

    pub(super) fn rate_limit(&self) -> Option<&RateLimit> {
        self.0.rate_limit.as_ref()
    }
}

/// Cancels its token when it is dropped: then nobody waits for the work any more.
pub(super) struct CancelOnDrop(pub CancelToken);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn a_service_that_begins_to_stop_never_lacks_its_engine() {
        let engine = Engine::in_memory();
        for _ in 0..200 {
            let app = App::new(Bounds::default(), Limits::default(), Access::default());
            app.set_ready(engine.clone());
            let is_over = AtomicBool::new(false);
            std::thread::scope(|scope| {
                let asking = scope.spawn(|| {
                    while !is_over.load(Ordering::Relaxed) {
                        assert!(app.engine().is_ok(), "requests under way keep the engine");
                    }
                });
                app.set_stopping();
                is_over.store(true, Ordering::Relaxed);
                asking.join().unwrap();
            });
            assert!(app.take_engine().is_some() && app.engine().is_err());
        }
    }
}
