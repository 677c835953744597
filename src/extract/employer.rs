//! Employers of known talent pools, named in running text.

use std::collections::BTreeSet;

use super::lexicon::Kinds;
use super::lists;
use super::text::{Span, Text};
use super::words::{Words, one_of, words};
use crate::taxonomy::{NameTree, PoolId, Taxonomy, WordTable};

/// Shorter names are words or initials too often.
const SHORTEST: usize = 4;

/// Finds the names of all pools' employers in one pass.
pub(super) struct EmployerReader {
    names: NameTree,
    /// The letters and digits that they begin with.
    first_words: WordTable<()>,
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
        let first_words: BTreeSet<&str> =
            names.iter().filter_map(|(name, _)| name.split(|c: char| !c.is_alphanumeric()).next()).collect();
        let first_words = WordTable::new(first_words.into_iter().map(|word| (word.as_bytes(), ())));
        Self { names: tree, first_words, pools: names.into_iter().map(|(_, pool)| pool).collect() }
    }

    /// Each pool once, where it is named first.
    pub(super) fn mentions(&self, text: &Text) -> Vec<(Span, PoolId)> {
        let folded = text.folded();
        let mut found: Vec<(Span, PoolId)> = Vec::new();
        let mut free_from = 0;
        for (at, word) in text.words().iter().enumerate() {
            // Whoever is named by plain letters is named by all of them.
            let is_other = text.kinds(at).has(Kinds::LETTERS) && !self.first_words.has_hash(text.word_hash(at));
            if is_other || word.start < free_from {
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
            if names_a_product(text, at, &span) {
                continue;
            }
            if !found.iter().any(|(_, known)| *known == pool) {
                found.push((span, pool));
            }
        }
        found
    }
}

/// Words that follow a maker's name where it names what the maker makes.
const PRODUCTS: Words = words!(lists::EMPLOYER_PRODUCTS);
/// And words before it.
const OF_PRODUCTS: Words = words!(lists::EMPLOYER_OF_PRODUCTS);

/// Whether a company's name stands for its products: `the OpenAI API`, `on AWS`, `NVIDIA and AMD GPUs`.
fn names_a_product(text: &Text, at: usize, span: &Span) -> bool {
    let next = (at..text.words().len()).find(|word| text.words()[*word].start >= span.end).map(|word| text.word(word));
    let before = at.checked_sub(1).map(|word| text.word(word));
    next.is_some_and(|word| PRODUCTS.has(word)) || before.is_some_and(|word| OF_PRODUCTS.has(word))
}

/// Initials that are nobody's word: `llnl`, `ornl`, `amd`.
fn is_initials(name: &str) -> bool {
    name.len() == 3 && !name.bytes().any(|b| b"aeiou".contains(&b)) || one_of!(name, lists::EMPLOYER_INITIALS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> usize {
        EmployerReader::new(&Taxonomy::builtin()).mentions(&Text::new(text)).len()
    }

    #[test]
    fn who_employs_somebody_is_told_from_what_they_use() {
        for employed in [
            "HPC engineer at Oak Ridge National Laboratory", "Seven years with the fabric team of NVIDIA.",
            "Joined CoreWeave in 2021.", "NVIDIA, Santa Clara. Wrote collectives.",
        ] {
            assert_eq!(named(employed), 1, "{employed}");
        }
        for used in [
            "Called the OpenAI API from a chat bot.", "Moved the shop to AWS.", "Racked NVIDIA GPUs.",
            "Filled NetApp filers.",
        ] {
            assert_eq!(named(used), 0, "{used}");
        }
    }
}
