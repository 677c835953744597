//! The rest of a body that a handler did not read. hyper closes a connection whose request it cannot read to its end, and a client
//! that is about to use it again is cut off; so a short rest is read here, and a long one is announced as the connection's end.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use http_body_util::BodyExt as _;
use hyper::body::{Frame, SizeHint};
use tokio::time::timeout;

/// So much is read of what nobody wants,
const MAX_BYTES: usize = 64 << 10;
/// within so long. It has mostly come already.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// Where a body is left when its reader lets go of it before its end.
#[derive(Clone, Default)]
pub(super) struct Leftover(Arc<Mutex<Option<Body>>>);

impl Leftover {
    /// The body, of which the rest will be left here.
    pub(super) fn of(&self, body: Body) -> Body {
        if body.is_end_stream() { body } else { Body::new(Lent { body: Some(body), place: self.clone() }) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// Reads the rest, where there is one; `false` where it is longer than is worth it.
    pub(super) async fn read(self) -> bool {
        let rest = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(mut rest) = rest else { return true };
        let reading = async {
            let mut length = 0;
            while let Some(frame) = rest.frame().await {
                length += frame.ok().and_then(|frame| frame.into_data().ok()).map_or(0, |data| data.len());
                if length > MAX_BYTES {
                    return false;
                }
            }
            true
        };
        timeout(MAX_WAIT, reading).await.unwrap_or(false)
    }
}

struct Lent {
    body: Option<Body>,
    place: Leftover,
}

impl HttpBody for Lent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let Some(body) = &mut self.body else { return Poll::Ready(None) };
        let frame = Pin::new(body).poll_frame(cx);
        if matches!(frame, Poll::Ready(None | Some(Err(_)))) {
            self.body = None;
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), HttpBody::size_hint)
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(body) = self.body.take().filter(|body| !body.is_end_stream()) {
            *self.place.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(body);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::testing::run;
    use tokio_stream::StreamExt as _;

    #[test]
    fn a_short_rest_is_read_and_a_long_or_late_one_is_not() {
        let is_read = |body: Body| {
            run(async {
                let leftover = Leftover::default();
                drop(leftover.of(body));
                leftover.read().await
            })
        };
        assert!(is_read(Body::empty()) && is_read("rest".into()));
        assert!(!is_read(vec![b' '; MAX_BYTES + 1].into()));
        let late = tokio_stream::once(Ok::<_, std::io::Error>(Bytes::from("a"))).chain(tokio_stream::pending());
        assert!(!is_read(Body::from_stream(late)));
    }

    #[test]
    fn of_a_body_that_was_read_there_is_no_rest() {
        run(async {
            let leftover = Leftover::default();
            let body = leftover.of(vec![b' '; MAX_BYTES + 1].into());
            assert_eq!(body.collect().await.unwrap().to_bytes().len(), MAX_BYTES + 1);
            assert!(leftover.read().await);
        });
    }
}
