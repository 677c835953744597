//! A what-if answer, laid out for a terminal: a line for each change, then what would lift the candidate.

use super::heading::{LABEL, short_heading};
use super::page::{GUTTER, Page, cell, plain, right};
use crate::Role;
use crate::cli::shortlists::{counted, grouped};
use crate::explain::{CandidateOutlook, Change, ChangeSide, CutOff, Lift, Newcomer, WhatIf, WhatIfEffect};

/// So many who come are named.
const NAMED: usize = 2;

/// The role, the pool as it is, and the changes.
pub(in crate::cli) fn what_if(role: &Role, answer: &WhatIf, page: Page) -> String {
    let mut text = short_heading(role, page);
    text.push_str(&page.lines(0, &[LABEL], vec![vec![cell("now"), cell(now(answer))]]));
    text.push('\n');
    if answer.changes.is_empty() {
        text.push_str(&page.lines(0, &[], vec![vec![cell("No single change would make a difference.")]]));
    } else {
        text.push_str(&table(answer, page));
    }
    if !answer.without_effect.is_empty() {
        let labels: Vec<String> = answer.without_effect.iter().map(|change| plain(&change.label)).collect();
        let line = format!("\nNo difference: {}.", labels.join("; "));
        text.push_str(&page.lines(0, &[], vec![vec![cell(line)]]));
    }
    if answer.not_tried > 0 {
        let line = format!("{} not tried.", counted(answer.not_tried, "further must-have"));
        text.push_str(&page.lines(0, &[], vec![vec![cell(line)]]));
    }
    if let Some(outlook) = &answer.candidate {
        text.push('\n');
        text.push_str(&candidate(outlook, page));
    }
    let as_of = format!("\nAs of {}. --format json carries everything.", answer.model.as_of);
    text + &page.lines(0, &[], vec![vec![cell(as_of)]])
}

fn now(answer: &WhatIf) -> String {
    let now = answer.now;
    let mut text = format!(
        "{}: {} good or better, {} of them strong",
        counted(answer.total_candidates, "candidate"),
        grouped(now.good_or_better),
        grouped(now.strong)
    );
    if now.good_above_pay > 0 {
        text.push_str(&format!("; {} of the good expect more than the band", grouped(now.good_above_pay)));
    }
    if now.gated > 0 {
        text.push_str(&format!("; {} left out by gates", grouped(now.gated)));
    }
    text
}

/// One figure of the pool with each change.
struct Figure {
    name: &'static str,
    number: fn(&WhatIfEffect) -> (usize, i64),
}

const FIGURES: [Figure; 4] = [
    Figure { name: "Good or\nbetter", number: |e| (e.counts.good_or_better, e.difference.good_or_better) },
    Figure { name: "Strong", number: |e| (e.counts.strong, e.difference.strong) },
    Figure { name: "Left out\nby gates", number: |e| (e.counts.gated, e.difference.gated) },
    Figure { name: "Good, above\nthe band", number: |e| (e.counts.good_above_pay, e.difference.good_above_pay) },
];

/// A line for each change, with the figures that any of them moves.
fn table(answer: &WhatIf, page: Page) -> String {
    let moves = |figure: &&Figure| answer.changes.iter().any(|effect| (figure.number)(effect).1 != 0);
    let figures: Vec<&Figure> = FIGURES.iter().filter(moves).collect();
    let figure_width = |figure: &&Figure| {
        let texts = answer.changes.iter().map(|effect| count((figure.number)(effect)).chars().count());
        let longest = texts.chain(figure.name.split('\n').map(str::len)).max().unwrap_or(0);
        u16::try_from(longest).unwrap_or(u16::MAX)
    };
    let figure_widths: Vec<u16> = figures.iter().map(figure_width).collect();
    let taken: u16 = figure_widths.iter().map(|width| width + GUTTER).sum();
    let left = page.width.saturating_sub(taken + 2 * GUTTER);
    let change = left * 54 / 100;
    let widths: Vec<u16> = [vec![change], figure_widths, vec![left - change]].concat();
    let new = format!("New in the top {}", answer.limit);
    let names = std::iter::once("Change").chain(figures.iter().map(|figure| figure.name)).chain([new.as_str()]);
    let header = names.map(|name| cell(name).add_attribute(comfy_table::Attribute::Bold)).collect();
    let body = answer.changes.iter().map(|effect| {
        let mut cells = vec![cell(plain(&effect.change.label))];
        cells.extend(figures.iter().map(|figure| right(&count((figure.number)(effect)))));
        cells.push(cell(newcomers(effect)));
        cells
    });
    let columns = &widths[..widths.len() - 1];
    let rule = "\u{2500}".repeat(usize::from(page.width));
    format!("{}{rule}\n{}", page.lines(0, columns, vec![header]), page.lines(0, columns, body.collect()))
}

/// `12 (+3)`.
fn count((number, difference): (usize, i64)) -> String {
    if difference == 0 { grouped(number) } else { format!("{} ({difference:+})", grouped(number)) }
}

fn newcomers(effect: &WhatIfEffect) -> String {
    let mut lines: Vec<String> = effect.entering.iter().take(NAMED).map(newcomer).collect();
    let more = effect.n_entering.saturating_sub(NAMED);
    if more > 0 {
        lines.push(format!("and {} more", grouped(more)));
    }
    if let Some(reached) = &effect.reaches
        && effect.entering.iter().all(|newcomer| newcomer.candidate_id != reached.candidate_id)
    {
        lines.push(format!("reaches {}", newcomer(reached)));
    }
    if lines.is_empty() {
        return if effect.n_leaving > 0 {
            format!("{} leave", grouped(effect.n_leaving))
        } else {
            "\u{2013}".to_owned()
        };
    }
    lines.join("\n")
}

/// `Ana Lima (c-1) 71.2`.
fn newcomer(newcomer: &Newcomer) -> String {
    let id = plain(newcomer.candidate_id.as_str());
    let who = newcomer.name.as_deref().map(plain).filter(|name| !name.is_empty());
    let who = who.map_or_else(|| id.clone(), |name| format!("{name} ({id})"));
    format!("{who} {:.1}", newcomer.fit)
}

fn candidate(outlook: &CandidateOutlook, page: Page) -> String {
    let id = plain(outlook.candidate_id.as_str());
    let who = outlook.name.as_deref().map(plain).filter(|name| !name.is_empty());
    let who = who.map_or_else(|| page.strong(&id), |name| format!("{} \u{b7} {id}", page.strong(&name)));
    let place = match (&outlook.gated, outlook.rank) {
        (Some(gate), _) => format!("left out by the gate {}", plain(gate)),
        (None, Some(rank)) => format!("place {}", grouped(rank)),
        (None, None) => String::new(),
    };
    let mut text = format!("{who} \u{b7} fit {:.1}, {} \u{b7} {place}\n", outlook.fit, outlook.verdict.as_str());
    let target = target(outlook);
    if outlook.reached {
        text.push_str(&page.lines(0, &[], vec![vec![cell(format!("Nothing need change: {target} is reached."))]]));
        return text;
    }
    let n_changes = outlook.lifts.first().map_or(0, |lift| lift.changes.len());
    let said = match n_changes {
        0 => format!(
            "No change that was tried leads to {target}: {} and {}.",
            counted(outlook.n_singles_tried, "single change"),
            counted(outlook.n_pairs_tried, "pair")
        ),
        1 => format!("Any one of these would lead to {target}:"),
        _ => format!("No single change leads to {target}; any of these pairs would:"),
    };
    text.push_str(&page.lines(0, &[], vec![vec![cell(said)]]));
    let rows = outlook.lifts.iter().map(|lift| vec![cell(sides(lift)), cell(labels(lift)), right(&reached(lift))]);
    let side = 15;
    let label = page.width.saturating_sub(2 + side + 24 + 3 * GUTTER);
    text.push_str(&page.lines(2, &[side, label], rows.collect()));
    text
}

fn target(outlook: &CandidateOutlook) -> String {
    let cut_off = &outlook.cut_off;
    match (cut_off.by, cut_off.rank, cut_off.fit) {
        (CutOff::Shortlist, Some(rank), Some(fit)) => format!("the top {rank} (now from {fit:.1})"),
        (CutOff::Shortlist, Some(rank), None) => format!("the top {rank}"),
        (_, _, fit) => format!("the verdict good (from {:.0})", fit.unwrap_or_default()),
    }
}

fn sides(lift: &Lift) -> String {
    let side = |change: &Change| match change.side {
        ChangeSide::Role => "the role:",
        ChangeSide::Candidate => "the candidate:",
    };
    lift.changes.iter().map(side).collect::<Vec<_>>().join("\n")
}

fn labels(lift: &Lift) -> String {
    lift.changes.iter().map(|change| plain(&change.label)).collect::<Vec<_>>().join("\n")
}

fn reached(lift: &Lift) -> String {
    format!("{:.1}, {}, place {}", lift.fit, lift.verdict.as_str(), grouped(lift.rank))
}
