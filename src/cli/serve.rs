//! `rolefit serve`: the HTTP service.

use std::net::SocketAddr;
use std::path::PathBuf;
#[cfg(feature = "server")]
use std::time::Duration;

use clap::Args;

use super::arguments::{EngineArguments, StorageArguments};
use super::failure::Failure;
#[cfg(feature = "server")]
use crate::EngineOptions;
use crate::storage::StorageOptions;

#[derive(Debug, Args)]
#[command(after_help = "\
Other machines can reach the service once there is a key, see `rolefit keys create --help`. Without any key it listens on loopback alone, and asks nobody who they are. Keys need a data directory.

Without --data-dir everything is kept in memory and gone when the service stops.

Examples:
  rolefit serve --data-dir /var/lib/rolefit
  rolefit serve --listen 127.0.0.1:8080")]
pub(super) struct Arguments {
    /// Where candidates and roles are kept
    #[arg(long, value_name = "DIR", env = "ROLEFIT_DATA_DIR")]
    data_dir: Option<PathBuf>,
    /// Address and port to listen on
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7878", env = "ROLEFIT_LISTEN")]
    listen: SocketAddr,
    /// Let other machines reach the service although there are no keys, because a proxy asks who is there
    #[arg(long)]
    allow_unauthenticated: bool,
    /// Let web pages of this origin (`https://ats.example`) send requests; may be given several times
    #[arg(long, value_name = "ORIGIN", env = "ROLEFIT_CORS_ORIGIN", value_delimiter = ',')]
    cors_origin: Vec<String>,
    /// Requests a minute that one client (one key, or one address without) may send; any number unless given
    #[arg(long, value_name = "N", env = "ROLEFIT_RATE_LIMIT")]
    rate_limit: Option<std::num::NonZeroU32>,
    /// Erase whatever is deleted from the files of the data directory, as `DELETE` with `erase=true` does
    #[arg(long, env = "ROLEFIT_ERASE_DELETED")]
    erase_deleted: bool,
    /// Begin an erasure so many seconds after it was asked for; those who ask meanwhile share it
    #[arg(long, value_name = "SECONDS", default_value_t = StorageOptions::default().erase_after.as_secs(), env = "ROLEFIT_ERASE_AFTER")]
    erase_after: u64,
    /// Let webhooks be sent to private networks and by plain http, too: whoever may write roles then reaches what this machine reaches
    #[arg(long, env = "ROLEFIT_WEBHOOK_ALLOW_PRIVATE")]
    webhook_allow_private: bool,
    #[command(flatten)]
    storage: StorageArguments,
    #[command(flatten)]
    engine: EngineArguments,
}

#[cfg(feature = "server")]
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let storage = arguments
        .storage
        .options()
        .with_erase_deleted(arguments.erase_deleted)
        .with_erase_after(Duration::from_secs(arguments.erase_after));
    let options = crate::server::ServeOptions {
        listen: arguments.listen,
        data_dir: arguments.data_dir.clone(),
        engine: EngineOptions { storage, ..arguments.engine.options()? },
        allow_unauthenticated: arguments.allow_unauthenticated,
        cors_origins: arguments.cors_origin.clone(),
        webhook_allow_private: arguments.webhook_allow_private,
        requests_a_minute: arguments.rate_limit,
    };
    Ok(crate::server::serve(options)?)
}

#[cfg(not(feature = "server"))]
pub(super) fn run(_: &Arguments) -> Result<(), Failure> {
    Err(without_server())
}

#[cfg(not(feature = "server"))]
pub(super) fn without_server() -> Failure {
    Failure::usage("this rolefit was built without the HTTP service").with_hint("build it with the feature `server`")
}
