//! Instructions that a piece of work takes: the bench runs itself once more under `perf stat` or, where that counts nothing, under
//! callgrind, and takes off what a run without that work takes. Which of the two counts makes no difference that matters here.
//!
//! Time on a busy machine says little; these counts are the same from run to run within some thousandths.

use std::process::Command;

/// What counts.
#[derive(Clone, Copy, Debug)]
pub(super) enum Counter {
    /// `perf stat`, where the machine's own counters may be read.
    Perf,
    /// `valgrind --tool=callgrind`, some fifty times slower than the work itself.
    Callgrind,
}

impl Counter {
    /// The first that counts anything here.
    pub(super) fn find() -> Option<Self> {
        let nothing = || Command::new("true");
        [Self::Perf, Self::Callgrind].into_iter().find(|counter| counter.count(&nothing()).is_some())
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Perf => "perf stat",
            Self::Callgrind => "callgrind",
        }
    }

    /// The instructions of a command in user space; `None` when they were not counted, or the command failed.
    pub(super) fn count(self, command: &Command) -> Option<u64> {
        let mut counted = match self {
            Self::Perf => {
                let mut perf = Command::new("perf");
                perf.args(["stat", "-e", "instructions:u", "-x,", "--"]);
                perf
            }
            Self::Callgrind => {
                let mut valgrind = Command::new("valgrind");
                valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
                valgrind
            }
        };
        let output = counted.arg(command.get_program()).args(command.get_args()).output().ok()?;
        let said = String::from_utf8_lossy(&output.stderr);
        let figure = said.lines().find_map(|line| match self {
            Self::Perf => line.contains("instructions").then(|| line.split(',').next())?,
            Self::Callgrind => line.split_once("Collected :").map(|(_, figure)| figure),
        })?;
        figure.trim().parse().ok().filter(|_| output.status.success())
    }
}
