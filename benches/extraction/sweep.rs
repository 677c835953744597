//! Is reading linear, whatever is repeated? Each pattern of `linear_patterns` is repeated to some length and to four times that; both
//! are read as a text, as a candidate and as a role under callgrind, which writes the instructions of each reading: no loop is left out.
//! That takes hours. `--screen` reads all patterns by themselves first, and counts those alone whose processor time grows faster than
//! the text: what decides are counts.
//!
//! What grows to more than [`SUSPECT`] times is repeated four times as often, up to [`MAX_BYTES`]: a window in which readers look around
//! shows no more there, the square of the length shows the better. What still grows to more than [`MAX_GROWTH`] times fails.
#![expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]

use std::ffi::OsString;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

use rolefit::extract::Extractor;
use rolefit::model::Job;
use rolefit::taxonomy::Taxonomy;
use rolefit::{Candidate, CandidateId, Role, RoleId};

use super::corpus::Corpus;
use super::linear_patterns;

/// Four times the text takes at most so many times the instructions.
const MAX_GROWTH: f64 = 5.0;
/// What is to be looked at in a longer text: a quarter of what the square of the length would add to the shortest.
const SUSPECT: f64 = 4.25;
/// Windows in which readers look around are narrower than a quarter of this.
const MAX_BYTES: usize = 64 << 10;
/// What is counted after a screening: above what caches and other programs make of ordinary growth.
const SCREENED: f64 = 4.4;
/// So many patterns are told, and read a million bytes long.
const WORST: usize = 36;
const MILLION: usize = 1 << 20;
/// What the files of counts are called.
const COUNTS: &str = "counts";

/// What was counted of one pattern: instructions of the short text and of the long one.
struct Count {
    number: usize,
    bytes: usize,
    short: u64,
    long: u64,
}

impl Count {
    fn growth(&self) -> f64 {
        self.long as f64 / self.short.max(1) as f64
    }

    fn per_byte(&self) -> f64 {
        self.long as f64 / (4 * self.bytes) as f64
    }
}

/// Reads a text as all that it can be. Callgrind writes a file whenever it returns: what happens between two of these is nothing beside.
#[inline(never)]
fn counted_reading(extractor: &Extractor, text: &str, candidate: &Candidate, role: &Role) {
    // A budget that is used up ends a reading, and is no failure here.
    let _ = black_box(extractor.extract(text));
    let _ = black_box(extractor.candidate_facts(candidate));
    let _ = black_box(extractor.role_facts(role));
}

/// Reads `bytes` of a repeated pattern.
fn read(extractor: &Extractor, pattern: &str, bytes: usize) {
    let text = pattern.repeat(bytes.div_ceil(pattern.len()));
    // Half in the summary and half in a job: what is told where is read by different readers.
    let half = (text.len() / 2..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let mut candidate = Candidate::new(CandidateId::new("c").expect("this is an id"));
    candidate.summary = Some(text[..half].to_owned());
    candidate.experience = vec![Job::default().with_description(text[half..].to_owned())];
    let mut role = Role::new(RoleId::new("r").expect("this is an id"));
    role.description = Some(text.clone());
    counted_reading(extractor, &text, &candidate, &role);
}

/// What callgrind counts: the patterns of these numbers, short and long.
pub(super) fn read_all(bytes: &str, numbers: &[&str]) -> ExitCode {
    let bytes: usize = bytes.parse().expect("a number of bytes");
    let extractor = Extractor::new(Taxonomy::builtin());
    let patterns = linear_patterns::all();
    // What is made once is made here: the first file is of no pattern.
    read(&extractor, "Slurm ", bytes);
    for number in numbers {
        let pattern = &patterns[number.parse::<usize>().expect("a number of a pattern")];
        read(&extractor, pattern, bytes);
        read(&extractor, pattern, 4 * bytes);
    }
    ExitCode::SUCCESS
}

/// One process under callgrind, which writes a file for each reading.
struct Counting<'a> {
    child: Child,
    folder: PathBuf,
    numbers: &'a [usize],
    bytes: usize,
    n_read: usize,
    short: u64,
}

impl<'a> Counting<'a> {
    fn start(folder: PathBuf, numbers: &'a [usize], bytes: usize) -> io::Result<Self> {
        fs::create_dir_all(&folder)?;
        let mut out = OsString::from("--callgrind-out-file=");
        out.push(folder.join(COUNTS));
        let child = Command::new("valgrind")
            .args(["--tool=callgrind", "--dump-line=no", "--dump-after=*counted_reading*"])
            .arg(out)
            .arg(env::current_exe()?)
            .args(["--sweep-read", &bytes.to_string()])
            .args(numbers.iter().map(ToString::to_string))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        Ok(Self { child, folder, numbers, bytes, n_read: 0, short: 0 })
    }

    /// Takes what has been written since. Whether more is to come.
    fn go_on(&mut self, counts: &mut Vec<Count>) -> io::Result<bool> {
        let ended = self.child.try_wait()?;
        loop {
            let file = |number: usize| self.folder.join(format!("{COUNTS}.{number}"));
            // The first file is of no pattern, and one is whole once the next has been begun.
            let path = file(self.n_read + 2);
            let is_whole = file(self.n_read + 3).exists() || (ended.is_some() && path.exists());
            if self.n_read == 2 * self.numbers.len() || !is_whole {
                break;
            }
            let figure = instructions(&fs::read_to_string(&path)?);
            let figure =
                figure.ok_or_else(|| io::Error::other(format!("{}: expected a line of totals", path.display())))?;
            fs::remove_file(path)?;
            if self.n_read.is_multiple_of(2) {
                self.short = figure;
            } else {
                let number = self.numbers[self.n_read / 2];
                counts.push(Count { number, bytes: self.bytes, short: self.short, long: figure });
            }
            self.n_read += 1;
        }
        Ok(ended.is_none())
    }
}

/// The instructions that a file of callgrind tells.
fn instructions(file: &str) -> Option<u64> {
    file.lines().find_map(|line| line.strip_prefix("totals: "))?.trim().parse().ok()
}

/// Counts patterns, a share of them on each core.
fn count(folder: &Path, numbers: &[usize], bytes: usize) -> io::Result<Vec<Count>> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    // Neighbours take as long as each other: each core takes every other one.
    let shares: Vec<Vec<usize>> =
        (0..cores).map(|core| numbers.iter().copied().skip(core).step_by(cores).collect()).collect();
    let mut running = Vec::new();
    for (core, share) in shares.iter().enumerate().filter(|(_, share)| !share.is_empty()) {
        running.push(Counting::start(folder.join(core.to_string()), share, bytes)?);
    }
    let (mut counts, mut told) = (Vec::new(), Instant::now());
    loop {
        let mut goes_on = false;
        for one in &mut running {
            goes_on |= one.go_on(&mut counts)?;
        }
        if !goes_on {
            break;
        }
        if told.elapsed() > Duration::from_secs(60) {
            eprintln!("{} of {} patterns of {bytes} bytes counted", counts.len(), numbers.len());
            told = Instant::now();
        }
        thread::sleep(Duration::from_millis(200));
    }
    if counts.len() < numbers.len() {
        return Err(io::Error::other(format!("{} of {} patterns were counted", counts.len(), numbers.len())));
    }
    Ok(counts)
}

/// The processor time of this thread, in nanoseconds; nothing where the system does not tell.
fn processor_time() -> u64 {
    let told = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split(' ').next().and_then(|nanoseconds| nanoseconds.parse().ok()).unwrap_or(0)
}

/// The patterns whose processor time grows faster than the text, twice in two tries; and those that take the most of it.
fn screened(bytes: usize) -> [Vec<usize>; 2] {
    let extractor = Extractor::new(Taxonomy::builtin());
    let timed = |pattern: &str, bytes: usize, times: usize| {
        let start = processor_time();
        (0..times).for_each(|_| read(&extractor, pattern, bytes));
        processor_time() - start
    };
    // As much is read of both.
    let grows = |short: u64, long: u64| 4.0 * long as f64 / short.max(1) as f64 > SCREENED;
    read(&extractor, "Slurm ", bytes);
    let patterns = linear_patterns::all();
    let (mut grown, mut slowest) = (Vec::new(), Vec::new());
    for (number, pattern) in patterns.iter().enumerate() {
        let both = || (timed(pattern, bytes, 4), timed(pattern, 4 * bytes, 1));
        let (short, long) = both();
        slowest.push((long, number));
        if grows(short, long) && matches!(both(), (short, long) if grows(short, long)) {
            grown.push(number);
        }
    }
    slowest.sort_unstable_by(|one, other| other.cmp(one));
    println!("{} patterns, {} of them to be counted", patterns.len(), grown.len());
    [grown, slowest.into_iter().take(WORST).map(|(_, number)| number).collect()]
}

/// Counts patterns, all or those that are left by a screening with texts of `screen` bytes, and tells those that grow most.
pub(super) fn sweep(bytes: usize, screen: Option<usize>) -> ExitCode {
    let [numbers, slowest] = screen.map_or_else(|| [(0..linear_patterns::all().len()).collect(), Vec::new()], screened);
    let Ok(folder) = tempfile::tempdir() else {
        eprintln!("expected a folder for temporary files, got none");
        return ExitCode::FAILURE;
    };
    match grown(folder.path(), numbers, bytes) {
        Err(error) => {
            eprintln!("the patterns were NOT counted, for which valgrind is needed: {error}");
            ExitCode::FAILURE
        }
        Ok(counts) => report(counts, slowest),
    }
}

/// The count of each pattern in the longest text in which it was looked at.
fn grown(folder: &Path, mut numbers: Vec<usize>, mut bytes: usize) -> io::Result<Vec<Count>> {
    let mut done = Vec::new();
    loop {
        println!("{} patterns, {bytes} bytes and {}", numbers.len(), 4 * bytes);
        let counts = count(folder, &numbers, bytes)?;
        let is_suspect = |count: &Count| count.growth() > SUSPECT && 16 * bytes <= MAX_BYTES;
        let (suspects, others): (Vec<Count>, Vec<Count>) = counts.into_iter().partition(is_suspect);
        done.extend(others);
        numbers = suspects.iter().map(|count| count.number).collect();
        if numbers.is_empty() {
            return Ok(done);
        }
        bytes *= 4;
    }
}

fn report(mut counts: Vec<Count>, slowest: Vec<usize>) -> ExitCode {
    let patterns = linear_patterns::all();
    let tell = |title: &str, counts: &[Count]| {
        println!("\n{title}\n{:>10}{:>14}{:>14}{:>8}{:>10}", "bytes", "n", "4 n", "times", "a byte");
        for count in counts.iter().take(WORST) {
            let (times, per_byte) = (count.growth(), count.per_byte());
            let Count { number, bytes, short, long } = count;
            println!("{bytes:>10}{short:>14}{long:>14}{times:>8.2}{per_byte:>10.0}  {:?}", patterns[*number]);
        }
    };
    counts.sort_by(|one, other| other.per_byte().total_cmp(&one.per_byte()));
    tell("most instructions a byte, as a text, a candidate and a role", &counts);
    let mut worst = slowest;
    worst.extend(counts.iter().take(WORST).map(|count| count.number));
    counts.sort_by(|one, other| other.growth().total_cmp(&one.growth()));
    tell("most growth", &counts);
    let wrong = counts.iter().filter(|count| count.growth() > MAX_GROWTH).count();
    let median = counts.get(counts.len() / 2).map_or(0.0, Count::growth);
    println!("\n{} patterns, {wrong} above {MAX_GROWTH} times, median {median:.2} times", counts.len());
    worst.extend(counts.iter().take(WORST).map(|count| count.number));
    million(worst);
    if wrong > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// How long a million bytes take, beside as many of ordinary texts; each the quicker of two readings.
fn million(mut numbers: Vec<usize>) {
    let extractor = Extractor::new(Taxonomy::builtin());
    let patterns = linear_patterns::all();
    let seconds = |text: &str| {
        let timed = || {
            let start = Instant::now();
            let refused = black_box(extractor.extract(text)).is_err();
            (start.elapsed().as_secs_f64(), refused)
        };
        let (one, other) = (timed(), timed());
        (one.0.min(other.0), one.1)
    };
    let mut ordinary = Corpus::read().texts.join("\n\n");
    ordinary = ordinary.repeat(MILLION.div_ceil(ordinary.len()));
    let end = (MILLION..ordinary.len()).find(|at| ordinary.is_char_boundary(*at)).unwrap_or(ordinary.len());
    let (usual, _) = seconds(&ordinary[..end]);
    println!("\na million bytes of ordinary text: {usual:.2} s; of the patterns above, slowest first:");
    numbers.sort_unstable();
    numbers.dedup();
    let mut times: Vec<(f64, bool, usize)> = numbers
        .iter()
        .map(|number| {
            let pattern = &patterns[*number];
            let (took, refused) = seconds(&pattern.repeat(MILLION / pattern.len()));
            (took, refused, *number)
        })
        .collect();
    times.sort_by(|one, other| other.0.total_cmp(&one.0));
    for (took, refused, number) in times {
        let refused = if refused { ", refused" } else { "" };
        println!("{took:>8.2} s{:>8.2} times{refused}  {:?}", took / usual, patterns[number]);
    }
}
