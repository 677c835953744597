//! TLS with PostgreSQL: whose certificates are taken, what is refused, and that a standby is reached so, too. The certificates are made by
//! `openssl` for each test; without it these tests are passed over, loudly.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::failover::Pair;
use super::{Database, ROLE, matches_at, person, put, seq};
use crate::http_service::Service;
use crate::program::Folder;

/// So long a failover may take: a few seconds, and busy machines.
const TAKEN_OVER_WITHIN: Duration = Duration::from_secs(60);

/// Two authorities, and a server named `localhost` for whom the first one vouches.
struct Certificates(Folder);

impl Certificates {
    fn new() -> Option<Self> {
        let made =
            Self(Folder::new().with("server.ext", "subjectAltName=DNS:localhost\nextendedKeyUsage=serverAuth\n"));
        if Command::new("openssl").arg("version").stdout(Stdio::null()).status().is_err() {
            eprintln!("SKIPPED for PostgreSQL with TLS: there is no `openssl` for certificates");
            return None;
        }
        for name in ["authority", "other"] {
            made.openssl(&format!(
                "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={name} -keyout {name}.key -out {name}.pem"
            ));
        }
        made.openssl("req -newkey rsa:2048 -nodes -subj /CN=localhost -keyout server.key -out server.csr");
        // Its digest is what passwords are bound to, and not the one that most have.
        made.openssl(
            "x509 -req -sha384 -days 2 -in server.csr -CA authority.pem -CAkey authority.key -CAcreateserial \
             -extfile server.ext -out server.pem",
        );
        Some(made)
    }

    fn openssl(&self, arguments: &str) {
        let mut openssl = Command::new("openssl");
        let run = openssl.args(arguments.split_whitespace()).current_dir(self.0.path()).output().unwrap();
        assert!(run.status.success(), "{arguments}: {}", String::from_utf8_lossy(&run.stderr));
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }
}

/// What a node says that cannot start on this store.
fn refused(folder: &Folder, url: &str) -> String {
    let run = folder.run(&["serve", "--listen", "127.0.0.1:0", "--store", url]);
    assert!(run.code != 0 && !run.stderr.contains("geheim"), "{url}: {}", run.stderr);
    run.stderr
}

fn node(url: &str) -> Service {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
    command.args(["serve", "--listen", "127.0.0.1:0", "--store", url]);
    let node = Service::spawn(command);
    node.wait_until_ready();
    node
}

#[test]
fn a_server_is_taken_by_its_certificate_as_the_address_asks_and_a_standby_takes_over() {
    let Some(database) = Database::new("encrypted") else { return };
    let Some(certificates) = Certificates::new() else { return };
    let files = ["server.pem", "server.key"].map(|name| certificates.path(name));
    let mut pair = Pair::prepared(&database, |primary| {
        primary.is_to(&["tls", &files[0], &files[1]]);
        primary.is_to(&["sql", "postgres", "CREATE ROLE bound LOGIN SUPERUSER PASSWORD 'geheim'"]);
    });
    let (primary, standby) = (pair.primary.port, pair.standby.port);
    let at = |host: &str, parameters: &str| format!("postgres://rolefit@{host}:{primary}/postgres?{parameters}");
    let root = |name: &str| format!("sslrootcert={}", certificates.path(name));
    let (right, wrong) = (root("authority.pem"), root("other.pem"));
    let folder = Folder::new();
    let connections = |of: &Pair| {
        let sql = "SELECT count(*), coalesce(bool_and(ssl), false) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                   WHERE application_name = 'rolefit'";
        of.primary.is_to(&["sql", "postgres", sql])
    };

    for (url, told) in [
        (at("127.0.0.1", &format!("sslmode=verify-full&{right}")), "expected a certificate for 127.0.0.1"),
        (at("localhost", &format!("sslmode=verify-full&{wrong}")), "UnknownIssuer"),
        (at("localhost", &format!("sslmode=verify-ca&{wrong}")), "UnknownIssuer"),
        (at("localhost", &format!("sslmode=require&{wrong}")), "UnknownIssuer"),
        (at("localhost", "sslmode=verify-full&sslrootcert=none.pem"), "sslrootcert none.pem cannot be read"),
        (at("localhost", "sslmode=verify-ca"), "expected sslrootcert=FILE"),
        // This one speaks no TLS.
        (format!("{}?sslmode=require", database.url), "server does not support TLS"),
        (format!("{}?sslmode=verify-full&{right}", database.url), "server does not support TLS"),
        (at("localhost", "sslmode=disable").replace("rolefit@", "bound:geheim@"), "reject"),
        (at("localhost", "channel_binding=require&sslmode=disable"), "channel binding"),
    ] {
        let said = refused(&folder, &url);
        assert!(said.contains(told), "{url}: {said}");
    }

    for (url, is_encrypted) in [
        (at("127.0.0.1", "sslmode=disable"), "f"),
        (at("127.0.0.1", "application_name=x"), "t"),
        (at("127.0.0.1", "sslmode=require"), "t"),
        (at("127.0.0.1", &format!("sslmode=verify-ca&{right}")), "t"),
        // A password that is proved for this connection alone.
        (at("127.0.0.1", "sslmode=require&channel_binding=require").replace("rolefit@", "bound:geheim@"), "t"),
    ] {
        let node = node(&url);
        assert_eq!(node.put("/v1/roles/r", ROLE).status / 100, 2, "{url}");
        let found = connections(&pair);
        assert!(found != "0|f" && found.ends_with(is_encrypted), "{url}: {found}");
    }
    // Beside a server that speaks none.
    let plain = database.url.rsplit_once(':').unwrap().1.split('/').next().unwrap().to_owned();
    let parameters = format!("sslmode=verify-full&{right}");
    let beside = node(&format!("postgres://rolefit@localhost:{plain},localhost:{primary}/postgres?{parameters}"));
    seq(&beside.put("/v1/candidates/beside", &person(1)));
    drop(beside);

    let both = format!("postgres://rolefit@localhost:{primary},localhost:{standby}/postgres?{parameters}");
    let nodes = [node(&both), node(&both)];
    let written = seq(&nodes[0].put("/v1/candidates/before", &person(2)));
    let text = matches_at(&nodes[1], &written).text;
    assert!(text.contains("\"before\"") && text.contains("\"beside\""), "{text}");
    assert!(connections(&pair).ends_with('t'));
    pair.primary.is_to(&["kill"]);
    pair.promote();
    let begun = Instant::now();
    while !matches!(put(&nodes[1].address, "/v1/candidates/after", &person(3)), Some((200 | 201, _))) {
        assert!(begun.elapsed() < TAKEN_OVER_WITHIN, "no write after the standby took over: {}", nodes[1].log());
    }
    assert!(connections(&pair).ends_with('t'));
    let last = nodes[1].get("/v1/candidates/after").header("etag").trim_matches('"').to_owned();
    let text = matches_at(&nodes[0], &last).text;
    assert!(text.contains("\"before\"") && text.contains("\"after\""), "{text}");
}
