//! `rolefit verify`, `rebuild`, `compact`, `backup`, `restore`, `export`: what they print, and their exit codes.

use serde_json::Value;

use crate::program::{Folder, small};

fn imported() -> Folder {
    let folder = small();
    let run = folder.run(&["import", "--data-dir", "data", "--roles", "role.json", "--candidates", "candidates.jsonl"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    folder
}

#[test]
fn a_whole_directory_is_said_to_be_whole() {
    let folder = imported();
    let run = folder.run(&["verify", "--data-dir", "data"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let (first, rest) = run.stdout.split_once(", digest ").unwrap();
    assert_eq!(first, "data: whole\n  3 candidates, 1 role, last write 4");
    assert_eq!(&rest[16..], "\n  index: whole\n");
    let json: Value =
        serde_json::from_str(&folder.run(&["verify", "--data-dir", "data", "--format", "json"]).stdout).unwrap();
    assert_eq!(
        (json["candidates"].as_u64(), json["index"].as_str(), &json["flaws"]),
        (Some(3), Some("whole"), &Value::Array(vec![]))
    );
}

#[test]
fn a_flaw_is_named_and_is_exit_code_1() {
    let folder = imported();
    let tantivy = folder.path().join("data/index/tantivy");
    let entries = std::fs::read_dir(&tantivy).unwrap().map(|entry| entry.unwrap().path());
    let victim = entries.filter(|path| path.extension().is_some_and(|e| e == "term")).min().unwrap();
    std::fs::remove_file(&victim).unwrap();
    let run = folder.run(&["verify", "--data-dir", "data"]);
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    assert!(
        run.stdout.starts_with("data: 1 flaw\n") && run.stdout.contains("index: damaged\n  - index: "),
        "{}",
        run.stdout
    );
    let run = folder.run(&["rebuild", "--data-dir", "data"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "data: index of 3 candidates made anew\n"), "{}", run.stderr);
    assert_eq!(folder.run(&["verify", "--data-dir", "data"]).code, 0);
}

#[test]
fn a_backup_is_restored_into_an_empty_folder_only() {
    let folder = imported();
    let run = folder.run(&["backup", "--data-dir", "data", "--to", "b"]);
    assert_eq!(run.stdout, "data: 3 candidates and 1 role as of write 4 backed up to b\n", "{}", run.stderr);
    let run = folder.run(&["backup", "--data-dir", "data", "--to", "b"]);
    assert_eq!((run.code, run.stdout.as_str()), (5, ""), "an older backup stays: {}", run.stderr);
    let run = folder.run(&["restore", "--data-dir", "new", "--from", "b"]);
    assert_eq!(run.stdout, "new: 3 candidates and 1 role as of write 4 restored from b\n", "{}", run.stderr);
    let json = folder.run(&["restore", "--data-dir", "newer", "--from", "b", "--format", "json"]).stdout;
    assert_eq!(serde_json::from_str::<Value>(&json).unwrap()["seq"], 4);
    let run = folder.run(&["restore", "--data-dir", "new", "--from", "b"]);
    assert_eq!(run.code, 4);
    assert!(run.stderr.contains("new is not empty"), "{}", run.stderr);
    let run = folder.run(&["restore", "--data-dir", "newest", "--from", "role.json"]);
    assert_eq!(run.code, 3);
    assert!(run.stderr.contains("role.json is no whole rolefit backup"), "{}", run.stderr);
    let matched = |data| folder.run(&["match", "r-1", "--data-dir", data, "--as-of", "2026-11-01"]).stdout;
    assert_eq!(matched("new"), matched("data"));
    assert!(!folder.names().iter().any(|name| name.contains("partial") || name == "newest"), "{:?}", folder.names());
}

#[test]
fn an_export_is_imported_again() {
    let folder = imported();
    let run = folder.run(&["export", "--data-dir", "data", "--roles", "r.ndjson", "--candidates", "c.ndjson"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, "1 role exported\n3 candidates exported\n"));
    let run = folder.run(&["import", "--data-dir", "other", "--roles", "r.ndjson", "--candidates", "c.ndjson"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let run = folder.run(&["export", "--data-dir", "other", "--candidates", "-"]);
    assert_eq!(run.stdout, folder.read("c.ndjson"));
    assert_eq!(folder.run(&["export", "--data-dir", "data"]).code, 2, "something must be asked for");
}

#[test]
fn a_compaction_tells_what_it_wrote() {
    let folder = imported();
    let run = folder.run(&["compact", "--data-dir", "data"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("data: 4 documents written anew, "), "{}", run.stdout);
    let json = folder.run(&["compact", "--data-dir", "data", "--format", "json"]).stdout;
    let json: Value = serde_json::from_str(&json).unwrap();
    assert!(json["bytes_after"].as_u64().unwrap() > 0 && json["documents"] == 4, "{json}");
    assert_eq!(folder.run(&["verify", "--data-dir", "data"]).code, 0);
}

#[test]
fn a_directory_that_is_not_there_is_exit_code_3_and_none_is_made() {
    let folder = imported();
    for command in [
        &["verify"][..],
        &["rebuild"],
        &["compact"],
        &["backup", "--to", "b"],
        &["export", "--roles", "-"],
        &["restore", "--from", "absent"],
    ] {
        let run = folder.run(&[command, &["--data-dir", "absent"]].concat());
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{command:?}: {}", run.stderr);
        assert!(run.stderr.contains("absent"), "{command:?}: {}", run.stderr);
    }
    assert_eq!(folder.names(), ["candidates.jsonl", "data", "role.json"]);
}

#[test]
fn stats_tell_what_is_kept() {
    let folder = imported();
    let run = folder.run(&["stats", "--data-dir", "data"]);
    let expected = "data: 3 candidates, 1 role; in 0 tiles: columns of 0.0 KiB, 0 bytes a candidate, and people of 0.0 KiB, 0 bytes each; 3 newcomers in no tile yet\n";
    assert_eq!((run.code, run.stdout.as_str()), (0, expected), "{}", run.stderr);
    let json: Value =
        serde_json::from_str(&folder.run(&["stats", "--data-dir", "data", "--format", "json"]).stdout).unwrap();
    assert_eq!(
        (json["candidates"].as_u64(), json["newcomers"].as_u64(), json["seq"].as_u64()),
        (Some(3), Some(3), Some(4))
    );
    let none = folder.run(&["stats", "--data-dir", "nowhere"]);
    assert!(none.code != 0 && none.stderr.contains("there is no such data directory"), "{}", none.stderr);
}
