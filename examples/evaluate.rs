//! Ranks graded profiles for graded roles and prints nDCG@10, P@5 and MAP, next to plain BM25 over the same texts.
//!
//! `cargo run --release --example evaluate -- ROLES.jsonl CANDIDATES.jsonl QRELS.txt [--ranking ROLE_ID]`
//!
//! Qrels have the form of TREC: role, 0, candidate, grade. Grades are gained as 2^grade - 1; a candidate of grade 2 or more is
//! relevant for P@5 and MAP. Nothing is tuned here: it only measures.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use rolefit::{Answer, Candidate, Document, DocumentReader, Engine, Format, MatchOptions, PartialDate, Role};

/// A role's name with the measures of our ranking and of the plain one.
type Row = (String, [f64; 3], [f64; 3]);
type Grades = BTreeMap<String, HashMap<String, f64>>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let shown = arguments.iter().position(|a| a == "--ranking").map(|at| {
        let role = arguments.get(at + 1).cloned().unwrap_or_default();
        arguments.drain(at..(at + 2).min(arguments.len()));
        role
    });
    let [roles, candidates, qrels] = arguments.as_slice() else {
        return Err("usage: evaluate ROLES.jsonl CANDIDATES.jsonl QRELS.txt [--ranking ROLE_ID]".into());
    };
    let roles: Vec<Role> = read(roles)?;
    let candidates: Vec<Candidate> = read(candidates)?;
    let grades = read_qrels(qrels)?;

    let engine = Engine::in_memory();
    let options = MatchOptions {
        limit: candidates.len().clamp(1, 1000),
        as_of: Some("2026-11-01".parse::<PartialDate>()?),
        ..MatchOptions::default()
    };
    let mut rows: Vec<Row> = Vec::new();
    for role in &roles {
        let Some(graded) = grades.get(role.id.as_str()) else { continue };
        let answer = engine.rank(role, &candidates, &options)?;
        if shown.as_deref() == Some(role.id.as_str()) {
            show(&answer, graded);
        }
        let ours: Vec<String> =
            answer.results.iter().filter_map(|row| row.candidate_id.as_ref().map(ToString::to_string)).collect();
        let plain = bm25(role, &candidates);
        rows.push((role.id.to_string(), measures(&ours, graded), measures(&plain, graded)));
    }
    println!("{:<28} {:>8} {:>6} {:>6}   {:>8} {:>6} {:>6}", "role", "nDCG@10", "P@5", "MAP", "nDCG@10", "P@5", "MAP");
    println!("{:<28} {:>22}   {:>22}", "", "rolefit", "BM25");
    let print = |name: &str, ours: [f64; 3], plain: [f64; 3]| {
        println!(
            "{name:<28} {:>8.3} {:>6.2} {:>6.3}   {:>8.3} {:>6.2} {:>6.3}",
            ours[0], ours[1], ours[2], plain[0], plain[1], plain[2]
        );
    };
    for (name, ours, plain) in &rows {
        print(name, *ours, *plain);
    }
    let mean = |pick: &dyn Fn(&Row) -> [f64; 3]| {
        let count = f64::from(u32::try_from(rows.len().max(1)).unwrap_or(u32::MAX));
        rows.iter().map(pick).fold([0.0; 3], |sum, m| [sum[0] + m[0], sum[1] + m[1], sum[2] + m[2]]).map(|s| s / count)
    };
    print("mean", mean(&|row| row.1), mean(&|row| row.2));
    Ok(())
}

fn read<T: Document>(path: &str) -> Result<Vec<T>, Box<dyn Error>> {
    let format = Format::of_path(Path::new(path))?;
    let documents = DocumentReader::<_, T>::new(BufReader::new(File::open(path)?), format).with_name(path);
    documents.map(|row| row.map(|(_, document)| document).map_err(|bad| bad.to_string().into())).collect()
}

fn read_qrels(path: &str) -> Result<Grades, Box<dyn Error>> {
    let mut grades = Grades::new();
    for line in std::fs::read_to_string(path)?.lines().filter(|line| !line.trim().is_empty()) {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [role, _, candidate, grade] = fields.as_slice() else {
            return Err(format!("not a qrels line: {line}").into());
        };
        grades.entry((*role).to_owned()).or_default().insert((*candidate).to_owned(), grade.parse()?);
    }
    Ok(grades)
}

fn measures(ranking: &[String], graded: &HashMap<String, f64>) -> [f64; 3] {
    let grade = |id: &String| graded.get(id).copied().unwrap_or(0.0);
    let gain = |grade: f64| grade.exp2() - 1.0;
    let discounted = |grades: &mut dyn Iterator<Item = f64>| -> f64 {
        grades.take(10).zip(1_u32..).map(|(g, rank)| gain(g) / f64::from(rank + 1).log2()).sum()
    };
    let mut ideal: Vec<f64> = graded.values().copied().collect();
    ideal.sort_by(|a, b| b.total_cmp(a));
    let best = discounted(&mut ideal.into_iter());
    let ndcg = if best > 0.0 { discounted(&mut ranking.iter().map(grade)) / best } else { 0.0 };
    let relevant = |id: &String| grade(id) >= 2.0;
    let p5 = f64::from(u32::try_from(ranking.iter().take(5).filter(|id| relevant(id)).count()).unwrap_or(0)) / 5.0;
    let (mut seen, mut precisions) = (0.0, 0.0);
    for (id, rank) in ranking.iter().zip(1_u32..) {
        if relevant(id) {
            seen += 1.0;
            precisions += seen / f64::from(rank);
        }
    }
    let all = graded.values().filter(|g| **g >= 2.0).count();
    let map = if all > 0 { precisions / f64::from(u32::try_from(all).unwrap_or(u32::MAX)) } else { 0.0 };
    [ndcg, p5, map]
}

/// Okapi BM25 (k1 1.2, b 0.75) of the role's whole text as the query.
fn bm25(role: &Role, candidates: &[Candidate]) -> Vec<String> {
    let words = |text: &str| -> Vec<String> {
        text.to_lowercase()
            .split(|c: char| !(c.is_alphanumeric() || "+#".contains(c)))
            .filter(|w| !w.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let text_of = |document: &serde_json::Value| -> String {
        fn strings(value: &serde_json::Value, all: &mut String) {
            match value {
                serde_json::Value::String(text) => {
                    all.push_str(text);
                    all.push(' ');
                }
                serde_json::Value::Array(items) => items.iter().for_each(|item| strings(item, all)),
                serde_json::Value::Object(fields) => {
                    fields.iter().filter(|(name, _)| *name != "id").for_each(|(_, v)| strings(v, all));
                }
                _ => {}
            }
        }
        let mut all = String::new();
        strings(document, &mut all);
        all
    };
    let documents: Vec<Vec<String>> =
        candidates.iter().map(|c| words(&text_of(&serde_json::to_value(c).unwrap_or_default()))).collect();
    let query: std::collections::BTreeSet<String> =
        words(&text_of(&serde_json::to_value(role).unwrap_or_default())).into_iter().collect();
    let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
    let mean = documents.iter().map(|d| count(d.len())).sum::<f64>() / count(documents.len().max(1));
    let mut scored: Vec<(f64, &str)> = documents
        .iter()
        .zip(candidates)
        .map(|(document, candidate)| {
            let score = query
                .iter()
                .map(|term| {
                    let tf = count(document.iter().filter(|w| *w == term).count());
                    let df = count(documents.iter().filter(|d| d.contains(term)).count());
                    let idf = ((count(documents.len()) - df + 0.5) / (df + 0.5)).ln_1p();
                    idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * count(document.len()) / mean))
                })
                .sum();
            (score, candidate.id.as_str())
        })
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    scored.into_iter().map(|(_, id)| id.to_owned()).collect()
}

fn show(answer: &Answer, graded: &HashMap<String, f64>) {
    for row in &answer.results {
        let id = row.candidate_id.as_ref().map(ToString::to_string).unwrap_or_default();
        let grade = graded.get(&id).copied().unwrap_or(0.0);
        let scores: Vec<String> = row.components.iter().map(|c| format!("{:?} {:.2}", c.name, c.score)).collect();
        println!(
            "{:>3} {id:<10} grade {grade:<4} fit {:>6.2}  {}  | {}",
            row.rank,
            row.fit,
            scores.join(" "),
            row.summary
        );
    }
}
