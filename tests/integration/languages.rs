//! Postings in German, French, Spanish and Dutch are read nearly as well as in English, by fact.

use std::collections::BTreeMap;

use rolefit::extract::Extractor;
use rolefit::taxonomy::Taxonomy;
use serde_json::Value;

/// Of what is found in English, so many in a hundred must be found in another language, fact by fact and all together.
const LEAST_OF_ENGLISH: usize = 80;

/// By fact, how many are found and how many there are.
type Recall = BTreeMap<&'static str, (usize, usize)>;

fn list<'v>(value: &'v Value, key: &str) -> Vec<&'v Value> {
    value[key].as_array().into_iter().flatten().collect()
}

/// Counts what is found of one posting.
fn count(language: &str, posting: &Value, found: &Value, recall: &mut Recall) {
    let mut note = |fact, is_found: bool| {
        let (hits, all) = recall.entry(fact).or_default();
        (*hits, *all) = (*hits + usize::from(is_found), *all + 1);
    };
    note("language", found["language"] == language);
    let asked = |concept: &Value, necessity: &str| {
        list(found, "requirements").iter().any(|r| r["necessity"] == necessity && list(r, "options").contains(&concept))
    };
    for (key, necessity) in [("must", "must_have"), ("nice", "nice_to_have")] {
        for concept in list(posting, key) {
            note("skills", list(found, "skills").iter().any(|skill| skill["concept"] == *concept));
            note("necessity", asked(concept, necessity));
        }
    }
    let years = |wanted: &Value| list(found, "years").iter().any(|years| years["years"].as_f64() == wanted.as_f64());
    for wanted in list(posting, "years") {
        note("years", years(wanted));
    }
    for other in list(posting, "no_years") {
        note("years of others", !years(other));
    }
    if let Some(level) = posting.get("level") {
        note("level", found["level"] == *level);
    }
    if let Some(mode) = posting.get("mode") {
        note("mode", found["work_modes"] == Value::from(vec![mode.clone()]));
    }
    if let Some(city) = posting["city"].as_str() {
        let is_it = |place: &&Value| {
            place["city"].as_str().is_some_and(|name| name.to_lowercase().starts_with(&city.to_lowercase()))
                || (city == "Luxembourg" && place["country"] == "LU")
        };
        note("place", list(found, "locations").iter().any(is_it));
    }
    if let [least, most, currency, period] = list(posting, "pay")[..] {
        let same = |one: &Value, other: &Value| one.as_f64() == other.as_f64();
        let is_it = |pay: &&Value| {
            same(&pay["min"], least)
                && same(&pay["max"], most)
                && pay["currency"] == *currency
                && pay["period"] == *period
        };
        note("pay", list(found, "pay").iter().any(is_it));
    }
}

fn recall(extractor: &Extractor, language: &str, text: &str) -> Recall {
    let mut recall = Recall::new();
    let postings: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    assert_eq!(postings.len(), 20, "{language}");
    for posting in &postings {
        let found = extractor.extract(posting["text"].as_str().expect("a posting has a text")).unwrap();
        count(language, posting, &serde_json::to_value(&found).unwrap(), &mut recall);
    }
    recall
}

#[test]
fn other_languages_are_read_nearly_as_well_as_english() {
    let extractor = Extractor::new(Taxonomy::builtin());
    let english = recall(&extractor, "en", include_str!("../languages/en.jsonl"));
    println!("en {english:?}");
    let mut problems = Vec::new();
    for (language, text) in [
        ("de", include_str!("../languages/de.jsonl")),
        ("fr", include_str!("../languages/fr.jsonl")),
        ("es", include_str!("../languages/es.jsonl")),
        ("nl", include_str!("../languages/nl.jsonl")),
    ] {
        let own = recall(&extractor, language, text);
        println!("{language} {own:?}");
        for (fact, (hits, all)) in &own {
            let (of_english, all_english) = english[fact];
            // The files hold the same facts.
            assert_eq!(*all, all_english, "{language}: {fact}");
            if hits * 100 < of_english * LEAST_OF_ENGLISH {
                problems.push(format!("{language}: {fact} {hits} of {all}, in English {of_english}"));
            }
        }
    }
    assert_eq!(problems, Vec::<String>::new());
}
