//! Data flows one way: a stage uses itself and what stands left of it, and third-party crates stay in their own folders.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The stages in the order of the flow; `server` and `cli` stand side by side at the end.
const FLOW: &[&str] = &[
    "domain", "wording", "suggest", "identity", "intake", "taxonomy", "extract", "market", "store", "access", "index",
    "score", "shortlist", "explain", "engine", "batch", "server", "cli",
];

/// Crates that only one stage may name.
const CONFINED: &[(&str, &str)] = &[
    ("sled", "store"),
    ("tantivy", "index"),
    ("axum", "server"),
    ("tokio", "server"),
    ("tokio_postgres", "store"),
    ("deadpool_postgres", "store"),
    ("clap", "cli"),
    ("comfy_table", "cli"),
    ("parquet", "batch"),
    ("sha2", "access"),
    ("constant_time_eq", "access"),
    ("hmac", "access"),
    ("base64", "access"),
    ("tokio_rustls", "server"),
    ("rustls_native_certs", "server"),
    ("opentelemetry", "server"),
    ("opentelemetry_http", "server"),
    ("opentelemetry_otlp", "server"),
    ("opentelemetry_sdk", "server"),
];

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The stage of a file: its first folder under `src`, or its own name.
fn stage(file: &Path) -> String {
    let relative = file.strip_prefix(source()).unwrap();
    let first = relative.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_owned()
}

/// Lines that are code, without comments; test modules included.
fn code(file: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(file).unwrap();
    (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim_start().starts_with("//"))
        .map(|(number, line)| (number, line.to_owned()))
        .collect()
}

#[test]
fn stages_use_only_what_stands_left_of_them() {
    let mut offences = Vec::new();
    for file in rust_files(&source()) {
        let own = stage(&file);
        let Some(position) = FLOW.iter().position(|s| *s == own) else { continue };
        for (number, line) in code(&file) {
            for (other, name) in FLOW.iter().enumerate() {
                let named = line.contains(&format!("crate::{name}::")) || line.contains(&format!("crate::{name};"));
                let side_by_side = matches!((own.as_str(), *name), ("cli", "server"));
                if named && (other > position || side_by_side) && !(own == "cli" && *name == "server") {
                    offences.push(format!("{}:{number}: {own} uses {name}", file.display()));
                }
            }
        }
    }
    assert!(offences.is_empty(), "\n{}", offences.join("\n"));
}

/// Stages whose public part is a module of the crate.
const PUBLIC_STAGES: &[&str] = &["intake", "taxonomy", "extract", "market", "access", "explain"];

/// What `pub use ...;` lines of `file` name, outside of comments.
fn public_names(file: &Path) -> BTreeSet<String> {
    let text: String = code(file).into_iter().map(|(_, line)| line + " ").collect();
    let statements = text.split(';').map(str::trim).filter_map(|one| one.split("pub use ").nth(1));
    statements
        .flat_map(|one| one.split(['{', '}', ',']))
        .map(|name| name.trim().rsplit("::").next().unwrap_or_default().to_owned())
        .filter(|name| !name.is_empty())
        .collect()
}

#[test]
fn server_and_cli_use_only_the_public_api() {
    let mut offences = Vec::new();
    for file in rust_files(&source()).into_iter().filter(|f| matches!(stage(f).as_str(), "server" | "cli")) {
        let own = stage(&file);
        let text: String = code(&file).into_iter().map(|(_, line)| line + "\n").collect();
        for inner in FLOW.iter().filter(|s| **s != own && **s != "server") {
            for (_, rest) in
                text.match_indices(&format!("crate::{inner}::")).map(|(at, found)| text.split_at(at + found.len()))
            {
                let names = rest.strip_prefix('{').map_or_else(
                    || rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default(),
                    |list| list.split('}').next().unwrap_or_default(),
                );
                let public = if PUBLIC_STAGES.contains(inner) {
                    public_names(&source().join(inner).join("mod.rs"))
                } else {
                    BTreeSet::new()
                };
                for name in names
                    .split(',')
                    .filter_map(|name| name.split_whitespace().next())
                    // A macro that writes setters, which embedders write as well.
                    .filter(|name| *name != "setters" && !public.contains(*name))
                {
                    offences.push(format!("{}: crate::{inner}::{name}", file.display()));
                }
            }
        }
    }
    assert!(offences.is_empty(), "embedders must be able to do all that these do:\n{}", offences.join("\n"));
}

#[test]
fn every_public_name_has_one_path() {
    let root = public_names(&source().join("lib.rs"));
    assert!(root.len() > 80, "the reading of lib.rs is broken: {root:?}");
    let twice: Vec<String> = PUBLIC_STAGES
        .iter()
        .flat_map(|stage| {
            let names = public_names(&source().join(stage).join("mod.rs"));
            names.intersection(&root).map(|name| format!("{stage}::{name}")).collect::<Vec<_>>()
        })
        .collect();
    assert!(twice.is_empty(), "named in lib.rs too: {twice:?}");
}

/// What embedders may name. A name that goes or is renamed breaks them, so that the list is kept, and read in review.
#[test]
fn public_names_are_those_that_are_listed() {
    let listed = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/public_names.txt");
    let mut names: Vec<String> = public_names(&source().join("lib.rs")).into_iter().collect();
    for stage in PUBLIC_STAGES {
        names.extend(public_names(&source().join(stage).join("mod.rs")).iter().map(|name| format!("{stage}::{name}")));
    }
    names.sort();
    let names = names.join("\n") + "\n";
    if std::env::var_os("UPDATE_PUBLIC_NAMES").is_some() {
        fs::write(&listed, &names).unwrap();
    }
    let known = fs::read_to_string(&listed).unwrap();
    let change = |sign: char, of: &str, against: &str| -> Vec<String> {
        of.lines()
            .filter(|name| !against.lines().any(|other| other == *name))
            .map(|name| format!("{sign}{name}"))
            .collect()
    };
    let changes = [change('-', &known, &names), change('+', &names, &known)].concat();
    assert!(changes.is_empty(), "run this test with UPDATE_PUBLIC_NAMES=1 and tell of it in CHANGELOG.md: {changes:?}");
}

#[test]
fn third_party_crates_stay_in_their_folder() {
    let mut offences = Vec::new();
    for file in rust_files(&source()) {
        let own = stage(&file);
        for (number, line) in code(&file) {
            for (name, home) in CONFINED {
                let used = line.contains(&format!("{name}::")) || line.contains(&format!("use {name};"));
                // The one store that waits for a network does so on a runtime of its own, and by its own rules of whom to trust.
                let of_networks = ["tokio", "tokio_rustls", "rustls_native_certs", "sha2"];
                let is_postgres = of_networks.contains(name) && file.starts_with(source().join("store/postgres"));
                if used && own != *home && !is_postgres {
                    offences.push(format!("{}:{number}: {name} belongs in {home}", file.display()));
                }
            }
        }
    }
    assert!(offences.is_empty(), "\n{}", offences.join("\n"));
}

#[test]
fn lib_rs_lists_the_stages_in_the_order_of_the_flow() {
    let text = fs::read_to_string(source().join("lib.rs")).unwrap();
    let listed: Vec<&str> = text
        .lines()
        .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'))
        .collect();
    let expected: Vec<&str> = FLOW.iter().copied().filter(|s| listed.contains(s)).collect();
    assert_eq!(listed, expected);
}

#[test]
fn every_file_says_first_what_it_is_for() {
    let silent: Vec<String> = rust_files(&source())
        .into_iter()
        .filter(|file| !fs::read_to_string(file).unwrap().starts_with("//! "))
        .map(|file| file.display().to_string())
        .collect();
    assert!(silent.is_empty(), "{silent:?}");
}

#[test]
fn the_scorer_knows_no_clock_no_files_and_no_floats() {
    let banned = ["std::time", "SystemTime", "Instant::", "std::fs", "rand::", "HashMap", "as f64", "as f32"];
    let mut offences = Vec::new();
    for file in ["market", "score", "shortlist"].into_iter().flat_map(|stage| rust_files(&source().join(stage))) {
        for (number, line) in code(&file) {
            if let Some(found) = banned.iter().find(|word| line.contains(**word)) {
                offences.push(format!("{}:{number}: {found}", file.display()));
            }
        }
    }
    assert!(offences.is_empty(), "\n{}", offences.join("\n"));
}

/// What a thread that panicked leaves in a lock is as it was between two statements, and what the crate guards by locks can be made anew
/// of the store: one bug must not take every later call with it.
#[test]
fn a_lock_that_a_panic_left_is_held_on_to() {
    let mut offences = Vec::new();
    for file in rust_files(&source()) {
        let text = fs::read_to_string(&file).unwrap();
        let own = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        if file.components().any(|part| part.as_os_str() == "tests.rs" || part.as_os_str() == "faults.rs") {
            continue;
        }
        let joined: String = own.split_whitespace().collect();
        for guard in [".lock()", ".read()", ".write()", ".wait(", ".wait_timeout("] {
            for (at, _) in joined.match_indices(guard) {
                let after: String = joined[at + guard.len()..].chars().take(60).collect();
                let after = after.split_once(')').filter(|_| guard.ends_with('(')).map_or(&*after, |(_, rest)| rest);
                if after.starts_with(".expect(") || after.starts_with(".unwrap()") {
                    offences.push(format!("{}: {guard}{after}", file.display()));
                }
            }
        }
    }
    assert!(offences.is_empty(), "expected `unwrap_or_else(PoisonError::into_inner)`:\n{}", offences.join("\n"));
}

fn toml_of(path: &str) -> toml::Table {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    text.parse().unwrap()
}

/// A phrase that stands alone in a rule twice is one too many: whoever takes it out of one place finds it still there.
#[test]
fn no_rule_says_a_phrase_twice() {
    let mut twice = Vec::new();
    let mut n_phrases = 0;
    for file in ["told_work", "title_families", "title_functions"] {
        let rules = toml_of(&format!("src/extract/data/rules/{file}.toml"));
        for rule in rules["rule"].as_array().unwrap() {
            let lines = rule.get("all").and_then(toml::Value::as_array).into_iter().flatten();
            let alone = lines.filter_map(toml::Value::as_str).filter(|line| !line.contains(" + "));
            let mut known = BTreeSet::new();
            for phrase in alone.flat_map(|line| line.split('|')).map(str::trim) {
                n_phrases += 1;
                if !known.insert(phrase) {
                    twice.push(format!("{file}, {}: {phrase}", rule["id"]));
                }
            }
        }
    }
    assert!(n_phrases > 1000 && twice.is_empty(), "{n_phrases}: {twice:#?}");
}

#[test]
fn locks_of_bindings_know_what_the_crate_needs() {
    let read = toml_of;
    let manifest = read("Cargo.toml");
    let is_optional = |spec: &toml::Value| spec.get("optional").and_then(toml::Value::as_bool) == Some(true);
    let needed = manifest["dependencies"].as_table().unwrap().iter().filter(|(_, spec)| !is_optional(spec));
    let needed: Vec<&String> = needed.map(|(name, _)| name).collect();
    assert!(needed.len() > 5, "{needed:?}");
    for lock in ["bindings/python/Cargo.lock", "bindings/ballista/Cargo.lock"] {
        let read = read(lock);
        let packages = read["package"].as_array().unwrap();
        let ours = packages.iter().find(|package| package["name"].as_str() == Some("rolefit")).unwrap();
        let known: Vec<&str> = ours["dependencies"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|name| name.as_str()?.split(' ').next())
            .collect();
        for name in &needed {
            assert!(
                known.contains(&name.as_str()),
                "{lock} does not know {name}: `cargo metadata` there writes it anew"
            );
        }
    }
}
