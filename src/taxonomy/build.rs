//! Compiles the taxonomy when the crate is built: reads `data/`, and writes what the crate embeds. The words of languages and
//! the lists that `extract` reads by are compiled beside it.
//!
//! It is made of the taxonomy's own files, so that there is one code which compiles: this one's, and a user's file's at run time.

#![allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "the crate uses more of these files than is needed to compile"
)]

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
    mod column;
    mod compile;
    mod concept;
    mod data;
    mod family;
    mod files;
    mod fold;
    mod function;
    mod grade;
    mod labels;
    mod name_tree;
    mod names;
    mod openings;
    mod pattern;
    mod place;
    mod pool;
    mod practice;
    mod relation;
    mod resolve;
    mod scheme;
    mod sources;
    mod spelling;
    mod texts;
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

fn main() -> ExitCode {
    // Whatever it is made of lies here and in the folders that are named above.
    let extract =
        ["src/extract/data/languages", "src/extract/languages", "src/extract/data/words", "src/extract/lists"];
    for path in ["src/taxonomy", "src/domain/digest.rs", "src/domain/place.rs", "src/domain/setters.rs", "src/suggest"]
        .iter()
        .chain(&extract)
    {
        println!("cargo::rerun-if-changed={path}");
    }
    let of_taxonomy = taxonomy::compiled(Path::new("src/taxonomy/data")).and_then(|bytes| kept("taxonomy.bin", &bytes));
    let of_languages =
        languages::compiled(Path::new(extract[0])).and_then(|source| kept("languages.rs", source.as_bytes()));
    let of_lists = lists::compiled(Path::new(extract[2])).and_then(|source| kept("lists.rs", source.as_bytes()));
    let mut code = ExitCode::SUCCESS;
    for (of, outcome) in [("src/taxonomy/data", of_taxonomy), (extract[0], of_languages), (extract[2], of_lists)] {
        for problem in outcome.err().into_iter().flatten() {
            println!("cargo::error={of}: {problem}");
            code = ExitCode::FAILURE;
        }
    }
    code
}

/// Writes a file where the crate finds it.
fn kept(name: &str, bytes: &[u8]) -> Result<(), Vec<String>> {
    let out = std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set; cargo sets it for build scripts");
    let path = Path::new(&out.map_err(|error| vec![error.to_owned()])?).join(name);
    std::fs::write(&path, bytes).map_err(|error| vec![format!("{}: {error}", path.display())])
}
