//! `rolefit extract`.

use serde_json::Value;

use crate::program::{Folder, sample};

#[test]
fn facts_are_found_with_offsets_in_characters() {
    let text = "Größe: Slurm";
    let run = Folder::new().run_with(&["extract", "-"], text);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let found: Value = serde_json::from_str(&run.stdout).unwrap();
    let skill = &found["skills"][0];
    assert_eq!(
        (skill["concept"].as_str(), skill["start"].as_u64(), skill["end"].as_u64()),
        (Some("slurm"), Some(7), Some(12))
    );
}

#[test]
fn files_of_text_and_html_are_read() {
    for name in ["resume.txt", "posting.html"] {
        let run = Folder::new().run(&["extract", &sample(name), "--format", "table"]);
        assert_eq!(run.code, 0);
        assert!(run.stdout.starts_with("Skills\n"), "{}", run.stdout);
    }
}

#[test]
fn text_without_facts_is_said_in_words() {
    let run = Folder::new().run_with(&["extract", "-", "--format", "table"], "Good morning.");
    assert_eq!(run.stdout, "No facts of the field were found.\n");
}

#[test]
fn a_trace_names_the_rule_of_each_fact() {
    let text = "Storage engineer, two days a week from home.";
    let run = Folder::new().run_with(&["extract", "-", "--trace"], text);
    let found: Value = serde_json::from_str(&run.stdout).unwrap();
    let traces = found["trace"].as_array().unwrap();
    let of_mode = traces.iter().find(|trace| trace["fact"] == "work_modes hybrid").unwrap();
    assert_eq!(of_mode["rule"], "work_modes/few-days-at-home");
    assert_eq!(of_mode["tokens"], serde_json::json!(["two", "days", "a", "week", "from", "home"]));
    let table = Folder::new().run_with(&["extract", "-", "--trace", "--format", "table"], text).stdout;
    assert!(table.contains("\nTrace\n") && table.contains("few-days-at-home"), "{table}");
    let plain = Folder::new().run_with(&["extract", "-"], text).stdout;
    assert!(!plain.contains("\"trace\""));
}

#[test]
fn what_is_no_text_is_refused() {
    let folder = Folder::new();
    std::fs::write(folder.path().join("scan.bin"), b"%PDF-1.7 \xff\xfe").unwrap();
    let run = folder.run(&["extract", "scan.bin"]);
    assert_eq!((run.code, run.stdout.as_str()), (3, ""));
    assert!(run.stderr.contains("scan.bin: not UTF-8 text"), "{}", run.stderr);
    assert_eq!(folder.run(&["extract", "absent.txt"]).code, 3);
}
