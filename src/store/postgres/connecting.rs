//! Connections to the one server that takes writes. An address may name several: all of them are asked at once, so that one that hangs
//! holds up nobody, and of those that take writes the one of the newest timeline is used. A standby that takes over begins a new timeline:
//! a server of an older one than was met has been replaced, and what it says or takes may be lost, so it is never used again.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadpool_postgres::Connect;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{sleep, timeout};
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres::{Client, Config, Connection, Error, SimpleQueryMessage, Socket};

use super::tls::{Encrypted, Tls};

/// Nobody waits longer for one server, its greeting included: one that is stopped takes connections, and says nothing.
const ATTEMPT: Duration = Duration::from_secs(3);
/// So long others may say that they are of a newer timeline than the first server that takes writes.
const GRACE: Duration = Duration::from_millis(300);
/// Between two rounds in which nobody said anything of use.
const PAUSE: Duration = Duration::from_millis(250);
/// The name of the file to which the log is written begins with the timeline, in eight hexadecimal digits.
const TIMELINE: &str = "SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)";
const HEX: u32 = 16;

/// The servers of an address, and what was seen of them.
#[derive(Clone)]
pub(super) struct Connector {
    servers: Arc<[Config]>,
    tls: Tls,
    fence: Arc<Fence>,
}

/// A connection, and whoever moves its bytes.
pub(super) type Connected = (Client, Connection<Socket, Encrypted>);

impl Connector {
    /// For the servers of an address.
    pub(super) fn new(config: &Config, tls: Tls) -> Self {
        Self { servers: servers_of(config).into(), tls, fence: Arc::default() }
    }

    /// Connects to the server that takes writes.
    ///
    /// # Errors
    /// That of one of the servers, where none takes writes. Where none says anything it goes on: whoever waits knows for how long.
    pub(super) async fn connect(&self) -> Result<Connected, Error> {
        loop {
            let mut asked = JoinSet::new();
            for server in self.servers.iter().cloned() {
                asked.spawn(timeout(ATTEMPT, greet(server, self.tls.clone())));
            }
            let (mut best, mut failed): (Option<(Timeline, Connected)>, _) = (None, None);
            loop {
                let next = match best {
                    None => asked.join_next().await,
                    Some(_) => timeout(GRACE, asked.join_next()).await.unwrap_or(None),
                };
                match next {
                    None => break,
                    Some(Ok(Ok(Ok(found)))) => {
                        if best.as_ref().is_none_or(|(timeline, _)| *timeline < found.0) {
                            best = Some(found);
                        }
                    }
                    Some(Ok(Ok(Err(error)))) => failed = Some(error),
                    // It was silent.
                    Some(_) => {}
                }
            }
            if let Some((_, connected)) = best.filter(|(timeline, _)| self.fence.admits(*timeline)) {
                return Ok(connected);
            }
            if let Some(error) = failed {
                return Err(error);
            }
            sleep(PAUSE).await;
        }
    }

    /// Whether a connection that was made then is one of the newest timeline, as far as anybody met a newer one.
    pub(super) fn is_current(&self, made: Instant) -> bool {
        self.fence.seen().since.is_none_or(|since| made >= since)
    }
}

impl Connect for Connector {
    fn connect(
        &self,
        _: &Config,
    ) -> Pin<Box<dyn Future<Output = Result<(Client, JoinHandle<()>), Error>> + Send + '_>> {
        Box::pin(async move {
            let (client, connection) = Connector::connect(self).await?;
            // Whoever uses the client is told why it ended.
            Ok((client, tokio::spawn(async move { drop(connection.await) })))
        })
    }
}

/// None where a server does not tell.
type Timeline = Option<u32>;

/// The newest timeline that was met.
#[derive(Default)]
struct Fence(Mutex<Seen>);

#[derive(Clone, Copy, Default)]
struct Seen {
    newest: Timeline,
    /// When it was met, where it took the place of another.
    since: Option<Instant>,
}

impl Fence {
    fn seen(&self) -> Seen {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a server of this timeline may be used; remembers it.
    fn admits(&self, timeline: Timeline) -> bool {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if timeline > seen.newest {
            let since = seen.newest.map(|_| Instant::now());
            *seen = Seen { newest: timeline, since };
        }
        timeline >= seen.newest
    }
}

/// Connects to one server and asks for its timeline.
async fn greet(server: Config, tls: Tls) -> Result<(Timeline, Connected), Error> {
    let (client, mut connection) = server.connect(tls).await?;
    let mut asked = Box::pin(client.simple_query(TIMELINE));
    let answered = tokio::select! {
        answered = &mut asked => answered,
        ended = &mut connection => match ended {
            Ok(()) => asked.as_mut().await,
            Err(error) => Err(error),
        },
    };
    drop(asked);
    let timeline = match answered {
        Ok(messages) => messages.iter().find_map(|message| match message {
            SimpleQueryMessage::Row(row) => u32::from_str_radix(row.get(0)?, HEX).ok(),
            _ => None,
        }),
        // Not every server that speaks the protocol has the functions, or lets everybody use them.
        Err(error) if error.code().is_some_and(|code| matches!(code.code().get(..2), Some("0A" | "42"))) => None,
        Err(error) => return Err(error),
    };
    Ok((timeline, (client, connection)))
}

/// Each server of an address by itself.
fn servers_of(config: &Config) -> Vec<Config> {
    let (hosts, addresses, ports) = (config.get_hosts(), config.get_hostaddrs(), config.get_ports());
    let server = |place: usize| {
        let mut server = Config::new();
        server.ssl_mode(config.get_ssl_mode()).ssl_negotiation(config.get_ssl_negotiation());
        match (hosts.get(place), addresses.get(place)) {
            (Some(Host::Tcp(name)), _) => {
                server.host(name);
            }
            #[cfg(unix)]
            (Some(Host::Unix(path)), _) => {
                // Nobody listens on the way, and PostgreSQL speaks no TLS there.
                server.host_path(path).ssl_mode(SslMode::Disable);
            }
            // What a certificate is to be for.
            (None, Some(address)) => {
                server.host(address.to_string());
            }
            (None, None) => {}
        }
        if let Some(address) = addresses.get(place) {
            server.hostaddr(*address);
        }
        if let Some(port) = ports.get(place).or(ports.first()) {
            server.port(*port);
        }
        if let Some(user) = config.get_user() {
            server.user(user);
        }
        if let Some(password) = config.get_password() {
            server.password(password);
        }
        if let Some(database) = config.get_dbname() {
            server.dbname(database);
        }
        if let Some(options) = config.get_options() {
            server.options(options);
        }
        if let Some(name) = config.get_application_name() {
            server.application_name(name);
        }
        if let Some(time) = config.get_connect_timeout() {
            server.connect_timeout(*time);
        }
        if let Some(time) = config.get_tcp_user_timeout() {
            server.tcp_user_timeout(*time);
        }
        server.channel_binding(config.get_channel_binding());
        server.keepalives(config.get_keepalives()).keepalives_idle(config.get_keepalives_idle());
        if let Some(interval) = config.get_keepalives_interval() {
            server.keepalives_interval(interval);
        }
        if let Some(retries) = config.get_keepalives_retries() {
            server.keepalives_retries(retries);
        }
        // A standby answers reads, and may be behind.
        server.target_session_attrs(TargetSessionAttrs::ReadWrite);
        server
    };
    (0..hosts.len().max(addresses.len())).map(server).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_server_of_an_address_has_its_own_port_and_what_all_share() {
        let config: Config = "postgres://u:p@one:1,two:2,three:3/d?options=-cx%3Dy&connect_timeout=7".parse().unwrap();
        let servers = servers_of(&config);
        let places: Vec<_> = servers.iter().map(|one| (one.get_hosts()[0].clone(), one.get_ports()[0])).collect();
        assert_eq!(
            places,
            [("one", 1), ("two", 2), ("three", 3)].map(|(name, port)| (Host::Tcp(name.to_owned()), port))
        );
        for server in &servers {
            assert_eq!((server.get_hosts().len(), server.get_user(), server.get_dbname()), (1, Some("u"), Some("d")));
            assert_eq!((server.get_password(), server.get_options()), (Some(&b"p"[..]), Some("-cx=y")));
            assert_eq!(server.get_connect_timeout(), Some(&Duration::from_secs(7)));
            assert_eq!(server.get_target_session_attrs(), TargetSessionAttrs::ReadWrite);
        }
    }

    #[test]
    fn a_server_of_an_address_alone_is_encrypted_by_that_and_a_socket_is_not() {
        let config: Config = "postgres://u@/d?hostaddr=127.0.0.1,::1&port=1&sslmode=require".parse().unwrap();
        let servers = servers_of(&config);
        let names: Vec<_> = servers.iter().map(|one| one.get_hosts()[0].clone()).collect();
        assert_eq!(names, ["127.0.0.1", "::1"].map(|name| Host::Tcp(name.to_owned())));
        assert!(servers.iter().all(|one| one.get_ssl_mode() == SslMode::Require));
        let config: Config = "postgres://u@%2Frun%2Fpostgresql/d?sslmode=require".parse().unwrap();
        assert_eq!(servers_of(&config)[0].get_ssl_mode(), SslMode::Disable);
    }

    #[test]
    fn a_server_of_an_older_timeline_is_not_used_again() {
        let fence = Fence::default();
        assert!(fence.admits(None), "nobody tells");
        assert!(fence.admits(Some(1)) && fence.admits(Some(1)));
        assert!(fence.seen().since.is_none(), "it took nobody's place");
        let before = Instant::now();
        assert!(fence.admits(Some(2)));
        assert!(fence.seen().since.is_some_and(|since| since >= before));
        assert!(!fence.admits(Some(1)) && !fence.admits(None) && fence.admits(Some(2)));
    }

    #[test]
    fn a_server_that_says_nothing_holds_up_nobody_and_ends_by_itself() {
        let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = silent.local_addr().unwrap().port();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        // Beside one that refuses, whose word it is that counts.
        let config: Config = format!("postgres://u@127.0.0.1:{port},127.0.0.1:1/d").parse().unwrap();
        let begun = Instant::now();
        let outcome =
            runtime.block_on(async { Connector::new(&config, Tls::trusting_anybody()).connect().await.map(drop) });
        assert!(outcome.is_err() && begun.elapsed() < ATTEMPT * 2);
    }
}
