//! What the HTTP API says of a request that it refuses: for clients, who read it back. Who writes it is `server`.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::error::Violation;

/// A problem by RFC 9457 (`application/problem+json`), as the HTTP API answers it. Needs no feature, as clients need no service.
///
/// ```
/// use rolefit::error::HttpProblem;
///
/// let body = r#"{"type": "about:blank", "title": "Not Found", "status": 404, "code": "not_found", "detail": "role \"r-1\" is not known"}"#;
/// let problem: HttpProblem = serde_json::from_str(body)?;
/// assert_eq!(problem.code, "not_found");
/// assert_eq!(problem.to_string(), r#"404 not_found: role "r-1" is not known"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[non_exhaustive]
pub struct HttpProblem {
    /// `about:blank`: the status says the sort of problem.
    #[serde(rename = "type")]
    pub kind: String,
    /// The phrase of the status.
    pub title: String,
    /// The status of the answer, or of the part that this problem is about.
    pub status: u16,
    /// For programs: never changes its meaning. The codes are listed in `docs/api.md`.
    pub code: String,
    /// For people: may change.
    pub detail: String,
    /// What is wrong in the request's body, all at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Violation>,
    /// The request's id, under which the service's log has more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

impl fmt::Display for HttpProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.status, self.code, self.detail)
    }
}
