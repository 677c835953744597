//! The `rolefit` program. Everything that it does is in `rolefit::cli`.

use std::process::ExitCode;

use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    rolefit::cli::run()
}
