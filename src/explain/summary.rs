//! One or two sentences about a fit, in the words of recruiters.

use super::evidence::place_words;
use super::words;
use crate::extract::{CandidateFacts, RoleFacts};
use crate::score::{ComponentState, Evidence, Fit, PayVerdict, PlaceFit, Share};
use crate::taxonomy::Taxonomy;

/// Credit from which a requirement counts as met.
const MET: u32 = 650_000;
/// So many strengths or gaps are named.
const NAMED: usize = 4;

pub(super) fn summary(fit: &Fit, role: &RoleFacts, candidate: &CandidateFacts, taxonomy: &Taxonomy) -> String {
    let mut first = work(fit, taxonomy);
    let (met, missing) = requirements(fit, role);
    if !met.is_empty() {
        first.push_str(&format!(", brings {}", words::list(&met)));
    }
    if let Some(scale) = scale(fit, candidate) {
        first.push_str(&format!(", has {scale}"));
    }
    let mut second = Vec::new();
    if !missing.is_empty() {
        second.push(format!("to check or to close: {}", words::list(&missing)));
    }
    second.extend(pay(fit));
    second.extend(place(fit));
    let mut text = sentence(&first);
    if !second.is_empty() {
        text.push(' ');
        text.push_str(&sentence(&second.join("; ")));
    }
    text
}

/// What the person does, seen from the role.
fn work(fit: &Fit, taxonomy: &Taxonomy) -> String {
    let families = taxonomy.families();
    for evidence in fit.components.iter().flat_map(|c| &c.evidence) {
        if let Evidence::Family { asked, does, transfer, strength } = evidence {
            let credit = Share::from_per_mille(*transfer).times(*strength);
            return match does {
                Some(does) if does == asked && strength.get() >= 700_000 => {
                    format!("{} today", families.get(*asked).work)
                }
                Some(does) if does == asked => format!("shows some of this work ({})", families.get(*asked).label),
                Some(does) if credit.get() >= 200_000 => match families.transfer_reason(*asked, *does) {
                    Some(reason) => {
                        format!(
                            "comes from {}: {} carry over, {} to close",
                            families.get(*does).label,
                            reason.carries,
                            reason.gap
                        )
                    }
                    None => format!("comes from {}", families.get(*does).label),
                },
                _ => format!("shows no {} so far", families.get(*asked).label),
            };
        }
    }
    if fit.components[1].state == ComponentState::NotStated {
        "says little about the kind of work done".to_owned()
    } else {
        "has been compared with the role".to_owned()
    }
}

/// The requirements that are met best, and the must-haves that are missed most, by label.
fn requirements<'a>(fit: &Fit, role: &'a RoleFacts) -> (Vec<&'a str>, Vec<&'a str>) {
    let skills = fit.components[0].evidence.iter().filter_map(|evidence| match evidence {
        Evidence::Skill(skill) => Some((&role.requirements[skill.requirement], skill)),
        _ => None,
    });
    let (mut met, mut missing) = (Vec::new(), Vec::new());
    for (requirement, skill) in skills {
        if skill.met.get() >= MET {
            met.push((!requirement.must_have, std::cmp::Reverse(skill.credit), skill.requirement, &*requirement.label));
        } else if requirement.must_have {
            missing.push((skill.met, skill.requirement, &*requirement.label));
        }
    }
    met.sort_unstable();
    missing.sort_unstable();
    (met.into_iter().take(NAMED).map(|m| m.3).collect(), missing.into_iter().take(NAMED).map(|m| m.2).collect())
}

fn scale(fit: &Fit, candidate: &CandidateFacts) -> Option<String> {
    fit.components.iter().flat_map(|c| &c.evidence).find_map(|evidence| match evidence {
        Evidence::Scale { claim, credit, .. } if credit.get() > 0 => {
            let claim = &candidate.scale[*claim];
            Some(format!("{} {}", words::did(claim.capacity), words::size(claim.value, claim.unit)))
        }
        _ => None,
    })
}

fn pay(fit: &Fit) -> Option<String> {
    fit.components.iter().flat_map(|c| &c.evidence).find_map(|evidence| match evidence {
        Evidence::Pay(pay) => {
            let band = if pay.inferred_from.is_some() { "the market's band" } else { "the band" };
            Some(match pay.verdict {
                PayVerdict::Within => format!("expected pay is within {band}"),
                PayVerdict::Below => format!("expected pay is below {band}"),
                PayVerdict::Above => format!("expects {} more than {band}", words::money(pay.distance, pay.currency)),
                PayVerdict::Unknown => return None,
            })
        }
        _ => None,
    })
}

fn place(fit: &Fit) -> Option<String> {
    fit.components.iter().flat_map(|c| &c.evidence).find_map(|evidence| match evidence {
        Evidence::Place { fit: PlaceFit::SameMetro | PlaceFit::Remote, .. } => None,
        Evidence::Place { fit, .. } => Some(place_words(*fit).replace(';', ",")),
        _ => None,
    })
}

/// With a capital and a full stop.
fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let capital: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{capital}{}.", characters.as_str())
}
