//! What is always true of reading documents.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::acceptance::{candidate, role};
use super::*;
use crate::domain::{Candidate, Role};

/// Keys that mean something somewhere, so that arbitrary values reach every part of the walk.
fn keys() -> impl Strategy<Value = String> {
    const KEYS: &[&str] = &[
        "id", "skills", "name", "years", "last_used", "experience", "start", "end", "scale", "value", "unit", "level",
        "expected_pay", "min", "max", "currency", "custom", "external_ids", "must_have", "any_of", "gate", "weights",
        "pay_band", "status", "location", "city", "work_modes", "current_salary", "a/b~c",
    ];
    prop_oneof![4 => prop::sample::select(KEYS).prop_map(str::to_owned), 1 => ".{0,12}"]
}

fn values() -> impl Strategy<Value = Value> {
    let word =
        prop::sample::select(&["", "senior", "GPUs", "USD", "2021", "2020-02-30", "present", "x", "42", "\u{0}"][..]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        prop::sample::select(&[0.5, -1.5, 4096.0, 1e300, -0.0][..]).prop_map(Value::from),
        (0..100_i64).prop_map(Value::from),
        word.prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((keys(), inner), 0..8)
                .prop_map(|entries| Value::Object(entries.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// Fields of valid candidates, each there or not, written as people write them.
fn candidates() -> impl Strategy<Value = Value> {
    let level = prop::option::of(prop::sample::select(&["Sr", "MID", "intern", "Head", "staff"][..]));
    let date = || prop::option::of(prop::sample::select(&["2019", "2019-07", "2019-12-31"][..]));
    let end = prop::option::of(prop::sample::select(&["2020", "present", "2024-02-29"][..]));
    // Hundredths: numbers that every reader of JSON takes exactly.
    let hundredths = |max: u32| (0..=max * 100).prop_map(|n| f64::from(n) / 100.0);
    let skill = prop_oneof![
        "[a-zé]{1,9}".prop_map(Value::from),
        ("[A-Z]{1,9}", prop::option::of(hundredths(80)), date())
            .prop_map(|(name, years, last_used)| json!({ "name": name, "years": years, "last_used": last_used })),
    ];
    let job = (date(), end, prop::collection::vec(skill.clone(), 0..3), 0..1_000_000_u32, "gpus|Nodes|PB").prop_map(
        |(start, end, skills, value, unit)| {
            json!({ "start": start, "end": end, "skills": skills, "scale": [{ "value": f64::from(value), "unit": unit }] })
        },
    );
    let pay = (hundredths(1000), hundredths(1000), "usd|EUR", "hourly|Year|per annum").prop_map(
        |(min, more, currency, period)| json!({ "min": min, "max": min + more, "currency": currency, "period": period }),
    );
    let lists = (prop::collection::vec(skill, 0..4), prop::collection::vec(job, 0..3));
    let custom = "[a-z]{0,5}".prop_map(|word| json!({ word: [1.5, null, { "k": "v" }] }));
    ("[a-z0-9-]{1,20}", prop::option::of(".{0,40}"), level, lists, prop::option::of(pay), custom).prop_map(
        |(id, summary, level, (skills, experience), expected_pay, custom)| {
            json!({
                "id": id, "summary": summary, "level": level, "skills": skills, "experience": experience,
                "expected_pay": expected_pay, "custom": custom,
            })
        },
    )
}

/// Writes and reads again, from text and from a value.
fn reread<T: Document + PartialEq + std::fmt::Debug>(document: &T) {
    let limits = Limits::default();
    let json = serde_json::to_vec(document).unwrap();
    assert_eq!(&parse_document::<T>(&json, IdSource::Document, &limits).unwrap(), document);
    check_document(document, &limits).unwrap();
    let value = serde_json::to_value(document).unwrap();
    assert_eq!(&T::from_value(value, IdSource::Document, "", &limits).unwrap(), document);
}

proptest! {
    #[test]
    fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse_candidate(&bytes, &Limits::default());
        for format in [Format::Json, Format::JsonLines, Format::Detect] {
            let limits = Limits::default().with_document_bytes(50);
            let outcomes = DocumentReader::<_, Role>::new(&bytes[..], format).with_limits(limits).count();
            prop_assert!(outcomes <= bytes.len());
        }
    }

    #[test]
    fn arbitrary_text_of_brackets_never_panics(text in r#"[\[\]{}",:a\\ \n0-9]{0,60}"#) {
        for format in [Format::Json, Format::JsonLines, Format::Detect] {
            let outcomes = DocumentReader::<_, Candidate>::new(text.as_bytes(), format).count();
            prop_assert!(outcomes <= text.len() + 1);
        }
    }

    #[test]
    fn arbitrary_values_never_panic_and_are_refused_with_pointers_to_places(value in values()) {
        let limits = Limits::default();
        for error in [candidate(value.clone()).err(), role(value.clone()).err()].into_iter().flatten() {
            prop_assert!(!error.violations().is_empty());
            for violation in error.violations() {
                prop_assert!(value.pointer(&violation.pointer).is_some(), "{violation}");
            }
        }
        let text = value.to_string();
        if let Ok(candidate) = parse_candidate(text.as_bytes(), &limits) { reread(&candidate); }
        if let Ok(role) = parse_role(text.as_bytes(), &limits) { reread(&role); }
    }

    #[test]
    fn normalizing_twice_changes_nothing(value in candidates()) {
        reread(&candidate(value).unwrap());
    }

    #[test]
    fn lists_and_lines_of_the_same_documents_give_the_same(documents in prop::collection::vec(candidates(), 0..5)) {
        let lines: String = documents.iter().flat_map(|document| [document.to_string(), "\n".to_owned()]).collect();
        let pretty = format!("{:#}", Value::from(documents.clone()));
        let read = |text: &str, format| -> Vec<Candidate> {
            DocumentReader::new(text.as_bytes(), format).map(|outcome| outcome.map(|(_, document)| document).unwrap()).collect()
        };
        let from_lines = read(&lines, Format::JsonLines);
        prop_assert_eq!(from_lines.len(), documents.len());
        prop_assert_eq!(&read(&lines, Format::Detect), &from_lines);
        prop_assert_eq!(&read(&lines, Format::Json), &from_lines);
        prop_assert_eq!(&read(&pretty, Format::Json), &from_lines);
        prop_assert_eq!(&read(&pretty, Format::Detect), &from_lines);
    }
}
