//! `rolefit similar`.

use serde_json::Value;

use crate::cli_what_if::without_fits;
use crate::program::Folder;

fn imported() -> Folder {
    let roles = [
        r#"{"id":"r-1","title":"Storage engineer","must_have":["Lustre","Linux"]}"#,
        r#"{"id":"r-2","title":"Senior storage engineer","must_have":["Lustre","Linux"],"nice_to_have":["ZFS"]}"#,
        r#"{"id":"r-3","title":"Java developer","must_have":["Spring Boot"]}"#,
    ];
    let candidates = [
        r#"{"id":"c-1","name":"Ana Lima","headline":"Storage engineer","summary":"I run Lustre on Linux, 4,000 GPUs."}"#,
        r#"{"id":"c-2","name":"Bo Chen","headline":"Storage engineer","summary":"I run Lustre on Linux."}"#,
        r#"{"id":"c-3","headline":"Java developer","summary":"I write Spring Boot."}"#,
    ];
    let folder = Folder::new().with("roles.jsonl", &roles.join("\n")).with("candidates.jsonl", &candidates.join("\n"));
    let run =
        folder.run(&["import", "--data-dir", "data", "--roles", "roles.jsonl", "--candidates", "candidates.jsonl"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    folder
}

fn similar(folder: &Folder, arguments: &[&str]) -> String {
    let fixed = ["similar", "--data-dir", "data", "--as-of", "2026-11-01"];
    let run = folder.run(&[&fixed[..], arguments].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.stdout
}

#[test]
fn the_like_of_a_candidate_is_a_table_or_json() {
    let folder = imported();
    insta::assert_snapshot!(without_fits(&similar(&folder, &["--candidate", "c-1"])), @"
    Ana Lima · c-1
    Storage engineer
    2 candidates compared

       Candidate        Fit       Has in common                      Has not                   Notes
    ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
    1  Bo Chen          ##.#      Parallel and high-performance      GPU clusters, Cluster     –
       c-2              strong    storage                            operation, GPU
                                  Lustre, Parallel file system
                                  operation, Linux, Storage
                                  engineering
    ┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈
    2  c-3              #.#       the job so far is development,     Lustre, Parallel file     thin profile,
                        weak      here it is operation               system operation, GPU     little to judge by
                                                                     clusters, Cluster
                                                                     operation and 3 more

    As of 2026-11-01. A fit of 100 is that of a twin; bringing more is never punished.
    ");
    let answer: Value = serde_json::from_str(&similar(&folder, &["--candidate", "c-1", "--format", "json"])).unwrap();
    assert_eq!((&answer["candidate_id"], &answer["results"][0]["candidate_id"]), (&"c-1".into(), &"c-2".into()));
    let blind = similar(&folder, &["--candidate", "c-1", "--blind"]);
    assert!(!blind.contains("Ana") && !blind.contains("Bo Chen"), "{blind}");
}

#[test]
fn the_like_of_a_role_is_a_table_or_json() {
    let folder = imported();
    insta::assert_snapshot!(without_fits(&similar(&folder, &["--role", "r-1"])), @"
    Storage engineer · r-1
    required      Lustre, Linux
    2 roles compared

       Role                          Fit       How it compares
    ───────────────────────────────────────────────────────────────────────────────────────────────────────────────
    1  Senior storage engineer       ###.#     The same kind of work (Parallel and high-performance storage);
       r-2                           strong    shares Lustre and Linux.
    ┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈
    2  Java developer                #.#       Another kind of work (General software engineering); does without
       r-3                           weak      Lustre and Linux.

    As of 2026-11-01. A fit of 100 is that of a twin; bringing more is never punished.
    ");
    let answer: Value =
        serde_json::from_str(&similar(&folder, &["--role", "r-1", "--top", "1", "--format", "json"])).unwrap();
    assert_eq!((&answer["role_id"], &answer["results"][0]["role_id"]), (&"r-1".into(), &"r-2".into()));
}

#[test]
fn one_candidate_or_one_role_is_asked_for() {
    let folder = imported();
    for wrong in [&[][..], &["--candidate", "c-1", "--role", "r-1"], &["--candidate", "c-1", "--top", "0"]] {
        let run = folder.run(&[&["similar", "--data-dir", "data"][..], wrong].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{wrong:?}");
    }
    for unknown in [["--candidate", "c-9"], ["--role", "r-9"]] {
        let run = folder.run(&[&["similar", "--data-dir", "data"][..], &unknown].concat());
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{unknown:?}");
    }
}
