//! The rules that several fields make together, which a schema cannot say: pay, job dates, scale, requirements, gates.
//!
//! Looks only at fields that are well-formed; what is not has been noted by the check already.

use serde_json::Value;

use super::findings::{Findings, Pointer};
use crate::domain::{Amount, PartialDate};

/// Rules of a candidate, or of a role.
pub(super) struct Rules<'a> {
    pub(super) findings: &'a mut Findings,
    pub(super) at: &'a mut Pointer,
}

impl Rules<'_> {
    pub(super) fn candidate(&mut self, candidate: &Value) {
        self.pay(candidate, "expected_pay");
        self.each(candidate, "skills", Self::skill);
        self.each(candidate, "experience", |rules, job| {
            rules.dates(job);
            rules.each(job, "skills", Self::skill);
            rules.each(job, "scale", Self::scale);
        });
        self.each(candidate, "education", Self::dates);
    }

    pub(super) fn role(&mut self, role: &Value) {
        self.pay(role, "pay_band");
        if let Some(scale) = role.get("scale") {
            let mark = self.at.push_key("scale");
            self.whole_but_of_petabytes("min", scale);
            self.at.pop(mark);
        }
        self.each(role, "must_have", Self::requirement);
        self.each(role, "nice_to_have", |rules, requirement| {
            rules.requirement(requirement);
            if requirement.get("gate") == Some(&Value::Bool(true)) {
                rules.note_at("gate", "only a must-have can be a gate; leave it out, or move this to `must_have`");
            }
        });
    }

    fn each(&mut self, owner: &Value, list: &str, mut rule: impl FnMut(&mut Self, &Value)) {
        let Some(Value::Array(items)) = owner.get(list) else {
            return;
        };
        let list_mark = self.at.push_key(list);
        for (index, item) in items.iter().enumerate() {
            let mark = self.at.push_index(index);
            rule(self, item);
            self.at.pop(mark);
        }
        self.at.pop(list_mark);
    }

    fn note(&mut self, message: &str) {
        self.findings.add(self.at, || message.to_owned());
    }

    fn note_at(&mut self, field: &str, message: &str) {
        let mark = self.at.push_key(field);
        self.note(message);
        self.at.pop(mark);
    }

    fn pay(&mut self, owner: &Value, field: &str) {
        let amount = |end: &str| owner.get(field)?.get(end)?.as_f64().and_then(|units| Amount::try_from(units).ok());
        if let (Some(min), Some(max)) = (amount("min"), amount("max"))
            && min > max
        {
            self.note_at(field, "`min` is more than `max`; a range is written from the least to the most");
        }
    }

    fn dates(&mut self, entry: &Value) {
        let date = |field: &str| entry.get(field)?.as_str()?.parse::<PartialDate>().ok().map(|d| d.to_string());
        let (Some(start), Some(end)) = (date("start"), date("end")) else {
            return;
        };
        // Dates are compared as far as both say something: 2021 neither precedes nor follows 2021-03.
        let known = start.len().min(end.len());
        if end[..known] < start[..known] {
            self.note_at("end", &format!("the end {end} is before the start {start}; expected an end at or after it"));
        }
    }

    fn scale(&mut self, scale: &Value) {
        self.whole_but_of_petabytes("value", scale);
    }

    fn whole_but_of_petabytes(&mut self, field: &'static str, scale: &Value) {
        let is_broken = scale.get(field).and_then(Value::as_f64).is_some_and(|value| value.fract() != 0.0);
        if is_broken && scale.get("unit").and_then(Value::as_str).is_some_and(|unit| unit != "petabytes") {
            self.note_at(field, "has a fraction; expected a whole number; only petabytes may have one");
        }
    }

    fn skill(&mut self, skill: &Value) {
        match skill {
            Value::String(name) if is_blank(name) => self.note("is blank; expected a skill's name"),
            Value::Object(map) if map.get("name").and_then(Value::as_str).is_some_and(is_blank) => {
                self.note_at("name", "is blank; expected a skill's name");
            }
            _ => {}
        }
    }

    fn requirement(&mut self, requirement: &Value) {
        self.skill(requirement);
        let Value::Object(map) = requirement else { return };
        let is_empty = |list: &Value| list.as_array().is_some_and(Vec::is_empty);
        match (map.contains_key("name"), map.get("any_of")) {
            (true, Some(list)) if !is_empty(list) => {
                self.note("has both `name` and `any_of`; expected exactly one of them");
            }
            (false, None) => self.note("has neither `name` nor `any_of`; expected exactly one of them"),
            (false, Some(list)) if is_empty(list) => self.note_at("any_of", "is empty; expected at least one skill"),
            _ => {}
        }
        self.each(requirement, "any_of", Self::skill);
    }
}

/// Not empty, which the schema refuses, but nothing to see.
fn is_blank(name: &str) -> bool {
    !name.is_empty() && name.chars().all(char::is_whitespace)
}
