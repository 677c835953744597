//! What is told in other words: how like a profile's wording is to a posting's, where neither names what the other does.
//!
//! People tell of their work in words of their own, and no reader knows all of them. Whoever uses the words of the posting's kind of
//! work is presumed to bring some of what is asked there and not named by them.

use borsh::{BorshDeserialize, BorshSerialize};

use super::fixed::Share;
use super::profile::ScoringProfile;
use super::support::Support;
use crate::extract::{CandidateFacts, RoleFacts, Wording};
use crate::taxonomy::{Taxonomy, WordId};

/// So many words are shown.
const SHOWN: usize = 5;

/// The length of a wording, in the measure of [`Shade::part`].
const WHOLE: u16 = u8::MAX as u16;

/// A word of somebody's wording, for bounds: rounded up, so that what is likened to it is never less than what it is.
#[derive(Clone, Copy, Debug, BorshSerialize, BorshDeserialize)]
pub(super) struct Shade {
    word: WordId,
    /// What it weighs in the wording where it weighs more, of what is told and of all: 255 where it is the whole of it.
    part: u8,
}

/// The shades of both wordings of a candidate, what is told and all of it, ascending by word.
pub(super) fn shades(candidate: &CandidateFacts) -> Vec<Shade> {
    let of = |wording: &Wording| -> Vec<Shade> {
        let length = u64::from(wording.length).max(1);
        let part = |weight: u16| (u64::from(weight) * u64::from(WHOLE)).div_ceil(length);
        let shade = |(word, weight): &(WordId, u16)| Shade {
            word: *word,
            part: u8::try_from(part(*weight)).unwrap_or(u8::MAX),
        };
        wording.words.iter().map(shade).collect()
    };
    let mut shades = of(&candidate.whole_wording);
    shades.extend(of(&candidate.wording));
    shades.sort_unstable_by_key(|shade| (shade.word, std::cmp::Reverse(shade.part)));
    shades.dedup_by_key(|shade| shade.word);
    shades.shrink_to_fit();
    shades
}

/// A posting's wording, ready for comparison.
pub(super) struct Likeness {
    /// By word; empty where the posting has too few.
    weights: Vec<u16>,
    length: u32,
    most: Share,
    full: Share,
}

impl Likeness {
    pub(super) fn new(role: &RoleFacts, profile: &ScoringProfile, taxonomy: &Taxonomy) -> Self {
        let constants = &profile.wording;
        let mut weights = Vec::new();
        if role.told_words >= constants.enough_words {
            weights.resize(taxonomy.vocabulary().len(), 0);
            for (word, weight) in &role.wording.words {
                weights[word.index()] = *weight;
            }
        }
        Self { weights, length: role.wording.length, most: constants.most, full: constants.full }
    }

    /// The most that anybody is presumed to bring of what they do not name.
    pub(super) fn most(&self) -> Share {
        if self.weights.is_empty() { Share::ZERO } else { self.most }
    }

    /// What somebody is presumed to bring of what they do not name. Lists, names and titles are believed by what else is told.
    pub(super) fn presumed(&self, candidate: &CandidateFacts, support: &Support) -> Share {
        let [told, whole] = [&candidate.wording, &candidate.whole_wording].map(|wording| self.alike(wording));
        told.max(whole.times(support.doubt)).times(support.plain).times(self.most)
    }

    /// The most that may be presumed of somebody whose wording has these shades, whatever else is told.
    pub(super) fn at_most(&self, wording: &[Shade]) -> Share {
        if self.weights.is_empty() {
            return Share::ZERO;
        }
        let both = |shade: &Shade| u64::from(shade.part) * u64::from(self.weights[shade.word.index()]);
        let shared: u64 = wording.iter().map(both).sum();
        Share::ratio(shared, self.full.of(u64::from(self.length) * u64::from(WHOLE))).times(self.most)
    }

    /// How alike the wordings are: the cosine, as a share of what is enough.
    fn alike(&self, wording: &Wording) -> Share {
        if self.weights.is_empty() || wording.length == 0 {
            return Share::ZERO;
        }
        let both = |(word, weight): &(WordId, u16)| u64::from(*weight) * u64::from(self.weights[word.index()]);
        let shared: u64 = wording.words.iter().map(both).sum();
        Share::ratio(shared, self.full.of(u64::from(self.length) * u64::from(wording.length)))
    }

    /// The words that make the likeness, those that weigh most first.
    pub(super) fn words(&self, candidate: &CandidateFacts, taxonomy: &Taxonomy) -> Vec<WordId> {
        let weigh =
            |(word, weight): &(WordId, u16)| (u64::from(*weight) * u64::from(self.weights[word.index()]), *word);
        let mut shared: Vec<(u64, WordId)> =
            candidate.whole_wording.words.iter().map(weigh).filter(|(both, _)| *both > 0).collect();
        shared.retain(|(_, word)| taxonomy.vocabulary().shown(*word).is_some());
        shared.sort_unstable_by_key(|(both, word)| (std::cmp::Reverse(*both), *word));
        shared.into_iter().take(SHOWN).map(|(_, word)| word).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Candidate, Role};
    use crate::extract::Extractor;
    use serde_json::json;

    const POSTING: &str = "You keep our file systems healthy: stripes and quotas, metadata servers, failover, the slow target that \
        everybody waits for. You tune reads and writes of checkpoints with the people who train models, and plan capacity, purges \
        and migrations between tiers.";

    fn presumed(posting: &str, summary: &str) -> Share {
        let extractor = Extractor::new(Taxonomy::builtin());
        let role: Role = serde_json::from_value(json!({"id": "r", "description": posting})).unwrap();
        let candidate: Candidate = serde_json::from_value(json!({"id": "c", "summary": summary})).unwrap();
        let (role, candidate) = (extractor.role_facts(&role).unwrap(), extractor.candidate_facts(&candidate).unwrap());
        let profile = ScoringProfile::default();
        Likeness::new(&role, &profile, &Taxonomy::builtin()).at_most(&shades(&candidate))
    }

    #[test]
    fn words_of_the_same_work_are_likened_and_those_of_other_work_are_not() {
        let told = "When writes crawl I find the one target that is slow, move its stripes, and explain quotas and purges to people.";
        let other = "I bake rye bread at night, train two apprentices and serve customers in the morning.";
        let (same, other) = (presumed(POSTING, told), presumed(POSTING, other));
        assert!(same.get() > 200_000, "{same:?}");
        assert!(other.get() < same.get() / 4, "{other:?}, {same:?}");
    }

    #[test]
    fn nobody_is_presumed_to_bring_all_that_they_do_not_name() {
        let all = presumed(POSTING, &POSTING.replace("You ", "I ").replace("our", "their"));
        assert_eq!(all, ScoringProfile::default().wording.most);
    }

    #[test]
    fn lists_of_what_is_asked_are_like_nothing() {
        let extractor = Extractor::new(Taxonomy::builtin());
        let asked =
            json!({"id": "r", "must_have": POSTING.split_whitespace().collect::<Vec<_>>(), "nice_to_have": ["Lustre"]});
        let role = extractor.role_facts(&serde_json::from_value::<Role>(asked).unwrap()).unwrap();
        assert!(role.wording.words.len() > 10);
        let likeness = Likeness::new(&role, &ScoringProfile::default(), &Taxonomy::builtin());
        assert_eq!(likeness.most(), Share::ZERO);
    }

    #[test]
    fn a_posting_of_few_words_is_like_nothing() {
        assert_eq!(presumed("Lustre and stripes.", POSTING), Share::ZERO);
    }

    #[test]
    fn a_list_of_skills_is_no_wording() {
        let extractor = Extractor::new(Taxonomy::builtin());
        let of = |document: serde_json::Value| {
            let candidate: Candidate = serde_json::from_value(document).unwrap();
            extractor.candidate_facts(&candidate).unwrap().whole_wording
        };
        let told = json!({"id": "c", "summary": "Ran stripes."});
        let listing = json!({"id": "c", "summary": "Ran stripes.", "skills": ["Lustre", "InfiniBand"]});
        assert_eq!(of(told), of(listing));
    }
}
