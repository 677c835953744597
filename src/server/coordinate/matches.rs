//! The shortlist over all shards: each ranks its own people, and what they found merges to what one engine would have found.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HeaderName, HeaderValue};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse as _;
use serde_json::{Map, Value};

use super::client::{Asked, Told};
use super::shards::Shards;
use crate::intake::Shard;
use crate::matching::PartialAnswer;
use crate::model::PartialDate;
use crate::server::app::App;
use crate::server::body;
use crate::server::documents::percent_encoded;
use crate::server::problem::Problem;
use crate::server::target::Id;

/// The shards that an answer lacks, with commas between.
pub(in crate::server) const DEGRADED: HeaderName = HeaderName::from_static("x-rolefit-degraded");

pub(super) async fn for_role(State(app): State<App>, Id(id): Id, request: Request) -> Result<Response<Body>, Problem> {
    let (shards, mut asked) = (app.shards()?.clone(), Asked::of(&app, request, app.limits().document_bytes).await?);
    state_date(&mut asked);
    asked.path = format!("/v1/roles/{}/partial-matches", percent_encoded(&id));
    let (mut parts, mut refused, mut missing) = (Vec::new(), Vec::new(), Vec::new());
    for (n, told) in shards.ask_all(&asked).await {
        match told {
            Ok(told) if told.status == StatusCode::OK => parts.push((shards.name(n), told)),
            Ok(told) if told.status.is_client_error() => refused.push((shards.name(n), told)),
            Ok(told) => missing.push((shards.name(n), told.problem())),
            Err(problem) => missing.push((shards.name(n), problem)),
        }
    }
    if parts.is_empty() {
        return match (refused.into_iter().next(), missing.into_iter().next()) {
            (Some((_, told)), _) => Ok(told.pass_back()),
            (None, Some((_, problem))) => Err(problem),
            (None, None) => Err(Problem::internal()),
        };
    }
    if let Some((shard, told)) = refused.first() {
        let problem = told.problem();
        return Err(differ(format!("shard {shard} answers `{}` ({}), others do not", problem.code, problem.detail)));
    }
    let missing: Vec<Shard> = missing.into_iter().map(|(shard, _)| shard).collect();
    let header = missing.iter().map(Shard::to_string).collect::<Vec<_>>().join(",");
    let merging = tokio::task::spawn_blocking(move || body::write(&merged(parts)?.missing(missing).into_answer()));
    let written = merging.await.map_err(|_| Problem::internal())??;
    let mut response = written.into_response();
    if !header.is_empty() {
        response.headers_mut().insert(DEGRADED, HeaderValue::from_str(&header).map_err(|_| Problem::internal())?);
    }
    Ok(response)
}

/// All shards reckon as of one day, also at midnight.
fn state_date(asked: &mut Asked) {
    let is_empty = crate::server::body::is_empty(&asked.body);
    let fields = if is_empty { Ok(Map::new()) } else { serde_json::from_slice::<Map<String, Value>>(&asked.body) };
    // A shard says what is wrong with it.
    let Ok(mut fields) = fields else { return };
    let is_stated = |name: &str| fields.get(name).is_some_and(|value| !value.is_null() && value != "");
    if is_stated("as_of") || is_stated("cursor") {
        return;
    }
    fields.insert("as_of".to_owned(), PartialDate::today().to_string().into());
    asked.body = Value::Object(fields).to_string().into();
    if is_empty {
        asked.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    }
}

fn merged(parts: Vec<(Shard, Told)>) -> Result<PartialAnswer, Problem> {
    let mut whole: Option<(Shard, PartialAnswer)> = None;
    for (shard, told) in parts {
        let part: PartialAnswer = serde_json::from_slice(&told.body)
            .map_err(|error| differ(format!("shard {shard} gives no partial answer of this version: {error}")))?;
        whole = Some(match whole {
            None => (shard, part),
            Some((first, whole)) => {
                let models = (whole.answer().model.clone(), part.answer().model.clone());
                if models.0 != models.1 {
                    return Err(differ(format!(
                        "shard {shard} answers by {}, shard {first} by {}; expected one version, taxonomy, profile, market and date",
                        Shards::shown(&models.1),
                        Shards::shown(&models.0)
                    )));
                }
                let whole =
                    whole.merge(part).map_err(|error| differ(format!("shard {shard} and those before: {error}")))?;
                (first, whole)
            }
        });
    }
    whole.map(|(_, whole)| whole).ok_or_else(Problem::internal)
}

fn differ(what: impl std::fmt::Display) -> Problem {
    Problem::unavailable(
        "shards_differ",
        format!("{what}; a role that differs is put again, knowledge that differs is reloaded"),
    )
}
