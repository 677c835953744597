//! A document of ours, or an entry of one of its lists, while it is put together from the values of a foreign one.

use serde_json::{Map, Value};

use super::conversion::Reading;
use crate::domain::PartialDate;

/// Fields put so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Entry {
    pub(super) fields: Map<String, Value>,
    /// Pay of which a part could not be read: half of a figure is a wrong figure.
    broken_pay: Option<&'static str>,
    /// Of fields that may be taken out again, how many values of the foreign document are in them.
    n_values: Vec<(&'static str, usize)>,
}

/// What cannot stand in a document.
#[derive(Debug)]
pub(super) struct Unsound {
    pub(super) field: &'static str,
    pub(super) value: Value,
    /// How many values of the foreign document it is made of.
    pub(super) n_values: usize,
    pub(super) reason: &'static str,
}

/// How a field takes several values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// All of them.
    List,
    /// Joined by this.
    Joined(&'static str),
    /// The first.
    First,
}

const LISTS: [&str; 9] = [
    "skills", "certifications", "open_source", "relocation", "work_authorization", "work_modes", "accelerators",
    "must_have", "nice_to_have",
];
/// Yearly pay below so much, in any currency that is paid in its units, is pay of a shorter period that nobody named.
const MIN_YEARLY: f64 = 2000.0;
const END: &str = "end";
/// Both fields of pay, of which a document has one.
pub(super) const PAY_FIELDS: [&str; 2] = ["expected_pay", "pay_band"];

fn manner(field: &str) -> Manner {
    match field {
        "summary" | "description" => Manner::Joined("\n\n"),
        "name" => Manner::Joined(" "),
        _ if LISTS.contains(&field) => Manner::List,
        _ => Manner::First,
    }
}

impl Entry {
    pub(super) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Puts what was read from `n_values` values into the field at the path `to`.
    ///
    /// # Errors
    /// Why it could not be put; then nothing was.
    pub(super) fn put(&mut self, to: &[&'static str], read: Reading, n_values: usize) -> Result<(), &'static str> {
        let outcome = match read {
            Reading::Nothing => Ok(()),
            Reading::Suspect(reason) => {
                if let [field, _part, ..] = to
                    && PAY_FIELDS.contains(field)
                {
                    self.broken_pay = Some(reason);
                }
                Err(reason)
            }
            Reading::Several(values) => values.into_iter().try_for_each(|value| set(&mut self.fields, to, value)),
            Reading::One(value) => set(&mut self.fields, to, value),
        };
        if let (Ok(()), Some(field)) = (outcome, to.first())
            && (*field == END || PAY_FIELDS.contains(field))
        {
            self.n_values.push((field, n_values));
        }
        outcome
    }

    /// Takes out what cannot stand in a document together, with the reason: pay that is no figure of a currency, an end before the
    /// start.
    pub(super) fn take_unsound(&mut self) -> Vec<Unsound> {
        let n_values = |field: &str| self.n_values.iter().filter(|(of, _)| *of == field).map(|(_, n)| n).sum();
        let mut unsound = Vec::new();
        for field in PAY_FIELDS {
            if let Some(reason) = self.fields.get(field).and_then(|pay| self.broken_pay.or_else(|| fault_of_pay(pay)))
                && let Some(pay) = self.fields.remove(field)
            {
                unsound.push(Unsound { field, value: pay, n_values: n_values(field), reason });
            }
        }
        let date =
            |field: &str| self.fields.get(field)?.as_str()?.parse::<PartialDate>().ok().map(|date| date.to_string());
        if let (Some(start), Some(end)) = (date("start"), date(END)) {
            let known = start.len().min(end.len());
            if end[..known] < start[..known]
                && let Some(value) = self.fields.remove(END)
            {
                let reason = "the end is before the start";
                unsound.push(Unsound { field: END, value, n_values: n_values(END), reason });
            }
        }
        unsound
    }
}

fn fault_of_pay(pay: &Value) -> Option<&'static str> {
    let end = |end: &str| pay.get(end).and_then(Value::as_f64);
    match (end("min"), end("max")) {
        (None, None) => Some("pay without a figure"),
        _ if pay.get("currency").is_none() => Some("pay without a currency"),
        (Some(min), Some(max)) if min > max => Some("the least pay is more than the most"),
        (min, max) if pay.get("period").is_none() && max.or(min).is_some_and(|most| most < MIN_YEARLY) => {
            Some("pay without a period, and too little for a year")
        }
        _ => None,
    }
}

fn set(fields: &mut Map<String, Value>, to: &[&'static str], value: Value) -> Result<(), &'static str> {
    let [field, rest @ ..] = to else { return Ok(()) };
    if !rest.is_empty() {
        let inner = fields.entry(*field).or_insert_with(|| Value::Object(Map::new()));
        return inner.as_object_mut().map_or(Err("another value was taken first"), |inner| set(inner, rest, value));
    }
    match (manner(field), fields.get_mut(*field)) {
        (Manner::List, None) => {
            fields.insert((*field).to_owned(), Value::Array(vec![value]));
        }
        (Manner::List, Some(Value::Array(list))) => {
            if !list.contains(&value) {
                list.push(value);
            }
        }
        (Manner::Joined(between), Some(Value::String(text))) => {
            if let Value::String(more) = value {
                text.push_str(between);
                text.push_str(&more);
            }
        }
        (_, None) => {
            fields.insert((*field).to_owned(), value);
        }
        (_, Some(Value::Object(parts))) => {
            let Value::Object(more) = value else { return Err("another value was taken first") };
            for (part, value) in more {
                parts.entry(part).or_insert(value);
            }
        }
        (_, Some(taken)) if *taken == value => {}
        _ => return Err("another value was taken first"),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn one(value: Value) -> Reading {
        Reading::One(value)
    }

    #[test]
    fn texts_are_joined_lists_grow_and_of_other_values_the_first_stays() {
        let mut entry = Entry::default();
        for (to, value) in [
            ("name", "Zoë"),
            ("name", "Núñez"),
            ("summary", "a"),
            ("summary", "b"),
            ("skills", "Slurm"),
            ("skills", "Slurm"),
        ] {
            entry.put(&[to], one(value.into()), 1).unwrap();
        }
        entry.put(&["headline"], one("first".into()), 1).unwrap();
        assert!(entry.put(&["headline"], one("second".into()), 1).is_err());
        entry.put(&["location", "city"], one("Graz".into()), 1).unwrap();
        entry.put(&["location"], one(json!({"city": "Wien", "country": "AT"})), 1).unwrap();
        assert_eq!(
            Value::Object(entry.fields),
            json!({"name": "Zoë Núñez", "summary": "a\n\nb", "skills": ["Slurm"], "headline": "first",
                   "location": {"city": "Graz", "country": "AT"}})
        );
    }

    #[test]
    fn pay_stands_whole_or_not_at_all() {
        for (pay, expected) in [
            (json!({"min": 1e5, "currency": "USD"}), None),
            (json!({"min": 60, "currency": "USD", "period": "hour"}), None),
            (json!({"min": 1e5}), Some("pay without a currency")),
            (json!({"currency": "USD"}), Some("pay without a figure")),
            (json!({"min": 60, "currency": "USD"}), Some("pay without a period, and too little for a year")),
            (json!({"min": 3, "max": 2, "currency": "USD"}), Some("the least pay is more than the most")),
        ] {
            let mut entry = Entry::default();
            entry.put(&["pay_band"], one(pay), 1).unwrap();
            assert_eq!(entry.take_unsound().first().map(|unsound| unsound.reason), expected);
        }
        let mut entry = Entry::default();
        entry.put(&["pay_band", "min"], one(json!(4000)), 1).unwrap();
        entry.put(&["pay_band", "currency"], one("USD".into()), 1).unwrap();
        entry.put(&["pay_band", "period"], Reading::Suspect("no period"), 1).unwrap_err();
        assert_eq!(entry.take_unsound()[0].reason, "no period");
        assert!(entry.is_empty());
    }
}
