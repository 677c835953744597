//! What sentences tell of somebody's work: its domain, and what is done with it. Names tell of what the taxonomy says that they are of;
//! which other words tell so is data (`data/rules/told_work.toml`).

use std::ops::Range;
use std::sync::LazyLock;

use serde::Deserialize;

use super::mention::{Mention, MentionKind};
use super::place_kind::is_occupation;
use super::rules::Rules;
use super::scanner::Scanner;
use super::scopes::is_served;
use super::terms::Reading;
use super::text::Text;
use super::titles;
use crate::taxonomy::{FamilyId, FamilyMark, FunctionId, Taxonomy, ToldWork};

/// What a rule tells of.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Tells {
    Domain(#[serde(deserialize_with = "titles::family")] FamilyId),
    Function(#[serde(deserialize_with = "titles::function")] FunctionId),
}

pub(in crate::extract) static RULES: LazyLock<Rules<Tells>> =
    LazyLock::new(|| Rules::built_in("told_work.toml", include_str!("data/rules/told_work.toml")));

/// What parts of a sentence and the names in it tell of, and whether it is the first of its functions that does. Names tell of what the
/// taxonomy says that they are mostly of (`maintains dCache` is about storage), but for names in lists and trades, which are titles.
/// Nothing is told by what systems are built for (`clusters for machine learning`), nor by tokens that mean another thing than such
/// work, as `is_other` says.
pub(super) fn told_in<'a>(
    reading: &Reading,
    parts: impl Iterator<Item = Range<usize>>,
    names: impl Iterator<Item = &'a Mention>,
    taxonomy: &Taxonomy,
    is_other: impl Fn(ToldWork, usize) -> bool,
) -> Vec<(ToldWork, bool)> {
    let is_served = |of: ToldWork, first: usize, last: usize| match of {
        ToldWork::Domain(domain) => {
            taxonomy.families().get(domain).is(FamilyMark::Served) && is_served(reading, first, last)
        }
        ToldWork::Function(_) => false,
    };
    let mut hits: Vec<(ToldWork, usize)> = Vec::new();
    for hit in parts.flat_map(|part| RULES.together(reading, &part)) {
        let of = match *hit.emit {
            Tells::Domain(family) => ToldWork::Domain(family),
            Tells::Function(function) => ToldWork::Function(function),
        };
        if is_other(of, hit.first) || is_other(of, hit.last) || is_served(of, hit.first, hit.last) {
            continue;
        }
        match hits.iter_mut().find(|(known, _)| *known == of) {
            Some((_, first)) => *first = hit.first.min(*first),
            None => hits.push((of, hit.first)),
        }
    }
    for mention in names.filter(|mention| mention.by == MentionKind::Label && !mention.listed) {
        let Some(of) = taxonomy.domain_told_by(mention.concept).map(ToldWork::Domain) else { continue };
        let tokens = reading.tokens_of(&mention.span);
        let is_known = || hits.iter().any(|(known, _)| *known == of);
        if let Some(last) = tokens.clone().last()
            && !is_known()
            && !is_occupation(reading.word(last))
            && !is_served(of, tokens.start, last)
        {
            hits.push((of, tokens.start));
        }
    }
    hits.sort_unstable();
    let is_function = |of: &ToldWork| matches!(of, ToldWork::Function(_));
    let first = hits.iter().filter(|(of, _)| is_function(of)).map(|(_, first)| *first).min();
    hits.into_iter().map(|(of, at)| (of, !is_function(&of) || Some(at) == first)).collect()
}

/// The domains that a title names in words that tell of work: `field engineer, AI accelerators`, `Ceph expert`.
pub(super) fn domains_in_title(title: &str, taxonomy: &Taxonomy) -> Vec<ToldWork> {
    let text = Text::new(title);
    let reading = Reading::new(&text);
    let names = Scanner::new(taxonomy).scan(&text, taxonomy);
    let told = told_in(&reading, std::iter::once(0..reading.len()), names.iter(), taxonomy, |_, _| false);
    told.into_iter().map(|(of, _)| of).filter(|of| matches!(of, ToldWork::Domain(_))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::extract::Extractor;
    use crate::taxonomy::{Taxonomy, ToldWork};

    /// The domains that a profile of one sentence tells of, by their ids.
    fn told(sentence: &str, taxonomy: Taxonomy) -> Vec<String> {
        let candidate = serde_json::from_value(json!({"id": "c", "summary": sentence})).unwrap();
        let extractor = Extractor::new(std::sync::Arc::new(taxonomy));
        let facts = extractor.candidate_facts(&candidate).unwrap();
        let families = extractor.taxonomy().families();
        let domain = |of: ToldWork| match of {
            ToldWork::Domain(family) => Some(families.get(family).id.to_string()),
            ToldWork::Function(_) => None,
        };
        facts.families.deeds.iter().filter_map(|deed| domain(deed.of)).collect()
    }

    fn built_in(sentence: &str) -> Vec<String> {
        told(sentence, Taxonomy::extended("").unwrap())
    }

    #[test]
    fn names_tell_of_the_domain_that_they_are_mostly_of() {
        assert_eq!(built_in("I maintain dCache for two experiments."), ["parallel_storage"]);
        assert_eq!(built_in("She has written backends of Kokkos since 2019."), ["gpu_kernels"]);
        assert_eq!(built_in("I wrote three chapters in Git."), [""; 0], "everybody knows Git");
    }

    #[test]
    fn what_systems_are_built_for_is_not_their_work() {
        let ml = "applied_ml".to_owned();
        assert!(built_in("I do machine learning on images of cells.").contains(&ml));
        assert!(!built_in("I run a cluster for machine learning.").contains(&ml));
        assert!(!built_in("I look after machine learning clusters of two institutes.").contains(&ml));
    }

    #[test]
    fn names_of_a_users_file_tell_of_their_domain_too() {
        let file = r#"
            [[concept]]
            id = "tarnfs"
            label = "TarnFS"
            kind = "tool"
            area = "storage"
            weight = 1.2
            source = "own"
            families = { parallel_storage = 1.0 }
        "#;
        let sentence = "I have maintained TarnFS for six years.";
        assert_eq!(built_in(sentence), [""; 0]);
        assert_eq!(told(sentence, Taxonomy::extended(file).unwrap()), ["parallel_storage"]);
    }
}
