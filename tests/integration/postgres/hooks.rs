//! Webhooks of nodes on one database: whichever is asked knows them, one node sends, and another does in its place when it is killed.

use std::collections::BTreeSet;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use ureq::http::Request;

use super::{Database, ROLE, get_at, person, seq};
use crate::http_service::Service;
use crate::webhooks::{Received, Receiver};

/// So long a message may take when the node that sent has been killed: three seconds until another takes its place, and busy machines.
const TAKEN_OVER_WITHIN: Duration = Duration::from_secs(60);

fn node(database: &Database) -> Service {
    let node = database.node_with(&["--webhook-allow-private"]);
    node.wait_until_ready();
    node
}

/// How long it takes until somebody who is written at a node is told of.
fn is_told_of(receiver: &Receiver, writer: &Service, n: usize) -> Duration {
    let id = format!("c-{n}");
    let begun = Instant::now();
    let mut written = writer.put(&format!("/v1/candidates/{id}"), &person(n));
    // To a node that was stopped its calls to the database have taken too long: a client asks again, as it is told to.
    while written.status == 503 && begun.elapsed() < TAKEN_OVER_WITHIN {
        thread::sleep(Duration::from_millis(100));
        written = writer.put(&format!("/v1/candidates/{id}"), &person(n));
    }
    seq(&written);
    let begun = Instant::now();
    while !receiver.all().iter().any(|message| message.candidate() == id) {
        assert!(begun.elapsed() < TAKEN_OVER_WITHIN, "nobody is told of {id}: {}", writer.log());
        thread::sleep(Duration::from_millis(20));
    }
    begun.elapsed()
}

/// The process that sends, as the database has it.
fn sender(database: &Database) -> String {
    database.sql("SELECT holder FROM rolefit.side_state WHERE until > now()")
}

#[test]
fn one_node_sends_and_another_takes_its_place() {
    let Some(database) = Database::new("hooks") else { return };
    let receiver = Receiver::start();
    let mut nodes = vec![node(&database), node(&database), node(&database)];
    let role = seq(&nodes[0].put("/v1/roles/r", ROLE));
    let asked = json!({ "url": receiver.url, "limit": 100, "min_fit": 0 }).to_string();
    // The second node may be asked once it has seen the role.
    let request = Request::post(nodes[1].url("/v1/roles/r/webhooks")).header("content-type", "application/json");
    let made = nodes[1].send(request.header("x-rolefit-seq", &role).body(asked).unwrap());
    assert_eq!(made.status, 201, "{}", made.text);
    let (path, secret) = (made.header("location").to_owned(), made.json()["secret"].as_str().unwrap().to_owned());
    for node in &nodes {
        assert_eq!(get_at(node, &path, &role).json()["url"], receiver.url.as_str(), "every node knows it at once");
    }
    let mut senders = BTreeSet::new();
    for n in 0..30 {
        is_told_of(&receiver, &nodes[n % 3], n);
        senders.insert(sender(&database));
    }
    // Whoever else would send has had its time.
    thread::sleep(Duration::from_secs(1));
    let all = receiver.all();
    let told: BTreeSet<(String, String)> = all.iter().map(|one| (one.id().to_owned(), one.candidate())).collect();
    let once: BTreeSet<String> = all.iter().map(Received::candidate).collect();
    assert_eq!((told.len(), once.len()), (30, 30), "each has one message, which is the same when it is sent again");
    // A machine that is too busy for the sender to say in time that it is there lets another send what nobody has noted as sent.
    if senders.len() == 1 {
        assert_eq!(all.len(), 30, "each is sent once");
    }
    assert!(all.iter().all(|message| message.is_signed_by(&secret)));
    // A new secret, of a third node, is what the next message is signed by.
    let rotated = nodes[2].post(&format!("{path}/rotate"), r#"{"overlap_seconds": 0}"#);
    assert_eq!(rotated.status, 200, "{}", rotated.text);
    let secret = rotated.json()["secret"].as_str().unwrap().to_owned();
    is_told_of(&receiver, &nodes[0], 30);
    let last = receiver.all().into_iter().find(|message| message.candidate() == "c-30").unwrap();
    assert!(last.is_signed_by(&secret));

    // Each node is killed in turn, so that whoever sends is, too; what was written meanwhile is sent by another.
    let (mut n, mut longest, mut senders) = (31, Duration::ZERO, BTreeSet::from([sender(&database)]));
    for place in 0..nodes.len() {
        nodes[place].kill_now();
        let others: Vec<&Service> =
            nodes.iter().enumerate().filter(|(at, _)| *at != place).map(|(_, node)| node).collect();
        for other in others {
            longest = longest.max(is_told_of(&receiver, other, n));
            n += 1;
        }
        senders.insert(sender(&database));
        nodes[place] = node(&database);
    }
    assert!(senders.len() >= 2, "the one that sent was killed");
    eprintln!(
        "3 nodes killed: {} sent, the longest after {longest:?}, by {} of them",
        receiver.all().len(),
        senders.len()
    );
    // A message that fails is sent again, by another node where the first is gone.
    receiver.answers(500);
    seq(&nodes[0].put("/v1/candidates/again", &person(n)));
    let begun = Instant::now();
    while !receiver.all().iter().any(|message| message.candidate() == "again") {
        assert!(begun.elapsed() < TAKEN_OVER_WITHIN);
        thread::sleep(Duration::from_millis(20));
    }
    receiver.answers(200);
    // All but the newest, which has never sent.
    let newest = node(&database);
    nodes.iter().for_each(Service::kill_now);
    let begun = Instant::now();
    while receiver.all().iter().filter(|message| message.candidate() == "again").count() < 2 {
        assert!(begun.elapsed() < TAKEN_OVER_WITHIN * 2, "it is not sent again: {}", newest.log());
        thread::sleep(Duration::from_millis(20));
    }
    // What was answered is noted in the database, which may be busy.
    loop {
        let told = newest.get(&format!("{path}/deliveries")).json();
        let again = told["deliveries"].as_array().unwrap().iter().find(|one| one["candidate_id"] == "again");
        if again.is_some_and(|one| one["attempts"].as_array().unwrap().len() == 2) {
            break;
        }
        assert!(begun.elapsed() < TAKEN_OVER_WITHIN * 2, "{told}");
        thread::sleep(Duration::from_millis(20));
    }
    // Removed at one node, by another's word.
    let other = node(&database);
    assert_eq!(other.delete(&path).status, 204);
    assert_eq!(newest.get(&path).status, 404);
    let before = receiver.all().len();
    seq(&newest.put("/v1/candidates/unheard", &person(n + 1)));
    thread::sleep(Duration::from_secs(2));
    assert_eq!(receiver.all().len(), before, "there is nobody to tell");
    assert_eq!(database.sql("SELECT count(*) FROM rolefit.side_record WHERE key <> 'c'::bytea"), "0");
}

#[test]
fn a_sender_that_was_stopped_and_goes_on_overwrites_nothing() {
    let Some(database) = Database::new("stalled") else { return };
    let receiver = Receiver::start();
    let nodes = [node(&database), node(&database)];
    seq(&nodes[0].put("/v1/roles/r", ROLE));
    let asked = json!({ "url": receiver.url, "limit": 100, "min_fit": 0 }).to_string();
    let path = nodes[0].post("/v1/roles/r/webhooks", &asked).header("location").to_owned();
    is_told_of(&receiver, &nodes[0], 0);
    // One of them sends: each is stopped in turn while the other takes over, and goes on.
    for (n, (stopped, other)) in [(&nodes[0], &nodes[1]), (&nodes[1], &nodes[0])].into_iter().enumerate() {
        stopped.pause();
        is_told_of(&receiver, other, 10 + n);
        stopped.go_on();
        is_told_of(&receiver, stopped, 20 + n);
    }
    let told = nodes[0].get(&format!("{path}/deliveries")).json();
    assert_eq!(told, nodes[1].get(&format!("{path}/deliveries")).json());
    let sent: BTreeSet<String> = receiver.all().iter().map(Received::candidate).collect();
    assert_eq!(sent.len(), 5);
    thread::sleep(Duration::from_millis(500));
    let deliveries = nodes[0].get(&format!("{path}/deliveries")).json()["deliveries"].as_array().unwrap().clone();
    assert_eq!(deliveries.len(), 5, "{deliveries:?}");
    assert!(deliveries.iter().all(|one| one["outcome"] == "sent"), "{deliveries:?}");
}
