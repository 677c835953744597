//! Clients that send or read slowly, or too much, do no harm to others, and hear why they are refused.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::http_service::Service;

const DRIPPING: usize = 300;

/// A request whose head has been sent, and of whose body nothing has.
fn begun(service: &Service, head: &str) -> TcpStream {
    let mut stream = TcpStream::connect(&service.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    write!(stream, "{head}\r\nHost: localhost\r\nContent-Type: application/json\r\n").unwrap();
    stream
}

#[test]
fn three_hundred_dripping_bodies_leave_everybody_else_alone() {
    let service = Service::start(None);
    service.put("/v1/roles/r", r#"{"must_have": ["Slurm"]}"#);
    let mut dripping: Vec<TcpStream> = (0..DRIPPING)
        .map(|n| {
            let path = ["/v1/candidates/slow", "/v1/roles/slow"][n % 2];
            let mut stream = begun(&service, &format!("PUT {path} HTTP/1.1"));
            write!(stream, "Content-Length: 10000\r\n\r\n").unwrap();
            stream
        })
        .collect();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                for stream in &mut dripping {
                    // Once it has been cut off there is nobody to hear it.
                    let _ = stream.write_all(b" ");
                }
                std::thread::sleep(Duration::from_millis(200));
            }
        });
        for round in 0..40 {
            let id = format!("/v1/candidates/c-{round}");
            let put = service.put(&id, r#"{"skills": ["Slurm"]}"#);
            assert_eq!(put.status, 201, "{}", put.text);
            assert_eq!(service.get(&id).status, 200);
            assert_eq!(service.post("/v1/roles/r/matches", r#"{"limit": 5}"#).status, 200);
            assert_eq!(service.get("/readyz").status, 200);
            if round == 20 {
                let bodies = service.get("/metrics").text;
                assert!(bodies.contains("rolefit_http_works_under_way 0\n"), "{bodies}");
            }
        }
        is_over.store(true, Ordering::Relaxed);
    });
}

#[test]
fn whoever_sends_far_too_much_hears_why_it_is_refused() {
    let service = Service::start(None);
    // The whole body goes out before the answer is looked at, as many clients do it.
    for (path, bytes, expected) in [
        ("PUT /v1/candidates/c", 12 << 20, "413"),
        ("POST /v1/match", 48 << 20, "413"),
        ("POST /nowhere", 6 << 20, "404"),
    ] {
        let mut stream = begun(&service, &format!("{path} HTTP/1.1"));
        write!(stream, "Content-Length: {bytes}\r\n\r\n").unwrap();
        stream.write_all(&vec![b' '; bytes]).unwrap_or_else(|error| panic!("{path}: {error}"));
        let mut heard = String::new();
        stream.read_to_string(&mut heard).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(heard.starts_with(&format!("HTTP/1.1 {expected} ")), "{path}: {heard}");
        assert!(heard.contains("\"code\":"), "{path}: {heard}");
    }
}

#[test]
fn a_body_without_a_stated_length_is_refused_as_readably() {
    let service = Service::start(None);
    let mut stream = begun(&service, "PUT /v1/candidates/c HTTP/1.1");
    write!(stream, "Transfer-Encoding: chunked\r\n\r\n").unwrap();
    let piece = vec![b' '; 1 << 20];
    for _ in 0..12 {
        write!(stream, "{:x}\r\n", piece.len()).unwrap();
        stream.write_all(&piece).unwrap();
        stream.write_all(b"\r\n").unwrap();
    }
    stream.write_all(b"0\r\n\r\n").unwrap();
    let mut heard = String::new();
    stream.read_to_string(&mut heard).unwrap();
    assert!(heard.starts_with("HTTP/1.1 413 ") && heard.contains("too_large"), "{heard}");
}
