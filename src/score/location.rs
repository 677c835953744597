//! The location component: work mode, place, relocation and availability.

use super::fit::{ComponentName, ComponentScore, ComponentState, Evidence, PlaceFit, PlaceFound};
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
    if role.places.is_empty() && role.work_mode.is_none() {
        return component(ComponentState::NotApplicable, Share::ZERO, Vec::new());
    }
    let Some(found) = best_place(role, candidate, profile) else {
        return component(ComponentState::NotStated, profile.silence.location, Vec::new());
    };
    let mut evidence = vec![Evidence::Place(found)];
    let mut score = found.credit;
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

/// Whether a candidate says to live elsewhere, or names other places to move to, and does not say to move to a place.
pub(crate) fn stays_away_from(candidate: &CandidateFacts, place: &Location, profile: &ScoringProfile) -> bool {
    let role = RoleFacts::default();
    let seen = Seen { role: &role, candidate, profile };
    let says = seen.homes().next().is_some() || !candidate.relocation.places.is_empty();
    says && !seen.homes().any(|home| is_there(place, home)) && !seen.would_move_to(place)
}

/// Whether a candidate says to live at a place, or to move there.
pub(crate) fn comes_to(candidate: &CandidateFacts, place: &Location, profile: &ScoringProfile) -> bool {
    let role = RoleFacts::default();
    let seen = Seen { role: &role, candidate, profile };
    seen.homes().any(|home| is_there(place, home)) || seen.would_move_to(place)
}

/// Whether one place is another, or lies in it.
pub(crate) fn is_at(asked: &Location, place: &Location) -> bool {
    is_there(asked, place)
}

/// The place of the role that suits the candidate best, the first among equals.
fn best_place(role: &RoleFacts, candidate: &CandidateFacts, profile: &ScoringProfile) -> Option<PlaceFound> {
    let seen = Seen { role, candidate, profile };
    if role.places.is_empty() {
        return seen.at(None).map(|(fit, credit)| PlaceFound { fit, credit, place: None });
    }
    let found = role.places.iter().enumerate().filter_map(|(at, place)| {
        seen.at(Some(&place.value)).map(|(fit, credit)| PlaceFound { fit, credit, place: Some(at) })
    });
    found.max_by_key(|found| (found.credit, std::cmp::Reverse(found.place)))
}

struct Seen<'a> {
    role: &'a RoleFacts,
    candidate: &'a CandidateFacts,
    profile: &'a ScoringProfile,
}

impl Seen<'_> {
    fn at(&self, asked: Option<&Location>) -> Option<(PlaceFit, Share)> {
        if self.role.work_mode == Some(WorkMode::Remote) { self.remotely(asked) } else { self.in_person(asked) }
    }

    fn homes(&self) -> impl Iterator<Item = &Location> {
        self.candidate.home.iter().map(|home| &home.value).chain(&self.candidate.other_homes)
    }

    fn only(&self, mode: WorkMode) -> bool {
        self.candidate.work_modes.as_slice() == [mode]
    }

    fn remotely(&self, asked: Option<&Location>) -> Option<(PlaceFit, Share)> {
        let constants = &self.profile.location;
        let modes = &self.candidate.work_modes;
        if !modes.is_empty() && !modes.contains(&WorkMode::Remote) {
            return Some((PlaceFit::OnsiteOnly, constants.onsite_only_for_remote));
        }
        let bound = asked.filter(|asked| asked.country.is_some() || is_union(asked));
        let Some(bound) = bound else {
            let unknown = self.candidate.home.is_none() && modes.is_empty();
            return (!unknown).then_some((PlaceFit::Remote, Share::ONE));
        };
        let lies_within =
            |home: &Location| lies_in_country_of(bound, home, self.role.remote_in.as_deref()).unwrap_or(false);
        let known = self.homes().any(|home| home.country.is_some() || is_union(home));
        match known {
            _ if self.homes().any(lies_within) => Some((PlaceFit::Remote, Share::ONE)),
            _ if self.would_move_to(bound) => Some((PlaceFit::Relocates, constants.relocates)),
            true => Some((PlaceFit::RemoteOtherCountry, constants.remote_other_country)),
            false if modes.is_empty() => None,
            false => Some((PlaceFit::RemoteSomewhere, constants.remote_somewhere)),
        }
    }

    fn in_person(&self, asked: Option<&Location>) -> Option<(PlaceFit, Share)> {
        let constants = &self.profile.location;
        // Whoever only works remotely does not come in, wherever they live.
        let remote = self.only(WorkMode::Remote) && self.role.work_mode.is_some();
        if remote && !self.candidate.works_remotely_now {
            let credit = match self.role.work_mode {
                Some(WorkMode::Hybrid) => constants.remote_only_for_hybrid,
                _ => constants.remote_only_for_onsite,
            };
            return Some((PlaceFit::RemoteOnly, credit));
        }
        let found = if let Some(asked) = asked {
            self.by_place(asked)
        } else {
            let modes = &self.candidate.work_modes;
            let same = modes.iter().any(|mode| Some(*mode) == self.role.work_mode);
            same.then_some((PlaceFit::SameMetro, constants.same_metro))
        };
        if !remote {
            return found;
        }
        match found {
            Some((PlaceFit::SameMetro, credit)) => Some((PlaceFit::RemoteNow, credit.times(constants.remote_now))),
            Some((fit, credit)) => Some((fit, credit.times(constants.remote_now))),
            None => Some((PlaceFit::RemoteNow, self.profile.silence.location.times(constants.remote_now))),
        }
    }

    fn by_place(&self, asked: &Location) -> Option<(PlaceFit, Share)> {
        let constants = &self.profile.location;
        let relocation = &self.candidate.relocation;
        if self.homes().any(|home| is_there(asked, home)) {
            return Some((PlaceFit::SameMetro, constants.same_metro));
        }
        let never = relocation.never.iter().any(|never| lies_in(never, asked));
        if !never && self.would_move_to(asked) {
            return Some((PlaceFit::Relocates, constants.relocates));
        }
        let same_country = self.homes().filter_map(|home| lies_in_country_of(asked, home, None)).max();
        let by_country = |same: Share, other: Share| if same_country.unwrap_or(true) { same } else { other };
        if relocation.refused || never {
            let credit = by_country(constants.stays_same_country, constants.stays_other_country);
            return Some((PlaceFit::Stays, credit));
        }
        if !relocation.places.is_empty() {
            let abroad = same_country.is_none()
                && !relocation.places.iter().any(|place| lies_in_country_of(asked, place, None).unwrap_or(true));
            let credit = if abroad {
                constants.wants_elsewhere_other_country
            } else {
                by_country(constants.wants_elsewhere_same_country, constants.wants_elsewhere_other_country)
            };
            return Some((PlaceFit::WantsElsewhere, credit));
        }
        if same_country? {
            Some((PlaceFit::SameCountry, constants.same_country))
        } else {
            Some((PlaceFit::OtherCountry, constants.other_country))
        }
    }

    /// Whether the candidate says to move there, or to anywhere.
    fn would_move_to(&self, asked: &Location) -> bool {
        let relocation = &self.candidate.relocation;
        relocation.anywhere
            || relocation.places.iter().any(|place| lies_in(place, asked) || (is_broad(asked) && lies_in(asked, place)))
    }
}

/// Whether a place is a country or a region rather than a city.
fn is_broad(place: &Location) -> bool {
    place.city.is_none() && place.metro.is_none()
}

/// Whether a place is a region of several countries.
fn is_union(place: &Location) -> bool {
    members(place).is_some()
}

/// The countries of a place that is a region of several.
fn members(place: &Location) -> Option<&'static [&'static str]> {
    if place.country.is_some() { None } else { members_of(place.region.as_deref()?) }
}

/// The countries of a region of several, by ISO code.
fn members_of(region: &str) -> Option<&'static [&'static str]> {
    match region {
        "eu" => Some(&EUROPE[..UNION]),
        "europe" => Some(&EUROPE[..CONTINENT]),
        "emea" => Some(EUROPE),
        "north america" => Some(&["US", "CA", "MX"]),
        "latin america" => Some(&["MX", "BR", "AR", "CL", "CO", "PE", "UY", "CR", "EC", "PY", "BO", "PA", "GT", "DO"]),
        "apac" => Some(&[
            "AU", "NZ", "SG", "JP", "KR", "TW", "HK", "CN", "IN", "MY", "TH", "VN", "PH", "ID", "LK", "BD", "PK",
        ]),
        _ => None,
    }
}

/// So many of `EUROPE` are the European Union, so many the continent; the rest are the other countries of EMEA.
const UNION: usize = 27;
const CONTINENT: usize = 43;
const EUROPE: &[&str] = &[
    "AT", "BE", "BG", "HR", "CY", "CZ", "DK", "EE", "FI", "FR", "DE", "GR", "HU", "IE", "IT", "LV", "LT", "LU", "MT",
    "NL", "PL", "PT", "RO", "SK", "SI", "ES", "SE", // the Union
    "GB", "CH", "NO", "IS", "LI", "UA", "RS", "BA", "ME", "MK", "AL", "MD", "MC", "AD", "XK",
    "GE", // the continent
    "TR", "IL", "AE", "SA", "QA", "KW", "BH", "OM", "JO", "LB", "EG", "MA", "TN", "KE", "NG", "GH", "ZA",
];

/// Whether somebody who lives at `lives` is where the role is: in its metro or city, or anywhere in a country or region that is
/// all that it names.
fn is_there(asked: &Location, lives: &Location) -> bool {
    if is_broad(asked) { lies_in(asked, lives) } else { same_metro(asked, lives) }
}

/// Whether `inner` lies in `place`: in the same metro or city, or within the country or region that `place` is.
fn lies_in(place: &Location, inner: &Location) -> bool {
    if !is_broad(place) {
        return same_metro(place, inner);
    }
    if let Some(members) = members(place) {
        let same = is_union(inner) && inner.region == place.region;
        return same || inner.country.as_deref().is_some_and(|country| members.contains(&country));
    }
    place.country.is_some()
        && place.country == inner.country
        && (place.region.is_none() || place.region == inner.region)
}

/// Whether `lives` lies in the country, or the union, of `asked`; `None` where nothing tells.
fn lies_in_country_of(asked: &Location, lives: &Location, region: Option<&str>) -> Option<bool> {
    if let Some(members) = members(asked) {
        return if is_union(lives) {
            Some(asked.region == lives.region)
        } else {
            lives.country.as_deref().map(|c| members.contains(&c))
        };
    }
    let (asked, lives) = (asked.country.as_deref()?, lives.country.as_deref()?);
    Some(asked == lives || region.and_then(members_of).is_some_and(|members| members.contains(&lives)))
}

fn same_metro(asked: &Location, lives: &Location) -> bool {
    if asked.metro.is_some() {
        return asked.metro == lives.metro;
    }
    asked.city.is_some() && asked.city == lives.city && asked.country == lives.country && asked.region == lives.region
}

/// Whether a country, by its ISO code, is a member of the European Union.
pub(super) fn is_in_eu(country: &str) -> bool {
    EUROPE[..UNION].contains(&country)
}
