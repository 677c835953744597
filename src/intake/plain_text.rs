//! Documents of a plain text alone: a résumé or a posting as somebody pasted it.

use serde_json::json;

use super::document::{Document, IdSource};
use super::json::too_large;
use super::{Limits, json};
use crate::domain::{Candidate, Error, Role};

/// A candidate of whom there is a text alone, such as a résumé: it becomes the `summary`. HTML is understood. Setters add what else
/// is known, and go before what the text says.
///
/// ```
/// use rolefit::Limits;
/// use rolefit::intake::candidate_from_text;
/// use rolefit::model::Level;
///
/// let candidate = candidate_from_text("c-1", "Ten years of Slurm on 4,096 H100s.", &Limits::default())?;
/// let candidate = candidate.with_level(Level::Staff);
/// assert_eq!(candidate.summary.as_deref(), Some("Ten years of Slurm on 4,096 H100s."));
/// # Ok::<(), rolefit::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`] with the pointer `/id` when `id` is no id; [`Error::Malformed`] when the text is larger than the limits allow.
pub fn candidate_from_text(id: &str, text: &str, limits: &Limits) -> Result<Candidate, Error> {
    from_text(id, "summary", text, limits)
}

/// A role of which there is a text alone, such as a posting: it becomes the `description`, from which requirements are read unless
/// fields say them. HTML is understood.
///
/// ```
/// use rolefit::intake::{candidate_from_text, role_from_text};
/// use rolefit::{Engine, Limits, MatchOptions};
///
/// let limits = Limits::default();
/// let role = role_from_text("r-1", "We look for a storage engineer. You know Lustre well.", &limits)?;
/// let candidate = candidate_from_text("c-1", "I have run Lustre since 2019.", &limits)?;
/// let answer = Engine::in_memory().rank(&role, &[candidate], &MatchOptions::default())?;
/// assert_eq!(answer.results[0].candidate_id.as_ref().map(|id| id.as_str()), Some("c-1"));
/// # Ok::<(), rolefit::Error>(())
/// ```
///
/// # Errors
/// [`Error::Invalid`] with the pointer `/id` when `id` is no id; [`Error::Malformed`] when the text is larger than the limits allow.
pub fn role_from_text(id: &str, text: &str, limits: &Limits) -> Result<Role, Error> {
    from_text(id, "description", text, limits)
}

fn from_text<T: Document>(id: &str, field: &str, text: &str, limits: &Limits) -> Result<T, Error> {
    if text.len() > limits.document_bytes {
        return Err(too_large(limits));
    }
    T::from_value(json!({ "id": id, field: text }), IdSource::Document, "", limits)
}

/// The error of reading `given` as JSON; of what does not begin as JSON does, with a word about what would take it.
pub(super) fn with_hint<T: Document>(error: Error, given: &[u8]) -> Error {
    let begins_like_json =
        |text: &str| text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']).starts_with(['{', '[']);
    match error {
        Error::Malformed(message)
            if message.starts_with(json::NOT_JSON)
                && std::str::from_utf8(given).is_ok_and(|text| !begins_like_json(text)) =>
        {
            Error::Malformed(format!("{message}; plain text is taken by `{}_from_text`", T::KIND))
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intake::{parse_candidate, parse_role};

    #[test]
    fn a_text_becomes_a_document_by_the_rules_of_all() {
        let limits = Limits::default();
        assert_eq!(candidate_from_text("a/b", "x", &limits).unwrap_err().violations()[0].pointer, "/id");
        assert_eq!(role_from_text("r", "x", &limits).unwrap().description.as_deref(), Some("x"));
        let error = role_from_text("r", &"x".repeat(2 << 20), &limits).unwrap_err().to_string();
        assert_eq!(error, "the document is larger than the limit of 1048576 bytes");
    }

    #[test]
    fn who_gives_plain_text_for_json_is_told_what_takes_it() {
        let limits = Limits::default();
        let error = parse_candidate("Ten years of Slurm.".as_bytes(), &limits).unwrap_err().to_string();
        assert_eq!(
            error,
            "not acceptable JSON: expected value at line 1 column 1; plain text is taken by `candidate_from_text`"
        );
        assert!(parse_role(b"<p>Slurm</p>", &limits).unwrap_err().to_string().ends_with("`role_from_text`"));
        for json in [&b"{\"id\": }"[..], b" [1", b"", b"\xff"] {
            assert!(!parse_candidate(json, &limits).unwrap_err().to_string().contains("plain text"));
        }
    }
}
