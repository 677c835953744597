//! Sends one message: one connection to an address that was looked up and checked just before, one request on it, one status. Nothing is
//! looked up a second time, no redirect is followed, and no more of an answer is read than its head.

use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::http::header::{CONTENT_TYPE, HOST, USER_AGENT};
use http_body_util::Full;
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::address::{Address, is_public};
use crate::webhooks::{WebhookAttempt, WebhookMessage};

/// From the look-up of the name to the head of the answer. Receivers are to take a message, and work on it afterwards.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest head of an answer, in bytes.
const MAX_HEAD_BYTES: usize = 16 << 10;
pub(in crate::server) const AGENT: &str = concat!("rolefit/", env!("CARGO_PKG_VERSION"));

/// What sends. Cheap to clone; every clone is the same.
#[derive(Clone, Default)]
pub(in crate::server) struct Sender(Arc<Shared>);

#[derive(Default)]
struct Shared {
    allow_private: bool,
    /// Made when it is first needed: reading all authorities takes a while.
    tls: OnceLock<TlsConnector>,
}

impl fmt::Debug for Sender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sender").field("allow_private", &self.0.allow_private).finish_non_exhaustive()
    }
}

impl Sender {
    /// One that also sends to private networks and without TLS, where that is allowed.
    pub(in crate::server) fn new(allow_private: bool) -> Self {
        Self(Arc::new(Shared { allow_private, tls: OnceLock::new() }))
    }

    /// Whether an address is one to which it sends, as far as the address itself tells.
    pub(super) fn check(&self, url: &str) -> Result<(), String> {
        Address::read(url, self.0.allow_private).map(drop)
    }

    /// Sends a message; whatever comes of it is an attempt.
    pub(super) async fn send(&self, message: &WebhookMessage) -> WebhookAttempt {
        match timeout(PATIENCE, self.post(message)).await {
            Ok(Ok(status)) => WebhookAttempt::Answered(status),
            Ok(Err(reason)) => WebhookAttempt::Failed(reason),
            Err(_elapsed) => WebhookAttempt::Failed(format!("there was no answer within {} s", PATIENCE.as_secs())),
        }
    }

    async fn post(&self, message: &WebhookMessage) -> Result<u16, String> {
        let address = Address::read(&message.url, self.0.allow_private)?;
        exchange(self.open(&address).await?, &address, message).await
    }

    /// A connection, by TLS where the address says so.
    pub(in crate::server) async fn open(&self, address: &Address) -> Result<Box<dyn Stream>, String> {
        let stream = connect(self.places_of(address).await?).await?;
        let _ = stream.set_nodelay(true);
        if !address.is_tls {
            return Ok(Box::new(stream));
        }
        let name =
            ServerName::try_from(address.host.clone()).map_err(|_| "the host is no name of a server".to_owned())?;
        let secured = self.tls().connect(name, stream).await;
        Ok(Box::new(secured.map_err(|error| format!("TLS failed: {error}"))?))
    }

    /// The addresses behind a host that may be sent to.
    async fn places_of(&self, address: &Address) -> Result<Vec<SocketAddr>, String> {
        let found = tokio::net::lookup_host((address.host.as_str(), address.port)).await;
        let found = found.map_err(|_| "the host is not known".to_owned())?;
        let places: Vec<SocketAddr> = found.filter(|place| self.0.allow_private || is_public(place.ip())).collect();
        if places.is_empty() {
            return Err("the host has no address on the internet, and others are not allowed".to_owned());
        }
        Ok(places)
    }

    fn tls(&self) -> &TlsConnector {
        self.0.tls.get_or_init(|| {
            let mut roots = RootCertStore::empty();
            let (n_added, _) = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            if n_added == 0 {
                tracing::warn!("the system has no certificate authorities: nothing can be sent by https");
            }
            connector(roots)
        })
    }

    /// One that trusts these authorities alone.
    #[cfg(test)]
    pub(super) fn trusting(roots: RootCertStore) -> Self {
        let sender = Self::new(true);
        assert!(sender.0.tls.set(connector(roots)).is_ok());
        sender
    }
}

/// Bytes both ways.
pub(in crate::server) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

fn connector(roots: RootCertStore) -> TlsConnector {
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("the provider has the suites of these versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    TlsConnector::from(Arc::new(config))
}

/// Connects to the first place that takes it.
async fn connect(places: Vec<SocketAddr>) -> Result<TcpStream, String> {
    let mut reason = String::new();
    for place in places {
        match TcpStream::connect(place).await {
            Ok(stream) => return Ok(stream),
            Err(error) => reason = format!("connecting failed: {error}"),
        }
    }
    Err(reason)
}

async fn exchange<S>(stream: S, address: &Address, message: &WebhookMessage) -> Result<u16, String>
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let failed = |error: hyper::Error| format!("the exchange failed: {error}");
    let mut builder = http1::Builder::new();
    builder.max_buf_size(MAX_HEAD_BYTES);
    let (mut sender, connection) = builder.handshake(TokioIo::new(stream)).await.map_err(failed)?;
    let request = Request::post(&address.path)
        .header(HOST, &address.authority)
        .header(USER_AGENT, AGENT)
        .header(CONTENT_TYPE, "application/json")
        .header("webhook-id", &message.id)
        .header("webhook-timestamp", message.timestamp)
        .header("webhook-signature", &message.signature)
        .body(Full::new(Bytes::from(message.body.clone())))
        .map_err(|_| "the address cannot be written in a request".to_owned())?;
    let connection = AbortOnDrop(tokio::spawn(connection));
    let answer = sender.send_request(request).await.map_err(failed)?;
    drop(connection);
    Ok(answer.status().as_u16())
}

/// Ends a connection with all that its other side still sends.
pub(in crate::server) struct AbortOnDrop(tokio::task::JoinHandle<hyper::Result<()>>);

impl AbortOnDrop {
    pub(in crate::server) fn new(task: tokio::task::JoinHandle<hyper::Result<()>>) -> Self {
        Self(task)
    }
}

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[cfg(test)]
mod tests;
