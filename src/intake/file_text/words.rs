//! The words of `words.toml`.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

/// Words by which files are read; what they are for is told where they stand.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    pub(super) not_in_names: HashSet<String>,
    pub(super) particles: HashSet<String>,
    pub(super) compound_starts: HashSet<String>,
    pub(super) compound_ends: HashSet<String>,
    pub(super) headings: HashSet<String>,
}

static WORDS: LazyLock<Words> =
    LazyLock::new(|| toml::from_str(include_str!("words.toml")).expect("a test reads the file"));

pub(super) fn words() -> &'static Words {
    &WORDS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_words_are_small() {
        let Words { not_in_names, particles, compound_starts, compound_ends, headings } = words();
        for word in not_in_names.iter().chain(particles).chain(compound_starts).chain(compound_ends).chain(headings) {
            assert_eq!(*word, word.to_lowercase());
        }
    }
}
