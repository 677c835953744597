//! `rolefit serve`: the HTTP service.

use std::net::SocketAddr;
use std::path::PathBuf;
#[cfg(feature = "server")]
use std::time::Duration;

use clap::ArgAction::Set;
use clap::builder::BoolishValueParser;
use clap::{Arg, Args, ValueEnum};

use super::arguments::{EngineArguments, StorageArguments};
use super::failure::Failure;
#[cfg(feature = "server")]
use crate::EngineOptions;
use crate::storage::{PostgresUrl, StorageOptions};

/// The variable of a flag: `ROLEFIT_` and its name.
fn with_variable(argument: Arg) -> Arg {
    match argument.get_long() {
        Some(name) if argument.get_env().is_none() => {
            let variable = format!("ROLEFIT_{}", name.to_uppercase().replace('-', "_"));
            argument.env(variable)
        }
        _ => argument,
    }
}

#[derive(Debug, Args)]
#[command(mut_args(with_variable))]
#[command(after_help = "\
Other machines can reach the service once there is a key, see `rolefit keys create --help`. Without any key it listens on loopback alone, and asks nobody who they are. Keys need a data directory.

Without --data-dir everything is kept in memory and gone when the service stops.

A flag wins over its variable of the environment, and that over the file of --config, whose keys are the names of the flags: see `rolefit config --help`.

Examples:
  rolefit serve --data-dir /var/lib/rolefit
  rolefit serve --config /etc/rolefit/rolefit.toml
  rolefit serve --store postgres://rolefit@db.example/people --data-dir /etc/rolefit/keys
  rolefit serve --listen 127.0.0.1:8080")]
pub(super) struct Arguments {
    /// Configuration file (TOML) whose keys are the names of these flags
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Where candidates and roles are kept
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// Database of PostgreSQL that keeps candidates and roles, shared by several processes: `postgres://USER@HOST/DATABASE`; a data directory keeps the keys alone then
    #[arg(long, value_name = "URL", hide_env_values = true)]
    store: Option<PostgresUrl>,
    /// Address and port to listen on
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7878")]
    listen: SocketAddr,
    /// Let other machines reach the service although there are no keys, because a proxy asks who is there
    #[arg(long, action = Set, num_args = 0..=1, require_equals = true, value_parser = yes_or_no(), default_value = "false", default_missing_value = "true")]
    allow_unauthenticated: bool,
    /// Let web pages of this origin (`https://ats.example`) send requests; may be given several times
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',')]
    cors_origin: Vec<String>,
    /// Requests a minute that one client (one key, or one address without) may send; any number unless given
    #[arg(long, value_name = "N")]
    rate_limit: Option<std::num::NonZeroU32>,
    /// Path under which a proxy has the service (`/rolefit`), where it sends no `X-Forwarded-Prefix`
    #[arg(long, value_name = "PATH", default_value = "", hide_default_value = true)]
    url_prefix: String,
    /// Erase whatever is deleted from the files of the data directory or database, as `DELETE` with `erase=true` does
    #[arg(long, action = Set, num_args = 0..=1, require_equals = true, value_parser = yes_or_no(), default_value = "false", default_missing_value = "true")]
    erase_deleted: bool,
    /// Begin an erasure so many seconds after it was asked for; those who ask meanwhile share it
    #[arg(long, value_name = "SECONDS", default_value_t = StorageOptions::default().erase_after.as_secs())]
    erase_after: u64,
    /// How the log on standard error is written
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    log_format: LogFormat,
    /// What is logged: levels such as `warn` or `info,hyper=debug`; what `RUST_LOG` says, or `info`, unless given
    #[arg(long, value_name = "LEVELS")]
    log_levels: Option<String>,
    /// Let webhooks be sent to private networks and by plain http, too: whoever may write roles then reaches what this machine reaches
    #[arg(long, action = Set, num_args = 0..=1, require_equals = true, value_parser = yes_or_no(), default_value = "false", default_missing_value = "true")]
    webhook_allow_private: bool,
    #[command(flatten)]
    storage: StorageArguments,
    #[command(flatten)]
    engine: EngineArguments,
}

/// How a log is written.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum LogFormat {
    /// A JSON object a line
    #[default]
    Json,
    /// A line for people
    Text,
}

/// A switch may be given alone, or with `=true` or `=false`, which outranks the environment and the file.
fn yes_or_no() -> BoolishValueParser {
    BoolishValueParser::new()
}

#[cfg(feature = "server")]
pub(super) fn run(arguments: Arguments) -> Result<(), Failure> {
    let arguments = super::config::with_file(arguments)?;
    Ok(crate::server::serve(options(&arguments)?)?)
}

/// Whether a service can be started so, as far as that is known without starting it.
#[cfg(feature = "server")]
pub(super) fn check(arguments: &Arguments) -> Result<(), Failure> {
    Ok(options(arguments)?.check()?)
}

#[cfg(feature = "server")]
fn options(arguments: &Arguments) -> Result<crate::server::ServeOptions, Failure> {
    let storage = arguments
        .storage
        .options()
        .with_erase_deleted(arguments.erase_deleted)
        .with_erase_after(Duration::from_secs(arguments.erase_after));
    Ok(crate::server::ServeOptions {
        listen: arguments.listen,
        data_dir: arguments.data_dir.clone(),
        store: arguments.store.clone(),
        engine: EngineOptions { storage, ..arguments.engine.options()? },
        knowledge: crate::server::KnowledgeFiles {
            taxonomy: arguments.engine.taxonomy.taxonomy.clone(),
            profile: arguments.engine.profile.clone(),
            market: arguments.engine.market.market.clone(),
        },
        allow_unauthenticated: arguments.allow_unauthenticated,
        cors_origins: arguments.cors_origin.clone(),
        log_format: match arguments.log_format {
            LogFormat::Json => crate::server::LogFormat::Json,
            LogFormat::Text => crate::server::LogFormat::Text,
        },
        log_levels: arguments.log_levels.clone(),
        webhook_allow_private: arguments.webhook_allow_private,
        requests_a_minute: arguments.rate_limit,
        url_prefix: arguments.url_prefix.clone(),
    })
}

#[cfg(not(feature = "server"))]
pub(super) fn run(_: Arguments) -> Result<(), Failure> {
    Err(without_server())
}

#[cfg(not(feature = "server"))]
pub(super) fn check(_: &Arguments) -> Result<(), Failure> {
    Err(without_server())
}

#[cfg(not(feature = "server"))]
pub(super) fn without_server() -> Failure {
    Failure::usage("this rolefit was built without the HTTP service").with_hint("build it with the feature `server`")
}
