//! Requests that one shard answers, and writes of roles, which all shards have.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{Method, Response, StatusCode};
use serde_json::Value;
use uuid::Uuid;

use super::client::Asked;
use super::shards::Shards;
use crate::intake::{Document as _, IdSource, parse_document};
use crate::server::app::App;
use crate::server::documents::percent_encoded;
use crate::server::idempotency::IDEMPOTENCY_KEY;
use crate::server::problem::Problem;
use crate::server::target::{Id, Pair};
use crate::{Candidate, CandidateId};

type Answer = Result<Response<Body>, Problem>;

/// To the shard of the candidate.
pub(super) async fn of_candidate(State(app): State<App>, Id(id): Id, request: Request) -> Answer {
    let (shards, asked) = (app.shards()?, Asked::of(&app, request, app.limits().document_bytes).await?);
    Ok(shards.ask(shards.of_candidate(&id), &asked).await?.pass_back())
}

/// To the shard of the candidate of a pair.
pub(super) async fn of_pair(State(app): State<App>, Pair(_, id): Pair, request: Request) -> Answer {
    let (shards, asked) = (app.shards()?, Asked::of(&app, request, app.limits().document_bytes).await?);
    Ok(shards.ask(shards.of_candidate(&id), &asked).await?.pass_back())
}

/// To any shard: about what all of them have.
pub(super) async fn of_any(State(app): State<App>, request: Request) -> Answer {
    let asked = Asked::of(&app, request, app.bounds().match_body_bytes).await?;
    Ok(app.shards()?.ask_any(&asked).await?.pass_back())
}

/// A new candidate, to the shard of its id, which is made here where there is none.
pub(super) async fn create_candidate(State(app): State<App>, request: Request) -> Answer {
    let (shards, mut asked) = (app.shards()?, Asked::of(&app, request, app.limits().document_bytes).await?);
    // A request that is sent again is about the same id.
    let made = match asked.headers.get(IDEMPOTENCY_KEY) {
        Some(key) => CandidateId::made_of(&String::from_utf8_lossy(key.as_bytes())).to_string(),
        None => Uuid::now_v7().to_string(),
    };
    let id = match parse_document::<Candidate>(&asked.body, IdSource::DocumentOr(&made), app.limits()) {
        Ok(document) => document.id().to_owned(),
        // Any shard says what is wrong with it, to those who may know.
        Err(_) => return Ok(shards.ask_any(&asked).await?.pass_back()),
    };
    if id == made
        && let Ok(Value::Object(mut fields)) = serde_json::from_slice(&asked.body)
    {
        fields.insert("id".to_owned(), made.into());
        asked.body = Bytes::from(Value::Object(fields).to_string());
    }
    Ok(shards.ask(shards.of_candidate(&id), &asked).await?.pass_back())
}

/// A role is written at the first shard, which says what is wrong with it, and then copied to the others as it stands there.
pub(super) async fn of_role(State(app): State<App>, Id(id): Id, request: Request) -> Answer {
    write_role(app, Some(id), request).await
}

pub(super) async fn create_role(State(app): State<App>, request: Request) -> Answer {
    write_role(app, None, request).await
}

async fn write_role(app: App, id: Option<String>, request: Request) -> Answer {
    let (shards, asked) = (app.shards()?.clone(), Asked::of(&app, request, app.limits().document_bytes).await?);
    // To its end, also where the caller goes away: a role that not all shards have is in no answer.
    let task = tokio::spawn(async move {
        let _turn = shards.role_turn.lock().await;
        all_answer(&shards)?;
        let told = shards.ask(0, &asked).await?;
        if !told.status.is_success() {
            return Ok(told.pass_back());
        }
        let receipt = serde_json::from_slice::<Value>(&told.body).unwrap_or_default();
        let Some(id) = id.or_else(|| receipt["id"].as_str().map(str::to_owned)) else {
            return Err(Problem::internal());
        };
        copy_role(&shards, &asked, &id).await?;
        Ok(told.pass_back())
    });
    task.await.unwrap_or_else(|_panicked| Err(Problem::internal()))
}

/// Before a role is written to some: that would take it from all matches until it is written anew.
pub(super) fn all_answer(shards: &Shards) -> Result<(), Problem> {
    let Some(down) = shards.down().first().copied() else { return Ok(()) };
    let detail = format!("shard {down} does not answer, and roles are written to all shards; nothing was written");
    Err(Problem::unavailable("shard_unavailable", detail))
}

/// Makes a role of all other shards what it is at the first.
async fn copy_role(shards: &Arc<Shards>, asked: &Asked, id: &str) -> Result<(), Problem> {
    let path = format!("/v1/roles/{}", percent_encoded(id));
    let copy = if asked.method == Method::DELETE {
        asked.clone().unconditional()
    } else {
        let found = shards.ask(0, &Asked::get(path.clone(), &asked.headers).unconditional()).await?;
        if found.status != StatusCode::OK {
            return Err(found.problem());
        }
        Asked::sending(Method::PUT, path, &asked.headers, "application/json", found.body).unconditional()
    };
    let others = (1..shards.len()).map(|n| (n, copy.clone()));
    for (n, told) in shards.ask_each(others).await {
        let is_done = told.is_ok_and(|told| {
            told.status.is_success() || (copy.method == Method::DELETE && told.status == StatusCode::NOT_FOUND)
        });
        if !is_done {
            let detail = format!("the role was written, but not at shard {}; send the request again", shards.name(n));
            return Err(Problem::unavailable("shard_unavailable", detail));
        }
    }
    Ok(())
}

/// What no coordinator answers.
pub(in crate::server) async fn not_sharded() -> Problem {
    let detail =
        "this is not answered over several shards; docs/sharding.md says what is, and each shard answers for itself";
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "not_sharded", detail)
}
