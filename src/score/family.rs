//! The family component: is this the kind of work that the person does?

use super::about::About;
use super::fit::{ComponentName, ComponentScore, ComponentState, Evidence};
use super::fixed::Share;
use super::function;
use super::mix::Mix;
use super::profile::ScoringProfile;
use super::support::{Support, told as told_work};
use crate::domain::Level;
use crate::extract::{CandidateFacts, FamilyStrength, RoleFacts};
use crate::taxonomy::{FamilyId, FamilyMark, PerMille, Taxonomy};

/// Whether a role has nothing to do with computers, whatever it is about.
pub(super) fn is_elsewhere(role: &RoleFacts, taxonomy: &Taxonomy) -> bool {
    role.domains.first().is_some_and(|(family, _)| taxonomy.families().get(*family).is(FamilyMark::Elsewhere))
}

/// What is judged of a role: its facts, and what it is about.
pub(super) fn score(
    (role, about): (&RoleFacts, &About),
    candidate: &CandidateFacts,
    support: &Support,
    profile: &ScoringProfile,
    taxonomy: &Taxonomy,
) -> ComponentScore {
    let component = |state, score, evidence| ComponentScore::new(ComponentName::Family, state, score, evidence);
    if role.domains.is_empty() && role.functions.is_empty() {
        return component(ComponentState::NotApplicable, Share::ZERO, Vec::new());
    }
    let signs = &candidate.families;
    let silence = profile.silence.family.times(support.doubt);
    if signs.is_silent() {
        return component(ComponentState::NotStated, silence, Vec::new());
    }
    let told = Share::new(signs.told.saturating_mul(1000));
    // What the text leaves open about the person's work keeps its share of the benefit of the doubt.
    let doubt = told.rest().times(silence);
    let mut nearest = 0_u64;
    let mut evidence = Vec::new();
    let side = if is_across(role, candidate) { profile.family.across } else { Share::ONE };
    let mut focused = 0_u64;
    let mut of_told: Option<u64> = None;
    let mix = mix(&role.domains, profile, taxonomy);
    for &(asked, share) in &role.domains {
        let (does, transfer, strength) = best(asked, mix.need(share), candidate, support, profile, taxonomy);
        let strength = strength.times(side);
        let credit = Share::from_per_mille(transfer).times(strength);
        let focus = function::focus(told_of(asked, &signs.strength, profile, taxonomy), profile);
        // What is only said is believed as far as the rest bears it out.
        let is_told = signs.strength.iter().any(|sign| Some(sign.family) == does && told_work(sign, support.plain) > 0);
        let focus = if is_told { focus } else { focus.times(support.said) };
        let share = Share::from_per_mille(share);
        nearest += share.of(u64::from(credit.plus(doubt.times(credit.rest())).get()));
        focused += share.of(u64::from(focus.get()));
        let of_all_told = function::focus_of_told(told_of(asked, &signs.strength, profile, taxonomy));
        if let Some(part) = of_all_told {
            of_told = Some(of_told.unwrap_or(0) + share.of(u64::from(part.get())));
        }
        evidence.push(Evidence::Family { asked, does, transfer, strength });
    }
    let whole = |sum: u64| Share::new(u32::try_from(sum).unwrap_or(u32::MAX));
    let (focused, of_told) = (mix.whole(focused), of_told.map(|of_told| mix.whole(of_told)));
    let mut score = both(whole(nearest), focused, profile);
    if role.domains.is_empty() {
        // What is done is all that is asked.
        score = Share::ONE;
    } else {
        let own = About::candidate(candidate, taxonomy);
        if let Some(alike) = about.alike(&own) {
            // What is named in the posting's own words makes nobody's text more like it.
            let in_own_words = About::own_words(candidate, taxonomy);
            let alike = in_own_words.map_or(alike, |own| alike.min(about.alike(&own).unwrap_or(score)));
            // Beside other work, what is named is no sign of what somebody does.
            let enough = u64::from(profile.family.enough_about.get());
            let alike = Share::ratio(u64::from(alike.get()), enough).times(support.doubt);
            let part = profile.family.about;
            score = score.times(part.rest()).plus(alike.times(part));
            evidence.push(Evidence::About { alike, topics: about.shared(&own) });
        }
        evidence.extend(of_told.map(|of_told| Evidence::Focus { share: focused, of_told }));
        if told < Share::from_per_mille(PerMille::HALF) {
            evidence.push(Evidence::LittleTold { open: told.rest(), credit: silence });
        }
    }
    let trade = function::same_trade(role, candidate, support.plain, profile, taxonomy);
    if trade > Share::ZERO && score < Share::ONE {
        score = score.or(trade);
        evidence.push(Evidence::SameTrade { credit: trade });
    }
    let left = function::left(role, candidate, profile, taxonomy, &mut evidence);
    component(ComponentState::Scored, score.times(left), evidence)
}

/// How the domains of a role stand to each other.
pub(super) fn mix(domains: &[(FamilyId, PerMille)], profile: &ScoringProfile, taxonomy: &Taxonomy) -> Mix {
    Mix::of(domains, |asked, does| transfer(asked, does, profile, taxonomy))
}

/// The nearest that somebody does, and how much of all that they do it is.
pub(super) fn both(nearest: Share, focus: Share, profile: &ScoringProfile) -> Share {
    let part = profile.family.focus;
    nearest.times(part.rest()).plus(focus.times(part))
}

/// What somebody tells of each domain of their work, with how much of it carries over to the asked one.
fn told_of<'c>(
    asked: FamilyId,
    strength: &'c [FamilyStrength],
    profile: &'c ScoringProfile,
    taxonomy: &'c Taxonomy,
) -> impl Iterator<Item = (u32, PerMille)> + 'c {
    let domains = strength.iter();
    let domains = domains.filter(|sign| taxonomy.families().get(sign.family).function.is_none());
    domains.map(move |sign| (sign.spoken, transfer(asked, sign.family, profile, taxonomy)))
}

/// Whether one leads people at this kind of work, and the other does it. A role that says nothing of its level is for who does it.
fn is_across(role: &RoleFacts, candidate: &CandidateFacts) -> bool {
    let asked = role.level.as_ref().map_or(Level::Senior, |level| level.value);
    candidate.level.as_ref().is_some_and(|stated| stated.value.is_across(asked))
}

/// The most that a candidate can score where a role asks for one family alone.
pub(super) struct Most {
    /// When all that is listed or said is borne out, and all is their own word: the nearest that they do, what that comes to where little
    /// of it is enough, and how much of all it is.
    pub nearest: Share,
    pub reach: Share,
    pub focus: Share,
    /// When any of it may be the posting's, of both together.
    pub any: Share,
}

impl Most {
    pub(super) fn of(
        asked: FamilyId,
        candidate: &CandidateFacts,
        profile: &ScoringProfile,
        taxonomy: &Taxonomy,
    ) -> Self {
        let [own, any] = [true, false].map(|own| most(asked, own, candidate, profile, taxonomy));
        Self { nearest: own.0, reach: own.1, focus: own.2, any: both(any.0, any.2, profile) }
    }
}

/// The nearest, its reach and the focus: when all is `own`, or any of it may be the posting's.
fn most(
    asked: FamilyId,
    own: bool,
    candidate: &CandidateFacts,
    profile: &ScoringProfile,
    taxonomy: &Taxonomy,
) -> (Share, Share, Share) {
    let signs = &candidate.families;
    let silence = profile.silence.family;
    if signs.is_silent() {
        return (silence, silence, silence);
    }
    // Without what else is told, what remains may be what somebody mainly does, and more is left open.
    let (doubt, clearest) = if own {
        (Share::new(signs.told.saturating_mul(1000)).rest().times(silence), signs.clearest)
    } else {
        (silence, 0)
    };
    let enough = u64::from((profile.family.enough.get() / 1000).max(clearest));
    let strength = &signs.strength;
    let carries = |sign: &FamilyStrength| Share::from_per_mille(transfer(asked, sign.family, profile, taxonomy));
    let shown = |sign: &FamilyStrength| Share::ratio(u64::from(sign.all()), enough);
    let best = strength.iter().map(|sign| carries(sign).times(shown(sign))).max().unwrap_or(Share::ZERO);
    let reach = strength.iter().filter(|sign| sign.all() > 0).map(carries).max().unwrap_or(Share::ZERO);
    let told = told_of(asked, strength, profile, taxonomy);
    let focus = if own { function::focus(told, profile) } else { function::most_focus(told, profile) };
    let open = |known: Share| known.plus(doubt.times(known.rest()));
    (open(best), open(reach), focus)
}

/// How much of `asked` comes with doing `does`: all of it when they are the same.
pub(super) fn transfer(asked: FamilyId, does: FamilyId, profile: &ScoringProfile, taxonomy: &Taxonomy) -> PerMille {
    let stated = taxonomy.families().transfer(asked, does);
    if asked == does { stated } else { profile.family.transfer.of_per_mille(stated) }
}

/// The candidate's family of which most carries over to the asked one, with how clearly it shows where `need` of full evidence is enough.
fn best(
    asked: FamilyId,
    need: Share,
    candidate: &CandidateFacts,
    support: &Support,
    profile: &ScoringProfile,
    taxonomy: &Taxonomy,
) -> (Option<FamilyId>, PerMille, Share) {
    // Beside what somebody mainly does, the rest is what they also do. Lists do not count for the measure: one more listed skill
    // never makes anybody less of what they are.
    let enough = u64::from((profile.family.enough.get() / 1000).max(candidate.families.clearest));
    let enough = need.of(enough).max(1);
    candidate
        .families
        .strength
        .iter()
        .map(|sign| {
            // Lists count by what bears them out, and so does what somebody calls themselves.
            let said = support.said.of(u64::from(sign.said)) + support.meets.of(u64::from(sign.listed));
            let shown = Share::ratio(u64::from(told_work(sign, support.plain)) + said, enough);
            (Some(sign.family), transfer(asked, sign.family, profile, taxonomy), shown)
        })
        .filter(|(_, transfer, _)| *transfer > PerMille::ZERO)
        .max_by_key(|(does, transfer, shown)| {
            (Share::from_per_mille(*transfer).times(*shown), *transfer, std::cmp::Reverse(*does))
        })
        .unwrap_or((None, PerMille::ZERO, Share::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::{Candidate, Role};
    use crate::extract::Extractor;
    use serde_json::{Value, json};

    fn of_family(role: Value, candidate: Value) -> Share {
        let extractor = Extractor::new(Taxonomy::builtin());
        let (profile, taxonomy) = (ScoringProfile::default(), Taxonomy::builtin());
        let role: Role = serde_json::from_value(role).unwrap();
        let candidate: Candidate = serde_json::from_value(candidate).unwrap();
        let (role, candidate) = (extractor.role_facts(&role).unwrap(), extractor.candidate_facts(&candidate).unwrap());
        let support = Support::of(&role, &candidate, Share::ZERO, 0, 0, &profile, &taxonomy);
        score((&role, &About::role(&role, &profile, &taxonomy)), &candidate, &support, &profile, &taxonomy).score
    }

    fn worker(level: Option<&str>) -> Value {
        json!({"id": "c", "level": level, "experience": [{"title": "HPC systems engineer"}]})
    }

    #[test]
    fn who_leads_people_is_a_step_aside_from_who_does_the_work() {
        let role = |level: &str| json!({"id": "r", "title": "HPC systems engineer", "level": level});
        let fit = |asked, stated| of_family(role(asked), worker(Some(stated)));
        assert!(fit("senior", "director") < fit("senior", "senior"));
        assert!(fit("senior", "director") == fit("senior", "manager"));
        assert!(fit("director", "senior") < fit("director", "manager"));
        assert_eq!(fit("senior", "lead"), fit("senior", "entry"));
    }

    #[test]
    fn a_role_without_a_level_is_for_who_does_the_work_and_silence_is_no_step_aside() {
        let role = json!({"id": "r", "title": "HPC systems engineer"});
        assert!(of_family(role.clone(), worker(Some("director"))) < of_family(role.clone(), worker(Some("senior"))));
        assert_eq!(of_family(role.clone(), worker(None)), of_family(role, worker(Some("senior"))));
    }
}
