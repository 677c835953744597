//! `rolefit evaluate`: rankings measured against grades.

use serde_json::Value;

use crate::program::Folder;

const ROLES: &str = concat!(
    r#"{"id":"r-storage","title":"Parallel file system engineer","must_have":["Lustre","GPFS"],"custom":{"split":"tune"}}"#,
    "\n",
    r#"{"id":"r-web","title":"Front end engineer","must_have":["React"],"custom":{"split":"holdout"}}"#,
    "\n",
    r#"{"id":"r-none","title":"Welder"}"#,
    "\n",
);

const CANDIDATES: &str = concat!(
    r#"{"id":"c-run","summary":"Parallel file system engineer. I have run Lustre and GPFS for years, from format to failover."}"#,
    "\n",
    r#"{"id":"c-near","summary":"Storage engineer. I run BeeGFS and Ceph."}"#,
    "\n",
    r#"{"id":"c-web","summary":"Front end engineer. I build shops in React."}"#,
    "\n",
    r#"{"id":"c-books","summary":"Accountant. I keep the books of a bakery."}"#,
    "\n",
);

const QRELS: &str = "\
# by hand
r-storage\tc-run\t3\tdoes this work
r-storage\tc-near\t2\tanother file system
r-storage\tc-books\t0\tanother trade
r-web 0 c-web 3
";

const ASK: [&str; 9] = [
    "evaluate", "--roles", "roles.jsonl", "--candidates", "candidates.jsonl", "--qrels", "qrels.tsv", "--as-of",
    "2026-11",
];

fn folder() -> Folder {
    Folder::new().with("roles.jsonl", ROLES).with("candidates.jsonl", CANDIDATES).with("qrels.tsv", QRELS)
}

fn json(folder: &Folder, more: &[&str]) -> Value {
    let run = folder.run(&[&ASK[..], more, &["--format", "json"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    serde_json::from_str(&run.stdout).unwrap()
}

#[test]
fn each_role_is_measured_beside_bm25() {
    let run = folder().run(&ASK);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(run.stdout, @r"
    Ranking by fit, beside BM25 over the same texts
    2 roles, 4 candidates, 3 pairs above grade 0, as of 2026-11

        fit                  BM25
    nDCG@10   P@5    MAP  nDCG@10   P@5    MAP  2 and 3  Role
      1.000  0.40  1.000    1.000  0.40  1.000        2  r-storage  Parallel file system engineer
      1.000  0.20  1.000    1.000  0.20  1.000        1  r-web  Front end engineer
      1.000  0.30  1.000    1.000  0.30  1.000           mean of 2 roles

    nDCG@10     BM25  95 of 100 resamples  roles  By kind of work
      1.000    1.000       1.000 to 1.000      1  domain: Parallel and high-performance storage
      1.000    1.000       1.000 to 1.000      1  domain: General software engineering
      1.000    1.000       1.000 to 1.000      1  function: operation
      1.000    1.000       1.000 to 1.000      1  function: development

    The mean nDCG@10 by fit is 1.000, and in 95 of 100 resamples of the roles 1.000 to 1.000 (2,000 were drawn).
    Not measured, because nobody is above grade 0: r-none.
    ");
}

#[test]
fn json_carries_the_same_with_the_model() {
    let found = json(&folder(), &[]);
    assert_eq!((&found["total_candidates"], &found["graded_pairs"]), (&4.into(), &3.into()));
    assert_eq!((&found["not_measured"][0], &found["model"]["as_of"]), (&"r-none".into(), &"2026-11".into()));
    let storage = &found["roles"][0];
    assert_eq!((&storage["role_id"], &storage["relevant"]), (&"r-storage".into(), &2.into()));
    assert_eq!(storage["fit"]["ndcg_at_10"], 1.0);
    assert_eq!(storage["fit"]["precision_at_5"], 0.4);
    assert_eq!(storage["fit"]["average_precision"], 1.0);
    for absent in ["ablations", "calibration", "ranking", "split"] {
        assert!(found[absent].is_null(), "{absent} was not asked for");
    }
}

/// Two sets as directories: the files above, and one storage role with other people.
fn folder_of_sets() -> Folder {
    let role = r#"{"id":"r-scratch","title":"Storage engineer","must_have":["Lustre"]}"#;
    let candidates = concat!(
        r#"{"id":"c-run","summary":"Gardener. I keep the hedges of a park."}"#,
        "\n",
        r#"{"id":"c-scratch","summary":"Storage engineer. I run the Lustre scratch of a weather service."}"#,
        "\n",
    );
    Folder::new()
        .with("first/roles.jsonl", ROLES)
        .with("first/candidates.jsonl", CANDIDATES)
        .with("first/qrels.tsv", QRELS)
        .with("second/roles.jsonl", &format!("{role}\n"))
        .with("second/candidates.jsonl", candidates)
        .with("second/qrels.txt", "r-scratch 0 c-scratch 3\n")
}

const SETS: [&str; 7] = ["evaluate", "--as-of", "2026-11", "--set", "ours=first", "--set", "other=second"];

#[test]
fn several_sets_are_measured_each_and_together() {
    let run = folder_of_sets().run(&[&SETS[..], &["--calibration", "--format", "json"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let found: Value = serde_json::from_str(&run.stdout).unwrap();
    let sets = found["sets"].as_array().unwrap();
    let names: Vec<&str> = sets.iter().map(|set| set["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["ours", "other"]);
    // Each set is what it is by itself.
    let mut alone = json(&folder(), &["--calibration"]);
    alone["name"] = "ours".into();
    assert_eq!(sets[0], alone);
    let overall = &found["overall"];
    assert_eq!(
        (&overall["roles"], &overall["total_candidates"], &overall["graded_pairs"]),
        (&3.into(), &6.into(), &4.into())
    );
    assert_eq!(overall["mean"]["fit"]["ndcg_at_10"], 1.0);
    assert_eq!((&overall["ndcg_interval"]["low"], &overall["resamples"]), (&1.0.into(), &2000.into()));
    // Three roles by the people of their own sets: 4 + 4 + 2.
    let bands = overall["calibration"]["bands"].as_array().unwrap();
    assert_eq!(bands.iter().map(|row| row["pairs"].as_u64().unwrap()).sum::<u64>(), 10);
    let relevant: u64 =
        overall["lengths"]["quarters"].as_array().unwrap().iter().map(|row| row["relevant"].as_u64().unwrap()).sum();
    assert_eq!(relevant, 4);
    // Both storage roles are of one domain, whichever set they stand in.
    let domains = overall["kinds"]["domains"].as_array().unwrap();
    let storage = domains.iter().find(|row| row["kind"]["id"] == "parallel_storage").unwrap();
    assert_eq!((&storage["roles"], &storage["fit"]["ndcg_at_10"]), (&2.into(), &1.0.into()));
    assert_eq!(sets[1]["roles"][0]["domain"]["id"], "parallel_storage");
    assert_eq!(sets[1]["roles"][0]["function"]["id"], "operates");
}

#[test]
fn several_sets_are_shown_side_by_side() {
    let run = folder_of_sets().run(&[&SETS[..], &["--calibration"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    for words in ["Set ours", "Set other", "All sets", "mean of all roles", "domain: ", "function: ", "by set"] {
        assert!(run.stdout.contains(words), "{words} is not in\n{}", run.stdout);
    }
}

#[test]
fn sets_that_cannot_be_used_are_named() {
    let folder = folder_of_sets().with("second/qrels.tsv", "r-scratch 0 c-scratch 3\n");
    let run = |more: &[&str]| folder.run(&[&["evaluate"][..], more].concat());
    for (more, code, told) in [
        (&["--set", "first"][..], 2, "expected NAME=DIR, got \"first\""),
        (&["--set", "a=nowhere"], 3, "nowhere: expected one of roles.jsonl, roles.ndjson, roles.json, got none"),
        (&["--set", "a=second"], 3, "second: expected one of qrels.tsv, qrels.txt, got 2"),
        (&["--set", "a=first", "--set", "a=first"], 3, "expected a name for each set, got \"a\" twice"),
        (&["--set", "a=first", "--roles", "first/roles.jsonl"], 2, "cannot be used with"),
        (&["--roles", "first/roles.jsonl"], 2, "--candidates"),
    ] {
        let found = run(more);
        assert_eq!((found.code, found.stdout.as_str()), (code, ""), "{more:?}: {}", found.stderr);
        assert!(found.stderr.contains(told), "{told} is not in {}", found.stderr);
    }
}

#[test]
fn a_split_measures_its_roles_alone() {
    let found = json(&folder(), &["--split", "holdout"]);
    assert_eq!(found["roles"].as_array().unwrap().len(), 1);
    assert_eq!((&found["roles"][0]["role_id"], &found["split"]), (&"r-web".into(), &"holdout".into()));
    let unknown = folder().run(&[&ASK[..], &["--split", "hold"]].concat());
    assert_eq!(unknown.code, 3);
    assert!(unknown.stderr.contains("holdout, tune"), "{}", unknown.stderr);
}

#[test]
fn parts_are_switched_off_one_at_a_time() {
    let found = json(&folder(), &["--ablations"]);
    let rows = found["ablations"].as_array().unwrap();
    let names: Vec<&str> = rows.iter().map(|row| row["without"].as_str().unwrap()).collect();
    for part in
        ["skills", "location", "relations", "practices", "family transfer", "extraction", "the fit (BM25 instead)"]
    {
        assert!(names.contains(&part), "{part} is not among {names:?}");
    }
    let row = |name: &str| rows.iter().find(|row| row["without"] == name).unwrap();
    // These candidates say everything in prose, so nothing is left to rank by.
    assert_eq!(row("extraction")["outcome"], "worse");
    assert!(row("extraction")["difference"].as_f64() < Some(-0.1));
    assert_eq!(row("pay")["outcome"], "untested");
    let bm25 = row("the fit (BM25 instead)");
    assert_eq!(bm25["ndcg_at_10"], found["mean"]["bm25"]["ndcg_at_10"]);
    // A switch that is a profile can be tried as one.
    let profile = row("relations")["profile"].as_str().unwrap();
    let tried = json(&folder().with("off.toml", profile), &["--profile", "off.toml"]);
    assert_eq!(tried["mean"]["fit"]["ndcg_at_10"], row("relations")["ndcg_at_10"]);
    let table = folder().run(&[&ASK[..], &["--ablations"]].concat()).stdout;
    assert!(table.contains("pay  not tested here") && table.contains("no order changes without them: "), "{table}");
}

#[test]
fn verdicts_and_fits_are_held_against_grades() {
    let found = json(&folder(), &["--calibration"]);
    let pairs = |rows: &Value| rows.as_array().unwrap().iter().map(|row| row["pairs"].as_u64().unwrap()).sum::<u64>();
    // Two roles by four candidates; the role that nobody was graded for stays out.
    assert_eq!((pairs(&found["calibration"]["bands"]), pairs(&found["calibration"]["steps"])), (8, 8));
    let thresholds = found["calibration"]["thresholds"].as_array().unwrap();
    let fits: Vec<f64> = thresholds.iter().map(|threshold| threshold["fit"].as_f64().unwrap()).collect();
    assert!(fits.windows(2).all(|pair| pair[0] >= pair[1]), "{fits:?}");
    let table = folder().run(&[&ASK[..], &["--calibration"]].concat()).stdout;
    for words in ["Verdict", "90 to 100", "profile", "gated"] {
        assert!(table.contains(words), "{words} is not in\n{table}");
    }
}

#[test]
fn a_ranking_shows_who_is_misplaced() {
    let folder = folder().with("qrels.tsv", "r-storage\tc-run\t1\ttoo junior\nr-storage\tc-books\t3\tsurprise\n");
    let found = json(&folder, &["--ranking", "r-storage"]);
    let rows = found["ranking"]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 4);
    let row = |id: &str| rows.iter().find(|row| row["candidate_id"] == id).unwrap();
    assert_eq!((&row("c-books")["misplaced"], &row("c-books")["reason"]), (&"too_low".into(), &"surprise".into()));
    assert_eq!((&row("c-run")["misplaced"], &row("c-run")["ideal_grade"]), (&"too_high".into(), &3.into()));
    let table = folder.run(&[&ASK[..], &["--ranking", "r-storage"]].concat()).stdout;
    assert!(table.contains("Graded: surprise") && table.contains("\u{2191}\u{2191}"), "{table}");
    let unknown = folder.run(&[&ASK[..], &["--ranking", "r-9"]].concat());
    assert_eq!(unknown.code, 1);
    assert!(unknown.stderr.contains("\"r-9\""), "{}", unknown.stderr);
}

#[test]
fn what_cannot_be_used_is_an_error_that_names_the_place() {
    for (name, text, told) in [
        ("qrels.tsv", "r-storage 0 c-run 4\n", "qrels.tsv:1: a grade is a number from 0 to 3, this is \"4\""),
        ("qrels.tsv", "r-web 0 c-web 3\nr-x 0 c-run 1\n", "qrels.tsv:2: roles.jsonl has no role \"r-x\""),
        (
            "qrels.tsv", "r-web 0 c-web 3\nr-web\tc-web\t2\twhy\n",
            "qrels.tsv:2: grades \"c-web\" for \"r-web\" 2, line 1",
        ),
        ("candidates.jsonl", "{\"id\":\"c-1\"}\n{\"idd\":1}\n", "candidates.jsonl:2"),
        ("roles.jsonl", "", "roles.jsonl holds no role"),
    ] {
        let run = folder().with(name, text).run(&ASK);
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{}", run.stderr);
        assert!(run.stderr.contains(told), "{told} is not in {}", run.stderr);
    }
    let absent = Folder::new().run(&ASK);
    assert!(absent.code == 3 && absent.stderr.contains("roles.jsonl"), "{}", absent.stderr);
}

#[test]
fn the_same_files_give_the_same_bytes() {
    let more = [&ASK[..], &["--ablations", "--calibration", "--ranking", "r-storage"]].concat();
    let folder = folder();
    assert_eq!(folder.run(&more).stdout, folder.run(&more).stdout);
}
