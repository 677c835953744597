//! What a request demands of the document that it is about (RFC 9110, section 13): `If-Match` and `If-None-Match`. The tag of a
//! document is the number of the write that left it so.

use axum::extract::FromRequestParts;
use axum::http::header::{HeaderMap, HeaderName, HeaderValue, IF_MATCH, IF_NONE_MATCH, IF_UNMODIFIED_SINCE};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};

use super::idempotency;
use super::problem::Problem;
use crate::storage::Precondition;

/// The conditions of one request.
#[derive(Debug)]
pub(super) struct Conditions {
    if_match: Option<Tags>,
    if_none_match: Option<Tags>,
}

/// The tags that a header names.
#[derive(Debug, PartialEq)]
enum Tags {
    /// `*`
    Any,
    These(Vec<Tag>),
}

#[derive(Debug, PartialEq)]
struct Tag {
    is_weak: bool,
    /// None where no document of ours can have it.
    version: Option<u64>,
}

/// What a read comes to.
#[derive(Debug, PartialEq)]
pub(super) enum Reading {
    Sent,
    /// The client has it already.
    NotModified,
}

impl<S: Send + Sync> FromRequestParts<S> for Conditions {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        Self::of(&parts.headers)
    }
}

impl Conditions {
    fn of(headers: &HeaderMap) -> Result<Self, Problem> {
        Ok(Self { if_match: tags(headers, &IF_MATCH)?, if_none_match: tags(headers, &IF_NONE_MATCH)? })
    }

    /// How the document must stand for a write.
    pub(super) fn for_write(self) -> Result<Option<Precondition>, Problem> {
        // Without a tag it names nothing that the document could match.
        let if_none_match = self.if_none_match.filter(|tags| *tags != Tags::These(Vec::new()));
        match (self.if_match, if_none_match) {
            (None, None) => Ok(None),
            (Some(Tags::Any), None) => Ok(Some(Precondition::Present)),
            (Some(Tags::These(tags)), None) => {
                // A weak tag says that something is much the same, which is not enough for writing over it.
                let strong = tags.into_iter().filter(|tag| !tag.is_weak);
                Ok(Some(Precondition::Version(strong.filter_map(|tag| tag.version).collect())))
            }
            (None, Some(Tags::Any)) => Ok(Some(Precondition::Absent)),
            (_, Some(Tags::These(_))) => Err(unsupported("`If-None-Match` of a write is `*`: create only")),
            // There and not there: no document stands so.
            (Some(_), Some(_)) => Err(failed()),
        }
    }

    /// What a read of this version comes to.
    pub(super) fn for_read(&self, version: u64) -> Result<Reading, Problem> {
        if self.if_match.as_ref().is_some_and(|tags| !tags.name(version, false)) {
            return Err(failed());
        }
        let is_known = self.if_none_match.as_ref().is_some_and(|tags| tags.name(version, true));
        Ok(if is_known { Reading::NotModified } else { Reading::Sent })
    }
}

impl Tags {
    fn name(&self, version: u64, weak_too: bool) -> bool {
        match self {
            Self::Any => true,
            Self::These(tags) => tags.iter().any(|tag| tag.version == Some(version) && (weak_too || !tag.is_weak)),
        }
    }
}

/// The tag of a version.
pub(super) fn etag(version: u64) -> HeaderValue {
    HeaderValue::from_str(&format!("\"{version}\"")).expect("digits are visible ASCII")
}

/// The document does not stand as was asked for.
pub(super) fn failed() -> Problem {
    let detail = "the document is not, or no longer, as the request demands; read it again, and decide anew";
    Problem::new(StatusCode::PRECONDITION_FAILED, "precondition_failed", detail)
}

/// Refuses what a client relies on and would not get, rather than to leave it aside without a word. `is_document` says that the
/// route is one whose handler looks at [`Conditions`].
pub(super) fn check(method: &Method, headers: &HeaderMap, is_document: bool) -> Result<(), Problem> {
    idempotency::check(method, headers)?;
    if method.is_safe() {
        return Ok(());
    }
    let has_own = is_document && matches!(*method, Method::PUT | Method::PATCH | Method::DELETE);
    let refused: &[HeaderName] =
        if has_own { &[IF_UNMODIFIED_SINCE] } else { &[IF_MATCH, IF_NONE_MATCH, IF_UNMODIFIED_SINCE] };
    match refused.iter().find(|name| headers.contains_key(*name)) {
        None => Ok(()),
        Some(name) => Err(unsupported(&format!(
            "`{name}` is not supported here; PUT, PATCH and DELETE of one document take `If-Match` and `If-None-Match: *`"
        ))),
    }
}

fn unsupported(detail: &str) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "unsupported_header", detail)
}

/// The tags of all headers of this name.
fn tags(headers: &HeaderMap, name: &HeaderName) -> Result<Option<Tags>, Problem> {
    let malformed = || {
        let detail = format!("`{name}` is not `*` or a list of quoted tags such as \"17\"");
        Problem::new(StatusCode::BAD_REQUEST, "malformed_header", detail)
    };
    let mut found: Option<Tags> = None;
    for value in headers.get_all(name) {
        let text = value.to_str().map_err(|_| malformed())?.trim();
        let these = match (text, &mut found) {
            ("*", None) => {
                found = Some(Tags::Any);
                continue;
            }
            ("*", Some(_)) | (_, Some(Tags::Any)) => return Err(malformed()),
            (_, found) => {
                let Tags::These(these) = found.get_or_insert_with(|| Tags::These(Vec::new())) else {
                    return Err(malformed());
                };
                these
            }
        };
        // A tag may hold a comma.
        let mut rest = text.trim_start_matches([',', ' ', '\t']);
        while !rest.is_empty() {
            let (is_weak, quoted) = rest.strip_prefix("W/").map_or((false, rest), |quoted| (true, quoted));
            let (opaque, after) =
                quoted.strip_prefix('"').and_then(|quoted| quoted.split_once('"')).ok_or_else(malformed)?;
            let version = opaque.parse().ok().filter(|version: &u64| version.to_string() == opaque);
            these.push(Tag { is_weak, version });
            rest = after.trim_start_matches([' ', '\t']);
            if !rest.is_empty() {
                rest = rest.strip_prefix(',').ok_or_else(malformed)?.trim_start_matches([',', ' ', '\t']);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::super::idempotency::IDEMPOTENCY_KEY;
    use super::*;

    fn conditions(pairs: &[(HeaderName, &'static str)]) -> Result<Conditions, &'static str> {
        let headers = pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
        let mut map = HeaderMap::new();
        headers.for_each(|(name, value)| _ = map.append(name, value));
        Conditions::of(&map).map_err(|problem| problem.code)
    }

    fn for_write(name: HeaderName, value: &'static str) -> Result<Option<Precondition>, &'static str> {
        conditions(&[(name, value)])?.for_write().map_err(|problem| problem.code)
    }

    #[test]
    fn a_write_demands_a_version_any_or_none() {
        assert_eq!(for_write(IF_MATCH, "\"7\""), Ok(Some(Precondition::Version(vec![7]))));
        assert_eq!(for_write(IF_MATCH, "W/\"7\", \"8\", \"x\""), Ok(Some(Precondition::Version(vec![8]))));
        assert_eq!(for_write(IF_MATCH, "\"7,8\" , \"9\",, "), Ok(Some(Precondition::Version(vec![9]))));
        assert_eq!(for_write(IF_MATCH, "*"), Ok(Some(Precondition::Present)));
        assert_eq!(for_write(IF_NONE_MATCH, "*"), Ok(Some(Precondition::Absent)));
        assert_eq!(for_write(IF_NONE_MATCH, ""), Ok(None));
        assert_eq!(for_write(IF_NONE_MATCH, "\"7\""), Err("unsupported_header"));
        for malformed in ["7", "\"7", "\"7\" \"8\"", "7\""] {
            assert_eq!(for_write(IF_MATCH, malformed), Err("malformed_header"), "{malformed}");
        }
        assert_eq!(conditions(&[(IF_MATCH, "*"), (IF_MATCH, "\"7\"")]).unwrap_err(), "malformed_header");
        assert_eq!(conditions(&[]).unwrap().for_write().unwrap(), None);
    }

    #[test]
    fn a_read_is_spared_of_what_is_known() {
        let read = |name, value| conditions(&[(name, value)]).unwrap().for_read(7).map_err(|problem| problem.code);
        assert_eq!(read(IF_NONE_MATCH, "W/\"7\""), Ok(Reading::NotModified));
        assert_eq!(read(IF_NONE_MATCH, "\"6\", \"07\""), Ok(Reading::Sent));
        assert_eq!(read(IF_MATCH, "\"7\""), Ok(Reading::Sent));
        assert_eq!(read(IF_MATCH, "W/\"7\""), Err("precondition_failed"));
    }

    #[test]
    fn what_would_be_left_aside_is_refused() {
        let refused = |method: Method, name: HeaderName, is_document| {
            let headers = HeaderMap::from_iter([(name, HeaderValue::from_static("\"1\""))]);
            check(&method, &headers, is_document).is_err()
        };
        assert!(!refused(Method::POST, IDEMPOTENCY_KEY, false) && refused(Method::PUT, IDEMPOTENCY_KEY, true));
        assert!(refused(Method::POST, IF_MATCH, false) && refused(Method::POST, IF_NONE_MATCH, true));
        assert!(refused(Method::PUT, IF_UNMODIFIED_SINCE, true));
        assert!(!refused(Method::PUT, IF_MATCH, true) && !refused(Method::DELETE, IF_MATCH, true));
        assert!(!refused(Method::GET, IF_NONE_MATCH, false));
    }
}
