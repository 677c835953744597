//! What stands above a shortlist: the role, what it asks, and how many were looked at.

use std::fmt::Write;

use super::page::{Page, cell, plain};
use super::words::or;
use crate::cli::shortlists::{Shortlisted, counted, grouped};
use crate::explain::ComponentName;
use crate::model::{
    Basis, DetailedRequirement, Necessity, Pay, Period, Requirement, RoleStatus, ScaleUnit, WorkMode, Workload,
};
use crate::{Answer, Role};

/// Widest label of a field.
pub(super) const LABEL: u16 = 12;

/// Title, id, what is asked, and the numbers.
pub(super) fn heading(shortlisted: &Shortlisted<'_>, page: Page) -> String {
    let Shortlisted { role, answer } = shortlisted;
    let mut fields = asked(role, Some(answer));
    let about = about(role);
    if !about.is_empty() {
        fields.push(("about", about));
    }
    fields.push(("pool", pool(answer)));
    titled(role, fields, page)
}

/// Title, id and what is asked, of a role whose pair is shown alone.
pub(super) fn short_heading(role: &Role, page: Page) -> String {
    let mut fields = asked(role, None);
    let about = about(role);
    if !about.is_empty() {
        fields.push(("about", about));
    }
    titled(role, fields, page)
}

fn titled(role: &Role, fields: Vec<(&str, String)>, page: Page) -> String {
    let mut text = page.strong(&plain(role.title.as_deref().unwrap_or("Role without a title")));
    for id in [Some(role.id.as_str()), role.requisition_id.as_deref()].into_iter().flatten() {
        write!(text, " \u{b7} {}", plain(id)).expect("writing to a string does not fail");
    }
    match role.status {
        RoleStatus::Open => {}
        RoleStatus::Draft => text.push_str(" \u{b7} draft"),
        RoleStatus::Paused => text.push_str(" \u{b7} paused"),
        RoleStatus::Closed => text.push_str(" \u{b7} closed"),
    }
    text.push('\n');
    let rows = fields.into_iter().map(|(label, value)| vec![cell(label), cell(value)]).collect();
    text + &page.lines(0, &[LABEL], rows)
}

fn asked(role: &Role, answer: Option<&Answer>) -> Vec<(&'static str, String)> {
    let mut fields = Vec::new();
    if !role.must_have.is_empty() || !role.nice_to_have.is_empty() {
        let list = |asked: &[Requirement]| asked.iter().map(requirement).collect::<Vec<_>>().join(", ");
        if !role.must_have.is_empty() {
            fields.push(("required", list(&role.must_have)));
        }
        if !role.nice_to_have.is_empty() {
            fields.push(("nice to have", list(&role.nice_to_have)));
        }
        return fields;
    }
    // What was read from the text stands in the evidence of every row.
    let rows =
        answer.and_then(|answer| answer.results.first()).map_or(&[][..], |row| row.evidence(ComponentName::Skills));
    let list = |necessity: Necessity| {
        let labels = rows.iter().filter(|e| e.necessity == Some(necessity)).filter_map(|e| e.requirement.as_deref());
        labels.map(or).collect::<Vec<_>>().join(", ")
    };
    for (label, necessity) in [
        ("required", Necessity::MustHave),
        ("in the work", Necessity::PartOfTheWork),
        ("nice to have", Necessity::NiceToHave),
    ] {
        let list = list(necessity);
        if !list.is_empty() {
            fields.push((label, list));
        }
    }
    if fields.is_empty() {
        let what = if role.description.is_some() { "what its text says" } else { "no particular skills" };
        fields.push(("required", what.to_owned()));
    } else {
        fields.push(("note", "the role lists no requirements; these were read from its text".to_owned()));
    }
    fields
}

fn requirement(requirement: &Requirement) -> String {
    match requirement {
        Requirement::Name(name) => plain(name),
        Requirement::Detailed(DetailedRequirement { name, any_of, min_years, gate, .. }) => {
            let names: Vec<String> = name.iter().chain(any_of).map(|name| plain(name)).collect();
            let mut text = names.join(" or ");
            if let Some(years) = min_years.filter(|years| *years > 0.0) {
                write!(text, " {years}+ y").expect("writing to a string does not fail");
            }
            if *gate {
                text.push_str(" (a gate)");
            }
            text
        }
    }
}

fn about(role: &Role) -> String {
    let mut parts = Vec::new();
    match (role.level, role.min_years) {
        (Some(level), Some(years)) => parts.push(format!("{}, {years}+ years", level.as_str())),
        (Some(level), None) => parts.push(level.as_str().to_owned()),
        (None, Some(years)) => parts.push(format!("{years}+ years")),
        (None, None) => {}
    }
    let accelerators = role.accelerators.iter().map(|name| plain(name)).collect::<Vec<_>>().join(", ");
    match &role.scale {
        Some(scale) => {
            let unit = match scale.unit {
                ScaleUnit::Accelerators => "accelerators",
                ScaleUnit::Nodes => "nodes",
                ScaleUnit::Cores => "cores",
                ScaleUnit::Servers => "servers",
                ScaleUnit::Petabytes => "PB",
            };
            let of = if accelerators.is_empty() { String::new() } else { format!(" ({accelerators})") };
            let min = match (scale.min.units(), scale.min.beyond()) {
                (units, 0) => grouped(usize::try_from(units).unwrap_or(usize::MAX)),
                _ => scale.min.to_string(),
            };
            parts.push(format!("{min} {unit}{of}"));
        }
        None if !accelerators.is_empty() => parts.push(accelerators),
        None => {}
    }
    let workloads: Vec<&str> = role
        .workload
        .iter()
        .map(|workload| match workload {
            Workload::Training => "training",
            Workload::Inference => "inference",
        })
        .collect();
    if !workloads.is_empty() {
        parts.push(workloads.join(" and "));
    }
    let place = role.location.as_ref().map(|place| {
        let named = [&place.city, &place.region, &place.country].into_iter().flatten().take(2);
        named.map(|name| plain(name)).collect::<Vec<_>>().join(", ")
    });
    let mode = role.work_mode.map(|mode| match mode {
        WorkMode::Onsite => "on site",
        WorkMode::Hybrid => "hybrid",
        WorkMode::Remote => "remote",
    });
    let place: Vec<&str> = place.as_deref().filter(|place| !place.is_empty()).into_iter().chain(mode).collect();
    if !place.is_empty() {
        parts.push(place.join(", "));
    }
    parts.extend(role.pay_band.as_ref().and_then(pay_band));
    parts.join(" \u{b7} ")
}

fn pay_band(pay: &Pay) -> Option<String> {
    let units = |amount: crate::model::Amount| grouped(usize::try_from(amount.units()).unwrap_or(0));
    let figures = match (pay.min.map(units), pay.max.map(units)) {
        (Some(min), Some(max)) if min == max => min,
        (Some(min), Some(max)) => format!("{min}\u{2013}{max}"),
        (Some(min), None) => format!("from {min}"),
        (None, Some(max)) => format!("up to {max}"),
        (None, None) => return None,
    };
    let period = match pay.period {
        Period::Year => "",
        Period::Month => " a month",
        Period::Week => " a week",
        Period::Day => " a day",
        Period::Hour => " an hour",
    };
    let basis = match pay.basis {
        Basis::Base => " base",
        Basis::Total => " total",
        Basis::Unstated => "",
    };
    Some(format!("{} {figures}{period}{basis}", pay.currency))
}

fn pool(answer: &Answer) -> String {
    let mut text = format!("{} considered", counted(answer.considered, "candidate"));
    if !answer.gated.is_empty() {
        let gates: Vec<String> =
            answer.gated.iter().map(|gate| format!("{} ({})", or(&gate.requirement), grouped(gate.count))).collect();
        let total: usize = answer.gated.iter().map(|gate| gate.count).sum();
        write!(text, ", {} of them left out by gates: {}", grouped(total), gates.join(", "))
            .expect("writing to a string does not fail");
    }
    text
}
