//! What all handlers share: the engine once it is open, the phase of the service's life, and the bounds on work.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::metrics::Metrics;
use super::problem::Problem;
use crate::{Engine, Limits, OpeningProgress};

/// How much the service takes on, and how long it waits. All durations are of one silent or stuck party, unless said.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Requests under way; more are answered 503 at once.
    pub requests: usize,
    /// Requests under way that may hold much memory: bulk writes and stateless matches.
    pub heavy_requests: usize,
    /// Open connections; more wait to be accepted.
    pub connections: usize,
    /// A client that sends the head of a request, or nothing on an idle connection.
    pub head: Duration,
    /// A client that stops sending in the midst of a body.
    pub body_silence: Duration,
    /// All of a body that is read as a whole.
    pub body: Duration,
    /// A client that reads no answer.
    pub write_silence: Duration,
    /// A call of the engine.
    pub work: Duration,
    /// Requests under way when the service is told to stop.
    pub drain: Duration,
    /// The largest body of a stateless match, in bytes.
    pub match_body_bytes: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            requests: 256,
            heavy_requests: 8,
            connections: 1024,
            head: Duration::from_secs(10),
            body_silence: Duration::from_secs(30),
            body: Duration::from_secs(300),
            write_silence: Duration::from_secs(30),
            work: Duration::from_secs(60),
            drain: Duration::from_secs(30),
            match_body_bytes: 32 << 20,
        }
    }
}

/// The shared state. Cheap to clone; every clone is the same.
#[derive(Clone)]
pub(super) struct App(Arc<Shared>);

struct Shared {
    phase: RwLock<Phase>,
    opening: OpeningProgress,
    metrics: Metrics,
    requests: Arc<Semaphore>,
    /// Work that was begun for requests; some outlives its request, whose patience has ended.
    works: Arc<Semaphore>,
    heavy_requests: Arc<Semaphore>,
    bounds: Bounds,
    limits: Limits,
    local_only: bool,
}

enum Phase {
    Opening,
    Ready(Engine),
    Stopping(Option<Engine>),
}

impl App {
    pub(super) fn new(bounds: Bounds, limits: Limits, local_only: bool) -> Self {
        Self(Arc::new(Shared {
            phase: RwLock::new(Phase::Opening),
            opening: OpeningProgress::default(),
            metrics: Metrics::default(),
            requests: Arc::new(Semaphore::new(bounds.requests)),
            works: Arc::new(Semaphore::new(bounds.requests)),
            heavy_requests: Arc::new(Semaphore::new(bounds.heavy_requests)),
            bounds,
            limits,
            local_only,
        }))
    }

    pub(super) fn set_ready(&self, engine: Engine) {
        *self.phase_mut() = Phase::Ready(engine);
    }

    /// From now on no new request is let in; those under way keep the engine.
    pub(super) fn set_stopping(&self) {
        let engine = self.take_engine();
        *self.phase_mut() = Phase::Stopping(engine);
    }

    /// The engine, taken away from all later requests.
    pub(super) fn take_engine(&self) -> Option<Engine> {
        match std::mem::replace(&mut *self.phase_mut(), Phase::Stopping(None)) {
            Phase::Opening => None,
            Phase::Ready(engine) => Some(engine),
            Phase::Stopping(engine) => engine,
        }
    }

    fn phase_mut(&self) -> std::sync::RwLockWriteGuard<'_, Phase> {
        self.0.phase.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether new requests are let in; else the problem that says why not.
    pub(super) fn ready(&self) -> Result<(), Problem> {
        match &*self.0.phase.read().unwrap_or_else(PoisonError::into_inner) {
            Phase::Ready(_) => Ok(()),
            Phase::Opening => {
                let detail = format!("the service is starting ({}); ask again soon", self.0.opening.state());
                Err(Problem::unavailable("starting", detail))
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
            Phase::Ready(engine) | Phase::Stopping(Some(engine)) => Ok(engine.clone()),
            Phase::Opening | Phase::Stopping(None) => {
                drop(phase);
                self.ready().and(Err(Problem::unavailable("stopping", "the service is stopping")))
            }
        }
    }

    /// Does `work` with the engine on a thread that may wait for disks and use the processor.
    pub(super) async fn run<T, F>(&self, work: F) -> Result<T, Problem>
    where
        T: Send + 'static,
        F: FnOnce(&Engine) -> Result<T, Problem> + Send + 'static,
    {
        let engine = self.engine()?;
        let place = self.0.works.clone().try_acquire_owned().map_err(|_| Problem::overloaded())?;
        let task = tokio::task::spawn_blocking(move || {
            let _place = place;
            work(&engine)
        });
        match tokio::time::timeout(self.0.bounds.work, task).await {
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
        tokio::task::spawn_blocking(move || work(&engine)).await.unwrap_or_else(|_panicked| Err(Problem::internal()))
    }

    /// A place among the requests under way.
    pub(super) fn admit(&self) -> Result<OwnedSemaphorePermit, Problem> {
        self.0.requests.clone().try_acquire_owned().map_err(|_| Problem::overloaded())
    }

    /// A place among the requests that may hold much memory.
    pub(super) fn admit_heavy(&self) -> Result<OwnedSemaphorePermit, Problem> {
        self.0.heavy_requests.clone().try_acquire_owned().map_err(|_| Problem::overloaded())
    }

    /// Waits until no request is under way.
    pub(super) async fn idle(&self) {
        let all = u32::try_from(self.0.bounds.requests).unwrap_or(u32::MAX);
        let _ = self.0.requests.acquire_many(all).await;
    }

    /// How many requests are under way.
    pub(super) fn n_under_way(&self) -> usize {
        self.0.bounds.requests.saturating_sub(self.0.requests.available_permits())
    }

    /// How far the engine has come that is being opened.
    pub(super) fn opening(&self) -> &OpeningProgress {
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

    /// Whether requests that a web page of another host can send are refused.
    pub(super) fn is_local_only(&self) -> bool {
        self.0.local_only
    }
}
