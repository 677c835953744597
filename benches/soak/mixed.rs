//! So many connections, each asking again as soon as it is answered: reads, matches, searches and writes, with a key. Then one person is
//! erased among all of them, and how long that takes is told.

use std::error::Error;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::load::{Load, mixed};
use crate::service::Service;

/// How long an erasure may take.
const PATIENCE: Duration = Duration::from_secs(600);
/// Between two looks at an erasure.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// What is asked, and how many in a hundred are such requests.
const SORTS: [(&str, u64); 4] =
    [("read a candidate", 50), ("match a role", 25), ("search by words", 5), ("write a candidate", 20)];

/// The times of each sort, and what went wrong.
#[derive(Default)]
struct Outcome {
    times: [Vec<Duration>; 4],
    errors: Vec<String>,
}

/// Asks for so long, and prints the outcome.
pub(crate) fn run(
    service: &Service,
    load: &Load,
    key: &str,
    n_connections: usize,
    lasts: Duration,
) -> Result<(), Box<dyn Error>> {
    let (next, all) = (AtomicU64::new(0), Mutex::new(Outcome::default()));
    let began = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..n_connections {
            scope.spawn(|| {
                let asking = Asking::new(service, key);
                let mut own = Outcome::default();
                while began.elapsed() < lasts {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let asked = Instant::now();
                    let (sort, outcome) = asking.ask(load, number);
                    own.times[sort].push(asked.elapsed());
                    own.errors.extend(outcome.err());
                }
                let mut all = all.lock().expect("no thread panics holding this lock");
                for (times, own) in all.times.iter_mut().zip(own.times) {
                    times.extend(own);
                }
                all.errors.extend(own.errors);
            });
        }
    });
    let took = began.elapsed();
    let mut all = all.into_inner().expect("no thread panics holding this lock");
    let n_asked: usize = all.times.iter().map(Vec::len).sum();
    #[expect(clippy::cast_precision_loss, reason = "for people to read")]
    let rate = n_asked as f64 / took.as_secs_f64();
    println!(
        "{n_connections} connections with a key for {:.0} s: {n_asked} requests, {rate:.0} a second, {} errors; {} MiB resident.\n",
        took.as_secs_f64(),
        all.errors.len(),
        service.resident_bytes() >> 20
    );
    println!("| | requests | p50 ms | p90 ms | p99 ms | greatest ms |\n|---|---|---|---|---|---|");
    for ((name, _), times) in SORTS.iter().zip(&mut all.times) {
        times.sort_unstable();
        let at = |thousandths: usize| {
            let place = (times.len() * thousandths / 1000).min(times.len().saturating_sub(1));
            times.get(place).map_or(f64::NAN, |time| time.as_secs_f64() * 1000.0)
        };
        println!("| {name} | {} | {:.1} | {:.1} | {:.1} | {:.1} |", times.len(), at(500), at(900), at(990), at(1000));
    }
    println!();
    erase(service, load, key)?;
    match all.errors.first() {
        None => Ok(()),
        Some(first) => Err(format!("{} errors, the first: {first}", all.errors.len()).into()),
    }
}

/// Erases one person, while nobody else asks.
fn erase(service: &Service, load: &Load, key: &str) -> Result<(), Box<dyn Error>> {
    let asking = Asking::new(service, key);
    let began = Instant::now();
    let path = format!("/v1/candidates/{}?erase=true", load.changed_id(0));
    let mut answer = asking.agent.delete(service.url(&path)).header("authorization", &asking.authorization).call()?;
    let receipt: Value = answer.body_mut().read_json()?;
    let answered = began.elapsed();
    let receipt = receipt["receipt"].as_str().unwrap_or_default().to_owned();
    let path = format!("/v1/erasures/{receipt}");
    while began.elapsed() < PATIENCE {
        if asking.get(&path)?.contains("\"done\"") {
            println!(
                "One person erased: the deletion was answered after {:.1} ms, the erasure done after {:.1} s, with --erase-after 0.\n",
                answered.as_secs_f64() * 1000.0,
                began.elapsed().as_secs_f64()
            );
            return Ok(());
        }
        std::thread::sleep(LOOK_EVERY);
    }
    Err("an erasure is not done".into())
}

/// One connection.
struct Asking<'a> {
    service: &'a Service,
    agent: ureq::Agent,
    authorization: String,
}

impl<'a> Asking<'a> {
    fn new(service: &'a Service, key: &str) -> Self {
        let agent = ureq::Agent::config_builder().timeout_global(Some(Duration::from_secs(60))).build().into();
        Self { service, agent, authorization: format!("Bearer {key}") }
    }

    fn get(&self, path: &str) -> Result<String, ureq::Error> {
        let mut answer = self.agent.get(self.service.url(path)).header("authorization", &self.authorization).call()?;
        answer.body_mut().read_to_string()
    }

    fn send(&self, is_put: bool, path: &str, body: &str) -> Result<String, ureq::Error> {
        let url = self.service.url(path);
        let request = if is_put { self.agent.put(url) } else { self.agent.post(url) };
        let request = request.header("authorization", &self.authorization).content_type("application/json");
        request.send(body)?.body_mut().read_to_string()
    }

    /// One request: of which sort, and what went wrong.
    fn ask(&self, load: &Load, number: u64) -> (usize, Result<(), String>) {
        let chance = mixed(load.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let pick = usize::try_from(chance >> 16).unwrap_or_default();
        let mut left = chance % 100;
        let sort = SORTS.iter().position(|(_, share)| {
            let is_it = left < *share;
            left = left.saturating_sub(*share);
            is_it
        });
        let sort = sort.unwrap_or_default();
        let (outcome, expected) = match sort {
            0 => (self.get(&format!("/v1/candidates/{}", load.changed_id(pick))), "\"id\""),
            1 => {
                let role = &load.roles[pick % load.roles.len()];
                (self.send(false, &format!("/v1/roles/{role}/matches"), r#"{"limit": 10}"#), "\"results\"")
            }
            2 => (self.get("/v1/candidates?q=slurm&limit=10"), "\"total\""),
            _ => {
                let (id, body) = load.changed_document(pick, number);
                (self.send(true, &format!("/v1/candidates/{id}"), &body), "\"seq\"")
            }
        };
        let outcome = outcome.map_err(|error| error.to_string());
        let told = outcome.and_then(|body| if body.contains(expected) { Ok(()) } else { Err(format!("{body:.200}")) });
        (sort, told)
    }
}
