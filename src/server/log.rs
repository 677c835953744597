//! The log on stderr: JSON objects or lines for people, without anything that people wrote or are called.

use std::str::FromStr;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{fmt, registry};

use crate::Error;

/// How the service writes its log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LogFormat {
    /// A JSON object a line.
    #[default]
    Json,
    /// A line for people.
    Text,
}

/// What is said unless chosen.
const LEVELS: &str = "info";

/// What a choice of levels such as `warn` or `info,hyper=debug` says.
///
/// # Errors
/// [`Error::Configuration`] when it is none.
pub(super) fn levels(chosen: &str) -> Result<Targets, Error> {
    Targets::from_str(chosen).map_err(|_| {
        Error::Configuration(format!(
            "invalid log levels {chosen:?}; expected levels such as `warn` or `info,hyper=debug`"
        ))
    })
}

/// Starts the log unless the process has one. `levels` choose what is said; without them `RUST_LOG` does, or else it is `info`.
///
/// Panics are logged by their place alone: a panic's message may quote the text that was being read.
pub(super) fn start(format: LogFormat, chosen: Option<&str>) {
    let of_environment = std::env::var("RUST_LOG").ok();
    let filter = chosen.or(of_environment.as_deref()).map_or_else(|| levels(LEVELS), levels);
    let is_unreadable = filter.is_err();
    let filter = filter.unwrap_or_else(|_| Targets::new().with_default(LevelFilter::INFO));
    let lines = fmt::layer().with_target(false).with_writer(std::io::stderr);
    let lines = match format {
        LogFormat::Json => lines.json().flatten_event(true).with_span_list(false).boxed(),
        LogFormat::Text => lines.boxed(),
    };
    // An embedding process may have its own subscriber, which then gets these events.
    let _ = registry().with(lines).with(filter).try_init();
    if is_unreadable {
        tracing::warn!("invalid RUST_LOG; expected levels such as `warn` or `info,hyper=debug`; using `info`");
    }
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        tracing::error!(place = place.as_deref(), "panicked");
    }));
}
