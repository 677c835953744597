//! Spans of requests for a collector, by OTLP over HTTP: one a request, with what the log's line of it says of the request and nothing of
//! whoever sends it. They are queued, sent by a thread of their own, and dropped where the collector does not take them.

use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use axum::http::header::{HOST, HeaderValue, USER_AGENT};
use axum::http::uri::Uri;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use opentelemetry::trace::{
    Span as _, SpanBuilder, SpanContext, SpanId, SpanKind, Status, TraceContextExt as _, TraceFlags, TraceId,
    TraceState, Tracer as _, TracerProvider as _,
};
use opentelemetry::{Context, KeyValue};
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{SpanExporter, WithHttpConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{IdGenerator, RandomIdGenerator, SdkTracer, SdkTracerProvider};
use tokio::runtime::Handle;
use tokio::time::timeout;

use super::layers::OTHER;
use super::trace::TraceContext;
use super::webhooks::Sender;
use super::webhooks::address::Address;
use super::webhooks::sender::{AGENT, AbortOnDrop};

/// Where spans go, the more special first. Without any of them none are made.
const ENDPOINTS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
/// The name of the service where the environment has none.
const SERVICE: &str = "rolefit";
/// A collector that takes longer is not waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// Nor at the end of the service, when the last spans are sent.
const LAST_WAIT: Duration = Duration::from_secs(2);
/// What a collector answers is short; no more of it is read.
const ANSWER_BYTES: usize = 64 << 10;

/// As a process has one log, it has one way for spans.
static SPANS: RwLock<Option<Spans>> = RwLock::new(None);

struct Spans {
    provider: SdkTracerProvider,
    tracer: SdkTracer,
}

/// What is told of a request.
pub(super) struct Told<'a> {
    pub(super) method: &'static str,
    /// The template, never the path; no template where no route answers.
    pub(super) route: &'a str,
    pub(super) status: u16,
    /// That of its problem.
    pub(super) code: Option<&'static str>,
    pub(super) tenant: Option<&'a str>,
    pub(super) took: Duration,
}

/// Begins to send spans where the environment says where to. Whatever is wrong with that is logged, and the service goes on without.
pub(super) fn start(runtime: &Handle) {
    let told = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let Some(endpoint) = ENDPOINTS.into_iter().find_map(told) else { return };
    let is_off = told("OTEL_SDK_DISABLED").is_some_and(|value| value.eq_ignore_ascii_case("true"))
        || told("OTEL_TRACES_EXPORTER").is_some_and(|value| value == "none");
    if is_off {
        return;
    }
    let Ok(collector) = Address::read(&endpoint, true) else {
        tracing::warn!("spans are not sent: the endpoint is none; expected one such as `http://127.0.0.1:4318`");
        return;
    };
    let client = Client { runtime: runtime.clone(), sender: Sender::new(true), fails: AtomicBool::new(false) };
    let exporter = match SpanExporter::builder().with_http().with_http_client(client).build() {
        Ok(exporter) => exporter,
        Err(error) => {
            tracing::warn!(%error, "spans are not sent");
            return;
        }
    };
    let is_named = told("OTEL_SERVICE_NAME").is_some()
        || told("OTEL_RESOURCE_ATTRIBUTES").is_some_and(|all| all.contains("service.name="));
    let resource = Resource::builder().with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")));
    let resource = if is_named { resource } else { resource.with_service_name(SERVICE) };
    let provider = SdkTracerProvider::builder()
        .with_id_generator(GivenIds::default())
        .with_resource(resource.build())
        .with_batch_exporter(exporter)
        .build();
    let tracer = provider.tracer(SERVICE);
    *SPANS.write().unwrap_or_else(PoisonError::into_inner) = Some(Spans { provider, tracer });
    tracing::info!(host = collector.host, port = collector.port, "spans of requests are sent to a collector");
}

/// Queues the span of a request that was answered just now. It never waits.
pub(super) fn note(trace: &TraceContext, told: &Told<'_>) {
    let spans = SPANS.read().unwrap_or_else(PoisonError::into_inner);
    let Some(Spans { tracer, .. }) = &*spans else { return };
    let (Ok(trace_id), Ok(span_id)) = (TraceId::from_hex(&trace.trace_id), SpanId::from_hex(&trace.span_id)) else {
        return;
    };
    let parent = trace.parent_id.as_deref().and_then(|id| SpanId::from_hex(id).ok());
    let context = parent.map_or_else(Context::new, |parent| {
        let flags = if trace.is_sampled { TraceFlags::SAMPLED } else { TraceFlags::default() };
        Context::new().with_remote_span_context(SpanContext::new(trace_id, parent, flags, true, TraceState::NONE))
    });
    let method = if told.method == OTHER { "_OTHER" } else { told.method };
    let route = Some(told.route).filter(|route| route.starts_with('/'));
    let mut attributes = vec![
        KeyValue::new("http.request.method", method),
        KeyValue::new("http.response.status_code", i64::from(told.status)),
    ];
    attributes.extend(route.map(|route| KeyValue::new("http.route", route.to_owned())));
    attributes.extend(told.code.map(|code| KeyValue::new("rolefit.problem", code)));
    attributes.extend(told.tenant.map(|tenant| KeyValue::new("rolefit.tenant", tenant.to_owned())));
    // What a client did wrong is no error of the service.
    let fails = told.status >= 500;
    if fails {
        attributes.push(KeyValue::new("error.type", told.code.unwrap_or("server_error")));
    }
    let ended = SystemTime::now();
    let named = if told.method == OTHER { "HTTP" } else { told.method };
    let builder = SpanBuilder::from_name(route.map_or_else(|| named.to_owned(), |route| format!("{named} {route}")))
        .with_kind(SpanKind::Server)
        .with_start_time(ended.checked_sub(told.took).unwrap_or(ended))
        .with_attributes(attributes);
    GIVEN.set(Some((trace_id, span_id)));
    let mut span = tracer.build_with_context(builder, &context);
    GIVEN.set(None);
    if fails {
        span.set_status(Status::error(""));
    }
    span.end_with_timestamp(ended);
}

/// Sends what is queued, and ends. The threads of the runtime must still be there.
pub(super) fn end() {
    let spans = SPANS.write().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(Spans { provider, .. }) = spans
        && provider.shutdown_with_timeout(LAST_WAIT).is_err()
    {
        tracing::warn!("the last spans could not be sent");
    }
}

thread_local! {
    /// The ids of the span that this thread is making.
    static GIVEN: Cell<Option<(TraceId, SpanId)>> = const { Cell::new(None) };
}

/// The ids that the answer and the log tell.
#[derive(Debug, Default)]
struct GivenIds(RandomIdGenerator);

impl IdGenerator for GivenIds {
    fn new_trace_id(&self) -> TraceId {
        GIVEN.get().map_or_else(|| self.0.new_trace_id(), |(trace, _)| trace)
    }

    fn new_span_id(&self) -> SpanId {
        GIVEN.get().map_or_else(|| self.0.new_span_id(), |(_, span)| span)
    }
}

/// Sends by the service's own client and runtime: the thread that waits for it belongs to none.
#[derive(Debug)]
struct Client {
    runtime: Handle,
    sender: Sender,
    /// Whether the last attempt failed: the log tells of the first of a row.
    fails: AtomicBool,
}

impl HttpClient for Client {
    fn send_bytes<'s, 'f>(
        &'s self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'f>>
    where
        's: 'f,
        Self: 'f,
    {
        let sender = self.sender.clone();
        let sending = self.runtime.spawn(async move { timeout(PATIENCE, send(&sender, request)).await });
        Box::pin(async move {
            let answered = match sending.await {
                Ok(Ok(answered)) => answered,
                Ok(Err(_)) => Err("the collector does not answer".into()),
                Err(_) => Err("the service ends".into()),
            };
            let fails = !answered.as_ref().is_ok_and(|answer| answer.status().is_success());
            if fails && !self.fails.swap(true, Ordering::Relaxed) {
                tracing::warn!("spans cannot be sent: the collector does not take them; requests go on without");
            } else if !fails && self.fails.swap(false, Ordering::Relaxed) {
                tracing::info!("spans are sent again");
            }
            answered
        })
    }
}

async fn send(sender: &Sender, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
    let (mut parts, body) = request.into_parts();
    let address = Address::read(&parts.uri.to_string(), true)?;
    let stream = sender.open(&address).await?;
    let (mut requests, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let connection = AbortOnDrop::new(tokio::spawn(connection));
    parts.headers.insert(HOST, HeaderValue::from_str(&address.authority)?);
    parts.headers.insert(USER_AGENT, HeaderValue::from_static(AGENT));
    parts.uri = address.path.parse::<Uri>()?;
    let answer = requests.send_request(Request::from_parts(parts, Full::new(body))).await?;
    let (parts, body) = answer.into_parts();
    let body = Limited::new(body, ANSWER_BYTES).collect().await?.to_bytes();
    drop(connection);
    Ok(Response::from_parts(parts, body))
}
