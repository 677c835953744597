//! Erases in the background what was deleted: a thread that writes the files of a data directory anew, for all who asked meanwhile.
//! Nobody who reads or writes waits for it. What was asked for and is not done goes on when the directory is opened next. In a store that
//! others share, one of them does it: see `among_several`.

#[cfg(feature = "postgres")]
mod among_several;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

#[cfg(not(feature = "search"))]
use super::arrivals::Arrivals;
use super::in_use::{Exchanged, InUse};
#[cfg(feature = "search")]
use super::indexer::IndexPurger;
use super::now;
use crate::domain::{CancelToken, Error, ErrorKind, StorageErrorKind};
use crate::store::{Note, SledStore, Store};

/// The first pause after an attempt that failed; each is twice as long as the one before,
const PAUSE: Duration = Duration::from_secs(5);
/// up to this.
const MAX_PAUSE: Duration = Duration::from_secs(600);

/// Everything in which a person may be left.
pub(super) struct Traces {
    pub store: Arc<dyn Store>,
    pub in_use: Arc<InUse>,
    #[cfg(feature = "search")]
    pub index: IndexPurger,
    #[cfg(not(feature = "search"))]
    pub arrivals: Arc<Arrivals>,
}

/// The thread that erases.
pub(super) struct Eraser {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

struct Shared {
    asked: Mutex<Asked>,
    wake: Condvar,
    stop: CancelToken,
}

#[derive(Default)]
struct Asked {
    is_wanted: bool,
    stopping: bool,
    n_failed: u64,
    last_failure: Option<ErrorKind>,
}

impl Eraser {
    /// Starts the thread. An erasure begins `after` so long a time; one that an earlier run left begins at once.
    pub(super) fn start(traces: Traces, after: Duration) -> Result<Self, Error> {
        let is_wanted = traces.store.n_pending_erasures() > 0;
        Self::run(is_wanted, move |worker| worker.run(&traces, after, is_wanted))
    }

    fn run(is_wanted: bool, run: impl FnOnce(&Shared) + Send + 'static) -> Result<Self, Error> {
        let shared = Arc::new(Shared {
            asked: Mutex::new(Asked { is_wanted, ..Asked::default() }),
            wake: Condvar::new(),
            stop: CancelToken::new(),
        });
        let worker = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("rolefit-eraser".to_owned())
            .spawn(move || run(&worker))
            .map_err(|source| Error::Io { path: Path::new("the thread that erases").to_owned(), source })?;
        Ok(Self { shared, thread: Mutex::new(Some(thread)) })
    }

    /// Something was noted in the store that is to be erased.
    pub(super) fn asked(&self) {
        self.shared.lock().is_wanted = true;
        self.shared.wake.notify_all();
    }

    /// How many attempts have failed since the start. Each is made again.
    pub(super) fn n_failed(&self) -> u64 {
        self.shared.lock().n_failed
    }

    /// Why the last attempt failed that did.
    pub(super) fn last_failure(&self) -> Option<ErrorKind> {
        self.shared.lock().last_failure
    }

    /// Stops, soon, and waits for that. What is not done stays noted.
    pub(super) fn stop(&self) {
        self.shared.stop.cancel();
        self.shared.lock().stopping = true;
        self.shared.wake.notify_all();
        if let Some(thread) = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // The thread catches every panic itself.
            let _ = thread.join();
        }
    }
}

impl Drop for Eraser {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Asked> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits so long, or until it is to stop; says which.
    fn is_stopped_within(&self, time: Duration) -> bool {
        let waited = self.wake.wait_timeout_while(self.lock(), time, |asked| !asked.stopping);
        waited.unwrap_or_else(PoisonError::into_inner).0.stopping
    }

    fn run(&self, traces: &Traces, after: Duration, is_left_over: bool) {
        let (mut wait, mut pause) = (if is_left_over { Duration::ZERO } else { after }, PAUSE);
        loop {
            let idle = self.wake.wait_while(self.lock(), |asked| !asked.is_wanted && !asked.stopping);
            drop(idle.unwrap_or_else(PoisonError::into_inner));
            // Who asks soon after is served together with the first.
            if self.is_stopped_within(wait) {
                return;
            }
            wait = after;
            self.lock().is_wanted = false;
            if self.attempt(|| traces.erase(&self.stop)) {
                pause = PAUSE;
                continue;
            }
            self.lock().is_wanted = true;
            if self.is_stopped_within(pause) {
                return;
            }
            (wait, pause) = (Duration::ZERO, (pause * 2).min(MAX_PAUSE));
        }
    }

    /// Tells whether it succeeded, and counts it where not.
    fn attempt(&self, erase: impl FnOnce() -> Result<(), Error>) -> bool {
        let failed = || Err(Error::store(StorageErrorKind::Io, "erasing panicked".to_owned()));
        let attempt = catch_unwind(AssertUnwindSafe(erase)).unwrap_or_else(|_| failed());
        let mut asked = self.lock();
        if let Err(error) = &attempt
            && !asked.stopping
        {
            asked.n_failed += 1;
            asked.last_failure = Some(error.kind());
        }
        attempt.is_ok()
    }
}

impl Traces {
    /// Writes everything anew, and notes that it is done. In this order: when the store is written anew, no later writing brings back
    /// what it forgot; when the index has come so far, everybody who wrote has come by the pool, of which the tiles are made.
    fn erase(&self, stop: &CancelToken) -> Result<(), Error> {
        let Some(store) = self.store.on_disk() else { return Ok(()) };
        if store.n_pending_erasures() == 0 {
            return Ok(());
        }
        let upto = store.rewrite(stop)?.seq;
        #[cfg(feature = "search")]
        self.index.purge(upto, stop)?;
        #[cfg(not(feature = "search"))]
        self.arrivals.wait_for(upto, stop)?;
        self.purge_tiles(store)?;
        store.apply_noting(&[], Some(Note::Erased { upto, at: now() })).map(drop)
    }

    fn purge_tiles(&self, store: &SledStore) -> Result<(), Error> {
        let Exchanged { pool, kept } = self.in_use.get();
        kept.map_or(Ok(()), |kept| kept.purge(&pool, store))
    }
}
