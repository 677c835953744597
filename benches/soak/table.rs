//! The outcome as tables in Markdown, ready for BENCHMARKS.md.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use super::load::{Latencies, Load};
use super::service::Service;

/// Memory and disk at one moment.
pub(crate) struct Sample {
    at: Duration,
    resident: u64,
    disk: u64,
    lag: f64,
}

impl Sample {
    pub(crate) fn now(service: &Service, data: &Path, at: Duration) -> Result<Self, Box<dyn Error>> {
        let lag = service.metric("rolefit_index_lag_writes").unwrap_or(f64::NAN);
        Ok(Self { at, resident: service.resident_bytes(), disk: bytes_in(data)?, lag })
    }
}

fn bytes_in(folder: &Path) -> Result<u64, Box<dyn Error>> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        // Files of the index come and go.
        let Ok(entry) = entry else { continue };
        let Ok(metadata) = entry.metadata() else { continue };
        bytes += if metadata.is_dir() { bytes_in(&entry.path())? } else { metadata.len() };
    }
    Ok(bytes)
}

#[expect(clippy::cast_precision_loss, reason = "for people to read")]
fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// Where and with what it ran.
pub(crate) fn conditions(rate: f64, seed: u64, load: &Load, imported: Duration, ready: Duration) {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let memory = memory.lines().next().and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    let commit = Command::new("git").args(["describe", "--always", "--dirty"]).output();
    let commit = commit.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    println!(
        "{} candidates, {} roles, seed {seed}; {rate} requests a second, {} matches to 1 change; {cores} cores, {:.0} GiB of memory; \
         commit {commit}. Imported in {:.0} s, ready after {:.1} s.\n",
        load.n_candidates,
        load.roles.len(),
        load.change_every - 1,
        mib(memory.unwrap_or_default() * 1024) / 1024.0,
        imported.as_secs_f64(),
        ready.as_secs_f64(),
    );
}

/// Latencies and growth.
pub(crate) fn outcome(latencies: &Latencies, samples: &[Sample], took: Duration) {
    println!("| | requests | p50 ms | p90 ms | p99 ms | p99.9 ms | greatest ms |\n|---|---|---|---|---|---|---|");
    for (name, times) in [("matches", &latencies.matches), ("changes", &latencies.changes)] {
        let mut times = times.clone();
        times.sort_unstable();
        let at = |share: usize| times.get((times.len() * share / 1000).min(times.len().saturating_sub(1)));
        let shown = [500, 900, 990, 999, 1000].map(|share| {
            let time = at(share).copied().unwrap_or_default();
            format!("{:.1}", time.as_secs_f64() * 1000.0)
        });
        println!("| {name} | {} | {} |", times.len(), shown.join(" | "));
    }
    println!("\n| minute | memory MiB | disk MiB | writes that the index lags |\n|---|---|---|---|");
    for sample in samples {
        let minutes = sample.at.as_secs_f64() / 60.0;
        println!("| {minutes:.1} | {:.1} | {:.1} | {:.0} |", mib(sample.resident), mib(sample.disk), sample.lag);
    }
    let later = &samples[samples.len() / 2..];
    println!(
        "\n{} errors in {:.1} minutes. In the second half memory grew by {:+.1} MiB an hour, the disk by {:+.1}.",
        latencies.errors.len(),
        took.as_secs_f64() / 60.0,
        slope(later, |sample| mib(sample.resident)),
        slope(later, |sample| mib(sample.disk)),
    );
    for error in latencies.errors.iter().take(10) {
        println!("  {error}");
    }
}

/// By how much a figure grows in an hour, by the line of least squares.
fn slope(samples: &[Sample], figure: impl Fn(&Sample) -> f64) -> f64 {
    let points: Vec<(f64, f64)> = samples.iter().map(|s| (s.at.as_secs_f64() / 3600.0, figure(s))).collect();
    #[expect(clippy::cast_precision_loss, reason = "a dozen points")]
    let n = points.len() as f64;
    let (mean_x, mean_y) = (points.iter().map(|p| p.0).sum::<f64>() / n, points.iter().map(|p| p.1).sum::<f64>() / n);
    let above: f64 = points.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let below: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    if below > 0.0 { above / below } else { 0.0 }
}
