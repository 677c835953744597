//! `rolefit keys`: who may ask a service, and for whose documents.

use std::io::Write;
use std::path::PathBuf;

use clap::Subcommand;
use serde::Serialize;

use super::arguments::TextFormat;
use super::console::Console;
use super::destination::Destination;
use super::failure::Failure;
use super::json_rows;
use super::upkeep::none_there;
use super::visible::visible;
use crate::Error;
use crate::access::{CreatedKey, Key, KeyFile, KeyRotation, KeyState, NewKey, Scope, TenantName, Timestamp};

/// So long a rotated key goes on working unless said, in hours: a day to give the new one to whoever uses it.
const OVERLAP_HOURS: u16 = 24;

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Make a key, which is shown once
    #[command(after_help = "\
The key goes to standard output, and what is told of it to standard error. It is kept nowhere: whoever loses it makes another. As soon as there is one key, the service asks every request for one; a running service sees it within a second.

A key is for the documents of one tenant. Those of the tenant `default` stand in the data directory itself, those of others in `tenants/` below it.

Examples:
  rolefit keys create --data-dir data --scope admin --name operator
  rolefit keys create --data-dir data --scope write --tenant acme --expires 2027-12-31 > acme.key")]
    Create {
        /// The data directory of the service; made when it is not there
        #[arg(long, value_name = "DIR")]
        data_dir: PathBuf,
        /// What it allows: read documents and match; write, too; or all, with keys, backups and metrics
        #[arg(long, value_name = "read|write|admin")]
        scope: Scope,
        /// Whose documents it is for
        #[arg(long, value_name = "NAME", default_value_t)]
        tenant: TenantName,
        /// What it is called in lists, such as the program that uses it
        #[arg(long, value_name = "TEXT")]
        name: Option<String>,
        /// The last day on which it works, in UTC (2027-01-31), or the moment at which it stops (2027-01-31T12:00:00Z)
        #[arg(long, value_name = "DATE", value_parser = Timestamp::end_of)]
        expires: Option<Timestamp>,
        /// How the key is written
        #[arg(long, value_enum, default_value_t = TextFormat::Table)]
        format: TextFormat,
    },
    /// List the keys: never themselves, which are kept nowhere
    #[command(after_help = "\
Keys that work no more are listed, too.

Examples:
  rolefit keys list --data-dir data
  rolefit keys list --data-dir data --tenant acme --format json")]
    List {
        /// The data directory of the service
        #[arg(long, value_name = "DIR")]
        data_dir: PathBuf,
        /// Only the keys of this tenant
        #[arg(long, value_name = "NAME")]
        tenant: Option<TenantName>,
        /// How the list is written
        #[arg(long, value_enum, default_value_t = TextFormat::Table)]
        format: TextFormat,
    },
    /// Make a key in place of another, which goes on working for a while
    #[command(after_help = "\
The new key has the tenant, the scope and the name of the old one, and lasts as long.

Examples:
  rolefit keys rotate 0f3c5a7e9b1d --data-dir data > new.key
  rolefit keys rotate 0f3c5a7e9b1d --data-dir data --overlap-hours 0")]
    Rotate {
        /// The key's id, as `keys list` tells it
        #[arg(value_name = "ID")]
        id: String,
        /// The data directory of the service
        #[arg(long, value_name = "DIR")]
        data_dir: PathBuf,
        /// So long the old key goes on working
        #[arg(long, value_name = "HOURS", default_value_t = OVERLAP_HOURS)]
        overlap_hours: u16,
        /// The last day on which the new key works, in UTC, or the moment at which it stops
        #[arg(long, value_name = "DATE", value_parser = Timestamp::end_of)]
        expires: Option<Timestamp>,
        /// How the key is written
        #[arg(long, value_enum, default_value_t = TextFormat::Table)]
        format: TextFormat,
    },
    /// Take a key back; a running service refuses it within a second
    #[command(after_help = "\
Examples:
  rolefit keys revoke 0f3c5a7e9b1d --data-dir data")]
    Revoke {
        /// The key's id, as `keys list` tells it
        #[arg(value_name = "ID")]
        id: String,
        /// The data directory of the service
        #[arg(long, value_name = "DIR")]
        data_dir: PathBuf,
    },
}

pub(super) fn run(command: Command, console: &mut Console) -> Result<(), Failure> {
    match command {
        Command::Create { data_dir, scope, tenant, name, expires, format } => {
            let new = NewKey::new(tenant, scope).with_expires_at(expires);
            let new = match name {
                Some(name) => new.with_name(name),
                None => new,
            };
            show(&KeyFile::at(data_dir).create(&new).map_err(failed)?, format, console)
        }
        Command::List { data_dir, tenant, format } => {
            if !data_dir.is_dir() {
                return Err(none_there(&data_dir.display()));
            }
            let ring = KeyFile::at(data_dir).read().map_err(failed)?;
            let keys = ring.keys().filter(|key| tenant.as_ref().is_none_or(|tenant| key.tenant == *tenant));
            list(&keys.map(Listed::of).collect::<Vec<_>>(), format)
        }
        Command::Rotate { id, data_dir, overlap_hours, expires, format } => {
            let overlap = u32::from(overlap_hours) * 3600;
            let rotation = KeyRotation::default().with_expires_at(expires).with_overlap_seconds(overlap);
            show(&KeyFile::at(data_dir).rotate(&id, &rotation).map_err(failed)?, format, console)
        }
        Command::Revoke { id, data_dir } => {
            let key = KeyFile::at(data_dir).revoke(&id, None).map_err(failed)?;
            console.say(format_args!("key {} of {} is revoked", key.id, key.tenant));
            Ok(())
        }
    }
}

/// A key that is not known is the answer no; a directory that is not there is not.
fn failed(error: Error) -> Failure {
    match error {
        Error::NotFound { what: "data directory", id } => none_there(&id),
        other => other.into(),
    }
}

/// A key with whether it works.
#[derive(Debug, Serialize)]
struct Listed<'a> {
    #[serde(flatten)]
    key: &'a Key,
    state: KeyState,
}

impl<'a> Listed<'a> {
    fn of(key: &'a Key) -> Self {
        Self { key, state: key.state(Timestamp::now()) }
    }
}

/// The key to standard output, and all else to people.
fn show(created: &CreatedKey, format: TextFormat, console: &mut Console) -> Result<(), Failure> {
    #[derive(Serialize)]
    struct Shown<'a> {
        #[serde(flatten)]
        listed: Listed<'a>,
        secret: &'a str,
    }
    let CreatedKey { key, secret, .. } = created;
    let mut out = Destination::stdout();
    match format {
        TextFormat::Json => {
            json_rows::pretty(&Shown { listed: Listed::of(key), secret: secret.reveal() }, &mut out)?;
        }
        TextFormat::Table => writeln!(out, "{}", secret.reveal())?,
    }
    out.finish()?;
    let end = key.expires_at.map_or_else(String::new, |end| format!(" until {end}"));
    console.say(format_args!("key {} of {}, scope {}{end}; it is shown this once", key.id, key.tenant, key.scope));
    Ok(())
}

fn list(keys: &[Listed<'_>], format: TextFormat) -> Result<(), Failure> {
    let mut out = Destination::stdout();
    match format {
        TextFormat::Json => json_rows::pretty(&keys, &mut out)?,
        TextFormat::Table if keys.is_empty() => writeln!(out, "There are no keys; `rolefit keys create` makes one.")?,
        TextFormat::Table => {
            let width = keys.iter().map(|listed| listed.key.tenant.as_str().len()).max().unwrap_or(0);
            for Listed { key, state } in keys {
                let Key { id, tenant, scope, name, expires_at, .. } = key;
                let end = expires_at.map_or_else(|| "-".to_owned(), |end| end.to_string());
                let (scope, state) = (scope.as_str(), state.as_str());
                let name = visible(name.as_deref().unwrap_or_default());
                let line = format!("{id}  {:width$}  {scope:5}  {state:7}  {end:20}  {name}", tenant.as_str());
                writeln!(out, "{}", line.trim_end())?;
            }
        }
    }
    out.finish()
}
