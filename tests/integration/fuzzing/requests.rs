//! Requests of every route to a service of the real program: answered, or refused with a problem; never a fault of the service.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use super::Target;
use super::seeds::{self, Form};
use crate::http_service::Service;

/// Longer than the service lets any request take.
const PATIENCE: Duration = Duration::from_secs(70);

pub(super) fn target() -> Target {
    let service = Service::start(None);
    let role =
        br#"{"title":"HPC engineer","must_have":["Slurm",{"any_of":["Lustre","GPFS"]}],"location":{"country":"US"}}"#;
    assert_eq!(service.put("/v1/roles/r-1", std::str::from_utf8(role).unwrap()).status, 201);
    for n in 1..4 {
        let candidate = r#"{"summary":"Slurm and Lustre since 2019","level":"senior"}"#;
        assert_eq!(service.put(&format!("/v1/candidates/c-{n}"), candidate).status, 201);
    }
    let all = seeds::REQUESTS.map(|request| request.as_bytes().to_vec()).to_vec();
    Target::new("requests", Form::Text, all, move |input| {
        let answer = ask(&service, input);
        let Some((head, body)) = answer.split_once("\r\n\r\n") else { panic!("no answer: {answer:?}") };
        let status: u16 =
            head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("an answer has a status");
        assert!(status != 500 && (200..600).contains(&status), "{answer}");
        if head.contains("application/problem+json") {
            let problem: serde_json::Value = serde_json::from_str(body).unwrap();
            assert_eq!(problem["status"], status, "{answer}");
            assert!(problem["code"].is_string() && problem["detail"].is_string(), "{answer}");
        } else {
            // What is no HTTP at all is refused below the routes, without a body.
            assert!(status < 400 || body.is_empty(), "{answer}");
        }
        assert!(!service.log().contains("panicked"), "{}", service.log());
    })
}

/// Sends the first line as method and path and the rest as the body, as they are.
fn ask(service: &Service, input: &[u8]) -> String {
    let end = input.iter().position(|byte| *byte == b'\n').unwrap_or(input.len());
    let (line, body) = (&input[..end], input.get(end + 1..).unwrap_or_default());
    let media = if line.windows(4).any(|four| four == b"bulk") { "application/x-ndjson" } else { "application/json" };
    let mut request = line.to_vec();
    let length = body.len();
    let rest = format!(
        " HTTP/1.1\r\nHost: localhost\r\nContent-Type: {media}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    request.extend_from_slice(rest.as_bytes());
    request.extend_from_slice(body);
    let mut stream = TcpStream::connect(&service.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    // The service may refuse before it has read all.
    let _ = stream.write_all(&request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}
