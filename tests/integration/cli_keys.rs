//! `rolefit keys`, and `--tenant` of the commands that care for a data directory.

use serde_json::Value;

use crate::program::Folder;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The list of keys.
fn listed(folder: &Folder) -> Vec<Value> {
    let run = folder.run(&["keys", "list", "--data-dir", "data", "--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    json(&run.stdout).as_array().unwrap().clone()
}

#[test]
fn a_key_is_shown_once_and_listed_without_itself() {
    let folder = Folder::new();
    let run = folder.run(&[
        "keys", "create", "--data-dir", "data", "--scope", "write", "--tenant", "acme", "--name", "ats", "--expires",
        "2099-12-31",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let key = run.stdout.trim_end();
    assert!(key.starts_with("rf_") && key.len() == 88, "the key alone is the result: {key}");
    assert!(run.stderr.contains("acme, scope write until 2100-01-01T00:00:00Z"), "{}", run.stderr);
    assert!(!run.stderr.contains(&key[16..]));
    let list = folder.run(&["keys", "list", "--data-dir", "data"]);
    let id = &key[3..15];
    assert_eq!(list.stdout, format!("{id}  acme  write  active   2100-01-01T00:00:00Z  ats\n"));
    let all = listed(&folder);
    assert_eq!((&all[0]["state"], &all[0]["name"]), (&"active".into(), &"ats".into()));
    assert!(all[0].get("secret").is_none() && all[0].get("sha256").is_none());
    let other = folder.run(&["keys", "list", "--data-dir", "data", "--tenant", "other"]);
    assert!(other.stdout.starts_with("There are no keys"), "{}", other.stdout);
}

#[test]
fn a_rotated_key_ends_and_a_revoked_one_at_once() {
    let folder = Folder::new();
    let made = folder.run(&["keys", "create", "--data-dir", "data", "--scope", "admin", "--format", "json"]);
    let id = json(&made.stdout)["id"].as_str().unwrap().to_owned();
    let run = folder.run(&["keys", "rotate", &id, "--data-dir", "data", "--overlap-hours", "0", "--format", "json"]);
    let new = json(&run.stdout);
    assert_eq!((&new["scope"], &new["tenant"]), (&"admin".into(), &"default".into()));
    let new = new["id"].as_str().unwrap();
    let run = folder.run(&["keys", "revoke", new, "--data-dir", "data"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    let states: Vec<Value> = listed(&folder).into_iter().map(|key| key["state"].clone()).collect();
    assert_eq!(states, ["expired", "revoked"]);
    for ended in [id.as_str(), new] {
        let run = folder.run(&["keys", "rotate", ended, "--data-dir", "data"]);
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{}", run.stderr);
    }
}

#[test]
fn what_no_key_can_have_is_refused() {
    let folder = Folder::new();
    for (arguments, code) in [
        (&["create", "--data-dir", "data", "--scope", "root"][..], 2),
        (&["create", "--data-dir", "data", "--scope", "read", "--tenant", "../acme"], 2),
        (&["create", "--data-dir", "data", "--scope", "read", "--expires", "soon"], 2),
        (&["create", "--data-dir", "data", "--scope", "read", "--expires", "2020-01-01"], 3),
        (&["list", "--data-dir", "data"], 3),
        (&["revoke", "000000000000", "--data-dir", "data"], 3),
    ] {
        let run = folder.run(&[&["keys"], arguments].concat());
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{arguments:?}: {}", run.stderr);
    }
    assert_eq!(folder.names(), [""; 0], "nothing was made");
    assert_eq!(folder.run(&["keys", "create", "--data-dir", "data", "--scope", "read"]).code, 0);
    let run = folder.run(&["keys", "revoke", "000000000000", "--data-dir", "data"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
}

#[test]
fn a_tenant_is_cared_for_by_itself() {
    let folder = Folder::new()
        .with("people.jsonl", "{\"id\":\"a\",\"summary\":\"Ran Slurm.\"}\n")
        .with("others.jsonl", "{\"id\":\"b\",\"summary\":\"Ran Lustre.\"}\n{\"id\":\"c\",\"summary\":\"Ran Ceph.\"}\n");
    let ok = |arguments: &[&str]| {
        let run = folder.run(arguments);
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
        run.stdout
    };
    ok(&["keys", "create", "--data-dir", "data", "--scope", "read", "--tenant", "acme"]);
    ok(&["import", "--data-dir", "data", "--candidates", "people.jsonl"]);
    ok(&["import", "--data-dir", "data", "--tenant", "acme", "--candidates", "others.jsonl"]);
    for (tenant, n) in [("default", 1), ("acme", 2)] {
        let of = |command: &str| json(&ok(&[command, "--data-dir", "data", "--tenant", tenant, "--format", "json"]));
        assert_eq!(of("verify")["candidates"], n, "{tenant}");
        assert_eq!(of("stats")["candidates"], n, "{tenant}");
        assert_eq!(of("compact")["documents"], n, "{tenant}");
    }
    ok(&["backup", "--data-dir", "data", "--tenant", "acme", "--to", "acme.backup"]);
    // Beside keys and other tenants there is room for a tenant that has nothing yet.
    ok(&["keys", "create", "--data-dir", "new", "--scope", "read"]);
    ok(&["restore", "--data-dir", "new", "--tenant", "acme", "--from", "acme.backup"]);
    ok(&["restore", "--data-dir", "new", "--from", "acme.backup"]);
    let exported = ok(&["export", "--data-dir", "new", "--tenant", "acme", "--candidates", "-"]);
    assert!(exported.contains("Lustre") && !exported.contains("Slurm"), "{exported}");
    let none = folder.run(&["verify", "--data-dir", "data", "--tenant", "nobody"]);
    assert_eq!(none.code, 3, "{}", none.stderr);
}
