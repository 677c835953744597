//! Webhooks of the running program: what receivers get, what failures do, and what outlives `kill -9`.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rolefit::access::WebhookSecret;
use serde_json::{Value, json};

use crate::campaign::program;
use crate::http_service::Service;

/// Nobody waits longer for a message: far more than one takes here.
const PATIENCE: Duration = Duration::from_secs(60);

/// A message as its receiver has it.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    headers: BTreeMap<String, String>,
    body: String,
}

impl Received {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// What tells the receiver that a message has come again.
    pub(crate) fn id(&self) -> &str {
        &self.headers["webhook-id"]
    }

    pub(crate) fn candidate(&self) -> String {
        self.json()["data"]["candidate_id"].as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn is_signed_by(&self, secret: &str) -> bool {
        let seconds = self.headers["webhook-timestamp"].parse().unwrap();
        let secret = WebhookSecret::read(secret).unwrap();
        let expected = secret.sign(self.id(), seconds, self.body.as_bytes());
        self.headers["webhook-signature"].split(' ').any(|one| one == expected)
    }
}

/// A program that takes messages, and answers each with the status of the moment.
pub(crate) struct Receiver {
    pub(crate) url: String,
    status: Arc<AtomicU16>,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Receiver {
    pub(crate) fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let (status, received) = (Arc::new(AtomicU16::new(200)), Arc::new(Mutex::new(Vec::new())));
        let (answers, taken) = (status.clone(), received.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if let Some(message) = receive(&stream) {
                    // Before it is answered: the receiver has it, whatever becomes of the answer.
                    taken.lock().unwrap().push(message);
                    let status = answers.load(Ordering::Relaxed);
                    let _ = write!(&stream, "HTTP/1.1 {status} Answer\r\ncontent-length: 0\r\n\r\n");
                }
            }
        });
        Self { url, status, received }
    }

    pub(crate) fn answers(&self, status: u16) {
        self.status.store(status, Ordering::Relaxed);
    }

    pub(crate) fn all(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// Waits for so many messages.
    fn wait_for(&self, n: usize) -> Vec<Received> {
        let ends = Instant::now() + PATIENCE;
        loop {
            let all = self.all();
            if all.len() >= n {
                return all;
            }
            assert!(Instant::now() < ends, "{} of {n} messages: {all:?}", all.len());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

fn receive(stream: &TcpStream) -> Option<Received> {
    let mut reader = BufReader::new(stream);
    let mut headers = BTreeMap::new();
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|_| line.starts_with("POST /hook "))?;
    loop {
        line.clear();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.insert(name.to_ascii_lowercase(), value.to_owned());
    }
    let mut body = vec![0; headers.get("content-length")?.parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    Some(Received { headers, body: String::from_utf8(body).ok()? })
}

fn serve(dir: &Path, options: &[&str]) -> Service {
    let mut command = program(&["serve", "--listen", "127.0.0.1:0", "--data-dir"]);
    command.arg(dir).args(options);
    let service = Service::spawn(command);
    service.wait_until_ready();
    service
}

const PRIVATE: &[&str] = &["--webhook-allow-private"];

fn put_role(service: &Service) {
    let role = json!({ "title": "HPC engineer", "must_have": ["Slurm", "Lustre"] });
    assert!(matches!(service.put("/v1/roles/r-1", &role.to_string()).status, 200 | 201));
}

fn put_candidate(service: &Service, id: &str) {
    let person =
        json!({ "name": "Ottoline Quixley", "summary": "Keeps zyxomma alive.", "skills": ["Slurm", "Lustre"] });
    assert!(matches!(service.put(&format!("/v1/candidates/{id}"), &person.to_string()).status, 200 | 201));
}

/// Subscribes a receiver; gives the path of the webhook and its secret.
fn subscribe(service: &Service, receiver: &Receiver, limit: usize) -> (String, String) {
    let asked = json!({ "url": receiver.url, "limit": limit, "min_fit": 0 });
    let made = service.post("/v1/roles/r-1/webhooks", &asked.to_string());
    assert_eq!(made.status, 201, "{}", made.text);
    (made.header("location").to_owned(), made.json()["secret"].as_str().unwrap().to_owned())
}

#[test]
fn who_enters_a_shortlist_is_sent_signed_and_without_a_name_or_a_text() {
    let service = Service::start_with(PRIVATE);
    let receiver = Receiver::start();
    put_role(&service);
    let (path, secret) = subscribe(&service, &receiver, 3);
    put_candidate(&service, "c-own-1");
    let message = receiver.wait_for(1).remove(0);
    assert!(message.is_signed_by(&secret), "{message:?}");
    let told = message.json();
    assert_eq!(told["type"], "candidate.matched");
    let data = &told["data"];
    let answer = service.post("/v1/roles/r-1/matches", "").json();
    assert_eq!((&data["candidate_id"], &data["rank"]), (&json!("c-own-1"), &json!(1)));
    for field in ["fit", "verdict"] {
        assert_eq!(data[field], answer["results"][0][field], "{field}");
    }
    assert_eq!(data["model"], answer["model"]);
    let etag = |path: &str| service.get(path).header("etag").trim_matches('"').parse::<u64>().unwrap();
    assert_eq!(data["candidate_version"], etag("/v1/candidates/c-own-1"));
    assert_eq!(data["role_version"], etag("/v1/roles/r-1"));
    for secret in ["Ottoline", "Quixley", "zyxomma", "HPC"] {
        assert!(!message.body.contains(secret), "{}", message.body);
    }
    // The secret is shown once, and nowhere in what is listed.
    let listed =
        service.get("/v1/webhooks").text + &service.get(&path).text + &service.get("/v1/roles/r-1/webhooks").text;
    assert!(!listed.contains(&secret[6..]) && listed.contains(&receiver.url), "{listed}");
    let ping = service.post(&format!("{path}/ping"), "").json();
    assert_eq!((&ping["type"], &ping["outcome"]), (&json!("ping"), &json!("sent")));
    assert_eq!(receiver.wait_for(2)[1].json()["type"], "ping");
    let deliveries = service.get(&format!("{path}/deliveries")).json();
    assert_eq!(deliveries["deliveries"].as_array().unwrap().len(), 2);
    assert_eq!(deliveries["deliveries"][1]["attempts"][0]["status"], 200);
    let metrics = service.get("/metrics").text;
    for line in ["rolefit_webhooks 1", "rolefit_webhook_messages_sent_total 2", "rolefit_webhook_messages_waiting 0"] {
        assert!(metrics.lines().any(|found| found == line), "{line}: {metrics}");
    }
    assert!(!service.log().contains("c-own-1") && !service.log().contains(&receiver.url), "{}", service.log());
}

#[test]
fn a_secret_is_replaced_while_both_sign() {
    let service = Service::start_with(PRIVATE);
    let receiver = Receiver::start();
    put_role(&service);
    let (path, before) = subscribe(&service, &receiver, 3);
    let after = service.post(&format!("{path}/rotate"), "").json()["secret"].as_str().unwrap().to_owned();
    assert_ne!(before, after);
    put_candidate(&service, "c-1");
    let message = receiver.wait_for(1).remove(0);
    assert!(message.is_signed_by(&before) && message.is_signed_by(&after), "{message:?}");
}

#[test]
fn what_a_receiver_does_not_take_is_sent_again_and_what_is_gone_is_not() {
    let service = Service::start_with(PRIVATE);
    let receiver = Receiver::start();
    put_role(&service);
    let (path, _) = subscribe(&service, &receiver, 3);
    receiver.answers(500);
    put_candidate(&service, "c-1");
    receiver.wait_for(1);
    receiver.answers(302);
    // After five seconds and up to a second more.
    let all = receiver.wait_for(2);
    assert_eq!(all[0].headers["webhook-id"], all[1].headers["webhook-id"]);
    assert_eq!(all[0].body, all[1].body);
    let waits = |n: u64| {
        let ends = Instant::now() + PATIENCE;
        while service.get(&path).json()["waiting"] != n {
            assert!(Instant::now() < ends, "{}", service.get(&path).text);
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    waits(1);
    receiver.answers(410);
    put_candidate(&service, "c-2");
    receiver.wait_for(3);
    waits(0);
    let found = service.get(&path).json();
    assert_eq!(found["disabled"], "gone", "{found}");
    receiver.answers(200);
    assert_eq!(service.post(&format!("{path}/ping"), "").json()["outcome"], "sent");
    assert_eq!(service.get(&path).json().get("disabled"), None);
    assert_eq!(service.delete(&path).status, 204);
    assert_eq!(service.delete(&path).status, 404);
}

#[test]
fn private_networks_are_not_sent_to_unless_that_is_allowed() {
    let service = Service::start(None);
    let receiver = Receiver::start();
    put_role(&service);
    let port = receiver.url.rsplit(':').next().unwrap().trim_end_matches("/hook");
    for url in [receiver.url.clone(), format!("https://127.0.0.1:{port}/"), "https://[fe80::1]/".to_owned()] {
        let refused = service.post("/v1/roles/r-1/webhooks", &json!({ "url": url }).to_string());
        assert_eq!(
            (refused.status, &refused.json()["errors"][0]["pointer"]),
            (422, &json!("/url")),
            "{}",
            refused.text
        );
    }
    // A name is looked at when it is looked up.
    let made =
        service.post("/v1/roles/r-1/webhooks", &json!({ "url": format!("https://localhost:{port}/hook") }).to_string());
    let ping = service.post(&format!("{}/ping", made.header("location")), "").json();
    assert_eq!(ping["outcome"], "given_up", "{ping}");
    assert!(ping["attempts"][0]["error"].as_str().unwrap().contains("no address on the internet"), "{ping}");
    assert!(receiver.all().is_empty());
}

#[test]
fn every_change_is_told_of_at_least_once_over_kills_at_any_time() {
    let dir = tempfile::tempdir().unwrap();
    let receiver = Receiver::start();
    let mut service = serve(dir.path(), PRIVATE);
    put_role(&service);
    let (_, secret) = subscribe(&service, &receiver, 100);
    let (mut n, mut n_kills) = (0, 0);
    for pause in [0, 30, 120, 300, 5, 700, 60, 250] {
        for _ in 0..6 {
            put_candidate(&service, &format!("c-{n}"));
            n += 1;
        }
        std::thread::sleep(Duration::from_millis(pause));
        service.kill_now();
        service.wait();
        n_kills += 1;
        service = serve(dir.path(), PRIVATE);
    }
    let ends = Instant::now() + PATIENCE;
    let mut missing: Vec<String> = (0..n).map(|n| format!("c-{n}")).collect();
    while !missing.is_empty() {
        assert!(Instant::now() < ends, "never told of: {missing:?}");
        std::thread::sleep(Duration::from_millis(50));
        let told: Vec<String> = receiver.all().iter().map(Received::candidate).collect();
        missing.retain(|id| !told.contains(id));
    }
    let all = receiver.all();
    assert!(all.iter().all(|message| message.is_signed_by(&secret)));
    println!("{n_kills} kills, {n} candidates, {} messages", all.len());
}

#[test]
fn what_waits_about_somebody_is_erased_with_them() {
    let dir = tempfile::tempdir().unwrap();
    let receiver = Receiver::start();
    receiver.answers(500);
    let service = serve(dir.path(), &["--webhook-allow-private", "--erase-after", "0"]);
    put_role(&service);
    subscribe(&service, &receiver, 10);
    put_candidate(&service, "quollsworth-1");
    put_candidate(&service, "stays-1");
    receiver.wait_for(1);
    let holds = |token: &str| crate::erasure::is_in_a_file(dir.path(), token);
    assert!(holds("quollsworth-1"));
    let receipt = service.delete("/v1/candidates/quollsworth-1?erase=true").json();
    let path = format!("/v1/erasures/{}", receipt["receipt"].as_str().unwrap());
    let ends = Instant::now() + PATIENCE;
    while service.get(&path).json()["state"] != "done" {
        assert!(Instant::now() < ends, "{}", service.get(&path).text);
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!holds("quollsworth-1") && holds("stays-1"));
    // Whatever was under way is not written down afterwards.
    std::thread::sleep(Duration::from_secs(1));
    assert!(!holds("quollsworth-1"));
}

#[test]
fn webhooks_end_with_their_role() {
    let service = Service::start_with(PRIVATE);
    let receiver = Receiver::start();
    put_role(&service);
    let (path, _) = subscribe(&service, &receiver, 10);
    assert_eq!(service.delete("/v1/roles/r-1").status, 204);
    assert_eq!(service.get(&path).status, 404);
    put_role(&service);
    assert_eq!(service.get(&path).status, 404);
    assert_eq!(service.get("/v1/webhooks").json()["webhooks"], json!([]));
    let kept = service.post("/v1/roles/nobody/webhooks", &json!({ "url": receiver.url }).to_string());
    assert_eq!(kept.status, 404);
}

/// The function of the documentation, by the interpreter.
#[test]
fn the_documented_python_verifies_messages() {
    let docs = include_str!("../../docs/webhooks.md");
    let code = docs.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert!(code.trim().lines().skip(2).count() <= 10, "ten lines are enough");
    let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let now = i64::try_from(now).unwrap();
    let sign = |at: i64| WebhookSecret::read(secret).unwrap().sign("msg_1", at, b"{\"a\": 1}");
    let old = now - 1000;
    let check = |at: i64, signature: &str, body: &str| {
        format!(
            "verify({secret:?}, {{'webhook-id': 'msg_1', 'webhook-timestamp': '{at}', 'webhook-signature': '{signature}'}}, b'{body}')"
        )
    };
    let body = "{\"a\": 1}";
    let cases = [
        check(now, &sign(now), body),
        check(now, &format!("v1,eA== {}", sign(now)), body),
        format!("not {}", check(now, &sign(now), "{\"a\": 2}")),
        format!("not {}", check(now, &sign(old), body)),
        format!("not {}", check(old, &sign(old), body)),
    ];
    let script = cases.iter().fold(code.to_owned(), |script, case| format!("{script}assert {case}\n"));
    match Command::new("python3").args(["-c", &script]).output() {
        Ok(output) => assert!(output.status.success(), "{}\n{script}", String::from_utf8_lossy(&output.stderr)),
        Err(error) => eprintln!("SKIPPED: the documented Python needs python3: {error}"),
    }
}
