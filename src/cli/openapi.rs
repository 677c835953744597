//! `rolefit openapi`: the OpenAPI document of the HTTP service.

use clap::Args;

use super::failure::Failure;

#[derive(Debug, Args)]
#[command(after_help = "\
The running service answers the same at /openapi.json, and as a page at /docs.

Examples:
  rolefit openapi > openapi.json")]
pub(super) struct Arguments {}

#[cfg(feature = "server")]
pub(super) fn run(_: &Arguments) -> Result<(), Failure> {
    use std::io::Write as _;

    let mut out = super::destination::Destination::stdout();
    writeln!(out, "{:#}", crate::server::openapi())?;
    out.finish()
}

#[cfg(not(feature = "server"))]
pub(super) fn run(_: &Arguments) -> Result<(), Failure> {
    Err(super::serve::without_server())
}
