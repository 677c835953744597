//! Words are data: lists of them in the Rust of `extract` may only become fewer. New ones belong into `src/extract/data`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// So many words in a row are a list.
const LIST: usize = 4;

/// The files that still hold lists of words, with how many words in all. Whoever moves some to data lowers the figure.
const STILL_THERE: &[(&str, usize)] = &[
    ("alternatives/link.rs", 10),
    ("candidate.rs", 5),
    ("candidate/prose.rs", 5),
    ("context/deeds.rs", 4),
    ("languages/compile.rs", 5),
    ("lists/compile.rs", 5),
    ("markup.rs", 9),
    ("markup/mojibake.rs", 5),
    ("scale.rs", 21),
    ("scale_join.rs", 12),
    ("terms.rs", 7),
    ("terms/cut.rs", 6),
];

/// A string literal of some source, and whether nothing but a comma or bar parts it from the one before.
struct Literal<'s> {
    text: &'s str,
    joins: bool,
    /// Stands in `words!` or `one_of!`, or is all of a constant.
    is_list: bool,
}

/// The string literals of a file, without its comments and tests.
fn literals(source: &str) -> Vec<Literal<'_>> {
    let source = &source[..source.find("#[cfg(test)]\nmod tests {").unwrap_or(source.len())];
    let (mut found, mut at, mut behind) = (Vec::new(), 0, 0);
    while let Some(more) = source[at..].find(['"', '\'', '/']) {
        let here = at + more;
        let rest = &source[here..];
        if rest.starts_with("//") {
            at = here + rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let Some(rest) = rest.strip_prefix('"') else {
            // A letter, or the sign of a lifetime.
            let letter = rest.char_indices().skip(1).nth(usize::from(rest.starts_with("'\\"))).map_or("", |c| {
                let after = c.0 + c.1.len_utf8();
                if rest[after..].starts_with('\'') { &rest[..=after] } else { "" }
            });
            at = here + letter.len().max(1);
            continue;
        };
        let mut escaped = false;
        let length = rest.find(|c| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        let length = length.unwrap_or(rest.len());
        let before = &source[behind..here];
        let parts = |c: char| c.is_whitespace() || matches!(c, ',' | '|' | '&' | '[' | ']' | '(' | ')');
        let opened = before.trim_end();
        let is_list = opened.ends_with("words!(")
            || opened.rsplit_once("one_of!(").is_some_and(|(_, argument)| !argument.contains(';'))
            || (opened.ends_with('=') && opened.contains(": &str"));
        found.push(Literal { text: &rest[..length], joins: before.chars().all(parts), is_list });
        at = here + length + 2;
        behind = at;
    }
    found
}

fn words(literal: &str) -> usize {
    literal.split([' ', '\\', '\n']).filter(|word| word.starts_with(|c: char| c.is_lowercase())).count()
}

/// How many words the lists of a source hold.
fn listed(source: &str) -> usize {
    let literals = literals(source);
    let alone: usize =
        literals.iter().filter(|one| one.is_list).map(|one| words(one.text)).filter(|n| *n >= LIST).sum();
    let rows = literals.chunk_by(|_, next| next.joins && !next.is_list);
    let in_rows = rows.map(|row| row.iter().filter(|one| !one.is_list && words(one.text) > 0).collect::<Vec<_>>());
    alone + in_rows.filter(|row| row.len() >= LIST).flatten().map(|one| words(one.text)).sum::<usize>()
}

fn lists_of(folder: &Path, root: &Path, all: &mut BTreeMap<String, usize>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        // Patterns by which tests look for slow ones are no knowledge.
        if name.contains("test") || name == "linear_patterns.rs" {
            continue;
        }
        if path.is_dir() {
            lists_of(&path, root, all);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let count = listed(&fs::read_to_string(&path).unwrap());
            if count > 0 {
                all.insert(name, count);
            }
        }
    }
}

#[test]
fn lists_of_words_in_rust_only_become_fewer() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/extract");
    let mut all = BTreeMap::new();
    lists_of(&root, &root, &mut all);
    let known: BTreeMap<&str, usize> = STILL_THERE.iter().copied().collect();
    let names: std::collections::BTreeSet<&str> = all.keys().map(String::as_str).chain(known.keys().copied()).collect();
    let wrong: Vec<String> = names
        .into_iter()
        .map(|name| (name, all.get(name).copied().unwrap_or(0), known.get(name).copied().unwrap_or(0)))
        .filter(|(_, found, allowed)| found != allowed)
        .map(|(name, found, allowed)| format!("{name}: expected {allowed} words in lists, got {found}"))
        .collect();
    let advice = "move new words to src/extract/data; where some were moved, lower the figure in STILL_THERE";
    assert!(wrong.is_empty(), "{advice}\n{}", wrong.join("\n"));
}

#[test]
fn lists_are_told_from_other_text() {
    assert_eq!(listed("const A: Words = words!(\"red green blue grey\");"), 4);
    assert_eq!(listed("let a = one_of!(word, \"red green blue grey\");"), 4);
    assert_eq!(listed("matches!(word, \"red\" | \"green\" | \"blue\" | \"grey\")"), 4);
    assert_eq!(listed("const A: &[&str] = &[\"red\", \"green\", \"dark blue\", \"grey\"];"), 5);
    assert_eq!(listed("matches!(word, \"red\" | \"green\" | \"blue\")"), 0);
    assert_eq!(listed("panic!(\"expected a gap of some words\")"), 0);
    assert_eq!(listed("// \"red\", \"green\", \"blue\", \"grey\"\nlet a = ['\"', 'b'];"), 0);
}
