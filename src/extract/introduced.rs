//! Where the title stands with which a sentence introduces somebody: `I'm Ann, a storage engineer at a lab`, `Lab · storage engineer`,
//! `My name is Ann and I work as a storage engineer`; or with which a posting says whom it is for: `We are looking for a storage engineer`.
//!
//! By what stands before it: names, words with which people are introduced or sought, and a word or mark behind which a title begins.

use std::ops::Range;

use super::lists;
use super::short_titles::names_trade;
use super::text::Text;
use super::words::{Words, words};

/// Words that begin or end a title, and those that stand before one where somebody is introduced.
const BEFORE: Words = words!(lists::INTRODUCED_BEFORE);
const BEHIND: Words = words!(lists::INTRODUCED_BEHIND);
const INTRODUCING: Words = words!(lists::INTRODUCED_INTRODUCING);
/// Those with which a posting says whom it is for.
const SEEKING: Words = words!(lists::INTRODUCED_SEEKING);
/// Whoever does something: `I lead walks` names no lead.
const DOERS: Words = words!(lists::INTRODUCED_DOERS);
/// So many words introduce somebody at the most, and so many are a title.
const MAX_BEFORE: usize = 12;
const MAX_TITLE: usize = 8;
/// Marks that part a title from what stands before or behind it.
const MARKS: &[char] =
    &[',', ':', ';', '|', '(', ')', '[', ']', '.', '!', '?', '@', '\u{b7}', '\u{2022}', '\u{2013}', '\u{2014}'];

/// Who introduces somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// A profile, whoever writes it.
    Person,
    /// Whoever seeks them.
    Posting,
}

/// The title of whoever is introduced by a sentence of these words; none where it tells anything else before it.
pub(super) fn introduced(text: &Text, sentence: Range<usize>, by: By) -> Option<Range<usize>> {
    let near = sentence.start..sentence.end.min(sentence.start + MAX_BEFORE + MAX_TITLE);
    let trade = near.clone().find(|at| names_trade(text, *at))?;
    let begins = |at: &usize| *at == sentence.start || parted(text, *at) || text.is(*at - 1, BEFORE);
    let start = (sentence.start..=trade).rev().find(begins)?;
    let before = sentence.start..start;
    let seeks = |at: usize| by == By::Posting && text.is(at, SEEKING);
    let introduces = |at: usize| text.is(at, INTRODUCING) || text.is(at, BEFORE) || is_name(text, at) || seeks(at);
    if before.len() > MAX_BEFORE || trade + 1 - start > MAX_TITLE || !before.into_iter().all(introduces) {
        return None;
    }
    if (start..trade).any(|at| text.is(at, DOERS)) {
        return None;
    }
    // `Head of infrastructure`: what is led belongs to the title.
    let ends = |at: &usize| parted(text, *at) || text.is(*at, BEHIND);
    let end = (trade + 1..near.end).find(ends).unwrap_or(near.end);
    Some(start..end)
}

/// Whether a mark stands before a word.
fn parted(text: &Text, at: usize) -> bool {
    let (before, word) = (&text.words()[at - 1], &text.words()[at]);
    text.folded()[before.end..word.start].contains(MARKS)
}

/// A name, by how it is written, or a year.
fn is_name(text: &Text, at: usize) -> bool {
    text.is_capital(text.words()[at].start) || text.word(at).bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn title_in(sentence: &str) -> Option<String> {
        title_by(By::Person, sentence)
    }

    fn title_by(by: By, sentence: &str) -> Option<String> {
        let text = Text::new(sentence);
        let found = introduced(&text, 0..text.words().len(), by)?;
        Some(found.map(|at| text.word(at)).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_title_stands_behind_whoever_is_introduced() {
        for sentence in [
            "Storage engineer at a lab",
            "I'm Ann, a storage engineer at a lab",
            "Ann Lee, storage engineer, Great Lab",
            "My name is Ann and I work as a storage engineer at a lab",
            "Great Lab \u{b7} Storage engineer",
            "Role: storage engineer",
            "Ann (she/her) is a storage engineer at a lab",
            "Ann Lee, who is a storage engineer at a lab, lives in Bonn",
            "I currently work as a storage engineer, where I have been since 2019",
            "Ann Lee joined Great Lab in 2019 as a storage engineer",
        ] {
            assert_eq!(title_in(sentence).as_deref(), Some("storage engineer"), "{sentence}");
        }
        assert_eq!(title_in("Ann is the Head of Storage for a lab").as_deref(), Some("head of storage"));
    }

    #[test]
    fn a_posting_introduces_whom_it_seeks() {
        for sentence in [
            "We are looking for a storage engineer to join us", "Great Lab is hiring a storage engineer",
            "Job title: storage engineer", "As a storage engineer you keep files",
            "Great Lab | Storage engineer | Berlin", "Join us as a storage engineer!",
        ] {
            assert_eq!(title_by(By::Posting, sentence).as_deref(), Some("storage engineer"), "{sentence}");
        }
        assert_eq!(title_in("I am looking for a storage engineer"), None);
        assert_eq!(title_by(By::Posting, "You report to the storage engineer"), None);
    }

    #[test]
    fn whoever_is_spoken_of_is_not_introduced() {
        for sentence in [
            "I work with a storage engineer at a lab", "I sit beside the storage engineer",
            "Ran the backup service for the storage engineer", "I keep file systems alive",
            "I lead walks for the club",
        ] {
            assert_eq!(title_in(sentence), None, "{sentence}");
        }
    }
}
