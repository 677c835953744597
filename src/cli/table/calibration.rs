//! Verdicts and fits beside the grades of those who got them.

use comfy_table::Cell;

use super::page::{Page, cell, plain, right};
use crate::cli::shortlists::grouped;
use crate::evaluate::EvaluatedSet;
use crate::evaluate::{Calibration, GradeShares};

/// Three tables: by verdict, by ten points of fit, and the thresholds that the grades suggest.
pub(super) fn calibration(calibration: &Calibration, page: Page) -> String {
    let mut text = format!("{}\n\n", page.strong("What verdicts mean: how those of each were graded"));
    let shares = ["pairs", "2 and 3", "3", "0"].map(right);
    let mut rows: Vec<Vec<Cell>> = vec![shares.into_iter().chain([cell("Verdict")]).collect()];
    rows.extend(calibration.bands.iter().map(|band| [figures(&band.grades), vec![cell(band.verdict)]].concat()));
    text.push_str(&page.lines(0, &[8, 7, 6, 6], rows));

    text.push_str(&format!("\n{}\n\n", page.strong("What fits mean, in steps of ten points")));
    let names = ["pairs", "2 and 3", "3", "0", "smoothed"].map(right);
    let mut rows: Vec<Vec<Cell>> = vec![names.into_iter().chain([cell("Fit")]).collect()];
    rows.extend(calibration.steps.iter().map(|step| {
        let name = format!("{} to {}", step.from, step.to);
        [figures(&step.grades), vec![right(&percent(step.smoothed_share_of_2_and_3)), cell(name)]].concat()
    }));
    text.push_str(&page.lines(0, &[8, 7, 6, 6, 8], rows));

    text.push_str(&format!("\n{}\n\n", page.strong("Thresholds from which so many are of grade 2 or 3, smoothed")));
    let names = ["pairs", "2 and 3", "3", "0", "share", "fit", "profile"].map(right);
    let mut rows: Vec<Vec<Cell>> = vec![names.into_iter().chain([cell("Verdict")]).collect()];
    rows.extend(calibration.thresholds.iter().map(|threshold| {
        let fit = threshold.fit.map_or_else(|| "none".to_owned(), |fit| format!("{fit:.1}"));
        let more = [percent(Some(threshold.share)), fit, format!("{:.1}", threshold.in_profile)];
        let mut cells = figures(&threshold.grades);
        cells.extend(more.iter().map(|text| right(text)));
        cells.push(cell(threshold.verdict));
        cells
    }));
    text.push_str(&page.lines(0, &[8, 7, 6, 6, 6, 6, 7], rows));
    text
}

/// Of how many pairs of each verdict the grade is 2 or 3, set by set: a verdict should mean the same in all of them.
pub(super) fn bands_by_set(sets: &[EvaluatedSet], over_all: &Calibration, page: Page) -> String {
    let heading = page.strong("Of each verdict, the share of grade 2 or 3 and the pairs, by set");
    let names = over_all.bands.iter().map(|band| right(band.verdict));
    let mut rows: Vec<Vec<Cell>> = vec![names.chain([cell("Set")]).collect()];
    let row = |calibration: &Calibration, name: &str| -> Vec<Cell> {
        let share = |grades: &GradeShares| format!("{} of {}", percent(grades.share_of_2_and_3), grouped(grades.pairs));
        let shares = calibration.bands.iter().map(|band| right(&share(&band.grades)));
        shares.chain([cell(name)]).collect()
    };
    let calibrated = |set: &EvaluatedSet| Some(row(set.evaluation.calibration.as_ref()?, &plain(&set.name)));
    rows.extend(sets.iter().filter_map(calibrated));
    rows.push(row(over_all, "all sets"));
    format!("{heading}\n\n{}", page.lines(0, &[14; 5], rows))
}

fn figures(grades: &GradeShares) -> Vec<Cell> {
    let shares = [grades.share_of_2_and_3, grades.share_of_3, grades.share_of_0].map(|share| right(&percent(share)));
    [right(&grouped(grades.pairs))].into_iter().chain(shares).collect()
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.0} %", share * 100.0))
}
