//! That an engine without the feature `parallel` starts no thread, seen from a process in which nothing else runs.

use std::process::Command;
use std::{env, fs};

use serde_json::json;

use super::{Engine, MatchOptions};
use crate::domain::{Candidate, Role};

/// The threads of this process.
fn n_threads() -> usize {
    fs::read_dir("/proc/self/task").expect("Linux tells of threads").count()
}

#[test]
fn an_engine_without_the_feature_starts_no_thread() {
    // Of its own process: tests beside this one start and end theirs.
    let arguments = ["--exact", "engine::without_threads::alone", "--ignored", "--test-threads=1"];
    let run = Command::new(env::current_exe().unwrap()).args(arguments).output().unwrap();
    let told = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success() && told.contains("1 passed"), "{told}");
}

#[test]
#[ignore = "the test above runs it in a process of its own"]
fn alone() {
    let before = n_threads();
    let engine = Engine::in_memory();
    let people: Vec<Candidate> = (0..600)
        .map(|n| {
            serde_json::from_value(
                json!({"id": format!("c-{n}"), "summary": "Lustre for 5 years.", "skills": ["Slurm"]}),
            )
        })
        .collect::<Result<_, _>>()
        .unwrap();
    engine.put_candidates(&people).unwrap();
    let role: Role =
        serde_json::from_value(json!({"id": "r", "title": "Storage engineer", "must_have": ["Lustre"]})).unwrap();
    engine.put_role(&role).unwrap();
    let answer = engine.matches(&role.id, &MatchOptions::default()).unwrap();
    assert_eq!((answer.considered, n_threads()), (people.len(), before));
}
