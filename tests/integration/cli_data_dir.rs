//! `rolefit import`, `rolefit match`, `rolefit explain`.

use serde_json::Value;

use crate::program::{Folder, small};

fn imported() -> Folder {
    let folder = small();
    let run = folder.run(&["import", "--data-dir", "data", "--roles", "role.json", "--candidates", "candidates.jsonl"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    let said = "1 role imported (1 new, 0 replaced), 0 lines skipped\n3 candidates imported (3 new, 0 replaced), 0 lines skipped\n";
    assert!(run.stderr.starts_with(said), "{}", run.stderr);
    folder
}

#[test]
fn a_data_directory_answers_as_the_files_do() {
    let folder = imported();
    let options = ["--as-of", "2026-11-01", "--format", "json"];
    let matched = folder.run(&[&["match", "r-1", "--data-dir", "data"][..], &options].concat());
    let ranked =
        folder.run(&[&["rank", "--roles", "role.json", "--candidates", "candidates.jsonl"][..], &options].concat());
    assert_eq!(matched.code, 0, "{}", matched.stderr);
    assert_eq!(matched.stdout, ranked.stdout);
}

#[test]
fn a_second_import_replaces() {
    let folder = imported();
    let run = folder.run(&["import", "--data-dir", "data", "--candidates", "candidates.jsonl"]);
    assert!(run.stderr.starts_with("3 candidates imported (0 new, 3 replaced), 0 lines skipped"), "{}", run.stderr);
}

#[test]
fn what_is_not_known_is_named() {
    let folder = imported();
    let run = folder.run(&["match", "r-9", "--data-dir", "data"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    insta::assert_snapshot!(run.stderr, @r#"
    error: role "r-9" is not known
    hint: the directory holds 1 role; `rolefit import --data-dir data --roles FILE` adds some
    "#);
    assert_eq!(folder.run(&["explain", "r-1", "c-9", "--data-dir", "data"]).code, 1);
    let absent = folder.run(&["match", "r-1", "--data-dir", "absent"]);
    assert_eq!(absent.code, 3);
    assert!(!folder.names().contains(&"absent".to_owned()), "reading makes no directory");
}

#[test]
fn an_import_needs_something_to_import() {
    assert_eq!(Folder::new().run(&["import", "--data-dir", "data"]).code, 2);
}

#[test]
fn a_pair_is_explained_from_ids_and_from_files() {
    let folder = imported().with("c-1.json", small().read("candidates.jsonl").lines().next().unwrap());
    let options = ["--as-of", "2026-11-01", "--format", "json"];
    let by_ids = folder.run(&[&["explain", "r-1", "c-1", "--data-dir", "data"][..], &options].concat());
    let by_files = folder.run(&[&["explain", "role.json", "c-1.json"][..], &options].concat());
    assert_eq!(by_ids.code, 0, "{}", by_ids.stderr);
    assert_eq!(by_ids.stdout, by_files.stdout);
    let row: Value = serde_json::from_str(&by_ids.stdout).unwrap();
    assert_eq!((row["rank"].as_u64(), row["candidate_id"].as_str()), (Some(0), Some("c-1")));

    let table = folder.run(&["explain", "role.json", "c-1.json", "--as-of", "2026-11-01"]);
    for words in ["Storage engineer \u{b7} r-1", "skills", "Required", "+  Lustre", "6 y", "/skills/0"] {
        assert!(table.stdout.contains(words), "{words} is not in\n{}", table.stdout);
    }
}

#[test]
fn a_gated_pair_is_explained_and_says_so() {
    let folder = small().with("c-3.json", "{\"id\":\"c-3\",\"skills\":[\"Excel\"]}");
    let run = folder.run(&["explain", "role.json", "c-3.json"]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.contains("would not stand on the shortlist: the gate is Lustre."), "{}", run.stdout);
}

#[test]
fn a_file_of_several_is_no_pair() {
    let run = small().run(&["explain", "role.json", "candidates.jsonl"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("more than one candidate"), "{}", run.stderr);
    let run = small().run(&["explain", "r-1", "c-1"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("--data-dir") || run.stderr.contains(".jsonl"), "{}", run.stderr);
}
