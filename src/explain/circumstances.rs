//! Scale, pay, place, level, workload and start, each in half a sentence.

use std::cmp::Ordering;

use super::words;
use crate::domain::{Quantity, ScaleUnit, WorkMode, Workload};
use crate::extract::{CandidateFacts, RoleFacts, ScaleClaim, Stated};
use crate::score::{Evidence, Fit, PayVerdict, PlaceFit, PlaceFound};
use crate::taxonomy::Location;

/// From this many days on, a start is late enough to be said.
const SOON: i64 = 90;
/// Years of experience below this share of those asked are said.
const YEARS_SHORT: u32 = 900_000;

fn evidence(fit: &Fit) -> impl Iterator<Item = &Evidence> {
    fit.components.iter().flat_map(|component| &component.evidence)
}

/// `has operated a system of 4,096 accelerators (the role has about 10,000)`.
pub(super) fn scale(fit: &Fit, role: &RoleFacts, candidate: &CandidateFacts) -> Option<String> {
    let (claim, accelerators, inferred) = evidence(fit).find_map(|evidence| match evidence {
        Evidence::Scale { claim, accelerators, inferred, .. } => {
            Some((&candidate.scale[*claim], *accelerators, *inferred))
        }
        _ => None,
    })?;
    let asked = role.scale.as_ref()?.value;
    let (system, unit) = compared_system(claim, accelerators, inferred, asked.unit);
    let is_smaller = asked.unit == unit && asked.unit == claim.unit && quantity(claim) < asked.value
        || asked.unit == ScaleUnit::Accelerators && accelerators < asked.value.units();
    let about = words::number(asked.value, asked.unit);
    let aside = match (inferred && claim.unit != asked.unit, is_smaller) {
        (true, true) => format!(" (about {} accelerators against {about} in the role)", words::thousands(accelerators)),
        (true, false) => format!(" (about {} accelerators)", words::thousands(accelerators)),
        (false, true) => format!(" (the role has about {about})"),
        (false, false) => String::new(),
    };
    Some(format!("has {} {system}{aside}", words::did(claim.capacity)))
}

/// A system by the size that was compared: in accelerators where they are known and asked, else as stated.
pub(super) fn compared_system(
    claim: &ScaleClaim,
    accelerators: u64,
    inferred: bool,
    asked: ScaleUnit,
) -> (String, ScaleUnit) {
    match asked {
        ScaleUnit::Accelerators | ScaleUnit::Nodes if claim.unit != asked && !inferred => {
            (words::system(accelerators, ScaleUnit::Accelerators), ScaleUnit::Accelerators)
        }
        _ => (system(claim), claim.unit),
    }
}

/// A system by the size that is stated; storage of less than ten petabytes to the terabyte.
pub(super) fn system(claim: &ScaleClaim) -> String {
    let size = words::quantity(quantity(claim), claim.unit);
    if claim.unit == ScaleUnit::Petabytes { size } else { format!("a system of {size}") }
}

fn quantity(claim: &ScaleClaim) -> Quantity {
    Quantity::from_parts(claim.value, claim.beyond)
}

/// How the expected pay stands to the band.
pub(super) fn pay(fit: &Fit) -> Option<String> {
    let pay = evidence(fit).find_map(|evidence| match evidence {
        Evidence::Pay(pay) => Some(pay),
        _ => None,
    })?;
    let band = if pay.inferred_from.is_some() { "what the market pays" } else { "the band" };
    match pay.verdict {
        PayVerdict::Within => Some(format!("expected pay is within {band}")),
        PayVerdict::Below => Some(format!("expected pay is below {band}")),
        PayVerdict::Above => {
            Some(format!("expected pay starts {} above {band}", words::money(pay.distance, pay.currency)))
        }
        PayVerdict::Unknown => None,
    }
}

/// What place and way of working ask of the two sides.
pub(super) fn place(fit: &Fit, role: &RoleFacts) -> Option<String> {
    let found = evidence(fit).find_map(|evidence| match evidence {
        Evidence::Place(found) => Some(found),
        _ => None,
    })?;
    let is_in_a_place = found.place.is_some_and(|at| role.places[at].value.city.is_some());
    let there = place_that_counts(found, role).map(|name| format!(" for {name}")).unwrap_or_default();
    Some(match found.fit {
        PlaceFit::SameMetro if is_in_a_place => format!("no move is needed{there}"),
        PlaceFit::SameMetro | PlaceFit::Remote => return None,
        PlaceFit::Relocates => format!("moving is no obstacle{there}"),
        PlaceFit::SameCountry => "a move within the country would be needed".to_owned(),
        PlaceFit::OtherCountry => "a move from abroad would be needed".to_owned(),
        PlaceFit::WantsElsewhere => "the profile names other places to move to".to_owned(),
        PlaceFit::Stays => "a move would be needed and the profile rules it out".to_owned(),
        PlaceFit::RemoteOtherCountry => "the work would be done remotely from abroad".to_owned(),
        PlaceFit::RemoteSomewhere => "from which country the work would be done is not said".to_owned(),
        PlaceFit::RemoteNow => format!("works remotely now while the role is {}", mode(role.work_mode)),
        PlaceFit::RemoteOnly => {
            format!("only remote work is wanted while the role is {}", mode(role.work_mode))
        }
        PlaceFit::OnsiteOnly => "work on site is preferred while the role is remote".to_owned(),
    })
}

/// The one of several places of a role that a fit rests on.
pub(super) fn place_that_counts(found: &PlaceFound, role: &RoleFacts) -> Option<String> {
    let here = matches!(found.fit, PlaceFit::SameMetro | PlaceFit::Relocates | PlaceFit::RemoteNow);
    let place = role.places.get(found.place.filter(|_| here && role.places.len() > 1)?)?;
    place_name(place)
}

/// A place as one says it: its city as written, else its country.
pub(super) fn place_name(place: &Stated<Location>) -> Option<String> {
    let Some(folded) = place.value.city.as_deref() else {
        return place.value.country.as_deref().map(|code| country(code).to_owned());
    };
    if &*place.source.pointer == "/location"
        && let Some(city) = place.source.quote.split(", ").next()
        && city.chars().count() <= 40
    {
        return Some(words::tidy(city, 40));
    }
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    Some(folded.split(' ').map(capital).collect::<Vec<_>>().join(" "))
}

/// How the work is done, as one says it of a role.
pub(super) fn mode(mode: Option<WorkMode>) -> &'static str {
    match mode {
        Some(WorkMode::Hybrid) => "hybrid",
        Some(WorkMode::Remote) => "remote",
        Some(WorkMode::Onsite) | None => "on site",
    }
}

/// A level or years that differ from those asked.
pub(super) fn level(fit: &Fit, role: &RoleFacts, candidate: &CandidateFacts) -> Option<String> {
    let rung = evidence(fit).find_map(|evidence| match evidence {
        Evidence::Level { distance, .. } if *distance > 0 => {
            Some((candidate.level.as_ref()?.value, role.level.as_ref()?.value))
        }
        _ => None,
    });
    if let Some((has, asked)) = rung {
        let step = match has.ladder_step().cmp(&asked.ladder_step()) {
            Ordering::Greater => "down",
            Ordering::Less => "up",
            Ordering::Equal => "aside",
        };
        return Some(format!("the role is a step {step} from {} level", has.as_str()));
    }
    evidence(fit).find_map(|evidence| match evidence {
        Evidence::Years { tenths, asked_tenths, credit } if credit.get() < YEARS_SHORT => {
            let asked = words::years(*asked_tenths);
            Some(format!("{} of relevant experience against {asked} asked", words::years(*tenths)))
        }
        _ => None,
    })
}

/// Training, inference or both, against what the profile speaks of. It says something only where both sides do.
pub(super) fn workload(role: &RoleFacts, candidate: &CandidateFacts) -> Option<String> {
    let [asked, has] = [&role.workloads, &candidate.workloads]
        .map(|found| [Workload::Training, Workload::Inference].map(|workload| found.contains(&workload)));
    let both = [true, true];
    match (asked, has) {
        ([false, false], _) | (_, [false, false]) => None,
        (asked, has) if asked == both && has == both => Some("training and inference are both familiar".to_owned()),
        ([true, _], [true, true]) | ([true, false], [true, false]) => Some("training is familiar".to_owned()),
        ([_, true], [true, true]) | ([false, true], [false, true]) => Some("inference is familiar".to_owned()),
        ([_, true], [true, false]) => Some("the profile speaks of training and not of inference".to_owned()),
        ([true, _], [false, true]) => Some("the profile speaks of inference and not of training".to_owned()),
    }
}

/// A start that is late.
pub(super) fn start(fit: &Fit) -> Option<String> {
    evidence(fit).find_map(|evidence| match evidence {
        Evidence::Availability { days, .. } if *days > SOON => Some(format!(
            "a start is possible in about {} months",
            words::count(usize::try_from((days + 15) / 30).unwrap_or(0))
        )),
        _ => None,
    })
}

/// `the US`, `Canada or Mexico`, from codes.
pub(super) fn countries(codes: &[Box<str>]) -> String {
    let names: Vec<&str> = codes.iter().map(|code| country(code)).collect();
    words::alternatives(&names)
}

/// A country as one says it after "in"; the code where it is not one of the usual places of this work.
pub(super) fn country(code: &str) -> &str {
    const NAMES: &[(&str, &str)] = &[
        ("US", "the US"),
        ("GB", "the UK"),
        ("EU", "the EU"),
        ("NL", "the Netherlands"),
        ("AE", "the United Arab Emirates"),
        ("PH", "the Philippines"),
        ("CA", "Canada"),
        ("MX", "Mexico"),
        ("BR", "Brazil"),
        ("IE", "Ireland"),
        ("DE", "Germany"),
        ("FR", "France"),
        ("CH", "Switzerland"),
        ("AT", "Austria"),
        ("BE", "Belgium"),
        ("LU", "Luxembourg"),
        ("SE", "Sweden"),
        ("NO", "Norway"),
        ("DK", "Denmark"),
        ("FI", "Finland"),
        ("IS", "Iceland"),
        ("PL", "Poland"),
        ("CZ", "Czechia"),
        ("SK", "Slovakia"),
        ("HU", "Hungary"),
        ("SI", "Slovenia"),
        ("RO", "Romania"),
        ("GR", "Greece"),
        ("EE", "Estonia"),
        ("LV", "Latvia"),
        ("LT", "Lithuania"),
        ("UA", "Ukraine"),
        ("TR", "Turkey"),
        ("ES", "Spain"),
        ("PT", "Portugal"),
        ("IT", "Italy"),
        ("IL", "Israel"),
        ("SA", "Saudi Arabia"),
        ("QA", "Qatar"),
        ("ZA", "South Africa"),
        ("IN", "India"),
        ("CN", "China"),
        ("HK", "Hong Kong"),
        ("TW", "Taiwan"),
        ("JP", "Japan"),
        ("KR", "South Korea"),
        ("SG", "Singapore"),
        ("MY", "Malaysia"),
        ("TH", "Thailand"),
        ("ID", "Indonesia"),
        ("VN", "Vietnam"),
        ("AU", "Australia"),
        ("NZ", "New Zealand"),
    ];
    NAMES.iter().find(|(known, _)| *known == code).map_or(code, |(_, name)| *name)
}
