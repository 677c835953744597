//! Pairs of candidates of whom any recruiter of the field would say who fits a role better.
//!
//! The pairs are in `tests/graded/pairs.jsonl`, in the form that `examples/judge.rs` reads.

use std::path::Path;

use rolefit::{Candidate, Engine, MatchOptions, PartialDate, Role};
use serde::Deserialize;

#[derive(Deserialize)]
struct Pair {
    id: String,
    why: String,
    role: Role,
    better: Candidate,
    worse: Candidate,
    /// `gt`: fits better; `eq`: fits equally well.
    relation: String,
}

#[test]
fn who_plainly_fits_better_ranks_higher() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/graded/pairs.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    let pairs: Vec<Pair> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(pairs.len() >= 50, "{}", pairs.len());
    let engine = Engine::in_memory();
    let options = MatchOptions { as_of: Some("2026-11-01".parse::<PartialDate>().unwrap()), ..MatchOptions::default() };
    let fit = |pair: &Pair, candidate: &Candidate| {
        let row = engine.explain_documents(&pair.role, candidate, &options).unwrap();
        // Whoever a gate stops is behind everybody.
        if row.gated.is_some() { -1.0 } else { row.fit }
    };
    let wrong: Vec<String> = pairs
        .iter()
        .filter_map(|pair| {
            let (better, worse) = (fit(pair, &pair.better), fit(pair, &pair.worse));
            let holds = match pair.relation.as_str() {
                "gt" => better > worse,
                "eq" => (better - worse).abs() < 1e-9,
                other => panic!("{}: no such relation: {other}", pair.id),
            };
            (!holds).then(|| format!("{}: {better} against {worse} ({})", pair.id, pair.why))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
