//! Documents move between a data directory and a database, and what a database cannot do is refused.

use super::{Database, ROLE, matches_at, person, seq};
use crate::http_service::Service;
use crate::program::Folder;

#[test]
fn what_this_version_cannot_do_with_a_database_is_refused_clearly() {
    let Some(database) = Database::new("refusals") else { return };
    let folder = Folder::new();
    let serve = |arguments: &[&str]| {
        let run = folder.run(&[&["serve", "--listen", "127.0.0.1:0"], arguments].concat());
        assert_ne!(run.code, 0);
        (run.code, run.stderr)
    };
    let (code, told) = serve(&["--store", "postgres://rolefit:geheim@127.0.0.1:1/people"]);
    assert_eq!(code, 4, "{told}");
    assert!(told.contains("postgres://rolefit@127.0.0.1:1/people: ") && !told.contains("geheim"), "{told}");
    let (code, told) = serve(&["--store", "data"]);
    assert!(code == 2 && told.contains("postgres://rolefit@db.example/people"), "{told}");

    let node = database.node();
    node.put("/v1/roles/r", ROLE);
    node.put("/v1/candidates/c", &person(1));
    assert_eq!(node.get("/v1/backup").status, 422);
    assert_eq!(node.get("/v1/webhooks").status, 200);
}

#[test]
fn documents_move_to_a_database_and_back_with_their_numbers() {
    let Some(database) = Database::new("moves") else { return };
    let folder = Folder::new();
    let data = folder.path().join("data");
    let from_directory = {
        let service = Service::start(Some(&data));
        service.put("/v1/roles/r", ROLE);
        for n in 0..700 {
            service.put(&format!("/v1/candidates/c-{n}"), &person(n));
        }
        service.delete("/v1/candidates/c-3");
        service.put("/v1/candidates/a%20%C3%A9", &person(7));
        matches_at(&service, "0").text
    };
    let moved = folder.run(&["migrate", "--from", "data", "--to", &database.url]);
    assert_eq!(moved.code, 0, "{}", moved.stderr);
    assert!(moved.stdout.contains("700 candidates and 1 role as of write 703"), "{}", moved.stdout);
    let nodes = [database.node(), database.node()];
    assert!(nodes.iter().all(|node| matches_at(node, "703").text == from_directory), "the same bytes");
    let version = nodes[0].get("/v1/candidates/c-9").header("etag").to_owned();
    assert_eq!(version, "\"11\"", "numbers stay");
    // Never over documents.
    let again = folder.run(&["migrate", "--from", "data", "--to", &database.url]);
    assert!(again.code == 4 && again.stderr.contains("holds a store already"), "{}", again.stderr);
    let written = seq(&nodes[0].put("/v1/candidates/new", &person(1)));
    assert_eq!(written, "704");
    let from_database = matches_at(&nodes[1], &written).text;
    // Back, while services go on.
    let moved = folder.run(&["migrate", "--from", &database.url, "--to", "back", "--format", "json"]);
    assert_eq!(moved.code, 0, "{}", moved.stderr);
    let verified = folder.run(&["verify", "--data-dir", "back"]);
    assert_eq!(verified.code, 0, "{}", verified.stdout);
    let back = Service::start(Some(&folder.path().join("back")));
    assert_eq!(matches_at(&back, "704").text, from_database);
    for (from, to) in [("data", "other"), (database.url.as_str(), database.url.as_str())] {
        assert_eq!(folder.run(&["migrate", "--from", from, "--to", to]).code, 2);
    }
    // A move that was cut off is no store.
    database.sql("UPDATE rolefit.meta SET format = 0");
    let refused = folder.run(&["serve", "--listen", "127.0.0.1:0", "--store", &database.url]);
    assert!(refused.code == 4 && refused.stderr.contains("was not finished"), "{}", refused.stderr);
}
