//! A role as the fields of a form, and the fields as a role again. What a form does not show of a role stays as it is.

use serde_json::{Map, Value, json};

use super::form::{Form, plain_amount};
use super::show;
use crate::Role;
use crate::extract::Extraction;
use crate::model::{Language, Necessity, Requirement};

/// Rows for requirements that are added, beside those there are.
const SPARE_ROWS: usize = 3;
/// As many requirements as a document may have, of both sorts.
const MAX_ROWS: usize = 400;

/// The fields of a form as they stand.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Fields {
    pub title: String,
    pub requisition: String,
    pub status: String,
    pub level: String,
    pub min_years: String,
    pub place: String,
    pub mode: String,
    pub pay_min: String,
    pub pay_max: String,
    pub currency: String,
    pub period: String,
    pub basis: String,
    pub scale_min: String,
    pub scale_unit: String,
    pub description: String,
    pub requirements: Vec<Row>,
}

/// One requirement.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Row {
    /// Alternatives have ` | ` between them.
    pub name: String,
    /// `must_have`, `nice_to_have`, or `not_asked`, which leaves it out.
    pub necessity: String,
    pub years: String,
    pub gate: bool,
    pub weight: String,
    /// The words it was read from, where it was.
    pub quote: String,
    /// Of its mark in the text; 0 where it has none.
    pub number: usize,
}

impl Row {
    /// Whether both ask the same.
    fn asks_as(&self, other: &Self) -> bool {
        (&self.name, &self.necessity, &self.years, self.gate)
            == (&other.name, &other.necessity, &other.years, other.gate)
    }
}

impl Fields {
    /// Those of a role. Requirements that it does not list are those that were read from its text.
    pub(super) fn of(role: &Role, read: &Extraction) -> Self {
        let pay = role.pay_band.as_ref();
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let units =
            |amount: Option<crate::model::Amount>| amount.map(|amount| amount.units().to_string()).unwrap_or_default();
        let mut fields = Self {
            title: text(&role.title),
            requisition: text(&role.requisition_id),
            status: show::word(role.status),
            level: role.level.map(show::word).unwrap_or_default(),
            min_years: role.min_years.map(plain).unwrap_or_default(),
            place: role.location.as_ref().map(show::place).unwrap_or_default(),
            mode: role.work_mode.map(show::word).unwrap_or_default(),
            pay_min: units(pay.and_then(|pay| pay.min)),
            pay_max: units(pay.and_then(|pay| pay.max)),
            currency: pay.map_or_else(|| "USD".to_owned(), |pay| pay.currency.as_str().to_owned()),
            period: pay.map(|pay| show::word(pay.period)).unwrap_or_default(),
            basis: pay.map(|pay| show::word(pay.basis)).unwrap_or_default(),
            scale_min: role.scale.as_ref().map(|scale| scale.min.units().to_string()).unwrap_or_default(),
            scale_unit: role.scale.as_ref().map(|scale| show::word(scale.unit)).unwrap_or_default(),
            description: text(&role.description),
            requirements: Vec::new(),
        };
        let read_rows = rows_read(read);
        fields.requirements = if is_inferred(role) {
            read_rows
        } else {
            let stated = |list: &[Requirement], necessity: Necessity| {
                list.iter().map(|asked| row_of(asked, necessity)).collect::<Vec<_>>()
            };
            let mut rows = stated(&role.must_have, Necessity::MustHave);
            rows.extend(stated(&role.nice_to_have, Necessity::NiceToHave));
            for row in &mut rows {
                if let Some(found) = read_rows.iter().find(|found| found.name.eq_ignore_ascii_case(&row.name)) {
                    (row.quote, row.number) = (found.quote.clone(), found.number);
                }
            }
            rows
        };
        fields
    }

    /// As a form sends them.
    pub(super) fn sent(form: &Form) -> Self {
        let get = |name: &str| form.get(name).to_owned();
        let n_rows = form.get("rows").parse().unwrap_or(0_usize).min(MAX_ROWS);
        let row = |at: usize| Row {
            name: get(&format!("name_{at}")),
            necessity: get(&format!("need_{at}")),
            years: get(&format!("years_{at}")),
            gate: !form.get(&format!("gate_{at}")).is_empty(),
            weight: get(&format!("weight_{at}")),
            ..Row::default()
        };
        Self {
            title: get("title"),
            requisition: get("requisition"),
            status: get("status"),
            level: get("level"),
            min_years: get("min_years"),
            place: get("place"),
            mode: get("mode"),
            pay_min: get("pay_min"),
            pay_max: get("pay_max"),
            currency: get("currency"),
            period: get("period"),
            basis: get("basis"),
            scale_min: get("scale_min"),
            scale_unit: get("scale_unit"),
            description: get("description"),
            requirements: (0..n_rows).map(row).filter(|row| !row.name.is_empty()).collect(),
        }
    }

    /// With rows to fill.
    pub(super) fn with_spare_rows(mut self) -> Self {
        let spare = Row { necessity: "must_have".to_owned(), ..Row::default() };
        self.requirements.extend(std::iter::repeat_n(spare, SPARE_ROWS));
        self
    }

    /// The document: that of `role` with these fields. Requirements that stand as they were read are left to the reader, so that what
    /// it learns later counts.
    pub(super) fn document(&self, role: &Role, read: &Extraction) -> Value {
        let mut document = match serde_json::to_value(role) {
            Ok(Value::Object(document)) => document,
            _ => Map::new(),
        };
        let mut set = |name: &str, value: Value| {
            let is_nothing = match &value {
                Value::Null => true,
                Value::String(text) => text.is_empty(),
                Value::Array(items) => items.is_empty(),
                _ => false,
            };
            if is_nothing {
                document.remove(name);
            } else {
                document.insert(name.to_owned(), value);
            }
        };
        set("title", self.title.as_str().into());
        set("requisition_id", self.requisition.as_str().into());
        set("status", self.status.as_str().into());
        set("level", self.level.as_str().into());
        set("min_years", decimal(&self.min_years));
        set("work_mode", self.mode.as_str().into());
        set("description", self.description.as_str().into());
        // A place that was not touched keeps its parts.
        if self.place != role.location.as_ref().map(show::place).unwrap_or_default() {
            set("location", self.place.as_str().into());
        }
        let has_pay = !self.pay_min.is_empty() || !self.pay_max.is_empty();
        let mut pay = json!({ "min": amount(&self.pay_min), "max": amount(&self.pay_max), "currency": self.currency });
        for (name, value) in [("period", &self.period), ("basis", &self.basis)] {
            if !value.is_empty() {
                pay[name] = value.as_str().into();
            }
        }
        set("pay_band", if has_pay { pay } else { Value::Null });
        let unit = if self.scale_unit.is_empty() { "accelerators" } else { &self.scale_unit };
        let scale = json!({ "min": amount(&self.scale_min), "unit": unit });
        set("scale", if self.scale_min.is_empty() { Value::Null } else { scale });
        let found = rows_read(read);
        let is_as_read = is_inferred(role)
            && found.len() == self.requirements.len()
            && found.iter().zip(&self.requirements).all(|(read, sent)| read.asks_as(sent));
        for necessity in [Necessity::MustHave, Necessity::NiceToHave] {
            // A document says what is welcome; what is part of the work is that at least.
            let is_such = |row: &&Row| {
                let is_welcome = row.necessity == Necessity::PartOfTheWork.as_str() && !necessity.is_must();
                row.necessity == necessity.as_str() || is_welcome
            };
            let asked = self.requirements.iter().filter(is_such);
            let asked: Vec<Value> = if is_as_read { Vec::new() } else { asked.map(requirement).collect() };
            set(necessity.as_str(), asked.into());
        }
        document.into()
    }
}

/// Whether a role's requirements are those that are read from its text.
pub(super) fn is_inferred(role: &Role) -> bool {
    role.must_have.is_empty() && role.nice_to_have.is_empty()
}

/// What was read from a text, as rows.
fn rows_read(read: &Extraction) -> Vec<Row> {
    let row = |(at, asked): (usize, &crate::extract::RequirementFound)| Row {
        name: asked.label.clone(),
        necessity: asked.necessity.as_str().to_owned(),
        years: asked.min_years.map(plain).unwrap_or_default(),
        quote: asked.text.clone(),
        number: at + 1,
        ..Row::default()
    };
    read.requirements.iter().enumerate().map(row).collect()
}

fn row_of(asked: &Requirement, necessity: Necessity) -> Row {
    let necessity = necessity.as_str().to_owned();
    match asked {
        Requirement::Name(name) => Row { name: name.clone(), necessity, ..Row::default() },
        Requirement::Detailed(asked) => Row {
            name: asked.name.iter().chain(&asked.any_of).map(String::as_str).collect::<Vec<_>>().join(" | "),
            necessity,
            years: asked.min_years.map(plain).unwrap_or_default(),
            gate: asked.gate,
            weight: asked.weight.map(|weight| weight.to_string()).unwrap_or_default(),
            ..Row::default()
        },
    }
}

/// A requirement as documents have it.
fn requirement(row: &Row) -> Value {
    let names: Vec<&str> = row.name.split('|').map(str::trim).filter(|name| !name.is_empty()).collect();
    let is_plain = names.len() == 1 && row.years.is_empty() && !row.gate && row.weight.is_empty();
    if is_plain {
        return names[0].into();
    }
    let mut asked = match names.as_slice() {
        [only] => json!({ "name": only }),
        several => json!({ "any_of": several }),
    };
    if !row.years.is_empty() {
        asked["min_years"] = decimal(&row.years);
    }
    if !row.weight.is_empty() {
        asked["weight"] = decimal(&row.weight);
    }
    if row.gate {
        asked["gate"] = true.into();
    }
    asked
}

/// Years as a field has them, whatever the language of the page.
fn plain(years: f64) -> String {
    show::number(years, Language::English)
}

/// An amount as people write it in English or in German.
fn amount(text: &str) -> Value {
    number(text, &plain_amount(text))
}

/// A number that has few digits and perhaps a fraction: `2.5` and `2,5`.
fn decimal(text: &str) -> Value {
    number(text, &text.trim().replace(',', "."))
}

/// What is no number stays the text, so that the document's own check says what is wrong.
fn number(text: &str, plain: &str) -> Value {
    if text.is_empty() {
        return Value::Null;
    }
    match (plain.parse::<i64>(), plain.parse::<f64>()) {
        (Ok(whole), _) => whole.into(),
        (_, Ok(decimal)) if decimal.is_finite() => json!(decimal),
        _ => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intake::role_from_value;
    use crate::{Engine, Limits};

    const POSTING: &str = "Senior HPC engineer\nRequirements\n- Slurm, 5 years\n- Lustre or GPFS\nNice to have\n- CUDA";

    fn role(text: &str) -> Role {
        serde_json::from_value(json!({ "id": "r-1", "description": text, "custom": { "kept": 1 } })).unwrap()
    }

    #[test]
    fn numbers_are_those_of_english_and_german() {
        for (text, expected) in [
            ("120000", json!(120_000)),
            ("120,000", json!(120_000)),
            ("1.250.000", json!(1_250_000)),
            ("120 000", json!(120_000)),
            ("85.5", json!(85.5)),
            ("85,50", json!(85.5)),
            ("1.250,75", json!(1250.75)),
            ("12,00,000", json!(1_200_000)),
            ("1,2,3", json!("1,2,3")),
            ("much", json!("much")),
            ("", Value::Null),
        ] {
            assert_eq!(amount(text), expected, "{text}");
        }
        for (text, expected) in [("2.5", json!(2.5)), ("2,5", json!(2.5)), ("5", json!(5)), ("0.333", json!(0.333))] {
            assert_eq!(decimal(text), expected, "{text}");
        }
    }

    #[test]
    fn what_was_read_and_not_touched_is_left_to_the_reader() {
        let read = Engine::in_memory().extract(POSTING).unwrap();
        let role = role(POSTING);
        let mut fields = Fields::of(&role, &read);
        assert!(fields.requirements.len() >= 3, "{fields:?}");
        let document = fields.document(&role, &read);
        assert!(document.get("must_have").is_none() && document["custom"]["kept"] == 1, "{document}");
        fields.requirements[0].gate = true;
        let document = fields.document(&role, &read);
        assert_eq!(document["must_have"][0]["gate"], true, "{document}");
        let again = role_from_value(document, "", &Limits::default()).unwrap();
        assert_eq!(Fields::of(&again, &read).requirements.len(), fields.requirements.len());
    }

    #[test]
    fn every_field_comes_back_as_it_was() {
        let whole = json!({ "id": "r-1", "title": "T", "requisition_id": "R-7", "status": "paused", "level": "staff",
            "min_years": 6.0, "must_have": ["Slurm", { "any_of": ["Lustre", "GPFS"], "min_years": 2.0, "weight": 1.5, "gate": true }],
            "nice_to_have": ["CUDA"], "scale": { "min": 10000, "unit": "nodes" }, "work_mode": "hybrid",
            "pay_band": { "min": 1, "max": 2, "currency": "EUR", "period": "month", "basis": "total" },
            "location": { "city": "Santa Clara", "region": "CA", "country": "US" } });
        let role = role_from_value(whole, "", &Limits::default()).unwrap();
        let read = Extraction::default();
        let document = Fields::of(&role, &read).document(&role, &read);
        assert_eq!(role_from_value(document, "", &Limits::default()).unwrap(), role);
    }

    #[test]
    fn what_is_no_number_is_told_by_the_document() {
        let role = role("x");
        let fields = Fields { min_years: "many".to_owned(), ..Fields::default() };
        let error = role_from_value(fields.document(&role, &Extraction::default()), "", &Limits::default());
        assert!(error.unwrap_err().to_string().contains("min_years"));
    }
}
