//! Concurrent reads and writes of single ids, held against the one order that the sequence numbers claim: it is an order that
//! agrees with time, and every read saw what stood last in it.

use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

use rolefit::{Candidate, CandidateId, Engine};

use crate::campaign::{Dice, rounds};

const THREADS: usize = 6;
const IDS: usize = 3;
const STEPS: usize = 40;

/// A write: its number, when it began and ended, and what it left.
struct Write {
    seq: u64,
    began: Instant,
    ended: Instant,
    left: Option<String>,
}

/// A read: when it began and ended, and what it saw.
struct Read {
    began: Instant,
    ended: Instant,
    saw: Option<String>,
}

#[derive(Default)]
struct History {
    writes: Vec<Write>,
    reads: Vec<Read>,
}

impl History {
    fn check(&mut self) {
        self.writes.sort_by_key(|write| write.seq);
        for (n, earlier) in self.writes.iter().enumerate() {
            for later in &self.writes[n + 1..] {
                assert!(later.ended > earlier.began, "{} was done before {} began", later.seq, earlier.seq);
                assert_ne!(later.seq, earlier.seq);
            }
        }
        self.reads.sort_by_key(|read| read.ended);
        let mut chosen: Vec<(Instant, u64)> = Vec::new();
        for read in &self.reads {
            // A later read sees no less than an earlier one.
            let least = chosen.iter().filter(|(ended, _)| *ended < read.began).map(|(_, seq)| *seq).max().unwrap_or(0);
            let known = self.writes.iter().filter(|write| write.ended < read.began).map(|write| write.seq).max();
            let least = least.max(known.unwrap_or(0));
            let seen = self.writes.iter().filter(|write| write.began < read.ended && write.left == read.saw);
            let nothing_yet = (read.saw.is_none()).then_some(0);
            let seq = seen.map(|write| write.seq).chain(nothing_yet).filter(|seq| *seq >= least).min();
            chosen.push((read.ended, seq.unwrap_or_else(|| panic!("{:?} stands nowhere after {least}", read.saw))));
        }
    }
}

fn histories(engine: &Engine, dice: &mut Dice) -> Vec<History> {
    let all: Vec<Mutex<History>> = (0..IDS).map(|_| Mutex::default()).collect();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (all, engine, mut dice) = (&all, engine, dice.fork());
            scope.spawn(move || {
                for step in 0..STEPS {
                    let which = dice.below(IDS);
                    let id = CandidateId::new(format!("c-{which}")).unwrap();
                    let began = Instant::now();
                    if dice.below(2) == 0 {
                        let saw = engine.candidate(&id).unwrap().map(|candidate| candidate.summary.unwrap());
                        all[which].lock().unwrap().reads.push(Read { began, ended: Instant::now(), saw });
                        continue;
                    }
                    let mark = format!("{thread}-{step}");
                    let document = Candidate::new(id).with_summary(mark.clone());
                    let seq = engine.put_candidate(&document).unwrap().seq;
                    let write = Write { seq, began, ended: Instant::now(), left: Some(mark) };
                    all[which].lock().unwrap().writes.push(write);
                }
            });
        }
    });
    all.into_iter().map(|history| history.into_inner().unwrap()).collect()
}

#[test]
fn every_read_saw_what_stood_last() {
    let mut dice = Dice::new("histories");
    for round in 0..rounds(20).div_ceil(5) {
        let dir = tempfile::tempdir().unwrap();
        let open = |dir: &Path| if round % 2 == 0 { Engine::open(dir).unwrap() } else { Engine::in_memory() };
        for mut history in histories(&open(dir.path()), &mut dice) {
            assert!(history.writes.len() > STEPS / 4 && history.reads.len() > STEPS / 4);
            history.check();
        }
    }
}

/// Shows that the check can fail.
#[test]
#[should_panic(expected = "stands nowhere")]
fn a_stale_read_is_noticed() {
    let at = || {
        std::thread::sleep(std::time::Duration::from_millis(1));
        Instant::now()
    };
    let write = |seq, left: &str| Write { seq, began: at(), ended: at(), left: Some(left.to_owned()) };
    let writes = vec![write(1, "a"), write(2, "b")];
    let reads = vec![Read { began: at(), ended: at(), saw: Some("a".to_owned()) }];
    History { writes, reads }.check();
}
