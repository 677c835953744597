//! Holds a JSON value against a shape: finds every violation, and puts what is written otherwise into the written form.
//!
//! What only several fields together can break is in [`rules`](super::rules).

use std::fmt::Write as _;

use serde_json::{Map, Number, Value};

use super::field_names;
use super::findings::{Findings, Pointer};
use super::past_pay::{self, is_past_pay};
use super::shape::{ObjectShape, Shape, TextFormat};
use super::synonyms::{meaning, squash};
use super::usual_names;
use crate::domain::{CandidateId, Currency, PartialDate};

/// The longest part of a text that a message repeats, in characters.
const MAX_QUOTED: usize = 40;
/// Longer texts are no words of an enumeration; in bytes.
const MAX_WORD: usize = 64;

/// What people write for the end of a job that goes on.
const ONGOING: [&str; 8] = ["present", "current", "now", "currently", "ongoing", "today", "todate", "tilldate"];

/// Walks one document.
pub(super) struct Checker<'a> {
    pub(super) findings: &'a mut Findings,
    pub(super) at: &'a mut Pointer,
    /// `candidate` or `role`.
    pub(super) document: &'static str,
    /// Whether the value was written from a document in memory: what is null in it is a number that JSON does not have.
    pub(super) is_made_in_code: bool,
}

impl Checker<'_> {
    /// Notes all that is wrong with `value`, and normalises it: nulls of optional fields go, words of enumerations take
    /// their written form, whole numbers are written without a fraction.
    pub(super) fn check(&mut self, shape: &Shape, value: &mut Value) {
        match (shape, value) {
            (Shape::Anything, _) | (Shape::Boolean, Value::Bool(_)) => {}
            (Shape::Object(object), Value::Object(map)) => self.object(object, map),
            (Shape::Map(values), Value::Object(map)) => {
                if self.document == "candidate" {
                    past_pay::refuse(self.findings, self.at, map);
                }
                for (key, value) in map.iter_mut() {
                    let mark = self.at.push_key(key);
                    self.check(values, value);
                    self.at.pop(mark);
                }
            }
            (Shape::List { items, max_items }, Value::Array(list)) => {
                if list.len() > *max_items {
                    self.note(|| format!("has {} entries; expected at most {max_items}", list.len()));
                }
                for (index, item) in list.iter_mut().take(*max_items).enumerate() {
                    let mark = self.at.push_index(index);
                    self.check(items, item);
                    self.at.pop(mark);
                }
            }
            (Shape::Text { min_length, max_length, format }, Value::String(text)) => {
                self.text(text, *min_length, *max_length, *format);
            }
            (Shape::Number { is_whole, min, max }, Value::Number(number)) => {
                self.number(shape, number, *is_whole, *min, *max);
            }
            (Shape::Choice { name, words }, Value::String(text)) => self.choice(name, words, text),
            (Shape::TextOrObject { text, object }, value @ Value::String(_)) => {
                self.check(text, value);
                if let (Shape::Object(ObjectShape { name, .. }), Value::String(text)) = (&**object, &*value)
                    && name == "Place"
                {
                    *value = usual_names::place(text);
                }
            }
            (Shape::TextOrObject { object, .. }, value @ Value::Object(_)) => self.check(object, value),
            (shape @ Shape::Number { .. }, Value::Null) if self.is_made_in_code => {
                self.note(|| format!("this is not a finite number; expected {}", accepted(shape)));
            }
            (shape, value) => self.note(|| wrong_type(shape, value)),
        }
    }

    fn note(&mut self, message: impl FnOnce() -> String) {
        self.findings.add(self.at, message);
    }

    fn object(&mut self, object: &ObjectShape, map: &mut Map<String, Value>) {
        if let Some(Value::String(end)) = map.get("end")
            && object.fields.contains_key("end")
            && ONGOING.contains(&squash(end).as_str())
        {
            map.remove("end");
        }
        let taken = usual_names::take(&object.name, map, |name| object.fields.contains_key(name));
        if !self.is_made_in_code {
            map.retain(|key, value| !value.is_null() || object.fields.get(key).is_none_or(|field| field.is_required));
        }
        for (name, field) in &object.fields {
            if field.is_required && !map.contains_key(name) {
                self.note(|| format!("`{name}` is missing; expected {}", accepted(&field.shape)));
            }
        }
        for (key, value) in map.iter_mut() {
            let mark = self.at.push_key(taken.written(key));
            if let Some(field) = object.fields.get(key) {
                self.check(&field.shape, value);
            } else if let Some((_, reason)) = taken.refused.iter().find(|(name, _)| name == key) {
                self.note(|| format!("`{key}` is refused: {reason}"));
            } else {
                let document = self.document;
                self.note(|| unknown_field(object, key, document));
            }
            self.at.pop(mark);
        }
    }

    fn text(&mut self, text: &str, min_length: usize, max_length: usize, format: TextFormat) {
        let wrong = match format {
            // The id's own rule speaks of lengths, too.
            TextFormat::Id => CandidateId::new(text).err().map(String::from),
            TextFormat::Date => text
                .parse::<PartialDate>()
                .err()
                .map(|_| format!("this is {}; expected a date written 2021, 2021-03 or 2021-03-15", quote(text))),
            TextFormat::Currency => Currency::new(text)
                .err()
                .map(|_| format!("this is {}; expected a three-letter ISO 4217 code such as USD or EUR", quote(text))),
            TextFormat::Plain => {
                let length = text.chars().count();
                if length > max_length {
                    Some(format!("has {length} characters; expected at most {max_length}"))
                } else if length < min_length {
                    Some(format!("this is the text {}; expected at least {min_length} character", quote(text)))
                } else {
                    None
                }
            }
        };
        if let Some(message) = wrong {
            self.note(|| message);
        }
    }

    fn number(&mut self, shape: &Shape, number: &mut Number, is_whole: bool, min: f64, max: f64) {
        let Some(value) = number.as_f64() else {
            return self.note(|| format!("this is the number {number}; expected {}", accepted(shape)));
        };
        if !(min..=max).contains(&value) || (is_whole && value.fract() != 0.0) {
            self.note(|| format!("this is the number {number}; expected {}", accepted(shape)));
        } else if is_whole && number.is_f64() {
            // 4096.0 is a whole number in JSON Schema, and to those who send it.
            #[expect(clippy::cast_possible_truncation, reason = "whole, and the bounds of whole fields are within i64")]
            let whole = value as i64;
            *number = whole.into();
        }
    }

    fn choice(&mut self, name: &str, words: &[String], text: &mut String) {
        match spelled(name, words.iter().map(String::as_str), text) {
            Ok(word) if text == word => {}
            Ok(word) => *text = word.to_owned(),
            Err(message) => self.note(|| message),
        }
    }
}

/// The written form of a word of an enumeration, in whatever case and by a usual synonym.
///
/// # Errors
/// Says what is accepted.
pub(super) fn spelled<'w>(
    name: &str,
    words: impl Iterator<Item = &'w str> + Clone,
    text: &str,
) -> Result<&'w str, String> {
    let squashed = if text.len() <= MAX_WORD { squash(text) } else { String::new() };
    let named = |squashed: &str| words.clone().find(|word| squash(word) == squashed);
    if let Some(word) = named(&squashed).or_else(|| named(&squash(meaning(name, &squashed)?))) {
        return Ok(word);
    }
    let accepted: Vec<&str> = words.clone().collect();
    let mut message = format!("this is {}; expected one of {}", quote(text), accepted.join(", "));
    if let Some(word) = field_names::nearest(words, text) {
        let _ = write!(message, "; did you mean `{word}`?");
    }
    Err(message)
}

fn unknown_field(object: &ObjectShape, key: &str, document: &str) -> String {
    let quoted = shorten(key);
    if document == "candidate" {
        let place = match object.name.as_str() {
            "Job" => past_pay::Place::Job,
            "Pay" => past_pay::Place::ExpectedPay,
            _ => past_pay::Place::Anywhere,
        };
        if is_past_pay(key, place) {
            return past_pay::refusal(&quoted);
        }
        if field_names::is_personal(key) {
            return format!(
                "`{quoted}` is not a field of a candidate: personal attributes never take part in matching; leave it \
                 out, or keep it in `custom`, which is never read"
            );
        }
    }
    let owner = match object.name.as_str() {
        "Candidate" | "Role" => format!("a {document}"),
        _ => "this object".to_owned(),
    };
    let advice = match field_names::suggestion(object, key) {
        Some(field) => format!("; did you mean `{field}`?"),
        None => ";".to_owned(),
    };
    format!("`{quoted}` is not a field of {owner}{advice} anything extra can be kept in the {document}'s `custom`")
}

fn wrong_type(shape: &Shape, value: &Value) -> String {
    let mut message = format!("this is {}; expected {}", found(value), accepted(shape));
    match (shape, value) {
        (Shape::Number { .. }, Value::String(text)) if text.parse::<f64>().is_ok_and(f64::is_finite) => {
            let _ = write!(message, ": write {} without quotes", shorten(text.trim()));
        }
        (Shape::Text { .. }, Value::Number(number)) => {
            let _ = write!(message, ": write \"{number}\"");
        }
        (Shape::Boolean, Value::String(text)) if ["true", "false"].contains(&text.as_str()) => {
            let _ = write!(message, ": write {text} without quotes");
        }
        (Shape::List { items, .. }, Value::String(text))
            if matches!(**items, Shape::Text { .. } | Shape::Choice { .. } | Shape::TextOrObject { .. }) =>
        {
            let _ = write!(message, ": write [{}]", quote(text));
        }
        _ => {}
    }
    message
}

fn found(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => format!("the text {}", quote(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

fn accepted(shape: &Shape) -> String {
    match shape {
        Shape::Object(object) if object.fields.len() <= 6 => {
            let names: Vec<&str> = object.fields.keys().map(String::as_str).collect();
            format!("an object with {}", names.join(", "))
        }
        Shape::Object(_) | Shape::Map(_) => "an object".to_owned(),
        Shape::List { .. } => "a list".to_owned(),
        Shape::Text { format: TextFormat::Date, .. } => {
            "a date written \"2021\", \"2021-03\" or \"2021-03-15\"".to_owned()
        }
        Shape::Text { format: TextFormat::Currency, .. } => "a three-letter currency code such as \"USD\"".to_owned(),
        Shape::Text { format: TextFormat::Id, .. } => "an id (a text of 1 to 128 visible characters)".to_owned(),
        Shape::Text { .. } => "a text".to_owned(),
        Shape::Number { is_whole, min, max } => {
            format!("a {}number from {min} to {max}", if *is_whole { "whole " } else { "" })
        }
        Shape::Boolean => "true or false".to_owned(),
        Shape::Choice { words, .. } => format!("one of {}", words.join(", ")),
        Shape::TextOrObject { object, .. } => format!("a text or {}", accepted(object)),
        Shape::Anything => "anything".to_owned(),
    }
}

/// The text in quotes, shortened and with what is not printable escaped.
fn quote(text: &str) -> String {
    format!("{:?}", shorten(text))
}

pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(MAX_QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
