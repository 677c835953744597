//! Pages of candidates over all shards, in the order of their ids.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse as _;
use serde_json::Value;

use super::client::Asked;
use crate::Candidate;
use crate::search::SearchPage;
use crate::server::app::App;
use crate::server::pages;
use crate::server::problem::Problem;
use crate::server::target::Query;

pub(super) async fn candidates(
    State(app): State<App>,
    query: Query,
    request: Request,
) -> Result<Response<Body>, Problem> {
    let shards = app.shards()?;
    refuse_what_cannot_be_merged(&query)?;
    let options = pages::candidate_options(&app, &query)?;
    let asked = Asked::of(&app, request, 0).await?;
    let mut found = Vec::new();
    for (_, told) in shards.ask_all(&asked).await {
        // A list without some of those who are on it would be taken for the whole.
        let told = told?;
        if told.status != StatusCode::OK {
            return Ok(told.pass_back());
        }
        found.push(serde_json::from_slice::<SearchPage<Value>>(&told.body).map_err(|_| Problem::internal())?);
    }
    let page = SearchPage::merged_by_id(found, &options)?.ok_or_else(|| {
        cannot(
            "a facet has more values than a shard tells, so that sums would be wrong; ask for facets with few values",
        )
    })?;
    Ok(pages::answer_as_it_is::<Candidate>(&page, &query)?.into_response())
}

fn refuse_what_cannot_be_merged(query: &Query) -> Result<(), Problem> {
    let sort = query.get("sort");
    if sort == Some("relevance") || (sort.is_none() && query.get("q").is_some()) {
        return Err(cannot(
            "relevance is reckoned by how rare words are, which differs between shards; expected `sort=id` with `q`",
        ));
    }
    if sort == Some("updated") || query.get("updated_since").is_some() {
        return Err(cannot("each shard numbers its own writes; expected `sort=id` and no `updated_since`"));
    }
    Ok(())
}

fn cannot(detail: &str) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "not_sharded", detail)
}
