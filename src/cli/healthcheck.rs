//! `rolefit healthcheck`: whether a service answers, for a container that has no other program to ask with.

use std::io::{Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use clap::Args;

use super::failure::Failure;

/// Whoever supervises gives up about then, too.
const PATIENCE: Duration = Duration::from_secs(5);
/// The line of an answer's status is shorter.
const STATUS_BYTES: u64 = 64;

#[derive(Debug, Args)]
#[command(after_help = "\
Exits with 0 when the service answers 200, else with 1.

Examples:
  rolefit healthcheck
  rolefit healthcheck 127.0.0.1:8080 --ready")]
pub(super) struct Arguments {
    /// Address on which the service listens; of all addresses the loopback is asked
    #[arg(value_name = "ADDR", default_value = "127.0.0.1:7878", env = "ROLEFIT_LISTEN")]
    address: SocketAddr,
    /// Ask whether it takes requests (`/readyz`), not only whether it lives (`/healthz`)
    #[arg(long)]
    ready: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let path = if arguments.ready { "/readyz" } else { "/healthz" };
    let address = reachable(arguments.address);
    match status(address, path) {
        Ok(status) if status.split(' ').nth(1) == Some("200") => Ok(()),
        Ok(status) => Err(Failure::negative(format!("{address}{path} answers {status:?}; expected 200"))),
        Err(error) => Err(Failure::negative(format!("{address} does not answer: {error}; expected a service there"))),
    }
}

/// The first line of what is answered.
fn status(address: SocketAddr, path: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut head = Vec::new();
    stream.take(STATUS_BYTES).read_to_end(&mut head)?;
    let head = String::from_utf8_lossy(&head);
    Ok(head.lines().next().unwrap_or_default().to_owned())
}

/// An address to ask at, of one to listen on.
fn reachable(listen: SocketAddr) -> SocketAddr {
    let ip = match listen.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, listen.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_all_is_asked_on_loopback() {
        for (listen, asked) in [("0.0.0.0:80", "127.0.0.1:80"), ("[::]:80", "[::1]:80"), ("10.1.2.3:80", "10.1.2.3:80")]
        {
            assert_eq!(reachable(listen.parse().unwrap()), asked.parse().unwrap());
        }
    }
}
