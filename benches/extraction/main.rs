//! How fast is a text read, and how far is that from merely finding the labels in it?
//!
//! Question: instructions a byte and megabytes a second on one thread, for all facts of a text (`extract`), for a candidate's or a
//! role's whole document, for the stages of reading, each with those before it, and for the baseline: an Aho-Corasick scan of the
//! folded text for the same labels, overlapping matches counted, nothing judged. Corpus: `corpus.rs`, each text once a round, no
//! seed. Rates are medians over rounds; ratios are of one run. Instructions are counted by `instructions.rs`.
//!
//! `cargo bench --bench extraction [-- ROUNDS]`
//!
//! `-- --check` only counts the instructions of a whole extraction, and fails above [`CEILING`]. CI asks that of the `dev` profile, which
//! it builds anyway: `cargo bench --profile dev --bench extraction -- --check`.
//!
//! `-- --sweep [BYTES]` asks whether reading is linear, see `sweep.rs`; it takes an hour of two cores with the 4,096 bytes that are usual,
//! `-- --screen` some minutes.

mod corpus;
mod instructions;
#[path = "../../src/extract/linear_patterns.rs"]
mod linear_patterns;
mod sweep;

use std::cell::OnceCell;
use std::hint::black_box;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::Instant;

use aho_corasick::{AhoCorasick, MatchKind};
use mimalloc::MiMalloc;
use rolefit::extract::{Extractor, ReadingStage};
use rolefit::taxonomy::Taxonomy;

use self::corpus::Corpus;
use self::instructions::Counter;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// A whole extraction takes no more instructions a byte of text: the last count (see `benches/BENCHMARKS.md`) and 3 % for what
/// compilers and counters differ by. The second is of the `dev` profile, with its checks. Lower them when reading gets quicker.
const CEILING: f64 = if cfg!(debug_assertions) { DEV_CEILING } else { RELEASE_CEILING };
const RELEASE_CEILING: f64 = 780.0;
const DEV_CEILING: f64 = 6480.0;

/// So many rounds are counted, so that what differs from run to run before them is lost in them.
const COUNTED_ROUNDS: u64 = 4;

/// Patterns are repeated to so many bytes, and to four times as many: above the longest sentence.
const SWEPT_BYTES: usize = 4096;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    /// An Aho-Corasick scan for the same labels.
    Scan,
    UpTo(ReadingStage),
    Extract,
    Candidates,
    Roles,
}

/// All of it, by name.
const ALL: [(&str, Work); 9] = [
    ("baseline: Aho-Corasick over the labels", Work::Scan),
    ("words: folded and cut", Work::UpTo(ReadingStage::Words)),
    ("names, and which of them count", Work::UpTo(ReadingStage::Names)),
    ("phrases of doing and passages", Work::UpTo(ReadingStage::Phrases)),
    ("mentions, and what is said of them", Work::UpTo(ReadingStage::Mentions)),
    ("form and wording, as of a profile", Work::UpTo(ReadingStage::Wording)),
    ("extract: every fact of a text", Work::Extract),
    ("candidate_facts: a candidate's JSON", Work::Candidates),
    ("role_facts: a role's JSON", Work::Roles),
];

/// The corpus is that of the tests, which read it.
const READABLE: &str = "ordinary documents are read within the budget";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["--run", number, rounds] => run(number, rounds),
        ["--check"] => check(),
        ["--sweep"] => sweep::sweep(SWEPT_BYTES, None),
        ["--sweep", bytes] => sweep::sweep(bytes.parse().expect("a number of bytes"), None),
        ["--screen"] => sweep::sweep(SWEPT_BYTES, Some(4 * SWEPT_BYTES)),
        ["--sweep-read", bytes, numbers @ ..] => sweep::read_all(bytes, numbers),
        rounds => table(rounds.iter().find_map(|rounds| rounds.parse().ok()).unwrap_or(9)),
    }
}

/// What is to be read, with what reads it.
struct Bench {
    corpus: Corpus,
    taxonomy: Arc<Taxonomy>,
    extractor: Extractor,
    scan: OnceCell<(AhoCorasick, Vec<String>)>,
}

impl Bench {
    fn new() -> Self {
        let taxonomy = Taxonomy::builtin();
        let extractor = Extractor::new(taxonomy.clone());
        Self { corpus: Corpus::read(), taxonomy, extractor, scan: OnceCell::new() }
    }

    /// The baseline, and the folded texts that it scans.
    fn scan(&self) -> &(AhoCorasick, Vec<String>) {
        self.scan.get_or_init(|| {
            let labels: Vec<&str> = self.taxonomy.labels().map(|(label, _)| label).collect();
            let scan = AhoCorasick::builder().match_kind(MatchKind::Standard).build(&labels);
            let folded = self.corpus.texts.iter().map(|text| text.to_lowercase()).collect();
            (scan.expect("labels fit an automaton"), folded)
        })
    }

    /// One round; how many things were found.
    fn round(&self, work: Work) -> usize {
        let Self { corpus, extractor, .. } = self;
        match work {
            Work::Scan => {
                let (scan, folded) = self.scan();
                folded.iter().map(|text| scan.find_overlapping_iter(text).count()).sum()
            }
            Work::UpTo(stage) => corpus.texts.iter().map(|text| extractor.read_up_to(text, stage)).sum(),
            Work::Extract => {
                corpus.texts.iter().map(|text| extractor.extract(text).expect(READABLE).skills.len()).sum()
            }
            Work::Candidates => corpus.candidates.iter().fold(0, |read, candidate| {
                black_box(extractor.candidate_facts(candidate).expect(READABLE));
                read + 1
            }),
            Work::Roles => corpus.roles.iter().fold(0, |read, role| {
                black_box(extractor.role_facts(role).expect(READABLE));
                read + 1
            }),
        }
    }

    fn bytes(&self, work: Work) -> usize {
        match work {
            Work::Candidates => self.corpus.candidate_bytes(),
            Work::Roles => self.corpus.role_bytes(),
            _ => self.corpus.text_bytes(),
        }
    }

    /// Median megabytes a second.
    #[expect(clippy::cast_precision_loss, reason = "a rate is shown to three digits")]
    fn rate(&self, work: Work, rounds: usize) -> f64 {
        let bytes = self.bytes(work);
        let mut rates: Vec<f64> = (0..rounds)
            .map(|_| {
                let start = Instant::now();
                black_box(self.round(work));
                bytes as f64 / 1e6 / start.elapsed().as_secs_f64()
            })
            .collect();
        rates.sort_by(f64::total_cmp);
        rates[rates.len() / 2]
    }
}

/// Does so many rounds of the work of that number: what is counted of this process.
fn run(number: &str, rounds: &str) -> ExitCode {
    let bench = Bench::new();
    let work = number.parse::<usize>().ok().and_then(|number| ALL.get(number)).expect("a number of `ALL`").1;
    let rounds = rounds.parse::<usize>().expect("a number of rounds");
    black_box((0..rounds).map(|_| bench.round(work)).sum::<usize>());
    ExitCode::SUCCESS
}

/// Instructions of one round of a work, but for what its first round makes for all that follow.
fn count(counter: Counter, work: Work) -> Option<u64> {
    let this = std::env::current_exe().ok()?;
    let number = ALL.iter().position(|(_, other)| *other == work)?.to_string();
    let instructions = |rounds: u64| counter.count(Command::new(&this).args(["--run", &number, &rounds.to_string()]));
    let (more, once) = (instructions(1 + COUNTED_ROUNDS)?, instructions(1)?);
    Some(more.saturating_sub(once) / COUNTED_ROUNDS)
}

/// Why nothing is counted.
const NO_COUNTER: &str =
    "neither `perf stat -e instructions:u` nor `valgrind --tool=callgrind` counts instructions here";

#[expect(clippy::cast_precision_loss, reason = "counts are shown to four digits")]
fn check() -> ExitCode {
    let Some(counter) = Counter::find() else {
        eprintln!("SKIPPED: {NO_COUNTER}. The ceiling of {CEILING} instructions a byte was NOT checked.");
        return ExitCode::SUCCESS;
    };
    let Some(counted) = count(counter, Work::Extract) else {
        eprintln!("{} counted no instructions of the bench, expected those of a whole extraction", counter.name());
        return ExitCode::FAILURE;
    };
    let per_byte = counted as f64 / Corpus::read().text_bytes() as f64;
    println!("extract: {per_byte:.1} instructions a byte by {}, at most {CEILING}", counter.name());
    if per_byte > CEILING { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

#[expect(clippy::cast_precision_loss, reason = "counts are shown to four digits")]
fn table(rounds: usize) -> ExitCode {
    let bench = Bench::new();
    let corpus = &bench.corpus;
    println!("{} texts, {} bytes", corpus.texts.len(), corpus.text_bytes());
    println!("{} candidates, {} bytes of JSON", corpus.candidates.len(), corpus.candidate_bytes());
    println!("{} roles, {} bytes of JSON", corpus.roles.len(), corpus.role_bytes());
    let counter = Counter::find();
    match counter {
        Some(counter) => println!("instructions by {}", counter.name()),
        None => println!("no instructions: {NO_COUNTER}"),
    }
    let baseline = bench.rate(Work::Scan, rounds);
    println!("{:<44}{:>20}{:>10}{:>12}", "on one thread", "instructions/byte", "MB/s", "x baseline");
    for (name, work) in ALL {
        let counted = counter.and_then(|counter| count(counter, work));
        let per_byte = counted.map(|counted| counted as f64 / bench.bytes(work) as f64);
        let per_byte = per_byte.map_or_else(|| "-".to_owned(), |per_byte| format!("{per_byte:.1}"));
        let rate = if work == Work::Scan { baseline } else { bench.rate(work, rounds) };
        println!("{name:<44}{per_byte:>20}{rate:>10.1}{:>12.2}", baseline / rate);
    }
    println!(
        "{} labels; automaton of the baseline {} KiB",
        bench.scan().0.patterns_len(),
        bench.scan().0.memory_usage() / 1024
    );
    ExitCode::SUCCESS
}
