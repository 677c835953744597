//! PDF read in a process of its own, with limits of memory and time: a parser that loops, fills the memory or dies takes nobody with it.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::{FileText, MAX_FILE, pdf};
use crate::intake::limits::PdfIsolation;

/// The argument with which a program is started to read a PDF: it then calls [`run_pdf_process`].
pub const PDF_PROCESS_COMMAND: &str = "read-pdf";

/// The most memory that the process may fill, in bytes. Files of a few pages take some 30 MiB.
const MAX_MEMORY: u64 = 512 << 20;
/// The stack on which it reads, in bytes: profiles of colours are unpacked there.
const STACK: usize = 64 << 20;
/// The most time that it may compute, in seconds, and that is waited for it. A page takes milliseconds.
const MAX_CPU_SECONDS: u64 = 10;
const MAX_WAIT: Duration = Duration::from_secs(20);
/// The most time that a process may take to end when it has closed its output.
const MAX_END: Duration = Duration::from_secs(1);
/// The longest answer, in bytes: no text of a file that may be read is as long.
const MAX_ANSWER: u64 = 64 << 20;

/// What the process answers.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Read(FileText),
    Refused(String),
}

/// The text of a PDF, read where `isolation` says.
///
/// # Errors
/// Why there is none.
pub(super) fn read(bytes: &[u8], isolation: &PdfIsolation) -> Result<FileText, String> {
    match isolation {
        PdfIsolation::Refused => Err("PDF is not read here; expected `Limits::pdf` to say in which process".to_owned()),
        PdfIsolation::SameProcess => {
            let read = thread::scope(|scope| {
                let reader = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || pdf::read(bytes));
                reader.map(|reader| reader.join().unwrap_or_else(|_| Err(DAMAGED.to_owned())))
            });
            read.unwrap_or_else(|error| Err(format!("no thread can be started to read PDF: {error}")))
        }
        PdfIsolation::Process(program) => ask(program, bytes),
    }
}

const TOO_MUCH_MEMORY: &str = "the PDF takes more memory to read than a file may; expected a smaller or simpler one";
const TOO_LONG: &str = "the PDF takes longer to read than a file may; expected a smaller or simpler one";
const DAMAGED: &str = "the PDF is damaged in a way that its reader cannot take; expected a PDF that a viewer opens";

fn ask(program: &Path, bytes: &[u8]) -> Result<FileText, String> {
    let failed = |error: io::Error| format!("the process that reads PDF cannot be started: {error}");
    let mut child = Command::new(program)
        .arg(PDF_PROCESS_COMMAND)
        // The allocator of `rolefit` would set more aside at its start than the process may have.
        .env("MIMALLOC_ARENA_RESERVE", "0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(failed)?;
    let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("the process that reads PDF has no pipes".to_owned());
    };
    thread::scope(|scope| {
        // Who does not read to the end is told so by its answer.
        scope.spawn(move || drop(input.write_all(bytes)));
        let (sender, answer) = mpsc::channel();
        scope.spawn(move || {
            let mut answer = Vec::new();
            let read = output.take(MAX_ANSWER).read_to_end(&mut answer);
            drop(sender.send(read.map(|_| answer)));
        });
        let answer = answer.recv_timeout(MAX_WAIT);
        let read = match answer {
            Ok(Ok(answer)) => serde_json::from_slice(&answer).map_err(|_| end_of(&mut child).map_or(DAMAGED, told_by)),
            _ => Err(TOO_LONG),
        };
        // It has answered, or never will.
        drop(child.kill());
        drop(child.wait());
        match read {
            Ok(Answer::Read(text)) => Ok(text),
            Ok(Answer::Refused(reason)) => Err(reason),
            Err(reason) => Err(reason.to_owned()),
        }
    })
}

/// How a process ended that has closed its output; none where it goes on nevertheless.
fn end_of(child: &mut Child) -> Option<ExitStatus> {
    let asked = Instant::now();
    loop {
        match child.try_wait() {
            Ok(None) if asked.elapsed() < MAX_END => thread::sleep(Duration::from_millis(5)),
            ended => return ended.ok().flatten(),
        }
    }
}

/// Why a process ended that gave no answer.
#[cfg(unix)]
fn told_by(status: ExitStatus) -> &'static str {
    use std::os::unix::process::ExitStatusExt as _;

    use rustix::process::Signal;

    let is_ended_by = |signal: Signal| status.signal() == Some(signal.as_raw());
    if is_ended_by(Signal::ABORT) {
        // Memory that is refused ends a process by the same signal as a stack that is used up.
        return TOO_MUCH_MEMORY;
    }
    // The second comes of whoever ran out of time and went on.
    if is_ended_by(Signal::XCPU) || is_ended_by(Signal::KILL) {
        return TOO_LONG;
    }
    DAMAGED
}

#[cfg(not(unix))]
fn told_by(_: ExitStatus) -> &'static str {
    DAMAGED
}

/// What a program does that is started with [`PDF_PROCESS_COMMAND`] to read one PDF: takes the file from `input` and writes its text, or
/// why there is none, to `output`.
///
/// Before that it lays limits of memory and computing time upon its own process, on systems that know such; so it is nothing for a
/// process that has other things to do.
///
/// # Errors
/// Those of reading and writing.
pub fn run_pdf_process(input: impl Read, mut output: impl Write) -> io::Result<()> {
    #[cfg(unix)]
    limit()?;
    let mut bytes = Vec::new();
    input.take(MAX_FILE + 1).read_to_end(&mut bytes)?;
    let reader = thread::Builder::new().stack_size(STACK).spawn(move || pdf::read(&bytes))?;
    let read = reader.join().unwrap_or_else(|_| Err(DAMAGED.to_owned()));
    let answer = read.map_or_else(Answer::Refused, Answer::Read);
    serde_json::to_writer(&mut output, &answer)?;
    output.flush()
}

#[cfg(unix)]
fn limit() -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    // Of time, the first limit is told by a signal of its own, and the second, a second later, ends the process whatever it does.
    let limits = [(Resource::Data, MAX_MEMORY, 0), (Resource::Cpu, MAX_CPU_SECONDS, 1), (Resource::Core, 0, 0)];
    for (resource, most, more) in limits {
        // Whoever started the program may have set lower ones, which nobody may raise.
        let known = getrlimit(resource);
        let least = |most: u64, other: Option<u64>| Some(other.map_or(most, |other| other.min(most)));
        let maximum = least(most + more, known.maximum);
        let current = least(most, least(most + more, known.maximum)).and_then(|most| least(most, known.current));
        setrlimit(resource, Rlimit { current, maximum })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_reads_pdf_who_has_not_said_where() {
        assert!(read(b"%PDF-1.7", &PdfIsolation::Refused).unwrap_err().contains("Limits::pdf"));
        let gone = PdfIsolation::Process(Path::new("/no/such/program").into());
        assert!(read(b"%PDF-1.7", &gone).unwrap_err().contains("cannot be started"));
    }

    #[test]
    fn a_program_that_answers_something_else_is_told_from_one_that_reads() {
        for program in ["true", "false", "cat"] {
            let other = PdfIsolation::Process(Path::new(program).into());
            assert_eq!(read(b"%PDF-1.7", &other).unwrap_err(), DAMAGED, "{program}");
        }
    }

    #[test]
    fn what_is_no_pdf_is_refused() {
        assert!(read(b"%PDF-1.7", &PdfIsolation::SameProcess).unwrap_err().contains("expected a PDF"));
    }
}
