//! The words of ARCHITECTURE.md are those of the public API: a name for each thing, and no second one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The words that a name is made of, in lower case: `PayBand` and `pay_band` are `pay` and `band`.
fn words(name: &str) -> Vec<String> {
    // A constant is written in capitals throughout.
    if !name.chars().any(char::is_lowercase) {
        return name.to_lowercase().split('_').map(str::to_owned).collect();
    }
    let mut spaced = String::new();
    for c in name.chars() {
        if c.is_uppercase() {
            spaced.push('_');
        }
        spaced.extend(c.to_lowercase());
    }
    spaced.split('_').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The name that a line makes public, with the crate or beyond it.
fn public_name(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let kinds = ["fn ", "struct ", "enum ", "trait ", "type ", "const ", "static ", "mod "];
    let rest = kinds.iter().find_map(|kind| rest.strip_prefix(kind)).unwrap_or(rest);
    let name = rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
    (!name.is_empty() && name != "use").then_some(name)
}

#[test]
fn no_public_name_holds_a_word_that_the_glossary_replaces() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let table = text.split("\n## Words\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| ")).skip(1);
    let replaced: BTreeSet<String> = rows
        .filter_map(|row| row.trim_matches('|').rsplit('|').next())
        .flat_map(|cell| cell.split(','))
        .map(|word| word.trim().to_owned())
        .filter(|word| !word.is_empty())
        .collect();
    assert!(replaced.len() > 20, "{replaced:?}");
    let mut files = Vec::new();
    rust_files(&root.join("src"), &mut files);
    let mut wrong = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for name in text.lines().filter_map(public_name) {
            for word in words(name).iter().filter(|word| replaced.contains(*word)) {
                wrong.push(format!("{}: {name} holds {word:?}", file.strip_prefix(root).unwrap().display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn names_are_cut_into_words() {
    assert_eq!(words("PayBand"), ["pay", "band"]);
    assert_eq!(words("MAX_YEARS"), ["max", "years"]);
    assert_eq!(public_name("    pub fn expected_pay(&self) -> Pay {"), Some("expected_pay"));
    assert_eq!(public_name("    pub salary: Pay,"), Some("salary"));
    assert_eq!(public_name("pub(crate) fn inner() {"), None);
}
