//! What documents of people must not carry on, also where nobody reads it: personal attributes, street addresses, and pay of now and
//! before.

use serde_json::{Map, Value};

use super::mapping::{PAST_PAY, PERSONAL, STREET};
use super::report::ImportReport;
use super::walk::{is_nothing, n_values};
use crate::intake::column_names;
use crate::intake::field_names::is_personal;
use crate::intake::findings::{Findings, Pointer};
use crate::intake::past_pay;
use crate::intake::synonyms::squash;

/// Under these a field says its name where fields are lists of names and values, or questions and answers.
const LABELS: [&str; 8] = ["name", "label", "title", "question", "text", "prompt", "field", "key"];
/// Names that begin so are those of equal-opportunity answers.
const SURVEYS: [&str; 4] = ["eeo", "demographic", "diversity", "selfidentification"];
/// Longer names are sentences.
const MAX_NAME: usize = 200;

/// Why a field of this name is left out of a candidate's document, if it is.
pub(super) fn reason(name: &str, value: &Value) -> Option<&'static str> {
    if name.len() > MAX_NAME {
        return None;
    }
    let squashed = squash(name);
    let is_survey = SURVEYS.iter().any(|survey| squashed.starts_with(survey));
    if is_personal(name) || is_survey || names_personal(value) {
        return Some(PERSONAL);
    }
    // What has parts is told by them, and mail has addresses, too.
    let is_street = value.as_str().is_some_and(|text| !text.contains('@'))
        && column_names::PERSONAL.split(' ').any(|word| word == squashed);
    is_street.then_some(STREET)
}

/// `{"name": "Gender", "value": ...}`, `{"text": "What is your gender?", ...}`.
fn names_personal(value: &Value) -> bool {
    let Value::Object(map) = value else { return false };
    if map.len() < 2 {
        return false;
    }
    LABELS.iter().filter_map(|label| map.get(*label)?.as_str()).filter(|label| label.len() <= MAX_NAME).any(|label| {
        is_personal(label)
            || SURVEYS.iter().any(|survey| squash(label).starts_with(survey))
            || label.ends_with('?') && label.split(|c: char| !c.is_alphabetic()).any(is_personal)
    })
}

/// `value` without what is personal in it; tells how many values were taken out, and why.
pub(super) fn without(value: Value, removed: &mut dyn FnMut(usize, &'static str)) -> Value {
    match value {
        Value::Object(map) => {
            let mut kept = Map::new();
            for (key, value) in map {
                match reason(&key, &value) {
                    Some(reason) => removed(n_values(&value), reason),
                    None => {
                        kept.insert(key, without(value, removed));
                    }
                }
            }
            kept.into()
        }
        Value::Array(items) => {
            let kept = items.into_iter().map(|item| {
                if names_personal(&item) {
                    removed(n_values(&item), PERSONAL);
                    return Value::Null;
                }
                without(item, removed)
            });
            kept.collect()
        }
        other => other,
    }
}

/// Takes current and previous pay out of what is kept, under all names by which a document that states it would be refused.
pub(super) fn remove_past_pay(custom: &mut Map<String, Value>, report: &mut ImportReport) {
    loop {
        let mut findings = Findings::new(usize::MAX);
        past_pay::refuse(&mut findings, &mut Pointer::starting_at(""), custom);
        let Err(error) = findings.into_result("") else { return };
        for violation in error.violations() {
            let removed = remove(custom, &violation.pointer);
            report.kept_is_ignored(&violation.pointer, n_values(&removed), PAST_PAY);
        }
    }
}

/// Takes out what a pointer leads to. In a list its place stays.
fn remove(custom: &mut Map<String, Value>, pointer: &str) -> Value {
    let (owner, key) = pointer.rsplit_once('/').unwrap_or_default();
    let key = key.replace("~1", "/").replace("~0", "~");
    if owner.is_empty() {
        return custom.remove(&key).unwrap_or_default();
    }
    let (first, rest) =
        owner[1..].split_once('/').map_or((&owner[1..], String::new()), |(first, rest)| (first, format!("/{rest}")));
    let first = first.replace("~1", "/").replace("~0", "~");
    let taken = match custom.get_mut(&first).and_then(|value| value.pointer_mut(&rest)) {
        Some(Value::Object(map)) => map.remove(&key).unwrap_or_default(),
        Some(Value::Array(items)) => {
            key.parse::<usize>().ok().and_then(|index| items.get_mut(index)).map(Value::take).unwrap_or_default()
        }
        _ => Value::Null,
    };
    if custom.get(&first).is_some_and(is_nothing) {
        custom.remove(&first);
    }
    taken
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::intake::importers::ImportOutcome;

    #[test]
    fn personal_attributes_are_found_under_their_names_and_their_labels() {
        let mut n_removed = 0;
        let source = json!({
            "gender": "x", "eeo_race": 3, "custom_fields": [
                {"name": "Gender", "value": "x"}, {"name": "Visa", "value": "H-1B"},
                {"text": "What is your age?", "answer": 41}, {"text": "How many GPUs?", "answer": 512}],
            "keyed": {"dob": {"name": "Date of birth", "value": "1990-01-01"}}, "address": "12 Elm St", "stage": "Screen",
            "email": {"address": "a@example.org"}
        });
        let kept = without(source, &mut |n_values, _| n_removed += n_values);
        assert_eq!(n_removed, 9);
        assert_eq!(
            kept,
            json!({"custom_fields": [null, {"name": "Visa", "value": "H-1B"}, null, {"text": "How many GPUs?", "answer": 512}],
                   "keyed": {}, "stage": "Screen", "email": {"address": "a@example.org"}})
        );
    }

    #[test]
    fn past_pay_is_taken_out_at_any_depth() {
        let mut custom = json!({
            "current_salary": "1", "fields": [{"name": "Current CTC", "value": "2"}, {"name": "Team", "value": "x"}],
            "pay": {"current": {"base": 4}, "desired": 5}
        });
        let mut report = ImportReport::default();
        for (place, n_values) in [("/current_salary", 1), ("/fields/*", 4), ("/pay", 4)] {
            report.count(ImportOutcome::Kept, place, n_values, "");
        }
        let map = custom.as_object_mut().unwrap();
        remove_past_pay(map, &mut report);
        assert_eq!(custom, json!({"fields": [null, {"name": "Team", "value": "x"}], "pay": {"desired": 5}}));
        assert_eq!((report.kept, report.ignored), (5, 4));
        assert_eq!(report.notes[&ImportOutcome::Ignored]["/current_salary"].reason, PAST_PAY);
        let kept: Vec<(&str, usize)> =
            report.notes[&ImportOutcome::Kept].iter().map(|(place, note)| (place.as_str(), note.values)).collect();
        assert_eq!(kept, [("/fields/*", 2), ("/pay", 3)], "what is taken out is not told to be kept");
    }
}
