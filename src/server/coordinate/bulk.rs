//! Groups of lines: each candidate's to its shard, each role's to all; results in the order of the lines.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, Response, StatusCode};
use serde_json::Value;

use super::client::Asked;
use super::forward::all_answer;
use super::shards::Shards;
use crate::Role;
use crate::intake::Document as _;
use crate::server::app::App;
use crate::server::bulk::{Outcome, read_group};
use crate::server::documents::Collection;
use crate::server::lines::Line;
use crate::server::problem::Problem;

const LINES: &str = "application/x-ndjson";

/// What is answered to whoever sends these headers where no lines of theirs would be taken at all.
pub(in crate::server) async fn refusal<T: Collection>(
    shards: &Shards,
    headers: &HeaderMap,
) -> Result<Option<Response<Body>>, Problem> {
    let told = shards.ask_any(&asked::<T>(headers, Vec::new())).await?;
    Ok((told.status != StatusCode::OK).then(|| told.pass_back()))
}

fn asked<T: Collection>(headers: &HeaderMap, body: Vec<u8>) -> Asked {
    Asked::sending(Method::POST, format!("/v1/{}/bulk", T::PLURAL), headers, LINES, Bytes::from(body))
}

/// One document on its way.
struct Sent {
    /// Its place in the group.
    place: usize,
    number: usize,
    id: String,
    json: Vec<u8>,
}

/// Writes a group. A shard that does not answer is told of in the results of its lines alone.
pub(in crate::server) async fn write<T: Collection>(
    app: &App,
    shards: &Arc<Shards>,
    headers: &HeaderMap,
    group: Vec<Line>,
) -> Vec<Outcome> {
    let limits = app.limits().clone();
    let n_lines = group.len();
    let read = tokio::task::spawn_blocking(move || read_group::<T>(group, &limits, &crate::model::CancelToken::new()));
    let Ok(read) = read.await else { return Vec::new() };
    let mut outcomes: Vec<Option<Outcome>> = Vec::new();
    outcomes.resize_with(n_lines, || None);
    let mut by_shard: BTreeMap<usize, Vec<Sent>> = BTreeMap::new();
    let is_role = T::KIND == Role::KIND;
    for (place, (number, line)) in read.into_iter().enumerate() {
        match line {
            Err(bad) => outcomes[place] = Some(*bad),
            Ok(document) => {
                let id = document.id().to_owned();
                let shard = if is_role { 0 } else { shards.of_candidate(&id) };
                match serde_json::to_vec(&document) {
                    Ok(json) => by_shard.entry(shard).or_default().push(Sent { place, number, id, json }),
                    Err(_) => outcomes[place] = Some(Outcome::failed(number, Some(id), Problem::internal())),
                }
            }
        }
    }
    let _turn = if is_role { Some(shards.role_turn.lock().await) } else { None };
    if is_role && let Err(problem) = all_answer(shards) {
        for Sent { place, number, id, .. } in by_shard.into_values().flatten() {
            outcomes[place] = Some(Outcome::failed(number, Some(id), problem.clone()));
        }
        return outcomes.into_iter().flatten().collect();
    }
    send::<T>(shards, headers, &by_shard, &mut outcomes).await;
    if let Some(roles) = by_shard.remove(&0).filter(|_| is_role) {
        let kept: Vec<Sent> =
            roles.into_iter().filter(|sent| outcomes[sent.place].as_ref().is_some_and(Outcome::is_written)).collect();
        let body: Vec<u8> = lines(&kept);
        let copies = (1..shards.len()).map(|n| (n, asked::<T>(headers, body.clone())));
        for (n, told) in shards.ask_each(copies).await {
            let results = told.ok().filter(|told| told.status == StatusCode::OK).map(|told| results(&told.body));
            for (at, Sent { place, number, id, .. }) in kept.iter().enumerate() {
                let is_copied =
                    results.as_ref().and_then(|results| results.get(at)).is_some_and(|r| r["status"] != "error");
                if !is_copied {
                    outcomes[*place] = Some(Outcome::failed(*number, Some(id.clone()), shards.unavailable(n)));
                }
            }
        }
    }
    outcomes.into_iter().flatten().collect()
}

/// Sends each shard its documents, and notes what it says of each.
async fn send<T: Collection>(
    shards: &Arc<Shards>,
    headers: &HeaderMap,
    by_shard: &BTreeMap<usize, Vec<Sent>>,
    outcomes: &mut [Option<Outcome>],
) {
    let asked = by_shard.iter().map(|(n, documents)| (*n, asked::<T>(headers, lines(documents))));
    for (n, told) in shards.ask_each(asked.collect::<Vec<_>>()).await {
        let told = told
            .and_then(|told| if told.status == StatusCode::OK { Ok(results(&told.body)) } else { Err(told.problem()) });
        for (at, Sent { place, number, id, .. }) in by_shard[&n].iter().enumerate() {
            outcomes[*place] = Some(match &told {
                Ok(results) => match results.get(at) {
                    Some(result) => Outcome::as_told(*number, id.clone(), result),
                    None => Outcome::failed(*number, Some(id.clone()), shards.unavailable(n)),
                },
                Err(problem) => Outcome::failed(*number, Some(id.clone()), problem.clone()),
            });
        }
    }
}

fn lines(documents: &[Sent]) -> Vec<u8> {
    documents.iter().flat_map(|document| document.json.iter().copied().chain([b'\n'])).collect()
}

/// A result a line, in the order of the lines.
fn results(body: &[u8]) -> Vec<Value> {
    let lines = body.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).unwrap_or_default()).collect()
}
