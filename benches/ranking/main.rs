//! How long does a shortlist take, against reading the memory that it must read, and against scoring everybody? How does it grow
//! with the candidates, and with the skills that a role asks?
//!
//! Corpus: synthetic people and roles of `examples/generate`, the same for the same seed. Every answer is compared with that of
//! scoring everybody; a difference ends the run. Figures are medians over roles and rounds, ratios are of one run. Growth is drawn in
//! `benches/figures/growth.svg`.
//!
//! `cargo bench --bench ranking [-- CANDIDATES [SEED]] [what-if]` (100,000 unless said; a million takes some 8 GB of memory and 3 of
//! disk; `what-if` measures that alone)

#[path = "../../examples/generate/dice.rs"]
mod dice;
#[path = "../../examples/generate/knowledge.rs"]
mod knowledge;
#[path = "../figures/lines.rs"]
mod lines;
#[path = "../figures/look.rs"]
mod look;
#[path = "../../examples/generate/people.rs"]
mod people;
#[path = "../../examples/generate/roles.rs"]
mod roles;

use std::hint::black_box;
use std::time::{Duration, Instant};

use dice::Dice;
use knowledge::WORK;
use lines::Panel;
use mimalloc::MiMalloc;
use rayon::prelude::*;
use rolefit::matching::{Filters, PageOptions, ScoringProfile, WhatIfOptions};
use rolefit::{Candidate, CandidateId, Engine, MatchOptions, Role, RoleId};

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Roles that are asked for.
const ROLES: u64 = 24;
/// Each role is asked for so many times; the median counts.
const ROUNDS: usize = 7;
const PORTION: u64 = 8192;
/// Roles of so many skills each.
const SKILLS: [usize; 6] = [1, 2, 4, 8, 16, 32];

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.replace('_', "").parse::<u64>().ok());
    let (n_candidates, seed) = (numbers.next().unwrap_or(100_000), numbers.next().unwrap_or(1));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{n_candidates} synthetic candidates, {ROLES} roles, seed {seed}, {cores} cores");

    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let engine = Engine::open(folder.path()).expect("a new data directory can be made");
    let roles: Vec<Role> = (0..ROLES).map(|number| parsed(roles::role(seed, number))).collect();
    engine.put_roles(&roles).expect("the disk does not fail");
    if std::env::args().any(|argument| argument == "what-if") {
        fill(&engine, seed, &mut 0, n_candidates);
        what_ifs(&engine, &roles);
        return;
    }
    println!("\n{:<34}{:>12}{:>12}{:>12}{:>12}", "candidates", "floor ms", "ids ms", "answer ms", "everybody ms");
    let mut growth = Vec::new();
    let mut n_put = 0;
    for part in [n_candidates / 16, n_candidates / 4, n_candidates] {
        fill(&engine, seed, &mut n_put, part);
        let row = measure(&engine, &roles);
        println!(
            "{:<34}{:>12.3}{:>12.3}{:>12.3}{:>12.1}",
            part,
            in_ms(row.floor),
            in_ms(row.ids),
            in_ms(row.answer),
            in_ms(row.everybody)
        );
        growth.push((part, row));
    }
    let (_, last) = &growth[growth.len() - 1];
    println!();
    say("ids / floor", last.ids, last.floor);
    say("whole answer with ten breakdowns / ids", last.answer, last.ids);
    say("scoring everybody / ids", last.everybody, last.ids);
    let by_candidates = curves(&growth);
    println!("{:<44}{:>10.2}", "growth: time ~ candidates to the power of", exponent(&by_candidates[1].1));
    let by_skills = skills(&engine, seed);
    println!("{:<44}{:>10.2}", "growth: time ~ skills of the role ^", exponent(&by_skills));
    let stats = engine.status();
    println!("{:<44}{:>10}", "bytes of columns a candidate", stats.column_bytes / stats.candidates.max(1));
    println!("{:<44}{:>10}", "bytes of people, packed, a candidate", stats.people_bytes / stats.candidates.max(1));
    draw(n_candidates, by_candidates, by_skills);
    what_ifs(&engine, &roles);
    batch(seed);
    writes(&engine, &roles[0]);
    drop(engine);
    opening(folder.path(), n_candidates);
}

/// The columns of the table as lines, ids being the second.
fn curves(growth: &[(u64, Row)]) -> Vec<(String, Vec<(f64, f64)>)> {
    let line = |name: &str, of: fn(&Row) -> Duration| {
        (name.to_owned(), growth.iter().map(|(n, row)| (as_f64(*n), in_ms(of(row)))).collect())
    };
    vec![
        line("reading the asked columns", |row| row.floor),
        line("ids of the best ten", |row| row.ids),
        line("answer with ten breakdowns", |row| row.answer),
        line("scoring everybody", |row| row.everybody),
    ]
}

/// Milliseconds for ids of the best ten, by how many skills a role asks, half of them must-haves. The other parts of a fit are the
/// same for all roles: none of them states anything else.
fn skills(engine: &Engine, seed: u64) -> Vec<(f64, f64)> {
    let options = MatchOptions::default();
    println!("\n{:<34}{:>12}", "skills of a role", "ids ms");
    let point = |n_skills: usize| {
        let times = (0..ROLES).map(|number| {
            let mut dice = Dice::of(seed, 4, number);
            // A kind of work knows some fifteen skills; what lacks is taken from the next ones.
            let first = dice.roll(WORK.len());
            let mut asked: Vec<&str> = Vec::new();
            for work in WORK.iter().cycle().skip(first).take(WORK.len()) {
                let known = dice.some(work.skills, work.skills.len());
                asked.extend(known.into_iter().filter(|skill| !asked.contains(skill)).collect::<Vec<_>>());
            }
            asked.truncate(n_skills);
            let (must, nice) = asked.split_at(n_skills.div_ceil(2));
            let id = format!("s{n_skills}-{number}");
            let role: Role = parsed(serde_json::json!({ "id": id, "must_have": must, "nice_to_have": nice }));
            engine.put_role(&role).expect("memory does not fail");
            timed(|| black_box(engine.best(&role.id, &options).expect("the role is there")))
        });
        let ms = in_ms(median(times));
        println!("{n_skills:<34}{ms:>12.3}");
        (as_f64(u64::try_from(n_skills).unwrap_or(u64::MAX)), ms)
    };
    let points = SKILLS.map(point).to_vec();
    println!();
    points
}

fn draw(n_candidates: u64, by_candidates: Vec<(String, Vec<(f64, f64)>)>, by_skills: Vec<(f64, f64)>) {
    let fitted = |name: &str, points: &[(f64, f64)], of: &str| format!("{name}: {of}^{:.2}", exponent(points));
    let by_candidates = by_candidates.into_iter().map(|(name, points)| (fitted(&name, &points, "N"), points));
    let panels = [
        Panel {
            title: "Growth with the candidates",
            x: "candidates N",
            y: "milliseconds a role",
            lines: by_candidates.collect(),
        },
        Panel {
            title: &format!("Growth with the role, {} candidates", look::number(as_f64(n_candidates))),
            x: "skills S that the role asks",
            y: "milliseconds a role",
            lines: vec![(fitted("ids of the best ten", &by_skills, "S"), by_skills)],
        },
    ];
    let file = look::path("growth.svg");
    if let Err(error) = lines::draw(&file, &panels) {
        eprintln!("{}: {error}", file.display());
    }
}

/// How the pool changes with the role, without and with a candidate whose place is told: against scoring everybody once.
fn what_ifs(engine: &Engine, roles: &[Role]) {
    const ASKED: usize = 6;
    let renamed = MatchOptions::default().with_profile(ScoringProfile::default().with("").ok());
    // Anybody: the places of a pool must be counted down to theirs.
    let anybody =
        engine.candidates(&Filters::default(), None, &PageOptions::of(1000)).expect("the store can be read").documents;
    let anybody = anybody.last().map(|candidate| candidate.id.clone());
    let ask = |role: &Role, candidate: Option<CandidateId>| {
        let options = WhatIfOptions::default().with_candidate(candidate);
        let start = Instant::now();
        let answer = engine.what_if(&role.id, &options).expect("the role and the candidate are there");
        (start.elapsed(), answer.changes.len() + answer.without_effect.len())
    };
    let asked = &roles[..ASKED.min(roles.len())];
    let everybody = median(asked.iter().map(|role| {
        let start = Instant::now();
        black_box(engine.best(&role.id, &renamed).expect("the role is there"));
        start.elapsed()
    }));
    let n_changes: usize = asked.iter().map(|role| ask(role, None).1).sum();
    let alone = median(asked.iter().map(|role| ask(role, None).0));
    let with_one = median(asked.iter().map(|role| ask(role, anybody.clone()).0));
    println!(
        "\n{} roles with {:.0} changes each, {} candidates",
        asked.len(),
        as_f64(n_changes as u64) / 6.0,
        engine.candidate_count()
    );
    println!("{:<44}{:>10.1} ms", "scoring everybody once", in_ms(everybody));
    println!("{:<44}{:>10.1} ms", "what-if", in_ms(alone));
    println!("{:<44}{:>10.1} ms", "what-if with a candidate of any place", in_ms(with_one));
    say("what-if / scoring everybody once", alone, everybody);
    say("what-if with a candidate / everybody once", with_one, everybody);
}

/// Pairs a second where many roles share one pass over people who are not stored, against asking role by role.
fn batch(seed: u64) {
    const PEOPLE: u64 = 32_768;
    const MANY: u64 = 1000;
    let people: Vec<Candidate> = (0..PEOPLE).map(|number| parsed(people::person(seed, number))).collect();
    let roles: Vec<Role> = (0..MANY).map(|number| parsed(roles::role(seed, number))).collect();
    let engine = Engine::in_memory();
    let options = MatchOptions::default().with_evidence(false);
    let pass = |roles: &[Role]| {
        let mut ranking = engine.ranking(roles, &options).expect("the options are the default ones");
        let start = Instant::now();
        for people in people.chunks(8192) {
            ranking.offer(people).expect("everybody is readable");
        }
        start.elapsed()
    };
    // Reading the people takes as long for one role as for many.
    let (one, all) = (median((0..3).map(|_| pass(&roles[..1]))), median((0..3).map(|_| pass(&roles))));
    let tiled = all.saturating_sub(one);
    let stored = Engine::in_memory();
    stored.put_candidates(&people).expect("memory does not fail");
    stored.put_roles(&roles).expect("memory does not fail");
    let role_by_role = timed(|| {
        for role in &roles {
            black_box(stored.best(&role.id, &options).expect("the role is there"));
        }
    });
    let pairs = as_f64(PEOPLE * MANY);
    println!("\n{PEOPLE} people for {MANY} roles");
    // The difference of two long times: with most of the pass spent on reading it says little more than an order of size.
    println!("{:<44}{:>10.1}", "million pairs a second, in one pass", pairs / 1e6 / tiled.as_secs_f64());
    println!("{:<44}{:>10.1}", "the same with the reading of the people", pairs / 1e6 / all.as_secs_f64());
    println!("{:<44}{:>10.1}", "million pairs a second, role by role", pairs / 1e6 / role_by_role.as_secs_f64());
    println!(
        "{:<44}{:>9.0}%",
        "of the pass spent on reading the people",
        100.0 * one.as_secs_f64() / all.as_secs_f64()
    );
}

/// From the beginning of a durable write to the end of a match that lists the person.
fn writes(engine: &Engine, role: &Role) {
    const WRITES: u64 = 200;
    let n_stored = engine.status().candidates;
    let options = MatchOptions::default();
    let (mut written, mut found) = (Vec::new(), Vec::new());
    for number in 0..WRITES {
        // Somebody who is as good as the best.
        let best = engine.best(&role.id, &options).expect("the role is there");
        let mut twin = engine.candidate(&best[0].0).ok().flatten().expect("the best is stored");
        twin.id = rolefit::CandidateId::new(format!("twin-{number}")).expect("this is an id");
        let start = Instant::now();
        engine.put_candidate(&twin).expect("the disk does not fail");
        written.push(start.elapsed());
        let listed = engine.best(&role.id, &options).expect("the role is there");
        found.push(start.elapsed());
        assert!(listed.iter().any(|(id, _)| *id == twin.id), "what was written is not found");
        engine.delete_candidate(&twin.id).expect("the disk does not fail");
    }
    println!("\n{WRITES} durable writes into {n_stored} stored people, each followed by a match that must list it");
    for (name, mut times) in [("written", written), ("written and found", found)] {
        times.sort_unstable();
        let at = |share: usize| in_ms(times[(times.len() - 1) * share / 100]);
        println!("{name:<24}p50 {:>8.2} ms   p99 {:>8.2} ms", at(50), at(99));
    }
}

/// What was written is read again, and all columns are made.
fn opening(folder: &std::path::Path, n_candidates: u64) {
    let start = Instant::now();
    let engine = Engine::open(folder).expect("what was written can be opened");
    let took = start.elapsed().as_secs_f64();
    assert_eq!(u64::try_from(engine.status().candidates), Ok(n_candidates), "everybody is there again");
    println!("\nopened in {took:.1} s, {:.0} candidates a second", as_f64(n_candidates) / took);
}

/// Medians over roles.
struct Row {
    /// Reading as many bytes as there are columns of what the role asks.
    floor: Duration,
    ids: Duration,
    answer: Duration,
    everybody: Duration,
}

fn measure(engine: &Engine, roles: &[Role]) -> Row {
    let options = MatchOptions::default();
    // The same constants under another name: columns made for the engine's own profile do not hold for it.
    let renamed = options.clone().with_profile(ScoringProfile::default().with("").ok());
    let floor = median(roles.iter().map(|role| {
        let n_columns = 2 * (role.must_have.len() + role.nice_to_have.len()).max(8);
        let memory = vec![1_u64; n_columns * engine.candidate_count() / 8];
        timed(|| memory.par_chunks(1 << 14).map(|part| part.iter().sum::<u64>()).sum::<u64>())
    }));
    let each = |ask: &dyn Fn(&RoleId)| median(roles.iter().map(|role| timed(|| ask(&role.id))));
    let ids = each(&|role| {
        black_box(engine.best(role, &options).expect("the role is there"));
    });
    let answer = each(&|role| {
        black_box(engine.matches(role, &options).expect("the role is there"));
    });
    let everybody = median(roles.iter().take(6).map(|role| {
        let start = Instant::now();
        let oracle = engine.matches(&role.id, &renamed).expect("the role is there");
        let taken = start.elapsed();
        let answer = engine.matches(&role.id, &options).expect("the role is there");
        assert_eq!(answer.results, oracle.results, "{} is answered wrongly", role.id);
        assert_eq!((answer.considered, answer.gated), (oracle.considered, oracle.gated));
        taken
    }));
    Row { floor, ids, answer, everybody }
}

fn fill(engine: &Engine, seed: u64, n_put: &mut u64, up_to: u64) {
    let start = Instant::now();
    let from = *n_put;
    while *n_put < up_to {
        let portion = *n_put..(*n_put + PORTION).min(up_to);
        *n_put = portion.end;
        let people: Vec<Candidate> =
            portion.into_par_iter().map(|number| parsed(people::person(seed, number))).collect();
        engine.put_candidates(&people).expect("the disk does not fail");
    }
    let rate = as_f64(up_to - from) / start.elapsed().as_secs_f64();
    eprintln!("{} candidates made, read and put, {rate:.0} a second", up_to - from);
}

fn parsed<T: serde::de::DeserializeOwned>(document: serde_json::Value) -> T {
    serde_json::from_value(document).expect("generated documents are valid")
}

/// The median of several rounds.
fn timed<T>(mut work: impl FnMut() -> T) -> Duration {
    median((0..ROUNDS).map(|_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    }))
}

fn median(times: impl Iterator<Item = Duration>) -> Duration {
    let mut times: Vec<Duration> = times.collect();
    times.sort_unstable();
    times[times.len() / 2]
}

/// The slope of a line through the logarithms.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let points: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let n = as_f64(points.len() as u64);
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let (above, below) = points
        .iter()
        .fold((0.0, 0.0), |(above, below), p| (above + (p.0 - x) * (p.1 - y), below + (p.0 - x) * (p.0 - x)));
    above / below
}

fn say(name: &str, of: Duration, to: Duration) {
    println!("{name:<44}{:>10.2}", of.as_secs_f64() / to.as_secs_f64());
}

fn in_ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[expect(clippy::cast_precision_loss, reason = "counts below 2^52")]
fn as_f64(n: u64) -> f64 {
    n as f64
}
