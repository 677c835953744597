//! What two texts are about, and how alike that is: by all that they name, asked or not, and by what is close to it.

use super::family;
use super::fixed::Share;
use super::function::is_done_in_words;
use super::profile::ScoringProfile;
use crate::extract::{CandidateFacts, RoleFacts, SkillClaim, counts};
use crate::taxonomy::{ConceptId, Taxonomy, TopicId};

/// So many topics are shown.
const SHOWN: usize = 4;

/// What a text is about, as a vector over topics.
#[derive(Clone, Debug, Default)]
pub(super) struct About {
    /// By topic; empty where nothing is named.
    parts: Vec<u32>,
    length: u64,
}

impl About {
    /// What a role is about: nothing where its work has nothing to do with computers, or is done in words, whatever about.
    /// And nothing where it names too little to tell.
    pub(super) fn role(role: &RoleFacts, profile: &ScoringProfile, taxonomy: &Taxonomy) -> Self {
        if role.named.len() < profile.family.about_names {
            return Self::default();
        }
        if family::is_elsewhere(role, taxonomy) || is_done_in_words(role, taxonomy) {
            return Self::default();
        }
        let named = role.named.iter();
        Self::of(
            named.map(|one| (one.concept, counts(usize::from(one.times)) / u32::from(one.one_of.max(1)))),
            taxonomy,
        )
    }

    /// What a candidate's texts are about; lists of a form have no part in it.
    pub(super) fn candidate(candidate: &CandidateFacts, taxonomy: &Taxonomy) -> Self {
        let is_skill = |claim: &&SkillClaim| taxonomy.concept(claim.concept).kind.is_skill();
        let told = candidate.claims.iter().filter(|claim| claim.times > 0).filter(is_skill);
        Self::of(told.map(|claim| (claim.concept, counts(usize::from(claim.times)))), taxonomy)
    }

    /// What a candidate is about without what is named in the posting's own words; `None` where nothing is.
    pub(super) fn own_words(candidate: &CandidateFacts, taxonomy: &Taxonomy) -> Option<Self> {
        candidate.claims.iter().any(|claim| claim.own_times < claim.times).then(|| {
            let is_skill = |claim: &&SkillClaim| taxonomy.concept(claim.concept).kind.is_skill();
            let own = candidate.claims.iter().filter(|claim| claim.own_times > 0).filter(is_skill);
            Self::of(own.map(|claim| (claim.concept, counts(usize::from(claim.own_times)))), taxonomy)
        })
    }

    fn of(named: impl Iterator<Item = (ConceptId, u32)>, taxonomy: &Taxonomy) -> Self {
        let topics = taxonomy.topics();
        let mut parts = vec![0; topics.len()];
        for (concept, counts) in named {
            for (topic, part) in topics.of(concept) {
                parts[topic.index()] += u32::from(part) * counts;
            }
        }
        let squares: u64 = parts.iter().map(|part| u64::from(*part) * u64::from(*part)).sum();
        if squares == 0 {
            return Self::default();
        }
        Self { parts, length: squares.isqrt().max(1) }
    }

    /// Whether nothing is named.
    pub(super) fn is_nothing(&self) -> bool {
        self.length == 0
    }

    /// Its topics, each with its part of the vector and the length of the whole.
    pub(super) fn parts(&self) -> impl Iterator<Item = (TopicId, u64, u64)> + '_ {
        let told = self.parts.iter().enumerate().filter(|(_, part)| **part > 0);
        told.map(|(topic, part)| (TopicId::at(topic), u64::from(*part), self.length))
    }

    /// For bounds: of each topic, by number, the part of the length in 255ths, rounded up. None of any where nothing is named, which
    /// leaves open what it is about.
    pub(super) fn in_255ths(&self) -> impl Iterator<Item = u8> + '_ {
        let part = |part: &u32| u8::try_from((u64::from(*part) * 255).div_ceil(self.length)).unwrap_or(u8::MAX);
        self.parts.iter().map(part)
    }

    /// The cosine of both; `None` where one names nothing.
    pub(super) fn alike(&self, other: &Self) -> Option<Share> {
        if self.length == 0 || other.length == 0 {
            return None;
        }
        let both = self.parts.iter().zip(&other.parts);
        let shared: u64 = both.map(|(one, other)| u64::from(*one) * u64::from(*other)).sum();
        Some(Share::ratio(shared, self.length * other.length))
    }

    /// The topics that both are most about, the first before all.
    pub(super) fn shared(&self, other: &Self) -> Vec<TopicId> {
        let both = self.parts.iter().zip(&other.parts).map(|(one, other)| u64::from(*one) * u64::from(*other));
        let mut shared: Vec<(u64, TopicId)> =
            both.enumerate().filter(|(_, both)| *both > 0).map(|(at, both)| (both, TopicId::at(at))).collect();
        shared.sort_unstable_by_key(|(both, topic)| (std::cmp::Reverse(*both), *topic));
        shared.into_iter().take(SHOWN).map(|(_, topic)| topic).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Candidate, Role};
    use crate::extract::Extractor;
    use serde_json::{Value, json};

    const POSTING: &str =
        "You keep our Slurm cluster busy: partitions, fair share, node images, InfiniBand and Lustre.";

    fn role(document: Value) -> About {
        let role: Role = serde_json::from_value(document).unwrap();
        About::role(
            &Extractor::new(Taxonomy::builtin()).role_facts(&role).unwrap(),
            &ScoringProfile::default(),
            &Taxonomy::builtin(),
        )
    }

    fn facts(document: Value) -> CandidateFacts {
        let candidate: Candidate = serde_json::from_value(document).unwrap();
        Extractor::new(Taxonomy::builtin()).candidate_facts(&candidate).unwrap()
    }

    fn alike(summary: &str) -> Option<Share> {
        let role = role(json!({"id": "r", "title": "HPC engineer", "description": POSTING}));
        role.alike(&About::candidate(&facts(json!({"id": "c", "summary": summary})), &Taxonomy::builtin()))
    }

    #[test]
    fn work_with_other_tools_of_the_same_kind_is_about_the_same() {
        let same = alike("I run PBS Professional, xCAT and BeeGFS for a weather service.").unwrap();
        let other = alike("I build web shops with React and PostgreSQL.").unwrap();
        assert!(same.get() > 500_000, "{same:?}");
        assert!(other.get() < same.get() / 4, "{other:?} against {same:?}");
    }

    #[test]
    fn a_posting_is_about_itself() {
        let itself = alike(&POSTING.replace("You keep our", "I kept a")).unwrap();
        assert!(itself.get() > 850_000, "{itself:?}");
    }

    #[test]
    fn who_names_nothing_and_who_only_lists_leaves_open_what_they_are_about() {
        assert_eq!(alike("I like what I do."), None);
        let listing = facts(json!({"id": "c", "skills": ["Slurm", "Lustre"]}));
        assert_eq!(About::candidate(&listing, &Taxonomy::builtin()).length, 0);
    }

    #[test]
    fn each_of_several_alternatives_says_less() {
        let of = |batch: &str| {
            let description = format!("Requirements\n- {batch}\n- Ansible\n- Prometheus\n- Python");
            let role = role(json!({"id": "r", "description": description}));
            let person = facts(json!({"id": "c", "summary": "I wrote Ansible roles."}));
            role.alike(&About::candidate(&person, &Taxonomy::builtin())).unwrap()
        };
        let [one, any] = [of("Slurm"), of("Slurm, LSF or PBS Pro")];
        // Three alternatives ask no more of batch systems than one does.
        assert!(any.get() + 60_000 > one.get(), "{any:?} against {one:?}");
    }

    #[test]
    fn work_that_has_nothing_to_do_with_computers_is_about_nothing_that_it_is_done_for() {
        let recruiter = role(json!({"id": "r", "title": "Technical recruiter", "description": POSTING}));
        assert!(recruiter.is_nothing());
    }

    /// Sums of parts that are rounded up never fall below the truth.
    #[test]
    fn parts_in_255ths_bound_the_cosine() {
        let taxonomy = Taxonomy::builtin();
        let role = role(json!({"id": "r", "title": "HPC engineer", "description": POSTING}));
        for summary in ["I run BeeGFS for a weather service.", "I wrote Ansible roles on AWS.", "I write CUDA kernels."]
        {
            let own = About::candidate(&facts(json!({"id": "c", "summary": summary})), &taxonomy);
            let column: Vec<u8> = own.in_255ths().collect();
            let most: u64 = role.parts().map(|(topic, part, _)| u64::from(column[topic.index()]) * part).sum();
            let most = Share::ratio(most, 255 * role.length);
            assert!(most >= role.alike(&own).unwrap(), "{summary}: {most:?}");
        }
    }
}
