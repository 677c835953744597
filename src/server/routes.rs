//! All routes.

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::{get, post, put};

use super::app::App;
use super::problem::Problem;
use super::{
    backup, bulk, documents, extraction, import, layers, market, matches, metrics, pages, similar, skills, what_if,
};
use crate::{Candidate, Role};

/// What monitoring reads, in every phase too; it tells of the engine, so pages of other hosts are kept away from it.
pub(super) const METRICS: &str = "/metrics";

/// The routes that are answered in every phase of the service's life.
pub(super) const HEALTH: [&str; 2] = ["/healthz", "/readyz"];

/// The routes of one document, which look at what a request demands of it.
pub(super) const DOCUMENTS: [&str; 2] = ["/v1/candidates/{id}", "/v1/roles/{id}"];

/// The routes that take parameters in their query; all others refuse them.
pub(super) const WITH_QUERY: [(&str, &str); 8] = [
    ("GET", "/v1/candidates"),
    ("POST", "/v1/candidates/import"),
    ("GET", "/v1/roles"),
    ("POST", "/v1/roles/import"),
    ("GET", "/v1/roles/{id}/matches/{candidate_id}"),
    ("GET", "/v1/market"),
    ("GET", "/v1/skills"),
    ("GET", "/v1/skills/unrecognized"),
];

/// The service as one router, with everything around it.
pub(super) fn router(app: &App) -> Router {
    let routes = Router::new()
        .route("/v1/candidates", post(documents::create::<Candidate>).get(pages::candidates))
        .route("/v1/candidates/bulk", post(bulk::put::<Candidate>))
        .route("/v1/candidates/import", post(import::import::<Candidate>))
        .route(DOCUMENTS[0], document::<Candidate>())
        .route("/v1/candidates/{id}/matches", post(matches::for_candidate))
        .route("/v1/candidates/{id}/similar", post(similar::to_candidate))
        .route("/v1/roles", post(documents::create::<Role>).get(pages::roles))
        .route("/v1/roles/bulk", post(bulk::put::<Role>))
        .route("/v1/roles/import", post(import::import::<Role>))
        .route(DOCUMENTS[1], document::<Role>())
        .route("/v1/roles/{id}/matches", post(matches::for_role))
        .route("/v1/roles/{id}/matches/{candidate_id}", get(matches::pair))
        .route("/v1/roles/{id}/similar", post(similar::to_role))
        .route("/v1/roles/{id}/what-if", post(what_if::for_role))
        .route("/v1/match", post(matches::stateless))
        .route("/v1/extract", post(extraction::extract))
        .route("/v1/market", get(market::band))
        .route("/v1/backup", get(backup::download))
        .route("/v1/skills", get(skills::search))
        .route("/v1/skills/unrecognized", get(skills::unrecognized))
        .route("/v1/skills/{id}", get(skills::show))
        .route(HEALTH[0], get(alive))
        .route(HEALTH[1], get(ready))
        .route(METRICS, get(metrics::show));
    finish(routes, app)
}

/// Adds what is answered where there is no route, and the layers.
pub(super) fn finish(routes: Router<App>, app: &App) -> Router {
    let routes = routes.fallback(no_route).method_not_allowed_fallback(no_method).with_state(app.clone());
    layers::wrap(routes, app)
}

fn document<T: documents::Collection>() -> axum::routing::MethodRouter<App> {
    put(documents::put::<T>).get(documents::get::<T>).delete(documents::delete::<T>)
}

/// The answer to whoever asks for health.
type Health = ([(axum::http::HeaderName, &'static str); 1], String);

async fn alive() -> Health {
    health(0)
}

/// Documents that cannot be read are counted: all else is answered, so the service is ready nevertheless.
async fn ready(State(app): State<App>) -> Result<Health, Problem> {
    app.has_room()?;
    Ok(health(app.engine()?.status().unreadable))
}

fn health(unreadable: usize) -> Health {
    let told = if unreadable == 0 { String::new() } else { format!(r#","unreadable":{unreadable}"#) };
    ([(axum::http::header::CONTENT_TYPE, "application/json")], format!(r#"{{"status":"ok"{told}}}"#))
}

async fn no_route() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "no_such_route", "there is no such path; the routes are under /v1")
}

async fn no_method() -> Problem {
    let detail = "the path does not take this method; the header `Allow` names those that it takes";
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", detail)
}
