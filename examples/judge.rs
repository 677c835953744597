//! Checks judgement cases: pairs of candidates of whom one must fit a role better than the other, equally well, be gated or flagged.
//!
//! `cargo run --release --example judge -- CASES.jsonl [--show ID]`
//!
//! A case is one JSON object a line: `{"id", "why", "role", "better", "worse", "relation": "gt" | "eq" | "gated" | "flag",
//! "expect": {"gated", "not_gated", "flag", "on", "not_on", "max_fit"}}`. Exit code 1 when a case fails.

use std::error::Error;
use std::process::ExitCode;

use rolefit::{Candidate, Engine, Match, MatchOptions, PartialDate, Role};
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    id: String,
    why: String,
    role: Role,
    better: Candidate,
    worse: Candidate,
    relation: String,
    #[serde(default)]
    expect: Expect,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Expect {
    gated: Option<String>,
    not_gated: Option<String>,
    flag: Option<String>,
    on: Option<String>,
    not_on: Option<String>,
    max_fit: Option<f64>,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let path = arguments.first().ok_or("usage: judge CASES.jsonl [--show ID]")?;
    let shown = arguments.iter().position(|a| a == "--show").and_then(|at| arguments.get(at + 1));
    let engine = Engine::in_memory();
    let options = MatchOptions { as_of: Some("2026-11-01".parse::<PartialDate>()?), ..MatchOptions::default() };
    let (mut passed, mut failed) = (0, 0);
    for line in std::fs::read_to_string(path)?.lines().filter(|line| !line.trim().is_empty()) {
        let case: Case = serde_json::from_str(line)?;
        let better = engine.explain_documents(&case.role, &case.better, &options)?;
        let worse = engine.explain_documents(&case.role, &case.worse, &options)?;
        let problems = problems(&case, &better, &worse)?;
        if problems.is_empty() {
            passed += 1;
        } else {
            failed += 1;
            println!("{}: {} ({})", case.id, problems.join("; "), case.why);
        }
        if shown == Some(&case.id) {
            println!("{}\n{}", serde_json::to_string_pretty(&better)?, serde_json::to_string_pretty(&worse)?);
        }
    }
    println!("{passed} passed, {failed} failed");
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn problems(case: &Case, better: &Match, worse: &Match) -> Result<Vec<String>, Box<dyn Error>> {
    let mut problems = Vec::new();
    let fits = format!("{} against {}", better.fit, worse.fit);
    match case.relation.as_str() {
        // Whoever a gate stops is behind everybody whom none does.
        "gt" if worse.gated.is_some() && better.gated.is_none() => {}
        "gt" if better.fit <= worse.fit => problems.push(format!("not better: {fits}")),
        "eq" if (better.fit - worse.fit).abs() > 1e-9 => problems.push(format!("not equal: {fits}")),
        _ => {}
    }
    let named = |id: &str| -> Result<&Match, Box<dyn Error>> {
        if case.better.id.as_str() == id {
            Ok(better)
        } else if case.worse.id.as_str() == id {
            Ok(worse)
        } else {
            Err(format!("case {}: there is no candidate {id:?}", case.id).into())
        }
    };
    let expect = &case.expect;
    if let Some(id) = &expect.gated
        && named(id)?.gated.is_none()
    {
        problems.push(format!("{id} is not gated"));
    }
    if let Some(id) = &expect.not_gated
        && let Some(reason) = &named(id)?.gated
    {
        problems.push(format!("{id} is gated by {reason}"));
    }
    if let Some(flag) = &expect.flag {
        let raised = |row: &Match| -> Result<bool, Box<dyn Error>> {
            let flags = serde_json::to_value(&row.flags)?;
            Ok(flags.as_array().is_some_and(|all| all.iter().any(|f| f == flag.as_str())))
        };
        if let Some(id) = &expect.on
            && !raised(named(id)?)?
        {
            problems.push(format!("{flag} is not raised on {id}"));
        }
        if let Some(id) = &expect.not_on
            && raised(named(id)?)?
        {
            problems.push(format!("{flag} is raised on {id}"));
        }
    }
    if let (Some(most), Some(id)) = (expect.max_fit, &expect.on)
        && named(id)?.fit > most
    {
        problems.push(format!("{id} fits {}, at most {most} is right", named(id)?.fit));
    }
    Ok(problems)
}
