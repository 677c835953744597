//! Employers of known talent pools, named in running text.

use super::text::{Span, Text};
use crate::taxonomy::{NameTree, PoolId, Taxonomy};

/// Shorter names are words or initials too often.
const SHORTEST: usize = 4;

/// Finds the names of all pools' employers in one pass.
pub(super) struct EmployerReader {
    names: NameTree,
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
        names.dedup_by_key(|(name, _)| *name);
        let tree = NameTree::new(names.iter().map(|(name, _)| *name));
        Self { names: tree, pools: names.into_iter().map(|(_, pool)| pool).collect() }
    }

    /// Each pool once, where it is named first.
    pub(super) fn mentions(&self, text: &Text) -> Vec<(Span, PoolId)> {
        let folded = text.folded();
        let mut found: Vec<(Span, PoolId)> = Vec::new();
        let mut free_from = 0;
        for word in text.words() {
            if word.start < free_from {
                continue;
            }
            let mut longest = None;
            self.names.beginning(&folded.as_bytes()[word.start..], |length, name| {
                let end = word.start + length;
                if !folded[end..].starts_with(char::is_alphanumeric) {
                    longest = Some((word.start..end, self.pools[name as usize]));
                }
            });
            let Some((span, pool)) = longest else { continue };
            free_from = span.end;
            if !found.iter().any(|(_, known)| *known == pool) {
                found.push((span, pool));
            }
        }
        found
    }
}

/// Initials that are nobody's word: `llnl`, `ornl`, `amd`.
fn is_initials(name: &str) -> bool {
    name.len() == 3 && !name.bytes().any(|b| b"aeiou".contains(&b)) || matches!(name, "amd" | "ibm" | "hpe" | "anl")
}
