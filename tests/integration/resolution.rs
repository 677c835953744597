//! Names as the outside world writes them resolve to the right concepts: aliases, typing errors, look-alikes.
//!
//! The lists are in `tests/resolution`; a file's kind is the beginning of its name. Disambiguation in running text is tested
//! beside the scanner.

use std::path::Path;

use rolefit::taxonomy::Taxonomy;

/// All lines of the files of one kind, as pairs. Lines that begin with `#` are comments.
fn pairs(kind: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/resolution");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(kind) && name.ends_with(".tsv")
        })
        .collect();
    files.sort();
    let mut pairs = Vec::new();
    for file in files {
        for line in
            std::fs::read_to_string(&file).unwrap().lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let (name, meant) =
                line.split_once('\t').unwrap_or_else(|| panic!("{}: no tab in {line:?}", file.display()));
            pairs.push((name.to_owned(), meant.to_owned()));
        }
    }
    pairs
}

fn id(taxonomy: &Taxonomy, name: &str) -> Option<String> {
    taxonomy.resolve(name).concept.map(|concept| taxonomy.concept(concept).id.to_string())
}

/// The pairs of a kind that do not resolve to the concept that they name, after checking that there are such concepts.
fn wrong(kind: &str) -> (usize, Vec<String>) {
    let taxonomy = Taxonomy::builtin();
    let pairs = pairs(kind);
    let dangling: Vec<&str> =
        pairs.iter().map(|(_, meant)| meant.as_str()).filter(|meant| taxonomy.find(meant).is_none()).collect();
    assert!(dangling.is_empty(), "no such concepts: {dangling:?}");
    let wrong = pairs
        .iter()
        .filter_map(|(name, meant)| {
            let found = id(&taxonomy, name);
            (found.as_deref() != Some(meant)).then(|| format!("{name}: {meant}, found {found:?}"))
        })
        .collect();
    (pairs.len(), wrong)
}

#[test]
fn names_of_the_outside_world_resolve() {
    let (all, wrong) = wrong("aliases");
    assert!(all >= 300, "{all} pairs");
    assert!(wrong.len() * 100 <= all, "{} of {all} are wrong: {wrong:#?}", wrong.len());
}

#[test]
fn typing_errors_are_seen_through() {
    let (all, wrong) = wrong("typos");
    assert!(all >= 60, "{all} pairs");
    assert!(wrong.len() * 20 <= all, "{} of {all} are wrong: {wrong:#?}", wrong.len());
}

#[test]
fn look_alikes_never_become_one() {
    let taxonomy = Taxonomy::builtin();
    let pairs = pairs("look_alikes");
    assert!(pairs.len() >= 80, "{} pairs", pairs.len());
    let confused: Vec<String> = pairs
        .iter()
        .filter_map(|(a, b)| {
            let (first, second) = (id(&taxonomy, a)?, id(&taxonomy, b)?);
            (first == second).then(|| format!("{a} and {b} are both {first}"))
        })
        .collect();
    assert!(confused.is_empty(), "{confused:#?}");
}

#[test]
fn case_spacing_and_dashes_change_nothing() {
    let taxonomy = Taxonomy::builtin();
    let mut moved = Vec::new();
    for (name, _) in pairs("aliases") {
        let found = id(&taxonomy, &name);
        let forms = [name.to_uppercase(), name.to_lowercase(), name.replace(' ', "-"), format!("  {name} ")];
        moved.extend(forms.into_iter().filter(|form| id(&taxonomy, form) != found));
    }
    assert!(moved.is_empty(), "{moved:?}");
}
