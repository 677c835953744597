//! The HTTP service: the engine's calls as routes under `/v1`. The only place that knows tokio, hyper and axum.
//!
//! It adds no judgement of its own: every handler takes a request apart, makes one call of the engine and writes the outcome.

mod app;
mod array;
mod ask;
mod backup;
mod body;
mod bounds;
mod bulk;
mod caller;
mod coding;
mod compress;
mod conditions;
mod connections;
mod contract;
mod coordinate;
mod docs;
mod documents;
mod duplicates;
mod erasure_watch;
mod erasures;
mod extraction;
mod feedback;
mod fields;
mod idempotency;
mod key_watch;
mod keys;
mod knowledge;
mod layers;
mod leftover;
mod lines;
mod local_only;
mod location;
mod log;
mod many;
mod market;
mod matches;
mod metrics;
#[cfg(feature = "page")]
mod page;
mod pages;
mod pace;
mod patience;
mod places;
mod patch;
mod problem;
mod process_metrics;
mod rate;
mod refusals;
mod reload;
mod routes;
mod sequence;
mod serve;
mod shutdown;
mod similar;
mod skills;
#[cfg(feature = "otel")]
mod spans;
mod status;
mod target;
mod tenants;
mod trace;
mod webhooks;
mod what_if;

#[cfg(test)]
mod canary;
#[cfg(test)]
mod errors_are_problems;
#[cfg(test)]
mod guarded_documents;
mod import;
#[cfg(test)]
mod testing;

pub use coordinate::{CoordinateOptions, coordinate};
pub use knowledge::KnowledgeFiles;
pub use log::LogFormat;
pub use routes::openapi;
pub use serve::{ServeOptions, serve};
