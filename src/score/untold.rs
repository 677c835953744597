//! What a short text leaves open: whoever tells of their work in two lines has no room for what people of that work mostly bring, and
//! whoever does in six pages would have named it.

use super::fixed::Share;
use super::profile::ScoringProfile;
use super::support::Support;
use crate::extract::CandidateFacts;

/// What somebody is presumed to bring of what they do not name: by how far this is their kind of work, and by how short they are.
pub(super) fn presumed(
    candidate: &CandidateFacts,
    family: Share,
    support: &Support,
    profile: &ScoringProfile,
) -> Share {
    left_open(candidate, profile).times(family).times(support.plain).times(support.doubt)
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
