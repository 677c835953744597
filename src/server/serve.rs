//! From options to a running service and back to silence. What it answers is in `routes`.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use axum::http::{HeaderValue, Uri};
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::app::{Access, App};
use super::bounds::Bounds;
use super::erasure_watch::ErasureWatch;
use super::key_watch::{Demand, KeyWatch};
use super::knowledge::KnowledgeFiles;
use super::location::Location;
use super::log::LogFormat;
use super::tenants::Tenants;
use super::webhooks::{Sender, dispatch};
use super::{connections, log, shutdown};
use crate::access::{KeyFile, TenantName};
use crate::domain::setters;
use crate::error::StorageErrorKind;
use crate::storage::{PostgresUrl, Progress};
use crate::{Engine, EngineOptions, Error};

/// What the service is started with.
///
/// ```
/// use rolefit::server::ServeOptions;
///
/// let options = ServeOptions::default().with_listen("127.0.0.1:0".parse()?).with_cors_origins(["https://ats.example"]);
/// options.check()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ServeOptions {
    /// Where to listen; port 0 takes a free one, which is then told on stderr. `127.0.0.1:7878` unless said.
    pub listen: SocketAddr,
    /// The data directory; without one, everything is kept in memory and lost at the end.
    pub data_dir: Option<PathBuf>,
    /// A database of PostgreSQL that keeps the documents, shared with other processes; `data_dir` then keeps nothing but the keys. It
    /// needs the feature `postgres`.
    pub store: Option<PostgresUrl>,
    /// What the engine is made with.
    pub engine: EngineOptions,
    /// Files of which `engine` has the taxonomy, profile and market: they are read again on `POST /v1/admin/reload` and SIGHUP.
    pub knowledge: KnowledgeFiles,
    /// Allows an address that other machines can reach, and requests in another host's name, although there are no keys: whoever
    /// reaches the address can read and change everything. As soon as there is a key, requests need one all the same.
    pub allow_unauthenticated: bool,
    /// Origins such as `https://ats.example` whose web pages may send requests; none unless said.
    pub cors_origins: Vec<String>,
    /// How the log is written.
    pub log_format: LogFormat,
    /// What is logged, in levels such as `warn` or `info,hyper=debug`; unless given, what `RUST_LOG` says, or else `info`.
    pub log_levels: Option<String>,
    /// Lets webhooks be sent to private networks and without TLS, too: whoever may write roles then reaches whatever this machine reaches.
    pub webhook_allow_private: bool,
    /// How many requests a minute one client, which is one key or else one address, may send; any number unless said.
    pub requests_a_minute: Option<NonZeroU32>,
    /// The path under which a proxy has the service, such as `/rolefit`, where it does not say so by `X-Forwarded-Prefix`; empty for
    /// none. The links of the page begin with it.
    pub url_prefix: String,
}

setters! {
    impl ServeOptions {
        with_listen(listen: is SocketAddr);
        with_data_dir(data_dir: some PathBuf);
        with_store(store: some PostgresUrl);
        with_engine(engine: is EngineOptions);
        with_knowledge(knowledge: is KnowledgeFiles);
        with_allow_unauthenticated(allow_unauthenticated: is bool);
        with_cors_origins(cors_origins: each String);
        with_log_format(log_format: is LogFormat);
        with_log_levels(log_levels: some String);
        with_webhook_allow_private(webhook_allow_private: is bool);
        with_requests_a_minute(requests_a_minute: some NonZeroU32);
        with_url_prefix(url_prefix: is String);
    }
}

impl ServeOptions {
    /// Where the service listens unless told otherwise.
    pub const DEFAULT_LISTEN: SocketAddr = SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 7878);

    /// Whether a service can be started so, as far as that can be told without starting it: its origins, and whether its address may be
    /// listened on with the keys that there are.
    ///
    /// # Errors
    /// [`Error::Configuration`] when not; the error of reading the keys.
    pub fn check(&self) -> Result<(), Error> {
        self.origins()?;
        self.log_levels.as_deref().map(log::levels).transpose()?;
        Location::of(self.store.as_ref(), self.data_dir.as_ref())?;
        let keys = self.data_dir.as_ref().map(|dir| KeyFile::at(dir).read()).transpose()?;
        check_address(self.listen, self.allow_unauthenticated, keys.is_none_or(|keys| keys.is_empty()))
    }

    fn origins(&self) -> Result<Vec<HeaderValue>, Error> {
        self.cors_origins.iter().map(|origin| cors_origin(origin)).collect()
    }
}

/// A service without keys is for this machine alone.
fn check_address(listen: SocketAddr, allow_unauthenticated: bool, is_open: bool) -> Result<(), Error> {
    if is_open && !listen.ip().is_loopback() && !allow_unauthenticated {
        return Err(Error::Configuration(format!(
            "{listen} can be reached from other machines, and there are no keys; expected a key made by `rolefit keys create`, a \
             loopback address such as 127.0.0.1:7878, or any address when unauthenticated access is allowed explicitly"
        )));
    }
    Ok(())
}

impl Default for ServeOptions {
    fn default() -> Self {
        Self {
            listen: Self::DEFAULT_LISTEN,
            data_dir: None,
            store: None,
            engine: EngineOptions::default(),
            knowledge: KnowledgeFiles::default(),
            allow_unauthenticated: false,
            cors_origins: Vec::new(),
            log_format: LogFormat::default(),
            log_levels: None,
            webhook_allow_private: false,
            requests_a_minute: None,
            url_prefix: String::new(),
        }
    }
}

/// Serves until the process is told to stop (SIGTERM, SIGINT), then finishes what is under way and returns.
///
/// Writes `listening on http://ADDRESS` to stderr once it listens, and its log after that. Takes the
/// process's panic hook, so that no text of a document gets into the log.
///
/// # Errors
/// [`Error::Configuration`] when the address is not allowed or cannot be listened on; the errors of [`Engine::open`].
pub fn serve(options: ServeOptions) -> Result<(), Error> {
    let origins = options.origins()?;
    options.log_levels.as_deref().map(log::levels).transpose()?;
    let ServeOptions {
        listen,
        data_dir,
        store,
        engine,
        knowledge,
        allow_unauthenticated,
        log_format,
        log_levels,
        requests_a_minute,
        url_prefix,
        webhook_allow_private,
        ..
    } = options;
    #[cfg(not(feature = "page"))]
    drop(url_prefix);
    let location = Location::of(store.as_ref(), data_dir.as_ref())?;
    let webhooks = Sender::new(webhook_allow_private);
    let keys = data_dir.as_ref().map(|dir| KeyWatch::start(KeyFile::at(dir))).transpose()?;
    #[cfg(feature = "postgres")]
    if let (Some(keys), Some(url)) = (&keys, &store) {
        keys.share(url)?;
    }
    check_address(listen, allow_unauthenticated, keys.as_ref().is_none_or(|keys| keys.demand() == Demand::Nothing))?;
    let access = Access {
        keys,
        local_only: !allow_unauthenticated,
        origins,
        webhooks,
        shards: None,
        requests_a_minute: requests_a_minute.map(NonZeroU32::get),
        knowledge,
        #[cfg(feature = "page")]
        url_prefix,
        #[cfg(feature = "page")]
        sessions: super::page::Sessions::default(),
    };
    log::start(log_format, log_levels.as_deref());
    let app = App::new(Bounds::default(), engine.limits.clone(), access);
    let tenants = Tenants::new(app.clone(), location.clone(), engine.clone())?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        // One for each work, each download of a backup and its making, the opening of the engine, a look at what webhooks are to tell,
        // and each message on its way, whose host is looked up.
        .max_blocking_threads(Bounds::default().works + 2 * Bounds::default().backups + 2 + dispatch::MAX_SENDING)
        .build()
        .map_err(|error| Error::Configuration(format!("the threads of the service cannot be started: {error}")))?;
    #[cfg(feature = "otel")]
    super::spans::start(runtime.handle());
    let outcome = runtime.block_on(run(listen, location, engine, app, &tenants));
    #[cfg(feature = "otel")]
    super::spans::end();
    runtime.shutdown_timeout(LAST_WAIT);
    // The stores close here, on a thread that may wait for them.
    drop(tenants.take_engines());
    outcome
}

/// An origin as browsers send it: scheme, host and, where it is not the scheme's own, port.
fn cors_origin(origin: &str) -> Result<HeaderValue, Error> {
    let refused = || Error::Configuration(format!("expected an origin such as https://ats.example, got {origin:?}"));
    let uri: Uri = origin.parse().map_err(|_| refused())?;
    let rest = origin.split_once("://").filter(|(scheme, _)| matches!(*scheme, "http" | "https"));
    let is_bare = rest.is_some_and(|(_, rest)| uri.authority().is_some_and(|authority| authority.as_str() == rest));
    let is_plain = !origin.contains('@') && !origin.bytes().any(|byte| byte.is_ascii_uppercase());
    let is_given = uri.host().is_some_and(|host| !host.is_empty() && !host.contains('*'));
    if !(is_bare && is_plain && is_given) {
        return Err(refused());
    }
    HeaderValue::from_str(origin).map_err(|_| refused())
}

/// How long work that outlived the drain may go on.
const LAST_WAIT: Duration = Duration::from_secs(2);

async fn run(
    listen: SocketAddr,
    location: Location,
    engine: EngineOptions,
    app: App,
    tenants: &Tenants,
) -> Result<(), Error> {
    let cannot = |error| Error::Configuration(format!("cannot listen on {listen}: {error}"));
    let mut signals = shutdown::Signals::new().map_err(|error| {
        Error::Configuration(format!("the signals that end the service cannot be watched: {error}"))
    })?;
    let mut reloads = shutdown::Reloads::new().map_err(|error| {
        Error::Configuration(format!("the signal that reloads the service cannot be watched: {error}"))
    })?;
    let listener = TcpListener::bind(listen).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    eprintln!("listening on http://{address}");
    let (stop, stopped) = watch::channel(false);
    let told_to_stop = stopped.clone();
    let accepting = tokio::spawn(connections::accept(listener, tenants.router(), app.clone(), stopped));

    let progress = app.opening().clone();
    let opening = tokio::task::spawn_blocking(move || open(&location, engine, &progress));
    let opened = tokio::select! {
        opened = opening => opened.unwrap_or_else(|_| Err(Error::store(StorageErrorKind::Io, "opening the engine failed".to_owned()))),
        never = tell(app.opening()) => match never {},
        () = signals.next() => return Ok(()),
    };
    let engine = opened?;
    let unreadable = engine.status().unreadable;
    if unreadable > 0 {
        tracing::warn!(unreadable, "documents that this version cannot read are stored, and in no match");
    }
    app.set_ready(engine);
    tracing::info!(%address, "ready");
    tenants.open_all();
    tokio::spawn(dispatch::run(tenants.clone(), app.access().webhooks.clone(), told_to_stop));

    tokio::select! {
        never = ErasureWatch::default().run(tenants.clone()) => match never {},
        never = reload_when_told(tenants, &mut reloads) => match never {},
        () = signals.next() => {}
    }
    tracing::info!("stopping");
    tenants.set_stopping();
    tokio::select! {
        () = app.idle() => {}
        () = tokio::time::sleep(app.bounds().drain) => tracing::warn!("requests under way are cut off"),
        () = signals.next() => tracing::warn!("told to stop twice: requests under way are cut off"),
    }
    let _ = stop.send(true);
    // Connections write the answers that they hold; one that cannot is left.
    let _ = tokio::time::timeout(LAST_WAIT, accepting).await;
    tracing::info!("stopped");
    Ok(())
}

/// Reads the files of knowledge anew for all tenants whenever the signal for it comes, for ever.
async fn reload_when_told(tenants: &Tenants, reloads: &mut shutdown::Reloads) -> Infallible {
    loop {
        reloads.next().await;
        let tenants = tenants.clone();
        let _ = tokio::task::spawn_blocking(move || tenants.reload_all()).await;
    }
}

/// How often the log tells of a start that takes long.
const TELL_EVERY: Duration = Duration::from_secs(2);

/// Writes to the log how far the start has come, for ever.
async fn tell(opening: &Progress) -> Infallible {
    loop {
        tokio::time::sleep(TELL_EVERY).await;
        let state = opening.state();
        tracing::info!(step = state.step.as_str(), done = state.done, of = state.total, "starting");
    }
}

fn open(location: &Location, engine: EngineOptions, progress: &Progress) -> Result<Engine, Error> {
    if matches!(location, Location::Memory) {
        tracing::warn!("no data directory: everything is kept in memory only and lost when the service ends");
    }
    location.open(&TenantName::default(), engine, progress)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_those_that_browsers_send() {
        for fine in ["https://ats.example", "http://localhost:3000", "https://[::1]:8443"] {
            assert!(cors_origin(fine).is_ok(), "{fine}");
        }
        for bad in [
            "*", "ats.example", "https://ats.example/", "https://*.example", "ftp://a.example", "https://a@b.example",
            "",
        ] {
            assert!(cors_origin(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_address_that_others_reach_is_refused() {
        let options = ServeOptions { listen: "0.0.0.0:0".parse().unwrap(), ..ServeOptions::default() };
        let error = serve(options).unwrap_err().to_string();
        assert!(error.contains("there are no keys") && error.contains("127.0.0.1:7878"), "{error}");
    }
}
