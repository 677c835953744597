//! How long does the service take for each page, and how large is what it sends?
//!
//! Corpus: synthetic people and roles of `examples/generate`, the same for the same seed, imported into a directory of their own by the
//! program that is measured. Of the best of each role half have a stage. Each page is asked over loopback by one client, once for each role
//! and round, as a browser asks: compressed. What a page takes is from the request to the last byte of its answer, so a connection and
//! the reading are in it; `cpu ms` is what processors worked for it meanwhile, which others on the machine disturb less. The first view is the
//! page with the style sheet and the scripts.
//!
//! Roles are judged ahead once their list was shown, and the pages are asked after that. New roles come last: each is written, and a
//! page about it asked at once, for which nothing was judged; where that tells how far it is, it asks again as a browser does.
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
/// What asks whether everybody is judged asks so often, as the page does.
const ASKS_EVERY: Duration = Duration::from_millis(500);
/// A service is idle that works less than a tenth of such a time.
const IDLE_FOR: Duration = Duration::from_millis(300);

/// A kind of page, and its addresses.
type Kind = (&'static str, Vec<String>);

/// What is asked about one role.
const OF_ROLES: [&str; 17] = [
    "shortlist", "shortlist, blind", "shortlist, weights moved", "shortlist, gates switched",
    "shortlist, filtered by skill", "shortlist, filtered by words", "shortlist, filtered by stage",
    "shortlist, second page", "a person for a role", "compare", "pool", "what-if", "print", "role, edited",
    "candidates, by words", "candidates, by name", "a person",
];

/// What is asked of a role that was written a moment ago.
const OF_NEW_ROLES: [(&str, &str); 5] = [
    ("shortlist", ""),
    ("shortlist, weights moved", "?w_skills=20&w_family=10&w_scale=60&w_pay=5&w_level=5&w_location=0"),
    ("shortlist, filtered by words", "?q=Slurm"),
    ("shortlist, without anybody's stage", "?stage=none"),
    ("pool", "/pool"),
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
    let (began, files) = (Instant::now(), files(&service)?);
    wait_until_idle(&service);
    println!("roles judged ahead in {:.1} s", began.elapsed().as_secs_f64());
    println!("style sheet and scripts: {files} bytes, compressed and kept by browsers");
    println!(
        "\n{:<34}{:>8}{:>10}{:>10}{:>10}{:>10}{:>16}",
        "page", "n", "first ms", "p50 ms", "p95 ms", "cpu ms", "largest, bytes"
    );
    let mut missed = Vec::new();
    for (name, addresses) in kinds {
        missed.extend(measure(&service, name, &addresses, files)?);
    }
    let mut next = ROLES;
    println!("\n{:<34}{:>8}{:>10}{:>10}{:>10}{:>16}", "new roles", "n", "p50 ms", "p95 ms", "told", "there within ms");
    for (name, rest) in OF_NEW_ROLES {
        missed.extend(measure_new(&service, name, rest, (seed, next))?);
        next += ROLES;
    }
    println!("\n{}", if missed.is_empty() { "every goal is met".to_owned() } else { missed.join("\n") });
    service.stop()?;
    Ok(())
}

/// Prints what a kind of page takes, and says which goals it misses.
fn measure(service: &Service, name: &str, addresses: &[String], files: usize) -> Result<Vec<String>, Box<dyn Error>> {
    let (mut times, mut largest, worked) = (Vec::new(), 0, service.cpu_time());
    for _ in 0..ROUNDS {
        for address in addresses {
            let (took, bytes) = ask(service, address)?;
            times.push(took);
            largest = largest.max(bytes);
        }
    }
    let worked = service.cpu_time().saturating_sub(worked) / u32::try_from(times.len())?;
    let first = times.remove(0);
    let (middle, most) = middle_and_most(&mut times);
    let shown = [first, middle, most, worked].map(milliseconds);
    let [first, middle, p95, worked] = &shown;
    println!("{name:<34}{:>8}{first:>10}{middle:>10}{p95:>10}{worked:>10}{largest:>16}", times.len() + 1);
    let mut missed = Vec::new();
    if most > GOAL {
        missed.push(format!("missed: {name} takes {p95} ms"));
    }
    if largest + files > GOAL_BYTES {
        missed.push(format!("missed: the first view of {name} has {} bytes", largest + files));
    }
    Ok(missed)
}

/// Of how long something took, what half of it and nineteen of twenty take at the most.
fn middle_and_most(times: &mut [Duration]) -> (Duration, Duration) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100];
    (at(50), at(95))
}

fn milliseconds(took: Duration) -> String {
    format!("{:.1}", took.as_secs_f64() * 1000.0)
}

/// The same of roles that nobody has asked for, from this number on: how long it takes until the page tells something, how many are told to
/// wait, and until when all have what they asked for.
fn measure_new(
    service: &Service,
    name: &str,
    rest: &str,
    (seed, from): (u64, u64),
) -> Result<Option<String>, Box<dyn Error>> {
    let (mut times, mut longest, mut n_told) = (Vec::new(), Duration::ZERO, 0);
    for number in from..from + ROLES {
        let role = roles::role(seed, number);
        let id = role["id"].as_str().ok_or("a role has an id")?;
        ureq::put(service.url(&format!("/v1/roles/{id}"))).send_json(&role)?;
        let address = format!("/roles/{id}{rest}");
        let began = Instant::now();
        let mut page = text(service, &address)?;
        times.push(began.elapsed());
        let (mut n_asked, and) = (0, if rest.contains('?') { '&' } else { '?' });
        while page.contains("wait=") {
            n_told += usize::from(n_asked == 0);
            n_asked += 1;
            std::thread::sleep(ASKS_EVERY);
            page = text(service, &format!("{address}{and}wait={n_asked}"))?;
        }
        longest = longest.max(began.elapsed());
        wait_until_idle(service);
    }
    let (middle, most) = middle_and_most(&mut times);
    let [middle, p95, longest] = [middle, most, longest].map(milliseconds);
    println!("{name:<34}{:>8}{middle:>10}{p95:>10}{n_told:>10}{longest:>16}", times.len());
    Ok((most > GOAL).then(|| format!("missed: of a new role, {name} takes {p95} ms")))
}

/// Waits until it has done what it does beside.
fn wait_until_idle(service: &Service) {
    loop {
        let worked = service.cpu_time();
        std::thread::sleep(IDLE_FOR);
        if service.cpu_time().saturating_sub(worked) < IDLE_FOR / 10 {
            return;
        }
    }
}

fn text(service: &Service, path: &str) -> Result<String, Box<dyn Error>> {
    let request = ureq::get(service.url(path)).header("accept", "text/html");
    Ok(request.call().map_err(|error| format!("{path}: {error}"))?.body_mut().read_to_string()?)
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
