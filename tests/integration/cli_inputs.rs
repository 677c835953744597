//! The sorts of files that `rank`, `import` and `evaluate` read: compressed ones, and tables.

use std::io::Write;

use crate::program::{Folder, Run, sample, small};

fn gz(text: &str) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(text.as_bytes()).unwrap();
    encoder.finish().unwrap()
}

fn zst(text: &str) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(text.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest)
}

fn put(folder: &Folder, name: &str, bytes: &[u8]) {
    std::fs::write(folder.path().join(name), bytes).unwrap();
}

fn rank(folder: &Folder, roles: &str, candidates: &str) -> Run {
    folder.run(&["rank", "--roles", roles, "--candidates", candidates, "--as-of", "2026-11-01", "--format", "json"])
}

#[test]
fn compressed_files_give_the_answers_of_plain_ones() {
    let folder = small();
    let plain = rank(&folder, "role.json", "candidates.jsonl");
    let text = folder.read("candidates.jsonl");
    let (first, rest) = text.split_at(text.find('\n').unwrap() + 1);
    put(&folder, "role.json.zst", &zst(&folder.read("role.json")));
    put(&folder, "pool.jsonl.gz", &[gz(first), gz(rest)].concat());
    put(&folder, "pool.ndjson.zst", &[zst(first), zst(rest)].concat());
    for pool in ["pool.jsonl.gz", "pool.ndjson.zst"] {
        let run = rank(&folder, "role.json.zst", pool);
        assert_eq!((run.code, run.stdout.as_str()), (0, plain.stdout.as_str()), "{pool}: {}", run.stderr);
    }
    let import =
        folder.run(&["import", "--data-dir", "data", "--candidates", "pool.jsonl.gz", "--roles", "role.json.zst"]);
    assert_eq!(import.code, 0, "{}", import.stderr);
    assert!(import.stderr.contains("3 candidates imported"), "{}", import.stderr);
    put(&folder, "qrels.tsv", b"r-1 0 c-1 3\n");
    let measured = |pool: &str| {
        let arguments =
            ["evaluate", "--roles", "role.json", "--candidates", pool, "--qrels", "qrels.tsv", "--as-of", "2026-11-01"];
        folder.run(&arguments).stdout
    };
    assert!(!measured("candidates.jsonl").is_empty());
    assert_eq!(measured("pool.ndjson.zst"), measured("candidates.jsonl"));
}

#[test]
fn cut_off_and_damaged_files_are_errors_that_name_them_and_give_no_answer() {
    let text = std::fs::read_to_string(sample("candidates.jsonl")).unwrap();
    for (name, whole) in [("pool.jsonl.gz", gz(&text)), ("pool.jsonl.zst", zst(&text))] {
        let folder = small();
        let mut damaged = whole.clone();
        damaged[whole.len() / 2] ^= 0x55;
        for bytes in [&whole[..whole.len() / 2], &whole[..whole.len() - 1], &damaged, b"", b"{\"id\":\"a\"}\n"] {
            put(&folder, name, bytes);
            let run = folder.run(&["rank", "--roles", "role.json", "--candidates", name, "--output", "out.json"]);
            assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{}", run.stderr);
            assert!(run.stderr.contains(&format!("error: {name}: the ")), "{}", run.stderr);
            assert_eq!(folder.names(), ["candidates.jsonl", name, "role.json"]);
            let import = folder.run(&["import", "--data-dir", "data", "--candidates", name]);
            assert_eq!(import.code, 3, "{}", import.stderr);
            std::fs::remove_dir_all(folder.path().join("data")).unwrap();
        }
    }
}

#[test]
fn tables_give_the_answers_of_the_same_documents() {
    let folder = small()
        .with("roles.csv", "Job ID;Title;Must have;Nice to have\r\nr-1;Storage engineer;Lustre,Linux;ZFS\r\n")
        .with("role.json", r#"{"id":"r-1","title":"Storage engineer","must_have":["Lustre","Linux"],"nice_to_have":["ZFS"]}"#)
        .with("pool.csv", "\u{feff}ID,Name,Headline,Skills,Team\nc-1,Ana,Storage engineer,\"Lustre, Linux\",x\nc-2,Bo,,Lustre,\n")
        .with(
            "pool.jsonl",
            "{\"id\":\"c-1\",\"name\":\"Ana\",\"headline\":\"Storage engineer\",\"skills\":[\"Lustre\",\"Linux\"],\"custom\":{\"Team\":\"x\"}}\n\
             {\"id\":\"c-2\",\"name\":\"Bo\",\"skills\":[\"Lustre\"]}\n",
        );
    put(&folder, "pool.csv.gz", &gz(&folder.read("pool.csv")));
    let plain = rank(&folder, "role.json", "pool.jsonl");
    assert_eq!(plain.code, 0);
    for (roles, pool) in [("roles.csv", "pool.csv"), ("role.json", "pool.csv.gz")] {
        assert_eq!(rank(&folder, roles, pool).stdout, plain.stdout);
    }
    let arguments = ["rank", "--roles", "role.json", "--candidates", "-", "--as-of", "2026-11-01", "--format", "json"];
    assert_eq!(folder.run_with(&arguments, &folder.read("pool.csv")).stdout, plain.stdout);

    let folder = folder.with("pool.csv", "id,current_ctc\na,12\nb,\n");
    let run = rank(&folder, "role.json", "pool.csv");
    assert_eq!(run.code, 0);
    assert!(run.stderr.starts_with("skipped pool.csv:2 (a): /current_ctc: "), "{}", run.stderr);
}

/// A pool as three programs write it (`tests/parquet/make.py`), with its documents.
const PARQUET: [(&str, &[u8]); 3] = [
    ("duckdb.parquet", include_bytes!("../parquet/duckdb.parquet")),
    ("polars.parquet", include_bytes!("../parquet/polars.parquet")),
    ("pyarrow.PARQUET", include_bytes!("../parquet/pyarrow.parquet")),
];

fn beside_parquet() -> Folder {
    let folder = small().with("pool.jsonl", include_str!("../parquet/candidates.jsonl"));
    for (name, bytes) in PARQUET {
        put(&folder, name, bytes);
    }
    folder
}

#[test]
fn parquet_gives_the_answers_of_the_same_documents() {
    let folder = beside_parquet();
    let plain = rank(&folder, "role.json", "pool.jsonl");
    assert_eq!(plain.code, 0, "{}", plain.stderr);
    for (name, _) in PARQUET {
        let run = rank(&folder, "role.json", name);
        assert_eq!(run.stdout, plain.stdout, "{name}: {}", run.stderr);
    }
    let import = folder.run(&["import", "--data-dir", "data", "--candidates", "polars.parquet"]);
    assert!(import.code == 0 && import.stderr.contains("3 candidates imported"), "{}", import.stderr);
}

#[test]
fn shards_of_a_parquet_file_merge_to_the_whole() {
    let folder = beside_parquet();
    let whole = rank(&folder, "role.json", "pyarrow.PARQUET");
    for shard in ["1/2", "2/2"] {
        let part = format!("part-{}.jsonl", &shard[..1]);
        let files = ["--roles", "role.json", "--candidates", "pyarrow.PARQUET", "--as-of", "2026-11-01"];
        let arguments = [&["rank"], &files[..], &["--format", "json", "--shard", shard, "--output", &part]].concat();
        let run = folder.run(&arguments);
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    assert_eq!(folder.run(&["merge", "part-1.jsonl", "part-2.jsonl"]).stdout, whole.stdout);
}

#[test]
fn a_parquet_file_that_cannot_be_read_is_an_error_that_says_where() {
    let folder = beside_parquet();
    let (name, whole) = PARQUET[2];
    for (what, bytes, said) in [
        ("cut off", &whole[..whole.len() - 100], "the Parquet data cannot be read; it is damaged or cut off"),
        ("empty", b"", "the Parquet data cannot be read"),
        ("text", b"{\"id\":\"c-1\"}\n{\"id\":\"c-2\"}\n", "the Parquet data cannot be read"),
        (
            "damaged pages",
            &[b"PAR1", &[0x55; 500][..], &whole[504..]].concat(),
            "row group 1 of the Parquet data, at row 1, cannot be read",
        ),
    ] {
        put(&folder, name, bytes);
        let run = rank(&folder, "role.json", name);
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{what}: {}", run.stderr);
        assert!(run.stderr.contains(&format!("error: {name}: {said}")), "{what}: {}", run.stderr);
    }
    put(&folder, "pool.jsonl", whole);
    let run = rank(&folder, "role.json", "pool.jsonl");
    assert!(run.code == 3 && run.stderr.contains("ends in .parquet"), "{}", run.stderr);
    put(&folder, "pool.parquet.gz", &gz("PAR1"));
    let run = rank(&folder, "role.json", "pool.parquet.gz");
    assert!(run.code == 3 && run.stderr.contains("expected a file ending in .parquet alone"), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_no_output() {
    use std::process::{Command, Stdio};

    let folder = small().with("out.json", "before");
    let arguments = ["rank", "--roles", "role.json", "--candidates", "-", "--output", "out.json"];
    let mut child = folder.command(&arguments).stdin(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // More than a pipe holds: when all of it is taken, the run is under way and waits for the rest.
    let line = format!("{{\"id\":\"c\",\"summary\":\"{}\"}}\n", "x".repeat(1000));
    // Held open: a run whose input ended would end by itself before the signal is heard.
    let mut input = child.stdin.take().unwrap();
    input.write_all(line.repeat(3000).as_bytes()).unwrap();
    let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    assert_eq!(child.wait().unwrap().code(), None);
    drop(input);
    assert_eq!(folder.read("out.json"), "before");
    assert_eq!(folder.names(), ["candidates.jsonl", "out.json", "role.json"]);
}
