//! The service's start, its end, and what survives when it has no time for an end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::http_service::{PATIENCE, Service};

#[test]
fn health_is_answered_before_the_store_is_open() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start_unready(Some(dir.path()));
    let health = service.get("/healthz");
    assert_eq!((health.status, health.json()["status"].as_str()), (200, Some("ok")));
    assert_eq!(service.get("/metrics").status, 200);
    let early = service.get("/v1/skills?q=slurm");
    if early.status != 200 {
        assert_eq!(early.problem(), (503, "starting".to_owned()));
        assert!(!early.header("retry-after").is_empty());
    }
}

#[test]
fn an_address_that_others_reach_is_refused() {
    let output = Command::new(env!("CARGO_BIN_EXE_rolefit")).args(["serve", "--listen", "0.0.0.0:0"]).output().unwrap();
    assert!(!output.status.success());
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("there are no keys"), "{message}");
}

#[test]
fn a_second_service_on_the_same_data_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let _first = Service::start(Some(dir.path()));
    let mut second = Service::start_unready(Some(dir.path()));
    assert!(!second.wait().success());
    assert!(second.log().contains("in use"), "{}", second.log());
}

/// Sends one chunk of a body of unknown length.
fn send_chunk(stream: &mut TcpStream, text: &str) {
    write!(stream, "{:x}\r\n{text}\r\n", text.len()).unwrap();
}

#[test]
fn a_request_under_way_is_finished_before_the_service_stops() {
    let dir = tempfile::tempdir().unwrap();
    let mut service = Service::start(Some(dir.path()));
    let mut stream = TcpStream::connect(&service.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let head = "POST /v1/candidates/bulk HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    send_chunk(&mut stream, "{\"id\":\"a\"}\n");
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut heard = String::new();
    while !heard.contains(r#""id":"a","status":"created""#) {
        assert!(reader.read_line(&mut heard).unwrap() > 0, "a result comes while the body is still open: {heard}");
    }

    service.terminate();
    let ends = Instant::now() + Duration::from_secs(10);
    while service.get("/readyz").status == 200 {
        assert!(Instant::now() < ends, "readyz notices the end");
    }
    assert_eq!(service.get("/readyz").problem(), (503, "stopping".to_owned()));
    assert_eq!(service.get("/v1/skills").problem(), (503, "stopping".to_owned()));
    assert_eq!(service.get("/healthz").status, 200);

    send_chunk(&mut stream, "{\"id\":\"b\"}\n");
    stream.write_all(b"0\r\n\r\n").unwrap();
    reader.read_to_string(&mut heard).unwrap();
    assert!(heard.contains(r#""id":"b","status":"created""#), "{heard}");
    assert_eq!(service.wait().code(), Some(0), "{}", service.log());

    let again = Service::start(Some(dir.path()));
    assert_eq!((again.get("/v1/candidates/a").status, again.get("/v1/candidates/b").status), (200, 200));
}

#[test]
fn every_answered_write_survives_a_kill() {
    let dir = tempfile::tempdir().unwrap();
    let answered: Mutex<Vec<String>> = Mutex::default();
    for round in 0..5 {
        let service = Service::start(Some(dir.path()));
        for id in answered.lock().unwrap().iter() {
            assert_eq!(service.get(&format!("/v1/candidates/{id}")).status, 200, "{id} was answered and is lost");
        }
        let is_over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            for writer in 0..4 {
                let (answered, is_over, service) = (&answered, &is_over, &service);
                scope.spawn(move || {
                    for n in 0.. {
                        let id = format!("c-{round}-{writer}-{n}");
                        let json = r#"{"skills": ["Slurm"], "summary": "Lustre since 2019"}"#;
                        let put = service.try_put(&format!("/v1/candidates/{id}"), json);
                        match put {
                            Ok(put) if put.status == 201 => answered.lock().unwrap().push(id),
                            _ if is_over.load(Ordering::SeqCst) => return,
                            Ok(put) => panic!("{}: {}", put.status, put.text),
                            Err(error) => panic!("{error}"),
                        }
                    }
                });
            }
            std::thread::sleep(Duration::from_millis(150 + 70 * round));
            is_over.store(true, Ordering::SeqCst);
            service.kill_now();
        });
    }
    let n_answered = answered.lock().unwrap().len();
    assert!(n_answered > 50, "only {n_answered} writes were answered");
    let service = Service::start(Some(dir.path()));
    for id in answered.lock().unwrap().iter() {
        assert_eq!(service.get(&format!("/v1/candidates/{id}")).status, 200, "{id} was answered and is lost");
    }
}

#[test]
fn silent_clients_are_cut_off() {
    let service = Service::start(None);
    let connect = |start: &str| {
        let mut stream = TcpStream::connect(&service.address).unwrap();
        stream.write_all(start.as_bytes()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    };
    let started = Instant::now();
    for mut stream in [connect(""), connect("GET /healthz HTTP/1.1\r\nHost: local")] {
        let mut heard = Vec::new();
        let _ = stream.read_to_end(&mut heard);
        let waited = started.elapsed();
        assert!(waited > Duration::from_secs(5) && waited < PATIENCE, "{waited:?}");
    }
    assert_eq!(service.get("/healthz").status, 200);
}
