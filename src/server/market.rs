//! What a kind of work is paid, by the market reference.

use axum::extract::State;
use axum::http::StatusCode;

use super::app::App;
use super::body::{self, Written};
use super::problem::Problem;
use super::target::{Query, malformed_query};
use crate::intake::did_you_mean;
use crate::market::MarketQuery;
use crate::model::Level;

pub(super) async fn band(State(app): State<App>, query: Query) -> Result<Written, Problem> {
    let needed = |name: &str| {
        let missing = || malformed_query(format!("`{name}` is missing; expected `family` and `level`"));
        query.get(name).ok_or_else(missing)
    };
    let query = MarketQuery {
        family: needed("family")?.to_owned(),
        level: level(needed("level")?)?,
        hub: query.get("hub").map(str::to_owned),
        year: query.parse("year", "a year such as 2026")?,
    };
    app.run(move |engine, _| {
        let band = engine.market(&query)?.ok_or_else(|| {
            let detail = "no row of pay is about such work in such a place";
            Problem::new(StatusCode::NOT_FOUND, "no_pay_rows", detail)
        })?;
        body::write(&band)
    })
    .await
}

fn level(name: &str) -> Result<Level, Problem> {
    Level::ALL.into_iter().find(|level| level.as_str() == name).ok_or_else(|| {
        let names = Level::ALL.map(Level::as_str);
        let hint = did_you_mean(name, names.into_iter());
        malformed_query(format!("`level` is {name:?}; expected one of {}{hint}", names.join(", ")))
    })
}
