//! Shortlists as tables: a heading for each role, then who fits and why.

use super::explanation;
use super::heading::heading;
use super::page::{GUTTER, Page, cell, plain, right};
use super::words;
use crate::Match;
use crate::cli::shortlists::{Shortlisted, counted};

/// All shortlists, with a line on how to see more.
pub(in crate::cli) fn shortlists(shortlisted: &[Shortlisted<'_>], explain: bool, page: Page) -> String {
    let mut text = String::new();
    for one in shortlisted {
        text.push_str(&heading(one, page));
        text.push('\n');
        let rows = &one.answer.results;
        if rows.is_empty() {
            text.push_str(&page.lines(0, &[], vec![vec![cell(nobody(one))]]));
        } else if explain {
            let blocks: Vec<String> = rows.iter().map(|row| explanation::block(row, page)).collect();
            text.push_str(&blocks.join("\n"));
        } else {
            text.push_str(&table(rows, page));
        }
        text.push('\n');
    }
    let as_of = shortlisted.first().map(|one| format!("As of {}. ", one.answer.model.as_of)).unwrap_or_default();
    let more = if explain {
        "--format json carries everything, for programs."
    } else {
        "--explain shows where the points come from and what to ask, --format json carries everything."
    };
    text + &page.lines(0, &[], vec![vec![cell(as_of + more)]])
}

/// Why a shortlist is empty.
fn nobody(shortlisted: &Shortlisted<'_>) -> String {
    let answer = &shortlisted.answer;
    let n_gated: usize = answer.gated.iter().map(|gate| gate.count).sum();
    if n_gated == 0 {
        return "Nobody to rank: there are no candidates.".to_owned();
    }
    let all = if n_gated == 1 {
        "the one candidate is".to_owned()
    } else {
        format!("all {} are", counted(n_gated, "candidate"))
    };
    let gates: Vec<String> = answer.gated.iter().map(|gate| words::or(&gate.requirement)).collect();
    format!(
        "Nobody to rank: {all} left out by the role's gates ({}).\nA requirement without `gate` would rank them lower instead of leaving them out.",
        gates.join(", ")
    )
}

/// From this width on, columns have room for whole sentences.
const WIDE: u16 = 100;

fn table(rows: &[Match], page: Page) -> String {
    let rank = u16::try_from(rows.len().to_string().len()).unwrap_or(4);
    let fit = 8;
    let candidate = if page.width >= WIDE { 20 } else { 16 };
    let left = page.width.saturating_sub(rank + fit + candidate + 6 * GUTTER);
    let (carries, missing) = (left * 40 / 100, left * 32 / 100);
    let columns = [rank, candidate, fit, carries, missing, left - carries - missing];
    let header = ["", "Candidate", "Fit", "Strengths", "Gaps", "Pay and questions"]
        .map(|name| cell(name).add_attribute(comfy_table::Attribute::Bold));
    let body = rows
        .iter()
        .map(|row| {
            vec![
                right(&row.rank.to_string()),
                cell(who(row)),
                Page::verdict_cell(&format!("{:.1}\n{}", row.fit, row.verdict.as_str()), row.verdict),
                cell(words::carries(row)),
                cell(words::missing(row)),
                cell(words::notes(row, page.width >= WIDE)),
            ]
        })
        .collect();
    page.ruled(&columns, header.into(), body)
}

fn who(row: &Match) -> String {
    let id = row.candidate_id.as_ref().map(|id| plain(id.as_str())).unwrap_or_default();
    match row.name.as_deref().map(plain).filter(|name| !name.is_empty()) {
        Some(name) => format!("{name}\n{id}"),
        None => id,
    }
}
