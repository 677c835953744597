//! `rolefit what-if`.

use serde_json::Value;

use crate::program::{Folder, small};

/// The text with `#` for the digits of fits, which move with the constants of the profile.
pub(crate) fn without_fits(text: &str) -> String {
    let word = |word: &str| {
        let figure = word.trim_end_matches(',');
        let is_fit = figure.split_once('.').is_some_and(|(whole, tenth)| {
            let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
            !whole.is_empty() && is_digits(whole) && tenth.len() == 1 && is_digits(tenth)
        });
        if is_fit { word.replace(|c: char| c.is_ascii_digit(), "#") } else { word.to_owned() }
    };
    let line = |line: &str| line.split(' ').map(word).collect::<Vec<_>>().join(" ");
    text.lines().map(line).collect::<Vec<_>>().join("\n") + "\n"
}

/// Three people: one who tells of the work, one who lists it, one of another kind.
fn some() -> Folder {
    let people = concat!(
        r#"{"id":"c-1","name":"Ana Lima","headline":"Storage engineer","skills":[{"name":"Lustre","years":6},"Linux"],"#,
        r#""summary":"Ran the Lustre file systems of a weather service on Linux."}"#,
        "\n",
        r#"{"id":"c-2","name":"陳怡君","skills":["Lustre"]}"#,
        "\n",
        r#"{"id":"c-3","name":"Bo","skills":["Excel"]}"#,
        "\n",
    );
    small().with("candidates.jsonl", people)
}

const AS_OF: [&str; 2] = ["--as-of", "2026-11-01"];

fn imported() -> Folder {
    let folder = some();
    let run = folder.run(&["import", "--data-dir", "data", "--roles", "role.json", "--candidates", "candidates.jsonl"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    folder
}

#[test]
fn a_data_directory_answers_as_the_files_do() {
    let folder = imported();
    let options = ["--as-of", "2026-11-01", "--format", "json", "--candidate", "c-3", "--top", "2"];
    let by_id = folder.run(&[&["what-if", "r-1", "--data-dir", "data"][..], &options].concat());
    let by_files =
        folder.run(&[&["what-if", "--role", "role.json", "--candidates", "candidates.jsonl"][..], &options].concat());
    assert_eq!(by_id.code, 0, "{}", by_id.stderr);
    assert_eq!(by_id.stdout, by_files.stdout);
    let answer: Value = serde_json::from_str(&by_id.stdout).unwrap();
    assert_eq!((&answer["role_id"], &answer["now"]["gated"]), (&Value::from("r-1"), &Value::from(1)));
    assert_eq!(answer["candidate"]["gated"], "Lustre");
}

#[test]
fn the_table_is_for_people() {
    let folder = some();
    let arguments = ["what-if", "--role", "role.json", "--candidates", "candidates.jsonl", "--candidate", "c-3"];
    let run = folder.run(&[&arguments[..], &AS_OF].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    insta::assert_snapshot!(without_fits(&run.stdout), @"
    Storage engineer · r-1
    required      Lustre (a gate), Linux
    nice to have  ZFS
    now           3 candidates: 1 good or better, 1 of them strong; 1 left out by gates

    Change                                                Left out  New in the top 10
                                                          by gates
    ────────────────────────────────────────────────────────────────────────────────────────────────────────────────
    Lustre no longer a gate                                 0 (-1)  Bo (c-3) ##.#
    without Lustre                                          0 (-1)  Bo (c-3) ##.#

    No difference: Lustre, or else DDN EXAScaler, BeeGFS or IBM Storage Scale (GPFS); without Linux.

    Bo · c-3 · fit ##.#, weak · left out by the gate Lustre
    Any one of these would lead to the top 10:
      the role:        Lustre no longer a gate                                                   ##.#, weak, place 3
      the candidate:   brings Lustre from present work                                           ##.#, good, place 2

    As of 2026-11-01. --format json carries everything.
    ");
}

#[test]
fn what_cannot_be_answered_is_told_by_exit_codes() {
    let folder = imported().with("none.jsonl", "nonsense\n");
    let unknown = folder.run(&["what-if", "r-9", "--data-dir", "data"]);
    assert_eq!((unknown.code, unknown.stdout.as_str()), (1, ""));
    assert!(unknown.stderr.contains(r#"role "r-9" is not known"#), "{}", unknown.stderr);
    assert_eq!(folder.run(&["what-if", "r-1", "--data-dir", "data", "--candidate", "c-9"]).code, 1);
    let nobody = folder.run(&["what-if", "--role", "role.json", "--candidates", "none.jsonl"]);
    assert_eq!(nobody.code, 1);
    assert!(nobody.stderr.contains("no usable candidate"), "{}", nobody.stderr);
    assert_eq!(folder.run(&["what-if", "--role", "absent.json", "--candidates", "none.jsonl"]).code, 3);
    for wrong in [
        &["what-if"][..],
        &["what-if", "r-1"],
        &["what-if", "--data-dir", "data"],
        &["what-if", "--role", "role.json"],
        &["what-if", "--role", "-", "--candidates", "-"],
        &["what-if", "r-1", "--data-dir", "data", "--cut-off", "good"],
        &["what-if", "r-1", "--data-dir", "data", "--role", "role.json", "--candidates", "candidates.jsonl"],
    ] {
        let run = folder.run(wrong);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{wrong:?}: {}", run.stderr);
    }
}
