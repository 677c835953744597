//! Okapi BM25 over the texts of documents: what a plain search for a role's words would rank, to compare with.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;
use serde_json::Value;

use super::measures::real;
use crate::domain::{Candidate, Role, fnv1a};
use crate::intake::Document;

/// How soon a word named again counts no more.
const K1: f64 = 1.2;
/// How much longer documents are held back.
const B: f64 = 0.75;
/// Fields of a document that Rolefit does not judge by, and a search should not be misled by either.
const NOT_READ: &[&str] = &["id", "name", "requisition_id", "status", "weights", "external_ids", "custom"];

/// Documents counted word by word, once for all queries.
pub(super) struct Bm25<'a> {
    candidates: &'a [Candidate],
    /// By word: the documents that hold it, with how often.
    postings: HashMap<String, Vec<(usize, u32)>>,
    lengths: Vec<usize>,
    mean_length: f64,
}

impl<'a> Bm25<'a> {
    pub(super) fn new(candidates: &'a [Candidate]) -> Self {
        let mut postings: HashMap<String, Vec<(usize, u32)>> = HashMap::new();
        let mut lengths = Vec::with_capacity(candidates.len());
        for (number, candidate) in candidates.iter().enumerate() {
            let words = words(candidate);
            lengths.push(words.len());
            for word in words {
                let holders = postings.entry(word).or_default();
                match holders.last_mut() {
                    Some((last, times)) if *last == number => *times += 1,
                    _ => holders.push((number, 1)),
                }
            }
        }
        let mean_length = real(lengths.iter().sum::<usize>()) / real(candidates.len().max(1));
        Self { candidates, postings, lengths, mean_length }
    }

    /// Words of each text.
    pub(super) fn words(&self) -> &[usize] {
        &self.lengths
    }

    /// All candidates, best first, with the role's whole text as the query; each of its words counts once. Equal scores are
    /// ordered by a hash of the pair, so that neither file nor alphabet decides.
    pub(super) fn ranking(&self, role: &Role) -> Vec<usize> {
        let scores = self.scores(role);
        let tie = |number: usize| {
            let id = self.candidates[number].id.as_str();
            fnv1a(id.bytes().chain([0xff]).chain(role.id.as_str().bytes()))
        };
        let mut order: Vec<usize> = (0..scores.len()).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then_with(|| tie(a).cmp(&tie(b))));
        order
    }

    fn scores(&self, role: &Role) -> Vec<f64> {
        let query: BTreeSet<String> = words(role).into_iter().collect();
        let mut scores = vec![0.0; self.candidates.len()];
        for holders in query.iter().filter_map(|word| self.postings.get(word)) {
            let with = real(holders.len());
            let rarity = ((real(self.candidates.len()) - with + 0.5) / (with + 0.5)).ln_1p();
            for &(number, times) in holders {
                let times = f64::from(times);
                let held_back = K1 * (1.0 - B + B * real(self.lengths[number]) / self.mean_length);
                scores[number] += rarity * times * (K1 + 1.0) / (times + held_back);
            }
        }
        scores
    }
}

/// The words of a document in lower case: runs of letters, digits, `+` and `#`.
fn words<T: Document + Serialize>(document: &T) -> Vec<String> {
    let mut text = String::new();
    if let Ok(Value::Object(fields)) = serde_json::to_value(document) {
        for (_, value) in fields.iter().filter(|(name, _)| !NOT_READ.contains(&name.as_str())) {
            collect(value, &mut text);
        }
    }
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !(c.is_alphanumeric() || matches!(c, '+' | '#')));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn collect(value: &Value, text: &mut String) {
    match value {
        Value::String(words) => {
            text.push_str(words);
            text.push(' ');
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, text)),
        Value::Object(fields) => fields.values().for_each(|value| collect(value, text)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(id: &str, summary: &str) -> Candidate {
        serde_json::from_value(serde_json::json!({"id": id, "name": "Slurm Lustre", "summary": summary})).unwrap()
    }

    fn role(description: &str) -> Role {
        serde_json::from_value(serde_json::json!({"id": "r-1", "description": description, "custom": {"a": "web"}}))
            .unwrap()
    }

    #[test]
    fn rarer_words_in_shorter_texts_rank_higher() {
        let pool = [
            candidate("c-1", "linux web shop"),
            candidate("c-2", "lustre and linux"),
            candidate("c-3", "lustre and linux and much more that has nothing to do with it"),
            candidate("c-4", "nothing of it"),
        ];
        assert_eq!(Bm25::new(&pool).ranking(&role("Lustre! On Linux, lustre.")), [1, 2, 0, 3]);
    }

    #[test]
    fn scores_are_those_of_the_formula() {
        // Two documents of two words, so length plays no part. `a` and `b` stand in one of two: ln(1 + 1.5 / 1.5) each, times
        // 2.2 / (1 + 1.2) for one mention and 2 x 2.2 / (2 + 1.2) for two.
        let pool = [candidate("c-1", "a b"), candidate("c-2", "c c")];
        let searched = Bm25::new(&pool);
        let near = |found: Vec<f64>, expected: [f64; 2]| {
            assert!(found.iter().zip(expected).all(|(f, e)| (f - e).abs() < 1e-9), "{found:?} are not {expected:?}");
        };
        near(searched.scores(&role("a b a")), [2.0 * 2.0_f64.ln(), 0.0]);
        near(searched.scores(&role("c")), [0.0, 1.375 * 2.0_f64.ln()]);
    }

    #[test]
    fn names_and_custom_fields_are_no_text() {
        assert_eq!(words(&candidate("c-1", "C++ / C#")), ["c++", "c#"]);
        assert_eq!(words(&role("Runs it")), ["runs", "it"]);
    }

    #[test]
    fn equal_scores_do_not_follow_the_file() {
        let pool: Vec<Candidate> = (0..20).map(|n| candidate(&format!("c-{n:02}"), "same")).collect();
        let order = Bm25::new(&pool).ranking(&role("same"));
        assert_ne!(order, (0..20).collect::<Vec<_>>());
    }
}
