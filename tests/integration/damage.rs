//! Damaged files: every file of a data directory with flipped, overwritten, cut or missing bytes. The answer is then the right one,
//! or a clear error; never a wrong one, a hang or an abort.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rolefit::{Candidate, Engine, Role};

use crate::campaign::{Dice, Ended, program, rounds, run};
use crate::data_directory::copy;

/// Above the deadline that an open gives itself.
const PATIENCE: Duration = Duration::from_secs(150);

fn fill(dir: &Path) -> Engine {
    let engine = Engine::open(dir).unwrap();
    let role: Role =
        serde_json::from_str(r#"{"id": "r-1", "title": "HPC engineer", "must_have": ["Lustre", "Slurm"]}"#).unwrap();
    engine.put_role(&role).unwrap();
    let person = |n: usize, version: usize| -> Candidate {
        let summary = format!("Version {version}: {} years of Lustre. {}", n + version, "Slurm. ".repeat(n * 20));
        serde_json::from_value(serde_json::json!({"id": format!("c-{n}"), "summary": summary})).unwrap()
    };
    engine.put_candidates(&(0..50).map(|n| person(n, 0)).collect::<Vec<_>>()).unwrap();
    for n in 0..20 {
        engine.put_candidate(&person(n, 1)).unwrap();
        engine.delete_candidate(&person(n + 25, 0).id).unwrap();
    }
    engine.flush_index().unwrap();
    engine.put_candidate(&person(3, 2)).unwrap();
    engine
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    all.retain(|path| !path.ends_with("reserve"));
    all.sort();
    all
}

fn matched(dir: &Path) -> Ended {
    let data = dir.to_str().unwrap();
    let arguments = ["match", "r-1", "--data-dir", data, "--top", "1000", "--format", "json", "--as-of", "2026-11-01"];
    run(&mut program(&arguments), PATIENCE)
}

fn exported(dir: &Path) -> Ended {
    run(&mut program(&["export", "--data-dir", dir.to_str().unwrap(), "--candidates", "-"]), PATIENCE)
}

/// Damages one file; says how.
fn harm(path: &Path, dice: &mut Dice) -> String {
    let mut bytes = fs::read(path).unwrap();
    let way = dice.below(6);
    if way == 0 || bytes.is_empty() {
        fs::remove_file(path).unwrap();
        return "missing".to_owned();
    }
    let at = dice.below(bytes.len());
    let told = match way {
        1 => {
            bytes[at] ^= 1 << dice.below(8);
            format!("bit flipped in byte {at}")
        }
        2 => {
            bytes[at] = bytes[at].wrapping_add(1 + u8::try_from(dice.below(254)).unwrap());
            format!("byte {at} changed")
        }
        3 => {
            let end = (at / 512 * 512 + 512).min(bytes.len());
            bytes[at / 512 * 512..end].fill(0);
            format!("sector of byte {at} zeroed")
        }
        4 => {
            let end = (at + 4096).min(bytes.len());
            bytes[at..end].iter_mut().for_each(|byte| *byte = u8::try_from(dice.below(256)).unwrap());
            format!("noise from byte {at}")
        }
        _ => {
            bytes.truncate(at);
            format!("cut to {at} bytes")
        }
    };
    fs::write(path, bytes).unwrap();
    told
}

#[test]
fn damaged_files_give_the_right_answer_or_a_clear_error() {
    let mut dice = Dice::new("damage");
    let pristine = tempfile::tempdir().unwrap();
    let [closed, crashed] = ["closed", "crashed"].map(|name| pristine.path().join(name));
    let engine = fill(&closed);
    // As a crash leaves it: open, and the index behind.
    copy(&closed, &crashed);
    drop(engine);
    let oracle = [&closed, &crashed].map(|dir| {
        let copied = tempfile::tempdir().unwrap();
        copy(dir, copied.path());
        let (answer, documents) = (matched(copied.path()), exported(copied.path()));
        assert_eq!((answer.code, documents.code), (Some(0), Some(0)), "{}", answer.stderr);
        (answer.stdout, documents.stdout)
    });
    assert_eq!(oracle[0], oracle[1]);
    let (expected_answer, expected_documents) = &oracle[0];
    let mut outcomes: BTreeMap<&str, usize> = BTreeMap::new();
    let cases = rounds(24);
    for case in 0..cases {
        let dir = tempfile::tempdir().unwrap();
        copy([&closed, &crashed][dice.below(2)], dir.path());
        let all = files(dir.path());
        let database = dir.path().join("store/sled/db");
        let victim = if dice.below(3) == 0 { database } else { all[dice.below(all.len())].clone() };
        let told = format!(
            "case {case}: {}: {}",
            victim.strip_prefix(dir.path()).unwrap().display(),
            harm(&victim, &mut dice)
        );
        for (ended, expected) in [(matched(dir.path()), expected_answer), (exported(dir.path()), expected_documents)] {
            let outcome = match ended.code {
                Some(0) => {
                    assert!(ended.stdout == *expected, "{told}: a wrong answer: {:.300}", ended.stdout);
                    "right"
                }
                Some(3 | 4) => {
                    assert!(ended.stderr.lines().any(|line| line.starts_with("error: ")), "{told}: {}", ended.stderr);
                    "error"
                }
                other => panic!("{told}: ended with {other:?}: {}", ended.stderr),
            };
            *outcomes.entry(outcome).or_default() += 1;
        }
    }
    println!("damage: {cases} cases, {outcomes:?}");
    assert!(outcomes.contains_key("right"));
}
