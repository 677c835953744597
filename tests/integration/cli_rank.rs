//! `rolefit rank`.

use std::process::Stdio;

use serde_json::Value;

use crate::program::{Folder, Run, sample, small};

const RANK: &[&str] = &["rank", "--roles", "role.json", "--candidates", "candidates.jsonl", "--as-of", "2026-11-01"];

fn rank(folder: &Folder, more: &[&str]) -> Run {
    folder.run(&[RANK, more].concat())
}

fn sample_run(more: &[&str]) -> Run {
    let (roles, candidates) = (sample("roles.jsonl"), sample("candidates.jsonl"));
    let arguments = ["rank", "--roles", &roles, "--candidates", &candidates, "--as-of", "2026-11-01"];
    Folder::new().run(&[&arguments, more].concat())
}

#[test]
fn one_role_gives_one_answer_and_several_give_a_list() {
    let run = rank(&small(), &["--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let answer: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(answer["role_id"], "r-1");
    assert_eq!(answer["total_candidates"], 3);
    assert_eq!(answer["gated"][0]["count"], 1);
    assert_eq!(answer["results"][0]["candidate_id"], "c-1");
    assert_eq!(answer["model"]["as_of"], "2026-11-01");

    let roles = "[{\"id\":\"r-1\"},{\"id\":\"r-2\"}]";
    let run = rank(&small().with("role.json", roles), &["--format", "json"]);
    let answers: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(answers.as_array().unwrap().len(), 2);
    assert_eq!(answers[1]["role_id"], "r-2");
}

#[test]
fn json_lines_carry_the_roles_id_first() {
    let run = rank(&small(), &["--format", "jsonl"]);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(lines[0].starts_with("{\"role_id\":\"r-1\",\"rank\":1,\"candidate_id\":\"c-1\","), "{}", lines[0]);
    let row: Value = serde_json::from_str(lines[0]).unwrap();
    assert!(row["components"][0]["evidence"][0]["requirement"].is_string());
}

#[test]
fn csv_has_a_row_a_result_and_no_formulas() {
    let run = rank(&small(), &["--format", "csv", "--top", "1"]);
    let (heading, rows) = run.stdout.split_once("\r\n").unwrap();
    insta::assert_snapshot!(heading, @"role_id,rank,candidate_id,name,fit,verdict,coverage,must_have_coverage,skills_points,family_points,scale_points,pay_points,level_points,location_points,pay_verdict,flags,gaps,summary");
    assert!(rows.starts_with("r-1,1,c-1,'=Ana Lima,"), "{rows}");
    assert_eq!(rows.matches("\r\n").count(), 1);
}

#[test]
fn the_table_says_who_fits_and_why() {
    let run = rank(&small(), &[]);
    assert_eq!(run.code, 0);
    insta::assert_snapshot!(run.stdout.lines().take(4).collect::<Vec<_>>().join("\n"), @r"
    Storage engineer · r-1
    required      Lustre (a gate), Linux
    nice to have  ZFS
    pool          3 candidates considered, 1 of them left out by gates: Lustre (1)
    ");
    for words in ["=Ana Lima", "c-1", "Lustre 6 y", "nice to have: ZFS", "陳怡君", "As of 2026-11-01."] {
        assert!(run.stdout.contains(words), "{words} is not in\n{}", run.stdout);
    }
    assert!(!run.stdout.contains('\u{1b}'), "no colours in a pipe");
    assert!(run.stderr.contains("1 role and 3 candidates read, 0 lines skipped"), "{}", run.stderr);
}

#[test]
fn tables_keep_to_the_width_of_the_page() {
    let (roles, candidates) = (sample("roles.jsonl"), sample("candidates.jsonl"));
    for (columns, explain) in [("80", false), ("120", false), ("80", true), ("100", true)] {
        let folder = Folder::new();
        let mut command = folder
            .command(&["rank", "--roles", &roles, "--candidates", &candidates, "--top", "3", "--as-of", "2026-11-01"]);
        if explain {
            command.arg("--explain");
        }
        let output = command.env("COLUMNS", columns).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let width: usize = columns.parse().unwrap();
        // A heading's own line is as long as the title; wide letters only make lines shorter in characters.
        let long = text.lines().find(|line| line.chars().count() > width && !line.contains(" \u{b7} "));
        assert_eq!(long, None);
    }
}

#[test]
fn nobody_left_is_said_in_words() {
    let run = rank(&small().with("candidates.jsonl", "{\"id\":\"c-3\",\"skills\":[\"Excel\"]}\n"), &[]);
    assert_eq!(run.code, 0);
    assert!(
        run.stdout.contains("Nobody to rank: the one candidate is left out by the role's gates (Lustre)."),
        "{}",
        run.stdout
    );
}

#[test]
fn nothing_to_rank_is_exit_code_1() {
    let run = rank(&small().with("candidates.jsonl", "\n"), &[]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    insta::assert_snapshot!(run.stderr, @r"
    error: nothing to rank: candidates.jsonl has no usable candidate (it holds no documents)
    hint: `rolefit schema candidate` prints what a candidate looks like
    ");
}

#[test]
fn bad_lines_are_reported_and_do_not_stop_the_rest() {
    let lines = "{\"id\":\"c-1\"}\n{\"id\":\"c-2\",\"skils\":[]}\n{\"id\":\"c-1\"}\n{\"id\":\"c-4\"}\n";
    let folder = small().with("candidates.jsonl", lines).with("role.json", "{\"id\":\"r-1\"}");
    let run = rank(&folder, &["--format", "jsonl"]);
    assert_eq!((run.code, run.stdout.lines().count()), (0, 2));
    let said: Vec<&str> = run.stderr.lines().collect();
    assert!(said[0].starts_with("skipped candidates.jsonl:2 (c-2): /skils: "), "{said:?}");
    assert_eq!(
        said[1],
        "skipped candidates.jsonl:3 (c-1): /id: the id was already given by line 1; expected each id once"
    );
    assert!(said[2].starts_with("1 role and 2 candidates read, 2 lines skipped"), "{said:?}");

    let strict = rank(&folder, &["--strict"]);
    assert_eq!((strict.code, strict.stdout.as_str()), (1, ""));
    assert!(strict.stderr.starts_with("error: candidates.jsonl:2 (c-2): /skils"), "{}", strict.stderr);
}

#[test]
fn standard_input_serves_one_of_the_files() {
    let folder = small();
    let candidates = folder.read("candidates.jsonl");
    let arguments = ["rank", "--roles", "role.json", "--candidates", "-", "--as-of", "2026-11-01", "--format", "json"];
    let run = folder.run_with(&arguments, &candidates);
    assert_eq!(run.stdout, rank(&folder, &["--format", "json"]).stdout);

    let both = folder.run(&["rank", "--roles", "-", "--candidates", "-"]);
    assert_eq!(both.code, 3);
    assert!(both.stderr.contains("both"), "{}", both.stderr);
}

#[test]
fn what_cannot_be_read_or_written_has_its_own_exit_code() {
    let folder = small().with("pool.xml", "");
    for (candidates, code, words) in [("absent.jsonl", 3, "absent.jsonl"), ("pool.xml", 3, ".jsonl")] {
        let run = folder.run(&["rank", "--roles", "role.json", "--candidates", candidates]);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""));
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
    assert_eq!(rank(&folder, &["--top", "0"]).code, 2);
    assert_eq!(rank(&folder, &["--rate", "EUR"]).code, 2);
    assert_eq!(rank(&folder, &["--as-of", "yesterday"]).code, 2);
    assert_eq!(rank(&folder, &["--output", "absent/out.json"]).code, 2);
    assert_eq!(rank(&folder, &["--output", "candidates.jsonl"]).code, 2);
    assert_eq!(rank(&folder, &["--profile", "absent.toml"]).code, 3);
}

#[test]
fn an_output_file_holds_what_standard_output_would() {
    let folder = small();
    let printed = rank(&folder, &["--format", "csv"]).stdout;
    let run = rank(&folder, &["--format", "csv", "--output", "out.csv"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    assert_eq!(folder.read("out.csv"), printed);
    assert_eq!(folder.names(), ["candidates.jsonl", "out.csv", "role.json"]);
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let folder = Folder::new();
    let (roles, candidates) = (sample("roles.jsonl"), sample("candidates.jsonl"));
    let arguments = ["rank", "--roles", &roles, "--candidates", &candidates, "--top", "100", "--format", "jsonl"];
    let mut child = folder.command(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!said.contains("error") && !said.contains("panicked"), "{said}");
}

#[test]
fn equal_inputs_give_equal_bytes_on_any_number_of_threads() {
    let (roles, candidates) = (sample("roles.jsonl"), sample("candidates.jsonl"));
    for format in ["table", "json", "csv"] {
        let arguments =
            ["rank", "--roles", &roles, "--candidates", &candidates, "--as-of", "2026-11-01", "--format", format];
        let output =
            |threads| Folder::new().command(&arguments).env("RAYON_NUM_THREADS", threads).output().unwrap().stdout;
        let one = output("1");
        assert!(!one.is_empty());
        assert!(one == output("4"), "{format}");
    }
}

#[test]
fn the_order_of_the_candidates_changes_nothing() {
    let text = std::fs::read_to_string(sample("candidates.jsonl")).unwrap();
    let turned = text.lines().rev().collect::<Vec<_>>().join("\n");
    let roles = sample("roles.jsonl");
    let arguments =
        ["rank", "--roles", &roles, "--candidates", "turned.jsonl", "--as-of", "2026-11-01", "--format", "json"];
    let folder = Folder::new().with("turned.jsonl", &turned);
    assert_eq!(folder.run(&arguments).stdout, sample_run(&["--format", "json"]).stdout);
}

#[test]
fn the_sample_data_is_ranked_whole() {
    let run = sample_run(&["--format", "jsonl", "--top", "3"]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.starts_with("14 roles and 130 candidates read, 0 lines skipped"), "{}", run.stderr);
    assert_eq!(run.stdout.lines().count(), 14 * 3);
}
