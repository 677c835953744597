//! The accept loop: bounded connections, each with timers against clients that send or read too slowly.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::BoxError;
use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1::{self, Parts};
use hyper::server::conn::http2;
use hyper::service::HttpService;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::timeout;
use tower::ServiceExt as _;

use super::app::App;
use super::patience::Patient;
use super::rate::Peer;
use super::refusals::Refusals;

/// The most that the head of a request may take, in bytes.
pub(super) const HEAD_BYTES: usize = 16 << 10;
/// How a client begins that speaks HTTP/2 (RFC 9113, section 3.4).
const PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// Requests at a time on one connection of HTTP/2.
const STREAMS: u32 = 32;
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
            Ok((stream, peer)) => {
                let connection = serve(stream, Peer(peer.ip()), router.clone(), app.clone(), stopped.clone());
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

async fn serve(stream: TcpStream, peer: Peer, router: Router, app: App, mut stopped: watch::Receiver<bool>) {
    // Answers are written whole: waiting to fill packets only delays them.
    let _ = stream.set_nodelay(true);
    let service = router.map_request(move |request: Request<hyper::body::Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(peer);
        request
    });
    let service = service.map_result(|outcome: Result<Response<Body>, Infallible>| outcome);
    let service = TowerToHyperService::new(service);
    let spoken = tokio::select! {
        spoken = timeout(app.bounds().head, begins_http2(&stream)) => spoken,
        () = async { drop(stopped.wait_for(|stopped| *stopped).await) } => return,
    };
    match spoken {
        Ok(true) => serve_http2(stream, service, &app, stopped).await,
        Ok(false) => serve_http1(stream, service, app, stopped).await,
        // Nothing came, or not even the preface: the connection just ends.
        Err(_elapsed) => {}
    }
}

/// Whether the client speaks HTTP/2 with prior knowledge: its first bytes say so, and are left where they are.
async fn begins_http2(stream: &TcpStream) -> bool {
    let mut head = [0; PREFACE.len()];
    loop {
        let n = stream.peek(&mut head).await.unwrap_or(0);
        if n == PREFACE.len() || n == 0 || !PREFACE.starts_with(&head[..n]) {
            return head == *PREFACE;
        }
        // Who sends it in pieces is waited for, as long as for a head.
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn serve_http1<S>(stream: TcpStream, service: S, app: App, mut stopped: watch::Receiver<bool>)
where
    S: HttpService<Incoming, ResBody = Body, Error: Into<BoxError>>,
{
    let bounds = *app.bounds();
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

async fn serve_http2<S>(stream: TcpStream, service: S, app: &App, mut stopped: watch::Receiver<bool>)
where
    S: HttpService<Incoming, ResBody = Body, Error: Into<BoxError>> + Clone + Send + 'static,
    S::Future: Send + 'static,
{
    let bounds = app.bounds();
    let io = TokioIo::new(Patient::new(stream, bounds.answer_pace));
    let connection = http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .max_header_list_size(u32::try_from(HEAD_BYTES).unwrap_or(u32::MAX))
        .max_concurrent_streams(STREAMS)
        // A client that does not answer for as long as one may be silent has gone.
        .keep_alive_interval(bounds.answer_pace.window)
        .keep_alive_timeout(bounds.answer_pace.window)
        .serve_connection(io, service);
    let mut connection = std::pin::pin!(connection);
    let outcome = tokio::select! {
        outcome = &mut connection => outcome,
        () = async { drop(stopped.wait_for(|stopped| *stopped).await) } => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = outcome {
        tracing::debug!(%error, "a connection ended early");
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};

    use http_body_util::{BodyExt as _, Full};
    use hyper::body::Bytes;
    use hyper::client::conn::http2 as client;

    use super::super::bounds::Bounds;
    use super::super::{routes, testing};
    use super::*;

    #[test]
    fn a_client_that_knows_speaks_http2_and_asks_many_things_at_once() {
        testing::run(async {
            let (address, stop) = listening().await;
            let stream = TcpStream::connect(address).await.unwrap();
            let (sender, connection) = client::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
            let ending = tokio::spawn(connection);
            let ask = |method: &str, path: String, body: &'static str| {
                let mut sender = sender.clone();
                let request = Request::builder().method(method).uri(format!("http://{address}{path}"));
                let request = request.header("content-type", "application/json");
                async move {
                    let response =
                        sender.send_request(request.body(Full::new(Bytes::from(body))).unwrap()).await.unwrap();
                    let status = response.status().as_u16();
                    (status, response.into_body().collect().await.unwrap().to_bytes())
                }
            };
            let puts = (0..20).map(|n| tokio::spawn(ask("PUT", format!("/v1/candidates/c-{n}"), "{}")));
            for put in puts.collect::<Vec<_>>() {
                assert_eq!(put.await.unwrap().0, 201);
            }
            let (status, body) = ask("GET", "/v1/candidates/nobody".to_owned(), "").await;
            assert_eq!(status, 404);
            let problem: serde_json::Value = serde_json::from_slice(&body).unwrap();
            assert_eq!(problem["code"], "not_found");
            // A service that stops says so, and the connection ends.
            stop.send(true).unwrap();
            timeout(Duration::from_secs(20), ending).await.unwrap().unwrap().unwrap();
        });
    }

    #[test]
    fn a_request_whose_first_bytes_come_slowly_is_of_http1() {
        testing::run(async {
            let (address, _stop) = listening().await;
            let answer = tokio::task::spawn_blocking(move || {
                let mut client = std::net::TcpStream::connect(address).unwrap();
                // As the preface of HTTP/2 begins, and then not.
                for piece in [
                    "P",
                    "UT /v1/roles/r HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n",
                    "Connection: close\r\n\r\n{}",
                ] {
                    client.write_all(piece.as_bytes()).unwrap();
                    std::thread::sleep(Duration::from_millis(30));
                }
                let mut answer = String::new();
                client.read_to_string(&mut answer).unwrap();
                answer
            });
            assert!(answer.await.unwrap().starts_with("HTTP/1.1 201 Created"));
        });
    }

    async fn listening() -> (std::net::SocketAddr, watch::Sender<bool>) {
        let app = testing::app(Bounds::default());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = watch::channel(false);
        tokio::spawn(accept(listener, routes::router(&app), app, stopped));
        (address, stop)
    }
}
