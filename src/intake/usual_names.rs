//! Names and forms that other systems use and that can mean one thing only, taken as what they mean: `company` of a job is its
//! employer. Others are answered with a hint ([`field_names`](super::field_names)).

use serde_json::{Map, Value};

use super::other_names::{FAMILY_NAMES, GIVEN_NAMES, is_among, of_object};
use super::synonyms::squash;

/// Why a name for pay of a candidate is refused.
const WHOSE_PAY: &str = "it does not say whether that is expected or paid now; give what is expected as `expected_pay`, and leave \
                         present pay out";

/// Longer names are none of these; in bytes.
const MAX_NAME: usize = 32;

/// What became of usual names.
#[derive(Default)]
pub(super) struct Taken {
    /// Names that are refused, with the reason.
    pub refused: Vec<(String, &'static str)>,
    /// Fields that were written by another name, and that name: whoever reads what is wrong there looks for it.
    written: Vec<(&'static str, String)>,
}

impl Taken {
    /// The name by which a field was written.
    pub(super) fn written<'n>(&'n self, field: &'n str) -> &'n str {
        self.written.iter().find(|(known, _)| *known == field).map_or(field, |(_, name)| name)
    }
}

/// Takes usual names in `map`, an object of that name, as what they mean.
pub(super) fn take(object: &str, map: &mut Map<String, Value>, is_field: impl Fn(&str) -> bool) -> Taken {
    let foreign = |key: &&String| key.len() <= MAX_NAME && !is_field(key);
    let mut foreign: Vec<(String, String)> = map.keys().filter(foreign).map(|key| (key.clone(), squash(key))).collect();
    let Some(names) = of_object(object).filter(|_| !foreign.is_empty()) else { return Taken::default() };
    let mut written = Vec::new();
    for row in names.fields {
        // Two names for one thing: the first is taken, and the hint of an unknown field says which to use.
        for word in row.taken.split_ascii_whitespace() {
            let Some(at) = foreign.iter().position(|(_, squashed)| squashed == word) else { continue };
            if map.get(row.field).is_none_or(Value::is_null) {
                let (key, _) = foreign.swap_remove(at);
                let value = map.remove(&key).expect("its key was just listed");
                map.insert(row.field.to_owned(), value);
                written.push((row.field, key));
            }
        }
    }
    if object == "Candidate" {
        let parts: Vec<String> =
            [GIVEN_NAMES, FAMILY_NAMES].into_iter().filter_map(|names| name_part(names, &foreign, map)).collect();
        if !parts.is_empty() && !map.contains_key("name") {
            let is_part = |(_, name): &&(String, String)| is_among(GIVEN_NAMES, name) || is_among(FAMILY_NAMES, name);
            written.extend(foreign.iter().find(is_part).map(|(key, _)| ("name", key.clone())));
            map.insert("name".to_owned(), parts.join(" ").into());
        }
    }
    for (key, squashed) in &foreign {
        if is_among(names.kept, squashed) {
            keep(key, map);
        }
    }
    foreign.retain(|(_, squashed)| is_among(names.refused, squashed));
    Taken { refused: foreign.into_iter().map(|(key, _)| (key, WHOSE_PAY)).collect(), written }
}

/// Takes the part of a name that one of `names` holds out of `map`.
fn name_part(names: &str, foreign: &[(String, String)], map: &mut Map<String, Value>) -> Option<String> {
    let mut found = None;
    for (key, _) in foreign.iter().filter(|(_, squashed)| is_among(names, squashed)) {
        if let Some(Value::String(part)) = map.get(key) {
            found.get_or_insert_with(|| part.trim().to_owned());
            map.remove(key);
        }
    }
    found.filter(|part| !part.is_empty())
}

/// Moves a field to `custom`, unless something of that name is there.
fn keep(key: &str, map: &mut Map<String, Value>) {
    if !map.get("custom").is_none_or(|custom| custom.is_null() || custom.get(key).is_none() && custom.is_object()) {
        return;
    }
    let Some(value) = map.remove(key) else { return };
    let custom = map.entry("custom").or_insert(Value::Null);
    if custom.is_null() {
        *custom = Value::Object(Map::new());
    }
    custom.as_object_mut().expect("it is null or an object").insert(key.to_owned(), value);
}

/// A place as text: a city, a city and a region, or a city, a region and a country, with commas between.
pub(super) fn place(text: &str) -> Value {
    let parts: Vec<&str> = text.split(',').map(str::trim).filter(|part| !part.is_empty()).collect();
    let (fields, parts): (&[&str], Vec<String>) = match parts.len() {
        0..=2 => (&["city", "region"], parts.iter().map(|part| (*part).to_owned()).collect()),
        n => {
            // Whatever stands before the last two is where in the city.
            let (city, rest) = parts.split_at(n - 2);
            let rest = rest.iter().map(|part| (*part).to_owned());
            (&["city", "region", "country"], std::iter::once(city.join(", ")).chain(rest).collect())
        }
    };
    fields
        .iter()
        .zip(parts)
        .map(|(field, part)| ((*field).to_owned(), Value::String(part)))
        .collect::<Map<_, _>>()
        .into()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::domain::{Candidate, Role};
    use crate::intake::{Limits, parse_candidate, parse_role};

    fn candidate(value: &Value) -> Result<Candidate, crate::Error> {
        parse_candidate(value.to_string().as_bytes(), &Limits::default())
    }

    fn role(value: &Value) -> Result<Role, crate::Error> {
        parse_role(value.to_string().as_bytes(), &Limits::default())
    }

    #[test]
    fn a_first_document_of_ones_own_works() {
        let found = candidate(&json!({
            "id": 17, "first_name": "Ana", "lastName": "Lima", "email": "ana@example.org", "location": "Austin, TX",
            "title": "Storage engineer", "current_company": "Acme",
            "experience": [{"company": "Acme", "job_title": "Engineer", "start_date": "2020-01"}],
            "skills": [{"skill": "Lustre", "years_of_experience": 4}],
        }))
        .unwrap();
        assert_eq!(
            serde_json::to_value(&found).unwrap(),
            json!({
                "id": "17", "name": "Ana Lima", "headline": "Storage engineer",
                "location": {"city": "Austin", "region": "TX"},
                "experience": [{"employer": "Acme", "title": "Engineer", "start": "2020-01"}],
                "skills": [{"name": "Lustre", "years": 4.0}],
                "custom": {"email": "ana@example.org", "current_company": "Acme"},
            })
        );
        let found = role(&json!({
            "id": 9, "jobTitle": "HPC engineer", "required_skills": [{"skill": "Slurm", "years": 3}], "company": "Acme",
            "location": "Munich, Bavaria, Germany", "salary": {"min": 90_000, "currency": "EUR"},
        }))
        .unwrap();
        assert_eq!((found.id.as_str(), found.title.as_deref()), ("9", Some("HPC engineer")));
        assert_eq!(found.location.unwrap().country.as_deref(), Some("Germany"));
        assert_eq!((found.must_have.len(), found.pay_band.is_some()), (1, true));
        assert_eq!(found.custom["company"], "Acme");
    }

    #[test]
    fn what_has_two_names_or_no_meaning_is_told() {
        let violations = |value: Value| {
            candidate(&value).unwrap_err().violations().iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let found = violations(json!({"id": "c", "salary": 200_000, "headline": "a", "title": "b"}));
        assert_eq!(
            found,
            [
                "/salary: `salary` is refused: it does not say whether that is expected or paid now; give what is expected \
                 as `expected_pay`, and leave present pay out",
                "/title: `title` is not a field of a candidate; did you mean `headline`? anything extra can be kept in the \
                 candidate's `custom`",
            ]
        );
        let found = violations(json!({"id": "c", "location": 7, "experience": [{"company": 5}]}));
        assert_eq!(found.len(), 2, "{found:?}");
        // What is wrong stands where the document has it.
        assert!(found[0].starts_with("/experience/0/company: this is the number 5"), "{found:?}");
        assert_eq!(violations(json!({"id": "c", "cv": false})), ["/cv: this is false; expected a text"]);
        let found = violations(json!({"id": "c", "First Name": "A".repeat(3000), "surname": "B"}));
        assert!(found[0].starts_with("/First Name: has 3002 characters"), "{found:?}");
        let found = violations(json!({"id": "c", "email": "a@example.org", "custom": {"email": "b@example.org"}}));
        assert!(found[0].starts_with("/email: `email` is not a field"), "{found:?}");
    }

    #[test]
    fn places_are_cut_at_commas() {
        assert_eq!(place("Germany"), json!({"city": "Germany"}));
        assert_eq!(place(" Austin , TX "), json!({"city": "Austin", "region": "TX"}));
        assert_eq!(
            place("Dahlem, Berlin, Berlin, DE"),
            json!({"city": "Dahlem, Berlin", "region": "Berlin", "country": "DE"})
        );
        assert_eq!(place(" , "), json!({}));
    }
}
