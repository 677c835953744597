//! Scale, pay, place, level, workload and start, each in half a sentence.

use std::cmp::Ordering;

use super::words;
use crate::domain::{Capacity, Quantity, ScaleUnit, WorkMode, Workload};
use crate::extract::{CandidateFacts, RoleFacts, ScaleClaim, Stated};
use crate::score::{Evidence, Fit, PayVerdict, PlaceFit, PlaceFound};
use crate::taxonomy::Location;
use crate::wording::{Language, say};

/// From this many days on, a start is late enough to be said.
const SOON: i64 = 90;
/// Years of experience below this share of those asked are said.
const YEARS_SHORT: u32 = 900_000;

fn evidence(fit: &Fit) -> impl Iterator<Item = &Evidence> {
    fit.components.iter().flat_map(|component| &component.evidence)
}

/// `has operated a system of 4,096 accelerators (the role has about 10,000)`.
pub(super) fn scale(fit: &Fit, role: &RoleFacts, candidate: &CandidateFacts, language: Language) -> Option<String> {
    let (claim, accelerators, inferred) = evidence(fit).find_map(|evidence| match evidence {
        Evidence::Scale { claim, accelerators, inferred, .. } => {
            Some((&candidate.scale[*claim], *accelerators, *inferred))
        }
        _ => None,
    })?;
    let asked = role.scale.as_ref()?.value;
    let (size, unit) = compared_size(claim, accelerators, inferred, asked.unit);
    let is_smaller = asked.unit == unit && asked.unit == claim.unit && quantity(claim) < asked.value
        || asked.unit == ScaleUnit::Accelerators && accelerators < asked.value.units();
    let about = words::number(asked.value, asked.unit, language);
    let n = words::thousands(accelerators, language);
    let aside = match (inferred && claim.unit != asked.unit, is_smaller) {
        (true, true) => say!(language, "summary.about_against", n = n, about = about),
        (true, false) => say!(language, "summary.about", n = n),
        (false, true) => say!(language, "summary.role_has", about = about),
        (false, false) => String::new(),
    };
    let (system, the_system) = (words::system(size, unit, language), words::the_system(size, unit, language));
    let key = match claim.capacity {
        Some(Capacity::Designed) => "summary.designed",
        Some(Capacity::Built) => "summary.built",
        Some(Capacity::Led) => "summary.led",
        Some(Capacity::Operated) => "summary.operated",
        Some(Capacity::Supported) => "summary.supported",
        Some(Capacity::Used) => "summary.used",
        None => "summary.worked_with",
    };
    Some(say!(language, key, system = system, the_system = the_system, aside = aside))
}

/// What somebody did with a system, without "has". Whoever designed a part of it, such as its fabric, helped design the system.
pub(super) fn did(capacity: Option<Capacity>, size: Quantity, unit: ScaleUnit, language: Language) -> String {
    let key = match capacity {
        Some(Capacity::Designed) => "did.designed",
        Some(Capacity::Built) => "did.built",
        Some(Capacity::Led) => "did.led",
        Some(Capacity::Operated) => "did.operated",
        Some(Capacity::Supported) => "did.supported",
        Some(Capacity::Used) => "did.used",
        None => "did.worked_with",
    };
    let (system, the_system) = (words::system(size, unit, language), words::the_system(size, unit, language));
    say!(language, key, system = system, the_system = the_system)
}

/// The size of a system that was compared: in accelerators where they are known and asked, else as stated.
pub(super) fn compared_size(
    claim: &ScaleClaim,
    accelerators: u64,
    inferred: bool,
    asked: ScaleUnit,
) -> (Quantity, ScaleUnit) {
    match asked {
        ScaleUnit::Accelerators | ScaleUnit::Nodes if claim.unit != asked && !inferred => {
            (Quantity::from_units(accelerators), ScaleUnit::Accelerators)
        }
        _ => (quantity(claim), claim.unit),
    }
}

/// The size that is stated.
pub(super) fn quantity(claim: &ScaleClaim) -> Quantity {
    Quantity::from_parts(claim.value, claim.beyond)
}

/// How the expected pay stands to the band.
pub(super) fn pay(fit: &Fit, language: Language) -> Option<String> {
    let pay = evidence(fit).find_map(|evidence| match evidence {
        Evidence::Pay(pay) => Some(pay),
        _ => None,
    })?;
    let is_inferred = pay.inferred_from.is_some();
    let text = |key: &'static str| Some(language.text(key).to_owned());
    match (pay.verdict, is_inferred) {
        (PayVerdict::Within, false) => text("summary.pay_within"),
        (PayVerdict::Within, true) => text("summary.pay_within_market"),
        (PayVerdict::Below, false) => text("summary.pay_below"),
        (PayVerdict::Below, true) => text("summary.pay_below_market"),
        (PayVerdict::Above, _) => {
            let distance = words::money(pay.distance, pay.currency, language);
            let key = if is_inferred { "summary.pay_above_market" } else { "summary.pay_above" };
            Some(say!(language, key, distance = distance))
        }
        (PayVerdict::Unknown, _) => None,
    }
}

/// What place and way of working ask of the two sides.
pub(super) fn place(fit: &Fit, role: &RoleFacts, language: Language) -> Option<String> {
    let found = evidence(fit).find_map(|evidence| match evidence {
        Evidence::Place(found) => Some(found),
        _ => None,
    })?;
    let is_in_a_place = found.place.is_some_and(|at| role.places[at].value.city.is_some());
    let there = place_that_counts(found, role, language);
    let of_place = |anywhere: &'static str, there_key: &str| match &there {
        Some(name) => say!(language, there_key, name = name),
        None => language.text(anywhere).to_owned(),
    };
    let key = match found.fit {
        PlaceFit::SameMetro if is_in_a_place => return Some(of_place("summary.no_move", "summary.no_move_for")),
        PlaceFit::SameMetro | PlaceFit::Remote => return None,
        PlaceFit::Relocates => return Some(of_place("summary.would_move", "summary.would_move_for")),
        PlaceFit::SameCountry => "summary.move_in_country",
        PlaceFit::OtherCountry => "summary.move_from_abroad",
        PlaceFit::WantsElsewhere => "summary.other_places",
        PlaceFit::Stays => "summary.no_move_wanted",
        PlaceFit::RemoteOtherCountry => "summary.remote_from_abroad",
        PlaceFit::RemoteSomewhere => "summary.remote_from_where",
        PlaceFit::RemoteNow => {
            return Some(say!(language, "summary.remote_now", mode = mode(role.work_mode, language)));
        }
        PlaceFit::RemoteOnly => {
            return Some(say!(language, "summary.remote_only", mode = mode(role.work_mode, language)));
        }
        PlaceFit::OnsiteOnly => "summary.onsite_preferred",
    };
    Some(language.text(key).to_owned())
}

/// The one of several places of a role that a fit rests on.
pub(super) fn place_that_counts(found: &PlaceFound, role: &RoleFacts, language: Language) -> Option<String> {
    let here = matches!(found.fit, PlaceFit::SameMetro | PlaceFit::Relocates | PlaceFit::RemoteNow);
    let place = role.places.get(found.place.filter(|_| here && role.places.len() > 1)?)?;
    place_name(place, language)
}

/// A place as one says it: its city as written, else its country.
pub(super) fn place_name(place: &Stated<Location>, language: Language) -> Option<String> {
    let Some(folded) = place.value.city.as_deref() else {
        return place.value.country.as_deref().map(|code| country(code, language).to_owned());
    };
    if &*place.source.pointer == "/location"
        && let Some(city) = place.source.quote.split(", ").next()
        && city.chars().count() <= 40
    {
        return Some(words::tidy(city, 40, language));
    }
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    Some(folded.split(' ').map(capital).collect::<Vec<_>>().join(" "))
}

/// How the work is done, as one says it of a role.
pub(super) fn mode(mode: Option<WorkMode>, language: Language) -> &'static str {
    language.text(match mode {
        Some(WorkMode::Hybrid) => "mode.hybrid",
        Some(WorkMode::Remote) => "mode.remote",
        Some(WorkMode::Onsite) | None => "mode.onsite",
    })
}

/// A level or years that differ from those asked.
pub(super) fn level(fit: &Fit, role: &RoleFacts, candidate: &CandidateFacts, language: Language) -> Option<String> {
    let rung = evidence(fit).find_map(|evidence| match evidence {
        Evidence::Level { distance, .. } if *distance > 0 => {
            Some((candidate.level.as_ref()?.value, role.level.as_ref()?.value))
        }
        _ => None,
    });
    if let Some((has, asked)) = rung {
        let key = match has.ladder_step().cmp(&asked.ladder_step()) {
            Ordering::Greater => "summary.step_down",
            Ordering::Less => "summary.step_up",
            Ordering::Equal => "summary.step_aside",
        };
        return Some(say!(language, key, level = words::level(has, language)));
    }
    evidence(fit).find_map(|evidence| match evidence {
        Evidence::Years { tenths, asked_tenths, credit } if credit.get() < YEARS_SHORT => {
            let [years, asked] = [*tenths, *asked_tenths].map(|tenths| words::years(tenths, language));
            Some(say!(language, "summary.years", years = years, asked = asked))
        }
        _ => None,
    })
}

/// Training, inference or both, against what the profile speaks of. It says something only where both sides do.
pub(super) fn workload(role: &RoleFacts, candidate: &CandidateFacts, language: Language) -> Option<String> {
    let [asked, has] = [&role.workloads, &candidate.workloads]
        .map(|found| [Workload::Training, Workload::Inference].map(|workload| found.contains(&workload)));
    let both = [true, true];
    let key = match (asked, has) {
        ([false, false], _) | (_, [false, false]) => return None,
        (asked, has) if asked == both && has == both => "summary.both_workloads",
        ([true, _], [true, true]) | ([true, false], [true, false]) => "summary.training",
        ([_, true], [true, true]) | ([false, true], [false, true]) => "summary.inference",
        ([_, true], [true, false]) => "summary.training_only",
        ([true, _], [false, true]) => "summary.inference_only",
    };
    Some(language.text(key).to_owned())
}

/// A start that is late.
pub(super) fn start(fit: &Fit, language: Language) -> Option<String> {
    let months = late_by(fit)?;
    Some(say!(language, "summary.start", months = words::count(months, language)))
}

/// In how many months a late start is possible.
pub(super) fn late_by(fit: &Fit) -> Option<usize> {
    evidence(fit).find_map(|evidence| match evidence {
        Evidence::Availability { days, .. } if *days > SOON => Some(usize::try_from((days + 15) / 30).unwrap_or(0)),
        _ => None,
    })
}

/// `the US`, `Canada or Mexico`, from codes.
pub(super) fn countries(codes: &[Box<str>], language: Language) -> String {
    let names: Vec<&str> = codes.iter().map(|code| country(code, language)).collect();
    words::alternatives(&names, language)
}

/// A country as one says it after "in"; the code where it is not one of the usual places of this work.
pub(super) fn country(code: &str, language: Language) -> &str {
    language.text_of("country", code).unwrap_or(code)
}
