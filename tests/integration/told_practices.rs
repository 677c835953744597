//! Practices told in plain sentences, without the name of a tool, are recognised; look-alikes from other walks of life are not.
//!
//! The sentences are in `tests/resolution/told.tsv`. Practices that are named are tested beside the scanner.

use std::collections::BTreeSet;
use std::path::Path;

use rolefit::extract::Extractor;
use rolefit::taxonomy::{ConceptKind, Taxonomy};

/// So many of a hundred practices are found at the least. Most of these sentences tell in everyday words ("when a card falls off the bus I am
/// the person"), which rules of verb and object do not read; phrases that were written after them did, and read other texts wrong.
const RECALL: usize = 20;

/// A sentence with what it tells: of each item's ids any will do. Look-alikes have none.
struct Told {
    sentence: String,
    items: Vec<BTreeSet<String>>,
}

/// All lines of the list. Lines that begin with `#` are comments.
fn told() -> Vec<Told> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/resolution/told.tsv");
    std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let (sentence, ids) = line.split_once('\t').unwrap_or_else(|| panic!("no tab in {line:?}"));
            let items = ids.split(' ').filter(|item| *item != "-");
            Told {
                sentence: sentence.to_owned(),
                items: items.map(|item| item.split('|').map(str::to_owned).collect()).collect(),
            }
        })
        .collect()
}

/// The practices that a sentence shows.
fn practices(extractor: &Extractor, taxonomy: &Taxonomy, sentence: &str) -> BTreeSet<String> {
    let is_practice =
        |id: &str| taxonomy.find(id).is_some_and(|concept| taxonomy.concept(concept).kind == ConceptKind::Practice);
    let skills = extractor.extract(sentence).unwrap().skills;
    skills
        .into_iter()
        .filter(|s| s.stance == rolefit::extract::SkillStance::Stated && is_practice(&s.concept))
        .map(|s| s.concept.clone())
        .collect()
}

#[test]
fn the_list_names_practices_of_the_taxonomy() {
    let taxonomy = Taxonomy::builtin();
    let all = told();
    let look_alikes = all.iter().filter(|told| told.items.is_empty()).count();
    assert!(all.len() - look_alikes >= 300 && look_alikes >= 150, "{look_alikes} look-alikes of {}", all.len());
    let dangling: Vec<&String> =
        all.iter().flat_map(|told| told.items.iter().flatten()).filter(|id| taxonomy.find(id).is_none()).collect();
    assert!(dangling.is_empty(), "no such concepts: {dangling:?}");
}

#[test]
fn practices_told_without_a_tool_are_recognised() {
    let taxonomy = Taxonomy::builtin();
    let extractor = Extractor::new(taxonomy.clone());
    let (mut items, mut missed) = (0, Vec::new());
    for told in told().iter().filter(|told| !told.items.is_empty()) {
        let found = practices(&extractor, &taxonomy, &told.sentence);
        items += told.items.len();
        let unseen = told.items.iter().filter(|item| item.is_disjoint(&found));
        missed.extend(unseen.map(|item| format!("{}: {item:?}, found {found:?}", told.sentence)));
    }
    let recall = 100 * (items - missed.len()) / items;
    assert!(recall >= RECALL, "{recall} of 100: {missed:#?}");
}

#[test]
fn look_alikes_show_no_practice() {
    let taxonomy = Taxonomy::builtin();
    let extractor = Extractor::new(taxonomy.clone());
    let wrong: Vec<String> = told()
        .iter()
        .filter(|told| told.items.is_empty())
        .filter_map(|told| {
            let found = practices(&extractor, &taxonomy, &told.sentence);
            (!found.is_empty()).then(|| format!("{}: {found:?}", told.sentence))
        })
        .collect();
    let look_alikes = told().iter().filter(|told| told.items.is_empty()).count();
    assert!(wrong.len() * 100 <= look_alikes, "{} of {look_alikes}: {wrong:#?}", wrong.len());
}
