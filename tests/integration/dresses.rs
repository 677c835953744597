//! The same statement is the same fact, whatever its dress; and what is private moves nothing.
//!
//! The data is in `tests/dresses/`: statements as parts, from which sentences are made in many dresses; sentences of private lives,
//! which are put into profiles; and what is known to fail, by class and dress, with a reason.

mod facts;
mod numerals;
mod private;
mod statement;

use std::collections::BTreeMap;
use std::path::Path;

use facts::{Reader, facts_of};
use serde_json::{Value, json};
use statement::{DRESSES, Statement};

/// The role for which all dresses are judged.
fn role() -> Value {
    json!({
        "id": "r", "title": "Senior HPC systems engineer", "min_years": 5, "level": "senior", "work_mode": "hybrid",
        "location": {"city": "Austin", "region": "TX", "country": "US"}, "scale": {"min": 4000, "unit": "accelerators"},
        "pay_band": {"min": 170_000, "max": 220_000, "currency": "USD", "basis": "base"},
        "must_have": ["Slurm", {"any_of": ["Lustre", "GPFS"], "min_years": 5}, "InfiniBand"],
        "nice_to_have": ["CUDA", "Kubernetes", "Ansible", "MPI", "Verilog", "vLLM", "DeepSpeed"],
        "description": "You operate the clusters on which researchers train models: file systems, fabric, scheduler, images.",
    })
}

fn lines(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dresses").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(str::to_owned).collect()
}

/// How many may fail, by class and dress.
fn known() -> BTreeMap<(String, String), usize> {
    let mut known = BTreeMap::new();
    for line in lines("known.tsv") {
        let cells: Vec<&str> = line.split('\t').collect();
        let [class, dress, most, reason] = cells[..] else { panic!("expected four cells, got {line:?}") };
        assert!(DRESSES.contains(&dress), "expected one of {DRESSES:?}, got {dress:?}");
        assert!(!reason.is_empty(), "expected a reason, got {line:?}");
        known.insert((class.to_owned(), dress.to_owned()), most.parse().unwrap());
    }
    known
}

#[test]
fn the_same_statement_is_the_same_fact_in_any_dress() {
    let statements: Vec<Statement> = lines("statements.tsv").iter().map(|line| Statement::parse(line)).collect();
    assert!(statements.len() >= 300, "{} statements", statements.len());
    let dressed: Vec<(usize, &str, String)> = (0..statements.len())
        .flat_map(|at| DRESSES.iter().map(move |dress| (at, *dress)))
        .map(|(at, dress)| (at, dress, statements[at].dressed(dress)))
        .collect();
    let reader = Reader::new();
    let texts: Vec<&str> = dressed.iter().map(|(_, _, text)| text.as_str()).collect();
    let fits = reader.fits(&role(), &texts);
    let found: Vec<_> = texts.iter().map(|text| facts_of(&reader, text)).collect();
    let mut failed: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
    let (mut alike, mut told, mut silent) = (0, 0, Vec::new());
    for (row, (at, dress, text)) in dressed.iter().enumerate() {
        let plain = at * DRESSES.len();
        let class = &statements[*at].class;
        if row == plain && found[row].says_nothing(class) {
            silent.push(text.clone());
        }
        // Practices told without a name are read elsewhere, and tested there.
        let is_told = found[row].told != found[plain].told;
        told += usize::from(is_told);
        let (same, moved) = (found[row].difference_in_words(&found[plain]), fits[row] - fits[plain]);
        if same.is_empty() && (is_told || moved.abs() < 0.001) {
            alike += 1;
        } else {
            let line = format!("{:?} / {text:?}: {} fit {moved:+.2}", texts[plain], same.join(" "));
            failed.entry((class.clone(), (*dress).to_owned())).or_default().push(line);
        }
    }
    let all = dressed.len();
    println!("{alike} of {all} dresses alike ({} statements), {told} told otherwise", statements.len());
    println!("{} plain statements say nothing of their class: {silent:#?}", silent.len());
    for ((class, dress), lines) in &failed {
        println!("{class}\t{dress}\t{}\n  {}", lines.len(), lines.join("\n  "));
    }
    let known = known();
    let over: Vec<String> = failed
        .iter()
        .filter(|(key, lines)| lines.len() > known.get(*key).copied().unwrap_or(0))
        .map(|((class, dress), lines)| format!("{class} {dress}: {}\n  {}", lines.len(), lines.join("\n  ")))
        .collect();
    assert!(over.is_empty(), "more fail than known.tsv allows:\n{}", over.join("\n"));
}
