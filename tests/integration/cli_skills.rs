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
    assert!(run.stdout.starts_with("ours.toml:1: ") && run.stdout.contains("id"), "{}", run.stdout);
    assert_eq!(run.stderr, "error: ours.toml: 1 problem\n");
    let rules = r#"[[concept]]
id = "kite-flying"
label = "Kite flying"
area = "linux_systems"
weight = 1.0
source = "own"
kind = "practice"

[[practice]]
id = "flies-kites"
shows = "kite-flying"
verbs = ["operate"]
objects = ["kite"]
yes = ["I operate kites.",
  "We sleep."]
no = ["I operate kite shops."]

[[concept]]
id = "kite-making"
label = "Kite making"
area = "no_such_area"
weight = 1.0
source = "own"
kind = "practice"
"#;
    let mended = rules.replace("no_such_area", "linux_systems");
    let folder = folder.with("rules.toml", rules).with("mended.toml", &mended);
    let run = folder.run(&["taxonomy", "check", "rules.toml"]);
    insta::assert_snapshot!(run.stdout, @r#"rules.toml:21: kite-making: there is no area "no_such_area""#);
    let run = folder.run(&["taxonomy", "check", "mended.toml"]);
    insta::assert_snapshot!(run.stdout, @r#"mended.toml:15: flies-kites: expected "We sleep." to tell kite-flying, got nothing"#);
    let run = folder.run(&["taxonomy", "check", "empty.toml"]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.starts_with("empty.toml: ok, "), "{}", run.stdout);
    assert_eq!(folder.run(&["skills", "resolve", "Slurm", "--taxonomy", "ours.toml"]).code, 3);
}

#[test]
fn reading_rules_of_ones_own_are_checked_and_read_by() {
    let rules = r#"[words]
seat = ["hot desk", "hot desking"]

[[rule]]
id = "hot-desk"
of = "work_modes"
match = ["<seat> ..2 days|times"]
emit = "hybrid"
yes = ["Hot desking two days a week.",
  "A cold desk"]
no = ["Hot desks in our lobby."]
"#;
    let folder = Folder::new()
        .with("misread.toml", rules)
        .with("rules.toml", &rules.replace(",\n  \"A cold desk\"", ""))
        .with("unknown.toml", &rules.replace("<seat>", "<chair>"))
        .with("posting.txt", "You do hot desking two days a week.");
    let run = folder.run(&["taxonomy", "check", "misread.toml"]);
    assert_eq!(run.code, 1);
    assert_eq!(run.stdout, "misread.toml:10: hot-desk: expected \"A cold desk\" to be read, got nothing\n");
    let run = folder.run(&["taxonomy", "check", "unknown.toml"]);
    assert_eq!(run.stdout, "unknown.toml:5: hot-desk: expected a class of [words], got <chair>\n");
    assert_eq!(folder.run(&["taxonomy", "check", "rules.toml"]).code, 0);
    let modes = |more: &[&str]| folder.run(&[&["extract", "posting.txt"], more].concat());
    assert!(modes(&["--taxonomy", "rules.toml", "--trace"]).stdout.contains("work_modes/hot-desk"));
    assert!(!modes(&[]).stdout.contains("hybrid"));
    assert_eq!(modes(&["--taxonomy", "unknown.toml"]).code, 3);
}

#[test]
fn what_no_concept_knows_is_listed_by_how_many_name_it() {
    let folder = Folder::new()
        .with(
            "people.jsonl",
            concat!(
                r#"{"id":"c-1","name":"Ana Lima","skills":["Slurm","Zor-Ble","Prometrixs"]}"#,
                "\n",
                r#"{"id":"c-2","skills":["ZOR BLE","kept the whole shop floor tidy every single morning"]}"#,
                "\n",
                r#"{"id":"c-3","skills":["Zor-Ble"]}"#,
                "\n",
            ),
        )
        .with("role.json", r#"{"id":"r-1","must_have":["zor ble"]}"#);
    folder.run(&["import", "--data-dir", "data", "--candidates", "people.jsonl", "--roles", "role.json"]);
    let run = folder.run(&["skills", "unrecognized", "--data-dir", "data"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    insta::assert_snapshot!(run.stdout, @r"
    Skill                                                 Candidates   Roles  Spelled most like
    Zor-Ble (3 spellings)                                          3       1
    Prometrixs                                                     1       0  Prometheus (prometheus)

    2 of 2 unrecognized skills, in 3 candidates and 1 role
    left out as no names of skills: 1 sentence
    ");
    assert_eq!(run.stderr, "3 candidates and 1 role in data\n");
    let run = folder.run(&["skills", "unrecognized", "--data-dir", "data", "--top", "1", "--format", "json"]);
    let found: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&found["total"], &found["skills"].as_array().unwrap().len()), (&2.into(), &1));
    assert_eq!(found["skills"][0]["documents"], 4);

    let empty = Folder::new().with("none.jsonl", "{\"id\":\"c-1\",\"skills\":[\"Slurm\"]}\n");
    empty.run(&["import", "--data-dir", "data", "--candidates", "none.jsonl"]);
    let run = empty.run(&["skills", "unrecognized", "--data-dir", "data"]);
    let said = "Every skill that your candidates and roles name is known; the taxonomy lacks nothing here.\n";
    assert_eq!((run.code, run.stdout.as_str()), (0, said));
    assert_eq!(empty.run(&["skills", "unrecognized", "--data-dir", "absent"]).code, 3);
    assert!(!empty.names().contains(&"absent".to_owned()), "reading makes no directory");
}

#[test]
fn the_schema_of_taxonomy_files_is_the_checked_in_one() {
    let run = Folder::new().run(&["schema", "taxonomy"]);
    assert_eq!(run.code, 0);
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/schemas/taxonomy.schema.json");
    assert_eq!(run.stdout, std::fs::read_to_string(kept).unwrap());
}
