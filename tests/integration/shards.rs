//! A coordinator of three services against one service with everybody: the same bytes, and what is missing is said.

use std::process::Command;
use std::time::{Duration, Instant};

use ureq::http::Request;

use crate::http_service::{Answered, PATIENCE, Service};
use crate::program::Folder;

const ROLE: &str = r#"{"title": "Storage engineer", "must_have": [{"name": "Lustre", "gate": true}, "Linux"], "nice_to_have": ["Slurm"]}"#;

fn person(n: usize) -> String {
    let skills = [r#"["Lustre", "Linux"]"#, r#"["Slurm", "Lustre"]"#, r#"["CUDA"]"#][n % 3];
    format!(r#"{{"id": "c-{n}", "level": "senior", "skills": {skills}}}"#)
}

fn coordinate(shards: &[&str], patience: &str) -> Service {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
    command.args(["coordinate", "--listen", "127.0.0.1:0", "--patience", patience]);
    for shard in shards {
        command.args(["--shard", &format!("http://{shard}")]);
    }
    let service = Service::spawn(command);
    service.wait_until_ready();
    service
}

/// A service on a data directory, at an address that it can have again.
fn shard(folder: &Folder, address: &str) -> Service {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
    command.args(["serve", "--listen", address, "--data-dir"]).arg(folder.path().join("data"));
    let service = Service::spawn(command);
    service.wait_until_ready();
    service
}

fn lines(people: std::ops::Range<usize>) -> String {
    people.map(|n| person(n) + "\n").collect()
}

/// Waits until the coordinator sees so many shards missing.
fn wait_for_missing(coordinator: &Service, missing: usize) {
    let ends = Instant::now() + Duration::from_secs(30);
    let n_missing = || coordinator.get("/readyz").json()["missing_shards"].as_array().map_or(0, Vec::len);
    while n_missing() != missing {
        assert!(Instant::now() < ends, "{}", coordinator.log());
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn same(coordinator: &Service, one: &Service, body: &str) -> Answered {
    let path = "/v1/roles/r/matches";
    let (found, expected) = (coordinator.post(path, body), one.post(path, body));
    assert_eq!(expected.status, 200, "{}", expected.text);
    assert_eq!((found.status, &found.text), (200, &expected.text), "{body}");
    assert_eq!(found.header("x-rolefit-degraded"), "");
    found
}

#[test]
fn three_shards_answer_the_bytes_of_one_service_and_say_what_is_missing() {
    let (one, folders) = (Service::start(None), [Folder::new(), Folder::new(), Folder::new()]);
    let mut shards: Vec<Service> = folders.iter().map(|folder| shard(folder, "127.0.0.1:0")).collect();
    let addresses: Vec<String> = shards.iter().map(|shard| shard.address.clone()).collect();
    let coordinator = coordinate(&addresses.iter().map(String::as_str).collect::<Vec<_>>(), "2");

    for service in [&one, &coordinator] {
        assert_eq!(service.put("/v1/roles/r", ROLE).status, 201);
        let written = service.post_as("application/x-ndjson", "/v1/candidates/bulk", lines(0..90));
        let numbers: Vec<u64> = written
            .text
            .lines()
            .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["line"].as_u64().unwrap())
            .collect();
        assert_eq!(numbers, (1..=90).collect::<Vec<_>>(), "{}", written.text);
        assert!(!written.text.contains("error"), "{}", written.text);
        assert_eq!(service.put("/v1/candidates/c-90", &person(90)).status, 201);
        assert_eq!(service.delete("/v1/candidates/c-3").status, 204);
        let patch =
            Request::patch(service.url("/v1/candidates/c-6")).header("content-type", "application/merge-patch+json");
        assert_eq!(service.send(patch.body(r#"{"skills": ["Excel"]}"#.to_owned()).unwrap()).status, 200);
        assert_eq!(service.put("/v1/candidates/c-6", r#"{"skils": []}"#).problem(), (422, "invalid".to_owned()));
    }
    // Everybody is in one shard, and no shard is without.
    let sizes: Vec<u64> =
        shards.iter().map(|shard| shard.get("/v1/candidates").json()["total"].as_u64().unwrap()).collect();
    assert!(sizes.iter().sum::<u64>() == 90 && sizes.iter().all(|size| *size > 10), "{sizes:?}");

    for body in [
        r#"{"as_of": "2026-11-01"}"#, "", r#"{"limit": 80}"#, r#"{"filters": {"skill": "Slurm"}, "explain": false}"#,
        r#"{"filters": {"q": "lustre"}}"#,
    ] {
        same(&coordinator, &one, body);
    }
    let mut cursor = String::new();
    loop {
        let page = same(&coordinator, &one, &format!(r#"{{"limit": 17, "cursor": "{cursor}"}}"#)).json();
        let Some(next) = page["next_cursor"].as_str() else { break };
        next.clone_into(&mut cursor);
    }
    for path in [
        "/v1/candidates", "/v1/candidates?limit=7", "/v1/candidates?q=lustre&sort=id&limit=4",
        "/v1/candidates?skill=Slurm&fields=level", "/v1/candidates?facet=level&facet=work_mode", "/v1/roles",
        "/v1/roles/r", "/v1/candidates/c-5", "/v1/roles/r/matches/c-1", "/v1/skills?q=lustre",
    ] {
        assert_eq!(coordinator.get(path).text, one.get(path).text, "{path}");
    }
    let listed = coordinator.get("/v1/candidates?limit=7").json();
    let next = format!("/v1/candidates?limit=7&cursor={}", listed["next_cursor"].as_str().unwrap());
    assert_eq!(coordinator.get(&next).text, one.get(&next).text);
    for path in [
        "/v1/candidates?q=lustre", "/v1/candidates?sort=updated", "/v1/duplicates", "/v1/webhooks",
        "/v1/skills/unrecognized",
    ] {
        assert_eq!(coordinator.get(path).problem(), (422, "not_sharded".to_owned()), "{path}");
    }
    assert_eq!(coordinator.get("/v1/candidates/c-3").problem(), (404, "not_found".to_owned()));

    // One shard is killed.
    let lost = shards.iter().position(|shard| shard.get("/v1/candidates/c-5").status == 200).unwrap();
    let name = format!("{}/3", lost + 1);
    drop(shards.remove(lost));
    let answered = coordinator.post("/v1/roles/r/matches", r#"{"limit": 100}"#);
    assert_eq!(answered.status, 200, "{}", answered.text);
    assert_eq!(answered.json()["degraded"]["missing_shards"], serde_json::json!([name]));
    assert_eq!(answered.header("x-rolefit-degraded"), name);
    assert_eq!(answered.json()["total_candidates"], 90 - sizes[lost]);
    wait_for_missing(&coordinator, 1);
    let refused = |answered: &Answered| {
        assert_eq!(answered.problem(), (503, "shard_unavailable".to_owned()), "{}", answered.text);
        assert!(!answered.header("retry-after").is_empty());
    };
    refused(&coordinator.put("/v1/candidates/c-5", &person(5)));
    refused(&coordinator.get("/v1/candidates/c-5"));
    refused(&coordinator.get("/v1/candidates"));
    refused(&coordinator.put("/v1/roles/r", ROLE));
    let results = coordinator.post_as("application/x-ndjson", "/v1/candidates/bulk", lines(200..260)).text;
    let n_refused = results.lines().filter(|line| line.contains("shard_unavailable")).count();
    assert!(results.lines().count() == 60 && (5..40).contains(&n_refused), "{results}");
    assert!(coordinator.get("/metrics").text.contains("rolefit_shards_up 2"));

    // It comes again, and what could not be written is written.
    let again = shard(&folders[lost], &addresses[lost]);
    wait_for_missing(&coordinator, 0);
    for service in [&one, &coordinator] {
        let written = service.post_as("application/x-ndjson", "/v1/candidates/bulk", lines(200..260));
        assert!(!written.text.contains("error"), "{}", written.text);
    }
    same(&coordinator, &one, r#"{"limit": 200}"#);

    // A role that one shard has otherwise is in no answer, until it is put again.
    again.put("/v1/roles/r", r#"{"title": "Something else", "must_have": ["Lustre"]}"#);
    let answered = coordinator.post("/v1/roles/r/matches", "");
    assert_eq!(answered.problem(), (503, "shards_differ".to_owned()), "{}", answered.text);
    for service in [&one, &coordinator] {
        assert_eq!(service.put("/v1/roles/r", ROLE).status, 200);
    }
    same(&coordinator, &one, "");
}

#[test]
fn a_shard_that_is_slow_is_missing_within_the_stated_time() {
    let (fast, slow) = (Service::start(None), Service::start(None));
    let coordinator = coordinate(&[&fast.address, &slow.address], "1");
    coordinator.put("/v1/roles/r", ROLE);
    coordinator.post_as("application/x-ndjson", "/v1/candidates/bulk", lines(0..30));
    slow.pause();
    let begun = Instant::now();
    let answered = coordinator.post("/v1/roles/r/matches", "");
    assert_eq!(answered.header("x-rolefit-degraded"), "2/2", "{}", answered.text);
    assert!(begun.elapsed() < PATIENCE, "{:?}", begun.elapsed());
    slow.go_on();
    wait_for_missing(&coordinator, 0);
    // It is heard of again, and may still be slower than the stated time where the machine is busy.
    let whole = || coordinator.post("/v1/roles/r/matches", "").json()["total_candidates"] == 30;
    let resumed = Instant::now();
    while !whole() {
        assert!(resumed.elapsed() < Duration::from_secs(30), "the shard has not come back");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn a_shard_with_other_knowledge_is_refused_by_name() {
    let folder = Folder::new();
    let profile = folder.path().join("profile.toml");
    std::fs::write(&profile, "[weights]\nskills = 0.9\n").unwrap();
    let (one, other) = (Service::start(None), Service::start_with(&["--profile", profile.to_str().unwrap()]));
    let coordinator = coordinate(&[&one.address, &other.address], "5");
    coordinator.put("/v1/roles/r", ROLE);
    let answered = coordinator.post("/v1/roles/r/matches", "");
    assert_eq!(answered.problem(), (503, "shards_differ".to_owned()));
    assert!(
        answered.text.contains("shard 2/2 answers by") && answered.text.contains("profile_hash"),
        "{}",
        answered.text
    );
}

#[test]
fn the_callers_key_is_what_shards_ask_for_and_tenants_stay_apart() {
    let folders = [Folder::new(), Folder::new()];
    let data = |folder: &Folder| folder.path().join("data");
    let rolefit = |arguments: &[&str], folder: &Folder| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
        let output = command.args(arguments).arg("--data-dir").arg(data(folder)).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8(output.stdout).unwrap();
        said.split_whitespace().find(|word| word.starts_with("rf_")).unwrap().to_owned()
    };
    let keys = ["acme", "globex"].map(|tenant| {
        rolefit(&["keys", "create", "--name", tenant, "--tenant", tenant, "--scope", "write"], &folders[0])
    });
    std::fs::create_dir_all(data(&folders[1])).unwrap();
    std::fs::copy(data(&folders[0]).join("keys.json"), data(&folders[1]).join("keys.json")).unwrap();
    let shards = folders.each_ref().map(|folder| shard(folder, "127.0.0.1:0"));
    let coordinator = coordinate(&[&shards[0].address, &shards[1].address], "5");
    assert_eq!(coordinator.post("/v1/roles/r/matches", "").problem(), (401, "key_missing".to_owned()));
    assert_eq!(coordinator.put("/v1/candidates/c", "{}").problem(), (401, "key_missing".to_owned()));
    let bulk = coordinator.post_as("application/x-ndjson", "/v1/candidates/bulk", lines(0..3));
    assert_eq!(bulk.problem(), (401, "key_missing".to_owned()));
    let send = |key: &str, method: &str, path: &str, body: &str| {
        let request = Request::builder()
            .method(method)
            .uri(coordinator.url(path))
            .header("authorization", format!("Bearer {key}"));
        coordinator.send(request.header("content-type", "application/json").body(body.to_owned()).unwrap())
    };
    assert_eq!(send(&keys[0], "PUT", "/v1/roles/r", ROLE).status, 201);
    for n in 0..10 {
        assert_eq!(send(&keys[0], "PUT", &format!("/v1/candidates/c-{n}"), &person(n)).status, 201);
    }
    assert_eq!(send(&keys[0], "POST", "/v1/roles/r/matches", "{}").json()["total_candidates"], 10);
    assert_eq!(send(&keys[1], "POST", "/v1/roles/r/matches", "{}").problem(), (404, "not_found".to_owned()));
    assert_eq!(send(&keys[1], "GET", "/v1/candidates", "").json()["total"], 0);
    assert_eq!(send("rf_none", "GET", "/v1/candidates", "").problem().0, 401);
}

#[test]
fn a_person_who_is_created_twice_with_one_key_is_one() {
    let shards = [Service::start(None), Service::start(None)];
    let coordinator = coordinate(&[&shards[0].address, &shards[1].address], "5");
    let create = |key: &str, body: &str| {
        let request = Request::post(coordinator.url("/v1/candidates")).header("content-type", "application/json");
        coordinator.send(request.header("idempotency-key", key).body(body.to_owned()).unwrap())
    };
    for n in 0..6 {
        let first = create(&format!("k-{n}"), r#"{"skills": ["Slurm"]}"#);
        assert_eq!(first.status, 201, "{}", first.text);
        let again = create(&format!("k-{n}"), r#"{"skills": ["Slurm"]}"#);
        assert_eq!((again.header("idempotent-replayed"), &again.json()["id"]), ("true", &first.json()["id"]));
        assert_eq!(create(&format!("k-{n}"), "{}").problem(), (422, "idempotency_key_reused".to_owned()));
        assert_eq!(coordinator.get(first.header("location")).status, 200);
    }
    assert_eq!(coordinator.get("/v1/candidates").json()["total"], 6);
}
