//! What was measured against grades: a line for each role, and for each part of the fit that was off.

use comfy_table::Cell;

use super::calibration::calibration;
use super::graded_ranking::graded_ranking;
use super::kinds_of_work::kinds_of_work;
use super::page::{Page, cell, plain, right};
use crate::cli::shortlists::{counted, grouped};
use crate::evaluate::{
    Ablation, Evaluation, Interval, LengthEffect, LengthQuarter, MeasuredRole, Measures, Outcome, SideBySide,
};

/// All that was measured.
pub(in crate::cli) fn evaluation(evaluation: &Evaluation, page: Page) -> String {
    let mut parts = vec![roles(evaluation, page)];
    if let Some(rows) = &evaluation.ablations {
        parts.push(ablations(evaluation, rows, page));
    }
    if let Some(found) = &evaluation.calibration {
        parts.push(calibration(found, page));
    }
    if let Some(ranking) = &evaluation.ranking {
        parts.push(graded_ranking(ranking, page));
    }
    parts.join("\n")
}

fn roles(evaluation: &Evaluation, page: Page) -> String {
    let split = evaluation.split.as_deref().map(|split| format!(" of split {}", plain(split))).unwrap_or_default();
    let mut text = format!(
        "{}\n{}{split}, {}, {} above grade 0, as of {}\n\n",
        page.strong("Ranking by fit, beside BM25 over the same texts"),
        counted(evaluation.roles.len(), "role"),
        counted(evaluation.total_candidates, "candidate"),
        counted(evaluation.graded_pairs, "pair"),
        evaluation.model.as_of
    );
    let widths = [7, 4, 5, 7, 4, 5, 7];
    let mut rows = vec![
        ["fit", "", "", "BM25", "", "", ""].map(right).into_iter().chain([cell("")]).collect(),
        ["nDCG@10", "P@5", "MAP", "nDCG@10", "P@5", "MAP", "2 and 3"]
            .map(right)
            .into_iter()
            .chain([cell("Role")])
            .collect(),
    ];
    rows.extend(evaluation.roles.iter().map(role));
    let mean = format!("mean of {}", counted(evaluation.roles.len(), "role"));
    rows.push(line(&evaluation.mean, "", mean));
    text.push_str(&page.lines(0, &widths, rows));
    let mut notes = vec![format!(
        "The mean nDCG@10 by fit is {:.3}, and in 95 of 100 resamples of the roles {} ({} were drawn).",
        evaluation.mean.fit.ndcg_at_10,
        from_to(evaluation.ndcg_interval),
        grouped(evaluation.resamples)
    )];
    notes.extend(lengths(&evaluation.lengths));
    if !evaluation.not_measured.is_empty() {
        let ids: Vec<String> = evaluation.not_measured.iter().map(|id| plain(id.as_str())).collect();
        notes.push(format!("Not measured, because nobody is above grade 0: {}.", ids.join(", ")));
    }
    for role in evaluation.roles.iter().filter(|role| role.relevant_gated > 0) {
        let (id, lost) = (plain(role.role_id.as_str()), counted(role.relevant_gated, "candidate"));
        notes.push(format!("{id}: gates leave out {lost} of grade 2 or more."));
    }
    text.push('\n');
    text.push_str(&kinds_of_work(&evaluation.kinds, page));
    text.push('\n');
    text + &said(notes, page)
}

/// What the length of a text makes of its rank.
pub(super) fn lengths(effect: &LengthEffect) -> Option<String> {
    let quarter = |quarter: &LengthQuarter| {
        let found = quarter.share_in_first_ten?;
        let words = format!("{} to {} words", grouped(quarter.from_words), grouped(quarter.to_words));
        Some(format!("{found:.2} of {} ({words})", quarter.relevant))
    };
    let quarters: Vec<String> = effect.quarters.iter().filter_map(quarter).collect();
    Some(format!(
        "Among people of one grade the rank correlates with the length of the text by {:.2}. Of grade 2 and more stand in the first \
         ten, by length: {}.",
        effect.correlation?,
        quarters.join(", ")
    ))
}

fn role(role: &MeasuredRole) -> Vec<Cell> {
    let title = role.title.as_deref().map(|title| format!("  {}", plain(title))).unwrap_or_default();
    line(&role.measures, &role.relevant.to_string(), format!("{}{title}", plain(role.role_id.as_str())))
}

fn line(measures: &SideBySide, relevant: &str, name: String) -> Vec<Cell> {
    let mut cells: Vec<Cell> = [measures.fit, measures.bm25].iter().flat_map(figures).collect();
    cells.extend([right(relevant), cell(name)]);
    cells
}

pub(super) fn figures(measures: &Measures) -> [Cell; 3] {
    [
        right(&format!("{:.3}", measures.ndcg_at_10)),
        right(&format!("{:.2}", measures.precision_at_5)),
        right(&format!("{:.3}", measures.average_precision)),
    ]
}

fn ablations(evaluation: &Evaluation, ablations: &[Ablation], page: Page) -> String {
    let mut text = format!("{}\n\n", page.strong("One part off at a time"));
    let names = ["nDCG@10", "P@5", "MAP", "against", "95 of 100 resamples", "better", "worse"].map(right);
    let mut rows: Vec<Vec<Cell>> = vec![names.into_iter().chain([cell("Without")]).collect()];
    let whole = ["", "", "", ""].map(cell).into_iter().chain([cell("(the whole)")]);
    rows.push(figures(&evaluation.mean.fit).into_iter().chain(whole).collect());
    rows.extend(ablations.iter().map(|ablation| {
        let remark = match ablation.outcome {
            Outcome::Worse => "",
            Outcome::NotWorse => "  not worse without it",
            Outcome::Untested => "  not tested here",
        };
        let mut cells: Vec<Cell> = figures(&ablation.mean).into();
        cells.extend([
            right(&signed(ablation.difference)),
            right(&from_to(ablation.difference_interval)),
            right(&ablation.n_better.to_string()),
            right(&ablation.n_worse.to_string()),
            cell(format!("{}{remark}", ablation.without)),
        ]);
        cells
    }));
    text.push_str(&page.lines(0, &[7, 4, 5, 7, 19, 6, 5], rows));
    text.push('\n');
    text + &said(conclusions(ablations), page)
}

/// What follows from the ablations, part by part where a part is not shown to be of use.
fn conclusions(ablations: &[Ablation]) -> Vec<String> {
    let of = |outcome| ablations.iter().filter(move |ablation| ablation.outcome == outcome);
    let mut notes: Vec<String> = of(Outcome::NotWorse)
        .map(|ablation| format!("Not worse without {} ({}).", ablation.without, ablation.meaning))
        .collect();
    let untested: Vec<&str> = of(Outcome::Untested).map(|ablation| ablation.without).collect();
    if !untested.is_empty() {
        notes.push(format!("Not tested here, because no order changes without them: {}.", untested.join(", ")));
    }
    if notes.is_empty() {
        notes.push("Every part is of use: the mean nDCG@10 is lower without any one of them.".to_owned());
    }
    notes
}

pub(super) fn said(notes: Vec<String>, page: Page) -> String {
    page.lines(0, &[], notes.into_iter().map(|note| vec![cell(note)]).collect())
}

pub(super) fn from_to(interval: Interval) -> String {
    format!("{} to {}", three(interval.low), three(interval.high))
}

fn signed(number: f64) -> String {
    let text = three(number);
    if text.starts_with('-') || text == "0.000" { text } else { format!("+{text}") }
}

/// Three decimals, and no zero below zero.
fn three(number: f64) -> String {
    let text = format!("{number:.3}");
    if text == "-0.000" { "0.000".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_carry_their_sign() {
        assert_eq!([0.0124, -0.5, -0.000_01, 0.0].map(signed), ["+0.012", "-0.500", "0.000", "0.000"]);
    }
}
