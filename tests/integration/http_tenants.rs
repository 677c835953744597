//! Tenants: whatever one asks, by any route, it is answered as if the others were not there.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;
use ureq::http::Request;

use crate::http_access::{id, key};
use crate::http_service::{Answered, Service};

/// Stands in documents of `acme` alone, and in no request of anybody else.
const CANARIES: [&str; 4] = ["Quollsworth", "zyxomma", "gh-9942771", "Wobbegong Systems"];
/// A skill of `acme` that nobody else names; it stands in requests, too.
const SKILL: &str = "Quokkascript";

/// A service with three tenants. `acme` has documents, or none.
struct World {
    folder: TempDir,
    service: Service,
    acme: String,
    attackers: Vec<(String, &'static str)>,
    cursor: Option<String>,
    webhook: Option<String>,
}

fn candidate() -> Value {
    json!({
        "id": "acme-c-1", "name": "Wilhelmina Quollsworth", "summary": "Ran zyxomma clusters and Slurm.",
        "skills": [SKILL, "Slurm"], "external_ids": { "greenhouse": "gh-9942771" },
        "experience": [{ "title": "HPC engineer", "employer": "Wobbegong Systems", "start": "2020-01" }],
    })
}

fn role() -> Value {
    json!({ "id": "acme-r-1", "title": "HPC engineer", "description": "zyxomma", "must_have": ["Slurm", SKILL] })
}

fn send(service: &Service, key: &str, asked: &Asked) -> Answered {
    let mut request = Request::builder().method(asked.method.as_str()).uri(service.url(&asked.path));
    request = request.header("authorization", format!("Bearer {key}"));
    for (name, value) in &asked.headers {
        request = request.header(name.as_str(), value.as_str());
    }
    service.send(request.body(asked.body.clone()).unwrap())
}

/// A request of an attacker.
#[derive(Clone, Debug)]
struct Asked {
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: String,
}

impl World {
    fn new(with_acme: bool, cursor: Option<String>, webhook: Option<String>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let made = |tenant: &str, scope: &str| key(folder.path(), &["--tenant", tenant, "--scope", scope]);
        let acme = made("acme", "admin");
        let attackers = [("beta", "admin"), ("beta", "write"), ("default", "admin")]
            .map(|(tenant, scope)| (made(tenant, scope), tenant));
        let service = Service::start(Some(folder.path())).with_key(&acme);
        let mut world = Self { folder, service, acme, attackers: attackers.into(), cursor, webhook };
        for (key, tenant) in &world.attackers {
            // Each has somebody of its own, so that answers are not just empty.
            let own = json!({ "summary": "Ran Slurm.", "skills": [format!("Own{tenant}")] });
            world.put(key, "/v1/candidates/own-c", &own);
            world.put(key, "/v1/roles/own-r", &json!({ "title": "HPC engineer", "must_have": ["Slurm"] }));
        }
        if with_acme {
            let asked = create("/v1/candidates", &candidate());
            assert_eq!(send(&world.service, &world.acme, &asked).status, 201);
            assert_eq!(send(&world.service, &world.acme, &create("/v1/roles", &role())).status, 201);
            for n in 2..5 {
                world.put(&world.acme, &format!("/v1/candidates/acme-c-{n}"), &json!({ "summary": "zyxomma Slurm" }));
            }
            let page = world.service.get("/v1/candidates?q=slurm&limit=1").json();
            world.cursor = Some(page["next_cursor"].as_str().unwrap().to_owned());
            assert_eq!(world.service.get("/v1/candidates/nobody").status, 404);
            assert_eq!(
                world.service.post("/v1/roles/acme-r-1/matches", "").json()["results"][0]["candidate_id"],
                "acme-c-1"
            );
            // A name that never leads anywhere.
            let made =
                world.service.post("/v1/roles/acme-r-1/webhooks", r#"{"url": "https://quollsworth.invalid/hook"}"#);
            world.webhook = Some(made.json()["id"].as_str().unwrap().to_owned());
        }
        world
    }

    fn put(&self, key: &str, path: &str, json: &Value) {
        let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
        let asked = Asked { method: "PUT".to_owned(), path: path.to_owned(), headers, body: json.to_string() };
        let status = send(&self.service, key, &asked).status;
        assert!(matches!(status, 200 | 201), "{path}: {status}");
    }

    /// All that `acme` can read of itself, but for what its own asking changes.
    fn of_acme(&self) -> String {
        let mut all = String::new();
        for path in [
            "/v1/candidates", "/v1/roles", "/v1/keys", "/v1/skills/unrecognized", "/v1/candidates/acme-c-1",
            "/v1/webhooks",
        ] {
            let answered = self.service.get(path);
            writeln!(all, "{path} {} {} {}", answered.status, answered.header("etag"), answered.text).unwrap();
        }
        let metrics = self.service.get("/metrics").text;
        let of_others =
            ["/v1/match\"", "/v1/extract", "bulk", "import", "similar", "what-if", "store_seq", "rolefit_candidates"];
        let told = metrics.lines().filter(|line| of_others.iter().any(|part| line.contains(part)));
        all + &told.collect::<Vec<_>>().join("\n")
    }
}

/// What `acme` asked with a key for doing it once, and others ask in the same words.
fn create(path: &str, document: &Value) -> Asked {
    let once = if path.ends_with("roles") { "acme-role-once" } else { "acme-once" };
    let headers = [("content-type", "application/json"), ("idempotency-key", once)];
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    Asked { method: "POST".to_owned(), path: path.to_owned(), headers, body: document.to_string() }
}

/// Every way of asking for what is `acme`'s that the document tells of.
fn attempts(document: &Value, acme_key: &str, World { cursor, webhook, .. }: &World) -> Vec<Asked> {
    let (cursor, webhook) = (cursor.as_deref().unwrap(), webhook.as_deref().unwrap());
    let mut all = Vec::new();
    for (template, methods) in document["paths"].as_object().unwrap() {
        for (method, told) in methods.as_object().unwrap() {
            attempts_of(template, method, told, acme_key, (cursor, webhook), &mut all);
        }
    }
    all.push(create("/v1/candidates", &candidate()));
    all.push(create("/v1/roles", &role()));
    all
}

fn attempts_of(
    template: &str,
    method: &str,
    told: &Value,
    acme_key: &str,
    (cursor, webhook): (&str, &str),
    all: &mut Vec<Asked>,
) {
    let own = match template.split('/').nth(2) {
        Some("candidates") => "acme-c-1",
        Some("roles") => "acme-r-1",
        Some("keys") => id(acme_key),
        _ => "quokkascript",
    };
    let path = |id: &str| {
        let path = template.replace("{id}", id).replace("{candidate_id}", "acme-c-1");
        path.replace("{webhook_id}", webhook)
    };
    let media = told["requestBody"]["content"].as_object().into_iter().flatten();
    let bodies: Vec<(String, String)> =
        media.flat_map(|(media, content)| bodies(template, media, content, cursor)).collect();
    let bodies = if bodies.is_empty() { vec![(String::new(), String::new())] } else { bodies };
    let mut add = |path: String, headers: &[(&str, &str)], (media, body): &(String, String)| {
        let mut headers: Vec<(String, String)> =
            headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        if !media.is_empty() {
            headers.push(("content-type".to_owned(), media.clone()));
        }
        all.push(Asked { method: method.to_uppercase(), path, headers, body: body.clone() });
    };
    for body in &bodies {
        add(path(own), &[], body);
    }
    let body = &bodies[0];
    // Names of the tenant wherever a service might look for one.
    add(path(own), &[("x-tenant", "acme"), ("x-tenant-id", "acme"), ("x-forwarded-host", "acme.localhost")], body);
    if template.contains("{id}") {
        for way in ["..%2F..%2Ftenants%2Facme", "acme%2Facme-c-1", "tenants%2Facme%2Facme-c-1", "acme:acme-c-1"] {
            add(path(way), &[], body);
        }
    }
    for parameter in told["parameters"].as_array().into_iter().flatten() {
        let name = parameter["name"].as_str().unwrap();
        let values: &[&str] = match name {
            "q" => &["zebra OR quokkascript", "skill:Quokkascript", "acme*"],
            "skill" => &[SKILL],
            "cursor" => &[cursor],
            "facet" => &["skill", "level"],
            "limit" => &["1000"],
            "updated_since" => &["0", "1"],
            "sort" => &["updated", "id"],
            "If-Match" => &["*", "\"1\"", "\"2\""],
            "If-None-Match" => &["*", "\"1\""],
            "Idempotency-Key" => &["acme-once"],
            "location" | "location_or_unstated" | "family" | "level" | "hub" | "year" | "id" | "candidate_id" => &[],
            _ => &["1"],
        };
        for value in values {
            if parameter["in"] == "header" {
                add(path(own), &[(name, value)], body);
            } else {
                let value = value.replace(' ', "%20").replace('"', "%22");
                add(format!("{}?{name}={value}", path(own)), &[], body);
            }
        }
    }
}

/// Bodies that ask for what is `acme`'s.
fn bodies(template: &str, media: &str, content: &Value, cursor: &str) -> Vec<(String, String)> {
    let example = content.get("example").cloned().unwrap_or(Value::Null);
    let own = |mut document: Value| {
        if document["id"].is_string() {
            document["id"] = if template.contains("roles") { "acme-r-1" } else { "acme-c-1" }.into();
        }
        document
    };
    let mut bodies = match template.rsplit('/').next().unwrap() {
        "bulk-get" | "bulk-delete" => vec![json!({ "ids": ["acme-c-1", "acme-r-1", "own-x"] })],
        "matches" | "similar" => vec![
            json!({ "limit": 1000 }),
            json!({ "cursor": cursor }),
            json!({ "filters": { "q": "quokkascript", "skill": [SKILL] } }),
        ],
        "what-if" => vec![json!({ "candidate_id": "acme-c-1", "cut_off": "good" })],
        "bulk" => vec![json!({ "id": "acme-c-1" })],
        "import" => vec![json!([{ "id": "acme-c-1", "basics": { "label": "x" } }])],
        _ => vec![own(example)],
    };
    bodies.retain(|body| !body.is_null());
    bodies.into_iter().map(|body| (media.to_owned(), body.to_string())).collect()
}

/// An answer without what differs each time: ids that are made, moments, and how long it took.
fn comparable(answered: &Answered, is_metrics: bool) -> String {
    let mut lines = vec![answered.status.to_string()];
    let varying: &[&str] =
        if is_metrics { &["date", "x-request-id", "content-length"] } else { &["date", "x-request-id"] };
    for (name, value) in &answered.headers {
        if !varying.contains(&name.as_str()) {
            lines.push(format!("{name}: {}", value.to_str().unwrap()));
        }
    }
    lines.sort();
    let mut told: Vec<&str> = answered.text.lines().collect();
    if is_metrics {
        // Of time, of the start, and of the whole process.
        let timed = ["seconds", "/readyz", "\"starting\"", "index_", "start_", "under_way", "size_bytes", "process_"];
        told.retain(|line| !timed.iter().any(|part| line.contains(part)));
        // In no order.
        told.sort_unstable();
    }
    lines.extend(told.into_iter().map(str::to_owned));
    without_moments(&without_made(&lines.join("\n")))
}

/// Without the seconds at which feedback was written.
fn without_moments(text: &str) -> String {
    let mut parts = text.split("at\":");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + "at\":" + part.trim_start_matches(|c: char| c.is_ascii_digit()))
}

/// Without runs of hexadecimal digits as keys, requests and moments have them.
fn without_made(text: &str) -> String {
    if let Some((before, secret)) = text.split_once("whsec_") {
        // In base64.
        let after = secret.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '='));
        return without_made(before) + "#" + &without_made(after);
    }
    let is_made = |c: char| c.is_ascii_hexdigit() || matches!(c, '-' | ':' | 'T' | 'Z' | '_');
    let mut kept = String::new();
    let mut rest = text;
    while let Some(begin) = rest.find(is_made) {
        kept += &rest[..begin];
        rest = &rest[begin..];
        let end = rest.find(|c| !is_made(c)).unwrap_or(rest.len());
        let run = &rest[..end];
        kept += if run.len() >= 12 && run.bytes().filter(u8::is_ascii_digit).count() >= 1 { "#" } else { run };
        rest = &rest[end..];
    }
    kept + rest
}

fn check_canaries(text: &[u8], what: &str) {
    let text = String::from_utf8_lossy(text);
    for canary in CANARIES {
        assert!(!text.contains(canary), "{what} tells {canary}");
    }
}

#[test]
fn nothing_that_a_tenant_asks_is_answered_by_what_is_of_another() {
    let (with, document) = (World::new(true, None, None), rolefit::server::openapi());
    let without = World::new(false, with.cursor.clone(), with.webhook.clone());
    let before = with.of_acme();
    let mut n_attempts = 0;
    for place in 0..with.attackers.len() {
        let (key, tenant) = &with.attackers[place];
        let there = attempts(&document, &with.acme, &with);
        let here = attempts(&document, &without.acme, &without);
        for (asked, same) in there.iter().zip(&here) {
            let what = format!("{tenant}: {} {}", asked.method, asked.path);
            if asked.path == "/v1/backup" {
                let answered = with.service.download_with(key, &asked.path);
                check_canaries(&answered, &what);
                without.service.download_with(&without.attackers[place].0, &asked.path);
                n_attempts += 1;
                continue;
            }
            let (one, other) =
                (send(&with.service, key, asked), send(&without.service, &without.attackers[place].0, same));
            let is_metrics = asked.path == "/metrics";
            assert_eq!(comparable(&one, is_metrics), comparable(&other, is_metrics), "{what} {}", asked.body);
            check_canaries(one.text.as_bytes(), &what);
            for value in one.headers.values() {
                check_canaries(value.as_bytes(), &what);
            }
            n_attempts += 1;
        }
    }
    assert!(n_attempts >= 600, "{n_attempts} attempts");
    println!("{n_attempts} attempts over {} paths", document["paths"].as_object().unwrap().len());
    assert_eq!(with.of_acme(), before, "nothing of acme was changed, and nothing was counted to it");
    check_folders(with.folder.path());
    // The same questions, asked by whose it is, are answered otherwise: the comparison sees what it is to see.
    let (mut n_different, mut told) = (0, String::new());
    let there = attempts(&document, &with.acme, &with);
    let here = attempts(&document, &without.acme, &without);
    for (asked, same) in there.iter().zip(&here).filter(|(asked, _)| asked.path != "/v1/backup") {
        let (one, other) = (send(&with.service, &with.acme, asked), send(&without.service, &without.acme, same));
        n_different += usize::from(comparable(&one, false) != comparable(&other, false));
        told += &one.text;
        if one.status == 401 {
            break; // Its own key was among what it revoked.
        }
    }
    assert!(n_different >= 30, "only {n_different} answers differ");
    assert!(CANARIES.iter().all(|canary| told.contains(canary)), "the canaries are what answers would tell");
}

/// What lies in the folder of a tenant is its own, and nobody else's.
fn check_folders(dir: &Path) {
    let bytes = |dir: &Path| {
        let mut all = Vec::new();
        let mut folders = vec![dir.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if entry.is_dir() {
                    folders.push(entry);
                } else {
                    all.extend(std::fs::read(entry).unwrap_or_default());
                }
            }
        }
        String::from_utf8_lossy(&all).into_owned()
    };
    assert!(bytes(&dir.join("tenants/acme")).contains(CANARIES[2]), "the test looks where documents lie");
    for other in ["store", "index", "tenants/beta"] {
        check_canaries(bytes(&dir.join(other)).as_bytes(), other);
    }
}

#[test]
fn a_tenant_that_sends_too_much_takes_nothing_from_others() {
    let dir = tempfile::tempdir().unwrap();
    let made = |tenant: &str| key(dir.path(), &["--tenant", tenant, "--scope", "read"]);
    let (acme, acme_too, beta) = (made("acme"), made("acme"), made("beta"));
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_rolefit"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--rate-limit", "5", "--data-dir"]).arg(dir.path());
    let service = Service::spawn(command);
    service.wait_until_ready();
    let ask = |key: &str| {
        let request = Request::get(service.url("/v1/skills?q=slurm")).header("authorization", format!("Bearer {key}"));
        service.send(request.body(()).unwrap())
    };
    let refused = (0..20).filter(|_| ask(&acme).status == 429).count();
    assert!(refused >= 10, "{refused}");
    for other in [&acme_too, &beta] {
        let answered = ask(other);
        assert_eq!((answered.status, answered.header("ratelimit-policy")), (200, "\"default\";q=5;w=60"));
        assert!(answered.header("ratelimit").contains("r=4"), "{}", answered.header("ratelimit"));
    }
    // Whoever guesses keys is counted by address, and uses up nobody's share.
    let guessed = (0..20).filter(|_| ask("rf_000000000000_").status == 429).count();
    assert!(guessed >= 10, "{guessed}");
    assert_eq!(ask(&beta).status, 200);
}

#[test]
fn tenants_are_there_again_after_a_restart_and_one_that_is_damaged_harms_no_other() {
    let dir = tempfile::tempdir().unwrap();
    let made = |tenant: &str| key(dir.path(), &["--tenant", tenant, "--scope", "write"]);
    let (acme, beta) = (made("acme"), made("beta"));
    let mut service = Service::start(Some(dir.path()));
    let ask = |service: &Service, key: &str, method: &str| {
        let request = Request::builder().method(method).uri(service.url("/v1/candidates/a"));
        let request = request.header("authorization", format!("Bearer {key}"));
        let body = if method == "PUT" { "{}" } else { "" };
        service.send(request.header("content-type", "application/json").body(body.to_owned()).unwrap()).status
    };
    assert_eq!((ask(&service, &acme, "PUT"), ask(&service, &beta, "PUT")), (201, 201));
    service.terminate();
    assert!(service.wait().success(), "{}", service.log());
    let meta = dir.path().join("tenants/acme/store/meta.json");
    let kept = std::fs::read(&meta).unwrap();
    std::fs::write(&meta, "{").unwrap();
    let service = Service::start(Some(dir.path()));
    assert_eq!((ask(&service, &acme, "GET"), ask(&service, &beta, "GET")), (503, 200), "{}", service.log());
    // What is mended is opened again, while the others go on.
    std::fs::write(&meta, kept).unwrap();
    let ends = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while ask(&service, &acme, "GET") != 200 {
        assert!(std::time::Instant::now() < ends, "{}", service.log());
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    assert_eq!(ask(&service, &beta, "GET"), 200);
}
