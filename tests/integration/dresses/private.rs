//! Sentences of private lives, put anywhere into a profile, move nothing: no fact and no fit.
//!
//! A sample in seconds; all sentences in all profiles where `ROLEFIT_CAMPAIGN` is set, another sample by `ROLEFIT_SEED`.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::facts::{Reader, facts_of};
use super::lines;
use crate::annotated::measure::AnnotatedText;

/// So many are tried of each profile, when not all are.
const SAMPLE: usize = 24;
/// So many of the annotated profiles are taken, every third one.
const ANNOTATED: usize = 10;

/// So many sentences at most are known to move something, with a reason behind a tab: this number may only fall.
const MAX_KNOWN: usize = 13;

/// Where a sentence is put.
const PLACES: [&str; 4] = ["before", "between", "after", "beside"];

fn roles() -> Vec<Value> {
    vec![
        json!({
            "id": "r-1", "title": "Senior HPC storage engineer",
            "description": "You keep our file systems healthy: stripes and quotas, metadata servers, failover, the slow target that \
                everybody waits for. You tune reads and writes of checkpoints with the people who train models, and plan capacity, \
                purges and migrations between tiers. Required: five years of Lustre or GPFS. 20 PB. £80,000-£100,000, hybrid in Edinburgh.",
        }),
        json!({
            "id": "r-2", "title": "GPU kernel engineer", "min_years": 4, "level": "senior", "work_mode": "remote",
            "must_have": ["CUDA", {"any_of": ["Triton", "CUTLASS"]}], "nice_to_have": ["NCCL", "PyTorch", "MLIR"],
            "pay_band": {"min": 180_000, "max": 240_000, "currency": "USD", "basis": "base"},
            "description": "You write and tune kernels for attention and matrix products, profile them, and make them fit the chip.",
        }),
        json!({
            "id": "r-3", "title": "HPC cluster engineer", "level": "senior", "work_mode": "onsite",
            "location": {"city": "Munich", "region": "BY", "country": "DE"}, "scale": {"min": 2000, "unit": "accelerators"},
            "must_have": ["Slurm", "InfiniBand"], "nice_to_have": ["Ansible", "Lustre", "Kubernetes", "Prometheus"],
            "description": "You run the training clusters day and night with a team of eight: images, drivers, scheduler, on-call.",
        }),
        json!({
            "id": "r-4", "title": "Staff machine learning platform engineer",
            "description": "What you will do: own the platform on which two hundred people train and serve models; write operators and \
                pipelines; teach teams to use them. You must have Kubernetes, Terraform and Python, and six years of platforms. \
                Bonus: Ray, MLflow. $200k-$250k.",
        }),
    ]
}

fn profiles() -> Vec<String> {
    let own = lines_with_gaps("profiles.txt");
    let texts = AnnotatedText::read_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/annotated")).unwrap();
    let others = texts.into_iter().filter(|text| text.name.starts_with("profiles/")).step_by(3).take(ANNOTATED);
    own.into_iter().chain(others.map(|text| text.text.trim().to_owned())).collect()
}

/// The texts of a file, which lines of three dashes end.
fn lines_with_gaps(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dresses").join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let text: String = text.lines().filter(|line| !line.starts_with("# ")).flat_map(|line| [line, "\n"]).collect();
    text.split("---\n").map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()).collect()
}

/// A profile with a sentence in it; none where it has no such place.
fn with(profile: &str, sentence: &str, place: &str) -> Option<String> {
    Some(match place {
        "before" => format!("{sentence}\n\n{profile}"),
        "after" => format!("{profile}\n\n{sentence}"),
        "between" => {
            let breaks: Vec<usize> = profile.match_indices("\n\n").map(|(at, _)| at).collect();
            let at = *breaks.get(sentence.len() % breaks.len().max(1))?;
            format!("{}\n\n{sentence}{}", &profile[..at], &profile[at..])
        }
        // Behind a full sentence only: beside a list it would be an item.
        _ => profile.ends_with('.').then(|| format!("{profile} {sentence}"))?,
    })
}

#[test]
fn private_lines_move_nothing() {
    let lines = lines("private.txt");
    let (known, sentences): (Vec<&str>, Vec<&str>) =
        lines.iter().map(String::as_str).partition(|line| line.contains('\t'));
    assert!(
        known.len() <= MAX_KNOWN,
        "{} private lines are known to move something, at most {MAX_KNOWN} may",
        known.len()
    );
    let profiles = profiles();
    assert!(sentences.len() >= 200 && profiles.len() >= 30, "{} in {}", sentences.len(), profiles.len());
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<usize>().ok());
    let combinations = sentences.len() * PLACES.len();
    let step = if number("ROLEFIT_CAMPAIGN").is_some() { 1 } else { combinations / SAMPLE };
    let first = number("ROLEFIT_SEED").unwrap_or(0);
    let reader = Reader::new();
    let roles = roles();
    let (mut tried, mut told, mut failed) = (0, 0, BTreeMap::<&str, Vec<String>>::new());
    for (which, profile) in profiles.iter().enumerate() {
        // Another part of the sentences for each profile.
        let picked = (0..combinations).filter(|at| (at + first + 7 * which).is_multiple_of(step));
        let rows = picked.filter_map(|at| {
            let (sentence, place) = (sentences[at / PLACES.len()], PLACES[at % PLACES.len()]);
            Some((sentence, place, with(profile, sentence, place)?))
        });
        let rows: Vec<(&str, &str, String)> = [("", "", profile.clone())].into_iter().chain(rows).collect();
        let texts: Vec<&String> = rows.iter().map(|(_, _, text)| text).collect();
        let fits: Vec<Vec<f64>> = roles.iter().map(|role| reader.fits(role, &texts)).collect();
        let plain = facts_of(&reader, profile);
        for (row, (sentence, place, text)) in rows.iter().enumerate().skip(1) {
            tried += 1;
            let facts = facts_of(&reader, text);
            let difference = facts.difference(&plain);
            let moved: Vec<f64> = fits.iter().map(|fits| fits[row] - fits[0]).collect();
            // Practices told without a name are read elsewhere, and tested there.
            let is_told = facts.told != plain.told;
            told += usize::from(is_told);
            if !difference.is_empty() || (!is_told && moved.iter().any(|moved| moved.abs() >= 0.001)) {
                let opening: String = profile.chars().take(40).collect();
                failed.entry(*sentence).or_default().push(format!("{place} {opening:?}: {difference:?} {moved:.2?}"));
            }
        }
    }
    let failures: usize = failed.values().map(Vec::len).sum();
    println!("{failures} of {tried} lines moved something, {told} told something");
    let mut by_count: Vec<_> = failed.into_iter().collect();
    by_count.sort_by_key(|(_, lines)| std::cmp::Reverse(lines.len()));
    for (sentence, lines) in &by_count {
        println!("{} {sentence}\n  {}", lines.len(), lines[..lines.len().min(6)].join("\n  "));
    }
    assert!(by_count.is_empty(), "{failures} of {tried} private lines moved something");
}
