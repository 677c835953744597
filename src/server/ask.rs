//! What is asked of a match, from JSON or a query: every mistake at once, with pointers.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::body;
use super::feedback;
use super::problem::Problem;
use super::target::{Query, malformed_query};
use crate::error::Violation;
use crate::feedback::FeedbackStage;
use crate::intake::{Document as _, IdSource, did_you_mean, parse_json};
use crate::matching::{Filters, MatchPage};
use crate::model::{Currency, Language, ParseError, PartialDate, Pay, RoleStatus, Weights, WorkMode};
use crate::{Error, Limits, MatchOptions, Role};

/// The options that a request may state. Those that are answered in pages take a `cursor`, too.
pub(super) const OPTIONS: [&str; 9] =
    ["limit", "weights", "as_of", "explain", "blind", "language", "rates", "filters", "gates"];

pub(super) const FILTERS: [&str; 10] = [
    "q", "skill", "min_scale", "location", "location_or_unstated", "max_pay", "work_mode_or_unstated", "stage",
    "without_stage", "status",
];

/// The most results that may be asked for.
const MAX_LIMIT: u64 = 1000;

/// The longest text of a filter, in characters.
const MAX_TEXT_CHARS: usize = 512;
const TOO_LONG: &str = "this is longer than 512 characters";
/// The most texts of one filter.
const MAX_TEXTS: usize = 100;

/// Reads a body of options for an answer in pages; an empty one is all defaults.
pub(super) fn match_options(json: &[u8], limits: &Limits, page_bytes: usize) -> Result<MatchOptions, Problem> {
    let mut fields = if body::is_empty(json) {
        Fields { map: Map::new(), violations: Vec::new() }
    } else {
        Fields::new(parse_json(json, limits)?)?
    };
    let options = MatchOptions { page: fields.page(), max_bytes: Some(page_bytes), ..fields.match_options(limits) };
    fields.finish(&[&OPTIONS[..], &["cursor"]].concat())?;
    Ok(options)
}

/// Reads the options of a pair from the query.
pub(super) fn pair_options(query: &Query) -> Result<MatchOptions, Problem> {
    let as_of =
        query.get("as_of").map(str::parse::<PartialDate>).transpose().map_err(|error| malformed_query(error.into()))?;
    let blind = query.parse("blind", "true or false")?.unwrap_or(false);
    Ok(MatchOptions { as_of, blind, language: language(query)?, ..MatchOptions::default() })
}

/// Reads the language of an answer from the query.
pub(super) fn language(query: &Query) -> Result<Option<Language>, Problem> {
    query.parse("language", "en or de")
}

/// Reads the status of a role.
pub(super) fn status(text: &str) -> Result<RoleStatus, String> {
    let read = serde_json::from_value(Value::String(text.to_owned()));
    read.map_err(|_| format!("{text:?} is no status of a role; open, draft, paused and closed are"))
}

/// The fields of a JSON object, taken one by one, and what is wrong with them.
pub(super) struct Fields {
    map: Map<String, Value>,
    violations: Vec<Violation>,
}

impl Fields {
    pub(super) fn new(value: Value) -> Result<Self, Problem> {
        match value {
            Value::Object(map) => Ok(Self { map, violations: Vec::new() }),
            other => {
                let message = format!("this is {}; expected an object", sort_of(&other));
                Err(Problem::invalid(vec![Violation { pointer: String::new(), message }]))
            }
        }
    }

    /// Takes a field; null is as good as none.
    pub(super) fn take(&mut self, name: &str) -> Option<Value> {
        self.map.remove(name).filter(|value| !value.is_null())
    }

    pub(super) fn wrong(&mut self, pointer: impl Into<String>, message: impl Into<String>) {
        self.violations.push(Violation { pointer: pointer.into(), message: message.into() });
    }

    /// Keeps the document's violations among the others.
    pub(super) fn keep<T>(&mut self, outcome: Result<T, Error>) -> Option<T> {
        match outcome {
            Ok(value) => Some(value),
            Err(Error::Invalid(mut violations)) => {
                self.violations.append(&mut violations);
                None
            }
            Err(other) => {
                self.wrong("", other.to_string());
                None
            }
        }
    }

    pub(super) fn n_wrong(&self) -> usize {
        self.violations.len()
    }

    /// Takes a text that must be there.
    pub(super) fn required_text(&mut self, name: &str) -> String {
        match self.take(name) {
            Some(Value::String(text)) => return text,
            Some(other) => self.wrong(format!("/{name}"), format!("this is {}; expected a text", sort_of(&other))),
            None => self.wrong(format!("/{name}"), "is missing; expected a text"),
        }
        String::new()
    }

    pub(super) fn flag(&mut self, name: &str, default: bool) -> bool {
        match self.take(name) {
            None => default,
            Some(Value::Bool(flag)) => flag,
            Some(other) => {
                self.wrong(format!("/{name}"), format!("this is {}; expected true or false", sort_of(&other)));
                default
            }
        }
    }

    pub(super) fn match_options(&mut self, limits: &Limits) -> MatchOptions {
        let defaults = MatchOptions::default();
        MatchOptions {
            limit: self.limit().unwrap_or(defaults.limit),
            as_of: self.as_of(),
            weights: self.weights(limits),
            evidence: self.flag("explain", true),
            blind: self.flag("blind", false),
            language: self.language(),
            rates: self.rates(),
            filters: self.filters(limits),
            gates: self.gates(),
            ..defaults
        }
    }

    /// The page that begins after `cursor`; an empty one begins the first page.
    pub(super) fn page(&mut self) -> Option<MatchPage> {
        match self.take("cursor")? {
            Value::String(text) if text.is_empty() => Some(MatchPage::default()),
            Value::String(text) => {
                let after = text.parse().map_err(|error: ParseError| self.wrong("/cursor", error)).ok();
                Some(MatchPage { after })
            }
            other => {
                let kind = sort_of(&other);
                self.wrong("/cursor", format!("this is {kind}; expected the `next_cursor` of the page before"));
                None
            }
        }
    }

    fn limit(&mut self) -> Option<usize> {
        let value = self.take("limit")?;
        let limit =
            value.as_u64().filter(|limit| (1..=MAX_LIMIT).contains(limit)).and_then(|limit| limit.try_into().ok());
        if limit.is_none() {
            self.wrong("/limit", format!("this is {}; expected a whole number from 1 to {MAX_LIMIT}", shown(&value)));
        }
        limit
    }

    fn language(&mut self) -> Option<Language> {
        let value = self.take("language")?;
        let language = value.as_str().and_then(|code| code.parse().ok());
        if language.is_none() {
            self.wrong("/language", format!("this is {}; expected en or de", shown(&value)));
        }
        language
    }

    fn as_of(&mut self) -> Option<PartialDate> {
        let value = self.take("as_of")?;
        let date = match &value {
            Value::String(text) => text.parse().map_err(String::from),
            other => Err(format!("a date is written 2021, 2021-03 or 2021-03-15, this is {}", sort_of(other))),
        };
        date.map_err(|message| self.wrong("/as_of", message)).ok()
    }

    /// Weights are those of a role, and read by the same rules.
    fn weights(&mut self, limits: &Limits) -> Option<Weights> {
        let weights = self.take("weights")?;
        let role = Role::from_value(json!({ "id": "-", "weights": weights }), IdSource::Document, "", limits);
        self.keep(role)?.weights
    }

    /// `{"q": "...", "skill": ["..."], "min_scale": 1000, "location": "...", "max_pay": {...}, "status": ["open"]}`
    fn filters(&mut self, limits: &Limits) -> Filters {
        let Some(Value::Object(map)) = self.take("filters").map(|value| match value {
            Value::Object(map) => Value::Object(map),
            other => {
                self.wrong("/filters", format!("this is {}; expected an object", sort_of(&other)));
                Value::Null
            }
        }) else {
            return Filters::default();
        };
        let mut own = Self { map, violations: Vec::new() };
        let filters = Filters {
            q: own.text("q"),
            skills: own.texts("skill"),
            min_scale: own.count("min_scale"),
            location: own.text("location"),
            location_or_unstated: own.text("location_or_unstated"),
            max_pay: own.pay("max_pay", limits),
            work_mode_or_unstated: own.mode("work_mode_or_unstated"),
            stages: own.stages("stage"),
            without_stage: own.flag("without_stage", false),
            status: own.statuses("status"),
        };
        if let Err(problem) = own.finish(&FILTERS) {
            for violation in problem.errors {
                self.wrong(format!("/filters{}", violation.pointer), violation.message);
            }
        }
        filters
    }

    fn text(&mut self, name: &str) -> Option<String> {
        match self.take(name)? {
            Value::String(text) if is_too_long(&text) => self.wrong(format!("/{name}"), TOO_LONG),
            Value::String(text) => return Some(text).filter(|text| !text.trim().is_empty()),
            other => self.wrong(format!("/{name}"), format!("this is {}; expected a text", sort_of(&other))),
        }
        None
    }

    /// One text or several.
    fn texts(&mut self, name: &str) -> Vec<String> {
        let accepted = "a text, or a list of texts, is accepted";
        let values = match self.take(name) {
            None => return Vec::new(),
            Some(Value::Array(values)) => values,
            Some(one) => vec![one],
        };
        if values.len() > MAX_TEXTS {
            self.wrong(format!("/{name}"), format!("these are {}; expected at most {MAX_TEXTS}", values.len()));
            return Vec::new();
        }
        let mut texts = Vec::new();
        for value in values {
            match value {
                Value::String(text) if is_too_long(&text) => self.wrong(format!("/{name}"), TOO_LONG),
                Value::String(text) => texts.push(text),
                other => self.wrong(format!("/{name}"), format!("this is {}; {accepted}", sort_of(&other))),
            }
        }
        texts
    }

    /// The must-haves that are gates; an empty list for none.
    fn gates(&mut self) -> Option<Vec<String>> {
        if matches!(self.map.get("gates"), Some(Value::Array(_))) {
            return Some(self.texts("gates"));
        }
        let other = self.take("gates")?;
        let message = format!("this is {}; expected a list of must-haves of the role", sort_of(&other));
        self.wrong("/gates", message);
        None
    }

    fn mode(&mut self, name: &str) -> Option<WorkMode> {
        let value = self.take(name)?;
        let mode = serde_json::from_value(value).ok();
        if mode.is_none() {
            self.wrong(format!("/{name}"), "this is no way to work; expected onsite, hybrid or remote");
        }
        mode
    }

    /// One stage or several.
    fn stages(&mut self, name: &str) -> Vec<FeedbackStage> {
        let texts = self.texts(name);
        let read: Result<Vec<FeedbackStage>, String> =
            texts.iter().map(|text| FeedbackStage::of_name(text).ok_or_else(|| feedback::stages(text))).collect();
        read.map_err(|message| self.wrong(format!("/{name}"), message)).unwrap_or_default()
    }

    fn count(&mut self, name: &str) -> Option<u64> {
        let value = self.take(name)?;
        if value.as_u64().is_none() {
            self.wrong(format!("/{name}"), format!("this is {}; expected a whole number", shown(&value)));
        }
        value.as_u64()
    }

    /// Pay is that of a role's band, and read by the same rules.
    fn pay(&mut self, name: &str, limits: &Limits) -> Option<Pay> {
        let pay = self.take(name)?;
        match Role::from_value(json!({ "id": "-", "pay_band": pay }), IdSource::Document, "", limits) {
            Ok(role) => role.pay_band,
            Err(Error::Invalid(violations)) => {
                for Violation { pointer, message } in violations {
                    self.wrong(pointer.replacen("/pay_band", &format!("/{name}"), 1), message);
                }
                None
            }
            Err(other) => {
                self.wrong(format!("/{name}"), other.to_string());
                None
            }
        }
    }

    fn statuses(&mut self, name: &str) -> Vec<RoleStatus> {
        let texts = self.texts(name);
        let read: Result<Vec<RoleStatus>, String> = texts.iter().map(|text| status(text)).collect();
        read.map_err(|message| self.wrong(format!("/{name}"), message)).unwrap_or_default()
    }

    fn rates(&mut self) -> BTreeMap<Currency, f64> {
        let mut rates = BTreeMap::new();
        match self.take("rates") {
            None => {}
            Some(Value::Object(map)) => {
                for (code, rate) in map {
                    let pointer = format!("/rates/{}", code.replace('~', "~0").replace('/', "~1"));
                    let currency = serde_json::from_value::<Currency>(Value::String(code));
                    let number = rate.as_f64().unwrap_or(f64::NAN);
                    match (currency, MatchOptions::check_rate(number)) {
                        (Ok(currency), Ok(())) => drop(rates.insert(currency, number)),
                        (Err(error), _) => self.wrong(pointer, error.to_string()),
                        (_, Err(accepted)) => self.wrong(pointer, format!("this is {}; {accepted}", shown(&rate))),
                    }
                }
            }
            Some(other) => {
                let message = format!(r#"this is {}; an object such as {{"EUR": 1.08}} is accepted"#, sort_of(&other));
                self.wrong("/rates", message);
            }
        }
        rates
    }

    /// Fails with all that was wrong; what was not taken is unknown.
    pub(super) fn finish(mut self, known: &[&str]) -> Result<(), Problem> {
        for name in std::mem::take(&mut self.map).into_iter().map(|(name, _)| name) {
            if known.contains(&name.as_str()) {
                continue;
            }
            let pointer = format!("/{}", name.replace('~', "~0").replace('/', "~1"));
            let hint = did_you_mean(&name, known.iter().copied());
            self.wrong(pointer, format!("`{name}` is not a field of this request{hint}"));
        }
        if self.violations.is_empty() { Ok(()) } else { Err(Problem::invalid(self.violations)) }
    }
}

/// Longer texts are no names, places or words to look for, and looking for them takes long.
fn is_too_long(text: &str) -> bool {
    text.chars().count() > MAX_TEXT_CHARS
}

/// A value in a word.
fn sort_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// A number as itself, anything else in a word.
fn shown(value: &Value) -> String {
    if value.is_number() { value.to_string() } else { sort_of(value).to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pointers(json: &str) -> Vec<String> {
        let problem = match_options(json.as_bytes(), &Limits::default(), 0).unwrap_err();
        problem.errors.into_iter().map(|violation| violation.pointer).collect()
    }

    #[test]
    fn options_have_defaults() {
        for empty in ["", " \n", "{}", r#"{"limit": null}"#] {
            let options = match_options(empty.as_bytes(), &Limits::default(), 0).unwrap();
            assert_eq!((options.limit, options.evidence, options.blind), (10, true, false));
        }
    }

    #[test]
    fn options_are_read() {
        let json = r#"{"limit": 3, "as_of": "2026-11", "explain": false, "blind": true, "language": "de",
                       "weights": {"skills": 2}, "rates": {"EUR": 1.08, "USD": 1}}"#;
        let options = match_options(json.as_bytes(), &Limits::default(), 0).unwrap();
        assert_eq!(options.limit, 3);
        assert_eq!(options.as_of, "2026-11".parse().ok());
        assert!(!options.evidence && options.blind);
        assert_eq!(options.language, Some(Language::German));
        assert_eq!(options.weights.unwrap().skills, Some(2.0));
        assert_eq!(options.rates.len(), 2);
    }

    #[test]
    fn filters_are_read() {
        let json = r#"{"filters": {"q": "night shift", "skill": "Slurm", "min_scale": 1000, "location": "Austin, TX",
                       "max_pay": {"max": 300000, "currency": "USD"}, "status": ["open", "paused"]}}"#;
        let filters = match_options(json.as_bytes(), &Limits::default(), 0).unwrap().filters;
        assert_eq!((filters.q.as_deref(), filters.skills.as_slice()), (Some("night shift"), &["Slurm".to_owned()][..]));
        assert_eq!((filters.min_scale, filters.status.len()), (Some(1000), 2));
        assert!(filters.max_pay.is_some_and(|pay| pay.max.is_some()));
        let json = r#"{"filters": {"q": 3, "skills": [], "min_scale": -1, "max_pay": {"max": "x"}, "status": "gone"}}"#;
        let mut found = pointers(json);
        found.sort();
        let places = ["max_pay", "max_pay/max", "min_scale", "q", "skills", "status"];
        assert_eq!(found, places.map(|place| format!("/filters/{place}")));
        assert_eq!(pointers(r#"{"filters": 3}"#), ["/filters"]);
    }

    #[test]
    fn gates_modes_and_stages_are_read() {
        let json = r#"{"gates": ["Slurm"], "filters": {"work_mode_or_unstated": "remote",
                       "stage": ["offer", "hired"], "without_stage": true}}"#;
        let options = match_options(json.as_bytes(), &Limits::default(), 0).unwrap();
        assert_eq!(options.gates, Some(vec!["Slurm".to_owned()]));
        assert_eq!(options.filters.work_mode_or_unstated, Some(WorkMode::Remote));
        assert_eq!(options.filters.stages, [FeedbackStage::Offer, FeedbackStage::Hired]);
        assert!(options.filters.without_stage);
        let no_gates = match_options(br#"{"gates": []}"#, &Limits::default(), 0).unwrap();
        assert_eq!(no_gates.gates, Some(Vec::new()));
        let json = r#"{"gates": "Slurm", "filters": {"work_mode_or_unstated": "sometimes", "stage": "offered"}}"#;
        assert_eq!(pointers(json), ["/filters/work_mode_or_unstated", "/filters/stage", "/gates"]);
    }

    #[test]
    fn all_mistakes_come_at_once() {
        let json = r#"{"limit": 0, "as_of": "soon", "explain": 1, "wieghts": {}, "rates": {"EUR": -1, "euro": 1},
                       "weights": {"skils": 1, "pay": -3}}"#;
        let mut found = pointers(json);
        found.sort();
        assert_eq!(
            found,
            ["/as_of", "/explain", "/limit", "/rates/EUR", "/rates/euro", "/weights/pay", "/weights/skils", "/wieghts"]
        );
        assert_eq!(pointers(r#"{"cursor": "x"}"#), ["/cursor"]);
        assert_eq!(pointers(r#"{"cursor": 7}"#), ["/cursor"]);
        assert_eq!(pointers("[]"), [""]);
        assert_eq!(pointers(r#"{"weights": 3}"#), ["/weights"]);
    }

    #[test]
    fn a_near_name_is_offered() {
        assert_eq!(did_you_mean("wieghts", OPTIONS.into_iter()), "; did you mean `weights`?");
        assert_eq!(did_you_mean("zzz", OPTIONS.into_iter()), "");
    }
}
