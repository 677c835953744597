//! Rounds without and with dripping clients, in turns, and what these do to the latencies of others.

use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::drips;
use crate::load::{Latencies, Load, mixed};
use crate::service::Service;

/// Rounds of each sort. Enough to draw from; each is long enough for clients to be cut off and come again.
const ROUNDS: u32 = 10;
/// So often rounds are drawn.
const DRAWS: u64 = 1000;
/// Between two rounds, so that one does not end in the other.
const PAUSE: Duration = Duration::from_secs(2);

/// The times of one sort of requests.
type Times = fn(&Latencies) -> &[Duration];

/// Asks for so long in all, and prints the outcome.
pub(crate) fn run(
    service: &Service,
    load: &Load,
    rate: f64,
    lasts: Duration,
    n_drips: usize,
) -> Result<(), Box<dyn Error>> {
    let each = lasts / (2 * ROUNDS);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of requests")]
    let (mut next, share) = (0, (each.as_secs_f64() * rate).ceil() as u64);
    let (mut without, mut with, mut n_opened) = (Vec::new(), Vec::new(), 0);
    // The first requests find nothing warm.
    load.run(&service.address, rate, PAUSE);
    for round in 0..ROUNDS {
        // Each sort comes first in every other round.
        for is_with in [round % 2 == 1, round % 2 == 0] {
            let ask = || load.run_from(next, &service.address, rate, each);
            if is_with {
                let is_over = AtomicBool::new(false);
                let (latencies, opened) = std::thread::scope(|scope| {
                    let dripping = scope.spawn(|| drips::run(&service.address, n_drips, &is_over));
                    let latencies = ask();
                    is_over.store(true, Ordering::Relaxed);
                    (latencies, dripping.join().expect("dripping does not panic"))
                });
                with.push(latencies);
                n_opened += opened;
            } else {
                without.push(ask());
            }
            next += share;
            std::thread::sleep(PAUSE);
        }
    }
    println!(
        "{n_drips} dripping clients, {n_opened} connections of theirs; {ROUNDS} rounds of {:.0} s each, without and with them:\n",
        each.as_secs_f64()
    );
    table(&without, &with);
    let errors: Vec<&String> = without.iter().chain(&with).flat_map(|round| &round.errors).collect();
    if errors.is_empty() { Ok(()) } else { Err(format!("{} errors, such as {:?}", errors.len(), errors[0]).into()) }
}

fn table(without: &[Latencies], with: &[Latencies]) {
    println!(
        "| | requests | p50 ms | p90 ms | p99 ms | with them: requests | p50 ms | p90 ms | p99 ms | ratio of p99 | 9 of 10 draws |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let sorts: [(&str, Times); 2] = [("matches", |round| &round.matches), ("changes", |round| &round.changes)];
    for (name, times) in sorts {
        let (one, two): (Vec<&[Duration]>, Vec<&[Duration]>) =
            (without.iter().map(times).collect(), with.iter().map(times).collect());
        let row = |rounds: &[&[Duration]]| {
            let [p50, p90, p99] = [50, 90, 99].map(|share| percentile(rounds, share));
            format!("{} | {p50:.1} | {p90:.1} | {p99:.1}", rounds.iter().map(|round| round.len()).sum::<usize>())
        };
        let ratio = |one: &[&[Duration]], two: &[&[Duration]]| percentile(two, 99) / percentile(one, 99);
        let mut drawn: Vec<f64> = (0..DRAWS).map(|n| ratio(&draw(&one, 2 * n), &draw(&two, 2 * n + 1))).collect();
        drawn.sort_by(f64::total_cmp);
        let [low, high] = [5, 95].map(|share| drawn[drawn.len() * share / 100]);
        println!("| {name} | {} | {} | {:.2} | {low:.2} to {high:.2} |", row(&one), row(&two), ratio(&one, &two));
    }
}

/// As many rounds as there are, some perhaps several times.
fn draw<'a>(rounds: &[&'a [Duration]], seed: u64) -> Vec<&'a [Duration]> {
    let places = 0..u64::try_from(rounds.len()).unwrap_or_default();
    let pick = |place: u64| usize::try_from(mixed((seed << 8) + place + 1)).unwrap_or_default() % rounds.len();
    places.map(|place| rounds[pick(place)]).collect()
}

/// So many hundredths of all take less, in milliseconds.
fn percentile(rounds: &[&[Duration]], share: usize) -> f64 {
    let mut times: Vec<Duration> = rounds.concat();
    times.sort_unstable();
    let at = (times.len() * share / 100).min(times.len().saturating_sub(1));
    times.get(at).copied().unwrap_or_default().as_secs_f64() * 1000.0
}
