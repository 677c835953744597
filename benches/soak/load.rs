//! What is asked, at a fixed rate, by as many threads as it takes.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Requests that may be under way at once; the service takes more.
const THREADS: usize = 64;
/// So many different candidates are changed, again and again.
const MAX_CHANGED: usize = 20_000;

/// The documents that are asked about.
pub(crate) struct Load {
    pub(crate) n_candidates: usize,
    pub(crate) roles: Vec<String>,
    changed: Vec<Value>,
    pub(crate) seed: u64,
    /// One request in so many changes a candidate.
    pub(crate) change_every: u64,
}

/// What came of it.
#[derive(Clone, Default)]
pub(crate) struct Latencies {
    pub(crate) matches: Vec<Duration>,
    pub(crate) changes: Vec<Duration>,
    pub(crate) errors: Vec<String>,
}

fn id(document: &Value) -> String {
    document["id"].as_str().unwrap_or_default().to_owned()
}

impl Load {
    pub(crate) fn read(candidates: &Path, roles: &Path, seed: u64, change_every: u64) -> Result<Self, Box<dyn Error>> {
        let text = fs::read_to_string(candidates)?;
        let changed = text.lines().take(MAX_CHANGED).map(serde_json::from_str).collect::<Result<_, _>>()?;
        let roles = fs::read_to_string(roles)?;
        let roles: Result<Vec<Value>, _> = roles.lines().map(serde_json::from_str).collect();
        let roles = roles?.iter().map(id).collect();
        Ok(Self { n_candidates: text.lines().count(), roles, changed, seed, change_every })
    }

    /// Asks for so long, so many times a second.
    pub(crate) fn run(&self, address: &str, rate: f64, lasts: Duration) -> Latencies {
        self.run_from(0, address, rate, lasts)
    }

    /// The same, with the requests from this number on, so that another run asks for others.
    pub(crate) fn run_from(&self, first: u64, address: &str, rate: f64, lasts: Duration) -> Latencies {
        let (next, all) = (AtomicU64::new(0), Mutex::new(Latencies::default()));
        let began = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    let agent = agent();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        #[expect(clippy::cast_precision_loss, reason = "far fewer requests than a float can count")]
                        let due = Duration::from_secs_f64(number as f64 / rate);
                        if due >= lasts {
                            return;
                        }
                        std::thread::sleep(due.saturating_sub(began.elapsed()));
                        let (is_change, outcome) = self.ask(&agent, address, first + number);
                        let took = began.elapsed().saturating_sub(due);
                        let mut all = all.lock().expect("no thread panics holding this lock");
                        let times = if is_change { &mut all.changes } else { &mut all.matches };
                        times.push(took);
                        all.errors.extend(outcome.err());
                    }
                });
            }
        });
        all.into_inner().expect("no thread panics holding this lock")
    }

    /// The id of one of those who are changed.
    pub(crate) fn changed_id(&self, pick: usize) -> String {
        id(&self.changed[pick % self.changed.len()])
    }

    /// The id and the new document of one of those who are changed.
    pub(crate) fn changed_document(&self, pick: usize, number: u64) -> (String, String) {
        let mut candidate = self.changed[pick % self.changed.len()].clone();
        candidate["summary"] = format!("{} Update {number}.", candidate["summary"].as_str().unwrap_or_default()).into();
        (id(&candidate), candidate.to_string())
    }

    /// One request: whether it was a change, and what went wrong.
    fn ask(&self, agent: &ureq::Agent, address: &str, number: u64) -> (bool, Result<(), String>) {
        let chance = mixed(self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let pick = |length: usize| usize::try_from(chance >> 8).unwrap_or_default() % length;
        let is_change = number % self.change_every == self.change_every - 1;
        let outcome = if is_change {
            let (id, body) = self.changed_document(pick(self.changed.len()), number);
            let url = format!("http://{address}/v1/candidates/{id}");
            agent.put(url).content_type("application/json").send(body)
        } else {
            let role = &self.roles[pick(self.roles.len())];
            let url = format!("http://{address}/v1/roles/{role}/matches");
            agent.post(url).content_type("application/json").send(r#"{"limit": 10}"#)
        };
        let outcome = outcome.map_err(|error| error.to_string()).and_then(|mut answer| {
            let body = answer.body_mut().read_to_string().map_err(|error| error.to_string())?;
            // A write has its number, an answer its role.
            let expected = if is_change { "\"seq\"" } else { "\"results\"" };
            if body.contains(expected) { Ok(()) } else { Err(format!("{}: {body:.200}", answer.status())) }
        });
        (is_change, outcome)
    }
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().timeout_global(Some(Duration::from_secs(60))).build().into()
}

/// The same number for the same number, like no other (`splitmix64`).
pub(crate) fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
