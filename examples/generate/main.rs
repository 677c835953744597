//! Writes synthetic candidates, or roles, of the field as JSON Lines: for trying Rolefit at any size.
//!
//! `cargo run --release --example generate -- 1000000 [--seed N] > candidates.jsonl`
//! `cargo run --release --example generate -- --roles 100 [--seed N] > roles.jsonl`
//!
//! The same seed gives the same bytes, and the first people of a large pool are those of a small one. Nobody in it exists.

mod dice;
mod knowledge;
mod people;
mod roles;

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

const USAGE: &str =
    "usage: generate CANDIDATES [--seed N], or generate --roles ROLES [--seed N]; JSON Lines go to standard output";

struct Arguments {
    n_documents: u64,
    roles: bool,
    seed: u64,
}

fn main() -> ExitCode {
    let Some(arguments) = arguments(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match write(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn arguments(mut given: impl Iterator<Item = String>) -> Option<Arguments> {
    let (mut n_candidates, mut n_roles, mut seed) = (None, None, 1);
    while let Some(argument) = given.next() {
        match argument.as_str() {
            "--seed" => seed = given.next()?.parse().ok()?,
            "--roles" => n_roles = Some(given.next()?.replace('_', "").parse().ok()?),
            number if n_candidates.is_none() => n_candidates = Some(number.replace('_', "").parse().ok()?),
            _ => return None,
        }
    }
    match (n_candidates, n_roles) {
        (Some(n_documents), None) => Some(Arguments { n_documents, roles: false, seed }),
        (None, Some(n_documents)) => Some(Arguments { n_documents, roles: true, seed }),
        _ => None,
    }
}

fn write(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::with_capacity(1 << 20, io::stdout().lock());
    for number in 0..arguments.n_documents {
        let line = if arguments.roles {
            serde_json::to_string(&roles::role(arguments.seed, number))?
        } else {
            serde_json::to_string(&people::person(arguments.seed, number))?
        };
        match out.write_all(line.as_bytes()).and_then(|()| out.write_all(b"\n")) {
            Ok(()) => {}
            // A reader that has seen enough (`| head`).
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            Err(error) => return Err(error.into()),
        }
    }
    match out.flush() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}
