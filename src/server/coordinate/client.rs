//! Requests to one shard, over connections that are kept for the next one.

use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::header::{
    ACCEPT, AUTHORIZATION, CONTENT_TYPE, ETAG, HOST, HeaderMap, HeaderName, HeaderValue, IF_MATCH, IF_NONE_MATCH, LINK,
    LOCATION, RETRY_AFTER, WWW_AUTHENTICATE,
};
use axum::http::{Method, Response, StatusCode};
use axum::response::IntoResponse as _;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;

use crate::server::app::App;
use crate::server::body;
use crate::server::idempotency::{IDEMPOTENCY_KEY, REPLAYED};
use crate::server::problem::Problem;
use crate::server::trace::TRACEPARENT;
use crate::server::webhooks::Sender;
use crate::server::webhooks::address::Address;
use crate::server::webhooks::sender::AbortOnDrop;

/// So many connections wait for the next request.
const MAX_IDLE: usize = 32;
/// The longest answer of a shard that is read: those of shards are bounded by half of this.
const MAX_ANSWER_BYTES: usize = 64 << 20;
/// What a caller says that shards are told. The key is among it: shards ask for keys, and a coordinator has none.
const PASSED_ON: [HeaderName; 7] =
    [ACCEPT, AUTHORIZATION, CONTENT_TYPE, IDEMPOTENCY_KEY, IF_MATCH, IF_NONE_MATCH, TRACEPARENT];
/// What a shard says that the caller is told. The number of a write is not among it: it is one shard's own.
const PASSED_BACK: [HeaderName; 6] = [CONTENT_TYPE, ETAG, LINK, LOCATION, REPLAYED, WWW_AUTHENTICATE];

/// What a shard is asked.
#[derive(Clone)]
pub(in crate::server) struct Asked {
    pub(super) method: Method,
    /// With the query.
    pub(super) path: String,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

impl Asked {
    /// The same that a caller asks, with a body of so many bytes at most.
    pub(super) async fn of(app: &App, request: Request, most: usize) -> Result<Self, Problem> {
        let path = request.uri().path_and_query().map_or("/", |path| path.as_str()).to_owned();
        let (method, headers) = (request.method().clone(), passed_on(request.headers()));
        Ok(Self { method, path, headers, body: body::read(request, app, most).await? })
    }

    pub(super) fn get(path: String, headers: &HeaderMap) -> Self {
        Self { method: Method::GET, path, headers: headers.clone(), body: Bytes::new() }
    }

    /// Sends this body.
    pub(super) fn sending(
        method: Method,
        path: String,
        headers: &HeaderMap,
        media: &'static str,
        body: impl Into<Bytes>,
    ) -> Self {
        let mut headers = headers.clone();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(media));
        Self { method, path, headers, body: body.into() }
    }

    /// Without what is demanded of one document and of one request.
    pub(super) fn unconditional(mut self) -> Self {
        for name in [IF_MATCH, IF_NONE_MATCH, IDEMPOTENCY_KEY] {
            self.headers.remove(name);
        }
        self
    }
}

pub(in crate::server) fn passed_on(headers: &HeaderMap) -> HeaderMap {
    let mut passed = HeaderMap::new();
    for name in PASSED_ON {
        for value in headers.get_all(&name) {
            passed.append(&name, value.clone());
        }
    }
    passed
}

/// What a shard answered, read to its end.
pub(super) struct Told {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Bytes,
}

impl Told {
    /// What went wrong, as the shard told it.
    pub(super) fn problem(&self) -> Problem {
        Problem::as_told(self.status, self.headers.contains_key(RETRY_AFTER), &self.body)
    }

    /// The same for the caller.
    pub(super) fn pass_back(self) -> Response<axum::body::Body> {
        let is_problem = self.status.is_client_error() || self.status.is_server_error();
        let mut response =
            if is_problem { self.problem().into_response() } else { (self.status, self.body).into_response() };
        for name in PASSED_BACK {
            response.headers_mut().remove(&name);
            for value in self.headers.get_all(&name) {
                response.headers_mut().append(&name, value.clone());
            }
        }
        response
    }
}

/// The way to one shard.
pub(super) struct Client {
    address: Address,
    sender: Sender,
    idle: Mutex<Vec<Connection>>,
}

struct Connection {
    requests: SendRequest<Full<Bytes>>,
    /// Ends with it whatever its other side still sends.
    _task: AbortOnDrop,
}

impl Client {
    pub(super) fn new(url: &str, sender: Sender) -> Result<Self, String> {
        let address = Address::read(url, true)?;
        if address.path != "/" {
            return Err(format!(
                "expected a shard's address without a path such as http://10.0.0.11:7878, got {url:?}"
            ));
        }
        Ok(Self { address, sender, idle: Mutex::default() })
    }

    /// Asks; the error says why there is no answer, which does not say that nothing was done.
    pub(super) async fn ask(&self, asked: &Asked) -> Result<Told, String> {
        let mut request = hyper::Request::new(Full::new(asked.body.clone()));
        *request.method_mut() = asked.method.clone();
        *request.uri_mut() = asked.path.parse().map_err(|_| "the path cannot be asked for".to_owned())?;
        *request.headers_mut() = asked.headers.clone();
        let host = HeaderValue::from_str(&self.address.authority).map_err(|_| "the host is no header".to_owned())?;
        request.headers_mut().insert(HOST, host);
        loop {
            let kept = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let is_kept = kept.is_some();
            let mut connection = match kept {
                Some(connection) if connection.requests.is_closed() => continue,
                Some(connection) => connection,
                None => self.connect().await?,
            };
            match connection.requests.try_send_request(request).await {
                Ok(response) => return self.read(connection, response).await,
                // The shard had closed a connection that was kept, and nothing was sent.
                Err(mut error) => match error.take_message().filter(|_| is_kept) {
                    Some(unsent) => request = unsent,
                    None => return Err(format!("the exchange failed: {}", error.into_error())),
                },
            }
        }
    }

    async fn connect(&self) -> Result<Connection, String> {
        let stream = self.sender.open(&self.address).await?;
        let (requests, connection) =
            http1::handshake(TokioIo::new(stream)).await.map_err(|error| format!("the exchange failed: {error}"))?;
        Ok(Connection { requests, _task: AbortOnDrop::new(tokio::spawn(connection)) })
    }

    async fn read(&self, connection: Connection, response: Response<hyper::body::Incoming>) -> Result<Told, String> {
        let (head, body) = response.into_parts();
        let body = Limited::new(body, MAX_ANSWER_BYTES).collect().await;
        let body = body.map_err(|error| format!("the answer broke off: {error}"))?.to_bytes();
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MAX_IDLE && !connection.requests.is_closed() {
            idle.push(connection);
        }
        Ok(Told { status: head.status, headers: head.headers, body })
    }
}
