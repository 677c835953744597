//! A data directory outlives its engine; its index may be lost, foreign or damaged without changing an answer.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use rolefit::error::ErrorKind;
use rolefit::model::PartialDate;
use rolefit::taxonomy::Taxonomy;
use rolefit::{Answer, Candidate, CandidateId, Engine, EngineOptions, MatchOptions, Role, RoleId};

fn role() -> Role {
    serde_json::from_str(r#"{"id": "r-1", "title": "HPC storage engineer", "must_have": ["Lustre", "Linux"]}"#).unwrap()
}

fn candidates() -> Vec<Candidate> {
    [
        r#"{"id": "c-1", "summary": "Seven years of Lustre on Linux."}"#,
        r#"{"id": "c-2", "headline": "Storage engineer", "skills": ["BeeGFS", "Linux"]}"#,
        r#"{"id": "c-3", "summary": "React and PostgreSQL in a web shop."}"#,
        r#"{"id": "Łukasz-4", "summary": "Zarządzam systemem plików Lustre."}"#,
    ]
    .into_iter()
    .map(|text| serde_json::from_str(text).unwrap())
    .collect()
}

fn filled(dir: &Path) -> String {
    let engine = Engine::open(dir).unwrap();
    engine.put_role(&role()).unwrap();
    engine.put_candidates(&candidates()).unwrap();
    engine.delete_candidate(&CandidateId::new("c-3").unwrap()).unwrap();
    engine.flush_index().unwrap();
    answer(&engine)
}

fn answer(engine: &Engine) -> String {
    let options = MatchOptions::default().with_as_of(Some("2026-11-01".parse::<PartialDate>().unwrap()));
    let answer: Answer = engine.matches(&RoleId::new("r-1").unwrap(), &options).unwrap();
    assert_eq!(answer.results.len(), 3);
    serde_json::to_string(&answer.results).unwrap()
}

fn index_files(dir: &Path) -> Vec<std::path::PathBuf> {
    let mut files: Vec<_> =
        fs::read_dir(dir.join("index/tantivy")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.is_file());
    files.sort();
    files
}

#[test]
fn reopening_gives_the_same_answer() {
    let dir = tempfile::tempdir().unwrap();
    let before = filled(dir.path());
    assert_eq!(answer(&Engine::open(dir.path()).unwrap()), before);
}

#[test]
fn a_missing_index_is_built_anew() {
    let dir = tempfile::tempdir().unwrap();
    let before = filled(dir.path());
    fs::remove_dir_all(dir.path().join("index")).unwrap();
    let engine = Engine::open(dir.path()).unwrap();
    assert_eq!(answer(&engine), before);
    assert_eq!(engine.search("Lustre", 10).unwrap().len(), 2);
}

#[test]
fn a_damaged_index_is_built_anew_whichever_file_is_hurt() {
    let dir = tempfile::tempdir().unwrap();
    let before = filled(dir.path());
    for number in 0..index_files(dir.path()).len() {
        let files = index_files(dir.path());
        let Some(file) = files.get(number) else { break };
        let mut bytes = fs::read(file).unwrap();
        if let Some(middle) = bytes.len().checked_div(2).filter(|at| *at < bytes.len()) {
            bytes[middle] ^= 0xff;
            fs::write(file, bytes).unwrap();
        }
        assert_eq!(answer(&Engine::open(dir.path()).unwrap()), before, "{}", file.display());
    }
}

/// Its entries are the documents' own words.
#[test]
fn an_index_is_of_use_with_another_taxonomy() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path());
    let segments = || {
        let files = fs::read_dir(dir.path().join("index/tantivy")).unwrap().map(|file| file.unwrap().file_name());
        let mut segments: Vec<_> = files.filter(|name| !name.to_string_lossy().starts_with('.')).collect();
        segments.sort();
        segments
    };
    let before = segments();
    let own = r#"
        [[concept]]
        id = "acme-fs"
        label = "Acme FS"
        kind = "tool"
        area = "parallel_storage"
        weight = 1.5
        source = "own"
        related = [{ to = "lustre", credit = 0.6 }]
    "#;
    let options = EngineOptions::default().with_taxonomy(Arc::new(Taxonomy::extended(own).unwrap()));
    let engine = Engine::open_with(dir.path(), options).unwrap();
    assert_eq!(segments(), before, "one that is built anew has other segments");
    engine.put_candidate(&serde_json::from_str(r#"{"id": "c-5", "skills": ["Acme FS", "Linux"]}"#).unwrap()).unwrap();
    let answer = engine.matches(&RoleId::new("r-1").unwrap(), &MatchOptions::default()).unwrap();
    let own = answer.results.iter().find(|row| row.candidate_id.as_ref().unwrap().as_str() == "c-5").unwrap();
    assert!(own.must_have_coverage > 0.4, "Acme FS counts for Lustre: {}", own.must_have_coverage);
}

#[test]
fn a_second_engine_on_the_same_directory_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let _first = Engine::open(dir.path()).unwrap();
    let error = Engine::open(dir.path()).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Storage);
    assert!(error.to_string().contains("in use"), "{error}");
}

#[test]
fn a_write_is_seen_by_the_next_match_before_any_commit() {
    let engine = Engine::in_memory();
    engine.put_role(&role()).unwrap();
    for candidate in candidates().iter().filter(|c| c.id.as_str() != "c-3") {
        engine.put_candidate(candidate).unwrap();
    }
    answer(&engine);
    assert!(!engine.put_candidate(&candidates()[0]).unwrap().created);
    assert!(engine.delete_candidate(&candidates()[0].id).unwrap());
    assert!(!engine.delete_candidate(&candidates()[0].id).unwrap());
    let left = engine.matches(&RoleId::new("r-1").unwrap(), &MatchOptions::default()).unwrap();
    assert_eq!(left.results.len(), 2);
}
