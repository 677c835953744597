//! The log: JSON objects on stderr, without anything that people wrote or are called.

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{fmt, registry};

/// Starts the log unless the process has one; `RUST_LOG` chooses what is said (`warn`, `info,hyper=debug`), `info` unless it does.
///
/// Panics are logged by their place alone: a panic's message may quote the text that was being read.
pub(super) fn start() {
    let chosen = std::env::var("RUST_LOG").ok();
    let filter = chosen.as_deref().map(str::parse::<Targets>);
    let lines = fmt::layer().json().flatten_event(true).with_target(false).with_writer(std::io::stderr);
    let unreadable = matches!(filter, Some(Err(_)));
    let filter = filter.and_then(Result::ok).unwrap_or_else(|| Targets::new().with_default(LevelFilter::INFO));
    // An embedding process may have its own subscriber, which then gets these events.
    let _ = registry().with(lines).with(filter).try_init();
    if unreadable {
        tracing::warn!("invalid RUST_LOG; expected levels such as `warn` or `info,hyper=debug`; using `info`");
    }
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        tracing::error!(place = place.as_deref(), "panicked");
    }));
}
