//! The pages for users: their commands run, their links lead somewhere, and their tables are those of the code.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::http_service::Service;
use crate::program::Folder;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The README and all pages of `docs`, by name.
fn pages() -> Vec<(String, String)> {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = docs.filter(|path| path.extension().is_some_and(|e| e == "md")).collect();
    paths.extend(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"].map(|name| root().join(name)));
    paths.sort();
    let name = |path: &Path| path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
    paths.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

/// What stands in blocks of a kind, outside of which nothing counts.
fn blocks<'t>(text: &'t str, kind: &str) -> Vec<&'t str> {
    let begin = format!("```{kind}\n");
    text.split(begin.as_str()).skip(1).map(|rest| rest.split("\n```").next().unwrap()).collect()
}

/// The commands of a block: each begins with `$ ` and goes on until the next.
fn commands(block: &str) -> Vec<String> {
    format!("\n{block}").split("\n$ ").skip(1).map(str::to_owned).collect()
}

/// Folder for a page's commands: the sample data and the graded sets are there, and the program is on the path.
fn workplace() -> Folder {
    let folder = Folder::new();
    #[cfg(unix)]
    {
        for name in ["sample_data", "tests", "src"] {
            std::os::unix::fs::symlink(root().join(name), folder.path().join(name)).unwrap();
        }
        fs::create_dir(folder.path().join("bin")).unwrap();
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_rolefit"), folder.path().join("bin/rolefit")).unwrap();
    }
    folder
}

fn run(folder: &Folder, command: &str) {
    let path = format!("{}:{}", folder.path().join("bin").display(), std::env::var("PATH").unwrap());
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", command])
        .current_dir(folder.path())
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .env_remove("ROLEFIT_DATA_DIR")
        .output()
        .unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "expected `{command}` to succeed, got {}:\n{said}", output.status);
    // A problem is a body like any other to curl.
    assert!(!said.contains("\"status\":4") && !said.contains("\"status\":5"), "`{command}` was refused:\n{said}");
}

/// Runs the commands of a page in order. A service that they start runs until a command needs its data directory.
fn run_page(name: &str, text: &str) -> usize {
    let folder = workplace();
    let mut service: Option<Service> = None;
    let mut n_run = 0;
    for command in blocks(text, "console").into_iter().flat_map(commands) {
        let command = command.replace("cargo run --release -- ", "rolefit ");
        if command.starts_with("cargo ") || command.starts_with("bash ") {
            // What builds and tests is run by whoever runs this.
            continue;
        }
        n_run += 1;
        if command.contains("--data-dir") {
            service = None;
        }
        let serves = ["serve", "demo"]
            .into_iter()
            .find_map(|name| Some((name, command.strip_prefix(&format!("rolefit {name}"))?)));
        if let Some((name, arguments)) = serves {
            let mut serve = folder.command(&[name, "--listen", "127.0.0.1:0"]);
            serve.args(arguments.split_whitespace());
            let started = Service::spawn(serve);
            started.wait_until_ready();
            service = Some(started);
            continue;
        }
        let address = service.as_ref().map_or("localhost:7878", |service| &service.address);
        if command.contains("localhost:7878") {
            assert!(service.is_some(), "{name}: nothing serves `{command}`");
        }
        run(&folder, &command.replace("localhost:7878", address));
    }
    n_run
}

#[cfg(unix)]
#[test]
fn the_commands_of_every_page_run() {
    let mut n_run = 0;
    for (name, text) in pages().iter().filter(|(name, _)| name == "README.md" || name.starts_with("docs/")) {
        n_run += run_page(name, text);
    }
    assert!(n_run > 20, "only {n_run} commands were found");
}

#[test]
fn every_link_leads_to_a_file() {
    let mut broken = Vec::new();
    for (name, text) in pages() {
        let folder = root().join(&name).parent().unwrap().to_owned();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let path = target.split('#').next().unwrap();
            if !path.is_empty() && !path.contains("://") && !folder.join(path).exists() {
                broken.push(format!("{name}: {target}"));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn every_page_is_linked_from_the_readme() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let unlinked: Vec<String> =
        pages().into_iter().map(|(name, _)| name).filter(|n| n.starts_with("docs/") && !readme.contains(n)).collect();
    assert!(unlinked.is_empty(), "{unlinked:?}");
}

fn schema(name: &str) -> Value {
    let text = fs::read_to_string(root().join("schemas").join(format!("{name}.schema.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// What may stand in a field, in words.
fn kind(schema: &Value) -> String {
    if let Some(named) = schema["$ref"].as_str() {
        return named.rsplit('/').next().unwrap().to_owned();
    }
    if let Some(first) = schema["anyOf"].as_array().and_then(|kinds| kinds.first()) {
        return kind(first);
    }
    let name = schema["type"].as_array().map_or(&schema["type"], |kinds| &kinds[0]);
    match (name.as_str().unwrap_or_default(), schema["format"].as_str()) {
        ("array", _) => format!("list of {}", kind(&schema["items"])),
        (_, Some("rolefit-date")) => "date: `2026`, `2026-03` or `2026-03-31`".to_owned(),
        (_, Some("rolefit-id")) => "id".to_owned(),
        (_, Some("rolefit-currency")) => "currency".to_owned(),
        ("string", _) => "text".to_owned(),
        ("boolean", _) => "`true` or `false`".to_owned(),
        (other, _) => other.to_owned(),
    }
}

fn fields(properties: &Value) -> String {
    let mut table = "| field | holds | meaning |\n|---|---|---|\n".to_owned();
    for (name, field) in properties.as_object().unwrap() {
        let meaning = field["description"].as_str().unwrap_or_default().replace('\n', " ").replace('|', "\\|");
        writeln!(table, "| `{name}` | {} | {meaning} |", kind(field)).unwrap();
    }
    table
}

/// Both documents and all their parts, as the page shows them.
fn tables() -> String {
    let mut page = String::new();
    let mut parts = serde_json::Map::new();
    for name in ["candidate", "role"] {
        let schema = schema(name);
        writeln!(page, "## A {name}\n\n{}", fields(&schema["properties"])).unwrap();
        parts.extend(schema["$defs"].as_object().unwrap().clone());
    }
    page.push_str("## Parts\n");
    let mut parts: Vec<(String, Value)> = parts.into_iter().collect();
    parts.sort_by(|a, b| a.0.cmp(&b.0));
    for (name, part) in parts {
        let description = part["description"].as_str().unwrap_or_default();
        write!(page, "\n### {name}\n\n{description}\n").unwrap();
        if part["properties"].is_object() {
            write!(page, "\n{}", fields(&part["properties"])).unwrap();
        } else if let Some(values) = part["oneOf"].as_array() {
            page.push_str("\n| value | meaning |\n|---|---|\n");
            for value in values {
                let meaning = value["description"].as_str().unwrap_or_default();
                writeln!(page, "| `{}` | {meaning} |", value["const"].as_str().unwrap_or_default()).unwrap();
            }
        }
    }
    page
}

#[test]
fn the_tables_of_documents_are_those_of_the_schemas() {
    let page = fs::read_to_string(root().join("docs/documents.md")).unwrap();
    let expected = tables();
    assert!(page.ends_with(&expected), "expected docs/documents.md to end with:\n\n{expected}");
}

#[test]
fn the_fields_in_the_readme_are_fields() {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let section = readme.split("## Documents").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
    let known: Vec<String> = ["candidate", "role"]
        .iter()
        .flat_map(|name| schema(name)["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>())
        .collect();
    let cells = section.lines().filter(|line| line.starts_with("| `")).map(|line| line.split('|').nth(1).unwrap());
    let named: Vec<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    assert!(named.len() > 15, "{named:?}");
    for name in named {
        assert!(known.iter().any(|field| field == name), "{name} is no field of a candidate or a role");
    }
}

/// The variants of an enum, as its file has them.
fn variants(file: &str, name: &str) -> Vec<String> {
    let code = fs::read_to_string(root().join(file)).unwrap();
    let body = code.split(&format!("pub enum {name} {{\n")).nth(1).and_then(|rest| rest.split("\n}").next()).unwrap();
    let is_variant = |line: &&str| line.starts_with("    ") && line.chars().nth(4).is_some_and(char::is_uppercase);
    body.lines().filter(is_variant).map(|line| line.trim().trim_end_matches(',').to_owned()).collect()
}

#[test]
fn the_table_of_errors_has_each_kind_once() {
    let page = fs::read_to_string(root().join("docs/embedding.md")).unwrap();
    let table = page.split("| `ErrorKind` |").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap();
    let cells = table.lines().filter(|line| line.starts_with("| `")).map(|line| line.split('|').nth(1).unwrap());
    let mut named: Vec<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    named.sort_unstable();
    let mut kinds = variants("src/domain/error.rs", "ErrorKind");
    kinds.sort();
    assert!(kinds.len() > 5, "{kinds:?}");
    assert_eq!(named, kinds);
}
