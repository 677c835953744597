//! Reading is linear: four times the text takes at most five times the steps, whatever is repeated in it.
//!
//! `ROLEFIT_CAMPAIGN=1` tries every pattern, else every sixteenth is tried. `ROLEFIT_SWEEP=file` writes the counts of each pattern, with the
//! nanoseconds of processor time beside them: a loop that charges nothing shows there.

use std::fmt::Write as _;
use std::sync::LazyLock;

use super::extractor::Extractor;
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

/// So many bytes are beyond every window in which readers look around, but for a few hundred words.
const SHORT: usize = 10_000;

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

fn processor_time() -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|nanoseconds| nanoseconds.parse().ok()).unwrap_or(0)
}

#[test]
fn four_times_the_text_takes_at_most_five_times_the_steps() {
    let every = if std::env::var("ROLEFIT_CAMPAIGN").is_ok() { 1 } else { 16 };
    let (mut report, mut wrong) = (String::new(), Vec::new());
    LazyLock::force(&EXTRACTOR);
    for pattern in patterns().iter().step_by(every) {
        let (short, long) = (pattern.repeat(SHORT / pattern.len()), pattern.repeat(4 * (SHORT / pattern.len())));
        let times = [processor_time(), {
            steps(&short);
            processor_time()
        }];
        let (few, many) = (steps(&short), steps(&long));
        let last = processor_time();
        let few_time = (times[1] - times[0]).max(1);
        let many_time = (last - times[1]).saturating_sub(few_time);
        writeln!(
            report,
            "{:.1}\t{few_time}\t{many_time}\t{few:?}\t{many:?}\t{pattern:?}",
            many_time as f64 / few_time as f64
        )
        .unwrap();
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
