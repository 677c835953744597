//! `rolefit migrate`: documents moved between a data directory and PostgreSQL.

use std::path::PathBuf;

use clap::Args;

use super::arguments::TextFormat;
use super::failure::Failure;
use crate::access::TenantName;
#[cfg(feature = "postgres")]
use crate::storage::DataDirectory;
use crate::storage::PostgresUrl;

#[derive(Debug, Args)]
#[command(after_help = "\
A store is a data directory or the address of a database of PostgreSQL: postgres://USER@HOST/DATABASE. Documents keep their ids, bytes and numbers, and what arrived is read back and held against the digest of where it came from. Where they come from stays as it is. The store that they go to must be empty. No service may use the data directory; services on a database may go on, and the copy is as of one write.

Keys of requests, receipts of erasures and webhooks are left behind, and so are API keys: they stay in their data directory.

Examples:
  rolefit migrate --from data --to postgres://rolefit@db.example/people
  rolefit migrate --from postgres://rolefit@db.example/people --to data")]
pub(super) struct Arguments {
    /// Where the documents are
    #[arg(long, value_name = "STORE")]
    from: Store,
    /// Where they are to be
    #[arg(long, value_name = "STORE")]
    to: Store,
    /// The tenant whose documents are meant, see `rolefit keys create --help`
    #[arg(long, value_name = "NAME", default_value_t)]
    tenant: TenantName,
    /// How the outcome is written
    #[arg(long, value_enum, default_value = "table")]
    format: TextFormat,
}

/// A data directory, or a database.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "it is parsed, and then refused"))]
enum Store {
    DataDirectory(PathBuf),
    Postgres(PostgresUrl),
}

impl std::str::FromStr for Store {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(text.parse().map_or_else(|_| Self::DataDirectory(text.into()), Self::Postgres))
    }
}

#[cfg(feature = "postgres")]
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    use std::io::Write as _;

    use super::backup::holdings;
    use super::destination::Destination;
    use super::json_rows;
    use super::upkeep::failed;
    use super::watch::watched;

    let schema = arguments.tenant.schema();
    let directory = |dir: &PathBuf| DataDirectory::at(arguments.tenant.directory(dir));
    let moved = watched(|progress| match (&arguments.from, &arguments.to) {
        (Store::DataDirectory(from), Store::Postgres(to)) => {
            directory(from).watched(progress).migrate_to_postgres(to, &schema).map_err(failed)
        }
        (Store::Postgres(from), Store::DataDirectory(to)) => {
            directory(to).watched(progress).migrate_from_postgres(from, &schema).map_err(failed)
        }
        (Store::DataDirectory(_), Store::DataDirectory(_)) => {
            Err(Failure::usage("both stores are data directories; expected a database as one of them")
                .with_hint("`rolefit backup` and `rolefit restore` copy a data directory"))
        }
        (Store::Postgres(_), Store::Postgres(_)) => {
            Err(Failure::usage("both stores are databases; expected a data directory as one of them")
                .with_hint("`pg_dump` and `pg_restore` copy a database"))
        }
    })?;
    let mut out = Destination::stdout();
    match arguments.format {
        TextFormat::Json => json_rows::pretty(&moved, &mut out)?,
        TextFormat::Table => writeln!(out, "{} moved and read back", holdings(&moved))?,
    }
    out.finish()
}

#[cfg(not(feature = "postgres"))]
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { from: _, to: _, tenant: _, format: _ } = arguments;
    Err(Failure::usage("this rolefit was built without PostgreSQL").with_hint("build it with the feature `postgres`"))
}
