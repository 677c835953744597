//! `rolefit coordinate`: one pool of candidates on several services.

use std::net::SocketAddr;

use clap::Args;

use super::failure::Failure;

#[derive(Debug, Args)]
#[command(after_help = "\
Each shard is a `rolefit serve` with a data directory of its own, the same taxonomy, profile and market files, and the same keys. It keeps the candidates whose ids hash to it, and all roles. Never change the order or the number of the shards: export and import instead.

Examples:
  rolefit coordinate --shard http://10.0.0.11:7878 --shard http://10.0.0.12:7878
  rolefit coordinate --shard http://127.0.0.1:7881 --shard http://127.0.0.1:7882 --listen 127.0.0.1:7880")]
pub(super) struct Arguments {
    /// Address of a shard; given 2 to 8 times, always in the same order
    #[arg(long = "shard", value_name = "URL", required = true)]
    shards: Vec<String>,
    /// Address and port to listen on
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:7878")]
    listen: SocketAddr,
    /// A shard that has not answered a match or a read for so many seconds is left out of the answer, which says so
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=60))]
    patience: u64,
    /// Let other machines reach shards that ask for no keys, because a proxy asks who is there
    #[arg(long)]
    allow_unauthenticated: bool,
}

#[cfg(feature = "server")]
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let options = crate::server::CoordinateOptions {
        listen: arguments.listen,
        shards: arguments.shards.clone(),
        patience: std::time::Duration::from_secs(arguments.patience),
        allow_unauthenticated: arguments.allow_unauthenticated,
        ..crate::server::CoordinateOptions::default()
    };
    Ok(crate::server::coordinate(&options)?)
}

#[cfg(not(feature = "server"))]
pub(super) fn run(_: &Arguments) -> Result<(), Failure> {
    Err(super::serve::without_server())
}
