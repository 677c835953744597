//! The log: JSON objects on stderr, without anything that people wrote or are called.

use tracing_subscriber::EnvFilter;

/// Starts the log unless the process has one; `RUST_LOG` chooses what is said, `info` unless it does.
///
/// Panics are logged by their place alone: a panic's message may quote the text that was being read.
pub(super) fn start() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let subscriber = tracing_subscriber::fmt().json().flatten_event(true).with_target(false);
    // An embedding process may have its own subscriber, which then gets these events.
    let _ = subscriber.with_env_filter(filter).with_writer(std::io::stderr).try_init();
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        tracing::error!(place = place.as_deref(), "panicked");
    }));
}
