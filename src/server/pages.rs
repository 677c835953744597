//! Search and pages of documents: `GET /v1/candidates` and `GET /v1/roles`.

use axum::extract::State;
use axum::http::header::{HeaderMap, HeaderValue, LINK};
use serde_json::Value;

use super::app::App;
use super::ask::status;
use super::body::{self, Written};
use super::documents::{Collection, percent_encoded};
use super::fields::ShownFields;
use super::problem::Problem;
use super::target::{Query, malformed_query};
use crate::matching::Filters;
use crate::model::{ParseError, Pay};
use crate::search::{SearchOptions, SearchPage, SearchQuery};
use crate::{Candidate, Role};

pub(super) const DEFAULT_LIMIT: usize = 50;

/// A page, and the head that leads to the next.
type Answered = (HeaderMap, Written);

pub(super) async fn candidates(State(app): State<App>, query: Query) -> Result<Answered, Problem> {
    let options = candidate_options(&app, &query)?;
    app.run(move |engine, _| answer::<Candidate>(engine.search_candidates(&options)?, &query)).await
}

/// What a query asks of candidates.
pub(super) fn candidate_options(app: &App, query: &Query) -> Result<SearchOptions, Problem> {
    let text = |name: &str| query.get(name).map(str::to_owned);
    let max_pay = query.get("max_pay").map(Pay::parse_yearly_max).transpose();
    let max_pay = max_pay.map_err(|accepted| malformed_query(format!("`max_pay`: {accepted}")))?;
    let filters = Filters {
        min_scale: query.count("min_scale", "a whole number")?,
        location_or_unstated: text("location_or_unstated"),
        max_pay,
        ..common_filters(query)
    };
    ShownFields::of::<Candidate>(query)?;
    options(app, query, SearchQuery::for_candidates, filters)
}

pub(super) async fn roles(State(app): State<App>, query: Query) -> Result<Answered, Problem> {
    let wanted: Vec<_> = query.get("status").map(status).transpose().map_err(malformed_query)?.into_iter().collect();
    let filters = Filters { status: wanted, ..common_filters(&query) };
    ShownFields::of::<Role>(&query)?;
    let options = options(&app, &query, SearchQuery::for_roles, filters)?;
    app.run(move |engine, _| answer::<Role>(engine.search_roles(&options)?, &query)).await
}

fn common_filters(query: &Query) -> Filters {
    let skills = query.all("skill").map(str::to_owned).collect();
    Filters { skills, location: query.get("location").map(str::to_owned), ..Filters::default() }
}

fn options(
    app: &App,
    query: &Query,
    read: impl Fn(&str) -> Result<SearchQuery, crate::Error>,
    filters: Filters,
) -> Result<SearchOptions, Problem> {
    let wrong = |name: &str, message: ParseError| malformed_query(format!("`{name}`: {message}"));
    let facets = query.all("facet").map(|facet| facet.parse().map_err(|message| wrong("facet", message)));
    Ok(SearchOptions {
        query: query.get("q").map(read).transpose().map_err(|error| malformed_query(error.to_string()))?,
        filters,
        updated_since: query.count("updated_since", "the `seq` of a write")?,
        facets: facets.collect::<Result<_, Problem>>()?,
        sort: query.get("sort").map(str::parse).transpose().map_err(|message| wrong("sort", message))?,
        after: query
            .get("cursor")
            .map(str::parse)
            .transpose()
            .map_err(|error: ParseError| malformed_query(error.to_string()))?,
        limit: query.limit(DEFAULT_LIMIT)?,
        max_bytes: app.bounds().page_bytes,
    })
}

/// A page of documents that show what is asked for already.
pub(super) fn answer_as_it_is<T: Collection>(page: &SearchPage<Value>, query: &Query) -> Result<Answered, Problem> {
    Ok((head::<T, _>(page, query)?, body::write(page)?))
}

fn head<T: Collection, D>(page: &SearchPage<D>, query: &Query) -> Result<HeaderMap, Problem> {
    let mut head = HeaderMap::new();
    if let Some(next) = &page.next_cursor {
        let path = format!("/v1/{}", T::PLURAL);
        let link = format!("<{path}?{}>; rel=\"next\"", next_query(query, &next.to_string()));
        head.insert(LINK, HeaderValue::from_str(&link).map_err(|_| Problem::internal())?);
    }
    Ok(head)
}

fn answer<T: Collection>(page: SearchPage<T>, query: &Query) -> Result<Answered, Problem> {
    let head = head::<T, _>(&page, query)?;
    let shown = ShownFields::of::<T>(query)?;
    if shown.is_all() {
        return Ok((head, body::write(&page)?));
    }
    let items = page.documents.iter().map(|document| shown.of_document(document)).collect::<Result<_, Problem>>()?;
    Ok((head, body::write(&page.with_documents::<Value>(items))?))
}

/// The parameters of the next page.
fn next_query(query: &Query, cursor: &str) -> String {
    let others = query.pairs().filter(|(name, _)| *name != "cursor");
    let pairs = others.chain([("cursor", cursor)]);
    let written = pairs.map(|(name, value)| format!("{}={}", percent_encoded(name), percent_encoded(value)));
    written.collect::<Vec<_>>().join("&")
}
