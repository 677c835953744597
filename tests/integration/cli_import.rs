//! Documents of other systems on the command line: imported, ranked, and told of.

use std::path::Path;

use crate::program::Folder;

fn fixture(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/imports").join(name)).unwrap()
}

fn folder() -> Folder {
    Folder::new()
        .with("board.json", &fixture("greenhouse/roles-board.json"))
        .with("people.json", &fixture("lever/candidates.json"))
        .with("page.html", &fixture("schema-org/roles.html"))
        .with("cats.sql", &fixture("opencats/dump.sql"))
}

#[test]
fn files_of_other_systems_are_imported_and_told_of() {
    let folder = folder();
    let run = folder.run(&["import", "--data-dir", "data", "--candidates", "people.json", "--roles", "board.json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let told = run.stderr.lines().filter(|line| !line.ends_with(" s")).collect::<Vec<_>>().join("\n");
    insta::assert_snapshot!(told, @r"
    board.json: read as greenhouse roles (guessed; --from says otherwise): 11 values mapped, 25 kept in custom (3 suspect), 0 ignored
      suspect /pay_band (3): pay without a period, and too little for a year
      kept in custom: /absolute_url (2) /company_name (1) /departments (2) /first_published (1) /internal_job_id (1) /metadata (4) /offices (3) /pay_input_ranges/* (4) /pay_input_ranges/*/blurb (1) /pay_input_ranges/*/title (2) /updated_at (1)
    people.json: read as lever candidates (guessed; --from says otherwise): 25 values mapped, 20 kept in custom (0 suspect), 0 ignored
      2 of the skills are tags, which nobody has verified
      kept in custom: /applications (1) /createdAt (1) /emails (1) /followers (1) /isAnonymized (1) /lastInteractionAt (1) /links (1) /origin (2) /owner (1) /phones (2) /resume/parsedData/positions/*/location (1) /sources (1) /stage (2) /stageChanges (2) /urls (2)
    2 roles imported (2 new, 0 replaced), 0 lines skipped
    2 candidates imported (2 new, 0 replaced), 0 lines skipped
    ");
    let exported = folder.run(&["export", "--data-dir", "data", "--candidates", "c.jsonl", "--roles", "r.jsonl"]);
    assert_eq!(exported.code, 0, "{}", exported.stderr);
    let again = folder.run(&["import", "--data-dir", "other", "--candidates", "c.jsonl", "--roles", "r.jsonl"]);
    assert!(again.stderr.contains("2 candidates imported") && !again.stderr.contains("read as"), "{}", again.stderr);
    let twice = folder.run(&["export", "--data-dir", "other", "--candidates", "c2.jsonl", "--roles", "r2.jsonl"]);
    assert_eq!(twice.code, 0, "{}", twice.stderr);
    assert_eq!((folder.read("c.jsonl"), folder.read("r.jsonl")), (folder.read("c2.jsonl"), folder.read("r2.jsonl")));
}

#[test]
fn files_of_other_systems_are_ranked() {
    let folder = folder();
    for (roles, candidates, n_roles) in [("page.html", "cats.sql", 2), ("board.json", "people.json", 2)] {
        let arguments =
            ["rank", "--roles", roles, "--candidates", candidates, "--as-of", "2026-11-01", "--format", "jsonl"];
        let run = folder.run(&arguments);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_eq!(run.stdout.lines().count(), n_roles * 2, "{}", run.stdout);
    }
    let run = folder.run(&["rank", "--roles", "board.json", "--candidates", "people.json", "--from", "roles:lever"]);
    assert!(run.stderr.contains("board.json: read as lever roles (as --from says)"), "{}", run.stderr);
    let run = folder.run(&["rank", "--roles", "board.json", "--candidates", "people.json", "--from", "roles:linkedin"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stderr.contains("the format linkedin has no roles"), "{}", run.stderr);
}

#[test]
fn facts_of_documents_are_those_of_their_prose() {
    let folder = folder().with("none.json", "[{}]");
    let run = folder.run(&["extract", "board.json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let lines: Vec<serde_json::Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), &lines[0]["id"], &lines[0]["kind"]), (2, &"greenhouse-4001".into(), &"role".into()));
    let labels: Vec<&str> =
        lines[0]["facts"]["skills"].as_array().unwrap().iter().filter_map(|skill| skill["label"].as_str()).collect();
    assert!(labels.contains(&"Slurm") && labels.contains(&"Lustre"), "{labels:?}");
    let people = folder.run(&["extract", "people.json", "--format", "table"]);
    assert!(people.stdout.contains("lever-250d8f03-0000-4000-8000-000000000001"), "{}", people.stdout);
    assert_eq!(folder.run(&["extract", "none.json"]).code, 1);
}

#[test]
fn shards_of_a_foreign_file_hold_each_document_once() {
    let folder = folder();
    let rank =
        ["rank", "--roles", "board.json", "--candidates", "people.json", "--as-of", "2026-11-01", "--format", "json"];
    let whole = folder.run(&rank);
    for shard in ["1/2", "2/2"] {
        let output = format!("part-{}", &shard[..1]);
        let run = folder.run(&[&rank[..], &["--shard", shard, "--output", &output]].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    let merged = folder.run(&["merge", "part-1", "part-2"]);
    assert_eq!(merged.stdout, whole.stdout, "{}", merged.stderr);
}

#[test]
fn columns_mean_what_is_said_of_them() {
    let folder = Folder::new()
        .with("role.json", r#"{"id":"r-1","title":"HPC engineer","must_have":["Slurm"]}"#)
        .with("people.csv", "Ref,Position,Stack,Skills\np-1,HPC engineer,Slurm,ignored\n");
    let mapped = ["--map", "id=ref", "--map", "candidates:title=Position", "--map", "skills=Stack"];
    let rank =
        ["rank", "--roles", "role.json", "--candidates", "people.csv", "--as-of", "2026-11-01", "--format", "json"];
    let run = folder.run(&[&rank[..], &mapped].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("\"candidate_id\": \"p-1\""), "{}", run.stdout);
    let absent = folder.run(&[&rank[..], &["--map", "id=Number"]].concat());
    assert!(
        absent.stderr.contains("expected a column \"Number\" for `id`, found Ref, Position, Stack, Skills"),
        "{}",
        absent.stderr
    );
    let wrong = folder.run(&[&rank[..], &["--map", "shoe=Ref"]].concat());
    assert_eq!(wrong.code, 2);
}

#[cfg(feature = "spreadsheets")]
#[test]
fn workbooks_are_read_and_written() {
    use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};

    let folder = Folder::new()
        .with("role.json", r#"{"id":"r-1","title":"HPC engineer","must_have":["Slurm"]}"#)
        .with("people.csv", "id,name,title,skills,available from\n7,Zoë,=HPC engineer,Slurm,2026-12-01\n8,Bo,,,\n");
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    for (column, name) in (0..).zip(["id", "name", "title", "skills", "available from"]) {
        sheet.write_string(2, column, name).unwrap();
    }
    sheet.write_number(4, 0, 7).unwrap();
    for (column, cell) in [(1, "Zoë"), (2, "=HPC engineer"), (3, "Slurm")] {
        sheet.write_string(4, column, cell).unwrap();
    }
    let date = Format::new().set_num_format("yyyy-mm-dd");
    sheet.write_datetime_with_format(4, 4, ExcelDateTime::from_ymd(2026, 12, 1).unwrap(), &date).unwrap();
    sheet.write_number(9, 0, 8).unwrap().write_string(9, 1, "Bo").unwrap();
    workbook.save(folder.path().join("people.xlsx")).unwrap();

    let rank = |candidates, format| {
        let run = folder.run(&[
            "rank", "--roles", "role.json", "--candidates", candidates, "--as-of", "2026-11-01", "--format", format,
            "--output", "out",
        ]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        std::fs::read(folder.path().join("out")).unwrap()
    };
    assert_eq!(rank("people.xlsx", "json"), rank("people.csv", "json"));

    std::fs::write(folder.path().join("shortlist.xlsx"), rank("people.csv", "xlsx")).unwrap();
    let csv = String::from_utf8(rank("people.csv", "csv")).unwrap();
    let heading = csv.lines().next().unwrap();
    // What was written is read back as a table of people by the column that names them.
    let back = [
        "rank", "--roles", "role.json", "--candidates", "shortlist.xlsx", "--map", "id=candidate_id", "--format",
        "jsonl",
    ];
    let run = folder.run(&back);
    assert_eq!((run.code, run.stdout.lines().count()), (0, 2), "{heading} {}", run.stderr);
    assert!(run.stdout.contains("\"candidate_id\":\"7\""), "{}", run.stdout);
}
