//! What a foreign document says too long, too large or otherwise than a field of ours may say goes to `custom`, so that the rest can be
//! used.

use serde_json::{Map, Value};

use super::report::{ImportOutcome, ImportReport};
use super::walk::n_values;
use crate::domain::Violation;

/// The field of `custom` that keeps what no field takes, by the place where it would be.
const SUSPECT: &str = "suspect";
/// Objects of which no part stands alone.
const WHOLE: [&str; 5] = ["expected_pay", "pay_band", "location", "scale", "weights"];

/// Moves what is wrong with `document` out of its fields; false when something is wrong that has no field of its own.
pub(in crate::intake) fn repair(document: &mut Value, violations: &[Violation], report: &mut ImportReport) -> bool {
    let mut suspect = Map::new();
    for violation in violations {
        let Some(field) = violation.pointer.split('/').nth(1).filter(|field| !matches!(*field, "id" | "custom")) else {
            return false;
        };
        let pointer = if WHOLE.contains(&field) { format!("/{field}") } else { violation.pointer.clone() };
        let Some(value) = document.pointer_mut(&pointer).map(Value::take) else { return false };
        // Two things may be wrong with one value.
        let n_values = n_values(&value).min(report.mapped);
        if n_values > 0 {
            report.mapped -= n_values;
            report.count(ImportOutcome::Suspect, &pointer, n_values, &violation.message);
            suspect.insert(pointer, value);
        }
    }
    let Value::Object(fields) = document else { return false };
    for (_, value) in fields.iter_mut().filter(|(field, _)| *field != "custom") {
        drop_nulls(value);
    }
    fields.retain(|_, value| !value.is_null());
    if let Value::Object(custom) = fields.entry("custom").or_insert_with(|| Value::Object(Map::new())) {
        custom.insert(SUSPECT.to_owned(), suspect.into());
    }
    true
}

fn drop_nulls(value: &mut Value) {
    match value {
        Value::Array(items) => {
            items.iter_mut().for_each(drop_nulls);
            items.retain(|item| !item.is_null());
        }
        Value::Object(map) => {
            map.values_mut().for_each(drop_nulls);
            map.retain(|_, value| !value.is_null());
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_no_field_takes_is_kept_beside_the_rest() {
        let mut document = json!({"id": "a", "skills": ["x", "y", "z"], "pay_band": {"min": 1, "currency": "words"}, "custom": {"k": [null]}});
        let violation = |pointer: &str| Violation { pointer: pointer.to_owned(), message: "too long".to_owned() };
        let mut report = ImportReport { mapped: 6, ..ImportReport::default() };
        assert!(repair(&mut document, &[violation("/skills/1"), violation("/pay_band/currency")], &mut report));
        assert_eq!(
            document,
            json!({"id": "a", "skills": ["x", "z"],
                   "custom": {"k": [null], "suspect": {"/skills/1": "y", "/pay_band": {"min": 1, "currency": "words"}}}})
        );
        assert_eq!((report.mapped, report.kept, report.suspect), (3, 3, 3));
        assert!(!repair(&mut document, &[violation("/id")], &mut report));
        assert!(!repair(&mut document, &[violation("")], &mut report));
    }
}
