//! Crashes: the service killed, told to stop, or failing to write, under load; commands killed on their way. Whatever was answered
//! is there afterwards, and found.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rolefit::storage::{DataDirectory, IndexState};
use rolefit::{Candidate, Engine};

use crate::campaign::{Dice, Ledger, program, rounds, summaries, whole};
use crate::http_service::Service;

const WRITERS: usize = 8;
const IDS_A_WRITER: usize = 40;
pub(crate) const ROLE: &str = r#"{"title": "HPC engineer", "must_have": ["Slurm"]}"#;

/// Writes, deletes and matches until `is_over` or, where it `may_fail`, until the service refuses.
pub(crate) fn load(
    service: &Service,
    ledger: &Ledger,
    dice: &mut Dice,
    round: usize,
    is_over: &AtomicBool,
    may_fail: bool,
    during: impl FnOnce(),
) {
    let is_end = || may_fail || is_over.load(Ordering::SeqCst);
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let (mut dice, is_end) = (dice.fork(), &is_end);
            scope.spawn(move || {
                for n in 0.. {
                    let id = format!("c-{writer}-{}", dice.below(IDS_A_WRITER));
                    let path = format!("/v1/candidates/{id}");
                    let answered = if dice.below(4) == 0 {
                        ledger.ask(&id, None);
                        service.try_delete(&path)
                    } else {
                        let summary =
                            format!("round {round}, write {n}. {}", "Lustre at scale. ".repeat(dice.below(200)));
                        ledger.ask(&id, Some(summary.clone()));
                        let json = serde_json::json!({"summary": summary, "skills": ["Slurm"]});
                        service.try_put(&path, &json.to_string())
                    };
                    match answered {
                        // A deletion of what is not there is a write as well.
                        Ok(answered) if answered.status < 300 || answered.status == 404 => ledger.acknowledge(&id),
                        _ if is_end() => return,
                        Ok(answered) => panic!("{}: {}", answered.status, answered.text),
                        Err(error) => panic!("{error}"),
                    }
                    if !may_fail && is_over.load(Ordering::SeqCst) {
                        return;
                    }
                }
            });
        }
        scope.spawn(|| {
            while !is_over.load(Ordering::SeqCst) {
                match service.try_post("/v1/roles/r-1/matches", r#"{"limit": 5}"#) {
                    Ok(answered) if answered.status == 200 => {}
                    _ if is_over.load(Ordering::SeqCst) => return,
                    Ok(answered) => panic!("{}: {}", answered.status, answered.text),
                    Err(error) => panic!("{error}"),
                }
            }
        });
        during();
    });
}

/// Nobody has the directory open: all is there, and a service finds all of it.
fn audit(dir: &Path, ledger: &Ledger, when: &str) -> Service {
    let found = whole(dir, when);
    assert!(
        matches!(found.index, IndexState::Whole | IndexState::Behind | IndexState::Missing),
        "{when}: {:?}",
        found.index
    );
    ledger.settle(summaries(dir), when);
    let service = Service::start(Some(dir));
    assert!(service.put("/v1/roles/r-1", ROLE).status < 300);
    let json = service.post("/v1/roles/r-1/matches", r#"{"limit": 1000}"#).json();
    let matched: BTreeSet<&str> =
        json["results"].as_array().unwrap().iter().map(|row| row["candidate_id"].as_str().unwrap()).collect();
    let expected = ledger.ids();
    assert_eq!(matched, expected.iter().map(String::as_str).collect(), "{when}: whom a match finds");
    assert_eq!(json["total_candidates"], expected.len(), "{when}");
    service
}

#[test]
fn what_was_answered_outlives_kills_at_any_time() {
    let mut dice = Dice::new("kill -9");
    let (dir, ledger, kills) = (tempfile::tempdir().unwrap(), Ledger::default(), rounds(8));
    for round in 0..kills {
        let service = if round == 0 {
            let service = Service::start(Some(dir.path()));
            assert!(service.put("/v1/roles/r-1", ROLE).status < 300);
            service
        } else {
            audit(dir.path(), &ledger, &format!("kill {round}"))
        };
        let (is_over, millis) = (AtomicBool::new(false), 20 + dice.below(250));
        load(&service, &ledger, &mut dice, round, &is_over, false, || {
            std::thread::sleep(Duration::from_millis(millis as u64));
            is_over.store(true, Ordering::SeqCst);
            service.kill_now();
        });
        drop(service);
        // A crash while the crash is repaired.
        if round % 3 == 0 {
            let starting = Service::start_unready(Some(dir.path()));
            std::thread::sleep(Duration::from_millis(dice.below(60) as u64));
            starting.kill_now();
        }
    }
    drop(audit(dir.path(), &ledger, "the last kill"));
    println!("kill -9: {kills} kills, {} ids", ledger.len());
    assert!(ledger.len() > WRITERS);
}

#[test]
fn what_was_answered_outlives_kills_while_the_log_is_cut() {
    let mut dice = Dice::new("kill -9 and a short log");
    let (dir, ledger, kills) = (tempfile::tempdir().unwrap(), Ledger::default(), rounds(8).div_ceil(4));
    for round in 0..kills {
        let mut command = program(&["serve", "--listen", "127.0.0.1:0", "--keep-changes", "20", "--data-dir"]);
        command.arg(dir.path());
        let service = Service::spawn(command);
        service.wait_until_ready();
        assert!(service.put("/v1/roles/r-1", ROLE).status < 300);
        let (is_over, millis) = (AtomicBool::new(false), 100 + dice.below(250));
        load(&service, &ledger, &mut dice, round, &is_over, false, || {
            std::thread::sleep(Duration::from_millis(millis as u64));
            is_over.store(true, Ordering::SeqCst);
            service.kill_now();
        });
        drop(service);
        drop(audit(dir.path(), &ledger, &format!("kill {round}")));
    }
    assert!(ledger.len() > WRITERS);
}

#[test]
fn what_was_answered_outlives_a_stop_under_load() {
    let mut dice = Dice::new("SIGTERM");
    let (dir, ledger) = (tempfile::tempdir().unwrap(), Ledger::default());
    for round in 0..rounds(8).div_ceil(10) {
        let mut service = Service::start(Some(dir.path()));
        assert!(service.put("/v1/roles/r-1", ROLE).status < 300);
        let (is_over, millis) = (AtomicBool::new(false), 50 + dice.below(200));
        load(&service, &ledger, &mut dice, round, &is_over, false, || {
            std::thread::sleep(Duration::from_millis(millis as u64));
            is_over.store(true, Ordering::SeqCst);
            service.terminate();
        });
        assert_eq!(service.wait().code(), Some(0), "{}", service.log());
        let found = whole(dir.path(), "after the stop");
        assert_eq!(found.index, IndexState::Whole, "the index is brought up to date before the end");
        drop(audit(dir.path(), &ledger, "after the stop"));
    }
}

/// The system refuses to let files grow, as a full disk does.
#[cfg(unix)]
#[test]
fn what_was_answered_outlives_a_disk_that_takes_no_more() {
    let mut dice = Dice::new("full disk");
    let (dir, ledger) = (tempfile::tempdir().unwrap(), Ledger::default());
    for round in 0..rounds(8).div_ceil(10) {
        // In blocks of 512 bytes. The signal that would end the program is ignored, so a write fails instead.
        let blocks = 2000 * (round + 1) + dice.below(3000);
        let mut command = Command::new("sh");
        command.args([
            "-c",
            &format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\""),
            env!("CARGO_BIN_EXE_rolefit"),
        ]);
        command.args(["serve", "--listen", "127.0.0.1:0", "--data-dir"]).arg(dir.path());
        let service = Service::spawn(command);
        service.wait_until_ready();
        assert!(service.put("/v1/roles/r-1", ROLE).status < 300);
        let is_over = AtomicBool::new(false);
        load(&service, &ledger, &mut dice, round, &is_over, true, || {
            // Until the store refuses; a writer that is refused ends.
            for _ in 0..600 {
                if service.put("/v1/candidates/c-x", r#"{"summary": "x"}"#).status >= 500 {
                    break;
                }
                std::thread::sleep(Duration::from_millis(50));
            }
            is_over.store(true, Ordering::SeqCst);
        });
        let refused = service.put("/v1/candidates/c-x", r#"{"summary": "x"}"#);
        assert_eq!(refused.problem().0, 503, "{}", refused.text);
        let matched = service.post("/v1/roles/r-1/matches", "{}");
        assert_eq!(matched.status, 200, "reading goes on: {}", matched.text);
        service.kill_now();
        drop(service);
        let mut found = summaries(dir.path());
        found.remove("c-x");
        whole(dir.path(), "after the disk was full");
        ledger.settle(found, "after the disk was full");
        DataDirectory::at(dir.path()).compact(rolefit::EngineOptions::default()).unwrap();
    }
}

pub(crate) fn filled(dir: &Path) {
    let engine = Engine::open(dir).unwrap();
    let person = |n: usize| -> Candidate {
        serde_json::from_value(serde_json::json!({"id": format!("c-{n}"), "summary": "Slurm. ".repeat(n)})).unwrap()
    };
    engine.put_candidates(&(0..400).map(person).collect::<Vec<_>>()).unwrap();
    engine.delete_candidate(&person(3).id).unwrap();
}

/// Starts the program and ends it as a failing machine would, some time later. Says whether it was done by then.
fn kill_after(millis: usize, arguments: &[&str]) -> bool {
    let mut child =
        program(arguments).stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(millis as u64));
    let done = child.try_wait().unwrap().is_some_and(|status| status.success());
    let _ = child.kill();
    child.wait().unwrap();
    done
}

#[test]
fn a_killed_compaction_leaves_every_document() {
    let mut dice = Dice::new("killed compaction");
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path());
    let data = dir.path().to_str().unwrap();
    let before = whole(dir.path(), "before");
    let (n_kills, mut n_done) = (rounds(8), 0);
    for kill in 0..n_kills {
        n_done += usize::from(kill_after(dice.below(400), &["compact", "--data-dir", data]));
        let found = whole(dir.path(), &format!("kill {kill}"));
        assert_eq!((found.candidates, found.seq, &found.digest), (before.candidates, before.seq, &before.digest));
        let left = std::fs::read_dir(dir.path().join("store")).unwrap();
        assert!(!left.flatten().any(|entry| entry.file_name().to_str().unwrap().starts_with("sled.")));
    }
    println!("killed compaction: {n_kills} kills, {n_done} came too late");
    assert!(n_done < n_kills);
}

#[test]
fn a_killed_restore_leaves_nothing_or_every_document() {
    let mut dice = Dice::new("killed restore");
    let folder = tempfile::tempdir().unwrap();
    let (dir, backup) = (folder.path().join("data"), folder.path().join("b"));
    filled(&dir);
    let before = whole(&dir, "before");
    DataDirectory::at(&dir).backup(&backup).unwrap();
    let (n_kills, mut n_done) = (rounds(8), 0);
    for kill in 0..n_kills {
        let target = folder.path().join(format!("restored-{kill}"));
        let arguments = ["restore", "--data-dir", target.to_str().unwrap(), "--from", backup.to_str().unwrap()];
        kill_after(dice.below(150), &arguments);
        if target.join("store").exists() {
            n_done += 1;
        } else {
            if target.join("store.restoring").exists() {
                assert!(Engine::open(&target).is_err(), "kill {kill}: half a restore was opened");
            }
            DataDirectory::at(&target).restore(&backup).unwrap();
        }
        let found = whole(&target, &format!("kill {kill}"));
        assert_eq!((found.candidates, found.seq, &found.digest), (before.candidates, before.seq, &before.digest));
        std::fs::remove_dir_all(&target).unwrap();
    }
    println!("killed restore: {n_kills} kills, {n_done} came too late");
}

#[test]
fn commands_beside_a_running_service_are_refused_and_harm_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (dir, backup) = (folder.path().join("data"), folder.path().join("b"));
    filled(&dir);
    DataDirectory::at(&dir).backup(&backup).unwrap();
    let before = whole(&dir, "before");
    let (data, file) = (dir.to_str().unwrap(), backup.to_str().unwrap());
    let service = Service::start(Some(&dir));
    for arguments in [
        &["verify"][..],
        &["rebuild"],
        &["compact"],
        &["backup", "--to", "other"],
        &["export", "--candidates", "-"],
        &["restore", "--from", file],
        &["import", "--candidates", file],
        &["match", "r-1"],
    ] {
        let ended = program(&[arguments, &["--data-dir", data]].concat()).current_dir(folder.path()).output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!((ended.status.code(), ended.stdout.len()), (Some(4), 0), "{arguments:?}: {said}");
        assert!(said.contains("in use") || said.contains("is not empty"), "{arguments:?}: {said}");
    }
    assert_eq!(service.get("/v1/candidates/c-5").status, 200);
    service.kill_now();
    drop(service);
    assert_eq!(whole(&dir, "after").digest, before.digest);
    assert!(!folder.path().join("other").exists());
}

#[test]
fn a_nearly_full_disk_refuses_writes_with_507_and_answers_matches() {
    let dir = tempfile::tempdir().unwrap();
    filled(dir.path());
    let mut command = program(&["serve", "--listen", "127.0.0.1:0", "--low-space", "1000000000000", "--data-dir"]);
    command.arg(dir.path());
    let service = Service::spawn(command);
    service.wait_until_ready();
    assert_eq!(service.put("/v1/roles/r-1", ROLE).problem(), (507, "low_space".to_owned()));
    assert_eq!(service.get("/v1/candidates/c-5").status, 200);
    let inline = r#"{"role": {"id": "r-1", "must_have": ["Slurm"]}, "candidates": [{"id": "c", "skills": ["Slurm"]}]}"#;
    assert_eq!(service.post("/v1/match", inline).status, 200);
}
