//! What is tried with an input, and what must hold of the outcome, for each reader of the crate.

use std::io::{self, Read};
use std::sync::Arc;

use rolefit::extract::Extractor;
use rolefit::intake::{Document, DocumentReader, Format, parse_document};
use rolefit::market::Market;
use rolefit::matching::{ScoringProfile, WhatIfOptions};
use rolefit::storage::DataDirectory;
use rolefit::taxonomy::Taxonomy;
use rolefit::{Candidate, Engine, EngineOptions, Error, Limits, MatchOptions, Role, parse_candidate, parse_role};

use super::Target;
use super::seeds::{self, Form};

fn options() -> MatchOptions {
    MatchOptions::default().with_as_of(Some("2026-11-01".parse().unwrap()))
}

/// A refusal says something, and where.
fn check_refusal(error: &Error) {
    assert!(!error.to_string().is_empty());
    for violation in error.violations() {
        assert!(violation.pointer.is_empty() || violation.pointer.starts_with('/'), "{violation}");
        assert!(!violation.message.is_empty(), "{violation}");
    }
}

/// What was taken is written and read back as it was.
fn check_kept<T: Document + PartialEq + std::fmt::Debug>(document: &T) {
    let written = serde_json::to_vec(document).unwrap();
    let read = parse_document::<T>(&written, rolefit::intake::IdSource::Document, &Limits::default());
    // Written anew, a document may be longer than it came.
    assert!(written.len() > 1 << 20 || read.as_ref().is_ok_and(|read| read == document), "{read:?}");
    assert_eq!(serde_json::from_slice::<T>(&written).unwrap(), *document);
}

/// Judges a pair from all sides.
fn judge(engine: &Engine, role: &Role, candidate: &Candidate) {
    let found = engine.explain_documents(role, candidate, &options()).unwrap();
    assert!((0.0..=100.0).contains(&found.fit), "{}", found.fit);
    let again = engine.explain_documents(role, candidate, &options()).unwrap();
    assert_eq!(serde_json::to_string(&found).unwrap(), serde_json::to_string(&again).unwrap());
    let people = std::slice::from_ref(candidate);
    let options = WhatIfOptions::default().with_matching(options()).with_candidate(Some(candidate.id.clone()));
    engine.what_if_among(role, people, &options).unwrap();
}

pub(super) fn candidates() -> Target {
    let engine = Engine::in_memory();
    let roles: Vec<Role> = seeds::lines("sample_data/roles.jsonl")
        .iter()
        .map(|line| parse_role(line, &Limits::default()).unwrap())
        .collect();
    Target::new("candidates", Form::Json, seeds::candidates(), move |input| {
        match parse_candidate(input, &Limits::default()) {
            Err(error) => check_refusal(&error),
            Ok(candidate) => {
                check_kept(&candidate);
                judge(&engine, &roles[input.len() % roles.len()], &candidate);
                engine.put_candidate(&candidate).unwrap();
                engine.similar_candidates(&candidate.id, &options()).unwrap();
                engine.delete_candidate(&candidate.id).unwrap();
            }
        }
    })
}

pub(super) fn roles() -> Target {
    let engine = Engine::in_memory();
    let people: Vec<Candidate> = seeds::lines("sample_data/candidates.jsonl")
        .iter()
        .map(|line| parse_candidate(line, &Limits::default()).unwrap())
        .collect();
    Target::new("roles", Form::Json, seeds::roles(), move |input| match parse_role(input, &Limits::default()) {
        Err(error) => check_refusal(&error),
        Ok(role) => {
            check_kept(&role);
            judge(&engine, &role, &people[input.len() % people.len()]);
            engine.put_role(&role).unwrap();
            engine.similar_roles(&role.id, &options()).unwrap();
            engine.delete_role(&role.id).unwrap();
        }
    })
}

/// Gives a few bytes at a time.
struct Trickle<'a>(&'a [u8], usize);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = self.1 % 7 + 1;
        let n = self.1.min(buffer.len()).min(self.0.len());
        buffer[..n].copy_from_slice(&self.0[..n]);
        self.0 = &self.0[n..];
        Ok(n)
    }
}

/// What a stream gives, in short.
fn outcomes<T: Document>(input: impl Read, format: Format) -> Vec<String> {
    let documents = DocumentReader::<_, T>::new(io::BufReader::with_capacity(61, input), format);
    let told = documents.map(|outcome| match outcome {
        Ok((number, document)) => format!("{number} {}", serde_json::to_string(&document).unwrap()),
        Err(bad) => format!("{} {:?} {}", bad.number, bad.id, bad.error),
    });
    told.collect()
}

fn check_stream<T: Document>(input: &[u8], format: Format) {
    let whole = outcomes::<T>(input, format);
    assert!(whole.len() <= input.len() + 1, "{} documents in {} bytes", whole.len(), input.len());
    assert_eq!(outcomes::<T>(Trickle(input, 0), format), whole);
}

pub(super) fn streams() -> Target {
    let mut all = vec![seeds::file("sample_data/candidates.jsonl"), seeds::file("sample_data/roles.jsonl")];
    // Shorter ones too, and lists.
    for lines in [seeds::lines("sample_data/candidates.jsonl"), seeds::lines("sample_data/roles.jsonl")] {
        all.extend(lines.chunks(3).map(|lines| lines.join(&b'\n')));
        all.extend(lines.chunks(3).map(|lines| [&b"["[..], &lines.join(&b','), b"]"].concat()));
    }
    let formats = [Format::JsonLines, Format::Json, Format::Detect];
    Target::new("streams", Form::Text, all, move |input| {
        let format = formats[input.len() % formats.len()];
        check_stream::<Candidate>(input, format);
        check_stream::<Role>(input, format);
        // A line that nobody has touched is read, whatever stands before it.
        let with_one_more = [input, b"\n{\"id\": \"the-last\"}\n"].concat();
        let found = outcomes::<Candidate>(&*with_one_more, Format::JsonLines);
        assert!(found.last().is_some_and(|last| last.contains(r#"{"id":"the-last""#)), "{found:?}");
    })
}

pub(super) fn tables() -> Target {
    let all = seeds::TABLES.map(|table| table.as_bytes().to_vec()).to_vec();
    Target::new("tables", Form::Text, all, |input| {
        check_stream::<Candidate>(input, Format::Csv);
        check_stream::<Role>(input, Format::Csv);
    })
}

fn check_text(engine: &Engine, text: &str) {
    let found = engine.extract(text).unwrap();
    let characters: Vec<char> = text.chars().collect();
    let spans = found.skills.iter().map(|f| (f.start, f.end));
    let spans = spans.chain(found.requirements.iter().map(|f| (f.start, f.end)));
    let spans =
        spans.chain(found.scale.iter().map(|f| (f.start, f.end))).chain(found.pay.iter().map(|f| (f.start, f.end)));
    for (start, end) in spans.chain(found.years.iter().map(|f| (f.start, f.end))) {
        assert!(start <= end && end <= characters.len(), "{start}..{end} of {} characters", characters.len());
    }
    for skill in &found.skills {
        assert!(engine.taxonomy().find(&skill.concept).is_some(), "{}", skill.concept);
    }
}

pub(super) fn texts() -> Target {
    let engine = Engine::in_memory();
    Target::new("texts", Form::Text, seeds::texts(), move |input| {
        let text = String::from_utf8_lossy(input);
        check_text(&engine, &text);
        let role = serde_json::json!({"id": "r", "title": "HPC engineer", "description": text});
        let candidate = serde_json::json!({"id": "c", "summary": text, "experience": [{"description": text}]});
        let role = parse_role(role.to_string().as_bytes(), &Limits::default());
        let candidate = parse_candidate(candidate.to_string().as_bytes(), &Limits::default());
        if let (Ok(role), Ok(candidate)) = (role, candidate) {
            judge(&engine, &role, &candidate);
        }
    })
}

pub(super) fn long_texts() -> Target {
    let engine = Engine::in_memory();
    Target::new("long-texts", Form::LongText, seeds::texts(), move |input| {
        let text = String::from_utf8_lossy(input);
        check_text(&engine, &text);
        let role = serde_json::json!({"id": "r", "title": "HPC engineer", "description": text});
        let candidate = serde_json::json!({"id": "c", "summary": text});
        let role = parse_role(role.to_string().as_bytes(), &Limits::default());
        let candidate = parse_candidate(candidate.to_string().as_bytes(), &Limits::default());
        if let (Ok(role), Ok(candidate)) = (role, candidate) {
            engine.explain_documents(&role, &candidate, &options()).unwrap();
        }
    })
}

pub(super) fn names() -> Target {
    let taxonomy = Taxonomy::builtin();
    let labels: Vec<Vec<u8>> = taxonomy.labels().map(|(label, _)| label.as_bytes().to_vec()).collect();
    Target::new("names", Form::Text, labels, move |input| {
        let name = String::from_utf8_lossy(input);
        let found = taxonomy.resolve(&name);
        assert_eq!(found.concept, taxonomy.resolve(&name).concept);
    })
}

pub(super) fn taxonomies() -> Target {
    Target::new("taxonomies", Form::Text, vec![seeds::TAXONOMY.into()], |input| {
        let file = String::from_utf8_lossy(input);
        match Taxonomy::extended(&file) {
            Err(error) => check_refusal(&error),
            Ok(taxonomy) => {
                taxonomy.resolve("Acme Fabric");
                let extractor = Extractor::new(Arc::new(taxonomy));
                extractor.extract("Ran Acme Fabric and Slurm for 5 years.").unwrap();
            }
        }
    })
}

pub(super) fn profiles() -> Target {
    let whole = seeds::file("src/score/default_profile.toml");
    let text = String::from_utf8(whole.clone()).unwrap();
    // One that is complete, and ones of a section, which change the default.
    let sections = text.split("\n\n").map(|section| section.as_bytes().to_vec());
    let all = std::iter::once(whole).chain(sections).collect();
    let engine = Engine::in_memory();
    let role = parse_role(&seeds::roles()[0], &Limits::default()).unwrap();
    let candidate = parse_candidate(&seeds::candidates()[0], &Limits::default()).unwrap();
    Target::new("profiles", Form::Text, all, move |input| {
        let file = String::from_utf8_lossy(input);
        for outcome in [ScoringProfile::parse(&file), ScoringProfile::default().with(&file)] {
            match outcome {
                Err(error) => check_refusal(&error),
                Ok(profile) => {
                    let options = options().with_profile(Some(profile));
                    let found = engine.explain_documents(&role, &candidate, &options).unwrap();
                    assert!((0.0..=100.0).contains(&found.fit), "{}", found.fit);
                }
            }
        }
    })
}

pub(super) fn rows_of_pay() -> Target {
    let all = seeds::ROWS_OF_PAY.map(|rows| rows.as_bytes().to_vec()).to_vec();
    let role = parse_role(&seeds::roles()[0], &Limits::default()).unwrap();
    let candidate = parse_candidate(&seeds::candidates()[0], &Limits::default()).unwrap();
    Target::new("rows-of-pay", Form::Text, all, move |input| match Market::extended(&String::from_utf8_lossy(input)) {
        Err(error) => check_refusal(&error),
        Ok(market) => {
            let engine = Engine::in_memory_with(EngineOptions::default().with_market(Arc::new(market)));
            engine.explain_documents(&role, &candidate, &options()).unwrap();
        }
    })
}

pub(super) fn backups() -> Target {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("backup"));
    let engine = Engine::open(&data).unwrap();
    for n in 0..5 {
        let summary = "Lustre. ".repeat(n * 900);
        let candidate = serde_json::json!({"id": format!("c-{n}"), "summary": summary});
        engine.put_candidate(&parse_candidate(candidate.to_string().as_bytes(), &Limits::default()).unwrap()).unwrap();
    }
    engine.backup(&file).unwrap();
    drop(engine);
    let digest = DataDirectory::at(&data).verify(&EngineOptions::default()).unwrap().digest;
    let whole = std::fs::read(&file).unwrap();
    Target::new("backups", Form::Bytes, vec![whole], move |input| {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("backup");
        std::fs::write(&file, input).unwrap();
        let restored = DataDirectory::at(folder.path().join("data"));
        match restored.restore(&file) {
            Err(error) => check_refusal(&error),
            Ok(_) => assert_eq!(restored.verify(&EngineOptions::default()).unwrap().digest, digest),
        }
    })
}
