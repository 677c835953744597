//! How long does the service take for each page, and how large is what it sends?
//!
//! Corpus: synthetic people and roles of `examples/generate`, the same for the same seed, imported into a directory of their own by the
//! program that is measured. Of the best of each role half have a stage. Each page is asked over loopback by one client, once for each role
//! and round, as a browser asks: compressed. What a page takes is from the request to the last byte of its answer, so a connection and
//! the reading are in it. The first view is the page with the style sheet and the scripts.
//!
//! `cargo bench --bench page [-- CANDIDATES [SEED]]` (100,000 unless said). `ROLEFIT=FILE` measures another program than that of the build.
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
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use service::Service;

const ROLES: u64 = 12;
const ROUNDS: usize = 4;
const GOAL: Duration = Duration::from_millis(50);
const GOAL_BYTES: usize = 100_000;

/// A kind of page, and its addresses.
type Kind = (&'static str, Vec<String>);

/// What is asked about one role.
const OF_ROLES: [&str; 17] = [
    "shortlist", "shortlist, blind", "shortlist, weights moved", "shortlist, gates switched",
    "shortlist, filtered by skill", "shortlist, filtered by words", "shortlist, filtered by stage",
    "shortlist, second page", "a person for a role", "compare", "pool", "what-if", "print", "role, edited",
    "candidates, by words", "candidates, by name", "a person",
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut numbers = std::env::args().skip(1).filter_map(|argument| argument.replace('_', "").parse::<u64>().ok());
    let (n_candidates, seed) = (numbers.next().unwrap_or(100_000), numbers.next().unwrap_or(1));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{n_candidates} synthetic candidates, {ROLES} roles, seed {seed}, {cores} cores");
    let folder = tempfile::tempdir()?;
    let (candidates, roles) = (folder.path().join("candidates.jsonl"), folder.path().join("roles.jsonl"));
    write(&candidates, (0..n_candidates).map(|number| people::person(seed, number)))?;
    write(&roles, (0..ROLES).map(|number| roles::role(seed, number)))?;
    let began = Instant::now();
    let data = folder.path().join("data");
    service::import(&data, &candidates, &roles)?;
    println!("imported in {:.0} s", began.elapsed().as_secs_f64());
    let began = Instant::now();
    let service = Service::start(&data)?;
    println!("ready in {:.1} s", began.elapsed().as_secs_f64());
    let kinds = kinds(&service, seed)?;
    let files = files(&service)?;
    println!("style sheet and scripts: {files} bytes, compressed and kept by browsers");
    println!("\n{:<34}{:>8}{:>10}{:>10}{:>10}{:>16}", "page", "n", "first ms", "p50 ms", "p95 ms", "largest, bytes");
    let mut missed = Vec::new();
    for (name, addresses) in kinds {
        missed.extend(measure(&service, name, &addresses, files)?);
    }
    println!("\n{}", if missed.is_empty() { "every goal is met".to_owned() } else { missed.join("\n") });
    service.stop()?;
    Ok(())
}

/// Prints what a kind of page takes, and says which goals it misses.
fn measure(service: &Service, name: &str, addresses: &[String], files: usize) -> Result<Vec<String>, Box<dyn Error>> {
    let (mut times, mut largest) = (Vec::new(), 0);
    for _ in 0..ROUNDS {
        for address in addresses {
            let (took, bytes) = ask(service, address)?;
            times.push(took);
            largest = largest.max(bytes);
        }
    }
    let first = times.remove(0);
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    let (middle, most) = (at(50), at(95));
    let shown = [first, middle, most].map(|took| format!("{:.1}", took.as_secs_f64() * 1000.0));
    println!("{name:<34}{:>8}{:>10}{:>10}{:>10}{largest:>16}", times.len() + 1, shown[0], shown[1], shown[2]);
    let mut missed = Vec::new();
    if most > GOAL {
        missed.push(format!("missed: {name} takes {} ms", shown[2]));
    }
    if largest + files > GOAL_BYTES {
        missed.push(format!("missed: the first view of {name} has {} bytes", largest + files));
    }
    Ok(missed)
}

fn write(path: &Path, documents: impl Iterator<Item = Value>) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(File::create(path)?);
    for document in documents {
        writeln!(out, "{document}")?;
    }
    Ok(out.flush()?)
}

/// The pages that are asked for.
fn kinds(service: &Service, seed: u64) -> Result<Vec<Kind>, Box<dyn Error>> {
    let mut addresses: Vec<Vec<String>> = OF_ROLES.map(|_| Vec::new()).into();
    for number in 0..ROLES {
        let role = roles::role(seed, number);
        let id = role["id"].as_str().ok_or("a role has an id")?;
        let asked = json!({ "limit": 25, "explain": false, "cursor": "" });
        let answer: Value =
            ureq::post(service.url(&format!("/v1/roles/{id}/matches"))).send_json(asked)?.body_mut().read_json()?;
        let rows = answer["results"].as_array().ok_or("a match has results")?;
        let best: Vec<&str> = rows.iter().filter_map(|row| row["candidate_id"].as_str()).collect();
        for candidate in best.iter().step_by(2) {
            let kept = json!({ "stage": "screening", "grade": 2, "notes": [{ "text": "Has run it for years." }] });
            ureq::put(service.url(&format!("/v1/roles/{id}/feedback/{candidate}"))).send_json(kept)?;
        }
        let must = &role["must_have"][0];
        let skill = must.as_str().or(must["name"].as_str()).or(must["any_of"][0].as_str()).unwrap_or("Slurm");
        let first_name = rows[0]["name"].as_str().and_then(|name| name.split(' ').next()).unwrap_or("a");
        let compared: Vec<String> = best.iter().take(4).map(|id| format!("c={id}")).collect();
        let of = format!("/roles/{id}");
        let of_role = [
            of.clone(),
            format!("{of}?blind=1"),
            format!("{of}?w_skills=20&w_family=10&w_scale=60&w_pay=5&w_level=5&w_location=0"),
            format!("{of}?gates=1"),
            format!("{of}?skill={}", encoded(skill)),
            format!("{of}?q={}", encoded(skill)),
            format!("{of}?stage=active"),
            format!("{of}?cursor={}", answer["next_cursor"].as_str().unwrap_or_default()),
            format!("{of}/candidates/{}", best[0]),
            format!("{of}/compare?{}", compared.join("&")),
            format!("{of}/pool"),
            format!("{of}/what-if"),
            format!("{of}/print"),
            format!("{of}/edit"),
            format!("/candidates?q={}", encoded(skill)),
            format!("/candidates?q={}", encoded(first_name)),
            format!("/candidates/{}", best[0]),
        ];
        addresses.iter_mut().zip(of_role).for_each(|(all, address)| all.push(address));
    }
    let others = ["/roles", "/candidates", "/duplicates"].map(|path| (&path[1..], vec![path.to_owned(); 12]));
    Ok(others.into_iter().chain(OF_ROLES.into_iter().zip(addresses)).collect())
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
