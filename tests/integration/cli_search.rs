//! `rolefit search`.

use serde_json::Value;

use crate::program::Folder;

fn imported() -> Folder {
    let roles = [
        r#"{"id":"r-1","title":"Storage engineer","must_have":["Lustre"]}"#,
        r#"{"id":"r-2","title":"Platform engineer","status":"closed"}"#,
    ];
    let candidates = [
        r#"{"id":"c-1","name":"Ana Lima","headline":"Storage engineer","summary":"I run Lustre on Linux.","level":"senior"}"#,
        r#"{"id":"c-2","headline":"Java developer","summary":"I write Spring Boot."}"#,
        r#"{"id":"c-3","summary":"Lustre."}"#,
    ];
    let folder = Folder::new().with("roles.jsonl", &roles.join("\n")).with("candidates.jsonl", &candidates.join("\n"));
    let run =
        folder.run(&["import", "--data-dir", "data", "--roles", "roles.jsonl", "--candidates", "candidates.jsonl"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    folder
}

fn search(folder: &Folder, arguments: &[&str]) -> String {
    let run = folder.run(&[&["search"], arguments, &["--data-dir", "data"]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.stdout
}

#[test]
fn what_is_found_is_a_table_or_json() {
    let folder = imported();
    insta::assert_snapshot!(search(&folder, &["candidates", "lustre -java", "--facet", "level", "--sort", "id"]), @"
    2 candidates found

    Candidate              Title                             Where
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
    Ana Lima               Storage engineer                  /summary: I run [Lustre] on Linux.
    c-1
    ┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈
    c-3                                                      /summary: [Lustre].

    level
             1  senior
             1  (not stated)
    ");
    let json: Value =
        serde_json::from_str(&search(&folder, &["candidates", "text:lustre", "--format", "json", "--top", "1"]))
            .unwrap();
    assert_eq!((&json["items"][0]["id"], &json["total"]), (&"c-3".into(), &2.into()));
    let cursor = json["next_cursor"].as_str().unwrap();
    let next = search(&folder, &["candidates", "text:lustre", "--cursor", cursor]);
    assert!(next.contains("Ana Lima") && !next.contains("c-3"), "{next}");
    let roles = search(&folder, &["roles", "engineer", "--status", "open"]);
    assert!(roles.contains("1 role found") && roles.contains("/title: Storage [engineer]"), "{roles}");
    assert!(search(&folder, &["candidates", "-lustre"]).contains("c-2"));
}

#[test]
fn a_bad_query_is_told_with_its_place() {
    let folder = imported();
    let run = folder.run(&["search", "roles", "employer:x", "--data-dir", "data"]);
    assert_ne!(run.code, 0);
    assert!(
        run.stderr.contains("query, character 1: expected a field (title, skill, location, text)"),
        "{}",
        run.stderr
    );
    let run = folder.run(&["search", "candidates", "x", "--data-dir", "data", "--facet", "age"]);
    assert!(run.stderr.contains("expected one of family, level"), "{}", run.stderr);
}
