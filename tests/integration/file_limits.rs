//! What a PDF may take of memory and time: more of either ends its reading and nothing else. The limits are those of Linux.

use std::fs;
use std::io::Write as _;
use std::time::{Duration, Instant};

use rolefit::Limits;
use rolefit::intake::{PdfIsolation, file_text};

use crate::files::{pdf, pdf_of, text_of};
use crate::program::Folder;

/// A PDF that says `Slurm`, and then for so many bytes something else, packed so that the file is small.
fn grown(filling: &[u8], n_bytes: usize) -> Vec<u8> {
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(b"BT /F 12 Tf 50 700 Td (Slurm) Tj ET ").unwrap();
    let filling = filling.repeat(1 + (1 << 20) / filling.len());
    (0..n_bytes.div_ceil(filling.len())).for_each(|_| packer.write_all(&filling).unwrap());
    pdf_of("/Filter/FlateDecode", &packer.finish().unwrap())
}

/// The program under a limit of the system's.
fn program_under(limit: &str, folder: &Folder) -> Limits {
    use std::os::unix::fs::PermissionsExt as _;

    let path = folder.path().join("limited");
    let rolefit = env!("CARGO_BIN_EXE_rolefit");
    fs::write(&path, format!("#!/bin/sh\nulimit {limit} && exec '{rolefit}' \"$@\"\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    // Processes that other tests start just now hold the file open for a moment, and then it cannot be started.
    let may_start =
        || std::process::Command::new(&path).arg("--version").output().is_ok_and(|run| run.status.success());
    assert!((0..100).any(|_| may_start() || {
        std::thread::sleep(Duration::from_millis(20));
        false
    }));
    Limits::default().with_pdf(PdfIsolation::process(path))
}

/// That it is the limit which refuses the file is told by one that is read under the usual limit and not under a lower one; and that the
/// usual one is laid, by a larger one.
#[test]
fn a_pdf_that_takes_all_memory_is_refused_by_name_and_harms_no_other() {
    let folder =
        Folder::new().with("in/anna.txt", "Anna Moe\n\nSix years of Slurm.").with("in/zoe.txt", "Zoe\n\nLustre.");
    let large = grown(b" ", 200 << 20);
    assert!(large.len() < 2 << 20, "{}", large.len());
    fs::write(folder.path().join("in/large.pdf"), &large).unwrap();
    fs::write(folder.path().join("in/page.pdf"), pdf("BT /F 12 Tf 50 700 Td (Six years of Ceph) Tj ET")).unwrap();
    let run = folder.run(&["import", "--data-dir", "data", "--candidates", "in"]);
    let told =
        "skipped in:2 (large.pdf): large.pdf: the PDF takes more memory to read than a file may; expected a smaller";
    assert!(run.code == 0 && run.stderr.contains(told), "{}", run.stderr);
    assert!(run.stderr.contains("3 candidates imported (3 new, 0 replaced), 1 line skipped"), "{}", run.stderr);

    let small = grown(b" ", 40 << 20);
    assert_eq!(text_of("a.pdf", &small).unwrap(), "Slurm");
    let limited = program_under("-d 163840", &folder);
    let error = file_text("a.pdf", &small, &limited).unwrap_err().to_string();
    assert!(error.contains("takes more memory to read than a file may"), "{error}");
    assert_eq!(
        file_text("b.pdf", &grown(b" ", 1), &limited).unwrap(),
        "Slurm",
        "others are read, whatever the system's limit"
    );
}

#[test]
fn a_pdf_that_takes_all_time_is_refused_and_harms_no_other() {
    let folder = Folder::new();
    let endless = grown(b"0 0 m 1 1 l S ", 100 << 20);
    for limit in ["-S -t 1", "-t 1"] {
        let limited = program_under(limit, &folder);
        let begun = Instant::now();
        let error = file_text("a.pdf", &endless, &limited).unwrap_err().to_string();
        assert!(error.contains("takes longer to read than a file may"), "{limit}: {error}");
        assert!(begun.elapsed() < Duration::from_secs(20), "{limit}: what ended it is the limit of computing time");
        assert_eq!(file_text("b.pdf", &grown(b" ", 1), &limited).unwrap(), "Slurm");
    }
}

/// The limits are laid before anything is read.
#[test]
fn the_process_that_reads_pdf_has_limits() {
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_rolefit"));
    let mut child = child.arg("read-pdf").env("MIMALLOC_ARENA_RESERVE", "0");
    child = child.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = child.spawn().unwrap();
    let mut told = String::new();
    for _ in 0..200 {
        told = fs::read_to_string(format!("/proc/{}/limits", child.id())).unwrap();
        if told.contains("536870912") {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    drop(child.stdin.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("refused"));
    let limit = |name: &str| {
        let line = told.lines().find(|line| line.starts_with(name)).unwrap();
        line[name.len()..].split_whitespace().take(2).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(limit("Max data size"), "536870912 536870912");
    assert_eq!(limit("Max cpu time"), "10 11");
    assert_eq!(limit("Max core file size"), "0 0");
}
