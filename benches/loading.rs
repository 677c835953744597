//! How long does it take until texts can be read, beside parsing the taxonomy's files as TOML in the same run? And how much memory?
//!
//! Corpus: the built-in taxonomy, and its files under `src/taxonomy/data`. Each load is a process of its own, because a process loads
//! once; the middle of as many as `RUNS` is shown. `cargo bench --bench loading`.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use rolefit::extract::Extractor;
use rolefit::taxonomy::Taxonomy;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const RUNS: usize = 21;
const ONE: &str = "ROLEFIT_LOADING_ONE";

fn main() {
    if let Ok(which) = std::env::var(ONE) {
        return measure(&which);
    }
    let program = std::env::current_exe().expect("a program that runs is a file");
    let mut rows: Vec<[f64; 4]> = Vec::new();
    for _ in 0..RUNS {
        let run = |which: &str| {
            let output = Command::new(&program).env(ONE, which).output().expect("this very program starts");
            let text = String::from_utf8(output.stdout).expect("figures are text");
            text.split_whitespace().map(|figure| figure.parse().expect("a figure")).collect::<Vec<f64>>()
        };
        let (load, parse) = (run("load"), run("parse"));
        rows.push([load[0], load[1], parse[0], load[2]]);
    }
    let middle = |column: usize| {
        let mut all: Vec<f64> = rows.iter().map(|row| row[column]).collect();
        all.sort_by(f64::total_cmp);
        all[RUNS / 2]
    };
    let parse = middle(2);
    println!("{:<38} {:>9} {:>16}", format!("middle of {RUNS} processes"), "ms", "of parsing TOML");
    for (what, column) in
        [("Taxonomy::builtin()", 0), ("Extractor::new()", 1), ("the files parsed as TOML, no more", 2)]
    {
        println!("{what:<38} {:>9.2} {:>15.1}%", middle(column), middle(column) / parse * 100.0);
    }
    println!("{:<38} {:>9.1} MB", "peak memory that both take", middle(3));
}

fn measure(which: &str) {
    let milliseconds = |from: Instant| from.elapsed().as_secs_f64() * 1e3;
    if which == "parse" {
        let texts: Vec<String> =
            files().iter().map(|path| std::fs::read_to_string(path).expect("the files lie there")).collect();
        let start = Instant::now();
        for text in &texts {
            black_box(text.parse::<toml::Table>().expect("the build has compiled them"));
        }
        println!("{}", milliseconds(start));
        return;
    }
    let before = peak();
    let start = Instant::now();
    let taxonomy = Taxonomy::builtin();
    let of_taxonomy = milliseconds(start);
    let start = Instant::now();
    black_box(Extractor::new(taxonomy));
    println!("{of_taxonomy} {} {}", milliseconds(start), peak() - before);
}

fn files() -> Vec<PathBuf> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/taxonomy/data");
    let in_folder = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).expect("the folder lies there");
        entries.map(|entry| entry.expect("it can be listed").path()).collect()
    };
    let mut all = in_folder(&data);
    all.extend(in_folder(&data.join("concepts")));
    all.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    all
}

/// The most memory that this process has had at once, in megabytes; 0 where the system does not tell.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().split(' ').next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}
