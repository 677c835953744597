//! All routes: which handler does what is told of a method and a path.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::handler::Handler;
use axum::http::{Method, StatusCode};
use axum::routing::{MethodFilter, MethodRouter, on};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::app::App;
use super::body::{self, Written};
use super::caller::OptionalCaller;
use super::contract::{
    self, Operation, admin as of_admin, duplicates as of_duplicates, erasures as of_erasures, feedback as of_feedback,
    key_operations as of_keys, operations as of, shards as of_shards, webhook_operations as of_hooks,
};
use super::key_watch::Demand;
use super::problem::Problem;
use super::{
    backup, bulk, coordinate, docs, documents, duplicates, erasures, extraction, feedback, import, keys, layers, many,
    market, matches, metrics, pages, patch, reload, similar, skills, webhooks, what_if,
};
use crate::access::Scope::{self, Admin, Read, Write};
use crate::{Candidate, Role};

/// What monitoring reads, in every phase too; it tells of the engine, so pages of other hosts are kept away from it.
pub(super) const METRICS: &str = "/metrics";

/// The routes that are answered in every phase of the service's life.
pub(super) const HEALTH: [&str; 2] = ["/healthz", "/readyz"];

/// The routes that need no engine.
pub(super) const DOCS: [&str; 3] = ["/openapi.json", "/docs", "/docs/style.css"];

/// The service as one router, with everything around it.
pub(super) fn router(app: &App) -> Router {
    finish(all(), app)
}

/// A coordinator of several services as one router: what it does not answer it says so of.
pub(super) fn coordinator(app: &App) -> Router {
    let mut routes = coordinate::routes();
    for (told, _) in all().routes {
        let is_served = routes.routes.iter().any(|(own, _)| own.method == told.method && own.path == told.path);
        if let (false, Ok(method)) = (is_served, Method::from_bytes(told.method.as_bytes()))
            && let Ok(filter) = MethodFilter::try_from(method)
        {
            routes.routes.push((told, on(filter, coordinate::not_sharded)));
        }
    }
    finish(routes, app)
}

fn all() -> Routes {
    let mut routes = Routes::default();
    routes.get("/v1/candidates", Read, of::search::<Candidate>(pages::DEFAULT_LIMIT), pages::candidates);
    routes.post("/v1/candidates", Write, of::create::<Candidate>(), documents::create::<Candidate>);
    routes.post("/v1/candidates/bulk", Write, of::bulk::<Candidate>(), bulk::put::<Candidate>);
    routes.post("/v1/candidates/import", Write, of::import::<Candidate>(), import::import::<Candidate>);
    routes.post("/v1/candidates/bulk-get", Read, of::bulk_get::<Candidate>(), many::get::<Candidate>);
    routes.post("/v1/candidates/bulk-delete", Write, of::bulk_delete::<Candidate>(), many::delete::<Candidate>);
    routes.get("/v1/candidates/{id}", Read, of::get::<Candidate>(), documents::get::<Candidate>);
    routes.put("/v1/candidates/{id}", Write, of::put::<Candidate>(), documents::put::<Candidate>);
    routes.patch("/v1/candidates/{id}", Write, of::patch::<Candidate>(), patch::patch::<Candidate>);
    routes.delete("/v1/candidates/{id}", Write, of::delete::<Candidate>(), documents::delete::<Candidate>);
    routes.post("/v1/candidates/{id}/matches", Read, of::match_candidate(), matches::for_candidate);
    routes.post("/v1/candidates/{id}/similar", Read, of::similar::<Candidate>(), similar::to_candidate);
    routes.get("/v1/roles", Read, of::search::<Role>(pages::DEFAULT_LIMIT), pages::roles);
    routes.post("/v1/roles", Write, of::create::<Role>(), documents::create::<Role>);
    routes.post("/v1/roles/bulk", Write, of::bulk::<Role>(), bulk::put::<Role>);
    routes.post("/v1/roles/import", Write, of::import::<Role>(), import::import::<Role>);
    routes.post("/v1/roles/bulk-get", Read, of::bulk_get::<Role>(), many::get::<Role>);
    routes.post("/v1/roles/bulk-delete", Write, of::bulk_delete::<Role>(), many::delete::<Role>);
    routes.get("/v1/roles/{id}", Read, of::get::<Role>(), documents::get::<Role>);
    routes.put("/v1/roles/{id}", Write, of::put::<Role>(), documents::put::<Role>);
    routes.patch("/v1/roles/{id}", Write, of::patch::<Role>(), patch::patch::<Role>);
    routes.delete("/v1/roles/{id}", Write, of::delete::<Role>(), documents::delete::<Role>);
    routes.post("/v1/roles/{id}/matches", Read, of::match_role(), matches::for_role);
    routes.post("/v1/roles/{id}/partial-matches", Read, of_shards::partial_matches(), matches::partial_for_role);
    routes.get("/v1/roles/{id}/matches/{candidate_id}", Read, of::pair(), matches::pair);
    routes.post("/v1/roles/{id}/similar", Read, of::similar::<Role>(), similar::to_role);
    routes.post("/v1/roles/{id}/what-if", Read, of::what_if(), what_if::for_role);
    routes.get("/v1/roles/{id}/feedback", Read, of_feedback::list(), feedback::list);
    routes.get("/v1/roles/{id}/feedback.qrels", Read, of_feedback::graded(), feedback::graded);
    let of_pair = "/v1/roles/{id}/feedback/{candidate_id}";
    routes.get(of_pair, Read, of_feedback::show(), feedback::show);
    routes.put(of_pair, Write, of_feedback::put(), feedback::put);
    routes.delete(of_pair, Write, of_feedback::delete(), feedback::delete);
    let (hooks, hook) = ("/v1/roles/{id}/webhooks", "/v1/roles/{id}/webhooks/{webhook_id}");
    routes.get(hooks, Write, of_hooks::list(), webhooks::of_role);
    routes.post(hooks, Write, of_hooks::create(), webhooks::create);
    routes.get(hook, Write, of_hooks::show(), webhooks::show);
    routes.delete(hook, Write, of_hooks::delete(), webhooks::delete);
    routes.post("/v1/roles/{id}/webhooks/{webhook_id}/ping", Write, of_hooks::ping(), webhooks::ping);
    routes.post("/v1/roles/{id}/webhooks/{webhook_id}/rotate", Write, of_hooks::rotate(), webhooks::rotate);
    routes.get("/v1/roles/{id}/webhooks/{webhook_id}/deliveries", Write, of_hooks::deliveries(), webhooks::deliveries);
    routes.get("/v1/webhooks", Write, of_hooks::list_all(), webhooks::all);
    routes.post("/v1/match", Read, of::match_inline(), matches::stateless);
    routes.post("/v1/extract", Read, of::extract(), extraction::extract);
    routes.get("/v1/market", Read, of::market(), market::band);
    routes.get("/v1/skills", Read, of::search_skills(skills::DEFAULT_LIMIT), skills::search);
    routes.get("/v1/skills/unrecognized", Read, of::unrecognized(skills::DEFAULT_UNRECOGNIZED), skills::unrecognized);
    routes.get("/v1/skills/{id}", Read, of::skill(), skills::show);
    routes.get("/v1/duplicates", Read, of_duplicates::list(), duplicates::list);
    routes.post("/v1/duplicates", Write, of_duplicates::decide(), duplicates::decide);
    routes.get("/v1/duplicates/{id}", Read, of_duplicates::show(), duplicates::show);
    routes.post("/v1/duplicates/{id}/merge", Write, of_duplicates::merge(), duplicates::merge);
    routes.post("/v1/duplicates/{id}/dismiss", Write, of_duplicates::dismiss(), duplicates::dismiss);
    routes.post("/v1/duplicates/{id}/undo", Write, of_duplicates::undo(), duplicates::undo);
    routes.post("/v1/erasures", Write, of_erasures::erase_deleted(), erasures::begin);
    routes.get("/v1/erasures/{receipt}", Read, of_erasures::erasure(), erasures::show);
    routes.get("/v1/backup", Admin, of::backup(), backup::download);
    routes.post("/v1/admin/reload", Admin, of_admin::reload(), reload::by_request);
    routes.get("/v1/keys", Admin, of_keys::list_keys(), keys::list);
    routes.post("/v1/keys", Admin, of_keys::create_key(), keys::create);
    routes.delete("/v1/keys/{id}", Admin, of_keys::revoke_key(), keys::revoke);
    routes.get(HEALTH[0], None, of::alive(), alive);
    routes.get(HEALTH[1], None, of::ready(), ready);
    routes.get(METRICS, Admin, of::metrics(), metrics::show);
    routes.get(DOCS[0], None, of::openapi(), docs::openapi);
    routes.get(DOCS[1], None, of::docs(), docs::page);
    routes.get(DOCS[2], None, of::docs_style(), docs::style);
    routes
}

/// Routes, each with the scope that it asks for and what is told of it. There is no other way into the router, so that neither can be
/// left out.
#[derive(Default)]
pub(super) struct Routes {
    routes: Vec<(Told, MethodRouter<App>)>,
}

/// One method of one path, and what is told of it.
pub(super) struct Told {
    pub method: &'static str,
    pub path: &'static str,
    pub operation: Operation,
}

macro_rules! methods {
    ($($name:ident $method:ident)*) => {
        $(
            pub(super) fn $name<H, T>(
                &mut self,
                path: &'static str,
                scope: impl Into<Option<Scope>>,
                operation: Operation,
                handler: H,
            ) where
                H: Handler<T, App>,
                T: 'static,
            {
                let operation = Operation { scope: scope.into(), ..operation };
                let told = Told { method: stringify!($method), path, operation };
                self.routes.push((told, on(MethodFilter::$method, handler)));
            }
        )*
    };
}

impl Routes {
    methods! { get GET put PUT post POST patch PATCH delete DELETE }

    /// The OpenAPI document of these routes.
    pub(super) fn document(&self) -> Value {
        contract::document(self.routes.iter().map(|(told, _)| (told.method, told.path, &told.operation)))
    }
}

/// What is told of all routes, to be asked by method and path.
#[derive(Clone)]
pub(super) struct Contract(Arc<Vec<Told>>);

impl Contract {
    /// What is told of a method of a path; HEAD is that of GET.
    pub(super) fn of(&self, method: &str, path: &str) -> Option<&Operation> {
        let method = if method == "HEAD" { "GET" } else { method };
        self.0.iter().find(|told| told.method == method && told.path == path).map(|told| &told.operation)
    }
}

/// Adds what is answered where there is no route, and the layers.
pub(super) fn finish(Routes { routes }: Routes, app: &App) -> Router {
    let mut router = Router::new();
    let mut contract = Vec::new();
    for (told, handler) in routes {
        router = router.route(told.path, handler);
        contract.push(told);
    }
    #[cfg(feature = "page")]
    let router = if app.access().shards.is_none() { router.merge(super::page::routes()) } else { router };
    let router = router.fallback(no_route).method_not_allowed_fallback(no_method).with_state(app.clone());
    layers::wrap(router, app, Contract(Arc::new(contract)))
}

/// The OpenAPI 3.1 document of the service, as `/openapi.json` answers it.
///
/// ```
/// let document = rolefit::server::openapi();
/// assert_eq!(document["openapi"], "3.1.0");
/// assert!(document["paths"]["/v1/roles/{id}/matches"]["post"].is_object());
/// ```
pub fn openapi() -> Value {
    all().document()
}

/// How the service stands.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Health")]
pub(super) struct Standing {
    /// `ok`, or `degraded` of a coordinator that lacks shards.
    status: &'static str,
    /// How many stored documents this version cannot read, where there are any; all else is answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    unreadable: Option<usize>,
    /// Of a coordinator, the shards that do not answer, such as `2/3`; the status is `degraded` then.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing_shards: Vec<String>,
}

impl Standing {
    /// How a coordinator stands without these shards.
    pub(super) fn over_shards(missing: &[crate::intake::Shard]) -> Self {
        let status = if missing.is_empty() { "ok" } else { "degraded" };
        Self { status, unreadable: None, missing_shards: missing.iter().map(ToString::to_string).collect() }
    }
}

/// A node that has not heard of its store for so long is to be asked no more.
const UNREADY_AFTER: Duration = Duration::from_secs(5);

pub(super) async fn alive() -> Result<Written, Problem> {
    health(0)
}

/// Documents that cannot be read are counted: all else is answered, so the service is ready nevertheless. Where keys are asked for,
/// whoever has none is told neither that count nor how far a start has come.
async fn ready(State(app): State<App>, caller: OptionalCaller) -> Result<Written, Problem> {
    let is_known = caller.is_some() || app.demand() == Demand::Nothing;
    match app.has_room() {
        Err(problem) if !is_known && problem.code == "starting" => {
            return Err(Problem::unavailable("starting", "the service is starting; ask again soon"));
        }
        outcome => outcome?,
    }
    let status = app.engine()?.status();
    if status.not_followed_for.is_some_and(|time| time >= UNREADY_AFTER) {
        let detail = "the database does not answer, or does not hold what it did; what is answered may be old";
        return Err(Problem::unavailable("store_unavailable", detail));
    }
    health(if is_known { status.unreadable } else { 0 })
}

fn health(unreadable: usize) -> Result<Written, Problem> {
    body::write(&Standing { status: "ok", unreadable: Some(unreadable).filter(|n| *n > 0), missing_shards: Vec::new() })
}

async fn no_route() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "no_such_route", "there is no such path; the routes are under /v1")
}

async fn no_method() -> Problem {
    let detail = "the path does not take this method; the header `Allow` names those that it takes";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", detail)
}
