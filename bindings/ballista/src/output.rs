//! Answers in the bytes that `rolefit rank` writes.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use rolefit::files::OutputFile;
use rolefit::{Answer, Match, RoleId};
use serde::Serialize;

use crate::arguments::Format;
use crate::failure::Failure;

/// Refuses, before anything is done, an output that could not be written or would take an input's place.
pub(crate) fn check(output: Option<&Path>, inputs: &[&Path]) -> Result<(), Failure> {
    let Some(output) = output.filter(|path| *path != Path::new("-")) else { return Ok(()) };
    let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(Failure::usage(format!("{}: there is no folder {}", output.display(), folder.display())));
    }
    if output.is_dir() {
        return Err(Failure::usage(format!("{} is a folder; expected the name of a file", output.display())));
    }
    let Ok(own) = output.canonicalize() else { return Ok(()) };
    match inputs.iter().find(|input| input.canonicalize().is_ok_and(|input| input == own)) {
        Some(input) => Err(Failure::usage(format!("--output would overwrite {}, which is read", input.display()))),
        None => Ok(()),
    }
}

/// Writes the answers of all roles.
pub(crate) fn write(answers: &[Answer], format: Format, output: Option<&Path>) -> Result<(), Failure> {
    if let Some(path) = output.filter(|path| *path != Path::new("-")) {
        let system = |error: rolefit::Error| Failure::system(error.to_string());
        let mut file = OutputFile::create(path).map_err(system)?;
        written(answers, format, &mut file).map_err(|error| unwritten(&error))?;
        return file.finish().map_err(system);
    }
    let mut out = BufWriter::new(io::stdout().lock());
    match written(answers, format, &mut out).and_then(|()| out.flush()) {
        // Whoever closes the pipe has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => done.map_err(|error| unwritten(&error)),
    }
}

fn unwritten(error: &io::Error) -> Failure {
    Failure::system(format!("the results cannot be written: {error}"))
}

fn written(answers: &[Answer], format: Format, out: &mut impl Write) -> io::Result<()> {
    #[derive(Serialize)]
    struct Line<'a> {
        role_id: &'a Option<RoleId>,
        #[serde(flatten)]
        row: &'a Match,
    }
    match (format, answers) {
        (Format::Json, [only]) => {
            serde_json::to_writer_pretty(&mut *out, only)?;
            out.write_all(b"\n")
        }
        (Format::Json, several) => {
            serde_json::to_writer_pretty(&mut *out, several)?;
            out.write_all(b"\n")
        }
        (Format::Jsonl, several) => {
            for answer in several {
                for row in &answer.results {
                    serde_json::to_writer(&mut *out, &Line { role_id: &answer.role_id, row })?;
                    out.write_all(b"\n")?;
                }
            }
            Ok(())
        }
    }
}
