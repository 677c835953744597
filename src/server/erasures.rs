//! Erasures: what was removed taken out of the service's files, in the background, and the receipts that tell whether it is done.

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{HeaderValue, LOCATION};
use axum::http::{Response, StatusCode};
use axum::response::IntoResponse as _;
use schemars::JsonSchema;
use serde::Serialize;

use super::app::App;
use super::body::{self, Written};
use super::problem::Problem;
use super::target::{Name, Query};
use crate::Error;
use crate::storage::ErasureReceipt;

/// The parameter of the query by which a deletion is an erasure, too.
pub(super) const ERASE: &str = "erase";

/// The receipt of an erasure.
#[derive(Serialize, JsonSchema)]
pub(super) struct Erasure {
    /// Its id, for `GET /v1/erasures/{receipt}`.
    receipt: String,
    /// Of what was removed or replaced up to the write of this number nothing is left in any file of the service once it is done.
    seq: u64,
    /// When it was asked for (RFC 3339).
    requested_at: String,
    /// Whether it is done.
    state: Progress,
    /// When it was done (RFC 3339).
    #[serde(skip_serializing_if = "Option::is_none")]
    done_at: Option<String>,
}

/// How an erasure stands.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ErasureState")]
enum Progress {
    /// The files are being written anew, or will be soon; a service that is started anew goes on with it.
    Pending,
    /// No file of the data directory, or of the tables in PostgreSQL, holds anything of it.
    Done,
}

impl From<ErasureReceipt> for Erasure {
    fn from(receipt: ErasureReceipt) -> Self {
        Self {
            state: if receipt.is_done() { Progress::Done } else { Progress::Pending },
            seq: receipt.seq,
            requested_at: time(receipt.requested_at),
            done_at: receipt.done_at.map(time),
            receipt: receipt.id,
        }
    }
}

/// Whether a request asks for an erasure.
pub(super) fn is_asked(query: &Query) -> Result<bool, Problem> {
    Ok(query.parse(ERASE, "`true` or `false`")?.unwrap_or(false))
}

/// What is answered to a deletion that is an erasure.
pub(super) fn accepted(receipt: ErasureReceipt) -> Result<Response<Body>, Problem> {
    let location = HeaderValue::from_str(&format!("/v1/erasures/{}", receipt.id)).map_err(|_| Problem::internal())?;
    Ok((StatusCode::ACCEPTED, [(LOCATION, location)], body::write(&Erasure::from(receipt))?).into_response())
}

pub(super) async fn begin(State(app): State<App>) -> Result<Response<Body>, Problem> {
    app.run(|engine, _| accepted(engine.erase_deleted()?)).await
}

pub(super) async fn show(State(app): State<App>, Name(receipt): Name) -> Result<Written, Problem> {
    app.run(move |engine, _| match engine.erasure(&receipt)? {
        Some(receipt) => body::write(&Erasure::from(receipt)),
        None => Err(Error::NotFound { what: "erasure", id: receipt }.into()),
    })
    .await
}

/// Seconds since 1970 as RFC 3339 has them.
fn time(seconds: u64) -> String {
    let time = i64::try_from(seconds).ok().and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
    time.unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_rfc_3339() {
        assert_eq!(time(1_800_000_000), "2027-01-15T08:00:00Z");
        assert_eq!(time(u64::MAX), "1970-01-01T00:00:00Z");
    }
}
