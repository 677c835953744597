//! Services that share one database: what one wrote the others read, and whatever is killed, restarted or paused meanwhile, nothing that was
//! acknowledged is lost. `tests/postgres.sh` makes the database; without one these tests are passed over, loudly.

mod across;
mod encrypted;
mod erasing;
mod failover;
mod hooks;
mod link;
mod moves;

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use ureq::http::Request;

use crate::http_service::{Answered, Service};
use crate::program::Folder;

/// The variables that name a database, and the command by which things happen to it.
const DATABASE: &str = "ROLEFIT_TEST_POSTGRES";
const CONTROL: &str = "ROLEFIT_TEST_POSTGRES_CONTROL";

/// A database of its own, in a cluster that no other test stops meanwhile.
struct Database {
    url: String,
    control: Vec<String>,
    _alone: MutexGuard<'static, ()>,
}

impl Database {
    fn new(name: &str) -> Option<Self> {
        static ALONE: Mutex<()> = Mutex::new(());
        let (Ok(url), Ok(control)) = (std::env::var(DATABASE), std::env::var(CONTROL)) else {
            eprintln!("SKIPPED for PostgreSQL: {DATABASE} and {CONTROL} name no database; tests/postgres.sh makes one");
            return None;
        };
        let control: Vec<String> = control.split(' ').map(str::to_owned).collect();
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let url = format!("{}/{name}", url.rsplit_once('/').unwrap().0);
        let database = Self { url, control, _alone: alone };
        database.sql_in("postgres", &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        database.sql_in("postgres", &format!("CREATE DATABASE {name}"));
        Some(database)
    }

    /// Something happens to the whole cluster.
    fn is_to(&self, action: &str) {
        assert!(self.command().arg(action).status().unwrap().success(), "{action}");
    }

    fn sql_in(&self, database: &str, statement: &str) -> String {
        let output = self.command().args(["sql", database, statement]).output().unwrap();
        assert!(output.status.success(), "{statement}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn sql(&self, statement: &str) -> String {
        self.sql_in(self.url.rsplit_once('/').unwrap().1, statement)
    }

    fn command(&self) -> Command {
        let mut command = Command::new("sh");
        command.args(&self.control);
        command
    }

    /// A service on it that is ready.
    fn node(&self) -> Service {
        let node = self.node_with(&[]);
        node.wait_until_ready();
        node
    }

    fn node_with(&self, arguments: &[&str]) -> Service {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--store", &self.url]).args(arguments);
        Service::spawn(command)
    }
}

/// A test that failed while the cluster was out leaves one that answers those after it.
impl Drop for Database {
    fn drop(&mut self) {
        if thread::panicking() {
            for action in ["resume", "start"] {
                self.command().arg(action).output().ok();
            }
        }
    }
}

const ROLE: &str = r#"{"title": "Storage engineer", "must_have": ["Lustre"], "nice_to_have": ["Slurm"]}"#;

fn person(n: usize) -> String {
    let skills = if n.is_multiple_of(2) { "Lustre and Slurm" } else { "Lustre" };
    // No two are alike: who may be whom is looked up in documents.
    format!(r#"{{"headline": "Engineer {n}", "summary": "I have run {skills} since {} at site {n}."}}"#, 2010 + n % 10)
}

/// The number of a write.
fn seq(answered: &Answered) -> String {
    assert!((200..300).contains(&answered.status), "{}", answered.text);
    let seq = answered.header("x-rolefit-seq").to_owned();
    assert!(seq.parse::<u64>().is_ok(), "{seq:?}");
    seq
}

/// A shortlist of a node that has seen this write.
fn matches_at(node: &Service, seq: &str) -> Answered {
    let request = Request::post(node.url("/v1/roles/r/matches")).header("content-type", "application/json");
    node.send(request.header("x-rolefit-seq", seq).body(r#"{"limit": 1000}"#.to_owned()).unwrap())
}

fn get_at(node: &Service, path: &str, seq: &str) -> Answered {
    node.send(Request::get(node.url(path)).header("x-rolefit-seq", seq).body(()).unwrap())
}

fn ids(answer: &Answered) -> Vec<String> {
    assert_eq!(answer.status, 200, "{}", answer.text);
    let answer = answer.json();
    answer["results"].as_array().unwrap().iter().map(|row| row["candidate_id"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn what_is_written_to_one_node_is_in_the_answers_of_every_other() {
    let Some(database) = Database::new("reads") else { return };
    let nodes = [database.node(), database.node(), database.node()];
    nodes[0].put("/v1/roles/r", ROLE);
    for n in 0..30 {
        let (writer, readers) = (&nodes[n % 3], [&nodes[(n + 1) % 3], &nodes[(n + 2) % 3]]);
        let written = seq(&writer.put(&format!("/v1/candidates/c-{n}"), &person(n)));
        for reader in readers {
            assert!(ids(&matches_at(reader, &written)).contains(&format!("c-{n}")), "c-{n} at {written}");
            assert_eq!(get_at(reader, &format!("/v1/candidates/c-{n}"), &written).status, 200);
            let found = get_at(reader, &format!("/v1/candidates?q=Engineer+{n}&sort=id"), &written);
            assert!(found.text.contains(&format!("\"c-{n}\"")), "{}", found.text);
        }
    }
    for n in 0..10 {
        let removed = seq(&nodes[n % 3].delete(&format!("/v1/candidates/c-{n}")));
        for reader in [&nodes[(n + 1) % 3], &nodes[(n + 2) % 3]] {
            assert!(!ids(&matches_at(reader, &removed)).contains(&format!("c-{n}")));
        }
    }
    // Replaced by another node than the one that added it.
    let replaced = seq(&nodes[1].put("/v1/candidates/c-20", r#"{"summary": "I teach history."}"#));
    let role = seq(&nodes[2].put("/v1/roles/r", r#"{"title": "Storage engineer", "must_have": ["Slurm"]}"#));
    assert!(role.parse::<u64>().unwrap() > replaced.parse::<u64>().unwrap());
    let answers: Vec<String> = nodes.iter().map(|node| matches_at(node, &role).text).collect();
    assert!(answers.iter().all(|answer| *answer == answers[0]), "the same bytes: {answers:#?}");
    assert_eq!(serde_json::from_str::<Value>(&answers[0]).unwrap()["total_candidates"], 20);
    // A new node knows everything, and says the same.
    assert_eq!(matches_at(&database.node(), &role).text, answers[0]);
    assert_eq!(database.sql("SELECT count(*) FROM rolefit.document"), "21");
}

#[test]
fn people_who_are_merged_at_one_node_are_one_at_every_other() {
    let Some(database) = Database::new("merges") else { return };
    let (one, other) = (database.node(), database.node());
    one.put("/v1/roles/r", ROLE);
    one.put("/v1/candidates/a", r#"{"name": "Ada Example", "summary": "I have run Lustre since 2012."}"#);
    one.put("/v1/candidates/b", r#"{"name": "Ada Example", "summary": "I have run Slurm since 2015."}"#);
    let merged = one.post("/v1/duplicates", r#"{"candidate_ids": ["a", "b"], "decision": "merged"}"#);
    let (merged, pair) = if merged.status == 200 || merged.status == 201 {
        (seq(&merged), merged.json()["id"].as_str().unwrap().to_owned())
    } else {
        panic!("{}", merged.text)
    };
    assert_eq!(ids(&matches_at(&other, &merged)), ["a"]);
    assert_eq!(matches_at(&other, &merged).text, matches_at(&one, &merged).text);
    let undone = seq(&other.post(&format!("/v1/duplicates/{pair}/undo"), ""));
    let mut both = ids(&matches_at(&one, &undone));
    both.sort();
    assert_eq!(both, ["a", "b"]);
    assert_eq!(matches_at(&one, &undone).text, matches_at(&other, &undone).text);
}

#[test]
fn what_people_think_of_somebody_is_at_every_node_and_goes_with_them() {
    let Some(database) = Database::new("feedback") else { return };
    let (one, other) = (database.node(), database.node());
    one.put("/v1/roles/r", ROLE);
    one.put("/v1/candidates/c", &person(1));
    let path = "/v1/roles/r/feedback/c";
    let written = seq(&one.put(path, r#"{"stage": "interview", "grade": 3}"#));
    assert_eq!(get_at(&other, path, &written).json()["stage"], "interview");
    assert_eq!(get_at(&other, "/v1/roles/r/feedback.qrels", &written).text, "r 0 c 3\n");
    let changed = seq(&other.put(path, r#"{"stage": "offer", "grade": 2}"#));
    assert_eq!(get_at(&one, path, &changed).json()["grade"], 2);
    // A node that starts later reads it.
    assert_eq!(get_at(&database.node(), path, &changed).json()["stage"], "offer");
    let removed = seq(&other.delete("/v1/candidates/c"));
    assert_eq!(get_at(&one, path, &removed).status, 404);
    assert_eq!(database.sql("SELECT count(*) FROM rolefit.document"), "1");
}

#[test]
fn a_node_that_has_not_seen_a_number_says_so_within_a_stated_time() {
    let Some(database) = Database::new("behind") else { return };
    let node = database.node();
    node.put("/v1/roles/r", ROLE);
    let begun = Instant::now();
    let answered = matches_at(&node, "1000");
    assert_eq!(answered.problem(), (503, "behind".to_owned()));
    assert!(!answered.header("retry-after").is_empty());
    assert!(begun.elapsed().as_secs() >= 4, "{:?}", begun.elapsed());
    assert_eq!(matches_at(&node, "x").problem(), (400, "malformed_header".to_owned()));
    assert_eq!(matches_at(&node, "1").status, 200);
}

#[test]
fn a_request_that_comes_to_two_nodes_at_once_is_done_once() {
    let Some(database) = Database::new("once") else { return };
    let nodes = [database.node(), database.node()];
    for round in 0..20 {
        let create = |node: &Service| {
            let request = Request::post(node.url("/v1/candidates")).header("content-type", "application/json");
            let request = request.header("idempotency-key", format!("round-{round}"));
            node.send(request.body(person(round)).unwrap())
        };
        let answers: Vec<Answered> = thread::scope(|scope| {
            let asked: Vec<_> = nodes.iter().map(|node| scope.spawn(|| create(node))).collect();
            asked.into_iter().map(|one| one.join().unwrap()).collect()
        });
        let made: Vec<Value> = answers.iter().map(|answered| answered.json()["id"].clone()).collect();
        assert!(made[0].is_string() && made[0] == made[1], "{} {}", answers[0].text, answers[1].text);
        let replayed = answers.iter().filter(|answered| answered.header("idempotent-replayed") == "true").count();
        assert_eq!(replayed, 1);
    }
    assert_eq!(database.sql("SELECT count(*) FROM rolefit.document"), "20");
}

/// What writers were answered.
#[derive(Default)]
struct Acknowledged {
    /// By id, the number in the document and that of its write.
    last: Mutex<BTreeMap<String, (usize, u64)>>,
    n_answered: AtomicU64,
    n_unavailable: AtomicU64,
    n_cut_off: AtomicU64,
}

impl Acknowledged {
    /// Writes to nodes in turn until told to stop. Each writer has ids of its own, so that its last acknowledged write of an id stands,
    /// unless a later one was done and not answered.
    fn write(&self, writer: usize, nodes: &[Mutex<Service>], stop: &AtomicBool) {
        let mut n = 0;
        while !stop.load(Ordering::Relaxed) {
            n += 1;
            let id = format!("w{writer}-{}", n % 40);
            let address =
                nodes[(writer + n) % nodes.len()].lock().unwrap_or_else(PoisonError::into_inner).address.clone();
            match put(&address, &format!("/v1/candidates/{id}"), &person(n)) {
                Some((200 | 201, Some(seq))) => {
                    self.last.lock().unwrap().insert(id, (n, seq));
                    self.n_answered.fetch_add(1, Ordering::Relaxed);
                }
                Some((503, _)) => {
                    self.n_unavailable.fetch_add(1, Ordering::Relaxed);
                }
                Some((status, _)) => panic!("{id} was answered {status}"),
                None => {
                    self.n_cut_off.fetch_add(1, Ordering::Relaxed);
                }
            }
        }
    }

    /// Everything that was acknowledged is there, at every node, in its last state or a later one of which nobody was told.
    fn is_kept(&self, nodes: &[Service]) {
        let last = self.last.lock().unwrap();
        let seq = last.values().map(|(_, seq)| *seq).max().unwrap().to_string();
        nodes[0].put("/v1/roles/r", ROLE);
        let mut answers = Vec::new();
        for node in nodes {
            for (id, (n, written)) in &*last {
                let found = get_at(node, &format!("/v1/candidates/{id}"), &seq);
                assert_eq!(found.status, 200, "{id} of write {written} is lost: {}", found.text);
                let version: u64 = found.header("etag").trim_matches('"').parse().unwrap();
                assert!(version >= *written, "{id} is as of write {version}, and write {written} was acknowledged");
                if version == *written {
                    assert_eq!(found.json()["headline"], format!("Engineer {n}"));
                }
            }
            let role = seq_of_role(node);
            let answer = matches_at(node, &role);
            assert!(last.keys().all(|id| ids(&answer).contains(id)));
            answers.push(answer.text);
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "the same bytes");
    }
}

/// Tells writers to stop once it is let go of, by a failed assertion, too: a scope waits for its threads, which would write for ever.
struct Until<'a>(&'a AtomicBool);

impl Drop for Until<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn writers_stop_when_an_assertion_fails_beside_them() {
    let stop = AtomicBool::new(false);
    let failed = std::panic::catch_unwind(|| {
        thread::scope(|scope| {
            let _until = Until(&stop);
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    thread::yield_now();
                }
            });
            panic!("as an assertion does");
        });
    });
    assert!(failed.is_err() && stop.load(Ordering::Relaxed));
}

fn seq_of_role(node: &Service) -> String {
    node.get("/v1/roles/r").header("etag").trim_matches('"').to_owned()
}

/// Puts a document without the checks of [`Service`], for a node that may be dead. Its status, and the number of the write.
fn put(address: &str, path: &str, json: &str) -> Option<(u16, Option<u64>)> {
    let config =
        ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(30)));
    let agent: ureq::Agent = config.build().into();
    let sent = agent.put(format!("http://{address}{path}")).header("content-type", "application/json").send(json);
    let mut answered = sent.ok()?;
    let status = answered.status().as_u16();
    if status == 503 {
        assert!(answered.headers().contains_key("retry-after"), "503 without Retry-After");
    }
    if !(200..300).contains(&status) {
        return Some((status, None));
    }
    let body: Value = answered.body_mut().read_json().ok()?;
    Some((status, body["seq"].as_u64()))
}

fn into_nodes(nodes: Vec<Mutex<Service>>) -> Vec<Service> {
    nodes.into_iter().map(|node| node.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

#[test]
fn what_was_acknowledged_outlives_nodes_that_are_killed() {
    let Some(database) = Database::new("kills") else { return };
    let nodes: Vec<Mutex<Service>> = (0..3).map(|_| Mutex::new(database.node())).collect();
    let (acknowledged, stop) = (Acknowledged::default(), AtomicBool::new(false));
    thread::scope(|scope| {
        let _until = Until(&stop);
        for writer in 0..6 {
            let (acknowledged, nodes, stop) = (&acknowledged, &nodes, &stop);
            scope.spawn(move || acknowledged.write(writer, nodes, stop));
        }
        for round in 0..6 {
            thread::sleep(Duration::from_millis(300));
            // However slow the machine, something is acknowledged between two kills.
            let begun = std::time::Instant::now();
            while acknowledged.n_answered.load(Ordering::Relaxed) <= 17 * (round as u64 + 1)
                && begun.elapsed().as_secs() < 30
            {
                thread::sleep(Duration::from_millis(20));
            }
            nodes[round % 3].lock().unwrap().kill_now();
            let new = database.node();
            *nodes[round % 3].lock().unwrap() = new;
        }
    });
    acknowledged.is_kept(&into_nodes(nodes));
    let Acknowledged { n_answered, n_unavailable, n_cut_off, .. } = &acknowledged;
    eprintln!("6 kills: {n_answered:?} acknowledged, {n_unavailable:?} answered 503, {n_cut_off:?} cut off");
    assert!(n_answered.load(Ordering::Relaxed) > 100);
}

#[test]
fn what_was_acknowledged_outlives_a_database_that_is_restarted_crashed_and_paused() {
    let Some(database) = Database::new("outages") else { return };
    let nodes: Vec<Mutex<Service>> = (0..2).map(|_| Mutex::new(database.node())).collect();
    nodes[0].lock().unwrap().put("/v1/roles/r", ROLE);
    let (acknowledged, stop) = (Acknowledged::default(), AtomicBool::new(false));
    let so_many = || acknowledged.n_answered.load(Ordering::Relaxed);
    thread::scope(|scope| {
        let _until = Until(&stop);
        for writer in 0..4 {
            let (acknowledged, nodes, stop) = (&acknowledged, &nodes, &stop);
            scope.spawn(move || acknowledged.write(writer, nodes, stop));
        }
        // Writes go on after each outage, without anybody's help.
        let goes_on = || {
            let (before, ends) = (so_many(), Instant::now() + Duration::from_secs(60));
            while so_many() < before + 60 {
                assert!(Instant::now() < ends, "writes do not go on");
                thread::sleep(Duration::from_millis(50));
            }
        };
        goes_on();
        database.is_to("restart");
        goes_on();
        database.is_to("crash");
        thread::sleep(Duration::from_secs(1));
        database.is_to("start");
        goes_on();
        database.is_to("pause");
        let paused = Instant::now();
        // A match needs no database; a node that hears nothing of it is taken out by a proxy.
        thread::sleep(Duration::from_secs(1));
        let node = nodes[1].lock().unwrap().url("");
        let ask = |method: &str, path: &str| {
            let config =
                ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(30)));
            let agent: ureq::Agent = config.build().into();
            let url = format!("{node}{path}");
            let sent = if method == "GET" {
                agent.get(&url).call()
            } else {
                agent.post(&url).send_json(serde_json::json!({}))
            };
            sent.unwrap().status().as_u16()
        };
        assert_eq!(ask("POST", "/v1/roles/r/matches"), 200);
        let ends = paused + Duration::from_secs(30);
        while ask("GET", "/readyz") == 200 {
            assert!(Instant::now() < ends, "a node without its database is ready");
            thread::sleep(Duration::from_millis(200));
        }
        thread::sleep(Duration::from_secs(8).saturating_sub(paused.elapsed()));
        database.is_to("resume");
        goes_on();
    });
    let nodes = into_nodes(nodes);
    nodes.iter().for_each(Service::wait_until_ready);
    acknowledged.is_kept(&nodes);
    acknowledged.is_kept(&[database.node()]);
    let Acknowledged { n_answered, n_unavailable, n_cut_off, .. } = &acknowledged;
    eprintln!("3 outages: {n_answered:?} acknowledged, {n_unavailable:?} answered 503, {n_cut_off:?} cut off");
    assert_eq!(n_cut_off.load(Ordering::Relaxed), 0, "nodes stood all the time");
    assert!(n_unavailable.load(Ordering::Relaxed) > 0, "nothing was out");
}

#[test]
fn tenants_have_a_schema_each_and_keys_work_at_every_node_that_has_them() {
    let Some(database) = Database::new("tenants") else { return };
    let folder = Folder::new();
    let keys = folder.path().join("keys");
    let keys = keys.to_str().unwrap();
    let key = |tenant: &str| {
        let run = folder.run(&["keys", "create", "--data-dir", keys, "--tenant", tenant, "--scope", "write"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
            .lines()
            .find_map(|line| line.split_whitespace().find(|word| word.starts_with("rf_")))
            .unwrap()
            .to_owned()
    };
    let (default, acme) = (key("default"), key("acme"));
    let nodes = [database.node_with(&["--data-dir", keys]), database.node_with(&["--data-dir", keys])];
    nodes.iter().for_each(Service::wait_until_ready);
    let put = |node: &Service, key: &str, id: &str| {
        let request =
            Request::put(node.url(&format!("/v1/candidates/{id}"))).header("content-type", "application/json");
        node.send(request.header("authorization", format!("Bearer {key}")).body(person(1)).unwrap())
    };
    let get = |node: &Service, key: &str, id: &str| {
        let request = Request::get(node.url(&format!("/v1/candidates/{id}")));
        node.send(request.header("authorization", format!("Bearer {key}")).body(()).unwrap()).status
    };
    assert_eq!(put(&nodes[0], &default, "d").status, 201);
    assert_eq!(put(&nodes[0], &acme, "a").status, 201);
    for node in &nodes {
        let seen = [(&default, "d"), (&default, "a"), (&acme, "d"), (&acme, "a")].map(|(key, id)| get(node, key, id));
        assert_eq!(seen, [200, 404, 404, 200]);
        assert_eq!(node.get("/v1/candidates/d").status, 401);
    }
    assert_eq!(database.sql("SELECT count(*) FROM rolefit_acme.document"), "1");
    assert!(!folder.path().join("keys/store").exists(), "no documents lie beside the keys");
}
