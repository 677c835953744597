//! One document, from JSON to its domain type, with everything that is wrong with it at once.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::check::Checker;
use super::findings::{Findings, Pointer};
use super::json::{Position, is_within_depth, read_value, too_deep};
use super::plain_text::with_hint;
use super::rules::Rules;
use super::{Limits, schema};
use crate::domain::{Candidate, CandidateId, Error, Role};

mod sealed {
    /// Kept by candidates and roles alone, so that [`build`](super::build) knows all kinds of document.
    pub trait Sealed {}

    impl Sealed for super::Candidate {}
    impl Sealed for super::Role {}
}

/// A document that Rolefit keeps and matches: a [`Candidate`] or a [`Role`]. Nothing else can be one.
pub trait Document: sealed::Sealed + Serialize + DeserializeOwned + Clone + Send + Sync + 'static {
    /// `candidate` or `role`; also the name of its schema.
    const KIND: &'static str;

    /// The caller's id.
    fn id(&self) -> &str;

    /// Takes a JSON value that stands at the JSON pointer `prefix` of a larger one (empty when it stands alone).
    ///
    /// # Errors
    /// [`Error::Invalid`] with every violation, each pointer beginning with `prefix`.
    fn from_value(value: Value, id: IdSource<'_>, prefix: &str, limits: &Limits) -> Result<Self, Error> {
        build(value, id, prefix, limits, Findings::new(limits.violations))
    }
}

/// Where a document's id comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdSource<'a> {
    /// From the document, which must state it.
    Document,
    /// From outside, such as a path; the document leaves it out or states the same.
    Outside(&'a str),
    /// From the document, and this one where the document has none.
    DocumentOr(&'a str),
}

impl Document for Candidate {
    const KIND: &'static str = "candidate";

    fn id(&self) -> &str {
        self.id.as_str()
    }
}

impl Document for Role {
    const KIND: &'static str = "role";

    fn id(&self) -> &str {
        self.id.as_str()
    }
}

/// Reads a candidate from JSON text. A text without any JSON is taken by
/// [`candidate_from_text`](crate::intake::candidate_from_text).
///
/// ```
/// use rolefit::{Limits, parse_candidate};
///
/// let candidate = parse_candidate(br#"{"id": "c-1", "level": "Sr.", "skills": ["Slurm"]}"#, &Limits::default())?;
/// assert_eq!(candidate.id.as_str(), "c-1");
///
/// let error = parse_candidate(br#"{"id": "c-1", "skils": [], "level": "wizard"}"#, &Limits::default()).unwrap_err();
/// assert_eq!(error.violations().len(), 2);
/// assert_eq!(error.violations()[1].pointer, "/skils");
/// # Ok::<(), rolefit::Error>(())
/// ```
///
/// # Errors
/// [`Error::Malformed`] when the text is not JSON, too large or too deep; [`Error::Invalid`] with every violation.
pub fn parse_candidate(json: &[u8], limits: &Limits) -> Result<Candidate, Error> {
    parse_document(json, IdSource::Document, limits).map_err(|error| with_hint::<Candidate>(error, json))
}

/// Reads a role from JSON text. A text without any JSON is taken by [`role_from_text`](crate::intake::role_from_text).
///
/// # Errors
/// [`Error::Malformed`] when the text is not JSON, too large or too deep; [`Error::Invalid`] with every violation.
pub fn parse_role(json: &[u8], limits: &Limits) -> Result<Role, Error> {
    parse_document(json, IdSource::Document, limits).map_err(|error| with_hint::<Role>(error, json))
}

/// Reads a candidate whose id is known from outside: the text leaves `id` out or states the same.
///
/// # Errors
/// [`Error::Malformed`] when the text is not JSON, too large or too deep; [`Error::Invalid`] with every violation.
pub fn parse_candidate_as(id: &str, json: &[u8], limits: &Limits) -> Result<Candidate, Error> {
    parse_document(json, IdSource::Outside(id), limits).map_err(|error| with_hint::<Candidate>(error, json))
}

/// Reads a role whose id is known from outside: the text leaves `id` out or states the same.
///
/// # Errors
/// [`Error::Malformed`] when the text is not JSON, too large or too deep; [`Error::Invalid`] with every violation.
pub fn parse_role_as(id: &str, json: &[u8], limits: &Limits) -> Result<Role, Error> {
    parse_document(json, IdSource::Outside(id), limits).map_err(|error| with_hint::<Role>(error, json))
}

/// Takes a candidate that stands at the JSON pointer `prefix` of a larger value, such as `/candidates/3`.
///
/// # Errors
/// [`Error::Invalid`] with every violation, each pointer beginning with `prefix`.
pub fn candidate_from_value(value: Value, prefix: &str, limits: &Limits) -> Result<Candidate, Error> {
    Candidate::from_value(value, IdSource::Document, prefix, limits)
}

/// Takes a role that stands at the JSON pointer `prefix` of a larger value, such as `/role`.
///
/// # Errors
/// [`Error::Invalid`] with every violation, each pointer beginning with `prefix`.
pub fn role_from_value(value: Value, prefix: &str, limits: &Limits) -> Result<Role, Error> {
    Role::from_value(value, IdSource::Document, prefix, limits)
}

/// Reads a document of either kind from JSON text.
///
/// # Errors
/// [`Error::Malformed`] when the text is not JSON, too large or too deep; [`Error::Invalid`] with every violation.
pub fn parse_document<T: Document>(json: &[u8], id: IdSource<'_>, limits: &Limits) -> Result<T, Error> {
    parse_at(json, id, limits, Position::default()).map_err(|failure| failure.error)
}

/// Why a text is no document, and the id that it states all the same.
pub(super) struct Failure {
    pub(super) id: Option<String>,
    pub(super) error: Error,
}

/// As [`parse_document`], for a text that stands at `position` of a file.
pub(super) fn parse_at<T: Document>(
    json: &[u8],
    id: IdSource<'_>,
    limits: &Limits,
    position: Position,
) -> Result<T, Failure> {
    let mut findings = Findings::new(limits.violations);
    let value = read_value(json, limits, position, &mut findings).map_err(|error| Failure { id: None, error })?;
    take(value, id, limits, findings)
}

/// A document that was read to a JSON value.
pub(super) fn take<T: Document>(
    value: Value,
    id: IdSource<'_>,
    limits: &Limits,
    findings: Findings,
) -> Result<T, Failure> {
    let stated = value.get("id").and_then(Value::as_str).filter(|id| CandidateId::new(id).is_ok()).map(str::to_owned);
    build(value, id, "", limits, findings).map_err(|error| Failure { id: stated, error })
}

fn build<T: Document>(
    mut value: Value,
    id: IdSource<'_>,
    prefix: &str,
    limits: &Limits,
    mut findings: Findings,
) -> Result<T, Error> {
    let mut at = Pointer::starting_at(prefix);
    if is_too_deep(&value, &at, limits, &mut findings) {
        return Err(findings.into_error(prefix));
    }
    settle_id(&mut value, id, &mut at, &mut findings);
    hold_to_rules::<T>(&mut value, Origin::Json, &mut at, &mut findings);
    if findings.is_empty() {
        match serde_json::from_value(value) {
            Ok(document) => return Ok(document),
            Err(e) => findings.add(&at, || format!("is not a {}: {e}", T::KIND)),
        }
    }
    Err(findings.into_error(prefix))
}

/// Holds a document that was made in code to the rules that JSON is held to; it stands at `at`.
pub(super) fn examine<T: Document>(document: &T, at: &mut Pointer, limits: &Limits, findings: &mut Findings) {
    match serde_json::to_value(document) {
        Ok(value) if is_too_deep(&value, at, limits, findings) => {}
        Ok(mut value) => hold_to_rules::<T>(&mut value, Origin::Code, at, findings),
        Err(e) => findings.add(at, || format!("cannot be written as JSON: {e}")),
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    Json,
    Code,
}

fn is_too_deep(value: &Value, at: &Pointer, limits: &Limits, findings: &mut Findings) -> bool {
    let max_depth = limits.effective_depth();
    let is_too_deep = !is_within_depth(value, max_depth);
    if is_too_deep {
        findings.add(at, || format!("has {}; expected fewer", too_deep(max_depth)));
    }
    is_too_deep
}

/// All rules of a document: those of its schema, then those that several fields make together.
fn hold_to_rules<T: Document>(value: &mut Value, origin: Origin, at: &mut Pointer, findings: &mut Findings) {
    let is_role = T::KIND == Role::KIND;
    let shape = if is_role { schema::role_shape() } else { schema::candidate_shape() };
    let is_made_in_code = origin == Origin::Code;
    Checker { findings, at, document: T::KIND, is_made_in_code }.check(shape, value);
    let mut rules = Rules { findings, at };
    if is_role {
        rules.role(value);
    } else {
        rules.candidate(value);
    }
}

fn settle_id(value: &mut Value, id: IdSource<'_>, at: &mut Pointer, findings: &mut Findings) {
    let Value::Object(map) = value else { return };
    // Many systems number their documents.
    if let Some(id @ Value::Number(_)) = map.get_mut("id")
        && (id.is_u64() || id.is_i64())
    {
        *id = id.to_string().into();
    }
    let is_absent = map.get("id").is_none_or(Value::is_null);
    match id {
        IdSource::Outside(outside) | IdSource::DocumentOr(outside) if is_absent => {
            map.insert("id".to_owned(), outside.into());
        }
        IdSource::Outside(outside) => {
            if let Some(Value::String(stated)) = map.get("id")
                && stated != outside
                && CandidateId::new(stated).is_ok()
            {
                let mark = at.push_key("id");
                findings.add(at, || {
                    format!(
                        "this is {stated:?}, but the document is put as {outside:?}; leave it out or make them equal"
                    )
                });
                at.pop(mark);
            }
        }
        IdSource::Document | IdSource::DocumentOr(_) => {}
    }
}
