//! What a short text leaves open: whoever tells of their work in two lines has no room for what people of that work mostly bring, and
//! whoever does in six pages would have named it.

use super::fixed::Share;
use super::profile::ScoringProfile;
use super::skills::WeightedRequirements;
use super::support::Support;
use crate::extract::{CandidateFacts, RequirementOption, RoleFacts};

/// What somebody is presumed to bring of what they do not name: by how far this is their kind of work, and by how short they are.
/// Nothing of what they say not to know.
pub(super) fn presumed(
    (role, requirements): (&RoleFacts, &WeightedRequirements),
    candidate: &CandidateFacts,
    family: Share,
    support: &Support,
    profile: &ScoringProfile,
) -> Share {
    let open = left_open(candidate, profile).times(family).times(support.plain).times(support.doubt);
    open.times(denied(role, requirements, candidate).rest())
}

/// The share of what is asked that somebody says not to know.
fn denied(role: &RoleFacts, requirements: &WeightedRequirements, candidate: &CandidateFacts) -> Share {
    if candidate.denied.is_empty() || requirements.total() == 0 {
        return Share::ZERO;
    }
    let is_denied = |option: &RequirementOption| matches!(option, RequirementOption::Concept(concept) if candidate.denied.binary_search(concept).is_ok());
    let asked = role.requirements.iter().enumerate();
    let weights = asked.filter(|(_, asked)| asked.options.iter().all(is_denied)).map(|(at, _)| requirements.weight(at));
    Share::ratio(weights.sum::<u64>(), requirements.total())
}

/// The most that may be presumed of somebody, whatever their kind of work. Nothing of whoever tells of none: a list is no short text.
pub(super) fn left_open(candidate: &CandidateFacts, profile: &ScoringProfile) -> Share {
    let few = u64::from(profile.silence.few_facts);
    let told = u64::from(candidate.form.told_facts);
    if candidate.families.told == 0 {
        return Share::ZERO;
    }
    profile.silence.trade.times(Share::ratio(few, few + told))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Candidate, Month, Role};
    use crate::extract::Extractor;
    use crate::score::skills::Means;
    use crate::taxonomy::Taxonomy;
    use serde_json::json;

    fn denied_by(summary: &str) -> Share {
        let (extractor, profile, taxonomy) =
            (Extractor::new(Taxonomy::builtin()), ScoringProfile::default(), Taxonomy::builtin());
        let role: Role = serde_json::from_value(json!({"id": "r", "must_have": ["Slurm", "Lustre"]})).unwrap();
        let candidate: Candidate = serde_json::from_value(json!({"id": "c", "summary": summary})).unwrap();
        let role = extractor.role_facts(&role).unwrap();
        let means = Means { profile: &profile, taxonomy: &taxonomy, as_of: Month::new(2026, 11), speaks: false };
        let requirements = WeightedRequirements::new(&role, means);
        denied(&role, &requirements, &extractor.candidate_facts(&candidate).unwrap())
    }

    #[test]
    fn what_is_denied_is_not_presumed() {
        assert_eq!(denied_by("I run Slurm."), Share::ZERO);
        let one = denied_by("I run Slurm. I have never touched Lustre.");
        assert!(one > Share::ZERO && one < Share::ONE, "{one:?}");
        assert_eq!(denied_by("I have never touched Lustre or Slurm."), Share::ONE);
    }
}
