//! Fuzzing: seeds of the field changed at random, structure and bytes alike, given to everything that reads what comes from outside.
//! Nothing may panic, hang or answer nonsense.
//!
//! `ROLEFIT_CAMPAIGN=1000000 cargo test --test integration fuzzing -- --nocapture` runs for hours, `ROLEFIT_SEED` makes other
//! inputs. An input that fails is made smaller and written to a file that the failure names; kept in `tests/fuzz/TARGET/`, it is
//! tried first in every later run.

mod mutation;
mod requests;
mod seeds;
mod sentences;
mod targets;

use std::any::Any;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use crate::campaign::{Dice, rounds};
use mutation::Mutator;
use seeds::Form;

/// An input that takes longer is taken for one without an end: a thousand times what a long document takes.
const PATIENCE: Duration = Duration::from_secs(120);
/// How often an input that fails is tried in a smaller form.
const SHRINKING: usize = 400;

/// What is tried with an input; it panics where something is wrong.
type Check = Arc<dyn Fn(&[u8]) + Send + Sync>;

/// One reader of what comes from outside.
struct Target {
    name: &'static str,
    seeds: Vec<Vec<u8>>,
    form: Form,
    check: Check,
}

impl Target {
    fn new(name: &'static str, form: Form, seeds: Vec<Vec<u8>>, check: impl Fn(&[u8]) + Send + Sync + 'static) -> Self {
        assert!(!seeds.is_empty(), "{name} has no seeds");
        Self { name, seeds, form, check: Arc::new(check) }
    }

    /// Tries what was kept, then `n_rounds` new inputs.
    fn run(&self, n_rounds: usize) {
        let mut dice = Dice::new(&format!("fuzzing {}", self.name));
        let mutator = Mutator::new(&self.seeds, self.form);
        let mut worker = Worker::start(&self.check);
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz").join(self.name);
        for path in fs::read_dir(kept).into_iter().flatten().map(|entry| entry.unwrap().path()) {
            let input = mutator.kept(fs::read(&path).unwrap());
            worker.check(&input).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        }
        let (current, mut slowest) = (self.file("current"), (Duration::ZERO, Vec::new()));
        let started = Instant::now();
        for round in 0..n_rounds {
            let input = mutator.input(&mut dice);
            // What ends the whole process, as an overflow of the stack does, is found here.
            fs::write(&current, &input).unwrap();
            let began = Instant::now();
            if let Err(why) = worker.check(&input) {
                let small = shrunken(&input, &mut |smaller| worker.check(smaller).is_err());
                let path = self.file(&format!("{:08x}", crc32fast::hash(&small)));
                fs::write(&path, &small).unwrap();
                let (name, path) = (self.name, path.display());
                panic!("round {round}: {why}\nthe input is in {path}; keep it in tests/fuzz/{name}/");
            }
            if began.elapsed() > slowest.0 {
                slowest = (began.elapsed(), input);
            }
        }
        fs::write(self.file("slowest"), &slowest.1).unwrap();
        let (name, seconds, ms) = (self.name, started.elapsed().as_secs(), slowest.0.as_millis());
        println!(
            "fuzzing {name}: {n_rounds} inputs in {seconds} s, the slowest took {ms} ms ({} bytes)",
            slowest.1.len()
        );
    }

    fn file(&self, what: &str) -> PathBuf {
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fuzzing-{}-{what}", self.name))
    }
}

/// A thread that tries inputs, so that one without an end can be told.
struct Worker {
    inputs: SyncSender<Vec<u8>>,
    outcomes: Receiver<Result<(), String>>,
}

impl Worker {
    /// A thread with the stack that the service's threads have.
    fn start(check: &Check) -> Self {
        let (inputs, given) = sync_channel::<Vec<u8>>(1);
        let (tell, outcomes) = sync_channel(1);
        let check = check.clone();
        std::thread::spawn(move || {
            for input in given {
                let outcome = catch_unwind(AssertUnwindSafe(|| check(&input))).map_err(|panic| message(&*panic));
                if tell.send(outcome).is_err() {
                    return;
                }
            }
        });
        Self { inputs, outcomes }
    }

    fn check(&mut self, input: &[u8]) -> Result<(), String> {
        self.inputs.send(input.to_owned()).expect("the worker waits");
        self.outcomes.recv_timeout(PATIENCE).unwrap_or_else(|_| {
            let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fuzzing-endless");
            fs::write(&path, input).unwrap();
            panic!("an input did not end in {} s; it is in {}", PATIENCE.as_secs(), path.display());
        })
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it panicked".to_owned())
}

/// A smaller input that fails too: pieces are left out, large ones first.
fn shrunken(input: &[u8], fails: &mut dyn FnMut(&[u8]) -> bool) -> Vec<u8> {
    let (mut small, mut tries) = (input.to_owned(), 0);
    let mut piece = small.len() / 2;
    while piece > 0 && tries < SHRINKING {
        let mut at = 0;
        while at < small.len() && tries < SHRINKING {
            let without: Vec<u8> = [&small[..at], &small[(at + piece).min(small.len())..]].concat();
            tries += 1;
            if fails(&without) {
                small = without;
            } else {
                at += piece;
            }
        }
        piece /= 2;
    }
    small
}

#[test]
fn a_candidate_is_taken_whole_or_refused_with_reasons() {
    targets::candidates().run(rounds(200));
}

#[test]
fn a_role_is_taken_whole_or_refused_with_reasons() {
    targets::roles().run(rounds(200));
}

#[test]
fn a_stream_is_read_the_same_however_it_is_cut() {
    targets::streams().run(rounds(300));
}

#[test]
fn a_table_is_read_the_same_however_it_is_cut() {
    targets::tables().run(rounds(300));
}

#[test]
fn any_text_is_read_to_facts_that_are_in_it() {
    targets::texts().run(rounds(100));
}

#[test]
fn sentences_cut_joined_and_mangled_are_read() {
    sentences::target().run(rounds(40));
    println!("fuzzing sentences: {} texts read", sentences::READ.load(std::sync::atomic::Ordering::Relaxed));
}

#[test]
fn any_name_resolves_or_does_not() {
    targets::names().run(rounds(2000));
}

#[test]
fn a_text_of_any_length_is_read_in_time() {
    targets::long_texts().run(rounds(400).div_ceil(200));
}

#[test]
fn a_taxonomy_is_usable_or_refused_with_its_problems() {
    targets::taxonomies().run(rounds(20).div_ceil(2));
}

#[test]
fn a_profile_is_usable_or_refused() {
    targets::profiles().run(rounds(300));
}

#[test]
fn rows_of_pay_are_usable_or_refused() {
    targets::rows_of_pay().run(rounds(100));
}

#[test]
fn a_backup_is_restored_as_it_was_or_refused() {
    targets::backups().run(rounds(40));
}

#[cfg(feature = "server")]
#[test]
fn any_request_is_answered_or_refused_with_a_problem() {
    requests::target().run(rounds(600));
}

#[test]
fn a_smaller_input_is_found() {
    let mut fails = |input: &[u8]| input.contains(&b'x') && input.contains(&b'y');
    assert_eq!(shrunken(b"aaaaaaxbbbbbbbbbbyccc", &mut fails), b"xy");
}
