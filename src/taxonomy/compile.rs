//! A taxonomy made of its sources, with all problems at once: in this one way the built-in files are compiled when the crate is built,
//! and a user's own file when it is loaded.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use super::area::{Area, AreaId};
use super::check::Problem;
use super::clues::Clues;
use super::concept::{Ambiguity, Concept, ConceptId, PerMille};
use super::data::{ConceptFile, RawConcept};
use super::family::{Families, FamilyId};
use super::function::Functions;
use super::further_names::named;
use super::labels::{Label, Labels};
use super::names::TextNames;
use super::place::Gazetteer;
use super::pool::Pools;
use super::practice::{self, RawPractice, RuleExample};
use super::reading_rule::ReadingRules;
use super::relation::{CUT, CreditMatrix, Edge, Relation};
use super::resolve::FuzzyIndex;
use super::scheme::Taxonomy;
use super::sources::Sources;
use super::spelling::spelled_elsewhere;
use super::topics::{RAREST, Topics};
use super::vocabulary::VocabularyList;
use super::{ConceptKind, MatchedBy, fold};
use crate::domain::digest_with;

/// Scarcity is written as 0.05 to 2.0.
const WEIGHT_RANGE: std::ops::RangeInclusive<f64> = 0.05..=2.0;

/// What of a taxonomy no user's file extends.
pub(super) struct Frame {
    pub areas: Vec<Area>,
    pub families: Families,
    pub functions: Functions,
    pub pools: Pools,
    pub places: Gazetteer,
}

/// A taxonomy and its sources with a user's file, whose concepts replace those of the same id.
///
/// # Errors
/// Every problem of the file.
pub(super) fn extended(taxonomy: &Taxonomy, mut sources: Sources, file: &str) -> Result<Taxonomy, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut own: ConceptFile = parse("", file, &mut problems);
    let brought =
        ReadingRules { words: std::mem::take(&mut own.words), within: None, rules: std::mem::take(&mut own.rule) };
    let replaced: HashSet<&str> = own.concept.iter().map(|c| c.id.as_str()).collect();
    let rules: HashSet<&str> = own.practice.iter().map(|rule| rule.id.as_str()).collect();
    let verbs: HashSet<&str> = own.verbs.iter().map(|class| class.id.as_str()).collect();
    let objects: HashSet<&str> = own.objects.iter().map(|class| class.id.as_str()).collect();
    for file in &mut sources.concepts {
        file.concept.retain(|c| !replaced.contains(c.id.as_str()));
        file.names.retain(|id, _| !replaced.contains(id.as_str()));
        file.practice.retain(|rule| !rules.contains(rule.id.as_str()));
        file.verbs.retain(|class| !verbs.contains(class.id.as_str()));
        file.objects.retain(|class| !objects.contains(class.id.as_str()));
    }
    sources.concepts.push(own);
    let frame = Frame {
        areas: taxonomy.areas.clone(),
        families: taxonomy.families.clone(),
        functions: taxonomy.functions.clone(),
        pools: taxonomy.pools.clone(),
        places: taxonomy.places.clone(),
    };
    let mut extended = build(&sources, frame, digest_with(taxonomy.version(), file), problems)?;
    extended.reading_rules = (!brought.rules.is_empty()).then(|| Arc::new(brought));
    Ok(extended)
}

/// A file as it is written, or nothing and a problem.
pub(super) fn parse<T: serde::de::DeserializeOwned + Default>(
    name: &str,
    text: &str,
    problems: &mut Vec<Problem>,
) -> T {
    toml::from_str(text).unwrap_or_else(|error| {
        problems.push(Problem::new(name, error.to_string().trim_end().replace('\n', " ")));
        T::default()
    })
}

/// The examples of the practice rules of a file; none where it cannot be read.
pub(crate) fn rule_examples(file: &str) -> Vec<RuleExample> {
    let file: ConceptFile = parse("", file, &mut Vec::new());
    file.practice.iter().flat_map(RawPractice::examples).collect()
}

/// The taxonomy of these sources, or these problems and all others.
pub(super) fn build(
    sources: &Sources,
    Frame { areas, families, functions, pools, places }: Frame,
    version: String,
    mut problems: Vec<Problem>,
) -> Result<Taxonomy, Vec<Problem>> {
    let area_ids: HashMap<&str, AreaId> = areas
        .iter()
        .enumerate()
        .map(|(index, area)| (&*area.id, AreaId(u8::try_from(index).expect("fewer than 256 areas"))))
        .collect();

    let raw = named(&sources.concepts, &mut problems);
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

    let labels_of = |concept: &RawConcept| -> Vec<String> {
        std::iter::once(&concept.label).chain(&concept.aliases).map(|label| fold(label)).collect()
    };
    let words_of: Vec<Vec<String>> = raw.iter().map(labels_of).collect();
    let mut practice_phrases: HashMap<&str, Vec<String>> = HashMap::new();
    for rule in sources.concepts.iter().flat_map(|file| &file.practice) {
        let phrases = rule.objects.iter().filter(|object| !object.starts_with(['<', '@']));
        practice_phrases.entry(&rule.shows).or_default().extend(phrases.cloned());
    }
    let mut vocabulary = VocabularyList::default();
    for (concept, labels) in raw.iter().zip(&words_of) {
        let phrases = practice_phrases.get(&*concept.id).map_or(&[][..], |phrases| phrases);
        vocabulary.add(&concept.area, labels, phrases);
    }
    let mut concepts = Vec::with_capacity(raw.len());
    let mut edges = Vec::new();
    for (index, concept) in raw.iter().enumerate() {
        let id = ConceptId(u16::try_from(index).expect("counted above"));
        concepts.push(load_concept(id, concept, &by_id, &area_ids, &areas, &families, &mut edges, &mut problems));
    }
    inherit_practices(&mut concepts, &mut edges);
    sibling_edges(&sources.concepts, &by_id, &mut edges, &mut problems);
    let rarity = rarities(&sources.concepts, &by_id, concepts.len(), &mut problems);
    find_cycles(&concepts, &mut problems);
    let labels = load_labels(&concepts, &mut problems);
    let practices = practice::compile(&sources.concepts, &concepts, &by_id, &mut problems);
    let vocabulary = vocabulary.ready();
    let known = (&families, &vocabulary);
    let clues = Clues::new(&sources.concepts, &by_id, known, &rarity, &mut problems);
    if !problems.is_empty() {
        problems.sort();
        problems.dedup();
        return Err(problems);
    }
    let labels = Labels::new(&labels);
    let mut taxonomy = Taxonomy {
        fuzzy: FuzzyIndex::new(&labels),
        credits: CreditMatrix::new(concepts.len(), &edges),
        topics: Topics::new(&concepts, &edges, areas.len(), families.all().len(), &rarity),
        ids: Taxonomy::ids_of(&concepts),
        concepts,
        labels,
        names: Arc::new(TextNames::none()),
        areas,
        practices,
        reading_rules: None,
        vocabulary,
        clues,
        families,
        functions,
        pools,
        places,
        version: version.into(),
    };
    taxonomy.names = Arc::new(TextNames::new(&taxonomy));
    Ok(taxonomy)
}

/// The shares of families that are named, in order; `subject` names them.
pub(super) fn family_shares(
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
    let ambiguity = !(raw.ambiguous.is_empty() && raw.listed.is_empty() && raw.short.is_empty());
    let ambiguity = ambiguity.then(|| Ambiguity {
        labels: folded(&[&raw.ambiguous[..], &raw.listed].concat()),
        listed: spelled_everywhere(&raw.listed),
        case: raw.case,
        near: folded(&raw.near),
        not_near: folded(&raw.not_near),
    });
    Concept {
        id: raw.id.as_str().into(),
        label: raw.label.as_str().into(),
        kind: raw.kind,
        aliases: boxed(&[&raw.aliases[..], &raw.listed].concat()),
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
    let explicit: HashSet<(ConceptId, ConceptId)> =
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

/// How rare each concept is in postings, in halvings of what every other one names.
fn rarities(
    files: &[ConceptFile],
    by_id: &HashMap<Box<str>, ConceptId>,
    n_concepts: usize,
    problems: &mut Vec<Problem>,
) -> Vec<u8> {
    let mut rarities = vec![RAREST; n_concepts];
    for list in files.iter().flat_map(|file| &file.common) {
        let rarity = u8::try_from(list.one_in.max(1).ilog2()).unwrap_or(RAREST);
        if !(2..=1 << RAREST).contains(&list.one_in) {
            problems.push(Problem::new("common", format!("one_in {} is not 2 to 256", list.one_in)));
            continue;
        }
        for name in &list.concepts {
            match by_id.get(name.as_str()) {
                Some(id) => rarities[id.index()] = rarity,
                None => problems.push(Problem::new("common", format!("no concept has the id {name:?}"))),
            }
        }
    }
    rarities
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

/// The names, folded, in British spelling where the data are American, and the other way.
fn spelled_everywhere(names: &[String]) -> Vec<Box<str>> {
    let folded = names.iter().map(|name| fold(name));
    folded.flat_map(|name| spelled_elsewhere(&name).chain([name.clone()]).collect::<Vec<_>>()).map(Into::into).collect()
}

fn load_labels(concepts: &[Concept], problems: &mut Vec<Problem>) -> BTreeMap<Box<str>, Label> {
    let mut labels: BTreeMap<Box<str>, Label> = BTreeMap::new();
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
