//! `rolefit duplicates`: pairs listed with reasons, merged, dismissed, undone.

use serde_json::{Value, json};

use crate::program::Folder;

const PEOPLE: &str = r#"{"id": "c-1", "name": "William Carter", "skills": ["Slurm"], "custom": {"email": "w.carter@home.example", "phone": "+1 512 555 0143"}}
{"id": "c-2", "name": "Bill Carter", "skills": ["Lustre"], "custom": {"mobile": "(512) 555-0143", "email_addresses": ["w.carter@home.example"]}}
{"id": "c-3", "name": "Mary Carter", "custom": {"email": "w.carter@home.example"}}
"#;
const ROLE: &str = r#"{"id": "r", "title": "HPC engineer", "must_have": ["Slurm"]}"#;

#[test]
fn pairs_are_listed_merged_and_undone() {
    let folder = Folder::new().with("people.jsonl", PEOPLE).with("role.json", ROLE);
    let run = |arguments: &[&str]| folder.run(&[&["duplicates", "--data-dir", "data"][..], arguments].concat());
    let imported =
        folder.run(&["import", "--data-dir", "data", "--candidates", "people.jsonl", "--roles", "role.json"]);
    assert_eq!(imported.code, 0, "{}", imported.stderr);
    let listed = run(&[]);
    insta::assert_snapshot!(listed.stdout, @"
    Strength  Candidate                 Candidate                 Reasons
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
        0.99  William Carter            Bill Carter               names that agree but for a short form, an
              c-1                       c-2                       initial, a slip of the fingers or a word left
                                                                  out
                                                                  the same e-mail address
                                                                  the same phone number
    ");
    assert!(listed.stderr.contains("1 pair proposed, 1 shown"), "{}", listed.stderr);
    let shortlist = || folder.run(&["match", "r", "--data-dir", "data"]).stdout;
    assert!(shortlist().contains("person as c-2") && shortlist().contains("person as c-1"), "{}", shortlist());

    let merged = run(&["merge", "c-2", "c-1"]);
    insta::assert_snapshot!(merged.stdout, @"
    c-2 and c-1 are one person, and matched under the first id
      custom                c-2 and c-1
      name                  c-2
      skills                c-2 and c-1
    ");
    let found: Value = serde_json::from_str(&run(&["--state", "merged", "--format", "json"]).stdout).unwrap();
    assert_eq!(found["duplicates"][0]["candidate_ids"], json!(["c-2", "c-1"]));
    assert_eq!(run(&[]).stdout.trim(), "There are none.");
    assert!(!shortlist().contains("c-1") && !shortlist().contains("may be"), "{}", shortlist());

    assert_eq!(run(&["undo", "c-1", "c-2"]).code, 0);
    assert_eq!(run(&["dismiss", "c-1", "c-2"]).code, 0);
    let refused = run(&["merge", "c-1", "x"]);
    assert!(refused.code == 1 && refused.stderr.contains("\"x\" is not known"), "{}", refused.stderr);
    assert_eq!(run(&["undo", "c-1", "c-3"]).code, 1);
    assert_eq!(run(&["--state", "mergde"]).code, 2);
    assert_eq!(folder.run(&["duplicates", "merge", "c-1", "c-2"]).code, 2);
}
