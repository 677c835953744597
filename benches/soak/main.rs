//! Does the service stay as it is for hours? A fixed rate of matches and changes over HTTP, with latencies, memory and disk.
//!
//! Question: errors, latencies, and growth of memory and disk of `rolefit serve` under nine matches to one change of a candidate,
//! asked at a fixed rate. A latency counts from when the request was due, so that a service that falls behind shows it. Corpus: files
//! of any size, such as those of the example `generate`; the seed chooses whom and what is asked. In the end the service is told to
//! stop, and its data directory is verified.
//!
//! With `--drips N` half of the requests are changes, and rounds without and with N clients beside take turns, who send their bodies a
//! byte now and then. The ratio of the 99th percentiles over all rounds tells what they do to others; how far it depends on the
//! rounds that there happened to be is told by drawing rounds anew.
//!
//! With `--connections N` that many ask again as soon as they are answered, with a key: reads, matches, searches and writes. Then one
//! person is erased.
//!
//! ```console
//! $ cargo run --release --example generate -- 100000 > candidates.jsonl
//! $ cargo run --release --example generate -- --roles 100 > roles.jsonl
//! $ cargo bench --bench soak -- --candidates candidates.jsonl --roles roles.jsonl --minutes 60 --rate 20
//! $ cargo bench --bench soak -- --candidates candidates.jsonl --roles roles.jsonl --minutes 4 --rate 20 --drips 300
//! $ cargo bench --bench soak -- --candidates candidates.jsonl --roles roles.jsonl --minutes 3 --connections 8
//! ```

mod beside;
mod drips;
mod load;
mod mixed;
mod service;
mod table;

use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use load::Load;
use service::Service;
use table::Sample;

const USAGE: &str = "usage: soak --candidates FILE --roles FILE [--minutes N] [--rate REQUESTS_A_SECOND] [--seed N] [--drips N] [--connections N]";

struct Arguments {
    candidates: PathBuf,
    roles: PathBuf,
    minutes: f64,
    rate: f64,
    seed: u64,
    drips: usize,
    connections: usize,
}

fn arguments() -> Option<Arguments> {
    let mut given = std::env::args().skip(1);
    let (mut candidates, mut roles, mut minutes, mut rate, mut seed) = (None, None, 60.0, 20.0, 1);
    let (mut drips, mut connections) = (0, 0);
    while let Some(argument) = given.next() {
        match argument.as_str() {
            // Cargo says it to every bench.
            "--bench" => {}
            "--candidates" => candidates = Some(given.next()?.into()),
            "--roles" => roles = Some(given.next()?.into()),
            "--minutes" => minutes = given.next()?.parse().ok()?,
            "--rate" => rate = given.next()?.parse().ok()?,
            "--seed" => seed = given.next()?.parse().ok()?,
            "--connections" => connections = given.next()?.parse().ok()?,
            "--drips" => drips = given.next()?.parse().ok()?,
            _ => return None,
        }
    }
    Some(Arguments { candidates: candidates?, roles: roles?, minutes, rate, seed, drips, connections })
}

fn main() -> Result<(), Box<dyn Error>> {
    // A plain `cargo bench` has no hour to spare.
    let Some(arguments) = arguments() else {
        println!("{USAGE}");
        return Ok(());
    };
    let folder = std::env::temp_dir().join(format!("rolefit-soak-{}", std::process::id()));
    let outcome = soak(&arguments, &folder.join("data"));
    std::fs::remove_dir_all(&folder)?;
    outcome
}

fn soak(arguments: &Arguments, data: &std::path::Path) -> Result<(), Box<dyn Error>> {
    let change_every = if arguments.drips > 0 { 2 } else { 10 };
    let load = Load::read(&arguments.candidates, &arguments.roles, arguments.seed, change_every)?;
    let began = Instant::now();
    service::import(data, &arguments.candidates, &arguments.roles)?;
    let imported = began.elapsed();
    // Every request asks for a key as soon as there is one.
    let key = if arguments.connections > 0 { service::create_key(data)? } else { String::new() };
    let began = Instant::now();
    let service = Service::start(data)?;
    let ready = began.elapsed();
    if arguments.connections > 0 {
        println!(
            "{} candidates, {} roles, seed {}. Imported in {:.0} s, ready after {:.1} s.\n",
            load.n_candidates,
            load.roles.len(),
            arguments.seed,
            imported.as_secs_f64(),
            ready.as_secs_f64()
        );
        let lasts = Duration::from_secs_f64(arguments.minutes * 60.0);
        let outcome = mixed::run(&service, &load, &key, arguments.connections, lasts);
        let stopped = service.stop()?;
        println!("stopped with code {stopped:?}; verify: {}", service::verify(data)?);
        return outcome;
    }
    table::conditions(arguments.rate, arguments.seed, &load, imported, ready);

    if arguments.drips > 0 {
        let lasts = Duration::from_secs_f64(arguments.minutes * 60.0);
        let latencies = beside::run(&service, &load, arguments.rate, lasts, arguments.drips);
        let stopped = service.stop()?;
        println!("stopped with code {stopped:?}; verify: {}", service::verify(data)?);
        return latencies;
    }
    let lasts = Duration::from_secs_f64(arguments.minutes * 60.0);
    let every = (lasts / 12).max(Duration::from_secs(1));
    let mut samples = vec![Sample::now(&service, data, Duration::ZERO)?];
    let began = Instant::now();
    let latencies = std::thread::scope(|scope| -> Result<_, Box<dyn Error>> {
        let working = scope.spawn(|| load.run(&service.address, arguments.rate, lasts));
        while began.elapsed() + every <= lasts {
            std::thread::sleep(every);
            samples.push(Sample::now(&service, data, began.elapsed())?);
        }
        Ok(working.join().expect("no thread of the load panics"))
    })?;
    table::outcome(&latencies, &samples, began.elapsed());
    println!("processors worked {:.0} s for it", service.cpu_time().as_secs_f64());
    let stopped = service.stop()?;
    println!("stopped with code {stopped:?}; verify: {}", service::verify(data)?);
    if latencies.errors.is_empty() { Ok(()) } else { Err(format!("{} errors", latencies.errors.len()).into()) }
}
