//! Matches: for a role, for a candidate, for a pair, and without storing anybody.

use std::collections::HashMap;

use axum::extract::State;
use serde::Serialize;
use serde_json::Value;

use super::app::App;
use super::ask::{self, Fields, OPTIONS};
use super::body::{self, JsonBody, LargeJsonBody, Written};
use super::documents::{candidate_id, role_id};
use super::problem::Problem;
use super::target::{Id, Pair, Query};
use crate::intake::{candidate_from_value, parse_json, role_from_value};
use crate::model::CancelToken;
use crate::{Candidate, CandidateId, Engine, Limits, MatchOptions, Role};

/// The most candidates of one stateless match.
const MAX_CANDIDATES: usize = 10_000;

/// Matches for more results than this are made a few at a time: a list of a thousand takes a thousand times the room of one.
pub(super) const LARGE_LIMIT: usize = 100;

pub(super) async fn for_role(State(app): State<App>, Id(id): Id, JsonBody(json): JsonBody) -> Result<Written, Problem> {
    answer(&app, &json, move |engine, options| Ok(engine.matches(&role_id(&id)?, options)?)).await
}

/// What a coordinator merges with what other shards found.
pub(super) async fn partial_for_role(
    State(app): State<App>,
    Id(id): Id,
    JsonBody(json): JsonBody,
) -> Result<Written, Problem> {
    answer(&app, &json, move |engine, options| Ok(engine.partial_matches(&role_id(&id)?, options)?)).await
}

pub(super) async fn for_candidate(
    State(app): State<App>,
    Id(id): Id,
    JsonBody(json): JsonBody,
) -> Result<Written, Problem> {
    answer(&app, &json, move |engine, options| Ok(engine.roles_for(&candidate_id(&id)?, options)?)).await
}

/// Answers by a call of the engine with the options that the request states: a page that is no longer than the service's.
pub(super) async fn answer<A, F>(app: &App, json: &[u8], ask: F) -> Result<Written, Problem>
where
    A: Serialize,
    F: FnOnce(&Engine, &MatchOptions) -> Result<A, Problem> + Send + 'static,
{
    let options = ask::match_options(json, app.limits(), app.bounds().page_bytes)?;
    let is_large = options.limit > LARGE_LIMIT;
    let work = move |engine: &Engine, _: &CancelToken| body::write(&ask(engine, &options)?);
    if is_large { app.run_in_turn(&app.places().large_matches, work).await } else { app.run(work).await }
}

pub(super) async fn pair(
    State(app): State<App>,
    Pair(role, candidate): Pair,
    query: Query,
) -> Result<Written, Problem> {
    let options = ask::pair_options(&query)?;
    app.run(move |engine, _| body::write(&engine.explain(&role_id(&role)?, &candidate_id(&candidate)?, &options)?))
        .await
}

pub(super) async fn stateless(State(app): State<App>, request: LargeJsonBody) -> Result<Written, Problem> {
    let page_bytes = app.bounds().page_bytes;
    app.run(move |engine, _| {
        let LargeJsonBody { bytes, place: _place } = request;
        let (role, candidates, options) = inline(&bytes, &engine.options().limits, page_bytes)?;
        drop(bytes);
        body::write(&engine.rank(&role, &candidates, &options)?)
    })
    .await
}

/// Takes a stateless request apart: `{"role": {}, "candidates": [], ...options}`.
fn inline(json: &[u8], limits: &Limits, page_bytes: usize) -> Result<(Role, Vec<Candidate>, MatchOptions), Problem> {
    // The documents stand two levels down.
    let whole = limits.clone().with_document_bytes(json.len().max(1)).with_depth(limits.depth + 2);
    let mut fields = Fields::new(parse_json(json, &whole)?)?;
    let options = MatchOptions { page: fields.page(), max_bytes: Some(page_bytes), ..fields.match_options(limits) };
    let role = if let Some(role) = fields.take("role") {
        fields.keep(role_from_value(role, "/role", limits))
    } else {
        fields.wrong("/role", "is missing; expected a role");
        None
    };
    let candidates = match fields.take("candidates") {
        Some(Value::Array(candidates)) if candidates.len() > MAX_CANDIDATES => {
            let message = format!(
                "these are {} candidates, at most {MAX_CANDIDATES} are accepted; put more with POST /v1/candidates/bulk and \
                 ask POST /v1/roles/{{id}}/matches",
                candidates.len()
            );
            fields.wrong("/candidates", message);
            Vec::new()
        }
        Some(Value::Array(candidates)) => take_candidates(candidates, &mut fields, limits),
        Some(_) => {
            fields.wrong("/candidates", "this is not a list; expected a list of candidates");
            Vec::new()
        }
        None => {
            fields.wrong("/candidates", "is missing; expected a list of candidates");
            Vec::new()
        }
    };
    let known: Vec<&str> = ["role", "candidates", "cursor"].into_iter().chain(OPTIONS).collect();
    fields.finish(&known)?;
    Ok((role.expect("a role that is missing or invalid has been refused"), candidates, options))
}

/// Takes candidates until more is wrong than is worth telling.
fn take_candidates(values: Vec<Value>, fields: &mut Fields, limits: &Limits) -> Vec<Candidate> {
    let mut candidates = Vec::with_capacity(values.len());
    let mut first_places: HashMap<CandidateId, usize> = HashMap::new();
    let total = values.len();
    for (place, value) in values.into_iter().enumerate() {
        let pointer = format!("/candidates/{place}");
        if let Some(candidate) = fields.keep(candidate_from_value(value, &pointer, limits)) {
            if let Some(earlier) = first_places.insert(candidate.id.clone(), place) {
                fields.wrong(format!("{pointer}/id"), format!("is the id of /candidates/{earlier} too"));
            }
            candidates.push(candidate);
        }
        if fields.n_wrong() >= limits.violations && place + 1 < total {
            fields.wrong("/candidates", format!("those after /candidates/{place} were not looked at"));
            break;
        }
    }
    candidates
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(json: &str) -> Vec<(String, String)> {
        let problem = inline(json.as_bytes(), &Limits::default(), 0).unwrap_err();
        problem.errors.into_iter().map(|violation| (violation.pointer, violation.message)).collect()
    }

    #[test]
    fn violations_point_into_the_request() {
        let json = r#"{"role": {"id": "r", "titel": "x"}, "candidates": [{"id": "a"}, {"id": "a"}, {"id": "b", "skills":
                       [{"name": 3}]}], "limti": 3}"#;
        let pointers: Vec<String> = errors(json).into_iter().map(|(pointer, _)| pointer).collect();
        assert_eq!(pointers, ["/role/titel", "/candidates/1/id", "/candidates/2/skills/0/name", "/limti"]);
        let pointers: Vec<String> = errors("{}").into_iter().map(|(pointer, _)| pointer).collect();
        assert_eq!(pointers, ["/role", "/candidates"]);
    }

    #[test]
    fn too_many_candidates_are_sent_elsewhere() {
        let json = format!(r#"{{"role": {{"id": "r"}}, "candidates": [{}]}}"#, vec!["1"; MAX_CANDIDATES + 1].join(","));
        let errors = errors(&json);
        assert_eq!(errors.len(), 1);
        assert!(errors[0].1.contains("/v1/candidates/bulk"), "{errors:?}");
    }

    #[test]
    fn not_everything_that_is_wrong_is_told() {
        let json = format!(r#"{{"role": {{"id": "r"}}, "candidates": [{}]}}"#, vec!["1"; 5000].join(","));
        assert!(errors(&json).len() <= Limits::default().violations + 1);
    }
}
