//! Tests: whatever goes wrong is answered as a problem, also what cannot be brought about from outside in a short time.

use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::routing::get;
use tokio_stream::StreamExt as _;

use super::app::{App, Bounds};
use super::problem::Problem;
use super::routes;
use super::testing::{Answered, answer, app, ask, request, run};

fn routes_of(bounds: Bounds) -> Router {
    routes::router(&app(bounds))
}

/// A body that says `start` and then nothing.
fn stuck(start: &'static str) -> Body {
    let start = tokio_stream::once(Ok::<_, std::io::Error>(Bytes::from(start)));
    Body::from_stream(start.chain(tokio_stream::pending()))
}

#[test]
fn panics_are_problems_and_say_nothing() {
    async fn in_handler() {
        panic!("secret")
    }
    async fn in_work(State(app): State<App>) -> Result<(), Problem> {
        app.run(|_| panic!("secret")).await
    }
    let router = Router::new().route("/handler", get(in_handler)).route("/work", get(in_work));
    let router = routes::finish(router, &app(Bounds::default()));
    for path in ["/handler", "/work"] {
        let answered = ask(&router, request("GET", path, ""));
        assert_eq!(answered.problem(), (500, "internal"));
        assert!(!answered.json.to_string().contains("secret"));
    }
}

#[test]
fn errors_that_nobody_made_a_problem_of_are_problems() {
    async fn bare() -> axum::http::StatusCode {
        axum::http::StatusCode::GONE
    }
    let router = routes::finish(Router::new().route("/bare", get(bare)), &app(Bounds::default()));
    assert_eq!(ask(&router, request("GET", "/bare", "")).problem(), (410, "refused"));
}

#[test]
fn a_body_that_stops_is_a_problem() {
    let router = routes_of(Bounds { body_silence: Duration::from_millis(30), ..Bounds::default() });
    for (method, path) in [("PUT", "/v1/candidates/c"), ("POST", "/v1/match"), ("POST", "/v1/extract")] {
        let answered = ask(&router, request(method, path, stuck("{")));
        assert_eq!(answered.problem(), (408, "body_timeout"), "{path}");
    }
}

#[test]
fn a_body_that_drips_is_a_problem() {
    let router = routes_of(Bounds { body: Duration::from_millis(60), ..Bounds::default() });
    let (drops, body) = tokio::sync::mpsc::unbounded_channel::<Result<Bytes, std::io::Error>>();
    let answered = run(async {
        tokio::spawn(async move {
            while drops.send(Ok(Bytes::from(" "))).is_ok() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        });
        let body = Body::from_stream(tokio_stream::wrappers::UnboundedReceiverStream::new(body));
        answer(router, request("PUT", "/v1/candidates/c", body)).await
    });
    assert_eq!(answered.problem(), (408, "body_timeout"));
}

#[test]
fn a_bulk_body_that_stops_ends_with_an_error_after_what_was_written() {
    let router = routes_of(Bounds { body_silence: Duration::from_millis(60), ..Bounds::default() });
    let body = stuck("{\"id\":\"a\"}\n{\"id\":\"b");
    let lines = run(async {
        use http_body_util::BodyExt as _;
        use tower::ServiceExt as _;
        let response = router.oneshot(request("POST", "/v1/candidates/bulk", body)).await.unwrap();
        String::from_utf8(response.into_body().collect().await.unwrap().to_bytes().into()).unwrap()
    });
    let lines: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!((&lines[0]["status"], &lines[0]["id"]), (&"created".into(), &"a".into()));
    assert_eq!((&lines[1]["line"], &lines[1]["error"]["code"]), (&2.into(), &"body_timeout".into()));
}

#[test]
fn work_that_takes_too_long_is_a_problem() {
    async fn slow(State(app): State<App>) -> Result<(), Problem> {
        app.run(|_| {
            std::thread::sleep(Duration::from_millis(100));
            Ok(())
        })
        .await
    }
    let bounds = Bounds { work: Duration::from_millis(10), ..Bounds::default() };
    let router = routes::finish(Router::new().route("/slow", get(slow)), &app(bounds));
    let answered = ask(&router, request("GET", "/slow", ""));
    assert_eq!(answered.problem(), (503, "took_too_long"));
    assert_eq!(answered.header("retry-after"), "2");
}

#[test]
fn more_requests_than_there_is_room_for_are_sent_away() {
    let bounds = Bounds { requests: 1, ..Bounds::default() };
    let router = routes_of(bounds);
    let answered = run(async {
        let first = tokio::spawn(answer(router.clone(), request("PUT", "/v1/candidates/c", stuck("{"))));
        tokio::time::sleep(Duration::from_millis(50)).await;
        let second = answer(router.clone(), request("GET", "/v1/skills", "")).await;
        let health = answer(router, request("GET", "/healthz", "")).await;
        first.abort();
        assert_eq!(health.head.status(), 200);
        second
    });
    assert_eq!(answered.problem(), (503, "overloaded"));
}

#[test]
fn large_requests_have_their_own_bound() {
    let router = routes_of(Bounds { heavy_requests: 0, ..Bounds::default() });
    for path in ["/v1/match", "/v1/candidates/bulk", "/v1/roles/bulk"] {
        assert_eq!(ask(&router, request("POST", path, "{}")).problem(), (503, "overloaded"));
    }
}

#[test]
fn before_and_after_its_time_the_service_answers_health_alone() {
    let both = |app: &App| -> (Answered, Answered) {
        let router = routes::router(app);
        assert_eq!(ask(&router, request("GET", "/healthz", "")).json["status"], "ok");
        (ask(&router, request("GET", "/readyz", "")), ask(&router, request("GET", "/v1/skills", "")))
    };
    let opening = App::new(Bounds::default(), crate::Limits::default(), true);
    for answered in <[Answered; 2]>::from(both(&opening)) {
        assert_eq!(answered.problem(), (503, "starting"));
        assert_eq!(answered.header("retry-after"), "2");
    }
    let stopping = app(Bounds::default());
    stopping.set_stopping();
    for answered in <[Answered; 2]>::from(both(&stopping)) {
        assert_eq!(answered.problem(), (503, "stopping"));
    }
}

#[test]
fn a_request_id_is_echoed_when_it_is_a_plain_one() {
    let router = routes_of(Bounds::default());
    let ask_with = |id: &str| {
        let mut request = request("GET", "/healthz", "");
        request.headers_mut().insert("x-request-id", id.parse().unwrap());
        ask(&router, request).header("x-request-id").to_owned()
    };
    assert_eq!(ask_with("ab-1_2.3:4"), "ab-1_2.3:4");
    for odd in ["Jane Doe", "a\"b", &"x".repeat(129)] {
        assert_eq!(ask_with(odd).len(), 36, "{odd}");
    }
}
