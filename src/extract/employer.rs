//! Employers of known talent pools, named in running text.

use aho_corasick::{AhoCorasick, MatchKind};

use super::text::{Span, Text};
use crate::taxonomy::{PoolId, Taxonomy};

/// Shorter names are words or initials too often.
const SHORTEST: usize = 4;

/// Finds the names of all pools' employers in one pass.
pub(super) struct EmployerReader {
    names: AhoCorasick,
    pools: Vec<PoolId>,
}

impl EmployerReader {
    pub(super) fn new(taxonomy: &Taxonomy) -> Self {
        let mut names: Vec<(&str, PoolId)> = taxonomy
            .pools()
            .names()
            .filter(|(name, _)| name.chars().count() >= SHORTEST || is_initials(name))
            .collect();
        names.sort_unstable();
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(names.iter().map(|(name, _)| name))
            .expect("some thousand short names fit an automaton");
        Self { names: automaton, pools: names.into_iter().map(|(_, pool)| pool).collect() }
    }

    /// Each pool once, where it is named first.
    pub(super) fn mentions(&self, text: &Text) -> Vec<(Span, PoolId)> {
        let folded = text.folded();
        let mut found: Vec<(Span, PoolId)> = Vec::new();
        for hit in self.names.find_iter(folded) {
            let letter = |c: char| c.is_alphanumeric();
            let starts = !folded[..hit.start()].ends_with(letter);
            let ends = !folded[hit.end()..].starts_with(letter);
            let pool = self.pools[hit.pattern().as_usize()];
            if starts && ends && !found.iter().any(|(_, known)| *known == pool) {
                found.push((hit.range(), pool));
            }
        }
        found
    }
}

/// Initials that are nobody's word: `llnl`, `ornl`, `amd`.
fn is_initials(name: &str) -> bool {
    name.len() == 3 && !name.bytes().any(|b| b"aeiou".contains(&b)) || matches!(name, "amd" | "ibm" | "hpe" | "anl")
}
