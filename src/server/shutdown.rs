//! The signals that end the service, and the one that has it read its files anew.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// SIGHUP; on other systems there is none.
pub(super) struct Reloads {
    #[cfg(unix)]
    hang_up: Signal,
}

impl Reloads {
    #[cfg(unix)]
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self { hang_up: signal(SignalKind::hangup())? })
    }

    #[cfg(not(unix))]
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self {})
    }

    /// Waits for the next one.
    #[cfg(unix)]
    pub(super) async fn next(&mut self) {
        if self.hang_up.recv().await.is_none() {
            std::future::pending::<()>().await;
        }
    }

    #[cfg(not(unix))]
    pub(super) async fn next(&mut self) {
        std::future::pending::<()>().await;
    }
}

/// SIGTERM and SIGINT; on other systems Ctrl-C.
pub(super) struct Signals {
    #[cfg(unix)]
    terminate: Signal,
    #[cfg(unix)]
    interrupt: Signal,
}

impl Signals {
    #[cfg(unix)]
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    #[cfg(not(unix))]
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self {})
    }

    /// Waits for the next one.
    #[cfg(unix)]
    pub(super) async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }

    #[cfg(not(unix))]
    pub(super) async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
