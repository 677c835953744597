//! System calls that fail: the n-th sync, write or rename of the whole program, the database's and the index's own included.
//!
//! `strace` makes them fail, so these are run by hand: `cargo test --test integration system_faults -- --ignored --nocapture`.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rolefit::Engine;

use crate::campaign::{Dice, Ledger, program, rounds, run, summaries, whole};
use crate::crashes::{ROLE, load};
use crate::http_service::Service;

const CALLS: &[&str] = &["fdatasync", "fsync", "pwrite64", "rename", "sync_file_range", "ftruncate"];
/// Besides, where no runtime depends on it: a service wakes its own threads by writing.
const WRITE: &[&str] = &["write"];
const ERRORS: [&str; 2] = ["EIO", "ENOSPC"];

/// Each thread counts its own calls, and some make few.
const LATEST: usize = 8;

/// The program under `strace`, which lets one call fail from some time on, or once.
fn failing(dice: &mut Dice, calls: &[&str]) -> (String, Command) {
    let (call, error) = (calls[dice.below(calls.len())], ERRORS[dice.below(2)]);
    let (first, ever_after) = (1 + dice.below(LATEST), ["", "+"][dice.below(2)]);
    let fault = format!("{call}:error={error}:when={first}{ever_after}");
    let mut command = Command::new("strace");
    // The program is the child, and the tracer its own: signals reach the program.
    command.args(["-D", "-f", "-qq", "-o", "/dev/null", "-e", &format!("inject={fault}")]);
    command.arg(env!("CARGO_BIN_EXE_rolefit")).env("NO_COLOR", "1").env_remove("RUST_BACKTRACE");
    (fault, command)
}

fn is_traceable() -> bool {
    Command::new("strace").args(["-qq", "-o", "/dev/null", "true"]).status().is_ok_and(|status| status.success())
}

#[test]
#[ignore = "needs strace, and the permission to trace"]
fn what_was_answered_outlives_system_calls_that_fail() {
    assert!(is_traceable(), "strace cannot trace here");
    let mut dice = Dice::new("failing system calls, service");
    let (dir, ledger) = (tempfile::tempdir().unwrap(), Ledger::default());
    drop(Engine::open(dir.path()).unwrap());
    let mut n_opened = 0;
    for round in 0..rounds(20) {
        let (fault, mut command) = failing(&mut dice, CALLS);
        command.args(["serve", "--listen", "127.0.0.1:0", "--data-dir"]).arg(dir.path());
        let mut service = Service::spawn(command);
        if service.becomes_ready() {
            n_opened += 1;
            let _ = service.try_put("/v1/roles/r-1", ROLE);
            let is_over = AtomicBool::new(false);
            load(&service, &ledger, &mut dice, round, &is_over, true, || {
                std::thread::sleep(Duration::from_millis(400));
                is_over.store(true, Ordering::SeqCst);
                service.terminate();
            });
            let _ = service.wait();
        }
        drop(service);
        let when = format!("round {round}, {fault}");
        ledger.settle(summaries(dir.path()), &when);
        mended(dir.path(), &when);
    }
    println!("failing system calls: {n_opened} of {} services opened", rounds(20));
    assert!(n_opened > 0);
}

#[test]
#[ignore = "needs strace, and the permission to trace"]
fn a_command_whose_system_calls_fail_leaves_every_document() {
    assert!(is_traceable(), "strace cannot trace here");
    let mut dice = Dice::new("failing system calls, commands");
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data");
    crate::crashes::filled(&data);
    let before = whole(&data, "before");
    let mut n_failed = 0;
    for round in 0..rounds(20) {
        let (fault, mut command) = failing(&mut dice, &[CALLS, WRITE].concat());
        let arguments: &[&str] = [&["compact"][..], &["rebuild"], &["verify"], &["backup", "--to", "b"]][dice.below(4)];
        command.args(arguments).arg("--data-dir").arg(&data).current_dir(dir.path());
        let ended = run(&mut command, Duration::from_secs(150));
        let when = format!("round {round}, {arguments:?}, {fault}");
        n_failed += usize::from(ended.code != Some(0));
        assert!(matches!(ended.code, Some(0 | 1 | 3 | 4 | 5)), "{when}: {:?} {}", ended.code, ended.stderr);
        mended(&data, &when);
        assert_eq!(whole(&data, &when).digest, before.digest, "{when}");
        let backup = dir.path().join("b");
        if backup.exists() {
            let restored = dir.path().join("restored");
            let ended = program(&["restore", "--from"]).arg(&backup).arg("--data-dir").arg(&restored).output().unwrap();
            assert!(ended.status.success(), "{when}: {}", String::from_utf8_lossy(&ended.stderr));
            assert_eq!(whole(&restored, &when).digest, before.digest, "{when}");
            std::fs::remove_dir_all(restored).unwrap();
            std::fs::remove_file(backup).unwrap();
        }
    }
    println!("failing system calls: {n_failed} of {} commands failed", rounds(20));
    assert!(n_failed > 0);
}

/// The index may be damaged; the next start repairs it, and then nothing is wrong.
fn mended(dir: &Path, when: &str) {
    drop(Engine::open(dir).unwrap_or_else(|error| panic!("{when}: {error}")));
    whole(dir, when);
}
