//! JSON text to a JSON value, strictly: sizes and depth are bounded, and a key that is given twice is noticed.
//!
//! Knows nothing about candidates and roles.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::Limits;
use super::findings::{Findings, Pointer};
use crate::domain::Error;

/// How the error of a text that is no JSON begins.
pub(super) const NOT_JSON: &str = "not acceptable JSON";

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads one JSON value of any shape, such as a request's body that holds documents: UTF-8, within `limits`, without
/// duplicate keys. A byte order mark at the start is skipped.
///
/// # Errors
/// [`Error::Malformed`] with line and column when the text is not JSON, too large or too deep; [`Error::Invalid`] with a
/// pointer for each key that is given twice.
pub fn parse_json(json: &[u8], limits: &Limits) -> Result<Value, Error> {
    let mut findings = Findings::new(limits.violations);
    let value = read_value(json, limits, Position::default(), &mut findings)?;
    findings.into_result("")?;
    Ok(value)
}

/// Where a text begins within the file that it was cut out of; both count from 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Position {
    pub(super) lines_before: usize,
    pub(super) columns_before: usize,
}

impl Position {
    /// `line 3 column 7` in the file, from a line and a column, both from 1, in the text.
    fn describe(self, line: usize, column: usize) -> String {
        let columns_before = if line <= 1 { self.columns_before } else { 0 };
        format!("line {} column {}", self.lines_before + line, columns_before + column)
    }
}

/// As [`parse_json`], for a text that stands at `position` of a file; duplicate keys go to `findings`.
pub(super) fn read_value(
    json: &[u8],
    limits: &Limits,
    position: Position,
    findings: &mut Findings,
) -> Result<Value, Error> {
    if json.len() > limits.document_bytes {
        return Err(too_large(limits));
    }
    let text = json.strip_prefix(BYTE_ORDER_MARK).unwrap_or(json);
    if text.iter().all(u8::is_ascii_whitespace) {
        return Err(Error::Malformed("the document is empty; expected a JSON object".to_owned()));
    }
    if text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff") {
        return Err(Error::Malformed("the text is UTF-16; expected JSON in UTF-8".to_owned()));
    }
    let text = std::str::from_utf8(text).map_err(|e| {
        let before = String::from_utf8_lossy(&text[..e.valid_up_to()]);
        let line = before.matches('\n').count() + 1;
        let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1) + 1;
        Error::Malformed(format!("not UTF-8 text at {}; expected JSON in UTF-8", position.describe(line, column)))
    })?;

    let mut pointer = Pointer::starting_at("");
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let seed = Node { pointer: &mut pointer, findings, depth: 0, max_depth: limits.effective_depth() };
    let outcome = seed.deserialize(&mut deserializer).and_then(|value| deserializer.end().map(|()| value));
    outcome.map_err(|e| {
        let whole = e.to_string();
        let place = format!(" at line {} column {}", e.line(), e.column());
        let reason = whole.strip_suffix(&place).unwrap_or(&whole);
        Error::Malformed(format!("{NOT_JSON}: {reason} at {}", position.describe(e.line(), e.column())))
    })
}

pub(super) fn too_large(limits: &Limits) -> Error {
    Error::Malformed(format!("the document is larger than the limit of {} bytes", limits.document_bytes))
}

pub(super) fn too_deep(max_depth: usize) -> String {
    format!("objects and lists nested more than {max_depth} levels deep")
}

/// Whether `value` has at most `max_depth` levels of objects and lists.
pub(super) fn is_within_depth(value: &Value, max_depth: usize) -> bool {
    match value {
        Value::Array(items) => max_depth > 0 && items.iter().all(|item| is_within_depth(item, max_depth - 1)),
        Value::Object(map) => max_depth > 0 && map.values().all(|item| is_within_depth(item, max_depth - 1)),
        _ => true,
    }
}

/// One value to read, `depth` levels down.
struct Node<'a> {
    pointer: &'a mut Pointer,
    findings: &'a mut Findings,
    depth: usize,
    max_depth: usize,
}

impl Node<'_> {
    fn child(&mut self) -> Node<'_> {
        Node {
            pointer: &mut *self.pointer,
            findings: &mut *self.findings,
            depth: self.depth + 1,
            max_depth: self.max_depth,
        }
    }

    fn check_depth<E: serde::de::Error>(&self) -> Result<(), E> {
        if self.depth < self.max_depth { Ok(()) } else { Err(E::custom(too_deep(self.max_depth))) }
    }
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom("number out of range"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut sequence: A) -> Result<Value, A::Error> {
        self.check_depth::<A::Error>()?;
        let mut items = Vec::new();
        loop {
            let mark = self.pointer.push_index(items.len());
            let item = sequence.next_element_seed(self.child())?;
            self.pointer.pop(mark);
            match item {
                Some(item) => items.push(item),
                None => return Ok(Value::Array(items)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut entries: A) -> Result<Value, A::Error> {
        self.check_depth::<A::Error>()?;
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            let mark = self.pointer.push_key(&key);
            if map.contains_key(&key) {
                self.findings
                    .add(self.pointer, || "is given more than once in the same object; give it once".to_owned());
            }
            let value = entries.next_value_seed(self.child())?;
            self.pointer.pop(mark);
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(json: &[u8]) -> String {
        parse_json(json, &Limits::default()).unwrap_err().to_string()
    }

    #[test]
    fn duplicate_keys_are_named_by_pointer() {
        let error = parse_json(br#"{"a":[{"b/c":1,"b/c":2}],"a":3}"#, &Limits::default()).unwrap_err();
        let pointers: Vec<&str> = error.violations().iter().map(|v| v.pointer.as_str()).collect();
        assert_eq!(pointers, ["/a/0/b~1c", "/a"]);
    }

    #[test]
    fn what_is_not_json_is_placed_by_line_and_column() {
        assert_eq!(message(b"{\"a\":\n 1e400}"), "not acceptable JSON: number out of range at line 2 column 6");
        assert_eq!(message(b"{\"a\":NaN}"), "not acceptable JSON: expected value at line 1 column 6");
        assert_eq!(message(b"{} {}"), "not acceptable JSON: trailing characters at line 1 column 4");
        assert_eq!(message(b"{\n\"\xff\"}"), "not UTF-8 text at line 2 column 2; expected JSON in UTF-8");
        assert_eq!(message(b" \n"), "the document is empty; expected a JSON object");
    }

    #[test]
    fn a_byte_order_mark_is_skipped() {
        assert_eq!(parse_json(b"\xef\xbb\xbf{}", &Limits::default()).unwrap(), Value::Object(Map::new()));
    }

    #[test]
    fn depth_and_size_are_bounded() {
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert!(parse_json(nested(32).as_bytes(), &Limits::default()).is_ok());
        assert!(message(nested(33).as_bytes()).contains("nested more than 32 levels deep at line 1 column 3"));
        let unbounded = Limits::default().with_depth(usize::MAX);
        assert!(parse_json(nested(100_000).as_bytes(), &unbounded).is_err());
        assert!(
            parse_json(b"[1]", &Limits::default().with_document_bytes(2)).unwrap_err().to_string().contains("2 bytes")
        );
    }

    #[test]
    fn the_number_of_violations_is_bounded() {
        let json = format!("{{{}}}", vec![r#""a":1"#; 1000].join(","));
        let error = parse_json(json.as_bytes(), &Limits::default()).unwrap_err();
        assert_eq!(error.violations().len(), 101);
        assert_eq!(error.violations()[100].message, "899 more violations are not listed");
    }
}
