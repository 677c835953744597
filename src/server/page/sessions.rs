//! Who is signed in: a session is kept here, in memory, and ends with its key. The browser holds nothing but a random token.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::HeaderMap;
use axum::http::header::COOKIE;

use crate::access::{KeyRing, KeyState, Timestamp};
use crate::server::caller::Caller;

/// The cookie that holds the token of a session.
pub(super) const COOKIE_NAME: &str = "rolefit_session";
/// A working day: whoever comes back tomorrow signs in again.
const LIFE: Duration = Duration::from_secs(12 * 3600);
/// More people than share one service; beyond it the oldest session ends.
const MAX_SESSIONS: usize = 10_000;
/// 256 bits, as the secrets of keys have.
const TOKEN_BYTES: usize = 32;

/// All sessions of a service. Cheap to clone; every clone is the same.
#[derive(Clone, Default)]
pub(in crate::server) struct Sessions(Arc<Shared>);

#[derive(Default)]
struct Shared {
    by_token: Mutex<HashMap<String, Session>>,
    /// The token of forms where nobody signs in.
    of_nobody: std::sync::OnceLock<String>,
}

struct Session {
    key_id: String,
    csrf: String,
    began: Instant,
}

/// The session of a request.
#[derive(Clone, Debug)]
pub(in crate::server) struct PageSession {
    pub(super) token: String,
    pub(super) csrf: String,
}

impl fmt::Debug for Sessions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sessions")
    }
}

impl Sessions {
    /// Begins a session of a key; none where the system gives no random bytes.
    pub(super) fn begin(&self, key_id: &str) -> Option<PageSession> {
        let session = PageSession { token: random()?, csrf: random()? };
        let mut sessions = self.lock();
        sessions.retain(|_, session| session.began.elapsed() < LIFE);
        if sessions.len() >= MAX_SESSIONS {
            let oldest = sessions.iter().min_by_key(|(_, session)| session.began).map(|(token, _)| token.clone());
            oldest.and_then(|token| sessions.remove(&token));
        }
        let kept = Session { key_id: key_id.to_owned(), csrf: session.csrf.clone(), began: Instant::now() };
        sessions.insert(session.token.clone(), kept);
        Some(session)
    }

    /// Ends the session of a token.
    pub(super) fn end(&self, token: &str) {
        self.lock().remove(token);
    }

    /// Who sends these headers, where they hold the token of a session whose key still works.
    pub(in crate::server) fn caller(&self, ring: &KeyRing, headers: &HeaderMap) -> Option<(Caller, PageSession)> {
        let token = cookie(headers, COOKIE_NAME)?;
        let mut sessions = self.lock();
        let session = sessions.get(token)?;
        let key = ring.get(&session.key_id).filter(|key| key.state(Timestamp::now()) == KeyState::Active);
        let Some(key) = key.filter(|_| session.began.elapsed() < LIFE) else {
            sessions.remove(token);
            return None;
        };
        let page = PageSession { token: token.to_owned(), csrf: session.csrf.clone() };
        Some((Caller { key: key.clone() }, page))
    }

    /// What forms hold where nobody signs in: a page of another host cannot read it.
    pub(super) fn csrf_of_nobody(&self) -> String {
        // Without random bytes no form is taken: the empty token is refused.
        self.0.of_nobody.get_or_init(|| random().unwrap_or_default()).clone()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Session>> {
        self.0.by_token.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Random letters that nobody guesses.
pub(super) fn random() -> Option<String> {
    use std::fmt::Write as _;
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes).ok()?;
    Some(bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// The cookie of a name.
pub(super) fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let values = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = values.flat_map(|value| value.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    cookies.find(|(known, _)| *known == name).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::{KeyFile, NewKey, Scope, TenantName};

    #[test]
    fn a_session_ends_with_its_key() {
        let folder = tempfile::tempdir().unwrap();
        let file = KeyFile::at(folder.path());
        let made = file.create(&NewKey::new(TenantName::default(), Scope::Read)).unwrap();
        let sessions = Sessions::default();
        let session = sessions.begin(&made.key.id).unwrap();
        let headers: HeaderMap =
            [(COOKIE, format!("a=b; {COOKIE_NAME}={}", session.token).parse().unwrap())].into_iter().collect();
        let (caller, page) = sessions.caller(&file.read().unwrap(), &headers).unwrap();
        assert_eq!((caller.key.id, page.csrf), (made.key.id.clone(), session.csrf));
        file.revoke(&made.key.id, None).unwrap();
        assert!(sessions.caller(&file.read().unwrap(), &headers).is_none());
        assert!(sessions.lock().is_empty(), "and does not come back");
    }
}
