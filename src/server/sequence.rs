//! A client that wrote to one process reads what it wrote from another that shares the store: a write is answered with its number, and a
//! request that brings a number waits until the process that it came to has seen that much.

use axum::body::{Body, HttpBody as _};
use axum::http::header::{HeaderMap, HeaderName, HeaderValue};
use axum::http::{Response, StatusCode};
use std::time::Duration;
use tokio::time::{Instant, sleep};

use super::app::App;
use super::contract::Operation;
use super::problem::Problem;

/// Of an answer: the number of the write, or of a later one. Of a request: what must be seen before it is answered.
pub(super) const SEQ: HeaderName = HeaderName::from_static("x-rolefit-seq");
/// A request waits no longer than this for a number.
const PATIENCE: Duration = Duration::from_secs(5);
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Waits until matches see the write that the request names, if it names one.
pub(super) async fn wait(app: &App, headers: &HeaderMap) -> Result<(), Problem> {
    let Some(seq) = asked(headers)? else { return Ok(()) };
    // Numbers are each shard's own, and each shard sees all that it was told to write.
    if app.access().shards.is_some() {
        return Ok(());
    }
    let ends = Instant::now() + PATIENCE;
    loop {
        // Looking takes no time, so it needs no thread that may wait.
        if app.engine()?.wait_for_seq(seq, Duration::ZERO)? {
            return Ok(());
        }
        if Instant::now() >= ends {
            let seconds = PATIENCE.as_secs();
            let detail = format!("write {seq} was not seen here within {seconds} s; ask again soon, or another node");
            return Err(Problem::unavailable("behind", detail));
        }
        sleep(LOOK_EVERY).await;
    }
}

fn asked(headers: &HeaderMap) -> Result<Option<u64>, Problem> {
    let mut values = headers.get_all(SEQ).iter();
    let Some(first) = values.next() else { return Ok(None) };
    let number = first.to_str().ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    if let (Some(seq), None) = (number.and_then(|text| text.parse().ok()), values.next()) {
        return Ok(Some(seq));
    }
    let detail = format!("invalid `{SEQ}`; expected one number, as a write was answered with");
    Err(Problem::new(StatusCode::BAD_REQUEST, "malformed_header", detail))
}

/// Tells the number of a write that was done. The lines of a stream each tell their own.
pub(super) fn tell(app: &App, operation: Option<&Operation>, response: &mut Response<Body>) {
    let is_whole = response.body().size_hint().exact().is_some();
    if is_whole
        && response.status().is_success()
        && operation.is_some_and(|operation| operation.is_write)
        && let Ok(engine) = app.engine()
    {
        response.headers_mut().insert(SEQ, HeaderValue::from(engine.seq()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_and_nothing_else() {
        let asked = |values: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(SEQ, HeaderValue::from_static(value));
            }
            asked(&headers).map_err(|problem| problem.code)
        };
        assert_eq!((asked(&[]), asked(&["0"]), asked(&["42"])), (Ok(None), Ok(Some(0)), Ok(Some(42))));
        for bad in [&[""][..], &["-1"], &["+1"], &["1.5"], &["99999999999999999999"], &["1", "1"]] {
            assert_eq!(asked(bad), Err("malformed_header"), "{bad:?}");
        }
    }
}
