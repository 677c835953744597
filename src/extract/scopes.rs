//! What the words before a word do to it. They are data (`data/rules/scopes.toml`).

use std::sync::LazyLock;

use super::rules::Rules;
use super::terms::Reading;

pub(in crate::extract) static RULES: LazyLock<Rules<bool>> =
    LazyLock::new(|| Rules::built_in("scopes.toml", include_str!("data/rules/scopes.toml")));

/// Whether the word at `at` is taken back before: `will not relocate`, `no relocation`. Not minding is no refusal.
pub(super) fn is_negated(reading: &Reading, at: usize) -> bool {
    RULES.of_group("negated", reading, at, at + 1).is_some()
}

/// Whether what tokens tell of is not there yet: `9,000 GPUs are planned`, `we will have 9,000`.
pub(super) fn is_to_come(reading: &Reading, first: usize, last: usize) -> bool {
    RULES.of_group("to-come", reading, first, last + 1).is_some()
}

/// Whether systems are built for what tokens name: `clusters for machine learning`, `ML workloads`.
pub(super) fn is_served(reading: &Reading, first: usize, last: usize) -> bool {
    RULES.of_group("served", reading, first, last + 1).is_some()
}

/// Whether tokens name an open project that somebody has given to: `contributions to LLVM`, `Kueue maintainer`. Who runs one has not.
pub(super) fn is_contributed(reading: &Reading, first: usize, last: usize) -> bool {
    RULES.of_group("contributed", reading, first, last + 1).is_some()
}

/// Whether tokens tell of publications, or name a venue where somebody has published.
pub(super) fn is_published(reading: &Reading, first: usize, last: usize) -> bool {
    let is_itself = || (first..=last).any(|token| RULES.at(reading, token).is_some());
    RULES.of_group("published", reading, first, last + 1).is_some() || is_itself()
}
