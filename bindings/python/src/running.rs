//! Long work: on threads of the engine's own, without the interpreter's lock, stopped by a signal.

use std::process;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use rolefit::model::CancelToken;

/// So often the interpreter is asked whether a signal has come: soon enough for whoever presses Ctrl-C, seldom enough to cost nothing.
const SIGNALS_EVERY: Duration = Duration::from_millis(50);

/// Threads, begun when first needed, and begun again in a forked process, which has none of its parent's.
#[derive(Default)]
pub(crate) struct Threads {
    /// None: as many as there are cores.
    wanted: Option<usize>,
    pool: Mutex<Option<(u32, Arc<ThreadPool>)>>,
}

impl Threads {
    pub(crate) fn new(wanted: Option<usize>) -> Self {
        Self { wanted, ..Self::default() }
    }

    fn pool(&self) -> Result<Arc<ThreadPool>, String> {
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        match &*pool {
            Some((of, pool)) if *of == process::id() => return Ok(pool.clone()),
            _ => {}
        }
        let builder = ThreadPoolBuilder::new().thread_name(|n| format!("rolefit-{n}"));
        let made = builder.num_threads(self.wanted.unwrap_or(0)).build().map_err(|error| error.to_string())?;
        let made = Arc::new(made);
        if let Some(inherited) = pool.replace((process::id(), made.clone())) {
            // Its threads are the parent's: ending it would wait for them.
            std::mem::forget(inherited);
        }
        Ok(made)
    }

    /// Does the work on these threads, others of Python's going on meanwhile. A signal cancels `cancel`; what the interpreter makes of
    /// the signal is then raised once the work has ended.
    pub(crate) fn run<T: Send>(
        &self,
        py: Python<'_>,
        cancel: &CancelToken,
        work: impl FnOnce() -> T + Send,
    ) -> PyResult<T> {
        let pool = self.pool().map_err(PyRuntimeError::new_err)?;
        py.detach(|| {
            thread::scope(|scope| {
                let (done, is_done) = mpsc::channel();
                let worker = scope.spawn(move || {
                    let outcome = pool.install(work);
                    // Nobody waits any more where a signal has come.
                    let _ = done.send(());
                    outcome
                });
                #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is of one lifetime")]
                let signal = || Python::attach(|py| py.check_signals());
                let mut interrupted = None;
                while let Err(mpsc::RecvTimeoutError::Timeout) = is_done.recv_timeout(SIGNALS_EVERY) {
                    if interrupted.is_none()
                        && let Err(error) = signal()
                    {
                        cancel.cancel();
                        interrupted = Some(error);
                    }
                }
                let outcome = worker.join();
                match (interrupted, outcome) {
                    (Some(error), _) => Err(error),
                    (None, Ok(outcome)) => Ok(outcome),
                    (None, Err(panic)) => std::panic::resume_unwind(panic),
                }
            })
        })
    }
}
