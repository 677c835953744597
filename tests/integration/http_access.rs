//! Keys over HTTP: who is let in, to what, and until when.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;
use ureq::http::Request;

use crate::http_service::{Answered, PATIENCE, Service};

/// Makes a key by the program, and gives it.
pub(crate) fn key(dir: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
    let output = command.args(["keys", "create", "--data-dir"]).arg(dir).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
}

/// The id that stands in a key.
pub(crate) fn id(key: &str) -> &str {
    &key[3..15]
}

fn revoke(dir: &Path, key: &str) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
    let output = command.args(["keys", "revoke", id(key), "--data-dir"]).arg(dir).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Asks with what stands in `Authorization`.
fn ask(service: &Service, method: &str, path: &str, authorization: Option<&str>) -> Answered {
    let mut request =
        Request::builder().method(method).uri(service.url(path)).header("content-type", "application/json");
    if let Some(authorization) = authorization {
        request = request.header("authorization", authorization);
    }
    service.send(request.body(String::new()).unwrap())
}

fn bearer(key: &str) -> String {
    format!("Bearer {key}")
}

#[test]
fn every_route_asks_for_the_scope_that_the_document_tells() {
    let dir = tempfile::tempdir().unwrap();
    let keys = ["read", "write", "admin"].map(|scope| bearer(&key(dir.path(), &["--scope", scope])));
    let service = Service::start(Some(dir.path()));
    let document = service.get("/openapi.json").json();
    let scheme = &document["components"]["securitySchemes"]["api_key"];
    assert_eq!((&scheme["type"], &scheme["scheme"]), (&json!("http"), &json!("bearer")));
    let mut open = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, told) in methods.as_object().unwrap() {
            let method = method.to_uppercase();
            let needed = told["security"][0]["api_key"][0].as_str();
            let Some(needed) = needed else {
                open.push(path.clone());
                assert!(ask(&service, &method, path, None).status < 400, "{method} {path}");
                continue;
            };
            let needed = ["read", "write", "admin"].iter().position(|scope| *scope == needed).unwrap();
            let path = path.replace("{id}", "nobody").replace("{candidate_id}", "nobody");
            let missing = ask(&service, &method, &path, None);
            assert_eq!(missing.problem(), (401, "key_missing".to_owned()), "{method} {path}");
            assert_eq!(missing.header("www-authenticate"), "Bearer realm=\"rolefit\"");
            for (scope, key) in keys.iter().enumerate() {
                if path == "/v1/backup" && scope >= needed {
                    // No text.
                    let backup = service.download_with(&key["Bearer ".len()..], &path);
                    assert!(!backup.starts_with(b"{"), "{}", String::from_utf8_lossy(&backup));
                    continue;
                }
                let answered = ask(&service, &method, &path, Some(key));
                if scope >= needed {
                    assert!(!matches!(answered.status, 401 | 403), "{method} {path}: {}", answered.text);
                } else {
                    assert_eq!(answered.problem(), (403, "insufficient_scope".to_owned()), "{method} {path}");
                    let challenge = answered.header("www-authenticate");
                    let named = format!("scope=\"{}\"", ["read", "write", "admin"][needed]);
                    assert!(challenge.contains(&named) && challenge.contains("insufficient_scope"), "{challenge}");
                }
            }
        }
    }
    assert_eq!(open, ["/docs", "/docs/style.css", "/healthz", "/openapi.json", "/readyz"]);
}

#[test]
fn only_a_key_that_works_lets_in_and_nothing_tells_why_another_does_not() {
    let dir = tempfile::tempdir().unwrap();
    let (good, revoked) = (key(dir.path(), &["--scope", "read"]), key(dir.path(), &["--scope", "read"]));
    revoke(dir.path(), &revoked);
    let other = tempfile::tempdir().unwrap();
    let foreign = key(other.path(), &["--scope", "admin"]);
    let service = Service::start(Some(dir.path()));
    let path = "/v1/candidates";
    assert_eq!(ask(&service, "GET", path, Some(&bearer(&good))).status, 200);
    assert_eq!(ask(&service, "GET", path, Some(&format!("bearer {good}"))).status, 200);
    let slip = good.replace(&good[40..41], if &good[40..41] == "0" { "1" } else { "0" });
    let refused = [
        bearer(&revoked),
        bearer(&foreign),
        bearer(&slip),
        bearer(&good[..80]),
        bearer(id(&good)),
        good.clone(),
        format!("Basic {good}"),
        bearer(""),
        "Bearer".to_owned(),
        "x".to_owned(),
    ];
    let mut details = Vec::new();
    for authorization in refused {
        let answered = ask(&service, "GET", path, Some(&authorization));
        assert_eq!(answered.problem(), (401, "key_invalid".to_owned()), "{authorization}");
        assert_eq!(answered.header("www-authenticate"), "Bearer realm=\"rolefit\", error=\"invalid_token\"");
        details.push(answered.json()["detail"].clone());
    }
    assert!(details.iter().all(|detail| *detail == details[0]), "{details:?}");
    // Two keys are none.
    let request = Request::get(service.url(path)).header("authorization", bearer(&good));
    let twice = service.send(request.header("authorization", bearer(&good)).body(()).unwrap());
    assert_eq!(twice.problem().0, 401);
    // A key in the query is a parameter that no route has, and is no key.
    assert_eq!(ask(&service, "GET", &format!("{path}?key={good}"), None).problem().0, 401);
}

#[test]
fn a_running_service_sees_new_and_revoked_keys() {
    let dir = tempfile::tempdir().unwrap();
    let service = Service::start(Some(dir.path()));
    let status = |key: Option<&str>| ask(&service, "GET", "/v1/candidates", key.map(bearer).as_deref()).status;
    let becomes = |wanted: u16, key: Option<&str>| {
        let began = Instant::now();
        while status(key) != wanted {
            assert!(began.elapsed() < PATIENCE, "{wanted} never comes");
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    assert_eq!(status(None), 200, "without keys it is open, on loopback");
    let first = key(dir.path(), &["--scope", "admin"]);
    becomes(401, None);
    becomes(200, Some(&first));
    let second = key(dir.path(), &["--scope", "read", "--tenant", "acme"]);
    becomes(200, Some(&second));
    for last in [&second, &first] {
        revoke(dir.path(), last);
        becomes(401, Some(last));
    }
    // Whoever loses the file lets nobody in.
    std::fs::remove_file(dir.path().join("keys.json")).unwrap();
    becomes(503, None);
    assert_eq!(ask(&service, "GET", "/v1/candidates", None).problem().1, "keys_unavailable");
    assert_eq!(service.get("/healthz").status, 200);
}

#[test]
fn keys_are_made_listed_and_revoked_by_admins_of_their_tenant() {
    let dir = tempfile::tempdir().unwrap();
    let admin = key(dir.path(), &["--scope", "admin", "--tenant", "acme"]);
    let other = key(dir.path(), &["--scope", "admin"]);
    let service = Service::start(Some(dir.path())).with_key(&admin);
    let created = service.post("/v1/keys", r#"{"scope":"write","name":"ats","expires_at":"2099-01-31"}"#);
    assert_eq!(created.status, 201, "{}", created.text);
    let made = created.json();
    let id_made = made["id"].as_str().unwrap();
    assert_eq!(created.header("location"), format!("/v1/keys/{id_made}"));
    assert_eq!((&made["tenant"], &made["expires_at"]), (&json!("acme"), &json!("2099-02-01T00:00:00Z")));
    // It works at once.
    let secret = made["secret"].as_str().unwrap();
    let put = Request::put(service.url("/v1/roles/r")).header("authorization", bearer(secret));
    assert_eq!(service.send(put.header("content-type", "application/json").body("{}").unwrap()).status, 201);
    let listed = service.get("/v1/keys");
    let ids = listed.json()["keys"].as_array().unwrap().len();
    assert_eq!(ids, 2);
    assert!(!listed.text.contains(id(&other)) && !listed.text.contains(secret) && !listed.text.contains("sha256"));
    // Nobody else's key is there.
    assert_eq!(service.delete(&format!("/v1/keys/{}", id(&other))).problem(), (404, "not_found".to_owned()));
    assert_eq!(ask(&service, "GET", "/v1/keys", Some(&bearer(&other))).status, 200);
    assert_eq!(service.delete(&format!("/v1/keys/{id_made}")).status, 204);
    assert_eq!(ask(&service, "GET", "/v1/roles/r", Some(&bearer(secret))).status, 401, "from the answer on");
    for (body, pointer) in [
        (r#"{"scope":"root"}"#, "/scope"),
        ("{}", "/scope"),
        (r#"{"scope":"read","expires_at":"2020-01-01"}"#, ""),
        (r#"{"scope":"read","expires_at":"soon"}"#, "/expires_at"),
        (r#"{"scope":"read","tenant":"default"}"#, "/tenant"),
    ] {
        let refused = service.post("/v1/keys", body);
        assert_eq!((refused.status, refused.pointers()), (422, vec![pointer.to_owned()]), "{body}");
    }
    let again = Request::post(service.url("/v1/keys")).header("idempotency-key", "k");
    let again = again.header("content-type", "application/json").body(r#"{"scope":"read"}"#).unwrap();
    assert_eq!(service.send(again).problem(), (400, "unsupported_header".to_owned()));
}

#[test]
fn the_first_key_is_not_made_over_http() {
    let dir = tempfile::tempdir().unwrap();
    for service in [Service::start(Some(dir.path())), Service::start(None)] {
        assert_eq!(service.post("/v1/keys", r#"{"scope":"admin"}"#).problem(), (403, "no_keys".to_owned()));
        assert_eq!(service.get("/v1/keys").problem(), (403, "no_keys".to_owned()));
        assert_eq!(service.delete("/v1/keys/000000000000").problem(), (403, "no_keys".to_owned()));
    }
}

#[test]
fn other_machines_reach_a_service_that_has_a_key() {
    let dir = tempfile::tempdir().unwrap();
    let listen = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
        command.args(["serve", "--listen", "0.0.0.0:0", "--data-dir"]).arg(dir.path());
        command
    };
    let refused = listen().output().unwrap();
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("rolefit keys create"));
    let key = key(dir.path(), &["--scope", "read"]);
    let service = Service::spawn(listen());
    service.wait_until_ready();
    let request = |host: &str, key: Option<&str>| {
        let mut request = Request::get(service.url("/v1/candidates")).header("host", host);
        if let Some(key) = key {
            request = request.header("authorization", bearer(key));
        }
        service.send(request.body(()).unwrap()).status
    };
    // Behind a proxy it has another name.
    assert_eq!((request("ats.example", None), request("ats.example", Some(&key))), (401, 200));
}

#[cfg(unix)]
#[test]
fn all_that_a_service_makes_is_for_its_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let above = tempfile::tempdir().unwrap();
    let dir = above.path().join("data");
    let keys = ["default", "acme"].map(|tenant| key(&dir, &["--scope", "write", "--tenant", tenant]));
    let mut command = Command::new("sh");
    // Whatever the shell allows to others.
    command.args(["-c", "umask 0; exec \"$0\" serve --listen 127.0.0.1:0 --data-dir \"$1\""]);
    let mut service = Service::spawn({
        command.arg(env!("CARGO_BIN_EXE_rolefit")).arg(&dir);
        command
    });
    service.wait_until_ready();
    for key in &keys {
        let request = Request::put(service.url("/v1/candidates/a")).header("authorization", bearer(key));
        let request = request.header("content-type", "application/json").body(r#"{"summary":"Ran Slurm."}"#).unwrap();
        assert_eq!(service.send(request).status, 201);
        // The index has it on disk.
        assert_eq!(ask(&service, "GET", "/v1/candidates?q=slurm", Some(&bearer(key))).json()["total"], 1);
    }
    service.terminate();
    assert!(service.wait().success());
    let (mut folders, mut n_files) = (vec![dir.clone()], 0);
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let mode = std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, if path.is_dir() { 0o700 } else { 0o600 }, "{}", path.display());
            n_files += usize::from(path.is_file());
            if path.is_dir() {
                folders.push(path);
            }
        }
    }
    assert!(n_files > 10, "{n_files}");
}

#[test]
fn a_key_stands_in_no_log_and_no_metric() {
    let dir = tempfile::tempdir().unwrap();
    let admin = key(dir.path(), &["--scope", "admin"]);
    let revoked = key(dir.path(), &["--scope", "admin"]);
    revoke(dir.path(), &revoked);
    let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--data-dir"]).arg(dir.path()).env("RUST_LOG", "trace");
    let mut service = Service::spawn_logging(command).with_key(&admin);
    service.wait_until_ready();
    let made = service.post("/v1/keys", r#"{"scope":"read"}"#).json()["secret"].as_str().unwrap().to_owned();
    for key in [&admin, &revoked, &made] {
        for (method, path) in
            [("GET", "/v1/candidates"), ("PUT", "/v1/roles/r"), ("GET", "/nowhere"), ("POST", "/readyz")]
        {
            ask(&service, method, path, Some(&bearer(key)));
            ask(&service, method, path, Some(key));
        }
        let asked = Command::new("curl")
            .args(["-sS", "-o", "/dev/null", "--http2-prior-knowledge", "-H", &format!("Authorization: Bearer {key}")])
            .arg(service.url("/v1/candidates"))
            .output()
            .unwrap();
        assert!(asked.status.success(), "{}", String::from_utf8_lossy(&asked.stderr));
    }
    let metrics = service.get("/metrics").text;
    assert!(metrics.contains("rolefit_http_requests_total"), "{metrics}");
    service.terminate();
    service.wait();
    let log = service.log();
    assert!(log.contains(id(&admin)) && log.contains("\"level\":\"TRACE\""), "the log is that of this test");
    for key in [&admin, &revoked, &made] {
        // Any sixteen digits of the secret are too many.
        for part in (16..72).step_by(8).map(|at| &key[at..at + 16]) {
            assert!(!log.contains(part) && !metrics.contains(part), "a part of a key is told");
        }
    }
}
