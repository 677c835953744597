//! Reading is linear: four times the text takes at most five times the steps, whatever is repeated in it.
//!
//! `ROLEFIT_CAMPAIGN=1` tries every pattern, else those that are known and every 160th are tried: without optimisation more take
//! minutes. `ROLEFIT_SWEEP=file` writes the counts of each pattern, with the nanoseconds of processor time beside them: a loop that
//! charges nothing shows there.
#![expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]

use std::fmt::Write as _;
use std::sync::LazyLock;

use super::extractor::Extractor;
use super::meter::Budget;
use crate::domain::{Candidate, CandidateId, Job, Role, RoleId};
use crate::taxonomy::Taxonomy;

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::new(Taxonomy::builtin()));

const WORDS: &[&str] = &[
    "Go", "C", "Python", "Slurm", "GPU", "x", "5", "2019", "$100k", "years", "and", "or", "not", "need", "senior",
    "engineer", "remote", "Austin", "TX", "US", "H100", "8xH100", "20 PB", "nodes", "the", "I", "we", "must",
    "required", "you", "at", "in", "of", "San Jose", "since", "Jan 2020", "present", "%", "EUR", "salary", "visa",
    "citizen", "clearance", "TS/SCI", "led", "team", "University", "Kubernetes", "AWS", "nice to have", "trained",
    "bonus", "hybrid", "3 days", "Requirements", "5 years of", "data center", "who", "$1 - $2",
];

const SEPARATORS: &[&str] = &[
    " ", ", ", ",", "; ", ";", "/", " / ", "|", " | ", "\n", "\n- ", "\n\n", ". ", ".", ": ", ":", "(", ")", " (",
    ") ", "-", " - ", "–", "\\n", "<br>", "<li>", "</p><p>", "&amp;", "&lt;p&gt;", "\t", " • ", "'", "\"", "…", "+",
    "_", " * ", "\u{a0}", "\u{200b}", "<", "&", "? ", "[", "= ",
];

/// What was once read in time by the square of its length, or reads like it.
const KNOWN: &[&str] = &[
    "Go|", "C/", "Python/", "x\\n", "we\\nthe/nodes? ", "<p style=\"display:none\">x ",
    "<p><b>Slurm and Lustre and GPFS ", "Abcd", "&lt;/&lt;p&gt;", "x!\"", "5 kr ", "in (years): 3 ", "bonus&lt;p&gt;",
    "Required\nSlurm\n", "Years: Go 3, ", "<!--", "<a", "<", "&", "\u{fffd}", "a.", "https://", "TF ", "Triton, ",
    "\u{301}", "((", "C;", "Salt\n",
];

/// Every word with every separator, and a hundred mixed ones.
fn patterns() -> Vec<String> {
    let mut all: Vec<String> =
        WORDS.iter().flat_map(|word| SEPARATORS.iter().map(move |sign| format!("{word}{sign}"))).collect();
    for n in 0..100 {
        let word = |step: usize| WORDS[(n * step + step) % WORDS.len()];
        let sign = |step: usize| SEPARATORS[(n * step + 3 * step) % SEPARATORS.len()];
        all.push([word(7), sign(5), word(11), sign(3), word(13), sign(7)].concat());
    }
    all
}

/// So many bytes are beyond every window in which readers look around: the widest are three of the longest sentences.
const SHORT: usize = 16_000;

/// What reading takes: as a text, as a posting, as somebody's summary, as a job.
fn steps(text: &str) -> [u64; 4] {
    let mut role = Role::new(RoleId::new("r").unwrap());
    role.description = Some(text.to_owned());
    let mut person = Candidate::new(CandidateId::new("c").unwrap());
    person.summary = Some(text.to_owned());
    let mut worker = Candidate::new(CandidateId::new("c").unwrap());
    worker.experience = vec![Job { description: Some(text.to_owned()), ..Job::default() }];
    [
        EXTRACTOR.steps(text.len(), || EXTRACTOR.extraction(text)),
        EXTRACTOR.steps(text.len(), || super::role::facts(&role, &EXTRACTOR)),
        EXTRACTOR.steps(text.len(), || super::candidate::facts(&person, &EXTRACTOR)),
        EXTRACTOR.steps(text.len(), || super::candidate::facts(&worker, &EXTRACTOR)),
    ]
}

/// The part of the budget that reading may take of an ordinary document.
const ORDINARY: u64 = 10;

#[test]
fn ordinary_documents_take_little_of_the_budget() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["tests/annotated/postings", "tests/annotated/profiles", "tests/graded", "sample_data"];
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(root.join(folder)).unwrap());
    let paths = files.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let texts = paths.flat_map(|path| {
        let text = std::fs::read_to_string(&path).unwrap();
        let lines = path.extension().is_some_and(|ending| ending == "jsonl");
        if lines { text.lines().map(str::to_owned).collect() } else { vec![text] }
    });
    let mut most = 0.0_f64;
    for (number, text) in texts.enumerate() {
        for steps in steps(&text) {
            let share = steps as f64 / text.len().max(1) as f64;
            most = most.max(share);
            assert!(steps * ORDINARY < Budget::DEFAULT.base + Budget::DEFAULT.per_byte * text.len() as u64, "{text}");
        }
        // Many of them in one document.
        if number % 8 > 0 {
            continue;
        }
        let many = text.repeat(1 + 40_000 / text.len().max(1));
        for steps in steps(&many).into_iter().take(2) {
            assert!(steps * 2 < Budget::DEFAULT.base + Budget::DEFAULT.per_byte * many.len() as u64, "{text}");
        }
    }
    assert!(most * 3.0 < Budget::DEFAULT.per_byte as f64, "ordinary documents take {most} steps a byte");
    println!("ordinary documents take up to {most:.1} steps a byte");
}

fn processor_time() -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|nanoseconds| nanoseconds.parse().ok()).unwrap_or(0)
}

#[test]
fn four_times_the_text_takes_at_most_five_times_the_steps() {
    let every = if std::env::var("ROLEFIT_CAMPAIGN").is_ok() { 1 } else { 160 };
    let (mut report, mut wrong) = (String::new(), Vec::new());
    LazyLock::force(&EXTRACTOR);
    let known = KNOWN.iter().map(|pattern| (*pattern).to_owned());
    for pattern in known.chain(patterns().into_iter().step_by(every)) {
        let times = SHORT / pattern.len();
        let (short, long) = (pattern.repeat(times), pattern.repeat(4 * times));
        let start = processor_time();
        let few = steps(&short);
        let middle = processor_time();
        let many = steps(&long);
        let (few_time, many_time) = ((middle - start).max(1), processor_time() - middle);
        let ratio = many_time as f64 / few_time as f64;
        writeln!(report, "{ratio:.1}\t{few_time}\t{many_time}\t{few:?}\t{many:?}\t{pattern:?}").unwrap();
        for (kind, (few, many)) in ["text", "role", "summary", "job"].iter().zip(few.into_iter().zip(many)) {
            if many > 5 * few {
                wrong.push(format!("{pattern:?} as a {kind}: {few} steps, and {many} for four times as much"));
            }
        }
    }
    if let Ok(path) = std::env::var("ROLEFIT_SWEEP") {
        std::fs::write(path, report).unwrap();
    }
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
}
