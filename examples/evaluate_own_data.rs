//! Measures the ranking against grades of your own, beside BM25: what you would do before you trust it, and after each change of
//! weights.
//!
//! `cargo run --example evaluate_own_data --no-default-features --features parallel`. To copy it, give your `Cargo.toml` `rolefit` with this feature
//! and `tempfile`.

use std::error::Error;
use std::fs;

use rolefit::evaluate::{EvaluateFiles, evaluate_files};
use rolefit::matching::ScoringProfile;
use rolefit::{Engine, EngineOptions, MatchOptions};

const ROLES: &str = r#"
{"id": "storage", "title": "HPC storage engineer", "must_have": ["Lustre", "Linux"]}
{"id": "kernels", "title": "GPU kernel engineer", "must_have": ["CUDA", "C++"]}
"#;

const CANDIDATES: &str = r#"
{"id": "ada", "summary": "I have run Lustre and BeeGFS on Linux for eight years."}
{"id": "ben", "summary": "Game engine programmer: C++, compute shaders, and CUDA since 2020."}
{"id": "cyd", "summary": "Accountant. Excel, SAP and month-end closing."}
"#;

/// Role, candidate, grade from 0 to 3 and a reason, between tabs. Pairs that are not listed have grade 0.
const GRADES: &str =
    "storage\tada\t3\truns it today\nstorage\tben\t1\tknows Linux at best\nkernels\tben\t3\twrites them\n";

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = |name: &str| folder.path().join(name);
    fs::write(path("roles.jsonl"), ROLES)?;
    fs::write(path("candidates.jsonl"), CANDIDATES)?;
    fs::write(path("grades.tsv"), GRADES)?;
    let files = EvaluateFiles::new(path("roles.jsonl"), path("candidates.jsonl"), path("grades.tsv"))
        .with_options(MatchOptions::default().with_as_of(Some("2026-11-01".parse()?)));

    let usual = evaluate_files(&Engine::in_memory(), &files)?;
    // A profile of your own says only what it changes.
    let own = ScoringProfile::default().with("[weights]\nskills = 0.7\n")?;
    let changed = evaluate_files(&Engine::in_memory_with(EngineOptions::default().with_profile(own)), &files)?;
    for (name, evaluation) in [("default", &usual), ("own weights", &changed)] {
        let mean = evaluation.mean;
        println!("{name}: nDCG@10 {:.3}, BM25 {:.3}", mean.fit.ndcg_at_10, mean.bm25.ndcg_at_10);
    }
    assert!(usual.mean.fit.ndcg_at_10 > 0.9);
    Ok(())
}
