//! `rolefit rank --cluster`: the program that does it is found, given the same arguments, and its exit code told. What it does is
//! tested in `bindings/ballista`.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::{Folder, small};

const RANK: [&str; 9] = [
    "rank", "--cluster", "ballista://node:1", "--roles", "role.json", "--candidates", "pool.parquet", "--format",
    "jsonl",
];

/// A program that tells its name and arguments, and ends with a code.
fn fake(path: &Path, name: &str, code: u8) {
    fs::create_dir_all(path).unwrap();
    let program = path.join("rolefit-ballista");
    fs::write(&program, format!("#!/bin/sh\necho {name} \"$@\"\nexit {code}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o700)).unwrap();
}

fn run(folder: &Folder, path: &Path) -> (i32, String, String) {
    let output =
        folder.command(&RANK).env("PATH", path).stdout(Stdio::piped()).stderr(Stdio::piped()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_program_of_its_own_is_given_the_same_arguments_and_decides_the_exit_code() {
    let folder = small();
    let path = folder.path().join("on-path");
    for code in [0, 3] {
        fake(&path, "found", code);
        let (found, stdout, stderr) = run(&folder, &path);
        assert_eq!((found, stdout, stderr.as_str()), (i32::from(code), format!("found {}\n", RANK.join(" ")), ""));
    }
}

#[test]
fn one_beside_rolefit_comes_before_those_on_the_path() {
    let (folder, installed) = (small(), tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap());
    let program = installed.path().join("rolefit");
    fs::hard_link(env!("CARGO_BIN_EXE_rolefit"), &program).unwrap();
    fake(installed.path(), "beside", 0);
    let path = folder.path().join("on-path");
    fake(&path, "found", 0);
    let output = Command::new(program).args(RANK).current_dir(folder.path()).env("PATH", path).output().unwrap();
    assert!(output.stdout.starts_with(b"beside rank --cluster"), "{output:?}");
}

#[test]
fn without_that_program_it_is_said_how_to_make_it() {
    let folder = small();
    let (code, stdout, stderr) = run(&folder, folder.path());
    assert_eq!((code, stdout.as_str()), (5, ""));
    assert!(stderr.starts_with("error: --cluster needs the program rolefit-ballista"), "{stderr}");
    assert!(stderr.contains("hint: `cargo build --release` in bindings/ballista"), "{stderr}");
}

#[test]
fn a_cluster_does_not_go_with_what_it_cannot_do() {
    let folder = small();
    for other in [&["--shard", "1/2"][..], &["--map", "title=Position"], &["--explain"]] {
        let run = folder.run(&[&RANK[..], other].concat());
        assert!(run.code == 2 && run.stderr.contains("cannot be used with"), "{other:?}: {}", run.stderr);
    }
}
