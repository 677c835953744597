//! What the program writes is for the user who runs it, and commands nobody's terminal.

use crate::program::{Folder, small};

#[cfg(unix)]
#[test]
fn files_and_folders_with_peoples_data_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = small();
    let run = |arguments: &[&str]| {
        let run = folder.run(arguments);
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
    };
    run(&["import", "--data-dir", "data", "--roles", "role.json", "--candidates", "candidates.jsonl"]);
    run(&["backup", "--data-dir", "data", "--to", "a.backup"]);
    run(&["restore", "--data-dir", "again", "--from", "a.backup"]);
    run(&["export", "--data-dir", "data", "--candidates", "c.jsonl", "--roles", "r.jsonl"]);
    run(&["match", "r-1", "--data-dir", "data", "--format", "csv", "--output", "list.csv"]);
    let mode = |name: &str| std::fs::metadata(folder.path().join(name)).unwrap().permissions().mode() & 0o777;
    for dir in ["data", "data/store", "data/store/sled", "data/index", "data/index/tantivy", "again", "again/store"] {
        assert_eq!(mode(dir), 0o700, "{dir}");
    }
    for file in ["a.backup", "c.jsonl", "r.jsonl", "list.csv", "data/store/meta.json", "data/store/sled/db"] {
        assert_eq!(mode(file), 0o600, "{file}");
    }
}

#[test]
fn escape_characters_of_a_document_reach_neither_terminal_nor_table() {
    let person =
        r#"{"id":"c-1","name":"A\u001b[2JB \u202eC","headline":"\u001b]0;x\u0007 Lustre","skills":["Lustre"]}"#;
    let bad = "{\"id\":\"c-2\",\"level\":\"\\u001b[31mwizard\"}";
    let folder = Folder::new()
        .with("role.json", r#"{"id":"r-1","title":"Storage \u001b[5mengineer","must_have":["Lustre"]}"#)
        .with("candidates.jsonl", &format!("{person}\n{bad}\n"));
    for format in ["table", "csv"] {
        let run = folder.run(&["rank", "--roles", "role.json", "--candidates", "candidates.jsonl", "--format", format]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stderr.contains("wizard"), "the bad line is told: {}", run.stderr);
        for text in [&run.stdout, &run.stderr] {
            let hidden = text.chars().find(|c| (c.is_control() && !"\r\n".contains(*c)) || *c == '\u{202e}');
            assert_eq!(hidden, None, "{format}: {text:?}");
        }
    }
}
