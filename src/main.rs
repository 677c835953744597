//! The `rolefit` program. Everything that it does is in `rolefit::cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    rolefit::cli::run()
}
