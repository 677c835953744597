//! Résumés in the layouts of other programs (`tests/documents`): what is read from them is what their text says, and damaged ones harm nobody.
//! `tests/documents/check.sh` makes more of them and runs this.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rolefit::Candidate;
use rolefit::extract::Extractor;
use rolefit::intake::{FileKind, ImportFormat, ImportOptions, file_text, import_documents};
use rolefit::taxonomy::Taxonomy;
use serde_json::json;

use crate::campaign::{Dice, rounds};
use crate::files::limits;
use crate::http_service::Service;

/// Those that are kept, or those that `tests/documents/make.sh` made.
fn folder() -> PathBuf {
    std::env::var_os("ROLEFIT_DOCUMENTS")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/documents/made"), PathBuf::from)
}

/// All layouts of all people, by their names, in order.
fn layouts() -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<(String, Vec<u8>)> = entries
        .filter(|path| path.extension().is_some_and(|ending| ending != "txt"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(path).unwrap()))
        .collect();
    found.sort();
    assert!(found.len() >= 30, "{} files", found.len());
    found
}

fn original(name: &str) -> String {
    let person = name.split('.').next().unwrap();
    fs::read_to_string(folder().join(format!("{person}.txt"))).unwrap()
}

/// What a text states, each fact once, without where it stands.
fn facts(extractor: &Extractor, text: &str) -> BTreeSet<String> {
    let found = serde_json::to_value(extractor.extract(text).unwrap()).unwrap();
    let mut facts = BTreeSet::new();
    for sort in ["skills", "scale", "pay", "years", "workload", "locations", "work_modes"] {
        for fact in found[sort].as_array().into_iter().flatten() {
            let mut fact = fact.clone();
            if let Some(fields) = fact.as_object_mut() {
                for field in ["start", "end", "text", "rule"] {
                    fields.remove(field);
                }
            }
            facts.insert(format!("{sort} {fact}"));
        }
    }
    facts.insert(format!("level {}", found["level"]));
    facts
}

/// The least share of facts that are the same in a file and in its text.
const LEAST: f64 = 0.97;

#[test]
fn facts_of_files_are_those_of_their_text() {
    let extractor = Extractor::new(Taxonomy::builtin());
    let (mut same, mut all, mut same_pdf, mut all_pdf, mut n_pdf) = (0, 0, 0, 0, 0);
    for (name, bytes) in layouts() {
        let text = file_text(&name, &bytes, &limits()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let (expected, found) = (facts(&extractor, &original(&name)), facts(&extractor, &text));
        let (both, either) = (expected.intersection(&found).count(), expected.union(&found).count());
        if both < either {
            println!("{name}: {both} of {either}");
            expected.difference(&found).for_each(|fact| println!("  lost  {fact}"));
            found.difference(&expected).for_each(|fact| println!("  added {fact}"));
        }
        (same, all) = (same + both, all + either);
        if FileKind::of_name(&name) == Some(FileKind::Pdf) {
            (same_pdf, all_pdf, n_pdf) = (same_pdf + both, all_pdf + either, n_pdf + 1);
        }
    }
    let share =
        |same: usize, all: usize| f64::from(u32::try_from(same).unwrap()) / f64::from(u32::try_from(all).unwrap());
    println!("{n_pdf} PDFs: {same_pdf} of {all_pdf} facts the same, {:.4}", share(same_pdf, all_pdf));
    println!("all files: {same} of {all} facts the same, {:.4}", share(same, all));
    assert!(share(same_pdf, all_pdf) >= LEAST && share(same, all) >= LEAST);
}

#[test]
fn who_it_is_is_parted_from_what_is_scored() {
    for (name, bytes) in layouts().into_iter().filter(|(name, _)| FileKind::of_name(name) != Some(FileKind::Html)) {
        let options = ImportOptions::default().with_file_name(&*name);
        let read = import_documents::<Candidate>(&bytes, &options, &limits()).unwrap();
        assert_eq!((read.format, read.guessed, read.refused.len()), (ImportFormat::Documents, true, 0), "{name}");
        let (_, candidate) = &read.documents[0];
        let text = original(&name);
        let mut lines = text.lines();
        let full_name = lines.next().unwrap();
        assert_eq!(candidate.id.as_str(), name);
        assert_eq!(candidate.name.as_deref().map(str::to_lowercase), Some(full_name.to_lowercase()), "{name}");
        let summary = candidate.summary.as_deref().unwrap();
        assert!(!summary.to_lowercase().contains(&full_name.to_lowercase()), "{name}: {summary}");
        assert!(!summary.contains('@'), "{name}: {summary}");
        let contact: Vec<&str> = lines.nth(1).unwrap().split(" | ").collect();
        assert_eq!(candidate.custom["emails"], json!([contact[0]]), "{name}");
        assert_eq!(candidate.custom["phones"], json!([contact[1]]), "{name}");
    }
}

/// What the service may take in KiB while damaged files are read, the knowledge and the allocator's reserve included. Each file has less than
/// 1 MiB, and PDF is read elsewhere.
const MAX_MEMORY: u64 = 512 << 10;

/// With `ROLEFIT_CAMPAIGN=2000` the long form, which takes some minutes.
#[test]
fn damaged_files_are_read_or_refused() {
    let files = layouts();
    let service = Service::start(None);
    let mut dice = Dice::new("damaged files");
    let (mut n_read, mut n_refused, mut longest) = (0, 0, Duration::ZERO);
    for round in 0..rounds(60) {
        let (name, mut bytes) = files[dice.below(files.len())].clone();
        for _ in 0..=dice.below(6) {
            let at = dice.below(bytes.len());
            match dice.below(4) {
                0 => bytes.truncate(at.max(1)),
                1 => drop(bytes.splice(at..(at + dice.below(64)).min(bytes.len()), [])),
                _ => bytes[at] ^= u8::try_from(1 + dice.below(255)).unwrap(),
            }
            if bytes.is_empty() {
                bytes.push(0);
            }
        }
        let media_type = FileKind::of_name(&name).unwrap().media_types()[0];
        let begun = Instant::now();
        let answered = service.post_as(media_type, "/v1/extract", bytes);
        longest = longest.max(begun.elapsed());
        match answered.status {
            200 => n_read += 1,
            400 | 422 => n_refused += 1,
            other => panic!("round {round}, {name}: {other} {}", answered.json()),
        }
    }
    let peak = service.peak_memory();
    println!("{n_read} read, {n_refused} refused, the longest in {longest:?}, peak memory of the service {peak:?} KiB");
    assert_eq!(service.get("/readyz").status, 200);
    assert!(longest < Duration::from_secs(30) && n_read > 0 && n_refused > 0);
    assert!(peak.is_none_or(|peak| peak < MAX_MEMORY), "{peak:?} KiB");
}
