//! `rolefit rank --cluster`: a program of its own does it, as it brings an engine of data processing along; it is given the same
//! arguments.

use std::env;
use std::io;
use std::path::PathBuf;
use std::process::Command;

use super::exit_codes;
use super::failure::Failure;

/// Beside this program, or on the path.
const PROGRAM: &str = "rolefit-ballista";

/// Runs the other program; its exit code is ours, and it has said why.
pub(super) fn run() -> Result<(), Failure> {
    let program = beside().unwrap_or_else(|| PROGRAM.into());
    let status = Command::new(&program).args(env::args_os().skip(1)).status().map_err(|error| {
        let failed = |message| Failure { code: exit_codes::SYSTEM, message: Some(message), hint: None };
        if error.kind() != io::ErrorKind::NotFound {
            return failed(format!("{} cannot be run: {error}", program.display()));
        }
        failed(format!("--cluster needs the program {PROGRAM}, which is neither beside rolefit nor on the path"))
            .with_hint("`cargo build --release` in bindings/ballista of the sources makes it; see docs/ballista.md")
    })?;
    match status.code() {
        Some(0) => Ok(()),
        code => {
            let message = code.is_none().then(|| format!("{PROGRAM} was ended: {status}"));
            let code = code.and_then(|code| u8::try_from(code).ok()).unwrap_or(exit_codes::SYSTEM);
            Err(Failure { code, message, hint: None })
        }
    }
}

fn beside() -> Option<PathBuf> {
    let program = env::current_exe().ok()?.with_file_name(PROGRAM).with_extension(env::consts::EXE_EXTENSION);
    program.is_file().then_some(program)
}
