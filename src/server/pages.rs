//! Pages of documents: all candidates or roles, or those that pass filters, in the order of their ids.

use axum::extract::State;
use serde::Serialize;

use super::app::App;
use super::ask::status;
use super::body::{self, Written};
use super::documents::{candidate_id, role_id};
use super::problem::Problem;
use super::target::{Query, malformed_query};
use crate::matching::{Filters, Page, PageOptions};

const DEFAULT_LIMIT: usize = 50;

/// A page as it is answered. The cursor is the id of its last document: the next page begins after it.
#[derive(Serialize)]
struct Answered<'a, T> {
    items: &'a [T],
    next_cursor: Option<&'a str>,
}

pub(super) async fn candidates(State(app): State<App>, query: Query) -> Result<Written, Problem> {
    query.expect_only(&["cursor", "limit", "q", "skill", "min_scale", "location"])?;
    let limit = query.limit(DEFAULT_LIMIT)?;
    let text = |name: &str| query.get(name).map(str::to_owned);
    let filters = Filters {
        q: text("q"),
        skills: text("skill").into_iter().collect(),
        min_scale: query.parse("min_scale", "a whole number")?,
        location: text("location"),
        ..Filters::default()
    };
    let cursor = query.get("cursor").map(candidate_id).transpose().map_err(|_| no_cursor())?;
    let max_bytes = app.bounds().page_bytes;
    app.run(move |engine, _| {
        let options = PageOptions { limit, max_bytes };
        let page = engine.candidates(&filters, cursor.as_ref(), &options)?;
        answer(&page, |candidate| candidate.id.as_str())
    })
    .await
}

pub(super) async fn roles(State(app): State<App>, query: Query) -> Result<Written, Problem> {
    query.expect_only(&["cursor", "limit", "status"])?;
    let limit = query.limit(DEFAULT_LIMIT)?;
    let wanted: Vec<_> = query.get("status").map(status).transpose().map_err(malformed_query)?.into_iter().collect();
    let cursor = query.get("cursor").map(role_id).transpose().map_err(|_| no_cursor())?;
    let max_bytes = app.bounds().page_bytes;
    app.run(move |engine, _| {
        let options = PageOptions { limit, max_bytes };
        answer(&engine.roles(&wanted, cursor.as_ref(), &options)?, |role| role.id.as_str())
    })
    .await
}

fn answer<T: Serialize>(page: &Page<T>, id: impl Fn(&T) -> &str) -> Result<Written, Problem> {
    let next_cursor = page.documents.last().filter(|_| page.more).map(id);
    body::write(&Answered { items: &page.documents, next_cursor })
}

fn no_cursor() -> Problem {
    malformed_query("`cursor` is none; the `next_cursor` of the page before is accepted".to_owned())
}
