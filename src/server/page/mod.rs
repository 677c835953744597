//! The recruiter's page: roles, candidates and shortlists as HTML at `/`, beside the API under `/v1`.
//!
//! Handlers call the engine themselves, never the API. Every state has its own address, everything works without scripts, and nothing
//! comes from another host. Not: judgement, which is the engine's, nor any JSON.

mod answer;
mod assets;
mod candidates;
mod compare;
mod document;
mod duplicates;
mod export;
mod feedback;
mod form;
mod frame;
mod history;
mod pair;
mod plots;
mod pool;
mod role_edit;
mod role_fields;
mod roles;
mod scores;
mod sessions;
mod shortlist;
mod shortlist_query;
mod show;
mod sign_in;
mod state;
mod styleguide;
#[cfg(test)]
mod tests;
mod texts;
mod upload;
mod what_if;

use axum::Router;
use axum::response::Redirect;
use axum::routing::{get, post};

use super::app::App;
pub(super) use answer::{is_page, is_page_path, is_whole, refused};
pub(super) use frame::Forwarded;
pub(super) use sessions::{PageSession, Sessions};
pub(super) use state::PageState;

/// The routes of the page. They are in no OpenAPI document.
pub(super) fn routes() -> Router<App> {
    let router = Router::new();
    #[cfg(feature = "spreadsheets")]
    let router = router.route("/roles/{id}/shortlist.xlsx", get(export::xlsx));
    router
        .route("/", get(home))
        .route("/static/{file}", get(assets::serve))
        .route("/sign-in", get(sign_in::show).post(sign_in::sign_in))
        .route("/sign-out", post(sign_in::sign_out))
        .route("/language", get(sign_in::language))
        .route("/styleguide", get(styleguide::show))
        .route("/roles", get(roles::list))
        .route("/roles/new", get(roles::new).post(roles::create))
        .route("/roles/{id}", get(shortlist::show))
        .route("/roles/{id}/edit", get(role_edit::show).post(role_edit::save))
        .route("/roles/{id}/delete", post(roles::delete))
        .route("/roles/{id}/print", get(shortlist::print))
        .route("/roles/{id}/shortlist.csv", get(export::csv))
        .route("/roles/{id}/shortlist.json", get(export::json))
        .route("/roles/{id}/shortlist.html", get(shortlist::brief))
        .route("/roles/{id}/what-if", get(what_if::show))
        .route("/roles/{id}/pool", get(pool::show))
        .route("/roles/{id}/compare", get(compare::show))
        .route("/roles/{id}/candidates/{candidate}", get(pair::show))
        .route("/roles/{id}/candidates/{candidate}/feedback", post(feedback::save))
        .route("/roles/{id}/candidates/{candidate}/feedback/remove", post(feedback::remove_note))
        .route("/candidates", get(candidates::list))
        .route("/candidates/add", get(upload::show).post(upload::add))
        .route("/candidates/add/{job}", get(upload::added))
        .route("/candidates/{id}", get(candidates::show))
        .route("/candidates/{id}/delete", post(candidates::delete))
        .route("/duplicates", get(duplicates::list))
        .route("/duplicates/{id}", get(duplicates::show))
        .route("/duplicates/{id}/merge", post(duplicates::merge))
        .route("/duplicates/{id}/dismiss", post(duplicates::dismiss))
        .route("/duplicates/{id}/undo", post(duplicates::undo))
        .route("/undo", post(candidates::undo))
}

async fn home(Forwarded { base, .. }: Forwarded) -> Redirect {
    Redirect::to(&format!("{base}/roles"))
}
