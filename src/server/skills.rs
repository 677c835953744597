//! Look-ups in the taxonomy: skills by what people type, one skill with all that is known of it, and those that it does not know.

use std::cmp::Reverse;

use axum::extract::State;
use axum::http::StatusCode;
use schemars::JsonSchema;
use serde::Serialize;

use super::app::App;
use super::body::{self, Written};
use super::problem::Problem;
use super::target::{Name, Query};
use crate::intake::did_you_mean;
use crate::taxonomy::{Concept, ConceptId, ConceptKind, Generation, Relation, Taxonomy};

pub(super) const DEFAULT_LIMIT: usize = 20;
/// Longer ids are not compared with those that there are.
const MAX_ID_CHARS: usize = 256;
/// Of what is not known, more at once: it is read as a list.
pub(super) const DEFAULT_UNRECOGNIZED: usize = 50;

pub(super) async fn search(State(app): State<App>, query: Query) -> Result<Written, Problem> {
    let limit = query.limit(DEFAULT_LIMIT)?;
    let sought = query.get("q").unwrap_or_default().trim().to_owned();
    app.run(move |engine, _| body::write(&Found { results: find(engine.taxonomy(), &sought, limit) })).await
}

pub(super) async fn show(State(app): State<App>, Name(id): Name) -> Result<Written, Problem> {
    app.run(move |engine, _| match engine.taxonomy().find(&id) {
        Some(concept) => body::write(&whole(engine.taxonomy(), concept)),
        None => Err(not_known(engine.taxonomy(), &id)),
    })
    .await
}

pub(super) async fn unrecognized(State(app): State<App>, query: Query) -> Result<Written, Problem> {
    let limit = query.limit(DEFAULT_UNRECOGNIZED)?;
    app.run(move |engine, _| body::write(&engine.unrecognized_skills(limit)?)).await
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SkillsFound")]
pub(super) struct Found<'a> {
    /// The likest first.
    results: Vec<Hit<'a>>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SkillHit")]
struct Hit<'a> {
    id: &'a str,
    label: &'a str,
    /// The area's id.
    area: &'a str,
    /// How what was typed stands to it: `preferred`, `alias`, `hidden`, `inflected`, `fuzzy`, `prefix`, `substring` or `any`.
    matched_by: &'static str,
}

/// A concept that is named within another's answer.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "NamedSkill")]
struct Named<'a> {
    id: &'a str,
    label: &'a str,
}

/// A concept that earns credit where another is asked.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RelatedSkill")]
struct Related<'a> {
    id: &'a str,
    label: &'a str,
    relation: Relation,
    /// 0 to 1.
    credit: f64,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SkillDetail")]
pub(super) struct Whole<'a> {
    id: &'a str,
    label: &'a str,
    kind: ConceptKind,
    area: &'a str,
    area_label: &'a str,
    aliases: &'a [Box<str>],
    broader: Vec<Named<'a>>,
    narrower: Vec<Named<'a>>,
    related: Vec<Related<'a>>,
    implies: Vec<Named<'a>>,
    /// Scarcity, 0.05 to 2.
    weight: f64,
    open_source: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    generation: Option<&'a Generation>,
    source: &'a str,
}

/// What the name resolves to, then labels that begin with it, then labels that hold it; each by label.
fn find<'a>(taxonomy: &'a Taxonomy, sought: &str, limit: usize) -> Vec<Hit<'a>> {
    let hit = |id: ConceptId, concept: &'a Concept, matched_by| Hit {
        id: &concept.id,
        label: &concept.label,
        area: taxonomy.area_id(id),
        matched_by,
    };
    let sought = sought.to_lowercase();
    let resolved = if sought.is_empty() { None } else { resolve(taxonomy, &sought) };
    let mut others: Vec<(usize, &Concept, ConceptId, &'static str)> = taxonomy
        .concepts()
        .filter(|(id, _)| resolved.is_none_or(|(best, _)| best != *id))
        .filter_map(|(id, concept)| {
            let (order, matched_by) = nearest_form(concept, &sought)?;
            Some((order, concept, id, matched_by))
        })
        .collect();
    others.sort_by(|a, b| (a.0, &a.1.label, &a.1.id).cmp(&(b.0, &b.1.label, &b.1.id)));
    let first = resolved.map(|(id, matched_by)| hit(id, taxonomy.concept(id), matched_by));
    first.into_iter().chain(others.into_iter().map(|(_, concept, id, by)| hit(id, concept, by))).take(limit).collect()
}

fn resolve(taxonomy: &Taxonomy, name: &str) -> Option<(ConceptId, &'static str)> {
    use crate::taxonomy::MatchedBy as By;
    let resolution = taxonomy.resolve(name);
    let matched_by = match resolution.matched_by {
        By::Preferred => "preferred",
        By::Alias => "alias",
        By::Hidden => "hidden",
        By::Inflected => "inflected",
        By::Fuzzy => "fuzzy",
        By::Unrecognized => "unrecognized",
    };
    Some((resolution.concept?, matched_by))
}

/// How one of the concept's shown labels holds the text that is sought, and how near that is: 0 is nearest.
fn nearest_form(concept: &Concept, sought: &str) -> Option<(usize, &'static str)> {
    if sought.is_empty() {
        return Some((0, "any"));
    }
    // What is longer than a label is not in it; to look for it would take longer than all else.
    let place = |label: &str| Some(label.to_lowercase()).filter(|label| sought.len() <= label.len())?.find(sought);
    let aliases = || concept.aliases.iter().filter_map(|alias| place(alias));
    let own = place(&concept.label);
    if own == Some(0) {
        Some((0, "prefix"))
    } else if aliases().any(|place| place == 0) {
        Some((1, "prefix"))
    } else {
        (own.is_some() || aliases().next().is_some()).then_some((2, "substring"))
    }
}

fn whole(taxonomy: &Taxonomy, id: ConceptId) -> Whole<'_> {
    let concept = taxonomy.concept(id);
    let named = |id: &ConceptId| {
        let concept = taxonomy.concept(*id);
        Named { id: &concept.id, label: &concept.label }
    };
    let narrower = taxonomy.concepts().filter(|(_, other)| other.broader.contains(&id)).map(|(other, _)| named(&other));
    let mut related: Vec<(Reverse<u16>, Related<'_>)> = taxonomy
        .concepts()
        .filter_map(|(other, claimed)| {
            let (credit, relation) = taxonomy.credit(id, other);
            let credit = credit.get();
            let is_shown = matches!(relation, Relation::Related | Relation::Practice);
            let row = Related { id: &claimed.id, label: &claimed.label, relation, credit: f64::from(credit) / 1000.0 };
            is_shown.then_some((Reverse(credit), row))
        })
        .collect();
    related.sort_by(|a, b| (a.0, a.1.id).cmp(&(b.0, b.1.id)));
    Whole {
        id: &concept.id,
        label: &concept.label,
        kind: concept.kind,
        area: taxonomy.area_id(id),
        area_label: taxonomy.area_label(id),
        aliases: &concept.aliases,
        broader: concept.broader.iter().map(named).collect(),
        narrower: narrower.collect(),
        related: related.into_iter().map(|(_, row)| row).collect(),
        implies: concept.implies.iter().map(named).collect(),
        weight: f64::from(concept.weight) / 1000.0,
        open_source: concept.open_source,
        generation: concept.generation.as_ref(),
        source: &concept.source,
    }
}

/// Names the id that was probably meant: of the concept that the text resolves to, else one that is spelled like it.
fn not_known(taxonomy: &Taxonomy, id: &str) -> Problem {
    if id.chars().count() > MAX_ID_CHARS {
        return Problem::new(StatusCode::NOT_FOUND, "not_found", "no skill has so long an id");
    }
    let meant = taxonomy.resolve(id).concept.or_else(|| taxonomy.resolve(&id.replace('-', " ")).concept);
    let hint = match meant {
        Some(meant) => format!("; did you mean `{}`?", taxonomy.concept(meant).id),
        None => did_you_mean(id, taxonomy.concepts().map(|(_, concept)| &*concept.id)),
    };
    Problem::new(StatusCode::NOT_FOUND, "not_found", format!("skill {id:?} is not known{hint}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(sought: &str) -> Vec<(&'static str, String)> {
        let taxonomy: &'static Taxonomy = Box::leak(Box::new((*Taxonomy::builtin()).clone()));
        find(taxonomy, sought, 5).into_iter().map(|hit| (hit.matched_by, hit.id.to_owned())).collect()
    }

    #[test]
    fn what_is_typed_is_found_before_what_holds_it() {
        let slurm = ids("slurm");
        assert_eq!(slurm[0], ("preferred", "slurm".to_owned()));
        let part = ids("infini");
        assert!(part.iter().any(|(by, id)| *by == "prefix" && id == "infiniband"), "{part:?}");
        let order: Vec<&str> = part.iter().map(|(by, _)| *by).collect();
        assert!(order.is_sorted(), "prefixes come before substrings: {part:?}");
        assert_eq!(ids("").len(), 5);
        assert!(ids("qqqqqqqqqq").is_empty());
    }

    #[test]
    fn an_unknown_id_names_the_one_that_was_meant() {
        let problem = not_known(&Taxonomy::builtin(), "infinband");
        assert!(problem.detail.contains("`infiniband`"), "{}", problem.detail);
    }

    #[test]
    fn a_skill_is_shown_with_what_stands_near_it() {
        let taxonomy = Taxonomy::builtin();
        let shown = whole(&taxonomy, taxonomy.find("lustre").unwrap());
        assert!(!shown.related.is_empty() && shown.weight > 0.0);
        assert!(shown.related.iter().all(|row| row.credit > 0.0));
    }
}
