//! What monitoring reads, at `/metrics`: numbers of requests, of the engine and of its start. No label holds an id or a text.

use std::time::Duration;

use axum::extract::State;
use axum::http::header::{CONTENT_TYPE, HeaderName};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric, MetricEncoder, NoLabelSet};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use super::app::App;
use super::problem::Problem;
use super::process_metrics::ProcessMetrics;
use crate::Engine;
use crate::storage::{CommitCounts, DiskUsage, Durations, EngineStatus, ProgressState, ProgressStep, WorkDurations};
use crate::webhooks::WebhookCounts;

/// The format's name, by which Prometheus knows it.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// Classes of the time to an answer, in seconds: from a look-up to the bound on the work of one request.
const SECONDS: [f64; 14] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0];

/// Counts of the requests that were answered.
#[derive(Debug)]
pub(super) struct Metrics {
    requests: Family<Request, Counter>,
    seconds: Family<AnsweredClass, Histogram, fn() -> Histogram>,
    problems: Family<Code, Counter>,
    rate_limited: Counter,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Request {
    method: &'static str,
    route: String,
    status: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct AnsweredClass {
    method: &'static str,
    route: String,
    status_class: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Stage {
    stage: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Kind {
    kind: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Code {
    code: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Version {
    version: &'static str,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            requests: Family::default(),
            seconds: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            problems: Family::default(),
            rate_limited: Counter::default(),
        }
    }
}

impl Metrics {
    /// Counts one request by the template of its route, never by its path.
    pub(super) fn note(
        &self,
        method: &'static str,
        route: &str,
        status: u16,
        problem: Option<&'static str>,
        took: Duration,
    ) {
        self.requests.get_or_create(&Request { method, route: route.to_owned(), status }).inc();
        let answered = AnsweredClass { method, route: route.to_owned(), status_class: status_class(status) };
        self.seconds.get_or_create(&answered).observe(took.as_secs_f64());
        if let Some(code) = problem {
            self.problems.get_or_create(&Code { code }).inc();
        }
    }

    /// Counts a request that was refused because its client sends too many.
    pub(super) fn note_rate_limited(&self) {
        self.rate_limited.inc();
    }
}

/// The class of a status, as people group them.
fn status_class(status: u16) -> &'static str {
    match status {
        ..200 => "1xx",
        200..300 => "2xx",
        300..400 => "3xx",
        400..500 => "4xx",
        500.. => "5xx",
    }
}

/// `GET /metrics`, answered in every phase of the service's life.
pub(super) async fn show(State(app): State<App>) -> Result<([(HeaderName, &'static str); 1], String), Problem> {
    let mut whole = Registry::default();
    let registry = whole.sub_registry_with_prefix("rolefit");
    let Metrics { requests, seconds, problems, rate_limited } = app.metrics();
    registry.register("http_requests", "Requests answered, by route and status", requests.clone());
    registry.register(
        "http_request_duration_seconds",
        "Seconds from a request's head to the head of its answer, by route and class of status",
        seconds.clone(),
    );
    registry.register("http_problems", "Requests refused or failed, by the problem's code", problems.clone());
    registry.register("http_rate_limited", "Requests refused because their client sent too many", rate_limited.clone());
    let engine = app.engine().ok();
    let disk = match engine.clone() {
        // It waits for the disk.
        Some(engine) => tokio::task::spawn_blocking(move || engine.disk_usage()).await.ok().flatten(),
        None => None,
    };
    // What the process does for all tenants together is told to the one whose service it is.
    let is_told_of_process = app.tenant().is_default();
    let process = is_told_of_process.then(|| Process {
        under_way: [app.n_under_way(), app.n_works(), app.n_bodies()],
        answer_bytes: app.places().answer_bytes_taken(app.bounds()),
    });
    registry.register_collector(Box::new(Standing {
        webhooks: engine.as_ref().map(Engine::webhook_counts),
        engine: engine.map(|engine| engine.status()),
        disk,
        is_ready: app.ready().is_ok(),
        shards: app.access().shards.as_ref().map(|shards| shards.counts()),
        process,
        opening: app.opening().state(),
    }));
    if is_told_of_process {
        whole.register_collector(Box::new(ProcessMetrics::now()));
    }
    let mut text = String::new();
    encode(&mut text, &whole).map_err(|_| Problem::internal())?;
    Ok(([(CONTENT_TYPE, OPEN_METRICS)], text))
}

/// Everything that is read at the moment of asking.
#[derive(Debug)]
struct Standing {
    engine: Option<EngineStatus>,
    disk: Option<DiskUsage>,
    webhooks: Option<WebhookCounts>,
    is_ready: bool,
    /// Of a coordinator, how many shards answer, and how many there are.
    shards: Option<[usize; 2]>,
    process: Option<Process>,
    opening: ProgressState,
}

/// What is under way in the whole process.
#[derive(Debug)]
struct Process {
    /// Requests, works, bodies.
    under_way: [usize; 3],
    answer_bytes: usize,
}

impl Collector for Standing {
    fn encode(&self, mut encoder: DescriptorEncoder) -> Result<(), std::fmt::Error> {
        let mut info = encoder.encode_descriptor("build", "What is running", None, MetricType::Info)?;
        info.encode_info(&Version { version: env!("CARGO_PKG_VERSION") })?;
        let mut gauge = |name: &str, help: &str, value: u64| {
            let gauge = ConstGauge::new(value);
            gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)
        };
        gauge("ready", "Whether new requests are let in", u64::from(self.is_ready))?;
        if let Some([up, all]) = self.shards {
            gauge("shards", "Shards of this coordinator", number(all))?;
            gauge("shards_up", "Shards that answer", number(up))?;
        }
        if let Some(Process { under_way: [requests, works, bodies], answer_bytes }) = self.process {
            gauge("http_requests_under_way", "Requests that are being answered", number(requests))?;
            gauge("http_works_under_way", "Requests whose work is being done, or is about to stop", number(works))?;
            gauge("http_bodies_under_way", "Requests whose bodies are being read", number(bodies))?;
            let help = "Bytes of long answers that wait for their clients to read them";
            gauge("http_answers_waiting_bytes", help, number(answer_bytes))?;
        }
        let step = ProgressStep::ALL.iter().position(|step| *step == self.opening.step).unwrap_or_default();
        let help = "Step of the start: 0 the store opens, 1 documents are read, 2 the index is made, 3 done";
        gauge("start_step", help, number(step))?;
        gauge(
            "start_documents_done",
            "Documents with which the present step of the start is through",
            self.opening.done,
        )?;
        gauge("start_documents", "Documents that the present step of the start has to do", self.opening.total)?;
        let Some(engine) = self.engine else { return Ok(()) };
        gauge("candidates", "Candidates in the pool", number(engine.candidates))?;
        gauge("roles", "Roles in the pool", number(engine.roles))?;
        let help = "Documents that this version cannot read: they are stored, and in no match";
        gauge("documents_unreadable", help, number(engine.unreadable))?;
        gauge("store_seq", "Number of the last write acknowledged", engine.seq)?;
        gauge("store_refuses_writes", "Whether writes are refused since one failed", u64::from(engine.refuses_writes))?;
        gauge("index_seq", "The index holds every write up to this number", engine.index_seq)?;
        let help = "Erasures that were asked for and are not done yet";
        gauge("erasures_pending", help, number(engine.erasures_pending))?;
        let lag = engine.seq.saturating_sub(engine.index_seq);
        gauge("index_lag_writes", "Writes that the index does not hold yet; matches see them all the same", lag)?;
        gauge(
            "index_works",
            "Whether there is an index; matches do without while one is built",
            u64::from(engine.index_works),
        )?;
        if let Some(disk) = self.disk {
            gauge("store_size_bytes", "Bytes of the store's files", disk.store_bytes)?;
            let help = "Bytes of the index's files, with the facts that are kept beside it";
            gauge("index_size_bytes", help, disk.index_bytes)?;
        }
        let failed = ConstCounter::new(engine.erasures_failed);
        let help = "Attempts to erase that failed since the start; each is made again";
        failed.encode(encoder.encode_descriptor("erasure_failures", help, None, failed.metric_type())?)?;
        durations(&engine.durations, &mut encoder)?;
        if let Some(webhooks) = &self.webhooks {
            of_webhooks(webhooks, &mut encoder)?;
        }
        commits(&engine.commits, &mut encoder)
    }
}

/// How long the stages of matches take, and reading.
fn durations(of: &WorkDurations, encoder: &mut DescriptorEncoder) -> Result<(), std::fmt::Error> {
    let help = "Seconds of a match's stages; bounds and exact are those of all threads together";
    let mut stages = encoder.encode_descriptor("match_stage_duration_seconds", help, None, MetricType::Histogram)?;
    for (stage, durations) in
        [("index", &of.index), ("bounds", &of.bounds), ("exact", &of.exact), ("explain", &of.explain)]
    {
        histogram(durations, &mut stages.encode_family(&Stage { stage })?)?;
    }
    let help = "Seconds of reading one document, or a text that belongs to none, to facts";
    let mut kinds = encoder.encode_descriptor("extraction_duration_seconds", help, None, MetricType::Histogram)?;
    for (kind, durations) in [("candidate", &of.candidates), ("role", &of.roles), ("text", &of.texts)] {
        histogram(durations, &mut kinds.encode_family(&Kind { kind })?)?;
    }
    Ok(())
}

/// What webhooks came to.
fn of_webhooks(counts: &WebhookCounts, encoder: &mut DescriptorEncoder) -> Result<(), std::fmt::Error> {
    for (name, help, value) in [
        ("webhooks", "Webhooks of all roles", number(counts.webhooks)),
        ("webhooks_disabled", "Webhooks that are disabled", number(counts.disabled)),
        ("webhook_messages_waiting", "Messages of webhooks that wait to be sent or sent again", number(counts.waiting)),
        ("webhook_lag_writes", "Writes that webhooks were not asked about yet", counts.behind),
    ] {
        let gauge = ConstGauge::new(value);
        gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)?;
    }
    for (name, help, value) in [
        ("webhook_messages_sent", "Messages that their receivers took since the start", counts.sent),
        ("webhook_attempts_failed", "Attempts to send a message that failed since the start", counts.failed),
        ("webhook_messages_given_up", "Messages that were given up since the start", counts.given_up),
    ] {
        let counter = ConstCounter::new(value);
        counter.encode(encoder.encode_descriptor(name, help, None, counter.metric_type())?)?;
    }
    Ok(())
}

fn histogram(of: &Durations, encoder: &mut MetricEncoder) -> Result<(), std::fmt::Error> {
    let bounds = Durations::UP_TO.map(|most| most.as_secs_f64()).into_iter().chain([f64::INFINITY]);
    let buckets: Vec<(f64, u64)> = bounds.zip(of.counts).collect();
    encoder.encode_histogram::<NoLabelSet>(of.total.as_secs_f64(), of.counts.iter().sum(), &buckets, None)
}

/// How many writes became durable together, and how long that took.
fn commits(counts: &CommitCounts, encoder: &mut DescriptorEncoder) -> Result<(), std::fmt::Error> {
    #[expect(clippy::cast_precision_loss, reason = "the bounds are small, and a sum is a float in this format")]
    let (bounds, sum) = (CommitCounts::UP_TO.map(|most| most as f64), counts.writes as f64);
    let buckets: Vec<(f64, u64)> = bounds.into_iter().chain([f64::INFINITY]).zip(counts.groups).collect();
    let help = "Writes that became durable together";
    let mut sizes = encoder.encode_descriptor("store_commit_writes", help, None, MetricType::Histogram)?;
    sizes.encode_histogram::<NoLabelSet>(sum, counts.groups.iter().sum(), &buckets, None)?;
    let seconds = ConstCounter::new(counts.time.as_secs_f64());
    let help = "Seconds spent in writing and syncing";
    seconds.encode(encoder.encode_descriptor("store_commit_seconds", help, None, seconds.metric_type())?)
}

fn number(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use axum::Router;

    use crate::server::app::{Access, App};
    use crate::server::bounds::Bounds;
    use crate::server::routes;
    use crate::server::testing::{app, request, run, text};
    use crate::storage::Progress;
    use crate::{EngineOptions, Limits};

    fn metrics(router: &Router) -> String {
        run(text(router.clone(), request("GET", "/metrics", "")))
    }

    #[test]
    fn requests_are_counted_by_route_and_never_by_path() {
        let router = routes::router(&app(Bounds::default()));
        run(text(router.clone(), request("PUT", "/v1/candidates/secret-id", r#"{"name":"Secret Name"}"#)));
        run(text(router.clone(), request("GET", "/v1/roles/secret-id", "")));
        run(text(router.clone(), request("GET", "/secret-path", "")));
        let found = metrics(&router);
        for line in [
            r#"rolefit_http_requests_total{method="PUT",route="/v1/candidates/{id}",status="201"} 1"#,
            r#"rolefit_http_requests_total{method="GET",route="/v1/roles/{id}",status="404"} 1"#,
            r#"rolefit_http_requests_total{method="GET",route="none",status="404"} 1"#,
            r#"rolefit_http_request_duration_seconds_count{method="PUT",route="/v1/candidates/{id}",status_class="2xx"} 1"#,
            r#"rolefit_http_problems_total{code="not_found"} 1"#,
            "rolefit_ready 1",
            "rolefit_candidates 1",
            "rolefit_store_seq 1",
            "# TYPE rolefit_store_commit_writes histogram",
        ] {
            assert!(found.lines().any(|found| found == line), "{line} is missing: {found}");
        }
        assert!(found.ends_with("# EOF\n") && !found.to_lowercase().contains("secret"), "{found}");
    }

    #[test]
    fn commits_are_counted_by_their_size() {
        let folder = tempfile::tempdir().unwrap();
        let app = App::new(Bounds::default(), Limits::default(), Access::default());
        let progress = Progress::default();
        app.set_ready(crate::Engine::open_watched(folder.path(), EngineOptions::default(), &progress).unwrap());
        let router = routes::router(&app);
        run(text(router.clone(), request("PUT", "/v1/candidates/a", "{}")));
        // Of what is not there nothing is removed.
        run(text(router.clone(), request("DELETE", "/v1/candidates/b", "")));
        let found = metrics(&router);
        assert!(found.contains("rolefit_store_commit_writes_bucket{le=\"1.0\"} 1\n"), "{found}");
        assert!(found.contains("rolefit_store_commit_writes_bucket{le=\"+Inf\"} 1\n"), "{found}");
    }

    #[test]
    fn documents_that_cannot_be_read_are_counted_and_not_named() {
        let folder = tempfile::tempdir().unwrap();
        let engine = crate::Engine::open(folder.path()).unwrap();
        let person = serde_json::json!({"id": "secret-id", "summary": crate::PANICS});
        engine.store_unread(&serde_json::from_value::<crate::Candidate>(person).unwrap());
        drop(engine);
        let app = App::new(Bounds::default(), Limits::default(), Access::default());
        app.set_ready(crate::Engine::open(folder.path()).unwrap());
        let router = routes::router(&app);
        let found = metrics(&router);
        assert!(found.contains("rolefit_documents_unreadable 1\n") && !found.contains("secret"), "{found}");
        let ready = run(text(router, request("GET", "/readyz", "")));
        assert_eq!(ready, r#"{"status":"ok","unreadable":1}"#, "what it can read it answers");
    }

    #[test]
    fn a_start_is_watched_before_it_ends() {
        let app = App::new(Bounds::default(), Limits::default(), Access::default());
        let router = routes::router(&app);
        let found = metrics(&router);
        assert!(found.contains("rolefit_ready 0\n") && found.contains("rolefit_start_step 0\n"), "{found}");
        let ready = run(text(router, request("GET", "/readyz", "")));
        assert!(ready.contains("the store opens its files"), "{ready}");
    }
}
