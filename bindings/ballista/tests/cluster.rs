//! `rolefit-ballista` as processes on this machine: the bytes of `rolefit rank`, also when an executor is lost; and clear errors where there
//! is no cluster.

mod support;

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;
use support::{Cluster, Process, alone, people, program, root, until, write};

/// A skill of one's own, and one's own pay.
const SKILLS: &str = r#"
[[concept]]
id = "quartermaster"
label = "Quartermaster"
kind = "tool"
area = "scheduling"
weight = 1.4
source = "own"
aliases = ["Quartermaster batch system"]
related = [{ to = "slurm", credit = 0.7 }]
"#;
const PAY: &str = "\
source,family,level,country,year,basis,currency,period,low,middle,high
our offers,cluster_operations,senior,US,2026,base,USD,year,210000,235000,260000
";

/// A pool with rows that cannot be used, and with ids that stand more than once, in the same part and in another.
fn marred(path: &Path) {
    let mut rows = people(2);
    rows[3].insert("skills".to_owned(), "[{\"name\": 7}]".into());
    let (first, far) = (rows[0].clone(), rows[20].clone());
    rows[5].insert("id".to_owned(), first["id"].clone());
    rows[200].insert("id".to_owned(), far["id"].clone());
    rows[40].insert("id".to_owned(), json!(null));
    // The first with this id cannot be used, so the second is.
    let refused = rows[3]["id"].clone();
    rows[150].insert("id".to_owned(), refused);
    write(path, &rows, 64);
}

fn said(output: &std::process::Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What is told of rows, without what differs: how long it took.
fn skipped(output: &std::process::Output) -> Vec<String> {
    said(output).lines().filter(|line| line.starts_with("skipped ")).map(str::to_owned).collect()
}

#[test]
fn a_cluster_gives_the_bytes_of_one_machine() {
    let folder = tempfile::tempdir().unwrap();
    let (pool, roles) = (folder.path().join("pool.parquet"), root().join("sample_data/roles.jsonl"));
    marred(&pool);
    let (pool, roles) = (pool.to_str().unwrap(), roles.to_str().unwrap());
    let cluster = Cluster::start(2);
    let common = ["--roles", roles, "--candidates", pool, "--as-of", "2026-11-01"];
    for options in [
        &["--format", "jsonl", "--top", "7"][..],
        &["--format", "json", "--blind", "--language", "de", "--rate", "EUR=1.08"],
    ] {
        let expected = alone(&[&common, options].concat());
        assert!(expected.status.success() && !expected.stdout.is_empty(), "{}", said(&expected));
        let found = cluster.rank(&[&common, options, &["--parts", "5"]].concat());
        assert!(found.status.success(), "{}\n{}", said(&found), cluster.scheduler.said());
        assert!(found.stdout == expected.stdout, "other bytes with {options:?}");
        assert_eq!(skipped(&found), skipped(&expected));
        assert_eq!(skipped(&found).len(), 4, "{}", said(&found));
    }
    // Knowledge of one's own goes along.
    let own = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let profile = own("profile.toml", "[skills]\nnice_to_have = 0.9\n");
    let taxonomy = own("skills.toml", SKILLS);
    let market = own("pay.csv", PAY);
    let knowledge = ["--format", "jsonl", "--profile", &profile, "--taxonomy", &taxonomy, "--market", &market];
    let (expected, found) =
        (alone(&[&common[..], &knowledge].concat()), cluster.rank(&[&common[..], &knowledge].concat()));
    assert!(found.status.success() && found.stdout == expected.stdout, "{}", said(&found));
    let plain = alone(&[&common[..], &["--format", "jsonl"]].concat());
    assert!(plain.stdout != expected.stdout, "expected the profile to make a difference");
    let damaged = own("damaged.toml", "[skills]\nnice_to_have = \"much\"\n");
    let found = cluster.rank(&[&common[..], &["--format", "jsonl", "--profile", &damaged]].concat());
    assert!(found.status.code() == Some(3) && said(&found).contains("--profile: "), "{}", said(&found));
    // Strictly, the first of these rows is the answer.
    let arguments = [&common[..], &["--format", "jsonl", "--strict"]].concat();
    let (expected, found) = (alone(&arguments), cluster.rank(&arguments));
    assert_eq!((found.status.code(), expected.status.code()), (Some(1), Some(1)));
    assert!(found.stdout.is_empty() && said(&found).ends_with(&said(&expected)), "{}", said(&found));
    // Both executors had a share.
    assert!(cluster.executors.iter().all(|executor| executor.said().contains("Finished task")));
}

#[test]
fn a_folder_of_files_is_one_pool_and_files_of_other_programs_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let rows = people(1);
    write(Path::new(&path("whole.parquet")), &rows, 1000);
    std::fs::create_dir(path("pool")).unwrap();
    for (n, rows) in rows.chunks(50).enumerate() {
        write(Path::new(&path(&format!("pool/part-{n}.parquet"))), rows, 1000);
    }
    std::fs::write(path("pool/_SUCCESS"), "").unwrap();
    std::fs::write(path("pool/_metadata.parquet"), "").unwrap();
    let roles = root().join("sample_data/roles.jsonl");
    let rank = |candidates: &str| {
        let roles = roles.to_str().unwrap();
        ["--roles", roles, "--candidates", candidates, "--as-of", "2026-11-01", "--format", "jsonl"].map(str::to_owned)
    };
    let cluster = Cluster::start(1);
    let borrowed = |arguments: &[String; 8]| cluster.rank(&arguments.each_ref().map(String::as_str));
    let expected = alone(&rank(&path("whole.parquet")).each_ref().map(String::as_str));
    let found = borrowed(&rank(&path("pool")));
    assert!(found.status.success() && found.stdout == expected.stdout, "{}", said(&found));
    // Whoever stands in two files is told by both.
    write(Path::new(&path("pool/part-9.parquet")), &rows[60..61], 1000);
    let found = borrowed(&rank(&path("pool")));
    assert!(found.status.success() && found.stdout == expected.stdout, "{}", said(&found));
    let told = format!(
        "part-9.parquet:1 ({}): /id: the id was already given by row 11 of part-1.parquet",
        rows[60]["id"].as_str().unwrap()
    );
    assert!(said(&found).contains(&told), "{}", said(&found));
    for writer in ["duckdb", "polars", "pyarrow"] {
        let pool = root().join(format!("tests/parquet/{writer}.parquet"));
        let arguments = rank(pool.to_str().unwrap());
        let expected = alone(&arguments.each_ref().map(String::as_str));
        let found = borrowed(&arguments);
        assert!(found.status.success() && !found.stdout.is_empty(), "{}", said(&found));
        assert!(found.stdout == expected.stdout, "other bytes for {writer}");
    }
    // What is wrong with a file is told by its name, and not taken for a failure of the cluster.
    std::fs::write(path("damaged.parquet"), {
        let mut bytes = std::fs::read(path("whole.parquet")).unwrap();
        bytes[4..400].fill(0xa5);
        bytes
    })
    .unwrap();
    let expected = alone(&rank(&path("damaged.parquet")).each_ref().map(String::as_str));
    let found = borrowed(&rank(&path("damaged.parquet")));
    assert_eq!((found.status.code(), expected.status.code()), (Some(3), Some(3)));
    assert!(said(&expected).contains(said(&found).trim()), "{}\n{}", said(&found), said(&expected));
}

#[test]
fn a_lost_executor_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (pool, roles) = (folder.path().join("pool.parquet"), root().join("sample_data/roles.jsonl"));
    write(&pool, &people(6), 200);
    let (pool, roles) = (pool.to_str().unwrap(), roles.to_str().unwrap());
    let arguments = ["--roles", roles, "--candidates", pool, "--as-of", "2026-11-01", "--format", "jsonl"];
    let expected = alone(&arguments);
    let mut cluster = Cluster::start_with(2, "12");
    let ranking = cluster.ranking(&[&arguments[..], &["--parts", "24"]].concat()).spawn().unwrap();
    // Each has done parts, which go with it, and is at the next.
    let count = |executor: &Process, what: &str| executor.said().matches(what).count();
    for executor in &cluster.executors {
        until("an executor has done parts", || count(executor, "Finished task") >= 2);
    }
    cluster.executors[0].kill();
    let done = count(&cluster.executors[0], "Finished task");
    assert!(done < 20, "{done} of 24 parts were done before it was killed; expected it to be in the middle");
    let found = ranking.wait_with_output().unwrap();
    assert!(found.status.success(), "{}\n{}", said(&found), cluster.scheduler.said());
    assert!(found.stdout == expected.stdout, "other bytes");
    // The other had all its parts and those of the lost one to do.
    let by_other = count(&cluster.executors[1], "Finished task");
    assert!(by_other > 24, "{by_other} tasks by the other");

    // With nobody left, it is said within the scheduler's patience and what it takes to notice.
    let ranking = cluster.ranking(&[&arguments[..], &["--parts", "24"]].concat()).spawn().unwrap();
    until("the other is at it", || count(&cluster.executors[1], "Finished task") > by_other);
    cluster.executors[1].kill();
    let began = Instant::now();
    let found = ranking.wait_with_output().unwrap();
    assert_eq!(found.status.code(), Some(5), "{}", said(&found));
    assert!(said(&found).contains("all executors were lost"), "{}", said(&found));
    assert!(began.elapsed() < Duration::from_mins(1), "{:?}", began.elapsed());
}

#[test]
fn a_lost_scheduler_ends_a_ranking_without_output_and_the_next_one_has_its_executors() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (pool, output, roles) = (path("pool.parquet"), path("out.jsonl"), root().join("sample_data/roles.jsonl"));
    write(Path::new(&pool), &people(4), 200);
    let common = ["--roles", roles.to_str().unwrap(), "--candidates", &pool, "--as-of", "2026-11-01"];
    let arguments = [&common[..], &["--format", "jsonl", "--output", &output, "--parts", "16"]].concat();
    let mut cluster = Cluster::start(1);
    let ranking = cluster.ranking(&arguments).spawn().unwrap();
    until("the executor has done a part", || cluster.executors[0].said().contains("Finished task"));
    cluster.scheduler.kill();
    let began = Instant::now();
    let found = ranking.wait_with_output().unwrap();
    assert_eq!(found.status.code(), Some(5), "{}", said(&found));
    assert!(said(&found).contains("error: the cluster at 127.0.0.1:"), "{}", said(&found));
    assert!(began.elapsed() < Duration::from_mins(1), "{:?}", began.elapsed());
    assert!(!Path::new(&output).exists());
    cluster.start_scheduler_again();
    let found = cluster.rank(&arguments);
    assert!(found.status.success(), "{}", said(&found));
    let expected = alone(&[&common[..], &["--format", "jsonl"]].concat());
    assert!(std::fs::read(&output).unwrap() == expected.stdout, "other bytes");
}

#[test]
fn where_there_is_no_cluster_it_is_said_in_time() {
    let (pool, roles) = (root().join("tests/parquet/polars.parquet"), root().join("sample_data/roles.jsonl"));
    let arguments = ["--roles", roles.to_str().unwrap(), "--candidates", pool.to_str().unwrap(), "--format", "jsonl"];
    let cluster = Cluster::start(0);
    let began = Instant::now();
    let found = cluster.rank(&[&arguments[..], &["--wait", "2"]].concat());
    assert_eq!(found.status.code(), Some(5));
    assert!(said(&found).contains("has no executor, and none came within 2 seconds"), "{}", said(&found));
    let url = cluster.url.clone();
    drop(cluster);
    let found = program(&[&["rank", "--cluster", &url], &arguments[..]].concat()).output().unwrap();
    assert_eq!(found.status.code(), Some(5));
    assert!(said(&found).starts_with("error: no scheduler answers at 127.0.0.1:"), "{}", said(&found));
    assert!(began.elapsed() < Duration::from_mins(1), "{:?}", began.elapsed());
    // What listens there may be something else.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("ballista://{}", listener.local_addr().unwrap());
    let began = Instant::now();
    let found = program(&[&["rank", "--cluster", &url], &arguments[..]].concat()).output().unwrap();
    assert!(found.status.code() == Some(5) && said(&found).contains("within 5 seconds"), "{}", said(&found));
    assert!(began.elapsed() < Duration::from_mins(1), "{:?}", began.elapsed());
}
