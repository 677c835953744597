//! What every request passes through: its id, the access log, the catch for panics, and the gate.

use std::any::Any;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, HttpBody as _};
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, AUTHORIZATION, CACHE_CONTROL, CONNECTION, CONTENT_TYPE, ETAG, EXPECT, HOST, HeaderMap,
    HeaderName, HeaderValue, IF_MATCH, IF_NONE_MATCH, LINK, LOCATION, RETRY_AFTER, WWW_AUTHENTICATE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{Method, Response, StatusCode, Version};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::IntoResponse as _;
use http_body_util::BodyExt as _;
use tower::util::option_layer;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::cors::{AllowOrigin, CorsLayer};
use tracing::Instrument as _;
use uuid::Uuid;

use super::app::App;
use super::caller::{self, Caller};
use super::coding::{self, Coding};
use super::contract::Operation;
use super::coordinate::DEGRADED;
use super::idempotency::{IDEMPOTENCY_KEY, REPLAYED};
use super::key_watch::Demand;
use super::leftover::Leftover;
use super::problem::{self, Problem};
use super::routes::Contract;
use super::sequence::{self, SEQ};
use super::target::Query;
use super::trace::{TRACEPARENT, TraceContext};
use super::{compress, conditions, local_only, rate, routes};

/// Puts the layers around the routes; the last is the outermost.
pub(super) fn wrap(router: Router, app: &App, contract: Contract) -> Router {
    router
        .layer(from_fn_with_state((app.clone(), contract), gate))
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(app.clone(), rate::limit))
        .layer(option_layer(cors(app)))
        .layer(from_fn_with_state(app.clone(), observe))
}

/// Pages of the listed origins may send what clients send, and read what they need of answers. Without a list nothing is said, and
/// browsers keep pages of other hosts from reading anything.
fn cors(app: &App) -> Option<CorsLayer> {
    let origins = &app.access().origins;
    if origins.is_empty() {
        return None;
    }
    let layer = CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins.iter().cloned()))
        .allow_methods([Method::GET, Method::PUT, Method::POST, Method::PATCH, Method::DELETE])
        .allow_headers([
            ACCEPT, AUTHORIZATION, CONTENT_TYPE, IF_MATCH, IF_NONE_MATCH, IDEMPOTENCY_KEY, REQUEST_ID, SEQ, TRACEPARENT,
        ])
        .expose_headers([
            ETAG, LINK, LOCATION, RETRY_AFTER, WWW_AUTHENTICATE, REQUEST_ID, REPLAYED, SEQ, TRACEPARENT, DEGRADED,
        ])
        .max_age(PREFLIGHT_KEPT);
    Some(layer)
}

/// So long a browser need not ask again whether it may ask.
const PREFLIGHT_KEPT: Duration = Duration::from_secs(600);

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const REQUEST_ID_MAX_BYTES: usize = 128;

/// Names the request, logs what became of it, and writes its problem. The log holds the route's template, never the path,
/// which names people.
async fn observe(State(app): State<App>, mut request: Request, next: Next) -> Response<Body> {
    let started = Instant::now();
    let id = request_id(request.headers());
    let trace = TraceContext::of(request.headers());
    // Shards that are asked for its sake are asked by it.
    request.headers_mut().insert(TRACEPARENT, trace.header());
    let method = known_name(request.method());
    let route = request.extensions().get::<MatchedPath>().cloned();
    let caller = Caller::of(&request).cloned();
    #[cfg(feature = "page")]
    let reader = super::page::is_page(&request, &app.access().url_prefix);
    let leftover = Leftover::default();
    let lent = leftover.clone();
    // Reading would ask such a client for the body that it holds back.
    let waits_for_leave = request.headers().contains_key(EXPECT);
    // What is logged on the way says which request it was for, whatever the level.
    let span = tracing::error_span!(
        "request",
        request_id = %id,
        trace_id = %trace.trace_id,
        span_id = %trace.span_id,
        method,
        route = route.as_ref().map_or("none", MatchedPath::as_str)
    );
    let response = next.run(request.map(|body| lent.of(body))).instrument(span).await;
    // While a stream of results goes out its request may still be read.
    let is_stream = response.body().size_hint().exact().is_none();
    let goes_on = is_stream || leftover.is_empty() || (!waits_for_leave && leftover.read().await);
    let code = response.extensions().get::<Problem>().map(|problem| problem.code);
    #[cfg(feature = "page")]
    let response = match reader {
        Some(reader) => super::page::refused(&reader, response, &id),
        None => response,
    };
    let mut response = problem::render(response, &id);
    let headers = response.headers_mut();
    if !goes_on {
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    headers.insert(REQUEST_ID, HeaderValue::from_str(&id).expect("the id is visible ASCII"));
    headers.insert(TRACEPARENT, trace.header());
    // Answers speak of people: nobody on the way keeps them, and no browser guesses what they are.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let (route, status, took) =
        (route.as_ref().map_or("none", MatchedPath::as_str), response.status().as_u16(), started.elapsed());
    app.metrics().note(method, route, status, code, took);
    #[cfg(feature = "otel")]
    {
        let tenant = caller.as_ref().map(|caller| caller.key.tenant.as_str());
        super::spans::note(&trace, &super::spans::Told { method, route, status, code, tenant, took });
    }
    tracing::info!(
        method,
        route,
        status,
        ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
        request_id = %id,
        trace_id = %trace.trace_id,
        span_id = %trace.span_id,
        parent_id = trace.parent_id,
        tenant = caller.as_ref().map(|caller| caller.key.tenant.as_str()),
        key = caller.as_ref().map(|caller| caller.key.id.as_str()),
        "request"
    );
    response
}

/// The caller's id of the request where it is a plain one, else a new one.
fn request_id(headers: &HeaderMap) -> String {
    let given = headers.get(REQUEST_ID).and_then(|value| value.to_str().ok());
    let is_plain = |id: &&str| {
        (1..=REQUEST_ID_MAX_BYTES).contains(&id.len())
            && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.:".contains(&b))
    };
    given.filter(is_plain).map_or_else(|| Uuid::now_v7().to_string(), str::to_owned)
}

/// The name of methods that no route has.
pub(super) const OTHER: &str = "other";

/// The method as it is logged: a made-up one could say anything.
fn known_name(method: &Method) -> &'static str {
    let known = [Method::GET, Method::HEAD, Method::PUT, Method::POST, Method::DELETE, Method::PATCH, Method::OPTIONS];
    let names = ["GET", "HEAD", "PUT", "POST", "DELETE", "PATCH", "OPTIONS"];
    known.iter().position(|k| k == method).map_or(OTHER, |n| names[n])
}

/// Lets a request in when the service is ready. Health is asked at any time. Whether there is room for its body, its work and its
/// answer is seen when each of them comes: a client that is slow at one takes no room for another.
async fn gate(State((app, contract)): State<(App, Contract)>, request: Request, next: Next) -> Response<Body> {
    let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let path = path.as_deref();
    let is_health = path.is_some_and(|path| routes::HEALTH.contains(&path));
    if let Some(shards) = app.access().shards.as_ref().filter(|_| !is_health)
        && let Err(problem) = shards.let_in(&request)
    {
        return problem.into_response();
    }
    // A page can send no key that it does not have.
    if !is_health
        && app.access().local_only
        && app.demand() == Demand::Nothing
        && let Err(problem) = local_only::check(request.uri(), request.headers(), &app.access().origins)
    {
        return problem.into_response();
    }
    // RFC 9112: without it nobody knows whom the request was meant for.
    if request.version() == Version::HTTP_11 && request.headers().get_all(HOST).iter().count() != 1 {
        let detail = "a request of HTTP/1.1 has the header `Host` once";
        return Problem::new(StatusCode::BAD_REQUEST, "malformed_host", detail).into_response();
    }
    let operation = path.and_then(|path| contract.of(request.method().as_str(), path));
    // Before anything else is said of the request.
    if let Some(operation) = operation
        && let Err(refused) = caller::authorize(&app, &request, operation)
    {
        return refused;
    }
    if is_health || path == Some(routes::METRICS) {
        return next.run(request).await;
    }
    if let Err(refused) = check(&request, operation) {
        return refused;
    }
    let coding = compress::wanted(request.headers());
    if path.is_some_and(|path| routes::DOCS.contains(&path)) {
        return compress::compressed(coding, next.run(request).await).await.unwrap_or_else(Problem::into_response);
    }
    // Before it is asked whether the service stops: then it waits for this request, or this request is sent away.
    let under_way = app.begin();
    if let Err(problem) = app.ready() {
        return problem.into_response();
    }
    if let Err(problem) = sequence::wait(&app, request.headers()).await {
        return problem.into_response();
    }
    let answered = async {
        let mut response = compress::compressed(coding, next.run(request).await).await?;
        sequence::tell(&app, operation, &mut response);
        with_room(&app, response).await
    };
    let response = match answered.await {
        Ok(response) => response,
        Err(problem) => return problem.into_response(),
    };
    if response.body().is_end_stream() {
        return response;
    }
    // The request is under way until its answer has been handed over: the body keeps that.
    response.map(|body| {
        Body::new(body.map_err(move |error| {
            let _held = &under_way;
            error
        }))
    })
}

/// What is wrong with a request before its handler looks at it.
#[expect(clippy::result_large_err, reason = "an answer is an answer")]
fn check(request: &Request, operation: Option<&Operation>) -> Result<(), Response<Body>> {
    let headers = request.headers();
    // What no route takes is refused as such.
    let Some(operation) = operation else { return Ok(()) };
    let is_document = operation.is_conditional;
    conditions::check(request.method(), headers, is_document).map_err(Problem::into_response)?;
    if let Err(problem) = Coding::of_request(headers) {
        let mut refused = problem.into_response();
        refused.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static(coding::ACCEPTED));
        return Err(refused);
    }
    Query::of(request.uri()).and_then(|query| query.check(operation)).map_err(Problem::into_response)
}

/// An answer takes room until its last byte has been written to the connection, also while its client does not read. Streams take
/// their own.
async fn with_room(app: &App, response: Response<Body>) -> Result<Response<Body>, Problem> {
    let Some(length) = response.body().size_hint().exact().filter(|length| *length > 0) else {
        return Ok(response);
    };
    let mut room = app.places().answer_room();
    room.grow(usize::try_from(length).unwrap_or(usize::MAX))?;
    let (parts, body) = response.into_parts();
    let bytes = body.collect().await.map_err(|_| Problem::internal())?.to_bytes();
    Ok(Response::from_parts(parts, room.hold(bytes).into()))
}

fn panicked(_message: Box<dyn Any + Send>) -> Response<Body> {
    // The panic hook has logged the place; the message may quote a document.
    Problem::internal().into_response()
}
