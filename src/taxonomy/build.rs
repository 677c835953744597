//! Compiles the taxonomy when the crate is built: reads `data/`, and writes what the crate embeds. The words of languages and
//! the lists that `extract` reads by are compiled beside it. The digest of everything that decides what is read from a document goes
//! into the crate as `ROLEFIT_READER`.
//!
//! It is made of the taxonomy's own files, so that there is one code which compiles: this one's, and a user's file's at run time.

#![allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "the crate uses more of these files than is needed to compile"
)]

use std::io;
use std::path::Path;
use std::process::ExitCode;

#[path = "../domain"]
mod domain {
    mod digest;
    mod place;
    mod setters;

    pub(crate) use digest::{digest, digest_with, fnv1a};
    pub(crate) use place::Place;
    pub(crate) use setters::setters;
}

#[path = "../suggest"]
mod suggest {
    mod letters;
    mod slips;

    pub(crate) use slips::{Forms, glue, typing_errors};
}

#[path = "../extract/languages/compile.rs"]
mod languages;

#[path = "../extract/lists/compile.rs"]
mod lists;

#[path = "."]
mod taxonomy {
    mod area;
    mod blob;
    mod check;
    mod clues;
    mod column;
    mod compile;
    mod concept;
    mod data;
    mod family;
    mod files;
    mod fold;
    mod function;
    mod further_names;
    mod grade;
    mod labels;
    mod name_tree;
    mod names;
    mod openings;
    mod place;
    mod pool;
    mod practice;
    mod reading_rule;
    mod relation;
    mod resolve;
    mod scheme;
    mod sources;
    mod spelling;
    mod texts;
    mod topics;
    mod vocabulary;
    mod word_hash;
    mod word_table;

    pub(crate) use area::AreaId;
    pub(crate) use concept::{Concept, ConceptId, ConceptKind, Generation, PerMille};
    pub(crate) use family::FamilyId;
    pub(crate) use fold::{Folded, fold, fold_char};
    pub(crate) use names::TextNames;
    pub(crate) use relation::Relation;
    pub(crate) use resolve::MatchedBy;
    pub(crate) use scheme::Taxonomy;
    pub(crate) use vocabulary::WordId;
    pub(crate) use word_hash::word_hash;

    /// The bytes of the taxonomy whose files lie in `folder`, or all that is wrong with it.
    pub(crate) fn compiled(folder: &std::path::Path) -> Result<Vec<u8>, Vec<String>> {
        let failed = |error: std::io::Error| vec![error.to_string()];
        let texts = files::Texts::read(folder).map_err(failed)?;
        let (taxonomy, sources) =
            files::compiled(&texts).map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        files::written(&taxonomy, &sources).map_err(failed)
    }
}

/// What this script is made of, and what it compiles.
const COMPILED: [&str; 9] = [
    "src/domain/digest.rs", "src/domain/place.rs", "src/domain/setters.rs", "src/suggest", "src/taxonomy",
    "src/extract/data/languages", "src/extract/data/words", "src/extract/languages", "src/extract/lists",
];

/// What decides, beside the taxonomy, what is read from a document and how it is kept.
const READER: [&str; 7] = [
    "src/domain", "src/extract", "src/identity", "src/score", "src/engine/entry.rs", "src/engine/kept_tiles.rs",
    "src/engine/tile.rs",
];

fn main() -> ExitCode {
    for path in COMPILED.iter().chain(&READER) {
        println!("cargo::rerun-if-changed={path}");
    }
    let digest = |paths: &[&str]| sum(paths).map_err(|error| println!("cargo::error=the sources: {error}"));
    let (Ok(compiled), Ok(reader)) = (digest(&COMPILED), digest(&READER)) else { return ExitCode::FAILURE };
    println!("cargo::rustc-env=ROLEFIT_READER={reader:08x}{compiled:08x}");
    // Most changes of a reader leave alone what is compiled here, which takes seconds without optimization.
    if is_done(compiled) {
        return ExitCode::SUCCESS;
    }
    let of_taxonomy = taxonomy::compiled(Path::new("src/taxonomy/data")).and_then(|bytes| kept("taxonomy.bin", &bytes));
    let [languages, words] = ["src/extract/data/languages", "src/extract/data/words"];
    let of_languages =
        languages::compiled(Path::new(languages)).and_then(|source| kept("languages.rs", source.as_bytes()));
    let of_lists = lists::compiled(Path::new(words)).and_then(|source| kept("lists.rs", source.as_bytes()));
    let mut code = ExitCode::SUCCESS;
    for (of, outcome) in [("src/taxonomy/data", of_taxonomy), (languages, of_languages), (words, of_lists)] {
        for problem in outcome.err().into_iter().flatten() {
            println!("cargo::error={of}: {problem}");
            code = ExitCode::FAILURE;
        }
    }
    if code == ExitCode::SUCCESS {
        // Where it cannot be written, the next build compiles once more.
        let _ = kept(DONE, compiled.to_string().as_bytes());
    }
    code
}

/// Holds the digest of what the files beside it were compiled from.
const DONE: &str = "compiled-from";

fn is_done(compiled: u32) -> bool {
    let out = std::env::var_os("OUT_DIR").unwrap_or_default();
    std::fs::read_to_string(Path::new(&out).join(DONE)).is_ok_and(|text| text == compiled.to_string())
}

/// The checksum of files, and of all files of folders.
fn sum(paths: &[&str]) -> io::Result<u32> {
    let mut hasher = crc32fast::Hasher::new();
    for path in paths {
        add(Path::new(path), &mut hasher)?;
    }
    Ok(hasher.finalize())
}

fn add(path: &Path, hasher: &mut crc32fast::Hasher) -> io::Result<()> {
    if path.is_file() {
        hasher.update(path.as_os_str().as_encoded_bytes());
        hasher.update(&std::fs::read(path)?);
        return Ok(());
    }
    let mut within = std::fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    within.sort();
    within.iter().try_for_each(|path| add(path, hasher))
}

/// Writes a file where the crate finds it.
fn kept(name: &str, bytes: &[u8]) -> Result<(), Vec<String>> {
    let out = std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set; cargo sets it for build scripts");
    let path = Path::new(&out.map_err(|error| vec![error.to_owned()])?).join(name);
    std::fs::write(&path, bytes).map_err(|error| vec![format!("{}: {error}", path.display())])
}
