//! Erasure in a database that several nodes share: looked for in the files of the tables, while nodes are killed, stopped and write.

use std::io::Write as _;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use ureq::http::Request;

use super::failover::Pair;
use super::{Acknowledged, Database, ROLE, Until, get_at, ids, into_nodes, matches_at, person, seq};
use crate::erasure::wait_until_done;
use crate::http_service::Service;
use crate::program::Folder;

/// So long an erasure may take when the node that did it is killed: three seconds until another takes its place, and busy machines.
const TAKEN_OVER_WITHIN: Duration = Duration::from_secs(60);

/// The tables in which something of people is.
const TABLES: [&str; 4] = ["document", "change", "request", "side_record"];

/// The folder of a database below `base`.
const THIS_DATABASE: &str = "SELECT oid FROM pg_database WHERE datname = current_database()";

/// The files of a database of a cluster, and of what all share, that hold a text. Those of the write-ahead log are not looked at.
fn files_with(text: &str, cluster: &str, database: &str) -> Vec<String> {
    let data = format!("{cluster}/data");
    let mut grep = Command::new("grep");
    grep.args(["-rlaF", text]).args([format!("{data}/base/{database}"), format!("{data}/global")]);
    let found = String::from_utf8(grep.output().unwrap().stdout).unwrap();
    found.lines().map(|path| path.strip_prefix(&format!("{data}/")).unwrap().to_owned()).collect()
}

impl Database {
    /// The files of this database, and of what all share, that hold a text. Those of the write-ahead log are not looked at.
    fn files_with(&self, text: &str) -> Vec<String> {
        self.sql("CHECKPOINT");
        files_with(text, self.control.last().unwrap(), &self.sql(THIS_DATABASE))
    }

    /// The file of a table, or of what the database keeps beside it.
    fn file_of(&self, table: &str) -> String {
        self.sql(&format!("SELECT pg_relation_filepath('rolefit.{table}')"))
    }

    fn is_gone(&self, token: &str, when: &str) {
        assert_eq!(self.files_with(token), Vec::<String>::new(), "{token} {when}");
    }

    fn eraser(&self, after: u64) -> Service {
        let node = self.node_with(&["--erase-after", &after.to_string(), "--webhook-allow-private"]);
        node.wait_until_ready();
        node
    }

    /// Begins a transaction in a session of its own, which lasts until it is let go of.
    fn transaction(&self, statements: &str) -> Session {
        let name = self.url.rsplit_once('/').unwrap().1;
        let mut psql = self.command();
        let mut psql = psql.args(["session", name]).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let mut told = psql.stdin.take().unwrap();
        writeln!(told, "SET application_name = 'of a test'; BEGIN; {statements};").unwrap();
        told.flush().unwrap();
        self.waits_for("application_name = 'of a test' AND state = 'idle in transaction'");
        Session { psql, told: Some(told) }
    }

    fn waits_for(&self, condition: &str) {
        let begun = Instant::now();
        while self.sql(&format!("SELECT count(*) FROM pg_stat_activity WHERE {condition}")) == "0" {
            assert!(begun.elapsed() < TAKEN_OVER_WITHIN, "never: {condition}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

struct Session {
    psql: Child,
    told: Option<ChildStdin>,
}

impl Drop for Session {
    fn drop(&mut self) {
        drop(self.told.take());
        let _ = self.psql.wait();
    }
}

/// A text that no database makes shorter, with the token in it.
fn long_text(token: &str) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789,.";
    let mut state = 88_172_645_463_325_252_u64;
    let mut letter = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        char::from(LETTERS[usize::try_from(state % 64).unwrap()])
    };
    let (before, after): (String, String) =
        ((0..4000).map(|_| letter()).collect(), (0..4000).map(|_| letter()).collect());
    format!("{before} {token} {after}")
}

/// Somebody whose name, id and words are nobody else's.
fn somebody(token: &str) -> String {
    json!({
        "name": format!("Name{token} Quixley"), "headline": format!("Engineer of {token}"), "skills": ["Lustre", token],
        "summary": format!("I have run Lustre since 2012 for {token} Ltd."),
    })
    .to_string()
}

fn erase(node: &Service, id: &str) -> String {
    let answered = node.delete(&format!("/v1/candidates/{id}?erase=true"));
    assert_eq!(answered.status, 202, "{}", answered.text);
    answered.json()["receipt"].as_str().unwrap().to_owned()
}

#[test]
fn whoever_is_erased_at_one_node_is_in_no_file_of_the_database() {
    let Some(database) = Database::new("erasing") else { return };
    let (one, other) = (database.eraser(0), database.eraser(0));
    one.put("/v1/roles/r", ROLE);
    let hook = one
        .post("/v1/roles/r/webhooks", &json!({"url": "http://127.0.0.1:1/", "limit": 100, "min_fit": 0}).to_string());
    assert_eq!(hook.status, 201, "{}", hook.text);
    for n in 0..60 {
        one.put(&format!("/v1/candidates/stays-{n}"), &person(n));
    }
    let [short, long, once] = ["Qzshort", "Qzlong", "Qzonce"];
    one.put(&format!("/v1/candidates/{short}-id"), &somebody(short));
    one.put(&format!("/v1/candidates/{long}"), &json!({"summary": long_text(&format!("{long}-text"))}).to_string());
    let create = Request::post(one.url("/v1/candidates")).header("content-type", "application/json");
    let made = one.send(create.header("idempotency-key", "Qzkey").body(somebody(once)).unwrap());
    let once_id = made.json()["id"].as_str().unwrap().to_owned();
    let noted = format!(r#"{{"stage": "interview", "notes": [{{"text": "{short} is nice"}}]}}"#);
    one.put(&format!("/v1/roles/r/feedback/{short}-id"), &noted);
    let pair = json!({"candidate_ids": [format!("{short}-id"), "stays-1"], "decision": "dismissed"}).to_string();
    let decided = one.post("/v1/duplicates", &pair);
    assert!((200..300).contains(&decided.status), "{}", decided.text);
    let begun = Instant::now();
    while database.sql(&format!(
        "SELECT count(*) FROM rolefit.side_record WHERE position('{short}' in encode(value, 'escape')) > 0"
    )) == "0"
    {
        assert!(begun.elapsed() < TAKEN_OVER_WITHIN, "nothing waits to be sent: {}", one.log());
        thread::sleep(Duration::from_millis(50));
    }
    database.sql("ANALYZE");
    let before = database.files_with(short);
    for table in TABLES.iter().filter(|table| **table != "request") {
        assert!(before.contains(&database.file_of(table)), "{table} holds it, or this test finds nothing: {before:?}");
    }
    let beside = database.sql("SELECT reltoastrelid::regclass FROM pg_class WHERE oid = 'rolefit.document'::regclass");
    let beside = database.sql(&format!("SELECT pg_relation_filepath('{beside}')"));
    assert!(database.files_with(&format!("{long}-text")).contains(&beside));
    for text in ["Qzkey", once_id.as_str()] {
        assert!(database.files_with(text).contains(&database.file_of("request")), "{text}");
    }
    let stays = matches_at(&one, "1").json()["total_candidates"].as_u64().unwrap();

    // Asked for at one node, looked at at the other.
    let receipts =
        [
            erase(&other, &format!("{short}-id")),
            erase(&one, long),
            other
                .post("/v1/candidates/bulk-delete?erase=true", &json!({"ids": [once_id, "nobody"]}).to_string())
                .json()["erasure"]["receipt"]
                .as_str()
                .unwrap()
                .to_owned(),
        ];
    for (receipt, node) in receipts.iter().zip([&one, &other, &one]) {
        let done = wait_until_done(node, receipt);
        assert!(done["done_at"].as_str() >= done["requested_at"].as_str(), "{done}");
    }
    for text in [short, long, once, "Qzkey", once_id.as_str()] {
        database.is_gone(text, "after its receipt");
    }
    // Deleted before, and erased when somebody asks; roles, and by policy.
    for (id, token) in [("late", "Qzlate"), ("policy", "Qzpolicy")] {
        one.put(&format!("/v1/candidates/{id}"), &somebody(token));
    }
    one.put("/v1/roles/Qzrole", r#"{"title": "Lead of Qzrole"}"#);
    assert_eq!(other.delete("/v1/candidates/late").status, 204);
    assert!(!database.files_with("Qzlate").is_empty(), "deleting alone does not erase");
    let asked = one.post("/v1/erasures", "");
    assert_eq!(asked.status, 202, "{}", asked.text);
    wait_until_done(&other, asked.json()["receipt"].as_str().unwrap());
    database.is_gone("Qzlate", "when asked");
    let policy = database.node_with(&["--erase-deleted", "--erase-after", "1"]);
    policy.wait_until_ready();
    for path in ["/v1/candidates/policy", "/v1/roles/Qzrole"] {
        let answered = policy.delete(path);
        assert_eq!(answered.status, 202, "{}", answered.text);
        wait_until_done(&other, answered.json()["receipt"].as_str().unwrap());
    }
    database.is_gone("Qzpolicy", "by policy");
    database.is_gone("Qzrole", "by policy");

    // All others are as they were, at every node, and in the tables.
    let last = seq(&one.put("/v1/candidates/stays-0", &person(0)));
    let answers = [&one, &other, &policy, &database.node()].map(|node| matches_at(node, &last).text);
    assert!(
        answers.iter().all(|answer| *answer == answers[0]) && ids(&matches_at(&one, &last)).len() == 60 && stays == 63
    );
    let folder = Folder::new();
    let moved = folder.run(&["migrate", "--from", &database.url, "--to", "data"]);
    assert_eq!(moved.code, 0, "by the digest of all: {}", moved.stderr);
    let metrics = [&one, &other].map(|node| node.get("/metrics").text);
    assert!(
        metrics.iter().all(|text| text.contains("rolefit_erasure_failures_total 0\n")),
        "{}{}",
        one.log(),
        other.log()
    );
    assert_eq!(one.get("/v1/erasures/none").problem(), (404, "not_found".to_owned()));
}

#[test]
fn what_one_node_keeps_of_somebody_whom_another_removes_is_erased_with_them() {
    let Some(database) = Database::new("orphans") else { return };
    let (one, other) = (database.eraser(0), database.eraser(0));
    one.put("/v1/roles/r", ROLE);
    one.put("/v1/candidates/Qzorphan", &person(1));
    let written = seq(&one.put("/v1/roles/r/feedback/Qzorphan", r#"{"grade": 2, "notes": [{"text": "Qznote"}]}"#));
    assert_eq!(get_at(&other, "/v1/roles/r/feedback/Qzorphan", &written).status, 200);
    // One node hears nothing while the other removes them, and then says something of them.
    other.pause();
    let removed = seq(&one.delete("/v1/candidates/Qzorphan"));
    other.go_on();
    let late = other.put("/v1/roles/r/feedback/Qzorphan", r#"{"grade": 3, "notes": [{"text": "Qznote"}]}"#).status;
    eprintln!("feedback on somebody who is gone, at a node that may not know it yet, was answered {late}");
    let asked = one.post("/v1/erasures", "");
    wait_until_done(&one, asked.json()["receipt"].as_str().unwrap());
    for text in ["Qzorphan", "Qznote"] {
        database.is_gone(text, "with the erasure");
    }
    assert_eq!(get_at(&other, "/v1/roles/r/feedback/Qzorphan", &removed).status, 404);
}

#[test]
fn an_erasure_whose_node_is_killed_is_done_by_another() {
    let Some(database) = Database::new("takeover") else { return };
    let stays = database.eraser(4);
    stays.put("/v1/roles/r", ROLE);
    for n in 0..40 {
        stays.put(&format!("/v1/candidates/stays-{n}"), &person(n));
    }
    let mut n_pending = 0;
    for (round, token) in ["Kzhead", "Mzbefore", "Nzmiddle", "Pzlast"].into_iter().enumerate() {
        // It begins before the other may.
        let killed = database.eraser(0);
        killed.put(&format!("/v1/candidates/{token}"), &somebody(token));
        assert!(!database.files_with(token).is_empty());
        // In the middle: the documents are written anew, and somebody reads the table that is next.
        let reads = (round % 2 == 0).then(|| database.transaction("LOCK TABLE rolefit.change IN ACCESS SHARE MODE"));
        let before = database.file_of("document");
        let receipt = erase(&killed, token);
        if reads.is_some() {
            database.waits_for("query LIKE 'VACUUM%change%' AND wait_event_type = 'Lock'");
            assert_ne!(database.file_of("document"), before);
        } else {
            thread::sleep(Duration::from_millis(1500 + 400 * round as u64));
        }
        killed.kill_now();
        drop(killed);
        drop(reads);
        n_pending += usize::from(stays.get(&format!("/v1/erasures/{receipt}")).json()["state"] == "pending");
        let begun = Instant::now();
        wait_until_done(&stays, &receipt);
        eprintln!("round {round}: done {:?} after the kill", begun.elapsed());
        assert!(begun.elapsed() < TAKEN_OVER_WITHIN);
        database.is_gone(token, "after another node took over");
    }
    assert!(n_pending >= 2, "no kill came before the end of an erasure");
    let last = seq(&stays.put("/v1/candidates/stays-0", &person(0)));
    assert_eq!(ids(&matches_at(&stays, &last)).len(), 40);
    assert_eq!(matches_at(&database.node(), &last).text, matches_at(&stays, &last).text);
}

#[test]
fn a_node_that_is_behind_an_erasure_catches_up_and_nothing_acknowledged_is_lost_meanwhile() {
    let Some(database) = Database::new("behind_erasures") else { return };
    let nodes: Vec<Mutex<Service>> = (0..2).map(|_| Mutex::new(database.eraser(0))).collect();
    let behind = database.eraser(0);
    let (acknowledged, stop) = (Acknowledged::default(), AtomicBool::new(false));
    let address = |n: usize| nodes[n].lock().unwrap().url("");
    {
        let node = nodes[0].lock().unwrap();
        node.put("/v1/roles/r", ROLE);
        for n in 0..4 {
            node.put(&format!("/v1/candidates/Vzgone{n}"), &somebody(&format!("Vzgone{n}")));
        }
        let seen = seq(&node.put("/v1/candidates/stays", &person(1)));
        assert_eq!(ids(&matches_at(&behind, &seen)).len(), 5);
    }
    behind.pause();
    thread::scope(|scope| {
        let _until = Until(&stop);
        for writer in 0..3 {
            let (acknowledged, nodes, stop) = (&acknowledged, &nodes, &stop);
            scope.spawn(move || acknowledged.write(writer, nodes, stop));
        }
        for n in 0..4 {
            thread::sleep(Duration::from_millis(500));
            let (asked, looked) = (address(n % 2), address((n + 1) % 2));
            let agent = ureq::Agent::new_with_defaults();
            let url = format!("{asked}/v1/candidates/Vzgone{n}?erase=true");
            let receipt: serde_json::Value = agent.delete(&url).call().unwrap().body_mut().read_json().unwrap();
            let url = format!("{looked}/v1/erasures/{}", receipt["receipt"].as_str().unwrap());
            let begun = Instant::now();
            loop {
                let found: serde_json::Value = agent.get(&url).call().unwrap().body_mut().read_json().unwrap();
                if found["state"] == "done" {
                    break;
                }
                assert!(begun.elapsed() < TAKEN_OVER_WITHIN, "not done: {found}");
                thread::sleep(Duration::from_millis(50));
            }
            database.is_gone(&format!("Vzgone{n}"), "under load");
        }
    });
    let (from, to) = (database.sql("SELECT log_from FROM rolefit.meta"), database.sql("SELECT seq FROM rolefit.meta"));
    assert!(from.parse::<u64>().unwrap() > 5, "the log was cut beyond what it has seen: {from}");
    behind.go_on();
    let found = matches_at(&behind, &to);
    assert!(ids(&found).iter().all(|id| !id.starts_with("Vzgone")), "{:?}", ids(&found));
    let mut nodes = into_nodes(nodes);
    nodes.push(behind);
    acknowledged.is_kept(&nodes);
    let Acknowledged { n_answered, n_unavailable, n_cut_off, .. } = &acknowledged;
    eprintln!("4 erasures: {n_answered:?} acknowledged, {n_unavailable:?} answered 503, {n_cut_off:?} cut off");
    assert_eq!(n_cut_off.load(Ordering::Relaxed), 0);
}

#[test]
fn whoever_is_erased_is_in_no_file_of_a_standby_and_their_receipt_outlives_a_failover() {
    let Some(database) = Database::new("standby_erasures") else { return };
    let mut pair = Pair::new(&database);
    let serve = |url: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rolefit"));
        command.args(["serve", "--listen", "127.0.0.1:0", "--erase-after", "0", "--store", url]);
        let node = Service::spawn(command);
        node.wait_until_ready();
        node
    };
    let node = serve(&pair.url());
    node.put("/v1/candidates/stays", &person(1));
    node.put("/v1/candidates/Szgone", &somebody("Szgone"));
    let sql = |statement: &str| pair.primary.is_to(&["sql", "postgres", statement]);
    let oid = sql(THIS_DATABASE);
    let at_standby = || {
        let behind = "SELECT count(*) FROM pg_stat_replication WHERE replay_lsn >= pg_current_wal_lsn()";
        let begun = Instant::now();
        while sql(behind) == "0" {
            assert!(begun.elapsed() < TAKEN_OVER_WITHIN, "the standby stays behind");
            thread::sleep(Duration::from_millis(50));
        }
        sql("CHECKPOINT");
        pair.standby.is_to(&["sql", "postgres", "CHECKPOINT"]);
        files_with("Szgone", &pair.standby.directory, &oid)
    };
    assert!(!at_standby().is_empty(), "the standby holds it, or this test finds nothing");
    let receipt = erase(&node, "Szgone");
    let done = wait_until_done(&node, &receipt);
    assert_eq!(at_standby(), Vec::<String>::new());
    pair.primary.is_to(&["kill"]);
    pair.promote();
    let again = serve(&pair.url());
    assert_eq!(again.get(&format!("/v1/erasures/{receipt}")).json(), done);
    assert_eq!((again.get("/v1/candidates/stays").status, again.get("/v1/candidates/Szgone").status), (200, 404));
}

#[test]
fn while_the_documents_are_written_anew_matches_go_on_and_others_are_told_to_wait() {
    let Some(database) = Database::new("locked") else { return };
    let node = database.node();
    node.put("/v1/roles/r", ROLE);
    let seen = seq(&node.put("/v1/candidates/c", &person(1)));
    assert_eq!(ids(&matches_at(&node, &seen)), ["c"]);
    // As long as the database needs for it.
    let rewriting = database.transaction("LOCK TABLE rolefit.document IN ACCESS EXCLUSIVE MODE");
    let begun = Instant::now();
    assert_eq!(ids(&matches_at(&node, &seen)), ["c"]);
    let refused = node.put("/v1/candidates/d", &person(2));
    assert_eq!(refused.problem(), (503, "store_unavailable".to_owned()));
    assert!(
        !refused.header("retry-after").is_empty() && begun.elapsed() < Duration::from_secs(10),
        "{:?}",
        begun.elapsed()
    );
    assert_eq!(node.get("/v1/candidates/c").status, 503);
    while begun.elapsed() < Duration::from_secs(15) {
        assert_eq!(node.get("/readyz").status, 200);
        assert_eq!(ids(&matches_at(&node, &seen)), ["c"]);
        thread::sleep(Duration::from_millis(200));
    }
    drop(rewriting);
    seq(&node.put("/v1/candidates/d", &person(2)));
}

#[test]
fn an_erasure_waits_for_a_dump_and_is_told_of_in_the_log() {
    let Some(database) = Database::new("dump") else { return };
    let node = database.eraser(0);
    node.put("/v1/candidates/Dzgone", &somebody("Dzgone"));
    let dump =
        database.transaction("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ; SELECT count(*) FROM rolefit.document");
    let receipt = erase(&node, "Dzgone");
    let begun = Instant::now();
    while !node.log().contains("an erasure failed") {
        assert!(begun.elapsed() < TAKEN_OVER_WITHIN, "{}", node.log());
        thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(node.get(&format!("/v1/erasures/{receipt}")).json()["state"], "pending");
    assert!(!database.files_with("Dzgone").is_empty(), "the database keeps it for the dump");
    // Meanwhile everybody reads and writes.
    seq(&node.put("/v1/candidates/new", &person(1)));
    drop(dump);
    wait_until_done(&node, &receipt);
    database.is_gone("Dzgone", "after the dump");
    assert!(!node.log().contains("Dzgone"));
}
