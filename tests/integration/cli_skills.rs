//! `rolefit skills` and `rolefit taxonomy`.

use serde_json::Value;

use crate::program::Folder;

#[test]
fn names_resolve_to_json_lines() {
    let run = Folder::new().run(&["skills", "resolve", "Slurm", "zorble"]);
    assert_eq!(run.code, 0);
    insta::assert_snapshot!(run.stdout, @r#"
    {"name":"Slurm","concept":"slurm","label":"Slurm","matched_by":"preferred"}
    {"name":"zorble","concept":null,"label":null,"matched_by":"unrecognized"}
    "#);
    assert_eq!(Folder::new().run_with(&["skills", "resolve"], "Slurm\n\nzorble\r\n").stdout, run.stdout);
}

#[test]
fn a_concept_shows_credit_in_both_directions() {
    let run = Folder::new().run(&["skills", "show", "lustre", "--format", "json"]);
    let page: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(page["label"], "Lustre");
    let related = page["related"].as_array().unwrap();
    let gpfs = related.iter().find(|neighbour| neighbour["concept"] == "gpfs").unwrap();
    assert!(gpfs["credit_when_asked"].as_f64().unwrap() > 0.3 && gpfs["credit_when_claimed"].as_f64().unwrap() > 0.3);
    let table = Folder::new().run(&["skills", "show", "lustre"]).stdout;
    assert!(table.starts_with("Lustre \u{b7} lustre \u{b7} tool\n"), "{table}");
}

#[test]
fn an_unknown_concept_names_the_nearest() {
    let run = Folder::new().run(&["skills", "show", "Kuberentes"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    insta::assert_snapshot!(run.stderr, @r#"
    error: concept "Kuberentes" is not known
    hint: did you mean `kubernetes` (Kubernetes)?
    "#);
}

#[test]
fn problems_of_a_taxonomy_are_listed() {
    let folder = Folder::new().with("ours.toml", "[[concept]]\nlabel = \"Nameless\"\n").with("empty.toml", "");
    let run = folder.run(&["taxonomy", "check", "ours.toml"]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("id"), "{}", run.stdout);
    assert_eq!(run.stderr, "error: ours.toml: 1 problem\n");
    let run = folder.run(&["taxonomy", "check", "empty.toml"]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.starts_with("empty.toml: ok, "), "{}", run.stdout);
    assert_eq!(folder.run(&["skills", "resolve", "Slurm", "--taxonomy", "ours.toml"]).code, 3);
}
