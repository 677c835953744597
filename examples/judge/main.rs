//! Checks judgement cases: pairs of candidates of whom one must fit a role better than the other, equally well, be gated or flagged.
//!
//! `cargo run --release --example judge -- CASES.jsonl [--show ID]`
//!
//! A case is one JSON object a line: `{"id", "why", "role", "better", "worse", "relation": "gt" | "eq" | "gated" | "flag",
//! "expect": {"gated", "not_gated", "flag", "on", "not_on", "max_fit"}}`. Exit code 1 when a case fails.

mod cases;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use rolefit::Engine;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let path = arguments.first().ok_or("usage: judge CASES.jsonl [--show ID]")?;
    let shown = arguments.iter().position(|a| a == "--show").and_then(|at| arguments.get(at + 1));
    let engine = Engine::in_memory();
    let (mut passed, mut failed) = (0, 0);
    for case in cases::read(Path::new(path))? {
        let judged = case.judge(&engine)?;
        if judged.problems.is_empty() {
            passed += 1;
        } else {
            failed += 1;
            println!("{}: {} ({})", case.id, judged.problems.join("; "), case.why);
        }
        if shown == Some(&case.id) {
            for row in &judged.rows {
                println!("{}", serde_json::to_string_pretty(row)?);
            }
        }
    }
    println!("{passed} passed, {failed} failed");
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
