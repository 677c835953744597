//! `rolefit market`, and rows of one's own.

use serde_json::Value;

use crate::program::{Folder, small};

const ASK: [&str; 5] = ["market", "--family", "cluster_operations", "--level", "senior"];

fn json(folder: &Folder, more: &[&str]) -> Value {
    let run = folder.run(&[&ASK[..], more, &["--format", "json"]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    serde_json::from_str(&run.stdout).unwrap()
}

#[test]
fn a_band_is_shown_with_its_rows_and_sources() {
    let table = Folder::new().run(&ASK).stdout;
    assert!(
        table.starts_with("GPU and HPC cluster operations \u{b7} senior \u{b7} United States \u{b7} 2025\n"),
        "{table}"
    );
    for words in ["base", "total", "spread", "confidence", "S1 2025", "S2 2025", "Senior GPU Reliability Engineer"] {
        assert!(table.contains(words), "{words} is not in\n{table}");
    }
    let band = json(&Folder::new(), &[]);
    assert!(band["low"].as_u64() < band["middle"].as_u64() && band["middle"].as_u64() < band["high"].as_u64());
    assert_eq!((band["basis"].as_str(), band["base_share"].as_f64()), (Some("base"), Some(0.72)));
    for row in band["rows"].as_array().unwrap() {
        assert!(row["source_title"].is_string() && row["weight"].as_f64() > Some(0.0), "{row}");
    }
}

#[test]
fn a_title_names_a_family_and_nonsense_does_not() {
    let folder = Folder::new();
    let by_title = folder.run(&["market", "--family", "GPU compiler engineer", "--level", "mid", "--format", "json"]);
    assert_eq!(serde_json::from_str::<Value>(&by_title.stdout).unwrap()["family"], "compilers_runtimes");
    let unknown = folder.run(&["market", "--family", "zymurgy", "--level", "mid"]);
    assert_eq!(unknown.code, 3);
    assert!(unknown.stderr.contains("cluster_operations"), "{}", unknown.stderr);
    assert_eq!(folder.run(&["market", "--family", "ml_platform", "--level", "wizard"]).code, 2);
    let elsewhere = folder.run(&[&ASK[..], &["--hub", "Munich, Germany"]].concat());
    assert_eq!((elsewhere.code, elsewhere.stdout.as_str()), (1, ""));
    assert!(elsewhere.stderr.contains("--market"), "{}", elsewhere.stderr);
}

#[test]
fn own_rows_outrank_the_reference_and_bad_ones_are_all_told() {
    let folder = Folder::new()
        .with("ours.csv", "source,family,level,low,high,basis\nsurvey,cluster_operations,senior,150000,190000,base\n")
        .with("bad.csv", "source,level,low,high\nsurvey,senior,2,1\nsurvey,wizard,1,2\nsurvey,mid,1,2\n");
    let band = json(&folder, &["--market", "ours.csv"]);
    assert_eq!((band["low"].as_u64(), band["high"].as_u64()), (Some(150_000), Some(190_000)));
    assert_eq!((&band["rows"][0]["source"], &band["rows"][0]["own"]), (&"survey".into(), &true.into()));
    let bad = folder.run(&[&ASK[..], &["--market", "bad.csv"]].concat());
    assert_eq!(bad.code, 3);
    for words in ["bad.csv", "line 2", "line 3", "wizard"] {
        assert!(bad.stderr.contains(words), "{words}: {}", bad.stderr);
    }
    assert!(!bad.stderr.contains("line 4"), "{}", bad.stderr);
}

#[test]
fn a_role_without_a_band_is_judged_by_own_rows_with_their_source() {
    let folder = small().with("ours.csv", "source,level,low,high,basis\nsurvey,senior,150000,190000,base\n");
    let folder = folder
        .with("role.json", r#"{"id":"r-1","title":"Senior HPC storage engineer","level":"senior","must_have":["Lustre"]}"#)
        .with(
            "one.json",
            r#"{"id":"c-1","skills":["Lustre"],"expected_pay":{"min":200000,"max":200000,"currency":"USD","basis":"base"}}"#,
        );
    let ask = ["rank", "--roles", "role.json", "--candidates", "one.json", "--as-of", "2025-06", "--format", "json"];
    let answer = |more: &[&str]| -> Value {
        let run = folder.run(&[&ask[..], more].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        serde_json::from_str(&run.stdout).unwrap()
    };
    let (reference, own) = (answer(&[]), answer(&["--market", "ours.csv"]));
    assert_ne!(reference["model"]["market_version"], own["model"]["market_version"]);
    let pay = |answer: &Value| answer["results"][0]["components"][3]["evidence"][0].clone();
    assert_eq!(
        (pay(&own)["inferred"].as_bool(), own["results"][0]["pay_verdict"].as_str()),
        (Some(true), Some("above"))
    );
    let said = pay(&own)["statement"].as_str().unwrap().to_owned();
    assert!(said.contains("inferred from the market: 1 row of survey"), "{said}");
    let said = pay(&reference)["statement"].as_str().unwrap().to_owned();
    assert!(said.contains("rows of S") && said.contains("spread from USD"), "{said}");
}
