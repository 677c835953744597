//! The location component: work mode, place, relocation and availability.

use super::fit::{ComponentName, ComponentScore, ComponentState, Evidence, PlaceFit};
use super::fixed::Share;
use super::profile::ScoringProfile;
use crate::domain::WorkMode;
use crate::extract::{Available, CandidateFacts, RoleFacts};
use crate::taxonomy::Location;

pub(super) fn score(
    role: &RoleFacts,
    candidate: &CandidateFacts,
    profile: &ScoringProfile,
    as_of_day: i64,
) -> ComponentScore {
    let component = |state, score, evidence| ComponentScore::new(ComponentName::Location, state, score, evidence);
    if role.place.is_none() && role.work_mode.is_none() {
        return component(ComponentState::NotApplicable, Share::ZERO, Vec::new());
    }
    let Some((fit, credit)) = place(role, candidate, profile) else {
        return component(ComponentState::NotStated, profile.silence.location, Vec::new());
    };
    let mut evidence = vec![Evidence::Place { fit, credit }];
    let mut score = credit;
    if let Some(available) = candidate.available {
        let days = match available {
            Available::Day(day) => (day - as_of_day).max(0),
            Available::After(days) => i64::from(days),
        };
        let soon = i64::from(profile.location.soon_days);
        let window = i64::from(profile.location.late_days) - soon;
        let lateness =
            Share::ratio(u64::try_from((days - soon).max(0)).unwrap_or(0), u64::try_from(window).unwrap_or(1));
        let credit = lateness.times(profile.location.late.rest()).rest();
        score = score.times(credit);
        evidence.push(Evidence::Availability { days, credit });
    }
    component(ComponentState::Scored, score, evidence)
}

fn place(role: &RoleFacts, candidate: &CandidateFacts, profile: &ScoringProfile) -> Option<(PlaceFit, Share)> {
    let constants = &profile.location;
    let home = candidate.home.as_ref().map(|h| &h.value);
    let wanted = role.place.as_ref().map(|p| &p.value);
    let modes = &candidate.work_modes;
    let only = |mode: WorkMode| modes.as_slice() == [mode];
    if role.work_mode == Some(WorkMode::Remote) {
        if !modes.is_empty() && !modes.contains(&WorkMode::Remote) {
            return Some((PlaceFit::OnsiteOnly, constants.onsite_only_for_remote));
        }
        let known = match (wanted.and_then(|p| p.country.as_deref()), home.and_then(|h| h.country.as_deref())) {
            (Some(asked), Some(lives)) if asked != lives && !(role.remote_in_eu && is_in_eu(lives)) => {
                let moves = relocates(candidate, wanted);
                if moves {
                    (PlaceFit::Relocates, constants.relocates)
                } else {
                    (PlaceFit::RemoteOtherCountry, constants.remote_other_country)
                }
            }
            (Some(_), None) if modes.is_empty() => return None,
            _ if home.is_none() && modes.is_empty() => return None,
            _ => (PlaceFit::Remote, Share::ONE),
        };
        return Some(known);
    }
    let here = wanted.zip(home).map(|(asked, lives)| same_metro(asked, lives));
    let relocation = relocates(candidate, wanted);
    // Whoever only works remotely does not come in, wherever they live.
    if only(WorkMode::Remote) && role.work_mode.is_some() {
        let credit = match role.work_mode {
            Some(WorkMode::Hybrid) => constants.remote_only_for_hybrid,
            _ => constants.remote_only_for_onsite,
        };
        return Some((PlaceFit::RemoteOnly, credit));
    }
    match (wanted, home, here) {
        (Some(_), _, Some(true)) => Some((PlaceFit::SameMetro, constants.same_metro)),
        (Some(_), _, _) if relocation => Some((PlaceFit::Relocates, constants.relocates)),
        (Some(asked), Some(lives), _) => match (&asked.country, &lives.country) {
            (Some(a), Some(b)) if a != b => Some((PlaceFit::OtherCountry, constants.other_country)),
            (Some(_), Some(_)) => {
                // A role that names only a country, or a region, is met by whoever lives there.
                let regional = asked.city.is_none()
                    && asked.metro.is_none()
                    && (asked.region.is_none() || asked.region == lives.region);
                if regional {
                    Some((PlaceFit::SameMetro, constants.same_metro))
                } else {
                    Some((PlaceFit::SameCountry, constants.same_country))
                }
            }
            _ => None,
        },
        (None, _, _) => {
            modes.iter().any(|m| Some(*m) == role.work_mode).then_some((PlaceFit::SameMetro, constants.same_metro))
        }
        _ => None,
    }
}

fn same_metro(asked: &Location, lives: &Location) -> bool {
    if asked.metro.is_some() {
        return asked.metro == lives.metro;
    }
    asked.city.is_some() && asked.city == lives.city && asked.country == lives.country && asked.region == lives.region
}

fn relocates(candidate: &CandidateFacts, wanted: Option<&Location>) -> bool {
    let Some(wanted) = wanted else { return candidate.relocation.anywhere };
    candidate.relocation.anywhere
        || candidate.relocation.places.iter().any(|place| {
            let broad = place.city.is_none() && place.metro.is_none();
            if broad {
                place.country.is_some()
                    && place.country == wanted.country
                    && (place.region.is_none() || place.region == wanted.region)
            } else {
                same_metro(wanted, place)
            }
        })
}

/// Whether a country, by its ISO code, is a member of the European Union.
pub(super) fn is_in_eu(country: &str) -> bool {
    const MEMBERS: &[&str] = &[
        "AT", "BE", "BG", "HR", "CY", "CZ", "DK", "EE", "FI", "FR", "DE", "GR", "HU", "IE", "IT", "LV", "LT", "LU",
        "MT", "NL", "PL", "PT", "RO", "SK", "SI", "ES", "SE",
    ];
    MEMBERS.contains(&country)
}
