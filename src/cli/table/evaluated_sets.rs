//! What was measured of several graded sets: each as one is shown, then all of them side by side.

use comfy_table::Cell;

use super::calibration::{bands_by_set, calibration};
use super::evaluation::{evaluation, figures, from_to, lengths, said};
use super::kinds_of_work::kinds_of_work;
use super::page::{Page, cell, plain, right};
use crate::cli::shortlists::{counted, grouped};
use crate::evaluate::{EvaluatedSet, EvaluationOfSets};
use crate::evaluate::{Interval, SideBySide};

/// All that was measured, what is over all sets at the end.
pub(in crate::cli) fn evaluated_sets(found: &EvaluationOfSets, page: Page) -> String {
    let set = |set: &EvaluatedSet| {
        format!("{}\n{}", page.strong(&format!("Set {}", plain(&set.name))), evaluation(&set.evaluation, page))
    };
    let mut parts: Vec<String> = found.sets.iter().map(set).collect();
    parts.push(overall(found, page));
    if let Some(over_all) = &found.overall.calibration {
        parts.push(calibration(over_all, page));
        parts.push(bands_by_set(&found.sets, over_all, page));
    }
    parts.join("\n")
}

fn overall(found: &EvaluationOfSets, page: Page) -> String {
    let overall = &found.overall;
    let mut text = format!(
        "{}\n{}, {}, {}, {} above grade 0, as of {}\n\n",
        page.strong("All sets"),
        counted(found.sets.len(), "set"),
        counted(overall.roles, "role"),
        counted(overall.total_candidates, "candidate"),
        counted(overall.graded_pairs, "pair"),
        found.model.as_of
    );
    let mut rows = vec![
        ["fit", "", "", "", "BM25", "", "", ""].map(right).into_iter().chain([cell("")]).collect(),
        ["nDCG@10", "P@5", "MAP", "95 of 100 resamples", "nDCG@10", "P@5", "MAP", "roles"]
            .map(right)
            .into_iter()
            .chain([cell("Set")])
            .collect(),
    ];
    rows.extend(found.sets.iter().map(|set| {
        let of = &set.evaluation;
        line(&of.mean, of.ndcg_interval, of.roles.len(), &plain(&set.name))
    }));
    rows.push(line(&overall.mean, overall.ndcg_interval, overall.roles, "mean of all roles"));
    text.push_str(&page.lines(0, &[7, 4, 5, 19, 7, 4, 5, 5], rows));
    text.push('\n');
    text.push_str(&kinds_of_work(&overall.kinds, page));
    text.push('\n');
    let drawn = format!("Intervals come from {} resamples of the roles.", grouped(overall.resamples));
    text + &said([drawn].into_iter().chain(lengths(&overall.lengths)).collect(), page)
}

fn line(measures: &SideBySide, interval: Interval, roles: usize, name: &str) -> Vec<Cell> {
    let mut cells: Vec<Cell> = figures(&measures.fit).into();
    cells.push(right(&from_to(interval)));
    cells.extend(figures(&measures.bm25));
    cells.extend([right(&roles.to_string()), cell(name)]);
    cells
}
