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

#[test]
fn no_command_shows_what_would_command_a_terminal() {
    let folder = Folder::new()
        .with(
            "role.json",
            r#"{"id":"r-1","title":"Storage \u001b[5mengineer","must_have":["Lustre","Zor\u001b[7mble"],"nice_to_have":["ZFS"]}"#,
        )
        .with(
            "candidates.jsonl",
            concat!(
                r#"{"id":"c-1","name":"A\u001b[2JB \u202eC","headline":"\u001b]0;x\u0007 Lustre","skills":["Lustre","Quu\u001b[7mxel"]}"#,
                "\n",
                r#"{"id":"c-2","name":"\u009b2JD","summary":"I run \u001b[31mLustre at Acme."}"#,
                "\n",
                "{\"id\":\"c-3\",\"level\":\"\\u001b[31mwizard\"}\n",
            ),
        )
        .with("text.txt", "We operate \u{1b}[31mLustre\u{9b}2J with 500 nodes.\n");
    let import = ["import", "--data-dir", "data", "--roles", "role.json", "--candidates", "candidates.jsonl"];
    let on_data = |arguments: &[&'static str]| [arguments, &["--data-dir", "data"]].concat();
    let commands = [
        import.to_vec(),
        on_data(&["match", "r-1", "--explain"]),
        on_data(&["explain", "r-1", "c-1"]),
        on_data(&["explain", "r-1", "c-2"]),
        on_data(&["what-if", "r-1", "--candidate", "c-2"]),
        on_data(&["similar", "--candidate", "c-1"]),
        on_data(&["skills", "unrecognized"]),
        on_data(&["verify"]),
        vec!["extract", "text.txt", "--format", "table"],
        vec!["explain", "role.json", "\u{1b}[2J.json"],
    ];
    for arguments in commands {
        let run = folder.run(&arguments);
        assert!(!run.stdout.is_empty() || !run.stderr.is_empty(), "{arguments:?}");
        for text in [&run.stdout, &run.stderr] {
            let hidden = text.chars().find(|c| (c.is_control() && !"\r\n".contains(*c)) || *c == '\u{202e}');
            assert_eq!(hidden, None, "{arguments:?}: {text:?}");
        }
        let is_missing = arguments[2..].contains(&"\u{1b}[2J.json");
        assert_eq!(run.code, if is_missing { 3 } else { 0 }, "{arguments:?}: {}", run.stderr);
    }
}
