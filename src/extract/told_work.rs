//! What sentences tell of somebody's work: its domain, and what is done with it. Which words tell so is data
//! (`data/rules/told_work.toml`).

use std::ops::Range;
use std::sync::LazyLock;

use serde::Deserialize;

use super::rules::Rules;
use super::terms::Reading;
use super::text::Text;
use super::titles;
use crate::taxonomy::{FamilyId, FunctionId, ToldWork};

/// What a rule tells of.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Tells {
    Domain(#[serde(deserialize_with = "titles::family")] FamilyId),
    Function(#[serde(deserialize_with = "titles::function")] FunctionId),
}

pub(in crate::extract) static RULES: LazyLock<Rules<Tells>> =
    LazyLock::new(|| Rules::built_in("told_work.toml", include_str!("data/rules/told_work.toml")));

/// What parts of a sentence tell of, and whether it is the first of its functions that does. Tokens that mean another thing than such work,
/// as `is_other` says, tell of none.
pub(super) fn told_in(
    reading: &Reading,
    parts: impl Iterator<Item = Range<usize>>,
    is_other: impl Fn(ToldWork, usize) -> bool,
) -> Vec<(ToldWork, bool)> {
    let mut hits: Vec<(ToldWork, usize)> = Vec::new();
    for hit in parts.flat_map(|part| RULES.together(reading, &part)) {
        let of = match *hit.emit {
            Tells::Domain(family) => ToldWork::Domain(family),
            Tells::Function(function) => ToldWork::Function(function),
        };
        if is_other(of, hit.first) || is_other(of, hit.last) {
            continue;
        }
        match hits.iter_mut().find(|(known, _)| *known == of) {
            Some((_, first)) => *first = hit.first.min(*first),
            None => hits.push((of, hit.first)),
        }
    }
    hits.sort_unstable();
    let is_function = |of: &ToldWork| matches!(of, ToldWork::Function(_));
    let first = hits.iter().filter(|(of, _)| is_function(of)).map(|(_, first)| *first).min();
    hits.into_iter().map(|(of, at)| (of, !is_function(&of) || Some(at) == first)).collect()
}

/// The domains that a title names in words that tell of work: `field engineer, AI accelerators`.
pub(super) fn domains_in_title(title: &str) -> Vec<ToldWork> {
    let text = Text::new(title);
    let reading = Reading::new(&text);
    let told = told_in(&reading, std::iter::once(0..reading.len()), |_, _| false).into_iter().map(|(of, _)| of);
    told.filter(|of| matches!(of, ToldWork::Domain(_))).collect()
}
