//! Requests to a router without a network, for the tests of this folder.

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use http_body_util::BodyExt as _;
use serde_json::Value;
use tower::ServiceExt as _;

use super::app::{Access, App};
use super::bounds::Bounds;
use crate::{Engine, Limits};

/// A service that is ready.
pub(super) fn app(bounds: Bounds) -> App {
    let app = App::new(bounds, Limits::default(), Access { local_only: true, ..Access::default() });
    app.set_ready(Engine::in_memory());
    app
}

pub(super) fn request(method: &str, path: &str, body: impl Into<Body>) -> Request<Body> {
    Request::builder().method(method).uri(path).header("host", "localhost").body(body.into()).unwrap()
}

/// What a request is answered.
pub(super) struct Answered {
    pub(super) head: Response<()>,
    pub(super) json: Value,
}

impl Answered {
    pub(super) fn header(&self, name: &str) -> &str {
        self.head.headers().get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Status and code of a problem; fails when the answer is not one.
    pub(super) fn problem(&self) -> (u16, &str) {
        let status = self.head.status().as_u16();
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.json);
        assert_eq!(self.json["status"], status);
        assert_eq!(self.json["type"], "about:blank");
        assert_eq!(self.json["request_id"], self.header("x-request-id"));
        assert!(self.json["title"].is_string() && self.json["detail"].is_string());
        (status, self.json["code"].as_str().unwrap())
    }
}

/// Asks a router, on a runtime of its own.
pub(super) fn ask(router: &Router, request: Request<Body>) -> Answered {
    run(answer(router.clone(), request))
}

pub(super) async fn answer(router: Router, request: Request<Body>) -> Answered {
    let (head, body) = router.oneshot(request).await.unwrap().into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    let json = if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes).unwrap() };
    Answered { head: Response::from_parts(head, ()), json }
}

/// The text of what a request is answered.
pub(super) async fn text(router: Router, request: Request<Body>) -> String {
    let bytes = router.oneshot(request).await.unwrap().into_body().collect().await.unwrap().to_bytes();
    String::from_utf8(bytes.to_vec()).unwrap()
}

pub(super) fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap().block_on(future)
}
