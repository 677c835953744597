//! The like of a candidate or a role, laid out for a terminal.

use super::heading::short_heading;
use super::page::{GUTTER, Page, cell, plain, right};
use super::words;
use crate::cli::shortlists::{counted, grouped};
use crate::{Answer, Candidate, CandidateId, Match, Role, RoleId};

/// So many skills that somebody lacks are named.
const NAMED: usize = 4;

/// The candidates who are most like one; of whom nothing is told that the answer does not, unless the document is given.
pub(in crate::cli) fn similar_candidates(candidate: Option<&Candidate>, answer: &Answer, page: Page) -> String {
    let id = answer.candidate_id.as_ref().map(|id| plain(id.as_str())).unwrap_or_default();
    let of_document =
        |field: fn(&Candidate) -> Option<&str>| candidate.and_then(field).map(plain).filter(|text| !text.is_empty());
    let mut text = match of_document(|candidate| candidate.name.as_deref()) {
        Some(name) => format!("{} \u{b7} {id}\n", page.strong(&name)),
        None => format!("{}\n", page.strong(&id)),
    };
    if let Some(headline) = of_document(|candidate| candidate.headline.as_deref()) {
        text.push_str(&page.lines(0, &[], vec![vec![cell(headline)]]));
    }
    text.push_str(&format!("{} compared\n\n", counted(answer.considered, "candidate")));
    if answer.results.is_empty() {
        let nobody = "Nobody is alike: there is nobody else, or nothing is known of this person's work.";
        return text + &page.lines(0, &[], vec![vec![cell(nobody)]]);
    }
    let rows = answer.results.iter().map(|row| vec![who(row), has(row), lacks(row), words::notes(row, false)]);
    let columns = [("Candidate", 20), ("Has in common", 44), ("Has not", 32), ("Notes", 24)];
    text + &table(&columns, answer, rows, page) + &as_of(answer, page)
}

/// The roles that are most like one.
pub(in crate::cli) fn similar_roles(role: &Role, answer: &Answer, page: Page) -> String {
    let mut text = short_heading(role, page);
    text.push_str(&format!("{} compared\n\n", counted(answer.considered, "role")));
    if answer.results.is_empty() {
        let none = "No role is alike: there is no other, or this one asks nothing.";
        return text + &page.lines(0, &[], vec![vec![cell(none)]]);
    }
    let rows = answer.results.iter().map(|row| vec![which(row), plain(&row.summary)]);
    text + &table(&[("Role", 36), ("How it compares", 84)], answer, rows, page) + &as_of(answer, page)
}

fn as_of(answer: &Answer, page: Page) -> String {
    let line =
        format!("\nAs of {}. A fit of 100 is that of a twin; bringing more is never punished.", answer.model.as_of);
    page.lines(0, &[], vec![vec![cell(line)]])
}

/// A rank, the first column, the fit, and the other columns, whose widths stand for their shares of the page.
fn table(columns: &[(&str, u16)], answer: &Answer, rows: impl Iterator<Item = Vec<String>>, page: Page) -> String {
    let rank = u16::try_from(answer.results.len().to_string().len()).unwrap_or(4);
    let fit = 8;
    let n_columns = u16::try_from(columns.len()).unwrap_or(0) + 2;
    let left = page.width.saturating_sub(rank + fit + n_columns * GUTTER);
    let all: u16 = columns.iter().map(|(_, share)| share).sum();
    let mut widths: Vec<u16> = columns.iter().map(|(_, share)| left * share / all).collect();
    widths.splice(1..1, [fit]);
    widths.insert(0, rank);
    let mut header: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    header.splice(1..1, ["Fit"]);
    header.insert(0, "");
    let header = header.into_iter().map(|name| cell(name).add_attribute(comfy_table::Attribute::Bold)).collect();
    let body = rows
        .zip(&answer.results)
        .map(|(texts, row)| {
            let mut cells: Vec<comfy_table::Cell> = texts.into_iter().map(cell).collect();
            let fit = format!("{:.1}\n{}", row.fit, row.verdict.as_str());
            cells.splice(1..1, [Page::verdict_cell(&fit, row.verdict)]);
            cells.insert(0, right(&row.rank.to_string()));
            cells
        })
        .collect();
    page.ruled(&widths, header, body)
}

fn who(row: &Match) -> String {
    named(row.name.as_deref(), row.candidate_id.as_ref().map(CandidateId::as_str))
}

fn which(row: &Match) -> String {
    named(row.name.as_deref(), row.role_id.as_ref().map(RoleId::as_str))
}

fn named(name: Option<&str>, id: Option<&str>) -> String {
    let id = id.map(plain).unwrap_or_default();
    match name.map(plain).filter(|name| !name.is_empty()) {
        Some(name) => format!("{name}\n{id}"),
        None => id,
    }
}

/// What speaks for a candidate, without speaking of a role.
fn has(row: &Match) -> String {
    words::carries(row).replace(" that the role asks for", "")
}

fn lacks(row: &Match) -> String {
    let names: Vec<String> = row.gaps.iter().take(NAMED).map(|gap| plain(&gap.requirement)).collect();
    match row.gaps.len().saturating_sub(NAMED) {
        _ if names.is_empty() => "\u{2013}".to_owned(),
        0 => names.join(", "),
        more => format!("{} and {} more", names.join(", "), grouped(more)),
    }
}
