//! The query language of a search: what was asked, as a tree. Not: which documents answer it.
//!
//! | written | finds documents with |
//! |---|---|
//! | `slurm lustre`, `slurm AND lustre` | both words, anywhere |
//! | `"gpu cluster"` | the words side by side, as they are spelled |
//! | `title:engineer`, `title:"site reliability"`, `skill:(cuda OR hip)` | the words in that field |
//! | `kube*` | words that begin so; at least two letters |
//! | `-windows`, `NOT windows` | not this word |
//! | `slurm OR pbs` | either one; `OR` binds less than words side by side |
//! | `(slurm OR pbs) lustre` | groups |
//!
//! Case does not matter, but for `AND`, `OR` and `NOT`. A word of more than five letters is also found with one typing error: a
//! letter too many, too few, another or swapped with its neighbour. In quotes it is not. Signs between words are spaces.

#[cfg(test)]
mod brute_force_tests;
mod compile;
mod excluded;
mod parse;

use std::fmt;

use tantivy::tokenizer::{LowerCaser, RemoveLongFilter, SimpleTokenizer, TextAnalyzer};

use crate::domain::Error;

/// Longer words are not indexed, in bytes.
const MAX_WORD_BYTES: usize = 40;
/// Words of more letters than this are found with one typing error, too.
const EXACT_LETTERS: usize = 5;

/// A query that can be asked of candidates or of roles.
///
/// ```
/// use rolefit::search::SearchQuery;
///
/// assert!(SearchQuery::for_candidates(r#"title:"gpu engineer" (slurm OR pbs) kube* -windows"#).is_ok());
/// let error = SearchQuery::for_candidates("(slurm OR pbs").unwrap_err();
/// assert_eq!(error.to_string(), "query, character 14: expected `)` for the `(` at character 1, got the end");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchQuery {
    text: String,
    pub(super) root: Node,
}

/// The part of a document in which a word is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SearchField {
    /// A headline, the titles of jobs, a role's title.
    Title,
    /// Skills that are listed, and what a role asks for.
    Skill,
    /// Employers.
    Employer,
    /// The place: city, region and country as the document has them.
    Location,
    /// Certifications.
    Certification,
    /// Free text and all else: summaries, descriptions of jobs and roles, education, projects, publications.
    Text,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Leaf(Leaf),
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
}

/// Words that stand side by side, in one field or in any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    pub(super) field: Option<SearchField>,
    /// One at least, as the index has them.
    pub(super) words: Vec<String>,
    pub(super) form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As they are spelled.
    Exact,
    /// One word, perhaps misspelled.
    Tolerant,
    /// The last word may go on.
    Prefix,
}

impl SearchQuery {
    /// Reads a query of candidates.
    ///
    /// # Errors
    /// [`Error::Malformed`], which names the place and says what was expected there.
    pub fn for_candidates(text: &str) -> Result<Self, Error> {
        parse::parse(text, &SearchField::OF_CANDIDATES)
    }

    /// Reads a query of roles.
    ///
    /// # Errors
    /// [`Error::Configuration`] that says what is wrong with the text, and where.
    pub fn for_roles(text: &str) -> Result<Self, Error> {
        parse::parse(text, &SearchField::OF_ROLES)
    }

    /// What is sought, without what is not to be there.
    pub(super) fn sought(&self) -> Vec<&Leaf> {
        fn gather<'q>(node: &'q Node, leaves: &mut Vec<&'q Leaf>) {
            match node {
                Node::Leaf(leaf) => leaves.push(leaf),
                Node::All(nodes) | Node::Any(nodes) => nodes.iter().for_each(|node| gather(node, leaves)),
                Node::Not(_) => {}
            }
        }
        let mut leaves = Vec::new();
        gather(&self.root, &mut leaves);
        leaves
    }
}

impl fmt::Display for SearchQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl SearchField {
    /// All fields.
    pub const ALL: [Self; 6] =
        [Self::Title, Self::Skill, Self::Employer, Self::Location, Self::Certification, Self::Text];
    /// The fields that candidates have.
    pub const OF_CANDIDATES: [Self; 6] = Self::ALL;
    /// The fields that roles have.
    pub const OF_ROLES: [Self; 4] = [Self::Title, Self::Skill, Self::Location, Self::Text];

    /// The name as it is written in queries.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Skill => "skill",
            Self::Employer => "employer",
            Self::Location => "location",
            Self::Certification => "certification",
            Self::Text => "text",
        }
    }
}

/// What cuts texts and queries into words: runs of letters and digits, in lower case.
pub(super) fn analyzer() -> TextAnalyzer {
    TextAnalyzer::builder(SimpleTokenizer::default())
        .filter(RemoveLongFilter::limit(MAX_WORD_BYTES))
        .filter(LowerCaser)
        .build()
}

/// Whether typing errors in a word are forgiven: one of letters alone, which are more than five. A digit tells products apart.
fn is_forgiven(word: &str) -> bool {
    word.chars().count() > EXACT_LETTERS && word.chars().all(char::is_alphabetic)
}
