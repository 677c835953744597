//! The words of a name in whatever order and number: `administration of Linux`, `computing, high performance`.

use std::collections::HashMap;

use crate::taxonomy::ConceptId;
use crate::taxonomy::scheme::Label;

/// Names of so many words are told by their words alone; longer ones are sentences.
const WORDS: std::ops::RangeInclusive<usize> = 2..=5;

/// Concepts by the words of their labels, in the order of the alphabet and in the singular.
#[derive(Clone, Debug, Default)]
pub(super) struct WordOrder(HashMap<Box<str>, ConceptId>);

impl WordOrder {
    pub(super) fn new(labels: &HashMap<Box<str>, Label>) -> Self {
        let mut index: HashMap<Box<str>, Option<ConceptId>> = HashMap::new();
        for (text, label) in labels {
            let Some(words) = words_of(text) else { continue };
            let known = index.entry(words).or_insert(Some(label.concept));
            // The same words in another order are another thing: neither is guessed.
            if *known != Some(label.concept) {
                *known = None;
            }
        }
        Self(index.into_iter().filter_map(|(words, concept)| Some((words, concept?))).collect())
    }

    pub(super) fn find(&self, name: &str) -> Option<ConceptId> {
        self.0.get(&*words_of(name)?).copied()
    }
}

/// The words that count, sorted; none where signs or small words say more than the words do.
fn words_of(name: &str) -> Option<Box<str>> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | ',' | '+' | '#' | '.');
    if !name.chars().all(plain) {
        return None;
    }
    let mut words: Vec<&str> = name
        .split([' ', ','])
        .filter(|word| !matches!(*word, "" | "of" | "the"))
        .map(|word| match word.strip_suffix('s') {
            Some(one) if one.len() >= 4 && !one.ends_with('s') => one,
            _ => word,
        })
        .collect();
    words.sort_unstable();
    WORDS.contains(&words.len()).then(|| words.join(" ").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_number_of_words_do_not_matter() {
        assert_eq!(words_of("computing, high performance"), words_of("high performance computing"));
        assert_eq!(words_of("administration of linux systems"), words_of("linux system administration"));
        assert_ne!(words_of("linux for arm"), words_of("arm linux"), "small words that say something count");
    }

    #[test]
    fn single_words_and_sentences_are_not_turned() {
        assert_eq!(words_of("kernels"), None);
        assert_eq!(words_of("one two three four five six"), None);
        assert_eq!(words_of("fsx (lustre)"), None);
    }
}
