//! Requests that hyper gives up before any route sees them: refused as problems, like all others.
//!
//! hyper answers some of them by itself, with a status alone and no way to say more, and closes the connection on the rest without a
//! word. Here the first are rewritten on their way out, and the second answered.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::http::StatusCode;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use uuid::Uuid;

use super::app::App;
use super::connections::HEAD_BYTES;
use super::layers::OTHER;
use super::patience::Patient;
use super::problem::Problem;

/// A connection on which hyper's own refusals have bodies.
pub(super) struct Refusals<S> {
    stream: Patient<S>,
    app: App,
    /// The last answer of the connection, and how much of it has been written.
    last: Option<(Vec<u8>, usize)>,
}

impl<S> Refusals<S> {
    pub(super) fn new(stream: Patient<S>, app: App) -> Self {
        Self { stream, app, last: None }
    }

    /// Takes note of a refusal; flushing writes it.
    fn refuse(&mut self, problem: &Problem) {
        let id = Uuid::now_v7().to_string();
        let status = problem.status.as_u16();
        self.app.metrics().note(OTHER, "none", status, Some(problem.code), Duration::ZERO);
        tracing::info!(method = OTHER, route = "none", status, ms = 0, request_id = %id, "request");
        self.last = Some((problem.last_answer(&id), 0));
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> Refusals<S> {
    /// Ends a connection that hyper has given up: `unread` is what had come of a request.
    pub(super) async fn end(mut self, error: &hyper::Error, unread: &[u8]) {
        let Some(problem) = unanswered(error, unread, self.app.bounds().head) else { return };
        // Within another answer, or after one that was the last, nothing can be said.
        if self.last.is_some() || self.stream.is_waiting() {
            return;
        }
        self.refuse(&problem);
        let mut stream = Pin::new(&mut self);
        let said = std::future::poll_fn(|cx| stream.as_mut().poll_flush(cx)).await;
        if said.is_ok() {
            let _ = std::future::poll_fn(|cx| stream.as_mut().poll_shutdown(cx)).await;
        }
    }

    fn poll_last(&mut self, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Some((bytes, written)) = &mut self.last else { return Poll::Ready(Ok(())) };
        while *written < bytes.len() {
            let n = ready!(Pin::new(&mut self.stream).poll_write(cx, &bytes[*written..]))?;
            if n == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            *written += n;
        }
        Poll::Ready(Ok(()))
    }
}

/// What is to be said of a request that hyper gave up without an answer.
fn unanswered(error: &hyper::Error, unread: &[u8], head: Duration) -> Option<Problem> {
    // An idle connection just ends.
    if unread.is_empty() {
        return None;
    }
    if error.is_timeout() {
        let detail =
            format!("the head of the request came too slowly: all of it within {} s is accepted", head.as_secs());
        return Some(Problem::new(StatusCode::REQUEST_TIMEOUT, "head_timeout", detail));
    }
    error.is_incomplete_message().then(|| {
        let detail = "the request ended before its head was complete";
        Problem::new(StatusCode::BAD_REQUEST, "malformed_request", detail)
    })
}

/// The longest refusal of hyper's own, in bytes, and more.
const MAX_BARE_BYTES: usize = 512;

/// The problem to say in the place of a refusal of hyper's own. All answers of the service name their request.
fn bare_refusal(bytes: &[u8]) -> Option<Problem> {
    let head = bytes.strip_suffix(b"\r\n\r\n").filter(|head| head.len() <= MAX_BARE_BYTES)?;
    let (line, headers) = std::str::from_utf8(head).ok()?.split_once("\r\n")?;
    let status = line.strip_prefix("HTTP/1.1 ")?.split(' ').next()?;
    let is_bare = headers.split("\r\n").any(|header| header == "content-length: 0")
        && !headers.split("\r\n").any(|header| header.is_empty() || header.starts_with("x-request-id:"));
    let (code, detail) = match status.parse::<StatusCode>().ok().filter(|_| is_bare)? {
        StatusCode::BAD_REQUEST => {
            let detail = "the head of the request is malformed; expected a request line and headers of HTTP/1.1";
            ("malformed_request", detail.to_owned())
        }
        StatusCode::URI_TOO_LONG => ("target_too_long", "the target of the request is too long".to_owned()),
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => {
            let detail = format!("the head of a request may take {HEAD_BYTES} bytes and have 100 headers");
            ("head_too_large", detail)
        }
        _ => return None,
    };
    Some(Problem::new(status.parse().ok()?, code, detail))
}

impl<S: AsyncRead + Unpin> AsyncRead for Refusals<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Refusals<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        if let Some(problem) = bare_refusal(buf) {
            self.refuse(&problem);
            return Poll::Ready(Ok(buf.len()));
        }
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_last(cx))?;
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.poll_last(cx))?;
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let mut filled = bufs.iter().filter(|buf| !buf.is_empty());
        match (filled.next(), filled.next()) {
            (Some(only), None) => self.poll_write(cx, only),
            _ => Pin::new(&mut self.stream).poll_write_vectored(cx, bufs),
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::{Shutdown, TcpStream};

    use serde_json::Value;
    use tokio::net::TcpListener;

    use super::*;
    use crate::server::bounds::Bounds;
    use crate::server::testing::{app, run};
    use crate::server::{connections, routes};

    /// A service on a port, without a second for anybody who is slow at a head.
    fn serving(test: impl FnOnce(std::net::SocketAddr, &App) + Send + 'static) {
        let app = app(Bounds { head: Duration::from_millis(200), ..Bounds::default() });
        run(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let (_stop, stopped) = tokio::sync::watch::channel(false);
            tokio::spawn(connections::accept(listener, routes::router(&app), app.clone(), stopped));
            tokio::task::spawn_blocking(move || test(address, &app)).await.unwrap();
        });
    }

    /// All that is heard of a service to which `sent` was sent.
    fn heard(address: std::net::SocketAddr, sent: &[u8], ends: bool) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(sent).unwrap();
        if ends {
            stream.shutdown(Shutdown::Write).unwrap();
        }
        let mut heard = String::new();
        stream.read_to_string(&mut heard).unwrap();
        heard
    }

    /// Status and code of the one answer, which is a whole problem.
    fn problem(heard: &str) -> (u64, String) {
        let (head, body) = heard.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{heard:?}"));
        let header = |name: &str| {
            let mut found = head.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
            let value = found.next().unwrap_or_else(|| panic!("{name}: {head}"));
            assert_eq!(found.next(), None, "{name} stands once");
            value
        };
        let json: Value = serde_json::from_str(body).unwrap();
        let status = json["status"].as_u64().unwrap();
        assert!(head.starts_with(&format!("HTTP/1.1 {status} {}", json["title"].as_str().unwrap())), "{head}");
        assert_eq!(header("content-type"), "application/problem+json");
        assert_eq!(header("content-length"), body.len().to_string());
        assert_eq!(header("connection"), "close");
        assert_eq!(header("cache-control"), "no-store");
        assert_eq!(json["request_id"], header("x-request-id"));
        assert!(header("date").ends_with(" GMT") && header("date").len() == 29, "{head}");
        (status, json["code"].as_str().unwrap().to_owned())
    }

    #[test]
    fn heads_that_hyper_refuses_are_refused_as_problems() {
        serving(|address, app| {
            let long = format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "x".repeat(2 * HEAD_BYTES));
            let many = format!("GET / HTTP/1.1\r\nHost: localhost\r\n{}\r\n", "X: x\r\n".repeat(200));
            let target = format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "x".repeat(200_000));
            let cases: [(&str, u64, &str); 8] = [
                ("nonsense\r\n\r\n", 400, "malformed_request"),
                ("GET / HTTP/1.1\r\nHost localhost\r\n\r\n", 400, "malformed_request"),
                ("GET / HTTP/7.0\r\n\r\n", 400, "malformed_request"),
                ("G\u{1b}T / HTTP/1.1\r\n\r\n", 400, "malformed_request"),
                ("PUT /v1/roles/r HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400, "malformed_request"),
                (&long, 431, "head_too_large"),
                (&many, 431, "head_too_large"),
                (&target, 431, "head_too_large"),
            ];
            for (sent, status, code) in cases {
                let heard = heard(address, sent.as_bytes(), false);
                assert_eq!(problem(&heard), (status, code.to_owned()), "{sent:.60}");
            }
            assert_eq!(app.n_under_way(), 0);
        });
    }

    #[test]
    fn a_head_that_does_not_end_is_refused_and_an_idle_connection_just_ends() {
        serving(|address, _| {
            let begun = b"GET /healthz HTTP/1.1\r\nHost: local";
            assert_eq!(problem(&heard(address, begun, false)), (408, "head_timeout".to_owned()));
            assert_eq!(problem(&heard(address, begun, true)), (400, "malformed_request".to_owned()));
            assert_eq!(heard(address, b"", false), "");
            assert_eq!(heard(address, b"", true), "");
        });
    }

    #[test]
    fn what_was_asked_before_is_answered_before() {
        serving(|address, _| {
            let both = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nnonsense\r\n\r\n";
            let heard = heard(address, both, false);
            assert!(heard.starts_with("HTTP/1.1 200 OK\r\n"), "{heard}");
            let second = heard.find("HTTP/1.1 400").unwrap_or_else(|| panic!("{heard}"));
            assert_eq!(problem(&heard[second..]), (400, "malformed_request".to_owned()));
        });
    }

    #[test]
    fn only_what_hyper_says_by_itself_is_rewritten() {
        let code = |text: &str| bare_refusal(text.as_bytes()).map(|problem| problem.code);
        let own = "HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\ndate: x\r\n\r\n";
        assert_eq!(code(own), Some("malformed_request"));
        for other in [
            &own.replace("400 Bad Request", "200 OK"),
            &own.replace("length: 0", "length: 7"),
            &own.replace("date: x", "x-request-id: x"),
            &own.replace("date: x", "\r\n"),
            &own.replace("date: x", &"x".repeat(MAX_BARE_BYTES)),
            &format!("{own}x"),
            &format!("x{own}"),
        ] {
            assert_eq!(code(other), None, "{other}");
        }
    }
}
