//! The level component: seniority and relevant years against the role's.

use super::fit::{ComponentName, ComponentScore, ComponentState, Evidence};
use super::fixed::Share;
use super::profile::ScoringProfile;
use crate::domain::Month;
use crate::extract::{CandidateFacts, RoleFacts, months_covered};

pub(super) fn score(
    role: &RoleFacts,
    candidate: &CandidateFacts,
    profile: &ScoringProfile,
    as_of: Month,
) -> ComponentScore {
    let component = |state, score, evidence| ComponentScore::new(ComponentName::Level, state, score, evidence);
    let asked_level = role.level.as_ref().map(|l| l.value);
    let asked_years = role.min_years_tenths.map(u32::from).filter(|y| *y > 0);
    if asked_level.is_none() && asked_years.is_none() {
        return component(ComponentState::NotApplicable, Share::ZERO, Vec::new());
    }
    let years = relevant_years(candidate, as_of);
    let mut evidence = Vec::new();
    let rung = asked_level.and_then(|asked| {
        let stated = candidate.level.as_ref()?.value;
        let distance = asked.distance(stated);
        let credit = match distance {
            0 => Share::ONE,
            1 => profile.level.one_rung,
            2 => profile.level.two_rungs,
            _ => Share::ZERO,
        };
        evidence.push(Evidence::Level { distance, credit });
        Some(credit)
    });
    let tenure = asked_years.and_then(|asked_tenths| {
        let RelevantYears { tenths, only_listed } = years?;
        let credit = Share::ratio(u64::from(tenths), u64::from(asked_tenths));
        // Whoever lists the skills of a job is no worse off than whoever does not.
        let silent = profile.silence.level.max(profile.level.unknown_years);
        let credit = if only_listed { credit.max(silent) } else { credit };
        evidence.push(Evidence::Years { tenths, asked_tenths, credit });
        Some(credit)
    });
    if rung.is_none() && tenure.is_none() {
        return component(ComponentState::NotStated, profile.silence.level, evidence);
    }
    let score = match (asked_level, asked_years) {
        (Some(_), Some(_)) => {
            let ladder = rung.unwrap_or(profile.silence.level).times(profile.level.ladder);
            ladder.plus(tenure.unwrap_or(profile.level.unknown_years).times(profile.level.ladder.rest()))
        }
        (Some(_), None) => rung.unwrap_or(profile.silence.level),
        (None, _) => tenure.unwrap_or(profile.silence.level),
    };
    component(ComponentState::Scored, score, evidence)
}

/// Years of work of the field.
pub(super) struct RelevantYears {
    pub tenths: u32,
    /// Only lists of skills say that it was of the field.
    pub only_listed: bool,
}

/// The union of relevant dated jobs, or the years that the text states, whichever is more.
pub(super) fn relevant_years(candidate: &CandidateFacts, as_of: Month) -> Option<RelevantYears> {
    let relevant = || candidate.jobs.iter().filter(|job| job.relevant && job.months(as_of).is_some());
    let covered = || months_covered(relevant().filter_map(|job| job.months(as_of))) * 10 / 12;
    let shown = relevant().next().is_some().then(covered);
    let stated = candidate.stated_years.as_ref();
    let tenths = shown.max(stated.map(|stated| u32::from(stated.value)))?;
    let only_listed = stated.is_none_or(|stated| stated.inferred) && relevant().all(|job| job.only_listed);
    Some(RelevantYears { tenths, only_listed })
}
