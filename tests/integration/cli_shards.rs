//! `rolefit rank --shard` and `rolefit merge`, and the same through the crate: any split, merged in any grouping, is one run.

use std::fmt::Write as _;
use std::path::Path;

use proptest::prelude::*;
use rolefit::files::{PartsMerge, RankFiles, Ranked, RankedPart, rank_files, rank_shard};
use rolefit::intake::Shard;
use rolefit::{Engine, MatchOptions};

use crate::campaign::cases;
use crate::program::{Folder, Run};

const ROLES: &str = concat!(
    r#"{"id":"r-1","title":"Storage engineer","must_have":[{"name":"Lustre","gate":true},"Linux"],"work_authorization":["US"]}"#,
    "\nnonsense\n",
    r#"{"id":"r-2","must_have":["Slurm"],"nice_to_have":["CUDA"],"pay_band":{"max":200000,"currency":"USD"}}"#,
    "\n",
    r#"{"id":"r-3","description":"We look for a GPU cluster engineer with Kubernetes and InfiniBand."}"#,
    "\n"
);

/// People of few sorts, so that most are equal to others; bad lines, blank lines and second ids between them.
fn pool(n_lines: usize, seed: usize) -> String {
    let skills = [r#"["Lustre","Linux"]"#, r#"["Slurm"]"#, r#"["Lustre"]"#, r#"["CUDA","Slurm"]"#, "[]"];
    let mut text = String::new();
    for line in 0..n_lines {
        let sort = (line * 7 + seed) % 11;
        match sort {
            0 => text.push_str("{\"id\":\"broken\"\n"),
            1 => writeln!(text, "{{\"id\":\"c-{line}\",\"skils\":[]}}").unwrap(),
            2 => writeln!(text, "{{\"id\":\"c-{}\",\"skills\":[\"Lustre\"]}}", line / 2).unwrap(),
            3 => text.push('\n'),
            _ => {
                let from = if sort == 4 { "India" } else { "US" };
                let skills = skills[sort % skills.len()];
                writeln!(text, "{{\"id\":\"c-{line}\",\"skills\":{skills},\"work_authorization\":[\"{from}\"]}}")
                    .unwrap();
            }
        }
    }
    text
}

fn files(dir: &Path, pool: &str, limit: usize) -> RankFiles {
    let write = |name: &str, text: &str| {
        std::fs::write(dir.join(name), text).unwrap();
        dir.join(name)
    };
    RankFiles::new(write("roles.jsonl", ROLES), write("pool.jsonl", pool))
        .with_options(MatchOptions::default().with_limit(limit).with_as_of(Some("2026-11-01".parse().unwrap())))
}

fn bytes(part: &RankedPart) -> Vec<u8> {
    let mut bytes = Vec::new();
    part.write(&mut bytes).unwrap();
    bytes
}

/// All that a run found.
fn found(ranked: &Ranked) -> (String, usize, usize, usize) {
    let answers = serde_json::to_string(&ranked.answers).unwrap();
    (answers, ranked.roles.len(), ranked.n_candidates, ranked.n_skipped)
}

proptest! {
    #![proptest_config(cases(8))]

    #[test]
    fn any_split_merged_in_any_grouping_is_one_run(
        n_lines in 0_usize..120, seed in 0_usize..11, n_shards in 1_u32..7, limit in 1_usize..12,
        picks in proptest::collection::vec(any::<(prop::sample::Index, prop::sample::Index)>(), 6),
    ) {
        let dir = tempfile::tempdir().unwrap();
        let files = files(dir.path(), &pool(n_lines, seed), limit);
        let engine = Engine::in_memory();
        let whole = rank_files(&engine, &files, &mut |_| ()).unwrap();
        let path = dir.path().join("part");
        let mut parts: Vec<RankedPart> = (1..=n_shards)
            .map(|index| rank_shard(&engine, &files, Shard::new(index, n_shards).unwrap(), "n", &mut |_| ()).unwrap())
            .collect();
        // Two at a time, in any order, each written and read again.
        for (first, second) in picks {
            if parts.len() < 2 {
                break;
            }
            let first = parts.swap_remove(first.index(parts.len()));
            let second = parts.swap_remove(second.index(parts.len()));
            let mut merge = PartsMerge::new(&engine, first, false).unwrap();
            merge.take_in(second).unwrap();
            let part = merge.into_part();
            std::fs::write(&path, bytes(&part)).unwrap();
            let read = RankedPart::read(&path).unwrap();
            prop_assert_eq!(bytes(&read), bytes(&part));
            parts.push(read);
        }
        let last = parts.pop().unwrap();
        prop_assert!(parts.is_empty());
        let merge = PartsMerge::new(&engine, last, true).unwrap();
        prop_assert!(merge.missing().is_empty());
        prop_assert_eq!(found(&merge.finish()), found(&whole));
    }
}

fn folder() -> Folder {
    Folder::new().with("roles.jsonl", ROLES).with("pool.jsonl", &pool(70, 5))
}

fn rank(folder: &Folder, more: &[&str]) -> Run {
    let arguments = ["rank", "--roles", "roles.jsonl", "--candidates", "pool.jsonl", "--as-of", "2026-11-01"];
    folder.run(&[&arguments, more].concat())
}

/// Ranks all shards, to files `p1` and so on.
fn rank_shards(folder: &Folder, n_shards: u32, more: &[&str]) -> Vec<String> {
    let shards = (1..=n_shards).map(|index| {
        let (shard, output) = (format!("{index}/{n_shards}"), format!("p{index}"));
        let run = rank(folder, &[&["--shard", &shard, "--output", &output], more].concat());
        assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
        output
    });
    shards.collect()
}

#[test]
fn merged_parts_are_the_bytes_of_one_run_in_the_format_that_was_asked_for() {
    for more in [
        &["--format", "json"][..],
        &["--format", "jsonl", "--blind"],
        &["--format", "csv"],
        &["--explain", "--top", "3"],
    ] {
        let folder = folder();
        let whole = rank(&folder, more);
        let parts = rank_shards(&folder, 4, more);
        let half = folder.run(&["merge", "p4", "p2", "--partial", "--output", "half"]);
        assert_eq!(half.code, 0, "{}", half.stderr);
        let direct = folder.run(&["merge", &parts[2], &parts[0], &parts[3], &parts[1]]);
        let grouped = folder.run(&["merge", "p1", "half", "p3"]);
        assert_eq!(direct.code, 0, "{}", direct.stderr);
        assert!(!whole.stdout.is_empty());
        assert!(direct.stdout == whole.stdout && grouped.stdout == whole.stdout, "{more:?}");
        let counts = |run: &Run| run.stderr.lines().last().unwrap().rsplit_once(", ").unwrap().0.to_owned();
        assert_eq!(counts(&direct), counts(&whole));
        assert!(counts(&whole).contains("lines skipped"));
    }
}

#[test]
fn another_format_can_be_asked_of_the_merge() {
    let folder = folder();
    rank_shards(&folder, 2, &[]);
    let merged = folder.run(&["merge", "p1", "p2", "--format", "json", "--output", "out.json"]);
    assert_eq!((merged.code, merged.stdout.as_str()), (0, ""), "{}", merged.stderr);
    assert_eq!(folder.read("out.json"), rank(&folder, &["--format", "json"]).stdout);
}

#[test]
fn parts_that_are_missing_or_of_another_ranking_are_named() {
    let folder = folder();
    rank_shards(&folder, 4, &[]);
    let few = folder.run(&["merge", "p2"]);
    assert_eq!((few.code, few.stdout.as_str()), (1, ""));
    assert!(few.stderr.contains("of 4 shards, these are missing: 1, 3-4"), "{}", few.stderr);
    let twice = folder.run(&["merge", "p1", "p2", "p1"]);
    assert!(twice.code == 3 && twice.stderr.contains("p1: shard 1/4 is given twice"), "{}", twice.stderr);

    rank(&folder, &["--shard", "1/3", "--output", "other"]);
    rank(&folder, &["--shard", "1/4", "--top", "3", "--output", "top"]);
    let late = ["--as-of", "2026-11-02", "--shard", "1/4", "--output", "late"];
    folder.run(&[&["rank", "--roles", "roles.jsonl", "--candidates", "pool.jsonl"][..], &late].concat());
    for (part, words) in [("other", "number of shards"), ("top", "options"), ("late", "--as-of")] {
        let run = folder.run(&["merge", "p2", part]);
        assert!(run.code == 3 && run.stderr.contains(words) && run.stderr.contains(part), "{}", run.stderr);
    }
    let folder = folder.with("pool.jsonl", &pool(71, 5));
    rank(&folder, &["--shard", "1/4", "--output", "p1"]);
    assert!(folder.run(&["merge", "p1", "p2"]).stderr.contains("file of candidates"));
}

#[test]
fn damaged_parts_are_refused() {
    let folder = folder();
    rank_shards(&folder, 1, &[]);
    let whole = folder.read("p1");
    for cut in [0, 10, whole.len() / 2, whole.len() - 1] {
        let folder = Folder::new().with("p1", &whole[..cut]);
        let run = folder.run(&["merge", "p1"]);
        assert!(run.code == 3 && run.stdout.is_empty() && run.stderr.contains("error: p1: "), "{cut}: {}", run.stderr);
    }
    let other = Folder::new().with("p1", &whole.replacen("\"rolefit_part\":1", "\"rolefit_part\":2", 1));
    assert!(other.run(&["merge", "p1"]).stderr.contains("a part of version 2"));
    assert_eq!(folder.run(&["merge", "absent"]).code, 3);
    assert_eq!(rank(&folder, &["--shard", "5/4"]).code, 2);
}

#[test]
fn a_shard_may_be_empty_and_the_whole_may_not() {
    let folder = Folder::new().with("roles.jsonl", "{\"id\":\"r\"}").with("pool.jsonl", "{\"id\":\"c\"}");
    let parts = rank_shards(&folder, 3, &["--format", "json"]);
    let merged = folder.run(&["merge", &parts[0], &parts[1], &parts[2]]);
    assert_eq!(merged.stdout, rank(&folder, &["--format", "json"]).stdout);
    let folder = folder.with("pool.jsonl", "\n");
    rank_shards(&folder, 1, &[]);
    let merged = folder.run(&["merge", "p1"]);
    assert!(merged.code == 1 && merged.stderr.contains("no usable candidate"), "{}", merged.stderr);
}
