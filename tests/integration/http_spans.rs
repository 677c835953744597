//! Spans for a collector: what they say, that nothing of a person is in them, and that a collector that is not there harms nobody.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use ureq::http::Request;

use crate::http_access::key;
use crate::http_logs::{ask_everything, assert_silent};
use crate::http_service::{PATIENCE, Service};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER: &str = "00f067aa0ba902b7";

/// Takes what is sent to it.
struct Collector {
    address: String,
    taken: Arc<Mutex<Vec<Taken>>>,
}

/// Head and body of a request.
type Taken = (String, Vec<u8>);

impl Collector {
    fn start() -> Self {
        Self::at(TcpListener::bind("127.0.0.1:0").unwrap())
    }

    fn at(listener: TcpListener) -> Self {
        let address = format!("http://{}", listener.local_addr().unwrap());
        let taken = Arc::new(Mutex::new(Vec::new()));
        let kept = taken.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = BufReader::new(stream.unwrap());
                let (mut head, mut length) = (String::new(), 0);
                loop {
                    let mut line = String::new();
                    stream.read_line(&mut line).unwrap();
                    if let Some(told) = line.to_lowercase().strip_prefix("content-length:") {
                        length = told.trim().parse().unwrap();
                    }
                    if line.trim().is_empty() {
                        break;
                    }
                    head += &line;
                }
                let mut body = vec![0; length];
                stream.read_exact(&mut body).unwrap();
                stream.get_mut().write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").unwrap();
                kept.lock().unwrap().push((head, body));
            }
        });
        Self { address, taken }
    }

    fn spans(&self) -> Vec<Span> {
        self.taken.lock().unwrap().iter().flat_map(|(_, body)| spans(body)).collect()
    }
}

/// The parts of a message of Protocol Buffers that have a length, or eight bytes, by their numbers.
fn parts(mut bytes: &[u8]) -> Vec<(u64, &[u8])> {
    fn number(bytes: &mut &[u8]) -> u64 {
        let mut number = 0;
        for shift in (0..).step_by(7) {
            let (first, rest) = bytes.split_first().unwrap();
            *bytes = rest;
            number |= u64::from(first & 0x7f) << shift;
            if first & 0x80 == 0 {
                break;
            }
        }
        number
    }
    let mut parts = Vec::new();
    while !bytes.is_empty() {
        let tag = number(&mut bytes);
        let length = match tag & 7 {
            0 => {
                number(&mut bytes);
                continue;
            }
            1 => 8,
            2 => usize::try_from(number(&mut bytes)).unwrap(),
            5 => 4,
            other => panic!("wire type {other}"),
        };
        let (part, rest) = bytes.split_at(length);
        bytes = rest;
        if tag & 7 != 5 {
            parts.push((tag >> 3, part));
        }
    }
    parts
}

fn part(bytes: &[u8], number: u64) -> &[u8] {
    parts(bytes).into_iter().find(|(found, _)| *found == number).map_or(&[], |(_, part)| part)
}

fn all(bytes: &[u8], number: u64) -> Vec<&[u8]> {
    parts(bytes).into_iter().filter(|(found, _)| *found == number).map(|(_, part)| part).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |digits, byte| digits + &format!("{byte:02x}"))
}

/// Names and values, where these are texts.
fn attributes(of: &[u8], number: u64) -> Vec<(String, String)> {
    all(of, number).into_iter().map(|pair| (text(part(pair, 1)), text(part(part(pair, 2), 1)))).collect()
}

fn nanoseconds(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().unwrap())
}

#[derive(Debug)]
struct Span {
    service: Vec<(String, String)>,
    trace: String,
    id: String,
    parent: String,
    name: String,
    /// From beginning to end.
    took: Duration,
    attributes: Vec<(String, String)>,
}

/// The spans of `ExportTraceServiceRequest`.
fn spans(body: &[u8]) -> Vec<Span> {
    let mut found = Vec::new();
    for of_resource in all(body, 1) {
        for of_scope in all(of_resource, 2) {
            for span in all(of_scope, 2) {
                found.push(Span {
                    service: attributes(part(of_resource, 1), 1),
                    trace: hex(part(span, 1)),
                    id: hex(part(span, 2)),
                    parent: hex(part(span, 4)),
                    name: text(part(span, 5)),
                    took: Duration::from_nanos(nanoseconds(part(span, 8)) - nanoseconds(part(span, 7))),
                    attributes: attributes(span, 9),
                });
            }
        }
    }
    found
}

fn start(mut command: Command, collector: &str, variables: &[(&str, &str)]) -> Service {
    command.env("OTEL_EXPORTER_OTLP_ENDPOINT", collector).envs(variables.iter().copied());
    let service = Service::spawn(command);
    service.wait_until_ready();
    service
}

fn serve(dir: &Path, collector: &str, variables: &[(&str, &str)]) -> Service {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--erase-after", "0", "--data-dir"]).arg(dir);
    start(command, collector, variables)
}

fn end(mut service: Service) -> String {
    service.terminate();
    assert!(service.wait().success());
    service.log()
}

fn ask(service: &Service, path: &str, traceparent: &str) -> String {
    let request = Request::get(service.url(path)).header("traceparent", traceparent);
    service.send(request.body(()).unwrap()).header("traceparent").to_owned()
}

fn has(pairs: &[(String, String)], name: &str, value: &str) -> bool {
    pairs.contains(&(name.to_owned(), value.to_owned()))
}

#[test]
fn a_request_is_a_span_of_its_callers_trace_with_the_ids_of_its_answer() {
    let (dir, collector) = (tempfile::tempdir().unwrap(), Collector::start());
    let variables = [
        ("OTEL_SERVICE_NAME", "people"),
        ("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20of-collector"),
        ("ROLEFIT_LOG_LEVELS", "trace"),
    ];
    let service = serve(dir.path(), &collector.address, &variables);
    let begun = Instant::now();
    let told = ask(&service, "/v1/roles/r-1", &format!("00-{TRACE}-{CALLER}-01"));
    let took = begun.elapsed();
    ask(&service, "/v1/stats", &format!("00-{TRACE}-{CALLER}-00"));
    // What waits is sent before the service ends.
    let log = end(service);
    let spans = collector.spans();
    let own: Vec<&Span> = spans.iter().filter(|span| span.trace == TRACE).collect();
    assert_eq!(own.len(), 1, "what the caller does not keep is not sent: {spans:#?}");
    let span = own[0];
    assert_eq!((told.split('-').nth(2), span.parent.as_str()), (Some(span.id.as_str()), CALLER));
    assert_eq!(span.name, "GET /v1/roles/{id}");
    assert!(!span.took.is_zero() && span.took <= took, "{span:?} within {took:?}");
    assert!(has(&span.service, "service.name", "people"), "{span:?}");
    assert!(has(&span.attributes, "http.request.method", "GET"), "{span:?}");
    assert!(has(&span.attributes, "http.route", "/v1/roles/{id}"), "{span:?}");
    assert!(has(&span.attributes, "rolefit.problem", "not_found"), "{span:?}");
    assert!(span.attributes.iter().all(|(name, _)| name != "error.type"), "a 404 is no error of the service: {span:?}");
    let (head, _) = collector.taken.lock().unwrap()[0].clone();
    assert!(head.starts_with("POST /v1/traces HTTP/1.1\r\n"), "{head}");
    assert!(head.contains("\r\nauthorization: Bearer of-collector\r\n"), "{head}");
    assert!(!log.contains("of-collector"), "{log}");
    let port = collector.address.rsplit(':').next().unwrap();
    let start = log.lines().find(|line| line.contains("spans of requests are sent")).unwrap().to_owned();
    assert!(start.contains("127.0.0.1") && start.contains(port), "{start}");
}

#[test]
fn the_spans_of_shards_are_children_of_those_of_their_coordinator() {
    let (dirs, collector) = ([tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()], Collector::start());
    let named = |name: &'static str| [("OTEL_SERVICE_NAME", name)];
    let shards = dirs.each_ref().map(|dir| serve(dir.path(), &collector.address, &named("shard")));
    let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
    command.args(["coordinate", "--listen", "127.0.0.1:0"]);
    for shard in &shards {
        command.arg("--shard").arg(shard.url(""));
    }
    let coordinator = start(command, &collector.address, &named("coordinator"));
    let told = ask(&coordinator, "/v1/candidates", &format!("00-{TRACE}-{CALLER}-01"));
    end(coordinator);
    for shard in shards {
        end(shard);
    }
    let spans = collector.spans();
    let of = |name: &str| -> Vec<&Span> {
        spans.iter().filter(|span| span.trace == TRACE && has(&span.service, "service.name", name)).collect()
    };
    let (first, below) = (of("coordinator"), of("shard"));
    assert_eq!((first.len(), first[0].parent.as_str()), (1, CALLER), "{spans:#?}");
    assert_eq!(told.split('-').nth(2), Some(first[0].id.as_str()));
    assert!(below.len() >= 2 && below.iter().all(|span| span.parent == first[0].id), "{spans:#?}");
}

#[test]
fn nothing_of_a_person_is_in_any_span() {
    let (dir, collector) = (tempfile::tempdir().unwrap(), Collector::start());
    let admin = key(dir.path(), &["--scope", "admin"]);
    let service = serve(dir.path(), &collector.address, &[]).with_key(&admin);
    let document = service.get("/openapi.json").json();
    let n_asked = ask_everything(&service, &document, &admin);
    end(service);
    for (head, body) in &*collector.taken.lock().unwrap() {
        assert_silent(&format!("{head}{}", String::from_utf8_lossy(body)), "a span");
    }
    let n_spans = collector.spans().len();
    assert!(n_asked > 250 && n_spans > n_asked, "{n_asked} requests, {n_spans} spans");
}

#[test]
fn a_collector_that_is_not_there_or_never_answers_harms_nobody() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let never_answers = format!("http://{}", silent.local_addr().unwrap());
    let cannot = "spans cannot be sent";
    for (collector, told) in [
        ("http://127.0.0.1:1", cannot),
        ("https://127.0.0.1:1", cannot),
        (never_answers.as_str(), "the last spans could not be sent"),
        ("nowhere", "spans are not sent"),
    ] {
        let dir = tempfile::tempdir().unwrap();
        // A queue that is full at once.
        let variables = [
            ("OTEL_BSP_SCHEDULE_DELAY", "50"),
            ("OTEL_BSP_MAX_QUEUE_SIZE", "20"),
            ("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "10"),
        ];
        let service = serve(dir.path(), collector, &variables);
        let begun = Instant::now();
        for n in 0..200 {
            assert_eq!(service.put(&format!("/v1/roles/r-{n}"), r#"{"title": "HPC engineer"}"#).status, 201);
        }
        assert!(begun.elapsed() < PATIENCE, "{collector}: {:?}", begun.elapsed());
        let begun = Instant::now();
        let log = end(service);
        assert!(begun.elapsed() < PATIENCE, "{collector}: {:?}", begun.elapsed());
        assert!(log.contains(told), "{collector}: {log}");
        assert!(log.matches(cannot).count() <= 1, "one line of it is enough: {log}");
    }
}

#[test]
fn spans_are_sent_again_once_the_collector_is_back() {
    let dir = tempfile::tempdir().unwrap();
    let place = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = place.local_addr().unwrap();
    drop(place);
    let service = serve(dir.path(), &format!("http://{address}"), &[("OTEL_BSP_SCHEDULE_DELAY", "50")]);
    let logs = |text: &str| {
        let ends = Instant::now() + Duration::from_secs(30);
        while !service.log().contains(text) {
            assert!(Instant::now() < ends, "{text} is not logged: {}", service.log());
            service.get("/healthz");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    logs("spans cannot be sent");
    let collector = Collector::at(TcpListener::bind(address).unwrap());
    logs("spans are sent again");
    assert!(!collector.spans().is_empty());
    end(service);
}
