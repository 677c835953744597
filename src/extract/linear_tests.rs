//! Reading is linear: four times the text takes at most five times the steps, whatever is repeated in it.
//!
//! `ROLEFIT_CAMPAIGN=1` tries every pattern in every kind of document, else those that are known and every 400th are tried, each in
//! two of the four kinds: without optimisation more take minutes. `ROLEFIT_SWEEP=file` writes the counts of each pattern, with the
//! nanoseconds of processor time beside them: a loop that charges nothing shows there.
#![expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]

use std::fmt::Write as _;
use std::sync::LazyLock;

use super::extractor::Extractor;
use super::linear_patterns::{KNOWN, all};
use super::meter::Budget;
use crate::domain::{Candidate, CandidateId, Job, Role, RoleId};
use crate::taxonomy::Taxonomy;

static EXTRACTOR: LazyLock<Extractor> = LazyLock::new(|| Extractor::new(Taxonomy::builtin()));

/// So many bytes are beyond every window in which readers look around: the widest are three of the longest sentences.
const SHORT: usize = 16_000;

/// The kinds of document that a text can be.
const KINDS: [&str; 4] = ["text", "role", "summary", "job"];

/// What reading takes: as a text, as a posting, as somebody's summary, as a job.
fn steps(text: &str) -> [u64; 4] {
    [0, 1, 2, 3].map(|kind| steps_as(kind, text))
}

/// What reading a text as one of the kinds takes.
fn steps_as(kind: usize, text: &str) -> u64 {
    let told = || Some(text.to_owned());
    let candidate = || Candidate::new(CandidateId::new("c").unwrap());
    match kind {
        0 => EXTRACTOR.steps(text.len(), || EXTRACTOR.extraction(text, false)),
        1 => {
            let role = Role { description: told(), ..Role::new(RoleId::new("r").unwrap()) };
            EXTRACTOR.steps(text.len(), || super::role::facts(&role, &EXTRACTOR))
        }
        2 => {
            let person = Candidate { summary: told(), ..candidate() };
            EXTRACTOR.steps(text.len(), || super::candidate::facts(&person, &EXTRACTOR))
        }
        _ => {
            let experience = vec![Job { description: told(), ..Job::default() }];
            let worker = Candidate { experience, ..candidate() };
            EXTRACTOR.steps(text.len(), || super::candidate::facts(&worker, &EXTRACTOR))
        }
    }
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

/// Each name of a long sentence asks what stands beside it there. It is gone through once for all of them: else these take several
/// hundred steps a byte, and a million bytes were refused.
#[test]
fn a_sentence_of_one_ambiguous_name_takes_no_more_than_others() {
    for pattern in ["C/", "Go ", "TF ", "data center&amp;", "nodes ", "San Jose'"] {
        let text = pattern.repeat(SHORT / pattern.len());
        let steps = steps(&text).into_iter().max().unwrap() as f64 / text.len() as f64;
        println!("{pattern:?}: {steps:.0} steps a byte");
        assert!(steps * 3.0 < Budget::DEFAULT.per_byte as f64, "{pattern:?}: {steps} steps a byte");
    }
}

fn processor_time() -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|nanoseconds| nanoseconds.parse().ok()).unwrap_or(0)
}

#[test]
fn four_times_the_text_takes_at_most_five_times_the_steps() {
    let campaign = std::env::var("ROLEFIT_CAMPAIGN").is_ok();
    let (every, n_kinds) = if campaign { (1, KINDS.len()) } else { (400, 2) };
    let (mut report, mut wrong) = (String::new(), Vec::new());
    LazyLock::force(&EXTRACTOR);
    let tried = |at: &usize| *at < KNOWN.len() || at.is_multiple_of(every);
    for (number, (_, pattern)) in all().into_iter().enumerate().filter(|(at, _)| tried(at)).enumerate() {
        let kinds = (0..n_kinds).map(|nth| (number + nth) % KINDS.len());
        let times = SHORT / pattern.len();
        let (short, long) = (pattern.repeat(times), pattern.repeat(4 * times));
        let start = processor_time();
        let few: Vec<u64> = kinds.clone().map(|kind| steps_as(kind, &short)).collect();
        let middle = processor_time();
        let many: Vec<u64> = kinds.clone().map(|kind| steps_as(kind, &long)).collect();
        let (few_time, many_time) = ((middle - start).max(1), processor_time() - middle);
        let ratio = many_time as f64 / few_time as f64;
        writeln!(report, "{ratio:.1}\t{few_time}\t{many_time}\t{few:?}\t{many:?}\t{pattern:?}").unwrap();
        for (kind, (few, many)) in kinds.zip(few.into_iter().zip(many)) {
            if many > 5 * few {
                let kind = KINDS[kind];
                wrong.push(format!("{pattern:?} as a {kind}: {few} steps, and {many} for four times as much"));
            }
        }
    }
    if let Ok(path) = std::env::var("ROLEFIT_SWEEP") {
        std::fs::write(path, report).unwrap();
    }
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
}
