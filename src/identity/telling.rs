//! What a document tells, as far as its wording gives away that it is another one over again: the same text, or nearly; or all the same
//! facts. By it those are found who have nothing in common that is kept elsewhere.

use super::fold::folded;
use crate::domain::{Candidate, PartialDate, fnv1a};

/// Texts of fewer words are phrases that many write.
const MIN_WORDS: usize = 12;
/// Nobody writes so many words as another does.
const MANY_WORDS: usize = 40;
/// More words of a text are not compared.
const MAX_WORDS: usize = 5_000;
/// So many words in a row are held against those of another text.
const SHINGLE: usize = 3;
/// Two texts are nearly the same with this share of their shingles in common, out of all that either has.
const MIN_SIMILAR: f64 = 0.7;
/// The least of the shingles by so many orders, in twos: who has seven shingles in ten in common has two such in common with a chance of
/// one half, and one pair of these four at least with 93 in 100.
const N_ORDERS: usize = 8;
const ORDERS_A_BAND: usize = 2;
/// How many words a document without a dated job has at least to be told by all that it says.
const MIN_SAID: usize = 12;

/// The prose of a document: its summary and what it tells of jobs.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Prose {
    /// Sorted, as often as they occur.
    words: Vec<u32>,
    /// Sorted, each once.
    shingles: Vec<u32>,
}

/// How the prose of two documents goes together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SameText {
    /// Of the longer one.
    pub n_words: usize,
    /// So many words of one are not those of the other.
    pub n_other: usize,
    /// Word for word.
    pub is_same: bool,
}

impl SameText {
    /// Whether it is too long to be a phrase that two people write alike.
    pub(super) fn is_long(self) -> bool {
        self.n_words >= MANY_WORDS
    }
}

impl Prose {
    /// Of texts that are folded already; none of short ones.
    pub(super) fn of<'a>(texts: impl Iterator<Item = &'a str>) -> Option<Self> {
        let words = texts.flat_map(str::split_ascii_whitespace).take(MAX_WORDS);
        let mut words: Vec<u32> = words.map(|word| half(fnv1a(word.bytes()))).collect();
        if words.len() < MIN_WORDS {
            return None;
        }
        let shingle = |words: &[u32]| half(fnv1a(words.iter().flat_map(|word| word.to_le_bytes())));
        let mut shingles: Vec<u32> = words.windows(SHINGLE).map(shingle).collect();
        shingles.sort_unstable();
        shingles.dedup();
        words.sort_unstable();
        Some(Self { words, shingles })
    }

    /// What is likely to be the same of nearly the same texts.
    pub(super) fn bands(&self) -> impl Iterator<Item = String> {
        let least = |order: usize| self.shingles.iter().map(|shingle| mixed(*shingle, order)).min().unwrap_or(0);
        let least: Vec<u64> = (0..N_ORDERS).map(least).collect();
        let bands: Vec<String> =
            least.chunks(ORDERS_A_BAND).enumerate().map(|(band, least)| format!("{band} {least:x?}")).collect();
        bands.into_iter()
    }

    /// How it goes together with another; `None` of another text.
    pub(super) fn compared(&self, other: &Self) -> Option<SameText> {
        let n_common = n_common(&self.shingles, &other.shingles);
        let n_either = self.shingles.len() + other.shingles.len() - n_common;
        let count = |n: usize| f64::from(u32::try_from(n).unwrap_or(u32::MAX));
        if count(n_common) < count(n_either) * MIN_SIMILAR {
            return None;
        }
        let n_words = self.words.len().max(other.words.len());
        let n_other = n_words - self::n_common(&self.words, &other.words);
        Some(SameText { n_words, n_other, is_same: n_common == n_either && n_other == 0 })
    }
}

/// How many are in both of two sorted lists.
fn n_common(one: &[u32], other: &[u32]) -> usize {
    let (mut a, mut b, mut n) = (0, 0, 0);
    while let (Some(ours), Some(theirs)) = (one.get(a), other.get(b)) {
        n += usize::from(ours == theirs);
        let step = ours.cmp(theirs);
        a += usize::from(step.is_le());
        b += usize::from(step.is_ge());
    }
    n
}

/// A shingle's place in one of the orders (`SplitMix64`).
fn mixed(shingle: u32, order: usize) -> u64 {
    let order = u64::try_from(order).unwrap_or(0);
    let mut mixed = (u64::from(shingle) ^ (order << 32)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

fn half(hash: u64) -> u32 {
    u32::try_from(hash >> 32).expect("half of the bits are left")
}

/// All that a document says of somebody's work and schools, in one mark: equal where every word is. None of documents that say too little
/// to be told by it: neither a job with its employer and its beginning, nor many words.
pub(super) fn mark(candidate: &Candidate, summary: &str, told: &[String]) -> Option<u64> {
    let text = |text: &Option<String>| folded(text.as_deref().unwrap_or_default());
    let date = |date: Option<PartialDate>| date.map(|date| date.to_string()).unwrap_or_default();
    let mut parts = vec![text(&candidate.headline), summary.to_owned()];
    for (job, told) in candidate.experience.iter().zip(told) {
        parts.extend([text(&job.employer), text(&job.title), date(job.start), date(job.end), told.clone()]);
        parts.extend(job.skills.iter().map(|skill| folded(skill.name())));
    }
    let n_jobs = candidate.experience.len().min(told.len());
    parts.push(format!("{n_jobs} of {}", candidate.experience.len()));
    parts.extend(candidate.skills.iter().map(|skill| folded(skill.name())));
    for school in &candidate.education {
        parts.extend([text(&school.institution), text(&school.degree), text(&school.field), date(school.end)]);
    }
    parts.extend(candidate.certifications.iter().chain(&candidate.open_source).map(|name| folded(name)));
    parts.extend(candidate.publications.iter().map(|work| text(&work.title)));
    let is_dated = candidate.experience.iter().any(|job| job.start.is_some() && !text(&job.employer).is_empty());
    let n_words: usize = parts.iter().map(|part| part.split_ascii_whitespace().count()).sum();
    (is_dated || n_words >= MIN_SAID).then(|| fnv1a(parts.iter().flat_map(|part| part.bytes().chain([0]))))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "i ran slurm and lustre for seven years on a cluster of nine hundred nodes and wrote the tools that people submit their \
                        jobs with ask me about the file system that we moved";

    fn prose(text: &str) -> Prose {
        Prose::of([text].into_iter()).unwrap()
    }

    #[test]
    fn texts_that_are_nearly_the_same_are_told_from_others() {
        let compared = |other: &str| prose(TEXT).compared(&prose(other));
        assert_eq!(compared(TEXT).map(|same| (same.n_other, same.is_same)), Some((0, true)));
        let other = TEXT.replace("seven", "eight");
        assert_eq!(compared(&other).map(|same| (same.n_other, same.is_same)), Some((1, false)));
        let other = TEXT.replace("slurm and lustre", "kubernetes").replace("people", "users").replace("nodes", "hosts");
        assert_eq!(compared(&other), None);
        assert!(Prose::of(["seven years of slurm and lustre"].into_iter()).is_none());
    }

    #[test]
    fn who_writes_nearly_the_same_is_found() {
        let text = (0..100).map(|n| format!("word{n} ")).collect::<Vec<_>>().concat();
        let n_common = |other: &str| {
            let bands: Vec<String> = prose(other).bands().collect();
            prose(&text).bands().filter(|band| bands.contains(band)).count()
        };
        assert_eq!(n_common(&text), N_ORDERS / ORDERS_A_BAND);
        let found = (0..100).filter(|n| n_common(&text.replace(&format!("word{n} "), "other ")) > 0);
        assert!(found.count() >= 95);
        let another = (0..100).map(|n| format!("term{n} ")).collect::<Vec<_>>().concat();
        assert_eq!(n_common(&another), 0);
    }
}
