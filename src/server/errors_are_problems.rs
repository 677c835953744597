//! Tests: whatever goes wrong is answered as a problem, also what cannot be brought about from outside in a short time.

use std::io::Write as _;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use tokio_stream::StreamExt as _;

use super::app::{Access, App};
use super::bounds::Bounds;
use super::contract::operations;
use super::pace::Pace;
use super::problem::Problem;
use super::routes::Routes;
use super::testing::{Answered, answer, app, ask, request, run};
use super::{connections, routes};

fn routes_of(bounds: Bounds) -> Router {
    routes::router(&app(bounds))
}

/// What comes at once does, within so many milliseconds.
fn quick(milliseconds: u64) -> Pace {
    Pace { bytes_a_second: 10_000, window: Duration::from_millis(milliseconds) }
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
        app.run(|_, _| panic!("secret")).await
    }
    let mut routes = Routes::default();
    routes.get("/handler", None, operations::alive(), in_handler);
    routes.get("/work", None, operations::alive(), in_work);
    let router = routes::finish(routes, &app(Bounds::default()));
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
    let mut routes = Routes::default();
    routes.get("/bare", None, operations::alive(), bare);
    let router = routes::finish(routes, &app(Bounds::default()));
    assert_eq!(ask(&router, request("GET", "/bare", "")).problem(), (410, "refused"));
}

#[test]
fn a_body_that_stops_is_a_problem() {
    let router = routes_of(Bounds { body_pace: quick(30), ..Bounds::default() });
    for (method, path) in [("PUT", "/v1/candidates/c"), ("POST", "/v1/match"), ("POST", "/v1/extract")] {
        let answered = ask(&router, request(method, path, stuck("{")));
        assert_eq!(answered.problem(), (408, "body_timeout"), "{path}");
    }
}

#[test]
fn a_body_that_drips_is_a_problem() {
    dripping_is_a_problem(Bounds { body: Duration::from_millis(60), ..Bounds::default() });
    // It is never silent for as long as a window, and brings too little within one.
    dripping_is_a_problem(Bounds { body_pace: quick(60), ..Bounds::default() });
}

fn dripping_is_a_problem(bounds: Bounds) {
    let router = routes_of(bounds);
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
    let router = routes_of(Bounds { stream_pace: quick(60), ..Bounds::default() });
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

/// A service with a route whose work ends when it is told to, and with no other thing.
fn with_endless_work(bounds: Bounds) -> (App, Router) {
    async fn endless(State(app): State<App>) -> Result<(), Problem> {
        app.run(|_, cancel| {
            while !cancel.is_cancelled() {
                std::thread::sleep(Duration::from_millis(1));
            }
            Ok(cancel.check()?)
        })
        .await
    }
    let app = app(bounds);
    let mut routes = Routes::default();
    routes.get("/endless", None, operations::alive(), endless);
    let router = routes::finish(routes, &app);
    (app, router)
}

/// Waits until it is so; the time given is far more than it takes.
async fn until(is_so: impl Fn() -> bool) {
    let ends = tokio::time::Instant::now() + Duration::from_secs(60);
    while !is_so() {
        assert!(tokio::time::Instant::now() < ends, "it did not come to be so");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[test]
fn work_that_takes_too_long_is_a_problem_and_is_stopped() {
    let (app, router) = with_endless_work(Bounds { work: Duration::from_millis(10), ..Bounds::default() });
    run(async {
        let answered = answer(router, request("GET", "/endless", "")).await;
        assert_eq!(answered.problem(), (504, "took_too_long"));
        assert_eq!(answered.header("retry-after"), "", "asked again it would take as long again");
        until(|| app.n_works() == 0).await;
    });
}

#[test]
fn reading_that_takes_too_long_is_stopped_and_nothing_is_written() {
    let app = app(Bounds { work: Duration::from_millis(20), ..Bounds::default() });
    let router = routes::router(&app);
    let text = format!("{} {}", crate::ENDLESS, "Slurm, Lustre. ".repeat(40_000));
    run(async {
        let body = serde_json::json!({"summary": text}).to_string();
        let answered = answer(router.clone(), request("PUT", "/v1/candidates/c", body)).await;
        assert_eq!(answered.problem(), (504, "took_too_long"));
        until(|| app.n_works() == 0).await;
        assert_eq!(app.engine().map(|engine| engine.candidate_count()).ok(), Some(0));
    });
}

#[test]
fn work_whose_client_has_gone_is_stopped() {
    let (app, router) = with_endless_work(Bounds::default());
    run(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (_stop, stopped) = tokio::sync::watch::channel(false);
        tokio::spawn(connections::accept(listener, router, app.clone(), stopped));
        let mut client = std::net::TcpStream::connect(address).unwrap();
        client.write_all(b"GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        until(|| app.n_works() == 1).await;
        drop(client);
        until(|| app.n_works() == 0 && app.n_under_way() == 0).await;
    });
}

#[test]
fn more_work_than_there_is_room_for_is_sent_away() {
    let (app, router) = with_endless_work(Bounds { works: 1, ..Bounds::default() });
    run(async {
        let first = tokio::spawn(answer(router.clone(), request("GET", "/endless", "")));
        until(|| app.n_works() == 1).await;
        let second = answer(router.clone(), request("GET", "/endless", "")).await;
        assert_eq!(second.problem(), (503, "overloaded"));
        // What `/readyz` asks.
        assert_eq!(app.has_room().unwrap_err().code, "overloaded");
        first.abort();
        until(|| app.n_works() == 0).await;
        assert!(app.has_room().is_ok());
    });
}

#[test]
fn a_service_without_room_is_alive_and_not_ready() {
    for bounds in [Bounds { works: 0, ..Bounds::default() }, Bounds { bodies: 0, ..Bounds::default() }] {
        let router = routes_of(bounds);
        assert_eq!(ask(&router, request("GET", "/healthz", "")).head.status(), 200);
        assert_eq!(ask(&router, request("GET", "/readyz", "")).problem(), (503, "overloaded"));
    }
}

#[test]
fn a_body_that_is_not_there_yet_takes_no_room_from_work() {
    let bounds = Bounds { works: 1, heavy_works: 1, bodies: 4, ..Bounds::default() };
    let app = app(bounds);
    let router = routes::router(&app);
    run(async {
        let slow = ["/v1/candidates", "/v1/match", "/v1/candidates/bulk"];
        for path in slow {
            let body = request("POST", path, stuck("{"));
            tokio::spawn(answer(router.clone(), body));
        }
        until(|| app.n_bodies() == slow.len()).await;
        for (method, path, status) in [("PUT", "/v1/roles/r", 201), ("POST", "/v1/roles/r/what-if", 200)] {
            let answered = answer(router.clone(), request(method, path, "{}")).await;
            assert_eq!(answered.head.status(), status, "{path}: {}", answered.json);
        }
        assert_eq!(answer(router.clone(), request("GET", "/readyz", "")).await.head.status(), 200);
        tokio::spawn(answer(router.clone(), request("PUT", "/v1/candidates/c", stuck("{"))));
        until(|| app.n_bodies() == bounds.bodies).await;
        let refused = answer(router.clone(), request("PUT", "/v1/candidates/c", "{}")).await;
        assert_eq!(refused.problem(), (503, "overloaded"));
        assert_eq!(answer(router, request("GET", "/v1/skills", "")).await.head.status(), 200);
    });
}

#[test]
fn bodies_hold_no_more_bytes_together_than_there_is_room_for() {
    let router = routes_of(Bounds { body_bytes: 1000, ..Bounds::default() });
    let summary = |bytes: usize| format!(r#"{{"summary":"{}"}}"#, "x ".repeat(bytes / 2));
    let put = |bytes| ask(&router, request("PUT", "/v1/candidates/c", summary(bytes)));
    assert_eq!(put(60 << 10).head.status(), 201);
    assert_eq!(put(70 << 10).problem(), (503, "overloaded"));
    assert_eq!(put(60 << 10).head.status(), 200, "what was refused holds nothing");
}

#[test]
fn answers_that_nobody_reads_hold_no_more_bytes_than_there_is_room_for() {
    async fn long() -> Vec<u8> {
        vec![b'x'; 300 << 10]
    }
    async fn short() -> Vec<u8> {
        vec![b'x'; 100 << 10]
    }
    let mut routes = Routes::default();
    routes.get("/long", None, operations::alive(), long);
    routes.get("/short", None, operations::alive(), short);
    let app = app(Bounds { answer_bytes: 64 << 10, ..Bounds::default() });
    let router = routes::finish(routes, &app);
    run(async {
        use http_body_util::BodyExt as _;
        use tower::ServiceExt as _;
        let first = router.clone().oneshot(request("GET", "/long", "")).await.unwrap();
        let bytes = first.into_body().collect().await.unwrap().to_bytes();
        assert_eq!(answer(router.clone(), request("GET", "/long", "")).await.problem(), (503, "overloaded"));
        let others = router.clone().oneshot(request("GET", "/short", "")).await.unwrap();
        assert_eq!(others.status(), 200, "short answers need none of that room");
        drop(bytes);
        let again = router.clone().oneshot(request("GET", "/long", "")).await.unwrap();
        assert_eq!(again.status(), 200);
    });
}

#[test]
fn large_requests_have_their_own_bound() {
    let router = routes_of(Bounds { heavy_works: 0, ..Bounds::default() });
    for path in ["/v1/match", "/v1/roles/r/what-if"] {
        assert_eq!(ask(&router, request("POST", path, "{}")).problem(), (503, "overloaded"));
    }
    let router = routes_of(Bounds { bodies: 0, ..Bounds::default() });
    for path in ["/v1/candidates/bulk", "/v1/roles/bulk"] {
        assert_eq!(ask(&router, request("POST", path, "{}")).problem(), (503, "overloaded"));
    }
    let router = routes_of(Bounds { backups: 0, ..Bounds::default() });
    assert_eq!(ask(&router, request("GET", "/v1/backup", "")).problem(), (503, "overloaded"));
}

#[test]
fn before_and_after_its_time_the_service_answers_health_alone() {
    let both = |app: &App| -> (Answered, Answered) {
        let router = routes::router(app);
        assert_eq!(ask(&router, request("GET", "/healthz", "")).json["status"], "ok");
        (ask(&router, request("GET", "/readyz", "")), ask(&router, request("GET", "/v1/skills", "")))
    };
    let opening = App::new(Bounds::default(), crate::Limits::default(), Access::default());
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
