//! The accept loop: bounded connections, each with timers against clients that send or read too slowly.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use hyper::server::conn::http1::{self, Parts};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt as _;

use super::app::App;
use super::patience::Patient;
use super::refusals::Refusals;

/// The most that the head of a request may take, in bytes.
pub(super) const HEAD_BYTES: usize = 16 << 10;
/// How long to wait when the system has no more connections to give.
const BREATH: Duration = Duration::from_millis(100);

/// Accepts connections until told to stop, then waits for them to write what they have to say.
pub(super) async fn accept(listener: TcpListener, router: Router, app: App, mut stopped: watch::Receiver<bool>) {
    let bounds = *app.bounds();
    let slots = Arc::new(Semaphore::new(bounds.connections));
    while !*stopped.borrow() {
        let next = async {
            let slot = slots.clone().acquire_owned().await.expect("the semaphore is never closed");
            (listener.accept().await, slot)
        };
        let (accepted, slot) = tokio::select! {
            next = next => next,
            _ = stopped.changed() => break,
        };
        match accepted {
            Ok((stream, _)) => {
                let connection = serve(stream, router.clone(), app.clone(), stopped.clone());
                tokio::spawn(async move {
                    connection.await;
                    drop(slot);
                });
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
    drop(listener);
    let all = u32::try_from(bounds.connections).unwrap_or(u32::MAX);
    let _ = slots.acquire_many(all).await;
}

async fn serve(stream: TcpStream, router: Router, app: App, mut stopped: watch::Receiver<bool>) {
    let bounds = *app.bounds();
    // Answers are written whole: waiting to fill packets only delays them.
    let _ = stream.set_nodelay(true);
    let service = router.map_request(|request: Request<hyper::body::Incoming>| request.map(Body::new));
    let service = TowerToHyperService::new(service.map_result(|outcome: Result<Response<Body>, Infallible>| outcome));
    let io = TokioIo::new(Refusals::new(Patient::new(stream, bounds.answer_pace), app));
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(bounds.head)
        .max_header_size(HEAD_BYTES)
        .serve_connection(io, service);
    let outcome = tokio::select! {
        outcome = &mut connection => outcome,
        () = async { drop(stopped.wait_for(|stopped| *stopped).await) } => {
            std::pin::Pin::new(&mut connection).graceful_shutdown();
            (&mut connection).await
        }
    };
    if let Err(error) = outcome {
        tracing::debug!(%error, "a connection ended early");
        let Parts { io, read_buf, .. } = connection.into_parts();
        io.into_inner().end(&error, &read_buf).await;
    }
}
