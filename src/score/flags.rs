//! Flags: remarks for the reader, which never change the fit.

use super::fit::{ComponentScore, Evidence, Flag, PayVerdict};
use super::fixed::Share;
use super::profile::ScoringProfile;
use super::scale::{comparable_ask, comparable_claim, thousandths};
use crate::domain::{Month, ScaleUnit};
use crate::extract::{CandidateFacts, LastUsed, LastUsedMonth, RoleFacts};
use crate::taxonomy::Taxonomy;

pub(super) fn flags(
    role: &RoleFacts,
    candidate: &CandidateFacts,
    components: &[ComponentScore; 6],
    profile: &ScoringProfile,
    taxonomy: &Taxonomy,
    as_of: Month,
    form: &FormFindings,
) -> Vec<Flag> {
    let pay_above = components
        .iter()
        .flat_map(|c| &c.evidence)
        .any(|e| matches!(e, Evidence::Pay(comparison) if comparison.verdict == PayVerdict::Above));
    let checks = [
        (Flag::StepBackScale, step_back_scale(role, candidate, profile)),
        (Flag::StepBackHardware, step_back_hardware(role, candidate, taxonomy)),
        (Flag::PayAboveBand, pay_above),
        (Flag::InferredRequirements, role.inferred_requirements),
        (Flag::LanguageNotRead, role.language_not_read),
        (Flag::ThinProfile, is_thin(candidate, profile)),
        (Flag::StuffingSuspected, stuffing_suspected(candidate, profile, form)),
        (Flag::StaleProfile, is_stale(candidate, profile, as_of)),
        (Flag::WorkAuthorizationUnknown, !role.authorization.is_empty() && candidate.authorization.is_none()),
    ];
    checks.into_iter().filter(|(_, raised)| *raised).map(|(flag, _)| flag).collect()
}

/// The role's systems, those it asks for and those its text tells of, are far smaller than the largest of the person's latest work.
fn step_back_scale(role: &RoleFacts, candidate: &CandidateFacts, profile: &ScoringProfile) -> bool {
    let Some(asked) = role.scale.as_ref().map(|s| s.value) else { return false };
    let in_accelerators = matches!(asked.unit, ScaleUnit::Accelerators | ScaleUnit::Nodes);
    let told = role.largest_system.filter(|_| in_accelerators).map_or(0, |told| comparable_ask(told, profile));
    let asked_size = comparable_ask(asked, profile).max(told);
    let present = candidate.scale.iter().filter(|claim| !matches!(claim.last_used, LastUsed::At(_)));
    let size_of = |claim| comparable_claim(claim, asked.unit, profile).map(|(size, _)| thousandths(size, claim));
    let largest = present.filter_map(size_of).max();
    largest.is_some_and(|size| asked_size.saturating_mul(10) < size.saturating_mul(profile.flags.step_back_tenths))
}

/// The newest accelerator that the role names is of an older generation than the newest one of the person's present work.
fn step_back_hardware(role: &RoleFacts, candidate: &CandidateFacts, taxonomy: &Taxonomy) -> bool {
    let generation = |id: crate::taxonomy::ConceptId| taxonomy.concept(id).generation.as_ref();
    let newest = |generations: &mut dyn Iterator<Item = crate::taxonomy::ConceptId>, vendor: &str, line: &str| {
        generations.filter_map(generation).filter(|g| g.vendor == vendor && g.line == line).map(|g| g.order).max()
    };
    role.accelerators.iter().filter_map(|id| generation(*id)).any(|asked| {
        let offered = newest(&mut role.accelerators.iter().copied(), &asked.vendor, &asked.line);
        let has = newest(
            &mut candidate
                .claims
                .iter()
                .filter(|claim| claim.described && !matches!(claim.last_used, LastUsed::At(_)))
                .map(|claim| claim.concept)
                .chain(
                    candidate
                        .scale
                        .iter()
                        .filter(|s| !matches!(s.last_used, LastUsed::At(_)))
                        .filter_map(|s| s.accelerator),
                ),
            &asked.vendor,
            &asked.line,
        );
        offered.zip(has).is_some_and(|(offered, has)| offered < has)
    })
}

fn is_thin(candidate: &CandidateFacts, profile: &ScoringProfile) -> bool {
    candidate.form.text_characters < profile.flags.thin_characters
        && candidate.claims.len() < profile.flags.thin_claims
        && candidate.scale.is_empty()
}

fn is_stale(candidate: &CandidateFacts, profile: &ScoringProfile, as_of: Month) -> bool {
    match candidate.form.last_active {
        Some(LastUsedMonth::At(month)) => as_of.since(month) >= profile.flags.stale_months,
        Some(LastUsedMonth::Now) | None => false,
    }
}

/// What only the comparison with a role, or with the calendar, shows of a document.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FormFindings {
    /// Words in sentences that are the posting's.
    pub copied_words: u32,
    /// Skills with more years than the thing exists.
    pub impossible_years: usize,
}

fn stuffing_suspected(candidate: &CandidateFacts, profile: &ScoringProfile, found: &FormFindings) -> bool {
    let form = &candidate.form;
    let constants = &profile.flags;
    let words = u32::try_from(form.runs.len()).unwrap_or(u32::MAX);
    let wall = form.listed_only >= constants.stuffing_listed
        && form.listed_only >= form.described.saturating_mul(constants.stuffing_ratio);
    let hidden = form.hidden_characters + form.look_alike_characters >= constants.stuffing_hidden;
    let repeated = form.most_repeated >= constants.stuffing_repeats
        && form.most_repeated.saturating_mul(constants.stuffing_repeats_in) >= words;
    let again = form.repeated_words >= constants.stuffing_repeated && form.repeated_words.saturating_mul(2) >= words;
    let copied = found.copied_words >= constants.stuffing_copied
        && Share::ratio(u64::from(found.copied_words), u64::from(words)) >= constants.stuffing_overlap;
    let endless = usize::try_from(form.endless_years).unwrap_or(usize::MAX);
    let years = found.impossible_years.saturating_add(endless) >= constants.stuffing_years;
    wall || hidden || repeated || again || copied || years
}
