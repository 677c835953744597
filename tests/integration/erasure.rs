//! Erasure: what is deleted for good is in no file of the data directory soon after, while the service serves, after `kill -9` on the
//! way, and from the command line.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rolefit::{Candidate, Engine};
use serde_json::{Value, json};
use ureq::http::Request;

use crate::campaign::{Dice, Ledger, program, rounds, summaries, whole};
use crate::crashes::{ROLE, load};
use crate::http_service::Service;
use crate::program::Folder;

/// Nobody waits longer for an erasure: far more than one takes here.
const PATIENCE: Duration = Duration::from_secs(120);
/// So many people that their facts are kept for the next opening.
const MANY: usize = 1_050;

fn serve(dir: &Path, options: &[&str]) -> Service {
    let mut command = program(&["serve", "--listen", "127.0.0.1:0", "--data-dir"]);
    command.arg(dir).args(options);
    let service = Service::spawn(command);
    service.wait_until_ready();
    service
}

/// Somebody whose name, id, words and employer are nobody else's: all of them hold the token.
fn person(token: &str) -> Value {
    json!({
        "id": format!("{token}-id"),
        "name": format!("Name{token} Quixley"),
        "headline": format!("Engineer of head{token}"),
        "summary": format!("Wrote the text{token} scheduler. ").repeat(300),
        "skills": [format!("skill{token}"), "Slurm"],
        "experience": [{"title": "HPC engineer", "employer": format!("Firm{token}"), "description": format!("Kept job{token} alive.")}],
    })
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The files below a folder whose name or bytes hold the text, whatever the case of its letters. Files may go meanwhile.
fn holding(folder: &Path, text: &str) -> Vec<PathBuf> {
    let needle = text.to_ascii_lowercase().into_bytes();
    let holds = |bytes: &[u8]| bytes.to_ascii_lowercase().windows(needle.len()).any(|window| window == needle);
    let held =
        |path: &PathBuf| holds(path.to_str().unwrap().as_bytes()) || fs::read(path).is_ok_and(|bytes| holds(&bytes));
    files(folder).into_iter().filter(held).collect()
}

/// Whether any file below a folder holds the text.
pub(crate) fn is_in_a_file(folder: &Path, text: &str) -> bool {
    !holding(folder, text).is_empty()
}

pub(crate) fn assert_gone(dir: &Path, token: &str, when: &str) {
    assert_eq!(holding(dir, token), Vec::<PathBuf>::new(), "{when}: {token}");
}

/// The receipt as it stands.
fn receipt(service: &Service, id: &str) -> Value {
    let answered = service.get(&format!("/v1/erasures/{id}"));
    assert_eq!(answered.status, 200, "{}", answered.text);
    answered.json()
}

pub(crate) fn wait_until_done(service: &Service, id: &str) -> Value {
    let ends = Instant::now() + PATIENCE;
    loop {
        let found = receipt(service, id);
        if found["state"] == "done" {
            return found;
        }
        assert!(Instant::now() < ends, "not done in time: {found}, {}", service.log());
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Puts somebody, sees that words of theirs are found, and that files hold the token.
fn put(service: &Service, dir: &Path, token: &str) {
    let path = format!("/v1/candidates/{token}-id");
    assert_eq!(service.put(&path, &person(token).to_string()).status, 201);
    // The search waits until the index holds the words.
    let found = service.get(&format!("/v1/candidates?q=text{token}")).json();
    assert_eq!(found["total"], 1, "{found}");
    let ends = Instant::now() + PATIENCE;
    // A segment may be merged, and its files go, between two looks.
    while holding(dir, token).len() < 2 {
        assert!(Instant::now() < ends, "the store and the index hold it, or this test finds nothing");
    }
}

/// Deletes and erases; gives the receipt's id.
fn erase(service: &Service, token: &str) -> String {
    let answered = service.delete(&format!("/v1/candidates/{token}-id?erase=true"));
    assert_eq!(answered.status, 202, "{}", answered.text);
    let id = answered.json()["receipt"].as_str().unwrap().to_owned();
    assert_eq!(answered.header("location"), format!("/v1/erasures/{id}"));
    id
}

fn filled(dir: &Path, token: &str) {
    let engine = Engine::open(dir).unwrap();
    let other = |n: usize| json!({"id": format!("p-{n}"), "summary": format!("Slurm for {n} months.")});
    let people = (0..MANY).map(other).chain([person(token)]);
    let people: Vec<Candidate> = people.map(|person| serde_json::from_value(person).unwrap()).collect();
    engine.put_candidates(&people).unwrap();
}

/// What writers of [`load`] left.
fn written(dir: &Path) -> BTreeMap<String, String> {
    let mut found = summaries(dir);
    found.retain(|id, _| id.starts_with("c-"));
    found
}

#[test]
fn what_is_erased_while_others_read_and_write_is_in_no_file() {
    let mut dice = Dice::new("erasure");
    let (dir, ledger) = (tempfile::tempdir().unwrap(), Ledger::default());
    filled(dir.path(), "gzearly");
    let facts = dir.path().join("index/facts");
    let kept_before = fs::metadata(&facts).unwrap().len();
    let mut service = serve(dir.path(), &["--erase-after", "0"]);
    assert!(service.put("/v1/roles/r-1", ROLE).status < 300);
    assert!(holding(dir.path(), "gzearly").len() > 1);
    put(&service, dir.path(), "hzlate");
    let created = Request::post(service.url("/v1/candidates")).header("content-type", "application/json");
    let created =
        service.send(created.header("idempotency-key", "key-of-kzonce").body(person("kzonce").to_string()).unwrap());
    assert_eq!(created.status, 201, "{}", created.text);
    let (is_over, mut receipts) = (AtomicBool::new(false), Vec::new());
    load(&service, &ledger, &mut dice, 0, &is_over, false, || {
        std::thread::sleep(Duration::from_millis(200));
        for token in ["gzearly", "hzlate"] {
            receipts.push(erase(&service, token));
        }
        let many = service.post("/v1/candidates/bulk-delete?erase=true", r#"{"ids": ["kzonce-id", "nobody"]}"#).json();
        assert_eq!((&many["deleted"][0], &many["missing"][0]), (&json!("kzonce-id"), &json!("nobody")));
        receipts.push(many["erasure"]["receipt"].as_str().unwrap().to_owned());
        for id in &receipts {
            let done = wait_until_done(&service, id);
            assert!(done["done_at"].as_str() >= done["requested_at"].as_str(), "{done}");
        }
        for token in ["gzearly", "hzlate", "kzonce"] {
            assert_gone(dir.path(), token, "under load");
        }
        is_over.store(true, Ordering::SeqCst);
    });
    assert!(fs::metadata(&facts).unwrap().len() > kept_before / 2, "the facts of the others are kept");
    assert!(service.get("/metrics").text.contains("rolefit_erasure_failures_total 0\n"));
    service.terminate();
    assert_eq!(service.wait().code(), Some(0), "{}", service.log());
    whole(dir.path(), "after the erasure");
    ledger.settle(written(dir.path()), "after the erasure");
    let service = serve(dir.path(), &[]);
    for token in ["gzearly", "hzlate", "kzonce"] {
        assert_gone(dir.path(), token, "after a new start");
    }
    assert_eq!(receipt(&service, &receipts[0])["state"], "done");
    assert_eq!(service.get("/v1/candidates/p-7").status, 200);
    println!("erasure: {} ids written meanwhile", ledger.len());
}

#[test]
fn an_erasure_that_was_killed_goes_on_at_the_next_start() {
    let mut dice = Dice::new("killed erasure");
    let (dir, ledger, kills) = (tempfile::tempdir().unwrap(), Ledger::default(), rounds(3));
    filled(dir.path(), "azfirst");
    let (mut asked, mut n_resumed): (Vec<(String, String)>, usize) = (Vec::new(), 0);
    for round in 0..=kills {
        let service = serve(dir.path(), &["--erase-after", "0"]);
        if let Some((token, id)) = asked.last() {
            n_resumed += usize::from(receipt(&service, id)["state"] == "pending");
            wait_until_done(&service, id);
            assert_gone(dir.path(), token, &format!("kill {round}"));
        }
        if round == kills {
            break;
        }
        assert!(service.put("/v1/roles/r-1", ROLE).status < 300);
        // No two tokens begin alike, for a dictionary of ids leaves out what one shares with the one before.
        let token = format!("{}zround{round}x", char::from(b"ghjkmnqstuvwxy"[round % 14]));
        put(&service, dir.path(), &token);
        let (is_over, millis) = (AtomicBool::new(false), dice.below(600) * round.min(1));
        load(&service, &ledger, &mut dice, round, &is_over, false, || {
            asked.push((token.clone(), erase(&service, &token)));
            std::thread::sleep(Duration::from_millis(millis as u64));
            is_over.store(true, Ordering::SeqCst);
            service.kill_now();
        });
        drop(service);
        // A crash while the crash is repaired, and while the erasure goes on.
        if round % 3 == 1 {
            let starting = Service::start_unready(Some(dir.path()));
            std::thread::sleep(Duration::from_millis(dice.below(1500) as u64));
            starting.kill_now();
        }
        whole(dir.path(), &format!("kill {round}"));
        ledger.settle(written(dir.path()), &format!("kill {round}"));
    }
    for (token, _) in &asked {
        assert_gone(dir.path(), token, "at the end");
    }
    println!("killed erasure: {kills} kills, {n_resumed} before it was done, {} ids", ledger.len());
    assert!(n_resumed > 0, "no kill came before the end of an erasure");
}

#[test]
fn what_was_deleted_before_is_erased_when_asked_or_by_policy() {
    let dir = tempfile::tempdir().unwrap();
    let mut service = serve(dir.path(), &["--erase-after", "0"]);
    put(&service, dir.path(), "zqplain");
    assert_eq!(service.delete("/v1/candidates/zqplain-id").status, 204);
    assert!(!holding(dir.path(), "zqplain").is_empty(), "deleting alone does not erase");
    let again = service.delete("/v1/candidates/zqplain-id?erase=true");
    assert_eq!(again.problem(), (404, "not_found".to_owned()));
    let answered = service.post("/v1/erasures", "");
    assert_eq!(answered.status, 202, "{}", answered.text);
    wait_until_done(&service, answered.json()["receipt"].as_str().unwrap());
    assert_gone(dir.path(), "zqplain", "when asked");
    assert_eq!(service.get("/v1/erasures/none").problem(), (404, "not_found".to_owned()));
    assert_eq!(service.delete("/v1/candidates/x?erase=perhaps").problem(), (400, "malformed_query".to_owned()));
    service.terminate();
    assert_eq!(service.wait().code(), Some(0));

    let service = serve(dir.path(), &["--erase-after", "0", "--erase-deleted"]);
    put(&service, dir.path(), "zqpolicy");
    assert!(service.put("/v1/roles/zqrole", r#"{"title": "Lead of zqrole"}"#).status < 300);
    let answered = service.delete("/v1/candidates/zqpolicy-id");
    assert_eq!(answered.status, 202, "{}", answered.text);
    let role = service.delete("/v1/roles/zqrole");
    assert_eq!(role.status, 202, "{}", role.text);
    wait_until_done(&service, answered.json()["receipt"].as_str().unwrap());
    wait_until_done(&service, role.json()["receipt"].as_str().unwrap());
    assert_gone(dir.path(), "zqpolicy", "by policy");
    assert_gone(dir.path(), "zqrole", "by policy");
}

#[test]
fn without_files_an_erasure_is_done_at_once() {
    let service = Service::start_with(&[]);
    assert_eq!(service.put("/v1/candidates/a-id", "{}").status, 201);
    let id = erase(&service, "a");
    assert_eq!(receipt(&service, &id)["state"], "done");
}

#[test]
fn the_command_erases_people_of_a_directory_that_nobody_has_open() {
    let folder = Folder::new().with("c.jsonl", &format!("{}\n{}\n", person("zqone"), person("zqtwo")));
    let run = folder.run(&["import", "--data-dir", "data", "--candidates", "c.jsonl"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let data = folder.path().join("data");
    assert!(!holding(&data, "zqone").is_empty());
    let run = folder.run(&["erase", "zqone-id", "nobody", "--data-dir", "data"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.stdout, "data: 1 candidate erased, 1 id not there\n");
    assert_gone(&data, "zqone", "by the command");
    assert!(!holding(&data, "zqtwo").is_empty());
    let run = folder.run(&["erase", "nobody", "--data-dir", "data"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{}", run.stderr);
    assert_eq!(folder.run(&["verify", "--data-dir", "data"]).code, 0);
    let run = folder.run(&["erase", "x", "--data-dir", "none"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn all_files_and_folders_of_a_data_directory_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;

    fn all(folder: &Path) -> Vec<PathBuf> {
        let entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        let below = entries.iter().filter(|path| path.is_dir()).flat_map(|path| all(path)).collect::<Vec<_>>();
        [entries, below].concat()
    }
    let above = tempfile::tempdir().unwrap();
    let dir = above.path().join("data");
    filled(&dir, "gzmode");
    let mut service = serve(&dir, &["--erase-after", "0"]);
    put(&service, &dir, "hzother");
    let id = erase(&service, "gzmode");
    wait_until_done(&service, &id);
    let check = |when: &str| {
        let mut seen = 0;
        for path in [vec![dir.clone()], all(&dir)].concat() {
            // What is being replaced may go.
            let Ok(metadata) = fs::metadata(&path) else { continue };
            let expected = if metadata.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(metadata.permissions().mode() & 0o777, expected, "{when}: {}", path.display());
            seen += 1;
        }
        assert!(seen > 10, "{seen}");
    };
    check("while it serves");
    service.terminate();
    assert_eq!(service.wait().code(), Some(0));
    check("when it is closed");
}
