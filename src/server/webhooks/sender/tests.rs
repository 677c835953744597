//! Messages sent to receivers on this machine.

use std::sync::Arc;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};

use super::*;
use crate::server::testing::run;
use crate::webhooks::NewWebhook;
use crate::{Engine, Role, RoleId};

/// A message to an address.
fn message(url: &str) -> WebhookMessage {
    let engine = Engine::in_memory();
    let role = RoleId::new("r").unwrap();
    engine.put_role(&Role::new(role.clone())).unwrap();
    let made = engine.create_webhook(&role, &NewWebhook::new(url)).unwrap();
    engine.ping_webhook(&role, &made.webhook.id).unwrap()
}

async fn listener() -> (TcpListener, u16) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    (listener, port)
}

/// Reads the head and the body of one request, and answers it so.
async fn answer<S: AsyncRead + AsyncWrite + Unpin>(mut stream: S, answer: &[u8]) -> String {
    let mut read = Vec::new();
    while !read.ends_with(b"}") {
        assert_ne!(stream.read_buf(&mut read).await.unwrap(), 0, "the request ends with its body");
    }
    stream.write_all(answer).await.unwrap();
    stream.flush().await.unwrap();
    String::from_utf8(read).unwrap()
}

fn acceptor() -> TlsAcceptor {
    let certificate = CertificateDer::from(&include_bytes!("../../../../tests/webhooks/server.der")[..]);
    let key = PrivatePkcs8KeyDer::from(&include_bytes!("../../../../tests/webhooks/server.key.der")[..]);
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], PrivateKeyDer::from(key))
        .unwrap();
    TlsAcceptor::from(Arc::new(config))
}

fn authority() -> RootCertStore {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from(&include_bytes!("../../../../tests/webhooks/authority.der")[..])).unwrap();
    roots
}

#[test]
fn a_message_is_posted_with_its_headers_and_its_status_is_read() {
    run(async {
        let (listener, port) = listener().await;
        let message = message(&format!("http://127.0.0.1:{port}/hook?of=r"));
        let receiving = tokio::spawn(async move {
            answer(listener.accept().await.unwrap().0, b"HTTP/1.1 204 No Content\r\n\r\n").await
        });
        assert_eq!(Sender::new(true).send(&message).await, WebhookAttempt::Answered(204));
        let request = receiving.await.unwrap();
        assert!(request.starts_with("POST /hook?of=r HTTP/1.1\r\n"), "{request}");
        for line in [
            format!("host: 127.0.0.1:{port}"),
            format!("webhook-id: {}", message.id),
            format!("webhook-timestamp: {}", message.timestamp),
            format!("webhook-signature: {}", message.signature),
            "content-type: application/json".to_owned(),
        ] {
            assert!(request.lines().any(|found| found == line), "{line} is missing: {request}");
        }
        assert!(request.ends_with(&message.body));
    });
}

#[test]
fn tls_is_spoken_with_whom_an_authority_vouches_for_and_with_nobody_else() {
    run(async {
        let (listener, port) = listener().await;
        let receiving = tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                if let Ok(stream) = acceptor().accept(stream).await {
                    answer(stream, b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await;
                }
            }
        });
        let sender = Sender::trusting(authority());
        let to = |host: &str| message(&format!("https://{host}:{port}/"));
        assert_eq!(sender.send(&to("localhost")).await, WebhookAttempt::Answered(200));
        // The certificate is of another name, and then of an authority that is not known.
        for attempt in
            [sender.send(&to("127.0.0.1")).await, Sender::trusting(RootCertStore::empty()).send(&to("localhost")).await]
        {
            let WebhookAttempt::Failed(reason) = attempt else { panic!("{attempt:?}") };
            assert!(reason.starts_with("TLS failed"), "{reason}");
        }
        receiving.abort();
    });
}

#[test]
fn a_redirect_is_an_answer_and_not_followed() {
    run(async {
        let (listener, port) = listener().await;
        let (elsewhere, other) = super::tests::listener().await;
        let redirect = format!("HTTP/1.1 307 Temporary Redirect\r\nlocation: http://127.0.0.1:{other}/\r\n\r\n");
        let receiving = tokio::spawn(async move {
            answer(listener.accept().await.unwrap().0, redirect.as_bytes()).await;
        });
        let message = message(&format!("http://127.0.0.1:{port}/"));
        assert_eq!(Sender::new(true).send(&message).await, WebhookAttempt::Answered(307));
        receiving.await.unwrap();
        assert!(timeout(Duration::from_millis(200), elsewhere.accept()).await.is_err());
    });
}

#[test]
fn nobody_is_connected_to_who_is_not_on_the_internet() {
    run(async {
        let (listener, port) = listener().await;
        // What the address says, and what the name turns out to be.
        for host in ["127.0.0.1", "[::1]", "localhost", "2130706433", "0x7f000001", "127.1"] {
            let attempt = Sender::new(false).send(&message(&format!("https://{host}:{port}/"))).await;
            let WebhookAttempt::Failed(reason) = attempt else { panic!("{host}: {attempt:?}") };
            assert!(
                ["private network", "no address on the internet", "not known"].iter().any(|part| reason.contains(part)),
                "{host}: {reason}"
            );
        }
        assert!(timeout(Duration::from_millis(200), listener.accept()).await.is_err());
    });
}

#[test]
fn answers_without_end_and_no_answers_are_left() {
    run(async {
        let (listener, port) = listener().await;
        let receiving = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let head = answer(&mut stream, b"HTTP/1.1 200 OK\r\n\r\n");
            head.await;
            let mut n_sent = 0_usize;
            while let Ok(sent) = stream.write(&[b'x'; 4096]).await {
                n_sent += sent;
            }
            n_sent
        });
        let to = message(&format!("http://127.0.0.1:{port}/"));
        assert_eq!(Sender::new(true).send(&to).await, WebhookAttempt::Answered(200));
        let n_sent = timeout(Duration::from_secs(20), receiving).await.unwrap().unwrap();
        assert!(n_sent < 64 << 20, "the connection ends whatever is still sent: {n_sent} bytes");

        let (listener, port) = super::tests::listener().await;
        let receiving = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let long = format!("HTTP/1.1 200 OK\r\nx: {}\r\n\r\n", "y".repeat(1 << 20));
            let _ = stream.write_all(long.as_bytes()).await;
        });
        let attempt = Sender::new(true).send(&message(&format!("http://127.0.0.1:{port}/"))).await;
        assert!(matches!(&attempt, WebhookAttempt::Failed(_)), "{attempt:?}");
        receiving.abort();

        let attempt = Sender::new(true).send(&message("http://127.0.0.1:1/")).await;
        assert!(
            matches!(&attempt, WebhookAttempt::Failed(reason) if reason.contains("connecting failed")),
            "{attempt:?}"
        );
    });
}
