//! How fast is a text read, and how far is that from merely finding the labels in it?
//!
//! Question: megabytes of text a second on one thread, for all facts of a text (`extract`), for a candidate's whole document
//! (`candidate_facts`), for the stages of reading, each with those before it, and for the baseline: an Aho-Corasick scan of the folded text for the same labels, overlapping matches
//! counted, nothing judged. Corpus: the texts of `sample_data/` and `tests/annotated/`, each once a round, no seed. Figures are
//! medians over rounds; ratios are of one run.
//!
//! `cargo bench --bench extraction [-- ROUNDS]`

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use aho_corasick::{AhoCorasick, MatchKind};
use mimalloc::MiMalloc;
use rolefit::{Candidate, Extractor, ReadingStage, Role, Taxonomy};

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() {
    let rounds = std::env::args().skip(1).find_map(|a| a.parse().ok()).unwrap_or(9);
    let taxonomy = Taxonomy::builtin();
    let extractor = Extractor::new(taxonomy.clone());
    let (texts, candidates) = corpus();
    let bytes: usize = texts.iter().map(String::len).sum();
    let candidate_bytes: usize = candidates.iter().map(|c| serde_json::to_string(c).unwrap_or_default().len()).sum();
    println!("{} texts, {bytes} bytes; {} candidates, {candidate_bytes} bytes of JSON", texts.len(), candidates.len());

    let labels: Vec<&str> = taxonomy.labels().map(|(label, _)| label).collect();
    let scan = AhoCorasick::builder().match_kind(MatchKind::Standard).build(&labels).expect("labels fit an automaton");
    let folded: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
    let baseline =
        rate(rounds, bytes, || folded.iter().map(|text| scan.find_overlapping_iter(text).count()).sum::<usize>());
    let extract = rate(rounds, bytes, || {
        texts
            .iter()
            .map(|text| extractor.extract(text).expect("annotated texts are readable").skills.len())
            .sum::<usize>()
    });
    let facts = rate(rounds, candidate_bytes, || {
        for candidate in &candidates {
            black_box(extractor.candidate_facts(candidate).expect("invented people are readable"));
        }
        candidates.len()
    });
    let up_to = |stage| rate(rounds, bytes, || texts.iter().map(|text| extractor.read_up_to(text, stage)).sum());
    println!("{:<44}{:>10}{:>12}", "on one thread", "MB/s", "x baseline");
    for (name, rate) in [
        ("baseline: Aho-Corasick over the labels", baseline),
        ("words: folded and cut", up_to(ReadingStage::Words)),
        ("names, and which of them count", up_to(ReadingStage::Names)),
        ("phrases of doing and passages", up_to(ReadingStage::Phrases)),
        ("mentions, and what is said of them", up_to(ReadingStage::Mentions)),
        ("form and wording, as of a profile", up_to(ReadingStage::Wording)),
        ("extract: every fact of a text", extract),
        ("candidate_facts: a candidate's JSON", facts),
    ] {
        println!("{name:<44}{rate:>10.1}{:>12.2}", baseline / rate);
    }
    println!("{} labels; automaton of the baseline {} KiB", labels.len(), scan.memory_usage() / 1024);
}

/// Median megabytes a second.
#[expect(clippy::cast_precision_loss, reason = "a rate is shown to three digits")]
fn rate(rounds: usize, bytes: usize, mut work: impl FnMut() -> usize) -> f64 {
    let mut rates: Vec<f64> = (0..rounds)
        .map(|_| {
            let start = Instant::now();
            black_box(work());
            bytes as f64 / 1e6 / start.elapsed().as_secs_f64()
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}

fn corpus() -> (Vec<String>, Vec<Candidate>) {
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let lines = |name: &str| read(&Path::new("sample_data").join(name));
    let candidates: Vec<Candidate> = lines("candidates.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("the sample candidates are valid"))
        .collect();
    let roles: Vec<Role> = lines("roles.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("the sample roles are valid"))
        .collect();
    let mut texts = vec![lines("posting.html"), lines("resume.txt")];
    texts.extend(roles.into_iter().filter_map(|role| role.description));
    for candidate in &candidates {
        texts.extend(candidate.summary.clone());
        texts.extend(candidate.experience.iter().filter_map(|job| job.description.clone()));
    }
    for kind in ["postings", "profiles"] {
        let folder = Path::new("tests/annotated").join(kind);
        let mut paths: Vec<_> =
            std::fs::read_dir(&folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.sort();
        for path in paths {
            let whole = read(&path);
            texts.extend(whole.split_once("\n===\n").map(|(_, text)| text.to_owned()));
        }
    }
    (texts, candidates)
}
