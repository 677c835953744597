//! One role's ranking with grades: who stands where, and who should not.

use comfy_table::Cell;

use super::page::{Page, cell, plain, right};
use crate::cli::shortlists::counted;
use crate::evaluate::{GradedRanking, GradedRow, Misplaced};
use crate::explain::{Component, ComponentState};

/// So many of the first are shown whatever their grade; further down only those above grade 0.
const FIRST: usize = 20;

/// The columns before the last one.
const WIDTHS: [u16; 10] = [4, 2, 5, 5, 6, 6, 6, 6, 6, 6];
/// Words about a candidate stand below the line of figures, moved to the right.
const INDENT: u16 = 8;

/// A line of figures for each candidate that matters, and below it why they were graded and judged so.
pub(super) fn graded_ranking(ranking: &GradedRanking, page: Page) -> String {
    let title = ranking.title.as_deref().map(|title| format!(" \u{b7} {}", plain(title))).unwrap_or_default();
    let mut text = format!("{}{title}\n\n", page.strong(&plain(ranking.role_id.as_str())));
    let names = ["", "", "grade", "fit", "skills", "family", "scale", "pay", "level", "place"].map(right);
    text.push_str(&page.lines(0, &WIDTHS, vec![names.into_iter().chain([cell("Candidate")]).collect()]));
    let is_shown = |graded: &GradedRow| graded.row.rank <= FIRST || graded.grade.get() > 0.0;
    for stretch in ranking.rows.chunk_by(|a, b| is_shown(a) == is_shown(b)) {
        if stretch.first().is_some_and(is_shown) {
            for graded in stretch {
                text.push_str(&block(graded, page));
            }
        } else {
            text.push_str(&format!("   \u{2026}  {} of grade 0\n", counted(stretch.len(), "candidate")));
        }
    }
    let gated = ranking.gated.iter().filter(|gated| gated.grade.get() > 0.0);
    let gated: Vec<String> =
        gated.map(|gated| format!("{} (grade {})", plain(gated.candidate_id.as_str()), gated.grade.get())).collect();
    let mut notes = vec![
        "\u{2191} should stand higher, \u{2193} lower; twice where two grades or more lie between. (0.45) is not stated or \
         cannot be compared."
            .to_owned(),
    ];
    if !gated.is_empty() {
        notes.push(format!("Left out by gates: {}.", gated.join(", ")));
    }
    text.push('\n');
    text + &page.lines(0, &[], notes.into_iter().map(|note| vec![cell(note)]).collect())
}

fn block(graded: &GradedRow, page: Page) -> String {
    let row = &graded.row;
    let mut cells = vec![
        right(&row.rank.to_string()),
        cell(mark(graded)),
        right(&graded.grade.get().to_string()),
        right(&format!("{:.1}", row.fit)),
    ];
    cells.extend(row.components.iter().map(|component| right(&score(component))));
    cells.push(cell(row.candidate_id.as_ref().map(|id| plain(id.as_str())).unwrap_or_default()));
    let reason = graded.reason.as_deref().map(|reason| format!("Graded: {}", plain(reason)));
    let words: Vec<Vec<Cell>> =
        reason.into_iter().chain([plain(&row.summary)]).map(|words| vec![cell(words)]).collect();
    page.lines(0, &WIDTHS, vec![cells]) + &page.lines(INDENT, &[], words)
}

fn mark(graded: &GradedRow) -> String {
    let arrow = match graded.misplaced {
        None => return String::new(),
        Some(Misplaced::TooLow) => "\u{2191}",
        Some(Misplaced::TooHigh) => "\u{2193}",
    };
    let grades_between = (graded.grade.get() - graded.ideal_grade.get()).abs();
    arrow.repeat(if grades_between >= 2.0 { 2 } else { 1 })
}

fn score(component: &Component) -> String {
    match component.state {
        ComponentState::Scored => format!("{:.2}", component.score),
        ComponentState::NotStated | ComponentState::NotComparable => format!("({:.2})", component.score),
        ComponentState::NotApplicable => "-".to_owned(),
    }
}
