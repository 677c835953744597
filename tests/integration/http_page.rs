//! The recruiter's page over HTTP: sign-in, forms, scopes, tenants; and a role from posting to shortlist without a script.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use ureq::http::{Request, Response};

use crate::http_access::{id, key};
use crate::http_service::{PATIENCE, Service};

/// A browser without scripts: it keeps cookies, and follows no redirect by itself.
pub(crate) struct Browser<'s> {
    service: &'s Service,
    agent: ureq::Agent,
    cookies: Vec<(String, String)>,
}

pub(crate) struct Shown {
    pub(crate) status: u16,
    pub(crate) location: String,
    pub(crate) html: String,
    set_cookie: String,
}

impl<'s> Browser<'s> {
    pub(crate) fn new(service: &'s Service) -> Self {
        let config = ureq::Agent::config_builder().http_status_as_error(false).max_redirects(0);
        Self { service, agent: config.build().into(), cookies: Vec::new() }
    }

    pub(crate) fn signed_in(service: &'s Service, key: &str) -> Self {
        let mut browser = Self::new(service);
        let page = browser.get("/sign-in");
        let shown = browser.post("/sign-in", &[("csrf", &page.csrf()), ("key", key), ("next", "/roles")]);
        assert_eq!((shown.status, shown.location.as_str()), (303, "/roles"), "{}", shown.html);
        browser
    }

    pub(crate) fn get(&mut self, path: &str) -> Shown {
        let request = self.with_cookies(Request::get(self.service.url(path)));
        self.shown(self.agent.run(request.body(()).unwrap()).unwrap())
    }

    pub(crate) fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Shown {
        let body: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        self.send(path, "application/x-www-form-urlencoded", body.join("&").into_bytes())
    }

    /// Sends a form with files, as `(name of the field, name of the file, bytes)`.
    pub(crate) fn upload(&mut self, path: &str, fields: &[(&str, &str)], files: &[(&str, &str, &[u8])]) -> Shown {
        let mut body = Vec::new();
        for (name, value) in fields {
            body.extend(
                format!("--b\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n").into_bytes(),
            );
        }
        for (name, file, bytes) in files {
            let head = format!("--b\r\ncontent-disposition: form-data; name=\"{name}\"; filename=\"{file}\"\r\n\r\n");
            body.extend(head.into_bytes());
            body.extend(*bytes);
            body.extend(b"\r\n");
        }
        body.extend(b"--b--\r\n");
        self.send(path, "multipart/form-data; boundary=b", body)
    }

    /// The page of an upload once all of it is read.
    pub(crate) fn when_read(&mut self, path: &str) -> Shown {
        let begin = Instant::now();
        loop {
            let shown = self.get(path);
            assert_eq!(shown.status, 200, "{}", shown.html);
            if !shown.html.contains("Being read") {
                return shown;
            }
            assert!(begin.elapsed() < Duration::from_secs(60), "{}", shown.html);
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn send(&mut self, path: &str, media: &str, body: Vec<u8>) -> Shown {
        let request = self.with_cookies(Request::post(self.service.url(path))).header("content-type", media);
        self.shown(self.agent.run(request.body(body).unwrap()).unwrap())
    }

    fn with_cookies(&self, request: ureq::http::request::Builder) -> ureq::http::request::Builder {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = request.header("accept", "text/html");
        if cookies.is_empty() { request } else { request.header("cookie", cookies.join("; ")) }
    }

    fn shown(&mut self, mut response: Response<ureq::Body>) -> Shown {
        let header = |name: &str| response.headers().get(name).map_or("", |value| value.to_str().unwrap()).to_owned();
        let (location, set_cookie) = (header("location"), header("set-cookie"));
        if let Some((name, rest)) = set_cookie.split_once('=') {
            let value = rest.split(';').next().unwrap().to_owned();
            self.cookies.retain(|(known, _)| known != name);
            self.cookies.push((name.to_owned(), value));
        }
        let html = response.body_mut().read_to_string().unwrap();
        Shown { status: response.status().as_u16(), location, html, set_cookie }
    }
}

impl Shown {
    /// The value of a field of the page.
    pub(crate) fn field(&self, name: &str) -> String {
        let rest = self.html.split(&format!("name=\"{name}\" value=\"")).nth(1);
        rest.and_then(|rest| rest.split('"').next()).unwrap_or_default().to_owned()
    }

    pub(crate) fn csrf(&self) -> String {
        let token = self.field("csrf");
        assert_eq!(token.len(), 64, "{}", self.html);
        token
    }
}

fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

const POSTING: &str = "Senior HPC storage engineer\nAustin, TX, hybrid. $220,000 to $280,000 base.\nRequirements:\n- Lustre, 3+ years\n- \
                       Linux\nNice to have:\n- InfiniBand\n";
const RESUME: &str = "Ana Lima\nStorage engineer\nI have run Lustre and Linux since 2015: 12 PB, over InfiniBand.\n";

#[test]
fn whoever_has_no_key_sees_nothing_but_the_sign_in() {
    let folder = tempfile::tempdir().unwrap();
    let key = key(folder.path(), &["--scope", "write"]);
    let service = Service::start(Some(folder.path()));
    let mut nobody = Browser::new(&service);
    for path in ["/roles", "/candidates?q=a", "/roles/r-1", "/candidates/c-1", "/roles/new", "/styleguide"] {
        let shown = nobody.get(path);
        assert_eq!((shown.status, shown.location), (303, format!("/sign-in?next={}", next(path))), "{path}");
    }
    let csrf = nobody.get("/sign-in").csrf();
    let refused = nobody.post("/sign-in", &[("csrf", &csrf), ("key", "rf_wrong"), ("next", "/roles")]);
    assert_eq!((refused.status, refused.set_cookie.as_str()), (422, ""));
    assert_eq!(nobody.post("/sign-in", &[("csrf", "x"), ("key", &key)]).status, 403, "a form of another page");
    let elsewhere = nobody.post("/sign-in", &[("csrf", &csrf), ("key", &key), ("next", "//evil.example")]);
    assert_eq!(elsewhere.location, "/");
    assert!(elsewhere.set_cookie.contains("HttpOnly; SameSite=Strict"), "{}", elsewhere.set_cookie);
    assert!(!elsewhere.set_cookie.contains(id(&key)), "the cookie says nothing of the key");
    assert_eq!(nobody.get("/roles").status, 200);
}

/// A path as it stands in a query.
fn next(path: &str) -> String {
    path.bytes()
        .map(|byte| {
            let is_plain = byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte);
            if is_plain { char::from(byte).to_string() } else { format!("%{byte:02X}") }
        })
        .collect()
}

#[test]
fn a_session_ends_with_its_key_and_by_signing_out_and_opens_no_api() {
    let folder = tempfile::tempdir().unwrap();
    let (first, other) = (key(folder.path(), &["--scope", "write"]), key(folder.path(), &["--scope", "write"]));
    let service = Service::start(Some(folder.path()));
    let mut browser = Browser::signed_in(&service, &first);
    assert_eq!(browser.get("/v1/candidates").status, 401, "a cookie is no key: other pages could send it");
    let csrf = browser.get("/roles/new").csrf();
    assert_eq!(browser.post("/sign-out", &[("csrf", "x")]).status, 403);
    let kept = browser.cookies.clone();
    assert_eq!(browser.post("/sign-out", &[("csrf", &csrf)]).location, "/sign-in");
    browser.cookies = kept;
    assert_eq!(browser.get("/roles").status, 303, "the session is over, whoever kept the cookie");
    let mut second = Browser::signed_in(&service, &other);
    assert_eq!(second.get("/roles").status, 200);
    revoke(folder.path(), &other);
    let ends = Instant::now() + PATIENCE;
    while second.get("/roles").status == 200 {
        assert!(Instant::now() < ends, "the key was revoked");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn revoke(dir: &Path, key: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
    let output = command.args(["keys", "revoke", id(key), "--data-dir"]).arg(dir).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Where forms go that write.
const WRITING: [&str; 9] = [
    "/roles/new", "/roles/r-1/edit", "/roles/r-1/delete", "/candidates/add", "/candidates/c-1/delete", "/undo",
    "/roles/r-1/candidates/c-1/feedback", "/roles/r-1/candidates/c-1/feedback/remove", "/duplicates/x/merge",
];

#[test]
fn a_reader_sees_no_button_that_writes_and_can_send_none() {
    let folder = tempfile::tempdir().unwrap();
    let (writer, reader) = (key(folder.path(), &["--scope", "write"]), key(folder.path(), &["--scope", "read"]));
    let service = Service::start(Some(folder.path())).with_key(&writer);
    service.put("/v1/roles/r-1", r#"{"title": "Storage engineer", "must_have": ["Lustre"]}"#);
    service.put("/v1/candidates/c-1", r#"{"name": "Ana", "skills": ["Lustre"]}"#);
    let mut browser = Browser::signed_in(&service, &reader);
    for path in ["/roles", "/roles/r-1", "/candidates", "/candidates/c-1", "/roles/r-1/candidates/c-1"] {
        let shown = browser.get(path);
        assert_eq!(shown.status, 200, "{path}");
        for button in ["/edit", "/delete", "/roles/new", "/candidates/add", "/feedback"] {
            assert!(!shown.html.contains(&format!("{button}\"")), "{path} has {button}");
        }
    }
    let csrf = browser.get("/roles").csrf();
    for path in WRITING {
        let refused = browser.post(path, &[("csrf", &csrf), ("text", POSTING), ("token", "x")]);
        assert_eq!(refused.status, 403, "{path}");
    }
    let mut other = Browser::signed_in(&service, &writer);
    for path in WRITING {
        for token in ["", "x", csrf.as_str()] {
            assert_eq!(
                other.post(path, &[("csrf", token), ("text", POSTING)]).status,
                403,
                "{path}: a token of nobody"
            );
        }
    }
    assert_eq!((service.get("/v1/roles/r-1").status, service.get("/v1/candidates/c-1").status), (200, 200));
}

#[test]
fn nobody_sees_anything_of_another_tenant() {
    let folder = tempfile::tempdir().unwrap();
    let acme = key(folder.path(), &["--tenant", "acme", "--scope", "write"]);
    let beta = key(folder.path(), &["--tenant", "beta", "--scope", "write"]);
    let service = Service::start(Some(folder.path())).with_key(&acme);
    let mut own = Browser::signed_in(&service, &acme);
    let csrf = own.get("/candidates/add").csrf();
    let sent = own.upload("/candidates/add", &[("csrf", &csrf)], &[("files", "quollsworth.txt", RESUME.as_bytes())]);
    assert_eq!(sent.status, 303, "{}", sent.html);
    assert!(own.when_read(&sent.location).html.contains("quollsworth"));
    let deleted = own.post("/candidates/quollsworth.txt/delete", &[("csrf", &csrf)]);
    assert_eq!(deleted.status, 303);
    let token = deleted.location.split('=').nth(1).unwrap().to_owned();
    let mut other = Browser::signed_in(&service, &beta);
    assert!(other.get("/candidates").html.contains("beta"), "whose page it is is told");
    for path in ["/candidates", "/candidates?q=lustre", "/candidates/quollsworth.txt", &sent.location] {
        let shown = other.get(path);
        let word = if path.contains("quollsworth") { "Lima" } else { "quollsworth" };
        assert!(!shown.html.contains(word), "{path}");
    }
    let foreign = other.get("/candidates/add").csrf();
    assert_eq!(other.post("/undo", &[("csrf", &foreign), ("token", &token)]).status, 404);
    let undone = own.post("/undo", &[("csrf", &csrf), ("token", &token)]);
    assert_eq!((undone.status, undone.location.as_str()), (303, "/candidates/quollsworth.txt"));
    assert_eq!(own.get("/candidates/quollsworth.txt").status, 200);
}

#[test]
fn a_posting_becomes_a_shortlist_without_a_script() {
    let folder = tempfile::tempdir().unwrap();
    let service = Service::start(Some(folder.path()));
    let mut browser = Browser::new(&service);
    assert!(browser.get("/roles").html.contains("No roles yet"));
    let csrf = browser.get("/roles/new").csrf();
    assert_eq!(browser.upload("/roles/new", &[("csrf", &csrf), ("text", "")], &[]).status, 422);
    let made = browser.upload("/roles/new", &[("csrf", &csrf), ("text", POSTING)], &[]);
    assert_eq!(made.status, 303, "{}", made.html);
    let address = made.location.strip_suffix("/edit?new=1").unwrap().to_owned();
    let edit = browser.get(&made.location);
    assert!(edit.html.contains("<mark id=\"m1\">") && edit.html.contains("Lustre"), "{}", edit.html);
    assert!(edit.html.contains("220,000–280,000 USD"), "what the text says of pay");

    // Correct it: Lustre is a gate, the band is stated.
    let names: Vec<String> = (0..3).map(|n| edit.field(&format!("name_{n}"))).collect();
    let lustre = names.iter().position(|name| name == "Lustre").unwrap();
    let mut fields: Vec<(String, String)> =
        vec![("csrf".into(), csrf.clone()), ("version".into(), edit.field("version"))];
    fields.push(("rows".into(), "3".into()));
    for (n, name) in names.iter().enumerate() {
        fields.push((format!("name_{n}"), name.clone()));
        fields.push((format!("need_{n}"), if name == "InfiniBand" { "nice_to_have" } else { "must_have" }.into()));
    }
    fields.push((format!("gate_{lustre}"), "1".into()));
    for (name, value) in [
        ("title", "Storage engineer"),
        ("status", "open"),
        ("pay_min", "220,000"),
        ("pay_max", "lots"),
        ("currency", "USD"),
        ("description", POSTING),
    ] {
        fields.push((name.into(), value.into()));
    }
    let refused = browser.post(&format!("{address}/edit"), &borrowed(&fields));
    assert_eq!(refused.status, 422);
    assert!(refused.html.contains("/pay_band") && refused.html.contains("value=\"lots\""), "what was typed stays");
    for field in &mut fields {
        if field.0 == "pay_max" {
            field.1 = "280,000".into();
        }
    }
    let saved = browser.post(&format!("{address}/edit"), &borrowed(&fields));
    assert_eq!((saved.status, saved.location.clone()), (303, format!("{address}?saved=1")), "{}", saved.html);
    let outdated = browser.post(&format!("{address}/edit"), &borrowed(&fields));
    assert_eq!(outdated.status, 422, "another version is not overwritten");
    assert!(outdated.html.contains("Somebody else"));

    // People: a file, pasted text, one that cannot be read.
    let sent = browser.upload(
        "/candidates/add",
        &[("csrf", &csrf), ("text", "Bo Berg\nBarista. I have never touched a computer.")],
        &[("files", "ana.txt", RESUME.as_bytes()), ("files", "broken.pdf", b"%PDF-1.7 nothing")],
    );
    let added = browser.when_read(&sent.location);
    assert!(added.html.contains("2 added or replaced") && added.html.contains("1 could not be read"), "{}", added.html);
    let list = browser.get(&format!("{address}?saved=1"));
    assert!(list.html.contains("Ana Lima") && !list.html.contains("Bo Berg"), "{}", list.html);
    let pair = browser.get(&format!("{address}/candidates/ana.txt"));
    assert!(pair.html.contains("<mark id=\"q1\">"), "{}", pair.html);
    let blind = browser.get(&format!("{address}?blind=1"));
    assert!(!blind.html.contains("Ana") && blind.html.contains("Candidate 1"), "{}", blind.html);
    let moved = browser.get(&format!("{address}?w_skills=1&w_family=90&w_scale=0&w_pay=5&w_level=0&w_location=0"));
    assert!(moved.html.contains("class=\"was "), "the place before is told");
    let csv = browser.get(&format!("{address}/shortlist.csv")).html;
    assert!(csv.starts_with("rank,candidate_id,name") && csv.contains("ana.txt"), "{csv}");
}

fn borrowed(fields: &[(String, String)]) -> Vec<(&str, &str)> {
    fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

#[test]
fn behind_a_proxy_every_link_has_its_prefix() {
    let service = Service::start_with(&[]);
    let raw = service.get_raw("/roles", &[("x-forwarded-prefix", "/rolefit"), ("accept", "text/html")]);
    let html = String::from_utf8(raw.bytes).unwrap();
    let configured = Service::start_with(&["--url-prefix", "/rolefit"]);
    let problem = configured.get_raw("/roles/none", &[("accept", "text/html")]);
    assert!(String::from_utf8(problem.bytes).unwrap().contains("href=\"/rolefit/\""), "problems have it, too");
    for attribute in ["href=\"", "action=\"", "src=\""] {
        for target in html.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(target.starts_with("/rolefit/") || target.starts_with('#'), "{target}");
        }
    }
}
