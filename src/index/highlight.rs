//! Where a document says what was sought: snippets with the places of the words.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::passages::Passage;
use super::query::{Form, Leaf, SearchQuery, analyzer};

/// The length of a snippet, in characters.
const SNIPPET_CHARS: usize = 200;
/// So much of it stands before the first word that was found.
const LEAD_CHARS: usize = 60;
/// Snippets of one document.
const MAX_SNIPPETS: usize = 5;
/// Words that are marked in one snippet.
const MAX_MARKS: usize = 50;

/// A part of a document's text in which words of a query stand. All offsets count Unicode characters of that text from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Highlight {
    /// The field of the query language that the text belongs to, such as `title`.
    pub field: Cow<'static, str>,
    /// JSON pointer to the text. A place is one text, its city, region and country with commas between.
    #[serde(rename = "where")]
    pub pointer: String,
    /// The snippet, as the document has it.
    pub text: String,
    /// Where the snippet begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// The words that were found in it.
    pub matches: Vec<Mark>,
}

/// A run of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Mark {
    /// Its first character.
    pub start: usize,
    /// The character after its last.
    pub end: usize,
}

/// A word of a text.
struct Token {
    word: String,
    mark: Mark,
}

/// Tokens that meet a part of the query.
#[derive(Clone, Copy)]
struct Hit {
    leaf: usize,
    mark: Mark,
}

/// Snippets of those passages that hold most of what is sought, in the order of the document.
pub(crate) fn highlights(query: &SearchQuery, passages: &[Passage<'_>]) -> Vec<Highlight> {
    let leaves = query.sought();
    let mut found: Vec<(usize, usize, Highlight)> = Vec::new();
    for (at, passage) in passages.iter().enumerate() {
        let hits = hits(&leaves, passage);
        if let Some((n_leaves, highlight)) = snippet(passage, &hits) {
            found.push((n_leaves, at, highlight));
        }
    }
    found.sort_by_key(|(n_leaves, at, _)| (std::cmp::Reverse(*n_leaves), *at));
    found.truncate(MAX_SNIPPETS);
    found.sort_by_key(|(_, at, _)| *at);
    found.into_iter().map(|(_, _, highlight)| highlight).collect()
}

fn hits(leaves: &[&Leaf], passage: &Passage<'_>) -> Vec<Hit> {
    let in_field = |leaf: &&(usize, &&Leaf)| leaf.1.field.is_none_or(|field| field == passage.field);
    let leaves: Vec<(usize, &&Leaf)> = leaves.iter().enumerate().collect();
    let leaves: Vec<&(usize, &&Leaf)> = leaves.iter().filter(in_field).collect();
    if leaves.is_empty() {
        return Vec::new();
    }
    let tokens = tokens(&passage.text);
    let mut hits = Vec::new();
    for at in 0..tokens.len() {
        for (number, leaf) in &leaves {
            if let Some(run) = tokens.get(at..at + leaf.words.len()).filter(|run| meets(leaf, run)) {
                let mark = Mark { start: run[0].mark.start, end: run[run.len() - 1].mark.end };
                hits.push(Hit { leaf: *number, mark });
            }
        }
    }
    hits
}

/// Whether words in a row are those that are sought.
fn meets(leaf: &Leaf, run: &[Token]) -> bool {
    let n_words = leaf.words.len();
    run.iter().zip(&leaf.words).enumerate().all(|(at, (token, word))| match leaf.form {
        Form::Prefix if at + 1 == n_words => token.word.starts_with(word.as_str()),
        Form::Tolerant => is_within_one_edit(&token.word, word),
        _ => token.word == *word,
    })
}

fn is_within_one_edit(a: &str, b: &str) -> bool {
    // Lengths first: most words of a text are told apart by them.
    a == b || (a.len().abs_diff(b.len()) <= 4 && strsim::osa_distance(a, b) <= 1)
}

fn tokens(text: &str) -> Vec<Token> {
    let (mut tokens, mut bytes, mut characters) = (Vec::new(), 0, 0);
    analyzer().token_stream(text).process(&mut |token| {
        characters += text[bytes..token.offset_from].chars().count();
        let length = text[token.offset_from..token.offset_to].chars().count();
        let mark = Mark { start: characters, end: characters + length };
        (bytes, characters) = (token.offset_to, mark.end);
        tokens.push(Token { word: token.text.clone(), mark });
    });
    tokens
}

/// The window that holds most of what is sought, and how much that is; none where nothing is.
fn snippet(passage: &Passage<'_>, hits: &[Hit]) -> Option<(usize, Highlight)> {
    let reach = SNIPPET_CHARS - LEAD_CHARS;
    let within = |first: &Hit| {
        let end = first.mark.start + reach;
        let mut leaves: Vec<usize> = hits
            .iter()
            .filter(|hit| hit.mark.start >= first.mark.start && hit.mark.end <= end.max(first.mark.end))
            .map(|hit| hit.leaf)
            .collect();
        leaves.sort_unstable();
        leaves.dedup();
        leaves.len()
    };
    // Enough to choose among: of a text that repeats a word without end all windows are alike.
    let candidates = hits.iter().take(MAX_MARKS);
    let (n_leaves, first) =
        candidates.map(|hit| (within(hit), hit)).reduce(|best, next| if next.0 > best.0 { next } else { best })?;
    let signs: Vec<char> = passage.text.chars().collect();
    let start = begin_of_word(&signs, first.mark.start.saturating_sub(LEAD_CHARS), first.mark.start);
    let end = end_of_word(&signs, start + SNIPPET_CHARS, first.mark.end);
    let inside = hits.iter().map(|hit| hit.mark).filter(|mark| mark.start >= start && mark.end <= end);
    let highlight = Highlight {
        field: passage.field.as_str().into(),
        pointer: passage.pointer.clone(),
        text: signs[start..end].iter().collect(),
        start,
        end,
        matches: merged(inside.take(MAX_MARKS)),
    };
    Some((n_leaves, highlight))
}

/// The first place from `from` on at which a word begins, at most `limit`.
fn begin_of_word(signs: &[char], from: usize, limit: usize) -> usize {
    if from == 0 {
        return 0;
    }
    (from..limit).find(|at| signs[at - 1].is_whitespace() && !signs[*at].is_whitespace()).unwrap_or(limit)
}

/// The last place up to `to` at which a word ends, at least `limit`.
fn end_of_word(signs: &[char], to: usize, limit: usize) -> usize {
    if to >= signs.len() {
        return signs.len();
    }
    (limit..=to).rev().find(|at| *at == limit || signs[*at].is_whitespace()).unwrap_or(limit)
}

/// Marks in order; those that overlap are one.
fn merged(marks: impl Iterator<Item = Mark>) -> Vec<Mark> {
    let mut all: Vec<Mark> = marks.collect();
    all.sort_unstable_by_key(|mark| (mark.start, mark.end));
    let mut merged: Vec<Mark> = Vec::new();
    for mark in all {
        match merged.last_mut() {
            Some(last) if mark.start < last.end => last.end = last.end.max(mark.end),
            _ => merged.push(mark),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::domain::Candidate;
    use crate::index::passages;

    fn candidate(json: &str) -> Candidate {
        serde_json::from_str(json).unwrap()
    }

    fn found(query: &str, candidate: &Candidate) -> Vec<(String, Vec<String>)> {
        let query = SearchQuery::for_candidates(query).unwrap();
        let passages = passages::of_candidate(candidate);
        let highlights = highlights(&query, &passages);
        let marked = |highlight: &Highlight| {
            let text: Vec<char> =
                passages.iter().find(|passage| passage.pointer == highlight.pointer).unwrap().text.chars().collect();
            assert_eq!(highlight.text, text[highlight.start..highlight.end].iter().collect::<String>());
            highlight.matches.iter().map(|mark| text[mark.start..mark.end].iter().collect()).collect()
        };
        highlights.iter().map(|highlight| (highlight.pointer.clone(), marked(highlight))).collect()
    }

    #[test]
    fn words_are_marked_where_they_stand() {
        let ada = candidate(
            r#"{"id": "ada", "headline": "Señor HPC engineer", "summary": "Ran Kubernetse, then a GPU cluster: the GPU, not a cluster.",
                "skills": ["Slurm", {"name": "Kubernetes"}], "location": {"city": "Austin", "region": "TX"}}"#,
        );
        let kubernetes = found("kubernetes", &ada);
        assert_eq!(
            kubernetes,
            [
                ("/summary".to_owned(), vec!["Kubernetse".to_owned()]),
                ("/skills/1/name".to_owned(), vec!["Kubernetes".to_owned()]),
            ]
        );
        assert_eq!(found(r#""gpu cluster""#, &ada), [("/summary".to_owned(), vec!["GPU cluster".to_owned()])]);
        assert_eq!(
            found("title:hpc slu* -cuda", &ada),
            [("/headline".to_owned(), vec!["HPC".to_owned()]), ("/skills/0".to_owned(), vec!["Slurm".to_owned()]),]
        );
        assert_eq!(found(r#"location:"austin tx""#, &ada), [("/location".to_owned(), vec!["Austin, TX".to_owned()])]);
        assert_eq!(found("NOT cuda", &ada), []);
    }

    #[test]
    fn a_long_text_is_cut_around_what_is_sought() {
        let summary = format!("{} the odd Lustre tool {}", "filler words ".repeat(50), "and more of them ".repeat(50));
        let long = Candidate { summary: Some(summary), ..candidate(r#"{"id": "long"}"#) };
        let query = SearchQuery::for_candidates("lustre").unwrap();
        let highlights = highlights(&query, &passages::of_candidate(&long));
        assert_eq!(highlights.len(), 1);
        let text = &highlights[0].text;
        assert!(text.chars().count() <= SNIPPET_CHARS && text.contains("odd Lustre tool and"), "{text}");
        assert!(text.starts_with("filler") || text.starts_with("words"), "{text}");
    }

    proptest! {
        #[test]
        fn snippets_are_pieces_of_the_text(
            text in r"(\PC|gpu|kubernetes|\n| ){0,400}",
            query in prop::sample::select(&["gpu", "kubernetes", "ku* gpu", "\"gpu gpu\""][..]),
        ) {
            let _ = found(query, &Candidate { summary: Some(text), ..candidate(r#"{"id": "c"}"#) });
        }
    }
}
