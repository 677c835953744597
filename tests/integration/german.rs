//! All that the engine says is said in German where that is asked, of the same people with the same points.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use rolefit::duplicates::DuplicateOptions;
use rolefit::intake::{Document, DocumentReader, Format};
use rolefit::matching::WhatIfOptions;
use rolefit::model::{Language, PartialDate};
use rolefit::{Answer, Candidate, Engine, MatchOptions, Role};
use serde_json::Value;

/// Words that no German sentence holds, nor any name of the sample data.
const ENGLISH: &[&str] = &[
    "the", "profile", "role", "which", "does", "must-have", "must-haves", "asked", "this", "has", "have", "you",
    "your", "comes", "carries", "is", "are", "nothing", "would", "what", "years", "level", "instead", "without",
    "candidate", "brings", "welcome", "expects", "elsewhere", "another", "band",
];

/// Where an answer holds sentences.
const SENTENCES: &[&str] = &["summary", "statement", "question", "why", "label", "reason"];

fn read<T: Document>(name: &str) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("sample_data").join(name);
    DocumentReader::<_, T>::new(BufReader::new(File::open(path).unwrap()), Format::JsonLines)
        .map(|row| row.map_or_else(|bad| panic!("{name}: {bad}"), |(_, document)| document))
        .collect()
}

fn options(limit: usize) -> MatchOptions {
    MatchOptions::default().with_limit(limit).with_as_of(Some("2026-11-01".parse::<PartialDate>().unwrap()))
}

fn sample() -> (Engine, Vec<Role>) {
    let engine = Engine::in_memory();
    for candidate in read::<Candidate>("candidates.jsonl") {
        engine.put_candidate(&candidate).unwrap();
    }
    let roles: Vec<Role> = read("roles.jsonl");
    for role in &roles {
        engine.put_role(role).unwrap();
    }
    (engine, roles)
}

/// Takes the sentences out of an answer.
fn take_sentences(answer: &mut Value, sentences: &mut Vec<String>) {
    match answer {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(text) if SENTENCES.contains(&name.as_str()) => {
                        sentences.push(std::mem::take(text));
                    }
                    Value::String(text) if ["gated", "requirement"].contains(&name.as_str()) => {
                        // The words around the codes of countries, and those that stand for the gates of several roles.
                        if let Some((_, countries)) = text.split_once(": ") {
                            *text = countries.to_owned();
                        }
                        *text = text.replace("eine Bedingung der Stelle", "a gate of the role");
                    }
                    _ => take_sentences(value, sentences),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| take_sentences(value, sentences)),
        _ => {}
    }
}

/// The sentences of an answer in English and in German, after all else was found to be the same.
fn compared<T: serde::Serialize>(english: &T, german: &T) -> Vec<(String, String)> {
    let [(english, en), (german, de)] = [english, german].map(|answer| {
        let (mut answer, mut sentences) = (serde_json::to_value(answer).unwrap(), Vec::new());
        take_sentences(&mut answer, &mut sentences);
        (answer, sentences)
    });
    assert_eq!(english, german, "something other than sentences depends on the language");
    assert_eq!(en.len(), de.len());
    en.into_iter().zip(de).collect()
}

#[track_caller]
fn assert_german(pairs: impl IntoIterator<Item = (String, String)>) -> usize {
    let pairs: BTreeSet<(String, String)> = pairs.into_iter().collect();
    for (english, german) in &pairs {
        assert_ne!(english, german);
        // What is quoted of the posting stays as it was written.
        let said = german.strip_prefix("mit Worten der Anzeige: ").map_or(german.as_str(), |_| "");
        let words = said.split(|c: char| !(c.is_alphanumeric() || c == '-')).map(str::to_lowercase);
        let found: Vec<String> = words.filter(|word| ENGLISH.contains(&word.as_str())).collect();
        assert!(found.is_empty(), "{found:?} in {german:?}, in English {english:?}");
        assert!(!german.contains(['{', '}']) && !german.contains("  "), "{german:?}");
    }
    pairs.len()
}

#[test]
fn every_sentence_about_the_sample_data_is_german_and_nothing_else_depends_on_the_language() {
    let (engine, roles) = sample();
    let mut n = 0;
    for role in &roles {
        let of = |language| engine.matches(&role.id, &options(200).with_language(Some(language))).unwrap();
        let [english, german]: [Answer; 2] = Language::ALL.map(of);
        assert_eq!(english, engine.matches(&role.id, &options(200)).unwrap(), "English is what is said by itself");
        assert_eq!(german, engine.in_language(Language::German).matches(&role.id, &options(200)).unwrap());
        n += assert_german(compared(&english, &german));
    }
    assert!(n > 5_000, "only {n} sentences were compared");
}

#[test]
fn roles_for_somebody_and_more_of_the_same_are_told_in_german() {
    let (engine, roles) = sample();
    let german = engine.in_language(Language::German);
    for candidate in read::<Candidate>("candidates.jsonl").iter().step_by(10) {
        let of = |engine: &Engine| engine.roles_for(&candidate.id, &options(20)).unwrap();
        assert_german(compared(&of(&engine), &of(&german)));
        let of = |engine: &Engine| engine.similar_candidates(&candidate.id, &options(5)).unwrap();
        assert_german(compared(&of(&engine), &of(&german)));
    }
    for role in &roles {
        let of = |engine: &Engine| engine.similar_roles(&role.id, &options(20)).unwrap();
        assert_german(compared(&of(&engine), &of(&german)));
    }
}

#[test]
fn what_would_change_a_pool_is_told_in_german() {
    let (engine, roles) = sample();
    let german = engine.in_language(Language::German);
    for role in roles.iter().step_by(4) {
        let last = engine.matches(&role.id, &options(60)).unwrap().results.pop().unwrap().candidate_id.unwrap();
        let asked = WhatIfOptions::default().with_matching(options(10)).with_candidate(Some(last));
        let of = |engine: &Engine| engine.what_if(&role.id, &asked).unwrap();
        // A name alone, as after "ohne", is the same in both.
        assert!(assert_german(compared(&of(&engine), &of(&german))) > 5);
    }
}

#[test]
fn why_two_documents_may_be_of_one_person_is_told_in_german() {
    let engine = Engine::in_memory();
    let text = "I ran Slurm and Lustre for seven years on a cluster of nine hundred nodes and wrote the tools that people submit jobs with.";
    for (id, city) in [("a", "Austin, TX"), ("b", "Denver, CO")] {
        let candidate = serde_json::json!({
            "id": id, "name": "Ann Lee", "summary": text, "location": {"city": city},
            "custom": {"email": "ann.lee@example.org", "phone": "+1 512 555 0100"},
            "experience": [{"employer": "Acme", "title": "HPC engineer", "start": "2019-03", "end": "2024-05"}],
            "education": [{"institution": "University of Austin", "degree": "BSc", "end": "2015"}],
        });
        engine.put_candidate(&serde_json::from_value(candidate).unwrap()).unwrap();
    }
    let reasons = |engine: &Engine| -> Vec<String> {
        let found = engine.duplicates(&DuplicateOptions::default()).unwrap();
        let [found] = &found.duplicates[..] else { panic!("{found:?}") };
        assert_eq!(engine.duplicate(&found.id).unwrap().as_ref(), Some(found));
        found.reasons.iter().map(|reason| reason.text.clone()).collect()
    };
    let (english, german) = (reasons(&engine), reasons(&engine.in_language(Language::German)));
    assert!(german.contains(&"dieselbe E-Mail-Adresse".to_owned()), "{german:?}");
    assert_eq!(english.len(), german.len());
    assert!(assert_german(english.into_iter().zip(german)) >= 5);
}
