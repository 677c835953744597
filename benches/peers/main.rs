//! How long does the same ranking take elsewhere? `DuckDB`, polars, Lucene's block-max search, `PostgreSQL` and `SQLite`, on the same data
//! and by the same formula, one after another in the same run, with Rolefit timed before and after each.
//!
//! Corpus and formula: `export.rs`. The best ten for each of some roles are asked, by weighted sum, ties by id; here a tie is an equal
//! fit, and goes by Rolefit's own order. Every ranking is compared with Rolefit's; a difference ends the run. Rolefit does more for
//! its answer than the others do: it is timed through `Engine::best`, with everything that judges a fit at work, and its scorer
//! weighs each person of the shortlist anew. All use all cores, except `SQLite`, which has none of that.
//!
//! The others are started by `peers.py`, which says what it installs, and where. By hand only, from a checkout with Python 3 and,
//! for `PostgreSQL` and Lucene, a Debian system with Java; what cannot be had is left out, and the table says so:
//!
//! `cargo bench --bench peers -- CANDIDATES [SEED [ROLES]]` (seed 1 and 24 roles unless said; a million take some 12 GB)

#[path = "../figures/bars.rs"]
mod bars;
#[path = "../../examples/generate/dice.rs"]
mod dice;
mod export;
#[path = "../../examples/generate/knowledge.rs"]
mod knowledge;
#[path = "../figures/look.rs"]
mod look;
#[path = "../../examples/generate/people.rs"]
mod people;
#[path = "../../examples/generate/roles.rs"]
mod roles;

use std::error::Error;
use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use export::Ranking;
use mimalloc::MiMalloc;
use serde::Deserialize;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Each role is asked for so many times; the median counts.
const ROUNDS: usize = 9;
const TOP: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.replace('_', "").parse::<u64>().ok());
    let Some(n_candidates) = numbers.next() else {
        println!("peers: installs and runs other systems, so it runs where it is told how many candidates:");
        println!("  cargo bench --bench peers -- 100000 [SEED [ROLES]]");
        return Ok(());
    };
    let (seed, n_roles) = (numbers.next().unwrap_or(1), numbers.next().unwrap_or(24));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let start = Instant::now();
    let ranking = Ranking::new(n_candidates, export::to_usize(n_roles), seed);
    println!(
        "{n_candidates} synthetic candidates, {n_roles} roles over {} skills, seed {seed}, {cores} cores; made in {:.0} s",
        ranking.skills.len(),
        start.elapsed().as_secs_f64()
    );
    let folder = tempfile::tempdir()?;
    ranking.write(folder.path())?;
    let rolefit = Rolefit::of(&ranking);
    let peers = run(&ranking, folder.path())?;
    report(&ranking, &rolefit, &peers)
}

/// What Rolefit answers, and the keys by which all answers are compared.
struct Rolefit {
    /// By role, the fits of the best ten in millionths.
    fits: Vec<Vec<u64>>,
}

impl Rolefit {
    fn of(ranking: &Ranking) -> Self {
        let fits = ranking.roles.iter().map(|role| {
            let best = ranking.best(role);
            assert_eq!(best.len(), TOP);
            let fits = best.iter().map(|(id, fit)| {
                let number = id.as_str().rsplit('-').next().and_then(|number| number.parse().ok());
                let of_sum = ranking.fit(role, number.expect("ids end with the number"));
                // The fit is the formula: else it would not be the same question.
                assert_eq!(export::ten_thousandths(*fit), u16::try_from((of_sum + 50) / 100).expect("a fit"), "{id}");
                of_sum
            });
            fits.collect()
        });
        Self { fits: fits.collect() }
    }

    /// Whether these are the best ten, whatever the order of equals.
    fn agrees(&self, ranking: &Ranking, role: usize, top: &[usize]) -> bool {
        let of = |candidate: &usize| ranking.fit(&ranking.roles[role], *candidate);
        let mut candidates = top.to_vec();
        candidates.sort_unstable();
        candidates.dedup();
        candidates.len() == top.len() && top.iter().map(of).eq(self.fits[role].iter().copied())
    }
}

/// What the script says of one system, a line of JSON each.
#[derive(Deserialize)]
struct Peer {
    name: String,
    /// Why it is left out.
    left_out: Option<String>,
    #[serde(default)]
    how: String,
    /// By role, the median of its rounds.
    #[serde(default)]
    ms: Vec<f64>,
    /// By role, the candidates' numbers.
    #[serde(default)]
    top: Vec<Vec<usize>>,
    /// The same ranking by Rolefit, before and after.
    #[serde(skip)]
    ours: Vec<f64>,
}

/// Runs the script: it waits for a line before it begins with a system, so that nothing else runs while Rolefit is timed.
fn run(ranking: &Ranking, folder: &Path) -> Result<Vec<Peer>, Box<dyn Error>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/peers/peers.py");
    let mut child = Command::new("python3")
        .arg(script)
        .arg(folder)
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("peers"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("python3 cannot be started: {error}"))?;
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("the script's streams are piped".into());
    };
    let mut peers: Vec<Peer> = Vec::new();
    let mut lines = BufReader::new(output).lines();
    // What it has to install comes first; then it says that it is ready.
    lines.next().transpose()?;
    let mut before = times(ranking);
    while input.write_all(b"go\n").and_then(|()| input.flush()).is_ok() {
        let Some(line) = lines.next().transpose()? else { break };
        let mut peer: Peer = serde_json::from_str(&line)?;
        let after = times(ranking);
        peer.ours = before.iter().zip(&after).map(|(before, after)| f64::midpoint(*before, *after)).collect();
        before = after;
        eprintln!("{} {}", peer.name, peer.left_out.as_deref().unwrap_or("measured"));
        peers.push(peer);
    }
    let ended = child.wait()?;
    if !ended.success() {
        return Err(format!("the script failed: {ended}").into());
    }
    Ok(peers)
}

/// Milliseconds by role.
fn times(ranking: &Ranking) -> Vec<f64> {
    let each = ranking.roles.iter().map(|role| {
        let rounds = (0..ROUNDS).map(|_| {
            let start = Instant::now();
            black_box(ranking.best(role));
            start.elapsed().as_secs_f64() * 1e3
        });
        median(rounds.collect())
    });
    each.collect()
}

fn report(ranking: &Ranking, rolefit: &Rolefit, peers: &[Peer]) -> Result<(), Box<dyn Error>> {
    let mut measured: Vec<&Peer> = peers.iter().filter(|peer| peer.left_out.is_none()).collect();
    measured.sort_by(|a, b| median(a.ms.clone()).total_cmp(&median(b.ms.clone())));
    for peer in &measured {
        for (role, top) in peer.top.iter().enumerate() {
            let agrees = rolefit.agrees(ranking, role, top);
            assert!(agrees, "{} ranks otherwise for {}: {top:?}", peer.name, ranking.roles[role].id);
        }
        assert_eq!(peer.top.len(), ranking.roles.len(), "{} leaves roles out", peer.name);
    }
    let own = median(measured.iter().flat_map(|peer| peer.ours.iter().copied()).collect());
    println!("\n{:<34}{:>12}{:>12}  how", "", "ms", "/ Rolefit");
    println!("{:<34}{own:>12.3}{:>12}  whole engine, `Engine::best`", "Rolefit", 1);
    let mut bars = vec![("Rolefit".to_owned(), own, format!("{own:.2} ms"))];
    for peer in &measured {
        let (theirs, ours) = (median(peer.ms.clone()), median(peer.ours.clone()));
        println!("{:<34}{theirs:>12.3}{:>12.1}  {}", peer.name, theirs / ours, peer.how);
        bars.push((peer.name.clone(), theirs, format!("{theirs:.1} ms, {:.1} times Rolefit", theirs / ours)));
    }
    for peer in peers {
        if let Some(reason) = &peer.left_out {
            println!("{:<34}left out: {reason}", peer.name);
        }
    }
    println!("\nmedians over roles, each the median of its rounds; all rankings agree");
    let n_candidates = look::number(ranking.n_candidates());
    let title = format!("Best {TOP} of {n_candidates} candidates, the same data and formula");
    bars::draw(&look::path("peers.svg"), &title, "milliseconds, logarithmic", &bars)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}
