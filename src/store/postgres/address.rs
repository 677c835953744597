//! What an address asks for: servers, limits of what they may take, and how far what is sent is kept from others.

use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{SslMode, TargetSessionAttrs};

use super::PostgresUrl;
use super::connections::{CALL_PATIENCE, reasons};
use super::tls::{self, Tls, Trust};
use crate::domain::Error;

/// Nobody waits longer for a new connection.
const CONNECT_PATIENCE: Duration = Duration::from_secs(3);
/// A connection is asked for a sign of life after so long a silence, and given up when none comes in the same time again.
const SILENCE: Duration = Duration::from_secs(10);
/// Everything is looked up by a key. Without statistics, which the tables have none of, the planner might read all documents for some.
const PLANS: &str = "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off";
/// The parameters that are read here, for the client below knows neither authorities nor all modes.
const MODE: &str = "sslmode";
const ROOTS: &str = "sslrootcert";
/// The value of [`ROOTS`] by which the system's authorities are meant.
const SYSTEM: &str = "system";

/// Reads an address, and the files that it names.
///
/// # Errors
/// [`Error::Configuration`] where it is none, or asks for what is not there.
pub(super) fn read(url: &PostgresUrl) -> Result<(Config, Tls), Error> {
    let refused = |reason: String| Error::Configuration(format!("{url} cannot be used: {reason}"));
    let Encryption { others, mode, roots } = Encryption::of(url.reveal()).map_err(refused)?;
    let mut config: Config = others.parse().map_err(|error: tokio_postgres::Error| refused(reasons(&error)))?;
    let (mode, tls) = encrypted(mode.as_deref(), roots.as_deref()).map_err(refused)?;
    config.ssl_mode(mode);
    if config.get_target_session_attrs() == TargetSessionAttrs::ReadOnly {
        let reason = "a standby takes no writes, and may be behind; expected target_session_attrs=read-write, which is always asked for";
        return Err(refused(reason.to_owned()));
    }
    if config.get_password().is_none()
        && let Ok(password) = std::env::var("PGPASSWORD")
    {
        config.password(password);
    }
    // A node that stops in the middle of a transaction holds the counter: the database ends that, so that others can write.
    let limits = format!(
        "-c statement_timeout={0} -c lock_timeout={0} -c idle_in_transaction_session_timeout={0} {PLANS}",
        CALL_PATIENCE.as_millis()
    );
    let options = config.get_options().map_or(limits.clone(), |own| format!("{limits} {own}"));
    config.options(options).application_name("rolefit").connect_timeout(CONNECT_PATIENCE);
    config.keepalives_idle(SILENCE).keepalives_interval(SILENCE).keepalives_retries(1).tcp_user_timeout(SILENCE);
    Ok((config, tls))
}

/// What an address says of encryption, and the address without it.
struct Encryption {
    others: String,
    mode: Option<String>,
    roots: Option<String>,
}

impl Encryption {
    fn of(text: &str) -> Result<Self, String> {
        // A password may hold whatever nobody escaped.
        let from = text.find('@').unwrap_or_default();
        let Some(begin) = text[from..].find('?').map(|at| from + at) else {
            return Ok(Self { others: text.to_owned(), mode: None, roots: None });
        };
        let (mut mode, mut roots, mut others) = (None, None, Vec::new());
        for parameter in text[begin + 1..].split('&') {
            match parameter.split_once('=') {
                Some((MODE, value)) => mode = Some(decoded(value)?),
                Some((ROOTS, value)) => roots = Some(decoded(value)?),
                _ => others.push(parameter),
            }
        }
        let place = &text[..begin];
        let others = if others.is_empty() { place.to_owned() } else { format!("{place}?{}", others.join("&")) };
        Ok(Self { others, mode, roots })
    }
}

/// A value without the escapes of addresses.
fn decoded(value: &str) -> Result<String, String> {
    let mut bytes = Vec::with_capacity(value.len());
    let mut left = value.as_bytes();
    while let Some((byte, rest)) = left.split_first() {
        let escaped = (*byte == b'%').then(|| rest.split_at_checked(2)).flatten().and_then(|(digits, rest)| {
            let digits = std::str::from_utf8(digits).ok()?;
            Some((u8::from_str_radix(digits, 16).ok()?, rest))
        });
        let (byte, rest) = escaped.unwrap_or((*byte, rest));
        bytes.push(byte);
        left = rest;
    }
    String::from_utf8(bytes).map_err(|_| format!("{MODE} or {ROOTS} is no text"))
}

/// The mode of the client below, and whom to trust.
fn encrypted(mode: Option<&str>, roots: Option<&str>) -> Result<(SslMode, Tls), String> {
    let mode = mode.unwrap_or("prefer");
    let trusting = |trust, file: &str| Ok((SslMode::Require, Tls::trusting(tls::roots_in(file)?, trust)?));
    match (mode, roots) {
        ("disable", None) => Ok((SslMode::Disable, Tls::trusting_anybody())),
        ("prefer", None) => Ok((SslMode::Prefer, Tls::trusting_anybody())),
        ("require", None) => Ok((SslMode::Require, Tls::trusting_anybody())),
        ("verify-full", None | Some(SYSTEM)) => {
            Ok((SslMode::Require, Tls::trusting(tls::roots_of_system()?, Trust::Host)?))
        }
        ("verify-full", Some(file)) => trusting(Trust::Host, file),
        ("require" | "verify-ca", Some(SYSTEM)) | ("verify-ca", None) => Err(format!(
            "the authorities that the system trusts vouch for servers of anybody; expected {ROOTS}=FILE, or {MODE}=verify-full"
        )),
        ("require" | "verify-ca", Some(file)) => trusting(Trust::Authority, file),
        ("disable" | "prefer", Some(_)) => {
            Err(format!("{MODE}={mode} does not look at {ROOTS}; expected {MODE}=verify-full"))
        }
        _ => Err(format!("unknown {MODE} {mode:?}; expected disable, prefer, require, verify-ca or verify-full")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_with(parameters: &str) -> Result<Config, String> {
        let url = PostgresUrl::new(&format!("postgres://u:geh?eim@one:5432,two:5433/d?{parameters}")).unwrap();
        read(&url).map(|(config, _)| config).map_err(|error| error.to_string())
    }

    fn authority() -> String {
        format!("{ROOTS}={}/tests/webhooks/authority.pem", env!("CARGO_MANIFEST_DIR").replace('/', "%2F"))
    }

    #[test]
    fn what_cannot_be_had_from_an_address_is_refused() {
        let root = authority();
        for (parameters, told) in [
            ("sslmode=verify-ca", "expected sslrootcert=FILE"),
            ("sslmode=verify-ca&sslrootcert=system", "expected sslrootcert=FILE"),
            ("sslmode=require&sslrootcert=system", "sslmode=verify-full"),
            (&root, "sslmode=prefer does not look at sslrootcert"),
            (&format!("sslmode=disable&{root}"), "sslmode=disable does not look"),
            ("sslmode=verify-full&sslrootcert=/none.pem", "/none.pem"),
            ("sslmode=verify-full&sslrootcert=Cargo.toml", "no certificate"),
            ("target_session_attrs=read-only", "a standby takes no writes"),
            ("sslmode=perhaps", "unknown sslmode \"perhaps\"; expected disable, prefer"),
            ("sslcert=me.pem", "sslcert"),
        ] {
            let error = read_with(parameters).unwrap_err();
            assert!(error.contains(told) && !error.contains("geh?eim"), "{parameters}: {error}");
        }
    }

    #[test]
    fn modes_are_those_of_postgresql() {
        let root = authority();
        for (parameters, mode) in [
            ("application_name=x", SslMode::Prefer),
            ("sslmode=disable", SslMode::Disable),
            ("sslmode=prefer", SslMode::Prefer),
            ("sslmode=disable&target_session_attrs=read-write&sslmode=require", SslMode::Require),
            (&format!("sslmode=require&{root}"), SslMode::Require),
            (&format!("{root}&sslmode=verify-ca&connect_timeout=3"), SslMode::Require),
            (&format!("sslmode=verify-full&{root}"), SslMode::Require),
        ] {
            let config = read_with(parameters).unwrap();
            assert_eq!((config.get_hosts().len(), config.get_ssl_mode()), (2, mode), "{parameters}");
            assert_eq!((config.get_password(), config.get_dbname()), (Some(&b"geh?eim"[..]), Some("d")));
        }
    }
}
