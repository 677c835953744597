//! Each tenant's own service: a request goes to that of its key, and to no other.
//!
//! A tenant has an engine, a router, metrics, a rate limit and idempotency keys of its own, so that a handler holds nothing of
//! another tenant that it could answer. Places for work, and the knowledge of the field, are those of the whole process.

use std::collections::HashMap;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use tokio::time::{Instant, sleep};
use tower::ServiceExt as _;

use super::app::App;
use super::caller::{self, Caller};
use super::location::Location;
use super::reload::{self, NotReloaded};
use super::routes;
use crate::access::{KeyState, TenantName, Timestamp};
use crate::storage::EngineStatus;
use crate::{Engine, EngineOptions, Error};

/// So long the first request of a tenant waits for its documents to be opened, before it is told to come again.
const OPENING_PATIENCE: Duration = Duration::from_secs(2);
const LOOK_EVERY: Duration = Duration::from_millis(10);
/// A tenant whose documents could not be opened, perhaps because a command had them, is tried again after so long.
const TRY_AGAIN_AFTER: Duration = Duration::from_secs(5);

/// The services of all tenants. Cheap to clone; every clone is the same.
#[derive(Clone)]
pub(super) struct Tenants(Arc<Shared>);

struct Shared {
    /// The tenant `default`, which also answers whoever has no key.
    default: Service,
    others: RwLock<HashMap<TenantName, Service>>,
    /// What the engines of tenants that are opened later are made with.
    options: Arc<RwLock<EngineOptions>>,
    /// Those whose documents are to be opened, one after the other.
    opening: Mutex<Option<Sender<(TenantName, App)>>>,
}

#[derive(Clone)]
struct Service {
    app: App,
    router: Router,
}

impl Service {
    fn of(app: App) -> Self {
        Self { router: routes::router(&app), app }
    }
}

impl Tenants {
    /// The service of the tenant `default` alone, until others ask.
    ///
    /// # Errors
    /// [`Error::Configuration`] when the thread that opens documents cannot be started.
    pub(super) fn new(app: App, location: Location, options: EngineOptions) -> Result<Self, Error> {
        let options = Arc::new(RwLock::new(options));
        // What is kept in memory has no keys, and so no other tenants.
        let has_others = !matches!(location, Location::Memory);
        let opening = has_others.then(|| opener(location, options.clone())).transpose()?;
        Ok(Self(Arc::new(Shared {
            default: Service::of(app),
            others: RwLock::default(),
            options,
            opening: Mutex::new(opening),
        })))
    }

    /// The one way in: every request of every connection.
    pub(super) fn router(&self) -> Router {
        Router::new().fallback(dispatch).with_state(self.clone())
    }

    /// Begins to open the documents of all who have a key that works.
    pub(super) fn open_all(&self) {
        let ring = self.0.default.app.keys().and_then(|keys| keys.ring());
        let now = Timestamp::now();
        for key in ring.iter().flat_map(|ring| ring.keys()).filter(|key| key.state(now) == KeyState::Active) {
            self.service(&key.tenant);
        }
    }

    /// From now on no new request is let in.
    pub(super) fn set_stopping(&self) {
        self.0.opening.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.each(App::set_stopping);
    }

    /// All engines, taken away from later requests.
    pub(super) fn take_engines(&self) -> Vec<Engine> {
        let mut engines = Vec::new();
        self.each(|app| engines.extend(app.take_engine()));
        engines
    }

    /// Reads the files of knowledge anew for all tenants, and for those that are opened later. What cannot be used is logged, and
    /// changes nothing.
    pub(super) fn reload_all(&self) {
        let files = self.0.default.app.access().knowledge.clone();
        let known = self.0.options.read().unwrap_or_else(PoisonError::into_inner).clone();
        if let Ok(options) = files.load(&known) {
            *self.0.options.write().unwrap_or_else(PoisonError::into_inner) = options;
        }
        for app in self.apps() {
            let Ok(engine) = app.engine() else { continue };
            if let Err(NotReloaded::Engine(error)) = reload::reload(&app, &engine, &files) {
                tracing::error!(tenant = %app.tenant(), kind = ?error.kind(), "the engine cannot be reloaded; the one in use stays");
            }
        }
    }

    /// How the engines stand, of all tenants whose documents are open.
    pub(super) fn statuses(&self) -> Vec<(TenantName, EngineStatus)> {
        let mut statuses = Vec::new();
        self.each(|app| statuses.extend(app.engine().ok().map(|engine| (app.tenant().clone(), engine.status()))));
        statuses
    }

    /// The services of all tenants that were asked for.
    pub(super) fn apps(&self) -> Vec<App> {
        let mut apps = Vec::new();
        self.each(|app| apps.push(app.clone()));
        apps
    }

    fn each(&self, mut act: impl FnMut(&App)) {
        act(&self.0.default.app);
        self.0.others.read().unwrap_or_else(PoisonError::into_inner).values().for_each(|service| act(&service.app));
    }

    /// The service of a tenant, whose documents begin to be opened when it is asked for the first time.
    fn service(&self, tenant: &TenantName) -> Service {
        if tenant.is_default() {
            return self.0.default.clone();
        }
        let known = self.0.others.read().unwrap_or_else(PoisonError::into_inner).get(tenant).cloned();
        if let Some(service) = known {
            if service.app.begins_anew(TRY_AGAIN_AFTER) {
                self.open(tenant, &service.app);
            }
            return service;
        }
        let mut others = self.0.others.write().unwrap_or_else(PoisonError::into_inner);
        let service = others.entry(tenant.clone()).or_insert_with(|| {
            let service = Service::of(self.0.default.app.for_tenant(tenant.clone()));
            self.open(tenant, &service.app);
            service
        });
        service.clone()
    }

    /// Begins to open the documents of a tenant, unless the service stops.
    fn open(&self, tenant: &TenantName, app: &App) {
        match &*self.0.opening.lock().unwrap_or_else(PoisonError::into_inner) {
            // The thread goes on for as long as there is somebody to send to it.
            Some(opening) => drop(opening.send((tenant.clone(), app.clone()))),
            None => app.set_stopping(),
        }
    }

    /// Whom a request is for, and who sends it.
    fn of(&self, request: &mut Request) -> (Service, Option<Caller>) {
        let ring = self.0.default.app.keys().and_then(|keys| keys.ring());
        let by_key = ring.as_ref().and_then(|ring| caller::caller(ring, request.headers()));
        // Browsers send cookies of their own accord, so they let nobody in but to the page, whose forms show who made them.
        #[cfg(feature = "page")]
        let by_key = by_key.or_else(|| {
            let sessions = &self.0.default.app.access().sessions;
            let asked = super::page::is_page_path(request.uri().path()).then_some(ring.as_ref()?)?;
            let (caller, session) = sessions.caller(asked, request.headers())?;
            request.extensions_mut().insert(session);
            Some(caller)
        });
        match by_key {
            Some(caller) => (self.service(&caller.key.tenant), Some(caller)),
            None => (self.0.default.clone(), None),
        }
    }
}

async fn dispatch(State(tenants): State<Tenants>, mut request: Request) -> Response<Body> {
    let (service, caller) = tenants.of(&mut request);
    if let Some(caller) = caller {
        if !caller.key.tenant.is_default() {
            let ends = Instant::now() + OPENING_PATIENCE;
            while service.app.is_opening() && Instant::now() < ends {
                sleep(LOOK_EVERY).await;
            }
        }
        request.extensions_mut().insert(caller);
    }
    match service.router.oneshot(request).await {
        Ok(response) => response,
        Err(never) => match never {},
    }
}

/// Opens the documents of tenants, one tenant after the other, so that a start takes no more memory than its largest.
fn opener(location: Location, options: Arc<RwLock<EngineOptions>>) -> Result<Sender<(TenantName, App)>, Error> {
    let (sender, waiting) = mpsc::channel::<(TenantName, App)>();
    let open = move || {
        for (tenant, app) in waiting {
            let options = options.read().unwrap_or_else(PoisonError::into_inner).clone();
            match location.open(&tenant, options, app.opening()) {
                Ok(engine) => {
                    tracing::info!(%tenant, "ready");
                    app.set_ready(engine);
                }
                Err(error) => {
                    // The error may quote a document: `rolefit verify` names it to whoever may know.
                    let (kind, storage) = (error.kind(), error.storage_kind());
                    tracing::error!(%tenant, ?kind, ?storage, "the documents of a tenant cannot be opened; `rolefit verify` says more");
                    app.set_failed();
                }
            }
        }
    };
    let thread = std::thread::Builder::new().name("tenants".to_owned()).spawn(open);
    thread
        .map_err(|error| Error::Configuration(format!("the thread that opens tenants cannot be started: {error}")))?;
    Ok(sender)
}
