//! What the campaigns share: seeds, sizes, children that must not hang, and a ledger of what was acknowledged.
//!
//! `ROLEFIT_CAMPAIGN` sets how many rounds each campaign has, `ROLEFIT_SEED` what is done in them.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use proptest::test_runner::Config;
use rolefit::storage::{DataDirectory, Verification};
use rolefit::{Candidate, EngineOptions};

/// How many rounds: `short`, unless the environment says.
pub(crate) fn rounds(short: usize) -> usize {
    number("ROLEFIT_CAMPAIGN").map_or(short, |n| usize::try_from(n).unwrap())
}

/// How many random cases a property has: `short`, unless the environment says. They are others in every run; a failing one is printed.
pub(crate) fn cases(short: usize) -> Config {
    Config { cases: u32::try_from(rounds(short)).unwrap(), failure_persistence: None, ..Config::default() }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// Xorshift: the same numbers for the same seed.
pub(crate) struct Dice(u64);

impl Dice {
    /// The dice of a campaign; tells its seed.
    pub(crate) fn new(campaign: &str) -> Self {
        let seed = number("ROLEFIT_SEED").unwrap_or(20_261_121);
        println!("{campaign}: ROLEFIT_SEED={seed}");
        Self(seed | 1)
    }

    /// Dice of their own for a thread.
    pub(crate) fn fork(&mut self) -> Self {
        Self(self.next() | 1)
    }

    /// A number from 0 to below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() >> 11).unwrap() % n
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// What a child left behind.
pub(crate) struct Ended {
    /// `None` when a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs a child to its end; fails when it does not come in time.
pub(crate) fn run(command: &mut Command, patience: Duration) -> Ended {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    std::thread::scope(|scope| {
        scope.spawn(|| out.read_to_end(&mut stdout).unwrap());
        scope.spawn(|| err.read_to_end(&mut stderr).unwrap());
        let ends = Instant::now() + patience;
        while child.try_wait().unwrap().is_none() {
            if Instant::now() > ends {
                child.kill().unwrap();
                panic!("{command:?} hangs");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    });
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    Ended { code: child.wait().unwrap().code(), stdout: text(&stdout), stderr: text(&stderr) }
}

/// The program with its arguments.
pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
    command.args(arguments).env("NO_COLOR", "1").env_remove("RUST_LOG").env_remove("RUST_BACKTRACE");
    command
}

/// What was asked for one document, in order, beginning with what it was before; none where it was deleted.
#[derive(Clone)]
struct History {
    asked: Vec<Option<String>>,
    acknowledged: usize,
}

impl Default for History {
    fn default() -> Self {
        Self { asked: vec![None], acknowledged: 0 }
    }
}

/// What was asked of a service and what it acknowledged. One writer at a time for each id.
#[derive(Default)]
pub(crate) struct Ledger(Mutex<BTreeMap<String, History>>);

impl Ledger {
    /// A write begins: the document's summary, or none for a deletion.
    pub(crate) fn ask(&self, id: &str, summary: Option<String>) {
        self.0.lock().unwrap().entry(id.to_owned()).or_default().asked.push(summary);
    }

    /// The last write of this id was answered.
    pub(crate) fn acknowledge(&self, id: &str) {
        let mut all = self.0.lock().unwrap();
        let history = all.get_mut(id).expect("it was asked for");
        history.acknowledged = history.asked.len() - 1;
    }

    /// How many ids have been written.
    pub(crate) fn len(&self) -> usize {
        self.0.lock().unwrap().len()
    }

    /// Holds the documents that are there against what must and what may be there, and takes them for what is.
    pub(crate) fn settle(&self, mut found: BTreeMap<String, String>, when: &str) {
        for (id, history) in self.0.lock().unwrap().iter_mut() {
            let found = found.remove(id);
            let possible = &history.asked[history.acknowledged..];
            assert!(possible.contains(&found), "{when}: {id} is {found:?}, acknowledged and later asked: {possible:?}");
            *history = History { asked: vec![found], acknowledged: 0 };
        }
        assert!(found.is_empty(), "{when}: nobody wrote {:?}", found.keys());
    }

    /// Whom there must be after [`Ledger::settle`].
    pub(crate) fn ids(&self) -> Vec<String> {
        let all = self.0.lock().unwrap();
        all.iter().filter(|(_, history)| history.asked[0].is_some()).map(|(id, _)| id.clone()).collect()
    }
}

/// The summaries of all candidates of a directory that nobody has open, read from the store.
pub(crate) fn summaries(dir: &Path) -> BTreeMap<String, String> {
    let mut lines = Vec::new();
    DataDirectory::at(dir).export_candidates(&mut lines, &mut Err).unwrap();
    let read = |line: &str| -> (String, String) {
        let candidate: Candidate = serde_json::from_str(line).unwrap();
        (candidate.id.to_string(), candidate.summary.unwrap())
    };
    String::from_utf8(lines).unwrap().lines().map(read).collect()
}

/// Nothing is wrong with a directory that nobody has open.
pub(crate) fn whole(dir: &Path, when: &str) -> Verification {
    let found = DataDirectory::at(dir).verify(&EngineOptions::default());
    let found = found.unwrap_or_else(|error| panic!("{when}: {error}"));
    assert!(found.is_whole(), "{when}: {found:?}");
    found
}
