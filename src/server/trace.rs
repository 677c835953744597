//! Which trace a request belongs to, by W3C Trace Context: that of the header `traceparent`, or a new one. The request is a span of its
//! own in it, which the answer and the log name.

use std::fmt::Write as _;

use axum::http::header::{HeaderMap, HeaderName, HeaderValue};

pub(super) const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// The only version that is defined, by its length and in its parts.
const VERSION: &str = "00";
const LENGTH: usize = 55;
/// Of the flags, that the caller keeps the trace.
const SAMPLED: u8 = 1;

/// A request's place in its trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TraceContext {
    /// 32 hexadecimal digits.
    pub trace_id: String,
    /// That of the request, 16 hexadecimal digits.
    pub span_id: String,
    /// That of the caller, where it told one.
    pub parent_id: Option<String>,
    pub is_sampled: bool,
}

impl TraceContext {
    /// That of a request; a header that cannot be read begins a new trace, as the recommendation has it.
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let mut values = headers.get_all(TRACEPARENT).iter();
        let first = values.next().and_then(|value| value.to_str().ok());
        let given = first.filter(|_| values.next().is_none()).and_then(read);
        match given {
            Some((trace_id, parent_id, is_sampled)) => {
                Self { trace_id, span_id: made::<8>(), parent_id: Some(parent_id), is_sampled }
            }
            // It is kept in the log, at least.
            None => Self { trace_id: made::<16>(), span_id: made::<8>(), parent_id: None, is_sampled: true },
        }
    }

    /// The header that tells it.
    pub(super) fn header(&self) -> HeaderValue {
        let flags = if self.is_sampled { SAMPLED } else { 0 };
        let text = format!("{VERSION}-{}-{}-{flags:02x}", self.trace_id, self.span_id);
        HeaderValue::from_str(&text).expect("hexadecimal digits are visible ASCII")
    }
}

/// The trace, the caller's span and whether it is sampled.
fn read(text: &str) -> Option<(String, String, bool)> {
    let mut parts = text.split('-');
    let (version, trace, parent, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let is_hex = |text: &str, length: usize| {
        text.len() == length && text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'a'..=b'f'))
    };
    let is_id = |text: &str, length| is_hex(text, length) && text.bytes().any(|b| b != b'0');
    // Later versions may say more behind.
    let is_version = is_hex(version, 2) && version != "ff" && (version != VERSION || text.len() == LENGTH);
    if !is_version || !is_id(trace, 32) || !is_id(parent, 16) || !is_hex(flags, 2) {
        return None;
    }
    let is_sampled = u8::from_str_radix(flags, 16).ok()? & SAMPLED != 0;
    Some((trace.to_owned(), parent.to_owned(), is_sampled))
}

/// A new id of so many bytes, as digits.
fn made<const BYTES: usize>() -> String {
    let mut bytes = [0; BYTES];
    // Where the system has no randomness to give, keys cannot be made either: an id that says nothing is enough here.
    if getrandom::fill(&mut bytes).is_err() || bytes == [0; BYTES] {
        bytes[BYTES - 1] = 1;
    }
    bytes.iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIVEN: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    fn of(values: &[&'static str]) -> TraceContext {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(TRACEPARENT, HeaderValue::from_static(value));
        }
        TraceContext::of(&headers)
    }

    #[test]
    fn a_trace_goes_on_with_a_span_of_its_own() {
        let context = of(&[GIVEN]);
        assert_eq!(context.trace_id, "4bf92f3577b34da6a3ce929d0e0e4736");
        assert_eq!(context.parent_id.as_deref(), Some("00f067aa0ba902b7"));
        let told = context.header();
        let told = told.to_str().unwrap();
        assert!(told.len() == LENGTH && read(told).is_some(), "{told}");
        assert!(told.starts_with("00-4bf92f3577b34da6a3ce929d0e0e4736-") && told.ends_with("-01"), "{told}");
        assert!(!told.contains("00f067aa0ba902b7") && told.contains(&context.span_id), "{told}");
        let unsampled = of(&["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00"]);
        assert!(unsampled.header().to_str().unwrap().ends_with("-00"));
        let later = of(&["cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-comes"]);
        assert_eq!(later.trace_id, context.trace_id);
    }

    #[test]
    fn what_cannot_be_read_begins_a_new_trace() {
        for given in [
            &[][..],
            &["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more"],
            &["ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"],
            &["00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01"],
            &["00-00000000000000000000000000000000-00f067aa0ba902b7-01"],
            &["00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01"],
            &["00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01"],
            &["a name"],
            &[GIVEN, GIVEN],
        ] {
            let (one, other) = (of(given), of(given));
            assert!(one.parent_id.is_none() && one.trace_id != "4bf92f3577b34da6a3ce929d0e0e4736", "{given:?}");
            assert_ne!((&one.trace_id, &one.span_id), (&other.trace_id, &other.span_id), "{given:?}");
            assert!(read(one.header().to_str().unwrap()).is_some());
        }
    }
}
