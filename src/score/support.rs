//! How far what somebody merely says is borne out by what they tell: of listed skills, and of what they call themselves.
//!
//! A list of skills is worth more beside work that it fits, and next to nothing beside work, or beside text, that has nothing to do
//! with the role. Only told evidence counts here, so one more listed skill never lowers what the others are worth.

use super::family::transfer;
use super::fixed::Share;
use super::function::is_done_in_words;
use super::profile::ScoringProfile;
use crate::extract::{CandidateFacts, FamilyStrength, RoleFacts};
use crate::taxonomy::{FamilyMark, Taxonomy};

/// What a candidate's unproven statements are worth for a role.
#[derive(Clone, Copy, Debug)]
pub(super) struct Support {
    /// Evidence of a skill that is only listed, against the whole of one that is told of.
    pub listed: Share,
    /// How far a listed skill meets a must-have.
    pub meets: Share,
    /// What a headline is worth, against the title of a job.
    pub said: Share,
    /// What is left of the benefit of the doubt.
    pub doubt: Share,
    /// How far a text is one that tells: not empty, nor a wall of skills, nor of more years than there were.
    pub plain: Share,
}

impl Support {
    /// `told` is how much of what the role asks is met by told work; `strangers` are listed skills that the role does not ask for;
    /// `impossible` those with more years than the thing exists.
    pub(super) fn of(
        role: &RoleFacts,
        candidate: &CandidateFacts,
        told: Share,
        strangers: usize,
        impossible: usize,
        profile: &ScoringProfile,
        taxonomy: &Taxonomy,
    ) -> Self {
        let constants = &profile.support;
        let impossible = if impossible >= constants.impossible_years { Share::ONE } else { Share::ZERO };
        let empty = empty_text(candidate, profile).max(impossible);
        let (related, near) = related(role, candidate, empty.rest(), profile, taxonomy);
        let (related, near) = (related.max(told.plus(told)), near.max(told.plus(told)));
        let against = other_work(role, candidate, profile, taxonomy).max(empty);
        // However clear it is, somebody may have a second life.
        let left = |related: Share| against.times(related.rest()).times(constants.contradicted.rest()).rest();
        let skills = &profile.skills;
        // Neighbouring work speaks for a list by half, and by half against it.
        let beside = Share::new(u32::midpoint(related.get(), near.get()));
        let between = |low: Share, high: Share| low.plus(Share::new(high.get().saturating_sub(low.get())).times(near));
        let listed = between(skills.listed_without_work, skills.listed_only).times(left(beside));
        let wall = between(wall(strangers, constants.wall), Share::ONE);
        let listed = listed.times(wall);
        let meets = Share::ratio(u64::from(listed.get()), u64::from(skills.listed_only.get().max(1)));
        Self { listed, meets, said: left(related).times(wall), doubt: left(related), plain: empty.rest().times(wall) }
    }
}

/// How much is told of work from which something carries over to the role's kinds of work; and the same by how near that work is,
/// because however much is told of neighbouring work, it is not this work.
fn related(
    role: &RoleFacts,
    candidate: &CandidateFacts,
    plain: Share,
    profile: &ScoringProfile,
    taxonomy: &Taxonomy,
) -> (Share, Share) {
    let enough = u64::from(profile.support.enough.get() / 1000);
    let full = u64::from(profile.support.near.get().max(1));
    let (mut related, mut near) = (0, 0);
    for &(asked, share) in &role.families {
        let (mut most, mut nearest) = (Share::ZERO, Share::ZERO);
        for does in &candidate.families.strength {
            let carries = Share::from_per_mille(transfer(asked, does.family, profile, taxonomy));
            let shown = Share::ratio(carries.of(u64::from(told(does, plain))), enough);
            most = most.max(shown);
            nearest = nearest.max(shown.times(Share::ratio(u64::from(carries.get()), full)));
        }
        let share = Share::from_per_mille(share);
        related += share.of(u64::from(most.get()));
        near += share.of(u64::from(nearest.get()));
    }
    let share = |sum: u64| Share::new(u32::try_from(sum).unwrap_or(u32::MAX));
    (share(related), share(near))
}

/// What is told of a family: titles and employers, and sentences as far as the text is `plain`.
pub(super) fn told(signs: &FamilyStrength, plain: Share) -> u32 {
    signs.told.saturating_sub(u32::try_from(plain.rest().of(u64::from(signs.deeds))).unwrap_or(u32::MAX))
}

/// How much is told of any work: sentences of one's own, jobs, and what somebody calls themselves.
fn other_work(role: &RoleFacts, candidate: &CandidateFacts, profile: &ScoringProfile, taxonomy: &Taxonomy) -> Share {
    let constants = &profile.support;
    let form = &candidate.form;
    let sentences = u64::try_from(constants.own_sentences).unwrap_or(u64::MAX);
    let told = Share::ratio(u64::from(form.telling_sentences), sentences);
    let jobs = u64::from(constants.job.get()).saturating_mul(u64::from(form.jobs));
    let titles = Share::new(u32::try_from(jobs).unwrap_or(u32::MAX));
    // A baker by headline is a baker; whoever sells or plans technology is elsewhere but for roles that are done in words.
    let families = taxonomy.families();
    let speaks = is_done_in_words(role, taxonomy);
    let is_elsewhere = |signs: &&FamilyStrength| {
        let family = families.get(signs.family);
        family.is(FamilyMark::Elsewhere) && !(speaks && family.function.is_some())
    };
    let other = candidate.families.strength.iter().find(is_elsewhere);
    let other = other.map(|signs| Share::ratio(u64::from(signs.told) + u64::from(signs.said), 1000));
    told.plus(titles).plus(other.unwrap_or(Share::ZERO))
}

/// The share of the text that says nothing of the person, where there is enough of it.
fn empty_text(candidate: &CandidateFacts, profile: &ScoringProfile) -> Share {
    let form = &candidate.form;
    let empty = u64::from(form.empty_words) + u64::from(form.repeated_words);
    let all = u64::from(form.all_words) + u64::from(form.repeated_words);
    let enough = u64::try_from(profile.support.empty_words).unwrap_or(u64::MAX);
    // Of a shorter text only the whole tells something: people quote a line.
    if empty < enough && (empty < all || empty * 4 < enough) {
        return Share::ZERO;
    }
    Share::ratio(empty, all)
}

/// What is left of each listed skill among so many that the role does not ask for.
fn wall(strangers: usize, most: usize) -> Share {
    let left =
        Share::ratio(u64::try_from(most).unwrap_or(u64::MAX), u64::try_from(strangers.max(most)).unwrap_or(u64::MAX));
    left.times(left)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Candidate, Role};
    use crate::extract::Extractor;
    use serde_json::{Value, json};

    fn support(candidate: Value, strangers: usize, impossible: usize) -> Support {
        let extractor = Extractor::new(Taxonomy::builtin());
        let role: Role = serde_json::from_value(json!({"id": "r", "title": "HPC storage engineer"})).unwrap();
        let candidate: Candidate = serde_json::from_value(candidate).unwrap();
        let (role, candidate) = (extractor.role_facts(&role).unwrap(), extractor.candidate_facts(&candidate).unwrap());
        let profile = ScoringProfile::default();
        Support::of(&role, &candidate, Share::ZERO, strangers, impossible, &profile, &Taxonomy::builtin())
    }

    #[test]
    fn a_list_is_believed_beside_work_that_it_fits() {
        let told = "Ran the Lustre file systems of a weather service, tuned the metadata servers, and moved eight petabytes to new disks.";
        let storage =
            support(json!({"id": "c", "experience": [{"title": "Storage engineer", "description": told}]}), 0, 0);
        let profile = ScoringProfile::default();
        assert_eq!((storage.listed, storage.meets, storage.said), (profile.skills.listed_only, Share::ONE, Share::ONE));
    }

    #[test]
    fn a_list_is_believed_less_beside_neighbouring_work() {
        let told =
            "Ran the Slurm cluster of a weather service: partitions, accounting, node images and drivers, users.";
        let job = json!([{"title": "HPC system administrator", "description": told}]);
        let beside = support(json!({"id": "c", "experience": job}), 0, 0);
        let profile = ScoringProfile::default();
        assert!(beside.listed < profile.skills.listed_only, "{beside:?}");
        assert!(beside.listed > profile.skills.listed_without_work, "{beside:?}");
        assert_eq!(beside.doubt, Share::ONE);
    }

    #[test]
    fn a_list_is_next_to_nothing_beside_work_of_another_kind() {
        let told = "Ran the morning shift of a bakery with nine staff; laminated doughs, wedding cakes, orders and the oven, six days a week.";
        let baker = support(json!({"id": "c", "experience": [{"title": "Pastry chef", "description": told}]}), 0, 0);
        assert!(baker.listed < Share::new(50_000) && baker.said < Share::new(50_000), "{baker:?}");
    }

    #[test]
    fn who_tells_nothing_gets_the_credit_of_a_list() {
        let silent = support(json!({"id": "c", "skills": ["Lustre"]}), 0, 0);
        assert_eq!(silent.listed, ScoringProfile::default().skills.listed_without_work);
        assert_eq!(silent.said, Share::ONE);
    }

    #[test]
    fn a_wall_says_less_the_longer_it_is() {
        let wall = |strangers| support(json!({"id": "c", "skills": ["Lustre"]}), strangers, 0).listed;
        assert!(wall(0) == wall(25) && wall(25) > wall(50) && wall(50) > wall(100));
    }

    #[test]
    fn who_states_what_cannot_be_is_not_believed() {
        let liar = support(json!({"id": "c", "skills": ["Lustre"]}), 0, 1);
        assert!(liar.listed < Share::new(50_000), "{liar:?}");
    }

    #[test]
    fn text_that_says_nothing_of_the_person_speaks_against_lists() {
        let advert = "You will run our Lustre file systems. You will plan the next one with your team. You bring ten years of storage. \
                      Your benefits: a canteen, a pension, thirty days of leave, and a bicycle that we pay for when you start with us.";
        let pasted = support(json!({"id": "c", "summary": advert}), 0, 0);
        assert!(pasted.listed < Share::new(100_000), "{pasted:?}");
    }
}
