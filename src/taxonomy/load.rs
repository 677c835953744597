//! Building a taxonomy from its files, reporting all problems at once.

use std::collections::{BTreeMap, HashMap};

use super::area::{Area, AreaId};
use super::check::Problem;
use super::concept::{Ambiguity, Concept, ConceptId, PerMille};
use super::data::{AreaFile, ConceptFile, FamilyFile, PlaceFile, PoolFile, RawConcept};
use super::family::{Families, FamilyId};
use super::pattern::{PASSAGE, PatternList};
use super::place::Gazetteer;
use super::pool::Pools;
use super::relation::{CUT, CreditMatrix, Edge, Relation};
use super::resolve::FuzzyIndex;
use super::scheme::{Label, Taxonomy};
use super::spelling::spelled_elsewhere;
use super::vocabulary::VocabularyList;
use super::word_class::WordClasses;
use super::{ConceptKind, MatchedBy, fold};
use crate::domain::digest;

macro_rules! concept_files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("data/concepts/", $name, ".toml")))),*]
    };
}

/// The embedded concept files with their names.
const CONCEPTS: &[(&str, &str)] = concept_files![
    "accelerators", "cluster_operations", "compilers", "credentials", "data_engineering", "developer_tools",
    "distributed_training", "gpu_programming", "graphics", "hardware_design", "hpc_science", "inference",
    "interconnect", "languages", "machine_learning", "observability", "parallel_programming", "power_cooling",
    "scheduling", "software", "storage",
];
const AREAS: &str = include_str!("data/areas.toml");
const FAMILIES: &str = include_str!("data/families.toml");
const POOLS: &str = include_str!("data/pools.toml");
const PLACES: &str = include_str!("data/places.toml");
const WORDS: &str = include_str!("data/words.toml");

/// Scarcity is written as 0.05 to 2.0.
const WEIGHT_RANGE: std::ops::RangeInclusive<f64> = 0.05..=2.0;

pub(super) fn embedded() -> Result<Taxonomy, Vec<Problem>> {
    build(None)
}

pub(super) fn extended(file: &str) -> Result<Taxonomy, Vec<Problem>> {
    build(Some(file))
}

fn parse<T: serde::de::DeserializeOwned + Default>(name: &str, text: &str, problems: &mut Vec<Problem>) -> T {
    toml::from_str(text).unwrap_or_else(|error| {
        problems.push(Problem::new(name, error.to_string().trim_end().replace('\n', " ")));
        T::default()
    })
}

fn embedded_file<T: serde::de::DeserializeOwned>(text: &str) -> T {
    toml::from_str(text).expect("embedded files are read by the crate's tests")
}

fn build(extension: Option<&str>) -> Result<Taxonomy, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut files: Vec<ConceptFile> = CONCEPTS.iter().map(|(name, text)| parse(name, text, &mut problems)).collect();
    let mut digest_input: Vec<&str> = CONCEPTS.iter().map(|(_, text)| *text).collect();
    digest_input.extend([AREAS, FAMILIES, POOLS, PLACES, WORDS]);
    if let Some(text) = extension {
        let own: ConceptFile = parse("", text, &mut problems);
        let replaced: std::collections::HashSet<&str> = own.concept.iter().map(|c| c.id.as_str()).collect();
        for file in &mut files {
            file.concept.retain(|c| !replaced.contains(c.id.as_str()));
        }
        files.push(own);
        digest_input.push(text);
    }

    let mut notes = Vec::new();
    let families = Families::load(embedded_file::<FamilyFile>(FAMILIES), &mut notes);
    let pools = Pools::load(embedded_file::<PoolFile>(POOLS), &families, &mut notes);
    let places = Gazetteer::load(embedded_file::<PlaceFile>(PLACES), &mut notes);
    problems.extend(notes.into_iter().map(|note| Problem::new("", note)));

    let areas = load_areas(&families, &mut problems);
    let area_ids: HashMap<&str, AreaId> = areas
        .iter()
        .enumerate()
        .map(|(index, area)| (&*area.id, AreaId(u8::try_from(index).expect("fewer than 256 areas"))))
        .collect();

    let raw: Vec<&RawConcept> = files.iter().flat_map(|file| &file.concept).collect();
    if raw.len() > usize::from(u16::MAX) {
        problems.push(Problem::new("", format!("{} concepts, at most {} are possible", raw.len(), u16::MAX)));
        return Err(problems);
    }
    let mut by_id: HashMap<Box<str>, ConceptId> = HashMap::new();
    for (index, concept) in raw.iter().enumerate() {
        let id = ConceptId(u16::try_from(index).expect("counted above"));
        if by_id.insert(concept.id.as_str().into(), id).is_some() {
            problems.push(Problem::new(&concept.id, "the id is given twice"));
        }
    }

    let labels_of = |concept: &&RawConcept| -> Vec<String> {
        std::iter::once(&concept.label).chain(&concept.aliases).map(|label| fold(label)).collect()
    };
    let words_of: Vec<Vec<String>> = raw.iter().map(labels_of).collect();
    let mut vocabulary = VocabularyList::default();
    for (concept, labels) in raw.iter().zip(&words_of) {
        vocabulary.add(&concept.area, labels, &concept.doing);
    }
    let classes: WordClasses = embedded_file(WORDS);
    let (mut doing, mut told) = (PatternList::default(), PatternList::default());
    let mut concepts = Vec::with_capacity(raw.len());
    let mut edges = Vec::new();
    for (index, concept) in raw.iter().enumerate() {
        let id = ConceptId(u16::try_from(index).expect("counted above"));
        concepts.push(load_concept(id, concept, &by_id, &area_ids, &areas, &families, &mut edges, &mut problems));
        for pattern in &concept.doing {
            let patterns = if pattern.contains(PASSAGE) { &mut told } else { &mut doing };
            if let Err(problem) = classes.spelled_out(pattern).and_then(|pattern| patterns.add(id.0, &pattern)) {
                problems.push(Problem::new(&concept.id, problem));
            }
        }
    }
    inherit_practices(&mut concepts, &mut edges);
    sibling_edges(&files, &by_id, &mut edges, &mut problems);
    find_cycles(&concepts, &mut problems);
    let labels = load_labels(&concepts, &mut problems);
    if !problems.is_empty() {
        problems.sort();
        problems.dedup();
        return Err(problems);
    }
    Ok(Taxonomy {
        fuzzy: FuzzyIndex::new(&labels),
        credits: CreditMatrix::new(concepts.len(), &edges),
        concepts,
        by_id,
        labels,
        areas,
        doing: doing.ready(),
        vocabulary: vocabulary.ready(),
        told: told.ready(),
        families,
        pools,
        places,
        version: digest(digest_input).into(),
    })
}

fn load_areas(families: &Families, problems: &mut Vec<Problem>) -> Vec<Area> {
    let file: AreaFile = embedded_file(AREAS);
    file.area
        .into_iter()
        .map(|area| Area {
            families: family_shares(&area.id, &area.families, families, problems),
            id: area.id.into(),
            label: area.label.into(),
        })
        .collect()
}

fn family_shares(
    subject: &str,
    shares: &BTreeMap<String, f64>,
    families: &Families,
    problems: &mut Vec<Problem>,
) -> Vec<(FamilyId, PerMille)> {
    let mut found = Vec::new();
    for (name, share) in shares {
        match families.find(name) {
            Some(id) if (0.0..=1.0).contains(share) => found.push((id, PerMille::from_fraction(*share))),
            Some(_) => problems.push(Problem::new(subject, format!("family {name}: {share} is not 0 to 1"))),
            None => problems.push(Problem::new(subject, format!("there is no family {name:?}"))),
        }
    }
    found.sort_unstable();
    found
}

#[expect(clippy::too_many_arguments, reason = "one call, which hands over everything that a concept can refer to")]
fn load_concept(
    id: ConceptId,
    raw: &RawConcept,
    by_id: &HashMap<Box<str>, ConceptId>,
    area_ids: &HashMap<&str, AreaId>,
    areas: &[Area],
    families: &Families,
    edges: &mut Vec<Edge>,
    problems: &mut Vec<Problem>,
) -> Concept {
    let mut resolve = |names: &[String], field: &str| -> Vec<ConceptId> {
        let mut ids = Vec::new();
        for name in names {
            match by_id.get(name.as_str()) {
                Some(&other) if other != id => ids.push(other),
                Some(_) => problems.push(Problem::new(&raw.id, format!("{field} names the concept itself"))),
                None => {
                    problems.push(Problem::new(&raw.id, format!("{field} names {name:?}, which no concept has as id")));
                }
            }
        }
        ids
    };
    let broader = resolve(&raw.broader, "broader");
    let implies = resolve(&raw.implies, "implies");
    let related_to: Vec<String> = raw.related.iter().map(|r| r.to.clone()).collect();
    resolve(&related_to, "related");
    for row in &raw.related {
        let Some(&asked) = by_id.get(row.to.as_str()) else { continue };
        if !(f64::from(CUT) / 1000.0..1.0).contains(&row.credit) {
            problems.push(Problem::new(&raw.id, format!("credit {} for {} is not 0.3 to below 1", row.credit, row.to)));
        }
        edges.push(Edge {
            claimed: id,
            asked,
            credit: PerMille::from_fraction(row.credit),
            relation: Relation::Related,
        });
    }
    edges.extend(broader.iter().flat_map(|b| Edge::hierarchy(id, *b)));
    edges.extend(implies.iter().flat_map(|p| Edge::practice(id, *p)));

    if !WEIGHT_RANGE.contains(&raw.weight) {
        problems.push(Problem::new(&raw.id, format!("weight {} is not 0.05 to 2.0", raw.weight)));
    }
    if raw.id.is_empty() || !raw.id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-') {
        problems.push(Problem::new(&raw.id, "an id has lower-case letters, digits and hyphens only"));
    }
    let area = area_ids.get(raw.area.as_str()).copied().unwrap_or_else(|| {
        problems.push(Problem::new(&raw.id, format!("there is no area {:?}", raw.area)));
        AreaId(0)
    });
    let own_families = match &raw.families {
        Some(shares) => family_shares(&raw.id, shares, families, problems),
        None => areas[usize::from(area.0)].families.clone(),
    };
    let boxed = |texts: &[String]| texts.iter().map(|t| t.as_str().into()).collect::<Vec<Box<str>>>();
    let folded = |texts: &[String]| texts.iter().map(|t| fold(t).into()).collect::<Vec<Box<str>>>();
    let ambiguity = !(raw.ambiguous.is_empty() && raw.short.is_empty());
    let ambiguity = ambiguity.then(|| Ambiguity {
        labels: folded(&raw.ambiguous),
        case: raw.case,
        near: folded(&raw.near),
        not_near: folded(&raw.not_near),
    });
    Concept {
        id: raw.id.as_str().into(),
        label: raw.label.as_str().into(),
        kind: raw.kind,
        aliases: boxed(&raw.aliases),
        hidden: boxed(&raw.hidden),
        broader,
        implies,
        weight: weight_thousandths(raw.weight),
        open_source: raw.open_source,
        generation: raw.generation.clone(),
        introduced: raw.introduced.or(raw.generation.as_ref().map(|generation| generation.year)),
        source: raw.source.as_str().into(),
        area,
        families: own_families,
        ambiguity,
        short: boxed(&raw.short),
        other_sense: folded(&raw.other_sense),
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 50..=2000 first")]
fn weight_thousandths(weight: f64) -> u16 {
    (weight.clamp(*WEIGHT_RANGE.start(), *WEIGHT_RANGE.end()) * 1000.0).round() as u16
}

/// A tool or machine that says no practice of its own shows those of the tools of which it is a kind.
fn inherit_practices(concepts: &mut [Concept], edges: &mut Vec<Edge>) {
    let is_used =
        |concept: &Concept| matches!(concept.kind, ConceptKind::Tool | ConceptKind::Hardware | ConceptKind::Language);
    let shown: Vec<Vec<ConceptId>> = concepts
        .iter()
        .map(|concept| {
            let mut shown: Vec<ConceptId> = Vec::new();
            let mut kinds: Vec<ConceptId> = concept.broader.clone();
            // So many steps at most: a circle is found and told elsewhere.
            for _ in 0..8 {
                if !is_used(concept) || !concept.implies.is_empty() || !shown.is_empty() {
                    break;
                }
                let broader = || kinds.iter().map(|kind| &concepts[kind.index()]).filter(|kind| is_used(kind));
                shown = broader().flat_map(|kind| kind.implies.iter().copied()).collect();
                kinds = broader().flat_map(|kind| kind.broader.iter().copied()).collect();
            }
            shown.sort_unstable();
            shown.dedup();
            shown
        })
        .collect();
    for (index, practices) in shown.into_iter().enumerate().filter(|(_, practices)| !practices.is_empty()) {
        let id = ConceptId(u16::try_from(index).expect("counted when they were read"));
        edges.extend(practices.iter().flat_map(|practice| Edge::practice(id, *practice)));
        concepts[index].implies = practices;
    }
}

/// Sibling groups spelled out; an explicit `related` between two members stays as it is.
fn sibling_edges(
    files: &[ConceptFile],
    by_id: &HashMap<Box<str>, ConceptId>,
    edges: &mut Vec<Edge>,
    problems: &mut Vec<Problem>,
) {
    let explicit: std::collections::HashSet<(ConceptId, ConceptId)> =
        edges.iter().filter(|edge| edge.relation == Relation::Related).map(|edge| (edge.claimed, edge.asked)).collect();
    for group in files.iter().flat_map(|file| &file.siblings) {
        let subject = || format!("siblings {}", group.members.join(", "));
        if !(f64::from(CUT) / 1000.0..1.0).contains(&group.credit) {
            problems.push(Problem::new(subject(), format!("credit {} is not 0.3 to below 1", group.credit)));
        }
        let mut members = Vec::new();
        for name in &group.members {
            match by_id.get(name.as_str()) {
                Some(id) => members.push(*id),
                None => problems.push(Problem::new(subject(), format!("no concept has the id {name:?}"))),
            }
        }
        let credit = PerMille::from_fraction(group.credit);
        for &claimed in &members {
            for &asked in members.iter().filter(|asked| **asked != claimed) {
                if !explicit.contains(&(claimed, asked)) {
                    edges.push(Edge { claimed, asked, credit, relation: Relation::Related });
                }
            }
        }
    }
}

fn find_cycles(concepts: &[Concept], problems: &mut Vec<Problem>) {
    for (start, concept) in concepts.iter().enumerate() {
        let mut seen = vec![false; concepts.len()];
        let mut open: Vec<usize> = concept.broader.iter().map(|b| b.index()).collect();
        while let Some(next) = open.pop() {
            if next == start {
                problems.push(Problem::new(&*concept.id, "is broader than itself by way of others"));
                break;
            }
            if !std::mem::replace(&mut seen[next], true) {
                open.extend(concepts[next].broader.iter().map(|b| b.index()));
            }
        }
    }
}

fn load_labels(concepts: &[Concept], problems: &mut Vec<Problem>) -> HashMap<Box<str>, Label> {
    let mut labels: HashMap<Box<str>, Label> = HashMap::new();
    for (index, concept) in concepts.iter().enumerate() {
        let id = ConceptId(u16::try_from(index).expect("counted when loading"));
        let names = [(&concept.label, MatchedBy::Preferred)]
            .into_iter()
            .chain(concept.aliases.iter().map(|a| (a, MatchedBy::Alias)))
            .chain(concept.hidden.iter().map(|h| (h, MatchedBy::Hidden)));
        for (name, matched_by) in names {
            let folded: Box<str> = fold(name).into();
            if folded.is_empty() {
                problems.push(Problem::new(&*concept.id, "has an empty label"));
                continue;
            }
            let ambiguous = concept.ambiguity.as_ref().is_some_and(|a| a.labels.contains(&folded));
            if let Some(other) = labels.get(&folded) {
                if other.concept != id {
                    let owner = &concepts[other.concept.index()].id;
                    problems.push(Problem::new(&*concept.id, format!("label {name:?} also belongs to {owner}")));
                }
                continue;
            }
            labels.insert(folded, Label { concept: id, matched_by, ambiguous });
        }
        for label in concept.ambiguity.iter().flat_map(|a| &a.labels) {
            if labels.get(label).is_none_or(|l| l.concept != id) {
                problems.push(Problem::new(&*concept.id, format!("ambiguous {label:?} is none of its labels")));
            }
        }
    }
    for (index, concept) in concepts.iter().enumerate() {
        let id = ConceptId(u16::try_from(index).expect("counted when loading"));
        for short in &concept.short {
            // Where nothing else has the label, it is this one's.
            let own = Label { concept: id, matched_by: MatchedBy::Alias, ambiguous: true };
            let label = labels.entry(fold(short).into()).or_insert(own);
            if !label.ambiguous {
                let owner = &concepts[label.concept.index()].id;
                let what = format!("short {short:?} belongs to {owner}, where it is not ambiguous");
                problems.push(Problem::new(&*concept.id, what));
            }
        }
    }
    // British where the data are American, and the other way.
    let respelled: Vec<(Box<str>, Label)> = labels
        .iter()
        .flat_map(|(text, label)| spelled_elsewhere(text).map(|other| (other.into_boxed_str(), *label)))
        .collect();
    for (text, label) in respelled {
        labels.entry(text).or_insert(label);
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_taxonomy_has_no_problem() {
        let problems = embedded().err().unwrap_or_default();
        assert!(problems.is_empty(), "{}", problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn a_users_file_extends_and_replaces() {
        let taxonomy = Taxonomy::extended(
            r#"
            [[concept]]
            id = "acme-fabric"
            label = "Acme Fabric"
            kind = "tool"
            area = "interconnect"
            weight = 1.5
            source = "own"
            related = [{ to = "infiniband", credit = 0.5 }]
            "#,
        )
        .unwrap();
        let own = taxonomy.resolve("acme fabric").concept.unwrap();
        let asked = taxonomy.find("infiniband").unwrap();
        assert_eq!(taxonomy.credit(asked, own).0, PerMille::new(500));
        assert_ne!(taxonomy.version(), Taxonomy::embedded().version());
    }

    #[test]
    fn a_label_can_stand_for_a_second_concept_where_the_first_says_that_it_is_ambiguous() {
        let file = |short: &str| {
            format!(
                "[[concept]]\nid = \"acme\"\nlabel = \"Acme Suite\"\nkind = \"tool\"\narea = \"web\"\nweight = 1.0\nsource = \"own\"\n\
                 short = [{short:?}]\nnear = [\"acme\"]\n"
            )
        };
        assert!(Taxonomy::check(&file("Triton")).is_empty());
        let told: Vec<String> = Taxonomy::check(&file("Slurm")).iter().map(ToString::to_string).collect();
        assert_eq!(told, ["acme: short \"Slurm\" belongs to slurm, where it is not ambiguous"]);
        // Nobody else has it.
        let taxonomy = Taxonomy::extended(&file("Zorble")).unwrap();
        assert_eq!(taxonomy.resolve("zorble").concept, taxonomy.find("acme"));
    }

    #[test]
    fn every_problem_of_a_users_file_is_reported() {
        let problems = Taxonomy::check(
            r#"
            [[concept]]
            id = "Bad Id"
            label = "Slurm"
            kind = "tool"
            area = "nowhere"
            weight = 9.0
            source = "own"
            broader = ["nothing"]
            related = [{ to = "lustre", credit = 0.1 }]
            [[concept]]
            id = "a-loop"
            label = "A loop"
            kind = "tool"
            area = "web"
            weight = 1.0
            source = "own"
            broader = ["b-loop"]
            [[concept]]
            id = "b-loop"
            label = "B loop"
            kind = "tool"
            area = "web"
            weight = 1.0
            source = "own"
            broader = ["a-loop"]
            "#,
        );
        let all = problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        for expected in [
            "lower-case", "also belongs to slurm", "no area", "0.05 to 2.0", "\"nothing\"", "0.3 to below 1",
            "broader than itself",
        ] {
            assert!(all.contains(expected), "{expected} not in\n{all}");
        }
        assert!(!Taxonomy::check("concept = 3").is_empty());
    }
}
