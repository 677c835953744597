//! The like of a candidate, and the like of a role.

use axum::extract::State;

use super::app::App;
use super::body::{JsonBody, Written};
use super::documents::{candidate_id, role_id};
use super::matches::answer;
use super::problem::Problem;
use super::target::Id;

pub(super) async fn to_candidate(
    State(app): State<App>,
    Id(id): Id,
    JsonBody(json): JsonBody,
) -> Result<Written, Problem> {
    answer(&app, &json, move |engine, options| Ok(engine.similar_candidates(&candidate_id(&id)?, options)?)).await
}

pub(super) async fn to_role(State(app): State<App>, Id(id): Id, JsonBody(json): JsonBody) -> Result<Written, Problem> {
    answer(&app, &json, move |engine, options| Ok(engine.similar_roles(&role_id(&id)?, options)?)).await
}
