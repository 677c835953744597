//! Simulates nodes on one PostgreSQL: how far they are behind at a rate of writes, and what a failover to a standby costs and loses. Events
//! in virtual time, from stated parameters and a seed: the same numbers on every machine, and no measurement of any.
//!
//! `cargo run --example replication --no-default-features -- [NAME=VALUE ...]`; the names are those of the table that it prints first.

use std::error::Error;

/// Times in milliseconds.
#[derive(Clone, Copy)]
struct Parameters {
    /// A write holds the store's row from its first statement to its commit: so long with a disk that syncs, without a standby.
    commit: f64,
    /// From the primary to the standby's disk and back: it comes to that with synchronous commit, and is how far an asynchronous one is behind.
    standby: f64,
    /// From a server to a node, one way.
    network: f64,
    /// A node reads and takes in one change.
    change: f64,
    /// A node that is not woken asks again after so long.
    ask: f64,
    /// Of 1,000 wake-ups so many are lost.
    lost_wakes: f64,
    /// From the primary's death until a standby is told to take over: of a person or of a supervisor.
    detection: f64,
    /// Until it takes writes.
    promotion: f64,
    /// A client that was answered 503 comes again after so long.
    retry: f64,
    nodes: f64,
    seed: f64,
}

const USUAL: Parameters = Parameters {
    commit: 3.0,
    standby: 2.0,
    network: 0.3,
    change: 0.5,
    ask: 250.0,
    lost_wakes: 1.0,
    detection: 10_000.0,
    promotion: 1_000.0,
    retry: 1_000.0,
    nodes: 3.0,
    seed: 1.0,
};

/// So many writes are simulated for a row of lags.
const WRITES: usize = 20_000;
/// So many failovers for a row of failovers.
const FAILOVERS: usize = 1_000;
/// Each failover comes after so long, in milliseconds.
const BEFORE_FAILOVER: f64 = 2_000.0;
/// So long a write waits for its turn before it is answered 503, as in the program.
const PATIENCE: f64 = 5_000.0;

impl Parameters {
    fn fields(&mut self) -> [(&'static str, &mut f64); 11] {
        [
            ("commit", &mut self.commit),
            ("standby", &mut self.standby),
            ("network", &mut self.network),
            ("change", &mut self.change),
            ("ask", &mut self.ask),
            ("lost_wakes", &mut self.lost_wakes),
            ("detection", &mut self.detection),
            ("promotion", &mut self.promotion),
            ("retry", &mut self.retry),
            ("nodes", &mut self.nodes),
            ("seed", &mut self.seed),
        ]
    }

    fn of(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut parameters = USUAL;
        for argument in arguments {
            let expected =
                || format!("{argument:?}; expected NAME=VALUE, of {:?}", USUAL.clone().fields().map(|(name, _)| name));
            let (name, value) = argument.split_once('=').ok_or_else(expected)?;
            let value: f64 = value.parse().ok().filter(|value: &f64| *value >= 0.0).ok_or_else(expected)?;
            let mut fields = parameters.fields();
            *fields.iter_mut().find(|(known, _)| *known == name).ok_or_else(expected)?.1 = value;
        }
        Ok(parameters)
    }
}

/// `SplitMix64`: the same numbers everywhere.
struct Dice(u64);

impl Dice {
    /// From 0 to 1, without 0.
    fn share(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        #[expect(clippy::cast_precision_loss, reason = "53 bits are what a float has")]
        let share = (((mixed ^ (mixed >> 31)) >> 11) + 1) as f64 / (1_u64 << 53) as f64;
        share
    }

    /// A time that is this on average: half of it fixed, half as waiting for chance is.
    fn about(&mut self, mean: f64) -> f64 {
        mean / 2.0 + self.until_next(mean / 2.0)
    }

    /// The time to the next of events that come by chance, on average after this.
    fn until_next(&mut self, mean: f64) -> f64 {
        -self.share().ln() * mean
    }
}

/// What writes came to, in milliseconds.
struct Lags {
    acknowledged_after: Vec<f64>,
    /// From the acknowledgement until a node other than the writer's has seen the write.
    behind: Vec<f64>,
}

/// Writes at a rate, one after the other in the database, and followed by nodes.
fn lags(parameters: &Parameters, per_second: f64, is_synchronous: bool) -> Lags {
    let mut dice = Dice(seeded(parameters, per_second, is_synchronous));
    let (mut now, mut free) = (0.0, 0.0_f64);
    let (mut acknowledged_after, mut commits) = (Vec::new(), Vec::new());
    for _ in 0..WRITES {
        now += dice.until_next(1_000.0 / per_second);
        let begins = free.max(now + parameters.network);
        if begins - now > PATIENCE {
            continue;
        }
        free = begins + commit(parameters, &mut dice, is_synchronous);
        commits.push(free);
        acknowledged_after.push(free + parameters.network - now);
    }
    let mut behind = Vec::new();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few nodes")]
    for _ in 1..parameters.nodes as usize {
        behind.extend(follow(parameters, &commits, &mut dice));
    }
    Lags { acknowledged_after, behind }
}

fn commit(parameters: &Parameters, dice: &mut Dice, is_synchronous: bool) -> f64 {
    let standby = if is_synchronous { dice.about(parameters.standby) } else { 0.0 };
    dice.about(parameters.commit) + standby
}

/// How long after each acknowledgement a node has seen the write.
fn follow(parameters: &Parameters, commits: &[f64], dice: &mut Dice) -> Vec<f64> {
    let mut behind = Vec::with_capacity(commits.len());
    let (mut free, mut place) = (0.0_f64, 0);
    while let Some(next) = commits.get(place) {
        let asks = if *next <= free {
            free
        } else {
            let heard = commits[place..].iter().find(|_| dice.share() >= parameters.lost_wakes / 1_000.0);
            let woken = heard.map_or(f64::INFINITY, |commit| commit + dice.about(parameters.network));
            woken.min(free + ((next - free) / parameters.ask).ceil() * parameters.ask)
        };
        let told = asks + parameters.network;
        let taken = commits[place..].iter().take_while(|commit| **commit <= told);
        let n_taken = taken.clone().count();
        // The changes are answered, and their documents are asked for.
        let seen = told + 3.0 * parameters.network + dice.about(parameters.change * float(n_taken));
        behind.extend(taken.map(|commit| (seen - (commit + parameters.network)).max(0.0)));
        place += n_taken;
        free = seen;
    }
    behind
}

/// What failovers came to.
struct Failovers {
    /// Seconds without an acknowledged write, in their order.
    without: Vec<f64>,
    n_refused: usize,
    n_lost: usize,
    most_lost: usize,
}

fn failovers(parameters: &Parameters, per_second: f64, is_synchronous: bool) -> Failovers {
    let mut dice = Dice(seeded(parameters, per_second, is_synchronous));
    let mut told = Failovers { without: Vec::new(), n_refused: 0, n_lost: 0, most_lost: 0 };
    for _ in 0..FAILOVERS {
        let dies = BEFORE_FAILOVER + dice.share() * 1_000.0;
        let takes_over = dies + dice.about(parameters.detection) + dice.about(parameters.promotion);
        // How far the standby has come is decided by one time of the way to it.
        let behind = if is_synchronous { 0.0 } else { dice.about(parameters.standby) };
        let (mut now, mut free, mut last) = (0.0, 0.0_f64, 0.0_f64);
        let mut lost = 0;
        while now < dies {
            now += dice.until_next(1_000.0 / per_second);
            let begins = free.max(now + parameters.network);
            let commits = begins + commit(parameters, &mut dice, is_synchronous);
            if commits > dies {
                // It is answered 503, and whoever sent it comes again.
                told.n_refused += 1;
                break;
            }
            free = commits;
            last = commits + parameters.network;
            lost += usize::from(commits > dies - behind);
        }
        // Whoever comes meanwhile is refused, and comes again until somebody takes the write.
        let mut first = f64::INFINITY;
        let mut comes = dies;
        while comes < takes_over {
            let mut again = comes;
            while again < takes_over {
                told.n_refused += 1;
                again += dice.about(parameters.retry);
            }
            first = first.min(again + commit(parameters, &mut dice, false) + 2.0 * parameters.network);
            comes += dice.until_next(1_000.0 / per_second);
        }
        first = first.min(comes.max(takes_over) + commit(parameters, &mut dice, false) + 2.0 * parameters.network);
        told.without.push((first - last) / 1_000.0);
        told.n_lost += lost;
        told.most_lost = told.most_lost.max(lost);
    }
    told.without.sort_by(f64::total_cmp);
    told
}

/// Rows differ by what is asked, and not by what was asked before.
fn seeded(parameters: &Parameters, per_second: f64, is_synchronous: bool) -> u64 {
    parameters.seed.to_bits() ^ per_second.to_bits().rotate_left(17) ^ u64::from(is_synchronous)
}

/// That below which this share of sorted values lies.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a place in a list")]
    let place = (float(sorted.len()) * share) as usize;
    sorted.get(place.min(sorted.len().saturating_sub(1))).copied().unwrap_or_default()
}

#[expect(clippy::cast_precision_loss, reason = "counts far below what a float holds")]
fn float(n: usize) -> f64 {
    n as f64
}

fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values
}

fn run(mut parameters: Parameters) {
    assert_eq!(
        lags(&parameters, 10.0, true).behind,
        lags(&parameters, 10.0, true).behind,
        "a seed gives the same numbers"
    );
    let stated: Vec<String> = parameters.fields().iter().map(|(name, value)| format!("{name}={value}")).collect();
    println!("parameters, in milliseconds: {}\n", stated.join(" "));
    println!(
        "| Writes a second | Standby | Acknowledged after, median | 99 % | Refused | Other nodes behind, median | 99 % | 99.9 % |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for per_second in [10.0, 50.0, 100.0, 150.0, 200.0, 300.0] {
        for is_synchronous in [false, true] {
            let Lags { acknowledged_after, behind } = lags(&parameters, per_second, is_synchronous);
            let n_refused = WRITES - acknowledged_after.len();
            let (after, behind) = (sorted(acknowledged_after), sorted(behind));
            println!(
                "| {per_second} | {} | {:.1} ms | {:.0} ms | {:.1} % | {:.1} ms | {:.1} ms | {:.0} ms |",
                name(is_synchronous),
                quantile(&after, 0.5),
                quantile(&after, 0.99),
                float(n_refused) * 100.0 / float(WRITES),
                quantile(&behind, 0.5),
                quantile(&behind, 0.99),
                quantile(&behind, 0.999),
            );
        }
    }
    println!(
        "\n| Detection | Standby | Behind | Without a write, median | 99 % | Answered 503, of one failover | Acknowledged and lost | At the most |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for detection in [1_000.0, parameters.detection, 3.0 * parameters.detection] {
        for (standby, is_synchronous) in [(parameters.standby, true), (parameters.standby, false), (1_000.0, false)] {
            let parameters = Parameters { standby, detection, ..parameters };
            let told = failovers(&parameters, 50.0, is_synchronous);
            println!(
                "| {} s | {} | {standby} ms | {:.1} s | {:.1} s | {:.0} | {:.2} | {} |",
                detection / 1_000.0,
                name(is_synchronous),
                quantile(&told.without, 0.5),
                quantile(&told.without, 0.99),
                float(told.n_refused) / float(FAILOVERS),
                float(told.n_lost) / float(FAILOVERS),
                told.most_lost,
            );
        }
    }
}

fn name(is_synchronous: bool) -> &'static str {
    if is_synchronous { "synchronous" } else { "asynchronous" }
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    run(Parameters::of(std::env::args().skip(1).filter(|argument| argument.contains('=')))?);
    Ok(())
}
