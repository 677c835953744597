//! The vocabulary of a posting's headings, in any wording: which part each opens.
//!
//! Cues and wishes within sentences are in `section_words`; where headings stand is for `section` to find.

use std::sync::LazyLock;

use super::languages as known;
use super::lexicon::{Kinds, LEXICON};
use super::lists;
use super::phrases::Phrases;
use super::section::Section;
use crate::taxonomy::word_hash;

/// Headings, the more telling first: `preferred qualifications` is about what is preferred.
const HEADINGS: &[(Section, &[&str])] = &[
    (Section::Required, lists::HEADING_FIRST_REQUIRED),
    // Other posts stand under a posting.
    (Section::Boilerplate, lists::HEADING_OTHER_POSTS),
    // What is not asked says nothing of the role, either.
    (Section::Company, lists::HEADING_NOT_ASKED),
    (Section::Preferred, lists::HEADING_PREFERRED),
    (Section::Boilerplate, lists::HEADING_BOILERPLATE),
    (Section::Stack, lists::HEADING_STACK),
    (Section::Duties, lists::HEADING_DUTIES),
    (Section::Required, lists::HEADING_REQUIRED),
    (Section::Company, lists::HEADING_COMPANY),
];

/// The same of other languages, and what is newer of English: each with the rank of the row above that it stands with.
const OF_LANGUAGES: &[(usize, &[&str])] = &[
    (0, known::HEADINGS_FIRST_REQUIRED),
    (3, known::HEADINGS_PREFERRED),
    (4, known::HEADINGS_BOILERPLATE),
    (5, known::HEADINGS_STACK),
    (6, known::HEADINGS_DUTIES),
    (7, known::HEADINGS_REQUIRED),
    (8, known::HEADINGS_COMPANY),
];

/// Headings of one word or two that say it all where nothing stands beside them.
const BARE_HEADINGS: &[(Section, &[&str])] = &[
    (Section::Required, lists::HEADING_BARE_REQUIRED),
    (Section::Boilerplate, lists::HEADING_BARE_BOILERPLATE),
    (Section::Preferred, lists::HEADING_BARE_PREFERRED),
];

/// Words that headings are made of, beside those of the phrases above.
const HEADING_FILLERS: &[&str] = lists::HEADING_FILLERS;
/// Cells or lines that say of the one before how much it is asked.
const NECESSITIES: &[(Section, &[&str])] = &[
    (Section::Required, lists::HEADING_NECESSITY_REQUIRED),
    (Section::Required, known::NECESSITY_REQUIRED),
    (Section::Preferred, lists::HEADING_NECESSITY_PREFERRED),
    (Section::Preferred, known::NECESSITY_PREFERRED),
];

/// The section in whose row the words stand, and nothing but them.
fn section_of(plain: &str, rows: &[(Section, &[&str])]) -> Option<Section> {
    rows.iter().find(|(_, phrases)| phrases.contains(&plain)).map(|(section, _)| *section)
}

/// What a few words say of the necessity of something else, when they say nothing but that.
pub(super) fn bare_necessity(plain: &str) -> Option<Section> {
    section_of(plain, NECESSITIES)
}

/// Phrases with their row, the more telling the smaller.
static HEADING_TABLE: LazyLock<Phrases<usize>> = LazyLock::new(|| {
    let rows = HEADINGS.iter().enumerate().map(|(row, (_, phrases))| (row, *phrases));
    Phrases::new(&rows.chain(OF_LANGUAGES.iter().copied()).collect::<Vec<_>>())
});

/// What a heading announces: the most telling of its phrases.
pub(super) fn heading_section(plain: &str) -> Option<Section> {
    let found = section_of(plain, BARE_HEADINGS)
        .or_else(|| HEADING_TABLE.meanings_in(plain).into_iter().min().map(|row| HEADINGS[row].0));
    // `About Halden Row Compute` is about the company, `About the role` was found above.
    found.or_else(|| plain.starts_with("about ").then_some(Section::Company))
}

/// All words that headings are made of.
pub(super) fn heading_words() -> impl Iterator<Item = &'static str> {
    let phrases = HEADINGS.iter().flat_map(|(_, phrases)| phrases.iter().flat_map(|phrase| phrase.split(' ')));
    let of_languages = OF_LANGUAGES.iter().flat_map(|(_, phrases)| *phrases).chain(known::NECESSITY_REQUIRED);
    let of_languages = of_languages.chain(known::NECESSITY_PREFERRED).chain(known::WISHES_LEADS);
    let of_languages = of_languages.chain(known::HEADINGS_FILLERS).flat_map(|phrase| phrase.split(' '));
    let bare = BARE_HEADINGS.iter().flat_map(|(_, phrases)| *phrases).flat_map(|phrase| phrase.split(' '));
    phrases.chain(of_languages).chain(bare).chain(HEADING_FILLERS.iter().copied())
}

/// Whether a line consists of nothing but words of headings.
pub(super) fn is_all_heading_words(plain: &str) -> bool {
    let mut words = plain.as_bytes().split(|byte| *byte == b' ');
    words.all(|word| LEXICON.kinds(word, word_hash(word)).has(Kinds::HEADING))
}

/// The same for a lead before a colon, which must be the usual words alone: `Required:`, `Good to have:`.
pub(super) fn lead_section(plain: &str) -> Option<Section> {
    is_all_heading_words(plain).then(|| heading_section(plain)).flatten()
}
