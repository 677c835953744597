//! One pool of candidates on several services: each keeps a share of the people, told by a hash of the id, and all roles. The coordinator
//! keeps nothing. It passes requests on to the shard that they are about, with the caller's key, and merges what all shards found.

pub(in crate::server) mod bulk;
pub(in crate::server) mod client;
mod forward;
mod listing;
mod matches;
mod shards;

use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::CONTENT_TYPE;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::app::{Access, App};
use super::body::{self, Written};
use super::bounds::Bounds;
use super::contract::{feedback as of_feedback, operations as of};
use super::log::LogFormat;
use super::problem::Problem;
use super::routes::{self, DOCS, HEALTH, METRICS, Routes, Standing};
use super::{connections, docs, log, metrics, pages, shutdown, skills};
use crate::access::Scope::{Admin, Read, Write};
use crate::domain::setters;
use crate::{Candidate, Error, Limits, Role};
pub(in crate::server) use forward::not_sharded;
pub(in crate::server) use matches::DEGRADED;
pub(in crate::server) use shards::Shards;

/// What a coordinator is started with.
///
/// ```
/// use rolefit::server::CoordinateOptions;
///
/// let options = CoordinateOptions::default().with_shards(["http://10.0.0.11:7878", "http://10.0.0.12:7878"]);
/// options.check()?;
/// # Ok::<(), rolefit::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CoordinateOptions {
    /// Where to listen; port 0 takes a free one, which is then told on stderr. `127.0.0.1:7878` unless said.
    pub listen: SocketAddr,
    /// The addresses of the shards, 2 to 8, always in the same order: it says who is kept where.
    pub shards: Vec<String>,
    /// A shard that has not answered for so long is missing from the answer; 5 seconds unless said.
    pub patience: Duration,
    /// Lets other machines reach shards that ask for no keys.
    pub allow_unauthenticated: bool,
    /// How the log is written.
    pub log_format: LogFormat,
}

setters! {
    impl CoordinateOptions {
        with_listen(listen: is SocketAddr);
        with_shards(shards: each String);
        with_patience(patience: is Duration);
        with_allow_unauthenticated(allow_unauthenticated: is bool);
        with_log_format(log_format: is LogFormat);
    }
}

impl Default for CoordinateOptions {
    fn default() -> Self {
        Self {
            listen: super::ServeOptions::DEFAULT_LISTEN,
            shards: Vec::new(),
            patience: Duration::from_secs(5),
            allow_unauthenticated: false,
            log_format: LogFormat::default(),
        }
    }
}

impl CoordinateOptions {
    /// Whether a coordinator can be started so, as far as that can be told without asking the shards.
    ///
    /// # Errors
    /// [`Error::Configuration`] when not.
    pub fn check(&self) -> Result<(), Error> {
        self.opened().map(drop)
    }

    fn opened(&self) -> Result<Shards, Error> {
        Shards::new(&self.shards, self.patience, self.allow_unauthenticated, self.listen.ip().is_loopback())
    }
}

/// Coordinates until the process is told to stop (SIGTERM, SIGINT), then finishes what is under way and returns. The log is that of
/// [`serve`](super::serve).
///
/// # Errors
/// [`Error::Configuration`] when the options cannot be, or the address cannot be listened on.
pub fn coordinate(options: &CoordinateOptions) -> Result<(), Error> {
    let shards = Arc::new(options.opened()?);
    log::start(options.log_format, None);
    let access = Access { shards: Some(shards.clone()), ..Access::default() };
    let app = App::new(Bounds::default(), Limits::default(), access);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Error::Configuration(format!("the threads of the service cannot be started: {error}")))?;
    #[cfg(feature = "otel")]
    super::spans::start(runtime.handle());
    let outcome = runtime.block_on(run(options.listen, app, shards));
    #[cfg(feature = "otel")]
    super::spans::end();
    runtime.shutdown_timeout(LAST_WAIT);
    outcome
}

/// How long work that outlived the drain may go on.
const LAST_WAIT: Duration = Duration::from_secs(2);

async fn run(listen: SocketAddr, app: App, shards: Arc<Shards>) -> Result<(), Error> {
    let cannot = |error| Error::Configuration(format!("cannot listen on {listen}: {error}"));
    let mut signals = shutdown::Signals::new().map_err(|error| {
        Error::Configuration(format!("the signals that end the service cannot be watched: {error}"))
    })?;
    let listener = TcpListener::bind(listen).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    eprintln!("listening on http://{address}");
    let (stop, stopped) = watch::channel(false);
    let accepting = tokio::spawn(connections::accept(listener, routes::coordinator(&app), app.clone(), stopped));
    shards.look().await;
    app.set_coordinating();
    tracing::info!(%address, "ready");
    tokio::select! {
        () = shards.watch() => {}
        () = signals.next() => {}
    }
    tracing::info!("stopping");
    app.set_stopping();
    tokio::select! {
        () = app.idle() => {}
        () = tokio::time::sleep(app.bounds().drain) => tracing::warn!("requests under way are cut off"),
        () = signals.next() => tracing::warn!("told to stop twice: requests under way are cut off"),
    }
    let _ = stop.send(true);
    let _ = tokio::time::timeout(LAST_WAIT, accepting).await;
    tracing::info!("stopped");
    Ok(())
}

/// What a coordinator answers; all other routes of a service say that it does not.
pub(in crate::server) fn routes() -> Routes {
    let mut routes = Routes::default();
    routes.get("/v1/candidates", Read, of::search::<Candidate>(pages::DEFAULT_LIMIT), listing::candidates);
    routes.post("/v1/candidates", Write, of::create::<Candidate>(), forward::create_candidate);
    routes.post("/v1/candidates/bulk", Write, of::bulk::<Candidate>(), super::bulk::put::<Candidate>);
    routes.get("/v1/candidates/{id}", Read, of::get::<Candidate>(), forward::of_candidate);
    routes.put("/v1/candidates/{id}", Write, of::put::<Candidate>(), forward::of_candidate);
    routes.patch("/v1/candidates/{id}", Write, of::patch::<Candidate>(), forward::of_candidate);
    routes.delete("/v1/candidates/{id}", Write, of::delete::<Candidate>(), forward::of_candidate);
    routes.post("/v1/candidates/{id}/matches", Read, of::match_candidate(), forward::of_candidate);
    routes.get("/v1/roles", Read, of::search::<Role>(pages::DEFAULT_LIMIT), forward::of_any);
    routes.post("/v1/roles", Write, of::create::<Role>(), forward::create_role);
    routes.post("/v1/roles/bulk", Write, of::bulk::<Role>(), super::bulk::put::<Role>);
    routes.post("/v1/roles/bulk-get", Read, of::bulk_get::<Role>(), forward::of_any);
    routes.get("/v1/roles/{id}", Read, of::get::<Role>(), forward::of_any);
    routes.put("/v1/roles/{id}", Write, of::put::<Role>(), forward::of_role);
    routes.patch("/v1/roles/{id}", Write, of::patch::<Role>(), forward::of_role);
    routes.delete("/v1/roles/{id}", Write, of::delete::<Role>(), forward::of_role);
    routes.post("/v1/roles/{id}/matches", Read, of::match_role(), matches::for_role);
    routes.get("/v1/roles/{id}/matches/{candidate_id}", Read, of::pair(), forward::of_pair);
    routes.post("/v1/roles/{id}/similar", Read, of::similar::<Role>(), forward::of_any);
    let of_pair = "/v1/roles/{id}/feedback/{candidate_id}";
    routes.get(of_pair, Read, of_feedback::show(), forward::of_pair);
    routes.put(of_pair, Write, of_feedback::put(), forward::of_pair);
    routes.delete(of_pair, Write, of_feedback::delete(), forward::of_pair);
    routes.post("/v1/match", Read, of::match_inline(), forward::of_any);
    routes.post("/v1/extract", Read, of::extract(), forward::of_any);
    routes.get("/v1/market", Read, of::market(), forward::of_any);
    routes.get("/v1/skills", Read, of::search_skills(skills::DEFAULT_LIMIT), forward::of_any);
    routes.get("/v1/skills/{id}", Read, of::skill(), forward::of_any);
    routes.get(HEALTH[0], None, of::alive(), routes::alive);
    routes.get(HEALTH[1], None, of::ready(), ready);
    routes.get(METRICS, Admin, of::metrics(), metrics::show);
    routes.get(DOCS[0], None, of::openapi(), openapi);
    routes.get(DOCS[1], None, of::docs(), docs::page);
    routes.get(DOCS[2], None, of::docs_style(), docs::style);
    routes
}

/// Ready as long as one shard answers; whoever wants all of them reads which are missing.
async fn ready(State(app): State<App>) -> Result<Written, Problem> {
    app.has_room()?;
    let down = app.shards()?.down();
    if down.len() == app.shards()?.counts()[1] {
        return Err(Problem::unavailable("shard_unavailable", "no shard answers; ask again soon"));
    }
    body::write(&Standing::over_shards(&down))
}

async fn openapi() -> ([(HeaderName, &'static str); 1], &'static str) {
    static DOCUMENT: LazyLock<String> = LazyLock::new(|| format!("{:#}\n", routes().document()));
    ([(CONTENT_TYPE, "application/json")], &DOCUMENT)
}
