//! Pairs of candidates who may be one person, laid out for a terminal.

use super::page::{GUTTER, Page, cell, plain, right};
use crate::CandidateId;
use crate::duplicates::Duplicate;

/// Pairs with their reasons; `names` are those of the two, where they have any.
pub(in crate::cli) fn duplicates(pairs: &[Duplicate], names: &[[Option<String>; 2]], page: Page) -> String {
    if pairs.is_empty() {
        return page.lines(0, &[], vec![vec![cell("There are none.")]]);
    }
    let (strength, candidate) = (8, 24);
    let left = page.width.saturating_sub(strength + 2 * candidate + 4 * GUTTER);
    let header = ["Strength", "Candidate", "Candidate", "Reasons"]
        .map(|name| cell(name).add_attribute(comfy_table::Attribute::Bold));
    let body = pairs.iter().zip(names).map(|(pair, names)| {
        let [one, other] = [0, 1].map(|at| who(&pair.candidate_ids[at], names[at].as_deref()));
        let strength = pair.strength.map_or_else(String::new, |strength| format!("{strength:.2}"));
        vec![right(&strength), cell(one), cell(other), cell(reasons(pair))]
    });
    page.ruled(&[strength, candidate, candidate, left], header.into(), body.collect())
}

/// Where each field of a merged person comes from.
pub(in crate::cli) fn origins(pair: &Duplicate, page: Page) -> String {
    let rows = pair.fields.iter().map(|origin| {
        let from: Vec<String> = origin.from.iter().map(|id| plain(id.as_str())).collect();
        vec![cell(&origin.field), cell(from.join(" and "))]
    });
    let rows: Vec<_> = rows.collect();
    if rows.is_empty() { String::new() } else { page.lines(2, &[20], rows) }
}

fn who(id: &CandidateId, name: Option<&str>) -> String {
    let id = plain(id.as_str());
    match name.map(plain).filter(|name| !name.is_empty()) {
        Some(name) => format!("{name}\n{id}"),
        None => id,
    }
}

fn reasons(pair: &Duplicate) -> String {
    let (supporting, against): (Vec<_>, Vec<_>) = pair.reasons.iter().partition(|reason| reason.supports);
    let mut lines: Vec<String> = supporting.into_iter().map(|reason| reason.text.clone()).collect();
    lines.extend(against.into_iter().map(|reason| format!("but: {}", reason.text)));
    lines.join("\n")
}
