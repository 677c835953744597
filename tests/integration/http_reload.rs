//! `POST /v1/admin/reload` and SIGHUP: the files of knowledge read anew by a service that goes on.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;
use ureq::http::Request;

use crate::http_access::key;
use crate::http_service::{Answered, Service};

/// A taxonomy that knows a skill which the built-in one does not, by one alias more or less.
fn own(alias: &str) -> String {
    format!(
        "[[concept]]\nid = \"quokkascript\"\nlabel = \"Quokkascript\"\nkind = \"tool\"\narea = \"interconnect\"\nweight = 1.0\nsource = \"own\"\n\
         aliases = [\"{alias}\"]\n"
    )
}

/// A service with its files beside its data.
fn serve(dir: &Path) -> Service {
    std::fs::write(dir.join("own.toml"), own("QScript")).unwrap();
    std::fs::write(dir.join("profile.toml"), "[verdicts]\nstrong = 80.0\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
    command.current_dir(dir).args(["serve", "--listen", "127.0.0.1:0", "--data-dir", "data"]);
    command.args(["--taxonomy", "own.toml", "--profile", "profile.toml"]);
    let service = Service::spawn(command);
    service.wait_until_ready();
    service
}

fn fill(service: &Service) {
    for (id, skill) in [("a", "QScript"), ("b", "QueueScript")] {
        let person = format!(r#"{{"skills":["{skill}"]}}"#);
        assert_eq!(service.put(&format!("/v1/candidates/{id}"), &person).status, 201);
    }
    assert_eq!(service.put("/v1/roles/r", r#"{"must_have":["Quokkascript"]}"#).status, 201);
}

fn matches(service: &Service) -> Value {
    let answered = service.post("/v1/roles/r/matches", "");
    assert_eq!(answered.status, 200, "{}", answered.text);
    answered.json()
}

/// Whose skill is known to be the one that is asked for.
fn best(answer: &Value) -> &str {
    answer["results"][0]["candidate_id"].as_str().unwrap()
}

fn reload(service: &Service) -> Answered {
    service.post("/v1/admin/reload", "")
}

#[test]
fn files_are_read_anew_and_answers_say_which() {
    let dir = tempfile::tempdir().unwrap();
    let service = serve(dir.path());
    fill(&service);
    let before = matches(&service);
    assert_eq!(best(&before), "a");
    let same = reload(&service).json();
    assert_eq!(
        (&same["changed"], &same["taxonomy_version"]),
        (&Value::Bool(false), &before["model"]["taxonomy_version"])
    );

    std::fs::write(dir.path().join("own.toml"), own("QueueScript")).unwrap();
    assert_eq!(matches(&service), before, "nothing changes before it is asked for");
    let cursor = service.post("/v1/roles/r/matches", r#"{"limit":1,"cursor":""}"#).json()["next_cursor"].clone();
    let told = reload(&service);
    assert_eq!(told.status, 200, "{}", told.text);
    let told = told.json();
    let after = matches(&service);
    assert_eq!((best(&after), &told["changed"]), ("b", &Value::Bool(true)));
    assert_ne!(after["model"]["taxonomy_version"], before["model"]["taxonomy_version"]);
    for name in ["taxonomy_version", "profile_hash", "market_version"] {
        assert_eq!(told[name], after["model"][name], "{name}");
    }
    assert_eq!(service.get("/v1/skills?q=QueueScript").json()["results"][0]["id"], "quokkascript");
    // A page of the old knowledge has no next one in the new.
    let asked = serde_json::json!({"limit": 1, "cursor": cursor}).to_string();
    assert_eq!(service.post("/v1/roles/r/matches", &asked).status, 422);

    std::fs::write(dir.path().join("profile.toml"), "[verdicts]\nstrong = 81.0\n").unwrap();
    let told = reload(&service).json();
    assert_eq!(
        (&told["changed"], &told["taxonomy_version"]),
        (&Value::Bool(true), &after["model"]["taxonomy_version"])
    );
    assert_eq!(matches(&service)["model"]["profile_hash"], told["profile_hash"]);
    assert_ne!(told["profile_hash"], after["model"]["profile_hash"]);
    // What is written from now on is read by it, too.
    assert_eq!(service.put("/v1/candidates/c", r#"{"skills":["QueueScript"]}"#).status, 201);
    assert_eq!(matches(&service)["results"].as_array().unwrap().len(), 3);
}

#[test]
fn a_file_that_cannot_be_used_is_told_with_its_line_and_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let service = serve(dir.path());
    fill(&service);
    let before = matches(&service);
    for (name, text, place) in [
        ("own.toml", "[[concept]]\nid = \"x\"\nlabel = = 3\n", "own.toml:3: "),
        ("profile.toml", "[verdicts]\n\nstorng = 3.0\n", "profile.toml:3: "),
    ] {
        let kept = std::fs::read(dir.path().join(name)).unwrap();
        std::fs::write(dir.path().join(name), text).unwrap();
        let refused = reload(&service);
        assert_eq!(refused.problem(), (422, "knowledge_invalid".to_owned()));
        let message = refused.json()["errors"][0]["message"].as_str().unwrap().to_owned();
        assert!(message.starts_with(place), "{message}");
        assert!(!refused.text.contains(dir.path().to_str().unwrap()), "{}", refused.text);
        assert_eq!(matches(&service), before);
        std::fs::write(dir.path().join(name), kept).unwrap();
    }
    std::fs::remove_file(dir.path().join("own.toml")).unwrap();
    assert_eq!(reload(&service).problem(), (422, "knowledge_invalid".to_owned()));
    assert_eq!(matches(&service), before);
}

#[test]
fn every_answer_while_a_service_reloads_is_of_one_taxonomy() {
    let dir = tempfile::tempdir().unwrap();
    let service = serve(dir.path());
    fill(&service);
    let first = matches(&service);
    std::fs::write(dir.path().join("own.toml"), own("QueueScript")).unwrap();
    reload(&service);
    let second = matches(&service);
    let is_over = AtomicBool::new(false);
    let n_asked = std::thread::scope(|scope| {
        let asking: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    let mut n_asked = 0;
                    while !is_over.load(Ordering::Relaxed) {
                        let answer = matches(&service);
                        assert!(answer == first || answer == second, "an answer is of neither: {answer}");
                        n_asked += 1;
                    }
                    n_asked
                })
            })
            .collect();
        for round in 0..3 {
            std::fs::write(dir.path().join("own.toml"), own(["QScript", "QueueScript"][round % 2])).unwrap();
            assert_eq!(reload(&service).status, 200);
            assert_eq!(matches(&service), if round % 2 == 0 { first.clone() } else { second.clone() });
        }
        is_over.store(true, Ordering::Relaxed);
        asking.into_iter().map(|asking| asking.join().unwrap()).sum::<usize>()
    });
    assert!(n_asked > 0);
}

#[cfg(unix)]
#[test]
fn a_hang_up_reloads_too() {
    let dir = tempfile::tempdir().unwrap();
    let mut service = serve(dir.path());
    fill(&service);
    let before = matches(&service);
    std::fs::write(dir.path().join("own.toml"), own("QueueScript")).unwrap();
    service.hang_up();
    let until = |is_so: &dyn Fn() -> bool| {
        let ends = Instant::now() + Duration::from_secs(60);
        while !is_so() {
            assert!(Instant::now() < ends, "not in time: {}", service.log());
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    until(&|| matches(&service)["model"]["taxonomy_version"] != before["model"]["taxonomy_version"]);
    let after = matches(&service);
    assert_eq!(best(&after), "b");
    std::fs::write(dir.path().join("own.toml"), "nothing = = here\n").unwrap();
    service.hang_up();
    until(&|| service.log().contains("own.toml:1: "));
    assert_eq!(matches(&service), after);
    service.terminate();
    assert!(service.wait().success());
}

#[test]
fn a_tenant_reloads_for_itself_alone() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    let made = |tenant: &str| key(&data, &["--scope", "admin", "--tenant", tenant]);
    let (acme, beta) = (made("acme"), made("beta"));
    let service = serve(dir.path());
    let ask = |key: &str, path: &str| {
        let request = Request::post(service.url(path)).header("authorization", format!("Bearer {key}"));
        service.send(
            request.header("content-type", "application/json").body(r#"{"role":{"id":"r"},"candidates":[]}"#).unwrap(),
        )
    };
    let version = |key: &str| ask(key, "/v1/match").json()["model"]["taxonomy_version"].clone();
    let first = version(&acme);
    assert_eq!(version(&beta), first);
    std::fs::write(dir.path().join("own.toml"), own("QueueScript")).unwrap();
    let request = Request::post(service.url("/v1/admin/reload")).header("authorization", format!("Bearer {acme}"));
    assert_eq!(service.send(request.body(()).unwrap()).json()["changed"], true);
    assert_ne!(version(&acme), first);
    assert_eq!(version(&beta), first, "whoever asked for nothing has what it had");
}
