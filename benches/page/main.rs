//! How long does the service take for each page, and how large is what it sends?
//!
//! Corpus: synthetic people and roles of `examples/generate`, the same for the same seed, in a data directory of their own. Each page is asked
//! over loopback by one client, once for each role and round, as a browser asks: compressed. What a page takes is from the request to the
//! last byte of its answer, so a connection and the reading are in it. The first view is the page with the style sheet and the scripts.
//!
//! `cargo bench --bench page [-- CANDIDATES [SEED]]` (100,000 unless said). `ROLEFIT=target/debug/rolefit` measures another program.
//! Goals: p95 of 50 ms on two cores, 100 KB of a first view.

#[path = "../../examples/generate/dice.rs"]
mod dice;
#[path = "../../examples/generate/knowledge.rs"]
mod knowledge;
#[path = "../../examples/generate/people.rs"]
mod people;
#[path = "../../examples/generate/roles.rs"]
mod roles;
#[path = "../soak/service.rs"]
#[expect(dead_code, reason = "the soak asks more of a service")]
mod service;

use std::error::Error;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use rolefit::feedback::{Feedback, FeedbackStage};
use rolefit::{Candidate, Engine, MatchOptions, Role};
use service::Service;

const ROLES: u64 = 12;
const ROUNDS: usize = 4;
const PORTION: u64 = 8192;
const GOAL: Duration = Duration::from_millis(50);
const GOAL_BYTES: usize = 100_000;

/// A kind of page, and its addresses.
type Kind = (&'static str, Vec<String>);

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.replace('_', "").parse::<u64>().ok());
    let (n_candidates, seed) = (numbers.next().unwrap_or(100_000), numbers.next().unwrap_or(1));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{n_candidates} synthetic candidates, {ROLES} roles, seed {seed}, {cores} cores");
    let folder = tempfile::tempdir()?;
    let began = Instant::now();
    let kinds = {
        let engine = Engine::open(folder.path())?;
        fill(&engine, seed, n_candidates)?;
        engine.flush_index()?;
        kinds(&engine, seed)?
    };
    println!("written in {:.0} s", began.elapsed().as_secs_f64());
    let service = Service::start(folder.path())?;
    let files = files(&service)?;
    println!("style sheet and scripts: {files} bytes, compressed and kept by browsers");
    println!("\n{:<34}{:>8}{:>10}{:>10}{:>10}{:>14}", "page", "n", "first ms", "p50 ms", "p95 ms", "largest, bytes");
    let mut missed = Vec::new();
    for (name, addresses) in kinds {
        let (mut times, mut largest) = (Vec::new(), 0);
        let mut first = Duration::ZERO;
        for round in 0..ROUNDS {
            for (n, address) in addresses.iter().enumerate() {
                let (took, bytes) = ask(&service, address)?;
                if (round, n) == (0, 0) {
                    first = took;
                } else {
                    times.push(took);
                }
                largest = largest.max(bytes);
            }
        }
        times.sort_unstable();
        let at = |share: usize| times[(times.len() - 1) * share / 100];
        println!(
            "{name:<34}{:>8}{:>10.1}{:>10.1}{:>10.1}{largest:>14}",
            times.len() + 1,
            milliseconds(first),
            milliseconds(at(50)),
            milliseconds(at(95))
        );
        if at(95) > GOAL {
            missed.push(format!("{name}: {:.1} ms", milliseconds(at(95))));
        }
        if largest + files > GOAL_BYTES {
            missed.push(format!("{name}: {} bytes of a first view", largest + files));
        }
    }
    println!(
        "\n{}",
        if missed.is_empty() { "every goal is met".to_owned() } else { format!("missed: {}", missed.join("; ")) }
    );
    service.stop()?;
    Ok(())
}

fn milliseconds(took: Duration) -> f64 {
    took.as_secs_f64() * 1000.0
}

fn fill(engine: &Engine, seed: u64, n_candidates: u64) -> Result<(), Box<dyn Error>> {
    for start in (0..n_candidates).step_by(usize::try_from(PORTION)?) {
        let numbers = start..(start + PORTION).min(n_candidates);
        let document =
            |number| serde_json::from_value(people::person(seed, number)).expect("generated people are valid");
        let candidates: Vec<Candidate> = numbers.into_par_iter().map(document).collect();
        engine.put_candidates(&candidates)?.into_iter().collect::<Result<Vec<_>, _>>()?;
    }
    let all: Result<Vec<Role>, _> =
        (0..ROLES).map(|number| serde_json::from_value(roles::role(seed, number))).collect();
    engine.put_roles(&all?)?.into_iter().collect::<Result<Vec<_>, _>>()?;
    Ok(())
}

/// The pages that are asked for: each about all roles and some of their best, of whom half have a stage.
fn kinds(engine: &Engine, seed: u64) -> Result<Vec<Kind>, Box<dyn Error>> {
    let mut kinds: Vec<Kind> = vec![
        ("roles", vec!["/roles".to_owned()]),
        ("candidates", vec!["/candidates".to_owned()]),
        ("duplicates", vec!["/duplicates".to_owned()]),
    ];
    let names = [
        "shortlist", "shortlist, blind", "shortlist, weights moved", "shortlist, gates switched",
        "shortlist, filtered by skill", "shortlist, filtered by words", "shortlist, filtered by stage",
        "shortlist, second page", "a person for a role", "compare", "pool", "what-if", "print", "role, edited",
        "candidates, by words", "candidates, by name", "a person",
    ];
    let mut addresses: Vec<Vec<String>> = names.map(|_| Vec::new()).into();
    for number in 0..ROLES {
        let role: Role = serde_json::from_value(roles::role(seed, number))?;
        let answer = engine.matches(
            &role.id,
            &MatchOptions::default().with_limit(25).with_page(rolefit::matching::MatchPage::default()),
        )?;
        let best: Vec<_> = answer.results.iter().filter_map(|row| row.candidate_id.clone()).collect();
        for id in best.iter().step_by(2) {
            engine.put_feedback(
                &Feedback::new(role.id.clone(), id.clone()).with_stage(FeedbackStage::Screening).with_grade(2),
            )?;
        }
        let must =
            engine.gate_switches(&role.id)?.into_iter().map(|switch| switch.requirement).next().unwrap_or_default();
        let person = engine.candidate(&best[0])?.ok_or("the best is there")?;
        let name = person.name.clone().unwrap_or_default();
        let (of, skill) = (format!("/roles/{}", role.id), must.split(" | ").next().unwrap_or_default().to_owned());
        let cursor = answer.next_cursor.unwrap_or_default();
        let compared: Vec<String> = best.iter().take(4).map(|id| format!("c={id}")).collect();
        let of_role = [
            of.clone(),
            format!("{of}?blind=1"),
            format!("{of}?w_skills=20&w_family=10&w_scale=60&w_pay=5&w_level=5&w_location=0"),
            format!("{of}?gates=1&gate={}", encoded(&must)),
            format!("{of}?skill={}", encoded(&skill)),
            format!("{of}?q={}", encoded(&skill)),
            format!("{of}?stage=active"),
            format!("{of}?cursor={cursor}"),
            format!("{of}/candidates/{}", best[0]),
            format!("{of}/compare?{}", compared.join("&")),
            format!("{of}/pool"),
            format!("{of}/what-if"),
            format!("{of}/print"),
            format!("{of}/edit"),
            format!("/candidates?q={}", encoded(&skill)),
            format!("/candidates?q={}", encoded(name.split(' ').next().unwrap_or("a"))),
            format!("/candidates/{}", best[0]),
        ];
        addresses.iter_mut().zip(of_role).for_each(|(all, address)| all.push(address));
    }
    kinds.extend(names.into_iter().zip(addresses));
    Ok(kinds)
}

fn encoded(text: &str) -> String {
    let byte =
        |byte: u8| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(byte).collect()
}

/// How long an answer takes, and how many bytes of it are sent.
fn ask(service: &Service, path: &str) -> Result<(Duration, usize), Box<dyn Error>> {
    let began = Instant::now();
    let request = ureq::get(service.url(path)).header("accept", "text/html").header("accept-encoding", "gzip");
    let bytes = request.call().map_err(|error| format!("{path}: {error}"))?.body_mut().read_to_vec()?;
    Ok((began.elapsed(), bytes.len()))
}

/// The bytes of what each page loads beside.
fn files(service: &Service) -> Result<usize, Box<dyn Error>> {
    let page = ureq::get(service.url("/roles")).header("accept", "text/html").call()?.body_mut().read_to_string()?;
    let mut bytes = 0;
    for path in page.split('"').filter(|text| text.starts_with("/static/")) {
        bytes += ask(service, path)?.1;
    }
    Ok(bytes)
}
