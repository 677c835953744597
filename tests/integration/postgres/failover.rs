//! Nodes write while their PostgreSQL is killed, stopped and cut off, and a standby with synchronous replication takes its place: nothing
//! that was acknowledged is lost, no answer is older than what it was asked for, and whatever cannot be done meanwhile is answered 503.
//!
//! `ROLEFIT_FAILOVER_WRITES=100000` makes it long: nodes are killed and stopped, too, and half of the writes go through the proxy that
//! `HAPROXY` names.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::Read;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::link::Link;
use super::{Database, ROLE, Until, get_at, matches_at, person, put, seq, seq_of_role};
use crate::http_service::Service;
use crate::program::Folder;

/// How many writes are acknowledged before the test ends.
const WRITES: &str = "ROLEFIT_FAILOVER_WRITES";
const FEW_WRITES: u64 = 600;
/// Names another program than the one that was just built.
const PROGRAM: &str = "ROLEFIT";
/// A writer's documents, which it writes over and over; few enough that the end can look at all of them.
const IDS: usize = 1000;
/// Every so many requests of a writer one is a bulk request, of so many lines.
const BULK_EVERY: usize = 4;
const BULK_LINES: usize = 25;
/// Every so many requests another node is asked for what was written.
const ASK_EVERY: usize = 3;

/// One cluster, and the way to it that can be cut.
pub(super) struct Server {
    pub(super) directory: String,
    control: Vec<String>,
    pub(super) port: u16,
    link: Link,
}

impl Server {
    pub(super) fn is_to(&self, arguments: &[&str]) -> String {
        let mut command = Command::new("sh");
        command.args(&self.control).arg(&self.directory).args(arguments);
        let output = command.stderr(Stdio::piped()).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn last_seq(&self) -> String {
        self.is_to(&["sql", "postgres", "SELECT seq FROM rolefit.meta"])
    }
}

/// A primary and a standby without which nothing is acknowledged.
pub(super) struct Pair {
    pub(super) primary: Server,
    pub(super) standby: Server,
}

impl Pair {
    pub(super) fn new(database: &Database) -> Self {
        Self::prepared(database, |_| {})
    }

    /// With a primary to which this is done before it has a standby.
    pub(super) fn prepared(database: &Database, prepare: impl FnOnce(&Server)) -> Self {
        // Several tests have one, at the same time.
        static PAIRS: AtomicU64 = AtomicU64::new(1);
        let (base, control) = database.control.split_last().unwrap();
        let number = PAIRS.fetch_add(1, Ordering::Relaxed);
        let [one, other] = ["one", "other"].map(|name| format!("{base}/{name}-{number}"));
        let made = |directory: &str, by: &str, action: &str| {
            let server = |port| Server {
                directory: directory.to_owned(),
                control: control.to_vec(),
                port,
                link: Link::to(port),
            };
            let maker = Server { directory: by.to_owned(), ..server(0) };
            server(maker.is_to(&[action, directory]).parse().unwrap())
        };
        let primary = made(&one, base, "new");
        prepare(&primary);
        Self { primary, standby: made(&other, &one, "standby") }
    }

    pub(super) fn url(&self) -> String {
        let (one, other) = (self.primary.link.port, self.standby.link.port);
        format!("postgres://rolefit@127.0.0.1:{one},127.0.0.1:{other}/postgres?target_session_attrs=read-write")
    }

    pub(super) fn promote(&mut self) {
        self.standby.is_to(&["promote"]);
        std::mem::swap(&mut self.primary, &mut self.standby);
    }

    /// What the former primary was is made a standby of the new one.
    fn complete(&self) {
        let port = self.primary.is_to(&["standby", &self.standby.directory]);
        assert_eq!(port, self.standby.port.to_string());
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        for server in [&self.primary, &self.standby] {
            for action in ["resume", "crash"] {
                let mut command = Command::new("sh");
                command.args(&server.control).args([&server.directory, action]).output().ok();
            }
        }
    }
}

/// What writers were answered.
struct Told {
    /// The number in the document, by id and number of the write.
    acknowledged: Mutex<Vec<(String, usize, u64)>>,
    n_acknowledged: AtomicU64,
    n_unavailable: AtomicU64,
    n_cut_off: AtomicU64,
    n_asked: AtomicU64,
    /// When a write was last acknowledged, and the longest time in which none was.
    pause: Mutex<(Instant, Duration)>,
}

fn refused(count: &AtomicU64) -> Vec<(String, usize, u64)> {
    count.fetch_add(1, Ordering::Relaxed);
    // As whoever is asked to come again later does.
    thread::sleep(Duration::from_millis(50));
    Vec::new()
}

impl Told {
    fn new() -> Self {
        Self {
            acknowledged: Mutex::default(),
            n_acknowledged: AtomicU64::new(0),
            n_unavailable: AtomicU64::new(0),
            n_cut_off: AtomicU64::new(0),
            n_asked: AtomicU64::new(0),
            pause: Mutex::new((Instant::now(), Duration::ZERO)),
        }
    }

    /// Writes through these doors until told to stop. Documents of one writer are written by nobody else.
    fn write(&self, writer: usize, doors: &[String], nodes: &[String], stop: &AtomicBool) {
        let (mut n, mut n_requests) = (0, writer);
        while !stop.load(Ordering::Relaxed) {
            n_requests += 1;
            let door = &doors[n_requests % doors.len()];
            let n_lines = if n_requests.is_multiple_of(BULK_EVERY) { BULK_LINES } else { 1 };
            let documents: Vec<(String, usize)> =
                (n + 1..=n + n_lines).map(|n| (format!("w{writer}-{}", n % IDS), n)).collect();
            n += n_lines;
            let written = if n_lines == 1 { self.put(door, &documents[0]) } else { self.put_all(door, &documents) };
            if let Some((id, n, seq)) = written.last().filter(|_| n_requests.is_multiple_of(ASK_EVERY)) {
                self.ask(&nodes[(n_requests + 1) % nodes.len()], id, *n, *seq);
            }
        }
    }

    fn put(&self, door: &str, (id, n): &(String, usize)) -> Vec<(String, usize, u64)> {
        match put(door, &format!("/v1/candidates/{id}"), &person(*n)) {
            Some((200 | 201, Some(seq))) => self.note(vec![(id.clone(), *n, seq)]),
            Some((503, _)) => refused(&self.n_unavailable),
            // Of the proxy, where a node ended while it answered.
            None | Some((502 | 504, _)) => refused(&self.n_cut_off),
            Some((status, _)) => panic!("{id} was answered {status}"),
        }
    }

    fn put_all(&self, door: &str, documents: &[(String, usize)]) -> Vec<(String, usize, u64)> {
        let mut lines = String::new();
        for (id, n) in documents {
            let mut document: Value = serde_json::from_str(&person(*n)).unwrap();
            document["id"] = id.as_str().into();
            lines += &format!("{document}\n");
        }
        let sent = agent().post(format!("http://{door}/v1/candidates/bulk"));
        let Ok(mut answered) = sent.header("content-type", "application/x-ndjson").send(&lines) else {
            return refused(&self.n_cut_off);
        };
        match answered.status().as_u16() {
            200 => {}
            503 => {
                assert!(answered.headers().contains_key("retry-after"), "503 without Retry-After");
                return refused(&self.n_unavailable);
            }
            502 | 504 => return refused(&self.n_cut_off),
            status => panic!("a bulk request was answered {status}"),
        }
        // What arrived before it was cut off was acknowledged.
        let mut text = Vec::new();
        let is_whole = answered.body_mut().as_reader().read_to_end(&mut text).is_ok();
        let results = String::from_utf8_lossy(&text).into_owned();
        let results = results.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let mut written = Vec::new();
        for (result, (id, n)) in results.zip(documents) {
            if let Some(seq) = result["seq"].as_u64() {
                assert_eq!(result["id"], id.as_str());
                written.push((id.clone(), *n, seq));
            } else {
                assert_eq!(result["error"]["code"], "store_unavailable", "{result}");
                self.n_unavailable.fetch_add(1, Ordering::Relaxed);
            }
        }
        if !is_whole {
            self.n_cut_off.fetch_add(1, Ordering::Relaxed);
        }
        self.note(written)
    }

    fn note(&self, written: Vec<(String, usize, u64)>) -> Vec<(String, usize, u64)> {
        if written.is_empty() {
            return written;
        }
        self.n_acknowledged.fetch_add(u64::try_from(written.len()).unwrap(), Ordering::Relaxed);
        self.acknowledged.lock().unwrap().extend(written.iter().cloned());
        let mut pause = self.pause.lock().unwrap();
        *pause = (Instant::now(), pause.1.max(pause.0.elapsed()));
        written
    }

    /// Asks a node that is to have seen a write for what its matches know of the candidate.
    fn ask(&self, node: &str, id: &str, n: usize, seq: u64) {
        let asked = agent().get(format!("http://{node}/v1/roles/r/matches/{id}"));
        let Ok(mut answered) = asked.header("x-rolefit-seq", seq.to_string()).call() else { return };
        let status = answered.status().as_u16();
        if status == 503 {
            assert!(answered.headers().contains_key("retry-after"), "503 without Retry-After");
            return;
        }
        let Ok(text) = answered.body_mut().read_to_string() else { return };
        assert_eq!(status, 200, "{text}");
        assert!(text.contains(&format!("at site {n}\"")), "older than write {seq} of {id}, site {n}: {text}");
        self.n_asked.fetch_add(1, Ordering::Relaxed);
    }

    /// Waits for so many acknowledged writes.
    fn wait_for(&self, n: u64) {
        let mut last = (self.n_acknowledged.load(Ordering::Relaxed), Instant::now());
        while last.0 < n {
            thread::sleep(Duration::from_millis(50));
            let now = self.n_acknowledged.load(Ordering::Relaxed);
            if now > last.0 {
                last = (now, Instant::now());
            }
            assert!(last.1.elapsed() < Duration::from_secs(60), "writes do not go on");
        }
    }

    fn goes_on(&self) {
        self.wait_for(self.n_acknowledged.load(Ordering::Relaxed) + 60);
    }

    /// Everything that was acknowledged is in the log under its number, and what was acknowledged last of each id is what every node has,
    /// unless a later write was done and not answered.
    fn is_kept(&self, primary: &Server, nodes: &[&Service]) {
        let acknowledged = self.acknowledged.lock().unwrap();
        let log = primary.is_to(&["sql", "postgres", "SELECT seq, convert_from(id, 'UTF8') FROM rolefit.change"]);
        let log: HashMap<u64, &str> =
            log.lines().filter_map(|line| line.split_once('|')).map(|(seq, id)| (seq.parse().unwrap(), id)).collect();
        let is_lost = |(id, _, seq): &&(String, usize, u64)| log.get(seq) != Some(&id.as_str());
        let lost: Vec<_> = acknowledged.iter().filter(is_lost).collect();
        assert!(lost.is_empty(), "{} of {} are lost: {:?}", lost.len(), acknowledged.len(), &lost[..lost.len().min(9)]);
        let mut last: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
        for (id, n, seq) in &*acknowledged {
            let kept = last.entry(id).or_insert((*n, *seq));
            *kept = if *seq > kept.1 { (*n, *seq) } else { *kept };
        }
        let seq = last.values().map(|(_, seq)| *seq).max().unwrap().to_string();
        for node in nodes {
            for (id, (n, written)) in &last {
                let found = get_at(node, &format!("/v1/candidates/{id}"), &seq);
                assert_eq!(found.status, 200, "{id} of write {written} is lost: {}", found.text);
                let version: u64 = found.header("etag").trim_matches('"').parse().unwrap();
                assert!(version >= *written, "{id} is as of write {version}, and write {written} was acknowledged");
                assert!(version > *written || found.json()["headline"] == format!("Engineer {n}"), "{}", found.text);
            }
        }
        let answers: Vec<String> = nodes.iter().map(|node| matches_at(node, &seq_of_role(node)).text).collect();
        assert!(answers.iter().all(|answer| *answer == answers[0]), "the same bytes");
    }
}

fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder().http_status_as_error(false);
    config.timeout_global(Some(Duration::from_secs(30))).build().into()
}

/// A node at an address that stays its own.
struct Node {
    address: String,
    url: String,
    service: Service,
}

impl Node {
    fn new(url: &str) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let address = format!("127.0.0.1:{port}");
        let service = Self::started(&address, url);
        Self { address, url: url.to_owned(), service }
    }

    fn started(address: &str, url: &str) -> Service {
        let program = std::env::var(PROGRAM).unwrap_or_else(|_| env!("CARGO_BIN_EXE_rolefit").to_owned());
        let mut command = Command::new(program);
        command.args(["serve", "--listen", address, "--store", url]);
        let service = Service::spawn(command);
        service.wait_until_ready();
        service
    }

    fn is_killed_and_started(&mut self) {
        self.service.kill_now();
        self.service = Self::started(&self.address, &self.url);
    }
}

/// The proxy of the documentation before these nodes, where `HAPROXY` names its program.
struct Proxy {
    address: String,
    child: Child,
    _folder: Folder,
}

impl Proxy {
    fn before(nodes: &[String]) -> Option<Self> {
        let program = std::env::var("HAPROXY").ok()?;
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let address = format!("127.0.0.1:{port}");
        let mut text =
            fs::read_to_string("docs/deploy/haproxy.cfg").unwrap().replace("bind :8080", &format!("bind {address}"));
        for (place, node) in nodes.iter().enumerate() {
            text = text.replace(&format!("10.0.0.1{}:7878", place + 1), node);
        }
        let is_there = |line: &&str| !line.contains("10.0.0.");
        text = text.lines().filter(is_there).flat_map(|line| [line, "\n"]).collect();
        let folder = Folder::new();
        let file = folder.path().join("haproxy.cfg");
        fs::write(&file, text).unwrap();
        let child = Command::new(program).arg("-db").arg("-f").arg(file).stdout(Stdio::null()).spawn().unwrap();
        Some(Self { address, child, _folder: folder })
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

#[derive(Clone, Copy, Debug)]
enum Event {
    /// The primary is killed, and the standby takes its place.
    Kill,
    /// The primary is stopped; when it goes on, the standby has taken its place.
    Stop,
    /// No node reaches any server.
    Cut,
    Restart,
    KillNode,
    StopNode,
}

/// What happens when there are few writes, and what else when there are many.
const EVENTS: [Event; 3] = [Event::Kill, Event::Cut, Event::Stop];
const MORE_EVENTS: [Event; 3] = [Event::KillNode, Event::Restart, Event::StopNode];
/// So often all of it happens then.
const CYCLES: usize = 3;

fn happens(event: Event, pair: &mut Pair, nodes: &mut [Node], told: &Told) {
    match event {
        Event::Kill => {
            pair.primary.is_to(&["kill"]);
            thread::sleep(Duration::from_secs(1));
            pair.promote();
            told.goes_on();
            pair.complete();
        }
        Event::Stop => {
            pair.primary.is_to(&["pause"]);
            thread::sleep(Duration::from_secs(1));
            pair.promote();
            told.goes_on();
            let old = &pair.standby;
            old.is_to(&["resume"]);
            let seen = old.last_seq();
            // It takes writes again, and is asked by nobody: neither by nodes that knew it, nor by one that starts now.
            let new = Node::new(&pair.url());
            told.goes_on();
            let (id, n, seq) = told.acknowledged.lock().unwrap().last().cloned().unwrap();
            told.ask(&new.address, &id, n, seq);
            assert_eq!(old.last_seq(), seen, "somebody writes to the server that was replaced");
            old.is_to(&["kill"]);
            pair.complete();
        }
        Event::Cut => {
            for is_cut in [true, false] {
                pair.primary.link.cut(is_cut);
                pair.standby.link.cut(is_cut);
                thread::sleep(Duration::from_secs(if is_cut { 7 } else { 0 }));
            }
        }
        Event::Restart => drop(pair.primary.is_to(&["restart"])),
        Event::KillNode => nodes[0].is_killed_and_started(),
        Event::StopNode => {
            nodes[1].service.pause();
            thread::sleep(Duration::from_secs(7));
            nodes[1].service.go_on();
        }
    }
    told.goes_on();
}

#[test]
fn what_was_acknowledged_outlives_a_primary_whose_standby_takes_its_place() {
    let Some(database) = Database::new("failover") else { return };
    let n_writes = std::env::var(WRITES).map_or(FEW_WRITES, |n| n.parse().unwrap());
    let events =
        if n_writes > FEW_WRITES { [&EVENTS[..], &MORE_EVENTS].concat().repeat(CYCLES) } else { EVENTS.to_vec() };
    let mut pair = Pair::new(&database);
    let mut nodes = [Node::new(&pair.url()), Node::new(&pair.url())];
    seq(&nodes[0].service.put("/v1/roles/r", ROLE));
    let addresses = nodes.each_ref().map(|node| node.address.clone());
    let proxy = Proxy::before(&addresses);
    let mut doors = addresses.to_vec();
    if let Some(proxy) = &proxy {
        // As many writes through it as past it.
        doors.extend(vec![proxy.address.clone(); addresses.len()]);
        thread::sleep(Duration::from_secs(4));
    }
    let (told, stop, begun) = (Told::new(), AtomicBool::new(false), Instant::now());
    thread::scope(|scope| {
        let _until = Until(&stop);
        for writer in 0..4 {
            let (told, doors, nodes, stop) = (&told, &doors, &addresses, &stop);
            scope.spawn(move || told.write(writer, doors, nodes, stop));
        }
        let every = n_writes / (u64::try_from(events.len()).unwrap() + 1);
        for (place, event) in events.iter().enumerate() {
            told.wait_for(every * (u64::try_from(place).unwrap() + 1));
            told.pause.lock().unwrap().1 = Duration::ZERO;
            happens(*event, &mut pair, &mut nodes, &told);
            eprintln!("{event:?}: no write was acknowledged for {:.1} s", told.pause.lock().unwrap().1.as_secs_f64());
        }
        told.wait_for(n_writes);
    });
    let took = begun.elapsed().as_secs();
    let new = Node::new(&pair.url());
    let services: Vec<&Service> = nodes.iter().chain([&new]).map(|node| &node.service).collect();
    for service in &services {
        service.wait_until_ready();
    }
    told.is_kept(&pair.primary, &services);
    let Told { n_acknowledged, n_unavailable, n_cut_off, n_asked, .. } = &told;
    eprintln!(
        "{} events in {took} s: {n_acknowledged:?} acknowledged, none lost; {n_asked:?} asked of another node, none older; \
         {n_unavailable:?} answered 503, {n_cut_off:?} cut off",
        events.len()
    );
    let has_ended_nodes = n_writes > FEW_WRITES;
    assert!(has_ended_nodes || n_cut_off.load(Ordering::Relaxed) == 0, "nodes stood all the time");
    assert!(n_unavailable.load(Ordering::Relaxed) > 0 && n_asked.load(Ordering::Relaxed) > 0, "nothing was out");
}
