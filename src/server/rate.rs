//! How many requests a client may send: a bucket for each key, or without one for each address, which fills evenly over a window.
//!
//! Answers tell how the client stands by `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11).

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use axum::http::{Response, StatusCode};
use axum::middleware::Next;
use axum::response::IntoResponse as _;

use super::app::App;
use super::caller::Caller;
use super::problem::Problem;
use super::routes::HEALTH;

/// The window of all limits.
const WINDOW: Duration = Duration::from_secs(60);
/// So many clients are told apart; those beyond share one bucket.
const MAX_CLIENTS: usize = 50_000;

const POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");
const LIMIT: HeaderName = HeaderName::from_static("ratelimit");

/// Where a connection comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peer(pub(super) IpAddr);

/// The buckets of all clients.
#[derive(Debug)]
pub(super) struct RateLimit {
    /// Requests a window.
    quota: u32,
    clients: Mutex<HashMap<Client, Instant>>,
}

/// Who is counted.
#[derive(Clone, Debug, Hash, PartialEq, Eq)]
enum Client {
    /// All who share an address, or a network that one host may have as a whole.
    Network(IpAddr),
    /// Whoever holds the key of this id, from wherever.
    Key(String),
    /// All beyond those that are told apart.
    Other,
}

/// How a client stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    /// Requests that may be sent at once.
    remaining: u32,
    /// Until there is one more.
    next: Duration,
    is_allowed: bool,
}

impl RateLimit {
    pub(super) fn new(quota: u32) -> Self {
        Self { quota: quota.max(1), clients: Mutex::default() }
    }

    /// Counts a request. What is kept of a client is the moment at which its bucket is full again: each request puts that off by
    /// a share of the window, and none is allowed that would put it off beyond a window.
    fn count(&self, mut client: Client, now: Instant) -> Standing {
        let share = WINDOW / self.quota;
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() >= MAX_CLIENTS && !clients.contains_key(&client) {
            clients.retain(|_, full_at| *full_at > now);
            if clients.len() >= MAX_CLIENTS {
                client = Client::Other;
            }
        }
        let full_at = clients.get(&client).copied().unwrap_or(now).max(now);
        let put_off = full_at + share;
        let is_allowed = put_off.duration_since(now) <= WINDOW;
        let full_at = if is_allowed { put_off } else { full_at };
        clients.insert(client, full_at);
        let free = WINDOW.saturating_sub(full_at.duration_since(now));
        let remaining = u32::try_from(free.as_nanos() / share.as_nanos().max(1)).unwrap_or(self.quota);
        let next = share.saturating_sub(free.saturating_sub(share * remaining));
        Standing { remaining, next, is_allowed }
    }

    fn tell(&self, standing: Standing, headers: &mut HeaderMap) {
        let policy = format!("\"default\";q={};w={}", self.quota, WINDOW.as_secs());
        let limit = format!("\"default\";r={};t={}", standing.remaining, seconds(standing.next));
        for (name, value) in [(POLICY, policy), (LIMIT, limit)] {
            headers.insert(name, HeaderValue::from_str(&value).expect("digits and signs are visible ASCII"));
        }
    }
}

/// Whole seconds, and one at least.
fn seconds(duration: Duration) -> u64 {
    duration.as_secs() + u64::from(duration.subsec_nanos() > 0 || duration.is_zero())
}

/// The client that an address stands for: of IPv6 the network of which one host may have all addresses.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => address.into(),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
    }
}

/// Lets a request pass that its client may send.
pub(super) async fn limit(State(app): State<App>, request: Request, next: Next) -> Response<Body> {
    // Whoever asks whether the service is well must be answered at any time.
    if request.extensions().get::<MatchedPath>().is_some_and(|path| HEALTH.contains(&path.as_str())) {
        return next.run(request).await;
    }
    let peer = request.extensions().get::<Peer>().copied();
    let client = match Caller::of(&request) {
        Some(caller) => Some(Client::Key(caller.key.id.clone())),
        None => peer.map(|Peer(address)| Client::Network(network(address))),
    };
    let (Some(limit), Some(client)) = (app.rate_limit(), client) else { return next.run(request).await };
    let standing = limit.count(client, Instant::now());
    let mut response = if standing.is_allowed {
        next.run(request).await
    } else {
        app.metrics().note_rate_limited();
        let detail = format!("expected at most {} requests in {} s", limit.quota, WINDOW.as_secs());
        let mut refused = Problem::new(StatusCode::TOO_MANY_REQUESTS, "too_many_requests", detail).into_response();
        refused.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds(standing.next)));
        refused
    };
    limit.tell(standing, response.headers_mut());
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(n: u32) -> Client {
        Client::Network(IpAddr::V4(n.into()))
    }

    #[test]
    fn a_bucket_empties_and_fills_evenly() {
        let limit = RateLimit::new(6);
        let start = Instant::now();
        let at = |seconds: u64| limit.count(address(1), start + Duration::from_secs(seconds));
        for left in (0..6).rev() {
            assert_eq!((at(0).is_allowed, at_peek(&limit, start)), (true, left));
        }
        let refused = at(0);
        assert!(!refused.is_allowed);
        assert_eq!((refused.remaining, seconds(refused.next)), (0, 10));
        assert!(!at(9).is_allowed && at(10).is_allowed && !at(11).is_allowed);
        assert!(limit.count(address(2), start).is_allowed, "others have their own");
        let rested = at(600);
        assert_eq!((rested.is_allowed, rested.remaining), (true, 5));
    }

    /// How many requests are left, without sending one.
    fn at_peek(limit: &RateLimit, now: Instant) -> u32 {
        let full_at = limit.clients.lock().unwrap()[&address(1)];
        let free = WINDOW.saturating_sub(full_at.duration_since(now));
        u32::try_from(free.as_secs()).unwrap() * limit.quota / 60
    }

    #[test]
    fn clients_beyond_those_that_are_told_apart_share_a_bucket() {
        let limit = RateLimit::new(2);
        let now = Instant::now();
        for n in 0..u32::try_from(MAX_CLIENTS).unwrap() {
            limit.count(address(n), now);
        }
        let allowed = (0..10).filter(|n| limit.count(address(1_000_000 + n), now).is_allowed).count();
        assert_eq!((allowed, limit.clients.lock().unwrap().len()), (2, MAX_CLIENTS + 1));
        // Whoever has rested is let go of, and others are told apart again.
        let later = now + WINDOW * 2;
        assert!(limit.count(address(1_000_000), later).is_allowed);
        assert_eq!(limit.clients.lock().unwrap().len(), 1);
    }

    #[test]
    fn a_host_is_one_client_by_all_its_addresses() {
        let of = |text: &str| network(text.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::2:3:4:5"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
    }
}
